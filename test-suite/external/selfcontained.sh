#!/usr/bin/env bash
# selfcontained.sh [ORDER]: executables of `raddle build` need nothing of Raddle or LLVM when they run.
#
# Builds a matrix product, says its size and what it links, and runs it in a chroot that holds the C library alone, then in one with the
# Vulkan loader, Mesa's software driver and the libraries they link. There is neither /proc nor /dev. Each run must print what clang's build
# prints, with the kernel on the device asked for; a program that crashes must end by the signal that ends clang's. Needs root, for chroot.

. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || fail "chroot needs root; call this as root or through sudo"
order=${1:-96}
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export RADDLE_STRICT_FALLBACK=1
passed=0 failed=0

# check WHAT COMMAND...: counts whether the command succeeds.
check() {
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
  fi
}

# library NAME: the path under which the dynamic loader knows it.
library() {
  local path
  path=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk -v name="$1" '$1 == name && /x86-64/ { print $NF; exit }')
  [ -n "$path" ] || fail "$1 is not installed"
  echo "$path"
}

# make_root DIR: /lib is /usr/lib, as on most systems, so that every path of a library leads to it.
make_root() {
  mkdir -p "$1/usr/lib" "$1/usr/lib64"
  ln -s usr/lib "$1/lib"
  ln -s usr/lib64 "$1/lib64"
  cp "$tmp/bin/"* "$1"
}

# provide DIR FILE...: copies the files and the libraries they link into the chroot DIR, each to its own path.
provide() {
  local dir=$1 path
  shift
  for path in "$@" $(for file in "$@"; do ldd "$file"; done | grep -o '/[^ ]*'); do
    mkdir -p "$dir$(dirname "$path")"
    cp -L "$path" "$dir$path"
  done
}

# run_in DIR DEVICE PROGRAM: runs it there with nothing in the environment; standard output, error and the exit status into $tmp.
run_in() {
  local status=0
  # The outer redirection is for the shell, which would say that the program crashed.
  {
    env -i RADDLE_DEVICE="$2" RADDLE_OFFLOAD_MIN=0 RADDLE_STATS=table "$(command -v chroot)" "$1" "/$3" "$order" >"$tmp/out" 2>"$tmp/err" || status=$?
  } 2>/dev/null
  echo "status $status" >>"$tmp/out"
}

# ran_on DEVICE PROGRAM: the last run printed what clang's build of the program prints, and its product was a kernel there.
ran_on() {
  cmp "$tmp/$2.expected" "$tmp/out" || return
  [ "$1" = none ] || grep -q "^ *gemm_gemm_[0-9]* *$1 *1 " "$tmp/err" || { cat "$tmp/err" && false; }
}

links_libc_only() {
  ! ldd "$tmp/bin/gemm" | grep -v -E 'linux-vdso|/ld-linux|lib(c|m|dl|pthread|rt)\.so'
}

mkdir -p "$tmp/bin"
"$raddle" build --offload-min 0 "$root/test-suite/programs/selfcontained/gemm.c" -o "$tmp/bin/gemm"
"$raddle" build --offload-min 0 "$root/test-suite/programs/run/signal_segv.c" -o "$tmp/bin/crash"
$clang -O0 "$root/test-suite/programs/selfcontained/gemm.c" -o "$tmp/bin/gemm-clang"
$clang -O0 "$root/test-suite/programs/run/signal_segv.c" -o "$tmp/bin/crash-clang"
strip "$tmp/bin/gemm" -o "$tmp/gemm-stripped"
echo "gemm: $(stat -c %s "$tmp/bin/gemm") bytes, stripped $(stat -c %s "$tmp/gemm-stripped")"
ldd "$tmp/bin/gemm"
check "only libraries of libc are linked" links_libc_only

make_root "$tmp/libc"
provide "$tmp/libc" "$(library libc.so.6)" "$(library libm.so.6)"
make_root "$tmp/vulkan"
provide "$tmp/vulkan" "$(library libc.so.6)" "$(library libm.so.6)" "$(library libvulkan.so.1)" "$(library libvulkan_lvp.so)"
mkdir -p "$tmp/vulkan/usr/share/vulkan/icd.d"
cp /usr/share/vulkan/icd.d/lvp_icd*.json "$tmp/vulkan/usr/share/vulkan/icd.d"
echo "chroots: $(find "$tmp/libc" -name '*.so*' | wc -l) and $(find "$tmp/vulkan" -name '*.so*' | wc -l) libraries"

for program in gemm crash; do
  run_in "$tmp/libc" none "$program-clang"
  cp "$tmp/out" "$tmp/$program.expected"
  echo "clang's $program: $(tr '\n' ' ' <"$tmp/out")"
done
for place in libc/none libc/cpu libc/emulated vulkan/vulkan; do
  device=${place#*/}
  run_in "$tmp/${place%/*}" "$device" gemm
  check "gemm on $device" ran_on "$device" gemm
  run_in "$tmp/${place%/*}" "$device" crash
  check "the crash on $device" cmp "$tmp/crash.expected" "$tmp/out"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
