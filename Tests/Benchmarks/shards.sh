#!/usr/bin/env bash
# Measures what it costs to make a sheet of many pages with separate tasks rather than in one run:
# with shards of a plan, shards that plan on their own, and one plan per page. Also measures a single
# page of a large plan.
#
# usage: shards.sh ICONS CONTACTSHEET [RUNS]
#
# Prints the machine, then a row of medians for each of these ways to make the sheet, which take
# turns. A row has the CPU seconds of planning and all tasks together, their ratio to those of one
# run, the peak memory of a task, and the wall clock of the longest task, which is how long one
# waits if each task has its own machine.
#
# All tasks run with one worker. Needs python3, and 1 GB in TMPDIR; make-icons.py makes the folder.
set -eu
icons=$(realpath "$1") ours=$(realpath "$2") runs=${3:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(uname -sr), medians of $runs"
cd "$work"
python3 - "$icons" "$ours" "$runs" <<'END'
import glob, os, shutil, statistics, struct, subprocess, sys, time, zlib

icons, ours, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])

def run(*arguments):
    """CPU seconds, wall seconds, and peak MB of a run."""
    start = time.perf_counter()
    task = subprocess.Popen([ours, "--no-config", "-q", "--jobs", "1", *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(task.pid, 0)
    assert status == 0, arguments
    return used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024

def tasks(planning, lines):
    """CPU seconds of planning and tasks; the longest wall clock and the peak memory of a task."""
    done = [run(*line) for line in lines]
    return planning + sum(task[0] for task in done), max(task[1] for task in done), max(task[2] for task in done)

def ways(options, counts):
    """All ways to make a sheet, once."""
    yield "one run", tasks(0, [options])
    planning = run(*options, "--dry-run", "--manifest", "plan.json")[0]
    for count in counts:
        shards = [("--shard", f"{number + 1}/{count}") for number in range(count)]
        yield f"{count} shards of a plan", tasks(planning, [("--from-plan", "plan.json", *shard) for shard in shards])
        yield f"{count} shards, each planning", tasks(0, [(*options, *shard) for shard in shards])
    planning = run(*options, "--dry-run", "--manifest", "plans/%05d.json")[0]
    plans = sorted(glob.glob("plans/*.json"))
    yield f"{len(plans)} plans of a page", tasks(planning, [("--from-plan", plan) for plan in plans])

def table(title, runs, make):
    rows = {}
    for _ in range(runs):
        shutil.rmtree("plans", ignore_errors=True)
        os.mkdir("plans")
        for name, figures in make():
            rows.setdefault(name, []).append(figures)
    print(f"\n{title}\n{'':26} {'cpu s':>8} {'cpu x':>7} {'wall s':>8} {'MB':>6}")
    first = None
    for name, figures in rows.items():
        # Ratios compare runs of the same round.
        first = first or figures
        ratio = statistics.median(one[0] / other[0] for one, other in zip(figures, first))
        cpu, wall, memory = map(statistics.median, zip(*figures))
        print(f"{name:26} {cpu:8.2f} {ratio:7.2f} {wall:8.2f} {memory:6.0f}", flush=True)

def tiny(count):
    """Folders of a thousand pictures each, all links to fifty pictures of 16 x 16 pixels."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    for number in range(count):
        path = f"tiny/{number // 1000:04d}/{number:07d}.png"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if number >= 50:
            os.link(f"tiny/0000/{number % 50:07d}.png", path)
            continue
        rows = b"".join(b"\0" + bytes((16 * y, 5 * number, 99)) * 16 for y in range(16))
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0)) +
                       chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

names = sorted(glob.glob(f"{icons}/*.png"))[:5000]
with open("list", "w") as file:
    file.write("\n".join(names) + "\n")
sheet = ("--files-from", "list", "--cell", "64", "--per-page", "100", "-o", "sheet-%05d.png")
table(f"{len(names)} icons in cells of 64 px, {-(-len(names) // 100)} pages", runs, lambda: ways(sheet, (4, 16)))

tiny(100_000)
sheet = ("-r", "tiny", "--cell", "16", "--per-page", "100", "-o", "sheet-%05d.png")
def page():
    for name, line in (
        ("planning, one plan", (*sheet, "--dry-run", "--manifest", "plan.json")),
        ("planning, a plan a page", (*sheet, "--dry-run", "--manifest", "plans/%05d.json")),
        ("page 7 of the plan", ("--from-plan", "plan.json", "--page", "7")),
        ("page 7 of its own plan", ("--from-plan", "plans/00007.json")),
    ):
        yield name, run(*line)
table("100,000 pictures of 16 x 16, 1,000 pages; cpu x relative to planning", runs, page)
END
