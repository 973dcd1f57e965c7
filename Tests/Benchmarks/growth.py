#!/usr/bin/env python3
"""Prints how a run's time and memory grow with its input, as a Markdown table.

    Tests/Benchmarks/growth.py COMMAND [SUBJECT...]

Each subject is doubled three times. The time is CPU time, user and system, so other programs hardly
change it. The exponent is the slope of the time's logarithm over the last two doublings: 1 is linear, 2
quadratic. A subject with an exponent above 1.2 is marked, unless its last run ends within two seconds."""
import math, os, resource, shutil, struct, subprocess, sys, tempfile, zlib

command = os.path.abspath(sys.argv[1])


def png(width=8, height=8, shade=0):
    """A grey picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes([shade % 256]) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def pictures(count, folder="in", shade=lambda index: 0):
    os.makedirs(folder)
    for index in range(count):
        with open(f"{folder}/{index}.png", "wb") as file:
            file.write(png(shade=shade(index)))


def folder(*options, shade=lambda index: 0):
    """A subject: a folder of pictures, with options."""
    def prepare(count):
        pictures(count, shade=shade)
        return ["in", *options]
    return prepare


def pairs(count):
    pictures(count, "before")
    pictures(count, "after", lambda index: 200)
    return ["after", "--compare", "before"]


def links(count):
    pictures(1)
    for index in range(count):
        os.symlink(".", f"in/link{index}")
    return ["in", "-r"]


def spellings(count):
    """One folder, whose path is spelled in as many ways as it has sidecars."""
    pictures(1)
    for index in range(count):
        with open(f"in/{index}.xmp", "w") as file:
            file.write("<x/>")
    with open("list", "w") as file:
        file.writelines("in/" + "./" * (index % 500) + "../in/" * (index // 500) + "0.png\n" for index in range(count))
    return ["--files-from", "list", "--label", "{rating}"]


def columns(count):
    pictures(10)
    with open("t.csv", "w") as file:
        file.write("path," + ",".join(f"c{index}" for index in range(count)) + "\n")
        file.writelines(f"in/{row}.png," + ",".join("7" for _ in range(count)) + "\n" for row in range(10))
    return ["in", "--table", "t.csv", "--label", "{c1}"]


subjects = {
    "files": (folder(), 4000),
    "groups, a page each": (folder("--group-by", "{stem}"), 1000),
    "sections": (folder("--group-by", "{stem}", "--group-break", "section"), 1000),
    "labels": (folder("--label", "{name}, {width} x {height}"), 2000),
    "pairs": (pairs, 500),
    "links of a folder to itself": (links, 2000),
    "spans at a given size": (folder("--span", "*0.png=row", "--size", "20000x20000",
                                       "--max-pixels", "400M", "--dry-run"), 500),
    "columns of a table": (columns, 5000),
    "likeness": (folder("--sort", "likeness", shade=lambda index: index * 7), 500),
    "copies": (folder("--duplicates", "mark", shade=lambda index: index * 7), 500),
    "a matrix of N x N": (
        folder("--layout", "matrix", "--rows-by", "{stem}", "--columns-by", "{stem}", "--cell", "16",
               "--max-pixels", "100G", "--html", "p.html", "--manifest", "m.json"), 100),
    "pictures in a cell of a matrix": (
        folder("--layout", "matrix", "--rows-by", "all", "--columns-by", "all", "--on-clash", "stack"), 2000),
    "spellings of a folder, sidecars": (spellings, 500),
}


def run(prepare, count):
    """The seconds of a run, and its peak memory in MB."""
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        arguments = prepare(count)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(
            [command, *arguments, "-o", "s.png", *([] if "--html" in arguments else ["--dry-run"])],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        os.chdir("/")
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(f"{arguments}: {error.decode()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


print("| subject | N | seconds at N, 2N, 4N, 8N | MB at 8N | exponent |\n| --- | --- | --- | --- | --- |")
for name, (prepare, first) in subjects.items():
    if sys.argv[2:] and not any(word in name for word in sys.argv[2:]):
        continue
    results = [run(prepare, first << step) for step in range(4)]
    seconds = [max(result[0], 0.01) for result in results]
    exponent = math.log2(seconds[3] / seconds[1]) / 2
    mark = " !" if exponent > 1.2 and seconds[3] > 2 else ""
    print(f"| {name} | {first:,} | {', '.join(f'{second:.2f}' for second in seconds)} "
          f"| {results[3][1]:.0f} | {exponent:.2f}{mark} |", flush=True)
