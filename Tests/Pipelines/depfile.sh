#!/usr/bin/env bash
# Runs make, ninja and CMake with depfiles, and checks when they rebuild.
#
#     Tests/Pipelines/depfile.sh .build/debug/contactsheet
#
# Needs make, ninja and cmake.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
picture=$(find "$root/SampleImages" -name '*.png' -size -64k | sort | head -1)
export XDG_CONFIG_HOME=/dev/null

fail() { printf 'FAILED: %s (%s): %s\n' "$what" "$tool" "$*" >&2; cat log >&2; exit 1; }

# Runs the tool, which must build the sheet, and runs it again, when it must not.
builds() {
  run
  [ "$before" != "$(state)" ] || fail "$1: nothing was built"
  run
  [ "$before" = "$(state)" ] || fail "$1: it was built again"
}
run() {
  before=$(state)
  $tool >log 2>&1 || fail "it ended with an error"
}
state() { stat -c '%y %i' out/sheet.png 2>/dev/null || true; }
# File systems may have coarse timestamps.
touched() { sleep 0.02; touch "$@"; }
warns() { grep -q "contactsheet: .*$1" log || fail "no warning about $1"; }

# A new folder for a tool, in which `arguments` make out/sheet.png and out/sheet.d.
starts() {
  what=$1 tool=$2
  arguments=$3
  rm -rf "$work/t"
  mkdir -p "$work/t/out" "$work/t/pics"
  cd "$work/t"
  printf 'out/sheet.png:\n\t%s\n-include out/sheet.d\n' "$arguments" >Makefile
  printf 'rule sheet\n  command = %s\n  depfile = out/sheet.d\n%s\nbuild out/sheet.png: sheet\n' \
    "$arguments" "${deps:-}" >build.ninja
}
sheet="$command --cell 32 -o out/sheet.png --depfile out/sheet.d"

for tool in make ninja "ninja deps"; do
  deps=""
  [ "$tool" != "ninja deps" ] || deps="  deps = gcc" tool=ninja

  starts "a folder" $tool "$sheet -r pics --table labels.csv"
  mkdir pics/sub
  cp "$picture" pics/a.png
  cp "$picture" pics/sub/b.png
  echo 'a.png,A' >labels.csv
  builds "the first time"
  touched pics/a.png; builds "a picture is touched"
  touched pics/sub/b.png; builds "a picture of a subfolder is touched"
  touched labels.csv; builds "the table of labels is touched"
  sleep 0.02; cp "$picture" pics/c.png; builds "a picture is added"
  sleep 0.02; cp "$picture" pics/sub/d.png; builds "a picture is added to a subfolder"
  sleep 0.02; rm pics/c.png; builds "a picture is deleted"
  sleep 0.02; rm -r pics/sub; builds "a folder is deleted"

  starts "a configuration" $tool "$sheet pics"
  cp "$picture" pics/a.png
  echo '--background red' >.contactsheet
  builds "the first time"
  touched .contactsheet; builds "it is touched"
  sleep 0.02; rm .contactsheet; builds "it is deleted"

  starts "a plan" $tool "$sheet --from-plan plan.json"
  cp "$picture" pics/a.png
  "$command" pics --dry-run --manifest plan.json --cell 32 2>/dev/null
  sed -i 's/ --cell 32//' Makefile build.ninja
  builds "the first time"
  touched plan.json; builds "it is touched"
  touched pics/a.png; builds "a picture is touched"

  starts "a folder with the output" $tool "$sheet out"
  cp "$picture" out/a.png
  builds "the first time"
  touched out/a.png; builds "a picture is touched"

  # Names, one at a time and all together.
  names=('a b' 'a\ b' 'a\\  b' 'a\b' 'a#b' 'a##b' 'a:b' 'a$b' '$(shell touch pwned)' '$$' 'a%b' '%%' \
    'a{}b' 'a~b' 'a,b' 'a@b' 'a!b' 'a[1]' 'ä' '(b)c' '-x' 'a=b' 'a:=b' 'x= %$#')
  for name in "${names[@]}" all; do
    starts "the name '$name'" $tool "$sheet pics"
    if [ "$name" = all ]; then
      for each in "${names[@]}"; do cp "$picture" "pics/$each.png"; done
      name=${names[0]}
    else
      cp "$picture" pics/z.png
      cp "$picture" "pics/$name.png"
    fi
    builds "the first time"
    touched "pics/$name.png"; builds "it is touched"
    if [[ $name == *=* && $tool = make ]]; then continue; fi
    sleep 0.02; rm "pics/$name.png"; builds "it is deleted"
    sleep 0.02; cp "$picture" "pics/$name.png"; builds "it is added"
    [ ! -e pwned ] || fail "make executed a name"
  done
done
for tool in make ninja; do
  # Every prerequisite contains an equals sign.
  starts "equals signs" $tool "$sheet day=1/*.png"
  mkdir day=1
  cp "$picture" day=1/a.png
  builds "the first time"
  [ $tool = ninja ] || { rm out/sheet.png; run; warns "no rule can name a file with '='"; }
  touched day=1/a.png; builds "a picture is touched"
