"""allocations, memory_timeline, memory_peak and leaks against a simple replay of memory_allocations."""
import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(__file__))
from random_trace import random_trace, tables  # noqa: E402
from common import attached, check, finish, rows, value  # noqa: E402


def scramble(r, path):
    """Allocations and frees of a few addresses in any order: freed twice, allocated twice, at the same time, without length, in memory pools."""
    db = sqlite3.connect(path)
    for table in tables(db, 'rocpd_memory_allocate'):
        span = r.choice([60, 5000])
        for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
            start, frees, level = 1000000 + r.randrange(span), r.random() < .5, r.choice(['REAL', 'REAL', 'REAL', 'VIRTUAL', 'SCRATCH', None])
            db.execute(f'UPDATE "{table}" SET start = ?, "end" = ?, type = ?, level = ?, address = ?, size = ?, agent_id = ?, extdata = ? WHERE id = ?',
                       (start, start + r.choice([0, 0, 1, 5]), 'FREE' if frees else 'ALLOC', level, r.choice([None, 0] + [4096 * k for k in range(1, 12)]),
                        0 if frees else r.choice([0, 1, 4096, 1 << 30]), None if frees else r.choice([None, 2, 3]),
                        r.choice(['{"pool":true}', '{"pool":true}', '{"pool":false}', '{"note":"pool"}', '{}']) if level is None else '{}', i))
    db.commit()
    db.close()


def fetch(db, sql):
    cursor = db.execute(sql)
    names = [d[0] for d in cursor.description]
    return [dict(zip(names, row)) for row in cursor]


def replay(db):
    """[alloc or None, free or None, time of the end or None, state], in order of rows."""
    lanes = {}
    for n, e in enumerate(fetch(db, "SELECT *, agent_id, extdata, source, rank FROM memory_allocations")):
        e['n'] = n
        e['level'] = e['level'] or ('POOL' if json.loads(e['extdata'] or '{}').get('pool') is True else None)
        e['time'] = e['start'] if e['type'] == 'FREE' else e['end']
        if e['level'] != 'SCRATCH' and e['type'] in ('ALLOC', 'FREE') and e['address'] is not None and e['time'] is not None:
            lanes.setdefault((e['guid'], e['source'], e['pid'], e['level'], e['address']), []).append(e)
    out = []
    for events in lanes.values():
        live = None
        left = sorted(events, key=lambda e: (e['time'], e['n']))
        while left:
            now = [e for e in left if e['time'] == left[0]['time']]
            frees = [e for e in now if e['type'] == 'FREE']
            gives = [e for e in now if e['type'] == 'ALLOC']
            e = frees[0] if frees and (live or not gives) else gives[0]
            left.remove(e)
            if e['type'] == 'FREE' and live:
                live[1:] = [e, e['time'], 'freed']
                live = None
            elif e['type'] == 'FREE':
                out.append([None, e, e['time'], 'foreign'])
            else:
                if live:
                    live[2:4] = [e['time'], 'replaced']
                    live.append(e)
                live = [e, None, None, 'live']
                out.append(live)
    return sorted(out, key=lambda x: (x[0] or x[1])['n'])


def inside(e, ids):
    return e is not None and (e['guid'], e['id']) in ids


def timeline(lives, ids):
    steps = []
    for x in lives:
        if x[0]:
            steps.append((x[0]['time'], 1, x[0]['n'], x, x[0]))
            if x[2] is not None:
                steps.append((x[2], 2 if x[2] == x[0]['time'] else 0, x[0]['n'], x, x[1] or x[4]))
    level, agent, live, out = {}, {}, {}, []
    for time, turn, _, x, row in sorted(steps, key=lambda s: s[:3]):
        a, sign = x[0], 1 if turn == 1 else -1
        who = (a['guid'], a['source'], a['agent_id'])
        level[who, a['level']] = level.get((who, a['level']), 0) + sign * a['size']
        agent[who] = agent.get(who, 0) + (sign * a['size'] if a['level'] != 'POOL' else 0)
        live[who] = live.get(who, 0) + sign
        if inside(row, ids):
            out.append((time, a['agent_id'], a['level'], 'ALLOC' if sign > 0 else 'FREE', sign * a['size'], level[who, a['level']], agent[who], live[who], a['id'], a['guid']))
    return out


