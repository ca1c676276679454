#!/usr/bin/python3
"""Where rows come from: the hidden columns source, run, host, rank and wall_ns, of files side
by side and merged into one by rocpd_export_db, where several processes share each table.

    origin.py BUILD FOLDER"""
import json
import os
import sqlite3

from common import FOLDER, attached, check, finish, generate, load, rows, value

# Tables whose rows belong to no process: texts are shared, nodes have their own host name, and
# the metadata are those of the merged file.
SHARED = {'rocpd_string', 'rocpd_metadata', 'rocpd_info_node'}


# Tables whose rows belong to several files, or to a file as a whole: descriptions of files, comparisons, sums over all.
WHOLE = {'advice', 'api_overhead', 'collectives', 'copy_cost', 'call_diff', 'copy_summary', 'diff', 'health', 'histogram', 'hotspots', 'hotspot_diff', 'iterations', 'stack_tree', 'kernel_sequences', 'launch_summary', 'losses', 'overhead', 'overlap', 'ranks', 'rank_steps', 'run_time', 'utilisation', 'rocpd_tables',
         'short_kernels', 'sources', 'top', 'top_by', 'top_kernels', 'capabilities', 'gpu_time', 'concurrency', 'python', 'waits', 'launch_stacks', 'energy', 'step_energy', 'throttled'}
# Tables that go through the calls of each process: in a database that rocpd_export_db made from several processes, they tell these apart only by number.
OF_CALLS = {'calls', 'critical_path', 'what_if', 'allocations', 'leaks', 'memory_peak', 'memory_timeline', 'queue_depth'}


def columns(db, table):
    return [r[1] for r in db.execute(f'PRAGMA temp.table_xinfo("{table}")')]


DB = load()
TABLES = [r[0] for r in DB.execute("SELECT name FROM temp.sqlite_master WHERE type = 'table' ORDER BY 1")]
ROWS = [t for t in TABLES if {'source', 'run', 'host', 'rank'} <= set(columns(DB, t)) and t not in WHOLE | OF_CALLS]
START = {t: next((c for c in ('start', 'timestamp') if c in columns(DB, t)), None) for t in ROWS}


def test_columns():
    check('tables without them', [t for t in TABLES if t not in ROWS and t not in WHOLE and t not in OF_CALLS], [])
    check('all of them with a start have wall_ns', [t for t in ROWS if START[t] and 'wall_ns' not in columns(DB, t)], [])


def origins(db, table, where=''):
    """The number of rows of each origin, and the sums of their times, which differ between clocks."""
    start = START[table]
    times = f', sum({start}), count(wall_ns), min(wall_ns - {start}), max(wall_ns - {start})' if start else ''
    return sorted(map(repr, db.execute(f'SELECT run, host, rank, count(*){times} FROM temp."{table}" {where} GROUP BY 1, 2, 3')))


