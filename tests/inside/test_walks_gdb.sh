#!/bin/sh
# Walks of real programs, from outside (walk_process.c), beside gdb's backtraces: at STOPS random moments each (walk_gdb.py), 4, or 200 with SOAK=1. Mostly waits.
. tests/inside/common.sh
command -v gdb >/dev/null || { echo "no gdb"; exit 77; }
stops=${STOPS:-$([ -n "${SOAK:-}" ] && echo 200 || echo 4)}

# A program that gdb may stop: this shell's child.
sleep 60 & one=$!
gdb -q -nx -batch -p $one -ex 'python print("attached", gdb.selected_inferior().pid)' </dev/null >"$work/first" 2>&1
kill $one
grep -q "^attached $one$" "$work/first" || { echo "gdb cannot attach, or has no Python: $(tail -n 1 "$work/first")"; exit 77; }

# beside_gdb NAME COMMAND ...: the program runs until it is stopped for the last time
beside_gdb() {
  name=$1; shift
  command -v "$1" >/dev/null || { echo "# $name: not installed"; return; }
  "$@" </dev/null >/dev/null 2>&1 & pid=$!
  sleep 0.2 # it has begun
  setsid timeout -k 5 300 gdb -q -nx -batch -p $pid -ex "python WALK='$BUILD/inside/walk_process'; STOPS=$stops; SEED=1" -x tests/inside/walk_gdb.py </dev/null >"$work/$name" 2>&1
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  is "$name: $stops stops" "$(grep -oE '^stop [0-9]+' "$work/$name" | sort -u | wc -l)" "$stops"
  if grep -q 'DIFFERENT$' "$work/$name"; then
    not_ok "$name: $(grep -c 'DIFFERENT$' "$work/$name") stacks of $(grep -c '^stop' "$work/$name") are not gdb's"
    grep -A60 -m1 'DIFFERENT$' "$work/$name" | sed 's/^/# /'
  else
    ok "$name: the stacks of all threads are gdb's"
  fi
}

# A C file that takes a compiler a while, and two files that differ everywhere.
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "int f%d(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i] * %d; if (s > %d) s -= a[n - i]; } return s; }\n", i, i, i * 7 }' >"$work/long.c"
awk 'BEGIN { srand(1); for (i = 0; i < 300000; i++) print int(rand() * 50) }' >"$work/one"
awk 'BEGIN { srand(2); for (i = 0; i < 300000; i++) print int(rand() * 50) }' >"$work/two"
cat >"$work/loop.py" <<'PY'
import ast, json, re, zlib
def deep(n): return deep(n - 1) if n else json.loads(json.dumps({"a": [1, 2, {"b": re.sub("a+", "b", "aaaacaa" * 30)}] * 20}))
while True: deep(20); ast.parse("x = [i for i in range(9)]\n" * 50); sorted(range(2000), key=lambda i: -i); zlib.compress(b"abc" * 999)
PY

beside_gdb bash bash -c 'f() { i=$((i + 1)); x=$(echo $i); case $x in *9) y=${x//9/8};; *) [ "$1" -gt 0 ] && f $(($1 - 1));; esac; }; while :; do f 5; done'
beside_gdb python3 python3 "$work/loop.py"
beside_gdb sqlite3 sqlite3 :memory: "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(DISTINCT i % 1000), sum(length(printf('%d', i))) FROM c"
beside_gdb git git diff --no-index --minimal --stat "$work/one" "$work/two"
beside_gdb cc1 "$($CC -print-prog-name=cc1)" -O2 -quiet "$work/long.c" -o /dev/null
beside_gdb gdb gdb -q -nx -batch -ex 'python
while True: gdb.execute("info functions ^collect_.*e$", to_string=True)' "$BUILD/inside/walk_process"
finish
