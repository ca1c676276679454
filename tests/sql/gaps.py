"""The cause of each moment of each gap, computed in Python from calls, ranges, kernels and copies as ext/help/tables/gaps.md says; idle_summary and
gap_histogram as
sums over gaps; causes add up to the idle time, on sample files, too; and small programs with the right values written by hand."""
import os
import random
import sqlite3
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import FOLDER, check, finish, load, rows  # noqa: E402
from cause_trace import Trace as CallTrace  # noqa: E402
from gap_trace import CAUSES, TYPES, Trace, main_cause  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402


NS = ', '.join(cause.replace(' ', '_') + '_ns' for cause in CAUSES)


def compare(db, trace, what):
    seen, wrong, n, idle = {}, [], 0, {}
    for level in ('agent', 'queue'):
        for guid, agent, queue, start, end, *got in db.execute(
                f'SELECT guid, agent_id, queue_id, start, "end", type, cause, host_call, host_range, {NS} FROM gaps WHERE level = ?', (level,)):
            pieces = trace.pieces(guid, agent, queue if level == 'queue' else None, start, end)
            want = main_cause(pieces)
            n += 1
            for key, ns in pieces.items():
                seen[key[0]] = seen.get(key[0], 0) + 1
                if level == 'agent':
                    sum_ = idle.setdefault((guid, agent, TYPES[CAUSES.index(key[0])], *key), [0, 0, []])
                    sum_[:2] = sum_[0] + 1, sum_[1] + ns
                    sum_[2].append((-ns, start, end))
            if tuple(got) != want:
                wrong.append((level, guid, agent, queue, start, end, got, want))
    check(f'{what}: causes of {n} gaps', wrong[:1], [])
    check(f'{what}: causes of the longest', rows(db, 'SELECT start, "end", cause, host_call, host_range FROM gaps LIMIT 3'), rows(db, 'SELECT start, "end", cause, host_call, host_range FROM gaps')[:3])
    got = rows(db, 'SELECT guid, agent_id, type, cause, host_call, host_range, gaps, idle_ns, longest_ns, longest_start, longest_end FROM idle_summary')
    want = {(*key, n, ns, -min(longest)[0], *min(longest)[1:]) for key, (n, ns, longest) in idle.items()}
    check(f'{what}: idle_summary', ([r for r in got if r not in want][:2], len(got)), ([], len(want)))
    sums(db, '', what)
    return seen


def idle(db, path, what):
    check(f'{what}: pieces sum to pauses', rows(db, f'SELECT * FROM (SELECT start, duration_ns, {NS} FROM gaps(?)) WHERE {NS.replace(", ", " + ")} <> duration_ns LIMIT 1', path), [])
    causes = ' UNION ALL '.join(f"SELECT guid, agent_id, '{cause}' AS cause, total({cause.replace(' ', '_')}_ns) AS ns FROM gaps(?1) GROUP BY 1, 2" for cause in CAUSES)
    check(f'{what}: idle_summary adds them up', rows(db, 'SELECT guid, agent_id, cause, total(idle_ns) FROM idle_summary(?1) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3', path),
          rows(db, f'SELECT * FROM ({causes}) WHERE ns ORDER BY 1, 2, 3', path))
    whole = ('copy', 'queue', 'dispatch', 'unknown')
    longest = {}
    for *key, start, end in rows(db, f'SELECT guid, agent_id, cause, start, "end" FROM gaps(?) WHERE cause IN {whole}', path):
        longest.setdefault(tuple(key), []).append((start - end, start, end))
    check(f'{what}: the longest of whole pauses', {tuple(r[:3]): r[3:] for r in rows(db, f'SELECT guid, agent_id, cause, gaps, longest_ns, longest_start, longest_end FROM idle_summary(?) WHERE cause IN {whole}', path)},
          {k: (len(v), -min(v)[0], *min(v)[1:]) for k, v in longest.items()})
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


