#!/usr/bin/python3
"""AMD's tools read what rocpd_export_db writes: the views, and the reader of `rocpd convert` (C++), which looks rows up without checking
that they exist.

    upstream.py ROCPD_SO FOLDER [TRACE]

TRACE is a folder of the collector's files. The reader, as of ROCm 7.0:
- takes nodes, then the processes of each, and of these the rows by (guid, nid, pid);
- reads an agent's extdata as the whole record that rocprofv3 writes (from {} it makes an agent
  whose name is a null pointer);
- reads a region's and a sample's extdata, where it is not {}, as an object with a `message`;
- calls a process by the first word of its command;
- finds rows' agents by their absolute index among those of the node, and threads by tid.
"""
import json
import os
import sqlite3
import subprocess
import sys

from common import FOLDER, HERE, check, finish, loaded

DATA = os.path.join(HERE, '..', 'data')
GENUINE = os.path.join(DATA, 'heliosr_146104_results.db')


def form(value):
    """The keys and types of a JSON value; contents of lists are ignored."""
    return {k: form(v) for k, v in value.items()} if isinstance(value, dict) else type(value).__name__


GENUINE_AGENT = form(json.loads(sqlite3.connect(GENUINE).execute("SELECT extdata FROM rocpd_info_agent WHERE type = 'GPU'").fetchone()[0]))


def lacks(want, have):
    """Keys of the real record that another lacks, or has with another type."""
    return [k for k, v in want.items() if k not in have or (lacks(v, have[k]) if isinstance(v, dict) and isinstance(have[k], dict) else v != have[k])]


def of_process(db, table, guid, nid, pid, columns):
    return db.execute(f'SELECT {columns} FROM {table} WHERE guid = ? AND nid = ? AND pid = ?', (guid, nid, pid)).fetchall()


TABLES = {'regions': 'tid', 'samples': 'tid', 'kernels': 'tid, agent_abs_index', 'memory_copies': 'tid, src_agent_abs_index, dst_agent_abs_index',
          'memory_allocations': 'tid', 'counters_collection': 'tid, agent_abs_index'}


def convert(db, what, records=True):
    """What AMD's reader does. Generated databases have no records of agents."""
    found = dict.fromkeys(TABLES, 0)
    for guid, nid in db.execute('SELECT guid, id FROM rocpd_info_node').fetchall():
        indexes = {i or 0 for i, in db.execute('SELECT absolute_index FROM rocpd_info_agent WHERE guid = ? AND nid = ?', (guid, nid))}
        for pid, command in db.execute('SELECT pid, command FROM processes WHERE guid = ? AND nid = ?', (guid, nid)).fetchall():
            check(f'{what}: command of {pid}', (command or '').strip('"\',;: '), command)
            threads = {tid for tid, in of_process(db, 'threads', guid, nid, pid, 'tid')}
            for table, columns in TABLES.items():
                rows = of_process(db, table, guid, nid, pid, columns)
                found[table] += len(rows)
                lost = [r for r in rows if r[0] not in threads or any((i or 0) not in indexes for i in r[1:])]
                check(f'{what}: threads and agents of {table}', not lost, lost[:3])
    for table, n in found.items():
        there = db.execute(f'SELECT count(*) FROM {table}').fetchone()[0]
        check(f'{what}: {table} of all processes', n == there, f'{n}, not {there}')
    for extdata, in db.execute('SELECT DISTINCT extdata FROM rocpd_info_agent').fetchall() if records else ():
        missing = lacks(GENUINE_AGENT, form(json.loads(extdata)))
        check(f'{what}: record of an agent', not missing, missing[:5])
    for table in ('regions', 'samples'):
        bad = [e for e, in db.execute(f'SELECT DISTINCT extdata FROM {table}') if len(e) > 2 and not isinstance(json.loads(e).get('message'), str)]
        check(f'{what}: messages of {table}', not bad, bad[:3])
    nameless = db.execute('SELECT count(*) FROM regions_and_samples WHERE category IS NULL').fetchone()[0]
    check(f'{what}: categories', nameless == 0, nameless)


def nothing_lost(db, what):
    """AMD's views have every row of the base tables."""
    for view, table in (('regions', 'region'), ('kernels', 'kernel_dispatch'), ('memory_copies', 'memory_copy'), ('memory_allocations', 'memory_allocate'),
                        ('samples', 'sample'), ('code_objects', 'info_code_object'), ('pmc_info', 'info_pmc')):
        rows, shown = (db.execute(f'SELECT count(*) FROM {t}').fetchone()[0] for t in (f'rocpd_{table}', view))
        check(f'{what}: {view}', rows == shown, f'{shown} of {rows} rows')


