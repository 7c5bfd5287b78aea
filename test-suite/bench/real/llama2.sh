# llama2.c: a model of stories15M's shape with random weights; tokens are sampled, so every bit of the logits counts.

llama2_run() { echo "$1 $tmp/model.bin -t 1.0 -s 7 -n $2 -z $llama2/tokenizer.bin"; }

# What it prints at the end: tokens per second.
llama2_speed() { echo "sh -c '$(llama2_run "$1" 128) 2>&1 >/dev/null | sed -n \"s,^achieved tok/s: ,,p\"'"; }

suite_llama2() {
  local llama2=$1 device before
  wanted llama2 || return 0
  before=$(wc -l <"$tmp/wrong")
  $clang -O2 "$bench/real/checkpoint.c" -o "$tmp/checkpoint"
  "$tmp/checkpoint" "$tmp/model.bin"
  cd "$llama2"
  both llama2 run.c || return 0
  anchor llama2 run.c
  $(llama2_run "$tmp/llama2.clang" 128) >"$tmp/expected" 2>/dev/null
  for device in ${devices//,/ }; do
    local tokens=128
    [[ $device == none || $device == cpu || $device == auto ]] || tokens=8
    # shellcheck disable=SC2046
    on "$device" $(llama2_run "$tmp/llama2.raddle" $tokens) >"$tmp/actual" 2>"$tmp/errors" || wrong "llama2: exit status $? on $device: $(tail -n 1 "$tmp/errors")"
    [ "$fp" != strict ] || llama2_same || wrong "llama2: other tokens on $device"
  done
  # shellcheck disable=SC2046
  RADDLE_STATS=json:$tmp/stats on cpu $(llama2_run "$tmp/llama2.raddle" 128) >"$tmp/actual" 2>&1
  read -r _ _ speed auto openmp <<<"$(python3 "$bench/measure.py" printed "$runs" "$(llama2_speed "$tmp/llama2.raddle")" "$(llama2_speed "$tmp/llama2.openmp")" "$(llama2_speed "$tmp/llama2.clang")")"
  row llama2 "$(printf %.1f "$speed")" tokens/s "$(printf %.2f "$auto")" "$(printf %.2f "$openmp")" "$(parallel "$tmp/stats")" \
    "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "same tokens: $devices" || echo WRONG)"
  reasons "$tmp/llama2.remarks"
}

# A shorter run prints the beginning of the longer one's text, and some of it.
llama2_same() {
  local length
  length=$(($(wc -c <"$tmp/actual") - 1))
  [ "$length" -gt 8 ] && cmp -s -n "$length" "$tmp/expected" "$tmp/actual"
}
