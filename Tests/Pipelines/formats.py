"""Makes pictures with hostile names, and checks files that refer to areas of their sheets.

    formats.py make FOLDER COUNT [WIDTH HEIGHT]    without a size, 8 to 40 pixels
    formats.py tint FOLDER                         gives them the primaries of Display P3
    formats.py webvtt FOLDER FILE SECONDS
    formats.py atlas FOLDER FILE...
    formats.py css FOLDER FILE
    formats.py tensorboard FOLDER LOG-FOLDER
    formats.py noise FILE SEED WIDTH HEIGHT        one opaque picture
    formats.py insets SHEET PLAN X Y FACTOR        each tile has an inset with the pixels from there
    formats.py differences SHEET PLAN EQUAL        only that picture shows no difference

Every check also compares pixels: those of a rectangle must be the picture's. Only the checks of
recipes that edit plans read the manifest. All others know just the pictures and the rules of the
format.
"""
import json, os, random, re, struct, sys, urllib.parse, zlib

NAMES = [
    "x.png", "a b.png", "<i>\"&' #1?.png", "1st.png", "-1.png", "--d.png", "-.png", "z\\y.png", "nl\nx.png", "tab\tx.png",
    "ä富.png", "😀.png", "{x}.png", "}*.png", "%41.png", "a,b;c:d!@$^~`+=[]().png", "$(x).png", "__proto__.png", "\u00a0nb.png",
    "\\31.png", "é.png", "\x01c.png", "sub/x.png", "sub/déeper/1.png", "é\u0301 \u200d.png", "A.b.png", "_.png",
]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def write(path, width, height, pixels):
    rows = b"".join(b"\0" + pixels[4 * width * y:4 * width * (y + 1)] for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def make(folder, count, size=None):
    """Writes noise; no two pictures are alike.

    With a size, they are opaque, and their names begin with numbers in order; without one, some are
    in subfolders."""
    random.seed(folder)
    names = NAMES[:count] + [f"more {number}.png" for number in range(count - len(NAMES))]
    if size:
        names = [f"{number:04} {name.replace('/', '_')}" for number, name in enumerate(names)]
    for number, name in enumerate(names):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        width, height = size or (random.randint(8, 40), random.randint(8, 40))
        colors = bytearray(random.randbytes(4 * width * height))
        if size:
            colors[3::4] = b"\xff" * (width * height)
        write(path, width, height, bytes(colors))
        if number % 10 == 4:
            os.truncate(path, 0 if number % 20 == 4 else 60)


def tint(folder):
    """Gives pictures the primaries of Display P3; without a gAMA chunk, they keep the curve of sRGB."""
    points = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))
    for at, _, names in os.walk(folder):
        for path in (os.path.join(at, name) for name in names):
            with open(path, "rb") as file:
                data = file.read()
            with open(path, "wb") as file:
                file.write(data and data[:33] + points + data[33:])


def pictures(folder):
    """The contents of each picture by its path within the folder, in order."""
    paths = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
    return {path: read(os.path.join(folder, path)) for path in paths}


