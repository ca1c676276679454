"""top, top_kernels and top_by against the same sums in Python, by everything that they group by, with and without a window."""
import math
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.dirname(__file__))
from gpus import agents_of  # noqa: E402
from random_trace import random_trace  # noqa: E402
from common import HERE, attached, check, finish, rows, value  # noqa: E402

WHOSE = 'guid, source, run, host, rank'
TABLES = {
    'kernel': f'name, duration, start, "end", queue, queue_id, stream, stream_id, agent_id, agent_type, pid, {WHOSE}, grid_x, grid_y, grid_z, workgroup_x, workgroup_y, workgroup_z, '
              'vgpr_count, accum_vgpr_count, sgpr_count, lds_size',
    'copy': f'name, duration, start, "end", stream_name AS stream, stream_id, dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, pid, {WHOSE}',
    'region': f'name, duration, start, "end", tid, pid, {WHOSE}, category, json_extract(extdata, \'$.message\') AS message',
    'sample': f'name, 0 AS duration, timestamp AS start, timestamp AS "end", category, json_extract(extdata, \'$.message\') AS message'}
SOURCE = {'kernel': 'kernels', 'copy': 'memory_copies', 'region': 'regions', 'sample': 'samples'}


crossed = None  # the window, if it includes rows that cross its bounds


def read(db, kind):
    cursor = db.execute(f'SELECT {TABLES[kind]} FROM {SOURCE[kind]}')
    names = [d[0] for d in cursor.description]
    return [part_of(dict(zip(names, row), kind=kind)) for row in cursor]


def part_of(e):
    """The part of a row that counts if the window includes rows that cross its bounds."""
    if crossed and e['start'] is not None and e['end'] is not None:
        e['start'], e['end'] = (min(max(t, crossed[0]), crossed[1]) for t in (e['start'], e['end']))
        e['duration'] = None if e['duration'] is None else e['end'] - e['start']
    return e


def owners(e):
    if e['kind'] == 'kernel':
        return [e['agent_id']]
    dst, src = e['dst_agent_id'], e['src_agent_id']
    if e['src_agent_type'] != 'GPU':
        return [dst]
    return [src] if e['dst_agent_type'] != 'GPU' else [dst] if dst == src else [dst, src]


def whose(e):
    return tuple(e[k] for k in ('guid', 'source', 'run', 'host', 'rank'))


def grid(e):
    return tuple(e[k] for k in ('grid_x', 'grid_y', 'grid_z', 'workgroup_x', 'workgroup_y', 'workgroup_z'))


def is_marker(e):
    return e['message'] is not None and e['category'] is not None and (e['category'].startswith('MARKER') or e['category'] == 'rocm_marker_api')


def groups(events, kinds, keys):
    """{key: events}, keys(e) giving the keys of an event."""
    out = {}
    for kind in kinds:
        for e in events[kind]:
            for k in keys(e):
                out.setdefault(k, []).append(e)
    return out


def said(texts):
    return texts[0] if len(set(texts)) == 1 else None


def shape(all_of):
    k = [e for e in all_of if e['kind'] == 'kernel']
    if not k:
        return (None,) * 6
    three = [None if None in xs else ','.join(map(str, xs)) for xs in
             ([said([e[f'{what}_{d}'] for e in k]) for d in 'xyz'] for what in ('grid', 'workgroup'))]
    return (*three, *(said([e[c] for e in k]) for c in ('vgpr_count', 'accum_vgpr_count', 'sgpr_count', 'lds_size')))


def quantile(w, p):
    place = p * (len(w) - 1)
    at = int(place)
    return w[at] + (place - at) * (w[at + 1] - w[at]) if place > at else w[at]


