#!/usr/bin/env bash
# Tests both plugins in a package that depends on this one by path: their output, and when they run.
# Then builds and runs Tests/OutsidePackage, which uses the library.
#
#     Tests/Pipelines/swift-package.sh .build/debug/contactsheet
set -euo pipefail
command=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { printf 'FAILED: %s\n' "$*" >&2; tail -40 log >&2; exit 1; }

# The user's own configuration, which the build must not use.
export XDG_CONFIG_HOME=$work/configuration
mkdir -p "$XDG_CONFIG_HOME/contactsheet"
echo '--margin 50' >"$XDG_CONFIG_HOME/contactsheet/config"

# The block in the guide that contains a text.
lines() {
  awk -v text="$1" '/^```/ { inside = $0 == "```swift"; if (found) exit; block = ""; next }
    inside { block = block $0 "\n"; if (index($0, text)) found = 1 }
    END { printf "%s", block }' "$root"/.github/guide/how-to/swift-packages.md
}
mkdir -p "$work/app/Sources/"{App/{Icons,Copied/folder},Plain}
cd "$work/app"
cat >Package.swift <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
$(lines .package | sed "s|url: .*\"|name: \"contactsheet\", path: \"$root\"|")
  targets: [
$(lines .target | sed 's|.process("Icons")|&, .copy("Copied")|')
    .target(
      name: "Plain", plugins: [.plugin(name: "ResourceSheetPlugin", package: "contactsheet")]),
  ])
EOF
echo 'public let app = 0' >Sources/App/App.swift
echo 'public let plain = 0' >Sources/Plain/Plain.swift
small="$root/SampleImages/sprite 16.png"
large="$root/SampleImages/sprite 32.png"
cp "$small" "Sources/App/Icons/it's 1.png"
cp "$large" Sources/App/Icons/b.png
cp "$small" Sources/App/Copied/folder/c.PNG
printf '%s\n' '--label {path}' '--table labels.csv' >Sources/App/.contactsheet
echo 'b.png,Rocket' >Sources/App/labels.csv

build=(--package-path "$work/app" --scratch-path "$work/build" --disable-index-store)
sheet=$work/build/debug/app_App.resources/contact-sheet.png
state() { stat -c '%y %i' "$sheet" 2>/dev/null || true; }

# Builds the package, which must make the sheet of these pictures.
makes() {
  before=$(state)
  swift build "${build[@]}" >log 2>&1 || fail "$1: it ended with an error"
  [ "$before" != "$(state)" ] || fail "$1: no sheet was made"
  (cd Sources/App && XDG_CONFIG_HOME=/dev/null "$command" -o "$work/expected.png" "${@:2}")
  cmp "$sheet" "$work/expected.png" || fail "$1: a different sheet"
}
# File systems may have coarse timestamps.
later() { sleep 0.02; "$@"; }

makes "the first build" Copied/folder/c.PNG Icons/b.png "Icons/it's 1.png"
grep -q "contact sheet of App" log || fail "the command did not run"
! grep -q "contact sheet of Plain" log || fail "the command ran without pictures"
later cp "$large" Sources/App/Copied/folder/d.png
later rm "Sources/App/Icons/it's 1.png"
pictures=(Copied/folder/c.PNG Copied/folder/d.png Icons/b.png)
makes "a picture is added and one is deleted" "${pictures[@]}"
before=$(state)
swift build "${build[@]}" >log 2>&1 || fail "no-op"
[ "$before" = "$(state)" ] || fail "no-op: the sheet was made again"
! grep -q "contact sheet of" log || fail "no-op: the command ran"
later touch Sources/App/Icons/b.png
swift build "${build[@]}" >log 2>&1 || fail "a picture is touched"
grep -q "contact sheet of App" log || fail "a picture is touched: nothing was run"
[ "$before" = "$(state)" ] || fail "the same sheet was made again"
later cp "$small" Sources/App/Icons/b.png; makes "a picture is changed" "${pictures[@]}"
later echo 'b.png,Fungus' >Sources/App/labels.csv; makes "the labels are changed" "${pictures[@]}"
later echo '--label {path}' >Sources/App/.contactsheet; makes "the options are changed" "${pictures[@]}"

# A truncated file.
later head -c 99 "$large" >Sources/App/Copied/folder/d.png
! swift build "${build[@]}" >log 2>&1 || fail "a picture that cannot be read is not an error"
grep -q "contactsheet: cannot read 'Copied/folder/d.png'" log || fail "no reason"
later cp "$large" Sources/App/Copied/folder/d.png
later echo '--per-page 1' >Sources/App/.contactsheet
! swift build "${build[@]}" >log 2>&1 || fail "several pages are not an error"
grep -q "contactsheet: cannot write 3 pages to standard output" log || fail "no reason"

# Without the build plugin, whose command SwiftPM would build separately, and again each time.
sed -i 's/plugins: \[.*\]/plugins: []/' Package.swift
! swift package "${build[@]}" contactsheet Sources -r -o sheet.png </dev/null >log 2>&1 ||
  fail "nobody was asked for permission to write"
grep -q -- "--allow-writing-to-package-directory" log || fail "the option that permits writing is not named"
[ ! -e sheet.png ] || fail "a sheet was written without permission"

package() {
  swift package "${build[@]}" --allow-writing-to-package-directory contactsheet "$@" >"$work/log" 2>&1
}
cd "$work"
package Sources --recursive -o sheet.png || fail "the command ended with an error"
(cd app && "$command" Sources --recursive -o "$work/expected.png")
cmp app/sheet.png expected.png || fail "the command made a different sheet"
cp "$small" app/Sources/a.png
later head -c 99 "$large" >app/Sources/b.png
! package Sources -o sheet.png || fail "the command's status is lost"
grep -q "contactsheet: cannot read 'Sources/b.png'" log || fail "the command's message is lost"
grep -q "exit code 1" log || fail "the command's status is not stated"
(cd app && "$command" Sources -o "$work/expected.png" 2>/dev/null) || [ $? -eq 1 ]
cmp app/sheet.png expected.png || fail "the command made a different sheet of what can be read"

outside=$root/Tests/OutsidePackage
"$outside/samples.py" "$outside/Sources/Outside" >log
swift run --package-path "$outside" --scratch-path "$work/outside" Outside outside.png >log 2>&1 ||
  fail "the package that uses the library ended with an error"
grep -qx "5 invalidValue" log || fail "no report, or no error of the library"
printf '%s\n' "a JPEG" tooLarge tooSlow CancellationError | diff - <(tail -4 log) ||
  fail "the server's sheet, its limits or its cancellation"
"$command" outside.png -o "$work/expected.png" || fail "the library made no sheet"
echo "plugins make sheets of a package's pictures when they change, and the library makes sheets as well"
