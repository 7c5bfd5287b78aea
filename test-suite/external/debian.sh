#!/usr/bin/env bash
# debian.sh [DEB]: the Debian package in a system that has nothing else, without LLVM and then with clang 22.
#
# Makes a minimal Debian 12 with debootstrap in a folder of its own, installs the package (of `cargo xtask dist`) there, first alone, and
# tries what works without clang: devices, raddle-opt, a program that was built elsewhere, a clear error of raddle build. Then clang-22 is
# installed there from Debian's security archive, and C programs are compiled, by raddle run, raddle build and raddle-cc. Needs root,
# debootstrap, the network and 2 GB in $TMPDIR. MIRROR and SECURITY_MIRROR name other archives.

. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || fail "chroot needs root; call this as root or through sudo"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
deb=${1:-$(ls -t "$root"/target/dist/raddle_*.deb 2>/dev/null | head -n 1)}
[ -f "$deb" ] || fail "there is no package: run 'cargo xtask dist', or name one"
mirror=${MIRROR:-http://deb.debian.org/debian}
security=${SECURITY_MIRROR:-http://deb.debian.org/debian-security}
raddle=$(find_raddle)
clang=${CLANG:-clang-22}
demo=$root/test-suite/programs/demo/heat.c
tmp=$(mktemp -d)
system=$tmp/system
passed=0 failed=0

clean_up() {
  ! mountpoint -q "$system/proc" || umount "$system/proc"
  rm -rf --one-file-system "$tmp"
}
trap clean_up EXIT

# inside COMMAND...: runs it there, with nothing of our environment.
inside() {
  chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    RADDLE_STRICT_FALLBACK=1 "$@"
}

# check WHAT COMMAND...: counts whether the command succeeds, and shows what it printed if not.
check() {
  local what=$1
  shift
  if "$@" >"$tmp/log" 2>&1; then
    passed=$((passed + 1))
    echo "ok: $what"
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    sed 's/^/  /' "$tmp/log"
  fi
}

# says TEXT COMMAND...: the command's output, standard error included, holds the text.
says() {
  local text=$1
  shift
  "$@" >"$tmp/said" 2>&1 || true
  cat "$tmp/said"
  grep -qF -e "$text" "$tmp/said"
}

# prints FILE COMMAND...: the command succeeds, and its standard output is the file's text.
prints() {
  local file=$1
  shift
  "$@" >"$tmp/printed" && cmp "$file" "$tmp/printed"
}

ends_with_1() {
  local status=0
  "$@" || status=$?
  [ "$status" = 1 ]
}

echo "package: $(stat -c %s "$deb") bytes, $(dpkg-deb --field "$deb" Installed-Size) KiB installed"
dpkg-deb --field "$deb" Depends Recommends
debootstrap --variant=minbase bookworm "$system" "$mirror" >"$tmp/debootstrap" || { tail "$tmp/debootstrap" && fail "debootstrap failed"; }
cp /etc/resolv.conf "$system/etc/resolv.conf"
mount -t proc proc "$system/proc"
echo "deb $security bookworm-security main" >"$system/etc/apt/sources.list.d/security.list"
cp "$deb" "$system/root/raddle.deb"
cp "$demo" "$system/root/heat.c"
printf 'func.func @f(%%a: i32) -> i32 {\n  %%b = arith.constant 0 : i32\n  %%c = arith.addi %%a, %%b : i32\n  return %%c : i32\n}\n' >"$system/root/add.mlir"
"$raddle" build "$demo" -o "$system/root/heat-elsewhere"
$clang -O2 -ffp-contract=off "$demo" -o "$tmp/heat" && "$tmp/heat" >"$tmp/expected"

echo "== without LLVM, and without anything else that a minimal Debian lacks"
check "the package installs alone" inside dpkg -i /root/raddle.deb
check "the files are as they were packed" inside dpkg --verify raddle
check "there is no clang" says "not found" inside sh -c 'clang-22 --version'
check "raddle devices" says "emulated" inside raddle devices
check "raddle-opt simplifies x + 0" says "return %arg0 : i32" inside raddle-opt --canonicalize /root/add.mlir
check "raddle opt runs our pipeline" inside raddle opt --raddle-analyze /root/add.mlir
check "a program built elsewhere, on CPU threads" prints "$tmp/expected" inside env RADDLE_DEVICE=cpu /root/heat-elsewhere
for words in "run /root/heat.c" "build /root/heat.c -o /root/heat" "cc -c /root/heat.c -o /root/heat.o"; do
  check "raddle ${words%% *} names the package to install" says "install the package clang-22" inside sh -c "raddle $words"
  check "raddle ${words%% *} ends with status 1" ends_with_1 inside sh -c "raddle $words"
done
check "nothing was left behind" inside test ! -e /root/heat -a ! -e /root/heat.o
for page in raddle raddle-run raddle-build raddle-cc raddle-emit raddle-explain raddle-devices raddle-opt raddle-completions; do
  check "manual page $page" inside sh -c "zcat /usr/share/man/man1/$page.1.gz | grep -q '^.SH OPTIONS'"
done
check "bash takes the completions" inside bash -c 'for it in /usr/share/bash-completion/completions/raddle*; do . $it; done; complete -p raddle raddle-cc raddle-opt'

echo "== with apt's recommendations: clang 22"
inside apt-get update -q >"$tmp/apt" 2>&1 || { tail "$tmp/apt" && fail "apt-get update failed"; }
check "apt installs clang with the package" inside apt-get install -q -y --reinstall -o APT::Install-Recommends=true /root/raddle.deb clang-22
check "raddle run" prints "$tmp/expected" inside raddle run --device cpu /root/heat.c
check "raddle build" inside raddle build /root/heat.c -o /root/heat
check "its program, on the emulated device" prints "$tmp/expected" inside env RADDLE_DEVICE=emulated /root/heat
check "raddle-cc compiles and links" inside sh -c 'raddle-cc -O2 -c /root/heat.c -o /root/heat.o && raddle-cc /root/heat.o -o /root/heat2'
check "its program" prints "$tmp/expected" inside env RADDLE_DEVICE=cpu /root/heat2
check "the loops were offloaded" says "device" inside raddle run --device cpu --stats /root/heat.c
check "zsh and fish take the completions" inside sh -c 'apt-get install -q -y --no-install-recommends zsh fish >/dev/null &&
  for it in /usr/share/zsh/vendor-completions/_raddle*; do zsh -n $it || exit 1; done &&
  for it in /usr/share/fish/vendor_completions.d/raddle*; do fish -n $it || exit 1; done'
check "the package goes without a trace" inside sh -c 'apt-get purge -q -y raddle >/dev/null 2>&1 && test ! -e /usr/lib/raddle -a ! -e /usr/bin/raddle-cc'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
