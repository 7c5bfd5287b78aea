#!/usr/bin/env bash
# tools.sh DIR [--runs N]
#
# How fast are the tools? Three figures, each the median of N runs (5), with processor time and wall time:
#   'raddle emit' of SPIR-V and of PTX of every program of PolyBench/C 4.2.1 in DIR (programs without a kernel are named);
#   raddle-opt and mlir-opt on an empty module, the time to start;
#   a generated affine module of 10 MB parsed and printed by both, time and peak memory.
# Exit status: 0 if the median of the first is at most 0.4 s, none is above 2 s, and raddle-opt's ratios to mlir-opt are at
# most 1.5 (start) and 1.3 (time and memory of the module), all in processor time.

. "$(dirname "$0")/../external/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || usage
dir=$1
shift
runs=5
options 'runs' "$@"

bench=$root/test-suite/bench
raddle=$(find_raddle)
mlir_opt=${MLIR_OPT:-mlir-opt-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Called by this name it is the other tool.
ln -s "$raddle" "$tmp/raddle-opt"
cd "$dir"
[ -f utilities/benchmark_list ] || fail "$dir is not PolyBench/C"
status=0

# at_most LIMIT VALUE WHAT: prints and compares.
at_most() {
  awk -v limit="$1" -v value="$2" -v what="$3" 'BEGIN {
    printf "%-46s %8.3f (limit %s)%s\n", what, value, limit, (value > limit ? "  ABOVE" : "")
    exit value > limit
  }' || status=1
}

# emit_all STAGE: times of all programs, then their median and the slowest.
emit_all() {
  local program name emit times="$tmp/$1"
  for program in $(tr -d '\r' <utilities/benchmark_list | grep '\.c$'); do
    name=$(basename "$program" .c)
    emit="$raddle emit --stage $1 -w -O2 -I utilities $program -o $tmp/out"
    if ! $emit 2>/dev/null; then
      echo "$name: no kernel"
      continue
    fi
    echo "$name" $(python3 "$bench/measure.py" cpu,wall "$runs" "$emit") >>"$times"
    tail -n 1 "$times" | awk -v stage="$1" '{ printf "%-16s %-6s cpu %6.3f s  wall %6.3f s\n", $1, stage, $2, $3 }'
  done
  at_most 0.4 "$(awk '{ print $2 }' "$times" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" "emit --stage $1, median, s"
  at_most 2 "$(awk '{ print $2 }' "$times" | sort -n | tail -n 1)" "emit --stage $1, slowest, s"
}

emit_all spirv
emit_all ptx

# compare FIGURE LIMIT WHAT WORDS: the same words for both tools.
compare() {
  read -r ours theirs ratio <<<"$(python3 "$bench/measure.py" "$1" "$runs" "$tmp/raddle-opt $4" "$mlir_opt $4")"
  at_most "$2" "$ratio" "$(printf '%s: %.3f / %.3f =' "$3" "$ours" "$theirs")"
}

python3 "$bench/affine_module.py" 10 >"$tmp/large.mlir"
echo >"$tmp/empty.mlir"
compare cpu 1.5 "start, cpu s" "$tmp/empty.mlir -o /dev/null"
compare wall 1.5 "start, wall s" "$tmp/empty.mlir -o /dev/null"
compare cpu 1.3 "10 MB module, cpu s" "$tmp/large.mlir -o /dev/null"
compare memory 1.3 "10 MB module, MB" "$tmp/large.mlir -o /dev/null"
exit $status
