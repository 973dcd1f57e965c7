#!/usr/bin/env bash
# Times contactsheet printing its version and making a sheet of one icon. The reference is a command
# that only parses its arguments with swift-argument-parser.
#
# usage: startup.sh CONTACTSHEET [RUNS]
#
# The commands run in turn, so that load on the machine affects all of them equally. Needs python3,
# and Swift to build the empty command.
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
# Both commands are linked in the same way, because the dynamic linker takes part of the time.
linking=()
ldd "$contactsheet" | grep -q libswiftCore || linking=(--static-swift-stdlib)
swift build -c release "${linking[@]}" --package-path "$work" >/dev/null
# 16 x 16 red pixels.
python3 -c "
import struct, zlib
def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
rows = (b'\0' + b'\xc8\x1e\x1e' * 16) * 16
open('$work/icons/icon.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 16, 16, 8, 2, 0, 0, 0))
    + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))"
cd "$work"
python3 - "$runs" "$work/.build/release/empty" "$contactsheet" <<'END'
import os, statistics, sys, time
runs, empty, ours = int(sys.argv[1]), sys.argv[2], sys.argv[3]
sheet = [ours, "-q", "icons", "-o", "sheet.png"]
commands = {"empty": [empty], "version": [ours, "--version"], "icon": sheet}
nowhere = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
times = {name: [] for name in commands}
for run in range(runs + 10):
    for name, command in commands.items():
        start = time.perf_counter()
        os.waitpid(os.posix_spawn(command[0], command, os.environ, file_actions=nowhere), 0)
        if run >= 10:
            times[name].append((time.perf_counter() - start) * 1000)
print(f"{'command':14} {'median ms':>9} {'over empty':>10}")
for name, values in times.items():
    median = statistics.median(values)
    print(f"{name:14} {median:9.1f} {median / statistics.median(times['empty']):10.2f}")
END
