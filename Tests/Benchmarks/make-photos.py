#!/usr/bin/env python3
"""Makes photographic PNGs for the benchmarks.

They are mosaics of crops and mirror images of real photographs, whose detail and noise are
preserved.

usage: make-photos.py SOURCES OUT COUNT [WIDTHxHEIGHT, default 4000x3000] [KIND, default rgb]

SOURCES is a folder of photographs of at least 500 x 500 pixels, such as ../shared/corpora/kodak.
KIND is rgb, gray, gray-alpha or rgba, one of these with 16 as in rgb16, or pq, hlg, pq16 or hlg16.
Pictures with alpha are opaque in a circle with a soft edge. The low bytes of 16-bit samples are noise.
Each row has the filter with the least sum of magnitudes. The same arguments give the same pictures.
Needs numpy and Pillow."""
import glob
import os
import random
import struct
import sys
import zlib

import numpy as np
from PIL import Image, ImageOps

TILE = 500
CODE_POINTS = {"pq": bytes([9, 16, 0, 1]), "hlg": bytes([9, 18, 0, 1])}


def mosaic(sources, number, width, height):
    pick = random.Random(number)
    photo = Image.new("RGB", (width, height))
    for y in range(0, height, TILE):
        for x in range(0, width, TILE):
            source = pick.choice(sources)
            left = pick.randint(0, source.width - TILE)
            top = pick.randint(0, source.height - TILE)
            tile = source.crop((left, top, left + TILE, top + TILE))
            photo.paste(ImageOps.mirror(tile) if pick.random() < 0.5 else tile, (x, y))
    return photo


def samples(photo, kind, number):
    name = kind.removesuffix("16")
    pixels = np.asarray(photo.convert("L") if "gray" in name else photo)
    pixels = pixels.reshape(photo.height, photo.width, -1)
    if name in ("gray-alpha", "rgba"):
        y, x = np.mgrid[: photo.height, : photo.width]
        distance = np.hypot(y - photo.height / 2, x - photo.width / 2)
        alpha = np.clip(0.35 * photo.width - distance + 128, 0, 255).astype(np.uint8)
        pixels = np.dstack([pixels, alpha])
    if kind.endswith("16"):
        noise = np.random.default_rng(number).integers(0, 256, pixels.shape, np.uint8)
        pixels = np.stack([pixels, noise], axis=-1)
    return pixels.reshape(photo.height, photo.width, -1)


def filtered(rows, above, pixel_bytes):
    """Some rows, each after its filter type; `above` is the row before the first."""
    up = np.vstack([above, rows[:-1]]).astype(np.int16)
    left = np.pad(rows, ((0, 0), (pixel_bytes, 0)))[:, :-pixel_bytes].astype(np.int16)
    corner = np.pad(up, ((0, 0), (pixel_bytes, 0)))[:, :-pixel_bytes]
    estimate = left + up - corner
    to_left, to_up, to_corner = (abs(estimate - other) for other in (left, up, corner))
    paeth = np.where((to_left <= to_up) & (to_left <= to_corner), left,
                     np.where(to_up <= to_corner, up, corner))
    predictions = (0, left, up, (left + up) >> 1, paeth)
    ways = np.stack([(rows - prediction).astype(np.uint8) for prediction in predictions])
    best = np.abs(ways.view(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64).argmin(axis=0)
    chosen = ways[best, np.arange(len(rows))]
    return np.hstack([best.astype(np.uint8)[:, None], chosen]).tobytes()


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(pixels, kind):
    name = kind.removesuffix("16")
    depth = 16 if kind.endswith("16") else 8
    color_type = {"gray": 0, "gray-alpha": 4, "rgba": 6}.get(name, 2)
    height, width, pixel_bytes = pixels.shape
    rows, above = pixels.reshape(height, -1), np.zeros(width * pixel_bytes, np.uint8)
    compressor, data = zlib.compressobj(6), b""
    for start in range(0, height, 100):
        part = rows[start : start + 100]
        data += compressor.compress(filtered(part, above, pixel_bytes))
        above = part[-1]
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0)
    colors = chunk(b"cICP", CODE_POINTS[name]) if name in CODE_POINTS else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + colors
            + chunk(b"IDAT", data + compressor.flush()) + chunk(b"IEND", b""))


def main():
    folder, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    size = sys.argv[4] if len(sys.argv) > 4 else "4000x3000"
    kind = sys.argv[5] if len(sys.argv) > 5 else "rgb"
    sources = [Image.open(path).convert("RGB") for path in sorted(glob.glob(f"{folder}/*.png"))]
    os.makedirs(out, exist_ok=True)
    for number in range(count):
        photo = mosaic(sources, number, *map(int, size.split("x")))
        with open(f"{out}/photo{number:03d}.png", "wb") as file:
            file.write(png(samples(photo, kind, number), kind))
        print(f"\r{number + 1} of {count}", end="", file=sys.stderr)


main()
