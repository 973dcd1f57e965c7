#!/usr/bin/env python3
"""Times contactsheet --compare and other tools that find changed pictures.

usage: differ.py FOLDER COUNT ROUNDS CONTACTSHEET

Takes COUNT screenshots of at least 100,000 pixels below FOLDER. Pillow encodes each twice, at
levels 6 and 9, so that no two files are identical. Every fourth picture on one side is changed.

Prints the least CPU seconds of ROUNDS rounds in which all tools take turns, minus the seconds of
an idle interpreter. Also prints the number of pairs that each tool finds different, and the least
wall seconds for a page with all pictures embedded (--embed), with one worker and with two. Needs
ImageMagick, and blazediff, pybind11-pixelmatch, numpy and Pillow from PyPI.
"""

import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time
import warnings


def make_pairs(folder, count, work):
    from PIL import Image, ImageDraw

    warnings.simplefilter("ignore")
    numbers = random.Random(7)
    files = [
        file
        for file in sorted(pathlib.Path(folder).rglob("*.png"))
        if (size := Image.open(file).size)[0] * size[1] >= 100_000
    ]
    numbers.shuffle(files)
    (work / "before").mkdir()
    (work / "after").mkdir()
    pixels = 0
    for number, file in enumerate(files[:count]):
        image = Image.open(file).convert("RGB" if number % 3 else "RGBA")
        pixels += image.width * image.height
        image.save(work / f"before/{number:03}.png", compress_level=6)
        if number % 4 == 0:
            draw = ImageDraw.Draw(image)
            for line in range(20):
                place = numbers.randrange(image.width), numbers.randrange(image.height)
                draw.text(place, f"changed text {line}", fill=(200, 20, 40))
        image.save(work / f"after/{number:03}.png", compress_level=9)
    print(f"{len(files[:count])} pairs, {pixels / 1e6:.1f} megapixels on either side")


def pairs(work):
    for before in sorted((work / "before").iterdir()):
        yield before, work / "after" / before.name


def run_peer(name, work):
    """Runs a peer in its own interpreter, so that its CPU seconds are measured separately."""
    if name == "blazediff":
        import blazediff

        found = [
            blazediff.compare(str(one), str(other), threshold=0.1).diff_count
            for one, other in pairs(work)
        ]
    elif name == "pixelmatch":
        import numpy
        import pybind11_pixelmatch
        from PIL import Image

        options = pybind11_pixelmatch.Options()
        options.threshold = 0.1
        found = [
            pybind11_pixelmatch.pixelmatch(
                *(numpy.asarray(Image.open(file).convert("RGBA")) for file in pair), options=options
            )
            for pair in pairs(work)
        ]
    elif name == "pillow":
        from PIL import Image

        found = [Image.open(file).load() and 0 for pair in pairs(work) for file in pair]
    else:
        found = []
    print(sum(map(bool, found)))


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, (ended.stdout + ended.stderr).strip().splitlines()[-1:]


def embedding_seconds(ours, work, workers):
    start = time.monotonic()
    subprocess.run(
        [*ours, "--html", work / "page.html", "--embed", "--jobs", str(workers)],
        capture_output=True, check=False)
    return time.monotonic() - start


def main():
    folder, count, rounds, command = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        make_pairs(folder, count, work)
        ours = [command, work / "after", "--compare", work / "before", "-o", work / "sheet.png"]
        magick = (
            f"for a in {work}/before/*; do"
            f' compare -metric AE "$a" {work}/after/"${{a##*/}}" null: 2>&1; echo; done'
            " | grep -c '^[1-9]'"
        )
        commands = {
            "contactsheet --dry-run": [*ours, "--dry-run"],
            "contactsheet with its sheet": ours,
            "blazediff": [sys.executable, __file__, "peer", "blazediff", work],
            "pixelmatch, in C++, with Pillow": [sys.executable, __file__, "peer", "pixelmatch", work],
            "compare of ImageMagick": ["bash", "-c", magick],
            "decoding alone, by Pillow": [sys.executable, __file__, "peer", "pillow", work],
            "nothing": [sys.executable, __file__, "peer", "nothing", work],
        }
        least, said = {}, {}
        for _ in range(rounds):
            for tool, arguments in commands.items():
                seconds, said[tool] = cpu(arguments)
                least[tool] = min(least.get(tool, seconds), seconds)
        walls = [min(embedding_seconds(ours, work, count) for _ in range(rounds)) for count in (1, 2)]
        print(f"embedded: {walls[0]:.2f} s with one worker, {walls[1]:.2f} s with two, "
              f"{walls[0] / walls[1]:.2f} times as fast")
        for tool, arguments in commands.items():
            if arguments[0] == sys.executable and tool != "nothing":
                least[tool] -= least["nothing"]
        reference = least["contactsheet --dry-run"]
        print("| tool | cpu s | pairs a cpu s | x | says |\n| --- | --- | --- | --- | --- |")
        for tool, seconds in least.items():
            if tool != "nothing":
                print(
                    f"| {tool} | {seconds:.2f} | {count / seconds:.0f} | {seconds / reference:.2f}"
                    f" | {' '.join(said[tool])} |"
                )


if sys.argv[1] == "peer":
    run_peer(sys.argv[2], pathlib.Path(sys.argv[3]))
else:
    main()
