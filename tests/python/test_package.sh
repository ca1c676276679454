# Package rocpdsys: choices by the program itself, with and without the collector; traces in Python, with each SQLite that a Python has.
. "$(dirname "$0")/python.sh"
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
make -s -C "$root" install BUILD="$BUILD" PREFIX="$work/usr" DESTDIR=/ >/dev/null || { echo "not ok make install"; exit 1; }
package=$work/usr/share/rocpd/python
cp "$programs/asked.py" "$programs/seed.py" "$work" # no folder there has the package's name
program=$work/asked.py
SEED="1 2 4 8 16 32 64 128 256 512 1024 2026 3632 5020 4760 2942 1152 274 36 2"
by_depth() { sql "SELECT group_concat(n, ' ') FROM (SELECT sum(calls) n FROM calls WHERE name = 'fib' GROUP BY depth ORDER BY depth)"; }
names() { sql "SELECT group_concat(function || ' ' || calls, ', ') FROM (SELECT * FROM python ORDER BY function)"; }
asked() { PYTHONPATH=$package COLLECT_PYTHON_WAIT=1 traced "$@"; }

of_each() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  for how in decorator block; do
    asked "$1" "$program" $how; is "$v: $how" "$? $(cat "$work/stderr")$(names)" "0 $how 1, fib 21891, inefficient 1, run 1"
    is "$v: $how: fib by depth" "$(by_depth)" "$SEED"
  done
  asked "$1" "$program" called; is "$v: run, runctx, runcall" "$? $(cat "$work/stderr")$(names)" "0 called 1, fib 21899, inefficient 3, run 3"
  asked "$1" "$program" labelled
  is "$v: labels" "$? $(cat "$work/stderr")$(sql "SELECT count(*), max(calls), group_concat(name || depth, ' ') FROM (SELECT * FROM calls WHERE depth ORDER BY depth, name)")" \
    "0 16 1 run(n=5)1 fib(n=5)2 fib(n=3)3 fib(n=4)3 fib(n=1)4 fib(n=2)4 fib(n=2)4 fib(n=3)4 fib(n=0)5 fib(n=0)5 fib(n=1)5 fib(n=1)5 fib(n=1)5 fib(n=2)5 fib(n=0)6 fib(n=1)6"
  asked "$1" "$program" chosen; is "$v: config" "$? $(cat "$work/stderr")$(sql "SELECT group_concat(DISTINCT name) FROM (SELECT name FROM calls WHERE depth ORDER BY depth)")" \
    "0 chosen:$(grep -n '^def chosen' "$program" | cut -d: -f1),run:$(grep -n '^def run' "$programs/seed.py" | cut -d: -f1),fib:$(grep -n '^def fib' "$programs/seed.py" | cut -d: -f1)"
  is "$v: config.annotate_trace" "$(sql "SELECT group_concat(argcount || ' ' || nlocals) FROM python WHERE function LIKE 'fib%'")" "1 1"
  asked "$1" "$program" nested; is "$v: parts in parts" "$? $(cat "$work/stderr")$(sql "SELECT calls FROM python WHERE function = 'leaf'")" "0 4"
  asked "$1" "$program" kinds; is "$v: generators and coroutines" "$? $(cat "$work/stderr")$(sql "SELECT calls FROM python WHERE function = 'leaf'")" "0 5"
  DOMAINS=python,user asked "$1" "$program" regions
  is "$v: regions" "$? $(cat "$work/stderr")$(sql "SELECT group_concat(name) FROM (SELECT name FROM markers ORDER BY start, stack_id)")" "0 block,decorated,pushed,ünder,a,b,called,with "
  is "$v: regions: of each other" "$(sql "SELECT group_concat(c.name || ' in ' || p.name, ', ') FROM (SELECT * FROM markers ORDER BY start) c JOIN markers p ON p.stack_id = c.parent_stack_id")" "decorated in block, pushed in block, b in a"
  is "$v: this thread's calls" "$(sql "SELECT calls FROM python WHERE function = 'leaf'")" 1

  # Without the collector, and with one that does not record Python.
  for how in decorator block called labelled chosen nested kinds regions; do
    PYTHONPATH=$package plain "$1" "$program" $how; is "$v: $how, without the collector" "$? $(cat "$work/plain.stderr")" "0 "
  done
  DOMAINS=hip asked "$1" "$program" nested; is "$v: where Python is not recorded" "$? $(cat "$work/stderr")" "0 "

  # Traces.
  traced "$1" "$work/seed.py"
  plain "$1" -c "
