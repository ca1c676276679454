"""What health says is odd about rows, against plain SQL on copies of the tables, with rows made odd."""
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, attached, check, finish, generate, rows  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

r = random.Random(23)
LAUNCH = "r.name GLOB 'hip*Launch*Kernel*' AND r.name NOT GLOB '*MultiDevice*'"
WANTED = {
    'kernels of negative duration': 'SELECT count(*) FROM k WHERE "end" < start',
    'copies of negative duration': 'SELECT count(*) FROM c WHERE "end" < start',
    'calls of negative duration': 'SELECT count(*) FROM r WHERE "end" < start',
    'kernels of no duration': 'SELECT count(*) FROM k WHERE "end" = start',
    'kernels before their launch': 'SELECT count(*) FROM k JOIN (SELECT guid, stack_id, min(rowid) AS i FROM r WHERE stack_id <> 0 GROUP BY 1, 2) f USING (guid, stack_id) JOIN r ON r.rowid = f.i WHERE k.start < r.start',
    'kernels without launch': 'SELECT count(*) FROM k WHERE EXISTS (SELECT 1 FROM r) AND NOT EXISTS (SELECT 1 FROM r WHERE r.guid = k.guid AND r.stack_id = k.stack_id AND r.stack_id <> 0)',
    'launches without kernel': f"""SELECT count(*) FROM r WHERE {LAUNCH} AND "end" IS NOT NULL AND coalesce(result, 0) = 0 AND EXISTS (SELECT 1 FROM k)
       AND r.rowid NOT IN (SELECT min(r.rowid) FROM k JOIN r ON r.guid = k.guid AND r.stack_id = k.stack_id AND r.stack_id <> 0 GROUP BY k.rowid)""",
    'unfinished ranges': """SELECT count(*) FROM r WHERE "end" IS NULL AND (category LIKE 'MARKER%' OR category = 'rocm_marker_api')"""}


def odd(path):
    """Some rows with impossible times, some without an end, calls that launch something or nothing."""
    with sqlite3.connect(path) as db:
        for base in ('rocpd_kernel_dispatch', 'rocpd_memory_copy', 'rocpd_region'):
            for table in tables(db, base):
                for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
                    how = r.random()
                    if how < .15:
                        db.execute(f'UPDATE "{table}" SET "end" = start - ? WHERE id = ?', (r.randrange(1, 9), i))
                    elif how < .3:
                        db.execute(f'UPDATE "{table}" SET "end" = start WHERE id = ?', (i,))
        for table in tables(db, 'rocpd_event'):
            for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
                if r.random() < .3:
                    db.execute(f'UPDATE "{table}" SET stack_id = ? WHERE id = ?', (r.choice([0, 0, 7, 100000 + i]), i))
        for table in tables(db, 'rocpd_string'):
            db.execute(f"""UPDATE "{table}" SET string = 'hipLaunchKernel' || CASE id % 2 WHEN 1 THEN '' ELSE '_spt' END WHERE string GLOB 'hip*' AND id % 3 = 0
                           AND NOT EXISTS (SELECT 1 FROM "{table}" s WHERE s.string GLOB 'hipLaunchKernel*')""")


OVERLAP = 'kernels overlapping in a queue'
found = {name: 0 for name in (*WANTED, OVERLAP)}


def overlaps(db):
    """The facts of health computed from rows, as its help text says."""
    names, with_calls = {}, set()
    for guid, stack, name in rows(db, 'SELECT guid, stack_id, name FROM r ORDER BY rowid'):
        with_calls.add(guid)
        if stack:
            names.setdefault((guid, stack), name)
    queues = {}
    for guid, pid, agent, queue, stream, stack, start, end in rows(db, 'SELECT guid, pid, agent_id, queue_id, stream, stack_id, start, "end" FROM k'):
        call = names.get((guid, stack)) or ''
        ordered = call.startswith('hip') and not call.startswith('hipExt') and 'Graph' not in call if guid in with_calls else stream not in (None, 'Default Stream')
        q = queues.setdefault((guid, pid, agent, queue), [True, []])
        q[0] &= ordered
        if start is not None and end is not None:
            q[1].append((start, max(start, end)))
    n = 0
    for ordered, kernels in queues.values():
        reached = None
        for start, end in sorted(kernels) if ordered else []:
            n += reached is not None and start < reached - 1000
            reached = end if reached is None else max(reached, end)
    return n


def compare(db, case):
    for name, table in (('k', 'kernels'), ('c', 'memory_copies'), ('r', 'regions')):
        rows(db, f'DROP TABLE IF EXISTS main.{name}')
        rows(db, f'CREATE TABLE main.{name} AS SELECT *{dict(r=", result", k=", agent_id").get(name, "")} FROM {table} ORDER BY {table}.rowid')
    told = dict(rows(db, 'SELECT name, value FROM health'))
    for name, sql in WANTED.items():
        (n,), = rows(db, sql)
        found[name] += n
        if told.get(name, 0) != n:
            check(f'case {case}: {name}', told.get(name, 0), n)
    n = overlaps(db)
    found[OVERLAP] += n
    if told.get(OVERLAP, 0) != n:
        check(f'case {case}: {OVERLAP}', told.get(OVERLAP, 0), n)


