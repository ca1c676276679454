"""rocpd_export_folded() against calls as they nest by brute force, on random traces, and against the table calls."""
import collections
import fnmatch
import json
import os

from compared import hostile, report, same, samples, not_utf8
from common import FOLDER, attached, check, finish, rows, value
from cause_trace import Trace, ended, nest

TRACES = 60 if not os.environ.get('SOAK') else 3000
OUT = f'{FOLDER}/out.folded'


def export(db, **options):
    """The function's result, and the lines: (frames, ns)."""
    said = value(db, 'SELECT rocpd_export_folded(?, ?)', OUT, json.dumps(dict(options, overwrite=True)))
    assert said.startswith('{'), said
    with open(OUT, encoding='utf-8') as f:
        lines = [line.rpartition(' ') for line in f.read().split('\n')[:-1]]
    return json.loads(said), [(tuple(stack.split(';')), int(ns)) for stack, _, ns in lines]


def by_thread(lines):
    """A thread's frame ends with its number."""
    sums = collections.Counter()
    for frames, ns in lines:
        sums[(frames[1].rsplit(' ', 1)[-1],) + frames[2:]] += ns
    return sums


def name_of(c):
    return c['message'] or c['name']


def stack_of(c):
    return (stack_of(c['parent']) if c['parent'] else (str(c['tid']),)) + (name_of(c),)


def chosen(e, o):
    """The kernel's name as requested by the options, and its duration; 0 without an end after its start."""
    end = max(e['start'], e['end'])
    if not (e['start'] <= o.get('end', 2 ** 62) and e['end'] >= o.get('start', -2 ** 62)) or end - e['start'] < o.get('min_duration_ns', 0):
        return False
    return fnmatch.fnmatchcase(e.get('message') or e['name'], o.get('names', '*')) and fnmatch.fnmatchcase(e.get('category', 'KERNEL_DISPATCH'), o.get('categories', '*'))


def add_up_calls(calls):
    """For each stack: the number of calls, and the number of sampled stacks that end there; each frame of a sample is a call."""
    count, goes_on, ends = collections.Counter(), collections.Counter(), collections.Counter()
    for c in calls:
        count[stack_of(c)] += 1
    for stack in sorted({s[:i] for s in count for i in range(1, len(s) + 1)}, key=len, reverse=True):
        ends[stack] = max(0, count[stack] - goes_on[stack])
        goes_on[stack[:-1]] += max(count[stack], goes_on[stack])
    return +count, +ends


