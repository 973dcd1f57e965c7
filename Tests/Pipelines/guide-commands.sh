#!/usr/bin/env bash
# Runs the commands of the README and the guide as a reader would paste them, each page in its own
# folder, and checks that they print what the page shows and draw the pictures next to it.
#
# usage: guide-commands.sh CONTACTSHEET [--write] [PAGE...]
#
# --write puts what is printed and drawn into the pages instead of checking it. PAGE is a path such as
# .github/guide/how-to/poster.md.
#
# Needs python3 with Pillow, and the programs that the guide uses: jq, git, make, ninja and cmake.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
command=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/Tests/Pipelines/guide-folders.py" "$work/folders"
ln -s "$root/SampleImages" "$work/folders/SampleImages"
"$root/Tests/Pipelines/guide_commands.py" "$root" "$command" "$work" "$@"
