#!/usr/bin/env python3
"""Compares the facts of pictures with those that ExifTool reads, and lists where they differ.

    Tests/Pipelines/exiftool.py .build/debug/contactsheet [folder or file...]

Each fact must have the value that ExifTool reads at the first place in our table (FactPlaces.swift)
that has one. Without folders, the script makes pictures with every number in every TIFF type, every
text in every directory, and XMP in the spellings that programs use, and adds the corpora beside the
repository if there are any. Intended differences are counted with their reasons; any other is
printed, and makes the script exit with 1. Without ExifTool (apt-get install
libimage-exiftool-perl) it does nothing.
"""

import collections
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import exiftool_pictures

CORPORA = ["jpeg", "reports", "color", "pngsuite"]


def exif(*tags):
    """Tags that belong in the Exif IFD, which may also be in the first directory."""
    return [f"{group}:{tag}" for tag in tags for group in ("ExifIFD", "IFD0")]


def first(*tags):
    """Tags that belong in the first directory, which may also be in the Exif IFD."""
    return [f"{group}:{tag}" for tag in tags for group in ("IFD0", "ExifIFD")]


# The places of each fact, first to last, by the groups and names of ExifTool. Maker notes, which
# ExifTool groups by maker, are not read, and the texts of a PNG are found by keyword: {text:Title}.
NUMBERS = {
    "exposure": exif("ExposureTime", "ShutterSpeedValue")
    + ["XMP-exif:ExposureTime", "XMP-exif:ShutterSpeedValue"],
    "aperture": exif("FNumber", "ApertureValue") + ["XMP-exif:FNumber", "XMP-exif:ApertureValue"],
    "focal": exif("FocalLength") + ["XMP-exif:FocalLength"],
}
LENS_SPECIFICATIONS = ["LensInfo", "DNGLensInfo"]
TEXTS = {
    "lens": exif("LensModel", "Lens", "LensInfo") + first("DNGLensInfo")
    + ["XMP-exifEX:LensModel", "XMP-aux:Lens", "XMP-microsoft:LensModel", "XMP-exifEX:LensInfo",
       "XMP-aux:LensInfo"],
    "artist": ["XMP-dc:Creator", "XMP-tiff:Artist", "IPTC:By-line"] + first("Artist", "XPAuthor"),
    "copyright": ["XMP-dc:Rights", "XMP-tiff:Copyright", "IPTC:CopyrightNotice"] + first("Copyright"),
    "title": ["XMP-dc:Title", "IPTC:ObjectName"] + first("XPTitle"),
    "description": ["XMP-dc:Description", "XMP-tiff:ImageDescription", "IPTC:Caption-Abstract"]
    + first("ImageDescription"),
    "keywords": ["XMP-dc:Subject", "XMP-digiKam:TagsList", "XMP-lr:HierarchicalSubject",
                 "XMP-microsoft:LastKeywordXMP", "XMP-mediapro:CatalogSets", "IPTC:Keywords"]
    + first("XPKeywords"),
    "city": ["XMP-photoshop:City", "XMP-iptcExt:LocationCreatedCity", "XMP-iptcExt:LocationShownCity",
             "IPTC:City"],
    "country": ["XMP-photoshop:Country", "XMP-iptcExt:LocationCreatedCountryName",
                "XMP-iptcExt:LocationShownCountryName", "IPTC:Country-PrimaryLocationName"],
    "location": ["XMP-iptcCore:Location", "XMP-iptcExt:LocationCreatedSublocation",
                 "XMP-iptcExt:LocationShownSublocation", "IPTC:Sub-location"],
    "comment": exif("UserComment") + first("XPComment") + ["XMP-exif:UserComment"],
}
TIMES = exif("DateTimeOriginal", "CreateDate") \
    + ["XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-exif:DateTimeDigitized",
       "XMP-xmp:CreateDate", "IPTC:DateCreated", "IPTC:DigitalCreationDate"] \
    + first("ModifyDate") + ["XMP-xmp:ModifyDate", "XMP-tiff:DateTime"]
