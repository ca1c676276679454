"""What `make bench` measures of rocpd_export_rocz and rocpd_export_db.

`large`: the database of bench_database (rocpd_gen.py --bulk), with random times. `args`: a generated trace
with log-normal times, arguments and nested calls, as a database. The floor is
SQLite alone: every row read from the database and inserted into an equal one, with the same indexes.

Environment: BUILD; EVENTS (5000000) in the large database, CALLS (1000000) in the other; ROUNDS (2)."""
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

BUILD = os.environ['BUILD']
EVENTS, CALLS, ROUNDS = (int(os.environ.get(k, d)) for k, d in (('EVENTS', 5000000), ('CALLS', 1000000), ('ROUNDS', 2)))
HERE = os.path.dirname(os.path.abspath(__file__))


def cpu():
    u = resource.getrusage(resource.RUSAGE_SELF)
    return u.ru_utime + u.ru_stime


def least(fn):
    best = None
    for _ in range(ROUNDS):
        wall, used = time.monotonic(), cpu()
        result = fn()
        took = time.monotonic() - wall, cpu() - used
        best = took if best is None else tuple(map(min, best, took))
    return best + (result,)


def export(kind, path, out):
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(BUILD + '/rocpd')
    db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    result = json.loads(db.execute(f'SELECT rocpd_export_{kind}(?, ?)', (out, '{"overwrite":true}')).fetchone()[0])
    db.close()
    return result


def copy_by_sqlite(path, out):
    if os.path.exists(out):
        os.remove(out)
    db = sqlite3.connect(out, isolation_level=None)
    db.executescript('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; BEGIN')
    db.execute('ATTACH ? AS n', (path,))
    schema = db.execute("SELECT type, name, sql FROM n.sqlite_schema WHERE sql IS NOT NULL AND type IN ('table', 'index') AND name NOT LIKE 'sqlite_%' ORDER BY type DESC").fetchall()
    for kind, name, sql in schema:
        db.execute(sql)
        if kind == 'table':
            columns = ', '.join('?' for _ in db.execute(f'PRAGMA n.table_info("{name}")'))
            db.executemany(f'INSERT INTO main."{name}" VALUES ({columns})', db.execute(f'SELECT * FROM n."{name}"'))
    db.execute('COMMIT')
    db.close()


def line(what, took, rows, size):
    print(f'{what:44} {took[0]:8.1f} s {took[1]:8.1f} s cpu {took[1] / rows * 1e6:7.2f} us/row {size / 1e6:9.1f} MB', flush=True)


def size_in_tables(path):
    """Without indexes: rocprofv3 makes none but those of UNIQUE."""
    return sqlite3.connect(path).execute("SELECT sum(pgsize) FROM dbstat WHERE name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL)").fetchone()[0]


with tempfile.TemporaryDirectory() as folder:
    large, args, chunks, out = (os.path.join(folder, n) for n in ('large.db', 'args.db', 'out.rocz', 'out.db'))
    subprocess.run([sys.executable, os.path.join(HERE, '..', 'helper', 'rocpd_gen.py'), large, '--bulk', str(EVENTS)], check=True)
    subprocess.run([BUILD + '/bench/tracegen', os.path.join(folder, 'args.rocz'), str(CALLS), 'arguments=1', 'nested=200', 'graph=50'], check=True, stdout=subprocess.DEVNULL)
    export('db', os.path.join(folder, 'args.rocz'), args)
    for name, path in (('large', large), ('args', args)):
        size = size_in_tables(path)
        *took, result = least(lambda: export('rocz', path, chunks))
        line(f'{name}: database to .rocz', took, result['rows'], result['bytes'])
        print(f'{"":44} 1/{size / result["bytes"]:.0f} of {size / 1e6:.0f} MB (must: 1/30)')
        *took, result = least(lambda: export('db', path, out))
        line(f'{name}: database to database', took, result['rows'], result['bytes'])
        os.remove(out)
    *took, _ = least(lambda: copy_by_sqlite(args, out))
    line('args: copied by SQLite, row by row (floor)', took, result['rows'], os.path.getsize(out))
