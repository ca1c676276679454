"""ranks by gpu_time's rows, iterations by lists of starts."""
import math
import os
import random
import sqlite3
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, attached, check, finish, load, rows, value  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

r = random.Random(17)


def same(x, y):
    return x == y or isinstance(x, float) and y is not None and math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9)


def equal(a, b):
    return len(a) == len(b) and all(len(x) == len(y) and all(map(same, x, y)) for x, y in zip(a, b))


# ---- ranks
def wanted_ranks(db):
    list = rows(db, "SELECT rank, run, kernel_ns - communication_ns, communication_ns, union_ns, idle_ns FROM gpu_time('rank')")
    out = []
    for rank, run, compute, communication, union, idle in sorted(list, key=lambda x: (x[1] is not None, x[1], x[0] is not None, x[0])):
        of_run = [x[2] for x in list if x[1] == run]
        middle = statistics.median(of_run)
        out.append((rank, run, compute, communication, union, idle, len(of_run), min(of_run), middle, max(of_run), compute / middle - 1 if middle else None,
                    int(compute == max(of_run) and compute > 1.05 * statistics.median(sorted(of_run)[:-1] or [compute]))))
    return out


for case in range(12):
    files = [random_trace(r, f'steps/{case}/rank{k}.db', *(['--launcher'] if r.random() < .5 else []), '--scale', str(r.choice([1, 2]))) for k in range(r.choice([1, 3, 4]))]
    db = attached(*files, options='{"rank":"rank%d.db"}' if r.random() < .7 else None)
    if r.random() < .4:
        rows(db, "SELECT rocpd_window('20%', '70%', 0)")
    got = rows(db, 'SELECT rank, run, compute_ns, communication_ns, union_ns, idle_ns, ranks, compute_min_ns, compute_median_ns, compute_max_ns, skew, straggler FROM ranks')
    want = wanted_ranks(db)
    check(f'ranks {case}', (got, want) if not equal(got, want) else None, None)
check('ranks of a path', rows(load(), 'SELECT rank, union_ns FROM ranks(?)', files[0]), rows(load(files[0]), 'SELECT rank, union_ns FROM ranks'))

# ---- iterations
def steps_of(starts):
    """(n, start, end, duration, period, median, pace, outlier) of sorted (start, end)."""
    starts = sorted(starts, key=lambda s: (s[0], s[1] is not None, s[1]))
    periods = [b[0] - a[0] for a, b in zip(starts, starts[1:])]
    median = statistics.median(periods) if periods else None
    deviation = statistics.median(abs(p - median) for p in periods) if periods else None
    out = []
    for n, (start, end) in enumerate(starts):
        p = periods[n] if n < len(periods) else None
        off = None if p is None else int(abs(p - median) > 5 * 1.4826 * max(deviation, .01 * median))
        out.append((n + 1, start, end, None if end is None else end - start, p, median, p / median if p is not None and median else None, off))
    return out


MESSAGE = "SELECT guid, pid, start, \"end\" FROM regions_and_samples WHERE (category LIKE 'MARKER%' OR category = 'rocm_marker_api') AND json_extract(extdata, '$.message') = ?"
NAME = 'SELECT guid, pid, start, "end" FROM {} WHERE name = ?'
wrong, tried = [], 0
for case in range(10):
    files = [random_trace(r, f'iterations/{case}/{k}.db', '--scale', str(r.choice([1, 4]))) for k in range(r.choice([1, 2, 3]))]
    db = attached(*files)
    anchors = [('marker', m) for (m,) in rows(db, "SELECT name FROM top_by('marker') WHERE name NOT NULL LIMIT 4")]
    anchors += [('call', n) for (n,) in rows(db, "SELECT DISTINCT name FROM regions WHERE name NOT NULL ORDER BY 1 LIMIT 4")]
    anchors += [('kernel', n) for (n,) in rows(db, 'SELECT DISTINCT name FROM kernels WHERE name NOT NULL ORDER BY 1 LIMIT 4')]
    for kind, anchor in anchors:
        found = rows(db, MESSAGE, anchor) or rows(db, NAME.format('regions'), anchor) or rows(db, NAME.format('kernels'), anchor)
        groups = {}
        for guid, pid, start, end in found:
            if start is not None:
                groups.setdefault((guid, pid), []).append((start, end))
        want = sorted((guid, pid, *step) for (guid, pid), starts in groups.items() for step in steps_of(starts))
        got = sorted(rows(db, 'SELECT guid, pid, n, start, "end", duration_ns, period_ns, median_period_ns, pace, outlier FROM iterations(?)', anchor))
        tried += len(want)
        key = lambda s: (s[0], s[1], s[2])
        if not equal([g for g in sorted(got, key=key)], sorted(want, key=key)):
            wrong.append((case, kind, anchor, got[:3], want[:3]))
check(f'{tried} steps', wrong[:2], [])
check('many steps', tried > 500, True)
behind = rows(db, 'SELECT run, n, start, behind_ns FROM iterations(?)', anchors[0][1])
check('behind the first', [b for b in behind if b[3] != b[2] - min(x[2] for x in behind if x[:2] == b[:2])], [])

# The default anchor: a marker that recurs; without markers, a kernel that runs as often as most kernels do.
made = value(db, 'SELECT name FROM iterations LIMIT 1')
check('a marker is found', made, value(db, "SELECT name FROM top_by('marker') WHERE total_calls > 2 AND total_ns > 0 ORDER BY total_ns DESC, name LIMIT 1"))
silent = random_trace(r, 'iterations/silent.db', '--scale', '4')
with sqlite3.connect(silent) as change:
    for table in tables(change, 'rocpd_event'):
        change.execute(f"UPDATE \"{table}\" SET extdata = '{{}}'")
quiet = attached(silent)
often = rows(quiet, 'SELECT total_calls, name, total_ns FROM top_kernels WHERE total_calls > 2')
most = min({c for c, *_ in often}, key=lambda c: (-sum(x[0] == c for x in often), c))
chosen = min((x for x in often if x[0] == most), key=lambda x: (-x[2], x[1]))
check('a kernel is found', rows(quiet, 'SELECT name, kind, count(*) FROM iterations GROUP BY 1'), [(chosen[1], 'kernel', most)])
check('by its short name', value(quiet, 'SELECT count(*) FROM iterations(rocpd_short_name(?))', chosen[1]),
      value(quiet, 'SELECT count(*) FROM kernels WHERE rocpd_short_name(name) = rocpd_short_name(?)', chosen[1]))
genuine = attached(HERE + '/../data/heliosr_146104_results.db')
check('nothing recurs', rows(genuine, 'SELECT * FROM iterations'), [])
check('nothing of this name', rows(genuine, "SELECT * FROM iterations('nothing')"), [])
check('no trace', rows(load(), 'SELECT * FROM iterations'), [])
finish()
