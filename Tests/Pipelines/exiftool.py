#!/usr/bin/env python3
"""Compares the facts of pictures with those that ExifTool reads, and lists where they differ.

    Tests/Pipelines/exiftool.py .build/debug/contactsheet [folder or file...]

Without folders, it uses the corpora beside the repository. Intended differences are counted with
their reasons; any other is printed, and makes the script exit with 1. Without ExifTool
(apt-get install libimage-exiftool-perl) it does nothing.
"""

import collections
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys

CORPORA = ["jpeg", "reports", "color", "pngsuite"]
# Each fact, and the ExifTool tags that state it. Maker notes, which ExifTool groups by maker, are not
# read, and the texts of a PNG are found by keyword: {text:Title}.
GROUPS = {"ExifIFD", "IFD0", "IPTC", "GPS", "XMP-exif", "XMP-exifEX", "XMP-aux", "XMP-tiff",
          "XMP-dc", "XMP-photoshop", "XMP-iptcCore", "XMP-iptcExt", "XMP-xmp"}
NUMBERS = {
    "exposure": ["ExposureTime", "ShutterSpeedValue"],
    "aperture": ["FNumber", "ApertureValue"],
    "focal": ["FocalLength"],
    "iso": ["ISO", "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed"],
}
TEXTS = {
    "lens": ["LensModel", "Lens"],
    "artist": ["Creator", "By-line", "Artist", "XPAuthor"],
    "copyright": ["Rights", "CopyrightNotice", "Copyright"],
    "title": ["Title", "ObjectName", "XPTitle"],
    "description": ["Description", "Caption-Abstract", "ImageDescription"],
    "keywords": ["Subject", "Keywords", "XPKeywords"],
    "city": ["City"],
    "country": ["Country", "Country-PrimaryLocationName"],
    "location": ["Location", "Sub-location"],
    "comment": ["UserComment", "XPComment"],
}
TIMES = ["DateTimeOriginal", "CreateDate", "DateCreated", "ModifyDate"]


def listed(command, paths):
    run = subprocess.run([command, "--list", "-r", *paths], capture_output=True)
    return map(json.loads, run.stdout.decode("utf-8", "replace").splitlines())


def told(paths):
    """What ExifTool says about each file: values by group and tag, including repeated tags."""
    run = subprocess.run(
        ["exiftool", "-n", "-j", "-a", "-G1:4", "-r", "-q", "-q", "-sep", "\x1f",
         "-charset", "iptc=cp1252", "-charset", "exif=cp1252", "-ext", "*", *paths],
        capture_output=True)
    return {str(pathlib.Path(file["SourceFile"])): file for file in json.loads(run.stdout or "[]")}


def values(said, tags):
    found = []
    for key, value in said.items():
        # The copies of a tag have another group in between: XMP-dc:Copy1:Subject.
        group, tag = key.split(":")[0], key.split(":")[-1]
        if tag in tags and group in GROUPS and value not in ("", None):
            found.append((tags.index(tag), group, value))
    return found


def number(value):
    """A number from ExifTool, or in one of our texts: 400, "1/250 s", "f/2.8" or "50 mm"."""
    try:
        words = str(value).removeprefix("f/").split()[0].split("/")
        parsed = float(words[0]) / float(words[1] if len(words) > 1 else 1)
    except (ValueError, IndexError, ZeroDivisionError):
        return None
    return parsed if math.isfinite(parsed) and 1e-10 < parsed < 1e10 and parsed != 65535 else None


def plain(text):
    """A text without what does not count: white space, and what ExifTool replaces."""
    return " ".join(str(text).replace("\x1f", ", ").replace("\r", " ").split()).strip(" .?")


class Report:
    def __init__(self):
        self.equal = collections.Counter()
        self.meant = collections.Counter()
        self.wrong = []

    def compare(self, path, fact, ours, theirs, is_equal, reason):
        if ours is None and not theirs or any(is_equal(ours, their) for their in theirs):
            self.equal[fact] += 1
        elif reason is not None:
            self.meant[f"{fact}: {reason}"] += 1
        else:
            self.wrong.append(f"{path}: {fact} is {ours!r}, ExifTool has {theirs!r}")


def reason_for_text(ours, theirs, path=""):
    if has_sidecar(path):
        return "a file beside the picture"
    if ours is None:
        known = [plain(their) for their in theirs]
        if all(text.lower() in ("", "unknown", "0", "[none] (photographer) - [none] (editor)") or set(text) <= set("-") for text in known):
            return "a word for none"
        if any("(Binary data" in text for text in known):
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
    """What UTF-8 text becomes when it is read as Windows-1252."""
    try:
        return plain(str(text).encode("cp1252").decode("utf-8"))
    except UnicodeError:
        return None


def as_utf8(text):
    """What UTF-8 text becomes when it is read as UTF-16."""
    for order in ("utf-16-le", "utf-16-be"):
        try:
            yield plain(str(text).encode(order).decode("utf-8").rstrip("\0"))
        except UnicodeError:
            pass


