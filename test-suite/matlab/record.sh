#!/usr/bin/env bash
# record.sh [PROGRAM...]
#
# Records what GNU Octave prints for the programs of this folder (all of them, or those named): PROGRAM.out, and in PROGRAM.err
# the first line of the error of a program that ends with one. The recorded version is 7.3.0.

cd "$(dirname "$0")" || exit 1
folder=$PWD
# In the current folder, Octave takes a file that begins with a function for that function, whatever follows it.
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
export LC_ALL=C.UTF-8 COLUMNS=80
[ $# -gt 0 ] || set -- *.m
for program in "$@"; do
  name=${program%.m}
  (cd "$elsewhere" && octave-cli -q --no-history "$folder/$name.m") >"$name.out" 2>"$name.err"
  sed -n '/^error: /{p;q}' "$name.err" >"$name.err.first"
  if [ -s "$name.err.first" ]; then mv "$name.err.first" "$name.err"; else rm -f "$name.err" "$name.err.first"; fi
done