def close(a, b):
    return a is None and b is None or a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def busy_ns(all_of, span):
    """Time in which at least one of them ran on an agent, added up over agents; span is the first start and last end of all, cut to the window."""
    of = {}
    for e in all_of:
        if e['kind'] in ('kernel', 'copy') and e['start'] is not None and e['end'] is not None:
            start, end = max(e['start'], span[0]), min(e['end'], span[1])
            for agent in owners(e):
                of.setdefault((e['source'], e['guid'], agent), []).append((start, max(start, end)))
    total = 0
    for spans in of.values():
        reached = None
        for a, b in sorted(spans):
            a = a if reached is None else max(a, reached)
            total, reached = total + max(0, b - a), max(a, b)
    return total if of else None


def wrong_row(got, all_of, total, busy, shapes, span):
    d = sorted(e['duration'] for e in all_of if e['duration'] is not None)
    gpu = busy_ns(all_of, span)
    mean = sum(d) / len(d) if d else None
    deviation = statistics.stdev(d) if len(d) > 1 else None
    exact = (len(all_of), sum(d) if d else None, int(math.trunc(sum(d) / len(d))) if d and sum(d) < 2 ** 50 else got[2], d[0] if d else None, d[-1] if d else None, len(all_of) - len(d))
    about = (quantile(d, .5), quantile(d, .9), quantile(d, .99), deviation, deviation / mean if deviation is not None and mean > 0 else None,
             max(0, sum(d)) * 100 / total if total else None, gpu / busy if gpu is not None and busy else None) if d else (None,) * 7
    longest = [(e['start'], e['end']) for e in all_of if d and e['duration'] == d[-1] and e['start'] is not None]
    several.append(len(longest) > 1)
    return got[:6] != exact or not all(map(close, got[6:13], about)) or got[12] is not None and got[12] > 1 + 1e-12 or shapes and got[13:19] != shape(all_of) or got[19:21] != min(longest, default=(None, None))


STATISTICS = 'total_calls, total_ns, average_ns, min_ns, max_ns, unended, median_ns, p90_ns, p99_ns, stddev_ns, cv, percentage, busy_share, grid, workgroup, ' \
             'vgpr_count, accum_vgpr_count, sgpr_count, lds_bytes, longest_start, longest_end'
several = []  # for each compared group: whether several of its rows are the longest


def compare(db, what, table, key_columns, wanted, shapes=False):
    busy = value(db, 'SELECT sum(GpuTime) FROM busy')
    total = sum(max(0, sum(e['duration'] for e in all_of if e['duration'] is not None)) for all_of in wanted.values())
    span = rows(db, 'SELECT min(start), max("end") FROM gpu_time(\'agent\') WHERE start IS NOT NULL')[0]
    n = key_columns.count(',') + 1
    got = rows(db, f'SELECT {key_columns}, {STATISTICS} FROM {table}')
    found = {row[:n]: row[n:] for row in got}
    bad = [(k, found.get(k)) for k in wanted if k not in found or wrong_row(found[k], wanted[k], total, busy, shapes, span)]
    order = [row[n + 1] if row[n + 1] is not None else -1 for row in got]
    if bad or len(got) != len(wanted) or set(found) - set(wanted) or order != sorted(order, reverse=True):
        check(what, (bad[:2], [k for k in found if k not in wanted][:3], len(got)), len(wanted))
    return len(got)


def by_name(e):
    return [(e['name'],)]


def device_keys(device):
    def keys(e):
        out = [device.get((e['guid'], a)) for a in owners(e)]
        return [(d,) for d in out]
    return keys


