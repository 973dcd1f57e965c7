#!/usr/bin/env bash
# Reads and writes JPEGs and PDFs with a libjpeg-turbo that has the interface of libjpeg 8, as in
# Ubuntu, and compares the pixels with those from interface 6.2.
#
# usage: libjpeg8.sh CONTACTSHEET
#
# Needs pip, which installs the library (in a torchvision wheel), and Debian's libjpeg62-turbo and
# poppler-utils.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"

python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: torchvision
mkdir 62 80
unzip -jq torchvision-*.whl 'torchvision.libs/libjpeg.*.so.8' -d 80
mv 80/libjpeg.*.so.8 80/libjpeg.so.8
cp "$(ldconfig -p | awk '/libjpeg\.so\.62 / { print $NF; exit }')" 62/libjpeg.so.62
# The loader also finds files that are not libraries.
: >62/libjpeg.so.8
: >80/libjpeg.so.62

# LIBRARY ARGUMENTS: runs the command with a library.
with() { LD_LIBRARY_PATH=$work/$1 contactsheet "${@:2}"; }

pictures=("$root"/SampleImages/a*.png "$root"/SampleImages/Photographs/*.jpg)
for library in 62 80; do
  with $library --version | grep -q '^libjpeg-turbo: found' || fail "$library is not used"
  mkdir of-$library
  for quality in 90 60; do
    name=of-$library/$quality
    for ending in jpg pdf; do
      with $library "${pictures[@]}" --cell 200 --label '{name}' --quality $quality -o $name.$ending
    done
    with $library $name.jpg -o $name-read.png
    pdftoppm -r 96 -singlefile $name.pdf $name-drawn
  done
done
for file in of-62/*-*; do
  cmp "$file" "of-80/${file#of-62/}" || fail "$file differs with interface 8"
done
echo "libjpeg 6.2 and 8 give the same pixels"
