#!/bin/sh
# The recording is stopped and started while calls are made (control.c): exactly the calls made
# while it ran are in the file.
. tests/inside/common.sh
export COLLECT_CHECK=1
# recorded WHAT [MAY]: the calls that threads numbered are there, each once. (MAY: so many changes that a writer
# who gets no processor may lose some, which is counted)
recorded() {
  is "$1: calls recorded and dropped" $(($(calls) + $(dropped))) "$(said numbered)"
  is "$1: nothing else is lost" "$(counted calls_untracked rows_lost ${2:-info_rows_dropped} write_errors checks_failed)" 0
  is "$1: nothing is on stderr" "$(cat "$work/stderr")" ""
}
# changes WHAT: checks that each change is a row, and that times increase
changes() {
  is "$1: a row for each change" "$(all_of recording)" $(($(said changes) + 1))
  is "$1: ... in their order" "$(awk '/^recording/ { match($0, /time_ns=[0-9]+/); t = substr($0, RSTART + 8, RLENGTH - 8) + 0; bad += t < last; last = t } END { print bad + 0 }' "$work/rows")" 0
}
for args in 0 1; do
  export COLLECT_ARGS=$args
  inside "$BUILD/inside/control" storm
  recorded "storm, arguments $args" calls_untracked
  inside "$BUILD/inside/control" handler
  recorded "handler, arguments $args"
  changes "handler, arguments $args"
  is "handler, arguments $args: rows alternate" "$(sed -n 's/^recording .*stopped_by=//p' "$work/rows" | uniq | wc -l)" $(($(said changes) + 1))
  inside "$BUILD/inside/control" steps
  recorded "steps, arguments $args"
  is "steps, arguments $args: calls" "$(calls outer)" $((8 * 100 * 10))
done
inside "$BUILD/inside/control" flood
is "flood: the last row is the state" "$(sed -n 's/^recording .*stopped_by=//p' "$work/rows" | tail -n 1)" 1
is "flood: rows that are missing are counted" "$(($(all_of recording) == 200002 || $(counted info_rows_dropped) > 0))" 1
inside "$BUILD/inside/control" forks
is "forks: files" "$(file_count)" 41
finish
