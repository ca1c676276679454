"""copies and copy_summary against memory_copies and kernels in Python."""
import json
import os
import random
import sqlite3
import statistics
import sys

sys.path.insert(0, os.path.dirname(__file__))
from cause_trace import Trace  # noqa: E402
from gpus import agents_of  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402
from common import FOLDER, HERE, attached, check, finish, rows, value  # noqa: E402

SAID = [None, {}, {'engine': 'SDMA_0'}, {'engine': 'HOST', 'host_memory': 'PAGEABLE'}, {'host_memory': 'PINNED'}]


def make(r, path, *options):
    """A random trace. Some of its kernels are copies, mostly some are collectives, and copies have engine and memory in extdata."""
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


STREAM = ('guid', 'source', 'pid', 'stream_id')


def runs(copies, launched, small, within):
    """The number of copies in the series of each copy. launched: (start, dispatch_id) of the kernels of each stream."""
    made = {(c['guid'], c['source'], c['dispatch_id']) for c in copies}
    streams, out = {}, [0] * len(copies)
    for i, c in enumerate(copies):
        streams.setdefault(tuple(c[k] for k in STREAM), []).append((c['start'], i))

    def flush(run):
        for k in run:
            out[k] = len(run) if len(run) > 1 else 0

    def small_one(c):
        return None not in (c['start'], c['end'], c['size']) and c['size'] <= small

    for stream, members in streams.items():
        kernels = [start for start, dispatch in launched.get(stream, []) if start is not None and (dispatch is None or (*stream[:2], dispatch) not in made)]
        run = []
        for start, i in sorted(members, key=lambda m: (m[0] is not None, m[0] or 0, m[1])):
            c = copies[i]
            if run:
                before = copies[run[-1]]
                same = all(c[k] == before[k] for k in ('src_agent_id', 'dst_agent_id')) and direction(c) == direction(before)
                between = any(before['start'] <= k < start for k in kernels)
                if not (small_one(c) and same) or between or start - max(copies[k]['end'] for k in run) > within:
                    flush(run)
                    run = []
            if small_one(c):
                run.append(i)
        flush(run)
    return out


def fetch(db, sql):
    cursor = db.execute(sql)
    names = [d[0] for d in cursor.description]
    return [dict(zip(names, row)) for row in cursor]


def wanted(db, kernels, launched, small, within):
    copies = fetch(db, 'SELECT *, src_agent_id, dst_agent_id, extdata, dispatch_id, source, run, host, rank FROM memory_copies')
    calls = {(g, i): n for g, i, n in rows(db, 'SELECT guid, stack_id, name FROM regions WHERE stack_id <> 0')}
    agent, out = agents_of(db), []
    for c, run in zip(copies, runs(copies, launched, small, within)):
        agents = {c[f'{side}_agent_id'] for side in ('src', 'dst') if c[f'{side}_agent_type'] == 'GPU'}
        hidden = covered([k for a in agents for k in kernels.get((c['guid'], c['source'], a), [])], c['start'], c['end'])
        length = max(0, c['end'] - c['start'])
        out.append((c['id'], c['start'], c['end'], c['duration'], direction(c), *(agent.get((c['guid'], c[f'{side}_agent_id']), (0, c[f'{side}_device']))[1] for side in ('src', 'dst')), c['size'], size_class(c['size']),
                    c['size'] / c['duration'] if c['size'] is not None and c['duration'] > 0 else None, said(c, 'engine'), said(c, 'host_memory'), hidden, length - hidden, run,
                    calls.get((c['guid'], c['stack_id'])), c['name'], c['guid'], c['source'], c['rank'], c['pid'], c['tid'], c['stream_id']))
    return out


def compute(db):
    """Kernels by guid, source and agent, of the whole trace."""
    out = {}
    for guid, source, agent, start, end in rows(db, "SELECT guid, source, agent_id, start, \"end\" FROM kernels WHERE coalesce(rocpd_category(name), '') NOT IN ('copy', 'collective')"):
        out.setdefault((guid, source, agent), []).append((start, end))
    return out