def program(name, calls, kernels, copies=()):
    """A database of calls (start, end, name[, thread[, category[, message]]]) in us, and of kernels and copies (start, end, number of the launching call[, queue]); its path."""
    t = CallTrace(1)
    ns = lambda us: None if us is None else 10 ** 9 + round(us * 1000)  # noqa: E731
    t.calls = [{'id': i + 1, 'stack': i + 1, 'start': ns(c[0]), 'end': ns(c[1]), 'name': c[2], 'tid': t.pid + (c[3] if len(c) > 3 else 0), 'category': c[4] if len(c) > 4 else 'HIP_RUNTIME_API_EXT',
                'message': c[5] if len(c) > 5 else None} for i, c in enumerate(calls)]
    t.kernels, t.copies = ([{'id': i + 1, 'start': ns(k[0]), 'end': ns(k[1]), 'stack': 0 if k[2] is None else k[2] + 1, 'name': what, 'queue': k[3] if len(k) > 3 else 1, 'tid': t.pid, 'agent': 2}
                            for i, k in enumerate(of)] for of, what in ((kernels, 'gemm'), (copies, 'MEMORY_COPY_HOST_TO_DEVICE')))
    path = f'{FOLDER}/{name}.db'
    if os.path.exists(path):
        os.remove(path)
    open_calls = [c for c in t.calls if c['end'] is None]
    t.calls = [dict(c, end=c['start']) if c['end'] is None else c for c in t.calls]
    t.write(path)
    if open_calls:
        with sqlite3.connect(path) as db:
            (table,), = db.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_region_0*'").fetchall()
            db.execute('PRAGMA writable_schema = ON')
            db.execute("UPDATE sqlite_schema SET sql = replace(sql, '\"end\" BIGINT NOT NULL', '\"end\" BIGINT') WHERE name = ?", (table,))
        with sqlite3.connect(path) as db:
            db.executemany(f'UPDATE "{table}" SET "end" = NULL WHERE id = ?', [(c['id'],) for c in open_calls])
    return path


def idle_us(path):
    return {r[:3]: r[3] for r in rows(load(), 'SELECT cause, host_call, host_range, idle_ns / 1000. FROM idle_summary(?)', path)}


def gaps_us(path):
    return rows(load(), 'SELECT cause, host_call, host_range, synchronisation_ns / 1000., call_ns / 1000., no_call_ns / 1000., launch_ns / 1000. FROM gaps(?) ORDER BY start', path)


def findings(path):
    """The findings about waiting GPUs, without names of GPUs."""
    return rows(load(), "SELECT rule, substr(finding, instr(finding, ': ') + 2), findings, gain_ns FROM advice(?) WHERE state = 'found' AND rule LIKE 'GPUs wait%' ORDER BY rule", path)


def stepping(work_us, calls=()):
    """200 steps: a launch of 3 us, whose kernel of 500 us begins 2 us later; a hipStreamSynchronize that returns 1 us after it; calls (start, end, name) of the step; work of the program."""
    all_calls, kernels, time = [], [], 0
    for _ in range(200):
        kernels.append((time + 5, time + 505, len(all_calls)))
        all_calls += [(time, time + 3, 'hipLaunchKernel'), (time + 4, time + 506, 'hipStreamSynchronize')]
        all_calls += [(time + 506 + start, time + 506 + end, name, *more) for start, end, name, *more in calls]
        time += 506 + work_us
    return program('stepping', all_calls, kernels)


