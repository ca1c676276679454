"""launch_stacks against a computation from kernels, copies, calls, stacks and frames as ext/help/tables/launch_stacks.md says, on random traces; and a program whose
values are written by hand."""
import collections
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import BUILD, FOLDER, check, finish, rows  # noqa: E402
from cause_trace import Trace as CallTrace, ended, nest  # noqa: E402
from random_gpu import attach  # noqa: E402
from sampled_trace import NEUTRAL, RUNTIME, Frames, add_stacks, random_frames, random_stacks, text_of, threads_of  # noqa: E402


def cut(stack):
    """Leaves out the runtime at the inner end."""
    of = [(m or '').startswith(RUNTIME) for _, m in stack]
    left = list(stack[:len(stack) - 1 - of[::-1].index(True)] if True in of else stack)
    while left and (left[-1][1] or '').startswith(RUNTIME + NEUTRAL):
        left.pop()
    return tuple(left) or stack


# ---- by hand: train launches gemm by step (two thirds) and by warm_up, and copies in load; some gemm comes from nowhere

MODULES = [(1, '/bin/app'), (2, '/opt/libamdhip64.so.5'), (3, '/lib/libc.so.6'), (4, '/lib/libcollect.so')]
FRAMES = [(1, None, 1, 'main', None), (2, 1, 1, 'step', None), (3, 2, 4, 'hipLaunchKernel', None), (4, 3, 2, 'ihipLaunch', None), (5, 4, 3, 'memcpy', None), (6, 1, 1, 'warm_up', None),
          (7, 6, 4, 'hipLaunchKernel', None), (8, 1, 1, 'load', None), (9, 8, 2, 'hipMemcpy', None), (10, 9, 3, 'futex', None), (11, 10, 2, 'wait', None), (12, 2, 2, 'callback', None),
          (13, 12, 1, 'user', None), (14, 13, 2, 'hipMemcpy', None)]
CALLS = [(0, 500, 'train', 'PYTHON'), (10, 20, 'hipLaunchKernel'), (30, 40, 'hipLaunchKernel'), (50, 70, 'hipLaunchKernel'), (100, 200, 'hipMemcpy'), (120, 150, 'hsa_signal_wait_relaxed'), (300, 400, 'hipMemcpy')]
# stack_id i + 1. gemm of 30, 60 and 10 ns from calls 2 to 4, 7 ns from no call; copies of 50 and 20 ns from calls 5 and 7.
KERNELS = [(100, 130, 2), (200, 260, 3), (300, 310, 4), (400, 407, 99)]
COPIES = [(110, 160, 5), (310, 330, 7)]


def program():
    t = CallTrace(1)
    t.calls = [{'id': i + 1, 'stack': i + 1, 'start': c[0], 'end': c[1], 'name': c[2], 'tid': t.pid, 'category': c[3] if len(c) > 3 else 'HIP_RUNTIME_API_EXT', 'message': None, 'around': 5 if i == 5 else 1 if i else 0} for i, c in enumerate(CALLS)]
    t.kernels, t.copies = ([{'id': i + 1, 'start': k[0], 'end': k[1], 'stack': k[2], 'name': name, 'queue': 1, 'tid': t.pid, 'agent': 2} for i, k in enumerate(of)]
                           for of, name in ((KERNELS, 'gemm'), (COPIES, 'MEMORY_COPY_HOST_TO_DEVICE')))
    t.write(f'{FOLDER}/hand.db')
    who = (t.pid, t.pid)
    # Call 2 was sampled in step, call 4 (20 ns long) in warm_up, call 6 (in call 5) twice in load, and call 1, which launched nothing.
    stacks = [(*who, 0, 10, 5, 1, 'running', None, 10, 0, 2), (*who, 10, 55, 7, 1, 'running', None, 5, 0, 4), (*who, 55, 140, 11, 2, 'blocked', 202, 0, 0, 6), (*who, 140, 150, 14, 2, 'blocked', 202, 0, 0, 6),
              (*who, 150, 450, 2, 1, 'running', None, 9, 0, 1)]
    add_stacks(f'{FOLDER}/hand.db', f'{FOLDER}/hand.rocz', BUILD, MODULES, FRAMES, stacks)
    return attach([f'{FOLDER}/hand.rocz'])


db = program()
# gemm from train / hipLaunchKernel: 100 ns. Step 1: step 30 of a call of 10 ns: 3; warm_up 10 of 20: 0.5. The 60 of call 3: step 60 * 3 / 3.5 = 51.4, warm_up 8.6.
# Copies: 50 of the sampled call go to load and user, half each; so do the 20 of the other.
got = rows(db, 'SELECT name, kind, function, module, found, samples, gpu_ns, sampled_ns, call_path, stack, launches FROM launch_stacks ORDER BY kind DESC, gpu_ns DESC, function')
check('by hand', got, [('gemm', 'kernel', 'step', 'app', 'estimate', 1, 81, 30, 'train / hipLaunchKernel', 'main / step', None),
                       ('gemm', 'kernel', 'warm_up', 'app', 'estimate', 1, 19, 10, 'train / hipLaunchKernel', 'main / warm_up', None),
                       ('gemm', 'kernel', None, None, 'none', 0, 7, 0, None, None, 1),
                       ('MEMORY_COPY_HOST_TO_DEVICE', 'copy', 'load', 'app', 'estimate', 2, 35, 25, 'train / hipMemcpy', 'main / load', None),
                       ('MEMORY_COPY_HOST_TO_DEVICE', 'copy', 'user', 'app', 'estimate', 2, 35, 25, 'train / hipMemcpy', 'main / step / callback / user', None)])
