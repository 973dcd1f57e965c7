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

# PAGE NAME: prints the block on that page of the guide whose comment names it.
block() {
  awk -v name="# $2" '
    /^```/ { if (inside && found) printf "%s", text; inside = !inside; found = 0; text = ""; next }
    inside { text = text $0 "\n"; if ($0 == name) found = 1 }
  ' "$root/Sources/ContactSheet/ContactSheet.docc/$1.md" | grep . || fail "the guide's page $1 has no $2"
}