def compare_all(db, what):
    ev = {kind: read(db, kind) for kind in TABLES}
    everything, gpu = ('kernel', 'copy', 'region'), ('kernel', 'copy')
    n = compare(db, what + ' top', 'top', 'name', groups(ev, everything, by_name))
    n += compare(db, what + ' top_kernels', 'top_kernels', 'name', groups(ev, ['kernel'], by_name), True)
    for by in ('rank', 'source'):
        keys = lambda e: [(e['name'], e[by])]
        n += compare(db, f'{what} top {by}', f"top WHERE by = '{by}'", f'name, {by}', groups(ev, everything, keys))
        n += compare(db, f'{what} top_kernels {by}', f"top_kernels('', '{by}')", f'name, {by}', groups(ev, ['kernel'], keys), True)
    keys = lambda e: [(e['name'], e['pid'], *whose(e))]
    n += compare(db, f'{what} top process', "top WHERE by = 'process'", f'name, pid, {WHOSE}', groups(ev, everything, keys))
    n += compare(db, f'{what} top_kernels process', "top_kernels('', 'process')", f'name, pid, {WHOSE}', groups(ev, ['kernel'], keys), True)
    filters(db, what, ev)
    for kind in ('kernel', 'region', 'copy'):
        n += compare(db, f'{what} by {kind}', f"top_by('{kind}')", 'name', groups(ev, [kind], by_name), kind == 'kernel')
    n += compare(db, what + ' by marker', "top_by('marker')", 'name', groups(ev, ['region', 'sample'], lambda e: [(e['message'],)] if is_marker(e) else []))
    n += compare(db, what + ' by thread', "top_by('thread')", f'id, pid, {WHOSE}', groups(ev, ['region'], lambda e: [(e['tid'], e['pid'], *whose(e))]))
    n += compare(db, what + ' by queue', "top_by('queue')", f'id, agent_id, pid, {WHOSE}', groups(ev, ['kernel'], lambda e: [(e['queue_id'], e['agent_id'], e['pid'], *whose(e))]))
    n += compare(db, what + ' by stream', "top_by('stream')", f'id, pid, {WHOSE}', groups(ev, gpu, lambda e: [(e['stream_id'], e['pid'], *whose(e))]))
    n += compare(db, what + ' by agent', "top_by('agent')", f'agent_id, {WHOSE}', groups(ev, gpu, lambda e: [(a, *whose(e)) for a in owners(e)]))
    n += compare(db, what + ' by process', "top_by('process')", f'pid, {WHOSE}', groups(ev, gpu, lambda e: [(e['pid'], *whose(e))]))
    n += compare(db, what + ' by rank', "top_by('rank')", 'rank', groups(ev, gpu, lambda e: [(e['rank'],)]))
    n += compare(db, what + ' by grid', "top_by('grid')", 'name, grid, workgroup',
                 groups(ev, ['kernel'], lambda e: [(e['name'], ','.join(map(str, grid(e)[:3])), ','.join(map(str, grid(e)[3:])))]), True)
    device = {key: name for key, (_, name, _) in agents_of(db).items()}
    if device:
        n += compare(db, what + ' by device', "top_by('device')", 'name', groups(ev, gpu, device_keys(device)))
    identities(db, what)
    return n


def filters(db, what, ev):
    """Rows of a rank, file, process, ..., also without `by`."""
    for column, by in (('rank', 'rank'), ('source', 'source'), ('host', 'process'), ('pid', 'process'), ('guid', 'process'), ('run', 'process')):
        one = ev['kernel'][0][column] if ev['kernel'] else None
        for table in ('top', 'top_kernels'):
            got = rows(db, f'SELECT name, total_calls, {column} FROM {table} WHERE {column} = ?', one)
            want = rows(db, f'SELECT name, total_calls, {column} FROM {table} WHERE by = ? AND {column} = ?', by, one)
            if got != want or one is not None and not got:
                check(f'{what}: {table} of one {column}', got, want)
            some = rows(db, f"SELECT name, total_calls, {column} FROM {table} WHERE {column} IS ? OR name LIKE '%a%'", one)
            all_of = rows(db, f"SELECT name, total_calls, {column} FROM {table} WHERE by = ?", by)
            if sorted(map(str, some)) != sorted(str(x) for x in all_of if x[2] == one or 'a' in (x[0] or '').lower()):
                check(f'{what}: {table} of one {column} or by name', some, all_of)
    both = rows(db, "SELECT sum(total_calls) FROM top_kernels WHERE rank = (SELECT max(rank) FROM kernels) AND source = (SELECT max(source) FROM kernels)")
    want = rows(db, 'SELECT nullif(count(*), 0) FROM kernels WHERE rank = (SELECT max(rank) FROM kernels) AND source = (SELECT max(source) FROM kernels)')
    joined = rows(db, 'SELECT sum(t.total_calls) FROM processes p JOIN top_kernels t ON t.pid = p.pid AND t.guid = p.guid')
    if both != want or joined != rows(db, 'SELECT nullif(count(*), 0) FROM kernels'):
        check(f'{what}: of a rank in a file; of all processes', (both, joined), want)


