#!/usr/bin/python3
"""Unknown times (help topic damage): 0, and times of days before the trace began, are NULL and counted, in every kind of row. Every table
and export answers as if the file had NULL there. Traces whose clock begins at 0 keep their times.

    unknown_times.py BUILD FOLDER"""
import json
import re
import sqlite3

from common import FOLDER, attached, check, finish, generate, load, rows, value

MINUTE = 60 * 10**9
DAY = 24 * 60 * MINUTE
TIMES = {'rocpd_kernel_dispatch': ('start', 'end'), 'rocpd_region': ('start', 'end'), 'rocpd_memory_copy': ('start', 'end'),
         'rocpd_memory_allocate': ('start', 'end'), 'rocpd_sample': ('timestamp',)}
SOURCE = generate('source.db', '--boot', str(10**15))
SUFFIX = value(sqlite3.connect(SOURCE), "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")
START = value(sqlite3.connect(SOURCE), 'SELECT start FROM rocpd_info_process')


def changed(name, *statements, of=SOURCE):
    path = f'{FOLDER}/{name}.db'
    db = sqlite3.connect(path, isolation_level=None)
    sqlite3.connect(of).backup(db)
    for sql in statements:
        db.execute(sql.replace('{T}', SUFFIX))
    db.close()
    return path


def is_known(t, began):
    return not began or (t >= began - DAY and (t > 0 or began <= MINUTE))


def wanted(path):
    """The times of all tables according to the rule, read with a plain connection; and the number of unknown ones."""
    db = sqlite3.connect(path)
    every = {t: rows(db, f'SELECT id, {", ".join(chr(34) + c + chr(34) for c in columns)} FROM {t} ORDER BY id') for t, columns in TIMES.items()}
    flat = [t for table in every.values() for row in table for t in row[1:]]
    starts = [s for s, in rows(db, 'SELECT start FROM rocpd_info_process WHERE start <> 0')]
    began = min(starts, default=0)
    if not began or sum(t >= began - DAY for t in flat) * 2 < len(flat):
        began = min((t for t in flat if t > (MINUTE if sum(t > MINUTE + DAY for t in flat) * 2 > sum(t > 0 for t in flat) else 0)), default=0)
    shown = {name: [(row[0], *(t if is_known(t, began) else None for t in row[1:])) for row in table] for name, table in every.items()}
    return shown, {name: n for name, table in shown.items() if (n := sum(row.count(None) for row in table))}


def shown(db):
    return {t: rows(db, f'SELECT id, {", ".join(chr(34) + c + chr(34) for c in columns)} FROM {t} ORDER BY id') for t, columns in TIMES.items()}


def counted(db):
    return {d.split(': ')[0].split(' ')[1]: v for v, d in rows(db, "SELECT value, detail FROM health WHERE name = 'unknown times'")}


# ---- the rule

ZEROS = [f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = 0, "end" = 0 WHERE id = 7', 'UPDATE "rocpd_kernel_dispatch{T}" SET start = 0 WHERE id = 9',
         'UPDATE "rocpd_kernel_dispatch{T}" SET "end" = 0 WHERE id = 11', f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = {START - DAY - 1} WHERE id = 13',
         f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = {START - DAY} WHERE id = 15', 'UPDATE "rocpd_region{T}" SET start = 0, "end" = 0 WHERE id IN (SELECT id FROM "rocpd_region{T}" LIMIT 3)',
         'UPDATE "rocpd_memory_copy{T}" SET start = -5 WHERE id = (SELECT max(id) FROM "rocpd_memory_copy{T}")',
         'UPDATE "rocpd_memory_allocate{T}" SET start = 0, "end" = 0 WHERE id = (SELECT max(id) FROM "rocpd_memory_allocate{T}")',
         'UPDATE "rocpd_sample{T}" SET timestamp = 1 WHERE id = (SELECT max(id) FROM "rocpd_sample{T}")']
EVENTS = [(t, c) for t, columns in TIMES.items() for c in columns]
# The whole trace is moved so that its first time is 1, and its first kernel is at 0.
FIRST = min(v for v, in rows(sqlite3.connect(SOURCE), ' UNION ALL '.join(f'SELECT min("{c}") FROM {t}' for t, c in EVENTS)))
SMALL = [f'UPDATE "{t}{{T}}" SET "{c}" = "{c}" - {FIRST - 1}' for t, c in EVENTS]
cases = {
    'process': ZEROS,
    'no start': [*ZEROS, 'UPDATE "rocpd_info_process{T}" SET start = 0'],
    'NULL start': [*ZEROS, 'UPDATE "rocpd_info_process{T}" SET start = NULL'],
    'other clock': [*ZEROS, 'UPDATE "rocpd_info_process{T}" SET start = 1790000000000000000'],
    'small': [*SMALL, *ZEROS[:1], 'UPDATE "rocpd_info_process{T}" SET start = 0'],
    'small, late process': [*SMALL, *ZEROS[:1]],
    'a minute': [*SMALL, *ZEROS[:1], f'UPDATE "rocpd_info_process{{T}}" SET start = {MINUTE}'],
    'more': [*SMALL, *ZEROS[:1], f'UPDATE "rocpd_info_process{{T}}" SET start = {MINUTE + 1}'],
    'as it was': []}
