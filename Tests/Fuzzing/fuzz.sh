#!/usr/bin/env bash
# Builds the targets with libFuzzer and the address and undefined-behaviour sanitizers, makes their
# corpora from the project's files, and runs each target for some minutes.
#
#     Tests/Fuzzing/fuzz.sh [MINUTES] [TARGET...]     1 minute, all targets
#
#     Tests/Fuzzing/fuzz.sh corpora [TARGET...]       only the existing inputs of the corpora
#
#     Tests/Fuzzing/fuzz.sh coverage                  which lines of CPNGCodec the corpora reach
#
# Corpora grow from run to run in .build-fuzzing/corpora. A finding is kept in
# .build-fuzzing/findings; `.build-fuzzing/release/Fuzzing TARGET FILE` repeats it.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Swift's own crash report would wait for a terminal, and keep libFuzzer from writing the finding.
export SWIFT_BACKTRACE=enable=no EXHAUSTIVE=fuzzing
# The libraries' caches are never freed.
export ASAN_OPTIONS=detect_leaks=0

build() { # the scratch folder, and options for the compilers
  local folder=$1
  shift
  mkdir -p "$folder"
  swift build -c release --product Fuzzing --scratch-path "$folder" -Xswiftc -enable-testing \
    -Xswiftc -use-ld=lld "$@" >"$folder/build.log" 2>&1 || { cat "$folder/build.log"; exit 1; }
}

work=.build-fuzzing
mkdir -p "$work/findings"

if [ "${1:-}" = coverage ]; then
  counting=.build-fuzzing-coverage
  build "$counting" -Xswiftc -sanitize=fuzzer -Xswiftc -profile-generate \
    -Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping
  for target in deflate decoder rows bands; do
    mkdir -p "$work/corpora/$target"
    "$counting/release/Fuzzing" "$target" seed "$work/corpora/$target" </dev/null
    LLVM_PROFILE_FILE="$counting/$target.profraw" "$counting/release/Fuzzing" "$target" -runs=0 \
      "$work/corpora/$target" >/dev/null 2>&1 </dev/null
  done
  # Tools of a different version cannot read this compiler's profiles.
  tools=$(dirname "$(readlink -f "$(command -v swift)")")
  "$tools/llvm-profdata" merge "$counting"/*.profraw -o "$counting/all.profdata"
  "$tools/llvm-cov" report "$counting/release/Fuzzing" -instr-profile "$counting/all.profdata" \
    Sources/CPNGCodec Sources/CPNGShims
  exit
fi

minutes=1
case "${1:-}" in
  corpora) minutes=0; shift ;;
  [0-9]*) minutes=$1; shift ;;
esac
build "$work" -Xswiftc -sanitize=fuzzer,address \
  -Xcc -fsanitize=fuzzer-no-link,address,undefined -Xcc -fno-sanitize-recover=undefined
fuzzing=$work/release/Fuzzing
[ $# -gt 0 ] || mapfile -t targets < <("$fuzzing" list)
[ $# -eq 0 ] || targets=("$@")

# Prints a row for a target after its run.
fuzz() {
  local target=$1 before=$SECONDS limit=(-runs=0) memory=1024 corpus=$work/corpora/$1 executions edges
  mkdir -p "$corpus"
  "$fuzzing" "$target" seed "$corpus" || return
  "$fuzzing" "$target" words "$work/$target.words" || return
  [ "$minutes" = 0 ] || limit=(-max_total_time=$((minutes * 60)))
  # HEIC streams of any size are decoded whole.
  [ "$target" != heif ] || memory=2048
  nice -n 19 "$fuzzing" "$target" "${limit[@]}" -timeout=60 -report_slow_units=20 -max_len=8192 \
    -rss_limit_mb=$memory -malloc_limit_mb=$((memory / 2)) \
    -dict="$work/$target.words" -print_final_stats=1 -artifact_prefix="$work/findings/$target-" "$corpus" \
    >"$work/$target.log" 2>&1 || touch "$work/failed"
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$target.log")
  edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/$target.log" | tail -1)
  printf '%-12s %12s %10s %8s %8s  %s\n' "$target" "${executions:-?}" $((SECONDS - before)) \
    "${edges:-?}" "$(find "$corpus" -type f | wc -l)" \
    "$(find "$work/findings" -name "$target-*" -printf '%p ')"
}

# One process per processor.
rm -f "$work/failed"
printf '%-12s %12s %10s %8s %8s  %s\n' target executions seconds edges corpus findings
for target in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 1; done
  { fuzz "$target" || touch "$work/failed"; } </dev/null &
done
wait
[ ! -e "$work/failed" ]
