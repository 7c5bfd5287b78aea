# Sourced by the scripts of this folder: where the tools are, how to time and how to fail.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

# The tool under test: $RADDLE, or the newest of what cargo has built here.
find_raddle() {
  if [ -n "${RADDLE:-}" ]; then
    realpath "$RADDLE"
    return
  fi
  local newest
  newest=$(ls -t "$root"/target/{release,debug}/raddle 2>/dev/null | head -n 1)
  [ -n "$newest" ] || fail "raddle is not built: run 'cargo build --release', or set RADDLE to its path"
  echo "$newest"
}

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# Prints the comment at the head of the script.
usage() {
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# options 'NAME...' ARGUMENT...: '--NAME VALUE' sets the variable NAME, with '_' for '-'; anything else is wrong usage.
options() {
  local known=" $1 " name
  shift
  while [ $# -ge 2 ]; do
    name=${1#--}
    [[ $1 == --* && $known == *" $name "* ]] || usage
    printf -v "${name//-/_}" %s "$2"
    shift 2
  done
  [ $# -eq 0 ] || usage
}

now_ms() { date +%s%3N; }

# compare_build_times OURS_MS CLANG_MS: at most three times clang's.
compare_build_times() {
  awk -v ours="$1" -v clang="$2" 'BEGIN {
    printf "build: raddle %.1f s, clang %.1f s, ratio %.2f (limit 3)\n", ours / 1000, clang / 1000, ours / clang
    exit ours > 3 * clang
  }'
}

# split_arguments WORD...: sources and PTX to the list files, everything else to flags.
split_arguments() {
  flags=() files=()
  local word
  for word in "$@"; do
    case $word in
    *.c | *.ptx) files+=("$word") ;;
    *) flags+=("$word") ;;
    esac
  done
}
