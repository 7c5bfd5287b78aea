# The examples of Par4All that need no file beside them: programs of an old PolyBench, whose first loops step in their bodies.

# par4all_compare NAME COMMAND-ARGUMENTS...: all that a build prints, without its time, against clang's.
par4all_compare() {
  local name=$1 device
  shift
  RADDLE_DEVICE=none "$tmp/$name.clang" "$@" >"$tmp/time" 2>"$tmp/expected" || true
  for device in ${devices//,/ }; do
    on "$device" "$tmp/$name.raddle" "$@" >"$tmp/time" 2>"$tmp/actual" || wrong "par4all.$name: exit status $? on $device"
    cmp -s "$tmp/expected" "$tmp/actual" || wrong "par4all.$name: prints other values on $device than clang's build"
  done
}

# par4all_sizes FILE: what it lets others define, small, for the comparison on all devices.
par4all_sizes() {
  awk '/^# *ifndef/ { name = $NF } /^# *define/ && $(NF - 1) == name && $NF ~ /^[0-9]+$/ { print "-D" name "=" (name ~ /^T/ ? 3 : 40) }' "$1"
}

par4all_program() {
  local name=$1 file=$2 before
  before=$(wc -l <"$tmp/wrong")
  # shellcheck disable=SC2046
  both "$name" $(par4all_sizes "$file") -std=gnu89 -DPOLYBENCH_DUMP_ARRAYS -I "$common" "$file" "$common/timing.c" || return 0
  par4all_compare "$name"
  both "$name" -std=gnu89 -I "$common" "$file" "$common/timing.c" || return 0
  read -r _ milliseconds ratio <<<"$(python3 "$bench/measure.py" printed "$runs" "env RADDLE_DEVICE=auto $tmp/$name.raddle" "$tmp/$name.clang")"
  row "par4all.${name#p4a.}" "$(printf %.1f "$milliseconds")" ms "$(awk -v ratio="$ratio" 'BEGIN { printf "%.2f", 1 / ratio }')" - - \
    "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "same values: $devices" || echo WRONG)"
}

suite_par4all() {
  local common=$1/examples/Benchmarks/common file name
  for file in "$1"/examples/Benchmarks/polybenchs/*/*.c; do
    name=$(basename "$file" .c)
    ! wanted "par4all.$name" || par4all_program "p4a.$name" "$file"
  done
}
