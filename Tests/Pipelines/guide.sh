# shellcheck shell=bash
#
# Functions that the scripts here share: the command as `contactsheet`, and the files of the guide,
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

# PAGE NAME: prints the block of that page of the guide that has its name in a comment.
block() {
  awk -v name="# $2" '
    /^```/ { if (inside && found) printf "%s", text; inside = !inside; found = 0; text = ""; next }
    inside { text = text $0 "\n"; if ($0 == name) found = 1 }
  ' "$root/Sources/ContactSheet/ContactSheet.docc/$1.md" | grep . || fail "$1 of the guide has no $2"
}
