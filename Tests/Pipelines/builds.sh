#!/usr/bin/env bash
# Shows that ninja and Snakemake, with the guide's files, make each page in a separate task. The pages
# have the same bytes as those of a single run, even if tasks are killed and repeated. After a change,
# only the pages that it affects are made.
#
# usage: builds.sh CONTACTSHEET
#
# Needs ninja and snakemake.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
mkdir "$work/photos" "$work/whole" "$work/killing" "$work/small"
ln -s ../photos "$work/whole"
# Small pictures, since only the order of builds matters here.
for picture in "$root"/SampleImages/[c-z]*.png; do
  contactsheet "$picture" --size 48 --margin 0 -o "$work/small/${picture##*/}"
done

# A contactsheet that is killed on its first attempt at each page, as soon as it has begun.
cat >"$work/killing/contactsheet" <<END
#!/usr/bin/env bash
page=\${2##*/} page=\${page%.json}
if [ "\$1" != --from-plan ] || [ -e "$work/killing/\$page" ]; then exec "$work/bin/contactsheet" "\$@"; fi
"$command" --no-config --quiet "\$@" &
pid=\$!
until compgen -G ".sheet-\$page*contactsheet-part" >/dev/null || ! kill -0 \$pid 2>/dev/null; do :; done
kill -9 \$pid 2>/dev/null
if wait \$pid; then exit 0; fi
touch "$work/killing/\$page"
exit 1
END
chmod +x "$work/killing/contactsheet"

# Makes the pages of the current pictures in a single run, with these further options.
one_run() {
  rm -f "$work"/whole/sheet-*.png
  (cd "$work/whole" && contactsheet photos --per-page 60 --font builtin "$@" -o 'sheet-%03d.png')
}
state() { stat --format='%n %i %y' sheet-*.png 2>/dev/null || true; }

# WHAT PAGES: the engine must make these pages, identical to those of a single run.
makes() {
  local before made
  before=$(state)
  engine >log 2>&1 || { tail -50 log >&2; fail "$name, $1"; }
  made=$(comm -13 <(echo "$before") <(state) | sed 's/sheet-0*//; s/\.png.*//' | tr '\n' ' ')
  [ "$2" = any ] || [ "$made" = "$2 " ] || { tail -50 log >&2; fail "$name, $1: made the pages $made"; }
  for page in "$work"/whole/sheet-*.png; do
    cmp "$page" "${page##*/}" || fail "$name, $1: a different ${page##*/}"
  done
}

# Checks that nothing is left to make.
rests() {
  local before
  before=$(state)
  engine >log 2>&1 || { tail -50 log >&2; fail "$name, once more"; }
  [ "$before" = "$(state)" ] || { tail -50 log >&2; fail "$name: made pages again"; }
}

# FILE: a build with that file from the guide, using the function `engine`.
shows() {
  name=$1
  rm -rf "$work"/photos/* "$work"/killing/[0-9]* "$work/$name.d"
  for copy in 1 2 3 4 5; do
    for picture in "$work"/small/*.png; do
      cp "$picture" "$work/photos/$copy-${picture##*/}"
    done
  done
  cp "$work/small/moon.png" "$work/photos/2-a #1: \$x %.png"
  mkdir "$work/$name.d"
  cd "$work/$name.d"
  ln -s ../photos .
  block "$name" >"$name"

  one_run
  PATH=$work/killing:$PATH makes "tasks that are killed" "1 2 3"
  [ -n "$(ls "$work"/killing/[0-9]*)" ] || fail "$name: no task was killed"
  ! compgen -G ".*contactsheet-part" || fail "$name: files were left behind"
  rests

  sleep 0.02
  # A picture of the same size, with the same plan.
  cp "photos/1-zone plate.png" photos/1-heart.png
  one_run
  makes "a picture that has changed" 1
  rests
  cp "photos/1-chart 3.png" "photos/2-a #1: \$x %.png"
  one_run
  makes "a picture with a hostile name and another size" any
  cp "photos/5-chart 3.png" photos/9.png
  one_run
  makes "a picture more" 3
  rm photos/9.png
  one_run
  makes "a picture less" 3
  one_run --label '{name}'
  sed -i "s/--font builtin/--font builtin --label '$label'/" "$name"
  makes "another option" "1 2 3"
  rm photos/[45]* sheet-003.png
  one_run --label '{name}'
  makes "a page less" 2
  [ ! -e sheet-003.png ] || fail "$name: made a page that no longer exists"
  cp "photos/1-chart 3.png" photos/9.png
  rm sheet-001.png
  one_run --label '{name}'
  makes "a page that was deleted, and a picture more" "1 2"
  cd "$work"
  echo "$name: a task per page, and the same bytes as from a single run"
}

engine() {
  [ -e build.ninja ] || sh plan.sh || return
  # The user runs ninja again.
  ninja || ninja || ninja
}
label='{name}'
shows plan.sh

engine() { snakemake --cores 2 --retries 3; }
# In a Snakefile's command, braces are doubled.
label='{{name}}'
shows Snakefile
