"""What several tables say of the same idle time of a GPU agrees to the ns: gaps, gap_histogram, idle_summary, gpu_time, advice, sync_cost, critical_path and launches."""
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import FOLDER, check, finish, load, rows  # noqa: E402
from cause_trace import Trace, union  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402

TRACES = 20 if not os.environ.get('SOAK') else 300
CAUSES = ['synchronisation', 'call', 'no call', 'launch', 'copy', 'queue', 'dispatch', 'unknown']
IS_CALL = "coalesce(category, '') NOT LIKE 'MARKER%' AND coalesce(category, '') NOT IN ('rocm_marker_api', 'PYTHON', 'python')"
wrong = {}


def same(what, of, got, want):
    if got != want:
        wrong.setdefault(what, (of, got, want))


def gaps(db):
    """For each pause of an agent: its columns, and start, end and thread of the launching call from `launches` and `regions`."""
    ns = ', '.join(f'{cause.replace(" ", "_")}_ns' for cause in CAUSES)
    calls = {(guid, id): (start, (1 << 63) if end is None else max(start, end), (guid, pid, tid), name) for guid, id, start, end, pid, tid, name in
             rows(db, 'SELECT guid, id, start, "end", pid, tid, name FROM regions WHERE start IS NOT NULL')}
    by_stack = {}
    for guid, id, stack in rows(db, f"SELECT guid, id, stack_id FROM regions WHERE start IS NOT NULL AND {IS_CALL} ORDER BY rowid DESC"):
        by_stack[guid, stack] = calls[guid, id]
    stacks = {(guid, kind, id): stack for kind, table in (('k', 'kernels'), ('c', 'memory_copies')) for guid, id, stack in rows(db, f'SELECT guid, id, stack_id FROM {table}')}
    kernel_names = {name for name, in rows(db, 'SELECT DISTINCT name FROM kernels')}
    for guid, agent, start, end, name, id, *causes in rows(db, f'SELECT guid, agent_id, start, "end", after_name, after_id, cause, host_call, {ns} FROM gaps'):
        stack = stacks.get((guid, 'k' if name in kernel_names else 'c', id))
        yield guid, agent, start, end, by_stack.get((guid, stack)) if stack else None, causes


def sums(db, of):
    """The idle time of each agent: by pause, by length, by cause, and as time without activity."""
    totals = [{r[:2]: r[2] for r in rows(db, f'SELECT guid, agent_id, {sql} GROUP BY 1, 2') if r[2]} for sql in (
        'sum(duration_ns) FROM gaps', 'sum(idle_ns) FROM gap_histogram', 'sum(idle_ns) FROM idle_summary', "sum(idle_ns) FROM gpu_time('agent')")]
    for total in totals[1:]:
        same('idle time of an agent', of, total, totals[0])
    for cause in CAUSES:
        same('time of a cause', of, {r[:2]: r[2] for r in rows(db, f'SELECT guid, agent_id, sum({cause.replace(" ", "_")}_ns) AS ns FROM gaps GROUP BY 1, 2 HAVING ns')},
             {r[:2]: r[2] for r in rows(db, 'SELECT guid, agent_id, sum(idle_ns) FROM idle_summary WHERE cause = ? GROUP BY 1, 2', cause)})


def advice(db, of):
    """For one GPU, the rules of advice cover all idle time of a known cause, once."""
    evidence = [sql for sql, in rows(db, "SELECT evidence FROM advice WHERE evidence LIKE '% FROM idle_summary AS g %'")]
    same('advice reports each cause once', of, (len(evidence), sum(r[0] for sql in evidence for r in rows(db, sql))),
         (5, rows(db, "SELECT coalesce(sum(idle_ns), 0) FROM idle_summary WHERE cause <> 'unknown'")[0][0]))


def waits_of_threads(db):
    """Names are random, so a marker or a Python function can have the name of a call."""
    waits, calls = {}, set(rows(db, f'SELECT guid, id FROM regions WHERE {IS_CALL}'))
    for guid, id, pid, tid, start, end, name, awaited in rows(db, 'SELECT guid, id, pid, tid, start, "end", name, waited_for FROM sync_cost'):
        if (guid, id) not in calls:
            continue
        waits.setdefault((guid, pid, tid), []).append((start, (1 << 63) if end is None else max(start, end), name, awaited))
    return waits


def synchronisation(db, of):
    """The calls of sync_cost that were open when a pause or the launching call began, or during which something ran, up to the return of the launching call."""
    waits, seen, work = waits_of_threads(db), 0, {}
    for guid, pid, start, end in rows(db, 'SELECT guid, pid, start, max(start, "end") FROM kernels UNION ALL SELECT guid, pid, start, max(start, "end") FROM memory_copies'):
        if start is not None and end is not None:
            work.setdefault((guid, pid), []).append((start, end))
    for guid, agent, start, end, launch, (cause, call, *ns) in gaps(db):
        want = 0
        if launch and launch[1] > start and launch[2] in waits:
            began, returned = launch[0], min(launch[1], end)
            near = [w for w in waits[launch[2]] if w[0] < returned and w[1] > start]
            counted = [w for w in near if w[0] < start or w[0] <= began < w[1] or any(a < min(w[1], end) and b > w[0] for a, b in work.get(launch[2][:2], ()))]
            want = union([(max(a, start), min(b, returned)) for a, b, *_ in counted if a < returned and b > start])
        seen += want > 0
        same('synchronisation by sync_cost', (of, start, end), ns[0], want)
    return seen


