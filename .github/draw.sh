#!/usr/bin/env bash
# Makes the pictures of the README: one of each layout and of each preset.
# usage: .github/draw.sh [contactsheet, default .build/release/contactsheet]
set -euo pipefail
cd "$(dirname "$0")/.."
contactsheet=${1:-.build/release/contactsheet}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
draw() {
  local name=$1
  shift
  "$contactsheet" SampleImages --no-config --quiet --page 1 --compression 9 -o "$work/page.png" "$@"
  mv "$work"/page*.png ".github/$name.png"
}
draw sheet --size 1200 --tile 8x --cell-aspect 4:3 --gap 10x6 --label '{stem}' --font 'auto 11' --radius 5
few=(--exclude '*chart*' --exclude '*sprite*')
draw layout-grid "${few[@]}" --size 480x320 --gap 4
draw layout-tiered "${few[@]}" --layout tiered --size 300 --gap 4 --scale fill --per-page 10
draw layout-columns "${few[@]}" --layout columns --size 480 --gap 4 --columns 'fixed(160) adaptive(70)'
draw layout-rows "${few[@]}" --layout rows --size 480 --gap 4 --row-height 70
draw layout-masonry "${few[@]}" --layout masonry --size 480 --gap 4 --columns '5 * flexible'
draw layout-collage "${few[@]}" --layout collage --size 480x320 --gap 4
draw preset-proof "${few[@]}" --preset proof --cell 120 --font 'auto 4'
draw preset-web "${few[@]}" --preset web --size 480
draw preset-print "${few[@]}" --preset print --dpi 60 --font 'auto 9'
draw preset-pipeline "${few[@]}" --preset pipeline --size 480
draw preset-wallpaper "${few[@]}" --preset wallpaper --size 480x270 --gap 2
draw preset-poster "${few[@]}" --preset poster --dpi 30 --title 'Thirty-two' --title-font 'auto 40'

# The twelve collages of the guide: three choices of pictures on pages of four shapes.
collage() {
  number=$((${number:-10} + 1))
  "$contactsheet" SampleImages --no-config --quiet --layout collage --gap 3 --margin 3 \
    --background '#ddd' --size "$@" -o "$work/$number.png"
}
scenes=()
for name in aurora blue Dünen evening forest harbour 'sun on' stained spheres seahorse dew; do
  scenes+=(--include "$name*")
done
for size in 480x270 280x396 300x300 540x180; do
  collage "$size" "${scenes[@]}"
  collage "$size" "${few[@]}"
  collage "$size" "${few[@]}" --weight 'moon*=6' --weight 'fern*=4'
done
"$contactsheet" "$work"/??.png --no-config --quiet --tile 3x --gap 12 --compression 9 --force \
  -o Sources/ContactSheet/ContactSheet.docc/Resources/collages.png
