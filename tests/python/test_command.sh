# rocpd-python: a program behaves as under python3, and the options choose what is recorded.
. "$(dirname "$0")/python.sh"
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
make -s -C "$root" install BUILD="$BUILD" PREFIX="$work/usr" DESTDIR=/ >/dev/null || { echo "not ok make install"; exit 1; }
PATH=$work/usr/bin:$PATH
cp "$programs/seed.py" "$work"
cd "$work" || exit 1
unset COLLECT_DOMAINS COLLECT_OUTPUT PYTHONPATH
export PYTHONDONTWRITEBYTECODE=1
mkdir lib
cat >lib/helps.py <<'P'
def helper():
    return 1
P
cat >tells.py <<'P'
import __main__, os, pickle, sys
sys.path.append('lib')
import helps
class Thing: pass
pickle.dumps(Thing())
print(sys.argv, sys.path[0], __name__, __file__, __main__.__file__, helps.helper(), sys.flags.optimize, 'profile' in dir(__builtins__))
print('on stderr', file=sys.stderr)
def fails():
    {}['key']
if len(sys.argv) > 1:
    fails() if sys.argv[1] == 'raises' else sys.exit(int(sys.argv[1]))
P
cat >marked.py <<'P'
from seed import fib, inefficient
def outside():
    return 0
@profile
def run(n):
    return fib(n) + inefficient(n)
@noprofile
def quiet():
    return fib(3)
outside(), run(20), outside()
with trace:
    quiet()
    with notrace:
        outside()
P
cat >spawns.py <<'P'
import multiprocessing
@profile
def work():
    return 1
if __name__ == '__main__':
    p = multiprocessing.get_context('spawn').Process(target=work)
    p.start(), p.join(), work()
    print(p.exitcode)
