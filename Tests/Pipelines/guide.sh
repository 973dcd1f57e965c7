# shellcheck shell=bash
#
# Functions shared by the scripts here: the command as `contactsheet`, and the guide's files,
# unchanged. Sourced with the path of the command; makes a folder $work that is removed at the end.
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
command=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

mkdir "$work/bin"
printf '#!/bin/sh\nexec "%s" --no-config --quiet "$@"\n' "$command" >"$work/bin/contactsheet"
chmod +x "$work/bin/contactsheet"
export PATH=$work/bin:$PATH

# NAME: prints the block whose comment has this name, from whichever page of the guide contains it.
block() {
  awk -v name="# $1" '
    /^```/ { if (inside && found) { printf "%s", text; exit }; inside = !inside; text = ""; next }
    inside { text = text $0 "\n"; if ($0 == name) found = 1 }
  ' "$root"/.github/guide/*/*.md | grep . || fail "the guide has no $1"
}
