#!/usr/bin/env bash
# Shows that shards give the same bytes as a single run, even if some are killed and repeated, and
# that the guide's job files do as well.
#
# usage: shards.sh CONTACTSHEET
#
# Uses GNU parallel if it is installed, and otherwise xargs. The engines' variables are set here, so
# Slurm, Kubernetes and AWS are not needed.
set -euo pipefail
. "$(dirname "$0")/guide.sh"
mkdir "$work/whole" "$work/shards"

options=(pictures --per-page 8 --cell 200 --font builtin --label '{name}' -o 'sheet-%03d.png')
mkdir "$work/pictures"
for copy in 1 2 3 4; do
  for picture in "$root"/SampleImages/*.png; do
    cp "$picture" "$work/pictures/$copy-${picture##*/}"
  done
done
ln -s ../pictures "$work/whole"
ln -s ../pictures "$work/shards"

cd "$work/whole"
contactsheet "${options[@]}"
pages=$(ls sheet-*.png | wc -l)
[ "$pages" -gt 16 ] || fail "only $pages pages, so none of the guide's 16 tasks has two"
cd "$work/shards"
contactsheet "${options[@]}" --dry-run --manifest plan.json

# Compares the pages with those of a single run, and empties the folder.
same() {
  for page in "$work"/whole/sheet-*.png; do
    cmp "$page" "${page##*/}" || fail "$1: a different ${page##*/}"
  done
  [ "$(ls -A | wc -l)" -eq $((pages + 2)) ] || fail "$1: files were left behind: $(ls -A)"
  rm sheet-*.png
  echo "$1: the same bytes as a single run"
}

each() { if command -v parallel >/dev/null; then parallel "$@"; else xargs -I{} "$@"; fi; }

seq 3 | each contactsheet --from-plan plan.json --shard {}/3
same "three shards of a plan"

seq 3 | each contactsheet "${options[@]}" --shard {}/3
same "three shards without a plan"

# Each shard is killed as soon as it has begun a page, and its second attempt is killed immediately.
# The attempt that succeeds removes the leftovers of both.
killed=0
for shard in 1 2 3; do
  for attempt in 1 2; do
    "$command" --no-config --quiet --from-plan plan.json --skip-existing --shard $shard/3 --jobs 1 &
    pid=$!
    until ls -A | grep -q contactsheet-part || ! kill -0 $pid 2>/dev/null; do :; done
    kill -9 $pid 2>/dev/null || true
    if ! wait $pid 2>/dev/null; then killed=$((killed + 1)); fi
  done
done
[ $killed -gt 0 ] || fail "no shard was killed"
seq 3 | each contactsheet --from-plan plan.json --skip-existing --shard {}/3
# A whole job is repeated.
before=$(stat --format='%n %i %y' sheet-*.png)
seq 3 | each contactsheet --from-plan plan.json --skip-existing --shard {}/3
[ "$before" = "$(stat --format='%n %i %y' sheet-*.png)" ] || fail "pages were made twice"
same "$killed shards killed, and repeated"

# Writes a job file from the guide.
job() { block "$1" >"$work/$1"; }

if command -v parallel >/dev/null; then
  job parallel.sh
  sh "$work/parallel.sh"
  same "the guide's job for GNU parallel"
fi

job slurm.sh
for task in $(seq 16); do
  SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh "$work/slurm.sh"
done
same "the guide's job for Slurm"

job kubernetes.yaml
sed -n '/^ *- |$/,/^ *volumeMounts/{//d;p}' "$work/kubernetes.yaml" >"$work/kubernetes.sh"
for index in $(seq 0 15); do JOB_COMPLETION_INDEX=$index sh "$work/kubernetes.sh"; done
same "the guide's job for Kubernetes"

job aws-batch.sh
for index in $(seq 0 15); do AWS_BATCH_JOB_ARRAY_INDEX=$index sh "$work/aws-batch.sh"; done
same "the guide's job for AWS Batch"
