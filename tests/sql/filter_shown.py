"""Filters of GPUs, kernels and streams in tables whose answer needs the whole trace, as the page of rocpd_filter has it: of the unfiltered table the rows that
name a chosen kernel or copy (WHERE, by ids of the base tables), sums of such rows, and for what_if a database in which the chosen kernels have a name of their own."""
import collections
import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, finish, generate, rows, value  # noqa: E402
from random_gpu import random_databases, scramble  # noqa: E402
from random_trace import tables  # noqa: E402

random.seed(241)
any_row = collections.Counter()  # a comparison of nothing with nothing shows nothing


def filtered(paths, **wanted):
    db = attached(*paths)
    db.execute('SELECT rocpd_filter(?)', (json.dumps(wanted),)).fetchall()  # an error ends the test
    return db


def any_of(db, sql):
    """One of the rows, the same in each run."""
    return random.choice(sorted(rows(db, sql), key=repr))


def same(what, one, two, sql, other):
    a, b = rows(one, sql), rows(two, other)
    if isinstance(a, list) and isinstance(b, list):
        any_row[what.split(': ')[-1]] += len(b)
        x, y = collections.Counter(map(repr, a)), collections.Counter(map(repr, b))
        a, b = list((x - y).elements())[:2], list((y - x).elements())[:2]
    check(what, (a, b), ([], []))


def all_columns(db, table):
    """Hidden ones, too; numbers of texts and the memory that is used belong to the connection."""
    return ', '.join(f'"{n}"' for n, in rows(db, "SELECT name FROM pragma_table_xinfo(?) WHERE name NOT IN ('path')", table))


def having(pattern, name='name'):
    return f"({name} GLOB '{pattern}' OR rocpd_demangle({name}) GLOB '{pattern}' OR rocpd_short_name({name}) GLOB '{pattern}')"


CAUSES = ('synchronisation', 'call', 'no call', 'launch', 'copy', 'queue', 'dispatch', 'unknown')
for number in range(6):
    path = random_databases(number, ('busy', 'ties', 'sparse')[number % 3])
    whole = attached(*path)
    name, = any_of(whole, 'SELECT DISTINCT rocpd_short_name(name) FROM kernels')
    pattern = name.replace('[', '[[]')[:4] + '*'
    gpu, = any_of(whole, 'SELECT gpu FROM kernels JOIN rocpd_info_agent USING (gpu)')  # an agent without a row cannot be chosen
    stream, = any_of(whole, 'SELECT stream_id FROM kernels WHERE stream_id IS NOT NULL')
    filters = [({'kernel': pattern}, f'SELECT guid, id FROM kernels WHERE {having(pattern)}', None),
               ({'gpu': gpu}, f"SELECT guid, id FROM kernels WHERE gpu = '{gpu}'", f"SELECT guid, id FROM memory_copies WHERE src_gpu = '{gpu}' OR dst_gpu = '{gpu}'"),
               ({'stream': stream}, f'SELECT guid, id FROM kernels WHERE stream_id = {stream}', f'SELECT guid, id FROM memory_copies WHERE stream_id = {stream}'),
               ({'kernel': pattern, 'gpu': gpu, 'stream': stream}, f"SELECT guid, id FROM kernels WHERE {having(pattern)} AND gpu = '{gpu}' AND stream_id = {stream}", None)]
    for wanted, kernels, copies in filters:
        if not rows(whole, kernels):
            continue
        for window in (False, True):
            a = filtered(path, **wanted)
            for db in (a, whole) if window else ():
                value(db, "SELECT rocpd_window('20%', '70%')")
            of = f'{wanted}{" in a window" if window else ""}: '
            chosen = lambda kind, identity: f"(({kind} = 'kernel' AND ({identity}) IN ({kernels}))" + (f" OR ({kind} = 'copy' AND ({identity}) IN ({copies})))" if copies else ')')  # noqa: E731
            columns = all_columns(whole, 'critical_path')
            same(of + 'critical_path', a, whole, f'SELECT {columns} FROM critical_path', f'SELECT {columns} FROM critical_path WHERE {chosen("kind", "guid, id")}')
            columns = all_columns(whole, 'sync_cost')
            same(of + 'sync_cost', a, whole, f'SELECT {columns} FROM sync_cost', f'SELECT {columns} FROM sync_cost WHERE {chosen("waited_kind", "guid, waited_id")}')
            columns = all_columns(whole, 'gaps')
            where = chosen('after_kind', 'guid, after_id')
            if list(wanted) == ['gpu']:
                where = f"gpu = '{gpu}'"  # not by what ends them: a copy between two GPUs may end a gap of another one, too
            elif 'gpu' in wanted:
                where += f" AND gpu = '{gpu}'"
            for level in ('agent', 'queue'):
                same(of + f'gaps of {level}s', a, whole, f"SELECT {columns} FROM gaps('', '{level}')", f"SELECT {columns} FROM gaps('', '{level}') WHERE {where}")
            check(of + 'gaps: the longest', [d for d, in rows(a, 'SELECT duration_ns FROM gaps LIMIT 4')], [d for d, in rows(whole, f'SELECT duration_ns FROM gaps WHERE {where} ORDER BY 1 DESC LIMIT 4')])
            check(of + 'gaps: by time', rows(a, 'SELECT start, agent_id FROM gaps ORDER BY start, guid, agent_id LIMIT 5'), rows(whole, f'SELECT start, agent_id FROM gaps WHERE {where} ORDER BY start, guid, agent_id LIMIT 5'))
            for cause in CAUSES:
                column = cause.replace(' ', '_') + '_ns'
                same(of + f'idle_summary: {cause}', a, whole, f"SELECT guid, agent_id, sum(idle_ns) FROM idle_summary WHERE cause = '{cause}' GROUP BY 1, 2",
                     f'SELECT guid, agent_id, sum({column}) FROM gaps WHERE {where} GROUP BY 1, 2 HAVING sum({column}) > 0')
        value(whole, 'SELECT rocpd_window()')
        value(a, 'SELECT rocpd_window()')
        if 'kernel' in wanted and len(wanted) == 1:
            same(of + 'diff', a, whole, "SELECT * FROM diff('', '')", f"SELECT * FROM diff('', '') WHERE {having(pattern)}")
        same(of + 'calls', a, whole, 'SELECT * FROM calls', 'SELECT * FROM calls')
        for table in ('api_overhead', 'allocation_cost', 'processes') + (() if 'gpu' in wanted else ('run_time', 'leaks', 'memory_peak', 'allocations')) + (('copies', 'copy_summary') if list(wanted) == ['kernel'] else ()):
            same(f'{of}{table}: all', a, whole, f'SELECT * FROM {table}', f'SELECT * FROM {table}')
        if list(wanted) == ['gpu']:
            same(of + 'queue_depth', a, whole, 'SELECT * FROM queue_depth', f"SELECT * FROM queue_depth WHERE gpu = '{gpu}'")