check('shares add up to 1', rows(db, 'SELECT round(sum(share), 9), sum(gpu_ns) FROM launch_stacks'), [(1.0, 177)])
check('by thread', rows(db, "SELECT pid, tid, sum(gpu_ns) FROM launch_stacks('thread') GROUP BY 1, 2"), [(1001, None, 7), (1001, 1001, 170)])
check('another word', rows(db, "SELECT * FROM launch_stacks('gpu')"), "OperationalError: launch_stacks: by is 'gpu', expected 'function', 'process' or 'thread'")
# In the window are all of the second kernel and of the third, and of the copies the second.
check('in a window', rows(db, 'SELECT rocpd_window(165, 330)') and rows(db, 'SELECT name, function, found, samples, gpu_ns, sampled_ns, launches FROM launch_stacks ORDER BY 1, 2'),
      [('MEMORY_COPY_HOST_TO_DEVICE', None, 'path', 0, 20, 0, 1), ('gemm', 'warm_up', 'estimate', 1, 70, 10, 2)])
check('... and parts', rows(db, 'SELECT rocpd_window(155, 250, 0)') and rows(db, 'SELECT name, function, found, samples, gpu_ns, sampled_ns, launches FROM launch_stacks ORDER BY 1, 2'),
      [('MEMORY_COPY_HOST_TO_DEVICE', 'load', 'sample', 2, 2, 2, None), ('MEMORY_COPY_HOST_TO_DEVICE', 'user', 'sample', 2, 3, 3, None), ('gemm', None, 'path', 0, 50, 0, 1)])


# ---- random traces

def expected(db, by):
    calls = [dict(zip(('source', 'pid', 'tid', 'start', 'end', 'stack', 'parent_id', 'name', 'category', 'extdata'), r)) for r in db.execute(
        'SELECT source, pid, tid, start, "end", stack_id, parent_stack_id, name, category, extdata FROM regions WHERE start IS NOT NULL')]
    stated = {(c['source'], c['stack']): c['end'] for c in calls}
    path = {(source, pid, tid, stack): p for source, pid, tid, stack, p in paths(db, calls)}
    of_stack = {(c['source'], c['stack']): c for c in calls}
    work = collections.defaultdict(list)
    for kind, sql in ('kernel', 'SELECT source, name, start, "end", stack_id, pid FROM kernels'), ('copy', 'SELECT source, name, start, "end", stack_id, pid FROM memory_copies'):
        for source, name, start, end, stack, pid in db.execute(sql):
            work[source, stack if (source, stack) in of_stack else None].append((kind, name, max(0, end - start), pid))
    frames, samples = Frames(db), collections.defaultdict(collections.Counter)
    for (source, pid, tid), mine in threads_of(db).items():
        for r in mine:
            at = r.stack_id
            while (source, at) in of_stack and (source, at) not in work:
                at = of_stack[source, at]['parent_id']
            if r.weight and (source, at) in work:
                samples[source, at][cut(frames.stack(source, r.frame))] += r.weight
    places = collections.defaultdict(lambda: [0, 0, collections.defaultdict(lambda: [0., 0., 0])])  # ns, ns of sampled calls, {stack: [exact, weight, samples]}
    out = collections.defaultdict(lambda: [0, 0., 0., False])
    for (source, stack), here in work.items():
        c = of_stack.get((source, stack))
        for kind, name, ns, pid in here:
            if not c:
                out[whose(source, pid, None, by) + (kind, name, None, None, 'none')][1] += ns
                continue
            places[source, c['pid'], c['tid'], path[source, c['pid'], c['tid'], stack], kind, name][0] += ns
        if not c:
            continue
        sums = collections.Counter()
        for kind, name, ns, pid in here:
            sums[kind, name] += ns
        for (kind, name), ns in sums.items():
            of, every = samples.get((source, stack), {}), sum(samples.get((source, stack), {}).values())
            p = places[source, c['pid'], c['tid'], path[source, c['pid'], c['tid'], stack], kind, name]
            end = stated[source, stack]
            for at, n in of.items():
                x = p[2][at]
                x[0] += ns * n / every
                x[1] += ns * n / every / max(1, (end if end is not None else c['start'] + 1) - c['start'])
                x[2] += n
                p[1] += ns * n / every
    for (source, pid, tid, call_path, kind, name), (ns, exact, stacks) in places.items():
        every = sum(x[1] for x in stacks.values())
        n = sum(x[2] for x in stacks.values())
        for at, x in stacks.items():
            row = out[whose(source, pid, tid, by) + (kind, name, call_path, at, 'stack')]
            row[0] += x[2]
            row[1] += x[0] + (ns - exact) * (x[1] / every if every else x[2] / n)
            row[2] += x[0]
            row[3] |= ns - exact > 1e-6
        if not stacks:
            out[whose(source, pid, tid, by) + (kind, name, call_path, None, 'path')][1] += ns
    return out


