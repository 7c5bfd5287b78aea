#!/usr/bin/env bash
# atomics.sh [--runs N]
#
# What do atomic updates cost CPU threads? Counts 20 million keys in histograms of 256 elements and of 4 million, on the device
# cpu and in the sequential loop: medians of N runs (5) in turn. --device auto leaves such loops to the host as long as threads
# do not gain by them (decision 24).

. "$(dirname "$0")/../external/common.sh"

runs=5
options 'runs' "$@"

bench=$root/test-suite/bench
raddle=$(find_raddle)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for elements in 256 4194304; do
  RADDLE_STRICT_FALLBACK=1 "$raddle" build -O3 -march=native -DELEMENTS=$elements "$bench/histogram.c" -o "$tmp/histogram"
  read -r threads loop ratio <<<"$(python3 "$bench/measure.py" printed "$runs" "env RADDLE_DEVICE=cpu $tmp/histogram" "env RADDLE_DEVICE=none $tmp/histogram")"
  printf '%8d elements: threads %.3f s, loop %.3f s, ratio %.2f\n' "$elements" "$threads" "$loop" "$ratio"
done
