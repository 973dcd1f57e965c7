"""Pictures for exiftool.py: every fact, in every place and form in which it may be written."""

import pathlib
import struct

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
NAMESPACES = {
    "exif": "http://ns.adobe.com/exif/1.0/", "exifEX": "http://cipa.jp/exif/1.0/",
    "aux": "http://ns.adobe.com/exif/1.0/aux/", "tiff": "http://ns.adobe.com/tiff/1.0/",
    "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
}
TEXT, UNDEFINED, USER_COMMENT = 2, 7, 37510
EXIF_IFD, GPS_IFD = 34665, 34853


def plain_jpeg():
    """A small JPEG without metadata: the smallest of our samples, with its markers left out."""
    file = min(REPOSITORY.glob("SampleImages/**/*.jp*g"), key=lambda file: (file.stat().st_size, file))
    data, place = file.read_bytes(), 2
    kept = data[:2]
    while data[place + 1] != 0xDA:
        length = 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
        if not 0xE1 <= data[place + 1] <= 0xEF and data[place + 1] != 0xFE:
            kept += data[place:place + length]
        place += length
    return kept + data[place:]


def directories(first, exif=(), gps=(), order="<"):
    """Exif data of entries: a tag, a type, a count and the bytes."""
    entries = {0: list(first)}
    for tag, others in ((EXIF_IFD, exif), (GPS_IFD, gps)):
        if others:
            entries[tag] = list(others)
            entries[0].append((tag, 4, 1, bytes(4)))

    def encoded(entries, at, places):
        table, values = b"", b""
        start = at + 2 + 12 * len(entries) + 4
        for tag, kind, count, value in sorted(entries):
            if tag in places:
                value = struct.pack(order + "I", places[tag])
            if len(value) <= 4:
                field = value.ljust(4, b"\0")
            else:
                field = struct.pack(order + "I", start + len(values))
                values += value + b"\0" * (len(value) % 2)
            table += struct.pack(order + "HHI", tag, kind, count) + field
        return struct.pack(order + "H", len(entries)) + table + bytes(4) + values

    places, place = {}, 8
    for tag, others in entries.items():
        places[tag] = place
        place += len(encoded(others, 0, {}))
    mark = b"II*\0" if order == "<" else b"MM\0*"
    return mark + struct.pack(order + "I", 8) + b"".join(
        encoded(others, places[tag], places) for tag, others in entries.items())


def numbers(values, order):
    """The forms in which numbers may be written: a name, and an entry without its tag."""
    def packed(name, kind, form, values):
        yield name, (kind, len(values), b"".join(struct.pack(order + form, value) for value in values))

    fractions = [part for value in values for part in (round(value * 1000), 1000)]
    for name, kind, form in (("rational", 5, "I"), ("srational", 10, "i")):
        data = b"".join(struct.pack(order + form, part) for part in fractions)
        yield name, (kind, len(values), data)
    yield from packed("float", 11, "f", values)
    yield from packed("double", 12, "d", values)
    text = " ".join(f"{value:g}" for value in values).encode() + b"\0"
    yield "ascii", (TEXT, len(text), text)
    if all(value == int(value) for value in values):
        whole = [int(value) for value in values]
        for name, kind, form in (("short", 3, "H"), ("long", 4, "I"), ("sshort", 8, "h"), ("slong", 9, "i")):
            yield from packed(name, kind, form, whole)
        if max(whole) < 128:
            yield from packed("byte", 1, "B", whole)
            yield from packed("sbyte", 6, "b", whole)


def text(value):
    data = value.encode() + b"\0"
    return TEXT, len(data), data


