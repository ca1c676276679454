"""gpu_time with every value of `by`, against sets of intervals in Python, on databases and chunk files with random times: overlapping, nested, with ties, of
no length, ends before starts and missing ones; several GPUs, queues, streams,
processes, ranks and files; with and without a time window."""
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from gpus import agents_of  # noqa: E402
from common import HERE, check, finish, load, rows  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402


# ---- what is wanted
def length(intervals):
    total, reached = 0, None
    for s, e in sorted(intervals):
        if reached is None or s > reached:
            reached = s
        if e > reached:
            total += e - reached
            reached = e
    return total


class Activity:
    def __init__(self, row, copy):
        (self.guid, self.pid, self.run, self.rank, self.clock, self.stream, start, end) = row[:8]
        self.start, self.end, self.copy = start, None if end is None or start is None else max(start, end), copy
        self.queue = None
        if copy:
            self.dst, self.dst_type, self.src, self.src_type = row[8:]
        else:
            self.agent, self.type, self.queue, self.communicates = row[8:]

    def owners(self):
        """[(agent, type, in, out)]"""
        if not self.copy:
            return [(self.agent, self.type, False, False)]
        owners = []
        if self.dst_type == 'GPU' or self.src_type != 'GPU':
            owners.append((self.dst, self.dst_type))
        if self.src_type == 'GPU' and (self.dst_type != 'GPU' or self.src != self.dst):
            owners.append((self.src, self.src_type))
        return [(a, t, a == self.dst, a is not None and a == self.src) for a, t in owners]


CLOCK = 'CASE WHEN (SELECT count(clock) FROM sources) THEN host END'  # for machines whose clocks were not compared
COMMON = f'guid, pid, run, rank, {CLOCK}, stream_id, start, "end", '


def activities(db):
    found = [Activity(r, False) for r in db.execute(f"SELECT {COMMON} agent_id, agent_type, queue_id, rocpd_category(name) = 'collective' FROM kernels")]
    found += [Activity(r, True) for r in db.execute(f'SELECT {COMMON} dst_agent_id, dst_agent_type, src_agent_id, src_agent_type FROM memory_copies')]
    return [a for a in found if a.end is not None]


def cut(found, window):
    """Events that overlap the window, cut to it."""
    kept = []
    for a in found:
        if a.start <= window[1] and a.end >= window[0]:
            a.start, a.end = max(a.start, window[0]), min(max(a.end, window[0]), window[1])
            kept.append(a)
    return kept


def figures(group, start, end):
    """The columns from kernel_ns on, from a list of (activity, in, out)."""
    def union(wanted):
        return length((max(a.start, start), min(a.end, end)) for a, i, o in group if wanted(a, i, o) and a.start < end and a.end > start)
    kernel, copy = union(lambda a, i, o: not a.copy), union(lambda a, i, o: a.copy)
    both, span = union(lambda a, i, o: True), end - start
    total = sum(max(0, min(a.end, end) - max(a.start, start)) for a, i, o in group)
    return (kernel, union(lambda a, i, o: i), union(lambda a, i, o: o), copy, union(lambda a, i, o: not a.copy and a.communicates), kernel + copy - both, both,
            span - both, span, both / span if span else None, total / both if both else None)


FIGURES = ('start, "end", kernel_ns, copy_in_ns, copy_out_ns, copy_ns, communication_ns, overlap_ns, union_ns, idle_ns, span_ns, utilisation, mean_concurrency')


def grouped(found, by, device):
    """{key: [(activity, in, out)]}"""
    groups = {}
    for a in found:
        if by == 'queue' and a.copy:
            continue
        owners = a.owners()
        if by in ('process', 'rank'):
            key = (a.guid, a.pid) if by == 'process' else (a.run, a.rank, a.clock)
            groups.setdefault(key, []).append((a, a.copy and any(o[2] for o in owners), any(o[3] for o in owners)))
            continue
        for agent, kind, into, out in owners:
            key = {'agent': (a.guid, agent), 'queue': (a.guid, agent, a.queue), 'stream': (a.guid, agent, a.stream),
                   'device': device.get((a.guid, agent)) or (a.guid, agent)}[by]
            groups.setdefault(key, []).append((a, into, out))
    return groups


