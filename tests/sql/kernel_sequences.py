"""kernel_sequences against a search of every sequence in Python."""
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(__file__))
from random_trace import random_trace, tables  # noqa: E402
from common import HERE, attached, check, finish, rows, value  # noqa: E402


def make(r, path):
    """Queues in which few kernels follow each other in patterns, with pauses, overlaps and ties."""
    path = random_trace(r, path)
    db = sqlite3.connect(path)
    for table in tables(db, 'rocpd_kernel_dispatch'):
        ids = [i for (i,) in db.execute(f'SELECT id FROM "{table}" ORDER BY id')]
        few = r.choice([2, 3, 5])
        patterns = [[r.randrange(1, few + 1) for _ in range(r.randrange(1, 7))] for _ in range(3)]
        kernels, now, style = [], {}, r.randrange(3)
        while len(kernels) < len(ids):
            kernels += r.choice(patterns) * r.randrange(1, 5) if r.random() < .8 else [r.randrange(1, few + 1)]
        queues = r.choice([[1], [1, 2]])
        turn = queues[0]
        for i, kernel in zip(ids, kernels):
            turn = r.choice(queues) if r.random() < .05 else turn
            start = now.get(turn, 1000) + (r.choice([0, 0, 3, 8, -4]) if style else r.choice([0, 5, 500]))
            end = start + r.choice([0, 2, 9])
            now[turn] = max(now.get(turn, 0), end) if style < 2 else start
            db.execute(f'UPDATE "{table}" SET kernel_id = ?, queue_id = ?, stream_id = ?, agent_id = 2, start = ?, "end" = ? WHERE id = ?', (kernel, turn, turn, start, end, i))
    db.commit()
    db.close()
    return path


def queues_of(db):
    out = {}
    for n, (queue, name, start, end) in enumerate(rows(db, 'SELECT guid || pid || queue_id, name, start, "end" FROM kernels')):
        out.setdefault(queue, []).append((start, max(start, end), n, name))
    return [sorted(q) for q in out.values()]


def search(queues, longest, within):
    found, pauses = {}, []
    for queue in queues:
        names = [k[3] for k in queue]
        reached, gap = -1, []
        for i, k in enumerate(queue):
            reached = max(reached, k[1])
            pause = queue[i + 1][0] - reached if i + 1 < len(queue) else None
            if pause is not None and pause >= 0:
                pauses.append(pause)
            gap.append(None if pause is None or pause > within else max(0, pause))
        for length in range(2, min(longest, len(names)) + 1):
            free = {}
            for i in range(len(names) - length + 1):
                key = tuple(names[i:i + length])
                if None in gap[i:i + length - 1] or i < free.get(key, 0):
                    continue
                free[key] = i + length
                c = found.setdefault(key, [0, 0, 0])
                c[0] += 1
                c[1] += sum(k[1] - k[0] for k in queue[i:i + length])
                c[2] += sum(gap[i:i + length - 1])
    found = {k: v for k, v in found.items() if v[0] > 1}

    def period(k):
        return next(p for p in range(1, len(k) + 1) if len(k) % p == 0 and k[:p] * (len(k) // p) == k)
    part = set()
    for k, v in found.items():
        part.update(s for s in (k[:-1], k[1:]) if s in found and (found[s][0] == v[0] or period(k) == 1))
    classes = {}
    for k, v in found.items():
        if k not in part and period(k) in (1, len(k)):
            turns = min(k[i:] + k[:i] for i in range(len(k)))
            classes.setdefault(turns, []).append((-v[2], -v[0], k))
    least = min(pauses, default=0)
    return sorted((len(k), *found[k], max(0, found[k][2] - least * found[k][0] * (len(k) - 1)), '\n'.join(k)) for _, _, k in (min(c) for c in classes.values()))


traces, compared = 40 if os.environ.get('SOAK') else 24, 0
for seed in range(traces):
    r = random.Random(seed)
    db = attached(*(make(r, f's{seed}.{i}/a.db') for i in range(1 + seed % 2)))
    if seed % 4 == 3:
        rows(db, 'SELECT rocpd_window(?, ?)', 1200, 2500)
    longest, within, by = 10 ** 12 if seed % 10 == 0 else r.choice([2, 5, 8, 12, 25]), r.choice([4, 100, 1000000]), r.choice(['queue', 'stream'])
    got = rows(db, f"SELECT length, count, kernel_ns, gap_ns, saved_ns, names FROM kernel_sequences('', {longest}, {within}, '{by}')")
    want = search(queues_of(db), longest, within)
    compared += len(got)
    if sorted(got) != want or [g[3] for g in got] != sorted((g[3] for g in got), reverse=True):
        check(f'trace {seed}', [g for g in got if g not in want][:2], [w for w in want if w not in got][:2])
    lengths = rows(db, f"SELECT length FROM kernel_sequences('', {longest}, {within}, '{by}')")  # without texts
    if lengths != [g[:1] for g in got]:
        check(f'trace {seed}: lengths', lengths, [g[:1] for g in got])
    again = rows(db, f"SELECT length, count, kernel_ns, gap_ns, saved_ns, names FROM kernel_sequences('', {longest}, {within}, '{by}')")
    if again != got:
        check(f'trace {seed} again', again, got)
check('sequences were compared', compared > 35 * traces, True)
db = attached(f'{HERE}/../data/heliosr_146104_results.db')
check('no sequence recurs in the real database', rows(db, 'SELECT * FROM kernel_sequences'), [])
check('longest', value(db, "SELECT * FROM kernel_sequences WHERE longest = '1'"), "OperationalError: kernel_sequences: longest is '1', expected a number from 2 on")
check('by', value(db, "SELECT * FROM kernel_sequences WHERE by = 'agent'"), "OperationalError: kernel_sequences: by is 'agent', expected 'queue' or 'stream'")
finish()
