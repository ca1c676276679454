# Python functions, in each interpreter that the machine has: counts are those of sys.setprofile, parents and times those of a stack;
# programs that are killed, fork, have threads, or profile themselves do what they do without us.
. "$(dirname "$0")/python.sh"
$CC -O1 -shared -fPIC -o "$work/libforeign.so" "$programs/foreign.c" -pthread -ldl || exit 1
$CC -O1 -w -o "$work/embeds" "$programs/embeds.c" -ldl || exit 1

all() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  traced "$1" "$programs/seed.py"; is "$v: exit code" $? 0
  is "$v: nothing is on stderr" "$(cat "$work/stderr")" ""
  is "$v: fib by depth" "$(sql "CREATE TEMP TABLE r AS SELECT name, stack_id, parent_stack_id FROM regions; CREATE INDEX temp.parents ON r(parent_stack_id);
    WITH d(id, depth) AS (SELECT stack_id, 0 FROM r WHERE name = 'run' UNION ALL SELECT r.stack_id, depth + 1 FROM d JOIN r ON r.parent_stack_id = d.id WHERE r.name = 'fib')
    SELECT group_concat(n, ' ') FROM (SELECT count(*) n FROM d GROUP BY depth ORDER BY depth)")" \
    "1 1 2 4 8 16 32 64 128 256 512 1024 2026 3632 5020 4760 2942 1152 274 36 2"
  is "$v: inefficient, run" "$(sql "SELECT group_concat(n, ' ') FROM (SELECT count(*) n FROM regions WHERE name IN ('inefficient', 'run') GROUP BY name)")" "1 1"
  whole "$v: seed"

  plain "$1" "$programs/counted.py" "$programs/shapes.py" "$work/counted"; is "$v: counted" $? 0
  traced "$1" "$programs/shapes.py"; is "$v: shapes" $? 0
  is "$v: shapes: nothing is on stderr" "$(cat "$work/stderr")" ""
  sql "SELECT name, json_extract(line_info, '\$.line'), count(*) FROM regions WHERE json_extract(line_info, '\$.file') = '$programs/shapes.py' GROUP BY 1, 2" | LC_ALL=C sort >"$work/recorded"
  LC_ALL=C sort "$work/counted" | cmp -s - "$work/recorded" && [ "$(wc -l <"$work/recorded")" -gt 30 ] && ok "$v: counts of $(wc -l <"$work/recorded") functions" ||
    not_ok "$v: counts: $(LC_ALL=C sort "$work/counted" | diff - "$work/recorded" | head -5 | tr '\n' ' ')"
  whole "$v: shapes"
  is "$v: what is evaluated again is the same function" "$(sql "SELECT count(*) FROM regions WHERE name = 'made' AND json_extract(line_info, '\$.file') = '<string>'")" 30

  [ "$v" = 3.8 ] || {
    plain "$1" "$programs/lives.py" counts_objects
    traced "$1" "$programs/lives.py" counts_objects; is "$v: who looks at all objects sees nothing of ours" "$? $(cat "$work/told")" "0 $(cat "$work/plain.told")"
  }

  traced "$1" "$programs/lives.py" killed; is "$v: killed" $? 137
  is "$v: killed: calls, and those in progress" "$(sql "SELECT name, count(*), sum(end IS NULL) FROM regions WHERE name IN ('deep', 'leaf', 'waits', 'main', 'killed') GROUP BY name ORDER BY name" | tr '\n' ' ')" \
    "deep 5001 5001 killed 1 1 leaf 8001 0 main 1 1 waits 3 3 "
  is "$v: killed: parents are there" "$(sql "SELECT count(*) FROM regions c LEFT JOIN regions p ON p.stack_id = c.parent_stack_id WHERE c.parent_stack_id AND p.id IS NULL")" 0

  plain "$1" "$programs/lives.py" overflows
  traced "$1" "$programs/lives.py" overflows; is "$v: recursion to the limit" "$? $(cat "$work/told")" "0 $(cat "$work/plain.told")"
  is "$v: recursion to the limit: calls" "$(sql "SELECT count(*), count(end) FROM regions WHERE name = 'to_the_limit'")" "$(cat "$work/told") $(cat "$work/told")"

  plain "$1" "$programs/lives.py" deeper
  traced "$1" "$programs/lives.py" deeper; is "$v: deeper than the stack" "$? $(cat "$work/told")" "0 $(cat "$work/plain.told")"
  is "$v: deeper than the stack: calls" "$(sql "SELECT count(*), count(end) FROM regions WHERE name LIKE '%deep'")" "$(awk '{ n += $1 + 1 } END { print n, n }' "$work/told")"
  whole "$v: deeper than the stack"

  for _ in $([ "$v" = 3.10 ] && echo 1 2 3 4 5 6 || echo 1); do
    traced "$1" "$programs/lives.py" daemons; is "$v: threads that run while it ends" "$? $(cat "$work/stderr")" "0 "
  done
  # From 3.12 on it warns where the process has threads (with -W error it drops the error): the program has none, and ours runs.
  traced "$1" -W always "$programs/lives.py" forks_beside; is "$v: forks, as the only thread" "$? $(cat "$work/stderr")" "0 "

  traced "$1" "$programs/lives.py" samples "$work/libforeign.so"; is "$v: a handler of a signal reads the frames" "$? $(cat "$work/told")" "0 3"
  traced "$1" "$programs/lives.py" torn "$work/libforeign.so"; is "$v: ... also a list of frames that is torn" "$? $(cat "$work/told")" "0 0"
  traced "$1" "$programs/lives.py" interpreters; is "$v: interpreters" "$? $(sql "SELECT name, count(*) FROM regions WHERE name IN ('inside', 'leaf') GROUP BY name" | tr '\n' ' ')" "0 inside 15 leaf 2 "

  traced "$1" "$programs/lives.py" forks; is "$v: forks" $? 0
  is "$v: forks: each has its own" "$(sql "SELECT group_concat(n) FROM (SELECT count(*) n FROM regions WHERE name = 'leaf' GROUP BY pid ORDER BY n)")" 1,2
  is "$v: forks: the child is still in main" "$(sql "SELECT count(*) FROM regions c JOIN regions p ON p.stack_id = c.parent_stack_id AND p.guid = c.guid WHERE c.name = 'child' AND p.name = 'forks'")" 1
  whole "$v: forks"
  COLLECT_PYTHON_MODULE_RESTRICT='lives[.]py$' traced "$1" "$programs/lives.py" forks
  is "$v: forks: the child is still in main, whose first call is not recorded" "$(sql "SELECT count(*) FROM regions c JOIN regions p ON p.stack_id = c.parent_stack_id AND p.guid = c.guid WHERE c.name = 'child' AND p.name = 'forks'")" 1
  whole "$v: forks, whose first call is not recorded"
  COLLECT_PYTHON_TRACE_C=1 traced "$1" -S "$programs/forks_c.py"; is "$v: forks: a function in C is the child's first call" "$? $(cat "$work/stderr")" "0 "
  is "$v: forks: a function in C is the child's first call: what is around it" "$(sql "CREATE TEMP TABLE r AS SELECT name, stack_id, parent_stack_id, start, end FROM regions WHERE pid = (SELECT pid FROM regions WHERE name = 'builtins.divmod');
    SELECT group_concat(t, ', ') FROM (SELECT c.name || coalesce(' in ' || p.name, '') || iif(c.end IS NULL, ' open', '') t FROM r c LEFT JOIN r p ON p.stack_id = c.parent_stack_id
    WHERE c.name IN ('<module>', 'outer', 'middle', 'builtins.divmod', 'builtins.abs', 'posix.fork') ORDER BY c.start, c.stack_id)")" "<module>, outer in <module>, middle in outer, builtins.divmod in middle, builtins.abs in middle"
  whole "$v: forks: a function in C is the child's first call"
  # What has one place for both, in this version or with functions in C.
  case $v in 3.12 | 3.13) ;; *)
    plain "$1" "$programs/lives.py" sets_profile
    COLLECT_PYTHON_TRACE_C=$([ "$v" = 3.8 ]; echo $?) traced "$1" "$programs/lives.py" sets_profile
    is "$v: what a profile function of the program's is told of" "$? $(cat "$work/told")" "0 $(cat "$work/plain.told")" ;;
  esac

  library=$(ldd "$1" | awk '/libpython/ { print $3 }')
  [ -n "$library" ] && {
    prefix=$($1 -c 'import sys; print(sys.prefix)')
    for times in 1 3; do
      PYTHONHOME=$prefix traced "$work/embeds" "$library" $times; is "$v: embedded, started $times times" "$? $(cat "$work/stderr")" "0 "
      is "$v: embedded: calls" "$(sql "SELECT name, count(*) FROM regions WHERE name IN ('leaf', 'inner') GROUP BY name" | tr '\n' ' ')" "inner $times leaf ${times}0 "
      PYTHONHOME=$prefix PYTHONMALLOC=debug traced "$work/embeds" "$library" $times
      is "$v: embedded, with an allocator of its own" "$? $(sql "SELECT count(*) FROM regions WHERE name = 'leaf'")" "0 ${times}0"
    done
  }
}

