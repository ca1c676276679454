"""The cause of each gap by what ext/help/tables/gaps.md says, found anew in Python from the calls, kernels and copies; idle_summary and
gap_histogram as sums over gaps; and that causes sum to the idle time, on samples, too."""
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import FOLDER, check, finish, load, rows  # noqa: E402
from cause_trace import Trace as CallTrace  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402


def waits(name):
    return ((name.startswith('hip') and 'Synchronize' in name) or name.startswith(('hsa_signal_wait', 'hsa_amd_signal_wait', 'hsa_memory_copy')) or
            (name.startswith(('hipMemcpy', 'hipDrvMemcpy', 'hipMemset', 'hipFree', 'hipHostFree')) and 'Async' not in name))


class Calls:
    """Of a thread, without markers, in order of their starts, the longest first."""

    def __init__(self):
        self.all = []

    def finish(self):
        last = max(max(s, e if e is not None else s) for s, e, i, n in self.all)
        self.unended = {i for s, e, i, n in self.all if e is None}
        self.all = sorted(((s, max(s, last if e is None else e), i, n) for s, e, i, n in self.all), key=lambda c: (c[0], -c[1], c[2] is not None, c[2]))
        self.outermost, reached = [], None
        for c in self.all:
            if reached is None or c[0] >= reached:
                self.outermost.append(c)
            if c[1] > c[0]:
                reached = c[1] if reached is None else max(reached, c[1])

    def open(self, time):
        return [c for c in self.all if c[0] <= time < c[1]]


class Trace:
    def __init__(self, db, window=None):
        self.threads, self.launch = {}, {}
        for guid, pid, tid, start, end, stack, name, marker in db.execute(
                "SELECT guid, pid, tid, start, \"end\", stack_id, name, category LIKE 'MARKER%' OR category IN ('rocm_marker_api', 'PYTHON', 'python') FROM regions"):
            if start is None or marker:
                continue
            calls = self.threads.setdefault((guid, pid, tid), Calls())
            calls.all.append((start, end, stack, name))
            self.launch.setdefault((guid, stack), (calls, stack))
        for calls in self.threads.values():
            calls.finish()
        self.activities = {}
        kernels = db.execute('SELECT guid, agent_id, agent_type, NULL, NULL, start, "end", stack_id, queue_id, 0, rowid FROM kernels').fetchall()
        copies = db.execute('SELECT guid, dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, start, "end", stack_id, NULL, 1, rowid FROM memory_copies').fetchall()
        for guid, agent, kind, src, src_kind, start, end, stack, queue, copy, row in kernels + copies:
            if start is None or end is None:
                continue
            owners = {agent} if kind == 'GPU' or src_kind != 'GPU' else set()
            if src_kind == 'GPU':
                owners.add(src)
            end = max(start, end)
            if window:
                if end < window[0] or start > window[1]:
                    continue
                start, end = max(start, window[0]), min(end, window[1])
            for owner in owners:
                self.activities.setdefault((guid, owner), []).append((start, end, stack, queue, copy, row))

    def cause(self, guid, agent, queue, start, end):
        mine = [a for a in self.activities[guid, agent] if queue is None or (not a[4] and a[3] == queue)]
        after = min((a for a in mine if a[0] == end), key=lambda a: (a[4], a[5]))
        before = max((a for a in mine if a[1] == start), key=lambda a: (a[0], -a[4], a[5]))
        calls, stack = self.launch.get((guid, after[2]), (None, None))
        if not calls or not after[2]:
            return 'unknown', 'unknown', None
        began, ended, _, name = next(c for c in calls.all if c[2] == stack)
        if began <= start:
            if ended > start or stack in calls.unended:
                return 'launch', 'launch', name
            return 'device', 'copy' if before[4] else 'queue' if after[4] or after[3] != before[3] else 'dispatch', None
        now = calls.open(start)
        if any(waits(c[3]) for c in now):
            return 'host', 'synchronisation', now[0][3]
        began = min(began, end)
        if began - start < end - began:
            return 'launch', 'launch', name
        times = [(min(c[1], began) - max(c[0], start), c[3]) for c in now[:1] + [c for c in calls.outermost if c[0] > start] if c[0] < began]
        total = sum(t for t, _ in times)
        if total >= began - start - total:
            return 'host', 'call', max(times, key=lambda t: t[0])[1]
        return 'host', 'no call', None


def compare(db, trace, what):
    seen, wrong, n = {}, [], 0
    for level in ('agent', 'queue'):
        for guid, agent, queue, start, end, *got in db.execute(
                'SELECT guid, agent_id, queue_id, start, "end", type, cause, host_call FROM gaps WHERE level = ?', (level,)):
            want = trace.cause(guid, agent, queue if level == 'queue' else None, start, end)
            seen[want[1]] = seen.get(want[1], 0) + 1
            n += 1
            if tuple(got) != want:
                wrong.append((level, guid, agent, queue, start, end, got, want))
    check(f'{what}: causes of {n} gaps', wrong[:1], [])
    check(f'{what}: of the longest', rows(db, 'SELECT start, "end", cause, host_call FROM gaps LIMIT 3'), rows(db, 'SELECT start, "end", cause, host_call FROM gaps')[:3])
    sums(db, '', what)
    return seen