# ---- what_if: kernels with a name of their own


def copy_symbols(db, symbols, name):
    """Each kernel symbol a second time, with another name and an id larger by 100000."""
    names = [n for _, n, *_ in db.execute(f'PRAGMA table_info("{symbols}")')]
    new = ', '.join({'id': 'id + 100000'}.get(n, f"'{name}'" if n in ('kernel_name', 'display_name', 'formatted_kernel_name') else f'"{n}"') for n in names)
    columns = ', '.join(f'"{n}"' for n in names)
    db.execute(f'INSERT INTO "{symbols}" ({columns}) SELECT {new} FROM "{symbols}"')


def without_collectives(path):
    """Kernels of one name on all GPUs may form an operation, which another name would end."""
    db = sqlite3.connect(path)
    for symbols in tables(db, 'rocpd_info_kernel_symbol'):
        has = [n for _, n, *_ in db.execute(f'PRAGMA table_info("{symbols}")')]
        for column in {'kernel_name', 'display_name', 'formatted_kernel_name'}.intersection(has):
            db.execute(f"UPDATE \"{symbols}\" SET {column} = replace({column}, 'nccl', 'gemm')")
    db.commit()
    db.close()


def renamed(path, number, where):
    """A copy of the database in which the kernels of some dispatches are called mine."""
    other = f'{FOLDER}/renamed/{number}.db'
    os.makedirs(os.path.dirname(other), exist_ok=True)
    db = sqlite3.connect(path)
    db.execute('VACUUM INTO ?', (other,))
    db.close()
    db = sqlite3.connect(other)
    for dispatches in tables(db, 'rocpd_kernel_dispatch'):
        copy_symbols(db, dispatches.replace('rocpd_kernel_dispatch', 'rocpd_info_kernel_symbol'), 'mine')
        db.execute(f'UPDATE "{dispatches}" SET kernel_id = kernel_id + 100000 WHERE {where}')
    db.commit()
    db.close()
    return other


