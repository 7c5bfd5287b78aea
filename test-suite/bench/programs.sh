#!/usr/bin/env bash
# programs.sh [--dir DIR] [--runs N] [--limit RATIO] [--programs REGEX]
#
# Does any program lose by being built with Raddle? Builds those of DIR (test-suite/programs/run, the tests) with 'raddle build'
# and its defaults (--device auto) and with clang, '-O3 -march=native -ffp-contract=off' for both, and compares what they print and the
# wall times of whole processes: medians of N runs (11) in turn. Most of the tests run for milliseconds and none gains: the question is
# what the rest costs. test-suite/bench/small has programs of a page of the kinds that people write, which run for 20 to 400 ms.
# RADDLE_DEVICE and RADDLE_THREADS are Raddle's, as always.
# A program loses if it takes longer than the limit (1.03) times clang's time and 5 ms more, or prints something else.
# Exit status: 0 if none loses.

. "$(dirname "$0")/../external/common.sh"

dir=$root/test-suite/programs/run runs=11 limit=1.03 programs=.
options 'dir runs limit programs' "$@"

raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$dir"

# comment KEY FILE: the words behind '// KEY: ' at a line's start.
comment() { sed -n "s,^// $1: ,,p" "$2" | tr '\n' ' '; }

# Programs end by signals, too, and with statuses of their own: the shell that starts them answers 0.
timed() { echo "sh -c '$1 $2 >/dev/null 2>&1 || :'"; }

printf '%-20s %12s %12s %12s %8s\n' program 'raddle [ms]' 'clang [ms]' 'more [ms]' speed
for source in *.c; do
  name=${source%.c}
  [[ $name =~ $programs ]] || continue
  # shellcheck disable=SC2046
  words="-O3 -march=native -ffp-contract=off -w $(comment flags "$source") $source $(comment with "$source") -lm"
  options=$(comment options "$source")
  for stubs in $(comment stubs "$source"); do options="$options --stubs $stubs"; done
  # shellcheck disable=SC2086
  $clang $words -o "$tmp/clang"
  # shellcheck disable=SC2086
  "$raddle" build $options $words -o "$tmp/raddle"
  args=$(comment args "$source")
  output() { eval "$1 $args" 2>/dev/null || :; }
  output "$tmp/raddle" | cmp -s - <(output "$tmp/clang") || { echo "$name prints something else" && touch "$tmp/wrong"; }
  python3 "$root/test-suite/bench/measure.py" wall "$runs" "$(timed "$tmp/raddle" "$args")" "$(timed "$tmp/clang" "$args")" |
    awk -v name="$name" '{ printf "%-20s %12.2f %12.2f %+12.2f %8.2f\n", name, $1 * 1000, $2 * 1000, ($1 - $2) * 1000, $2 / $1 }' |
    tee -a "$tmp/rows"
done
[ -s "$tmp/rows" ] || fail "no program has such a name"

echo
awk -v limit="$limit" '
  { sum += log($5); if ($4 > most) { most = $4; worst = $1 }; if ($2 > limit * $3 + 5) { lost++; names = names " " $1 } }
  END {
    printf "%d programs, %d of them lose%s; the most is %+.2f ms (%s); geometric mean of speeds %.2f\n", NR, lost, names, most, worst, exp(sum / NR)
    exit lost > 0
  }' "$tmp/rows"
[ ! -e "$tmp/wrong" ]
