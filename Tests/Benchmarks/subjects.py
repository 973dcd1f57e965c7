#!/usr/bin/env python3
"""Measures the fraction of pictures' subjects that crops keep.

usage: subjects.py CONTACTSHEET FOLDER [ALIGN...]

FOLDER holds pictures and boxes.tsv: a heading, then a line for each picture. A line has the
picture's name and, after tabs, the box of its subject as left,top,right,bottom in per cent of
the upright picture.

For each of ALIGN (subject and center) and for square and 4:5 cells, prints two numbers. The
first is the mean fraction of the subject's area that is kept. The second is the fraction of
pictures that lose more than 30 per cent of the area that could have been kept.
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
            name, box = line.rstrip("\n").split("\t")[:2]
            boxes[name] = [float(side) / 100 for side in box.split(",")]
    names = [os.path.join(folder, name) for name in sorted(boxes)]
    print("align\tcell\tpictures\tkept %\tlost %")
    for align in sys.argv[3:] or ["subject", "center"]:
        for cell in ["160x160", "160x200"]:
            print("\t".join([align, cell, str(len(names))] + measure(command, names, boxes, align, cell)))


def measure(command, names, boxes, align, cell):
    with tempfile.TemporaryDirectory() as place:
        manifest = os.path.join(place, "sheet.json")
        subprocess.run(
            [command, "--no-config", *names, "--scale", "fill", "--align", align, "--cell", cell,
             "--output", os.path.join(place, "sheet.png"), "--manifest", manifest],
            check=True, stderr=subprocess.DEVNULL)
        with open(manifest) as file:
            pages = json.load(file)["pages"]
    kept, lost, count = 0.0, 0, 0
    for tile in (tile for page in pages for tile in page["tiles"]):
        box = boxes[os.path.basename(tile["source"])]
        crop = tile["crop"]
        share, possible = 1.0, 1.0
        for start, end, first, length, side in [
            (box[0], box[2], crop["x"], crop["width"], tile["sourceWidth"]),
            (box[1], box[3], crop["y"], crop["height"], tile["sourceHeight"]),
        ]:
            common = min(end, (first + length) / side) - max(start, first / side)
            share *= max(0, common) / (end - start)
            possible *= min(1, length / side / (end - start))
        kept += share
        lost += share < 0.7 * possible
        count += 1
    return [f"{100 * kept / count:.1f}", f"{100 * lost / count:.1f}"]


main()