def compare(db, t):
    calls = {c['stack']: c for c in nest(ended(t.calls))}
    stated = {c['stack']: c['end'] for c in t.calls}
    times = sorted(c['start'] for c in t.calls)
    low, high = times[len(times) // 3], times[len(times) * 2 // 3]
    for o in ({}, {'start': low, 'end': high + 1}, {'min_duration_ns': 5}, {'names': 'hip*'}, {'names': '*ward'}, {'categories': 'MARKER*'}):
        want, n = collections.Counter(), 0
        for c in calls.values():
            if chosen(dict(c, end=stated[c['stack']]), o):
                want[stack_of(c)] += c['own']
                n += 1
        said, lines = export(db, **o)
        same('host', (t.seed, o), by_thread(lines), +want)
        same('calls that count', (t.seed, o), said['events'], n)
        # All frames of a sampled stack are calls of its category.
        for what, want in zip(('calls', 'samples'), add_up_calls([c for c in calls.values() if chosen(dict(c, end=stated[c['stack']]), o)])):
            if what == 'calls' or 'categories' in o:
                same(what, (t.seed, o), by_thread(export(db, value=what, **o)[1]), want)
    for o in ({}, {'start': low, 'end': high + 1}, {'min_duration_ns': 5}, {'names': 'add*'}, {'agents': [2]}):
        want, n = collections.Counter(), 0
        for k in t.kernels + t.copies:
            agent = k['agent'] if k in t.kernels else 2
            if chosen(k, o) and agent in o.get('agents', [agent]):
                call = calls.get(k['stack'])
                want[(stack_of(call) if call else ('call',)) + (k['name'],)] += max(0, k['end'] - k['start'])
                n += 1
        said, lines = export(db, value='gpu', **o)
        same('gpu', (t.seed, o), by_thread(lines), +want)
        same('kernels and copies that count', (t.seed, o), said['events'], n)
    copies = collections.Counter()
    for name, ns in rows(db, 'SELECT name, max(0, "end" - start) FROM memory_copies'):
        copies[name] += ns
    for by in ('stream', 'queue'):
        want = collections.Counter()
        for agent, stream, queue, stream_id, queue_id, name, ns in rows(db, 'SELECT agent_abs_index, stream, queue, stream_id, queue_id, name, max(0, "end" - start) FROM kernels'):
            track = stream or f'stream {stream_id}' if by == 'stream' and stream_id is not None else queue or f'queue {queue_id}'
            want[(agent, track, name)] += ns
        said, lines = export(db, value='agent', group_by=by)
        names = {name for _, _, name in want}
        same('agents', (t.seed, by), sorted((f[2], f[3], ns) for f, ns in lines if f[3] in names), sorted((track, name, ns) for (_, track, name), ns in want.items() if ns))
        same('copies of agents', (t.seed, by), sum(ns for f, ns in lines if f[3] not in names), sum(copies.values()))
        same('agents: numbers', (t.seed, by), [said[k] for k in ('events', 'kernels', 'copies')], [len(t.kernels) + len(t.copies), len(t.kernels), len(t.copies)])
    table = collections.Counter()
    for tid, path, ns in rows(db, "SELECT tid, call_path, exclusive_ns FROM calls WHERE call_path <> ''"):
        table[(str(tid), path)] += ns
    same('the table calls', t.seed, collections.Counter({(k[0], ' / '.join(k[1:])): v for k, v in by_thread(export(db)[1]).items()}), +table)
    rows(db, 'SELECT rocpd_window(?, ?)', low, high)
    total = value(db, 'SELECT sum(exclusive_ns) FROM calls WHERE call_path <> \'\'')
    same('in a time window', t.seed, sum(ns for _, ns in export(db)[1]), total or 0)
    total = value(db, 'SELECT (SELECT total(max(0, "end" - start)) FROM kernels) + (SELECT total(max(0, "end" - start)) FROM memory_copies)')
    same('in a time window', t.seed, sum(ns for _, ns in export(db, value='gpu')[1]), total)


for seed in range(1, TRACES + 1):
    t = Trace(seed)
    path = f'{FOLDER}/{seed}.db'
    t.write(path)
    db = attached(path)
    compare(db, t)
    db.close()
    if seed > 3:
        os.remove(path)
report(('host', 'calls', 'samples', 'calls that count', 'gpu', 'agents', 'copies of agents', 'agents: numbers', 'kernels and copies that count', 'the table calls', 'in a time window'), f'{TRACES} traces')

# Call stacks as rocprofiler-systems samples them: a call for each frame, of one category, around and within others.
t = Trace(1)
t.calls, t.kernels, t.copies, now = [], [], [], 10 ** 9
want = collections.Counter()
for i in range(60):
    frames = tuple(t.r.choice((('main', 'run', 'gemm'), ('main', 'run'), ('main', 'run', 'wait'), ('main', 'idle'), ('main', 'run', 'gemm', 'gemm'))))
    t.calls += [{'tid': t.pid, 'start': now, 'end': now + 10, 'name': f, 'category': 'timer_sampling', 'message': None} for f in frames]
    want[(str(t.pid),) + frames] += 1
    if i % 3 == 0:
        t.calls.append({'tid': t.pid, 'start': now + 20, 'end': now + 25, 'name': 'hipMalloc', 'category': 'HIP_RUNTIME_API_EXT', 'message': None})
    now += 30
t.number()
t.write(f'{FOLDER}/sampled.db')
db = attached(f'{FOLDER}/sampled.db')
said, lines = export(db, value='samples')
check('sampled stacks', (dict(by_thread(lines)), said['warnings']), (dict(want), []))
check('frames of them', said['events'], sum((len(k) - 1) * n for k, n in want.items()))
db = attached(f'{FOLDER}/2.db')
said, lines = export(db, value='samples')
check('no samples', (lines, said['events'], len(said['warnings'])), ([], 0, 1))

# A trace with only kernels has no calls: stacks show where kernels ran, and a warning says so.
db = attached('tests/data/heliosr_146104_results.db')
said, lines = export(db)
check('no calls, but kernels', (said['warnings'], said['events']), (['the trace has no calls: these are the stacks of {"value":"agent"}'], 5))
want = collections.Counter()
for agent, stream, name, ns in rows(db, 'SELECT agent_type_index, stream, name, duration FROM kernels'):
    want[(agent, stream, name)] += ns
check('kernels alone', sorted((len(f),) + f[2:] + (n,) for f, n in lines), sorted((4, s, k, n) for (a, s, k), n in want.items()))
check('no stacks of calls', ([('{"value":"gpu"}' in w) for w in export(db, value='host')[0]['warnings']], export(db, value='host')[1]), ([True], []))
check('all work that ran', (export(db, value='gpu')[0]['warnings'], export(db, value='gpu')[0]['events']), ([], 5))

# Several processes, each with a box of its own; one of them has no events.
db = attached(*(f'{FOLDER}/{n}.db' for n in (1, 2, 3)))
all_of = {frames[0] for frames, _ in export(db)[1]}
check('processes', len(all_of), 3)
check('one process', len({frames[0] for frames, _ in export(db, processes=[1002])[1]}), 1)
check('no process', export(db, processes=[5])[1], [])
check('ranks', export(db, ranks=[77])[1], [])
for path, db in samples():
    check(f'{path}: host', sum(ns for _, ns in export(db, value='host')[1]), value(db, "SELECT coalesce(sum(exclusive_ns), 0) FROM calls WHERE call_path <> ''"))
    check(f'{path}: gpu', sum(ns for _, ns in export(db, value='gpu')[1]),
          value(db, 'SELECT CAST((SELECT total(max(0, "end" - start)) FROM kernels) + (SELECT total(max(0, "end" - start)) FROM memory_copies) AS INTEGER)'))

# Names that would end a frame, a line or the value; no text at all, and a long one.
NAMES = ['a;b', 'a\nb', '\r\x01\x7f', 'ends with 12 ', ' ', 'Grüße "q" \\', 'x' * 1000000]
db = hostile(NAMES, not_utf8)
got = {f for frames, _ in export(db)[1] for f in frames[2:]}
clean = {''.join(',' if c == ';' else ' ' if c < ' ' or c == '\x7f' else c for c in n) for n in NAMES} | {'a\ufffdb'}
check('hostile names', got - clean - {'step', 'forward', 'backward', 'a "b"', 'roctxThreadRangeA'}, set())
check('a frame for each', len(got & clean) >= 5, True)
check('their time', sum(ns for _, ns in export(db)[1]), value(db, "SELECT sum(exclusive_ns) FROM calls WHERE call_path <> ''"))
check('a wrong value', value(db, "SELECT rocpd_export_folded(?, '{\"value\":\"sum\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_folded: option value: expected "host", "gpu", "calls", "samples", "agent", "wall", "running", "runnable", "blocked" or "idle", found sum')
check('an option of other formats', value(db, "SELECT rocpd_export_folded(?, '{\"args\":true}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_folded: unknown option "args" (known: start, end, categories, names, agents, overwrite, processes, ranks, min_duration_ns, marker, split, max_bytes, allow_empty, kernel_names, group_by, value, before)')
check('nothing is left', os.path.exists(f'{FOLDER}/x'), False)
finish()
