#!/usr/bin/env bash
# Compares pictures of every format, shown at their own size on a sheet, with what Pillow decodes.
# If pictures are named after the command, they are compared instead of generated ones.
#
#     Tests/Pipelines/pixels.sh .build/debug/contactsheet [picture...]
set -euo pipefail
command=$(realpath "$1")
script=$(realpath "$(dirname "$0")/pixels.py")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check \
  numpy==2.4.6 pillow==13.0.0 pillow-heif==1.8.1
"$work/python/bin/python" "$script" "$command" "$work" "${@:2}"