def same_rows(sources, db, what):
    """The views of the merged file have the values of our tables over the sources, except for ids."""
    union = loaded(*sources)
    said = "replace(extdata, '{\"message\": \"\", ', '{') AS said"
    for table, columns in (('regions', 'name, category, tid, start, "end", ' + said), ('memory_copies', 'name, tid, start, "end", src_device, src_agent_abs_index, '
                           'src_agent_type, dst_device, dst_agent_abs_index'), ('kernels', 'name, tid, start, "end", agent_abs_index'), ('samples', 'name, timestamp, ' + said)):
        query = f'SELECT {columns} FROM {table} WHERE {"timestamp" if table == "samples" else "end"} IS NOT NULL ORDER BY {columns.replace(said, "said")}'
        one, other = union.execute(query).fetchall(), db.execute(query).fetchall()
        check(f'{what}: {table} as in the sources', one == other, ([r for r in one if r not in other][:1], [r for r in other if r not in one][:1]))


def merged(what, *sources):
    out = os.path.join(FOLDER, f'{what}.db')
    loaded(*sources).execute('SELECT rocpd_export_db(?)', (out,)).fetchall()
    db = sqlite3.connect(out)
    check(f'{what}: foreign keys', not db.execute('PRAGMA foreign_key_check').fetchall())
    return db


def generate(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([sys.executable, os.path.join(HERE, '..', 'helper', 'rocpd_gen.py'), path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def other_formats():
    rtg, rpd = os.path.join(DATA, 'rtg'), os.path.join(DATA, 'rpd', 'matmul_result.rpd')
    cases = {'rpd': [rpd], 'rtg1': [os.path.join(rtg, 'case1')], 'rtg2': [os.path.join(rtg, 'case2b')], 'rtg3': [os.path.join(rtg, 'case3')],
             'rtg5': [os.path.join(rtg, 'case5')], 'all': [rpd, rtg, generate('z.db')]}
    for what, sources in cases.items():
        db = merged(what, *sources)
        convert(db, what, records=what != 'all')
        if what != 'all':
            nothing_lost(db, what)
            same_rows(sources, db, what)
        chunks = os.path.join(FOLDER, f'{what}.rocz')
        loaded(*sources).execute('SELECT rocpd_export_rocz(?)', (chunks,)).fetchall()
        convert(merged(f'{what} from a chunk file', chunks), f'{what} from a chunk file', records=what != 'all')


def containers():
    """Processes with one pid on one machine, under one host name or two, from several runs."""
    paths = [generate(f'same{n}.db', '--seed', str(n), '--pid', '15', '--host', host) for n, host in enumerate(('node1', 'node1', 'box', 'node1'), 21)]
    db = merged('containers', *paths)
    convert(db, 'containers', records=False)
    counts = {t: sum(sqlite3.connect(p).execute(f'SELECT count(*) FROM {t}').fetchone()[0] for p in paths) for t in TABLES}
    found = {t: db.execute(f'SELECT count(*) FROM {t}').fetchone()[0] for t in TABLES}
    check('containers: rows', counts == found, (counts, found))
    names = db.execute('SELECT hostname, count(DISTINCT machine_id) FROM rocpd_info_node GROUP BY hostname ORDER BY 1').fetchall()
    check('containers: machines', names == [('box', 1), ('node1', 3)], names)
    one = merged('one run', *paths[:1], generate('other.db', '--seed', '31', '--pid', '16'))
    check('processes of one machine', one.execute('SELECT count(*) FROM rocpd_info_node').fetchone()[0] == 1)


def calls_keep_their_number():
    """Calls of rocprofv3 have their correlation number as id, also after a merge."""
    paths = [generate(f'call{n}.db', '--seed', str(n), '--pid', str(n)) for n in (41, 42, 43)]
    same = 'SELECT count(*) FROM regions WHERE id = stack_id', 'SELECT count(*) FROM samples WHERE id = stack_id'
    wanted = [sum(sqlite3.connect(p).execute(q).fetchone()[0] for p in paths) for q in same]
    db = merged('calls', *paths)
    check('calls: ids', wanted[0] > 0 and [db.execute(q).fetchone()[0] for q in same] == wanted, wanted)


other_formats()
containers()
calls_keep_their_number()
if len(sys.argv) > 3:
    db = merged('programs', sys.argv[3])
    convert(db, 'programs')
    nothing_lost(db, 'programs')
    same_rows([sys.argv[3]], db, 'programs')
finish()
