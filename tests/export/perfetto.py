"""What Perfetto traces have beside the events, against the tables: `perfetto.py BUILD FOLDER`. check.py decodes them, and protoc where it is there."""
import collections
import json
import os
import random
import shutil
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'database'), os.path.join(os.path.dirname(__file__), '..', 'sql')]
import check as decoder  # noqa: E402
from common import BUILD, FOLDER, attached, finish, generate, rows, value  # noqa: E402
from common import check as same  # noqa: E402
from measured import STATED, changed, counters_want  # noqa: E402
from random_trace import random_trace  # noqa: E402

sys.argv[1:] = []
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'perfetto.proto')
passed = collections.Counter()


def check(what, ok, detail=''):
    """One check for all traces; each failing trace is reported."""
    passed[what] += bool(ok)
    if not ok:
        same(f'{what} {str(detail)[:1000]}', False, True)


def export(db, **options):
    path = f'{FOLDER}/out.pftrace'
    result = value(db, 'SELECT rocpd_export_perfetto(?, ?)', path, json.dumps(dict(options, overwrite=True)))
    trace = decoder.Perfetto(path)
    check('our decoder finds nothing wrong', decoder.failures == 0, decoder.failures)
    if shutil.which('protoc'):
        with open(path, 'rb') as file:
            text = subprocess.run(['protoc', '--decode=Trace', f'--proto_path={os.path.dirname(SCHEMA)}', SCHEMA], stdin=file, capture_output=True, check=True).stdout.decode()
        lines = [line.strip() for line in text.split('\n')]
        check('protoc knows all fields', not any(line[:1].isdigit() for line in lines), [line for line in lines if line[:1].isdigit()][:3])
        check('protoc finds the same number of events', sum(line in ('type: 1', 'type: 3') for line in lines) in (len(trace.slices), 0 if options.get('compress') else -1), len(trace.slices))
    return trace, json.loads(result)


# ---- measured values

OWN = {'running kernels': 0, 'bytes in copies': 1, 'bytes copied': 2}  # and their places among the counters; allocated bytes follow


def counters_got(trace, db):
    """The same from an export. A group's agent is that of the events on its tracks."""
    agent = {}
    for s in trace.slices:
        if trace.is_gpu(s.track):
            agent.setdefault(trace.tracks[s.track]['parent'], s.args.get('agent', s.args.get('dst_agent')))
    number = {(pid, f'{kind} {n}'): i for pid, kind, n, i in rows(db, 'SELECT P.pid, A.type, A.type_index, A.absolute_index FROM rocpd_info_agent A, rocpd_info_process P USING (guid)')}
    out = collections.defaultdict(list)
    for track, values in trace.counters.items():
        t = trace.tracks[track]
        if t['name'] in OWN or t['name'].startswith('allocated bytes'):
            continue
        parent = trace.tracks.get(t['parent'])
        pid = trace.process_of(t['parent'])['pid'] if parent else None
        where = None if not parent or parent['kind'] == 'process' else number[(pid, ' '.join(parent['name'].split()[:2]))]
        kind = 'other' if t['rank'] == trace.first_rank + len(OWN) + 2 else 'kernel'
        check('a counter has one track', not out[(pid, where, t['name'], kind)], t)
        out[(pid, where, t['name'], kind)] = values if kind == 'kernel' else sorted(values)
    return dict(out)


