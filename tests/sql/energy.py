"""energy against values by hand, and against a computation from plain rows, moment by moment, as ext/help/tables/energy.md says, on random traces; and against busy and
top_kernels."""
import math
import os
import random
import sys
from fractions import Fraction

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import BUILD, FOLDER, check, finish, rows  # noqa: E402
from cause_trace import Trace  # noqa: E402
from metric_trace import add_metrics, of_agent, of_host, of_process  # noqa: E402
from random_gpu import attach  # noqa: E402

POWER, SECOND = 'GPU Current Power [0] (S)', 10 ** 9


def program(name, trace, metrics):
    path, out = f'{FOLDER}/{name}.db', f'{FOLDER}/{name}.rocz'
    trace.write(path)
    add_metrics(path, out, BUILD, metrics)
    return attach([out])


def close(a, b):
    return a is b is None or (a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-15))


def by_hand(kernels, copies, metrics, name):
    t = Trace(1)
    t.calls = []
    t.kernels = [dict(id=i + 1, start=s, end=e, name=n, stack=0, queue=1, tid=t.pid, agent=a) for i, (s, e, n, a) in enumerate(kernels)]
    t.copies = [dict(id=i + 1, start=s, end=e, name='MEMORY_COPY_DEVICE_TO_DEVICE', stack=0, queue=1, tid=t.pid, src=a, dst=b) for i, (s, e, a, b) in enumerate(copies)]
    return program(name, t, metrics)


# GPU 2: 100 W from 1 s on, 300 W from 2 s on, 200 W at 3 s. gemm runs from 1.5 to 2.5 s, add<int> from 2.25 to 2.75 s, with gemm for 0.25 s. A value of another kind
# and one without an agent do not count. gemm: 0.5 s * 100 W + 0.25 s * 300 W + 0.25 s / 2 * 300 W = 162.5 J; add: 37.5 + 75 = 112.5 J; idle: 50 + 75 = 125 J.
# Errors: of the first second 200 W, of the next one 100 W.
S = SECOND
HAND = (of_agent(1001, 2, POWER, 'W', [(S, 100), (2 * S, 300), (3 * S, 200)]) + of_agent(1001, 2, 'GPU Edge Temperature [0] (S)', 'deg C', [(S, 50), (3 * S, 60)]) +
        of_host(1001, POWER, 'W', [(S, 900), (3 * S, 900)]) + of_process(1001, POWER, 'W', [(S, 900), (3 * S, 900)]))
