#!/usr/bin/env python3
"""Makes the JPEGs in SampleImages/Photographs from our own pictures: one stored on its side, one with a profile, one
progressive. Needs Pillow.

usage: .github/photographs.py"""
import io
import pathlib
import struct

from PIL import Image, ImageCms

samples = pathlib.Path(__file__).parents[1] / "SampleImages"
folder = samples / "Photographs"


def profile():
    """Display P3 with a power of 2.2 (SMPTE EG 432-1; its columns under D50), as an ICC version 2 profile."""
    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(*values):
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
    name = b"Ours, as wide as Display P3\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78)
    tags = [
        (b"desc", description), (b"cprt", b"text\0\0\0\0No copyright\0"), (b"wtpt", xyz(0.9642, 1, 0.8249)),
        (b"rXYZ", xyz(0.51512, 0.2412, -0.00105)), (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.1571, 0.06657, 0.78407)), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve),
    ]
    table, data, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for tag, content in tags:
        table += tag + struct.pack(">II", start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    head = struct.pack(">I4sI4s4s4s", start + len(data), b"none", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    head += bytes(12) + b"acsp" + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head.ljust(128, b"\0") + table + data


def picture(name):
    return Image.open(samples / name).convert("RGB")


folder.mkdir(exist_ok=True)
turned = picture("evening clouds.png").transpose(Image.Transpose.ROTATE_90)
exif = Image.Exif()
exif[274] = 6  # Orientation: to be rotated to the right.
turned.save(folder / "evening clouds, on their side.jpg", quality=90, exif=exif)

wide = profile()
converted = ImageCms.profileToProfile(
    picture("sun on the sea.png"), ImageCms.createProfile("sRGB"), ImageCms.ImageCmsProfile(io.BytesIO(wide)))
converted.save(folder / "sun on the sea, in wide colours.jpg", quality=90, icc_profile=wide)

picture("forest in fog.png").save(folder / "forest in fog, progressive.jpg", quality=90, progressive=True)
