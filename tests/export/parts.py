"""Exports in parts: `split` and `max_bytes` in all formats, of all kinds of sources. Parts together are the whole, per category; each is a file of its format; all are there or none."""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys

from common import FOLDER, check, finish, loaded

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = f'{FOLDER}/out'
SOAK = os.environ.get('SOAK')
ENDING = {'perfetto': '.pftrace', 'json': '.json', 'db': '.db', 'rocz': '.rocz', 'ctf': '', 'otf2': '.otf2', 'csv': '', 'folded': '.folded', 'svg': '.svg', 'text': '.txt'}
SOAK = os.environ.get('SOAK')
VIEWS = ('regions', 'kernels', 'memory_copies', 'memory_allocations', 'samples')


def clear():
    shutil.rmtree(OUT, ignore_errors=True)
    os.mkdir(OUT)


def export(db, kind, out='x', **options):
    try:
        return json.loads(db.execute(f'SELECT rocpd_export_{kind}(?, ?)', (f'{OUT}/{out}{ENDING[kind]}', json.dumps(options))).fetchone()[0])
    except Exception as e:
        return f'{type(e).__name__}: {e}'


def names():
    return sorted(os.path.relpath(p, OUT) for p in glob.glob(f'{OUT}/**', recursive=True, include_hidden=True) if p != f'{OUT}/')


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if not done.returncode else f'{command[0]} fails: {done.stderr[-300:]}'


# ---- what a reader finds in a part

def lines_of(path):
    with open(path, encoding='utf-8') as f:
        return f.read().split('\n')[:-1]


def of_json(path):
    with open(path) as f:
        return collections.Counter(e['cat'] for e in json.load(f)['traceEvents'] if e['ph'] in 'Xi')


def of_tables(path):
    return collections.Counter({c or '': n for c, n in loaded(path).execute(
        'SELECT category, count(*) FROM (' + ' UNION ALL '.join(f'SELECT category FROM temp.{v}' for v in VIEWS) + ') GROUP BY 1')})


def of_folded(path):
    sums = collections.Counter()
    for line in lines_of(path):
        stack, _, n = line.rpartition(' ')
        sums[stack] += int(n)
    return sums


def of_csv(folder):
    rows = collections.Counter()
    for name in os.listdir(folder):
        if name.endswith('_trace.csv'):
            rows[name[name.index('_'):]] += len(lines_of(os.path.join(folder, name))) - 1
    return rows


def of_ctf(path):
    return collections.Counter(line.split(': {')[0].rsplit(' ', 1)[-1].rstrip(':') for line in run('babeltrace2', path).split('\n')[:-1])


def of_otf2(path):
    words = collections.Counter(line.split(' ')[0] for line in run('otf2-print', path).split('\n'))
    return collections.Counter({w: words[w] for w in ('ENTER', 'LEAVE')})


def of_perfetto(path):
    """Packets, split by their lengths."""
    with open(path, 'rb') as f:
        data = f.read()
    at = n = 0
    while at < len(data):
        assert data[at] == 0x0a, (path, at)
        at += 1
        size = shift = 0
        while True:
            size |= (data[at] & 0x7f) << shift
            shift, at = shift + 7, at + 1
            if data[at - 1] < 0x80:
                break
        at, n = at + size, n + 1
    assert at == len(data), path
    return collections.Counter({'is whole': 1})


FOUND = {'json': lambda r: of_json(r['path']), 'db': lambda r: of_tables(r['path']), 'rocz': lambda r: of_tables(r['path']), 'folded': lambda r: of_folded(r['path']), 'csv': lambda r: of_csv(r['path']),
         'ctf': lambda r: of_ctf(r['path']), 'otf2': lambda r: of_otf2(r['path']), 'perfetto': lambda r: of_perfetto(r['path'])}
TOOLS = {'ctf': 'babeltrace2', 'otf2': 'otf2-print'}


def sum_of(counters):
    total = collections.Counter()
    for c in counters:
        total.update(c)
    return total


wholes = {}
shared = {}  # bytes of what every part has, by source and format


def whole_of(db, kind, options):
    """The export in one file and what a reader finds in it, made once for all ways to divide it."""
    key = id(db), kind, json.dumps(options)
    if key not in wholes:
        clear()
        whole = export(db, kind, 'whole', **options)
        found = isinstance(whole, dict) and kind in FOUND and (kind not in TOOLS or shutil.which(TOOLS[kind]))
        wholes[key] = db, whole, FOUND[kind](whole) if found else None  # db is kept, so that its id is not reused
    return wholes[key][1:]


read = set()


