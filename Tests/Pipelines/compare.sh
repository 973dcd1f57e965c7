#!/usr/bin/env bash
# Runs the guide's examples of comparing in a build: the step that stops the build, the approval,
# the report as JUnit XML, and the jobs for GitHub and GitLab. The report contains pictures with
# hostile names.
#
# usage: compare.sh CONTACTSHEET
#
# Needs git, jq, make, ninja and python3 with its yaml.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"
sample=$(find "$root/SampleImages" -name '*.png' -size -64k | sort | head -1)
contactsheet "$sample" --cell 40 -o changed.png
mkdir -p shots/sub
for name in plain 'a b' ü; do cp "$sample" "shots/sub/$name.png"; done
cp -r shots approved
cp -r shots unchanged
block compare.mk >Makefile
block compare.ninja >build.ninja

# TOOL WHEN: the build must pass, and do nothing the second time.
passes() {
  "$1" >log 2>&1 || { cat log >&2; fail "$1, $2: a build without changes"; }
  [ -s build/changes.png ] && [ -s build/changes.html ] || fail "$1, $2: a build without changes has no sheet"
  "$1" >log 2>&1
  ! grep -q 'compare' log || { cat log >&2; fail "$1, $2: compared again"; }
  rm build/changes.png
  "$1" >log 2>&1 && [ -s build/changes.png ] || { cat log >&2; fail "$1, $2: the sheet is missing"; }
  rm build/changes.png.d
  "$1" >log 2>&1 && [ -s build/changes.png.d ] || { cat log >&2; fail "$1, $2: the depfile is missing"; }
}
# TOOL WHEN: the build must fail every time, and leave a sheet.
stops() {
  local again
  for again in first second third; do
    ! "$1" >log 2>&1 || { cat log >&2; fail "$1, $2: the $again build with changes passes"; }
  done
  [ -s build/changes.png ] && [ -s build/changes.html ] || fail "$1, $2: a build with changes has no sheet"
}
anew() { rm -rf build .ninja_deps .ninja_log; }