TIMES_OF_DAY = {"IPTC:DateCreated": "IPTC:TimeCreated",
                "IPTC:DigitalCreationDate": "IPTC:DigitalCreationTime"}


def sensitivities(said):
    """The places of the sensitivity, whose order depends on its type."""
    def named(kind):
        return {1: ["StandardOutputSensitivity"], 3: ["ISOSpeed"], 5: ["ISOSpeed"]}.get(kind, [])

    def kind(*places):
        return next((int(number(said[place][0]) or 0) for place in places if place in said), 0)

    own = named(kind("ExifIFD:SensitivityType", "IFD0:SensitivityType"))
    theirs = named(kind("XMP-exifEX:SensitivityType"))
    others = ["RecommendedExposureIndex", "ISOSpeed", "StandardOutputSensitivity"]
    return exif("ISO", *own, *others) + [
        f"XMP-{place}" for place in ["exifEX:PhotographicSensitivity", "exif:ISO"]
        + ["exifEX:" + tag for tag in theirs]
        + ["exifEX:RecommendedExposureIndex", "exifEX:StandardOutputSensitivity", "exifEX:ISOSpeed"]]


def listed(command, paths):
    run = subprocess.run([command, "--no-config", "--list", "-r", *paths], capture_output=True)
    return map(json.loads, run.stdout.decode("utf-8", "replace").splitlines())


def told(paths):
    """What ExifTool says about each file: values by group and tag, several for repeated tags."""
    run = subprocess.run(
        ["exiftool", "-n", "-j", "-a", "-G1:4", "-r", "-q", "-q", "-sep", "\x1f",
         "-charset", "iptc=cp1252", "-charset", "exif=cp1252", "-ext", "*", *paths],
        capture_output=True)
    files = {}
    for file in json.loads(run.stdout or "[]"):
        said = files[str(pathlib.Path(file.pop("SourceFile")))] = collections.defaultdict(list)
        for key, value in file.items():
            # The copies of a tag have another group in between: XMP-dc:Copy1:Subject.
            if value not in ("", None):
                said[key.split(":")[0] + ":" + key.split(":")[-1]].append(value)
    return files


def first_of(said, places, known):
    """The first place with a known value, and its values."""
    for place in places:
        found = [value for value in map(known, said.get(place, [])) if value is not None]
        if found:
            return place, found
    return None, []


def number(value):
    """The first known number from ExifTool, or in one of our texts: "1/250 s", "f/2.8" or "50 mm"."""
    for word in str(value).removeprefix("f/").split():
        try:
            parts = word.split("/")
            parsed = float(parts[0]) / float(parts[1] if len(parts) > 1 else 1)
        except (ValueError, IndexError, ZeroDivisionError):
            continue
        if math.isfinite(parsed) and 1e-10 < parsed < 1e10 and parsed != 65535:
            return parsed
    return None


def plain(text):
    """A text reduced to what is compared: without white space and what ExifTool replaces."""
    return " ".join(str(text).replace("\x1f", ", ").replace("\r", " ").split()).strip(" .?")


def specification(text):
    """A lens's focal lengths and f-numbers as we show them; None if they are not known."""
    numbers = [number(word) if number(word) else 0 for word in str(text).split()]
    if len(numbers) != 4 or not numbers[0]:
        return None

    def span(low, high):
        shown = dict.fromkeys(f"{math.floor(n * 10 + 0.5) / 10:g}" for n in (low, high) if n)
        return "-".join(shown)
    apertures = span(*numbers[2:])
    return span(*numbers[:2]) + "mm" + (f" f/{apertures}" if apertures else "")


class Report:
    def __init__(self):
        self.equal = collections.Counter()
        self.meant = collections.Counter()
        self.wrong = []

    def compare(self, path, fact, ours, place, theirs, is_equal, reason):
        if ours is None and not theirs or any(is_equal(ours, their) for their in theirs):
            self.equal[fact] += 1
        elif reason is not None:
            self.meant[f"{fact}: {reason}"] += 1
        else:
            said = f"{place} has {theirs!r}" if theirs else "ExifTool has none"
            self.wrong.append(f"{path}: {fact} is {ours!r}, {said}")


