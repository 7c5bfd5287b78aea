#!/usr/bin/env bash
# imports.sh [COMPILER FLAGS] FILE.c...: how many functions of the sources become MLIR, and why the others stay clang's.

. "$(dirname "$0")/common.sh"

[ $# -ge 1 ] || fail "usage: imports.sh [COMPILER FLAGS] FILE.c..."
raddle=$(find_raddle)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

split_arguments "$@"
n=0
for file in "${files[@]}"; do
  n=$((n + 1))
  "$raddle" emit "$file" "${flags[@]}" --stage host -o "$tmp/host.mlir" --stats=json:"$tmp/$n.json" || echo "failed: $file"
done
python3 - "$tmp" <<'PY'
import collections, glob, json, sys
stats = [json.load(open(name)) for name in sorted(glob.glob(sys.argv[1] + "/*.json"))]
imported = sum(unit["imported"] for unit in stats)
fallback = [entry for unit in stats for entry in unit["fallback"]]
total = imported + len(fallback)
print("%d of %d functions imported (%.1f %%)" % (imported, total, 100 * imported / max(total, 1)))
for construct, count in collections.Counter(entry["construct"] for entry in fallback).most_common():
    print("%6d  %s" % (count, construct))
PY
