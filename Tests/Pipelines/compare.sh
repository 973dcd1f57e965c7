#!/usr/bin/env bash
# Runs what the guide says of comparing in a build: the step that stops it, the approval, and the report
# as JUnit XML of pictures with hostile names.
#
# usage: compare.sh CONTACTSHEET
#
# Needs git, jq, make and python3.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
cd "$work"
sample=$(find "$root/SampleImages" -name '*.png' -size -64k | sort | head -1)
mkdir -p shots/sub approved/sub
for name in plain 'a b' '<i>"&' "it's" $'line\nend' $'tab\there' ':x' 'ü 富'; do
  cp "$sample" "shots/sub/$name.png"
  cp "$sample" "approved/sub/$name.png"
done

block Comparing Makefile | sed 's/rsync .*/rm -rf approved; cp -r shots approved/' >Makefile
block Comparing junit.jq >junit.jq
make check >log 2>&1 || { cat log >&2; fail "a build without changes"; }
[ -s build/changes.png ] || fail "a build without changes has no sheet"

# Everything changes, one picture is new, and one is gone.
contactsheet "$sample" --cell 40 -o changed.png
for name in shots/sub/*; do cp changed.png "$name"; done
mv shots/sub/plain.png shots/sub/new.png
if make check >log 2>&1; then fail "a build with changes"; fi
grep -q 'pictures differ\|Error 3' log || { cat log >&2; fail "the status of a build with changes"; }

jq -r -f junit.jq build/changes.json >junit.xml
python3 - build/changes.json junit.xml <<'PYTHON'
import json, sys, xml.etree.ElementTree
pairs = json.load(open(sys.argv[1]))["pairs"]
suite = xml.etree.ElementTree.parse(sys.argv[2]).getroot()
cases = suite.findall("testcase")
spaces = {code: " " for code in range(32)}
assert [case.get("name") for case in cases] == [pair["path"].translate(spaces) for pair in pairs]
for pair, case in zip(pairs, cases):
    failure = case.find("failure")
    assert (failure is None) == (pair["status"] == "equal"), pair
    assert failure is None or failure.get("message").split(",")[0] == pair["status"], pair
assert suite.get("tests") == str(len(pairs)) == "9", suite.attrib
assert suite.get("failures") == str(sum(pair["status"] != "equal" for pair in pairs)) == "9"
PYTHON

make approve >log 2>&1 && make check >log 2>&1 || { cat log >&2; fail "a build after approval"; }

# The pictures that a branch changes, beside those of another.
git init -q -b main repository
cd repository
git config user.name nobody
git config user.email nobody@example.invalid
mkdir 'a b' && cp "$sample" 'a b/ü.png' && cp "$sample" same.png && cp "$sample" gone.png
git add . && git commit -q -m one
git checkout -q -b branch
cp ../changed.png 'a b/ü.png' && git rm -q gone.png && git add . && git commit -q -m two
block Comparing 'a branch' >branch.sh
sh branch.sh 2>log && fail "a branch with changes" || status=$?
[ "$status" -eq 3 ] || { cat log >&2; fail "the status of a branch with changes: $status"; }
[ -s changes.png ] || fail "a branch with changes has no sheet"
echo "a build stops at changes, JUnit XML names 9 pictures, and a branch is compared"
