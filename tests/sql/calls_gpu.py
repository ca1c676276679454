"""Kernels and copies of the table calls, from help's text: plain rows, placed in Python below the calls that launched them."""
import os
import random
import sqlite3
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import attached, check, finish, rows, value  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

SHOWN = 'kind, calls, launched, gpu_ns, inclusive_ns IS NULL, exclusive_ns IS NULL, share IS NULL, unended, min_ns, max_ns, mean_ns, stddev_ns'


def paths(db):
    """{(guid, stack_id): (thread, names from the outermost call inwards)}: a call's parent is the last one before it that is open at its start."""
    threads, out = {}, {}
    sql = """SELECT guid, nid, pid, tid, start, "end", stack_id, ifnull(CASE WHEN category LIKE 'MARKER%' THEN extdata ->> '$.message' END, name) FROM regions WHERE start IS NOT NULL"""
    for guid, nid, pid, tid, start, end, stack, name in db.execute(sql):
        threads.setdefault((guid, nid, pid, tid), []).append((start, end, stack, name))
    for thread, calls in threads.items():
        last = max(t for c in calls for t in c[:2] if t is not None)
        stack = []
        for start, end, number, name in sorted(((s, max(s, last if e is None else e), n, name) for s, e, n, name in calls), key=lambda c: (c[0], -c[1], c[2])):
            stack = [s for s in stack if s[0] > start]
            path = (stack[-1][1] if stack else ()) + (name,)
            stack.append((end, path))
            out[thread[0], number] = (thread, path)
    return out


def wanted(db, by_process, window):
    """{(root, path, kind): durations} of kernels and copies; None: it has not ended."""
    call, out = paths(db), {}
    for kind, table in (('kernel', 'kernels'), ('copy', 'memory_copies')):
        for guid, nid, pid, stack, name, start, end in db.execute(f'SELECT guid, nid, pid, stack_id, name, start, "end" FROM {table}'):
            thread, path = call.get((guid, stack), ((guid, nid, pid, None), ()))
            if window and not (start is not None and end is not None and start >= window[0] and end <= window[1]):
                continue
            root = thread[:1] + thread[2:3] + (() if by_process else thread[3:])
            out.setdefault((root, path + (name,), kind), []).append(None if start is None or end is None else max(0, end - start))
    return out


def near(a, b):
    return a == b or (a is not None and b is not None and abs(a - b) <= 1e-9 * max(1, abs(a)))


def compare(db, by_process, window=None):
    level = 'process' if by_process else 'thread'
    if window:
        db.execute('SELECT rocpd_window(?, ?)', window)
    got, host, above, last = {}, [], {}, None
    for name, depth, guid, pid, tid, *x in db.execute(f"SELECT name, depth, guid, pid, tid, {SHOWN} FROM calls('', ?, 'gpu')", (level,)):
        if depth == 0:
            names, root = {}, (guid, pid) + (() if by_process else (tid,))
        names[depth] = name
        path = tuple(names[d] for d in range(1, depth + 1))
        got[root, path, x[0]] = x[1:]
        if x[0] in ('kernel', 'copy'):
            assert last is not None and depth > 0
        last = depth
    plain = rows(db, "SELECT name, depth, calls, inclusive_ns, exclusive_ns, share, outermost_ns, call_path, pid, tid FROM calls('', ?)", level)
    of_calls = rows(db, "SELECT name, depth, calls, inclusive_ns, exclusive_ns, share, outermost_ns, call_path, pid, tid FROM calls('', ?, 'gpu') WHERE kind NOT IN ('kernel', 'copy')"
                    " AND (tid IS NOT NULL OR level = 'process') AND (depth = 0 OR calls > 0) ORDER BY node", level)
    db.execute('SELECT rocpd_window()')
    wrong = []
    if window is None and plain != of_calls:
        wrong.append(('host rows', len(plain), len(of_calls), [(p, o) for p, o in zip(plain, of_calls) if p != o][:2]))
    want, below = wanted(db, by_process, window), {}
    for (root, path, kind), d in want.items():
        known = [x for x in d if x is not None]
        figures = got.pop((root, path, kind), None)
        expected = (len(d), len(d), sum(known), 1, 1, 1, len(d) - len(known), min(known, default=None), max(known, default=None),
                    sum(known) / len(known) if known else None, statistics.stdev(known) if len(known) > 1 else None)
        if figures is None or not all(near(a, b) for a, b in zip(figures, expected)):
            wrong.append((root, path, kind, figures, expected))
        for depth in range(len(path)):
            at = below.setdefault((root, path[:depth]), [0, 0])
            at[0] += len(d)
            at[1] += sum(known)
    for (root, path, kind), x in got.items():
        if kind in ('kernel', 'copy'):
            wrong.append((root, path, kind, x, 'no such rows'))
        elif list(x[1:3]) != below.get((root, path), [0, 0]):
            wrong.append((root, path, kind, x[1:3], below.get((root, path))))
    return wrong, want


