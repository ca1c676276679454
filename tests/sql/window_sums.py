"""Times in a window: rows stay whole; sums count the part in the window if rows that cross its bounds count (rocpd_window(..., 0)); and all tables that show
the
same time agree. Against plain arithmetic on rows."""
import os
import random
import statistics
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, finish, rows, value  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

# ---- by hand: kernels 0..100, 150..250 and 300..400, a copy 260..290; calls within each other. The window is 50..200.

path = f'{FOLDER}/hand.rpd'
db = sqlite3.connect(path, isolation_level=None)
db.executescript("""
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);
INSERT INTO rocpd_string VALUES (1, 'gemm'), (2, 'KernelExecution'), (3, 'outer'), (4, ''), (5, 'inner'), (6, 'CopyHostToDevice');
INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', 1000, 1100, 1, 2), (2, 0, 0, 0, '', 1150, 1250, 1, 2), (3, 0, 0, 0, '', 1300, 1400, 1, 2), (4, 0, 0, 0, '', 1260, 1290, 4, 6);
INSERT INTO rocpd_api VALUES (1, 1, 1, 1000, 1240, 3, 4), (2, 1, 1, 1020, 1080, 5, 4), (3, 1, 1, 1100, 1230, 3, 4), (4, 1, 1, 1350, 1360, 5, 4);""")
db.close()
db = attached(path)
CALLS = 'SELECT name, calls, inclusive_ns, exclusive_ns, share, mean_ns, min_ns, max_ns FROM api_overhead ORDER BY name'
# outer 1000..1240 has another one in it, 1100..1230: open for 240. inner: 60 and 10. In all 250 ns are in calls.
check('a name counts once', rows(db, CALLS), [('inner', 2, 70, 70, 70 / 250, 35.0, 10, 60), ('outer', 2, 240, 180, 180 / 250, 185.0, 130, 240)])
check('the tree', rows(db, "SELECT call_path, calls, inclusive_ns, exclusive_ns, outermost_ns, exclusive_share FROM calls ORDER BY node"),
      [('', None, 250, 0, 250, 0.0), ('outer', 1, 240, 50, 240, 50 / 250), ('outer / outer', 1, 130, 130, 0, 130 / 250), ('outer / inner', 1, 60, 60, 60, 60 / 250), ('inner', 1, 10, 10, 10, 10 / 250)])
value(db, 'SELECT rocpd_window(1050, 1200, 0)')
# Kernels: 50 of the first, 50 of the second. Calls: outer 1050..1200, in it outer 1100..1200 and inner 1050..1080.
check('rows are whole', rows(db, 'SELECT start, "end", duration FROM kernels'), [(1000, 1100, 100), (1150, 1250, 100)])
check('top_kernels: parts', rows(db, 'SELECT total_calls, total_ns, average_ns, min_ns, max_ns, median_ns FROM top_kernels'), [(2, 100, 50, 50, 50, 50.0)])
check('gpu_time', rows(db, "SELECT kernel_ns, union_ns FROM gpu_time WHERE type = 'GPU'"), [(100, 100)])
check('busy', rows(db, "SELECT GpuTime, WallTime FROM busy WHERE type = 'GPU'"), [(100, 150)])
check('api_overhead: parts', rows(db, CALLS), [('inner', 1, 30, 30, 30 / 150, 30.0, 30, 30), ('outer', 2, 150, 120, 120 / 150, 125.0, 100, 150)])
check('histogram', rows(db, "SELECT sum(calls) FROM histogram WHERE by = 'kernel'"), [(2,)])
value(db, 'SELECT rocpd_window(1050, 1270, 0)')
check('top_by: parts of copies', rows(db, "SELECT total_calls, total_ns FROM top_by('copy')"), [(1, 10)])
check('copies are whole, for their size', rows(db, 'SELECT copies, total_ns FROM copy_summary'), [(1, 30)])
check('... rows are', rows(db, 'SELECT duration_ns FROM copies'), [(30,)])
value(db, 'SELECT rocpd_window(1050, 1200)')
check('rows inside', rows(db, 'SELECT (SELECT count(*) FROM top_kernels), (SELECT sum(calls) FROM api_overhead)'), [(0, None)])
check('... but tables of a time line include the parts', rows(db, "SELECT kernel_ns FROM gpu_time WHERE type = 'GPU'"), [(100,)])

