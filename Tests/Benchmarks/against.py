#!/usr/bin/env python3
"""Prints the CPU seconds that some twenty kinds of run take with two builds, and their ratio.

usage: against.py OLD NEW PICTURES [--limit RATIO] [KIND...]

Each figure is the least of five runs, user and system time together; the builds take turns. A kind
over the limit is run up to fifteen times more, since other programs only ever make a run slower. The
folder PICTURES is made if it does not exist. Both builds must put the tiles of a kind in the same
places, so that they do the same work. Exits with 1 if they do not, or if a ratio is over the limit.
Needs numpy and Pillow."""
import argparse
import itertools
import json
import os
import pathlib
import platform
import random
import resource
import shlex
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageDraw

HERE = pathlib.Path(__file__).resolve().parent
RUNS = 5

# The kinds of run. Options whose defaults have changed over time are given explicitly.
ICONS = "icons --tile 80x --cell 64"
SCREENS = "screens/after --tile 6x --cell 320x200 --edge=none"
KINDS = {
    "photographs": "photographs --tile 4x --cell 256",
    "icons": ICONS,
    "screens": SCREENS,
    "JPEG": "jpeg --tile 4x --cell 256",
    "dry run": f"{ICONS} --dry-run",
    "list": "icons '--list={path} {width}'",
    "copies": "theme -r --tile 80x --cell 64 --duplicates mark --label '{stem}' "
    "--label-position over",
    "likeness": "theme/64 --tile 80x --cell 64 --sort likeness",
    "comparing screens": "screens/after --compare screens/before --cell 320x200 --edge=none",
    "comparing photographs": "jpeg/0.jpg --compare photographs/0.png --cell 256",
    "matrix": "screens/after --layout matrix --parse '{line}-{place}' --rows-by '{line}' "
    "--columns-by '{place}' --cell 240x150 --edge=none",
    "sections": f"{ICONS} --group-by '{{width}}' --group-break section",
    "rows": "screens/after --layout rows --size 1600 --row-height 240 --edge=none",
    "collage": "screens/after --layout collage --size 1600x1200 --edge=none",
    "labels": f"{ICONS} --label '{{stem}}'",
    "PDF": f"{SCREENS} --quality exact -o sheet.pdf",
    "JPEG sheet": "photographs --tile 4x --cell 512 -o sheet.jpg",
    "HTML": f"{ICONS} --html page.html",
    "subjects": "jpeg --tile 4x --cell 200 --scale fill --align subject",
    "16 bits": "photographs --tile 4x --cell 256 --depth 16",
    "sharpening": "jpeg --tile 4x --cell 512 --sharpen 1",
    "decoration": f"{SCREENS} --radius 8 --shadow '8 #0008' --border '1 gray'",
    "planning": f"{ICONS} --dry-run --manifest plan.json",
    "plan": "--from-plan plan.json",
}
# What replaces an argument for earlier builds. A replacement is used if the build's help lists its
# first option; an empty one drops an option that the help does not list.
EARLIER = {
    "--list={path} {width}": ["--list-format={path} {width}"],
    "--edge=none": [],
}


def screen(number, is_later):
    """A page of a program: text, panels and a chart; every third page changes."""
    pick = random.Random(number)
    image = Image.new("RGB", (1280, 800), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 1280, 56), fill=(30, 40, 70 + number))
    for left in (20, 440, 860):
        draw.rectangle((left, 80, left + 400, 780), outline="silver", fill=(248, 249, 251))
        for y in range(96, 768, 24):
            words = (pick.choice(("open", "saved", "total", "1,204", "new")) for _ in range(9))
            draw.text((left + 14, y), " ".join(words), fill=(40, 44, 52))
    draw.line([(460 + 12 * x, 700 - pick.randint(0, 180)) for x in range(32)], (200, 60, 40), 3)
    if is_later and number % 3 == 0:
        draw.rectangle((300, 200, 520, 320), fill=(200, 30, 60))
        draw.text((900, 20), "12:04:31", fill="white")
    return image