def peaks(steps):
    best = {}
    for s in steps:
        if s[2] == 'POOL':
            continue
        who = (s[9], s[1])
        if who not in best or s[6] > best[who][0]:
            best[who] = (s[6], s[0])
    return sorted((str(agent), peak, time) for (_, agent), (peak, time) in best.items())


compared = {}
for seed in range(30):
    r = random.Random(seed)
    paths = [random_trace(r, f'm{seed}.{i}/a.db', '--holes') if r.random() < .3 else random_trace(r, f'm{seed}.{i}/a.db') for i in range(1 + seed % 2)]
    for path in paths:
        scramble(r, path)
    db = attached(*paths)
    lives = replay(db)
    for window in (False, True):
        if window:
            rows(db, 'SELECT rocpd_window(?, ?, ?)', 1000000 + r.randrange(30), 1000000 + r.randrange(30, 4000), seed % 2)
        ids = set(rows(db, 'SELECT guid, id FROM memory_allocations'))
        want = [(x[0] and x[0]['id'], (x[0] or x[1])['level'], (x[0] or x[1])['agent_id'], (x[0] or x[1])['address'], x[0] and x[0]['size'], x[0] and x[0]['time'], x[2],
                 x[2] - x[0]['time'] if x[0] and x[2] is not None else None, x[3], x[1] and x[1]['id'], (x[0] or x[1])['guid'], (x[0] or x[1])['tid'])
                for x in lives if inside(x[0], ids) or inside(x[1], ids)]
        got = rows(db, 'SELECT id, level, agent_id, address, size_bytes, allocated, freed, alive_ns, state, free_id, guid, tid FROM allocations')
        for g in got:
            compared[g[8]] = compared.get(g[8], 0) + 1
        if got != want:
            check(f'trace {seed}: allocations', [(g, w) for g, w in zip(got, want) if g != w][:2], len(want))
        steps = timeline(lives, ids)
        got = rows(db, 'SELECT timestamp, agent_id, level, event, delta_bytes, level_bytes, total_bytes, live, allocation_id, guid FROM memory_timeline')
        if got != steps:
            check(f'trace {seed}: memory_timeline', [(g, w) for g, w in zip(got, steps) if g != w][:2], (len(got), len(steps)))
        got = sorted((str(a), p, t) for a, p, t in rows(db, 'SELECT agent_id, peak_bytes, peak_timestamp FROM memory_peak'))
        if got != peaks(steps):
            check(f'trace {seed}: memory_peak', got, peaks(steps))
        if not window:
            got = rows(db, "SELECT coalesce(sum(size_bytes), 0) FROM leaks WHERE level IS NOT 'POOL'")
            want = [(sum(b for (b,) in rows(db, 'SELECT max(total_bytes) FROM (SELECT guid, agent_id, last_value(total_bytes) OVER (PARTITION BY guid, source, agent_id '
                                            'ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS total_bytes FROM memory_timeline) GROUP BY guid, agent_id')),)]
            if got != want:
                check(f'trace {seed}: leaks are the live allocations', got, want)
            negative = value(db, 'SELECT count(*) FROM memory_timeline WHERE total_bytes < 0 OR level_bytes < 0 OR live < 0')
            if negative:
                check(f'trace {seed}: no sum is below 0', negative, 0)
            device = value(db, 'SELECT count(*) FROM memory_timeline t WHERE device_bytes IS NOT (SELECT sum(CASE WHEN u.level IS NOT \'POOL\' THEN u.delta_bytes ELSE 0 END) '
                               'FROM memory_timeline u WHERE u.device = t.device AND u.rowid <= t.rowid)') if seed < 6 else 0
            if device:
                check(f'trace {seed}: sums of devices', device, 0)
check('all states occurred', {s: n > 100 for s, n in compared.items()}, {s: True for s in ('freed', 'live', 'replaced', 'foreign')})
rows(db, 'SELECT rocpd_window()')
calls = rows(db, "SELECT count(*) FROM allocations a WHERE call IS NOT (SELECT coalesce((SELECT name FROM regions r WHERE r.guid = m.guid AND r.stack_id = m.parent_stack_id AND r.stack_id <> 0), "
                 "(SELECT name FROM regions r WHERE r.guid = m.guid AND r.stack_id = m.stack_id AND r.stack_id <> 0)) FROM memory_allocations m WHERE m.guid = a.guid AND m.id = a.id) AND a.id IS NOT NULL")
check('calls', calls, [(0,)])
finish()