# with_others PYTHON: ways to end, other allocators, threads and processes of a program, and profilers
with_others() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  for how in exits raises; do
    plain "$1" "$programs/lives.py" $how; code=$?
    traced "$1" "$programs/lives.py" $how; is "$v: $how: exit code" $? $code
    is "$v: $how: what it says" "$(cat "$work/told" "$work/stderr")" "$(cat "$work/plain.told" "$work/plain.stderr")"
    whole "$v: $how"
  done

  for how in -X-dev malloc debug; do
    case $how in -X-dev) set -- "$1" -X dev ;; *) set -- "$1" -B; PYTHONMALLOC=$how; export PYTHONMALLOC ;; esac
    traced "$@" "$programs/lives.py" exits; is "$v: an interpreter that looks after its memory, $how" "$? $(cat "$work/stderr")" "7 "
    unset PYTHONMALLOC
  done

  # All of their calls are recorded, whatever the other threads do.
  traced "$1" "$programs/crowds.py" interpreters_at_once; is "$v: interpreters at once" "$? $(sql "SELECT count(*) FROM regions WHERE name = 'inside'") $(fact 'checks failed')" "0 5400 0"
  COLLECT_PYTHON_TRACE_C=1 traced "$1" "$programs/crowds.py" interpreters_at_once
  is "$v: interpreters at once, with functions in C" "$? $(sql "SELECT count(*) FROM regions WHERE name LIKE '%inside'") $(sql "SELECT count(*) FROM regions c JOIN regions p ON p.stack_id = c.parent_stack_id WHERE c.name = 'builtins.sorted' AND p.name = '<module>'")" "0 5400 900"

  for how in fork spawn forkserver; do
    traced "$1" "$programs/lives.py" $how; is "$v: $how" $? 0
    is "$v: $how: the child's calls" "$(sql "SELECT count(*) FROM regions c JOIN regions p ON p.stack_id = c.parent_stack_id AND p.guid = c.guid WHERE c.name = 'leaf' AND p.name = 'child'")" 2
  done

  traced "$1" "$programs/lives.py" profiles; is "$v: profiles itself" $? 0
  is "$v: profiles itself: it counts as without us" "$(cat "$work/told")" 2
  # In 3.8 both need the same hook.
  case $v in 3.8) said=1 calls=2 ;; *) said=0 calls=4 ;; esac
  is "$v: profiles itself: that is said once" "$(grep -c 'has set a Python profile function' "$work/stderr")" $said
  is "$v: profiles itself: then we go on" "$(sql "SELECT count(*) FROM regions WHERE name = 'leaf'")" $calls

  traced "$1" "$programs/lives.py" foreign "$work/libforeign.so"; is "$v: foreign threads" $? 0
  is "$v: foreign threads: their calls" "$(sql "SELECT count(*), count(DISTINCT tid), min(tid <> pid) FROM regions WHERE name = 'leaf'")" "8 2 1"
}