# A range that overlaps the one that it began in: 1000..1100 and 1050..1150 of one name, between them 1010..1020, are open for 150, in a window from 1090 on for 60.
path = f'{FOLDER}/overlap.rpd'
native = sqlite3.connect(path, isolation_level=None)
native.executescript("""
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);
INSERT INTO rocpd_string VALUES (3, 'range'), (4, '');
INSERT INTO rocpd_api VALUES (1, 1, 1, 1000, 1100, 3, 4), (2, 1, 1, 1010, 1020, 3, 4), (3, 1, 1, 1050, 1150, 3, 4);""")
native.close()
db = attached(path)
check('ranges of a name that overlap', rows(db, 'SELECT calls, inclusive_ns, exclusive_ns, share, mean_ns FROM api_overhead'), [(3, 150, 150, 1.0, 70.0)])
value(db, 'SELECT rocpd_window(1090, 1200, 0)')
check('... in a window', rows(db, 'SELECT calls, inclusive_ns, exclusive_ns FROM api_overhead'), [(2, 60, 60)])

# ---- at random

r = random.Random(11)
wrong = {}


def same(what, case, got, want):
    if got != want:
        wrong.setdefault(what, (case, got, want))


def clipped(spans, a, b):
    return [(max(x, a), min(y, b)) for x, y in spans if x <= b and y >= a]


for case in range(12):
    path = random_trace(r, f'window/{case}.db', '--scale', str(r.choice([1, 2])))
    with sqlite3.connect(path) as native:
        kernels = native.execute('SELECT name, start, "end" FROM kernels').fetchall()
        copies = native.execute('SELECT name, start, "end" FROM memory_copies').fetchall()
        calls = native.execute('SELECT name, start, "end" FROM regions').fetchall()
    times = sorted({t for _, x, y in kernels + copies for t in (x, y)})
    db = attached(path)
    for _ in range(4):
        a, b = sorted(r.choices(times, k=2))
        a, b = a + r.randrange(-3, 4), b + r.randrange(4, 9)
        value(db, 'SELECT rocpd_window(?, ?, 0)', a, b)
        for table, every in (('top_kernels', kernels), ("top_by('copy')", copies), ("top_by('region')", calls)):
            names = {}
            for name, x, y in every:
                if x <= b and y >= a:
                    names.setdefault(name, []).append(min(y, b) - max(x, a))
            want = sorted((n, len(d), sum(d), min(d), max(d), statistics.median(d)) for n, d in names.items())
            same(f'{table}: parts', case, sorted(rows(db, f'SELECT name, total_calls, total_ns, min_ns, max_ns, median_ns FROM {table}')), want)
        same('histogram: the same number', case, value(db, "SELECT sum(calls) FROM histogram WHERE by = 'kernel'"), sum(x <= b and y >= a for _, x, y in kernels))
        same('short_kernels: parts', case, value(db, 'SELECT total(short_ns) FROM short_kernels WHERE below = 1000000000000'), float(sum(y - x for x, y in clipped([k[1:] for k in kernels], a, b))))
        same('copy_summary: whole copies', case, value(db, 'SELECT total(total_ns) FROM copy_summary'), float(sum(y - x for _, x, y in copies if x <= b and y >= a)))
        same('copies: rows are whole', case, sorted(rows(db, 'SELECT start, "end", duration_ns FROM copies')), sorted((x, y, y - x) for _, x, y in copies if x <= b and y >= a))
        # tables that show the same time agree
        same('top_kernels and gpu_time by queue', case, value(db, "SELECT total(kernel_ns) >= (SELECT max(kernel_ns) FROM gpu_time WHERE type = 'GPU') FROM gpu_time('queue')"), 1)
        same('busy and gpu_time', case, rows(db, "SELECT GpuTime FROM busy WHERE type = 'GPU' AND GpuTime > 0 ORDER BY 1"), rows(db, "SELECT union_ns FROM gpu_time WHERE type = 'GPU' AND union_ns > 0 ORDER BY 1"))
        for table in ('kernels', 'memory_copies', 'regions'):
            same('rows are whole', case, value(db, f'SELECT count(*) FROM {table} WHERE duration IS NOT "end" - start'), 0)
for what, x in wrong.items():
    check(what, x[:2], x[2])
check('all cases', True, True)
finish()
