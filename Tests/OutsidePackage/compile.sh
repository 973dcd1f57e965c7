#!/usr/bin/env bash
# Compiles this package's sources and the examples in the documentation against the modules of a
# build, as a separate package would: in Swift 6 mode, with MemberImportVisibility. It takes only
# seconds because nothing is rebuilt; Tests/Pipelines/swift-package.sh builds and runs this package.
#
#     Tests/OutsidePackage/compile.sh .build/release
set -euo pipefail
built=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./samples.py "$work"
maps=()
for map in "$built"/*.build/module.modulemap ../../Sources/C*/module.modulemap \
  "$built"/../checkouts/*/Sources/*/include/module.modulemap \
  "$built"/../../checkouts/*/Sources/*/include/module.modulemap; do
  [ ! -e "$map" ] || maps+=(-Xcc "-fmodule-map-file=$map")
done
for headers in ../../Sources/*/include; do maps+=(-Xcc "-I$headers"); done
swiftc -typecheck -module-name Outside -package-name outside -swift-version 6 -parse-as-library \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
  -I "$built/Modules" "${maps[@]}" Sources/Outside/{Outside,Uploads}.swift "$work"/*.swift
