#!/usr/bin/env bash
# dgemm.sh [--sizes LIST] [--runs N] [--library FLAGS] [--fp MODE]
#
# How far is a product of matrices, written as three loops, from a BLAS library's? Medians of N runs (7) in turn, GFLOPS of 'raddle build --fp MODE'
# (contract) and of the library (-lopenblas), on as many threads as there are processors, and their ratio. Sizes are 1024 and 2048.
# Exit status 1 if an element is wrong or the library is not there.

. "$(dirname "$0")/../external/common.sh"

sizes='1024 2048' runs=7 library=-lopenblas fp=contract
options 'sizes runs library fp' "$@"

bench=$root/test-suite/bench
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_STRICT_FALLBACK=1

"$raddle" build --fp "$fp" -O3 -march=native "$bench/dgemm.c" -lm -o "$tmp/raddle"
# shellcheck disable=SC2086
$clang -O3 -march=native -DBLAS "$bench/dgemm.c" $library -lm -o "$tmp/library"
printf '%-6s %10s %10s %7s\n' size raddle library ratio
for size in $sizes; do
  python3 "$bench/measure.py" printed "$runs" "$tmp/raddle $size" "$tmp/library $size" |
    awk -v n="$size" '{ flops = 2e-9 * n * n * n; printf "%-6d %10.1f %10.1f %7.2f\n", n, flops / $1, flops / $2, $2 / $1 }'
done
