#!/usr/bin/env bash
# quality.sh DIR [--auto] [--size SIZE] [--runs N] [--flags FLAGS] [--clock cpu|wall] [--programs REGEX] [--limit RATIO] [--peers polly]
#
# How good is the code of functions that go through MLIR without being transformed? Builds the programs of PolyBench/C 4.2.1
# in DIR with 'raddle build --untransformed' and with clang, with equal flags, and compares the times that PolyBench's own
# timer prints: medians of N runs (11) in turn, per program the ratio raddle / clang, then the worst and the geometric mean.
# SIZE is LARGE, FLAGS are '-O3 -march=native'. Before, MINI must print the same arrays.
# With '--auto' the question is what users see: 'raddle build' with its defaults (--device auto), which must never be slower. A
# program fails if it takes longer than the limit times clang's time and 0.2 ms more, or as a whole 5 ms longer than that.
# With '--peers polly' clang's build with '-polly -polly-parallel' runs in turn with the two, on as many threads.
# With '--clock cpu' the timer reads the processor time of the process: for a machine that others use as well.
# Exit status: 0 if all arrays are equal and no program is above the limit (1.03).

. "$(dirname "$0")/../external/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || usage
dir=$1
shift
size=LARGE runs=11 flags='-O3 -march=native' clock=wall programs=. limit=1.03 peers= mode=--untransformed slack=0
if [ "${1:-}" = --auto ]; then
  mode= slack=1
  shift
fi
options 'size runs flags clock programs limit peers' "$@"
[[ $peers =~ ^(polly)?$ ]] || usage

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
  "$raddle" build $mode $words -o "$tmp/$name.raddle"
  # shellcheck disable=SC2086
  [ -z "$peers" ] || $clang -mllvm -polly -mllvm -polly-parallel $words -lgomp -o "$tmp/$name.polly"
}

status=0
printf '%-16s %10s %10s %7s %12s %10s %7s\n' program raddle clang ratio 'whole [ms]' $peers ${peers:+ratio}
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
  peer=${peers:+$tmp/timed.polly}
  python3 "$bench/measure.py" printed,wall "$runs" "$tmp/timed.raddle" $peer "$tmp/timed.clang" | tr '\n' ' ' |
    awk -v name="$name" -v peer="$peer" '{
      printf "%-16s %10.6f %10.6f %7.3f %+12.1f", name, $1, peer ? $3 : $2, peer ? $4 : $3, (peer ? $6 - $8 : $4 - $5) * 1000
      if (peer) printf " %10.6f %7.3f", $2, $5
      print ""
    }' |
  tee -a "$tmp/rows"
done
[ -s "$tmp/rows" ] || exit 1

echo
awk -v limit="$limit" -v slack="$slack" -v peer="$peers" '
  # With slack: by the medians, and single launches may cost what a clock tick does.
  function is_slow() { return slack ? $2 > limit * $3 + 0.0002 || $5 > 1000 * limit * $3 - 1000 * $3 + 5 : $4 > limit }
  { sum += log($4); if ($4 > worst) { worst = $4; name = $1 }; if (is_slow()) { above++; names = names " " $1 }; if ($4 <= 1 / 1.3) faster++ }
  peer { theirs += log($7); if ($4 <= $7) ahead++ }
  END {
    printf "worst %.3f (%s), geometric mean %.3f, %d of %d above the limit%s, %d gain 1.3 or more\n", worst, name, exp(sum / NR), above, NR, names, faster
    if (peer) printf "%s: geometric mean %.3f; raddle is ahead %.2f times in the mean, and on %d of %d\n", peer, exp(theirs / NR), exp((theirs - sum) / NR), ahead, NR
    exit above > 0
  }' "$tmp/rows" || status=1
exit $status
