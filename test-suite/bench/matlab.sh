#!/usr/bin/env bash
# matlab.sh [--runs N] [--limit RATIO] [--programs REGEX] [--device DEVICE] [--octave]
#
# How good is the code of whole MATLAB programs? matlab/NAME.m are twelve programs as users write them, of the kinds that MEGHA
# was measured with; matlab/NAME.c does the same, written by hand, and takes the sizes as arguments. Builds both with
# '-O3 -march=native -ffp-contract=off' and compares the wall times of whole processes, medians of N runs (5) in turn: C on its
# one thread, Raddle with one and two, on DEVICE (auto). With '--octave' GNU Octave runs once as well, at sizes of its own, which
# are smaller where it would take minutes; Raddle's time is then the one at those sizes, with two threads.
# Sizes are the assignments at the head of NAME.m, and the comment before them says others in the same order.
# NAME.out is what Octave 7.3 prints at the small sizes, for the tests.
# Before, at the small sizes, all devices that are there must print the same text, and the C program and Octave (where it is
# installed) the same numbers up to 1e-10 of them, 1e-8 for bodies (nb*); at full size none, DEVICE and C must.
# A program that takes more than RATIO (30) times as long as C and ten seconds more is not measured.
# Exit status: 0 if no result is wrong.

. "$(dirname "$0")/../external/common.sh"

octave=
for word in "$@"; do
  shift
  if [ "$word" = --octave ]; then octave=yes; else set -- "$@" "$word"; fi
done
runs=5 limit=30 programs=. device=auto
options 'runs limit programs device' "$@"

raddle=$(find_raddle)
clang=${CLANG:-clang-22}
flags='-O3 -march=native -ffp-contract=off'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_STRICT_FALLBACK=1
devices='none cpu emulated'
! "$raddle" devices | grep '^vulkan: [^ ]' >/dev/null || devices="$devices vulkan"
cd "$root/test-suite/bench/matlab"

# sizes NAME: the numbers that are assigned at the head.
sizes() { sed -n '/^$/q; s/^[a-z]* = \([0-9]*\);.*/\1/p' "$1.m" | tr '\n' ' '; }

# other_sizes NAME KIND: those that the comment before them has after 'KIND:'.
other_sizes() { sed -n "s/^%.* $2: \([0-9 ]*\).*/\1/p" "$1.m"; }

# resized NAME NUMBER...: the program with other numbers at its head.
resized() {
  local name=$1
  shift
  awk -v numbers="$*" '
    BEGIN { split(numbers, number, " ") }
    /^$/ { past = 1 }
    !past && /^[a-z]+ = [0-9]+;/ { sub(/[0-9]+;/, number[++count] ";") }
    { print }' "$name.m"
}

# build FILE.m EXE [OPTION...]: no program with a name of its own, as some are those of functions.
build() {
  local source=$1 exe=$2
  shift 2
  # shellcheck disable=SC2086
  "$raddle" build "$@" $flags "$source" -o "$exe"
}

run_octave() { (cd "$tmp" && LC_ALL=C.UTF-8 octave-cli -q --no-history "$1"); }

# agree NAME WHAT OTHER: lines of numbers that are nearly the same, or a complaint.
agree() {
  local tolerance=1e-10
  [[ $1 != nb* ]] || tolerance=1e-8
  paste "$2" "$3" | awk -v name="$1" -v what="$(basename "$2")" -v other="$(basename "$3")" -v tolerance="$tolerance" '
    function size(x) { return x < 0 ? -x : x }
    NF != 2 || $1 != $1 + 0 || $2 != $2 + 0 || size($1 - $2) > tolerance * size($2) {
      printf "%s: DIFFERENT: %s printed %s, %s %s in line %d\n", name, what, $1, other, $2, NR
      wrong = 1
    }
    END { exit wrong || NR == 0 }'
}

# same NAME WHAT OTHER: the same text, or a complaint.
same() {
  cmp -s "$2" "$3" || { echo "$1: DIFFERENT: $(basename "$2") and $(basename "$3")"; return 1; }
}