NOTHING = ("", "unknown", "0", "[none] (photographer) - [none] (editor)")


def is_none(text):
    """Whether a text is blank, or a word that a camera writes for an unknown value."""
    known = plain(text)
    return known.lower() in NOTHING or set(known) <= set("-")


def reason_for_text(ours, theirs, path=""):
    if has_sidecar(path):
        return "a file beside the picture"
    if ours is None:
        if any("(Binary data" in str(text) for text in theirs):
            return "binary data"
        return None
    if len(ours) > 250 or ours.endswith("\u2026"):
        return "cut to the length that is kept"
    if any("\ufffd" in str(their) or "?" in str(their) for their in theirs):
        return "ExifTool replaces bytes"
    if any(unmarked(their) == ours for their in theirs):
        return "UTF-8 without a mark"
    if any(plain(ours) == text for their in theirs for text in as_utf8(their)):
        return "UTF-8 in a comment that is marked as Unicode, as Exif 3 has it"
    if any(plain(str(their).replace(";", ", ")) == plain(ours) for their in theirs):
        return "semicolons between keywords"
    return None


def has_sidecar(path):
    file = pathlib.Path(path)
    return bool(path) and any(other.exists() for other in
                              (file.with_suffix(".xmp"), file.with_name(file.name + ".xmp")))


def unmarked(text):
    """The UTF-8 text that was read as Windows-1252; None if it was not UTF-8."""
    try:
        return plain(str(text).encode("cp1252").decode("utf-8"))
    except UnicodeError:
        return None


def as_utf8(text):
    """The UTF-8 texts that were read as UTF-16 in either byte order."""
    for order in ("utf-16-le", "utf-16-be"):
        try:
            yield plain(str(text).encode(order).decode("utf-8").rstrip("\0").removeprefix("\ufeff"))
        except UnicodeError:
            pass


def compare(said, ours, report, path):
    beside = "a file beside the picture" if has_sidecar(path) else None
    for fact, places in {**NUMBERS, "iso": sensitivities(said)}.items():
        place, theirs = first_of(said, places, number)
        mine = number(ours[fact]) if fact in ours else None
        # In our texts, numbers have one decimal place, or are fractions of a whole number.
        report.compare(path, fact, mine, place, theirs,
                       lambda a, b: a is not None and math.isclose(a, b, rel_tol=0.02, abs_tol=0.05),
                       beside)
    for fact, places in TEXTS.items():
        compare_text(fact, places, said, ours.get(fact), report, path)
    compare_camera(said, ours.get("camera"), report, path)
    compare_position(said, ours, report, path)
    compare_time(said, ours.get("taken"), report, path)


def compare_text(fact, places, said, ours, report, path):
    def known(text):
        if fact == "keywords":
            # The last level of hierarchical keywords, each once.
            text = "\x1f".join(dict.fromkeys(
                re.split(r"[|/]", word)[-1] if "dc:" not in place else word
                for word in str(text).split("\x1f")))
        return None if (is_none(text) if fact in ("lens", "copyright") else plain(text) == "") else text

    for place in places:
        if place.split(":")[1] in LENS_SPECIFICATIONS:
            theirs = [shown for text in said.get(place, []) if (shown := specification(text))]
        else:
            theirs = [text for text in map(known, said.get(place, [])) if text is not None]
        if theirs:
            break
    else:
        place, theirs = None, []
    # A repeated property stands for all of its values, each once.
    joined = [", ".join(dict.fromkeys(part for text in theirs for part in str(text).split("\x1f")))]
    report.compare(path, fact, ours, place, theirs + joined if theirs else [],
                   lambda a, b: a is not None and plain(a) == plain(b),
                   reason_for_text(ours, theirs, path))


def compare_camera(said, camera, report, path):
    def known(text):
        return None if is_none(text) else text

    place, models = first_of(said, first("Model") + ["XMP-tiff:Model"], known)
    _, makers = first_of(said, first("Make") + ["XMP-tiff:Make"], known)
    generator = any("{" in str(text) for text in models + makers)
    # A camera's name ends with the model, and does not repeat the maker.
    report.compare(path, "camera", camera, place or "Make", models or makers,
                   lambda a, b: a is not None and (
                       plain(a).lower().endswith(plain(b).lower()) if models
                       else plain(a).split()[0].lower() in plain(b).lower()),
                   "settings of a generator in place of the camera" if generator
                   else reason_for_text(camera, models or makers, path))


