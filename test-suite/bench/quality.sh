#!/usr/bin/env bash
# quality.sh DIR [--size SIZE] [--runs N] [--flags FLAGS] [--clock cpu|wall] [--programs REGEX] [--limit RATIO]
#
# How good is the code of functions that go through MLIR without being transformed? Builds the programs of PolyBench/C 4.2.1
# in DIR with 'raddle build --untransformed' and with clang, with equal flags, and compares the times that PolyBench's own
# timer prints: medians of N runs (11) in turn, per program the ratio raddle / clang, then the worst and the geometric mean.
# SIZE is LARGE, FLAGS are '-O3 -march=native'. Before, MINI must print the same arrays.
# With '--clock cpu' the timer reads the processor time of the process: for a machine that others use as well.
# Exit status: 0 if all arrays are equal and no ratio is above the limit (1.03).

. "$(dirname "$0")/../external/common.sh"

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

[ $# -ge 1 ] && [ -d "$1" ] || usage
dir=$1
shift
size=LARGE runs=11 flags='-O3 -march=native' clock=wall programs=. limit=1.03
while [ $# -ge 2 ]; do
  case $1 in
  --size) size=$2 ;;
  --runs) runs=$2 ;;
  --flags) flags=$2 ;;
  --clock) clock=$2 ;;
  --programs) programs=$2 ;;
  --limit) limit=$2 ;;
  *) usage ;;
  esac
  shift 2
done
[ $# -eq 0 ] || usage

bench=$root/test-suite/bench
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_STRICT_FALLBACK=1
cd "$dir"
[ -f utilities/benchmark_list ] || fail "$dir is not PolyBench/C"

case $clock in
wall) timer= ;;
cpu)
  $clang -O2 -c "$bench/cpu_clock.c" -o "$tmp/cpu_clock.o"
  timer=$tmp/cpu_clock.o
  ;;
*) usage ;;
esac

# build NAME PROGRAM MACRO...: $tmp/NAME.clang and $tmp/NAME.raddle. Raddle never contracts, so clang must not either.
build() {
  local name=$1 program=$2
  shift 2
  local words="-I utilities $flags -ffp-contract=off -w $* utilities/polybench.c $program $timer -lm"
  # shellcheck disable=SC2086
  $clang $words -o "$tmp/$name.clang"
  # shellcheck disable=SC2086
  "$raddle" build --untransformed $words -o "$tmp/$name.raddle"
}

status=0
printf '%-16s %10s %10s %7s\n' program raddle clang ratio
for program in $(tr -d '\r' <utilities/benchmark_list | grep '\.c$' | grep -E "$programs"); do
  name=$(basename "$program" .c)
  build mini "$program" -DMINI_DATASET -DPOLYBENCH_DUMP_ARRAYS
  "$tmp/mini.clang" >"$tmp/expected" 2>&1
  "$tmp/mini.raddle" >"$tmp/actual" 2>&1 || true
  if ! cmp -s "$tmp/expected" "$tmp/actual"; then
    echo "$name: DIFFERENT arrays"
    status=1
    continue
  fi
  build timed "$program" "-D${size}_DATASET" -DPOLYBENCH_TIME
  read -r ours theirs ratio <<<"$(python3 "$bench/measure.py" printed "$runs" "$tmp/timed.raddle" "$tmp/timed.clang")"
  printf '%-16s %10.6f %10.6f %7.3f\n' "$name" "$ours" "$theirs" "$ratio"
  echo "$ratio $name" >>"$tmp/ratios"
done
[ -s "$tmp/ratios" ] || exit 1

echo
awk -v limit="$limit" '
  { sum += log($1); if ($1 > worst) { worst = $1; name = $2 }; if ($1 > limit) above++ }
  END {
    printf "worst %.3f (%s), geometric mean %.3f, %d of %d above %.2f\n", worst, name, exp(sum / NR), above, NR, limit
    exit above > 0
  }' "$tmp/ratios" || status=1
exit $status
