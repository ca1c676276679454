"""idle_stacks against a computation from gaps, stacks and frames as ext/help/tables/idle_stacks.md says, on random traces, and against idle_summary; and programs
whose values are written by hand."""
import collections
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import BUILD, FOLDER, check, finish, load, rows  # noqa: E402
from cause_trace import Trace as CallTrace  # noqa: E402
from gap_trace import Trace, main_cause  # noqa: E402
from random_gpu import attach  # noqa: E402
from sampled_trace import NEUTRAL, RUNTIME, Frames, add_stacks, parts, random_frames, random_stacks, text_of, threads_of  # noqa: E402


# ---- by hand

def program(name, calls, kernels, modules, frames, stacks):
    """A chunk file of calls (start, end, name[, thread]), kernels (start, end, number of the launching call) and sampled stacks."""
    t = CallTrace(1)
    t.calls = [{'id': i + 1, 'stack': i + 1, 'start': c[0], 'end': c[1], 'name': c[2], 'tid': t.pid + (c[3] if len(c) > 3 else 0), 'category': c[4] if len(c) > 4 else 'HIP_RUNTIME_API_EXT',
                'message': None} for i, c in enumerate(calls)]
    t.kernels = [{'id': i + 1, 'start': k[0], 'end': k[1], 'stack': k[2] + 1, 'name': 'gemm', 'queue': 1, 'tid': t.pid, 'agent': 2} for i, k in enumerate(kernels)]
    t.copies = []
    path, out = f'{FOLDER}/{name}.db', f'{FOLDER}/{name}.rocz'
    if os.path.exists(path):
        os.remove(path)
    t.write(path)
    add_stacks(path, out, BUILD, modules, frames, [(t.pid, t.pid + s[0], *s[1:], 0) for s in stacks])
    return attach([out])


MODULES = [(1, '/bin/app'), (2, '/lib/libc.so.6')]
FRAMES = [(1, None, 1, 'main', None), (2, 1, 1, 'read_batch', None), (3, 2, 2, 'read', None), (4, 1, 1, 'shuffle', None), (5, 1, 1, 'wait', None)]
# The GPU works until 1000, from 2000 to 3000, and from 3900 on. It waits for thread 0 in hipStreamSynchronize until 1100, then in no call until 1900; and from 3000 to 3800.
CALLS = [(0, 10, 'hipLaunchKernel'), (50, 1100, 'hipStreamSynchronize'), (1900, 1950, 'hipLaunchKernel'), (2000, 3000, 'hipStreamSynchronize'), (3800, 3850, 'hipLaunchKernel')]
KERNELS = [(20, 1000, 0), (2000, 3000, 2), (3900, 4000, 4)]
# Samples at 400, 800 (in wait), 1200 (read), 1600 (shuffle), 2200, 2600, 3000 (all wait), 3400 (read).  Moments from 3500 on are in no row.
STACKS = [(0, 0, 800, 5, 2, 'blocked', 202, 0, 0), (0, 800, 1200, 3, 1, 'blocked', 0, 0, 0), (0, 1200, 1600, 4, 1, 'running', None, 300, 0),
          (0, 1600, 2800, 5, 3, 'blocked', 202, 0, 0), (0, 2800, 3500, 3, 2, 'blocked', 0, 100, 0), (1, 0, 4000, 4, 100, 'running', None, 4000, 0)]
# part of a sample: CPU 400 of 1 running sample: 400; the rest 3100 of 8 blocked samples: 387.5
db = program('hand', CALLS, KERNELS, MODULES, FRAMES, STACKS)
check('by hand: what gaps say', rows(db, 'SELECT start, duration_ns, synchronisation_ns, call_ns, no_call_ns, launch_ns FROM gaps ORDER BY start'), [(1000, 1000, 100, 0, 800, 100), (3000, 900, 0, 0, 800, 100)])
# no call: 1100 to 1900 and 3000 to 3800, 1600 in all, of which 300 (3500 to 3800) are in no row. Samples in it: 1200 read, 1600 shuffle, 3150 and 3500 of the row
# from 2800 to 3500 (read). 1300 are distributed as 3 * 387.5 to 400: read 967.5, shuffle 332.5.
got = rows(db, 'SELECT cause, host_call, function, module, samples, idle_ns, stack, running_ns, blocked_ns FROM idle_stacks')
check('by hand', got, [('no call', None, 'read', 'libc.so.6', 3, 967, 'main / read_batch / read', 0, 967), ('no call', None, 'shuffle', 'app', 1, 333, 'main / shuffle', 333, 0),
                       ('no call', None, None, None, 0, 300, None, 0, 0), ('synchronisation', 'hipStreamSynchronize', None, None, 0, 100, None, 0, 0)])