def measured(path, r):
    db = attached(path)
    low, high = value(db, 'SELECT min(start) FROM kernels'), value(db, 'SELECT max("end") FROM kernels')
    if high - low > 100:
        low, high = sorted(r.randrange(low, high) for _ in range(2))
    base = None
    for options, where, window in (({}, '1', ()), ({'start': low, 'end': high}, '1', (low, high)), ({'compress': True}, '1', ()),
                                   ({'agents': [2]}, 'agent_abs_index = 2', ()), ({'names': '*axpy*'}, "kernel_name GLOB '*axpy*'", ())):
        trace, result = export(db, counters=True, **options)
        known = [t['rank'] - OWN[t['name']] for u, t in trace.tracks.items() if u in trace.counters and t['name'] in OWN]
        trace.first_rank = base = min(known, default=base)
        got, want = counters_got(trace, db), counters_want(db, where, *window)
        if 'agents' in options:
            want = {k: v for k, v in want.items() if k[1] in (2, None)}
        if 'names' in options:
            want, got = ({k: v for k, v in x.items() if k[3] == 'kernel'} for x in (want, got))
        close = want.keys() == got.keys() and all(len(want[k]) == len(got[k]) and all(t == u and abs(v - w) <= 1e-9 * max(1, abs(v)) for (t, v), (u, w) in zip(want[k], got[k])) for k in want)
        bad = [(k, want.get(k, []), got.get(k, [])) for k in want.keys() | got.keys() if len(want.get(k, [])) != len(got.get(k, [])) or any(a != b for a, b in zip(want[k], got[k]))][:2]
        check(f'measured values equal the tables, with {options.keys() or "all"}', close, (path, options, bad))
        for k, values in got.items():
            if k[3] == 'kernel' and not options and value(db, 'SELECT count(*) FROM kernels WHERE "end" IS NULL') == 0:
                check('a counter of kernels ends at exactly 0', values[-1][1] == 0, (k, values[-1]))


# ---- GPU packets

GRID = {'grid': 'json_array(grid_x, grid_y, grid_z)', 'workgroup': 'json_array(workgroup_x, workgroup_y, workgroup_z)'}
KERNEL = {'lds_size': 'lds_size', 'scratch_size': 'scratch_size', 'vgprs': 'vgpr_count', 'accum_vgprs': 'accum_vgpr_count', 'sgprs': 'sgpr_count', 'dispatch_id': 'dispatch_id', 'kernel_id': 'kernel_id',
          'agent': 'agent_abs_index', 'queue_id': 'queue_id', 'stream_id': 'stream_id', 'tid': 'tid', 'stack_id': 'stack_id', 'graph_exec_id': 'nullif(graph_exec_id, 0)'}
COPY = {'size': 'size', 'src_agent': 'src_agent_abs_index', 'dst_agent': 'dst_agent_abs_index', 'queue_id': 'queue_id', 'stream_id': 'stream_id', 'tid': 'tid', 'stack_id': 'stack_id'}


def args_of(row):
    """The members of a JSON object that are not NULL."""
    args = {k: tuple(n for n in v if n is not None) if isinstance(v, list) else v for k, v in json.loads(row).items()}
    return tuple(sorted((k, v) for k, v in args.items() if v not in (None, ())))


