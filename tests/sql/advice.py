"""Each row of advice against the query that it names."""
import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, HERE, attached, check, finish, load, rows, value  # noqa: E402
from cause_trace import Trace  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

r = random.Random(31)
seen = set()


def stretches(db, path, window):
    """({guid: number of its stretch}, [length of each]), from the kernels and copies themselves."""
    spans = {}
    for table in ('kernels', 'memory_copies'):
        for guid, start, end in rows(db, f'SELECT guid, start, "end" FROM {table}(?)', path):
            if start is not None and end is not None:
                first, last = max(start, window[0]), min(max(start, end), window[1])
                span = spans.setdefault(guid, [first, last])
                span[:] = min(span[0], first), max(span[1], last)
    number, found = {}, []
    for guid, (start, end) in sorted(spans.items(), key=lambda x: x[1]):
        if not found or start > found[-1][1]:
            found.append([start, end])
        found[-1][1] = max(found[-1][1], end)
        number[guid] = len(found) - 1
    return number, [end - start for start, end in found]


def gain_of(evident, number, length):
    """Gains of one owner are added; of the owners in a stretch only the largest sum counts; stretches are added."""
    sums, most = {}, {}
    for gain, finding, whose, guid in evident:
        if gain is not None:
            sums[whose, guid] = sums.get((whose, guid), 0) + gain
    for (whose, guid), ns in sums.items():
        stretch = number.get(guid)
        most[stretch] = max(most.get(stretch, 0), min(ns, sum(length) if stretch is None else length[stretch]))
    return min(sum(most.values()), sum(length)) if sums else None


def compare(what, db, path='', window=(0, 2 ** 63)):
    number, length = stretches(db, path, window)
    advice = rows(db, 'SELECT rule, state, severity, gain_ns, share, finding, findings, remedy, reason, evidence FROM advice(?)', path)
    run_ns = value(db, 'SELECT max(run_ns) FROM run_time(?)', path)
    check(f'{what}: time of the run', run_ns or 0, sum(length))
    wrong = []
    for rule, state, severity, gain, share, finding, findings, remedy, reason, evidence in advice:
        seen.add((rule, state))
        evident = rows(db, evidence)
        if isinstance(evident, str):
            wrong.append((rule, evident))
            continue
        greatest = min(evident, key=lambda e: (e[0] is None, -(e[0] or 0), e[1]), default=(None, None))
        if state == 'unknown':
            ok = reason and (severity, gain, share, finding, findings) == (None,) * 5
        else:
            ok = reason is None and (findings, finding, gain) == (len(evident), greatest[1], gain_of(evident, number, length))
            ok = ok and (share is None if gain is None or not run_ns else abs(share - gain / run_ns) < 1e-12 and share <= 1)
            of_share = None if share is None or share < .01 else 'low' if share < .03 else 'medium' if share < .1 else 'high'
            own = {'the trace is not whole': 'high', 'a GPU did nothing': 'low', 'kernels that take time have few waves': 'low'}.get(rule)
            want = (own if findings else None) if own else of_share if findings else None
            ok = ok and severity == want and state == ('found' if want else 'none')
        if not ok or not remedy:
            wrong.append((rule, state, severity, gain, share, finding, findings, reason, evident[:2]))
    check(f'{what}: each rule', wrong, [])
    states = [a[1] for a in advice]
    check(f'{what}: in order', states, sorted(states, key=['found', 'none', 'unknown'].index))
    return {a[0]: a for a in advice}


def pageable(db):
    for table in tables(db, 'rocpd_memory_copy'):
        db.execute(f"UPDATE \"{table}\" SET extdata = json_object('host_memory', 'PAGEABLE')")
        db.execute(f"""UPDATE \"{table.replace('memory_copy', 'event')}\" SET extdata = json_object('host_memory', 'PAGEABLE') WHERE id IN (SELECT event_id FROM "{table}")""")


def overlapping():
    """Four copies at the same time, small and of pageable memory, started by one call of 10 ns; then a kernel, while two threads allocate."""
    t = Trace(1)
    t.calls = [{'id': i, 'tid': t.pid + i % 2, 'start': s, 'end': e, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'stack': i} for i, (s, e, name) in enumerate(
        [(500, 600, 'hipLaunchKernel'), (500, 510, 'hipMemcpyAsync'), (2010, 2090, 'hipMalloc'), (2020, 2095, 'hipMalloc'), (2030, 2094, 'hipFree'), (2096, 2097, 'hipLaunchKernel')], 1)]
    t.copies = [{'id': i + 1, 'start': 1000 + i, 'end': 2000 - i, 'name': 'MEMORY_COPY_HOST_TO_DEVICE', 'stack': 2, 'queue': 1, 'tid': t.pid, 'agent': 2} for i in range(4)]
    t.kernels = [{'id': i + 1, 'start': s, 'end': e, 'name': 'gemm', 'stack': stack, 'queue': 1, 'tid': t.pid, 'agent': 2} for i, (s, e, stack) in enumerate([(2000, 2100, 1), (2200, 2300, 6)])]
    t.write(f'{FOLDER}/overlapping.db')
    with sqlite3.connect(f'{FOLDER}/overlapping.db') as db:
        pageable(db)
    got = compare('copies at the same time', load(), f'{FOLDER}/overlapping.db')
    check('... count once', [got[rule][3:5] for rule in ('copies are not hidden', 'copies of pageable memory', 'small copies in a row', 'memory is allocated between kernels')],
          [(None, None), (10, 10 / 1300), (750, 750 / 1300), (None, None)])  # a kernel runs while the threads allocate