def say(path, **origin):
    """What rocpd_export_db states about a file: here about chunk files, which have more facts."""
    db = sqlite3.connect(path)
    table = value(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_info_process*'")
    db.execute(f'UPDATE "{table}" SET extdata = ?', (json.dumps({'rocpd_source': origin, 'kept': 7}),))
    db.commit()
    db.close()


def three_files():
    """On two hosts (one machine id is another's copy), one pid twice; with a launcher's rank, a noted one, none."""
    a = generate('a.db', '--version', '3.0.5', '--launcher', '--seed', '3', '--host', 'alpha', '--pid', '100')
    b = generate('b.db', '--version', '3.0.5', '--seed', '4', '--host', 'beta', '--pid', '100', '--boot', '7000000000000')
    c = generate('c.db', '--version', '3.0.5', '--seed', '5', '--host', 'alpha', '--pid', '101', '--machine', 'other')
    say(b, rank=12, run='run-b', host='beta', wall_offset_ns=1700000000000000000)
    say(c, wall_offset_ns=1600000000000000007)
    return a, b, c


def compare(what, one, other, where=''):
    for table in ROWS:
        if table not in SHARED:
            check(f'{what}: {table}', origins(one, table, where), origins(other, table, where))


def export(db, name):
    path = f'{FOLDER}/{name}'
    got = rows(db, f'SELECT rocpd_export_{name.rpartition(".")[2]}(?, ?)', path, '{"overwrite":true}')
    check(f'{name} is written', isinstance(got, list), True)
    return path


def test_merged(files):
    union = attached(*files)
    check('what the files state', rows(union, 'SELECT DISTINCT host, rank, run, wall_ns - start FROM kernels ORDER BY 1, 2'),
          [('alpha', None, None, 1600000000000000007), ('alpha', 3, None, None), ('beta', 12, 'run-b', 1700000000000000000)])
    path = export(union, 'merged.db')
    merged = attached(path)
    check('merged: one source', rows(merged, 'SELECT host, rank, wall_offset_ns FROM sources'), [(None, None, None)])
    compare('merged', merged, union)
    check('  nodes', sorted(rows(merged, 'SELECT hostname, host, rank FROM rocpd_info_node')), [('alpha', 'alpha', None), ('alpha', 'alpha', None), ('beta', 'beta', None)])
    check('  by rank', [value(merged, f'SELECT count(*) FROM {t} WHERE rank = 12') for t in ('regions', 'kernels', 'rocpd_event')],
          [value(union, f'SELECT count(*) FROM {t} WHERE rank = 12') for t in ('regions', 'kernels', 'rocpd_event')])
    check('  NULL is found', value(merged, 'SELECT count(*) FROM kernels WHERE rank IS NULL AND host = \'alpha\''), 400)
    check('  LIMIT', rows(merged, 'SELECT host FROM spm_counters ORDER BY wall_ns DESC LIMIT 1'), [('beta',)])
    kept = "SELECT rank, extdata ->> '$.kept' FROM rocpd_info_process ORDER BY 1"
    check('  process.extdata is kept', rows(merged, kept), rows(union, kept))
    for name in ('merged.rocz', 'again.db'):
        compare(name, attached(export(merged, name)), union)
    compare('again.db by way of rocz', attached(export(attached(f'{FOLDER}/merged.rocz'), 'again.db')), union)
    return path, union


def test_ways(path, union):
    """The merged file, read in several ways."""
    memory = load()
    sqlite3.connect(path).backup(memory)
    compare('in memory', memory, union)
    inside = load(path)
    inside.execute('BEGIN')
    inside.execute('CREATE TABLE x (y)')
    compare('in a transaction', inside, union)
    inside.execute('ROLLBACK')
    moved, both = attached(path, options='{"offset_ns":1000}'), attached(*ORIGINALS, options='{"offset_ns":1000}')
    compare('moved', moved, both)
    check('  wall_ns is unchanged', value(moved, 'SELECT sum(wall_ns / 1000) FROM kernels'), value(union, 'SELECT sum(wall_ns / 1000) FROM kernels'))
    given = attached(path, options='{"rank":"merged%d.db"}')
    check('a rank by a pattern that the path does not match', rows(given, 'SELECT DISTINCT rank FROM kernels ORDER BY 1'), [(None,), (3,), (12,)])
    os.rename(path, f'{FOLDER}/merged77.db')
    given = attached(f'{FOLDER}/merged77.db', options='{"rank":"merged%d.db"}')
    check('a rank by the path is for processes that have none', rows(given, 'SELECT DISTINCT rank FROM kernels ORDER BY 1'), [(3,), (12,), (77,)])
    given.execute('SELECT rocpd_attach(?, ?)', (f'{FOLDER}/merged77.db', '{"rank":"merged7%d.db"}')).fetchall()
    check('attached again, by another pattern', rows(given, 'SELECT DISTINCT rank FROM kernels ORDER BY 1'), [(3,), (7,), (12,)])
    merged = attached(f'{FOLDER}/merged77.db')
    for db in merged, union:
        db.execute("SELECT rocpd_window('20%', '60%')").fetchall()
    compare('in a time window', merged, union)


def test_foreign():
    """Several processes in the tables of a file that does not state their origin."""
    path = generate('foreign.db', '--launcher', '--pid', '50')
    db = sqlite3.connect(path)
    suffix = value(db, "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")
    db.executescript(f'''
        INSERT INTO "rocpd_info_node{suffix}" (id, hash, machine_id, hostname) VALUES (7, 7, 'm', 'gamma');
        INSERT INTO "rocpd_info_process{suffix}" (id, nid, pid, environment, extdata) VALUES (60, 7, 60, '{{"PMI_RANK":"0"}}', 'no JSON');
        INSERT INTO "rocpd_info_process{suffix}" (id, nid, pid, environment) VALUES (61, 99, 61, 'no JSON');
        UPDATE "rocpd_kernel_dispatch{suffix}" SET pid = 60 WHERE id % 4 = 0;
        UPDATE "rocpd_kernel_dispatch{suffix}" SET pid = 61 WHERE id % 4 = 1;
        UPDATE "rocpd_kernel_dispatch{suffix}" SET pid = 62 WHERE id % 4 = 2;''')
    db.close()
    wanted = [(None, None, 200), ('gamma', 0, 100), ('node1', 1, 100)]
    for table in ('kernels', 'rocpd_kernel_dispatch', "rocpd_event WHERE category_id = (SELECT id FROM rocpd_string WHERE string = 'KERNEL_DISPATCH')"):
        check(f'environment and node of each: {table.split()[0]}', rows(attached(path), f'SELECT host, rank, count(*) FROM {table} GROUP BY 1, 2 ORDER BY 1, 2'), wanted)
    again = export(attached(path), 'foreign.out.db')
    check('an extdata that is no JSON is kept', rows(attached(again), "SELECT pid, extdata ->> '$.extdata' FROM rocpd_info_process WHERE pid IN (60, 61) ORDER BY 1"),
          [(60, 'no JSON'), (61, None)])
    told = 'SELECT host, rank, count(*) FROM kernels WHERE rank IS NOT NULL GROUP BY 1, 2 ORDER BY 1'
    check('and the ranks', rows(attached(again), told), rows(attached(path), told))


ORIGINALS = three_files()
test_columns()
test_ways(*test_merged(ORIGINALS))
test_foreign()
finish()
