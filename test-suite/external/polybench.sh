#!/usr/bin/env bash
# polybench.sh DIR [--sizes LIST] [--types LIST] [--devices LIST] [--programs REGEX] [--offload-min N] [--seconds N] [--min-kernels N]
#
# Runs the programs of PolyBench/C 4.2.1 in DIR, unmodified, on every device and compares with clang -O0:
# the printed arrays, and then every value with all its bits. Lists are separated by commas.
# Per program: the verdict, how many nests of its kernel_* function ran on the device, and why the others did not.
# Exit status: 0 if all are equal and at least --min-kernels programs (default 0) launched a kernel on each device but none.

. "$(dirname "$0")/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || usage
dir=$1
shift
sizes=MINI,SMALL types=double,float devices=none,cpu,emulated,vulkan programs=. offload_min=0 seconds=60 min_kernels=0
options 'sizes types devices programs offload-min seconds min-kernels' "$@"

raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_CACHE_DIR=$tmp/cache RADDLE_STRICT_FALLBACK=1
cd "$dir"
[ -f utilities/benchmark_list ] || fail "$dir is not PolyBench/C"

# summary STATS: number of nests in kernel_* that ran on a device, then the reasons of the others.
summary() {
  python3 - "$1" <<'PY'
import json, sys
try:
    stats = json.load(open(sys.argv[1]))
except (OSError, ValueError):
    print(0)
    sys.exit()
nests = [nest for nest in stats["nests"] if nest["function"].startswith("kernel_")]
ran = [nest for nest in nests if nest["verdict"] == "device" and nest["device"] not in ("none", "host")]
print(len(ran))
for nest in nests:
    if nest not in ran:
        print("      %s: %s" % (nest["source"].rsplit("/", 1)[-1], nest["reason"]))
PY
}

# flags TYPE SIZE: the macros of a variant.
flags() {
  echo "-I utilities -DPOLYBENCH_DUMP_ARRAYS -D$2_DATASET $([ "$1" = float ] && echo -DDATA_TYPE_IS_FLOAT || true)"
}

# variant NAME TYPE SIZE PROGRAM EXTRA...: one build of the oracle, one run per device; lines into $tmp/verdicts.
variant() {
  local name=$1 type=$2 size=$3 program=$4 device verdict n
  shift 4
  local words
  words="$(flags "$type" "$size") $* utilities/polybench.c $program -lm"
  # shellcheck disable=SC2086
  $clang -O0 -w $words -o "$tmp/oracle"
  "$tmp/oracle" >"$tmp/expected" 2>&1
  for device in ${devices//,/ }; do
    rm -f "$tmp/stats"
    verdict=equal
    # shellcheck disable=SC2086
    timeout "$seconds" "$raddle" run --device "$device" --offload-min "$offload_min" --stats=json:"$tmp/stats" -w $words >"$tmp/actual" 2>&1 || verdict="exit status $?"
    cmp -s "$tmp/expected" "$tmp/actual" || verdict="DIFFERENT ($verdict)"
    summary "$tmp/stats" >"$tmp/summary"
    n=$(head -n 1 "$tmp/summary")
    echo "$device $type $size $name $(basename "$program" .c) $n $verdict" >>"$tmp/verdicts"
    printf '  %-9s %-7s %-6s %-5s %2d nests  %s\n' "$device" "$type" "$size" "$name" "$n" "$verdict"
    if [ "$verdict" != equal ]; then
      diff "$tmp/expected" "$tmp/actual" 2>&1 | cut -c 1-200 | head -n 5 | sed 's/^/      /' || true
    elif [ "$device" != none ] && [ ! -e "$tmp/reasons" ]; then
      # They are the same on every device.
      tail -n +2 "$tmp/summary" | tee "$tmp/reasons"
    fi
  done
}

: >"$tmp/verdicts"
for program in $(tr -d '\r' <utilities/benchmark_list | grep '\.c$' | grep -E "$programs"); do
  basename "$program" .c
  rm -f "$tmp/reasons"
  for type in ${types//,/ }; do
    for size in ${sizes//,/ }; do
      variant text "$type" "$size" "$program"
      variant bits "$type" "$size" "$program" -include "$here/hex_dump.h"
    done
  done
done

echo
status=0
for device in ${devices//,/ }; do
  equal=$(grep -c "^$device .* equal\$" "$tmp/verdicts" || true)
  all=$(grep -c "^$device " "$tmp/verdicts" || true)
  launched=$(awk -v device="$device" '$1 == device && $6 > 0 { print $5 }' "$tmp/verdicts" | sort -u | wc -l)
  echo "$device: $equal of $all runs equal, $launched programs with a kernel on the device"
  [ "$equal" = "$all" ] || status=1
  [ "$device" = none ] || [ "$launched" -ge "$min_kernels" ] || status=1
done
exit $status
