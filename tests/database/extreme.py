#!/usr/bin/python3
"""Impossible times: too large for the difference of two (2^62 ns), and lengths whose sums exceed an integer.

    extreme.py BUILD FOLDER"""
import json
import sqlite3
import threading
import time

from common import FOLDER, attached, check, finish, generate, rows, value

FAR = 2**62


def changed(name, *statements):
    """A generated database after statements, in which {T} is the suffix of its tables."""
    path = generate(f'{name}.db')
    db = sqlite3.connect(path, isolation_level=None)
    suffix = value(db, "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")
    for sql in statements:
        db.execute(sql.replace('{T}', suffix))
    db.close()
    return path


def facts(db, name):
    return [(v, d.split(': ')[-2].split(', ')[1:]) for v, d in rows(db, 'SELECT value, detail FROM health WHERE name = ? ORDER BY detail', name)]


# ---- out of range

path = changed('far', f'UPDATE "rocpd_region{{T}}" SET "end" = {FAR} WHERE id = 5', f'UPDATE "rocpd_region{{T}}" SET start = {-FAR}, "end" = {2**63 - 1} WHERE id = 9',
               f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = {-FAR}, "end" = {FAR} WHERE id = 7', f'UPDATE "rocpd_info_process{{T}}" SET start = {FAR}, fini = {FAR}')
TIMES = 'SELECT id, start, "end" FROM rocpd_region WHERE id IN (5, 6, 9) UNION ALL SELECT id, start, "end" FROM rocpd_kernel_dispatch WHERE id IN (7, 8)'
want = [(i, *(t if t is not None and abs(t) < FAR else None for t in times)) for i, *times in rows(sqlite3.connect(path), TIMES)]
check('some are out of range', sum(row.count(None) for row in want), 5)
FACT = 'wrong type'
db = attached(path)
check('times out of range are NULL', rows(db, TIMES), want)
for cached in (0, 100):  # reading columns again does not count them again
    rows(db, f"SELECT rocpd_config('cache_mb', {cached})"), rows(db, 'SELECT max("end") FROM rocpd_region'), rows(db, 'SELECT max(start) FROM rocpd_kernel_dispatch')
COUNTED = [(1, ['column end', 'first at rowid 7']), (1, ['column start', 'first at rowid 7']), (1, ['column start', 'first at rowid 24228']), (1, ['column fini', 'first at rowid 24228']),
           (2, ['column end', 'first at rowid 5']), (1, ['column start', 'first at rowid 9'])]
check('and counted', sorted(facts(db, FACT)), sorted(COUNTED))
check('busy: shares', rows(db, 'SELECT count(*) FROM busy WHERE Busy BETWEEN 0 AND 1 AND GpuTime BETWEEN 0 AND WallTime'), rows(db, 'SELECT count(*) FROM busy'))
check('no length is negative', rows(db, 'SELECT count(*) FROM regions WHERE duration < 0') + rows(db, 'SELECT count(*) FROM kernels WHERE duration < 0'), [(0,), (0,)])
out = f'{FOLDER}/far.rocz'
result = json.loads(value(db, 'SELECT rocpd_export_rocz(?)', out))
check('the result of an archive counts them', result.get('wrong_type'), 7)
db = attached(out)
check('an archive has the rows', rows(db, TIMES), want)
check('and says so', [(v, d.split(': table')[0] == path) for v, d in rows(db, 'SELECT value, detail FROM health WHERE name = ?', FACT)], [(7, True)])
check('as does an archive of it', json.loads(value(db, 'SELECT rocpd_export_rocz(?)', f'{FOLDER}/again.rocz')).get('wrong_type'), 7)
good = generate('good.db')
result = json.loads(value(attached(good), 'SELECT rocpd_export_rocz(?)', out := f'{FOLDER}/good.rocz'))
check('none in others', (result.get('wrong_type'), facts(attached(good), FACT), facts(attached(out), FACT)), (0, [], []))

# ---- sums

LONG = FAR - 1
# The process started at this time, so such times count as known.
EARLY = f'UPDATE "rocpd_info_process{{T}}" SET start = {-LONG}'
path = changed('sums', EARLY, f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = {-LONG}, "end" = {LONG} WHERE id < 300', f'UPDATE "rocpd_memory_copy{{T}}" SET start = {-LONG}, "end" = {LONG} WHERE id < 4')
db = attached(path)
check('lengths are exact', rows(db, 'SELECT count(*), min(duration), max(duration) FROM kernels WHERE id < 300'), [(299, 2 * LONG, 2 * LONG)])
check('health has no fact before', facts(db, FACT) + rows(db, "SELECT * FROM health WHERE name = 'sums saturated'"), [])
sums = rows(db, 'SELECT name, total_calls, total_ns, average_ns, min_ns, max_ns, stddev_ns IS NULL, percentage BETWEEN 0 AND 100 FROM top_kernels ORDER BY name')
exact = {}
for name, length in rows(sqlite3.connect(path), 'SELECT name, duration FROM kernels'):
    exact.setdefault(name, []).append(length)
MOST = 2**63 - 1
check('top: sums saturate, averages are exact', sums, [(n, len(d), min(sum(d), MOST), sum(d) // len(d), min(d), max(d), 1, 1) for n, d in sorted(exact.items())])
many = [n for n, d in exact.items() if sum(d) > MOST]
check('and health says so', (len(many) > 1, rows(db, "SELECT source, value FROM health WHERE name = 'sums saturated'")), (True, [(None, len(many))]))
check('busy: unions fit', rows(db, 'SELECT count(*) FROM busy WHERE Busy BETWEEN 0 AND 1 AND GpuTime BETWEEN 0 AND WallTime AND kernel_ns >= 0 AND copy_ns >= 0'), rows(db, 'SELECT count(*) FROM busy'))
check('gaps: lengths', rows(db, 'SELECT count(*) FROM gaps WHERE duration_ns <= 0'), [(0,)])
check('percentages', value(db, 'SELECT sum(percentage) BETWEEN 99.9 AND 100.1 FROM top'), 1)
moved = attached(path, options='{"offset_ns":1}')
check('a time that an offset moves beyond the limit is NULL', rows(moved, 'SELECT count(*), count("end"), min(start), max(start) FROM kernels WHERE id < 300'), [(299, 0, 1 - LONG, 1 - LONG)])
for kind in ('rocz', 'db', 'json', 'perfetto'):
    check(f'written as {kind}', isinstance(rows(db, f"SELECT rocpd_export_{kind}('{FOLDER}/sums.{kind}.out')"), list), True)
check('the same in an archive', rows(attached(f'{FOLDER}/sums.rocz.out'), 'SELECT name, total_ns, average_ns FROM top_kernels ORDER BY 1'), [(n, s, a) for n, _, s, a, *_ in sums])

# ---- sums of the analyses: they saturate at the largest integer, and no query fails

ROWS = [f'rocpd_{k}' for k in ('region', 'kernel_dispatch', 'memory_copy')]
path = changed('long', EARLY, *[f'UPDATE "{t}{{T}}" SET start = {-LONG}, "end" = {LONG}' for t in ROWS], f'UPDATE "rocpd_memory_allocate{{T}}" SET size = {MOST}')
db = attached(path)
exact = dict(rows(db, 'SELECT name, count(*) FROM kernels GROUP BY name'))
def long(n): return min(2 * LONG * n, MOST)
check('what_if', rows(db, 'SELECT kernels, kernel_ns, saved_ns >= 0 FROM what_if'), [(sum(exact.values()), MOST, 1)])
check('... for slower kernels', rows(db, "SELECT kernel_ns, saved_ns < 0 FROM what_if('*', 1000000)"), [(MOST, 1)])
check('short_kernels', sorted(rows(db, f'SELECT name, short_ns, time_share FROM short_kernels WHERE below = {MOST}')), sorted((n, long(c), 1.0) for n, c in exact.items()))
check('gpu_time', rows(db, 'SELECT count(*) FROM gpu_time WHERE overlap_ns NOT BETWEEN 0 AND span_ns'), [(0,)])
check('kernel_sequences', rows(db, 'SELECT count(*) > 0, min(kernel_ns) FROM kernel_sequences'), [(1, MOST)])
check('range_gpu', rows(db, f'SELECT min(kernel_ns) >= {2 * LONG}, max(kernel_ns) FROM range_gpu WHERE kernels > 0'), [(1, MOST)])
check('calls', rows(db, "SELECT min(inclusive_ns) > 0 FROM calls WHERE level = 'process' AND depth > 0"), [(1,)])
check('api_overhead', rows(db, 'SELECT calls, inclusive_ns FROM api_overhead ORDER BY name'), [(n, long(n)) for n, in rows(db, 'SELECT sum(calls) FROM calls WHERE depth > 0 GROUP BY name ORDER BY name')])
check('copy_summary', rows(db, 'SELECT copies, total_ns FROM copy_summary WHERE total_ns < 0 OR copies > 1 AND total_ns < ?', MOST), [])
check('advice', rows(db, 'SELECT count(*) > 1 FROM advice'), [(1,)])
check('memory_timeline', rows(db, "SELECT min(level_bytes), max(level_bytes), min(total_bytes) FROM memory_timeline WHERE event = 'ALLOC'"), [(MOST, MOST, MOST)])
check('memory_peak', rows(db, 'SELECT min(peak_bytes), min(allocated_bytes) FROM memory_peak'), [(MOST, MOST)])
check('rocpd_sum', rows(db, f'SELECT rocpd_sum(column1), rocpd_sum(-column1), rocpd_sum(column1) FILTER (WHERE column1 < 5), rocpd_sum(NULL) FROM (VALUES ({MOST}), (1), (NULL), (2))'), [(MOST, -MOST, 3, None)])
check('rocpd_sum of a text', rows(db, "SELECT rocpd_sum('a')"), 'OperationalError: expected a number in every row, found a text or blob')

# ---- as many threads, queues and streams as events: no table searches all of them for each event

def fastest(db, sql):
    took = []
    for _ in range(3):
        began = time.monotonic()
        rows(db, sql)
        took.append(time.monotonic() - began)
    return min(took)


def ids(path, *statements):
    db = sqlite3.connect(path)
    suffix = value(db, "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")
    for sql in statements:
        db.execute(sql.replace('{T}', suffix))
    db.commit(), db.close()


path = generate('lanes.db', '--bulk', '100000')
few = fastest(attached(path), 'SELECT * FROM what_if')
ids(path, 'UPDATE "rocpd_region{T}" SET tid = id', 'UPDATE "rocpd_kernel_dispatch{T}" SET queue_id = id, stream_id = id')
many = fastest(attached(path), 'SELECT * FROM what_if')
check('many lanes', many < 20 * few or f'{many} s, of few {few} s', True)

# ---- calls nested in each other: an interrupt ends the query early

path = generate('deep.db', '--bulk', '100000')
ids(path, *[f'UPDATE "{t}{{T}}" SET start = 5000, "end" = 9000' for t in ROWS])
db = attached(path)
DEEP = "SELECT count(union_ns) FROM range_gpu WHERE level = 'call'"
all_rows = rows(db, DEEP)
began = time.monotonic()
rows(db, DEEP)
whole = time.monotonic() - began
timer = threading.Timer(whole / 5, db.interrupt)
timer.start()
began = time.monotonic()
stopped = rows(db, DEEP)
took = time.monotonic() - began
timer.join()
check('rows of all', all_rows, rows(db, 'SELECT count(*) FROM regions'))
# The answer may come within a few ms, before the interrupt.
check('interrupted', stopped == 'OperationalError: interrupted' or whole < .1 and stopped == all_rows, True)
check('soon', took < max(whole * 3 / 4, .1) or f'{took} of {whole} s', True)
finish()