check('... adds up to idle_summary', rows(db, 'SELECT cause, sum(idle_ns), sum(share) FROM idle_stacks GROUP BY 1'),
      rows(db, "SELECT cause, sum(idle_ns), sum(share) FROM idle_summary WHERE type = 'host' GROUP BY 1"))
check('... by thread', rows(db, "SELECT tid, function, idle_ns FROM idle_stacks('thread') WHERE samples"), [(1001, 'read', 967), (1001, 'shuffle', 333)])
# Of the samples without a call in the first gap, read and shuffle have one each; they agree on main. In the second both are read.
check('... names the gaps', rows(db, 'SELECT start, host_range, range_samples FROM gaps ORDER BY start'), [(1000, 'main', 2), (3000, 'read_batch', 2)])
check('... and idle_summary', rows(db, "SELECT cause, host_range, idle_ns FROM idle_summary WHERE type = 'host' ORDER BY 3"), [('synchronisation', None, 100), ('no call', 'main', 800), ('no call', 'read_batch', 800)])
ranged = program('ranged', CALLS + [(1050, 1850, 'load', 0, 'PYTHON')], KERNELS, MODULES, FRAMES, STACKS)
check('a range is taken first', rows(ranged, 'SELECT start, host_range, range_samples FROM gaps ORDER BY start'), [(1000, 'load', None), (3000, 'read_batch', 2)])


def folded(db, options):
    out = f'{FOLDER}/out.folded'
    if os.path.exists(out):
        os.remove(out)
    said = rows(db, 'SELECT rocpd_export_folded(?, ?)', out, options)
    return open(out).read().splitlines() if os.path.exists(out) else said


check('folded', folded(db, '{"value":"idle"}'), ['GPU 0;no call;main;read_batch;read 967', 'GPU 0;no call;main;shuffle 333', 'GPU 0;no call;(no sample) 300',
                                                'GPU 0;synchronisation hipStreamSynchronize;(no sample) 100'])
check('folded: gaps in a time', folded(db, '{"value":"idle","start":3100,"end":3200}'), ['GPU 0;no call;main;read_batch;read 500', 'GPU 0;no call;(no sample) 300'])
check('folded: of no process', folded(db, '{"value":"idle","processes":[1]}'), [])
program('before', CALLS[:3], KERNELS[:2], MODULES, FRAMES, STACKS[:2])
check('folded: difference of two runs', folded(db, '{"value":"idle","before":"%s/before.rocz"}' % FOLDER),
      ['no call;main;read_batch;read 100 967', 'no call;main;shuffle 0 333', 'no call;(no sample) 700 300', 'synchronisation hipStreamSynchronize;(no sample) 100 100'])
rows(db, 'SELECT rocpd_export_svg(?, ?)', f'{FOLDER}/out.svg', '{"value":"idle","before":"%s/before.rocz"}' % FOLDER)
svg = open(f'{FOLDER}/out.svg').read()
check('SVG: difference', ('Time in which GPUs waited for the host' in svg, 'before 700 ns' in svg, 'hsl(215,' in svg, 'hsl(5,' in svg), (True,) * 4)
check('another word', rows(db, "SELECT * FROM idle_stacks('queue')"), "OperationalError: idle_stacks: by is 'queue', expected 'agent' or 'thread'")
check('in a window', rows(db, 'SELECT rocpd_window(0, 3000, 0)') and rows(db, 'SELECT cause, function, samples, idle_ns FROM idle_stacks'),
      [('no call', 'shuffle', 1, 407), ('no call', 'read', 1, 393), ('synchronisation', None, 0, 100)])
# Rows that overlap, of a file that somebody else wrote: a moment in two of them counts once, so that 3500 to 3800 is still in none.
db = program('overlap', CALLS, KERNELS, MODULES, FRAMES, STACKS[:5] + [(0, 2850, 3300, 4, 1, 'running', None, 0, 0)] + STACKS[5:])
check('rows that overlap', rows(db, "SELECT sum(idle_ns), sum(iif(samples = 0, idle_ns, 0)), sum(samples) FROM idle_stacks WHERE cause = 'no call'"), [(1600, 300, 5)])
db = program('none', CALLS, KERNELS, [], [], [])
check('without samples all time has none', rows(db, 'SELECT cause, function, samples, idle_ns FROM idle_stacks'), [('no call', None, 0, 1600), ('synchronisation', None, 0, 100)])


# ---- random traces

