"""copy_cost and allocation_cost against copies, regions and kernels in SQL: there a row's own time is what a window function leaves of it."""
import json
import os
import random
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(__file__))
from cause_trace import Trace  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402
from common import FOLDER, HERE, attached, check, finish, generate, load, rows  # noqa: E402

FUNCTIONS = ['hipMalloc', 'hipFree', 'hipHostMalloc', 'hipHostFree', 'hipMallocManaged', 'hipHostRegister', 'hipHostUnregister']
OTHERS = ['hipLaunchKernel', 'hipMallocAsync', 'hipFre', 'hipFreeArray']


def own_time(who):
    """The part of a row's time that no earlier row of the same owner covers."""
    return f'''max(0, "end" - max(start, coalesce(max("end") OVER (PARTITION BY guid, {who} ORDER BY start, "end", id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), start)))'''


def copy_costs(reason, where, gain):
    return f'''SELECT '{reason}', direction, call, count(*), rocpd_sum(size_bytes), rocpd_sum(ns), {gain} FROM (
      SELECT direction, call, size_bytes, coalescable, min(exposed_ns, {own_time("CASE direction WHEN 'D2H' THEN src_agent_id ELSE dst_agent_id END")}) AS ns FROM copies WHERE {where})
      GROUP BY direction, call'''


PAGEABLE = copy_costs('pageable', "host_memory = 'PAGEABLE'", 'rocpd_sum(ns), NULL')
SMALL = copy_costs('small', 'coalescable > 1', 'CAST(sum(ns * (coalescable - 1.0) / coalescable) AS INTEGER), NULL')


def without(start, end, spans):
    """The ns from start to end that no span covers."""
    left, at = 0, start
    for a, b in sorted(spans):
        if b > at:
            left, at = left + max(0, min(a, end) - at), max(at, min(b, end))
    return left + max(0, end - at)


def calls_of_pageable(db):
    """(time of the calls, the part of it without computing) by direction and call."""
    kernels = {}
    for guid, source, agent, start, end in rows(db, "SELECT guid, source, agent_id, start, \"end\" FROM kernels WHERE coalesce(rocpd_category(name), '') NOT IN ('copy', 'collective')"):
        if None not in (start, end):
            kernels.setdefault((guid, source, agent), []).append((start, end))
    first = {}
    for row in rows(db, """SELECT start, "end", id, guid, source, pid, stack_id, direction, call, call_start, call_end, src_agent_id, dst_agent_id FROM copies
                           WHERE host_memory = 'PAGEABLE' AND call_start IS NOT NULL"""):
        key = (row[3], row[4], row[6])
        first[key] = min(first.get(key, row), row, key=lambda x: x[:3])
    reached, out = {}, {}
    for _, _, _, guid, source, pid, _, direction, call, start, end, *agents in sorted(first.values(), key=lambda x: (x[9], x[10] is not None, x[10] or 0, x[2])):
        if end is None:
            continue
        at = max(start, reached.get((guid, pid), start))
        reached[guid, pid] = max(end, reached.get((guid, pid), end))
        total, bare = out.get((direction, call), (0, 0))
        if end > at:
            total, bare = total + end - at, bare + without(at, end, [s for a in agents for s in kernels.get((guid, source, a), [])])
        out[direction, call] = (total, bare)
    return out


def wanted_pageable(db):
    calls = calls_of_pageable(db)
    return [row[:6] + ((calls[row[1:3]][1], calls[row[1:3]][0]) if row[1:3] in calls else row[6:]) for row in rows(db, PAGEABLE)]


ALLOCATIONS = f'''SELECT name, count(*), rocpd_sum("end" - start), rocpd_sum(ns), pid, guid, source, run, host, rank FROM (
  SELECT *, guid, source, run, host, rank, {own_time('pid')} AS ns FROM regions WHERE name IN ({str(FUNCTIONS)[1:-1]})
    AND start > (SELECT min(start) FROM kernels) AND "end" < (SELECT max(start) FROM kernels)) GROUP BY name, pid, guid, source, run, host, rank'''


