#!/usr/bin/env bash
# cmake-project.sh DIR [CMAKE-OPTIONS...]: configures and builds the CMake project in DIR with CMAKE_C_COMPILER=raddle-cc, runs its tests with
# ctest, and compares the build time with clang's. DIR is not written.

. "$(dirname "$0")/common.sh"

[ $# -ge 1 ] && [ -f "$1/CMakeLists.txt" ] || fail "usage: cmake-project.sh DIR [CMAKE-OPTIONS...]"
command -v cmake >/dev/null || fail "cmake is not installed"
source=$(realpath "$1")
shift
raddle=$(find_raddle)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# One word, as CMake wants it.
mkdir "$tmp/bin"
ln -s "$raddle" "$tmp/bin/raddle-cc"

# build NAME CC OPTIONS...: prints the milliseconds that the build took.
build() {
  local name=$1 cc=$2 start
  shift 2
  cmake -S "$source" -B "$tmp/$name" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Release "$@" >"$tmp/$name.out" 2>&1 || fail "cmake failed with $cc: $(tail -n 20 "$tmp/$name.out")"
  start=$(now_ms)
  cmake --build "$tmp/$name" -j2 >>"$tmp/$name.out" 2>&1 || fail "the build failed with $cc: $(tail -n 20 "$tmp/$name.out")"
  echo $(($(now_ms) - start))
}

clang_ms=$(build clang "$(command -v "${CLANG:-clang-22}")" "$@")
ours_ms=$(build raddle "$tmp/bin/raddle-cc" "$@")
ctest --test-dir "$tmp/raddle" --output-on-failure >"$tmp/ctest.out" 2>&1 || fail "tests failed: $(tail -n 40 "$tmp/ctest.out")"
grep 'tests passed' "$tmp/ctest.out"
compare_build_times "$ours_ms" "$clang_ms"
