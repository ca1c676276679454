"""What `make bench` measures on rocprofv3 databases: ours beside the views in the files, and beside
upstream's way of joining files (a TEMP view for each base table, the views upon them).

Environment: BUILD; EVENTS (5000000) in the large database; FILES (1000) small ones; ROUNDS (3)."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

BUILD = os.environ['BUILD']
EVENTS, FILES, SCALE, ROUNDS = (int(os.environ.get(k, d)) for k, d in (('EVENTS', 5000000), ('FILES', 1000), ('SCALE', 20), ('ROUNDS', 3)))
HERE = os.path.dirname(os.path.abspath(__file__))
GENERATE = [sys.executable, os.path.join(HERE, '..', 'helper', 'rocpd_gen.py')]
TOP = 'SELECT * FROM top LIMIT 10'
GROUP = 'SELECT name, count(*), sum(duration) FROM kernels GROUP BY name'


def load(db):
    db.enable_load_extension(True)
    db.load_extension(BUILD + '/rocpd')
    return db


def timed(fn):
    start = time.monotonic()
    fn()
    return time.monotonic() - start


def least(fn, rounds=ROUNDS):
    return min(timed(fn) for _ in range(rounds))


def attached(path):
    db = load(sqlite3.connect(':memory:'))
    db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    return db


def line(what, ours, theirs=None, must=''):
    ratio = f'{theirs / ours:9.1f} x' if theirs else ''
    print(f'{what:46} {ours * 1e3:10.1f} ms {f"{theirs * 1e3:10.1f} ms" if theirs else "":>13} {ratio:>11}  {must}', flush=True)


def cold(path, sql):
    def run():
        db = attached(path)
        db.execute(sql).fetchall()
        db.close()
    return least(run)


def own_view(path, sql, rounds=1):
    def run():
        db = sqlite3.connect(path)
        db.execute(sql).fetchall()
        db.close()
    return least(run, rounds)


def anonymous_bytes():
    with open('/proc/self/status') as f:
        return next(int(x.split()[1]) * 1024 for x in f if x.startswith('RssAnon'))


def every_column(what, db):
    """What all columns of the largest tables take, hidden ones included."""
    before = anonymous_bytes()
    for table in ('regions', 'kernels', 'memory_copies'):
        names = [name for name, hidden in db.execute('SELECT name, hidden FROM pragma_table_xinfo(?)', (table,)) if hidden < 2 and name != 'path']
        db.execute('SELECT ' + ', '.join(f'count("{n}")' for n in names) + f' FROM {table}').fetchall()
    print(f'every column of regions, kernels and copies cached, {what}: {(anonymous_bytes() - before) / 1e6:.0f} MB (must: 200)', flush=True)


def large(tmp):
    path = f'{tmp}/large.db'
    subprocess.run(GENERATE + [path, '--bulk', str(EVENTS)], check=True)
    size = os.path.getsize(path)
    print(f'{EVENTS} events, {size / 1e6:.0f} MB; least of {ROUNDS} rounds   ours          own view')
    view = own_view(path, TOP)
    line('top LIMIT 10, cold', cold(path, TOP), view, 'must: 8 x')
    db = attached(path)
    db.execute(TOP).fetchall()
    line('top LIMIT 10, warm', least(lambda: db.execute(TOP).fetchall()), view, 'must: 500 x')
    db.close()
    line('kernels LIMIT 10, cold', cold(path, 'SELECT * FROM kernels LIMIT 10'), own_view(path, 'SELECT * FROM kernels LIMIT 10'), 'must: 50 ms')
    view = own_view(path, GROUP)
    line('GROUP BY name, cold', cold(path, GROUP), view)
    db = attached(path)
    every_column('ids without gaps', db)
    if db.execute("SELECT 1 FROM pragma_function_list WHERE name = 'rocpd_export_rocz'").fetchone():
        took = timed(lambda: db.execute('SELECT rocpd_export_rocz(?)', (f'{tmp}/large.rocz',)).fetchall())
        small = os.path.getsize(f'{tmp}/large.rocz')
        print(f'as .rocz: {small / 1e6:.1f} MB, 1/{size / small:.0f} (must: 1/30), {took:.1f} s', flush=True)
    db.close()
    os.remove(path)
    subprocess.run(GENERATE + [path, '--gaps', '--bulk', str(EVENTS)], check=True)
    db = attached(path)
    every_column('irregular ids', db)
    db.close()
    os.remove(path)


def union_views(db, paths):
    """Upstream's importer, from rocpd.md's description: files attached, a TEMP view for each base table, the views again as TEMP views."""
    for i, path in enumerate(paths):
        db.execute(f"ATTACH '{path}' AS db{i}")
    views = db.execute("SELECT name, sql FROM db0.sqlite_schema WHERE type = 'view' ORDER BY rowid").fetchall()
    for name, sql in views:
        if name.startswith('rocpd_'):
            db.execute(f'CREATE TEMP VIEW {name} AS ' + ' UNION ALL '.join(f'SELECT * FROM db{i}.{name}' for i in range(len(paths))))
        else:
            db.execute(sql.replace('CREATE VIEW', 'CREATE TEMP VIEW', 1))


def several(tmp):
    subprocess.run(GENERATE + [f'{tmp}/s.db', '--files', '8', '--scale', str(SCALE)], check=True)
    print(f'\nGROUP BY name over files of {400 * SCALE} kernels    ours       upstream\'s union')
    one = None
    for n in (1, 2, 8):
        paths = [f'{tmp}/s.{i + 1}.db' for i in range(n)]

        def ours():
            db = load(sqlite3.connect(':memory:'))
            for p in paths:
                db.execute('SELECT rocpd_attach(?)', (p,)).fetchall()
            db.execute(GROUP).fetchall()
            db.close()

        def theirs():
            db = sqlite3.connect(':memory:')
            union_views(db, paths)
            db.execute(GROUP).fetchall()
            db.close()
        took = least(ours)
        one = one or took
        line(f'{n} files, cold', took, least(theirs, 1), f'{took / one:.1f} of one file' + (' (must: 8.5)' if n == 8 else ''))


def many(tmp):
    os.mkdir(f'{tmp}/many')
    subprocess.run(GENERATE + [f'{tmp}/many/m.db', '--files', str(FILES), '--scale', '6'], check=True)
    size = sum(os.path.getsize(f'{tmp}/many/{f}') for f in os.listdir(f'{tmp}/many'))
    code = f'''
import resource, sqlite3, sys, time
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
start = time.monotonic()
db = sqlite3.connect(':memory:'); db.enable_load_extension(True); db.load_extension({BUILD + "/rocpd"!r})
db.execute("SELECT rocpd_attach(?)", ({tmp + "/many"!r},)).fetchall()
rows = db.execute("SELECT * FROM top LIMIT 10").fetchall()
print(f"{{time.monotonic() - start:.2f}} s, {{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f}} MB")'''
    result = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)
    print(f'\n{FILES} databases of {size / FILES / 1e6:.2f} MB, 64 descriptors: first top {result.stdout.strip() or result.stderr.strip()[-300:]} (must: 5 s, 512 MB)')


tmp = tempfile.mkdtemp()
try:
    large(tmp)
    several(tmp)
    many(tmp)
finally:
    shutil.rmtree(tmp)