for number in range(4):
    path = generate(f'what_if/{number}.db', '--seed', str(40 + number))
    scramble(path, ('busy', 'sparse')[number % 2], 2000000)
    without_collectives(path)
    whole = attached(path)
    gpu, agent = any_of(whole, 'SELECT gpu, agent_id FROM kernels')
    stream, = any_of(whole, 'SELECT stream_id FROM kernels WHERE stream_id IS NOT NULL')
    for wanted, where in (({'gpu': gpu}, f'agent_id = {agent}'), ({'stream': stream}, f'stream_id = {stream}')):
        mine = attached(renamed(path, f'{number}{list(wanted)[0]}', where))
        a = filtered([path], **wanted)
        for factor in (0, 0.5, 3):
            same(f'{wanted}: what_if', a, mine, f"SELECT kernels, kernel_ns, before_ns, after_ns, pid FROM what_if('*', {factor})", f"SELECT kernels, kernel_ns, before_ns, after_ns, pid FROM what_if('mine', {factor})")
    name, = any_of(whole, 'SELECT name FROM kernels WHERE name IS NOT NULL')
    pattern = name.replace('[', '[[]').replace('*', '[*]').replace('?', '[?]')
    same(f'kernel {name}: what_if', filtered([path], kernel=pattern), whole, "SELECT * FROM what_if('*', 0.5)", f"SELECT * FROM what_if('{pattern}', 0.5)")

# ---- ranks: sums of the chosen GPUs, which wait for all ranks

paths = []
for rank in range(3):
    path = generate(f'ranks/{rank}.db', '--seed', str(rank), '--pid', str(700 + rank), '--launcher', '--boot', '1000000000')
    db = sqlite3.connect(path)
    for dispatches in tables(db, 'rocpd_kernel_dispatch'):  # on each GPU as many collective operations
        of_agent = {}
        for dispatch, agent in db.execute(f'SELECT id, agent_id FROM "{dispatches}" ORDER BY start'):
            of_agent.setdefault(agent, []).append(dispatch)
        for each in of_agent.values():
            db.executemany(f'UPDATE "{dispatches}" SET kernel_id = kernel_id + 100000 WHERE id = ?', [(d,) for d in each[::3][:20]])
        copy_symbols(db, dispatches.replace('rocpd_kernel_dispatch', 'rocpd_info_kernel_symbol'), 'ncclDevKernel_Generic')
    db.commit()
    db.close()
    paths.append(path)
whole = attached(*paths)
for gpu, in rows(whole, 'SELECT DISTINCT gpu FROM kernels ORDER BY 1'):
    a = filtered(paths, gpu=gpu)
    for table in ('arrivals', 'rank_steps'):
        columns = all_columns(whole, table)
        same(f'{gpu}: {table}', a, whole, f'SELECT {columns} FROM {table}', f"SELECT {columns} FROM {table} WHERE gpu = '{gpu}'")
    columns = 'rank, compute_ns, communication_ns, copy_ns, idle_ns'
    same(f'{gpu}: ranks', a, whole, f'SELECT {columns} FROM ranks WHERE start IS NOT NULL',
         f"SELECT {columns} FROM (SELECT *, compute_ns, gpu FROM gpu_time('agent')) WHERE gpu = '{gpu}' AND start IS NOT NULL")
    same(f'{gpu}: waits of ranks', a, whole, 'SELECT rank, wait_ns, late_ns FROM ranks WHERE wait_ns IS NOT NULL', f"SELECT rank, sum(fresh_wait_ns), sum(late_ns) FROM rank_steps WHERE gpu = '{gpu}' GROUP BY rank")

# ---- advice: findings about other GPUs are left out


def advice_of(whole, agents):
    """From its evidence: for each rule with a time that applies, the number of findings and the gain: the largest sum of one GPU, process or rank."""
    wanted = []
    (run_ns, stretches), = rows(whole, 'SELECT max(run_ns), max(stretch) FROM run_time')
    for rule, state, evidence in rows(whole, 'SELECT rule, state, evidence FROM advice'):
        found = [r for r in rows(whole, evidence) if not isinstance(r[2], int) or (r[3], r[2]) in agents] if state != 'unknown' else None
        sums = collections.Counter()
        for gain, _, whose, guid in found or []:
            if gain is not None:
                sums[whose, guid] += gain
        wanted.append((rule, None if found is None else len(found), min(max(sums.values()), run_ns) if sums else None))
    check('... one stretch, for the sake of this oracle', stretches, 1)
    return wanted


for number in range(2):
    path = generate(f'advice/{number}.db', '--seed', str(60 + number))
    scramble(path, 'busy', 2000000)
    whole = attached(path)
    for gpu, in rows(whole, 'SELECT DISTINCT gpu FROM kernels ORDER BY 1 LIMIT 2'):
        agents = set(rows(whole, 'SELECT guid, id FROM rocpd_info_agent WHERE gpu = ?', gpu))
        got, wanted = sorted(rows(filtered([path], gpu=gpu), 'SELECT rule, findings, gain_ns FROM advice')), sorted(advice_of(whole, agents))
        check(f'{gpu}: advice', got, wanted)
        any_row['advice of others'] += got != sorted(rows(whole, 'SELECT rule, findings, gain_ns FROM advice'))

for what, n in any_row.items():
    if not what.startswith(('unknown', 'copy', 'queue', 'no call', 'call', 'launch', 'dispatch', 'synchronisation')):
        check(f'{what}: rows were compared', n > 0, True)
finish()
