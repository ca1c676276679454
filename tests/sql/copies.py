"""copies and copy_summary against memory_copies and kernels in Python."""
import json
import os
import random
import sqlite3
import statistics
import sys

sys.path.insert(0, os.path.dirname(__file__))
from random_trace import random_trace, tables  # noqa: E402
from common import HERE, attached, check, finish, rows, value  # noqa: E402

SAID = [None, {}, {'engine': 'SDMA_0'}, {'engine': 'HOST', 'host_memory': 'PAGEABLE'}, {'host_memory': 'PINNED'}]


def make(r, path, *options):
    """A random trace, some of its kernels copies, and mostly some collectives, with what copies say of themselves."""
    path = random_trace(r, path, *options)
    db = sqlite3.connect(path)
    for table in tables(db, 'rocpd_memory_copy'):
        ids = [i for (i,) in db.execute(f'SELECT id FROM "{table}"')]
        db.executemany(f'UPDATE "{table}" SET extdata = ?, size = ?, stream_id = ? WHERE id = ?',
                       [(json.dumps(r.choice(SAID[1:])), r.choice([0, 100, 5000, 65536, 65537, 10 ** 6, 10 ** 7, 2 ** 28, 2 ** 33]), r.choice([0, 1]), i) for i in ids])
    for table in tables(db, 'rocpd_info_kernel_symbol'):
        db.execute(f"UPDATE \"{table}\" SET display_name = '__amd_rocclr_copyBuffer' WHERE id % 5 = 1")
        if r.random() < .6:
            db.execute(f"UPDATE \"{table}\" SET display_name = 'ncclDevKernel_Generic(int)' WHERE id % 5 = 2")
    db.commit()
    db.close()
    return path


def covered(intervals, start, end):
    total, reached = 0, start
    for s, e in sorted(intervals):
        s, e = max(s, reached), min(e, end)
        if e > s:
            total += e - s
            reached = e
    return total


def direction(c):
    kinds = {'GPU': 'D', 'CPU': 'H'}
    src, dst = kinds.get(c['src_agent_type']), kinds.get(c['dst_agent_type'])
    if src and dst:
        return 'P2P' if src + dst == 'DD' and c['src_agent_id'] != c['dst_agent_id'] else f'{src}2{dst}'
    for part, said in (('HOST_TO_DEVICE', 'H2D'), ('DEVICE_TO_HOST', 'D2H'), ('DEVICE_TO_DEVICE', 'D2D'), ('HOST_TO_HOST', 'H2H')):
        if part in (c['name'] or ''):
            return said


def size_class(n):
    for below, said in ((4 << 10, '< 4 KiB'), (64 << 10, '4-64 KiB'), (1 << 20, '64 KiB-1 MiB'), (16 << 20, '1-16 MiB'), (256 << 20, '16-256 MiB')):
        if n is not None and n < below:
            return said
    return None if n is None else '>= 256 MiB'


def said(c, key):
    found = json.loads(c['extdata'] or '{}').get(key)
    return found if isinstance(found, str) else None


def runs(copies, small, within):
    """How many are in the run of each copy."""
    lanes, out = {}, {}
    for i, c in enumerate(copies):
        lanes.setdefault(tuple(c[k] for k in ('guid', 'source', 'pid', 'stream_id', 'src_agent_id', 'dst_agent_id')) + (direction(c),), []).append((c['start'], i))
    for lane in lanes.values():
        run, reached = [], None
        for start, i in sorted(lane):
            c = copies[i]
            if c['size'] is None or c['size'] > small or reached is None or start - reached > within:
                run, reached = [], None
            if c['size'] is not None and c['size'] <= small:
                run.append(i)
                reached = max(c['end'], reached or c['end'])
                for k in run:
                    out[k] = len(run)
    return [out[i] if out.get(i, 0) > 1 else 0 for i in range(len(copies))]


def fetch(db, sql):
    cursor = db.execute(sql)
    names = [d[0] for d in cursor.description]
    return [dict(zip(names, row)) for row in cursor]


def wanted(db, kernels, small, within):
    copies = fetch(db, 'SELECT *, src_agent_id, dst_agent_id, extdata, dispatch_id, source, run, host, rank FROM memory_copies')
    calls = {(g, i): n for g, i, n in rows(db, 'SELECT guid, stack_id, name FROM regions WHERE stack_id <> 0')}
    out = []
    for c, run in zip(copies, runs(copies, small, within)):
        agents = {c[f'{side}_agent_id'] for side in ('src', 'dst') if c[f'{side}_agent_type'] == 'GPU'}
        hidden = covered([k for a in agents for k in kernels.get((c['guid'], c['source'], a), [])], c['start'], c['end'])
        length = max(0, c['end'] - c['start'])
        out.append((c['id'], c['start'], c['end'], c['duration'], direction(c), c['src_device'], c['dst_device'], c['size'], size_class(c['size']),
                    c['size'] / c['duration'] if c['size'] is not None and c['duration'] > 0 else None, said(c, 'engine'), said(c, 'host_memory'), hidden, length - hidden, run,
                    calls.get((c['guid'], c['stack_id'])), c['name'], c['guid'], c['source'], c['rank'], c['pid'], c['tid'], c['stream_id']))
    return out


