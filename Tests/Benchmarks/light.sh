#!/usr/bin/env bash
# Compares JPEG sheets, and PDFs with a quality, with PNG sheets and cjpeg, on A4 pages.
#
# usage: light.sh FOLDER CONTACTSHEET [QUALITY]
#
# Prints the seconds, CPU seconds, peak memory and bytes of each form, and the CPU seconds and bytes
# that cjpeg takes for the same pages. "plain" is a PNG without compression, so mostly rendering.
# Then prints how much the first page of the PDF, drawn by Poppler, differs from the PNG. Needs GNU
# time, libjpeg-turbo-progs, netpbm and poppler-utils.
set -eu
folder=$(realpath "$1") ours=$(realpath "$2") quality=${3:-90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for sheet in plain-%d.png png-%d.png jpeg-%d.jpg exact.pdf light.pdf; do
  chosen=$quality more=
  [ $sheet != plain-%d.png ] || more='--compression 0'
  [ $sheet != exact.pdf ] || chosen=exact
  /usr/bin/time -f "%e s, %U + %S s of CPU, %M kB" \
    "$ours" "$folder" --paper A4 --dpi 300 --label '{name}' --per-page 28 --quality "$chosen" $more -q -o "$sheet" 2>time
  echo "${sheet%%[-.]*}: $(tail -n 1 time), $(cat ${sheet%%[-.]*}* | wc -c) bytes"
done
sampling=1x1
[ "$quality" -ge 90 ] || sampling=2x2
for page in png-*.png; do
  pngtopnm "$page" >page.pnm
  for tables in -optimize -progressive; do
    /usr/bin/time -a -o "time$tables" -f '%U %S' \
      cjpeg -quality "$quality" -sample $sampling $tables page.pnm >>"cjpeg$tables"
  done
done
wc -c cjpeg-*
for tables in -optimize -progressive; do
  awk -v name="cjpeg $tables" '{ sum += $1 + $2 } END { print name ": " sum " s of CPU" }' "time$tables"
done
pngtopnm png-1.png >page.pnm
read -r width height <<<"$(pnmfile page.pnm | sed 's/.*, \([0-9]*\) by \([0-9]*\) .*/\1 \2/')"
pdftoppm -f 1 -l 1 -singlefile -scale-to-x "$width" -scale-to-y "$height" light.pdf drawn
pnmpsnr page.pnm drawn.ppm
