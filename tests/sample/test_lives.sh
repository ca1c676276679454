# Processes that are forked, and processes that execute others, under the sampler. Each has a file of its own, which is closed; a child is sampled
# whatever it does, unless it ends at once.
. tests/sample/common.sh
build lives
export HZ=99
left() { ls "$work/out" | grep -c live; }
files() { ls "$work/out" | grep -c 'rocz$'; }
# lives WAYS FILES: the program's processes have so many files
lives() {
  sampled lives "$1"
  is "$1: the program" "$? $(grep 'not ok' "$work/stdout")" "0 "
  is "$1: files, closed" "$(files) $(left) $(sql "SELECT min(complete) FROM sources")" "$2 0 1"
  rows_hold "$1"
  said cpu | while read -r pid ns; do
    near "$1: CPU time of a child, ms" "$(sql "SELECT round(sum(cpu_ns) / 1e6) FROM stacks s JOIN sources f USING(guid) WHERE f.pid = $pid AND s.tid = $pid")" "$(awk -v n="$ns" 'BEGIN { print n / 1e6 }')" 80
  done >"$work/near"
  cat "$work/near"
  ! grep -q '^not ok' "$work/near" || failed=1
}
lives 0 2         # a child computes, and makes no traced call and no thread
lives 1111 1      # children that end at once make no file
lives 22 3        # nor do those that execute another program: that one has a file
lives 3 3         # a child of a child
lives 4 2         # exec fails, and the child goes on
lives 5 3         # a child that is sampled executes another program
# A chain of programs that execute each other: a file for each, and nothing else.
rm -rf "$work/out"
env COLLECT_DOMAINS=none,samples COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" /bin/sh -c 'exec env A=1 nice -n 0 /bin/sh -c "exec true"'
is "a chain of wrappers: exit code" $? 0
is "... files, closed" "$(files) $(left) $(sql "SELECT count(DISTINCT pid) FROM sources")" "5 0 1"
echo 'import os, sys
for name in "/nonexistent/x", "/etc/passwd":
    try: os.execv(name, ["x"])
    except OSError: pass
x = sum(i * i for i in range(2000000))
os.execvp("true", ["true"])' >"$work/execv.py"
rm -rf "$work/out"
env COLLECT_DOMAINS=none,samples COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" /usr/bin/python3 "$work/execv.py"
is "os.execvp: exit code, files" "$? $(files) $(left)" "0 2 0"
finish
