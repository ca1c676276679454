#!/bin/sh
# Levels that nest without limit (nest.c): each is a row, once, with the right parent, in whatever order they end, and whatever a
# handler or a jump does in between.
. tests/inside/common.sh
export COLLECT_CHECK=1
# shown: rows and open calls in order of their numbers, each with the name of its parent
shown() {
  awk '/^function/ { split($0, a, /function=| category=| name=/); split(a[4], b, " "); name[a[2]] = b[1] }
    /^(live_)?(call|open_call) / { delete v; for (i = 1; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } seq[++n] = v["sequence"] + 0; fn[v["sequence"]] = v["function"]; up[v["sequence"]] = v["parent"] }
    END { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (seq[j] < seq[i]) { t = seq[i]; seq[i] = seq[j]; seq[j] = t }
      for (i = 1; i <= n; i++) printf "%s%s<%s", (i > 1 ? " " : ""), name[fn[seq[i]]], (up[seq[i]] ? name[fn[up[seq[i]]]] : ""); print "" }' "$work/rows"
}
# doubled: numbers of rows that a lane has twice
doubled() { awk '/^(live_)?call / { match($0, /sequence=[0-9]+/); bad += met[$2 substr($0, RSTART, RLENGTH)]++ > 0 } END { print bad + 0 }' "$work/rows"; }
# strangers: rows in a parent that is no row
strangers() {
  awk '/^(live_)?(call|open_call) / { delete v; for (i = 1; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } row[$2, v["sequence"]] = 1; if (v["parent"]) of[$2, v["parent"]] = 1 }
    END { for (i in of) bad += !(i in row); print bad + 0 }' "$work/rows"
}
nest() {
  inside "$BUILD/inside/nest" "$1"
  is "$1: each once" "$(doubled)" 0
  is "$1: parents are rows" "$(strangers)" 0
  is "$1: checks" "$(counted checks_failed)" 0
}

nest deep
is "deep: rows" "$(calls one) $(calls called) $(dropped)" "30000 31 0"
is "deep: one in the other" "$(awk '/^call / { delete v; for (i = 1; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } n++; p[v["parent"]]++ }
  END { for (i in p) { d++; more += i != "0" && p[i] > 2 } print n - 2, d, p[0], more + 0 }' "$work/rows")" "30030 30001 3 0"
inside "$BUILD/inside/nest" full
is "full: each once, checks" "$(doubled) $(counted checks_failed)" "0 0"
is "full: each is a row, open, or counted" "$(($(calls one) + $(calls two) + $(open_calls) + $(dropped)))" "$((102400 + 50000 + 6))"
grep '^#' "$work/stdout"
nest order
is "order: parents" "$(shown)" "called< handled< one< two<one one<two called<one called<two called< one< two<one one<two two<one one<two one< one<one"
is "order: those inside end with the one that is closed" "$(awk '/^function/ && /name=one( |$)/ { match($0, /function=[0-9]+/); one = substr($0, RSTART, RLENGTH) }
  /^call / && $0 ~ one { match($0, /duration=[0-9]+/); d = substr($0, RSTART + 9, RLENGTH - 9); match($0, /start=[0-9]+/); end[sprintf("%.0f", d + substr($0, RSTART + 6, RLENGTH - 6))]++ }
  END { for (i in end) if (end[i] == 3) n++; print n + 0 }' "$work/rows")" 1
nest jumps
is "jumps: each level is a row, though a jump left it" "$(calls one) $(dropped)" "495 0"
is "jumps: a call afterwards is in none" "$(awk '/^function/ && /name=called/ { match($0, /function=[0-9]+/); f = substr($0, RSTART, RLENGTH) " " } /^call / && index($0, f) && !/parent=0/ { bad++ } END { print bad + 0 }' "$work/rows")" 0
nest threads
is "threads: rows" "$(($(calls one) + $(calls two) + $(calls called) + $(dropped))) $(open_calls)" "39001 8"
is "threads: each has two open levels, one in the other" "$(awk '/^open_call / { delete v; for (i = 1; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } n[$2]++; if (v["parent"] + 0) in_one[$2] += v["parent"] < v["sequence"] }
  END { for (lane in n) good += n[lane] == 2 && in_one[lane] == 1; print good + 0 }' "$work/rows")" 4
nest stops
is "stops: rows" "$(shown)" "called< handled< one< one<"
inside "$BUILD/inside/nest" looks
is "looks: checks" "$(counted checks_failed)" 0
inside "$BUILD/inside/nest" forks
for f in "$work"/out/*.rocz; do "$dump" "$f" >"$work/rows"; shown; done | sort >"$work/both"
is "forks: rows of both" "$(tr '\n' '|' <"$work/both")" "called< handled< one<|called< one< called<one|"

rm -rf "$work/out"
COLLECT_OUTPUT=$work/out "$BUILD/inside/nest" killed >"$work/stdout" 2>"$work/stderr"
rows
is "killed: levels that had ended" "$(calls one)" 1000
[ -n "${SANITIZER:-}" ] || # the sqlite3 shell has no sanitizer's runtime
  is "killed: open levels by SQL, one in the other, a call in the innermost" "$(cd "$work" && sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE a AS SELECT rocpd_attach('$work/out')" \
    "SELECT count(*), count(DISTINCT parent_stack_id), (SELECT count(*) FROM regions c WHERE name = 'called' AND parent_stack_id = (SELECT max(stack_id) FROM regions WHERE \"end\" IS NULL)) FROM regions WHERE name = 'one' AND \"end\" IS NULL" 2>&1)" "4000 4000 1"

if [ "$(uname -m)" = x86_64 ]; then
  for case in jump_begin jump_end jump_close jump_grow call_begin call_end; do
    nest $case
    is "$case: the thread is as it was ($(stepped))" "$(said bad)" 0
    grep '^# ' "$work/stdout" | head -n 5
  done
  is "call_end: handlers' calls recorded and dropped" "$(($(calls handled) + $(dropped)))" $(($(said handled) + 1))
  nest torn
  is "torn: looks find levels that are whole ($(stepped))" "$(said bad)" 0
  grep '^# ' "$work/stdout" | head -n 5
fi
finish
