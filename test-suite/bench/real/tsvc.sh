# TSVC_2: functions that print their time and a checksum.

# Rounds per function; under 256, the functions on matrices would do nothing.
tsvc_rounds() {
  case $1 in
  S) echo 300 ;;
  W) echo 3000 ;;
  *) echo 30000 ;;
  esac
}

# The sources with other rounds, and times with more digits: its limit is not to be read from milliseconds.
tsvc_build() {
  local size=$1
  mkdir -p "$tmp/tsvc.$size"
  cp "$tsvc"/src/*.[ch] "$tmp/tsvc.$size/"
  cd "$tmp/tsvc.$size"
  sed -i "s/#define iterations .*/#define iterations $(tsvc_rounds "$size")/" common.h
  sed -i 's/%10\.3f/%10.6f/' tsvc.c
  both "tsvc.$size" tsvc.c common.c dummy.c || return 1
  on none "$tmp/tsvc.$size.clang" >"$tmp/tsvc.$size.expected"
}

# tsvc_sums FILE: names and checksums.
tsvc_sums() { awk 'NF == 3 && $1 != "Loop" { print $1, $3 }' "$1"; }

tsvc_verify() {
  local name=$1 device=$2
  on "$device" "$tmp/$name.raddle" >"$tmp/actual" 2>&1 || { wrong "$name: exit status $? on $device: $(tail -n 1 "$tmp/actual")"; return; }
  [ "$fp" = strict ] || return 0
  diff <(tsvc_sums "$tmp/$name.expected") <(tsvc_sums "$tmp/actual") >"$tmp/sums" ||
    wrong "$name: checksums on $device: $(sed -n 's/^> \([^ ]*\).*/\1/p' "$tmp/sums" | tr '\n' ' ')"
}

suite_tsvc() {
  local tsvc=$1 device name=tsvc.$class before
  wanted tsvc || return 0
  before=$(wc -l <"$tmp/wrong")
  tsvc_build S || return 0
  [ "$class" = S ] || tsvc_build "$class" || return 0
  for device in ${devices//,/ }; do
    tsvc_verify tsvc.S "$device"
    case $class,$device in
    S,* | *,emulated | *,vulkan | *,cuda | *,ptx-vm) ;;
    *) tsvc_verify "$name" "$device" ;;
    esac
  done
  python3 "$bench/real/tsvc.py" "$runs" "$tmp/$name.clang" "$tmp/$name.raddle" "$tmp/tsvc.$class/tsvc.c" "$tmp/$name.remarks" >"$tmp/tsvc.table"
  read -r seconds_clang mean <<<"$(head -n 1 "$tmp/tsvc.table")"
  row "$name" "$seconds_clang" s "$mean" - - "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "151 checksums: $devices" || echo WRONG)"
  tail -n +2 "$tmp/tsvc.table"
  reasons "$tmp/$name.remarks"
}
