"""histogram and short_kernels against the same in Python."""
import bisect
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))
from random_trace import random_trace  # noqa: E402
from common import HERE, attached, check, finish, rows, value  # noqa: E402

SCALES = {'1-2-5': [m * 10 ** e for e in range(19) for m in (1, 2, 5) if m * 10 ** e < 2 ** 63], 'log2': [2 ** e for e in range(63)],
          'log10': [10 ** e for e in range(19)]}
SOURCES = {'name': ('kernels', 'memory_copies', 'regions'), 'kernel': ('kernels',), 'copy': ('memory_copies',), 'region': ('regions',)}


crossed = None  # the window, if it includes rows that cross its bounds: the part in it counts


def clipped(time):
    return f'min(max({time}, {crossed[0]}), {crossed[1]})' if crossed else time


def length():
    return f'CASE WHEN duration IS NOT NULL THEN {clipped(chr(34) + "end" + chr(34))} - {clipped("start")} END'


def bins_of(events, bounds):
    found, calls = {}, {}
    for name, d in events:
        if d is None:
            continue
        at = bisect.bisect_right(bounds, d)
        n, total = found.get((name, at), (0, 0))
        found[name, at] = n + 1, total + d
        calls[name] = calls.get(name, 0) + 1
    return sorted((str(name), bounds[at - 1] if at else 0, bounds[at] if at < len(bounds) else None, n, total, n / calls[name]) for (name, at), (n, total) in found.items())


def compare_histogram(db, r, what):
    n = 0
    for by, tables in SOURCES.items():
        events = sum((rows(db, f'SELECT name, {length()} FROM {t}') for t in tables), [])
        own = ','.join(map(str, sorted(r.sample(range(r.choice([20, 3000])), r.randrange(1, 12)))))
        for bins in (*SCALES, own):
            got = rows(db, f"SELECT name, bin_start_ns, bin_end_ns, calls, total_ns, share FROM histogram('', '{bins}', '{by}')")
            bounds = SCALES.get(bins) or list(map(int, own.split(',')))
            n += len(got)
            if sorted((str(g[0]), *g[1:]) for g in got) != bins_of(events, bounds):
                check(f'{what}: histogram by {by} of {bins}', sorted(got)[:4], bins_of(events, bounds)[:4])
    return n


def short_of(kernels, below):
    """{name: [calls, short calls, their ns, ns of all, gaps, ns of gaps]}"""
    out, queues = {}, {}
    for queue, name, start, end in kernels:
        queues.setdefault(queue, []).append((start, max(start, end), name))
    for queue in queues.values():
        queue.sort(key=lambda k: k[:2])
        reached = -1
        for i, (start, end, name) in enumerate(queue):
            t = out.setdefault(name, [0] * 6)
            reached = max(reached, end)
            t[0] += 1
            t[3] += end - start
            if end - start < below:
                t[1] += 1
                t[2] += end - start
                if i + 1 < len(queue):
                    t[4] += 1
                    t[5] += max(0, queue[i + 1][0] - reached)
    return out


def compare_short(db, what, below):
    kernels = [(tuple(k[:4]), *k[4:]) for k in rows(db, f'SELECT source || guid, pid, agent_id, queue_id, name, {clipped("start")}, {clipped(chr(34) + "end" + chr(34))} FROM kernels WHERE start IS NOT NULL AND "end" IS NOT NULL')]
    wanted = sorted((str(name), t[0], t[1], t[1] / t[0], t[2], t[2] / t[3] if t[3] else None, t[4], t[5]) for name, t in short_of(kernels, below).items() if t[1])
    got = rows(db, f"SELECT * FROM short_kernels('', {below})")
    if sorted((str(g[0]), *g[1:]) for g in got) != wanted or [g[2] for g in got] != sorted((g[2] for g in got), reverse=True):
        check(f'{what}: short_kernels below {below}', sorted(got)[:3], wanted[:3])
    return len(got)


compared = 0
for seed in range(12):
    r = random.Random(seed)
    db = attached(*(random_trace(r, f'h{seed}.{i}/a.db', *r.choice([[], ['--holes'], ['--sets', '2']])) for i in range(1 + seed % 3)))
    crossed = None
    for window in (False, True):
        if window:
            window = 1000000 + r.randrange(200), 1000000 + r.randrange(200, 20000)
            rows(db, 'SELECT rocpd_window(?, ?, ?)', *window, seed % 2)
            crossed = None if seed % 2 else window
        compared += compare_histogram(db, r, f'trace {seed}')
        for below in (0, 1, 3, 1000, 10 ** 13):
            compared += compare_short(db, f'trace {seed}', below)
check('thousands of rows were compared', compared > 5000, True)
genuine = f'{HERE}/../data/heliosr_146104_results.db'
db = attached(genuine)
check('the real database', rows(db, 'SELECT sum(calls), sum(total_ns) FROM histogram'), rows(db, 'SELECT sum(total_calls), sum(total_ns) FROM top'))
check('its default bins', rows(db, 'SELECT DISTINCT bin_start_ns, bin_end_ns FROM histogram ORDER BY 1'), [(2000, 5000), (5000, 10000), (20000, 50000)])
check('its short kernels', rows(db, 'SELECT sum(short_calls), sum(short_ns) FROM short_kernels'), rows(db, 'SELECT count(*), sum(duration) FROM kernels WHERE duration < 10000'))
for bins in ('', '5,5', '5,4', 'x', '1,', '-1', '1 ,2', '99999999999999999999', ','.join(map(str, range(1024)))):
    check(f"bins '{bins[:20]}'", value(db, f"SELECT * FROM histogram('', '{bins}')"),
          f"OperationalError: histogram: bins is '{bins}', expected '1-2-5', 'log2', 'log10' or up to 1023 ascending ns with commas between")
check('by queue', value(db, "SELECT * FROM histogram WHERE by = 'queue'"), "OperationalError: histogram: by is 'queue', expected 'name', 'kernel', 'copy', 'region' or 'marker'")
check('an invalid `below`', value(db, "SELECT * FROM short_kernels WHERE below = '1x'"), "OperationalError: short_kernels: below is '1x', expected a number of ns")
finish()