for p in $(interpreters); do all "$p"; done
for p in $(oldest_and_newest); do with_others "$p"; done
p=$(interpreters | head -1)
[ -n "$p" ] && ok "there are interpreters" || not_ok "no interpreter was found"

# Filters by name: calls inside a function that is left out have the outer function as their parent.
COLLECT_PYTHON_FILTER_OUT='/^inefficient$/,fib' traced "$p" "$programs/seed.py"
is "filtered" "$(sql "SELECT count(*), max(name = 'run') FROM regions WHERE name IN ('fib', 'inefficient', 'run')")" "1 1"
COLLECT_PYTHON_FILTER=run,inefficient traced "$p" "$programs/seed.py"
is "only these" "$(sql "SELECT group_concat(name || ' ' || n, ', ') FROM (SELECT name, count(*) n FROM regions GROUP BY name)")" "inefficient 1, run 1"
# The domain is not selected.
DOMAINS=hip traced "$p" "$programs/seed.py"
is "not wanted: no file" "$(ls "$work/out" 2>/dev/null | wc -l)" 0
# A HIP call has the Python function as its parent.
if [ -e "$BUILD/gpusim/libamdhip64.so" ] || [ -e "$BUILD/gpusim" ]; then
  LD_LIBRARY_PATH="$BUILD/gpusim:/opt/rocm/lib" DOMAINS=python,hip,kernels,copies traced "$p" "$programs/lives.py" uses_hip
  is "HIP under Python: $(cat "$work/stderr" | head -1)" "$(sql "SELECT group_concat(c.name || ' ' || p.name, ', ') FROM (SELECT * FROM regions WHERE name IN ('hipMalloc', 'hipMemset', 'hipFree') ORDER BY start) c JOIN regions p ON p.stack_id = c.parent_stack_id")" \
    "hipMalloc allocates, hipMemset sets, hipFree allocates"
fi
# Greenlets, if Python has them: one that is not running is still inside its functions. (They copy stacks, which a sanitizer reports.)
if [ -z "${SANITIZER:-}" ] && /usr/bin/python3 -c 'import greenlet' 2>/dev/null; then
  plain /usr/bin/python3 "$programs/switches.py"
  traced /usr/bin/python3 "$programs/switches.py"; is "greenlets" "$? $(cat "$work/told" "$work/stderr")" "0 $(cat "$work/plain.told" "$work/plain.stderr")"
  is "greenlets: calls" "$(sql "SELECT group_concat(name || ' ' || n, ', ') FROM (SELECT name, count(*) n FROM regions WHERE name IN ('here', 'there', 'leaf', 'outlives') GROUP BY name ORDER BY name)")" "here 100, leaf 410, outlives 1, there 100"
  is "greenlets: functions that were left are over" "$(sql "SELECT count(*) FROM regions WHERE end IS NULL AND name <> 'there'") $(fact 'calls dropped')" "0 0"
fi
# References, in a debug build, which counts them.
if command -v python3-dbg >/dev/null; then
  plain python3-dbg "$programs/references.py"; wanted=$(cat "$work/plain.told")
  traced python3-dbg "$programs/references.py"
  is "no reference is kept" "$(cat "$work/told")" "$wanted"
fi
finish
