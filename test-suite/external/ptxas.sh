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

# judge FILE: prints what is wrong with its PTX, nothing if all is well.
judge() {
  case $1 in
  *.ptx) cp "$1" "$tmp/kernels.ptx" ;;
  *) compile "$1" || return 0 ;;
  esac
  grep -n '\.approx' "$tmp/kernels.ptx" || true
  for arch in sm_70 sm_80 sm_90; do
    "$ptxas" -v -arch "$arch" "$tmp/kernels.ptx" -o "$tmp/code" >"$tmp/log" 2>&1 || cat "$tmp/log"
    [ $arch != sm_80 ] || grep -E '[1-9][0-9]* bytes spill' "$tmp/log" || true
  done
}

# compile FILE: writes its PTX, or prints why there is none and fails.
compile() {
  RADDLE_STRICT_FALLBACK=1 "$raddle" emit --offload-min 0 "$1" "${flags[@]}" -w --stage ptx -o "$tmp/kernels.ptx" 2>"$tmp/errors" || {
    grep -q "no loop of .* runs on a device" "$tmp/errors" && echo none || cat "$tmp/errors"
    return 1
  }
}

passed=0 failed=0 without=0
for file in "${files[@]}"; do
  verdict=$(judge "$file")
  case $verdict in
  '') passed=$((passed + 1)) ;;
  none) without=$((without + 1)) ;;
  *)
    failed=$((failed + 1))
    printf '%s: %s\n' "$file" "$verdict"
    ;;
  esac
done
[ $without = 0 ] || echo "$without without a kernel"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
