#!/bin/sh
# Rows that signal handlers write (handler.c): each is in the file, once, and those that found no room are counted, whatever the
# handler interrupts.
. tests/inside/common.sh
export COLLECT_CHECK=1
# numbers: those of the rows of samples
numbers() { sed -n 's/^\(live_\)\{0,1\}samples .* n=\([0-9]*\) .*/\2/p' "$work/rows" | sort; }
# as_told WHAT [FEWEST]: the rows are those that were written, and at least so many
as_told() {
  numbers >"$work/numbers"
  sed -n 's/^wrote //p' "$work/stdout" | sort >"$work/wrote"
  is "$1: the rows that were written, each once" "$(comm -3 "$work/numbers" "$work/wrote" | wc -l)" 0
  if [ "$(wc -l <"$work/wrote")" -ge "${2:-1}" ]; then ok "$1: $(wc -l <"$work/wrote") rows"; else not_ok "$1: $(wc -l <"$work/wrote") rows"; fi
  is "$1: texts" "$(sed -n 's/^samples .* n=\([0-9]*\) name=\([a-z]*\) .*/\1 \2/p' "$work/rows" | awk '{ bad += $2 != ($1 % 2 ? "odd" : "even") } END { print bad + 0 }')" 0
  is "$1: calls that rows are in are there" "$(awk '/^(live_)?call/ { match($0, /sequence=[0-9]+/); c[sprintf("%.0f", $2 * 2 ^ 40 + substr($0, RSTART + 9, RLENGTH - 9))] = 1 }
    /^samples/ { sub(/.* call=/, ""); if ($1) of[$1] = 1 } END { for (i in of) bad += !(i in c); print bad + 0 }' "$work/rows")" 0
  is "$1: checks" "$(grep -c 'handler rows, lane' "$work/stderr")" 0
}
# The sqlite3 shell has no sanitizer's runtime: with one, nothing is asked.
sql() { (cd "$work" && sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE a AS SELECT rocpd_attach('$work/out')" "$1" 2>&1); }
handler() { what=$1; inside "$BUILD/inside/handler" "$1"; }

if grep -q '"in_call"' tests/inside/handler.c && [ "$(uname -m)" = x86_64 ]; then
  for case in in_call in_calls in_region nested; do
    handler $case
    as_told "$case, $(stepped)" $(($(said instructions) / $(said stride)))
    is "$case: nothing is dropped" "$(counted handler_rows_dropped calls_dropped)" 0
    is "$case: calls" "$(calls outer)" "$(said of_calls)"
  done
  handler jumps
  numbers >"$work/numbers"
  sed -n 's/^wrote //p' "$work/stdout" | sort >"$work/wrote"
  is "jumps, $(stepped): all that was written is there" "$(comm -13 "$work/numbers" "$work/wrote" | wc -l)" 0
  is "jumps: each once" "$(uniq -d "$work/numbers" | wc -l)" 0
  if [ "$(counted handler_rows_dropped)" -le 20 ]; then ok "jumps: segments come back"; else not_ok "jumps: $(counted handler_rows_dropped) rows refused"; fi
fi
handler threads; as_told threads 4
handler storm; as_told storm 250
is "storm: calls" "$(($(calls outer) + $(dropped)))" "$(said of_calls)"
is "storm: what was refused is counted" "$(counted handler_rows_dropped)" $(($(said refused) - 1))
handler ended; as_told ended 100
handler exits; as_told exits 3
is "exits: calls" "$(calls outer)" "$(said of_calls)"
handler full; as_told full 5000
is "full: what was refused is counted" "$(counted handler_rows_dropped)" $(($(said refused) - 1))
[ -n "${SANITIZER:-}" ] || is "full: losses" "$(sql "SELECT loss, rows FROM losses")" "handler rows dropped $(($(said refused) - 1))"
handler refilled
is "refilled: 4, 8, 16, 32 and 3 times 64 segments of 40 rows" "$(all_of stacks) $(said rows)" "10080 10080"
is "refilled: what was refused is counted" "$(counted handler_rows_dropped)" "$(said full)"
handler stopped; as_told stopped 2
handler small; as_told small 102
[ -n "${SANITIZER:-}" ] || if [ "$(said stack)" -lt 1024 ]; then ok "small: $(said stack) bytes of stack"; else not_ok "small: $(said stack) bytes of stack"; fi

handler interned
is "interned: rows" "$(all_of stacks)" 146
is "interned: the writer's column" "$(sed -n 's/^stacks .* n=\([0-9]*\) sum=\([0-9]*\)/\1 \2/p' "$work/rows" | awk '{ bad += $2 != $1 * ($1 - 1) / 2 } END { print bad + 0 }')" 0
is "interned: rows begin when they are said to" "$(sed -n 's/^stacks .* end=\([0-9]*\) .*/\1/p' "$work/rows" | awk '{ bad += $1 < 100 } END { print NR, bad + 0 }')" "146 0"
is "interned: those with too many words are counted" "$(counted handler_rows_dropped)" 1

# A child has a file of its own.
handler forks
for f in "$work"/out/*.rocz; do "$dump" "$f"; done >"$work/rows"
as_told forks 26
is "forks: the child's are in the child's file" "$("$dump" "$(grep -l . "$work"/out/*.rocz | tail -1)" | grep -c '^samples ')" 5

rm -rf "$work/out"
COLLECT_OUTPUT=$work/out "$BUILD/inside/handler" killed >"$work/stdout" 2>"$work/stderr"
rows
what=killed; as_told killed 2700
is "killed: some were in chunks, some were not" "$(($(all_of samples) > 0)) $(($(all_of live_samples) > 0))" "1 1"
is "killed: raw words are no columns" "$(grep -c '^live_stacks .* n=777 sum=NULL' "$work/rows") $(grep -c '^stacks .*sum=NULL' "$work/rows")" "1 0"
if [ -z "${SANITIZER:-}" ]; then
  is "killed: by SQL" "$(sql "SELECT count(*), count(DISTINCT id), count(name), min(timestamp) > 0 FROM samples")" "2700 2700 $(all_of samples) 1"
  is "killed: texts by SQL" "$(sql "SELECT group_concat(DISTINCT name) FROM (SELECT name FROM samples WHERE name IS NOT NULL ORDER BY name)")" "even,odd"
  is "health has the count" "$(sql "SELECT value FROM health WHERE name = 'handler rows dropped'")" 0
fi
finish
