"""rocpd metrics against values by hand, and against a computation from the plain rows, as its help says, on random ones."""
import json
import os
import random
import subprocess
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import BUILD, FOLDER, check, finish, load  # noqa: E402
from metric_trace import add_metrics, of_agent, of_host, of_process  # noqa: E402


def report(*words):
    p = subprocess.run([f'{BUILD}/rocpd', 'metrics', '-n', '0', '--json', *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return json.loads(p.stdout) if not p.returncode else p.stderr


def values(rows, *names):
    return [tuple(r[n] for n in names) for r in rows] if isinstance(rows, list) else rows


# 0.1 s at 10, 0.3 s at 30, then 20: the mean over time is (1 + 9) / 0.4 = 25, not 20. The other process has the track, too.
BASE = 5000000000
HAND = (of_process(7, 'CPU Memory Usage (S)', 'MB', [(BASE + 400000000, 20), (BASE, 10), (BASE + 100000000, 30)]) + of_process(7, 'CPU Threads (S)', None, [(BASE, 3)]) +
        of_process(8, 'CPU Memory Usage (S)', 'MB', [(BASE, 1), (BASE + 400000000, 2)]) + of_host(7, 'Host CPU Pressure (S)', 's', [(BASE, -1), (BASE + 100000000, 2.5)]))
hand = f'{FOLDER}/hand.rocz'
add_metrics(f'{FOLDER}/hand.db', hand, BUILD, HAND)
check('by hand', values(report(hand), 'pid', 'track', 'unit', 'of', 'n', 'min', 'mean', 'max', 'last', 'change'),
      [(7, 'CPU Memory Usage (S)', 'MB', 'process', 3, 10, 25, 30, 20, 10), (7, 'CPU Threads (S)', None, 'process', 1, 3, 3, 3, 3, 0),
       (8, 'CPU Memory Usage (S)', 'MB', 'process', 2, 1, 1, 2, 2, 1), (7, 'Host CPU Pressure (S)', 's', 'host', 2, -1, -1, 2.5, 2.5, 3.5)])
check('... in a window', values(report('--window', '50ms,300ms', hand), 'pid', 'track', 'n', 'mean', 'change'), [(7, 'CPU Memory Usage (S)', 1, 30, 0), (7, 'Host CPU Pressure (S)', 1, 2.5, 0)])
check('... filters that cannot change it', report('--gpu', '0', hand).startswith('rocpd metrics: --gpu is not an option of this command: the metrics of'), True)


def wanted(path, window=None):
    """{(pid, track, unit, owner, agent): (n, min, mean, max, last, change)}"""
    db, tracks = load(), {}
    db.execute('SELECT rocpd_attach(?)', (path,))
    for pid, track, unit, owner, agent, at, value, number in db.execute('SELECT pid, track, unit, owner, agent_id, timestamp, value, id FROM metrics'):
        if value is not None and (not window or window[0] <= at <= window[1]):
            tracks.setdefault((pid, track, unit, owner, agent), []).append((at, number, value))
    out = {}
    for key, rows in tracks.items():
        rows.sort()
        v = [r[2] for r in rows]
        span = rows[-1][0] - rows[0][0]
        mean = sum(a[2] * (b[0] - a[0]) for a, b in zip(rows, rows[1:])) / span if span else sum(v) / len(v)
        out[key] = (len(v), min(v), mean, max(v), v[-1], v[-1] - v[0])
    return out


for seed in range(6):
    r = random.Random(seed)
    rows = []
    for pid in (7, 8)[:r.choice((1, 2))]:
        for i in range(r.randrange(1, 8)):
            times = [BASE + r.randrange(10 ** 9) for _ in range(r.choice((1, 2, 30)))]
            points = [(t, r.choice((None, 0, r.random() * 100, r.random() * 1e9))) for t in times]
            name = f'track {r.randrange(5)}'
            rows += r.choice((of_process(pid, name, 'MB', points), of_host(pid, name, None, points), of_agent(pid, r.randrange(3), name, 'W', points)))
    r.shuffle(rows)
    path = f'{FOLDER}/random{seed}.rocz'
    add_metrics(f'{FOLDER}/random{seed}.db', path, BUILD, rows)
    for window in (None, (BASE + 2 * 10 ** 8, BASE + 7 * 10 ** 8)):
        words = ('--window', f'{window[0]},{window[1]}', '--absolute') if window else ()
        got = report(*words, path)
        of = {'process': 'process', 'host': 'host'}
        got = {(g['pid'], g['track'], g['unit'], g['of']): tuple(g[k] for k in ('n', 'min', 'mean', 'max', 'last', 'change')) for g in got} if isinstance(got, list) else got
        want = {(p, t, u, of.get(o, f'agent {a}')): v for (p, t, u, o, a), v in wanted(path, window).items()}
        check(f'random {seed} {window or ""}: tracks', sorted(got, key=str), sorted(want, key=str))
        check('... their values', [(k, got[k], want[k]) for k in got if any(abs(a - b) > .002 for a, b in zip(got[k], want[k]))], [])
finish()