def is_read(what, kind, split):
    """Whether readers look into the parts. External ones take longer than all exports: they read parts of each way to divide a trace, and with SOAK=1 of each source."""
    of = {(kind, 'number' if isinstance(split.get('split'), int) else split.get('split', 'max_bytes')), (kind, 'time' if 'of the time' in what else ''), *([(kind, what)] if SOAK else [])}
    new = kind not in TOOLS or not of <= read
    read.update(of)
    return new


def compare(what, db, kind, **options):
    split = {k: options.pop(k) for k in ('split', 'max_bytes') if k in options}
    whole, want = whole_of(db, kind, options)
    clear()
    if split.get('max_bytes') == 'third':  # beside what every part has: else there would be a part for each event
        split['max_bytes'] = whole['bytes'] // 3 + (shared.get((what, kind), 0) if what == 'chunk files' else 0)
    result = export(db, kind, **options, **split)
    if isinstance(result, str) or 'parts' not in result:
        # a part cannot be smaller than the contents that all parts share
        return check(f'{what}: {kind} {split}', 'max_bytes' in split and ('takes more than' in result or (kind == 'db' and 'parts' not in result)), str(result)[:300])
    parts = result['parts']
    for key in ('events', 'kernels', 'regions', 'copies', 'allocations', 'samples', 'categories'):
        check(f'{what}: {kind} {split}: {key}', result[key] == whole[key] and sum_of([p[key] if key == 'categories' else {key: p[key]} for p in parts]) ==
              collections.Counter(whole[key] if key == 'categories' else {key: whole[key]}), (whole[key], result[key], [p[key] for p in parts]))
    check(f'{what}: {kind} {split}: bytes', result['bytes'] == sum(p['bytes'] for p in parts) and all(p['bytes'] <= split.get('max_bytes', p['bytes']) for p in parts), [p['bytes'] for p in parts])
    paths = [p['path'] for p in parts]
    check(f'{what}: {kind} {split}: the parts exist', all(map(os.path.exists, paths)) and (kind == 'csv' or len(set(paths)) == len(paths)) and not glob.glob(f'{OUT}/.*'), names())
    if isinstance(split.get('split'), int):
        check(f'{what}: {kind} {split}: number of parts', len(parts) == split['split'], len(parts))
        shared[what, kind] = max(0, result['bytes'] - whole['bytes']) // max(1, len(parts) - 1)
    if want is not None and is_read(what, kind, split):
        got = sum_of(FOUND[kind](p) for p in (parts[:1] if kind == 'csv' else parts))
        if kind == 'perfetto':
            return check(f'{what}: {kind} {split}: packets', got['is whole'] == len(parts))
        check(f'{what}: {kind} {split}: readers find the whole', got == want, {k: (got[k], want[k]) for k in {*got, *want} if got.get(k) != want.get(k)})
    elif kind == 'svg':
        import xml.dom.minidom
        for path in paths:
            xml.dom.minidom.parse(path)


def tracegen(name, events, *options):
    path = f'{FOLDER}/{name}.rocz'
    subprocess.run([f"{os.environ['BUILD']}/bench/tracegen", path, str(events), *options], check=True, stdout=subprocess.DEVNULL)
    return path


