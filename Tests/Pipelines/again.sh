#!/usr/bin/env bash
# Runs each shell pipeline that names all pictures in a folder three times, in the folder where its
# own sheet ends up. Every run must end with status 0 and make the same sheet from the same pictures.
#
# usage: again.sh CONTACTSHEET
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"

n=0
find "$root/SampleImages" -name '*.png' -size -256k | sort | head -12 | while read -r picture; do
  n=$((n + 1))
  cp "$picture" "picture $n.png"
  # ls -t needs different times.
  touch -d "2026-01-01 12:$n" "picture $n.png"
done
[ "$(ls *.png | wc -l)" -gt 5 ] || fail "too few pictures"

arguments() { contactsheet *.png --manifest plan.json; }
newest() { ls -t *.png | contactsheet - --manifest plan.json; }
found() { find . -name '*.png' -print0 | contactsheet --files-from - -0 --manifest plan.json; }

for pipeline in arguments newest found; do
  rm -f contact-sheet.png plan.json
  for run in 1 2 3; do
    $pipeline || fail "run $run of $pipeline ended with $?"
    cp contact-sheet.png "$pipeline-$run.sheet"
    cp plan.json "$pipeline-$run.plan"
    cmp "$pipeline-1.sheet" "$pipeline-$run.sheet" || fail "run $run of $pipeline made a different sheet"
    cmp "$pipeline-1.plan" "$pipeline-$run.plan" || fail "run $run of $pipeline made a different plan"
  done
  ! grep -q 'contact-sheet\.png"' <(grep '"source"' plan.json) || fail "$pipeline shows its own sheet"
done

# A picture that is not ours is never replaced.
cp "picture 1.png" contact-sheet.png
for pipeline in arguments newest found; do
  if $pipeline 2>messages; then fail "$pipeline replaced a picture"; fi
  grep -q "both an input and an output" messages || fail "$pipeline: $(cat messages)"
  cmp "picture 1.png" contact-sheet.png || fail "$pipeline changed a picture"
done
echo "three pipelines make the same sheet three times, and replace no picture"