def name_calls(r, db):
    for table, strings in zip(tables(db, 'rocpd_region'), tables(db, 'rocpd_string')):
        guid = db.execute(f'SELECT guid FROM "{strings}"').fetchone()[0]
        db.executemany(f'INSERT OR IGNORE INTO "{strings}"(guid, string) VALUES(?, ?)', [(guid, name) for name in FUNCTIONS + OTHERS])
        ids = [i for (i,) in db.execute(f'SELECT id FROM "{strings}" WHERE string IN ({str(FUNCTIONS + OTHERS)[1:-1]})')]
        db.executemany(f'UPDATE "{table}" SET name_id = ? WHERE id = ?', [(r.choice(ids), i) for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall() if r.random() < .8])


def make(r, path, *options):
    """A random trace with calls that allocate on several threads, and copies of pageable memory, many of them small."""
    path = random_trace(r, path, *options)
    db = sqlite3.connect(path)
    for table in tables(db, 'rocpd_memory_copy'):
        said = [json.dumps(s) for s in ({}, {'host_memory': 'PINNED'}, {'host_memory': 'PAGEABLE'}, {'host_memory': 'PAGEABLE'})]
        db.executemany(f'UPDATE "{table}" SET extdata = ?, size = ? WHERE id = ?',
                       [(r.choice(said), r.choice([0, 100, 5000, 65536, 65537]), i) for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall()])
    name_calls(r, db)
    db.commit()
    db.close()
    return path


def order(found):
    return sorted(found, key=repr) if isinstance(found, list) else found


seen = {'pageable': 0, 'calls that computing hides': 0, 'small': 0, 'allocations': 0, 'allocations that overlap': 0, 'copies that overlap': 0}


def compare(what, db):
    for name, wanted in (('pageable', wanted_pageable(db)), ('small', rows(db, SMALL))):
        got, want = order(rows(db, f"SELECT * FROM copy_cost WHERE reason = '{name}'")), order(wanted)
        if name == 'pageable':
            seen['calls that computing hides'] += sum(w[7] is not None and 0 < w[6] < w[7] for w in want)
        seen[name] += len(want)
        # Sums of fractions of ns may differ in the last digit: from 3.43 on, SQLite adds more exactly.
        close = isinstance(got, list) and len(got) == len(want) and all(g[:6] + g[7:] == w[:6] + w[7:] and (g[6] == w[6] or abs(g[6] - w[6]) <= (name == 'small')) for g, w in zip(got, want))
        if not close:
            check(f'{what}: {name}', got, want)
    seen['copies that overlap'] += rows(db, 'SELECT count(*) FROM copy_cost, (SELECT sum(exposed_ns) AS ns FROM copies WHERE coalescable > 1) WHERE reason = \'small\' AND ns > '
                                            '(SELECT sum(exposed_ns) FROM copy_cost WHERE reason = \'small\')')[0][0]
    got, want = order(rows(db, 'SELECT *, guid, source, run, host, rank FROM allocation_cost')), order(rows(db, ALLOCATIONS))
    seen['allocations'] += len(want)
    seen['allocations that overlap'] += sum(w[2] != w[3] for w in want)
    if got != want:
        check(f'{what}: allocations', got[:3], want[:3])


for seed in range(16):
    r = random.Random(seed)
    files = [make(r, f'costs{seed}/{i}.db', *r.choice([[], ['--holes'], ['--sets', '2'], ['--scale', '3']])) for i in range(1 + seed % 3)]
    if seed % 4 == 3:  # the same rows again, of other functions and with smaller ids: processes with one guid and pid are one process, and time shared with a copy belongs to the copy
        files.append(files[0].replace('.db', 'b.db'))
        shutil.copy(files[0], files[-1])
        with sqlite3.connect(files[-1]) as db:
            name_calls(r, db)
        with sqlite3.connect(files[0]) as db:
            for table in tables(db, 'rocpd_region') + tables(db, 'rocpd_memory_copy'):
                db.execute(f'UPDATE "{table}" SET id = id + 100000')
    db = attached(*files, options=r.choice([None, '{"rank":"%d.db"}']))
    compare(f'trace {seed}', db)
    if seed % 4 == 1:  # several processes in one table
        rows(db, 'SELECT rocpd_export_db(?, ?)', f'{FOLDER}/costs{seed}/merged.db', '{"overwrite":true}')
        compare(f'trace {seed}, merged', attached(f'{FOLDER}/costs{seed}/merged.db'))
    rows(db, 'SELECT rocpd_window(?, ?, ?)', r.choice(['0%', '20%']), r.choice(['60%', '90%']), seed % 2)
    compare(f'trace {seed}, window', db)
