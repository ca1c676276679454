"""The table call_diff, from help's text: the rows of `calls` of both traces, merged by the names around them."""
import os
import random
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import check, finish, load, rows, value  # noqa: E402
from random_trace import random_trace  # noqa: E402

COLUMNS = ('name, depth, calls_a, calls_b, inclusive_a_ns, inclusive_b_ns, delta_ns, exclusive_a_ns, exclusive_b_ns, exclusive_delta_ns, ratio, only_in, call_path, node,'
           ' parent_node')


def tree(db, trace):
    """{names from the outermost inwards: [calls, inclusive, exclusive]} of all threads together."""
    out, path = {}, ()
    for name, depth, calls, inclusive, exclusive in db.execute('SELECT name, depth, calls, inclusive_ns, exclusive_ns FROM calls(?, \'thread\')', (trace,)):
        path = path[:depth - 1] + (name,) if depth else ()
        if depth:
            at = out.setdefault(path, [0, 0, 0])
            out[path] = [at[0] + calls, at[1] + inclusive, at[2] + exclusive]
    return out


def wanted(a, b):
    def delta(path):
        return b.get(path, (0, 0, 0))[1] - a.get(path, (0, 0, 0))[1]
    inside = {}
    for path in set(a) | set(b):
        inside.setdefault(path[:-1], []).append(path)
    out = []

    def put(path, parent):
        for p in sorted(inside.get(path, ()), key=lambda p: (-abs(delta(p)), p[-1] is not None, (p[-1] or '').encode())):
            x, y = a.get(p, (0, 0, 0)), b.get(p, (0, 0, 0))
            node = len(out) + 1
            out.append((p[-1], len(p), x[0], y[0], x[1], y[1], y[1] - x[1], x[2], y[2], y[2] - x[2], y[1] / x[1] if x[1] else None,
                        'a' if p not in b else 'b' if p not in a else None, ' / '.join(n or '' for n in p), node, parent))
            put(p, node)
    put((), None)
    return out


db = load()
r = random.Random(5)
FOLDER = os.path.join(sys.argv[2], 'calldiff')
os.makedirs(FOLDER, exist_ok=True)
traces = [random_trace(r, os.path.join(FOLDER, f'{i}.db'), '--scale', str(r.choice([1, 2]))) for i in range(4)]
trees = {t: tree(db, t) for t in traces}
wrong, deep = [], 0
for a in traces:
    for b in traces:
        got, want = rows(db, f'SELECT {COLUMNS} FROM call_diff(?, ?)', a, b), wanted(trees[a], trees[b])
        deep = max(deep, max((w[1] for w in want), default=0))
        if got != want:
            wrong.append((a, b, len(got), len(want), [(g, w) for g, w in zip(got, want) if g != w][:2]))
check('random traces', wrong[:2], [])
check('... nest', deep > 1, True)
check('differences of exclusive times add up', value(db, 'SELECT sum(exclusive_delta_ns) FROM call_diff(?, ?)', *traces[:2]),
      sum(x[2] for x in trees[traces[1]].values()) - sum(x[2] for x in trees[traces[0]].values()))

# ---- by hand: in the second trace, read calls decode twice, and open is gone


def write(name, frames, calls):
    """As sums. frames: id, parent, function; calls: tid, frame, durations (None: not ended), own time."""
    path = os.path.join(FOLDER, name)
    for old in (path, path + '.rocz'):
        if os.path.exists(old):
            os.remove(old)
    out = sqlite3.connect(path)
    out.executescript('CREATE TABLE frames(id, guid, pid, parent_frame_id, function); CREATE TABLE aggregated(id, guid, pid, tid, rows_of, category, name, frame_id, start, "end", calls, ended,'
                      ' sum_ns, min_ns, max_ns, squares_high, squares_low, own_ns)')
    out.executemany("INSERT INTO frames VALUES (?, 'g', 7, ?, ?)", frames)
    for i, (tid, frame, durations, own) in enumerate(calls):
        ended = [d for d in durations if d is not None]
        name = {f[0]: f[2] for f in frames}[frame]
        out.execute("INSERT INTO aggregated VALUES (?, 'g', 7, ?, 'regions', 'HIP_RUNTIME_API', ?, ?, 0, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
                    (i + 1, tid, name, frame, max(ended) if ended else None, len(durations), len(ended), sum(ended) if ended else None, min(ended, default=None),
                     max(ended, default=None), sum(d * d for d in ended), own))
    out.commit()
    out.close()
    subprocess.run([os.path.join(sys.argv[1], 'bench', 'select_trace'), path, f"SELECT rocpd_export_rocz('{path}.rocz')"], check=True, stdout=subprocess.DEVNULL)
    return path + '.rocz'


a = write('a', [(1, None, 'read'), (2, 1, 'decode'), (3, None, 'open')], [(8, 1, [100], 70), (8, 2, [30], 30), (9, 1, [50], 50), (9, 3, [10], 10)])
b = write('b', [(1, None, 'read'), (2, 1, 'decode'), (3, None, 'close')], [(5, 1, [200], 70), (5, 2, [50, 80], 130), (5, 3, [None], 0)])
check('by hand', rows(db, 'SELECT name, depth, calls_a, calls_b, inclusive_a_ns, inclusive_b_ns, delta_ns, exclusive_a_ns, exclusive_b_ns, ratio, only_in, call_path, parent_node'
                          ' FROM call_diff(?, ?)', a, b),
      [('read', 1, 2, 1, 150, 200, 50, 120, 70, 200 / 150, None, 'read', None), ('decode', 2, 1, 2, 30, 130, 100, 30, 130, 130 / 30, None, 'read / decode', 1),
       ('open', 1, 1, 0, 10, 0, -10, 10, 0, 0.0, 'a', 'open', None), ('close', 1, 0, 1, 0, 0, 0, 0, 0, None, 'b', 'close', None)])
check('the same trace on both sides', rows(db, 'SELECT sum(abs(delta_ns)), sum(abs(exclusive_delta_ns)), count(only_in) FROM call_diff(?, ?)', a, a), [(0, 0, 0)])
check('a path besides', value(db, 'SELECT 1 FROM call_diff(?, ?, ?)', a, b, a), 'OperationalError: call_diff: the traces are the arguments a and b; there is no path argument')
check('a missing trace', 'nowhere: no such file or folder' in value(db, "SELECT 1 FROM call_diff(?, 'nowhere')", a), True)
finish()