def launches(db):
    """Starts and dispatch ids of kernels by stream, of the whole trace."""
    out = {}
    for *stream, start, dispatch in rows(db, 'SELECT guid, source, pid, stream_id, start, dispatch_id FROM kernels'):
        out.setdefault(tuple(stream), []).append((start, dispatch))
    return out


COLUMNS = ['direction', 'src_device', 'dst_device', 'size_class', 'engine', 'host_memory', 'copies', 'total_bytes', 'total_ns', 'gb_s', 'min_ns', 'median_ns', 'max_ns', 'hidden_ns', 'exposed_ns',
           'exposed_share', 'coalescable']


def sum_of(values):
    known = [v for v in values if v is not None]
    return sum(known) if known else None


def summary(db):
    """Groups of copies by the keys of copy_summary; `several`: more than one copy is the longest."""
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


compared = both = summed = several = broken = 0
for seed in range(12):
    r = random.Random(seed)
    db = attached(*(make(r, f'c{seed}.{i}/a.db', *r.choice([[], ['--holes'], ['--sets', '2']])) for i in range(1 + seed % 3)))
    kernels, launched = compute(db), launches(db)
    calls = {}
    for window in (False, True):
        small, within = r.choice([(65536, 1000000), (100, 0), (10 ** 9, 50)])
        if window:
            rows(db, 'SELECT rocpd_window(?, ?, ?)', 1000000 + r.randrange(200), 1000000 + r.randrange(200, 20000), seed % 2)
        got = rows(db, f'SELECT *, name, guid, source, rank, pid, tid, stream_id FROM copies(\'\', {small}, {within})')
        want = wanted(db, kernels, launched, small, within)
        broken += sum(a != b for a, b in zip([w[14] for w in want], [w[14] for w in wanted(db, kernels, {}, small, within)]))
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
check('copies were compared', (compared > 1500, both > 100, summed > 300, several > 20, broken > 20), (True, True, True, True, True))


def in_a_row():
    """Ten copies of a stream, each 10 ns long, some with the end of a series between them; coalescable by hand."""
    t = Trace(1)
    t.calls = []
    copies = [(100, {}), (200, {}), (300, {}),  # three in a row: a kernel of another stream starts between them
              (400, {}), (500, {}),             # a kernel of the stream started between the third and the fourth
              (600, {'size': 70000}),           # a large copy ends the series
              (700, {}), (800, {'dst': 0, 'src': 2}), (900, {}),  # so does a copy in the other direction
              (2000000, {}), (2000020, {})]     # more than 1 ms later
    t.copies = [dict({'id': i, 'start': s, 'end': s + 10, 'name': 'MEMORY_COPY_HOST_TO_DEVICE', 'stack': 0, 'queue': 1, 'tid': t.pid, 'agent': 2, 'stream': 1}, **more)
                for i, (s, more) in enumerate(copies, 1)]
    t.kernels = [{'id': 100 + i, 'start': s, 'end': s + 5, 'name': 'gemm', 'stack': 0, 'queue': 1, 'tid': t.pid, 'agent': 2, 'stream': stream} for i, (s, stream) in enumerate([(150, 0), (300, 1), (2000020, 1)])]
    t.write(f'{FOLDER}/row.db')
    db = attached(f'{FOLDER}/row.db')
    check('ends of a series', rows(db, 'SELECT id, coalescable FROM copies ORDER BY id'), [(1, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 0), (7, 0), (8, 0), (9, 0), (10, 2), (11, 2)])
    check('... and the cost', rows(db, "SELECT copies, total_bytes, exposed_ns, gain_ns FROM copy_cost WHERE reason = 'small'"), [(7, 7, 60, 34)])


in_a_row()
rpd = attached(f'{HERE}/../data/rpd/matmul_result.rpd')
check('copies of an RPD file', rows(rpd, 'SELECT count(*), sum(hidden_ns + exposed_ns) FROM copies'), rows(rpd, 'SELECT count(*), sum(duration) FROM memory_copies'))
check('an invalid small_bytes', value(rpd, "SELECT * FROM copies WHERE small_bytes = 'many'"), "OperationalError: copies: small_bytes is 'many', expected a number of bytes")
check('an invalid within_ns', value(rpd, "SELECT * FROM copies WHERE within_ns = -1"), "OperationalError: copies: within_ns is '-1', expected a number of ns")
finish()
