# PIPS' validation files: fragments of every kind of C. Each that clang compiles must compile; each that is a program must do what clang's build does.

# pips_run OUT LIMIT COMMAND...: output and exit status; a place of its own, nothing to read. Fails when time is up.
pips_run() {
  local out=$1 limit=$2 status=0
  shift 2
  rm -rf "$tmp/place" && mkdir "$tmp/place"
  # The shell's own words about a crash are not the program's.
  { (cd "$tmp/place" && ulimit -c 0 && timeout "$limit" "$@" </dev/null >"$out" 2>&1) || status=$?; } 2>/dev/null
  echo "exit status $status" >>"$out"
  [ $status != 124 ]
}

# Programs that take long, or read what nobody wrote, or the time, and print something else each time: there is nothing to compare then.
pips_oracle() {
  $clang -O0 $words "$file" -lm -o "$tmp/pips.o0" 2>/dev/null || return 1
  $clang -O2 $words "$file" -lm -o "$tmp/pips.o2" 2>/dev/null || return 1
  pips_run "$tmp/expected" 5 "$tmp/pips.o0" && pips_run "$tmp/again" 5 "$tmp/pips.o0" && cmp -s "$tmp/expected" "$tmp/again" || return 1
  pips_run "$tmp/again" 5 "$tmp/pips.o2" && cmp -s "$tmp/expected" "$tmp/again"
}

pips_file() {
  local file=$1 words device
  words="-w -ffp-contract=off -I$(dirname "$file")"
  # shellcheck disable=SC2086
  timeout 60 $clang -O2 $words -c "$file" -o "$tmp/pips.o" 2>/dev/null || return 0
  compiled=$((compiled + 1))
  # shellcheck disable=SC2086
  timeout 120 "$raddle" cc -O2 $words -c "$file" -o "$tmp/pips.o" 2>"$tmp/errors" || {
    wrong "pips: ${file#"$pips/"} does not compile: $(tail -n 1 "$tmp/errors")"
    return 0
  }
  grep -qw main "$file" && pips_oracle || return 0
  # shellcheck disable=SC2086
  "$raddle" cc -O2 $words "$file" -lm -o "$tmp/pips.raddle" 2>"$tmp/errors" || {
    wrong "pips: ${file#"$pips/"} does not link: $(tail -n 1 "$tmp/errors")"
    return 0
  }
  ran=$((ran + 1))
  for device in ${devices//,/ }; do
    RADDLE_OFFLOAD_MIN=0 RADDLE_DEVICE=$device pips_run "$tmp/actual" "$seconds" "$tmp/pips.raddle" || true
    cmp -s "$tmp/expected" "$tmp/actual" || wrong "pips: ${file#"$pips/"} on $device: $(diff "$tmp/expected" "$tmp/actual" | sed -n 2,3p | tr '\n' ' ' | cut -c 1-150)"
  done
}

suite_pips() {
  local pips=$1 compiled=0 ran=0 before file
  wanted pips || return 0
  before=$(wc -l <"$tmp/wrong")
  # Many are copies of each other; those without a loop are of no interest.
  find "$pips/" -name '*.c' -print0 | sort -z | xargs -0 grep -lwE 'for|while|do' | xargs md5sum | sort -u -k1,1 | sort -k2 |
    awk -v every="$every" 'NR % every == 0 { print $2 }' >"$tmp/pips.list"
  while read -r file; do
    pips_file "$file"
  done <"$tmp/pips.list"
  row pips "$compiled" files - - - "$([ "$before" = "$(wc -l <"$tmp/wrong")" ] && echo "$ran programs run: $devices" || echo WRONG)"
}
