#!/usr/bin/env bash
# gpu.sh DIR [--sizes LIST] [--types LIST]    everything on this machine, which has an NVIDIA GPU
# gpu.sh pack DIR OUT.tar.xz [...]            what such a machine needs, made on one without a GPU
# gpu.sh run FOLDER                           there, in the unpacked folder
#
# On the GPU: the runtime's conformance suite with each instruction form of ptx-vm, then the programs of PolyBench/C 4.2.1 in DIR
# (default: MINI,SMALL,MEDIUM,LARGE in double and float), each with all bits of its arrays against clang -O0's build. Then times: the
# program's own timer for clang -O3 and for the GPU, and what of it kernels and copies took. Prints a table and its summary; exit status 0
# if all is equal. On such a machine nothing but libc is needed. RADDLE_CUDA_DRIVER names another driver, to try the script.

. "$(dirname "$0")/common.sh"

sizes=MINI,SMALL,MEDIUM,LARGE types=double,float

# build DIR FOLDER: the executables. For each program, type and size: NAME.oracle, NAME.clang (timer, -O3), NAME.raddle (arrays and timer).
build() {
  local dir raddle folder=$2 program type size name
  dir=$(realpath "$1")
  raddle=$(find_raddle)
  [ -f "$dir/utilities/benchmark_list" ] || fail "$dir is not PolyBench/C"
  mkdir -p "$folder/programs"
  cp "$0" "$here/common.sh" "$folder"
  (cd "$root" && cargo test --quiet --package raddle-rt --lib --no-run --message-format json) |
    python3 -c 'import json, sys
for line in sys.stdin:
    if (path := json.loads(line).get("executable")): print(path)' | xargs -I{} cp {} "$folder/conformance"
  strip "$folder/conformance"
  export RADDLE_STRICT_FALLBACK=1
  for program in $(tr -d '\r' <"$dir/utilities/benchmark_list" | grep '\.c$'); do
    for type in ${types//,/ }; do
      for size in ${sizes//,/ }; do
        name=$folder/programs/$(basename "$program" .c).$type.$size
        (
          cd "$dir"
          flags=(-w -I utilities "-D${size}_DATASET" -include "$here/hex_dump.h" utilities/polybench.c "$program" -lm -s)
          [ "$type" = double ] || flags+=(-DDATA_TYPE_IS_FLOAT)
          clang-22 -O0 -DPOLYBENCH_DUMP_ARRAYS "${flags[@]}" -o "$name.oracle"
          clang-22 -O3 -march=x86-64-v3 -ffp-contract=off -DPOLYBENCH_TIME "${flags[@]}" -o "$name.clang"
          "$raddle" build --offload-min 0 -O3 -DPOLYBENCH_DUMP_ARRAYS -DPOLYBENCH_TIME "${flags[@]}" -o "$name.raddle"
        )
      done
    done
  done
}

# oracle NAME: the digest of what clang -O0's build prints.
oracle() {
  "$1.oracle" 2>&1 | md5sum >"$1.expected"
}
export -f oracle

# measure NAME: one line of the table.
measure() {
  local name=$1 verdict=equal clang
  clang=$("$name.clang" 2>/dev/null | tail -n 1)
  # Small sizes are for the results, large ones for times.
  case $name in
  *.MINI | *.SMALL) export RADDLE_OFFLOAD_MIN=0 ;;
  *) export RADDLE_OFFLOAD_MIN=1000 ;;
  esac
  # The arrays go to standard error, the timer to standard output.
  RADDLE_DEVICE=cuda RADDLE_FALLBACK=0 RADDLE_STATS=json:$name.json timeout 120 "$name.raddle" 2>&1 >"$name.time" | md5sum >"$name.found" || verdict=FAILED
  cmp -s "$name.expected" "$name.found" || verdict=DIFFERENT
  python3 - "$name" "$verdict" "$clang" <<'PY'
import json, os, sys
name, verdict, clang = sys.argv[1:]
try:
    stats = json.load(open(name + ".json"))
    ours = float(open(name + ".time").read().split()[-1])
except (OSError, ValueError, IndexError):
    sys.exit(print("%-34s FAILED" % os.path.basename(name)))
kernels = sum(kernel["time_ns"] for kernel in stats["kernels"]) / 1e9
launches = sum(kernel["launches"] for kernel in stats["kernels"])
bytes = sum(stats["transfers"][way]["bytes"] for way in ("h2d", "d2h"))
print("%-34s %-9s clang -O3 %9.6f s  gpu %9.6f s  kernels %9.6f s  %6d launches  %8.1f MB copied" % (
    os.path.basename(name), verdict, float(clang), ours, kernels, launches, bytes / 1e6))
PY
}

run() {
  cd "$1"
  command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
  date -u +%F
  local status=0
  RADDLE_TEST_CUDA=1 ./conformance --test-threads 2 cuda || status=1
  find programs -name '*.oracle' | sed 's/\.oracle$//' | sort | xargs -P "$(nproc)" -I{} bash -c 'oracle {}'
  for name in $(find programs -name '*.oracle' | sed 's/\.oracle$//' | sort); do
    measure "$name"
  done | tee table
  local n equal launched
  n=$(wc -l <table)
  equal=$(grep -c ' equal ' table || true)
  launched=$(grep -vc ' 0 launches' table || true)
  echo "$equal of $n programs equal, $launched with a kernel on the GPU"
  [ "$equal" = "$n" ] || status=1
  return $status
}

[ $# -ge 1 ] || usage
case $1 in
pack)
  [ $# -ge 3 ] || usage
  dir=$2 out=$(realpath "$3")
  shift 3
  options 'sizes types' "$@"
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  build "$dir" "$tmp/gpu"
  # The executables are alike: a window over several of them.
  tar -C "$tmp" -c --sort=name gpu | xz -T1 --lzma2=preset=6,dict=128MiB >"$out"
  ls -l "$out"
  ;;
run)
  [ $# -eq 2 ] || usage
  run "$2"
  ;;
*)
  [ -d "$1" ] || usage
  dir=$1
  shift
  options 'sizes types' "$@"
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  build "$dir" "$tmp"
  run "$tmp"
  ;;
esac
