# Packages of a distribution, built as a user builds them: their own make, cmake or configure with another CC. For each here: NAME_build CC
# in a copy of its sources, NAME_test, and NAME_run, whose processor time is compared.
#
#   cd DIR/packages && apt-get source bzip2 lz4 libsamplerate kissfft lame speexdsp    # then rename the folders: no versions

packages='bzip2 lz4 libsamplerate kissfft lame speexdsp'
package_flags='-O3 -march=native -ffp-contract=off -w'

bzip2_build() { make -j2 CC="$1" CFLAGS="$package_flags -D_FILE_OFFSET_BITS=64" bzip2; }
bzip2_test() { make CC="$1" CFLAGS="$package_flags -D_FILE_OFFSET_BITS=64" test && ! make -s test | grep differ; }
bzip2_run() { for _ in 1 2 3; do ./bzip2 -9 <"$tmp/noise.wav"; done; }

lz4_build() { make -j2 -C lib CC="$1" CFLAGS="$package_flags" liblz4.a && make -j2 -C tests CC="$1" CFLAGS="$package_flags" fuzzer frametest && make -C programs CC="$1" CFLAGS="$package_flags" LDFLAGS=-L../lib lz4; }
lz4_test() { tests/fuzzer -i100 -s1 && tests/frametest -i100 -s1; }
lz4_run() { for _ in 1 2 3 4 5 6 7 8; do programs/lz4 -9 -c "$tmp/noise.wav"; done; }

libsamplerate_build() { cmake -B out -DCMAKE_C_COMPILER="$1" -DCMAKE_C_FLAGS="$package_flags" -DCMAKE_BUILD_TYPE=None -DLIBSAMPLERATE_EXAMPLES=OFF && cmake --build out -j2; }
libsamplerate_test() { ctest --test-dir out -E throughput; }
libsamplerate_run() { out/tests/snr_bw_test && out/tests/multi_channel_test && out/tests/varispeed_test; }

kissfft_build() {
  local file
  make -j2 CC="$1" CFLAGS="$package_flags" KISSFFT_TOOLS=0 KISSFFT_TEST=0 KISSFFT_STATIC=1 KISSFFT_PKGCONFIG=0 &&
    for file in test_real twotonetest benchkiss; do
      $1 $package_flags -I. -Dkiss_fft_scalar=float test/$file.c test/pstats.c kfc.c libkissfft-float.a -lm -o "$file" || return 1
    done
}
kissfft_test() { ./test_real && ./twotonetest; }
kissfft_run() { ./benchkiss -x 20000 -n 1024 && ./benchkiss -x 20000 -n 1000 && ./benchkiss -x 50 -n 256,256; }

lame_build() { ./configure CC="$1" CFLAGS="$package_flags" --disable-shared --disable-nasm --disable-decoder && make -j2 AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=:; }
lame_test() { frontend/lame --quiet testcase.wav out.mp3 && test -s out.mp3 && md5sum out.mp3; }
lame_run() { frontend/lame --quiet "$tmp/noise.wav" -; }

# The files that automake wrote are older than what they come from.
speexdsp_build() { ./configure CC="$1" CFLAGS="$package_flags" --disable-shared && make -j2 AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=:; }
speexdsp_test() { libspeexdsp/testresample <"$tmp/noise.wav" | md5sum && libspeexdsp/testdenoise <"$tmp/noise.wav" | md5sum && libspeexdsp/testresample2 && libspeexdsp/testjitter; }
speexdsp_run() { libspeexdsp/testresample <"$tmp/noise.wav" && libspeexdsp/testdenoise <"$tmp/noise.wav"; }

# package_build NAME WHO CC: in $tmp/package/NAME.WHO; prints its processor time.
package_build() {
  local name=$1 who=$2 cc=$3
  mkdir -p "$tmp/package"
  cp -r "$fetched/packages/$name" "$tmp/package/$name.$who"
  cd "$tmp/package/$name.$who"
  TIMEFORMAT='%U %S'
  { time "${name}_build" "$cc" >build.out 2>&1; } 2>time.out || return 1
  awk '{ print $1 + $2 }' time.out
}

# package_test NAME WHO DEVICE: what the tests say, in test.out; the test's exit status.
package_test() (
  cd "$tmp/package/$1.$2"
  export RADDLE_DEVICE=$3
  export -f "$1_test"
  export tmp package_flags
  timeout "$seconds" bash -c "set -o pipefail; $1_test '$4'" >test.out 2>&1
)

# package_timed NAME WHO: a command for measure.py.
package_timed() {
  (
    cd "$tmp/package/$1.$2"
    declare -f "$1_run" >run.sh
    echo "cd '$PWD'; tmp='$tmp'; $1_run >/dev/null 2>&1" >>run.sh
  )
  echo "env RADDLE_DEVICE=auto bash $tmp/package/$1.$2/run.sh"
}

package() {
  local name=$1 theirs ours device before
  before=$(wc -l <"$tmp/wrong")
  theirs=$(package_build "$name" clang "$clang") || { wrong "packages.$name: does not build with $clang: $(tail -n 3 "$tmp/package/$name.clang/build.out" | tr '\n' ' ')"; return; }
  ours=$(package_build "$name" raddle "$raddle_cc") || {
    wrong "packages.$name: does not build: $(tail -n 3 "$tmp/package/$name.raddle/build.out" | tr '\n' ' ')"
    return
  }
  package_test "$name" clang none "$clang" || { wrong "packages.$name: its tests fail with $clang: $(tail -n 3 "$tmp/package/$name.clang/test.out" | tr '\n' ' ')"; return; }
  for device in auto cpu emulated; do
    [[ ,$devices, == *,$device,* ]] || continue
    package_test "$name" raddle "$device" "$raddle_cc" || {
      wrong "packages.$name: tests fail on $device: $(tail -n 3 "$tmp/package/$name.raddle/test.out" | tr '\n' ' ')"
      continue
    }
    # Digests of what they write are in what some tests print.
    cmp -s <(grep -E '^[0-9a-f]{32} ' "$tmp/package/$name.clang/test.out") <(grep -E '^[0-9a-f]{32} ' "$tmp/package/$name.raddle/test.out") ||
      wrong "packages.$name: other output on $device than clang's build"
  done
  read -r _ seconds_clang ratio <<<"$(python3 "$bench/measure.py" cpu "$runs" "$(package_timed "$name" raddle)" "$(package_timed "$name" clang)")"
  row "$name" "$(printf %.2f "$seconds_clang")" "cpu s" "$(awk -v ratio="$ratio" 'BEGIN { printf "%.2f", 1 / ratio }')" - - \
    "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "tests pass" || echo WRONG); build $(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.1f s, %.2f of clang", a, a / b }')"
}

suite_packages() {
  local name
  # cmake wants one word, and a name of its own.
  mkdir -p "$tmp/bin"
  ln -sf "$raddle" "$tmp/bin/raddle-cc"
  python3 "$bench/real/noise.py" "$tmp/noise.wav" 20
  raddle_cc=$tmp/bin/raddle-cc
  for name in $packages; do
    [ ! -d "$1/$name" ] || ! wanted "packages.$name" || package "$name"
  done
}