def compute(db):
    """Kernels by guid, source and agent, of the whole trace."""
    out = {}
    for guid, source, agent, start, end in rows(db, "SELECT guid, source, agent_id, start, \"end\" FROM kernels WHERE coalesce(rocpd_category(name), '') NOT IN ('copy', 'collective')"):
        out.setdefault((guid, source, agent), []).append((start, end))
    return out


COLUMNS = ['direction', 'src_device', 'dst_device', 'size_class', 'engine', 'host_memory', 'copies', 'total_bytes', 'total_ns', 'gb_s', 'min_ns', 'median_ns', 'max_ns', 'hidden_ns', 'exposed_ns',
           'exposed_share', 'coalescable']


def sum_of(values):
    known = [v for v in values if v is not None]
    return sum(known) if known else None


def summary(db):
    """Groups of copies by what a row of copy_summary says of them; `several`: more than one is the longest."""
    groups = {}
    for row in rows(db, f'SELECT {", ".join(COLUMNS[:6])}, size_bytes, duration_ns, hidden_ns, exposed_ns, coalescable, start, "end" FROM copies'):
        groups.setdefault(row[:6], []).append(row[6:])
    out = {}
    for key, copies in groups.items():
        size, duration, hidden, exposed, run, start, end = zip(*copies)
        ended = [d for d in duration if d is not None]
        timed = [(s, d) for s, d in zip(size, duration) if s is not None and d is not None and d > 0]
        of_all = sum_of(hidden + exposed)
        longest = [(s, e) for s, e, d in zip(start, end, duration) if ended and d == max(ended)]
        out[key] = dict(zip(COLUMNS, (*key, len(copies), sum_of(size), sum_of(duration), sum(s for s, _ in timed) / sum(d for _, d in timed) if timed else None,
                                      min(ended, default=None), statistics.median(ended) if ended else None, max(ended, default=None), sum_of(hidden), sum_of(exposed),
                                      sum_of(exposed) / of_all if of_all else None, sum(r > 0 for r in run))))
        out[key].update(zip(('longest_start', 'longest_end'), min(longest, default=(None, None))), several=len(longest) > 1)
    return out


compared = both = summed = several = 0
for seed in range(12):
    r = random.Random(seed)
    db = attached(*(make(r, f'c{seed}.{i}/a.db', *r.choice([[], ['--holes'], ['--sets', '2']])) for i in range(1 + seed % 3)))
    kernels = compute(db)
    calls = {}
    for window in (False, True):
        small, within = r.choice([(65536, 1000000), (100, 0), (10 ** 9, 50)])
        if window:
            rows(db, 'SELECT rocpd_window(?, ?, ?)', 1000000 + r.randrange(200), 1000000 + r.randrange(200, 20000), seed % 2)
        got = rows(db, f'SELECT *, name, guid, source, rank, pid, tid, stream_id FROM copies(\'\', {small}, {within})')
        want = wanted(db, kernels, small, within)
        if window:  # calls of the whole trace count
            want = [w[:15] + (g[15],) + w[16:] for g, w in zip(got, want)]
        compared += len(got)
        both += sum(0 < g[12] and 0 < g[13] for g in got)
        if got != want:
            check(f'trace {seed}', [(g, w) for g, w in zip(got, want) if g != w][:2], len(want))
        got, want = rows(db, f'SELECT {", ".join(COLUMNS)}, longest_start, longest_end FROM copy_summary'), summary(db)
        summed += len(got)
        several += sum(w['several'] for w in want.values())
        if len(got) != len(want) or [r[8] for r in got] != sorted((r[8] for r in got), key=lambda ns: -1 if ns is None else ns, reverse=True):
            check(f'trace {seed}: summary', got, want)
        for row in got:
            if dict(zip(COLUMNS + ['longest_start', 'longest_end'], row)) != {k: v for k, v in want[row[:6]].items() if k != 'several'}:
                check(f'trace {seed}: summary', row, want[row[:6]])
check('copies were compared', (compared > 1500, both > 100, summed > 300, several > 20), (True, True, True, True))
rpd = attached(f'{HERE}/../data/rpd/matmul_result.rpd')
check('of RPD', rows(rpd, 'SELECT count(*), sum(hidden_ns + exposed_ns) FROM copies'), rows(rpd, 'SELECT count(*), sum(duration) FROM memory_copies'))
check('small of what', value(rpd, "SELECT * FROM copies WHERE small_bytes = 'many'"), "OperationalError: copies: small_bytes is 'many', expected a number of bytes")
check('within what', value(rpd, "SELECT * FROM copies WHERE within_ns = -1"), "OperationalError: copies: within_ns is '-1', expected a number of ns")
finish()
