#!/usr/bin/env bash
# threads.sh DIR [--size SIZE] [--runs N] [--program FILE] [--limit RATIO]
#
# What do threads bring? Builds gemm of PolyBench/C 4.2.1 in DIR with 'raddle build' and compares the times that PolyBench's
# own timer prints on the device cpu with one and with two threads: medians of N runs (7) in turn. SIZE is LARGE.
# Exit status: 0 if two threads are at least 1.7 times as fast as one.

. "$(dirname "$0")/../external/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || usage
dir=$1
shift
size=LARGE runs=7 program=linear-algebra/blas/gemm/gemm.c limit=1.7
options 'size runs program limit' "$@"

bench=$root/test-suite/bench
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_STRICT_FALLBACK=1
cd "$dir"

words="-I utilities -O3 -march=native -w -D${size}_DATASET -DPOLYBENCH_TIME utilities/polybench.c $program -lm"
# shellcheck disable=SC2086
"$raddle" build $words -o "$tmp/program"
# shellcheck disable=SC2086
$clang $words -ffp-contract=off -o "$tmp/clang"

ours="env RADDLE_DEVICE=cpu RADDLE_THREADS"
read -r one two ratio <<<"$(python3 "$bench/measure.py" printed "$runs" "$ours=1 $tmp/program" "$ours=2 $tmp/program")"
host=$(python3 "$bench/measure.py" printed "$runs" "$tmp/clang")
printf 'one thread %.4f s, two threads %.4f s, ratio %.2f (limit %s); clang alone %.4f s\n' "$one" "$two" "$ratio" "$limit" "$host"
awk -v ratio="$ratio" -v limit="$limit" 'BEGIN { exit ratio < limit }'