def gpu_packets(path, *others):
    db = attached(path, *others)
    def json_of(fields):
        return 'json_object(' + ', '.join(f"'{k}', {v}" for k, v in fields.items()) + ')'
    done = 'start NOT NULL AND "end" NOT NULL'
    want = collections.Counter((*row[:-1], args_of(row[-1])) for row in rows(db, f"""
        SELECT pid, name, category, start, max(start, "end"), name, {json_of({**GRID, **KERNEL})} FROM kernels WHERE {done} AND agent_type = 'GPU'
        UNION ALL SELECT pid, name, category, start, max(start, "end"), NULL, {json_of(COPY)} FROM memory_copies WHERE {done} AND 'GPU' IN (src_agent_type, dst_agent_type)"""))
    for options in ({}, {'compress': True}, {'group_by': 'queue'}):
        trace, result = export(db, gpu_packets=True, counters=True, **options)
        got = collections.Counter((s['pid'], s['name'], s['category'], s['start'], s['end'], s['kernel'], tuple(sorted((k, v) for k, v in s['args'].items() if v is not None))) for s in trace.stages.values())
        check('GPU packets equal the tables', got == want, (path, list((want - got).items())[:2], list((got - want).items())[:2]))
        check('all other work is written as events', len(trace.slices) + len(trace.stages) == result['events'], result)
        calls = {-n: s for s in trace.slices for n in s.flows if -n in trace.stages}
        check('a call names what it launched', all(trace.stages[n]['args']['stack_id'] == s.args['stack_id'] for n, s in calls.items()), calls.keys() - trace.stages.keys())
        linked = value(db, f"""SELECT count(*) FROM (SELECT guid, pid, stack_id FROM kernels WHERE {done} AND agent_type = 'GPU' UNION ALL SELECT guid, pid, stack_id FROM memory_copies
            WHERE {done} AND 'GPU' IN (src_agent_type, dst_agent_type)) A WHERE stack_id AND EXISTS (SELECT 1 FROM regions R WHERE (R.guid, R.pid, R.stack_id) = (A.guid, A.pid, A.stack_id))""")
        check('calls name all their work', len(calls) == linked, (path, len(calls), linked))
        ends = collections.Counter(f for s in trace.slices for f in s.flows if f > 0)
        both = sum(n == 2 for n in ends.values())
        check('all other work with a call is at the end of an arrow', max(ends.values(), default=1) <= 2 and both + len(calls) == result['flows'], (both, len(calls), result['flows']))
        queues = collections.defaultdict(set)
        for s in trace.stages.values():
            queues[s['queue_id']].add((s['pid'], s['queue'], s['gpu']))
        check('a queue belongs to one process and GPU', all(len(q) == 1 for q in queues.values()), queues)
        check('GPUs have names', all(trace.gpus) and {s['gpu'] for s in trace.stages.values()} <= set(range(len(trace.gpus))), trace.gpus)
    return trace


# ---- clocks, order, attributes

EVENTS = """SELECT pid, name, start, max(start, "end") FROM kernels UNION ALL SELECT pid, name, start, max(start, "end") FROM memory_copies
            UNION ALL SELECT pid, CASE WHEN category GLOB 'MARKER*' THEN coalesce(json_extract(extdata, '$.message'), name) ELSE name END, start, max(start, "end") FROM regions"""


def clocks(path, r):
    """Times from below 0 to the largest are exact; times below 0 are shifted, with a warning."""
    first = value(attached(path), f'SELECT min(start) FROM ({EVENTS})')
    for offset in (0, -first, -first - 1, -first - 10**15, 10**13 - 2**61, 2**61 - 10**13):
        db = attached(path, options=json.dumps({'offset_ns': offset}))
        trace, result = export(db, counters=True)
        first_now = first + offset
        got = collections.Counter((trace.process_of(s.track)['pid'], s.name, s.start, s.end) for s in trace.slices if not s.instant and s.args.keys().isdisjoint({'address', 'level', 'flags'}))
        want = collections.Counter(rows(db, EVENTS))
        check('times are exact wherever they lie', got == want, (offset, list((got - want).items())[:2], list((want - got).items())[:2]))
        shift = trace.attributes.get('rocpd.time_shift_ns', 0)
        low = value(db, 'SELECT min(start) FROM (SELECT start FROM kernels UNION ALL SELECT start FROM regions UNION ALL SELECT start FROM memory_copies UNION ALL SELECT start FROM memory_allocations UNION ALL SELECT timestamp FROM samples)')
        check('times are shifted no further than necessary', shift == max(0, -low), (offset, shift, low))
        check('with a warning', [f'times begin before 0, where readers drop them: {-low} ns were added to all'] * (low < 0) == [w for w in result['warnings'] if 'before 0' in w], (first_now, result['warnings']))


