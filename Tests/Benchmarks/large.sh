#!/usr/bin/env bash
# Measures contactsheet on large sheets and large sources, one after another.
#
# usage: large.sh PHOTOS ICONS CONTACTSHEET [WORK...]
#
# Prints the machine, then a row per piece of work: wall clock and CPU seconds, peak memory, pixels and
# bytes of the sheet. The pieces, all by default:
# - tiny: 1,000, 10,000 and 100,000 files of 16 x 16
# - files: the memory per planned file, with and without a label
# - pages: 100,000 files on 10,000 pages
# - million: 1,000,000 files planned, with a manifest
# - icons: 10,000 icons in cells of 500 px
# - source: a source of 400 megapixels in a cell of 1000 px
# - gigapixels: photographs at their own size on a sheet of 2 gigapixels
# - enlarged: four photographs that fill a sheet of 50,000 x 50,000 pixels
#
# The last two take minutes each. Needs GNU time, python3, and 4 GB in TMPDIR. The folders come from
# make-photos.py and make-icons.py.
set -eu
photos=$1 icons=$2 ours=$(realpath "$3")
shift 3
works=${*:-tiny files pages million icons source gigapixels enlarged}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find -L "$photos" -maxdepth 1 -name '*.png' | sort -V >"$work/photos"
find -L "$icons" -maxdepth 1 -name '*.png' | sort -V | head -n 10000 >"$work/icons"
head -n 4 "$work/photos" >"$work/four"
head -n 1 "$work/photos" >"$work/first"

# NAME LIST OPTIONS...: makes a sheet of the pictures in LIST, and prints its row.
measure() {
  local name=$1 list=$2
  shift 2
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' \
    "$ours" --files-from "$list" "$@" --max-pixels 3G -q -o "$work/sheet.png"
  python3 - "$name" "$work/sheet.png" "$work/time" <<'END'
import os, struct, sys
name, sheet, times = sys.argv[1:]
width, height = struct.unpack(">II", open(sheet, "rb").read(24)[16:])
wall, user, system, memory = map(float, open(times).read().split())
print(f"{name:12} {wall:8.2f} {user + system:8.2f} {memory / 1024:6.0f} {width:6} x {height:<6} {os.path.getsize(sheet):12,}")
END
  rm "$work/sheet.png"
}

# NAME OPTIONS...: plans all tiny pictures, or makes pages of them.
measure_all() {
  local name=$1
  shift
  mkdir "$work/out"
  (cd "$work/out" && /usr/bin/time -o "$work/time" -f '%e %U %S %M' \
    "$ours" -r "$work/tiny" "$@" --max-pixels 3G -q >/dev/null)
  python3 - "$name" "$work/out" "$work/time" <<'END'
import os, sys
name, folder, times = sys.argv[1:]
wall, user, system, memory = map(float, open(times).read().split())
sizes = [file.stat().st_size for file in os.scandir(folder)]
print(f"{name:12} {wall:8.2f} {user + system:8.2f} {memory / 1024:6.0f} {len(sizes):9,} files   {sum(sizes):12,}")
END
  rm -r "$work/out"
}

# COUNT: fills folders with a thousand pictures each, all links to the first fifty.
make_tiny() {
  rm -rf "$work/tiny"
  mkdir "$work/tiny"
  python3 - "$work/tiny" "$1" <<'END'
import os, random, struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
header = chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
for number in range(int(sys.argv[2])):
    folder = f"{sys.argv[1]}/{number // 1000:04d}"
    os.makedirs(folder, exist_ok=True)
    path = f"{folder}/{number:07d}.png"
    if number >= 50:
        os.link(f"{sys.argv[1]}/0000/{number % 50:07d}.png", path)
        continue
    color = random.Random(number).randbytes(3)
    rows = b"".join(b"\0" + bytes(max(0, c - 8 * y) for c in color) * 16 for y in range(16))
    file = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    open(path, "wb").write(file)
END
  find "$work/tiny" -name '*.png' | sort >"$work/all-tiny"
}

# COUNT OPTIONS...: the peak memory of planning that many tiny pictures, in KB.
planned() {
  head -n "$1" "$work/all-tiny" >"$work/some"
  shift
  /usr/bin/time -o "$work/time" -f %M "$ours" --files-from "$work/some" --cell 16x16 --dry-run "$@" --max-pixels 3G -q >/dev/null
  cat "$work/time"
}

# NAME BEFORE OPTIONS...: the memory per planned file, from what 300,000 more files add.
measure_files() {
  local name=$1 before=$2
  shift 2
  local few many
  few=$(planned 100000 "$@") many=$(planned 400000 "$@")
  echo "$name: $(((many - few) * 1024 / 300000)) bytes a file; before: $before"
}

echo "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(uname -sr)"
echo "work           wall s    cpu s     MB  pixels                 bytes"
for name in $works; do
  case $name in
    tiny)
      make_tiny 100000
      for count in 1000 10000 100000; do
        head -n $count "$work/all-tiny" >"$work/some"
        measure "tiny $count" "$work/some" --cell 16x16 --gap 0
      done
      ;;
    files)
      make_tiny 400000
      measure_files files '1,256, and 556 ahead of facts'
      measure_files 'files {name}' '1,506' --label '{name}'
      ;;
    pages)
      make_tiny 100000
      measure_all "pages 10000" --cell 16x16 --per-page 10 -o '%05d.png'
      ;;
    million)
      make_tiny 1000000
      measure_all million --cell 16x16 --dry-run --manifest plan.json
      ;;
    icons) measure icons "$work/icons" --tile 100x --cell 500x500 --gap 0 --margin 0 ;;
    source)
      "$ours" --files-from "$work/first" --size 20000x20000 --scale fill --upscale --margin 0 \
        --compression 1 --max-pixels 3G -q -o "$work/source.png"
      echo "$work/source.png" >"$work/source"
      measure source "$work/source" --cell 1000x1000
      ;;
    gigapixels)
      # Repeated to fill 168 cells of 12 megapixels.
      for _ in 1 2 3 4 5; do cat "$work/photos"; done | head -n 168 >"$work/many"
      measure gigapixels "$work/many" --tile 12x --cell 4000x3000 --compression 1
      ;;
    enlarged) measure enlarged "$work/four" --size 50000x50000 --upscale ;;
    *) echo "no such work: $name" >&2 && exit 64 ;;
  esac
done