def expected(db, by_thread):
    """{(guid, agent, cause, call, stack or None, sampled[, tid]): [samples, ns, {state: ns}]}"""
    trace, seen, frames = Trace(db, file='source'), threads_of(db), Frames(db)
    places, out = {}, collections.defaultdict(lambda: [0, 0., collections.Counter()])
    for guid, agent, start, end in db.execute('SELECT source, agent_id, start, "end" FROM gaps'):
        thread = (trace.launch_of(guid, agent, None, end)[2] or [None])[0]
        for a, b, cause, call in trace.moments(guid, agent, None, start, end) or ():
            if cause != 'launch':
                places.setdefault((guid, agent, thread, cause, call), []).append((a, b))
    for (guid, agent, thread, cause, call), pieces in places.items():
        mine, whole = seen.get(thread, []), sum(b - a for a, b in pieces)
        inside = sum(max(0, min(b, r.end) - max(a, r.start)) for a, b in pieces for r in mine)
        samples = [r for r in mine for t in r.moments() if any(a <= t < b for a, b in pieces)]
        part = parts(mine) if mine else {}
        if sum(part[r.state] for r in samples) == 0:
            part = dict.fromkeys(part, 1)
        every = sum(part[r.state] for r in samples)
        key = (guid, agent, cause, call)
        tid = (thread[2],) if by_thread else ()
        for r in samples:
            x = out[key + (frames.stack(guid, r.frame), True) + tid]
            x[0] += 1
            x[1] += inside * part[r.state] / every
            x[2][r.state] += inside * part[r.state] / every
        left = whole - inside if samples else whole
        if left:
            out[key + ((), False) + tid][1] += left
    return out


def compare(db, seed, what):
    for by_thread in (False, True):
        want, got = expected(db, by_thread), {}
        for guid, agent, cause, call, stack, samples, ns, function, module, run, ready, blocked, tid, share in db.execute(
                'SELECT source, agent_id, cause, host_call, stack, samples, idle_ns, function, module, running_ns, runnable_ns, blocked_ns, tid, share FROM idle_stacks(?)', ('thread' if by_thread else 'agent',)):
            key = (guid, agent, cause, call, stack, function, module, samples > 0) + ((tid,) if by_thread else ())
            got.setdefault(key, []).append((samples, ns, run, ready, blocked))
        merged = {}
        for key, (samples, ns, states) in want.items():
            stack = key[4]
            name = key[:4] + (text_of(stack), *(stack[-1] if stack else (None, None))) + key[5:]
            merged.setdefault(name, []).append((samples, ns, states['running'] + states['kernel'], states['runnable'], states['blocked']))
        bad = [(k, got.get(k), merged.get(k)) for k in set(got) | set(merged) if not same(got.get(k), merged.get(k))]
        check(f'{what} {seed}{" by thread" if by_thread else ""}: {len(want)} rows', bad[:1], [])
    check(f'{what} {seed}: sums', rows(db, 'SELECT source, agent_id, cause, host_call, sum(idle_ns) FROM idle_stacks GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4'),
          rows(db, "SELECT source, agent_id, cause, host_call, sum(idle_ns) FROM idle_summary WHERE type = 'host' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"))
    check(f'{what} {seed}: sums of gaps', rows(db, 'SELECT source, agent_id, sum(idle_ns) FROM idle_stacks GROUP BY 1, 2 ORDER BY 1, 2'),
          rows(db, 'SELECT source, agent_id, sum(synchronisation_ns + call_ns + no_call_ns) FROM gaps GROUP BY 1, 2 HAVING sum(synchronisation_ns + call_ns + no_call_ns) > 0 ORDER BY 1, 2'))
    order = [r[0] for r in rows(db, 'SELECT idle_ns FROM idle_stacks')]
    check(f'{what} {seed}: order', order, sorted(order, reverse=True))


def same(a, b):
    """Stacks of one text, if their outer functions are in different modules, are several rows."""
    if not a or not b or len(a) != len(b):
        return False
    return all(x[0] == y[0] and all(abs(p - q) <= 4 * 3 for p, q in zip(x[1:], y[1:])) for x, y in zip(sorted(a), sorted(b)))


# ---- gaps.host_range

class Agreeing:
    """The innermost function on which more than half of the samples within some times agree."""

    def __init__(self, db):
        self.seen, self.frames, self.samples = threads_of(db), Frames(db), {}

    def __call__(self, thread, times):
        stacks = [self.frames.stack(thread[0], r.frame) for r in self.seen.get(thread, []) for t in r.moments() if any(a <= t < b for a, b in times)]
        depth, name = 0, None
        while True:
            common = collections.Counter(s[:depth + 1] for s in stacks if len(s) > depth).most_common(1)
            if not common or 2 * common[0][1] <= len(stacks):
                break
            function, module = common[0][0][-1]
            depth, name = depth + 1, name if (module or '').startswith(RUNTIME + NEUTRAL) else function or name
        self.samples[thread, times[0][0]] = len(stacks)
        return name


