"""queue_depth by each change, by queue and in steps, against counting at each moment in Python."""
import os
import random
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import HERE, check, finish, load, rows  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402


def dispatches(db):
    """{(guid, agent, queue): [(enqueued, ended)]}"""
    launch, queues = {}, {}
    for guid, stack, start in db.execute('SELECT guid, stack_id, start FROM regions ORDER BY rowid'):
        if stack:
            launch.setdefault((guid, stack), start)
    for guid, agent, queue, stack, start, end in db.execute('SELECT guid, agent_id, queue_id, stack_id, start, "end" FROM kernels'):
        if start is None or end is None:
            continue
        launched = launch.get((guid, stack)) if stack else None
        queues.setdefault((guid, agent, queue), []).append((min(start, start if launched is None else launched), max(start, end)))
    return queues


def cut(queues, window):
    kept = {k: [(max(s, window[0]), min(e, window[1])) for s, e in v if s <= window[1] and e >= window[0]] for k, v in queues.items()}
    return {k: v for k, v in kept.items() if v}


def changes(times):
    """[(start, end, depth)]"""
    change = {}
    for s, e in times:
        change[s] = change.get(s, 0) + 1
        change[e] = change.get(e, 0) - 1
    now, found, moments = 0, [], sorted(change)
    for at, after in zip(moments, moments[1:]):
        now += change[at]
        if found and found[-1][2] == now:
            found[-1] = (found[-1][0], after, now)
        else:
            found.append((at, after, now))
    return found


def steps(times, base, last, width):
    found, all_changes = [], changes(times)
    for start in range(base, last, width):
        end = min(start + width, last)
        inside = [(min(e, end) - max(s, start), d) for s, e, d in all_changes if s < end and e > start]
        found.append((start, end, max((d for n, d in inside), default=0), sum(n * d for n, d in inside) / (end - start)))
    return found


def read(db, by):
    got = {}
    for guid, agent, queue, *row in db.execute('SELECT guid, agent_id, queue_id, start, "end", depth, mean_depth FROM queue_depth(?)', (by,)):
        got.setdefault((guid, agent, queue), []).append(tuple(row))
    return got


def differ(got, want):
    want = {k: v for k, v in want.items() if v}
    return [(k, [x for x in zip(got.get(k, []), want.get(k, [])) if x[0] != x[1]][:2], len(got.get(k, [])), len(want.get(k, [])))
            for k in set(got) | set(want) if got.get(k) != want.get(k)][:1]


def compare(db, queues, what):
    want = {k: [(s, e, d, float(d)) for s, e, d in changes(v)] for k, v in queues.items()}
    check(f'{what}: {sum(map(len, want.values()))} changes', differ(read(db, 'change'), want), [])
    check(f'{what}: by default', rows(db, 'SELECT count(*), sum(depth), max("end") FROM queue_depth'), rows(db, "SELECT count(*), sum(depth), max(\"end\") FROM queue_depth('change')"))
    spans = {k: (min(s for s, e in v), max(e for s, e in v)) for k, v in queues.items()}
    check(f'{what}: by queue', differ(read(db, 'queue'), {k: steps(v, *spans[k], spans[k][1] - spans[k][0] or 1) for k, v in queues.items()}), [])
    if spans:
        base, last = min(s for s, e in spans.values()), max(e for s, e in spans.values())
        width = random.choice([last - base + 1, (last - base) // random.randint(1, 30) + 1])
        check(f'{what}: in steps', differ(read(db, width), {k: steps(v, base, last, width) for k, v in queues.items()}), [])


random.seed(5)
for number in range(8):
    style = ['busy', 'ties', 'sparse', 'any'][number % 4]
    db = attach(random_databases(number, style))
    queues = dispatches(db)
    compare(db, queues, f'{style} {number}')
    low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
    window = (low + (high - low) // 4, high - (high - low) // random.randint(3, 20))
    db.execute('SELECT rocpd_window(?, ?)', window).fetchall()
    compare(db, cut(queues, window), f'{style} {number} in a window')
    db.close()
for what, db in chunk_traces(3, 20000):
    compare(db, dispatches(db), what)
db = load()
for path in samples():
    got = rows(db, '''SELECT agent_id, queue_id, max(depth), round(sum(depth * ("end" - start)) * 1.0 / (max("end") - min(start)), 6) FROM queue_depth('change', ?) GROUP BY 1, 2''', path)
    check(f'{os.path.basename(path)}', got, rows(db, "SELECT agent_id, queue_id, depth, round(mean_depth, 6) FROM queue_depth('queue', ?) ORDER BY 1, 2", path))
for by in ('', '0', '-1', 'agent', '1e9', '9' * 30):
    check(f"by '{by}'", rows(db, 'SELECT * FROM queue_depth(?)', by), f"OperationalError: queue_depth: by is '{by}', expected 'change', 'queue' or a width in ns")
genuine = f'{HERE}/../data/heliosr_146104_results.db'
for width, n in ((1, 1004685554), (100, 10046856)):  # 1004685554 ns from the first launch to the last end
    check(f'too many rows of {width} ns', rows(db, 'SELECT * FROM queue_depth(?, ?)', width, genuine),
          f'OperationalError: queue_depth: a width of {width} ns gives {n} rows for each of 1 queues, expected at most 10000000 in all')
check('as many as there may be', rows(db, 'SELECT count(*) FROM queue_depth(101, ?)', genuine), [(9947382,)])
finish()