# ---- programs with one thread and one queue that wait for everything they launched, so that the thread alone determines all times

def one_thread(seed):
    """A program that launches, copies, allocates, waits and works, and at last waits."""
    r = random.Random(seed)
    t = Trace(seed)
    t.calls, t.kernels, t.copies = [], [], []
    now, free = 10 ** 9, 0

    def call(name, start, end):
        t.calls.append({'id': len(t.calls) + 1, 'stack': len(t.calls) + 1, 'tid': t.pid, 'start': start, 'end': end, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None})

    def activity(of, name, start, length):
        of.append({'id': len(of) + 1, 'start': start, 'end': start + length, 'name': name, 'stack': len(t.calls), 'queue': 1, 'stream': 1, 'tid': t.pid, 'agent': 2})
        return start + length

    for what in r.choices(['launch', 'copy', 'hipMemcpy', 'hipMalloc', 'wait', 'work'], [5, 1, 1, 2, 3, 4], k=60) + ['wait']:
        length = r.randrange(1, 2000)
        if what == 'work':
            now += length
        elif what in ('launch', 'copy'):
            call('hipLaunchKernel' if what == 'launch' else 'hipMemcpyAsync', now, now + 300)
            start = max(now + r.choice([200, 300, 500]), free + r.choice([1, 50]))
            free = activity(*((t.kernels, 'gemm') if what == 'launch' else (t.copies, 'MEMORY_COPY_HOST_TO_DEVICE')), start, length)
            now += 300
        elif what == 'hipMemcpy':
            start = max(now + r.randrange(1, 500), free + 1)
            call('hipMemcpy', now, start + length + 20)
            free = activity(t.copies, 'MEMORY_COPY_HOST_TO_DEVICE', start, length)
            now = start + length + 20
        else:
            end = max(now + r.randrange(1, 500), free + r.randrange(1, 100) if what == 'wait' else 0)
            call(what if what == 'hipMalloc' else r.choice(['hipDeviceSynchronize', 'hipStreamSynchronize']), now, end)
            now = end
    t.write(f'{FOLDER}/one{seed}.db')
    return f'{FOLDER}/one{seed}.db'


def follow_path(db, of):
    """Until the launching call returns, the critical path follows the thread, and its segments give the cause of each ns."""
    path = rows(db, 'SELECT start, "end", kind, name FROM critical_path')
    waits = waits_of_threads(db)
    for guid, agent, start, end, launch, (cause, call, *ns) in gaps(db):
        if launch[1] <= start:
            continue
        began, returned, thread, name = launch[0], min(launch[1], end), *launch[2:]
        want = dict.fromkeys(CAUSES, 0)
        for a, b, kind, segment in path:
            a, b = max(a, start), min(b, returned)
            if a >= b:
                continue
            if kind == 'queue':  # the kernel started before its call returned: the path takes the later of the call's start and the last end of the queue
                same('a launch that goes on', (of, start, end), (began <= start, end <= launch[1]), (True, True))
                want['synchronisation' if name == 'hipMemcpy' else 'launch'] += b - a
            elif kind == 'call':
                want['launch' if a >= began else 'call'] += b - a
            else:
                want[{'host': 'no call', 'launch': 'launch', 'synchronisation': 'synchronisation'}[kind]] += b - a
        want['launch'] += end - returned
        same('causes by critical_path', (of, start, end), ns, list(want.values()))
        counted = [w for w in waits[thread] if w[0] < start < w[1] or (w[0] == began and name == 'hipMemcpy')]
        same('waiting calls have something to wait for', (of, start, end), [w[2] for w in counted if w[3] is None], [])
        if name != 'hipMemcpy':
            same('after_ns is synchronisation', (of, start, end), ns[0], rows(db, 'SELECT coalesce(sum(after_ns), 0) FROM sync_cost WHERE start < ?1 AND "end" > ?1', start)[0][0])


seen = 0
for seed in range(1, TRACES + 1):
    Trace(seed, python=True).write(f'{FOLDER}/{seed}.db')
    for path in (f'{FOLDER}/{seed}.db', one_thread(seed)):
        db = attach([path])
        sums(db, path)
        seen += synchronisation(db, path)
        if 'one' in path:
            advice(db, path)
            follow_path(db, path)
        db.close()
        os.remove(path)
random.seed(23)
for number in range(TRACES // 4):
    style = ['busy', 'ties', 'sparse', 'any'][number % 4]
    db = attach(random_databases(number, style))
    sums(db, f'{style} {number}')
    seen += synchronisation(db, f'{style} {number}')
    db.close()
for what, db in chunk_traces(2, 3000, 'nested=200'):
    sums(db, what)
    seen += synchronisation(db, what)
for path in samples():
    db = attach([path])
    sums(db, path)
    synchronisation(db, path)
    db.close()
for what in ['idle time of an agent', 'time of a cause', 'advice reports each cause once', 'synchronisation by sync_cost', 'causes by critical_path', 'a launch that goes on', 'waiting calls have something to wait for', 'after_ns is synchronisation']:
    check(what, wrong.get(what), None)
check('threads waited', seen > 10 * TRACES, True)
finish()
