#!/usr/bin/env bash
# ptxas.sh [COMPILER FLAGS] FILE.c|FILE.ptx...: NVIDIA's assembler accepts the PTX of every file, for compute capabilities 7.0, 8.0 and 9.0;
# no kernel spills registers at 8.0, and none uses an approximating instruction.
#
# The assembler is $PTXAS, or what get_ptxas.py finds or fetches. Where it can't be had, nothing is tried, and that is said.

. "$(dirname "$0")/common.sh"

[ $# -ge 1 ] || fail "usage: ptxas.sh [COMPILER FLAGS] FILE.c|FILE.ptx..."
raddle=$(find_raddle)
ptxas=$("$here/get_ptxas.py") || {
  echo "ptxas.sh: no assembler, nothing tried" >&2
  exit 0
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

split_arguments "$@"

# judge FILE DIR: prints what is wrong with its PTX, nothing if all is well. DIR is its own.
judge() {
  mkdir "$2"
  case $1 in
  *.ptx) cp "$1" "$2/kernels.ptx" ;;
  *) compile "$1" "$2" || return 0 ;;
  esac
  grep -n '\.approx' "$2/kernels.ptx" || true
  for arch in sm_70 sm_80 sm_90; do
    "$ptxas" -v -arch "$arch" "$2/kernels.ptx" -o "$2/code" >"$2/log" 2>&1 || cat "$2/log"
    [ $arch != sm_80 ] || grep -E '[1-9][0-9]* bytes spill' "$2/log" || true
  done
}

# compile FILE DIR: writes its PTX, or prints why there is none and fails.
compile() {
  RADDLE_STRICT_FALLBACK=1 "$raddle" emit --offload-min 0 "$1" "${flags[@]}" -w --stage ptx -o "$2/kernels.ptx" 2>"$2/errors" || {
    grep -q "no loop of .* runs on a device" "$2/errors" && echo none || cat "$2/errors"
    return 1
  }
}

# As many at a time as there are processors.
limit=$(nproc)
for at in "${!files[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$limit" ]; do wait -n || true; done
  judge "${files[at]}" "$tmp/$at" >"$tmp/$at.verdict" || echo "the script failed" >>"$tmp/$at.verdict" &
done
wait

passed=0 failed=0 without=0
for at in "${!files[@]}"; do
  verdict=$(cat "$tmp/$at.verdict")
  case $verdict in
  '') passed=$((passed + 1)) ;;
  none) without=$((without + 1)) ;;
  *)
    failed=$((failed + 1))
    printf '%s: %s\n' "${files[at]}" "$verdict"
    ;;
  esac
done
[ $without = 0 ] || echo "$without without a kernel"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
