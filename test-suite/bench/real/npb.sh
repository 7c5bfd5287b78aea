# The NAS Parallel Benchmarks: each verifies itself. Without OpenMP, their directives are comments.

# Sizes come from npbparams.h, which the programs' own setparams writes.
npb_folder() {
  local npb=$1 size=$2 program=$3
  mkdir -p "$tmp/npb.$size/$program"
  cp -r "$npb/common" "$tmp/npb.$size/"
  cp "$npb/$program"/* "$tmp/npb.$size/$program/"
  mkdir -p "$tmp/npb.$size/config"
  cp "$npb/config/make.def.template" "$tmp/npb.$size/config/make.def"
  [ -x "$tmp/setparams" ] || $clang -w -std=gnu89 "$npb/sys/setparams.c" -o "$tmp/setparams" -lm
  (cd "$tmp/npb.$size/$program" && "$tmp/setparams" "${program,,}" "$size") >"$tmp/setparams.out"
}

# npb_words PROGRAM: what its makefile compiles. IS declares nothing that it calls.
npb_words() {
  local common='../common/c_print_results.c ../common/c_timers.c ../common/wtime.c'
  case $1 in
  CG | EP | FT | MG) common="$common ../common/c_randdp.c" ;;
  IS) common="$common -std=gnu89 -include $bench/real/timers.h" ;;
  esac
  echo "-I../common ${1,,}.c $common"
}

# What a run prints, without its times.
npb_values() { grep -vE 'Time|Mop/s|seconds|Compile date' "$1"; }

# npb_verify NAME DEVICE: verification successful, and under strict values all that is printed as clang's build prints it.
npb_verify() {
  on "$2" "$tmp/$1.raddle" >"$tmp/actual" 2>&1 || { wrong "$1: exit status $? on $2: $(tail -n 1 "$tmp/actual")"; return; }
  grep -qE 'Verification *= *SUCCESSFUL' "$tmp/actual" || { wrong "$1: verification failed on $2"; return; }
  [ "$fp" != strict ] || cmp -s <(npb_values "$tmp/$1.expected") <(npb_values "$tmp/actual") || wrong "$1: prints other values on $2 than clang's build"
}

npb_build() {
  local name=$1 size=$2 program=$3 words
  npb_folder "$npb" "$size" "$program"
  words=$(npb_words "$program")
  cd "$tmp/npb.$size/$program"
  # shellcheck disable=SC2086
  both "$name" $words || return 1
  # shellcheck disable=SC2086
  anchor "$name" $words
  on none "$tmp/$name.clang" >"$tmp/$name.expected"
}

# A command that prints its operations per second, and fails if the program's verification does.
npb_speed() {
  echo "sh -c 'RADDLE_DEVICE=auto $1 | awk \"/Verification *= *SUCCESSFUL/ { good = 1 } /Mop.s total/ { print \\\$NF } END { exit !good }\"'"
}

npb_program() {
  local program=$1 device small=$1.S name=$1.$class before
  before=$(wc -l <"$tmp/wrong")
  npb_build "$small" S "$program" || return 0
  [ "$class" = S ] || npb_build "$name" "$class" "$program" || return 0
  for device in ${devices//,/ }; do
    npb_verify "$small" "$device"
    case $class,$device in
    S,* | *,emulated | *,vulkan | *,cuda | *,ptx-vm) ;;
    *) npb_verify "$name" "$device" ;;
    esac
  done
  RADDLE_STATS=json:$tmp/stats on cpu "$tmp/$name.raddle" >"$tmp/actual"
  read -r _ _ speed auto openmp <<<"$(python3 "$bench/measure.py" printed "$runs" "$(npb_speed "$tmp/$name.raddle")" "$(npb_speed "$tmp/$name.openmp")" "$(npb_speed "$tmp/$name.clang")")"
  row "npb.$name" "$(printf %.1f "$speed")" Mop/s "$(printf %.2f "$auto")" "$(printf %.2f "$openmp")" "$(parallel "$tmp/stats")" \
    "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "verified: $devices" || echo WRONG)"
  reasons "$tmp/$name.remarks"
}

suite_npb() {
  local npb=$1 program
  for program in MG FT SP BT CG EP IS LU; do
    ! wanted "npb.$program" || npb_program "$program"
  done
}