# check_small NAME: all devices, C and Octave at the small sizes.
check_small() {
  local name=$1 small on bad=0
  small=$(other_sizes "$name" small)
  # shellcheck disable=SC2086
  resized "$name" $small >"$tmp/run_small.m"
  build "$tmp/run_small.m" "$tmp/small.exe" --offload-min 0 || return 1
  # shellcheck disable=SC2086
  "$tmp/c.exe" $small >"$tmp/c"
  for on in $devices; do
    RADDLE_DEVICE=$on RADDLE_OFFLOAD_MIN=0 timeout 60 "$tmp/small.exe" >"$tmp/$on" ||
      { echo "$name: exit status $? on $on"; return 1; }
    same "$name" "$tmp/$on" "$tmp/none" || bad=1
  done
  agree "$name" "$tmp/none" "$tmp/c" || bad=1
  if command -v octave-cli >/dev/null; then
    run_octave run_small.m >"$tmp/octave"
    agree "$name" "$tmp/none" "$tmp/octave" || bad=1
  fi
  return $bad
}

seconds() {
  local start
  start=$(now_ms)
  "$@" >"$tmp/printed" && echo "$start $(now_ms)" | awk '{ print ($2 - $1) / 1000 }'
}

status=0
printf '%-9s %9s %10s %10s %12s  %s\n' program 'C [s]' '1 thread' '2 threads' 'Octave' sizes
for source in *.m; do
  name=${source%.m}
  [[ $name =~ $programs ]] || continue
  # shellcheck disable=SC2086
  $clang $flags "$name.c" -o "$tmp/c.exe" -lm
  check_small "$name" || { status=1; continue; }

  full=$(sizes "$name")
  c="$tmp/c.exe $full"
  cp "$name.m" "$tmp/run_full.m"
  build "$tmp/run_full.m" "$tmp/full.exe"
  # shellcheck disable=SC2086
  patience=$(seconds $c | awk -v limit="$limit" '{ print int(limit * $1 + 10) }')
  mv "$tmp/printed" "$tmp/c"
  row="- - -"
  if RADDLE_DEVICE=$device timeout "$patience" "$tmp/full.exe" >"$tmp/$device"; then
    RADDLE_DEVICE=none timeout "$((4 * patience))" "$tmp/full.exe" >"$tmp/none" || true
    { same "$name" "$tmp/$device" "$tmp/none" && agree "$name" "$tmp/$device" "$tmp/c"; } || { status=1; continue; }
    row=$(python3 "$root/test-suite/bench/measure.py" wall "$runs" "env RADDLE_DEVICE=$device RADDLE_THREADS=1 $tmp/full.exe" \
      "env RADDLE_DEVICE=$device RADDLE_THREADS=2 $tmp/full.exe" "env $c" | awk '{ print $3, $4, $5 }')
  elif [ $? -ne 124 ]; then
    echo "$name: fails at full size"
    status=1
    continue
  fi

  gain=-
  words=$(echo "$full" | xargs)
  if [ -n "$octave" ]; then
    smaller=$(other_sizes "$name" octave)
    # shellcheck disable=SC2086
    resized "$name" $smaller >"$tmp/run_octave.m"
    build "$tmp/run_octave.m" "$tmp/octave.exe"
    theirs=$(seconds run_octave run_octave.m)
    RADDLE_DEVICE=$device "$tmp/octave.exe" >"$tmp/$device"
    agree "$name" "$tmp/$device" "$tmp/printed" || { status=1; continue; }
    gain=$(python3 "$root/test-suite/bench/measure.py" wall "$runs" "env RADDLE_DEVICE=$device RADDLE_THREADS=2 $tmp/octave.exe" |
      awk -v theirs="$theirs" '{ print theirs / $1 }')
    [ "$words" = "$smaller" ] || words="$words; Octave: $smaller"
  fi
  echo "$name $row $gain $words" | tee -a "$tmp/rows" | awk '
    function figure(x, form) { return x == "-" ? "-" : sprintf(form, x) }
    {
      printf "%-9s %9s %10s %10s %12s ", $1, figure($2, "%.3f"), figure($3, "%.2f"), figure($4, "%.2f"), figure($5, "%.1f")
      for (k = 6; k <= NF; k++) printf " %s", $k
      print ""
    }'
done
[ -s "$tmp/rows" ] || exit 1

echo
awk -v limit="$limit" '
  $2 == "-" { slow++; names = names " " $1 }
  $2 != "-" { one += log($3); two += log($4); measured++ }
  $5 != "-" { gain += log($5); compared++ }
  END {
    if (measured) {
      form = "%d programs, geometric means: one thread %.2f times the time of C, two threads %.2f\n"
      printf form, measured, exp(one / measured), exp(two / measured)
    }
    if (compared) printf "%d programs, geometric mean: %.0f times as fast as Octave\n", compared, exp(gain / compared)
    if (slow) printf "not measured, more than %d times as long as C:%s\n", limit, names
  }' "$tmp/rows"
exit $status