def ten_steps(period, second, end):
    """A trace: ten times a launch of 2 us, whose kernel of 100 us begins 3 us after its begin, and a second call (name, ns after the launch) until `end`."""
    t = Trace(1)
    t.calls, t.copies, t.kernels = [], [], []
    for step in range(10):
        at = 10 ** 9 + step * period
        for start, stop, name in ((at, at + 2000, 'hipLaunchKernel'), (at + second[1], at + end, second[0])):
            t.calls.append({'id': len(t.calls) + 1, 'tid': t.pid, 'start': start, 'end': stop, 'name': name, 'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'stack': len(t.calls) + 1})
        t.kernels.append({'id': step + 1, 'start': at + 3000, 'end': at + 103000, 'name': 'gemm', 'stack': 2 * step + 1, 'queue': 1, 'tid': t.pid, 'agent': 2})
    return t


def slow_copies():
    """Ten times a kernel of 100 us, then hipMemcpyAsync of pageable memory, which takes 900 us until its copy of 10 us begins and 90 us after that."""
    t = ten_steps(1110000, ('hipMemcpyAsync', 3000), 1103000)
    for k in t.kernels:
        t.copies.append({'id': k['id'], 'start': k['start'] + 1000000, 'end': k['start'] + 1010000, 'name': 'MEMORY_COPY_HOST_TO_DEVICE', 'stack': k['stack'] + 1, 'queue': 1, 'tid': t.pid, 'agent': 2})
    t.write(f'{FOLDER}/slow_copies.db')
    with sqlite3.connect(f'{FOLDER}/slow_copies.db') as db:
        pageable(db)
    got = compare('copies of pageable memory', load(), f'{FOLDER}/slow_copies.db')
    check('... cost the time of their calls', [got[rule][3] for rule in ('copies of pageable memory', 'copies are not hidden')], [10 * 1000000, None])
    # Pauses between a copy and the next kernel: 90 us in hipMemcpyAsync, which are reported, 7 in no call and 3 in launching.
    check('... which is not launching', {rule: got[rule][3] for rule in ('GPUs wait for the host', 'launching limits the GPU', 'queues wait for each other')},
          {'GPUs wait for the host': 9 * 7000, 'launching limits the GPU': 9 * 3000, 'queues wait for each other': None})
    check('... and the finding says so', got['GPUs wait for the host'][5], 'GPU 0: 63.0 us idle while the host was in the program itself')


def late_returns():
    """Ten times a kernel of 100 us, and a synchronisation that returns 100 us after it; 7 us later the next launch, whose kernel begins 3 us after it."""
    t = ten_steps(210000, ('hipDeviceSynchronize', 5000), 203000)
    t.write(f'{FOLDER}/late_returns.db')
    got = compare('synchronisations that return late', load(), f'{FOLDER}/late_returns.db')
    check('... keep the GPU waiting', {rule: got[rule][3] for rule in ('GPUs wait while the host waits', 'GPUs wait for the host', 'launching limits the GPU')},
          {'GPUs wait while the host waits': 9 * 100000, 'GPUs wait for the host': 9 * 7000, 'launching limits the GPU': 9 * 3000})


def slow_step(path):
    """A rank that computes three times as long, and communicates; its copies are of pageable memory."""
    with sqlite3.connect(path) as db:
        for table in tables(db, 'rocpd_info_kernel_symbol'):
            db.execute(f"UPDATE \"{table}\" SET display_name = 'ncclDevKernel_' || id")
        pageable(db)
        for table in tables(db, 'rocpd_kernel_dispatch'):
            db.execute(f'UPDATE "{table}" SET "end" = start + 3 * ("end" - start) + 1000')


overlapping()
slow_copies()
late_returns()
demo = attached(f'{FOLDER}/demo')
got = compare('a recorded program', demo)
check('rules for which the recorded data suffice', [rule for rule, a in got.items() if a[1] == 'unknown'], ['communication is not hidden', 'a rank computes longer than the others', 'a rank starts late', 'ranks wait in collectives', 'GPUs of a process are unbalanced'])
compare('a path', load(), f'{FOLDER}/demo')
genuine = attached(HERE + '/../data/heliosr_146104_results.db')
got = compare('kernels alone', genuine)
check('without calls causes are unknown', got['GPUs wait for the host'][8], 'no file has launches: see capabilities')
compare('an RPD file', attached(HERE + '/../data/rpd'))
compare('texts of rtg', attached(HERE + '/../data/rtg/case1'))
for case in range(8):
    files = [random_trace(r, f"advice/{case}/o'rank{k}.db", *(['--launcher'] if r.random() < .5 else []), *(['--holes'] if r.random() < .3 else [])) for k in range([1, 3][case % 2])]
    if len(files) > 1:
        slow_step(files[1])
    db = attached(*files, options='{"rank":"rank%d.db"}')
    window = json.loads(value(db, "SELECT rocpd_window('20%', '70%', 0)")) if r.random() < .3 else {'start': 0, 'end': 2 ** 63}
    compare(f'case {case}', db, window=(window['start'], window['end']))
    compare(f'case {case}, by path', load(), os.path.dirname(files[0]))
rules = {rule for rule, state in seen}
check('rules that found something', sorted(rule for rule in rules if (rule, 'found') not in seen),
      ['a rank starts late', 'ranks wait in collectives'])
check('no trace: all rules are unknown', {state for rule, state, *_ in rows(load(), 'SELECT rule, state FROM advice')} <= {'unknown', 'none'}, True)
finish()
