#!/usr/bin/env python3
"""Measures how much of their subjects crops keep.

usage: subjects.py CONTACTSHEET FOLDER [ALIGN...]

FOLDER contains pictures and boxes.tsv: a heading, then a line for each picture with its name and,
after tabs, boxes as left,top,right,bottom in per cent of the upright picture. The first box is
around the subject, an optional second one around what matters most in it.

Prints a row for each ALIGN (by default subject and center), for each of four cell ratios, and for
all pictures and only the tall ones. A row gives the mean fraction of each kind of box that is kept,
and the fraction of pictures that lose more than 30 per cent of what could have been kept.
"""
import json
import os
import subprocess
import sys
import tempfile


def main():
    command, folder = sys.argv[1:3]
    boxes = {}
    with open(os.path.join(folder, "boxes.tsv")) as table:
        for line in list(table)[1:]:
            name, *parts = line.split()
            boxes[name] = [[float(side) / 100 for side in box.split(",")] for box in parts]
    names = [os.path.join(folder, name) for name in sorted(boxes)]
    print("align\tcell\tpictures\tnumber\tkept %\theads %\tlost %")
    for align in sys.argv[3:] or ["subject", "center"]:
        for cell in ["160x160", "160x200", "240x160", "256x144"]:
            tiles = placed(command, names, align, cell)
            for kind in ["all", "tall"]:
                some = [tile for tile in tiles if kind == "all" or tile["sourceHeight"] > tile["sourceWidth"]]
                print("\t".join([align, cell, kind, str(len(some))] + measured(some, boxes)))


def placed(command, names, align, cell):
    """The tiles of a sheet of the pictures."""
    with tempfile.TemporaryDirectory() as place:
        manifest = os.path.join(place, "sheet.json")
        subprocess.run(
            [command, "--no-config", *names, "--scale", "fill", "--align", align, "--cell", cell,
             "--output", os.path.join(place, "sheet.png"), "--manifest", manifest],
            check=True, stderr=subprocess.DEVNULL)
        with open(manifest) as file:
            return [tile for page in json.load(file)["pages"] for tile in page["tiles"]]


def measured(tiles, boxes):
    """The numbers of a row, in per cent."""
    kept, heads, lost = [], [], 0
    for tile in tiles:
        subject, *parts = boxes[os.path.basename(tile["source"])]
        share, possible = shares(tile, subject)
        kept.append(share)
        lost += share < 0.7 * possible
        heads += [shares(tile, part)[0] for part in parts]
    return [f"{100 * sum(values) / max(len(values), 1):.1f}" for values in [kept, heads]] + [
        f"{100 * lost / len(tiles):.1f}"]


def shares(tile, box):
    """The fraction of a box that a tile shows, and the fraction that it could show."""
    share, possible, crop = 1.0, 1.0, tile["crop"]
    for start, end, first, length, side in [
        (box[0], box[2], crop["x"], crop["width"], tile["sourceWidth"]),
        (box[1], box[3], crop["y"], crop["height"], tile["sourceHeight"]),
    ]:
        common = min(end, (first + length) / side) - max(start, first / side)
        share *= max(0, common) / (end - start)
        possible *= min(1, length / side / (end - start))
    return share, possible


main()