def idle(db, path, what):
    longest = {}
    for *key, start, end in rows(db, 'SELECT guid, agent_id, type, cause, host_call, start, "end" FROM gaps(?)', path):
        longest.setdefault(tuple(key), []).append((start - end, start, end))
    check(f'{what}: when the longest was', {tuple(r[:5]): r[5:] for r in rows(db, 'SELECT guid, agent_id, type, cause, host_call, longest_start, longest_end FROM idle_summary(?)', path)},
          {k: min(v)[1:] for k, v in longest.items()})
    check(f'{what}: idle_summary', rows(db, 'SELECT guid, agent_id, type, cause, host_call, gaps, idle_ns, longest_ns FROM idle_summary(?) ORDER BY 1, 2, 3, 4, 5', path),
          rows(db, '''SELECT guid, agent_id, type, cause, host_call, count(*), sum(duration_ns), max(duration_ns) FROM gaps(?)
                      GROUP BY guid, agent_id, type, cause, host_call ORDER BY 1, 2, 3, 4, 5''', path))
    check(f'{what}: causes sum to the idle time', rows(db, '''SELECT guid, agent_id, idle_ns FROM gpu_time('agent', ?1) WHERE idle_ns EXCEPT
      SELECT guid, agent_id, sum(idle_ns) FROM idle_summary(?1) GROUP BY 1, 2 HAVING abs(sum(share) - 1) < 1e-9''', path), [])


def sums(db, path, what):
    idle(db, path, what)
    for bounds in (None, '10 20 50 100 1000 10000 100000', '1', '1,2, 5 7'):
        numbers = [0] + [int(x) * 1000 for x in (bounds or '10 20 50 100 1000 10000 100000').replace(',', ' ').split()]
        for level in ('agent', 'queue'):
            lengths = rows(db, 'SELECT guid, agent_id, queue_id, duration_ns FROM gaps(?1) WHERE level = ?2', path, level)
            got = rows(db, '''SELECT guid, agent_id, queue_id, from_ns, to_ns, gaps, idle_ns FROM gap_histogram
                              WHERE path = ?1 AND level = ?2 AND bounds_us = coalesce(?3, '10 20 50 100 1000 10000 100000') AND gaps''', path, level, bounds)
            want = {}
            for guid, agent, queue, ns in lengths:
                i = max(i for i, b in enumerate(numbers) if ns >= b)
                key = guid, agent, queue, numbers[i], numbers[i + 1] if i + 1 < len(numbers) else None
                want[key] = (want.get(key, (0, 0))[0] + 1, want.get(key, (0, 0))[1] + ns)
            if {r[:5]: r[5:] for r in got} != want or len(got) != len(want):
                return check(f'{what}: gap_histogram {bounds} {level}', got, want)
    check(f'{what}: gap_histogram', rows(db, 'SELECT count(*) FROM gap_histogram WHERE path = ?', path)[0][0] % 8, 0)


WAITING = ['hipStreamSynchronize', 'hipDeviceSynchronize', 'hipEventSynchronize', 'hipCtxSynchronize', 'hipStreamSynchronize_spt', 'hsa_signal_wait_scacquire',
           'hsa_signal_wait_relaxed', 'hsa_amd_signal_wait_any', 'hsa_memory_copy', 'hipMemcpy', 'hipMemcpyDtoH', 'hipMemcpyWithStream', 'hipMemcpyToSymbol', 'hipDrvMemcpy3D',
           'hipMemset', 'hipMemsetD32', 'hipFree', 'hipFreeArray', 'hipHostFree']
NOT_WAITING = ['hipMemcpyAsync', 'hipMemcpyDtoHAsync', 'hipMemcpyToSymbolAsync', 'hipDrvMemcpy3DAsync', 'hipMemsetAsync', 'hipFreeAsync', 'hipMalloc', 'hipHostMalloc',
               'hipStreamWaitEvent', 'hipEventQuery', 'hipStreamCreate', 'hsa_amd_memory_async_copy', 'hsa_signal_load_relaxed', 'Synchronize all', 'memcpy']


