#!/usr/bin/env python3
"""Makes photographic PNGs for the benchmarks.

They are mosaics of crops and mirror images of real photographs, whose detail and noise they
keep.

usage: make-photos.py SOURCES OUT COUNT [WIDTHxHEIGHT, default 4000x3000]

SOURCES is a folder of photographs of at least 500 x 500 pixels, such as ../shared/corpora/kodak.
Equal arguments give equal pictures. Needs Pillow."""
import glob
import os
import random
import sys

from PIL import Image, ImageOps

TILE = 500

folder, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
width, height = map(int, (sys.argv[4] if len(sys.argv) > 4 else "4000x3000").split("x"))
sources = [Image.open(path).convert("RGB") for path in sorted(glob.glob(f"{folder}/*.png"))]
os.makedirs(out, exist_ok=True)
for number in range(count):
    pick = random.Random(number)
    photo = Image.new("RGB", (width, height))
    for y in range(0, height, TILE):
        for x in range(0, width, TILE):
            source = pick.choice(sources)
            left = pick.randint(0, source.width - TILE)
            top = pick.randint(0, source.height - TILE)
            tile = source.crop((left, top, left + TILE, top + TILE))
            photo.paste(ImageOps.mirror(tile) if pick.random() < 0.5 else tile, (x, y))
    photo.save(f"{out}/photo{number:03d}.png")
    print(f"\r{number + 1} of {count}", end="", file=sys.stderr)
