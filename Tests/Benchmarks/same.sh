#!/usr/bin/env bash
# Compares the output of two builds of the command, for changes that should not change any output:
# sheets, manifests, PDFs, HTML pages, lists and messages, for folders of pictures, with all layouts
# and with options that run rarely used code. Lists the differences, and exits with 1 if there are
# any.
#
# usage: same.sh OLD NEW [FOLDER]...    default SampleImages; add corpora, icons, photographs
#
# The roles of texts, which older manifests lack, and the tags of PDFs are ignored. If PDFs differ,
# their pixels, texts and links are compared.
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
shift 2
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- SampleImages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/none SOURCE_DATE_EPOCH=1700000000
compared=0 differing=0

# NAME FOLDER OPTION...: checks that both builds make the same files from a folder with these options.
same() {
  local name=$1 folder=$2 build
  shift 2
  for build in old new; do
    rm -rf "${work:?}/$build"
    mkdir "$work/$build"
    (cd "$work/$build" && status=0 &&
      { "${!build}" "$folder" "$@" --manifest manifest.json --report report.json --html page.html \
        >out 2>messages || status=$?; } && echo $status >status)
    for json in "$work/$build"/*.json; do
      [ -s "$json" ] || continue
      jq 'del(.. | .role?, .seconds?, .started?)' "$json" >"$work/plain"
      mv "$work/plain" "$json"
    done
  done
  compared=$((compared + 1))
  diff -r -q "$work/old" "$work/new" >"$work/differing" && return
  local line lines=()
  while read -r line; do
    case $line in
    *.pdf\ differ) alike "$work/old/$(basename "${line##* and }" .pdf\ differ).pdf" \
      "$work/new/$(basename "${line##* and }" .pdf\ differ).pdf" && continue ;;
    esac
    lines+=("$line")
  done <"$work/differing"
  [ -n "${lines[*]:-}" ] || return 0
  differing=$((differing + 1))
  printf '%s\n' "DIFFERENT: $name: $folder $*"
  printf '  %s\n' "${lines[@]//$work\//}"
  diff "$work/old/messages" "$work/new/messages" | head -4 || true
}

# Whether two PDFs have the same pixels, texts and links.
alike() {
  local build
  for build in 1 2; do
    pdftoppm -r 40 "${!build}" "$work/page$build" && pdftotext -layout "${!build}" "$work/text$build"
  done
  cmp -s "$work/text1" "$work/text2" || return 1
  for page in "$work"/page1*; do cmp -s "$page" "${page/page1/page2}" || return 1; done
  rm -f "$work"/page[12]*
}

for folder; do
  folder=$(realpath "$folder")
  for layout in grid rows tiered columns masonry collage; do
    same layout "$folder" -r --layout $layout
    same labels "$folder" -r --layout $layout --label '{name}\n{width} x {height}' --title Title \
      --header '{page}' --footer '{pages}' --size 900x1200 --per-page 30
    same sections "$folder" -r --layout $layout --group-by folder --group-break section --size 1000x1400 \
      --group-heading '{folder} ({count})' --max-height 1400
  done
  same matrix "$folder" -r --layout matrix --rows-by '{folder}' --columns-by '{width}' --on-clash first \
    --label '{name}'
  same matrix-pages "$folder" -r --layout matrix --rows-by '{width}' --columns-by '{height}' \
    --on-clash first --size 900x700
  same pdf "$folder" -r --label '{name}' --title Title --footer '{page} / {pages}' --paper A4 \
    --tile 4x5 -o sheet.pdf
  same pages "$folder" -r --tile 3x4 --cell 100 --scale fill --order columns --depfile d.d
  same stretch "$folder" -r --scale stretch --size 800x600 --background none --frame '1 #ccc' \
    --shadow '8 #0008' --radius 6 --border '2 silver' --filter nearest
  same sixteen "$folder" -r --depth 16 --cell 60 --background checker --upscale --sharpen 1
  same facts "$folder" -r --label '{taken:%Y|none} {camera} {text:Title}' --sort taken --group-by type
  same skip "$folder" -r --on-error skip --layout rows --last-row justified
  same list "$folder" -r --list='{path} {width} {profile} {orientation|-}'
  same plan "$folder" -r --dry-run --layout masonry --columns 3x120
  for preset in proof print web wallpaper poster pipeline; do
    same "$preset" "$folder" -r --preset $preset
  done
  same compare "$folder" --compare "$folder" --compare-show all --label '{name}'
  same wrong "$folder" -r --gap 3000 --size 400x300
done
echo "$compared runs compared, $differing differ"
[ $differing -eq 0 ]
