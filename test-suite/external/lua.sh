#!/usr/bin/env bash
# lua.sh DIR: builds the Lua sources in DIR (with their makefile and testes/) with CC="raddle cc", runs Lua's own test suite, and compares
# the build time with clang's. DIR is copied, never written.

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] && [ -f "$1/lua.h" ] && [ -f "$1/makefile" ] && [ -d "$1/testes" ] || fail "usage: lua.sh DIR (the sources of Lua, from its repository)"
raddle=$(find_raddle)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# build NAME CC: prints the milliseconds that make took. No readline; warnings are this makefile's own choice.
build() {
  cp -r "$source" "$tmp/$1"
  cd "$tmp/$1"
  local start
  start=$(now_ms)
  make -j2 CC="$2" CWARNS= MYCFLAGS="-std=c99 -DLUA_USE_LINUX" MYLIBS="-ldl" >make.out 2>&1 || fail "make failed with CC='$2': $(tail -n 20 make.out)"
  echo $(($(now_ms) - start))
}

source=$(realpath "$1")
clang_ms=$(build clang "${CLANG:-clang-22}")
ours_ms=$(build raddle "$raddle cc")
cd "$tmp/raddle/testes"
../lua -e "_U=true" all.lua >all.out 2>&1 || fail "Lua's tests failed: $(tail -n 20 all.out)"
grep 'final OK' all.out
compare_build_times "$ours_ms" "$clang_ms"