for tool in ninja make; do
  anew
  passes $tool "at first"
  # Everything changes, one picture is added, and one is removed.
  sleep 0.02
  for name in shots/sub/*; do cp changed.png "$name"; done
  mv shots/sub/plain.png shots/sub/new.png
  stops $tool "after a build without"
  anew
  stops $tool "at first"
  [ $tool = ninja ] || continue
  sleep 0.02
  rm -rf shots && cp -r unchanged shots
  passes $tool "after a build with changes"
done
grep -q 'Error 3' log || { cat log >&2; fail "the status of a build with changes"; }
block approve.sh >approve.sh
before=$(cd approved && find . -type f | wc -l)
sh approve.sh 'sub/a b.png' >log 2>&1 || { cat log >&2; fail "approval of one picture"; }
cmp -s 'shots/sub/a b.png' 'approved/sub/a b.png' || fail "a picture was not approved"
! cmp -s shots/sub/ü.png approved/sub/ü.png || fail "a picture that nobody named was approved"
[ "$(cd approved && find . -type f | wc -l)" = "$before" ] || fail "approval of one picture changed others"
! make >log 2>&1 || fail "a build with one approved picture"
jq -r '.pairs[] | select(.status | IN("different", "resized", "added", "removed", "renamed")) | .path, .from // empty' \
  build/changes.json | xargs -d '\n' sh approve.sh || fail "approval of the rest"
passes make "after approval"

# JUnit XML for pictures with hostile names.
rm -rf shots approved build
block junit.jq >junit.jq
mkdir -p shots/sub approved/sub
for name in plain 'a b' '<i>"&' "it's" $'line\nend' $'tab\there' ':x' 'ü 富' $'non\xef\xbf\xbe\xef\xbf\xbfcharacters'; do
  cp "$sample" "shots/sub/$name.png"
  cp "$sample" "approved/sub/$name.png"
done

for name in shots/sub/*; do cp changed.png "$name"; done
mv shots/sub/plain.png shots/sub/new.png
contactsheet "$sample" --cell 50 -o approved/sub/old.png
cp approved/sub/old.png 'shots/sub/re<named>.png'
! make >log 2>&1 || fail "a build with changes of hostile names"
jq -r -f junit.jq build/changes.json >junit.xml
python3 - build/changes.json junit.xml <<'PYTHON'
import json, sys, xml.etree.ElementTree
pairs = json.load(open(sys.argv[1]))["pairs"]
suite = xml.etree.ElementTree.parse(sys.argv[2]).getroot()
cases = suite.findall("testcase")
spaces = {code: " " for code in [*range(32), 0xFFFE, 0xFFFF]}
assert [case.get("name") for case in cases] == [pair["path"].translate(spaces) for pair in pairs]
for pair, case in zip(pairs, cases):
    failure = case.find("failure")
    assert (failure is None) == (pair["status"] == "equal"), pair
    expected = pair["status"] + (f" from {pair['from']}" if "from" in pair else "")
    assert failure is None or failure.get("message").split(",")[0] == expected, pair
assert any(pair.get("from") == "sub/old.png" and pair["status"] == "renamed" for pair in pairs)
assert suite.get("tests") == str(len(pairs)) == "11", suite.attrib
assert suite.get("failures") == str(sum(pair["status"] != "equal" for pair in pairs)) == "11"
PYTHON

# Failed and empty runs give JUnit XML as well.
mkdir none
for arguments in "none --compare approved --allow removed" "shots --colums 3" "shots --compare shots"; do
  # shellcheck disable=SC2086
  ! contactsheet $arguments -o x.png --report failed.json 2>/dev/null || fail "$arguments passes"
  jq -r -f junit.jq failed.json >failed.xml || fail "JUnit XML of $arguments"
  python3 - failed.xml <<'PYTHON' || fail "JUnit XML of $arguments"
import sys, xml.etree.ElementTree
suite = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert suite.get("errors") == "1" and suite.find("testcase/error").get("message"), suite.attrib
assert suite.get("tests") == str(len(suite.findall("testcase"))), suite.attrib
PYTHON
done

# A failed run names its unreadable pictures, and covered pairs are skipped.
printf garbage >shots/sub/broken.png
! contactsheet shots --compare approved --on-error fail --dry-run --report failed.json 2>/dev/null || fail "a broken picture passes"
jq -r -f junit.jq failed.json >failed.xml
grep -q 'name="[^"]*sub/broken.png"><error message="[^"]' failed.xml || { cat failed.xml >&2; fail "the name of a broken picture"; }
rm shots/sub/broken.png
cp -r approved same
contactsheet same --compare approved --ignore-area '0,0,100%,100%' --allow nothing --dry-run \
  --report covered.json >/dev/null 2>&1 || fail "covered pairs"
jq -r -f junit.jq covered.json >covered.xml
grep -q '<skipped message="not compared"/>' covered.xml || { cat covered.xml >&2; fail "covered pairs are not skipped"; }


# The jobs for services: without changes, with changes, and with rules in the project file that
# allow all changes or ignore a whole picture.
mkdir services
cd services
block pictures.yml >pictures.yml
block .gitlab-ci.yml >.gitlab-ci.yml
cp ../junit.jq .
printf '#!/bin/sh\nexec "%s" "$@"\n' "$command" >"$work/bin/contactsheet"
mkdir shots
for name in plain 'a|b' '<i>"&' $'line\n\nend' '`[x](y)`'; do cp "$sample" "shots/$name.png"; done
cp -r shots approved
service() {
  XDG_CONFIG_HOME=/dev/null python3 "$root/Tests/Pipelines/services.py" "$root" pictures.yml .gitlab-ci.yml \
    "$@" \
    >log 2>&1 || { cat log >&2; fail "jobs of services: $*"; }
}
service passes 0
for name in shots/*; do cp ../changed.png "$name"; done
service fails 5
echo '--allow *=100%' >.contactsheet
service passes 0
echo '--ignore-area plain.png=0,0,100%,100%' >>.contactsheet
service passes 0
cd ..

# The pictures that a branch changes, beside those of another branch.
git init -q -b main repository
cd repository
git config user.name nobody
git config user.email nobody@example.invalid
mkdir 'a b' && cp "$sample" 'a b/ü.png' && cp "$sample" same.png && cp "$sample" gone.png
git add . && git commit -q -m one
git checkout -q -b branch
cp ../changed.png 'a b/ü.png' && git rm -q gone.png && git add . && git commit -q -m two
block 'a branch' >branch.sh
bash branch.sh 2>log && fail "a branch with changes" || status=$?
[ "$status" -eq 3 ] || { cat log >&2; fail "the status of a branch with changes: $status"; }
[ -s changes.png ] || fail "a branch with changes has no sheet"
# A branch without changes passes, but not if git fails.
sed -i '/worktree/d' branch.sh
sed 's/ main / HEAD /' branch.sh >unchanged.sh
bash unchanged.sh 2>log || { cat log >&2; fail "a branch without changes"; }
sed 's/ main / no-such-branch /' branch.sh >failing.sh
! bash failing.sh 2>log || fail "a branch that git does not know"

# Paths from git, which are relative to the repository's root, used in a folder below it.
mkdir below && cd below
! git diff -z --name-only main | "$command" --no-config -0 - -o ../paths.png 2>log ||
  fail "paths from git, seen from a subfolder"
grep -q "git.s paths are relative to .*; add --relative" log || { cat log >&2; fail "git is not mentioned"; }
git diff -z --relative --name-only main >log || fail "git diff --relative"
cd ../..

# Gates on errors, and on some of the pictures, in a shell with `set -e`.
mkdir -p gate/old gate/new && cp "$sample" gate/old/gone.png
contactsheet "$sample" --cell 60 -o gate/old/x.png
contactsheet "$sample" --cell 60 --sharpen 0.5 -o gate/new/x.png
cat >gate.sh <<'GATE'
set -e
gate() { contactsheet gate/new --compare gate/old --tolerance 0 --allow "$@" -o gate.png; }
gate '{psnr} >= 10' --allow removed
echo passed
gate '{psnr} >= 90' --allow removed || [ $? -eq 3 ]
echo stopped
gate '{psnr} >= 10'
echo wrong
GATE
sh gate.sh >log 2>messages && fail "a gate on errors" || status=$?
[ "$status" -eq 3 ] && [ "$(cat log)" = "$(printf 'passed\nstopped')" ] ||
  { cat log messages >&2; fail "gates on errors: status $status"; }
echo "builds and service jobs stop at changes every time, JUnit XML names 11 pictures, and a branch is compared"
