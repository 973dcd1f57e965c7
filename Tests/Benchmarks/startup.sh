#!/usr/bin/env bash
# Times how long contactsheet takes to say its version, and to make a sheet of one icon, with plain
# arguments and with one that the argument parser has to read, beside a command that does nothing but
# parse its arguments with swift-argument-parser.
#
# usage: startup.sh CONTACTSHEET [RUNS]
#
# Needs Debian's hyperfine, and Swift to build the command that does nothing.
set -eu
contactsheet=$(realpath "$1") runs=${2:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/Sources/empty" "$work/icons"
cat >"$work/Package.swift" <<'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "empty",
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: [
    .executableTarget(
      name: "empty",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")])
  ])
END
cat >"$work/Sources/empty/main.swift" <<'END'
import ArgumentParser

struct Empty: ParsableCommand {
  static let configuration = CommandConfiguration(version: "1")
  func run() {}
}
Empty.main()
END
# Like with like: the dynamic linker takes a part of the time.
linking=()
ldd "$contactsheet" | grep -q libswiftCore || linking=(--static-swift-stdlib)
swift build -c release "${linking[@]}" --package-path "$work" >/dev/null
# 16 x 16 pixels of one red.
python3 -c "
import struct, zlib
def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
rows = (b'\0' + b'\xc8\x1e\x1e' * 16) * 16
open('$work/icons/icon.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 16, 16, 8, 2, 0, 0, 0))
    + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))"
cd "$work"
hyperfine --shell=none --warmup 10 --runs "$runs" \
  "$work/.build/release/empty" "$contactsheet --version" "$contactsheet -q icons -o sheet.png" \
  "$contactsheet -q icons -o sheet.png --cell 256"
