#!/usr/bin/env bash
# Compares our deflate with zlib's and libdeflate's on the rows of sheets, in one run.
#
# usage: deflate.sh CONTACTSHEET [REPEATS, default 3]
#
# Makes six sheets:
# - icons and screenshots of Debian packages (fetched by apt-get download),
# - an enlarged photograph, and photographs, both from ../shared/corpora/kodak,
# - icons of make-icons.py in cells of 500 px, and a white page of 20,000 x 20,000.
#
# Prints the machine, then bytes and CPU seconds for each sheet and codec, also relative to zlib 6.
# z is zlib, r zlib with Z_RLE, d libdeflate, c our deflate. Then prints the bytes and CPU seconds
# of whole files at each level.
#
# Needs clang, libpng-dev, zlib1g-dev, GNU time, Pillow, 3 GB in TMPDIR and 6 GB of memory;
# libdeflate-dev for its rows.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/../../Sources
ours=$1 repeats=${2:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(
  cd "$work"
  apt-get download -qq oxygen-icon-theme mate-icon-theme gnome-icon-theme gimp-help-en 2>/dev/null
  mkdir packages
  for file in *.deb; do dpkg-deb -x "$file" packages; done
)
python3 - "$work" <<'END'
import glob, random, sys
from PIL import Image
work = sys.argv[1]
def write(name, paths): open(f"{work}/{name}.list", "w").write("\n".join(paths) + "\n")
def pick(pattern, seed, count, fits):
    paths = sorted(glob.glob(f"{work}/packages/{pattern}", recursive=True))
    random.Random(seed).shuffle(paths)
    chosen = []
    for path in paths:
        try:
            if fits(*Image.open(path).size): chosen.append(path)
        except OSError:
            continue
        if len(chosen) == count: break
    return chosen
write("icons", pick("usr/share/icons/**/*.png", 1, 5000, lambda w, h: 16 <= max(w, h) <= 256))
write("shots", pick("usr/share/gimp/**/*.png", 2, 60, lambda w, h: w >= 200 and h >= 150))
END
find "$here/../../../shared/corpora/kodak" -name '*.png' | sort >"$work/photographs.list"
sed -n 3p "$work/photographs.list" >"$work/enlarged.list"
"$here/make-icons.py" "$work/soft" 200
find "$work/soft" -name '*.png' | sort >"$work/cells.list"
python3 -c "import sys; from PIL import Image; Image.new('RGB', (8, 8), 'white').save(sys.argv[1])" "$work/paper.png"
echo "$work/paper.png" >"$work/white.list"

library=()
if [ -e /usr/include/libdeflate.h ]; then library=(-DLIBDEFLATE -ldeflate); fi
clang -O2 -I"$sources/CPNGCodec/include" -I"$sources/CKernels/include" "$here/deflate.c" \
  "$sources"/CPNGCodec/Deflate/*.c "$sources/CPNGCodec/filter.c" "$sources/CKernels/vectors.c" -o "$work/deflate" -lpng -lz "${library[@]}"

echo "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(uname -sr)"
codecs=(z6 r6)
if [ ${#library[@]} -gt 0 ]; then codecs+=(d6 d9 d12); fi
for level in 1 2 3 4 5 6 7 8 9; do codecs+=("c$level"); done

# NAME OPTIONS...: makes a sheet, and measures all codecs on its rows, then whole files.
measure() {
  local name=$1
  shift
  "$ours" --files-from "$work/$name.list" "$@" --compression 0 -q -o "$work/$name.png"
  "$work/deflate" "$repeats" "$work/$name.png" -- "${codecs[@]}"
  for level in 1 6 9; do
    /usr/bin/time -o "$work/time" -f '%U' \
      "$ours" --files-from "$work/$name.list" "$@" --compression "$level" -q -o "$work/$name-$level.png"
    echo "  whole file at level $level: $(stat -c %s "$work/$name-$level.png") bytes, $(cat "$work/time") s of user CPU"
  done
}

measure icons --tile 100x --cell 64x64 --gap 0
measure shots --tile 6x --cell 320x240
measure enlarged --size 3000x2000 --upscale
measure photographs --tile 6x --cell 256x256
measure cells --tile 20x --cell 500x500 --gap 0
measure white --size 20000x20000 --max-pixels 400M