NUMBERS = {
    "ExposureTime": (33434, [2], [0.004]), "ShutterSpeedValue": (37377, [8], [6.5]),
    "FNumber": (33437, [8], [2.8]), "ApertureValue": (37378, [4], [3.5]),
    "FocalLength": (37386, [50], [50.5]), "ISO": (34855, [100], [0, 400]),
    "StandardOutputSensitivity": (34865, [100]), "RecommendedExposureIndex": (34866, [100]),
    "ISOSpeed": (34867, [100]), "LensInfo": (42034, [24, 70, 3, 4], [24, 70, 2.8, 4]),
    "DNGLensInfo": (50736, [24, 70, 3, 4], [50, 50, 1.8, 1.8]),
}
TEXTS = {
    "Artist": (315, "Ada"), "Copyright": (33432, "Ada Ltd"), "ImageDescription": (270, "A moon"),
    "Make": (271, "Canon"), "Model": (272, "Canon EOS R5"), "ModifyDate": (306, "2020:01:02 03:04:05"),
    "DateTimeOriginal": (36867, "2019:01:02 03:04:05"), "CreateDate": (36868, "2018:01:02 03:04:05"),
    "LensModel": (42036, "RF50mm F1.2"), "Lens": (65002, "50.0 mm f/1.8"), "Exposure": (33434, "1/250"),
}
POSITIONS = [
    ("43,4.584N", "79,4.62W"), ("43,4,35.04N", "79,4,37.2W"), ("43,4.584n", "79,4.62w"),
    ("43,4.584 N", "79,4.62 W"), ("43 4 35.04 N", "79 4 37.2 W"), ("43.0764", "-79.077"),
    ("43 deg 4' 35.04\" N", "79 deg 4' 37.20\" W"), ("43 deg 4' 35.04\" North", "79 deg 4' 37.20\" West"),
    ("N43,4.584", "E79,4.62"), ("-43.0764N", "79.077E"), ("+43.0764", "+79.077"), ("43.0764", "79.077"),
    ("43.0764 S", "79.077 W"), ("43° 4′ 35.04″ S", "79° 4′ 37.2″ E"),
]
SCRIPTS = [
    "a moon", "Größe", "Żółw", "Кошка в саду", "Γάτα", "חתול", "قطة", "بی", "บ้าน", "ແມວໃນສວນ", "ឆ្មានៅ",
    "ကြောင်လေး", "བོད་སྐད", "ᠮᠣᠩᠭᠣᠯ", "Երևան", "კატა ბაღში", "ድመት በአትክልት", "नमस्ते", "বিড়াল", "தமிழ்",
    "తెలుగు", "සිංහල", "ᏣᎳᎩ", "ꆈꌠꉙ", "㐀㐁㐂", "𠀀𠀁", "①②③", "→ ★ ✓", "猫が庭で", "ねこ", "小猫可爱",
    "고양이가", "½", "∑ ≤ ∞",
]
XMP = {
    "exif:ExposureTime": ["1/250", "0.004", "2"], "exif:ShutterSpeedValue": ["8/1"],
    "exif:FNumber": ["28/10", "2.8"], "exif:ApertureValue": ["4/1"], "exif:FocalLength": ["50/1", "50.5"],
    "exif:ISOSpeedRatings": ["400"], "exifEX:PhotographicSensitivity": ["400"],
    "exifEX:RecommendedExposureIndex": ["400"], "exifEX:StandardOutputSensitivity": ["400"],
    "exifEX:ISOSpeed": ["400"], "exifEX:LensModel": ["RF50mm"], "aux:Lens": ["EF50mm f/1.8"],
    "aux:LensInfo": ["24/1 70/1 28/10 28/10"], "MicrosoftPhoto:LensModel": ["50 mm"],
    "tiff:Make": ["Canon"], "tiff:Model": ["Canon EOS R5"], "tiff:Artist": ["Ada"],
    "tiff:ImageDescription": ["A moon"], "tiff:Copyright": ["Ada Ltd"],
    "tiff:DateTime": ["2020-01-02T03:04:05"], "xmp:ModifyDate": ["2020-01-02T03:04:05"],
    "xmp:CreateDate": ["2020-01-02T03:04:05+02:00"], "photoshop:DateCreated": ["2020-01-02", "2020-01-02T03:04"],
    "exif:DateTimeOriginal": ["2020-01-02T03:04:05.25"], "exif:DateTimeDigitized": ["2020-01-02T03:04:05"],
    "dc:title": ["A moon"], "dc:description": ["A moon"], "dc:creator": ["Ada"], "dc:rights": ["Ada Ltd"],
    "dc:subject": ["moon"], "photoshop:City": ["Bern"], "photoshop:Country": ["Schweiz"],
    "Iptc4xmpCore:Location": ["Altstadt"], "exif:UserComment": ["seen"],
}
DATASETS = {5: "A moon", 25: "moon", 55: "20200102", 62: "20190102", 80: "Ada", 90: "Bern", 92: "Altstadt",
            101: "Schweiz", 116: "Ada Ltd", 120: "A moon"}
CHARACTER_SETS = [(b"\x1b%G", "utf-8", "Größe 猫"), (b"", "cp1252", "Größe €"), (b"\x1b.A", "latin-1", "Größe"),
                  (b"\x1b-A", "latin-1", "Größe")]


def packet(properties):
    def quoted(value):
        return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    names = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in NAMESPACES.items())
    attributes = " ".join(f'{name}="{quoted(value)}"' for name, value in properties.items())
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/">'
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" {names} {attributes}/></rdf:RDF></x:xmpmeta>').encode()