for case in range(14 if os.environ.get('SOAK') else 9):
    path = random_trace(r, f'quality/{case}.db', '--scale', str(r.choice([1, 3])), *(['--holes'] if r.random() < .4 else []))
    odd(path)
    db = attached(path)
    compare(db, case)
    if case % 4 == 0:  # cached answers belong to one state of the file
        compare(db, f'{case}, again')
        odd(path)
        compare(db, f'{case}, changed')
for base in ('rocpd_kernel_dispatch', 'rocpd_region'):  # missing counterparts do not count if they were not recorded
    path = random_trace(r, f'quality/no_{base}.db')
    odd(path)
    with sqlite3.connect(path) as db:
        for table in tables(db, base):
            db.execute(f'DELETE FROM "{table}"')
    compare(attached(path), f'without {base}')
for case in range(6):  # kernels without calls: their streams decide
    path = random_trace(r, f'quality/streams_{case}.db')
    with sqlite3.connect(path) as db:
        for table in tables(db, 'rocpd_region'):
            db.execute(f'DELETE FROM "{table}"')
        for table in tables(db, 'rocpd_info_stream'):
            db.execute(f'''UPDATE "{table}" SET name = 'Stream ' || id WHERE id <> ?''', (r.choice([0, 0, 1, 2]),))
        for table in tables(db, 'rocpd_kernel_dispatch'):
            db.execute(f'UPDATE "{table}" SET "end" = "end" + ? WHERE id % 5 = 0', (r.choice([10, 1000, 100000]),))
    compare(attached(path), f'streams {case}')
check('each fact occurred', [name for name, n in found.items() if not n], ['unfinished ranges'])
check('all cases', True, True)
genuine = attached(HERE + '/../data/heliosr_146104_results.db')
check('a real file: kernels alone are not reported', rows(genuine, "SELECT name FROM health WHERE name IN ({})".format(', '.join(f"'{w}'" for w in WANTED))), [])
check('... nor do they overlap', rows(genuine, 'SELECT * FROM health WHERE name = ?', OVERLAP), [])

# ---- kernels that overlap in a queue: by hand


def planted(name, call, ends, stream='Stream 0'):
    """Kernels that start 10 us apart in one queue, launched by a call of that name (None: no calls) into a stream."""
    path = generate(f'overlap_{name}.db')
    with sqlite3.connect(path) as db:
        def change(base, sql):
            for table in tables(db, base):
                db.execute(sql.replace('{}', f'"{table}"'))
        change('rocpd_memory_copy', 'DELETE FROM {}')
        change('rocpd_kernel_dispatch', f'DELETE FROM {{}} WHERE id > {len(ends)}')
        for i, end in enumerate(ends):
            change('rocpd_kernel_dispatch', f'UPDATE {{}} SET agent_id = (SELECT min(agent_id) FROM {{}}), queue_id = 1, stream_id = 1, start = {6 * 10**12 + i * 10000}, "end" = {6 * 10**12 + end} WHERE id = {i + 1}')
        change('rocpd_info_stream', f"UPDATE {{}} SET name = '{stream}' WHERE id = 1")
        if call:
            change('rocpd_string', f"UPDATE {{}} SET string = '{call}' || id WHERE string GLOB 'hip*'")
            event, region, string, kernel = (tables(db, f'rocpd_{t}')[0] for t in ('event', 'region', 'string', 'kernel_dispatch'))
            db.execute(f'''UPDATE "{event}" SET stack_id = (SELECT e.stack_id FROM "{event}" e JOIN "{region}" r ON r.event_id = e.id JOIN "{string}" s ON s.id = r.name_id
                           WHERE s.string GLOB ? AND e.stack_id <> 0) WHERE id IN (SELECT event_id FROM "{kernel}")''', (call + '*',))
        else:
            change('rocpd_region', 'DELETE FROM {}')
    return rows(attached(path), 'SELECT value FROM health WHERE name = ?', OVERLAP)


check('1 us is allowed', planted('little', 'hipLaunchKernel', [11000, 15000, 25000]), [])
check('more is not', planted('more', 'hipLaunchKernel', [11001, 15000, 25000]), [(1,)])
check('a kernel that ends after the next one', planted('long', 'hipModuleLaunchKernel', [90000, 15000, 25000]), [(2,)])
check('in any order', planted('any', 'hipExtLaunchKernel', [90000, 15000, 25000]), [])
check('of a graph', planted('graph', 'hipGraphLaunch', [90000, 15000, 25000]), [])
check('of HSA', planted('hsa', 'hsa_launch', [90000, 15000, 25000]), [])
check('without calls', planted('stream', None, [90000, 15000, 25000]), [(2,)])
check('... and without a known stream', planted('default', None, [90000, 15000, 25000], 'Default Stream'), [])
finish()
