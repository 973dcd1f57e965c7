#!/usr/bin/env bash
# Opens --html pages in a browser.
#
#     Tests/Pipelines/html.sh .build/debug/contactsheet [folder for screenshots]
set -euo pipefail
command -v chromium >/dev/null || { echo "skipped: there is no Chromium" >&2; exit 0; }
command=$(realpath "$1")
scripts=$(cd "$(dirname "$0")/html" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=/dev/null PYTHONDONTWRITEBYTECODE=1

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check playwright==1.65.2
"$work/python/bin/python" "$scripts/check.py" "$command" "$work" "${@:2}"