P
names() { ls "$TRACE"/*.rocz >/dev/null 2>&1 && sql "SELECT group_concat(function || ' ' || calls, ', ') FROM (SELECT * FROM python ${1:-} ORDER BY function)"; }
# Each run has a folder of its own: the process that reports at the end may still run when the next one begins.
recorded() { TRACE=$(mktemp -d "$work/out.XXXXXX"); rocpd-python -q -o "$TRACE" "$@" >told 2>stderr; }

of_each() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  PYTHON_EXECUTABLE=$1; export PYTHON_EXECUTABLE
  for arguments in "tells.py" "tells.py 7" "tells.py raises a" "-O tells.py 0" "-m tells 3" "-c print(__name__) a" "nothing.py" "-m nothing"; do
    "$1" $arguments >plain.told 2>plain.stderr; code=$?
    recorded -- $arguments
    is "$v: $arguments: exit code" $? $code
    is "$v: $arguments: what it says" "$(cat told stderr)" "$(cat plain.told plain.stderr)"
  done
  recorded seed.py
  is "$v: the seed" "$? $(cat stderr)$(names "WHERE file LIKE '%seed.py'")" "0 fib 21891, inefficient 1, run 1"
  is "$v: fib by depth" "$(sql "SELECT group_concat(n, ' ') FROM (SELECT sum(calls) n FROM calls WHERE name = 'fib' GROUP BY depth ORDER BY depth)")" \
    "1 2 4 8 16 32 64 128 256 512 1024 2026 3632 5020 4760 2942 1152 274 36 2"
  recorded -b marked.py
  is "$v: -b: only what is marked" "$? $(cat stderr)$(names)" "0 fib 21891, inefficient 1, run 1"
  recorded --builtin --compat -- -c 'import rocprofsys, multiprocessing as m
from rocprofsys.profiler import config
if __name__ == "__main__":
    p = m.get_context("spawn").Process(target=profile(rocprofsys.user.push_region), args=("a",))
    print(config.exclude_modules, rocprofsys.profile, type(profile).__name__)'
  is "$v: --compat" "$(cat told stderr)" "['(encoder|decoder|threading).py\$', '^<.*>\$'] <class 'rocpdsys.profiler.Profiler'> Profiler"
  recorded -b -- spawns.py
  is "$v: -b: in processes that are spawned, too" "$(cat told stderr) $(sql "SELECT sum(calls), (SELECT count(DISTINCT pid) FROM regions) FROM python WHERE function = 'work'")" "0 2 2"
  echo 'import sys
first = sys.argv
def setup_function(): return 5
found = setup_function()' >lib/setup.py
  recorded -s lib/setup.py -- -c 'print(found, __name__, sys.path[0] == "")'
  is "$v: --setup" "$(cat told stderr) $(names "WHERE function LIKE 'setup%'")" "5 __main__ True "
}
for p in $(oldest_and_newest); do of_each "$p"; done

PYTHON_EXECUTABLE=$(interpreters | head -1)
of_seed() { recorded "$@" -- seed.py 5; names "WHERE file LIKE '%seed.py' AND function NOT LIKE '<%'"; }
is "-R" "$(of_seed -R '^fib$')" "fib 15"
is "-E, with what it calls" "$(of_seed -E '^run$' nothing)" ""
is "-E" "$(of_seed -E ineff)" "fib 15, run 1"
is "-E and -I" "$(of_seed -E . -I '^run$')" "run 1"
is "-ME" "$(of_seed --module-exclude 'seed.py$')" ""
is "-ME and -MI" "$(of_seed -ME seed -MI 'seed.py$')" "fib 15, inefficient 1, run 1"
of_seed -MR '/seed[.]py$' >/dev/null; is "-MR" "$(names)" "fib 15, inefficient 1, run 1"
is "--label" "$(recorded --label line args -- seed.py 2; sql "SELECT group_concat(name) FROM (SELECT name FROM calls WHERE name LIKE 'run%' OR name LIKE 'fib%' ORDER BY depth, name)")" "run(n=2):18,fib(n=2):5,fib(n=0):5,fib(n=1):5"
is "--label file" "$(recorded --label=file -- seed.py 2; names "WHERE function LIKE '%fib%'")" "[fib][seed.py] 3"
is "-F" "$(recorded -F -- seed.py 2; names "WHERE function LIKE '%fib%'")" "[fib][$work/seed.py] 3"
is "-F no" "$(recorded -F no seed.py 2; names "WHERE function LIKE '%fib%'")" "fib 3"
recorded --trace-c -- -c 'len("a")'; is "--trace-c" "$(sql "SELECT sum(calls) FROM python WHERE function LIKE '%len'")" 1
echo '# settings
COLLECT_PYTHON_FUNCTION_RESTRICT = ^inefficient$  # alone
ROCPROFSYS_TRACE = ON' >settings
recorded -c settings -- seed.py 5
is "--config" "$(names) $(cat stderr)" "inefficient 1 rocpd-python: settings: ROCPROFSYS_TRACE is a setting of rocprof-sys, not of the collector"
is "other domains stay" "$(COLLECT_DOMAINS=hip recorded seed.py 2; names "WHERE function = 'fib'")" "fib 3"
echo '1/0' >bad.py
recorded -s bad.py -- seed.py; is "a setup that fails" "$? $(tail -n 1 stderr) $(cat told)" "1 ZeroDivisionError: division by zero "
echo 'raise SystemExit("no")' >bad.py
recorded -s bad.py -- seed.py; is "... that ends" "$? $(cat stderr)" "1 no"
# Each kernel is under the Python function that launched it by ctypes.
cp "$programs/lives.py" "$work"
LD_LIBRARY_PATH=$BUILD/gpusim GPUSIM_KERNELS=fillBuffer=5000 recorded -MR lives.py -- lives.py uses_hip
is "the GPU's time below functions" "$(sql "SELECT group_concat(f, ', ') FROM (SELECT printf('%s %d %d %d %d', function, kernels, kernel_ns, exclusive_kernels, exclusive_kernel_ns) AS f FROM python WHERE kernels ORDER BY inclusive_ns DESC)")" \
  "main 1 5000 0 0, uses_hip 1 5000 0 0, allocates 1 5000 0 0, sets 1 5000 1 5000"
is "in the name of rocpd" "$(rocpd python -q -o again seed.py 2; ls again | wc -l)" 1
is "python -m rocpdsys" "$(PYTHONPATH=$work/usr/share/rocpd/python $PYTHON_EXECUTABLE -m rocpdsys -q -o module -R fib -- seed.py 3; TRACE=$work/module names)" "fib 5"
refused() { rocpd-python "$@" >told 2>stderr; is "refused: $*" "$? $(cat told)$(head -n 1 stderr)" "2 $text"; }
text="rocpd-python: no program is given (put -- before it)"; refused -E x seed.py
text="rocpd-python: -Z is not an option (rocpd-python --help)"; refused -Z -- seed.py
text="rocpd-python: -E expects a value"; refused -E -- seed.py
text="rocpd-python: --label expects args, file or line, not 'x'"; refused --label x -- seed.py
text="rocpd-python: -v expects a number, not 'x'"; refused -v x -- seed.py
text="rocpd-python: nothing: there is no such file, or it cannot be read"; refused -c nothing -- seed.py
text="rocpd-python: nothing: no such file"; refused -s nothing -- seed.py
is "help of a table that is called as a command" "$(rocpd help python | grep -c '^usage: rocpd-python\|^  exclusive_kernel_ns')" 2
# Facts that all calls of a function share, in the tables, and at each call in exports.
recorded -- seed.py 3; is "without -a" "$(sql "SELECT count(*), count(argcount) + count(lasti) FROM python WHERE function = 'fib'")" "1 0"
recorded -a -- seed.py 3
facts=$($PYTHON_EXECUTABLE -c 'from seed import fib; c = fib.__code__; print(c.co_argcount, c.co_nlocals, c.co_stacksize)')
is "-a" "$(sql "SELECT argcount, nlocals, stacksize FROM python WHERE function = 'fib'") $(sql "SELECT json_extract(line_info, '\$.argcount', '\$.nlocals', '\$.stacksize') FROM regions WHERE name = 'fib' LIMIT 1")" "$facts [$(echo "$facts" | tr ' ' ,)]"
calls=$(sql "SELECT count(*) FROM regions WHERE category = 'PYTHON'")
for f in json pftrace html; do rocpd convert "$TRACE" -f $f --args -o "facts.$f" >/dev/null || cp /dev/null "facts.$f"; done
is "-a: at each call in exports" "$(PYTHONPATH=$root/tests/export /usr/bin/python3 -c '
import json, sys
from report import Report
of_json = [e["args"]["arguments"] for e in json.load(open("facts.json"))["traceEvents"] if e.get("cat") == "PYTHON"]
report = Report("facts.html")
of_html = [a for t in report.directory["tracks"] for lane in t["lanes"] for c in report.chunks(lane) if c[5] >= 0 for a in json.loads(report.blob(c[5])).values()]
fib = {k: a[k] for a in of_json for k in ("argcount", "nlocals", "stacksize") if a["line"] == sys.argv[1]}
key = lambda a: sorted(a.items())
print(len(of_json), sorted(of_json, key=key) == sorted(of_html, key=key), open("facts.pftrace", "rb").read().count(b"nlocals"), *fib.values())' "$(grep -n "^def fib" seed.py | cut -d: -f1)")" "$calls True $calls $facts"
# Exports keep their category, and labels.
recorded -a --label args -- seed.py 3
whole=$(sql "SELECT group_concat(function || file || line || argcount || lasti || calls || inclusive_ns || exclusive_ns) FROM python"; sql "SELECT group_concat(name || calls || depth) FROM calls WHERE depth")
for f in db rocz; do
  rocpd convert "$TRACE" -o "kept.$f" >/dev/null
  is "in .$f" "$(TRACE=$work/kept.$f; sql "SELECT group_concat(function || file || line || argcount || lasti || calls || inclusive_ns || exclusive_ns) FROM python"; sql "SELECT group_concat(name || calls || depth) FROM calls WHERE depth")" "$whole"
done
is "as stacks" "$(rocpd convert "$TRACE" -f folded -o - 2>/dev/null | sed -n 's/.*;\(run(n=3)[^ ]*\) [0-9]*$/\1/p' | sort | head -n 3 | xargs)" "run(n=3) run(n=3);fib(n=3) run(n=3);fib(n=3);fib(n=1)"
# The machine's own sitecustomize still runs, and PYTHONPATH still counts.
mkdir own; echo 'own = 1' >own/sitecustomize.py
is "the machine's own sitecustomize" "$(PYTHONPATH=$work/own recorded -- -c 'import sys, sitecustomize; print(sitecustomize.own, [p for p in sys.path if "start" in p], sys.path[-1])'; cat told stderr)" "1 [] $work/usr/share/rocpd/python"
finish
