#!/usr/bin/env bash
# Compiles this package's sources and the examples in the documentation against the modules of a
# build, as a separate package would: in Swift 6 mode, with MemberImportVisibility. It takes only
# seconds because nothing is rebuilt; Tests/Pipelines/swift-package.sh builds and runs this package.
# Fails, too, if the sources leave out a public declaration of the library.
#
#     Tests/OutsidePackage/compile.sh .build/release
set -euo pipefail
built=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/samples" "$work/symbols"
./samples.py "$work/samples"
modules=(-I "$built/Modules")
for map in "$built"/*.build/module.modulemap ../../Sources/C*/module.modulemap \
  "$built"/../checkouts/*/Sources/*/include/module.modulemap \
  "$built"/../../checkouts/*/Sources/*/include/module.modulemap; do
  [ ! -e "$map" ] || modules+=(-Xcc "-fmodule-map-file=$map")
done
for headers in ../../Sources/*/include; do modules+=(-Xcc "-I$headers"); done
# The examples that Tests/Pipelines/swift-package.sh writes are left out.
sources=()
for source in Sources/Outside/*.swift; do
  [[ $source == */Sample*.swift ]] || sources+=("$source")
done
compile() {
  swiftc -module-name Outside -package-name outside -swift-version 6 -parse-as-library \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
    "${modules[@]}" "$@"
}
compile -typecheck "${sources[@]}" "$work"/samples/*.swift

swift symbolgraph-extract -module-name ContactSheet \
  -experimental-allowed-reexported-modules=SheetModel,SheetLayout,SheetImaging \
  -skip-synthesized-members -target "$(uname -m)-unknown-linux-gnu" \
  -module-cache-path "$work/cache" "${modules[@]}" -output-dir "$work/symbols"
# The compiler prints the trees of different files to different streams.
compile -dump-ast -dump-ast-format json "${sources[@]}" >"$work/ast" 2>&1
./unused.py "$work/symbols" "$work/ast" "${sources[@]}"