def whose(source, pid, tid, by):
    return {'function': (), 'process': (source, pid), 'thread': (source, pid, tid)}[by]


def paths(db, calls):
    """The call_path of each call, by the nesting of its thread."""
    import json
    for thread in sorted({(c['source'], c['pid'], c['tid']) for c in calls}):
        mine = nest(ended([dict(c) for c in calls if (c['source'], c['pid'], c['tid']) == thread]))
        for c in mine:
            names, x = [], c
            while x:
                message = json.loads(x['extdata']).get('message') if x['extdata'] else None
                special = x['category'] in ('PYTHON', 'python') or x['category'].startswith('MARKER') or x['category'] == 'rocm_marker_api'
                names.append(message if special and message is not None else x['name'])
                x = x['parent']
            yield (*thread, c['stack'], ' / '.join(reversed(names)))


def compare(db, seed):
    for by in ('function', 'process', 'thread'):
        want, got = collections.defaultdict(list), collections.defaultdict(list)
        for source, pid, tid, kind, name, path, stack, function, module, samples, ns, sampled, found in db.execute(
                'SELECT source, pid, tid, kind, name, call_path, stack, function, module, samples, gpu_ns, sampled_ns, found FROM launch_stacks(?)', (by,)):
            got[whose(source, pid, tid, by) + (kind, name, path, stack, function, module)].append((samples, ns, sampled, found))
        for key, (samples, ns, exact, estimated) in expected(db, by).items():
            *who, kind, name, path, stack, found = key
            innermost = stack[-1] if stack else (None, None)
            found = ('estimate' if estimated else 'sample') if found == 'stack' else found
            want[(*who, kind, name, path, text_of(stack or ()), *innermost)].append((samples, ns, exact, found))
        bad = [(k, sorted(got.get(k, [])), sorted(want.get(k, []))) for k in set(got) | set(want) if not same(sorted(got.get(k, [])), sorted(want.get(k, [])))]
        check(f'random {seed} by {by}: {len(want)} rows', bad[:1], [])
    kernels = rows(db, 'SELECT name, sum(max("end" - start, 0)) FROM kernels GROUP BY 1 UNION ALL SELECT name, sum(max("end" - start, 0)) FROM memory_copies GROUP BY 1 ORDER BY 1')
    check(f'random {seed}: sums', rows(db, 'SELECT name, sum(gpu_ns) FROM launch_stacks GROUP BY 1 ORDER BY 1'), kernels)
    order = [r[0] for r in rows(db, 'SELECT gpu_ns FROM launch_stacks')]
    check(f'random {seed}: order', order, sorted(order, reverse=True))
    check(f'random {seed}: launches', rows(db, 'SELECT count(*) FROM launch_stacks WHERE launches IS NULL')[0][0] > 0 or rows(db, 'SELECT sum(launches) FROM launch_stacks'),
          True if rows(db, 'SELECT count(*) FROM launch_stacks WHERE launches IS NULL')[0][0] > 0 else rows(db, 'SELECT (SELECT count(*) FROM kernels) + (SELECT count(*) FROM memory_copies)'))


def same(a, b):
    return len(a) == len(b) and all(x[0] == y[0] and abs(x[1] - y[1]) <= 12 and abs(x[2] - y[2]) <= 12 and x[3] == y[3] for x, y in zip(a, b))


found = collections.Counter()
for seed in range(1, 16):
    r = random.Random(seed)
    t = CallTrace(seed, python=seed % 2)
    for c in nest(ended(t.calls)):
        t.calls[c['id'] - 1]['around'] = c['parent']['stack'] if c['parent'] else 0
    for k in t.kernels + t.copies:
        k['end'] = max(k['end'], k['start'])
    t.write(f'{FOLDER}/calls{seed}.db')
    modules, frames = random_frames(r, ['/lib/libamdhip64.so.5', '/lib/libc.so.6', '/bin/app', '/lib/libcollect.so'])
    stacks = []
    for tid in t.tids:
        mine = [c['stack'] for c in t.calls if c['tid'] == tid]
        if mine:
            stacks += random_stacks(r, t.pid, tid, 10 ** 9 - 5, 10 ** 9 + 40 * t.most, t.most, frames, mine)
    add_stacks(f'{FOLDER}/calls{seed}.db', f'{FOLDER}/calls{seed}.rocz', BUILD, modules, frames, stacks)
    db = attach([f'{FOLDER}/calls{seed}.rocz'])
    compare(db, seed)
    found.update(dict(rows(db, 'SELECT found, count(*) FROM launch_stacks GROUP BY 1')))
    db.close()
check('every way was met', sorted(found), ['estimate', 'none', 'path', 'sample'])
finish()