def generated(name, *options):
    path = f'{FOLDER}/{name}.db'
    subprocess.run([sys.executable, f'{HERE}/../helper/rocpd_gen.py', path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


one, two = tracegen('one', 3000, 'nested=100', 'open=1'), tracegen('two', 1500, 'pid=77', 'seed=3', 'threads=2', 'killed=1')
SOURCES = {'chunk files': [one, two], 'databases': [generated('a', '--scale', '2'), generated('b', '--seed', '2', '--pid', '15', '--host', 'elsewhere')],
           'RPD': ['tests/data/rpd'], 'rtg': ['tests/data/rtg'], 'a genuine one': ['tests/data/heliosr_146104_results.db']}
for i, (what, paths) in enumerate(SOURCES.items()):
    db = loaded(*paths)
    ranked = not db.execute('SELECT count(*) FROM processes WHERE rank IS NULL OR rank < 0').fetchone()[0]
    known = not db.execute('SELECT count(*) FROM processes WHERE pid IS NULL OR pid < 0').fetchone()[0]
    for j, kind in enumerate(ENDING):
        compare(what, db, kind, split=4)
        # each format in each of these ways, each source in half of the formats
        if known and (SOAK or (i + j) % 2):
            compare(what, db, kind, split='process')
        if ranked and (SOAK or (i + j) % 2 == 0):
            compare(what, db, kind, split='rank')
        if SOAK or (i + j + j // 2) % 2 == 0:
            compare(what, db, kind, max_bytes='third')
db = loaded(one, two)
low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
start, end = low + (high - low) // 4, low + (high - low) // 2
for kind in ENDING:
    compare('of a part of the time', db, kind, split=3, start=start, end=end)
    compare('of some names', db, kind, split=2, names='hip*')

# Rows: all parts attached together are the whole trace.
clear()
for kind in ('rocz', 'db'):
    export(db, kind, split=7)
    joined = loaded(*(p for p in sorted(glob.glob(f'{OUT}/x-*{ENDING[kind]}'))))
    for view, columns in (('kernels', 'name, start, "end", tid, grid_x, stack_id'), ('regions', 'category, name, start, "end", tid'), ('memory_copies', 'name, size, start')):
        ended = 'WHERE "end" NOT NULL' if kind == 'db' else ''
        rows = [d.execute(f'SELECT {columns} FROM temp.{view} {ended} ORDER BY {columns}').fetchall() for d in (db, joined)]
        check(f'{kind}: {view} of parts together', rows[0] == rows[1] if kind == 'rocz' else len(rows[0]) <= len(rows[1]), [len(r) for r in rows])

# Names of files with two extensions, with none, and of a hidden file; names of folders.
for path, first in (('a.json.gz', 'a-001.json.gz'), ('a', 'a-001'), ('.hidden', '.hidden-001'), ('a.b.c', 'a.b-001.c'), ("it's\n\"a\" %d.json", "it's\n\"a\" %d-001.json"), ('.gz', '.gz-001')):
    clear()
    ENDING['json'] = ''
    said = export(db, 'json', path, split=2)
    check(f'name {path!r}', names() == sorted([first, first.replace('001', '002')]), (names(), said))
    if path.endswith('.json.gz'):
        check('compressed', run('gzip', '-t', *(f'{OUT}/{n}' for n in names())) == '')
ENDING['json'] = '.json'
clear()
small = loaded('tests/data/rpd/matmul_result.rpd')
check('numbers have as many digits as they need', [os.path.basename(p['path']) for p in export(small, 'folded', split=1000)['parts']][:2] == ['x-0001.folded', 'x-0002.folded'])
clear()
export(db, 'csv', 'n', name='run', split=2)
check('CSV: one folder', os.listdir(OUT) == ['n'] and {n[:8] for n in os.listdir(f'{OUT}/n')} == {'run-001_', 'run-002_'}, names())
clear()
said = export(db, 'json', max_bytes=10 ** 9)
check('small enough: one file', names() == ['x.json'] and 'parts' not in said, (names(), said))

# All or none.
for kind, there in (('json', 'x-002.json'), ('ctf', 'x-002'), ('otf2', 'x-002.def'), ('csv', 'x/out-002_kernel_trace.csv')):
    clear()
    os.makedirs(os.path.dirname(f'{OUT}/{there}'), exist_ok=True)
    with open(f'{OUT}/{there}', 'w') as f:
        f.write('old')
    before = names()
    said = export(db, kind, split=3)
    check(f'{kind}: an existing part is an error', 'OperationalError' in said and there.rsplit('/', 1)[-1].split('.')[0] in said and names() == before and open(f'{OUT}/{there}').read() == 'old', (said, names()))
    if kind != 'ctf':
        check(f'{kind}: it is replaced', isinstance(export(db, kind, split=3, overwrite=True), dict) and (kind == 'json' or open(f'{OUT}/{there}', 'rb').read() != b'old'))
for kind in ('ctf', 'otf2'):
    clear()
    first, second = export(db, kind, split=2), export(db, kind, split=2)
    check(f'{kind}: parts are not replaced', isinstance(first, dict) and 'would be replaced' in second, second)
    check(f'{kind}: or are', isinstance(export(db, kind, split=2, overwrite=True), dict) and not glob.glob(f'{OUT}/.*'), names())
clear()
os.mkdir(f'{OUT}/x-002')
open(f'{OUT}/x-002/mine', 'w').close()
said = export(db, 'ctf', split=2, overwrite=True)
check("another folder is not replaced by a part", 'is a folder with other files in it' in said and names() == ['x-002', 'x-002/mine'], (said, names()))
clear()
os.mkdir(f'{OUT}/x-002.json')
check('a file does not replace a folder', 'x-002.json is a folder where a file is to be written' in export(db, 'json', split=2, overwrite=True) and names() == ['x-002.json'], names())
clear()
for kind, name in (('json', 'none'), ('db', 'none')):
    said = export(db, kind, f'{name}/x', split=2)
    check(f'{kind}: no folder', 'No such file' in said and not names(), said)
limited = ('import sqlite3, sys, resource\n'
           'db = sqlite3.connect(":memory:"); db.enable_load_extension(True); db.load_extension(sys.argv[1]); db.execute("SELECT rocpd_attach(?)", (sys.argv[2],))\n'
           'resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[5]), resource.RLIM_INFINITY))\n'
           'try: print(db.execute(f"SELECT rocpd_export_{sys.argv[3]}(?, ?)", (sys.argv[4], \'{"split":3}\')).fetchone())\n'
           'except sqlite3.Error as e: print("error:", e)\n')
for kind in ENDING:
    clear()
    done = subprocess.run([sys.executable, '-c', limited, f"{os.environ['BUILD']}/rocpd.so", one, kind, f'{OUT}/x{ENDING[kind]}', '3000'], capture_output=True, text=True)
    check(f'{kind}: no room', done.returncode == 0 and done.stdout.startswith('error:') and '.rocpd-export' not in done.stdout and not names(), (done.stdout, done.stderr[-300:], names()))

# Two exports at once: exactly one of them is complete.
code = ('import sqlite3, sys\n'
        'db = sqlite3.connect(":memory:"); db.enable_load_extension(True); db.load_extension(sys.argv[1]); db.execute("SELECT rocpd_attach(?)", (sys.argv[2],)); sys.stdin.readline()\n'
        'try: print(db.execute(f"SELECT rocpd_export_{sys.argv[3]}(?, ?)", (sys.argv[4], \'{"split":9,"names":"%s"}\' % sys.argv[5])).fetchone()[0])\n'
        'except sqlite3.Error as e: print("error:", e)\n')
for kind in ('json', 'ctf', 'csv') * (4 if SOAK else 2):
    clear()
    both = [subprocess.Popen([sys.executable, '-c', code, f"{os.environ['BUILD']}/rocpd.so", one, kind, f'{OUT}/x{ENDING[kind]}', choice], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for choice in ('hip*', '*')]
    for p in both:
        p.stdin.write('go\n')
        p.stdin.flush()
    said = [p.communicate()[0] for p in both]
    done = [json.loads(s) for s in said if s.startswith('{')]
    sizes = {p: os.path.getsize(f'{OUT}/{p}') for p in names() if kind == 'json'}
    check(f'{kind}: two at once', len(done) <= 1 and all('would be replaced' in s for s in said if not s.startswith('{')) and not glob.glob(f'{OUT}/.*') and
          (kind != 'json' or sizes == {os.path.basename(p['path']): p['bytes'] for d in done for p in d['parts']}), (said, names()))

# Wrong options.
for path in ('/', '//', '.', '..', f'{OUT}/.', f'{OUT}/..', f'{OUT}//../', './'):
    clear()
    for kind in ('ctf', 'otf2', 'json'):
        try:
            said = db.execute(f'SELECT rocpd_export_{kind}(?, ?)', (path, '{"split":2}')).fetchone()[0]
        except Exception as e:
            said = str(e)
        check(f'{kind}: parts of {path}', 'is not a name that parts can be derived from' in said and not names(), (said, names()))
clear()
for options, why in (({'split': 0}, 'expected a number of parts'), ({'split': 'agent'}, 'expected a number of parts'), ({'split': 10001}, 'expected a number of parts'), ({'max_bytes': 0}, 'expected bytes'),
                     ({'split': 2, 'max_bytes': 5}, 'one of the options split and max_bytes'), ({'marker': 5}, 'expected the name of a marker'), ({'marker': 'x', 'start': 1}, 'cannot be given beside it'),
                     ({'marker': 'nothere'}, 'no region or sample has this message or name'), ({'max_bytes': 10}, 'in one moment'), ({'split': 'rank', 'ranks': 3}, 'the options select no rank'), ({'split': 'process', 'processes': 3}, 'the options select no process')):
    said = export(db, 'json', **options)
    check(f'{options}', why in said, said)
check('nothing is left', not names(), names())
for options in ({'split': 2}, {'max_bytes': 1000}):
    try:
        db.execute('SELECT rocpd_export_json(?, ?)', ('/dev/null', json.dumps(options))).fetchone()
        said = ''
    except Exception as e:
        said = str(e)
    check(f'a device: {options}', 'parts are files of their own' in said or 'is not a regular file' in said, said)
said = export(db, 'svg', 'p', picture='gaps', split=2)
check('pictures of all work of agents', 'only the option agents' in said, said)

# A marker selects its time.
name, start, end = db.execute('SELECT name, start, "end" FROM regions WHERE "end" NOT NULL ORDER BY start LIMIT 1 OFFSET 900').fetchone()
of_name = db.execute('SELECT start, "end" FROM regions WHERE name = ? AND start NOT NULL ORDER BY start, "end"', (name,)).fetchall()
number = of_name.index((start, end)) + 1
clear()
a, b = export(db, 'json', 'a', marker=f'{name}/{number}'), export(db, 'json', 'b', start=start, end=end)
check('a marker', a['events'] == b['events'] > 0 and a['categories'] == b['categories'], (a, b))
check('one of several markers', 'is the second' in export(db, 'json', 'c', marker=name))
finish()