def identities(db, what):
    """The totals of kernels and copies do not depend on the grouping."""
    whole = rows(db, "SELECT sum(total_calls), sum(total_ns) FROM top_by('process')")
    for by in ('rank', 'stream'):
        got = rows(db, f"SELECT sum(total_calls), sum(total_ns) FROM top_by('{by}')")
        if got != whole:
            check(f'{what}: all of {by}', got, whole)
    kernels = rows(db, 'SELECT sum(total_calls), sum(total_ns) FROM top_kernels')
    for by in ('kernel', 'queue', 'grid'):
        got = rows(db, f"SELECT sum(total_calls), sum(total_ns) FROM top_by('{by}')")
        if got != kernels:
            check(f'{what}: all of {by}', got, kernels)


compared = 0
for seed in range(8):
    crossed = None
    r = random.Random(seed)
    options = [[], ['--holes'], ['--launcher'], ['--sets', '2'], ['--style', 'sys'], ['--version', '3.0.5', '--holes']]
    paths = [random_trace(r, f't{seed}.{i}/a.db', *options[(seed + i) % len(options)]) for i in range(1 + seed % 3)]
    db = attached(*paths)
    compared += compare_all(db, f'trace {seed}')
    window = 1000000 + r.randrange(200), 1000000 + r.randrange(200, 20000)
    rows(db, 'SELECT rocpd_window(?, ?, ?)', *window, seed % 2)
    crossed = None if seed % 2 else window
    compared += compare_all(db, f'trace {seed} in a window')
check('thousands of groups were compared', (compared > 5000, 500 < sum(several) < len(several) - 500), (True, True))

genuine = f'{HERE}/../data/heliosr_146104_results.db'
db = attached(genuine)
check('the real database', rows(db, 'SELECT name, total_calls, total_ns, grid, workgroup, vgpr_count, sgpr_count, lds_bytes FROM top_kernels'),
      rows(db, "SELECT name, count(*), sum(\"end\" - start), CASE WHEN min(grid_x || ',' || grid_y || ',' || grid_z) = max(grid_x || ',' || grid_y || ',' || grid_z) "
               "THEN min(grid_x || ',' || grid_y || ',' || grid_z) END, min(workgroup_x || ',' || workgroup_y || ',' || workgroup_z), min(vgpr_count), min(sgpr_count), min(lds_size) "
               'FROM kernels GROUP BY 1 ORDER BY 3 DESC'))
check('the name of its GPU', rows(db, "SELECT name, total_ns FROM top_by('device')"), rows(db, 'SELECT gpu, kernel_ns FROM busy WHERE kernel_ns'))
check('an unknown `by`', (value(db, "SELECT * FROM top WHERE by = 'x'"), value(db, "SELECT * FROM top_by('x')")),
      ("OperationalError: top: by is 'x', expected 'name', 'rank', 'source', 'process' or 'path'",
       "OperationalError: top_by: by is 'x', expected 'kernel', 'region', 'copy', 'marker', 'thread', 'queue', 'stream', 'agent', 'device', 'process', 'rank', 'path' or 'grid'"))
check('a path', rows(attached(), 'SELECT sum(total_ns) FROM top_by(?, ?)', 'queue', genuine), rows(db, 'SELECT sum(total_ns) FROM top_kernels'))
finish()
