#!/usr/bin/env bash
# Times contactsheet and the tools that a user might choose instead, on the same folder, in one run.
#
# usage: compare.sh FOLDER COLUMNS CELL RUNS CONTACTSHEET [PEER...]
#
# Prints the machine, then a row per tool with the median wall clock and CPU seconds, the peak
# memory, the bytes written, and the ratios of both times to contactsheet's. By default, all peers that can
# read the pictures run:
# - floor decodes every file on two threads and keeps nothing: with bare libpng, with djpeg at a
#   quarter of the size, or with bare libheif.
# - zlib is contactsheet without ISA-L (needs root).
# - feh, vips, pillow and montage run as a user would call them: JPEGs are reduced during decoding.
# - linear is vips with --linear, which averages linear light, as contactsheet does.
#
# On request, untagged is contactsheet ignoring the pictures' colour chunks, so that PQ pixels are
# taken for sRGB.
#
# Needs Debian's imagemagick libvips-tools feh time libjpeg-turbo-progs, and Pillow. HEIC and AVIF
# need libheif-dev and pillow-heif.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 columns=$2 cell=$3 runs=$4 ours=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find -L "$folder" -maxdepth 1 \( -name '*.png' -o -name '*.jpg' -o -name '*.heic' -o -name '*.avif' \) | sort -V >"$work/list"
if grep -q '\.jpg$' "$work/list"; then
  peers=${*:-floor feh vips linear pillow montage}
  floor="xargs -P2 -d '\n' -I{} djpeg -dct int -scale 1/4 -outfile /dev/null {} <$work/list"
elif grep -qE '\.(heic|avif)$' "$work/list"; then
  peers=${*:-floor vips pillow montage}
  floor="xargs -P2 -n $((($(wc -l <"$work/list") + 1) / 2)) -d '\n' $work/floor <$work/list"
  gcc -O2 "$here/libheif-floor.c" -o "$work/floor" -lheif
else
  gcc -O2 "$here/libpng-floor.c" -o "$work/floor" -lpng -lz -lpthread
  peers=${*:-floor zlib feh vips pillow montage}
  floor="xargs -d '\n' $work/floor 2 0 <$work/list"
fi
mkdir "$work/im" && echo '<policymap></policymap>' >"$work/im/policy.xml"

cat >"$work/vips.sh" <<END
rm -rf $work/thumbs; mkdir $work/thumbs
xargs -P2 -n 8 -d '\n' vipsthumbnail \$2 --size ${cell}x${cell} -o $work/thumbs/%s.v <$work/list
vips arrayjoin "\$(ls $work/thumbs/*.v | tr '\n' ' ')" $work/\$1.png --across $columns --hspacing $cell --vspacing $cell --shim 8
END
cat >"$work/pillow.py" <<END
from PIL import Image
from concurrent.futures import ThreadPoolExecutor
try:
    import pillow_heif
    pillow_heif.register_heif_opener()
except ImportError:
    pass
files = open('$work/list').read().split('\n')[:-1]
def thumbnail(path):
    image = Image.open(path)
    # JPEGs are reduced during decoding; palettes must be resolved first.
    if image.format != 'JPEG':
        image = image.convert('RGBA')
    image.thumbnail(($cell, $cell), Image.LANCZOS, reducing_gap=2.0)
    return image.convert('RGBA')
step = $cell + 8
sheet = Image.new('RGB', ($columns * step, -(-len(files) // $columns) * step), 'white')
with ThreadPoolExecutor(2) as pool:
    for i, image in enumerate(pool.map(thumbnail, files)):
        x, y = i % $columns * step, i // $columns * step
        sheet.paste(image, (x + ($cell - image.width) // 2, y + ($cell - image.height) // 2), image)
sheet.save('$work/pillow.png')
END
sheet="$ours --files-from $work/list --tile ${columns}x --cell ${cell}x${cell} --gap 8 -q"

declare -A command
command[ours]="$sheet -o $work/ours.png"
# ISA-L is hidden by a mount namespace.
command[zlib]="unshare -m sh -c 'mount --bind /dev/null \$(readlink -f /usr/lib/*/libisal.so.2) && exec $sheet -o $work/zlib.png'"
command[untagged]="$sheet --color ignore -o $work/untagged.png"
command[floor]=$floor
command[feh]="feh -m -E $cell -y $cell -W $((columns * cell)) -f $work/list -O $work/feh.png"
command[vips]="sh $work/vips.sh vips"
command[linear]="sh $work/vips.sh linear --linear"
command[pillow]="python3 $work/pillow.py"
command[montage]="MAGICK_CONFIGURE_PATH=$work/im montage -define jpeg:size=$((2 * cell))x$((2 * cell)) -depth 8 \$(sed 's/\$/[${cell}x${cell}]/' $work/list) -tile ${columns}x -geometry ${cell}x${cell}+4+4 $work/montage.png"

for run in $(seq "$runs"); do
  for tool in ours $peers; do
    /usr/bin/time -a -o "$work/$tool.times" -f '%e %U %S %M' timeout 120 bash -c "${command[$tool]}" >"$work/log" 2>&1 ||
      echo "$tool failed: $(tail -c 200 "$work/log")" >&2
  done
done

echo "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(uname -sr)"
echo "$(wc -l <"$work/list") files of $(du -shL "$folder" | cut -f1), $columns columns of $cell px, median of $runs"
python3 - "$work" ours $peers <<'END'
import os, statistics, sys
work, tools = sys.argv[1], sys.argv[2:]
def median(tool):
    rows = [list(map(float, line.split())) for line in open(f"{work}/{tool}.times") if line[0].isdigit()]
    columns = [[row[0] for row in rows], [row[1] + row[2] for row in rows], [row[3] / 1024 for row in rows]]
    return [statistics.median(column) for column in columns]
ours = median("ours")
print(f"{'tool':8} {'wall s':>8} {'cpu s':>8} {'MB':>6} {'bytes':>10} {'wall x':>7} {'cpu x':>7}")
for tool in tools:
    wall, cpu, memory = median(tool)
    path = f"{work}/{tool}.png"
    size = os.path.getsize(path) if os.path.exists(path) else 0
    print(f"{tool:8} {wall:8.2f} {cpu:8.2f} {memory:6.0f} {size:10} {wall / ours[0]:7.2f} {cpu / ours[1]:7.2f}")
END
