#!/usr/bin/env bash
# entries.sh [--runs N] [--limit RATIO] [--devices "auto none"]
#
# Do loops lose that are entered often and have little to do? Builds entries.c with 'raddle cc' and with clang,
# '-O3 -march=native -ffp-contract=off' for both, and compares processor times: medians of N runs (7) in turn, on each device. What they
# print must be equal. A kernel loses if it takes longer than the limit (1.03) times clang's time.
# Exit status: 0 if none loses.

. "$(dirname "$0")/../external/common.sh"

runs=7 limit=1.03 devices='auto none'
options 'runs limit devices' "$@"

raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$root/test-suite/bench"

words='-O3 -march=native -ffp-contract=off entries.c'
# shellcheck disable=SC2086
$clang $words -o "$tmp/clang"
# shellcheck disable=SC2086
"$raddle" cc $words -o "$tmp/raddle"

lost=0
printf '%-8s %-14s %12s %12s %8s\n' device kernel 'raddle [s]' 'clang [s]' ratio
for device in $devices; do
  for kernel in $("$tmp/clang"); do
    export RADDLE_DEVICE=$device
    [[ $("$tmp/raddle" "$kernel") == $("$tmp/clang" "$kernel") ]] || { echo "$device $kernel: other results" && lost=1; }
    read -r ours theirs ratio < <(python3 measure.py cpu "$runs" "$tmp/raddle $kernel" "$tmp/clang $kernel")
    verdict=$(awk -v ratio="$ratio" -v limit="$limit" 'BEGIN { print (ratio > limit ? " loses" : "") }')
    [[ -z $verdict ]] || lost=1
    printf '%-8s %-14s %12.4f %12.4f %8.3f%s\n' "$device" "$kernel" "$ours" "$theirs" "$ratio" "$verdict"
  done
done
exit "$lost"