KEYS = {'agent': 'guid, agent_id', 'queue': 'guid, agent_id, queue_id', 'stream': 'guid, agent_id, stream_id', 'process': 'guid, pid', 'rank': f'run, rank, {CLOCK}',
        'device': 'device, guid, agent_id'}


def devices(db):
    """{(guid, agent): device}"""
    return {key: device for key, (device, _, _) in agents_of(db).items()}


def gpus(db):
    return [(s, a) for s, a in db.execute("SELECT guid, id FROM rocpd_info_agent WHERE type = 'GPU'")]


def compare(db, found, what):
    device, wrong, compared = devices(db), [], 0
    for by in KEYS:
        groups = grouped(found, by, device)
        want = {k: (min(a.start for a, i, o in g), max(a.end for a, i, o in g)) for k, g in groups.items()}
        want = {k: want[k] + figures(groups[k], *want[k]) for k in want}
        if by in ('device', 'agent'):
            for key in gpus(db):
                want.setdefault((device.get(key) or key) if by == 'device' else key, (None, None) + (0,) * 9 + (None, None))
        got = {}
        for r in db.execute(f'SELECT {KEYS[by]}, {FIGURES} FROM gpu_time(?)', (by,)):
            n = len(KEYS[by].split(','))
            key = r[:n] if by != 'device' else r[0] or r[1:3]
            wrong += [('twice', by, key)] if key in got else []
            got[key] = r[n:]
        compared += len(want)
        wrong += [(by, k, got.get(k), want.get(k)) for k in set(got) | set(want) if got.get(k) != want.get(k)]
        compare_overlap(db, groups, by, what)
    check(f'{what}: {compared} rows', wrong[:1] if compared else 'nothing compared', [])
    compare_series(db, found, what)


def each_moment(group):
    """[(length, computing, communicating, copying)] between all starts and ends."""
    changes = {}
    for a, *_ in group:
        kind = 2 if a.copy else int(bool(a.communicates))
        if a.start < a.end:
            changes.setdefault(a.start, [0, 0, 0])[kind] += 1
            changes.setdefault(a.end, [0, 0, 0])[kind] -= 1
    times, now, moments = sorted(changes), [0, 0, 0], []
    for time, following in zip(times, times[1:]):
        now = [n + c for n, c in zip(now, changes[time])]
        moments.append((following - time, *now))
    return moments


EXACTLY = 'compute_only_ns, communication_only_ns, compute_communication_ns, copy_only_ns, compute_copy_ns, communication_copy_ns, all_three_ns'


def compare_overlap(db, groups, by, what):
    combinations, levels = {}, {}
    for key, group in groups.items():
        span, exactly, level = max(a.end for a, *_ in group) - min(a.start for a, *_ in group), [0] * 8, {}
        for ns, *now in each_moment(group):
            exactly[sum((n > 0) << i for i, n in enumerate(now))] += ns
            for kind, n in (('kernel', now[0] + now[1]), ('copy', now[2]), ('any', sum(now))):
                level[kind, n] = level.get((kind, n), 0) + ns
        for kind in ('kernel', 'copy', 'any'):
            level[kind, 0] = span - sum(ns for (k, n), ns in level.items() if k == kind and n)
        combinations[key] = (*exactly[1:], span - sum(exactly[1:]), exactly[2] + exactly[6], exactly[4] + exactly[6])
        levels[key] = {k: ns for k, ns in level.items() if ns}
    got, n = {}, len(KEYS[by].split(','))
    if by not in ('agent', 'stream', 'device'):
        return
    keys = {'agent': 'agent_id', 'stream': 'agent_id, stream_id', 'device': 'device, agent_id'}[by]
    for r in db.execute(f"SELECT {keys}, {EXACTLY}, idle_ns, exposed_communication_ns, exposed_copy_ns FROM overlap(?) WHERE span_ns", (by,)):
        got.setdefault(r[:len(keys.split(','))], []).append(r[len(keys.split(',')):])
    want = {}
    for key, figures_of in combinations.items():
        short = (key, None) if isinstance(key, str) else (None, key[1]) if by == 'device' else key[1:]
        want.setdefault(short, []).append(figures_of)
    have = sorted((f for k in got for f in got[k]))
    check(f'{what}: overlap by {by}', have == sorted(f for k in want for f in want[k] if sum(f[:8])) or (got, want), True)
    got = {}
    for r in db.execute(f'SELECT {KEYS[by]}, kind, running, ns FROM concurrency(?)', (by,)):
        key = r[:n] if by != 'device' else r[0] or r[1:3]
        got.setdefault(key, {})[r[n:n + 2]] = r[n + 2]
    check(f'{what}: concurrency by {by}', got == {k: v for k, v in levels.items() if v} or (got, levels), True)