def compare_position(said, ours, report, path):
    def angle(group, axis, letters):
        values = said.get(f"{group}:GPS{axis}")
        try:
            value = float(str(values[0]).split()[0]) if values else None
        except ValueError:
            return None
        reference = str((said.get(f"{group}:GPS{axis}Ref") or [""])[0]).strip()[:1].upper()
        return value if value is None or reference != letters or value < 0 else -value

    known = [pair for group in ("GPS", "XMP-exif")
             if None not in (pair := (angle(group, "Latitude", "S"), angle(group, "Longitude", "W")))]
    theirs = known[:1]
    mine = ours.get("position")
    mine = tuple(map(float, mine.split(", "))) if mine else None
    reason = "a file beside the picture" if has_sidecar(path) else None
    if theirs and mine is None:
        if theirs == [(0, 0)]:
            reason = "zeros of a camera without a fix"
        elif abs(theirs[0][0]) > 90 or abs(theirs[0][1]) > 180:
            reason = "not on earth"
    report.compare(path, "position", mine, "GPS", theirs,
                   lambda a, b: a is not None and max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 1e-4,
                   reason)


def compare_time(said, taken, report, path):
    def digits(value):
        return "".join(c for c in str(value) if c.isdigit())[:12]

    for place in TIMES:
        theirs = [str(value) for value in said.get(place, []) if is_day(value)]
        if theirs and place in TIMES_OF_DAY:
            theirs = [value + str((said.get(TIMES_OF_DAY[place]) or [""])[0]) for value in theirs]
        if theirs:
            break
    else:
        place, theirs = None, []
    # Of a date without a time, only the day is shown.
    report.compare(path, "taken", taken, place, theirs,
                   lambda a, b: a is not None and digits(spelled(b)).startswith(digits(a)),
                   "a file beside the picture" if has_sidecar(path)
                   else "ExifTool ends a text at a NUL" if taken and any(
                       digits(taken).startswith(digits(their)) for their in theirs) else None)


def spelled(value):
    """A time with two digits for each number, which some programs pad with spaces or not at all."""
    parts = re.findall(r"\d+", str(value))
    return "".join(part.zfill(2) for part in parts)


def is_day(value):
    """Whether a time from ExifTool is on a day of the calendar."""
    parts = re.match(r"\s*(\d{4})[^\d]+(\d{1,2})[^\d]+(\d{1,2})(?!\d)", str(value))
    return bool(parts) and parts[1] != "0000" and 1 <= int(parts[2]) <= 12 and 1 <= int(parts[3]) <= 31


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if shutil.which("exiftool") is None:
        print("skipped: there is no exiftool (apt-get install libimage-exiftool-perl)")
        return
    command = str(pathlib.Path(sys.argv[1]).resolve())
    corpora = pathlib.Path(__file__).resolve().parents[3] / "shared" / "corpora"
    with tempfile.TemporaryDirectory() as made:
        paths = sys.argv[2:]
        if not paths:
            paths = [made] + [str(corpora / name) for name in CORPORA if (corpora / name).is_dir()]
            print(f"made {exiftool_pictures.write(pathlib.Path(made))} pictures")
        report = run(command, paths)
    sys.exit(1 if report.wrong else 0)


def run(command, paths):
    report, unread = Report(), 0
    said = told(paths)
    for ours in listed(command, paths):
        if "error" in ours:
            unread += 1
        elif (path := str(pathlib.Path(ours["path"]))) in said:
            compare(said[path], ours, report, path)
    print(f"{sum(report.equal.values())} facts are equal, {unread} pictures cannot be read")
    for reason, count in sorted(report.meant.items()):
        print(f"{count} differ as intended: {reason}")
    print("\n".join(report.wrong))
    return report


main()