def compare_ranges(db, seed, what):
    trace, wrong, sums, named = Trace(db, file='source'), [], collections.Counter(), 0
    agree = trace.sampled = Agreeing(db)
    for level in ('agent', 'queue'):
        for source, agent, queue, start, end, cause, name, samples in db.execute('SELECT source, agent_id, queue_id, start, "end", cause, host_range, range_samples FROM gaps WHERE level = ?', (level,)):
            pieces = trace.pieces(source, agent, queue if level == 'queue' else None, start, end)
            want = main_cause(pieces)
            of_range, count = want[3], None
            if want[1] == 'no call' and of_range is not None:
                thread = trace.launch_of(source, agent, queue if level == 'queue' else None, end)[2][0]
                times = [(a, b) for a, b, cause_, _ in trace.moments(source, agent, queue if level == 'queue' else None, start, end) if cause_ == 'no call']
                ranges = trace.sampled
                trace.sampled = lambda thread, times: None
                if all(key[2] is None for key, _ in trace.in_program(thread, times)):
                    count = agree.samples[thread, times[0][0]]
                trace.sampled = ranges
            named += count is not None
            if (cause, name, samples) != (want[1], of_range, count):
                wrong.append((level, start, end, (cause, name, samples), (want[1], of_range, count)))
            if level == 'agent':
                sums.update({(source, agent, *key): ns for key, ns in pieces.items()})
    check(f'{what} {seed}: ranges of gaps', wrong[:1], [])
    check(f'{what} {seed}: ranges of idle_summary', {r[:5]: r[5] for r in rows(db, 'SELECT source, agent_id, cause, host_call, host_range, idle_ns FROM idle_summary')}, dict(sums))
    return named


def steps(t, r):
    """Replaces the calls and kernels of a trace by steps: a launch, a wait for its kernel, and the program's own work with some calls."""
    t.calls, t.kernels, t.copies, now = [], [], [], 10 ** 9
    for _ in range(40):
        tid, begin = r.choice(t.tids), now
        now += r.randrange(1, 900)
        spans = [(begin, begin + 4, 'hipLaunchKernel'), (begin + 5, now + 2, 'hipStreamSynchronize')]
        t.kernels.append({'id': len(t.kernels) + 1, 'start': begin + 3, 'end': now, 'name': 'gemm', 'stack': len(t.calls) + 1, 'queue': 1, 'tid': tid, 'agent': 2})
        now += 3
        for _ in range(r.randrange(3)):
            at = now + r.randrange(400)
            now = at + r.randrange(1, 200)
            spans.append((at, now, 'hipMalloc'))
        now += r.randrange(1500)
        for a, b, name in spans:
            t.calls.append({'id': len(t.calls) + 1, 'stack': len(t.calls) + 1, 'tid': tid, 'start': a, 'end': b, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None})


made = named = 0
for seed in range(1, 21):
    r = random.Random(seed)
    t = CallTrace(seed, python=seed % 2)
    if seed > 14:
        steps(t, r)
    path, out = f'{FOLDER}/calls{seed}.db', f'{FOLDER}/calls{seed}.rocz'
    t.write(path)
    modules, frames = random_frames(r, ('/lib/m1.so', '/lib/libc.so.6', '/lib/m3.so') if seed % 3 else ('/lib/m1.so', '/lib/libhsa-runtime64.so.1', '/lib/libstdc++.so.6'))
    low, high = min(c['start'] for c in t.calls), max(k['end'] for k in t.kernels + t.copies) if t.kernels + t.copies else 10 ** 9 + 1
    stacks = []
    for tid in t.tids + [t.pid + 77]:
        if r.random() < .9:
            stacks += random_stacks(r, t.pid, tid, low - 5, high + 5, r.choice((5, 20, 500, t.most) if seed < 15 else (60, 500)), frames)
    add_stacks(path, out, BUILD, modules, frames, stacks)
    db = attach([out])
    compare(db, seed, 'random')
    named += compare_ranges(db, seed, 'random')
    made += rows(db, 'SELECT count(*) FROM idle_stacks WHERE samples')[0][0]
    db.close()
check('random traces have samples in pauses', made > 100, True)
check('... and name gaps', named > 90 or named, True)
db = attach([f'{FOLDER}/calls{seed}.rocz' for seed in range(1, 7)])
compare(db, '1 to 6', 'several files')
finish()