def make_pictures(folder):
    """Makes icons, a theme of icons in five sizes, screens before and after a change, and
    photographs as PNG and as JPEG."""
    (folder / "samples").mkdir(parents=True)
    noise = numpy.random.default_rng(1)
    for name in ("aurora over the fjord", "dew on a leaf", "harbour at night", "sun on the sea"):
        # Large enough for the mosaics of make-photos.py, and with noise like a sensor's.
        sample = Image.open(HERE / f"../../SampleImages/{name}.png").convert("RGB")
        pixels = numpy.asarray(sample.resize((1440, 960))) + noise.normal(0, 5, (960, 1440, 3))
        Image.fromarray(pixels.clip(0, 255).astype("uint8")).save(folder / f"samples/{name}.png")
    for script, *arguments in (
        ("make-icons.py", folder / "icons", 4000),
        ("make-photos.py", folder / "samples", folder / "photographs", 8),
    ):
        command = [sys.executable, HERE / script, *map(str, arguments)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    (folder / "jpeg").mkdir()
    for number, path in enumerate(sorted((folder / "photographs").iterdir())):
        path = path.rename(path.with_name(f"{number}.png"))
        Image.open(path).save(folder / f"jpeg/{number}.jpg", quality=90)
    large = (path for path in sorted((folder / "icons").iterdir()) if Image.open(path).width >= 96)
    for path in itertools.islice(large, 800):
        for size in (16, 24, 32, 48, 64):
            (folder / f"theme/{size}").mkdir(parents=True, exist_ok=True)
            Image.open(path).resize((size, size)).save(folder / f"theme/{size}/{path.name}")
    for side in ("before", "after"):
        (folder / "screens" / side).mkdir(parents=True)
        for number in range(24):
            path = folder / f"screens/{side}/{number // 6}-{number % 6}.png"
            screen(number, is_later=side == "after").save(path)


class Build:
    """A build of the command, which works in its own folder of links to the pictures."""

    def __init__(self, command, pictures, work):
        self.command, self.work = os.path.abspath(command), work
        work.mkdir()
        for folder in pictures.iterdir():
            (work / folder.name).symlink_to(folder)
        self.help = subprocess.run([command, "--help"], capture_output=True, check=True).stdout.decode()
        self.cpu(KINDS["planning"])

    def spelled(self, word):
        earlier = EARLIER.get(word, [word])
        known = (earlier or [word])[0].split("=")[0]
        return earlier if (f"{known} " in self.help) == bool(earlier) else [word]

    def cpu(self, kind, *more):
        """The CPU seconds of a run."""
        words = [spelled for word in shlex.split(kind) for spelled in self.spelled(word)]
        given = [] if "--from-plan" in words else ["--no-config", "--gap=8", "--margin=8"]
        command = [self.command, *words, *given, "--quiet", *more]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = subprocess.run(command, cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if ended.returncode not in (0, 3):
            sys.exit(f"{shlex.join(command)} ended with {ended.returncode}: {ended.stderr.decode()}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def places(self, kind):
        """The sizes of the pages, and the places of tiles and pictures on them."""
        manifest = "plan.json"
        if "--from-plan" not in kind:
            manifest = "places.json"
            self.cpu(kind.replace(" --dry-run", ""), "--dry-run", f"--manifest={manifest}")
        pages = json.loads((self.work / manifest).read_text())["pages"]
        return [
            (page["width"], page["height"], [(tile["cell"], tile["image"]) for tile in page["tiles"]])
            for page in pages
        ]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("pictures", type=pathlib.Path)
    parser.add_argument("--limit", type=float)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    given = parser.parse_args()
    pictures = given.pictures.resolve()
    if not pictures.exists():
        make_pictures(pictures)
    with open("/proc/cpuinfo") as file:
        model = next(line.split(": ")[1].strip() for line in file if line.startswith("model name"))
    print(f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")
    print("\n| kind | earlier | now | ratio | |\n| --- | --- | --- | --- | --- |")
    failures = 0
    with tempfile.TemporaryDirectory() as work:
        builds = [
            Build(command, pictures, pathlib.Path(work, name))
            for name, command in (("old", given.old), ("new", given.new))
        ]
        for name in given.kinds:
            kind = KINDS[name]
            places = [] if "--list" in kind else [build.places(kind) for build in builds]
            runs = []
            for _ in range(4):
                runs += [[build.cpu(kind) for build in builds] for _ in range(RUNS)]
                old, new = map(min, zip(*runs))
                if not given.limit or new <= given.limit * old:
                    break
            faults = ["other places"] if places and places[0] != places[1] else []
            if given.limit and new > given.limit * old:
                faults.append("over the limit")
            failures += bool(faults)
            row = [name, f"{old:.2f}", f"{new:.2f}", f"{new / old:.2f}", ", ".join(faults)]
            print("|", " | ".join(row), "|", flush=True)
    sys.exit(failures > 0)


main()
