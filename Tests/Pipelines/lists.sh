#!/usr/bin/env bash
# Runs the command on lists as other programs write them, the guide's check of pictures, and the
# command with another user's home folder.
#
# usage: lists.sh CONTACTSHEET
#
# Needs git and jq.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"
sample=$(find "$root/SampleImages" -name '*.png' -size -64k | sort | head -1)

mkdir -p 'assets/more shots'
names=('more shots/é x.png' $'tab\there.png' 'a"b\\c.png' $'line\nend.png' plain.png)
n=0
for name in "${names[@]}"; do
  n=$((n + 1))
  # No two of the sheets are the same.
  contactsheet "$sample" --cell $((40 + 12 * n)) --background "#${n}07030" --margin $((3 * n)) \
    -o "assets/$name"
done
shown() { contactsheet "$@" --dry-run --manifest - | jq -c '[.pages[].tiles[].source] | sort'; }
expected=$(shown assets -r)
[ "$(jq length <<<"$expected")" -eq 5 ] || fail "the pictures of a folder: $expected"
# LIST: the command must show the pictures of the folder.
shows() { [ "$(shown "$@")" = "$expected" ] || fail "$name: $(shown "$@")"; }

git init -q . && git add assets
for quoting in true false; do
  git -c core.quotePath=$quoting ls-files assets >list
  grep -q '^"' list || fail "git quoted no name"
  name="names that git quotes, core.quotePath $quoting" shows --files-from list
done
name="git ls-files -z" shows --files-from <(git ls-files -z assets)
find assets -type f -print0 >list
name="find -print0, without -0" shows --files-from list
name="find -print0" shows --files-from list -0
printf 'assets/plain.png\nassets/none.png\n' >list
! contactsheet -0 --files-from list -o no.png 2>messages || fail "lines are read in spite of -0"
grep -q "cannot read the list 'list': .* leave out --null" messages || fail "$(cat messages)"

# The guide's check.
block lint.sh >lint.sh
sh lint.sh 2>messages || fail "a check of pictures without faults: $(cat messages)"
cp assets/plain.png assets/copy.png
truncate -s 20000001 assets/plain.png
! sh lint.sh 2>messages || fail "a check of pictures with faults passes"
[ "$(sort messages)" = "$(printf '%s\n' \
  "assets/copy.png is a copy of assets/plain.png" "assets/plain.png has more than 20 MB" | sort)" ] ||
  [ "$(sort messages)" = "$(printf '%s\n' \
    "assets/plain.png has more than 20 MB" "assets/plain.png is a copy of assets/copy.png" | sort)" ] ||
  fail "a check of pictures says: $(cat messages)"
rm assets/copy.png
head -c 20 "$sample" >assets/plain.png
! sh lint.sh 2>messages || fail "a check passes with a picture that cannot be read"
cp "$sample" assets/plain.png

# Another user's home folder. Root can read everything, unless it gives up that capability.
mkdir -p home/.config/contactsheet/presets
echo '--cell 20' >home/.config/contactsheet/config
chmod 000 home/.config
bound=()
[ ! -r home/.config/contactsheet/config ] ||
  bound=(setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search)
if "${bound[@]}" cat home/.config/contactsheet/config 2>/dev/null || ! "${bound[@]}" true; then
  echo "skipped: this user may read the files of all others"
else
  for options in "" "--preset web"; do
    # shellcheck disable=SC2086
    "${bound[@]}" env -u XDG_CONFIG_HOME HOME="$work/home" "$command" assets $options -o s.png \
      2>messages || fail "another user's home: $(cat messages)"
    grep -q "cannot read the configuration '$work/home/.*/config': Permission denied; add --no-config" \
      messages || fail "$(cat messages)"
  done
  ! "${bound[@]}" "$command" assets --config home/.config/contactsheet/config -o s.png 2>messages ||
    fail "an unreadable configuration is skipped although it was named"
fi
chmod 700 home/.config
echo "lists from git and find are read, a check finds what is wrong, and another user's home is a note"