def wall(tracegen):
    paths = []
    for i in range(3):
        paths.append(f'{FOLDER}/wall{i}.rocz')
        subprocess.run([tracegen, paths[-1], '500', f'seed={i}', f'pid={i + 1}'], check=True, stdout=subprocess.DEVNULL)
    plain = generate('no_wall.db', '--boot', '1000')
    for offsets, other, known in (((0,), [], True), ((0, 0, 0), [], True), ((0, 900000, 0), [], True), ((0, 900000, 1800000), [], False), ((0, 10**9), [], False), ((0,), [plain], False), ((None, 0), [], False)):
        db = attached()
        for path, offset in zip([plain] + paths if offsets[0] is None else paths, offsets): # a source without an offset may come first, too
            rows(db, 'SELECT rocpd_attach(?, ?)', path, None if offset is None else json.dumps({'offset_ns': offset}))
        for path in other:
            rows(db, 'SELECT rocpd_attach(?)', path)
        trace, _ = export(db)
        want = rows(db, 'SELECT DISTINCT source, wall_ns - start FROM kernels ORDER BY 1')
        apart = max(w for _, w in want if w is not None) - min(w for _, w in want if w is not None)
        check('the wall clock is stated if all sources agree', (trace.realtime is not None) == (apart <= 1000000 and all(w is not None for _, w in want)), (offsets, other, want, trace.realtime))
        check('equal to the tables', trace.realtime is None or any(trace.realtime == w for _, w in want), (trace.realtime, want))
        said = {trace.attributes[f'source.{i}.path']: trace.attributes.get(f'source.{i}.wall_offset_ns') for i in range(len(offsets) + len(other))}
        check('and each source has its own', said == dict(want), (said, want))


def heads(*paths):
    """Attributes, and the order of processes, GPUs and threads."""
    db = attached(*paths)
    trace, _ = export(db)
    check('the version is an attribute', trace.attributes['rocpd.version'] == value(db, "SELECT rocpd_version()").split()[-1] or trace.attributes['rocpd.version'] in value(db, 'SELECT rocpd_version()'))
    sources = rows(db, 'SELECT source, host FROM sources ORDER BY source')
    said = sorted((trace.attributes[f'source.{i}.path'], trace.attributes.get(f'source.{i}.host')) for i in range(len(sources)))
    check('files and hosts are attributes', said == sorted(sources), (said, sources))
    commands = collections.Counter(c for c, in rows(db, "SELECT command FROM processes WHERE command != ''"))
    check('command lines are attributes', collections.Counter(v for k, v in trace.attributes.items() if k.endswith('.command')) == commands, (trace.attributes, commands))
    by_rank = rows(db, 'SELECT pid FROM processes ORDER BY rank IS NULL, rank, hostname, pid')
    tracks = sorted((t for t in trace.tracks.values() if t['kind'] == 'process'), key=lambda t: t['rank'])
    got = [(decoder.real_pid(t['pid'], t['labels']),) for t in tracks]
    check('processes are sorted by rank, host and pid', got == by_rank, (got, by_rank))
    for p in tracks:
        groups = sorted((t for t in trace.tracks.values() if t['parent'] == p['uuid'] and t['kind'] == 'track' and t['ordered']), key=lambda t: t['rank'])
        names = [t['name'].split()[:2] for t in groups]
        check('GPUs are sorted by number, before other agents', [n for n in names if n[0] == 'GPU'] == sorted((n for n in names if n[0] == 'GPU'), key=lambda n: int(n[1])) == names[:len([n for n in names if n[0] == 'GPU'])], names)
        threads = sorted((t for t in trace.tracks.values() if t['kind'] == 'thread' and t['pid'] == p['pid']), key=lambda t: t['rank'])
        starts = [min((s.start for s in trace.slices if s.track == t['uuid']), default=0) for t in threads]
        check('threads are sorted by start', starts == sorted(starts), starts)