class Sheet:
    """A PNG with up to 8 bits per channel; rows become pixels on request."""

    def __init__(self, chunks):
        self.width, self.height, self.depth, self.kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
        self.size = (self.width, self.height)
        self.samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[self.kind]
        assert self.depth == 8 or self.depth < 8 and self.samples == 1 and not interlaced, "a PNG that is not read here"
        self.table, self.alpha = chunks.get(b"PLTE"), chunks.get(b"tRNS", b"").ljust(256, b"\xff")
        length = (self.width * self.samples * self.depth + 7) // 8
        packed, self.rows = zlib.decompress(chunks[b"IDAT"]), [bytes(length)]
        for at in range(0, len(packed), length + 1):
            row = unfiltered(packed[at], packed[at + 1:at + 1 + length], self.rows[-1], max(1, self.samples * self.depth // 8))
            self.rows.append(row)
        del self.rows[0]

    def pixel(self, x, y):
        row, samples, depth = self.rows[y], self.samples, self.depth
        if depth < 8:
            value = (row[x * depth // 8] >> (8 - depth - x * depth % 8) & (1 << depth) - 1,)
        else:
            value = tuple(row[x * samples:(x + 1) * samples])
        if self.kind == 3:
            return *self.table[3 * value[0]:3 * value[0] + 3], self.alpha[value[0]]
        if self.kind in (0, 4):
            value = (value[0] * 255 // ((1 << depth) - 1),) * 3 + value[1:]
        return value if len(value) == 4 else (*value, 255)


def unfiltered(kind, row, above, step):
    if kind == 0:
        return row
    if kind == 2:
        return bytes([(value + up) & 255 for value, up in zip(row, above)])
    row = bytearray(bytes(step) + row)
    above = bytes(step) + above
    for x in range(step, len(row)):
        left, up, corner = row[x - step], above[x], above[x - step]
        if kind == 4:
            guess = left + up - corner
            left = min((left, up, corner), key=lambda value: abs(guess - value))
        elif kind == 3:
            left = (left + up) // 2
        row[x] = (row[x] + left) & 255
    return bytes(row[step:])


def read(path):
    """A Sheet, or None if the file is truncated."""
    with open(path, "rb") as file:
        data = file.read()
    chunks, at = {}, 8
    while at + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        chunks[name] = chunks.get(name, b"") + data[at + 8:at + 8 + length]
        at += length + 12
    return Sheet(chunks) if b"IEND" in chunks else None


def same(sheet, rectangle, picture, name):
    """Checks that the rectangle has the picture's pixels; a transparent pixel has no colour."""
    left, top, *size = rectangle
    assert tuple(size) == picture.size, f"{name!r} has {size} pixels"
    assert left + picture.width <= sheet.width and top + picture.height <= sheet.height, f"{name!r} is cut off"
    for y in range(picture.height):
        for x in range(picture.width):
            shown, pixel = sheet.pixel(left + x, top + y), picture.pixel(x, y)
            assert shown == pixel or shown[3] == pixel[3] == 0, f"{name!r} has {shown} instead of {pixel}"


def beside(file, url):
    """The sheet at a URL relative to the file."""
    return read(os.path.join(os.path.dirname(file), urllib.parse.unquote(url, errors="strict")))


def webvtt(folder, file, seconds):
    """https://www.w3.org/TR/webvtt1/#syntax, and xywh of https://www.w3.org/TR/media-frags/"""
    blocks = open(file, encoding="utf-8", newline="").read().rstrip("\n").split("\n\n")
    assert blocks.pop(0) == "WEBVTT"
    sheets, frames = {}, [*pictures(folder).items()]
    readable = [number for number, (_, picture) in enumerate(frames) if picture]
    assert len(blocks) == len(readable) < len(frames), f"{len(blocks)} cues for {len(readable)} pictures"
    for number, block in zip(readable, blocks):
        cue = re.fullmatch(r"([0-9:.]+) --> ([0-9:.]+)\n([\x21-\x7e]+)#xywh=(\d+),(\d+),(\d+),(\d+)", block)
        assert cue and "-->" not in cue[3], block
        for text, time in zip(cue.groups(), (number * seconds, (number + 1) * seconds)):
            parts = re.fullmatch(r"(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})", text)
            assert parts, text
            hours, minutes, whole, thousandths = map(int, parts.groups())
            assert round(time * 1000) == ((hours * 60 + minutes) * 60 + whole) * 1000 + thousandths, f"{text} for {time}"
        assert not set("#? \"") & set(cue[3])
        if cue[3] not in sheets:
            sheets[cue[3]] = beside(file, cue[3])
        same(sheets[cue[3]], map(int, cue.groups()[3:]), frames[number][1], frames[number][0])


def atlas(folder, *files):
    """The parts of TexturePacker's hash that Phaser's JSONHash and PixiJS's Spritesheet read."""
    left = {name: picture for name, picture in pictures(folder).items() if picture}
    for file in files:
        with open(file, encoding="utf-8") as text:
            data = json.load(text)
        sheet = read(os.path.join(os.path.dirname(file), data["meta"]["image"]))
        assert (data["meta"]["size"]["w"], data["meta"]["size"]["h"]) == sheet.size
        assert float(data["meta"]["scale"]) == 1
        for name, value in data["frames"].items():
            frame = value["frame"]
            size = {key: frame[key] for key in "wh"}
            assert value["rotated"] is False and value["trimmed"] is False
            assert value["sourceSize"] == size and value["spriteSourceSize"] == {"x": 0, "y": 0, **size}
            same(sheet, [frame[key] for key in "xywh"], left.pop(name), name)
    assert not left, f"no frames for {list(left)}"


IDENTIFIER = r"(?:[A-Za-z_\u0080-\U0010ffff]|--|-(?=[A-Za-z_\u0080-\U0010ffff]|\\[^\n])|\\[0-9A-Fa-f]{1,6}\s?|\\[^\n0-9A-Fa-f])" \
             r"(?:[\w\u0080-\U0010ffff-]|\\[0-9A-Fa-f]{1,6}\s?|\\[^\n0-9A-Fa-f])*"
RULE = re.compile(r"\.sprite\.(" + IDENTIFIER + r") \{ background: url\(\"([^\"\\\n]+)\"\) -(\d+)px -(\d+)px; "
                  r"width: (\d+)px; height: (\d+)px \}\n")


def css(folder, file):
    """Identifiers and escapes of https://www.w3.org/TR/css-syntax-3/#token-diagrams"""
    left = {re.sub(r"\s", "-", name.removesuffix(".png")): picture for name, picture in pictures(folder).items() if picture}
    text, first = open(file, encoding="utf-8", newline="").read(), ".sprite { display: inline-block }\n"
    assert text.startswith(first)
    at, sheets = len(first), {}
    while at < len(text):
        rule = RULE.match(text, at)
        assert rule, f"no rule: {text[at:at + 200]}"
        at = rule.end()
        name = re.sub(r"\\(?:([0-9A-Fa-f]{1,6})\s?|(.))", lambda m: chr(int(m[1], 16)) if m[1] else m[2], rule[1], flags=re.S)
        if rule[2] not in sheets:
            sheets[rule[2]] = beside(file, rule[2])
        assert name in left, f"{name!r} is no picture, or twice there"
        same(sheets[rule[2]], map(int, rule.groups()[2:]), left.pop(name), name)
    assert not left, f"no classes for {list(left)}"


def tensorboard(folder, log):
    """projector_config.proto of TensorBoard, which expects a sprite with as many rows as columns."""
    config = open(os.path.join(log, "projector_config.pbtxt"), encoding="utf-8").read()
    fields = re.fullmatch(
        r'embeddings \{\s+tensor_path: "tensors.tsv"\s+metadata_path: "(.+)"\s+sprite \{\s+image_path: "(.+)"'
        r"\s+single_image_dim: (\d+)\s+single_image_dim: (\d+)\s+\}\s+\}\s*", config)
    assert fields, config
    width, height = int(fields[3]), int(fields[4])
    sheet, all_pictures = read(os.path.join(log, fields[2])), pictures(folder)
    side = sheet.width // width
    assert sheet.size == (side * width, side * height) and side * side >= len(all_pictures) > (side - 1) ** 2, sheet.size
    lines = open(os.path.join(log, fields[1]), encoding="utf-8", newline="").read().removesuffix("\n").split("\n")
    assert lines == [os.path.join(folder, re.sub(r"\s", " ", name)) for name in all_pictures], lines
    for number, (name, picture) in enumerate(all_pictures.items()):
        if picture:
            same(sheet, (number % side * width, number // side * height, width, height), picture, name)


def noise(path, seed, width, height):
    random.seed(seed)
    colors = bytearray(random.randbytes(4 * width * height))
    colors[3::4] = b"\xff" * (width * height)
    write(path, width, height, bytes(colors))


def tiles(plan):
    with open(plan, encoding="utf-8") as file:
        return [tile for page in json.load(file)["pages"] for tile in page["tiles"]]


def insets(sheet, plan, x, y, factor):
    sheet, listed = read(sheet), tiles(plan)
    assert len(listed) == 14, f"{len(listed)} tiles"
    for whole, inset in zip(listed[::2], listed[1::2]):
        picture, area, around = read(whole["source"]), inset["image"], whole["image"]
        assert whole["source"] == inset["source"] and area["x"] + area["width"] == around["x"] + around["width"]
        for row in range(area["height"]):
            for column in range(area["width"]):
                shown = sheet.pixel(area["x"] + column, area["y"] + row)
                assert shown == picture.pixel(x + column // factor, y + row // factor), f"{whole['source']} at {column}, {row}"
        assert sheet.pixel(around["x"], around["y"]) == picture.pixel(0, 0), "the picture is not there"


def differences(sheet, plan, equal):
    sheet, listed = read(sheet), tiles(plan)
    assert len(listed) == 7 and equal in [tile["source"] for tile in listed]
    for tile in listed:
        area = tile["image"]
        shown = [sheet.pixel(area["x"] + x, area["y"] + y) for y in range(area["height"]) for x in range(area["width"])]
        changed = sum(red > green + 100 < blue for red, green, blue, _ in shown)
        assert (changed == 0) == (tile["source"] == equal), f"{changed} pixels of {tile['source']} are magenta"


def main(verb, folder, *arguments):
    if verb == "make":
        make(folder, int(arguments[0]), tuple(map(int, arguments[1:])))
    elif verb == "noise":
        noise(folder, *map(int, arguments))
    elif verb == "insets":
        insets(folder, arguments[0], *map(int, arguments[1:]))
    elif verb == "webvtt":
        webvtt(folder, arguments[0], float(arguments[1]))
    else:
        {
            "tint": tint, "atlas": atlas, "css": css, "tensorboard": tensorboard, "differences": differences,
        }[verb](folder, *arguments)


main(*sys.argv[1:])