by_hand = {  # expected by the help text, from the statements above
    'process': {'rocpd_kernel_dispatch': 5, 'rocpd_region': 6, 'rocpd_memory_copy': 1, 'rocpd_memory_allocate': 2, 'rocpd_sample': 1},
    'no start': {'rocpd_kernel_dispatch': 4, 'rocpd_region': 6, 'rocpd_memory_copy': 1, 'rocpd_memory_allocate': 2, 'rocpd_sample': 1},
    'other clock': {}, 'small': {}, 'small, late process': {}, 'a minute': {}, 'more': {'rocpd_kernel_dispatch': 2}, 'as it was': {}}
for name, statements in cases.items():
    path = changed(name, *statements)
    times, missing = wanted(path)
    if name in by_hand and name != 'other clock':
        check(f'{name}: by hand', missing, by_hand[name])
    db = attached(path)
    check(f'{name}: times', shown(db), times)
    check(f'{name}: counted', counted(db), missing)
    check(f'{name}: losses', rows(db, "SELECT sum(rows) FROM losses WHERE loss = 'unknown times'"), [(sum(missing.values()) or None,)])
    for cached in (0, 100):  # reading columns again and looking up rows does not count them again
        rows(db, f"SELECT rocpd_config('cache_mb', {cached})"), shown(db), rows(db, 'SELECT * FROM kernels WHERE id = 7')
    check(f'{name}: counted once', counted(db), missing)

# The machine has run for two hours, the process for one: 0 is unknown, although it is not days earlier.
path = changed('two hours', *[f'UPDATE "{t}{{T}}" SET "{c}" = "{c}" - {START - 120 * MINUTE}' for t, c in EVENTS], ZEROS[0], f'UPDATE "rocpd_info_process{{T}}" SET start = {60 * MINUTE}')
db = attached(path)
check('two hours', (counted(db), rows(db, 'SELECT start, "end", duration FROM kernels WHERE id = 7')), ({'rocpd_kernel_dispatch': 2}, [(None, None, None)]))

# ---- all answers are those of a file with NULL (here a text, which is read as NULL)

def as_text(sql):
    what, where = sql.split(' WHERE ', 1)
    return re.sub(r'= -?[0-9]+', "= 'x'", what) + ' WHERE ' + where


SOME = [*ZEROS[:3], *ZEROS[5:]]
zero, null = changed('zero', *SOME), changed('null', *map(as_text, SOME))
a, b = load(), load()
rows(a, 'SELECT rocpd_attach(?)', zero), rows(b, 'SELECT rocpd_attach(?)', null)
names = [n for n, in rows(a, "SELECT name FROM temp.sqlite_master WHERE type IN ('table', 'view') AND sql IS NOT NULL ORDER BY name")]
skip = {'health', 'losses', 'sources', 'advice', 'help', 'rocpd_help', 'version', 'overhead', 'rocpd_tables'}
compared = 0
for name in names:
    if name in skip:
        continue
    one, two = rows(a, f'SELECT * FROM "{name}"'), rows(b, f'SELECT * FROM "{name}"')
    if isinstance(one, list) and one:
        compared += 1
    same = str(one).replace(zero, null) == str(two)
    check(f'{name} is that of NULL', same or [r for r in zip(one, two) if str(r[0]).replace(zero, null) != str(r[1])][:2], True)
check('tables were compared', compared > 60, True)
check('busy', rows(a, 'SELECT * FROM busy'), rows(b, 'SELECT * FROM busy'))
for kind in ('json', 'perfetto', 'csv', 'db', 'rocz'):
    got = [value(d, f"SELECT rocpd_export_{kind}('{FOLDER}/{n}.out.{kind}')") for d, n in ((a, 'zero'), (b, 'null'))]
    got = [json.loads(g) if g.startswith('{') else {'error': g} for g in got]
    for one in got:
        for key in ('guid', 'path', 'wrong_type', 'unknown_times', 'bytes', 'ms', 'took_ms', 'seconds'):
            one.pop(key, None)
    check(f'{kind}: the same rows', got[0], got[1])
MISSING = sum(wanted(zero)[1].values())
for kind in ('db', 'rocz'):
    d = attached(f'{FOLDER}/zero.out.{kind}')
    check(f'{kind}: says so', rows(d, "SELECT sum(value) FROM health WHERE name = 'unknown times'"), [(MISSING,)])
    check(f'{kind}: busy', rows(d, 'SELECT GpuTime FROM busy WHERE GpuTime > 0'), rows(a, 'SELECT GpuTime FROM busy WHERE GpuTime > 0'))