def write(folder):
    """Writes all pictures, and returns how many there are."""
    base = plain_jpeg()
    count = 0

    def jpeg(name, exif=None, xmp=None, iptc=None):
        nonlocal count
        segments = b""
        for marker, data in ((b"\xff\xe1", exif and b"Exif\0\0" + exif),
                             (b"\xff\xe1", xmp and b"http://ns.adobe.com/xap/1.0/\0" + packet(xmp)),
                             (b"\xff\xed", iptc and b"Photoshop 3.0\0008BIM\4\4\0\0"
                              + struct.pack(">I", len(iptc)) + iptc + b"\0" * (len(iptc) % 2))):
            if data:
                segments += marker + struct.pack(">H", len(data) + 2) + data
        (folder / f"{count:04}-{name}.jpg").write_bytes(base[:2] + segments + base[2:])
        count += 1

    for order in "<>":
        for name, (tag, *samples) in NUMBERS.items():
            for values in samples:
                for form, value in numbers(values, order):
                    # ExifTool reads the bytes of every ShutterSpeedValue as a fraction.
                    if name == "ShutterSpeedValue" and "rational" not in form:
                        continue
                    jpeg(f"{name}-{form}-exif", directories([], [(tag, *value)], order=order))
                    jpeg(f"{name}-{form}-first", directories([(tag, *value)], order=order))
        for latitude, longitude in (([48.5], [2.25]), ([48, 30], [2, 15]), ([48, 30, 30], [2, 15, 45])):
            for (form, north), (_, east) in zip(numbers(latitude, order), numbers(longitude, order)):
                for letters in ("NE", "SW", "sw"):
                    jpeg(f"position-{form}-{letters}", directories([], [], [
                        (1, *text(letters[0])), (2, *north), (3, *text(letters[1])), (4, *east)], order))
        for kind in range(0, 8):
            entries = [(34864, 3, 1, struct.pack(order + "H", kind))] + [
                (tag, 4, 1, struct.pack(order + "I", tag - 34000)) for tag in (34865, 34866, 34867)]
            jpeg(f"sensitivity-{kind}", directories([], entries, order=order))
            jpeg(f"sensitivity-{kind}-first", directories(entries, order=order))
        for script in SCRIPTS:
            data = b"UNICODE\0" + script.encode("utf-16-le" if order == "<" else "utf-16-be")
            entry = (USER_COMMENT, UNDEFINED, len(data), data)
            jpeg("comment", directories([], [entry], order=order))
            jpeg("comment-first", directories([entry], order=order))
    for name, (tag, value) in TEXTS.items():
        jpeg(f"{name}-exif", directories([], [(tag, *text(value))]))
        jpeg(f"{name}-first", directories([(tag, *text(value))]))
        jpeg(f"{name}-both", directories([(tag, *text(value))], [(tag, *text(value))]))
    for name, values in XMP.items():
        for value in values:
            jpeg(name.replace(":", "-"), xmp={name: value})
    # Which place comes first: XMP beside Exif, and beside Exif values that say nothing.
    everything = {name: values[0] for name, values in XMP.items()}
    jpeg("xmp-all", xmp=everything)
    known = [(tag, *text(value)) for tag, value in TEXTS.values() if tag != 33434]
    jpeg("exif-and-xmp", directories(known, [(34855, 3, 1, struct.pack("<H", 64))]), everything)
    jpeg("maker-alone", directories([(271, *text("Canon"))]), {"tiff:Model": "EOS R5"})
    for nothing in ("----", "0", "unknown", "   "):
        unknown = [(tag, *text(nothing)) for tag in (271, 272, 42036)]
        zeros = [(tag, 5, 1, bytes(8)) for tag in (33434, 33437, 37386)]
        jpeg("unknown", directories(unknown, zeros), everything)
    for latitude, longitude in POSITIONS:
        jpeg("position", xmp={"exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude})

    def dataset(number, data, record=2):
        return b"\x1c" + bytes([record, number]) + struct.pack(">H", len(data)) + data

    for number, value in DATASETS.items():
        jpeg(f"iptc-{number}", iptc=dataset(number, value.encode()))
    for number in (55, 62):
        data = dataset(number, b"20200102") + dataset(number + 5 if number == 55 else 63, b"030405+0000")
        jpeg(f"iptc-{number}-time", iptc=data)
    for mark, encoding, value in CHARACTER_SETS:
        data = (dataset(90, mark, record=1) if mark else b"") + dataset(120, value.encode(encoding))
        jpeg("iptc-encoding", iptc=data)
    return count
