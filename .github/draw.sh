#!/usr/bin/env bash
# Makes the pictures in the README, one for each layout and each preset, and those in the guide. A
# picture that is beside a command on a page is made by that command.
#
# Needs Python with Pillow.
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
few=(--exclude '*chart*' --exclude '*sprite*')
draw layout-grid "${few[@]}" --size 480x320 --gap 4
draw layout-tiered "${few[@]}" --layout tiered --size 300 --gap 4 --scale fill --per-page 10
draw layout-columns "${few[@]}" --layout columns --size 480 --gap 4 --columns 'fixed(160) adaptive(70)'
draw layout-rows "${few[@]}" --layout rows --size 480 --gap 4 --row-height 70
draw layout-masonry "${few[@]}" --layout masonry --size 480 --gap 4 --columns '5 * flexible'
draw layout-collage "${few[@]}" --layout collage --size 480x320 --gap 4
draw preset-proof "${few[@]}" --preset proof --dpi 60 --title Samples
draw preset-film "${few[@]}" --preset film --dpi 60
draw preset-web "${few[@]}" --preset web --size 480 --row-height 70
draw preset-print "${few[@]}" --preset print --dpi 60
draw preset-pipeline "${few[@]}" --preset pipeline --size 480 --columns 5
draw preset-pixels --include '*sprite*' --preset pixels
draw preset-wallpaper "${few[@]}" --preset wallpaper --size 480x270 --gap 2
draw preset-poster "${few[@]}" --preset poster --dpi 30 --title 'Thirty-two' --title-font 'auto 40'

# The guide's twelve collages: three choices of pictures on pages of four shapes.
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
  -o .github/guide/reference/collages.png

# The four sheets on the guide's page about facts, made of copies under other names.
facts() {
  local name=$1
  shift
  "$contactsheet" "$@" --no-config --quiet --gap 6 --compression 9 --force \
    -o ".github/guide/reference/facts-$name.png"
}
copy() {
  local folder=$work/theme/$1
  shift
  mkdir -p "$folder"
  for name in "$@"; do cp "SampleImages/$name.png" "$folder"; done
}
copy charts 'chart '{1,2,3,10,11}
copy landscapes 'aurora over the fjord' 'blue ridges, panorama' 'Dünen im Abendlicht' 'harbour at night'
copy objects 'glass marble' 'marble head' moon pearl 'ringed planet' 'soap bubble' spheres
copy patterns 'contour map' guilloche 'hilbert curve' 'maze [1]' tartan 'zone plate'
copy symbols 'colour wheel' heart 'play button' 'sprite '{16,32}
cp -r SampleImages/Photographs "$work/theme"
facts folders "$work/theme" --recursive --group-by folder --group-break section --cell 72x60 --columns 7 \
  --label '{stem}' --label-lines 1 --font 'builtin 9'

photographs=()
for name in aurora blue Dünen evening forest harbour 'sun on' dew moon spheres ink fern soap autumn stained \
  seahorse ringed; do
  photographs+=("SampleImages/$name"*.png)
done
.github/dated.py "$work/photographs" "${photographs[@]}"
facts months "$work/photographs" --sort taken --group-by month --group-break section --layout rows --size 520 \
  --row-height 56 --label '{taken:%-d %b}' --font 'builtin 9'

mkdir "$work/sweep"
for side in 8 16 32 64 128; do
  for name in moon spheres 'stained glass'; do
    "$contactsheet" "SampleImages/$name.png" --no-config --quiet --cell "$side" --scale fill --margin 0 \
      -o "$work/sweep/${name}_${side}px.png"
  done
done
facts sweep "$work/sweep" --parse '{scene}_{side:1}px' --sort '{scene} {side}' --group-by '{scene}' \
  --group-break section --columns 5 --cell 96 --upscale --filter nearest --label '{side} px' --font 'builtin 11'

cat >"$work/scores.csv" <<'END'
path,score
fern.png,0.95
moon.png,0.93
stained glass.png,0.90
marble head.png,0.88
spheres.png,0.71
pearl.png,0.66
ringed planet.png,0.64
seahorse valley.png,0.58
glass marble.png,0.47
ink in water.png,0.35
END
scored=()
for name in fern moon 'stained glass' 'marble head' spheres pearl 'ringed planet' 'seahorse valley' 'glass marble' \
  'ink in water' tartan; do
  scored+=("SampleImages/$name.png")
done
facts scores "${scored[@]}" --table "$work/scores.csv" --sort '{score}' --reverse \
  --label '{stem}\n{score|no score}' --columns 6 --cell 96 --font 'builtin 11'

# A plot and an engraving, resampled in linear light and as encoded values.
for light in linear encoded; do
  "$contactsheet" SampleImages/{'chart 11',engraving}.png --no-config --quiet --light "$light" --cell 180x130 \
    --columns 2 --gap 12 --margin 8 --title="--light $light" --title-font 'builtin 11' -o "$work/$light.png"
done
"$contactsheet" "$work"/{linear,encoded}.png --no-config --quiet --columns 2 --gap 0 --margin 0 --compression 9 \
  --force -o .github/guide/background/light.png

# The three sheets on the guide's page about matrices, and the one in the README.
.github/compared.py "$work/compared"
matrix() {
  local name=$1
  shift
  "$contactsheet" "$@" --no-config --quiet --layout matrix --compression 9 --force --font 'builtin 11' -o "$name"
}
reference=.github/guide/reference
matrix "$reference/matrix-plots.png" "$work/compared/plots" --parse 'damping {d} frequency {f}' \
  --rows-by 'damping {d}' --columns-by 'frequency {f}' --size 640
matrix "$reference/matrix-renders.png" "$work/compared/renders" --parse '{scene}_{spp:1}spp' \
  --exclude 'forest*' --rows-by '{scene}' --columns-by '{spp}' --size 560
matrix "$reference/matrix-browsers.png" "$work/compared/out/"{chrome,firefox,safari} --recursive --size 640
matrix .github/layout-matrix.png "$work/compared/renders" --parse '{scene}_{spp:1}spp' --exclude 'stained*' \
  --rows-by '{scene}' --columns-by '{spp} spp' --size 480 --gap 4
"$contactsheet" "$work/compared/plots" --no-config --quiet --compression 9 --force --preset figure --dpi 70 \
  --parse 'damping {d} frequency {f}' --rows-by 'damping {d}' --columns-by 'frequency {f}' \
  -o .github/preset-figure.png

Tests/Pipelines/guide-commands.sh "$contactsheet" --write
