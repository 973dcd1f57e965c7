#!/usr/bin/env bash
# Measures how long it takes to plan a collage and a grid of the same pictures, and how even the
# collage is.
#
# usage: Tests/Benchmarks/collage.sh [contactsheet, default .build/release/contactsheet]
set -euo pipefail
contactsheet=$(realpath "${1:-.build/release/contactsheet}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 - "$contactsheet" <<'PY'
import json, os, random, statistics, struct, subprocess, sys, time, zlib

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

def write(path, width, height):
    # Planning reads only headers, so pixels are not needed.
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b""))

shapes = [(3000, 2000)] * 3 + [(2000, 3000), (4000, 3000), (1920, 1080), (1500, 1500)]

def plan(folder, *options):
    start = time.perf_counter()
    done = subprocess.run(
        [sys.argv[1], folder, "--no-config", "--dry-run", "--gap", "0", "--margin", "0",
         "--manifest", "-", *options], check=True, capture_output=True)
    return time.perf_counter() - start, json.loads(done.stdout)

random.seed(13)
print("pictures | collage | grid | cropped: median, 90 % | largest / smallest area: median, 90 %")
for count in (6, 12, 24, 100, 200, 1000):
    times, missed, areas = ([], []), [], []
    for trial in range(30 if count < 100 else 5):
        folder = f"{count}-{trial}"
        os.mkdir(folder)
        for number in range(count):
            write(f"{folder}/{number}.png", *random.choice(shapes))
        height = round(1600 / 2 ** random.uniform(-1, 1))
        collage = ("--layout", "collage", "--size", f"1600x{height}", "--scale", "fill")
        seconds, sheet = plan(folder, *collage)
        times[0].append(seconds)
        times[1].append(plan(folder)[0])
        tiles = sheet["pages"][0]["tiles"]
        def size(t): return t.get("cropSize") or t["crop"]
        crops = [size(t)["width"] * size(t)["height"] / t["sourceWidth"] / t["sourceHeight"]
                 for t in tiles]
        missed.append(1 - statistics.median(crops))
        sizes = [t["cell"]["width"] * t["cell"]["height"] for t in tiles]
        areas.append(max(sizes) / min(sizes))
    tenth = lambda values: sorted(values)[int(len(values) * 0.9)]
    print(f"{count:8} | {1000 * statistics.median(times[0]):4.0f} ms"
          f" | {1000 * statistics.median(times[1]):4.0f} ms"
          f" | {100 * statistics.median(missed):.1f} %, {100 * tenth(missed):.1f} %"
          f" | {statistics.median(areas):.1f}, {tenth(areas):.1f}")
PY
