#!/usr/bin/env bash
# record.sh [PROGRAM...]
#
# Records what GNU Octave prints for the programs of this folder (all of them, or those named): PROGRAM.out, and in PROGRAM.err
# what it writes to standard error, if that is anything. The recorded version is 7.3.0.

cd "$(dirname "$0")" || exit 1
folder=$PWD
# In the current folder, Octave takes a file that begins with a function for that function, whatever follows it.
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
library=$(octave-cli -q --eval 'disp (fullfile (matlabroot, "share", "octave", version, "m"))')
# Scripts by their names, as where they are in the current folder; stacks without the functions of Octave's library, which are no
# files here; nothing of what Octave says of its own end, of the text of its library, and of style.
own() {
  while IFS= read -r line; do
    frame=${line#    }
    frame=${frame%% *}
    case $line in
      '    '*' at line '*' column '*) [ -z "$(find "$library" -name "${frame%%>*}.m" -print -quit)" ] || continue ;;
      'error: ignoring const execution_exception'* | *"file $library/"* | 'warning: suggest parenthesis'*) continue ;;
    esac
    printf '%s\n' "$line"
  done
}
export LC_ALL=C.UTF-8 COLUMNS=80
[ $# -gt 0 ] || set -- *.m
for program in "$@"; do
  name=${program%.m}
  (cd "$elsewhere" && octave-cli -q --no-history "$folder/$name.m" 2>"$elsewhere/err") >"$name.out"
  sed "s#^    $folder/\(.*\)\.m at line#    \1 at line#" "$elsewhere/err" | own >"$name.err"
  [ -s "$name.err" ] || rm "$name.err"
done
