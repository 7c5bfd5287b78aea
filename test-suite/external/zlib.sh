#!/usr/bin/env bash
# zlib.sh DIR: builds the zlib sources in DIR with CC="raddle cc" by configure and make, runs its own tests, and compares the build time
# with clang's. DIR is copied, never written.

. "$(dirname "$0")/common.sh"

[ $# -eq 1 ] && [ -f "$1/zlib.h" ] && [ -f "$1/configure" ] || fail "usage: zlib.sh DIR (the sources of zlib)"
raddle=$(find_raddle)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# build NAME CC: prints the milliseconds that make took.
build() {
  cp -r "$source" "$tmp/$1"
  cd "$tmp/$1"
  CC=$2 ./configure >configure.out 2>&1 || fail "configure failed with CC='$2': $(tail -n 5 configure.out)"
  local start
  start=$(now_ms)
  make -j2 >make.out 2>&1 || fail "make failed with CC='$2': $(tail -n 20 make.out)"
  echo $(($(now_ms) - start))
}

source=$(realpath "$1")
clang_ms=$(build clang "${CLANG:-clang-22}")
ours_ms=$(build raddle "$raddle cc")
cd "$tmp/raddle"
make test >test.out 2>&1 || fail "make test failed: $(tail -n 20 test.out)"
grep 'test OK' test.out
! grep -i 'fail' test.out || fail "a test failed"

# The same bytes as clang's build, in both directions.
head -c 3000000 "$raddle" >data
./minigzip <data >ours.gz
"$tmp/clang/minigzip" <data >clangs.gz
cmp ours.gz clangs.gz || fail "compressed data differ"
./minigzip -d <clangs.gz | cmp - data || fail "decompressed data differ"
compare_build_times "$ours_ms" "$clang_ms"
