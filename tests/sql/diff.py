"""The table diff: sums and pairs by plain SQL, medians and ranks by Python."""
import math
import os
import random
import sqlite3
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, check, finish, load, rows, value  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

r = random.Random(11)
TABLE = {'kernel': 'kernels', 'region': 'regions', 'copy': 'memory_copies'}


def u_test(a, b):
    """p, and the share of pairs in which b's is longer, from all pairs."""
    n, m = len(a), len(b)
    if not n or not m:
        return None, None
    u = sum((y > x) + (y == x) / 2 for x in a for y in b)
    if n < 8 or m < 8:
        return None, u / (n * m)
    both = sorted(a + b)
    ties = sum(both.count(v) ** 3 - both.count(v) for v in set(both))
    variance = n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1)))
    off = abs(u - n * m / 2) - .5
    return (1.0 if variance <= 0 or off <= 0 else math.erfc(off / math.sqrt(variance) / math.sqrt(2))), u / (n * m)


def groups(db, by, path):
    sql = ("SELECT json_extract(extdata, '$.message') AS m, duration FROM regions_and_samples(?) WHERE m IS NOT NULL AND (category LIKE 'MARKER%' OR category = 'rocm_marker_api')" if by == 'marker'
           else f'SELECT name, duration FROM {TABLE[by]}(?)')
    out = {}
    for name, duration in db.execute(sql, (path,)):
        out.setdefault(name, []).append(duration)
    return out


def longest(db, by, path):
    """When the longest of each name was."""
    said = "json_extract(extdata, '$.message')"
    sql = (f"SELECT {said}, start, \"end\", duration FROM regions_and_samples(?) WHERE {said} IS NOT NULL AND (category LIKE 'MARKER%' OR category = 'rocm_marker_api')" if by == 'marker'
           else f'SELECT name, start, "end", duration FROM {TABLE[by]}(?)')
    out = {}
    for name, start, end, duration in db.execute(sql, (path,)):
        if duration is not None:
            out[name] = min(out.get(name, (1,)), (-duration, start, end))
    return {name: row[1:] for name, row in out.items()}


def close(x, y):
    return x is None and y is None or x is not None and y is not None and math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-12)


def wanted(a, b):
    ended = [[d for d in x or [] if d is not None] for x in (a, b)]
    total = [sum(e) for e in ended]
    return ((len(a or []), len(b or []), *total, total[1] - total[0], 'b' if a is None else 'a' if b is None else None),
            [total[1] / total[0] if total[0] else None] + [statistics.mean(e) if e else None for e in ended] +
            [statistics.median(e) if e else None for e in ended] + list(u_test(*ended)))


db = load()
wrong, cases, unordered = [], 0, 0
paths = []
for i in range(8):
    path = random_trace(r, f'diff/{i}.db', '--scale', str(r.choice([1, 3])), *(['--holes'] if r.random() < .5 else []))
    with sqlite3.connect(path) as change:  # kernels of some names alone, and few durations, so that there are ties
        for table in tables(change, 'rocpd_kernel_dispatch'):
            change.execute(f'DELETE FROM "{table}" WHERE kernel_id = ?', (r.randrange(1, 5),))
            if i % 2:
                change.execute(f'UPDATE "{table}" SET "end" = start + 10 + abs(random()) % 4')
    paths.append(path)
for i, a in enumerate(paths):
    for b in paths:
        for by in ('kernel', 'region', 'copy', 'marker'):
            left, right = groups(db, by, a), groups(db, by, b)
            got = rows(db, 'SELECT name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns, only_in, ratio, average_a_ns, average_b_ns, median_a_ns, median_b_ns, p_value, b_longer '
                           'FROM diff(?, ?, ?)', a, b, by)
            names = [g[0] for g in got]
            of_a, of_b, none = longest(db, by, a), longest(db, by, b), (None, None)
            for name, *times in rows(db, 'SELECT name, longest_a_start, longest_a_end, longest_b_start, longest_b_end FROM diff(?, ?, ?)', a, b, by):
                if tuple(times) != of_a.get(name, none) + of_b.get(name, none):
                    wrong.append((a, b, by, name, times, of_a.get(name), of_b.get(name)))
            cases += len(got)
            if len(set(names)) != len(names) or set(names) != set(left) | set(right):
                wrong.append((a, b, by, 'names'))
            unordered += [abs(g[5]) for g in got] != sorted((abs(g[5]) for g in got), reverse=True)
            for g in got:
                exact, near = wanted(left.get(g[0]), right.get(g[0]))
                if g[1:7] != exact or not all(map(close, g[7:], near)):
                    wrong.append((a, b, by, g, exact, near))
            if a == b and any(g[5] or g[6] or g[12] not in (None, 1.0) or g[13] not in (None, .5) for g in got):
                wrong.append((a, by, 'differs from itself'))