def compare_series(db, found, what):
    if not found:
        return check(f'{what}: no series', rows(db, 'SELECT count(*) FROM gpu_time(1000)'), [(0,)])
    base, last = min(a.start for a in found), max(a.end for a in found)
    width = random.choice([last - base + 1, (last - base) // random.randint(1, 40) + 1])
    if rows(db, 'SELECT count(clock) FROM sources') != [(0,)]:
        return check(f'{what}: no series over clocks that were not compared', 'need one clock' in str(rows(db, 'SELECT * FROM gpu_time(?)', width)), True)
    device = devices(db)
    groups = grouped(found, 'device', device)
    for key in gpus(db):
        groups.setdefault(device[key], [])
    want, count = {}, max(1, -(-(last - base) // width))
    for key, group in groups.items():
        for i in range(count):
            start, end = base + i * width, min(base + (i + 1) * width, last)
            want[key, start, end] = figures(group, start, end)
    got = {(r[0] or r[1:3], *r[3:5]): r[5:] for r in db.execute(f'SELECT device, guid, agent_id, {FIGURES} FROM gpu_time(?)', (width,))}
    check(f'{what}: series of {count}', [(k, got.get(k), want.get(k)) for k in set(got) | set(want) if got.get(k) != want.get(k)][:1], [])


# ---- all cases
def identities(path, what):
    """On any trace: kernel + copy - overlap + idle is the span, and no part exceeds the whole."""
    for by in list(KEYS) + [1000000000]:
        got = rows(load(), '''SELECT count(*) FROM gpu_time(?, ?) WHERE kernel_ns + copy_ns - overlap_ns + idle_ns <> span_ns OR union_ns <> kernel_ns + copy_ns - overlap_ns
          OR "end" - start <> span_ns OR min(kernel_ns, copy_in_ns, copy_out_ns, copy_ns, overlap_ns, idle_ns) < 0 OR max(copy_in_ns, copy_out_ns) > copy_ns
          OR communication_ns > kernel_ns OR mean_concurrency < 0.999999 OR utilisation > 1''', by, path)
        check(f'{what} by {by}', got, [(0,)])
    check(f'{what}: equals busy', rows(load(), '''SELECT agent_id, GpuTime, kernel_ns, copy_ns FROM busy(?1)
      EXCEPT SELECT agent_id, union_ns, kernel_ns, copy_ns FROM gpu_time('agent', ?1)''', path), [])


random.seed(7)
for number in range(12):
    style = ['busy', 'ties', 'sparse', 'any'][number % 4]
    paths = random_databases(number, style)
    db = attach(paths)
    compare(db, activities(db), f'{style} {number}')
    low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
    window = (low + (high - low) // 4, high - (high - low) // random.randint(3, 20))
    found = cut(activities(db), window)
    db.execute('SELECT rocpd_window(?, ?)', window).fetchall()
    compare(db, found, f'{style} {number} in a window')
    db.close()
for what, db in chunk_traces(4, 3000):
    compare(db, activities(db), what)
for path in samples():
    identities(path, os.path.basename(path))
db = load()
check('an unknown `by`', rows(db, "SELECT * FROM gpu_time('colour')"),
      "OperationalError: gpu_time: by is 'colour', expected 'device', 'agent', 'queue', 'stream', 'process', 'rank' or a width in ns")
for by in (0, -5, '', '1e9', '99999999999999999999', '5 s'):
    check(f"by '{by}'", 'expected' in rows(db, 'SELECT * FROM gpu_time(?)', by), True)
check('too many rows', 'expected at most 10000000 in all' in rows(db, "SELECT * FROM gpu_time(1, ?)", f'{HERE}/../data/heliosr_146104_results.db'), True)
finish()
