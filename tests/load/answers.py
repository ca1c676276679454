#!/usr/bin/python3
"""What the extension answers: every table, function and export over traces of each kind, a line for each row.

    answers.py LIBRARY FOLDER TRACE...

To be the same whatever SQLite Python runs with: what two versions print is compared. Files are written to FOLDER."""
import json
import os
import re
import sqlite3
import sys

LIBRARY, FOLDER, *TRACES = sys.argv[1:]
# What changes from one loading or one run to the next, or is a path.
SKIP = {'cached_bytes', 'detail', 'path', 'source'}


def load(path=':memory:'):
    db = sqlite3.connect(path, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(LIBRARY)
    return db


def shown(value):
    return f'{value:.9g}' if isinstance(value, float) else value


def rows(db, sql, *args):
    return [[shown(v) for v in row] for row in db.execute(sql, args)]


def tell(what, db, sql, *args):
    for row in rows(db, sql, *args):
        print(what, *row, sep='|')


def tables(db):
    """Base tables first: ids of texts depend on what was read before, and SQLites differ in the order in which they read the tables of a query."""
    return [r[0] for r in db.execute("SELECT name FROM temp.sqlite_master WHERE type IN ('table', 'view') ORDER BY name NOT LIKE 'rocpd_%', name")]


# Tables that say nothing without arguments.
ARGUMENTS = {'diff': "('', '')"}


def all_tables(db):
    for table in tables(db):
        names = [r[0] for r in db.execute('SELECT name FROM pragma_table_xinfo(?, ?)', (table, 'temp'))]
        columns = ', '.join(f'"{n}"' for n in names if n not in SKIP)
        for row in sorted(rows(db, f'SELECT {columns} FROM temp."{table}"{ARGUMENTS.get(table, "")}'), key=repr):
            if row[0] != 'bytes kept':
                print(table, *row, sep='|')


def of_traces():
    for path in TRACES:
        print('trace', os.path.basename(path))
        db = load()
        tell('attach', db, 'SELECT rocpd_attach(?, ?)', path, '{"offset_ns":5,"damaged":"skip"}')
        all_tables(db)
        exports(db)
        tell('window', db, "SELECT rocpd_window('10%', '50%')")
        tell('within', db, 'SELECT count(*), sum(duration) FROM kernels')
        db.close()


def exports(db):
    for format in ('perfetto', 'json', 'rocz', 'db'):
        out = f'{FOLDER}/out.{format}'
        answer = json.loads(db.execute(f'SELECT rocpd_export_{format}(?, ?)', (out, '{"overwrite":true}')).fetchone()[0])
        print(format, *[f'{k}={answer[k]}' for k in sorted(answer) if k not in ('path', 'guid', 'bytes', 'seconds')])
    # Lanes are written as they become ready.
    # Tids that do not fit into 31 bits get numbers from 2^30 on, in the order in which their lanes are written.
    print(*sorted(re.sub(r'"tid":1\d{9}\b', '"tid":-1', line.rstrip(',\n')) for line in open(f'{FOLDER}/out.json')), sep='\n')
    for out in ('rocz', 'db'):
        copy = load()
        copy.execute('SELECT rocpd_attach(?)', (f'{FOLDER}/out.{out}',))
        for table in ('kernels', 'regions', 'memory_copies', 'code_objects', 'region_args', 'pmc_events'):
            tell(f'{out} {table}', copy, f'SELECT count(*), count(name), total(length(category)) FROM {table}' if table in ('kernels', 'regions', 'memory_copies') else f'SELECT count(*) FROM {table}')
        copy.close()
    upstream = sqlite3.connect(f'{FOLDER}/out.db')
    for (view,) in upstream.execute("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name").fetchall():
        tell(f'view {view}', upstream, f'SELECT count(*) FROM "{view}"')
    upstream.close()


def queries():
    """What SQLites do in ways of their own: IN, DISTINCT, GROUP BY, joins."""
    db = load()
    for path in TRACES:
        db.execute('SELECT rocpd_attach(?)', (path,))
    db.execute('CREATE TABLE wanted AS SELECT DISTINCT tid, name, duration, CAST(duration AS TEXT) AS text FROM regions LIMIT 20')
    for sql in ("SELECT count(*), count(duration) FROM regions WHERE duration IN (SELECT text FROM wanted)",
                "SELECT count(*) FROM regions WHERE duration IN ('no number', (SELECT duration FROM wanted WHERE duration > 0), 7.5)",
                "SELECT count(*) FROM regions WHERE tid IN (SELECT tid FROM wanted) AND name IN (SELECT name FROM wanted) AND name IN ('a', 'b')",
                "SELECT count(*) FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid",
                "SELECT count(*) FROM kernels k LEFT JOIN regions r USING (stack_id, guid) WHERE r.id IS NULL",
                "SELECT DISTINCT name FROM kernels ORDER BY name DESC",
                "SELECT DISTINCT guid, tid FROM regions ORDER BY 1, 2",
                "SELECT name, count(*), min(start), max(\"end\") FROM regions GROUP BY name ORDER BY 2 DESC, 1",
                "SELECT id FROM regions WHERE id IN (SELECT id FROM regions ORDER BY id LIMIT 30) OR rowid IN (1, 2) ORDER BY id",
                "SELECT start FROM kernels WHERE start IN (SELECT start FROM kernels) ORDER BY start DESC LIMIT 5",
                "SELECT max(start), min(\"end\") FROM kernels",
                "SELECT count(*) FROM kernels(NULL)",
                "SELECT count(*) FROM kernels WHERE name LIKE '%a%' AND name GLOB '*' AND start BETWEEN 5 AND 9e18"):
        tell(sql, db, sql)
    sql = 'SELECT count(*) FROM kernels(?) WHERE tid IN (?, ?)'
    for path in TRACES:
        tell(sql, db, sql, path, 1, 2)
    db.close()


def transactions(path):
    """Rows of main that are not committed are seen, and gone after ROLLBACK."""
    copy = f'{FOLDER}/main.db'
    with open(path, 'rb') as f, open(copy, 'wb') as g:
        g.write(f.read())
    db = load(copy)
    table = db.execute("SELECT name FROM main.sqlite_master WHERE name GLOB 'rocpd_kernel_dispatch*'").fetchone()[0]
    count = 'SELECT count(*) FROM kernels'
    insert = f'INSERT INTO main."{table}" SELECT * FROM (SELECT max(id) + 1 FROM main."{table}"), ' \
             f'(SELECT {", ".join(r[1] for r in db.execute(f"PRAGMA main.table_info({table})") if r[1] != "id")} FROM main."{table}" LIMIT 1)'
    for statement in ('SELECT 1', 'BEGIN', insert, 'SAVEPOINT s', insert, 'ROLLBACK TO s', 'ROLLBACK', insert, 'BEGIN', 'COMMIT',
                      'CREATE TABLE copy AS SELECT name FROM kernels', f'DELETE FROM main."{table}" WHERE id IN (SELECT max(id) FROM kernels)'):
        db.execute(statement)
        tell(statement.split()[0], db, count)
    db.close()


of_traces()
queries()
transactions(next(t for t in TRACES if t.endswith('.db')))
