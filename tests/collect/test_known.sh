# The program with known numbers on the real HIP runtime over the software GPU: every
# call is there exactly once, in the right thread.
. "$(dirname "$0")/common.sh"
LD_LIBRARY_PATH=$BUILD/gpusim
export LD_LIBRARY_PATH
known() {
  rm -rf "$work/out"
  # HIP gives its threads alternative signal stacks, which ASan would take for its own.
  ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 COLLECT_DOMAINS=+hip_compiler COLLECT_OUTPUT=$work/out LD_PRELOAD=$(preload) "$BUILD/programs/known" "$@" >"$work/stdout" 2>"$work/stderr"
}
# per_thread: "NAME TID COUNT" of the calls in $work/rows, sorted
per_thread() {
  awk '/^function/ { split($0, a, /function=| category=| name=/); name[a[2]] = a[4] }
    /^thread/ { match($0, /lane=[0-9]+/); l = substr($0, RSTART + 5, RLENGTH - 5); match($0, /tid=[0-9]+/); tid[l] = substr($0, RSTART + 4, RLENGTH - 4) }
    /^call/ { match($0, /function=[0-9]+/); f = substr($0, RSTART + 9, RLENGTH - 9); n[f, $2]++ }
    END { for (k in n) { split(k, b, SUBSEP); print name[b[1]], tid[b[2]], n[k] } }' "$work/rows" | sort
}
launches=${SOAK:+200000}
for case in "" "threads=8" "launches ${launches:-50000} 8"; do
  # shellcheck disable=SC2086
  known $case; is "known $case: exit code" $? 0
  rows
  sed -n 's/^{"kind":"call","name":"\([^"]*\)","tid":\([0-9]*\),"count":\([0-9]*\)}$/\1 \2 \3/p' "$work/stdout" | sort >"$work/expected"
  per_thread >"$work/got"
  [ -s "$work/expected" ] || not_ok "known $case: it says no expectation"
  if comm -23 "$work/expected" "$work/got" | grep -q .; then not_ok "known $case: calls missing: $(comm -23 "$work/expected" "$work/got" | head -n 5 | tr '\n' ';')"
  else ok "known $case: $(wc -l <"$work/expected") counts of calls by function and thread"; fi
  is "known $case: nothing dropped" "$(dropped)" 0
  is "known $case: numbers of calls are unique" "$(awk '/^call/ { match($0, /sequence=[0-9]+/); k = $2 " " substr($0, RSTART, RLENGTH); if (k in seen) d++; seen[k] = 1 } END { print d + 0 }' "$work/rows")" 0
done
# Without the collector the program says the same.
"$BUILD/programs/known" >"$work/bare" 2>/dev/null
known
# Threads number their streams in the order in which they come to create them.
strip() { sed -e 's/"tid":[0-9]*//' -e 's/"stream":[1-9][0-9]*//' "$1" | sort; }
[ "$(strip "$work/bare")" = "$(strip "$work/stdout")" ] && ok "the program's output is as without the collector" || not_ok "the program's output differs"
finish
