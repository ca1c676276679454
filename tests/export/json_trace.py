"""Chrome JSON traces: everything besides the events, against the tables: `json_trace.py BUILD FOLDER`. trace_event.py checks the format's rules, and
node must read the same as Python."""
import collections
import decimal
import json
import os
import random
import re
import shutil
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'database'), os.path.join(os.path.dirname(__file__), '..', 'sql')]
from common import BUILD, FOLDER, attached, finish, generate, rows, value  # noqa: E402
from common import check as same  # noqa: E402
from measured import STATED, changed, counters_want  # noqa: E402
from random_trace import random_trace  # noqa: E402
from trace_event import Trace  # noqa: E402

passed = collections.Counter()
NODE = """const fs = require('fs')
require('readline').createInterface({input: process.stdin}).on('line', (path) => {
  const t = JSON.parse(fs.readFileSync(path, 'utf8')), n = {}
  for (const e of t.traceEvents) n[e.ph] = (n[e.ph] || 0) + 1
  n.names = t.traceEvents.filter(e => e.ph != 'M').map(e => e.name.length).reduce((a, b) => a + b, 0)
  n.values = t.traceEvents.filter(e => e.ph == 'C').map(e => e.args.value)
  console.log(JSON.stringify(n))
})"""
node = shutil.which('node') and subprocess.Popen(['node', '-e', NODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding='utf-8')


def in_node(path):
    """What a program in JavaScript finds in the file. One process reads all files."""
    print(path, file=node.stdin, flush=True)
    return json.loads(node.stdout.readline() or '"node ended"')


def check(what, ok, detail=''):
    """One check for all traces; each failing trace is reported."""
    passed[what] += bool(ok)
    if not ok:
        same(f'{what} {str(detail)[:1000]}', False, True)


def export(db, **options):
    path = f'{FOLDER}/out.json'
    result = json.loads(value(db, 'SELECT rocpd_export_json(?, ?)', path, json.dumps(dict(options, overwrite=True))))
    trace = Trace(path)
    check('the rules of the format hold', not trace.wrong, trace.wrong[:3])
    if node:
        got = in_node(path)
        events = trace.document['traceEvents']
        want = dict(collections.Counter(e['ph'] for e in events))
        want['names'] = sum(len(e['name'].encode('utf-16-le')) // 2 for e in events if e['ph'] != 'M')
        want['values'] = [float(e['args']['value']) for e in events if e['ph'] == 'C']
        check('node reads the same', got == want, (got, want))
    return trace, result


# ---- counters

OWN = re.compile('running kernels|bytes in copies|bytes copied|allocated bytes( .*)?$')


def owner(trace, pid, numbers):
    """(pid, absolute index of the agent) of a process of the export."""
    name = trace.process[pid]
    if name == 'Counters':
        return None, None
    agent = re.match(r'(\w+ \d+)( .*)?$', name)
    of = re.search(r' of .* (\d+)$', name)
    pids = [q['pid'] for q in trace.other['processes']]
    return (int(of.group(1)) if of else pid if pid in pids else pids[0]), None if pid in pids else numbers[agent.group(1)]


def measured_got(trace, db):
    numbers = dict(rows(db, "SELECT type || ' ' || type_index, absolute_index FROM rocpd_info_agent"))
    return sorted(((*map(str, owner(trace, pid, numbers)), name, sorted((trace.base + v['start'], float(v['args']['value'])) for v in values))
                   for (pid, name, _), values in trace.counters.items() if not OWN.match(name)), key=str)


def measured(path, r):
    db = attached(path)
    low, high = value(db, 'SELECT min(start) FROM kernels'), value(db, 'SELECT max("end") FROM kernels')
    if high - low > 100:
        low, high = sorted(r.randrange(low, high) for _ in range(2))
    for options, where, window in (({}, '1', ()), ({'start': low, 'end': high}, '1', (low, high)), ({'agents': [2]}, 'agent_abs_index = 2', ())):
        trace, result = export(db, counters=True, **options)
        want = counters_want(db, where, *window)
        if 'agents' in options:
            want = {k: v for k, v in want.items() if k[1] in (2, None)}
        want = sorted(((str(pid), str(agent), name, sorted((t, float(v)) for t, v in values)) for (pid, agent, name, _), values in want.items()), key=str)
        got = measured_got(trace, db)
        close = len(want) == len(got) and all(a[:3] == b[:3] and len(a[3]) == len(b[3]) and all(t == u and abs(v - w) <= 1e-9 * max(1, abs(v)) for (t, v), (u, w) in zip(a[3], b[3])) for a, b in zip(want, got))
        check(f'measured values equal the tables, with {list(options) or "all"}', close, (path, options, [(a, b) for a, b in zip(want, got) if a != b][:1], len(want), len(got)))
        if not options:
            for arrange in ('process', 'domain'):
                other = export(db, counters=True, arrange=arrange)[0]
                check(f'arranged by {arrange} all values are there', sum(map(len, other.counters.values())) == sum(map(len, trace.counters.values())))


def many_values():
    """Thousands of dispatches with counters; some values need 17 digits, and some do not exist in JSON."""
    path = changed(generate('values.db', '--scale', '4'), STATED)
    n = value(attached(path), 'SELECT count(*) FROM counters_collection')
    check('there are thousands of values', n >= 1000, n)
    measured(path, random.Random(3))
    numbers = ['0.1', '1e300', '-1e-300', '9007199254740993', '-0.30000000000000004', '1.7976931348623157e308', '5e-324', '123456789.12345679']
    db = attached(changed(path, [f'UPDATE "rocpd_pmc_event{{T}}" SET value = {v} WHERE id % {len(numbers)} = {i}' for i, v in enumerate(numbers)]))
    trace, result = export(db, counters=True)
    want = collections.Counter(v for v, in rows(db, 'SELECT counter_value FROM pmc_events WHERE dispatch_id IS NULL AND counter_value NOT NULL'))
    got = collections.Counter(float(v['args']['value']) for values in trace.counters.values() for v in values)
    check('values are the same doubles', len(want) == len(numbers) and not want - got, list((want - got).items())[:5])
    odd = attached(changed(path, ['UPDATE "rocpd_pmc_event{T}" SET value = 1e999 WHERE id % 5 = 0']))
    trace, result = export(odd, counters=True)
    check('values that JSON cannot express are left out, with a warning', [w for w in result['warnings'] if 'infinite' in w] and all(abs(float(v['args']['value'])) < 1e999 for c in trace.counters.values() for v in c), result['warnings'])


def same_names():
    """Counters with the names of our own counters, or of each other, stay separate."""
    path = changed(generate('names.db'), ["UPDATE \"rocpd_info_pmc{T}\" SET name = 'running kernels'"] + STATED[:1])
    db = attached(path)
    trace, _ = export(db, counters=True)
    names = collections.Counter((pid, name) for pid, name, _ in trace.counters)
    check('several counters have one name', max(names.values()) > 1, names)
    per_counter = [len({v['start'] for v in values}) for values in trace.counters.values()]
    check('and each its own values', sum(per_counter) > 0 and sum(id is None for _, _, id in trace.counters) == len(names), names)


# ---- arguments

def arguments():
    """Arguments of a call are sorted by position, whatever their order in the file."""
    path = changed(generate('positions.db'), ['UPDATE "rocpd_arg{T}" SET position = 2 - position'])
    db = attached(path)
    trace, _ = export(db, args=True)
    order = ['stream', 'sizeBytes', 'ptr']
    got = collections.Counter(tuple(e.get('args', {}).get('arguments', ())) for e in trace.events)
    del got[()]
    check('arguments stand by their position', len(got) == 3 and all(list(names) == [n for n in order if n in names] for names in got), got)


# ---- ids of processes and threads

def many_ranks(n):
    """Programs with one pid on several hosts: no reader mixes up their processes or threads."""
    paths = []
    for i in range(n):
        paths.append(f'{FOLDER}/ranks/{i}.rocz')
        os.makedirs(f'{FOLDER}/ranks', exist_ok=True)
        subprocess.run([f'{BUILD}/bench/tracegen', paths[-1], '12', f'seed={i}', 'pid=77', 'threads=2', 'agents=2'], check=True, stdout=subprocess.DEVNULL)
    db = attached(f'{FOLDER}/ranks')
    events = value(db, 'SELECT (SELECT count(*) FROM kernels) + (SELECT count(*) FROM regions) + (SELECT count(*) FROM memory_copies) + (SELECT count(*) FROM memory_allocations) + (SELECT count(*) FROM scratch_memory) + (SELECT count(*) FROM samples)')
    for arrange in ('agent', 'process', 'domain'):
        trace, result = export(db, arrange=arrange, counters=True)
        check('all events of all ranks are there', len(trace.events) == events == result['events'], (len(trace.events), events))
        if arrange == 'domain':
            check('groups of categories that have a title are processes, in their order', (trace.process, trace.order),
                  ({1: 'GPU activity', 2: 'HSA API', 3: 'HIP API', 4: 'Markers', 5: 'Other activity'}, [1, 2, 3, 4, 5]))
            lanes = collections.Counter(tid for _, tid in trace.thread)
            check('each lane of a process has a tid', max(lanes.values()) <= len(trace.process))
            continue
        pids = [q['pid'] for q in trace.other['processes']]
        check('each rank has a process', len(set(pids)) == n and set(pids) <= set(trace.process), len(set(pids)))
        gpu = [tid for pid, tid in trace.thread if pid not in pids]
        check('each lane of a GPU has a tid', len(set(gpu)) == len(gpu) > (n if arrange == 'agent' else -1), (len(set(gpu)), len(gpu)))
        made = [tid for _, tid in trace.thread if tid >= 1 << 30]
        check('the number of a lane without a tid is no pid', not set(made) & set(trace.process))


# ---- events that never began or ended

def odd_times(r):
    """Work that never started is an instant at its call's time, and is marked so; events that never ended only have a begin; neither has an arrow that
    readers cannot draw."""
    for i in range(6):
        path = changed(random_trace(r, f'odd{i}.db'), ['UPDATE "rocpd_kernel_dispatch{T}" SET start = \'never\', "end" = \'never\' WHERE id % 3 = 0',
                                                       'UPDATE "rocpd_kernel_dispatch{T}" SET "end" = \'never\' WHERE id % 5 = 0', 'UPDATE "rocpd_region{T}" SET "end" = \'never\' WHERE id % 11 = 0'])
        db = attached(path)
        for options in ({}, {'annotations': False}, {'launch_names': 'kernel'}, {'counters': True}, {'arrange': 'domain', 'annotations': False}):
            trace, result = export(db, **options)
            never = [e for e in trace.events if 'never_started' in e.get('args', {})]
            n = value(db, 'SELECT (SELECT count(*) FROM kernels WHERE start IS NULL) + (SELECT count(*) FROM memory_copies WHERE start IS NULL)')
            check('work that never started is written', len(never) == n > 0 and result['without_start'] == n, (path, len(never), n, result))
            check('as an instant of its thread', all(e['ph'] == 'i' and e['s'] == 't' and e['args']['never_started'] == 1 and 'bind_id' not in e for e in never), never[:1])
            open_ = [e for e in trace.events if e['ph'] == 'B']
            m = value(db, 'SELECT (SELECT count(*) FROM kernels WHERE start NOT NULL AND "end" IS NULL) + (SELECT count(*) FROM memory_copies WHERE start NOT NULL AND "end" IS NULL) + (SELECT count(*) FROM regions WHERE "end" IS NULL)')
            check('events that never ended have a begin', len(open_) == m > 0 and result['unfinished'] == m, (path, len(open_), m))
            check('and nothing ends it', not any(e['ph'] == 'E' for e in trace.document['traceEvents']))
            arrows = len(trace.arrows)
            check('arrows are counted', arrows == result['flows'], (arrows, result['flows']))
            if not options:
                known = sorted(e['args']['stack_id'] for e in never if 'stack_id' in e['args'])
                want = sorted(s for s, in rows(db, 'SELECT stack_id FROM kernels WHERE start IS NULL UNION ALL SELECT stack_id FROM memory_copies WHERE start IS NULL'))
                check('and names its call', known == want, (known[:5], want[:5]))


def long_names():
    """More names than the cache holds: all events have their own names."""
    path = changed(generate('long.db', '--scale', '4'), ["UPDATE \"rocpd_event{T}\" SET extdata = json_object('message', id || hex(zeroblob(40000))) WHERE json_extract(extdata, '$.message') NOT NULL"])
    db = attached(path)
    want = collections.Counter(name for name, in rows(db, "SELECT json_extract(extdata, '$.message') FROM regions WHERE json_extract(extdata, '$.message') NOT NULL UNION ALL SELECT json_extract(extdata, '$.message') FROM samples"))
    check('there are more names than the cache holds', sum(len(name) for name in want) > 20 << 20, sum(len(name) for name in want))
    trace, _ = export(db)
    got = collections.Counter(e['name'] for e in trace.events if len(e['name']) > 80000)
    check('long names are all there', got == want, (len(got), len(want)))


def before_events():
    """A value before the first event moves the base, as any time does."""
    path = changed(generate('before.db', '--version', '3.0.5'), [])
    db = attached(path)
    first = min(t for values in counters_want(db).values() for t, _ in values)
    trace, _ = export(db, counters=True)
    check('all times count from the first', trace.base <= first and min(e['start'] for e in trace.events + [v for c in trace.counters.values() for v in c]) == 0, (trace.base, first))


sys.argv[1:] = []
r = random.Random(int(os.environ.get('SEED', 1)))
for i, version in enumerate(('3.0.0', '3.0.0', '3.0.3', '3.0.5')):
    measured(changed(generate(f'{i}.db', '--seed', str(i), '--version', version), STATED if i else []), r)
for i in range(3):
    measured(changed(random_trace(r, f'random{i}.db', '--version', ('3.0.0', '3.0.3')[i % 2]), STATED), r)
many_values()
same_names()
arguments()
long_names()
before_events()
many_ranks(int(os.environ.get('RANKS', 60)))
odd_times(r)
if node:
    node.communicate()
for what, n in passed.items():
    if n:
        print('ok', what)
finish()
