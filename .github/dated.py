#!/usr/bin/env python3
"""Copies PNGs to a folder as photographs from half a year: each gets an eXIf chunk with a time and a camera.

usage: .github/dated.py FOLDER PICTURE..."""
import datetime
import pathlib
import struct
import sys
import zlib


def exif(time, camera):
    """A TIFF header with Model (272), and an Exif IFD with DateTimeOriginal (36867)."""
    model, taken = camera.encode() + b"\0", time.strftime("%Y:%m:%d %H:%M:%S").encode() + b"\0"
    # A directory of n entries has 2 + 12 n + 4 bytes; texts follow both directories.
    texts = 8 + 30 + 18
    first = struct.pack(">HHHIIHHIII", 2, 272, 2, len(model), texts, 0x8769, 4, 1, 8 + 30, 0)
    second = struct.pack(">HHHIII", 1, 36867, 2, len(taken), texts + len(model), 0)
    return b"MM\0*" + struct.pack(">I", 8) + first + second + model + taken


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for number, path in enumerate(sys.argv[2:]):
    png = pathlib.Path(path).read_bytes()
    # Every 9 days and 7 hours, from January on.
    time = datetime.datetime(2025, 1, 18, 8, 20) + number * datetime.timedelta(days=9, hours=7)
    header = 8 + 25  # The signature and IHDR.
    chunks = chunk(b"eXIf", exif(time, "Canon EOS 40D"))
    (folder / f"IMG_{1201 + number}.png").write_bytes(png[:header] + chunks + png[header:])
