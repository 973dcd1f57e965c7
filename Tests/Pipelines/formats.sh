#!/usr/bin/env bash
# Runs the guide's jq scripts on manifests of pictures with hostile names, some of them unreadable.
# Checks the output against the rules of the formats, and the pixels that it refers to.
#
# usage: formats.sh CONTACTSHEET
#
# Needs jq and python3.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"
formats=$root/Tests/Pipelines/formats.py

# Runs a block from the guide in a folder with the pictures. Its contactsheet exits with 1, which must
# not end the block; jq, the last command, must succeed.
runs() {
  block "$1" >"$1"
  sh "$1" 2>messages || { cat messages >&2; fail "$1"; }
}

python3 "$formats" make frames 230 16 9
runs webvtt.sh
[ "$(ls frames-*.png | wc -l)" -eq 3 ] || fail "the frames are not on three pages"
python3 "$formats" webvtt frames frames.vtt 5
# A name with URL characters; fractions of a second, and hours.
mkdir 'video #1?'
sed -i "s|-o frames.png|-o 'video #1?/a%20b \"é\" -->.png'|; s/seconds 5/seconds 60.125/; s|>frames.vtt|>'video #1?/frames.vtt'|" webvtt.sh
sh webvtt.sh 2>messages || { cat messages >&2; fail "webvtt.sh with a different name"; }
python3 "$formats" webvtt frames 'video #1?/frames.vtt' 60.125

python3 "$formats" make sprites 40
cp -r sprites icons
python3 "$formats" tint sprites
runs atlas.sh
python3 "$formats" atlas sprites sprites-0.json
sed -i 's/4096/90/' atlas.sh
sh atlas.sh 2>messages || { cat messages >&2; fail "atlas.sh with several pages"; }
[ -e sprites-2.json ] || fail "the sprites are not on three pages"
python3 "$formats" atlas sprites sprites-?.json

runs css.sh
python3 "$formats" css icons icons.css
sed -i 's/--gap 2/--gap 2 --max-height 90/' css.sh
sh css.sh 2>messages || { cat messages >&2; fail "css.sh with several pages"; }
python3 "$formats" css icons icons.css
cp icons/x.png 'icons/one class.png'
cp icons/x.png icons/one-class.png
if sh css.sh 2>messages; then fail "two pictures share a class"; fi
grep -q "several pictures for the class one-class" messages || fail "the class is not mentioned: $(cat messages)"

for count in 3 20 36; do
  rm -rf pictures log
  mkdir log
  python3 "$formats" make pictures "$count" 64 64
  block tensorboard.sh >tensorboard.sh
  sh tensorboard.sh 2>/dev/null || fail "tensorboard.sh"
  python3 "$formats" tensorboard pictures log
done
# The recipes for plans.
mkdir renders
for number in 1 2 3 4 5 6 7; do
  python3 "$formats" noise "renders/$number.png" "$number" 80 60
done
cp renders/4.png reference.png
runs insets.sh
python3 "$formats" insets insets.png insets.json 20 30 4
runs differences.sh
python3 "$formats" differences differences.png differences.json renders/4.png
contactsheet renders --tile 4x2 --cell 100x100 --scale stretch --upscale --gap 0 --margin 0 --manifest sheet.json -o sheet.png
runs clicked.sh >clicked
[ "$(cat clicked)" = "$(printf 'renders/7.png\t40\t30')" ] || fail "clicked.sh: $(cat clicked)"
rm -r renders
mkdir renders
for name in a_1 a_4 b_4 c_16 'd d_1'; do cp reference.png "renders/$name.png"; done
runs missing.sh >missing
printf '%s\t%s\n' a 16 b 1 b 16 c 1 c 4 'd d' 4 'd d' 16 | cmp - missing || fail "missing.sh: $(cat missing)"
echo "the guide's recipes edit plans, and find cells, differences and missing pictures"
echo "the guide's jq scripts make WebVTT, atlases, CSS sprites and TensorBoard's sprites"
