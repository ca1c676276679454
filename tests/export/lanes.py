"""Kernels of one queue that overlap and touch, in JSON: as many lanes as kernels run at once, and none overlaps another in its lane: `lanes.py BUILD FOLDER`."""
import collections
import json
import os
import random
import sys

for folder in 'database', 'sql':
    sys.path.insert(1, os.path.join(os.path.dirname(__file__), '..', folder))
sys.path[:] = [p for p in sys.path if os.path.abspath(p) != os.path.dirname(os.path.abspath(__file__))]  # its `common` is another
from common import FOLDER, attached, check, finish  # noqa: E402
from plant import KERNELS, Plant  # noqa: E402


def one_queue(name, most, length):
    """Kernels one behind the other (most: 1), or so that up to about this number overlap."""
    draw, plant, at = random.Random(most), Plant(), 0
    for _ in range(300):
        end = at + (2 if most == 1 else draw.randint(1, length))
        plant.kernel(draw.choice(KERNELS), 1000 * at, 1000 * end)
        at = end if most == 1 else at + draw.randint(0, 3)
    return plant.save(name)


def most_at_once(spans):
    """Kernels that run at one time; one that begins when another ends does not run with it."""
    running = most = 0
    for _, way in sorted((time, way) for start, end in spans for time, way in ((start, 1), (end, -1))):
        running += way
        most = max(most, running)
    return most


def lanes_of(db):
    path = os.path.join(FOLDER, 'lanes.json')
    db.execute('SELECT rocpd_export_json(?, ?)', (path, '{"overwrite": true, "group_by": "queue"}')).fetchall()
    lanes = collections.defaultdict(list)
    with open(path) as file:
        for e in json.load(file)['traceEvents']:
            if 'dispatch_id' in e.get('args', ()):
                lanes[e['tid']].append((round(e['ts'] * 1000), round((e['ts'] + e['dur']) * 1000)))
    return [sorted(lane) for lane in lanes.values()]


for most, length in (1, 0), (2, 4), (4, 12), (30, 60):
    name = f'lanes_{most}.db'
    one_queue(name, most, length)
    db = attached(f'{FOLDER}/{name}')
    depth, lanes = most_at_once(db.execute('SELECT start, "end" FROM kernels').fetchall()), lanes_of(db)
    check(f'{depth} kernels at once: kernels in lanes', sum(map(len, lanes)), 300)
    check(f'{depth} kernels at once: as many lanes', len(lanes), depth)
    overlaps = [(a, b) for lane in lanes for a, b in zip(lane, lane[1:]) if a[1] > b[0]]
    check(f'{depth} kernels at once: none overlaps another in its lane', overlaps[:1], [])
finish()