KERNELS = [(S * 3 // 2, S * 5 // 2, 'gemm', 2), (S * 9 // 4, S * 11 // 4, 'add<int>', 2)]
hand = by_hand(KERNELS, [], HAND, 'hand')
check('by hand', rows(hand, 'SELECT kind, name, calls, busy_ns, joules, error_j, round(mean_w, 6), share, unknown_ns, total_ns FROM energy'),
      [('kernel', 'gemm', 1, 875000000, 162.5, 137.5, 185.714286, 162.5 / 400, 0, 1000000000), ('idle', None, None, 750000000, 125.0, 125.0, 166.666667, 125 / 400, 0, None),
       ('kernel', 'add<int>', 1, 375000000, 112.5, 37.5, 300.0, 112.5 / 400, 0, 500000000)])
check('... by device', rows(hand, "SELECT kind, name, calls, busy_ns, joules, error_j, gpu, agent_id FROM energy('device')"),
      [('busy', None, 2, 1250000000, 275.0, 175.0, 'GPU 0', 2), ('idle', None, None, 750000000, 125.0, 125.0, 'GPU 0', 2)])
check('... for each', rows(hand, "SELECT kind, id, start, name, joules FROM energy('event') WHERE kind <> 'idle' ORDER BY id"),
      [('kernel', 1, S * 3 // 2, 'gemm', 162.5), ('kernel', 2, S * 9 // 4, 'add<int>', 112.5)])
check('... another word', rows(hand, "SELECT * FROM energy('queue')"), "OperationalError: energy: by is 'queue', expected 'kernel', 'device', 'rank' or 'event'")
check('... in a window, with the value from before it', rows(hand, f'SELECT rocpd_window({S * 7 // 4}, {S * 9 // 4}, 0)') and rows(hand, 'SELECT kind, name, busy_ns, joules, error_j FROM energy WHERE busy_ns > 0'),
      [('kernel', 'gemm', 500000000, 100.0, 75.0)])

# Steps: gemm is in the first, which begins before it; add<int> in the last.
t = Trace(1)
t.calls = [dict(id=i + 1, stack=i + 1, start=at, end=at + 10, name='hipMalloc', tid=t.pid, category='HIP_RUNTIME_API_EXT', message=None) for i, at in enumerate((S, 2 * S, S * 9 // 4))]
t.kernels = [dict(id=i + 1, start=s, end=e, name=n, stack=0, queue=1, tid=t.pid, agent=a) for i, (s, e, n, a) in enumerate(KERNELS)]
t.copies = []
check('steps', rows(program('steps', t, HAND), "SELECT n, start, period_ns, calls, busy_ns, joules, error_j, unknown_ns FROM step_energy('hipMalloc')"),
      [(1, S, S, 1, 875000000, 162.5, 137.5, 0), (2, 2 * S, S // 4, 0, 0, None, None, 0), (3, S * 9 // 4, None, 1, 375000000, 112.5, 37.5, 0)])

check('... found without a name', rows(attach([f'{FOLDER}/steps.rocz']), 'SELECT count(*) FROM step_energy') == rows(attach([f'{FOLDER}/steps.rocz']), 'SELECT count(*) FROM iterations'), True)
check('... of a file', rows(attach([]), f"SELECT n, joules FROM step_energy('hipMalloc', '{FOLDER}/steps.rocz') WHERE joules"), [(1, 162.5), (3, 112.5)])

# Values further apart than 2 s, none at the end, a copy between two GPUs, of which one has no power.
apart = by_hand([(S, 5 * S, 'gemm', 2)], [(11 * S, 12 * S, 2, 3)], of_agent(1001, 2, POWER, 'W', [(2 * S, 10), (9 * S, 20), (10 * S, 20), (S * 23 // 2, 40)]), 'apart')
check('values far apart', rows(apart, 'SELECT kind, busy_ns, joules, error_j, unknown_ns FROM energy'),
      [('idle', 6000000000, 40.0, 20.0, 4000000000), ('kernel', 4000000000, 20.0, 20.0, 2000000000), ('copy', 2000000000, 10.0, 10.0, 1500000000)])
check('no power at all', rows(by_hand(KERNELS, [], [], 'none'), 'SELECT kind, name, busy_ns, joules, error_j, mean_w, share, unknown_ns FROM energy'),
      [('kernel', 'gemm', 875000000, None, None, None, None, 875000000), ('kernel', 'add<int>', 375000000, None, None, None, None, 375000000)])
check('nothing ran', rows(by_hand([], [], HAND, 'idle'), 'SELECT kind, busy_ns, joules FROM energy'), [('idle', 2000000000, 400.0)])


# Throttled: half of the time from 1.5 to 2 s, all of it from 2 to 2.5 s, not after that. gemm runs until 2.25 s alone: 0.25 + 0.25 s, then shares 0.25 s with add<int>.
HEAT = (of_agent(1001, 2, 'GPU Throttle PPT [0] (S)', '%', [(S * 3 // 2, 100), (2 * S, 50), (S * 5 // 2, 100), (3 * S, 0)]) +
        of_agent(1001, 2, 'GPU Throttle VR Temperature [0] (S)', '%', [(S, 0), (2 * S, 0)]) + of_agent(1001, 2, 'GPU Throttle Power [0] (S)', '%', [(S, 0), (S * 3 // 2, 100)]))
heat = by_hand(KERNELS, [], HEAT, 'heat')
check('throttled, by hand', rows(heat, 'SELECT reason, kind, throttled_ns, share, known_ns, events, gpu FROM throttled ORDER BY reason, kind'),
      [('PPT', 'busy', 750000000, .6, 1250000000, 2, 'GPU 0'), ('Power', 'idle', 500000000, 1.0, 500000000, None, 'GPU 0')])
check('... by kernel', rows(heat, "SELECT reason, kind, name, throttled_ns, known_ns, events FROM throttled('kernel') WHERE kind <> 'idle' ORDER BY 3"),
      [('PPT', 'kernel', 'add<int>', 125000000, 375000000, 1), ('PPT', 'kernel', 'gemm', 625000000, 875000000, 1)])
check('... in a window', rows(heat, f'SELECT rocpd_window({S * 9 // 4}, {3 * S}, 0)') and rows(heat, 'SELECT reason, kind, throttled_ns FROM throttled'), [('PPT', 'busy', 250000000)])
check('... another word', rows(hand, "SELECT * FROM throttled('rank')"), "OperationalError: throttled: by is 'rank', expected 'device' or 'kernel'")


def wanted(db, window=None, track=POWER, before=False):
    """{(kind, name): [ns, unknown, joules, error]} and the same by GPU; exact. before: a value counts since the one before."""
    spans, power, out, on = {}, {}, {}, {}
    for name, agent, start, end in db.execute('SELECT name, agent_id, start, "end" FROM kernels'):
        spans.setdefault(agent, []).append(('kernel', name, start, end))
    types = dict(db.execute('SELECT id, type FROM rocpd_info_agent'))
    for name, dst, src, start, end in db.execute('SELECT name, dst_agent_id, src_agent_id, start, "end" FROM memory_copies'):
        for agent in {a for a in (dst, src) if types.get(a) == 'GPU'}:
            spans.setdefault(agent, []).append(('copy', name, start, end))
    for agent, at, value in db.execute(f"SELECT agent_id, timestamp, value FROM metrics WHERE track = '{track}' AND owner = 'agent' ORDER BY timestamp, id"):
        power.setdefault(agent, []).append((at, Fraction(value)))
    for gpu in sorted(set(spans) | set(power)):
        values = power.get(gpu, [])
        parts = [(max(a, b - 2 * SECOND), b, q, abs(q - p)) if before else (a, min(b, a + 2 * SECOND), p, abs(q - p)) for (a, p), (b, q) in zip(values, values[1:]) if b > a]
        mine = [(k, n, s, max(s, e)) for k, n, s, e in spans.get(gpu, []) if s is not None and e is not None]
        if window:
            mine = [(k, n, max(s, window[0]), min(e, window[1])) for k, n, s, e in mine if e >= window[0] and s <= window[1]]
            parts = [(max(a, window[0]), min(b, window[1]), p, d) for a, b, p, d in parts]
            parts = [p for p in parts if p[0] < p[1]]
        times = sorted({t for m in mine for t in m[2:]} | {t for p in parts for t in p[:2]})
        for a, b in zip(times, times[1:]):
            running = [m[:2] for m in mine if m[2] <= a and m[3] >= b]
            part = [p for p in parts if p[0] <= a and p[1] >= b]
            if not running and not (parts and parts[0][0] <= a and b <= parts[-1][1]):
                continue
            for m in running or [('idle', None)]:
                ns = Fraction(b - a, len(running) or 1)
                for row in (out.setdefault(m, [0] * 4), on.setdefault((gpu, bool(running)), [0] * 4)):
                    row[0] += ns
                    row[1] += 0 if part else ns
                    row[2] += part[0][2] * ns / SECOND if part else 0
                    row[3] += part[0][3] * ns / SECOND if part else 0
    return out, on


def compare(what, got, want):
    off = [(k, got.get(k), [float(x) for x in want.get(k, [])]) for k in set(got) | set(want)
           if not (k in got and k in want) or abs(got[k][0] - want[k][0]) > .6 or abs(got[k][1] - want[k][1]) > .6
           or not all(close(g, float(w) if want[k][0] - want[k][1] > .5 else None) for g, w in zip(got[k][2:], want[k][2:]))]
    check(what, off, [])


COLUMNS = 'busy_ns, unknown_ns, joules, error_j'
for seed in range(1, 13):
    r = random.Random(seed)
    t = Trace(seed)
    for c in t.copies:
        c.update(src=r.choice([0, 2, 3]), dst=r.choice([0, 2, 3]))
    metrics = []
    for agent in r.choice(([2], [2, 3], [2, 3, 3])):
        times = [10 ** 9 + r.randrange(-100, 20 * t.most) for _ in range(r.choice((1, 2, 40)))]
        metrics += of_agent(t.pid, agent, POWER, 'W', [(at, r.choice((0, 7, r.random() * 500))) for at in times])
    for agent in (2, 3):
        metrics += of_agent(t.pid, agent, 'GPU Throttle PPT [0] (S)', '%', [(10 ** 9 + r.randrange(20 * t.most), r.choice((0, 100, 37.5))) for _ in range(r.choice((0, 2, 30)))])
    r.shuffle(metrics)
    db = program(f'random{seed}', t, metrics)
    for window in (None, (10 ** 9 + 2 * t.most, 10 ** 9 + 7 * t.most)):
        if window:
            rows(db, 'SELECT rocpd_window(?, ?, 0)', *window)
            whole = attach([f'{FOLDER}/random{seed}.rocz'])
        want, on = wanted(whole if window else db, window)
        timed = rows(db, f"SELECT kind, name, {COLUMNS} FROM energy WHERE busy_ns > 0")
        compare(f'random {seed} {"in a window" if window else ""}', {g[:2]: g[2:] for g in timed}, {k: v for k, v in want.items() if v[0] > .5})
        heat, hot = wanted(whole if window else db, window, 'GPU Throttle PPT [0] (S)', True)
        got = rows(db, "SELECT kind, name, throttled_ns, known_ns FROM throttled('kernel')")
        want = {k: (float(v[2]) * 1e7, float(v[0] - v[1])) for k, v in heat.items() if v[2] * 10 ** 7 >= .5}
        check('... throttled', (len(got) - len(want), [g for g in got if abs(g[2] - want[g[:2]][0]) > .6 or abs(g[3] - want[g[:2]][1]) > .6]), (0, []))
        got = rows(db, "SELECT agent_id, kind = 'busy', throttled_ns, known_ns FROM throttled")
        want = {k: (float(v[2]) * 1e7, float(v[0] - v[1])) for k, v in hot.items() if v[2] * 10 ** 7 >= .5}
        check('... by device', (len(got) - len(want), [g for g in got if abs(g[2] - want[g[0], bool(g[1])][0]) > .6]), (0, []))
        compare('... by device', {(a, k == 'busy'): rest for a, k, *rest in rows(db, f"SELECT agent_id, kind, {COLUMNS} FROM energy('device') WHERE busy_ns > 0")}, {k: v for k, v in on.items() if v[0] > .5})
        check('... busy agrees', rows(db, "SELECT agent_id, busy_ns FROM energy('device') WHERE kind = 'busy' ORDER BY 1"), rows(db, "SELECT agent_id, GpuTime FROM busy WHERE type = 'GPU' AND intervals ORDER BY 1"))
        sums = rows(db, "SELECT (SELECT sum(joules) FROM energy('rank')), (SELECT sum(joules) FROM energy('event')), (SELECT sum(joules) FROM energy)")[0]
        check('... sums agree', [s for s in sums if not close(s, sums[2])], [])
    db = attach([f'{FOLDER}/random{seed}.rocz'])
    check('... top_kernels agrees', rows(db, "SELECT name, calls FROM energy WHERE kind = 'kernel' ORDER BY 1"), rows(db, 'SELECT name, total_calls FROM top_kernels ORDER BY 1'))
    check('... and so do sums of durations', rows(db, "SELECT name, total_ns FROM energy WHERE kind = 'kernel' ORDER BY 1"),
          rows(db, 'SELECT name, sum(max(duration, 0)) FROM kernels GROUP BY 1 ORDER BY 1'))
    check('... of one GPU', rows(db, "SELECT rocpd_filter('{\"gpu\":[0],\"allow_empty\":true}')") and rows(db, "SELECT kind, busy_ns, joules FROM energy('device')"),
          rows(attach([f'{FOLDER}/random{seed}.rocz']), "SELECT kind, busy_ns, joules FROM energy('device') WHERE gpu = 'GPU 0'"))
finish()