def compare(said, ours, report, path):
    for fact, tags in NUMBERS.items():
        theirs = [n for _, _, value in sorted(values(said, tags), key=str) if (n := number(value))]
        mine = number(ours[fact]) if fact in ours else None
        # Texts have one decimal, or are fractions of a whole number.
        report.compare(path, fact, mine, theirs,
                       lambda a, b: a is not None and math.isclose(a, b, rel_tol=0.02, abs_tol=0.05),
                       "a file beside the picture" if has_sidecar(path) else None)
    for fact, tags in TEXTS.items():
        theirs = [value for _, _, value in values(said, tags)]
        # A repeated property stands for all of its values, each once.
        if len(theirs) > 1:
            theirs.append(", ".join(dict.fromkeys(
                part for text in theirs for part in str(text).split("\x1f"))))
        reason = reason_for_text(ours.get(fact), theirs, path)
        if reason is None and not theirs and fact in ("lens", "keywords"):
            others = {"lens": ["LensInfo"], "keywords": ["TagsList", "HierarchicalSubject"]}[fact]
            if any(key.split(":")[-1] in others for key in said):
                reason = "from " + " or ".join(others)
        report.compare(path, fact, ours.get(fact), theirs,
                       lambda a, b: a is not None and plain(a) == plain(b), reason)
    compare_camera(said, ours, report, path)
    compare_position(said, ours, report, path)
    compare_time(said, ours, report, path)


def compare_camera(said, ours, report, path):
    camera = ours.get("camera")
    models = [plain(value) for _, _, value in values(said, ["Model"])]
    makers = [plain(value) for _, _, value in values(said, ["Make"])]
    known = [text for text in models + makers if reason_for_text(None, [text]) is None]
    # A camera's name is the model, without repeating the maker.
    report.compare(path, "camera", camera, known,
                   lambda a, b: a is not None and (plain(b)[-4:].lower() in a.lower()
                                                   or a.split()[0].lower() in b.lower()),
                   "settings of a generator in place of the camera"
                   if any("{" in text for text in known) else None)


def compare_position(said, ours, report, path):
    def composite(axis, letters):
        angles, references = (dict((group, value) for _, group, value in values(said, [tag]))
                              for tag in (f"GPS{axis}", f"GPS{axis}Ref"))
        angle = angles.get("GPS", angles.get("XMP-exif"))
        reference = str(references.get("GPS", "")).strip()[:1].upper()
        angle = None if angle is None else float(str(angle).split()[0])
        return angle if angle is None or reference != letters else -abs(angle)

    latitude, longitude = composite("Latitude", "S"), composite("Longitude", "W")
    theirs = [] if None in (latitude, longitude) else [(latitude, longitude)]
    mine = ours.get("position")
    mine = tuple(map(float, mine.split(", "))) if mine else None
    reason = "a file beside the picture" if has_sidecar(path) else None
    if theirs and mine is None:
        if theirs == [(0, 0)]:
            reason = "zeros of a camera without a fix"
        elif abs(latitude) > 90 or abs(longitude) > 180:
            reason = "not on earth"
    report.compare(path, "position", mine, theirs,
                   lambda a, b: a is not None and max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 1e-4,
                   reason)


def compare_time(said, ours, report, path):
    def digits(value):
        return "".join(c for c in str(value) if c.isdigit())[:12]

    found = values(said, TIMES) + [
        (0, "IPTC", str(value) + str(said.get("IPTC:TimeCreated", "")))
        for key, value in said.items() if key == "IPTC:DateCreated"]
    theirs = [value for _, _, value in found if str(value)[:4] not in ("0000", "    ")]
    taken = ours.get("taken")
    # A date without a time is its midnight.
    report.compare(path, "taken", taken, theirs,
                   lambda a, b: a is not None
                   and digits(spelled(b)).startswith(digits(a)[:8 if a.endswith("00:00") else 12]),
                   "a file beside the picture" if has_sidecar(path)
                   else "ExifTool ends a text at a NUL" if taken and any(
                       digits(taken).startswith(digits(their)) for their in theirs)
                   else None if taken or not theirs else impossible_day(theirs))


def spelled(value):
    """A time with two digits for each number, which some programs pad with spaces or not at all."""
    parts = re.findall(r"\d+", str(value))
    return "".join(part.zfill(2) for part in parts)


def impossible_day(theirs):
    def is_day(value):
        parts = str(value).replace("-", ":").replace("/", ":").split(" ")[0].split("T")[0].split(":")
        return len(parts) == 3 and parts[1].isdigit() and 1 <= int(parts[1]) <= 12 \
            and parts[2].isdigit() and 1 <= int(parts[2]) <= 31
    return None if any(is_day(value) for value in theirs) else "no day of the calendar"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if shutil.which("exiftool") is None:
        print("skipped: there is no exiftool (apt-get install libimage-exiftool-perl)")
        return
    command = str(pathlib.Path(sys.argv[1]).resolve())
    corpora = pathlib.Path(__file__).resolve().parents[3] / "shared" / "corpora"
    paths = sys.argv[2:] or [str(corpora / name) for name in CORPORA if (corpora / name).is_dir()]
    if not paths:
        print("skipped: there are no corpora beside the repository")
        return
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
    sys.exit(1 if report.wrong else 0)


main()
