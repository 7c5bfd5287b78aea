#!/usr/bin/env bash
# gpu.sh DIR [OPTIONS]                everything on this machine, which has an NVIDIA GPU
# gpu.sh pack DIR OUT.tar.xz [...]    what such a machine needs, made on one without a GPU
# gpu.sh run FOLDER                   there, in the unpacked folder
#
# Options: --parts LIST (conformance,programs,random,polybench), --devices LIST (cuda,vulkan), --units N (random programs, 40),
# --seconds N (for each run, 120), and of PolyBench/C 4.2.1 in DIR --sizes LIST (MINI,SMALL,MEDIUM,LARGE) and --types LIST (double,float).
#
# conformance: the runtime's suite with each instruction form of ptx-vm. programs: those of test-suite/programs/run. random: programs of
# raddle-fuzz, sixteen functions each. polybench: all bits of the arrays on the first device, and times: the program's own timer for
# clang -O3 and for the device, and what of it kernels and copies took. All are compared with clang -O0's build. Prints a table and its
# summary; exit status 0 if all is equal. Such a machine needs nothing but libc, bash and python3. RADDLE_CUDA_DRIVER names another
# driver, to try the script.

. "$(dirname "$0")/common.sh"

known_options='parts devices units seconds sizes types'
parts=conformance,programs,random,polybench devices=cuda,vulkan units=40 seconds=120 sizes=MINI,SMALL,MEDIUM,LARGE types=double,float

wanted() { [[ ,$parts, == *,$1,* ]]; }

# words KEY FILE: what the comments '// KEY: ' of a test program say.
words() { sed -n "s|^// $1: ||p" "$2" | tr '\n' ' '; }
export -f words

# of_program SOURCE FOLDER: FOLDER/NAME.oracle, .raddle and .args. Programs with options of Raddle's own do not compute what clang's do.
of_program() {
  local name flags stubs=()
  name=$2/$(basename "$1" .c)
  [ -z "$(words options "$1")" ] || return 0
  cd "$(dirname "$1")"
  for stub in $(words stubs "$1"); do stubs+=(--stubs "$stub"); done
  flags="$1 $(words with "$1") $(words flags "$1") -w"
  # shellcheck disable=SC2086
  clang-22 -O0 $flags -s -o "$name.oracle" && "$raddle" build --offload-min 0 "${stubs[@]}" $flags -s -o "$name.raddle"
  words args "$1" >"$name.args"
}

# of_unit N FOLDER: likewise, a program of random functions.
of_unit() {
  local name=$2/random-$1
  "$(dirname "$raddle")/raddle-fuzz" --seeds "$(($1 * 16))..$(($1 * 16 + 16))" --print >"$name.c"
  clang-22 -O0 -w "$name.c" -lm -s -o "$name.oracle" && "$raddle" build -O2 --offload-min 0 -w "$name.c" -lm -s -o "$name.raddle"
  rm "$name.c"
  : >"$name.args"
}

# of_polybench PROGRAM TYPE SIZE FOLDER: NAME.oracle, NAME.clang (timer, -O3), NAME.raddle (arrays and timer), from PolyBench's folder.
of_polybench() {
  local name flags
  name=$4/$(basename "$1" .c).$2.$3
  flags=(-w -I utilities "-D${3}_DATASET" -include "$hex" utilities/polybench.c "$1" -lm -s)
  [ "$2" = double ] || flags+=(-DDATA_TYPE_IS_FLOAT)
  clang-22 -O0 -DPOLYBENCH_DUMP_ARRAYS "${flags[@]}" -o "$name.oracle"
  clang-22 -O3 -march=x86-64-v3 -ffp-contract=off -DPOLYBENCH_TIME "${flags[@]}" -o "$name.clang"
  "$raddle" build --offload-min 0 -O3 -DPOLYBENCH_DUMP_ARRAYS -DPOLYBENCH_TIME "${flags[@]}" -o "$name.raddle"
}
export -f of_program of_unit of_polybench

