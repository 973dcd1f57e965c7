#!/usr/bin/env bash
# Builds the command of an earlier revision and that of the working tree, and prints the CPU seconds
# that some twenty kinds of run take with each. Use it for a change that should make nothing slower.
#
# usage: against.sh [--limit RATIO] REVISION [KIND]...    kinds as in the table; default all
#
# Exits with 1 if a kind takes more than RATIO times the CPU time of that revision. Builds are linked
# statically, as the README recommends for installing. The earlier build and the pictures are kept
# in .build-against. Needs git, Swift, and Debian's python3-pil and python3-numpy.
set -euo pipefail
cd "$(dirname "$0")/../.."
limit=()
if [ "$1" = --limit ]; then
  limit=(--limit "$2")
  shift 2
fi
revision=$(git rev-parse --short=8 "$1^{commit}")
shift
earlier=.build-against/$revision
build() { swift build -c release --static-swift-stdlib --product contactsheet "$@"; }

[ -e "$earlier" ] || git worktree add --detach "$earlier" "$revision"
build --package-path "$earlier" --scratch-path "$earlier/.build-static"
build --scratch-path .build-static
Tests/Benchmarks/against.py "${limit[@]}" "$earlier/.build-static/release/contactsheet" \
  .build-static/release/contactsheet .build-against/pictures "$@"
