#!/usr/bin/env bash
# real.sh DIR [--only REGEX] [--class S|W|A] [--devices LIST] [--runs N] [--fp MODE] [--clock wall|cpu] [--seconds N] [--every N] [--offload-min N]
#
# How does Raddle do on real programs? Runs public programs of others, unmodified, and prints one table. DIR holds what was fetched,
# nothing of it is written; what is not there is left out:
#   npb         NAS Parallel Benchmarks 2.3 in C   https://github.com/edeiana/NPB3.0-omp-C
#   tsvc        151 loops for vectorizers          https://github.com/UoB-HPC/TSVC_2
#   llama2      a language model in one file       https://github.com/karpathy/llama2.c
#   pips        validation files of PIPS           https://github.com/Par4All/par4all, branch CRI-validation
#   par4all     its examples                       https://github.com/Par4All/par4all, branch p4a
#   packages    sources of Debian packages, each in a folder of its name: see real/packages.sh for those that are known
#
# Results are compared with those of clang's build: on every device of the list (none,cpu,auto,emulated,vulkan) at class S, at the
# class that is asked for (W) on none, cpu and auto. Times are paired in one run, medians of N runs (7) in turn: clang's build with
# '-O3 -march=native -ffp-contract=off', which is 1, Raddle's with its defaults on auto, and gcc -fopenmp with two threads where
# the program has directives. More than 1 is faster than clang. 'parallel' is the part of the time on the device cpu that is spent in kernels.
# With '--clock cpu' timers read the processor time of the process: for a machine that others use as well, and useless for what threads win.
# --seconds (600) limits single runs; --every takes only each Nth of PIPS' files (1); --offload-min (1000, as always) sends shorter loops
# to devices as well, where results are compared; --only picks from npb.MG, tsvc, llama2, pips, par4all.adi, packages.lame and so on.
# Exit status: 1 if any result is wrong or any program fails.

. "$(dirname "$0")/../external/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || usage
fetched=$(realpath "$1")
shift
only=. class=W devices=none,cpu,auto,emulated,vulkan runs=7 fp=strict clock=wall seconds=600 every=1 offload_min=1000
options 'only class devices runs fp clock seconds every offload-min' "$@"

bench=$root/test-suite/bench
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
gcc=${GCC:-gcc}
base='-O3 -march=native -ffp-contract=off -w'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
: >"$tmp/wrong"
export RADDLE_CACHE_DIR=$tmp/cache RADDLE_STRICT_FALLBACK=1 OMP_NUM_THREADS=2

case $clock in
wall) timer= ;;
cpu)
  $clang -O2 -c "$bench/cpu_clock.c" -o "$tmp/cpu_clock.o"
  timer=$tmp/cpu_clock.o
  ;;
*) usage ;;
esac

# wrong PROGRAM WORDS...: says so at once; the end of the script says it again.
wrong() {
  echo "WRONG: $*" | tee -a "$tmp/wrong" >&2
}

wanted() { [[ $1 =~ $only ]]; }

# on DEVICE COMMAND...: runs it there, with the limit of time.
on() {
  local device=$1
  shift
  RADDLE_DEVICE=$device RADDLE_OFFLOAD_MIN=$offload_min timeout "$seconds" "$@"
}

# both NAME WORDS...: $tmp/NAME.clang and $tmp/NAME.raddle, with remarks in $tmp/NAME.remarks.
both() {
  local name=$1
  shift
  # shellcheck disable=SC2086
  $clang $base "$@" $timer -lm -o "$tmp/$name.clang" || fail "$name: clang does not compile it"
  # shellcheck disable=SC2086
  "$raddle" build --fp "$fp" --remarks $base "$@" $timer -lm -o "$tmp/$name.raddle" 2>"$tmp/$name.remarks" ||
    { wrong "$name: does not compile: $(tail -n 3 "$tmp/$name.remarks")"; return 1; }
}

# anchor NAME WORDS...: $tmp/NAME.openmp.
anchor() {
  local name=$1
  shift
  # shellcheck disable=SC2086
  $gcc $base -fopenmp "$@" $timer -lm -o "$tmp/$name.openmp" || fail "$name: $gcc -fopenmp does not compile it"
}

# row PROGRAM CLANG UNIT AUTO OPENMP PARALLEL RESULTS
row() {
  printf '%-20s %9s %-8s %7s %7s %8s  %s\n' "$@"
}

# parallel STATS: the part of a run's time that kernels took.
parallel() {
  python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
print("%.0f %%" % (100 * sum(kernel["time_ns"] for kernel in stats["kernels"]) / max(1, stats["run_ns"])))' "$1" 2>/dev/null || echo -
}

# reasons FILE: the commonest reasons for loops that stay on the host, with one loop as an example.
reasons() { python3 "$bench/real/reasons.py" "$1"; }

row program clang unit auto openmp parallel results
for suite in npb tsvc llama2 pips par4all packages; do
  [ -d "$fetched/$suite" ] || continue
  . "$bench/real/$suite.sh"
  "suite_$suite" "$fetched/$suite"
done

[ ! -s "$tmp/wrong" ] || {
  echo
  echo "$(wc -l <"$tmp/wrong") WRONG:"
  cat "$tmp/wrong"
  exit 1
}