def by_path(db):
    """top_by('path'), top_kernels and top: {(name, path): durations} of kernels and copies, whatever thread or process launched them."""
    call, wanted_rows, kernels = paths(db), {}, set()
    for table in ('kernels', 'memory_copies'):
        for guid, stack, name, duration in db.execute(f'SELECT guid, stack_id, name, CASE WHEN start IS NOT NULL AND "end" IS NOT NULL THEN duration END FROM {table}'):
            path = ' / '.join(n or '' for n in call[guid, stack][1]) if (guid, stack) in call else None
            wanted_rows.setdefault((name, path), []).append(duration)
            if table == 'kernels':
                kernels.add((name, path))
    wanted_rows = {k: (len(d), sum(x for x in d if x is not None), min((x for x in d if x is not None), default=None), max((x for x in d if x is not None), default=None),
                       statistics.median([x for x in d if x is not None]) if any(x is not None for x in d) else None) for k, d in wanted_rows.items()}
    figures = 'name, call_path, total_calls, ifnull(total_ns, 0), min_ns, max_ns, median_ns'
    got = {x[:2]: x[2:] for x in db.execute(f"SELECT {figures} FROM top_by('path')")}
    check('top_by path', sorted(got.items(), key=repr) == sorted(wanted_rows.items(), key=repr) or (got, wanted_rows), True)
    got = {x[:2]: x[2:] for x in db.execute(f'SELECT {figures} FROM top_kernels')}
    check('top_kernels, if its path is read', sorted(got.items(), key=repr), sorted(((k, v) for k, v in wanted_rows.items() if k in kernels), key=repr))
    check('top: calls have no path', rows(db, "SELECT count(*) FROM top('', 'path') WHERE call_path IS NULL AND name IN (SELECT name FROM top('', 'path') WHERE call_path IS NOT NULL) AND name NOT IN"
                                      ' (SELECT name FROM kernels UNION SELECT name FROM memory_copies)'), [(0,)])
    return len(got)


r = random.Random(26)
deep = unknown = seen = 0
for i in range(6):
    trace = random_trace(r, os.path.join('callsgpu', f'{i}.db'), '--scale', str(r.choice([1, 2])))
    if i % 2:  # some calls were not traced
        change = sqlite3.connect(trace)
        for table in tables(change, 'rocpd_region'):
            change.execute(f'DELETE FROM "{table}" WHERE id % 3 = 0')
        change.commit()
        change.close()
    db = attached(trace)
    many = by_path(db)
    for by_process in (False, True):
        wrong, want = compare(db, by_process)
        check(f'{i}, by {"process" if by_process else "thread"}', wrong[:2], [])
        deep = max([deep] + [len(path) for _, path, _ in want])
        unknown += sum(len(path) == 1 for _, path, _ in want)
        seen += len(want)
    times = [t for t, in db.execute('SELECT start FROM kernels ORDER BY 1')]
    if len(times) > 4:
        window = (times[len(times) // 4], times[3 * len(times) // 4])
        wrong, want = compare(db, False, window)
        check(f'{i}, in a time window', wrong[:2], [])
check('there are several paths', many > 5, True)
check('they are deep, some of unknown calls', (deep > 2, unknown > 0, seen > 30), (True, True, True))
check('GPU time is that of the rows', value(db, "SELECT sum(gpu_ns) FROM calls('', 'process', 'gpu') WHERE kind IN ('kernel', 'copy')"),
      value(db, 'SELECT (SELECT sum("end" - start) FROM kernels) + (SELECT sum("end" - start) FROM memory_copies)'))
check('... and that of the roots', value(db, "SELECT sum(gpu_ns) FROM calls('', 'thread', 'gpu') WHERE depth = 0"),
      value(db, "SELECT sum(gpu_ns) FROM calls('', 'thread', 'gpu') WHERE kind IN ('kernel', 'copy')"))
check('without it there are none', rows(db, "SELECT DISTINCT kind, launched, gpu_ns FROM calls ORDER BY 1"), [('call', None, None), ('thread', None, None)])
check('a wrong value', rows(db, "SELECT * FROM calls('', 'thread', 'kernels')"), "OperationalError: calls: show is 'kernels', expected 'calls' or 'gpu'")
finish()
