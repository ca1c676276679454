# A new API is one file and one line in the list of domains: one_file.c has traced functions by symbol and by dispatch table, regions,
# and a periodic module. It is linked with the collector's objects; those that have the list are built with the line of one_file.def.
. "$(dirname "$0")/common.sh"
fake_setup
[ -n "${SANITIZER:-}" ] && { echo "skip: the collector's objects are sanitized"; exit 77; }
cd "$root" || exit 1
marks_setup
# user CASE ...: with that collector, in $work/out
user() { rm -rf "$work/out"; COLLECT_CHECK=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/fake LD_PRELOAD=$work/libcollect.so "$work/user" "$@" >"$work/stdout" 2>"$work/stderr"; }
# shown: calls and open calls in order of their numbers, each with the name of its parent
shown() {
  awk '/^function/ { split($0, a, /function=| category=| name=/); name[a[2]] = a[4] }
    /^(live_)?(call|open_call|mark)/ { delete v; for (i = 1; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } seq[++n] = v["sequence"] + 0; fn[v["sequence"]] = v["function"]; up[v["sequence"]] = v["parent"] }
    END { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (seq[j] < seq[i]) { t = seq[i]; seq[i] = seq[j]; seq[j] = t }
      for (i = 1; i <= n; i++) printf "%s%s<%s", (i > 1 ? " " : ""), name[fn[seq[i]]], (up[seq[i]] ? name[fn[up[seq[i]]]] : ""); print "" }' "$work/rows"
}

COLLECT_HELP=1 LD_PRELOAD=$work/libcollect.so /bin/true 2>"$work/help"
is "the domain is in COLLECT_HELP" "$(grep -c '^    marks ' "$work/help")" 1
is "... and one of the standard ones" "$(grep -c '^    marks *on ' "$work/help")" 1

user work; is "marks and calls: exit code" $? 0
rows
is "regions are parents" "$(shown)" "range< hipSetDevice<range range<range hipSetDevice<range instant<range hipSetDevice<range hipSetDevice< marks_twice<"
is "messages are kept without COLLECT_ARGS" "$(cd "$work" && sqlite3 -cmd ".load $BUILD/rocpd" :memory: \
  "SELECT group_concat(json_extract(extdata, '\$.message')) FROM (SELECT extdata FROM regions_and_samples('$work/out') WHERE extdata <> '{}' ORDER BY start)")" "step,inner,here"
is "... and arguments: 2 ranges of 1" "$(grep -c '^\(live_\)\?argument' "$work/rows")" 2
is "the domain's category" "$(grep '^function' "$work/rows" | grep -c 'category=MARKS_API name=\(range\|instant\|marks_twice\)')" 3
COLLECT_DOMAINS=hip user work; is "another domain only: exit code" $? 0
rows; is "... and no marks" "$(shown)" "hipSetDevice< hipSetDevice< hipSetDevice< hipSetDevice<"

user table 3; is "dispatch table: exit code" $? 0
rows
is "dispatch table, registered twice: each call once" "$(calls marks_twice)" 10
is "... its ranges are regions" "$(shown | tr ' ' '\n' | tail -2 | tr '\n' ' ')" "range< hipSetDevice<range "
user table 1; is "a shorter table: exit code" $? 0
rows; is "... has what it has" "$(shown | tr ' ' '\n' | sort | uniq -c | tr -s ' ' | tr '\n' ',')" " 1 hipSetDevice<, 10 marks_twice<,"

user kill; is "killed in two regions" $? 137
rows; is "they are there" "$(shown)" "range< hipSetDevice<range range<range hipSetDevice<range"
user open; rows
is "never left: an open call with its arguments" "$(open_calls) $(grep -c '^\(live_\)\?argument' "$work/rows")" "1 1"
user deep; rows
is "deeper than the stack: all the same" "$(calls range) $(dropped)" "40 0"
is "... and the calls are there" "$(calls hipSetDevice)" 2
user crossing; rows
is "ranges that cross a call" "$(shown) $(dropped)" "range< hipStreamAddCallback<range range<hipStreamAddCallback hipSetDevice<range hipSetDevice< 0"
user longjmp; rows
is "a call that is left, with a range inside" "$(shown) $(dropped)" "range< hipSetDevice<range hipSetDevice< 1"
user many; rows
is "20000 regions" "$(($(calls range) + $(calls hipSetDevice) + $(dropped)))" 40000
is "... none is dropped" "$(dropped)" 0
is "COLLECT_CHECK finds nothing" "$(counted checks_failed) $(wc -l <"$work/stderr")" "0 0"
user idle; rows
samples=$(counted times_adjusted)
if [ "$samples" -ge 10 ] && [ "$samples" -le 60 ]; then ok "a period of 20 ms in an idle second: $samples times"; else not_ok "a period of 20 ms in an idle second: $samples times"; fi
user cost; sed 's/^/# a call /' "$work/stdout"
finish
