#!/usr/bin/env python3
"""Makes icons of 16 to 128 pixels with soft transparent edges, for the benchmarks.

usage: make-icons.py OUT COUNT

The same arguments give the same pictures. Needs Pillow."""
import os
import random
import sys

from PIL import Image, ImageDraw

out, count = sys.argv[1], int(sys.argv[2])
os.makedirs(out, exist_ok=True)
for number in range(count):
    pick = random.Random(number)
    size = pick.choice([16, 24, 32, 48, 64, 96, 128])
    big = Image.new("RGBA", (4 * size, 4 * size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    for _ in range(pick.randint(2, 6)):
        box = sorted(pick.randint(0, 4 * size) for _ in range(2)) + sorted(pick.randint(0, 4 * size) for _ in range(2))
        box = (box[0], box[2], box[1], box[3])
        color = tuple(pick.randint(0, 255) for _ in range(3)) + (pick.choice([255, 255, 180]),)
        pick.choice([draw.ellipse, draw.rectangle])(box, fill=color)
    big.resize((size, size), Image.LANCZOS).save(f"{out}/icon{number:05d}.png")
