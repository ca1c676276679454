#!/bin/sh
# Rings that grow while calls are in progress (grow.c).
. tests/inside/common.sh
export COLLECT_ARGS=1
# shown: number of calls of each function inside each other function (rows of the file and of the live file)
shown() {
  awk '/^function/ { split($0, a, /function=| category=| name=/); name[a[2]] = a[4] }
    /^(live_)?(call|open_call) / { split("", v); for (i = 2; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } s = v["sequence"]; twice += s in f; f[s] = v["function"]; p[s] = v["parent"] }
    END { for (s in f) n[name[f[s]] (p[s] ? " in " (p[s] in f ? name[f[p[s]]] : "nothing") : "")]++; for (k in n) print n[k], k; if (twice) print twice, "twice" }' "$work/rows" | sort -k 2 | tr '\n' ','
}
# arguments_sane: checks that each call's result is its first argument plus 1
arguments_sane() {
  awk '/^(live_)?(call|argument) / { split("", v); for (i = 2; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } }
    /^(live_)?call / { result[v["sequence"]] = v["result"] } /^(live_)?argument / { if (!(v["key"] % 64)) { value[++n] = v["value"]; of[n] = v["sequence"] } }
    END { for (i = 1; i <= n; i++) bad += of[i] in result && result[of[i]] && value[i] + 1 != result[of[i]]; print bad + 0, n }' "$work/rows"
}
inside "$BUILD/inside/grow" nested
is "nested: calls and their parents" "$(shown)" "1 inner,90000 inner in middle,1 middle in outer,1 outer,"
is "nested: arguments" "$(arguments_sane)" "0 90003"
lossless nested
inside "$BUILD/inside/grow" ranges
is "ranges: calls and their parents" "$(shown)" "1 inner,30000 inner in range,1 range,3002 range in range,"
is "ranges: arguments" "$(arguments_sane)" "0 33004"
lossless ranges
inside "$BUILD/inside/grow" handler
is "handler: calls and their parents" "$(shown)" "1 inner,90000 inner in outer,3 outer,"
is "handler: arguments" "$(arguments_sane)" "0 90004"
lossless handler
inside "$BUILD/inside/grow" ends
is "ends: calls and their parents" "$(shown)" "1 inner,90000 inner in outer,3 outer,"
lossless ends
inside "$BUILD/inside/grow" threads
is "threads: calls, each of its own thread" "$(all_of call) $(awk '/^call/ { print $2 }' "$work/rows" | sort -u | wc -l)" "101 101"
is "threads: buffers are used again" "$(said grown)" 0
is "threads: they ended when they did, not when the writer came" "$(sed -n 's/^thread .*end_ns=\([0-9][0-9]*\).*/\1/p' "$work/rows" | awk -v ended="$(awk '$1 == "ended" { print $2 }' "$work/stdout")" '$1 <= ended { n++ } END { print n + 0 }')" 20
lossless threads
rm -rf "$work/out"
COLLECT_OUTPUT=$work/out sh -c '"$BUILD/inside/grow" killed; :' 2>/dev/null
rows
is "killed: calls and their parents" "$(shown)" "1 inner,30000 inner in middle,1 middle in outer,1 outer,"
is "killed: arguments of those that returned" "$(arguments_sane)" "0 30001"
finish
