#!/usr/bin/env python3
"""Prints how many copies --duplicates finds, and how many of them are right, as a Markdown table.

    Tests/Benchmarks/copies.py COMMAND FOLDER...

Pillow makes up to three copies of each picture in a folder. A copy is resized by a factor of 0.3 to 2
with one of five filters, or saved as JPEG (quality 40 to 95) or WebP (60 to 95), or resized and saved as
JPEG. Half of the transparent pictures are flattened onto white. Pictures that differ by at most 8 levels
count as one. Copies with a side below 12 pixels are counted in a column of their own, since they can
hardly be told apart."""
import io, json, os, random, subprocess, sys, tempfile, zlib
import numpy
from PIL import Image

FILTERS = [Image.Resampling.LANCZOS, Image.Resampling.BICUBIC, Image.Resampling.BILINEAR,
           Image.Resampling.BOX, Image.Resampling.HAMMING]


def resized(picture, least, most, chance):
    factor = chance.uniform(least, most)
    size = [max(1, round(side * factor)) for side in picture.size]
    return picture.resize(size, chance.choice(FILTERS))


def jpeg(picture, path, chance):
    picture.save(path + ".jpg", quality=chance.randint(40, 95), subsampling=chance.choice((0, 2)))


def write_copies(picture, path, chance):
    """Writes a picture and its copies."""
    def write(suffix, picture):
        picture.save(f"{path}-{suffix}.png", compress_level=1)
    makers = {
        "smaller": lambda name: write(name, resized(picture, .3, .9, chance)),
        "smallest": lambda name: write(name, resized(picture, .3, .9, chance)),
        "larger": lambda name: write(name, resized(picture, 1.1, 2, chance)),
    }
    if picture.mode == "RGB":
        makers |= {
            "jpeg": lambda name: jpeg(picture, f"{path}-{name}", chance),
            "coarse": lambda name: jpeg(picture, f"{path}-{name}", chance),
            "smaller-jpeg": lambda name: jpeg(resized(picture, .3, .9, chance), f"{path}-{name}", chance),
            "larger-jpeg": lambda name: jpeg(resized(picture, 1.1, 2, chance), f"{path}-{name}", chance),
        }
    else:
        makers["webp"] = lambda name: picture.save(f"{path}-{name}.webp", quality=chance.randint(60, 95))
    write("original", picture)
    for name in chance.sample(sorted(makers), 3):
        makers[name](name)


def pixels(picture):
    """The pixels of a picture, with colours multiplied by alpha."""
    codes = numpy.asarray(picture.convert("RGBA")).astype(int)
    return numpy.concatenate([codes[..., :3] * codes[..., 3:] // 255, codes[..., 3:]], 2)


def measure(command, folder):
    """Counts copies made and found, small copies made and found, and pictures reported as copies,
    rightly and in total."""
    files = sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names
                   if name.lower().endswith((".png", ".jpg")) and not os.path.islink(os.path.join(place, name)))
    random.Random(3).shuffle(files)
    kinds = []  # The pixels of each picture, and the number of the first picture that counts as the same.
    with tempfile.TemporaryDirectory() as work:
        for number, file in enumerate(files[:int(os.environ.get("COUNT", "400"))]):
            chance = random.Random(zlib.crc32(file.encode()))
            picture = Image.open(file).convert("RGBA")
            if picture.getchannel("A").getextrema()[1] == 0:
                continue
            if picture.getchannel("A").getextrema()[0] == 255:
                picture = picture.convert("RGB")
            elif chance.random() < .5:
                ground = Image.new("RGBA", picture.size, "white")
                ground.alpha_composite(picture)
                picture = ground.convert("RGB")
            codes = pixels(picture)
            kind = next((kind for other, kind in kinds if other.shape == codes.shape
                         and abs(other - codes).max() <= 8), number)
            kinds.append((codes, kind))
            write_copies(picture, f"{work}/{kind}-{number}", chance)
        manifest = os.path.join(work, "m.json")
        subprocess.run([command, work, "--duplicates", "mark", "--label", "{name}", "--cell", "400", "--max-pixels", "100G",
                        "--dry-run", "--manifest", manifest, "-o", os.path.join(work, "s.png")],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(manifest) as file:
            tiles = [tile for page in json.load(file)["pages"] for tile in page["tiles"]]
    tiles.sort(key=lambda tile: -tile["sourceWidth"] * tile["sourceHeight"])
    seen, counts = set(), dict.fromkeys("copies found called right small smallFound".split(), 0)
    for tile in tiles:
        name, _, original = tile["label"]["text"].partition("\n= ")
        kind = name.split("-")[0]
        isSmall = min(tile["sourceWidth"], tile["sourceHeight"]) < 12
        if kind in seen:
            counts["small" if isSmall else "copies"] += 1
            counts["smallFound" if isSmall else "found"] += bool(original)
        seen.add(kind)
        if original:
            counts["called"] += 1
            counts["right"] += original.split("-")[0] == kind
            if original.split("-")[0] != kind:
                print("wrong:", name, original, file=sys.stderr)
    return counts


print("| folder | right | found | below 12 px |\n| --- | --- | --- | --- |")
total = {}
for folder in sys.argv[2:]:
    counts = measure(os.path.abspath(sys.argv[1]), folder)
    total = {key: total.get(key, 0) + count for key, count in counts.items()}
    for name, row in [(folder, counts)] + ([("all", total)] if folder == sys.argv[-1] else []):
        print(f"| {name} | {row['right']:,} of {row['called']:,} "
              f"| {row['found']:,} of {row['copies']:,} ({100 * row['found'] / max(1, row['copies']):.1f} %) "
              f"| {row['smallFound']:,} of {row['small']:,} |", flush=True)