for sample in ('heliosr_146104_results.db', 'rpd/matmul_result.rpd', 'rtg/case1'):
    compare(sample, attached(f'{HERE}/../data/{sample}'))
compare('nothing', load())
check('enough rows were compared', {what: n for what, n in seen.items() if n < 50}, {})


def pageable_calls():
    """Two calls of 1000 ns: the first started three copies, and a kernel ran in it for 300 ns; the second is of another thread, and 400 ns of it do not
    overlap. One copy has no call."""
    t = Trace(1)
    t.calls = [{'id': i, 'tid': tid, 'start': s, 'end': e, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'stack': i} for i, (tid, s, e, name) in enumerate(
        [(t.pid, 1000, 2000, 'hipMemcpyAsync'), (t.pid, 3000, 4000, 'hipMemcpyAsync'), (t.pid + 1, 3500, 4400, 'hipMemcpy'), (t.pid, 500, 600, 'hipLaunchKernel')], 1)]
    t.copies = [{'id': i, 'start': s, 'end': s + 10, 'name': 'MEMORY_COPY_HOST_TO_DEVICE', 'stack': stack, 'queue': 1, 'tid': t.pid, 'agent': 2}
                for i, (s, stack) in enumerate([(1100, 1), (1600, 1), (1700, 1), (3900, 2), (4300, 3), (6000, 0)], 1)]
    t.kernels = [{'id': 1, 'start': 1200, 'end': 1500, 'name': 'gemm', 'stack': 4, 'queue': 1, 'tid': t.pid, 'agent': 2}]
    t.write(f'{FOLDER}/pageable.db')
    with sqlite3.connect(f'{FOLDER}/pageable.db') as db:
        for table in tables(db, 'rocpd_memory_copy'):
            db.execute(f"UPDATE \"{table}\" SET extdata = json_object('host_memory', 'PAGEABLE')")
    check('calls that copy pageable memory', order(rows(attached(f'{FOLDER}/pageable.db'), "SELECT call, copies, exposed_ns, gain_ns, call_ns FROM copy_cost WHERE reason = 'pageable'")),
          order([('hipMemcpyAsync', 4, 40, 1700, 2000), ('hipMemcpy', 1, 10, 400, 400), (None, 1, 10, 10, None)]))


def small_copies(trace, agent, begin, lengths):
    """Copies to an agent, one right after the other in a stream of its own."""
    for length in lengths:
        number = len(trace.copies) + 1
        trace.copies.append({'id': number, 'start': begin, 'end': begin + length, 'name': 'MEMORY_COPY_HOST_TO_DEVICE', 'stack': 0, 'queue': 1, 'tid': trace.pid, 'dst': agent, 'stream': agent - 2})
        begin += length


def bare(seed):
    t = Trace(seed)
    t.calls, t.kernels, t.copies = [], [], []
    return t


def order_of_lanes():
    """Fractions of ns are added by guid, then agent, in whatever order rows come: 8 * 7/8 ns, then two halves of 2^53 ns, to which a double can add no
    less than 1 ns."""
    want = int(8 * .875 + 2.0 ** 52 + 2.0 ** 52)
    t = bare(1)
    small_copies(t, 3, 10 ** 9, [2 ** 53] * 2)
    small_copies(t, 2, 10 ** 9, [1] * 8)
    t.write(f'{FOLDER}/agents.db')
    greater, lesser = bare(9), bare(1)
    small_copies(greater, 2, 10 ** 9, [2 ** 53] * 2)
    small_copies(lesser, 2, 10 ** 9, [1] * 8)
    greater.write(f'{FOLDER}/greater.db'), lesser.write(f'{FOLDER}/lesser.db')
    for what, paths in (('agents', ['agents']), ('guids', ['greater', 'lesser']), ('guids, the other way', ['lesser', 'greater'])):
        got = rows(attached(*(f'{FOLDER}/{p}.db' for p in paths)), "SELECT copies, gain_ns FROM copy_cost WHERE reason = 'small'")
        check(f'the order in which fractions of ns are added: {what}', got, [(10, want)])


pageable_calls()
order_of_lanes()
few = generate('few.db')
with sqlite3.connect(few) as db:
    for table in tables(db, 'rocpd_kernel_dispatch'):
        db.execute(f'DELETE FROM "{table}"')
check('without kernels no call counts', rows(attached(few), 'SELECT count(*) FROM allocation_cost'), [(0,)])
finish()