# ---- RPD: links and texts, no process

path = f'{FOLDER}/zero.rpd'
db = sqlite3.connect(path, isolation_level=None)
db.executescript("""
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);
INSERT INTO rocpd_string VALUES (1, 'gemm'), (2, 'KernelExecution'), (3, 'hipLaunchKernel'), (4, '');
INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', 5000000001000, 5000000002000, 1, 2), (2, 0, 0, 0, '', 0, 0, 1, 2), (3, 0, 0, 0, '', 5000000003000, 0, 1, 2), (4, 0, 0, 0, '', 0, 5000000009000, 1, 2);
INSERT INTO rocpd_api VALUES (1, 1, 1, 5000000000000, 5000000000500, 3, 4), (2, 1, 1, 0, 0, 3, 4);""")
db.close()
KERNELS = [(1, 5000000001000, 5000000002000, 1000), (2, None, None, None), (3, 5000000003000, None, None), (4, None, 5000000009000, None)]
db = attached(path)
check('RPD: kernels', rows(db, 'SELECT id, start, "end", duration FROM kernels ORDER BY id'), KERNELS)
check('RPD: calls', rows(db, 'SELECT start, "end", duration FROM regions ORDER BY id'), [(5000000000000, 5000000000500, 500), (None, None, None)])
check('RPD: counted', (counted(db), rows(db, "SELECT value FROM health WHERE name LIKE '%negative%' AND value > 0")), ({'kernels': 4, 'regions': 2}, []))
check('RPD: span', rows(db, 'SELECT start, "end" FROM sources'), [(5000000000000, 5000000009000)])
check('RPD: busy', rows(db, 'SELECT GpuTime, WallTime FROM busy WHERE GpuTime > 0'), [(1000, 1000)])
check('RPD: top', rows(db, 'SELECT name, total_calls, total_ns FROM top_kernels'), [('gemm', 4, 1000)])
small = sqlite3.connect(f'{FOLDER}/small.rpd', isolation_level=None)
sqlite3.connect(path).backup(small)
small.executescript('UPDATE rocpd_op SET start = max(start - 5000000000000, 0), end = max(end - 5000000000000, 0); UPDATE rocpd_api SET start = max(start - 5000000000000, 0), end = max(end - 5000000000000, 0);')
small.close()
check('RPD: a clock from 0', (counted(attached(f'{FOLDER}/small.rpd')), rows(attached(f'{FOLDER}/small.rpd'), 'SELECT start, "end" FROM kernels WHERE id = 2')), ({}, [(0, 0)]))

# ---- rtg: lines with two clocks, one of them near 0

path = f'{FOLDER}/rtg_trace.txt.8001'
with open(path, 'w') as f:
    f.write('HIP: pid:8001 tid:9 hipDeviceSynchronize ret=0 @1811961275001000 +10\nHIP: pid:8001 tid:9 hipFree ret=0 @0 +2\n'
            "HSA: pid:8001 tid:9 dispatch queue:0 agent:94179622800240 signal:140300000000000 name:'gemm' start:1811961275009000 stop:1811961275009999 id:0\n"
            'profile: kernel;\tinline;\t  1.0 us;\t1000;\t2000;\n')
db = attached(path)
check('rtg: kernels', rows(db, 'SELECT name, start, "end", duration FROM kernels ORDER BY name'), [('gemm', 1811961275009000, 1811961275009999, 999), ('inline', None, None, None)])
check('rtg: calls', rows(db, 'SELECT name, start FROM regions ORDER BY name'), [('hipDeviceSynchronize', 1811961275001000), ('hipFree', None)])
check('rtg: counted', counted(db), {'kernels': 2, 'regions': 2})
check('rtg: busy', rows(db, 'SELECT GpuTime, WallTime FROM busy WHERE GpuTime > 0'), [(999, 999)])
with open(path, 'w') as f:
    f.write('profile: kernel;\tinline;\t  1.0 us;\t1000;\t2000;\nprofile: kernel;\tinline;\t  1.0 us;\t90000000001000;\t90000000002000;\n')
check('rtg: a clock from 0, and a day later', rows(attached(path), 'SELECT start FROM kernels ORDER BY 1'), [(1000,), (90000000001000,)])

# ---- several sets of tables, and several processes

merged = f'{FOLDER}/merged.db'
two = generate('second.db', '--seed', '2', '--pid', '77')
db = attached(zero, two)
value(db, 'SELECT rocpd_export_db(?)', merged)
check('merged: kernels without a start are left out', value(attached(merged), 'SELECT count(*) FROM kernels WHERE start <= 0'), 0)
finish()