import sys
sys.path.insert(0, '$package')
import rocpdsys
db = rocpdsys.connect('$work/out')
print(db.execute('SELECT calls, file FROM python WHERE function = ?', ('fib',)).fetchone())
c = db.cursor()
c.execute('SELECT function FROM python ORDER BY calls DESC LIMIT 120')
all_of_it = c.fetchall()
c = db.execute('SELECT function FROM python ORDER BY calls DESC LIMIT 120')
html = c._repr_html_()
assert html == c._repr_html_() and html.startswith('<table>') and '<td>fib</td>' in html and '&lt;module&gt;' in html, html
assert html.count('<tr>') == min(len(all_of_it), 100) + 1
c = db.execute('SELECT function FROM python ORDER BY calls DESC LIMIT 120')
c._repr_html_()
assert [next(c), c.fetchone()] + c.fetchmany(2) + list(c) == all_of_it
c = db.execute('SELECT function FROM python ORDER BY calls DESC LIMIT 120')
c._repr_html_()
assert c.fetchall() == all_of_it
assert '$work/out' in db._repr_html_() and db.connection is db
with db:
    assert rocpdsys.execute(db, 'SELECT count(*) FROM sources').fetchone() == (1,)
assert rocpdsys.connect(['$work/out'], window=('10%', '20%'), damaged='skip').execute('SELECT count(*) FROM python').fetchone()[0] < len(all_of_it)
import sqlite3
assert isinstance(db, sqlite3.Connection)
try:
    sqlite3.connect(':memory:').execute('SELECT rocpd_version()')
except sqlite3.OperationalError:
    print('only ours')
try:
    rocpdsys.connect('/not/there')
except sqlite3.OperationalError as error:
    print(error)
"
  is "$v: a trace" "$(cat "$work/plain.told" "$work/plain.stderr")" "(21891, '$work/seed.py')
only ours
rocpd_attach: /not/there: no such file or folder"
}
for p in $(oldest_and_newest); do of_each "$p"; done

# Other SQLites, and programs that read from connections, if they are installed.
p=/usr/bin/python3
for module in pysqlite3 apsw; do
  $p -c "import $module" 2>/dev/null || { echo "   (no $module)"; continue; }
  plain $p -c "
import sys
sys.path.insert(0, '$package')
from rocpdsys import reader
reader.WAYS = ((reader._$module, reader._open_loading),)
db = reader.connect('$work/out')
c = db.execute('SELECT calls FROM python WHERE function = ?', ('fib',))
assert '<td>21891</td>' in c._repr_html_()
print(list(c), db.__class__.__mro__[2].__module__)"
  is "by $module" "$(sed "s/ $module.*/ $module/" "$work/plain.told")$(cat "$work/plain.stderr")" "[(21891,)] $module"
done
for module in pandas polars; do
  $p -c "import $module" 2>/dev/null || { echo "   (no $module)"; continue; }
  read=$([ $module = pandas ] && echo read_sql || echo read_database)
  plain $p -W ignore -c "
import sys
sys.path.insert(0, '$package')
import rocpdsys, $module
db = rocpdsys.connect('$work/out')
t = $module.$read('SELECT function, calls FROM python WHERE calls > 20000', db)
print(t.shape, t['calls'][0], $module.$read('SELECT name FROM kernels', db).shape)"
  is "$module" "$(cat "$work/plain.told" "$work/plain.stderr")" "(1, 2) 21891 (0, 1)"
done
plain $p -c "
import sys
sys.path.insert(0, '$package')
from rocpdsys import reader
reader.libraries = lambda: ['/not/there/librocpd.so']
try:
    reader.connect('$work/out')
except ImportError as error:
    print(str(error).partition(' (')[0])"
is "where the extension is not" "$(cat "$work/plain.told")" "no SQLite of this Python can load the extension rocpd"

# Installed by pip, and used by a program that was written for rocprofsys.
if $p -m pip --version >/dev/null 2>&1; then
  plain $p -m pip install -q --no-deps --no-index --disable-pip-version-check --target "$work/pipped" "$root/scripts/python"; is "pip install" $? 0
  PYTHONPATH=$work/pipped plain $p -c 'import rocpdsys, rocpdsys.start; print(rocpdsys.__version__, rocpdsys.profile.__name__, rocpdsys.connect.__name__)'
  is "... what it installed" "$(cat "$work/plain.told" "$work/plain.stderr")" "$(sed -n 's/^VERSION := //p' "$root/Makefile") Profiler connect"
fi
plain $p -c "
import sys
sys.path.insert(0, '$package')
from rocpdsys import compat, config, user
try:
    import rocprofsys
except ImportError:
    print('none')
compat.install(), compat.install()
import rocprofsys
from rocprofsys.user import region, start_thread_trace
from rocprofsys.profiler import config as other, Profiler, FakeProfiler
assert rocprofsys.config is config is other and region is user.region and rocprofsys.profile is Profiler and rocprofsys.noprofile is FakeProfiler
rocprofsys.initialize(['a']), rocprofsys.is_initialized(), rocprofsys.finalize(), rocprofsys.user.push_region('a')
print(rocprofsys.is_finalized(), rocpdsys.__name__ if 'rocpdsys' in dir() else '', rocprofsys.__name__)"
is "as rocprofsys" "$(cat "$work/plain.told" "$work/plain.stderr")" "none
True  rocprofsys"
finish