def functions_that_wait():
    """A kernel ends while the thread is in each of the functions; it launches the next one later."""
    t, names = CallTrace(1), WAITING + NOT_WAITING
    calls = [(1000 * i, 1000 * i + 500, name) for i, name in enumerate(names)] + [(1000 * i + 600, 1000 * i + 610, 'hipLaunchKernel') for i in range(-1, len(names))]
    t.calls = [{'id': i + 1, 'tid': t.pid, 'start': 10 ** 6 + start, 'end': 10 ** 6 + end, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'stack': i + 1}
               for i, (start, end, name) in enumerate(calls)]
    t.kernels = [{'id': c['id'], 'start': c['start'] + 50, 'end': c['start'] + 500, 'name': 'gemm', 'stack': c['stack'], 'queue': 1, 'tid': t.pid, 'agent': 2}
                 for c in t.calls if c['name'] == 'hipLaunchKernel']
    t.copies = []
    t.write(f'{FOLDER}/waits.db')
    db = load()
    got = rows(db, 'SELECT host_call, cause FROM gaps(?) ORDER BY start', f'{FOLDER}/waits.db')
    check('functions that wait', got, [(name, 'synchronisation' if name in WAITING else 'call') for name in names])
    check('... are those of sync_cost', rows(db, 'SELECT name FROM sync_cost(?) ORDER BY start', f'{FOLDER}/waits.db'), [(name,) for name in WAITING])


def halves():
    """Pauses of 1000 ns where the launch began half of them later, and the thread was in a call for half of that, and a ns less or more."""
    t, wanted = CallTrace(2), [(500, 250, 'call'), (500, 249, 'no call'), (501, 251, 'call'), (499, 499, 'launch')]
    calls = []
    for i, (began, inside, _) in enumerate(wanted):
        calls += [(10000 * i - 100, 10, 'hipLaunchKernel', 0), (10000 * i + 1000, inside, 'hipMalloc', None), (10000 * i + 1000 + began, 10, 'hipLaunchKernel', 2000)]
    t.calls = [{'id': i + 1, 'tid': t.pid, 'start': 10 ** 6 + start, 'end': 10 ** 6 + start + length, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'stack': i + 1}
               for i, (start, length, name, _) in enumerate(calls)]
    starts = [10 ** 6 + 10000 * (i // 3) + at for i, (_, _, _, at) in enumerate(calls) if at is not None]
    t.kernels = [{'id': i + 1, 'start': start, 'end': start + 1000, 'name': 'gemm', 'stack': c['stack'], 'queue': 1, 'tid': t.pid, 'agent': 2}
                 for i, (start, c) in enumerate(zip(starts, [c for c in t.calls if c['name'] == 'hipLaunchKernel']))]
    t.copies = []
    t.write(f'{FOLDER}/halves.db')
    got = rows(load(), 'SELECT cause FROM gaps(?) WHERE duration_ns = 1000 ORDER BY start', f'{FOLDER}/halves.db')
    check('half of a pause', got, [(cause,) for _, _, cause in wanted])


functions_that_wait()
for seed in range(1, 25):  # calls that overlap, and few steps of time
    CallTrace(seed, python=True).write(f'{FOLDER}/calls{seed}.db')
    db = attach([f'{FOLDER}/calls{seed}.db'])
    compare(db, Trace(db), f'calls that overlap {seed}')
    db.close()
halves()
random.seed(11)
seen = {}
for number in range(10):
    style = ['busy', 'ties', 'sparse', 'any'][number % 4]
    db = attach(random_databases(number, style))
    for cause, n in compare(db, Trace(db), f'{style} {number}').items():
        seen[cause] = seen.get(cause, 0) + n
    low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
    window = (low + (high - low) // 4, high - (high - low) // random.randint(3, 20))
    trace = Trace(db, window)
    db.execute('SELECT rocpd_window(?, ?)', window).fetchall()
    compare(db, trace, f'{style} {number} in a window')
    db.close()
check('every cause was met', sorted(seen), sorted(['synchronisation', 'call', 'no call', 'launch', 'copy', 'queue', 'dispatch', 'unknown']))
for what, db in chunk_traces(3, 3000, 'nested=200'):
    compare(db, Trace(db), what)
LARGE = ['agents=1 queues=1 threads=1 kernel=300 nested=20', 'agents=1 queues=2 threads=3 kernel=300', 'agents=2 kernel=20000 tick=700']  # in several slices of time
for number, options in enumerate(LARGE):
    for what, db in chunk_traces(1, 300000, f'seed={number + 1}', 'rows=5000', *options.split()):
        idle(db, '', f'large, {options}')
        low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
        db.execute('SELECT rocpd_window(?, ?)', (low + (high - low) // 9, high - (high - low) // 7)).fetchall()
        idle(db, '', f'large, {options}, in a window')
db = load()
for path in samples():
    sums(db, path, os.path.basename(path))
for bounds in ('', ' ', '0', '-1', '5 5', '10 5', 'a', '1.5', '1 2x', '1e3', '9' * 30):
    got = rows(db, 'SELECT * FROM gap_histogram(?)', bounds)
    check(f"bounds '{bounds}'", got if 'expected 1 to 1000 growing numbers of us' not in got else None, None)
check('level', rows(db, "SELECT * FROM gap_histogram('1', 'x')"), "OperationalError: gap_histogram: level is 'x', expected 'agent' or 'queue'")
finish()
