#!/usr/bin/env bash
# Opens pages of --html in a browser; see chromium.py.
#
#     Tests/Pipelines/html.sh .build/debug/contactsheet [folder for screenshots]
set -euo pipefail
command=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=/dev/null

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check playwright==1.65.2
"$work/python/bin/python" "$(dirname "$0")/chromium.py" "$command" "$work" "${@:2}"