check(f'{cases} names of pairs of traces', wrong[:3], [])
check('the longest difference first', unordered, 0)
check('many cases', cases > 2000, True)

# ---- arguments
a, b = paths[:2]
check("the connection's trace", rows(db, "SELECT count(*) FROM diff('', ?)", a), [(len(groups(db, 'kernel', a)),)])
check('kernels by default', rows(db, 'SELECT * FROM diff(?, ?)', a, b), rows(db, "SELECT * FROM diff(?, ?, 'kernel')", a, b))
check('an unknown `by`', value(db, "SELECT 1 FROM diff(?, ?, 'queue')", a, b), "OperationalError: diff: by is 'queue', expected 'kernel', 'region', 'copy' or 'marker'")
check('one trace', value(db, 'SELECT 1 FROM diff(?)', a), "OperationalError: diff: expected two traces, a and b: diff('before', 'after'); '' is what the connection has")
check('a NULL path', value(db, "SELECT 1 FROM diff(?, ?, 'kernel', ?)", a, b, a), 'OperationalError: diff: the traces are the arguments a and b; there is no path argument')
check('a missing trace', 'nowhere: no such file or folder' in value(db, "SELECT 1 FROM diff(?, 'nowhere')", a), True)
alone = load(a)
check("main's own trace", rows(alone, "SELECT * FROM diff('', ?)", b), rows(db, 'SELECT * FROM diff(?, ?)', a, b))
check('the same file on both sides', rows(alone, "SELECT sum(abs(delta_ns)) FROM diff('', '')"), [(0,)])

# ---- regressed
genuine = HERE + '/../data/heliosr_146104_results.db'
check('itself', value(db, 'SELECT rocpd_regressed(?, ?, 0)', genuine, genuine), 0)
slower = random_trace(random.Random(3), 'diff/base.db', '--scale', '3')


def stretched(name, change):
    path = slower.replace('base', name)
    with sqlite3.connect(slower) as source, sqlite3.connect(path) as to:
        source.backup(to)
        for table in tables(to, 'rocpd_kernel_dispatch'):
            for i, k, s in to.execute(f'SELECT id, kernel_id, start FROM "{table}"').fetchall():
                to.execute(f'UPDATE "{table}" SET "end" = ? WHERE id = ?', (s + change(i, k), i))
    return path


base = stretched('plain', lambda i, k: 1000 + i % 7)
some = stretched('some', lambda i, k: (1100 if k == 2 else 1000) + i % 7)
every = stretched('every', lambda i, k: 1100 + i % 7)
one = len({n for (n,) in rows(db, 'SELECT name FROM diff(?, ?) WHERE average_b_ns > 1.05 * average_a_ns', base, some)})
check('one kernel', (one, value(db, "SELECT rocpd_regressed(?, ?, '5%')", base, some)), (1, 1))
check('... below the percentage', value(db, 'SELECT rocpd_regressed(?, ?, 15)', base, some), 0)
check('... the other way', value(db, 'SELECT rocpd_regressed(?, ?, 5)', some, base), 0)
kernels = value(db, 'SELECT count(*) FROM diff(?, ?)', base, every)
check('all, and their sum', value(db, 'SELECT rocpd_regressed(?, ?, 5)', base, every), kernels + 1)
check('not a number', value(db, "SELECT rocpd_regressed('', '', 'much')"), "OperationalError: rocpd_regressed: expected a percentage as third argument, found 'much'")
check('no trace', value(db, "SELECT rocpd_regressed(NULL, '', 1)"), "OperationalError: rocpd_regressed: expected two traces, found NULL; '' is what the connection has")
finish()