# build DIR FOLDER: the executables.
build() {
  local dir folder=$2
  dir=$(realpath "$1")
  raddle=$(find_raddle) hex=$here/hex_dump.h
  export raddle hex RADDLE_STRICT_FALLBACK=1
  mkdir -p "$folder/tests" "$folder/polybench"
  cp "$0" "$here/common.sh" "$folder"
  printf 'devices=%q seconds=%q\n' "$devices" "$seconds" >"$folder/options"
  ! wanted conformance || conformance "$folder"
  ! wanted programs || printf '%s\n' "$root"/test-suite/programs/run/*.c | all of_program "$folder/tests"
  ! wanted random || seq 0 "$((units - 1))" | all of_unit "$folder/tests"
  if wanted polybench; then
    [ -f "$dir/utilities/benchmark_list" ] || fail "$dir is not PolyBench/C"
    cd "$dir"
    for type in ${types//,/ }; do
      for size in ${sizes//,/ }; do
        tr -d '\r' <utilities/benchmark_list | grep '\.c$' | sed "s/$/ $type $size/"
      done
    done | all of_polybench "$folder/polybench"
  fi
}

# all FUNCTION WORD: calls it with the words of each line, and WORD, on all cores.
all() { xargs -P "$(nproc)" -L 1 bash -euo pipefail -c '"$0" "${@:2}" "$1"' "$1" "$2"; }

conformance() {
  (cd "$root" && cargo test --quiet --package raddle-rt --lib --no-run --message-format json) |
    python3 -c 'import json, sys
for line in sys.stdin:
    if (path := json.loads(line).get("executable")): print(path)' | xargs -I{} cp {} "$1/conformance"
  strip "$1/conformance"
}

# oracle FOLDER/NAME: what clang -O0's build prints, and how it ends; of PolyBench's programs the digest, and clang -O3's time.
oracle() {
  if [ -f "$1.args" ]; then
    # shellcheck disable=SC2046
    "$1.oracle" $(cat "$1.args") >"$1.expected" 2>/dev/null && echo 0 >>"$1.expected" || echo $? >>"$1.expected"
  else
    "$1.oracle" 2>&1 | md5sum >"$1.expected"
  fi
}

# verdict DEVICE NAME: one line, of a program of the tests.
verdict() {
  local verdict=equal
  export RADDLE_DEVICE=$1 RADDLE_OFFLOAD_MIN=0 RADDLE_FALLBACK=0 RADDLE_STATS=json:$2.$1.json
  # shellcheck disable=SC2046
  { timeout "$seconds" "$2.raddle" $(cat "$2.args") 2>"$2.$1.stderr" && echo 0 || echo $?; } >"$2.$1.found"
  cmp -s "$2.expected" "$2.$1.found" || verdict=DIFFERENT
  ! grep -q 'not exact on' "$2.$1.stderr" || verdict=INEXACT
  printf '%-34s %-9s %-7s %6s launches\n' "$(basename "$2")" $verdict "$1" \
    "$(grep -o '"launches": *[0-9]*' "$2.$1.json" | awk -F: '{ n += $2 } END { print n + 0 }')"
  [ $verdict = equal ] || tail -n 3 "$2.$1.stderr"
}
export -f oracle verdict

# measure DEVICE NAME: one line, of a program of PolyBench.
measure() {
  local name=$2 verdict=equal
  # Small sizes are for the results, large ones for times.
  case $name in
  *.MINI | *.SMALL) export RADDLE_OFFLOAD_MIN=0 ;;
  *) export RADDLE_OFFLOAD_MIN=1000 ;;
  esac
  export RADDLE_DEVICE=$1 RADDLE_FALLBACK=0 RADDLE_STATS=json:$name.json
  # The arrays go to standard error, the timer to standard output. Drivers keep what they have compiled: the second run is timed.
  timeout "$seconds" "$name.raddle" 2>&1 >"$name.first_time" | md5sum >"$name.found"
  timeout "$seconds" "$name.raddle" 2>/dev/null >"$name.time" || true
  cmp -s "$name.expected" "$name.found" || verdict=DIFFERENT
  python3 - "$name" "$verdict" "$(tail -n 1 "$name.clang_time")" <<'PY'
import json, os, sys
name, verdict, clang = sys.argv[1:]
try:
    stats = json.load(open(name + ".json"))
    first, ours = (float(open(name + it).read().split()[-1]) for it in (".first_time", ".time"))
except (OSError, ValueError, IndexError):
    sys.exit(print("%-34s FAILED" % os.path.basename(name)))
kernels = sum(kernel["time_ns"] for kernel in stats["kernels"]) / 1e9
launches = sum(kernel["launches"] for kernel in stats["kernels"])
bytes = sum(stats["transfers"][way]["bytes"] for way in ("h2d", "d2h"))
print("%-34s %-9s clang -O3 %9.6f s  device %9.6f s (first %9.6f s)  kernels %9.6f s  %6d launches  %8.1f MB copied" % (
    os.path.basename(name), verdict, float(clang), ours, first, kernels, launches, bytes / 1e6))
PY
}

# names FOLDER
names() { find "$1" -name '*.oracle' | sed 's/\.oracle$//' | sort; }

run() {
  cd "$1"
  # shellcheck disable=SC1091
  . ./options
  export seconds
  ! command -v nvidia-smi >/dev/null || nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
  lscpu | sed -n 's/^Model name: *//p'
  date -u +%F
  local status=0 device
  for device in ${devices//,/ }; do
    ! [ -f conformance ] || RADDLE_TEST_CUDA=1 ./conformance --test-threads 2 "$device" || status=1
  done
  names tests | xargs -P "$(nproc)" -I{} bash -c 'oracle {}'
  # Large sizes take a while.
  names polybench | xargs -P "$((($(nproc) + 1) / 2))" -I{} bash -c 'oracle {}' &
  for device in ${devices//,/ }; do
    # The first program finds out what the device computes, and the others have it from there.
    names tests | head -n 1 | xargs -I{} bash -c "verdict $device {}" >/dev/null
    names tests | xargs -P 4 -I{} bash -c "verdict $device {}"
  done | tee table
  wait
  # On a quarter of the cores, so that programs leave each other memory's bandwidth.
  names polybench | xargs -P "$((($(nproc) + 3) / 4))" -I{} sh -c '{}.clang >{}.clang_time 2>/dev/null'
  for name in $(names polybench); do measure "${devices%%,*}" "$name"; done | tee -a table
  local n equal launched
  n=$(grep -c ' launches' table || true)
  equal=$(grep -c ' equal ' table || true)
  launched=$(grep ' launches' table | grep -vc ' 0 launches' || true)
  echo "$equal of $n runs equal, $launched with a kernel on the device"
  ! grep -Eq ' (DIFFERENT|INEXACT|FAILED)' table || status=1
  return $status
}

[ $# -ge 1 ] || usage
case $1 in
pack)
  [ $# -ge 3 ] || usage
  dir=$2 out=$(realpath "$3")
  shift 3
  options "$known_options" "$@"
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
  options "$known_options" "$@"
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  build "$dir" "$tmp"
  run "$tmp"
  ;;
esac
