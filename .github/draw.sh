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
draw preset-proof "${few[@]}" --preset proof --cell 120 --font 'auto 4'
draw preset-web "${few[@]}" --preset web --size 480
draw preset-print "${few[@]}" --preset print --dpi 60 --font 'auto 9'
draw preset-pipeline "${few[@]}" --preset pipeline --size 480