def programs():
    path = stepping(400)  # 199 pauses of 406 us
    check('waits end when they return', idle_us(path), {('no call', None, None): 79600, ('synchronisation', 'hipStreamSynchronize', None): 199, ('launch', 'hipLaunchKernel', None): 995})
    check('... in gaps', set(gaps_us(path)), {('no call', None, None, 1, 0, 400, 5)})
    check('... the first of equally long pauses is the longest', rows(load(), 'SELECT cause, longest_ns, longest_start - 1000000000, longest_end - 1000000000 FROM idle_summary(?) ORDER BY 1', path),
          [('launch', 5000, 505000, 911000), ('no call', 400000, 505000, 911000), ('synchronisation', 1000, 505000, 911000)])
    check('... as sync_cost says', rows(load(), 'SELECT sum(after_ns) / 1000. FROM sync_cost(?)', path), [(200,)])  # the last one comes after the last kernel
    check('... and critical_path', rows(load(), "SELECT kind, sum(duration_ns) / 1000. FROM critical_path('', '', ?) WHERE kind IN ('synchronisation', 'host') GROUP BY 1", path), [('host', 79600), ('synchronisation', 200)])
    path = stepping(360, [(5, 105, 'hipMalloc'), (105, 355, 'hipFree')])
    check('allocating while nothing runs is not waiting', idle_us(path), {('call', 'hipFree', None): 49750, ('call', 'hipMalloc', None): 19900, ('no call', None, None): 1990,
                                                                          ('synchronisation', 'hipStreamSynchronize', None): 199, ('launch', 'hipLaunchKernel', None): 995})
    check('... in gaps', set(gaps_us(path)), {('call', 'hipFree', None, 1, 350, 10, 5)})
    # load_batch, a third of which is decoding, in a step of a function in a range; two more functions are short.
    path = stepping(400, [(-200, 395, 'train', 0, 'PYTHON'), (10, 370, 'load_batch', 0, 'PYTHON'), (20, 140, 'decode', 0, 'PYTHON'), (372, 373, 'zero', 0, 'PYTHON')])
    check('a function that covers most of a pause', idle_us(path), {('no call', None, 'load_batch'): 71640, ('no call', None, 'train'): 6965, ('no call', None, None): 995,
                                                                     ('synchronisation', 'hipStreamSynchronize', None): 199, ('launch', 'hipLaunchKernel', None): 995})
    check('... in gaps', set(gaps_us(path)), {('no call', None, 'load_batch', 1, 0, 400, 5)})
    check('... in advice', findings(path), [('GPUs wait for the host', '71.6 ms idle while load_batch ran', 3, 79600000)])
    # Pauses of one program: (name of the case, calls before the next launch, the launch, start of the kernel, expected row). The kernel before runs until 100.
    ahead = (0, 1, 'hipLaunchKernel')
    cases = [
        ('a wait in a call', [ahead, (50, 150, 'hipMalloc'), (90, 120, 'hsa_signal_wait_scacquire'), (200, 204, 'hipLaunchKernel')], 3, 210,
         ('no call', None, None, 20, 30, 50, 10)),
        ('a wait in a wait is one', [ahead, (50, 160, 'hipStreamSynchronize'), (90, 120, 'hsa_signal_wait_scacquire'), (200, 204, 'hipLaunchKernel')], 3, 210,
         ('synchronisation', 'hipStreamSynchronize', None, 60, 0, 40, 10)),
        ('half of a pause', [ahead, (110, 160, 'hipMalloc'), (200, 204, 'hipLaunchKernel')], 2, 210, ('call', 'hipMalloc', None, 0, 50, 50, 10)),
        ('a copy that waits for itself', [ahead, (130, 300, 'hipMemcpy')], 1, 210, ('synchronisation', 'hipMemcpy', None, 80, 0, 30, 0)),
        ('a call that launches in a wait', [ahead, (130, 300, 'hipMemcpy'), (140, 150, 'hsa_amd_memory_async_copy')], 2, 210, ('launch', 'hsa_amd_memory_async_copy', None, 20, 0, 30, 60)),
        ('a call that launches in another', [ahead, (130, 190, 'ncclAllReduce'), (140, 150, 'hipLaunchKernel')], 2, 210, ('launch', 'hipLaunchKernel', None, 0, 10, 30, 70)),
        ('the launch began before the pause', [ahead, (90, 130, 'hipLaunchKernel')], 1, 210, ('launch', 'hipLaunchKernel', None, 0, 0, 0, 110)),
        ('it returned as the pause began', [ahead, (90, 100, 'hipLaunchKernel')], 1, 210, ('dispatch', None, None, 0, 0, 0, 0)),
        ('it had not returned at the end', [ahead, (150, None, 'hipLaunchKernel')], 1, 210, ('launch', 'hipLaunchKernel', None, 0, 0, 50, 60)),
        ('a call that is open at the end', [ahead, (20, None, 'hipDeviceSynchronize'), (150, 154, 'hipLaunchKernel')], 2, 210, ('launch', 'hipLaunchKernel', None, 54, 0, 0, 56)),
        ('it was not recorded', [ahead, (50, 160, 'hipStreamSynchronize')], None, 210, ('unknown', None, None, 0, 0, 0, 0)),
        ('what another thread does is nothing', [ahead, (50, 180, 'hipStreamSynchronize'), (120, 150, 'hipMalloc', 1), (190, 194, 'hipLaunchKernel', 1)], 3, 210,
         ('no call', None, None, 0, 30, 60, 20)),
        ('a wait that comes when nothing runs', [ahead, (120, 160, 'hipDeviceSynchronize'), (190, 194, 'hipLaunchKernel')], 2, 210, ('no call', None, None, 0, 40, 50, 20)),
        ('a marker', [ahead, (90, 130, 'hipStreamSynchronize'), (20, 195, 'roctxThreadRangeA', 0, 'MARKER_CORE_RANGE_API', 'load'), (190, 194, 'hipLaunchKernel')], 3, 210,
         ('no call', None, 'load', 30, 0, 60, 20)),
        ('ranges that overlap', [ahead, (95, 170, 'a', 0, 'PYTHON'), (130, 190, 'b', 0, 'PYTHON'), (200, 204, 'hipLaunchKernel')], 3, 210, ('no call', None, 'b', 0, 0, 100, 10)),
        ('a range of another thread', [ahead, (95, 195, 'a', 1, 'PYTHON'), (200, 204, 'hipLaunchKernel')], 2, 210, ('no call', None, None, 0, 0, 100, 10)),
        ('half is not most', [ahead, (100, 150, 'a', 0, 'PYTHON'), (150, 200, 'b', 0, 'PYTHON'), (200, 204, 'hipLaunchKernel')], 3, 210, ('no call', None, None, 0, 0, 100, 10)),
    ]
    two = [ahead, (10, 14, 'hipLaunchKernel'), (120, 170, 'hipDeviceSynchronize'), (175, 180, 'hipDeviceSynchronize'), (190, 194, 'hipLaunchKernel')]
    path = program('two', two, [(10, 100, 0), (210, 220, 4), (60, 160, 1, 2), (180, 185, 1, 2)])
    check('a wait for another queue', rows(load(), "SELECT cause, host_call, synchronisation_ns / 1000., call_ns / 1000. FROM gaps(?) WHERE level = 'queue' AND queue_id = 1", path),
          [('synchronisation', 'hipDeviceSynchronize', 50, 5)])
    with sqlite3.connect(path) as db:
        (table,), = db.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_kernel_dispatch_0*'").fetchall()
        db.execute(f'UPDATE "{table}" SET agent_id = 3 WHERE queue_id = 2')
    check('a wait for another GPU', rows(load(), 'SELECT cause, host_call, synchronisation_ns / 1000., call_ns / 1000., no_call_ns / 1000., launch_ns / 1000. FROM gaps(?) WHERE agent_id = 2', path),
          [('synchronisation', 'hipDeviceSynchronize', 50, 5, 35, 20)])
    for what, calls, launch, start, want in cases:
        check(what, gaps_us(program('case', calls, [(10, 100, 0), (start, start + 10, launch)])), [want])
    check('ranges that overlap, by moment', idle_us(program('case', cases[14][1], [(10, 100, 0), (210, 220, 3)])),
          {('no call', None, 'a'): 30, ('no call', None, 'b'): 60, ('no call', None, None): 10, ('launch', 'hipLaunchKernel', None): 10})


functions_that_wait()
for seed in range(1, 25):  # calls that overlap, and few steps of time
    CallTrace(seed, python=True).write(f'{FOLDER}/calls{seed}.db')
    db = attach([f'{FOLDER}/calls{seed}.db'])
    compare(db, Trace(db), f'calls that overlap {seed}')
    db.close()
programs()
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
check('every cause occurred', sorted(seen), sorted(['synchronisation', 'call', 'no call', 'launch', 'copy', 'queue', 'dispatch', 'unknown']))
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
