#!/usr/bin/env python3
"""Compares PNGs that have gAMA chunks with what Chromium shows of them.

    Tests/Pipelines/gamma.py .build/release/contactsheet

The exponents are from 0.2 to 5, each with and without a cHRM chunk. Every picture is a row of greys and
colours, shown at its own size on a sheet and on a page. The status is 1 if a sample differs by more than 1.
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from PIL import Image

# Without primaries, Chromium treats 2.1 to 2.3 as sRGB.
EXPONENTS = [0.2, 0.3, 0.5, 0.7, 0.9, 1, 1.2, 1.5, 1.8, 2, 2.09, 2.1, 2.2, 2.3, 2.32, 2.4, 2.6, 3, 4, 5]
COLORS = [(v, v, v) for v in range(0, 256, 5)] + [
    (red, green, blue) for red in (40, 200) for green in (30, 128) for blue in (10, 90, 250)]
HEIGHT = 4


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(exponent, has_primaries):
    """A PNG of COLORS in every row, with the gamma of an exponent and perhaps sRGB's primaries."""
    row = b"\0" + b"".join(bytes(color) for color in COLORS)
    colors = chunk(b"gAMA", struct.pack(">I", round(100_000 / exponent)))
    if has_primaries:
        colors += chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
    return b"\x89PNG\r\n\x1a\n" + b"".join([
        chunk(b"IHDR", struct.pack(">IIBBBBB", len(COLORS), HEIGHT, 8, 2, 0, 0, 0)), colors,
        chunk(b"IDAT", zlib.compress(row * HEIGHT)), chunk(b"IEND", b"")])


def in_chromium(browser, names, folder):
    page, picture = os.path.join(folder, "page.html"), os.path.join(folder, "shown.png")
    with open(page, "w") as file:
        file.write("<body style='margin:0'>" + "".join(f"<img src='{name}' style='display:block'>" for name in names))
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
         "--force-device-scale-factor=1", f"--window-size=500,{HEIGHT * len(names) + 100}",
         f"--screenshot={picture}", "file://" + page],
        check=True, stderr=subprocess.DEVNULL)
    return Image.open(picture).convert("RGB")


def on_sheet(command, names, folder):
    sheet = os.path.join(folder, "sheet.png")
    subprocess.run(
        [command, "--no-config", "-q", *names, "-o", sheet, "--columns", "1", "--scale", "none", "--gap", "0",
         "--margin", "0", "--label", "none"],
        check=True, cwd=folder)
    return Image.open(sheet).convert("RGB")


def main():
    browser = shutil.which("chromium")
    if not browser:
        print("skipped: there is no Chromium", file=sys.stderr)
        return 0
    kinds = [(exponent, has_primaries) for has_primaries in (False, True) for exponent in EXPONENTS]
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{index:02}.png" for index in range(len(kinds))]
        for name, kind in zip(names, kinds):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(png(*kind))
        shown = in_chromium(browser, names, folder)
        sheet = on_sheet(os.path.realpath(sys.argv[1]), names, folder)
    for index, (exponent, has_primaries) in enumerate(kinds):
        places = [(x, HEIGHT * index) for x in range(len(COLORS))]
        difference = max(abs(a - b) for place in places for a, b in zip(shown.getpixel(place), sheet.getpixel(place)))
        worst = max(worst, difference)
        if difference > 1:
            print(f"gamma 1/{exponent}{' with primaries' if has_primaries else ''}: differs by {difference}")
    print(f"{len(kinds)} pictures differ by at most {worst}")
    return worst > 1


sys.exit(main())