done
# The files of the guide, unchanged.
for tool in make ninja; do
  starts "the guide" $tool ""
  block Makefile >Makefile
  block build.ninja >build.ninja
  mkdir -p photos/more
  cp "$picture" photos/a.png
  $tool >log 2>&1 || fail "the first time"
  cp build/sheet.png first.png
  $tool >log 2>&1 && cmp build/sheet.png first.png || fail "no-op"
  sleep 0.02; cp "$picture" photos/more/b.png
  $tool >log 2>&1 || fail "a picture is added"
  ! cmp -s build/sheet.png first.png || fail "a picture is added: nothing was built"
  cp build/sheet.png second.png
  sleep 0.02; rm photos/a.png
  $tool >log 2>&1 || fail "a picture is deleted"
  ! cmp -s build/sheet.png second.png && cmp build/sheet.png first.png ||
    fail "a picture is deleted: nothing was built"
  rm build/sheet.png
  $tool >log 2>&1 && cmp build/sheet.png first.png || fail "the sheet is missing"
  rm build/sheet.png.d
  $tool >log 2>&1 && [ -s build/sheet.png.d ] || fail "the depfile is missing"
  $tool >log 2>&1 && ! grep -q 'sheet photos' log || fail "the depfile is there again"
  sleep 0.02; head -c 9 "$picture" >photos/bad.png
  for run in first second third; do
    ! $tool >log 2>&1 || fail "the $run build with a picture that cannot be read succeeds"
  done
  sleep 0.02; rm photos/bad.png
  $tool >log 2>&1 && cmp build/sheet.png first.png || fail "after that picture"
done

# The guide's CMake project, unchanged, with both generators.
starts "the guide" cmake ""
rm Makefile build.ninja
block CMakeLists.txt >CMakeLists.txt
mkdir -p photos/more
for generator in Ninja "Unix Makefiles"; do
  what="the guide, $generator"
  rm -rf out photos/*.png
  cp "$picture" photos/a.png
  cmake -S . -B out -G "$generator" >log 2>&1 || fail "configuring"
  tool="cmake --build out"
  builds "the first time"
  touched photos/a.png; builds "a picture is touched"
  sleep 0.02; cp "$picture" 'photos/more/b c=ü.png'; builds "a picture is added to a subfolder"
  cmake -E cmake_transform_depfile Ninja gccdepfile . . out out out/sheet.png.d transformed
  grep -q '/photos/more/b.* c=ü\.png' transformed || fail "CMake reads no names"
  sleep 0.02; mv 'photos/more/b c=ü.png' photos/b.png
  builds "a picture is renamed"
  sleep 0.02; mv photos/b.png photos/c.png; builds "a picture is renamed again"
  sleep 0.02; rm photos/c.png; builds "a picture is deleted"
  rm out/sheet.png; builds "the sheet is missing"
done

# A sheet that stays unchanged, with make and the guide's stamp, and with ninja and restat.
for tool in make ninja; do
  starts "an unchanged sheet" $tool ""
  mkdir photos build
  cp "$picture" photos/a.png
  { printf 'all: build/next\nbuild/next: build/sheet.png\n\techo next >>$@\n'
    block Makefile.unchanged; } >Makefile
  cat >build.ninja <<END
rule sheet
  command = $command photos --recursive -o \$out --keep-unchanged --depfile \$out.d
  depfile = \$out.d
  restat = 1
rule next
  command = echo next >>\$out
build build/sheet.png: sheet
build build/next: next build/sheet.png
END
  goes() {
    $tool >log 2>&1 || fail "$1: it ended with an error"
    $tool >again 2>&1 || fail "$1: it ended with an error"
    ! grep -q 'contactsheet\|sheet photos\|\[' again || { cat again >&2; fail "$1: it ran again"; }
    [ "$(wc -l <build/next)" -eq "$2" ] || fail "$1: a later step ran $(wc -l <build/next) times, not $2"
  }
  goes "the first time" 1
  sleep 0.02; touch photos/a.png; goes "a picture is touched" 1
  sleep 0.02; cp "$picture" photos/b.png; goes "a picture is added" 2
  cp build/sheet.png first.png
  rm build/sheet.png; goes "the sheet is missing" 3
  cmp build/sheet.png first.png || fail "the sheet is missing"
done

# A project file above the working folder is also an input.
starts "a configuration above" make "$sheet pics"
mkdir .git below && mv out pics Makefile below && cd below
cp "$picture" pics/a.png
echo '--background red' >../.contactsheet
builds "the first time"
touched ../.contactsheet; builds "it is touched"

# Several pages from a single build edge.
starts "pages" ninja "$command pics --cell 32 --per-page 1 -o out/sheet.png --depfile out/sheet.d"
sed -i 's|^build .*|build out/sheet-001.png out/sheet-002.png: sheet|' build.ninja
cp "$picture" pics/a.png
cp "$picture" pics/b.png
ninja >log 2>&1 || fail "the first time"
ninja | grep -q "no work" || fail "no-op"
touched pics/b.png
ninja | grep -q "1/1" || fail "a picture is touched"
ninja | grep -q "no work" || fail "no-op"

tool=make
for name in $'a\tb' "a'b"; do
  starts "the name '$name'" make "$sheet pics"
  cp "$picture" "pics/$name.png"
  builds "the first time"
  rm out/sheet.png; run; warns "misreads"
  touched "pics/$name.png"; builds "it is touched"
done
echo "make, ninja and CMake build what has changed, and only that"
