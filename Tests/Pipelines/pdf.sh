#!/usr/bin/env bash
# Makes large PDFs: 200 pages, a hundred pages of 12 MP, and 24 photographs. Has other programs read
# them, and measures memory and sizes.
#
# usage: pdf.sh CONTACTSHEET [FOLDER]
#
# Needs qpdf, poppler-utils and mupdf-tools; with a FOLDER for screenshots, also Chromium and djpeg.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
scripts=$root/Tests/Pipelines/pdf

# Runs a command with its output on standard error; prints seconds and megabytes.
measured() {
  python3 -c '
import resource, subprocess, sys, time
start = time.time()
subprocess.run(sys.argv[1:], check=True, stdout=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.time() - start:.1f} {used.ru_utime + used.ru_stime:.1f} {used.ru_maxrss / 1024:.0f}")
' "$@"
}

# FILE PAGES: checks that other programs find all pages of a file, and nothing wrong with it.
check() {
  qpdf --check "$1" >check.txt || fail "qpdf: $(cat check.txt)"
  mutool info "$1" >check.txt 2>&1 || fail "mutool: $(cat check.txt)"
  ! grep -Eq 'error|repair' check.txt || fail "mutool: $(grep -E 'error|repair' check.txt)"
  [ "$(pdfinfo "$1" | awk '/^Pages:/ { print $2 }')" -eq "$2" ] || fail "$1 does not have $2 pages"
}

# PNGS PDF PAGES TILES: checks that a PDF is hardly larger than its pages as PNGs.
check_size() {
  local pngs pdf
  pngs=$(cat $1 | wc -c) pdf=$(wc -c <"$2")
  echo "$2: $pdf bytes, as PNGs $pngs; $(awk "BEGIN { printf \"%+.3f %%\", 100 * ($pdf - $pngs) / $pngs }")"
  [ "$pdf" -le $((pngs + pngs / 1000 + 2048 * $3 + 200 * $4)) ] || fail "$2 is too large"
}

screenshots=${2:+$(realpath "$2")}
cd "$work"
pictures=("$root"/SampleImages/*.png)
for _ in $(seq 60); do printf '%s\n' "${pictures[@]}"; done >list

head -n 2000 list >list-2000
options=(--files-from list-2000 --tile 2x5 --cell 120 --label '{name}' --footer '{page} / {pages}')
read -r wall cpu memory < <(measured contactsheet "${options[@]}" -o pages.pdf)
echo "200 pages: $wall s, $cpu s of CPU, $memory MB"
check pages.pdf 200
contactsheet "${options[@]}" -o pages.png
check_size 'pages-*.png' pages.pdf 200 2000
[ "$(pdftotext -layout pages.pdf - | grep -c ' / 200')" -eq 200 ] || fail "page numbers are not found"

head -n 400 list >list-400
options=(--files-from list-400 --tile 2x2 --size 4000x3000 --upscale --label '{name}')
read -r wall cpu memory < <(measured contactsheet "${options[@]}" -o large.pdf)
echo "100 pages of 12 MP: $wall s, $cpu s of CPU, $memory MB"
check large.pdf 100
[ "$memory" -le 60 ] || fail "$memory MB"

options=("${pictures[@]:0:24}" --cell 400 --label '{name}')
contactsheet "${options[@]}" -o one.pdf
contactsheet "${options[@]}" -o one.png
check one.pdf 1
check_size one.png one.pdf 1 24

contactsheet "${pictures[@]}" --paper A4 --label '{name}' --title 'Sample images' -o A4.pdf
pdffonts A4.pdf | awk 'NR > 2 && $5 == "yes" && $7 == "yes" { found++ } END { exit found != 1 }' ||
  fail "A4.pdf does not have exactly one embedded font: $(pdffonts A4.pdf)"
# Enlarged eight times, a title has hardly any pixels between black and white.
pdftoppm -r 800 -x 0 -y 0 -W 6000 -H 500 -gray -singlefile A4.pdf title
python3 - title.pgm <<'EOF' || fail "the title of A4.pdf is not sharp"
import sys
pixels = open(sys.argv[1], "rb").read()[-6000 * 500:]
grey, black = sum(24 <= pixel <= 231 for pixel in pixels), sum(pixel < 24 for pixel in pixels)
sys.exit(not 0 < grey < black / 8)
EOF
pdfinfo A4.pdf | grep -q 'Page size: *595.276 x 841.89 pts (A4)' || fail "A4 is not A4"

for ending in pdf png; do
  contactsheet "${pictures[@]:0:20}" --paper A4 --dpi 150 --label '{name}' --background '#ffff00' --quality 90 -o "light.$ending"
done
check light.pdf 1
pdfimages -list light.pdf | grep -q jpeg || fail "no picture is a JPEG"

if [ -n "$screenshots" ]; then
  python3 -m venv python
  python/bin/pip install --quiet --disable-pip-version-check playwright==1.65.2 pillow numpy pikepdf
  python/bin/python "$scripts/view.py" A4.pdf "$screenshots/pdf.png"
  python/bin/python "$scripts/light.py" light.pdf light.png "$screenshots/light.png"
fi