def ahead(path):
    """Arrows have both ends even if a GPU's clock is ahead of the host's, or behind."""
    linked = 'SELECT count(*) FROM (SELECT guid, pid, stack_id FROM kernels UNION ALL SELECT guid, pid, stack_id FROM memory_copies) A WHERE stack_id AND EXISTS (SELECT 1 FROM regions R WHERE (R.guid, R.pid, R.stack_id) = (A.guid, A.pid, A.stack_id))'
    for by in (-10**9, -5000, 10**9):
        db = attached(changed(shutil.copy(path, f'{FOLDER}/ahead.db'), [f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = start + {by}, "end" = "end" + {by}']))
        trace, result = export(db)
        ends = collections.Counter(f for s in trace.slices for f in s.flows)
        check('no arrow is lost if clocks differ', all(n == 2 for n in ends.values()) and len(ends) == value(db, linked) == result['flows'], (by, len(ends), result['flows']))


def titles(path):
    """With more names than the cache holds, and names in several categories, each event has its own."""
    numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)'
    db = attached(changed(path, [
        f'INSERT INTO "rocpd_string{{T}}"(id, guid, string) {numbers} SELECT 1000000 + i, (SELECT guid FROM "rocpd_string{{T}}" LIMIT 1), \'name \' || i FROM n',
        'UPDATE "rocpd_region{T}" SET name_id = 1000001 + id * 1237 % 2999 WHERE id % 3', 'UPDATE "rocpd_region{T}" SET name_id = 1000001 + id / 6 % 4 WHERE id % 3 = 0',
        'UPDATE "rocpd_event{T}" SET category_id = 1003001 + id % 5']))
    trace, _ = export(db)
    want = collections.Counter(rows(db, 'SELECT name, category, start FROM regions'))
    got = collections.Counter((s.name, s.cat, s.start) for s in trace.slices)
    check('each event has its own name and category', not want - got and sum(want.values()) > 1000, (sum(want.values()), list((want - got).items())[:3]))


r = random.Random(int(os.environ.get('SEED', 1)))
for i, version in enumerate(('3.0.0', '3.0.0', '3.0.3', '3.0.5')):
    measured(changed(generate(f'{i}.db', '--seed', str(i), '--version', version), STATED if i else []), r)
for i in range(4):
    measured(changed(random_trace(r, f'random{i}.db', '--version', ('3.0.0', '3.0.3')[i % 2]), STATED), r)
path = changed(generate('no_time.db'), ['INSERT INTO "rocpd_pmc_event{T}"(id, guid, event_id, pmc_id, value) SELECT 100000, guid, 987654321, 200, 1 FROM "rocpd_sample{T}" LIMIT 1'])
check('a warning about a value without a time', export(attached(path), counters=True)[1]['warnings'] == ['1 values of counters have no time, and are left out'])
for i, version in enumerate(('3.0.0', '3.0.5')):
    gpu_packets(generate(f'gpu{i}.db', '--seed', str(i), '--version', version, *(['--holes'] if i else [])))
gpu_packets(random_trace(r, 'gpu2.db'))
gpu_packets(changed(random_trace(r, 'gpu3.db'), ['UPDATE "rocpd_kernel_dispatch{T}" SET "end" = \'never\' WHERE id % 7 = 0', 'UPDATE "rocpd_kernel_dispatch{T}" SET start = \'never\' WHERE id % 11 = 0']))
one, two, three = (generate(f'share{i}.db', '--seed', str(i), '--pid', str(i), '--host', f'node{i // 3}') for i in (1, 2, 3))
trace = gpu_packets(one, two, three)
used = {pid: {s['gpu'] for s in trace.stages.values() if s['pid'] == pid} for pid in (1, 2, 3)}
check('processes of a host share its GPUs, others have theirs', used[1] == used[2] and not used[1] & used[3], used)
plain = generate('plain.db', '--version', '3.0.3')
clocks(plain, r)
ahead(plain)
titles(generate('titles.db', '--bulk', '9000'))
wall(f'{BUILD}/bench/tracegen')
heads(plain, *(generate(f'head{i}.db', '--seed', str(i), '--pid', str(900 - i), '--host', f'node{i % 2}') for i in range(4)))
for what in passed:
    print(f'ok {what} ({passed[what]} times)')
finish()
