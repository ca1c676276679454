"""A merged database has several processes: each has a critical path of its own, waits for its own kernels, and is tried by itself, as if its file were there."""
import collections
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, attached, check, finish, generate, load, rows, value  # noqa: E402

PATH = 'SELECT start, "end", kind, name, pid FROM critical_path ORDER BY pid, start, "end"'


def rpd(name, pid, launch, kernel, sync, what):
    """A process that launches one kernel and waits for it."""
    path = f'{FOLDER}/{name}.rpd'
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(f"""
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);
CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);
INSERT INTO rocpd_string VALUES (1, '{what}'), (2, 'KernelExecution'), (3, 'hipLaunchKernel'), (4, ''), (5, 'hipDeviceSynchronize');
INSERT INTO rocpd_op VALUES (1, 0, 0, 0, '', {kernel[0]}, {kernel[1]}, 1, 2);
INSERT INTO rocpd_api VALUES (1, {pid}, {pid}, {launch[0]}, {launch[1]}, 3, 4), (2, {pid}, {pid}, {sync[0]}, {sync[1]}, 5, 4);
INSERT INTO rocpd_api_ops VALUES (1, 1, 1);""")
    db.close()
    return path


# ---- by hand

BY_HAND = [(1000, 1010, 'call', 'hipLaunchKernel', 7), (1010, 1020, 'launch', 'gemm', 7), (1020, 1100, 'kernel', 'gemm', 7), (1100, 1110, 'synchronisation', 'hipDeviceSynchronize', 7),
           (1050, 1060, 'call', 'hipLaunchKernel', 8), (1060, 1070, 'launch', 'relu', 8), (1070, 1300, 'kernel', 'relu', 8), (1300, 1310, 'synchronisation', 'hipDeviceSynchronize', 8)]
one, two = rpd('one', 7, (1000, 1010), (1020, 1100), (1015, 1110), 'gemm'), rpd('two', 8, (1050, 1060), (1070, 1300), (1065, 1310), 'relu')
both = attached(one, two)
check('files: paths', rows(both, PATH), BY_HAND)
value(both, f"SELECT rocpd_export_db('{FOLDER}/hand.db')")
merged = attached(f'{FOLDER}/hand.db')
check('merged: paths', rows(merged, PATH), BY_HAND)
check('merged: what_if', rows(merged, "SELECT kernels, kernel_ns, before_ns, saved_ns FROM what_if('*', 0) ORDER BY 2"), [(1, 80, 110, 80), (1, 230, 260, 230)])
check('merged: sync_cost', rows(merged, 'SELECT pid, waited_for, busy_ns, after_ns FROM sync_cost ORDER BY pid'), [(7, 'gemm', 80, 10), (8, 'relu', 230, 10)])
check('merged: a requested time', rows(merged, 'SELECT start, "end", kind, pid FROM critical_path(1030, 1105) ORDER BY pid, start'),
      [(1030, 1100, 'kernel', 7), (1050, 1060, 'call', 8), (1060, 1070, 'launch', 8)])

# ---- what a file states about itself stays the same, however often it is copied

lossy = f'{FOLDER}/lossy.rocz'
subprocess.run([f'{BUILD}/bench/tracegen', lossy, '300', 'seed=3', 'pid=77', 'lostcalls=7', 'lostkernels=2'], check=True, stdout=subprocess.DEVNULL)
LOST = [('calls dropped', 7), ('dispatches dropped', 2)]
for kind, path, of in (('archive', 'a.rocz', lossy), ('archive of it', 'aa.rocz', f'{FOLDER}/a.rocz'), ('database', 'd.db', f'{FOLDER}/aa.rocz'), ('archive of that', 'da.rocz', f'{FOLDER}/d.db'),
                       ('database of that', 'dad.db', f'{FOLDER}/da.rocz')):
    value(attached(of), f"SELECT rocpd_export_{path.split('.')[1]}(?)", f'{FOLDER}/{path}')
    check(f'{kind}: losses', rows(attached(f'{FOLDER}/{path}'), 'SELECT loss, rows FROM losses ORDER BY 1'), LOST)
value(attached(lossy, one), 'SELECT rocpd_export_rocz(?)', f'{FOLDER}/two.rocz')
check('archive of two: once', rows(attached(f'{FOLDER}/two.rocz'), 'SELECT loss, rows FROM losses ORDER BY 1'), LOST)

# ---- barriers of texts name their agent by a handle, which two processes of one pid may share

for name, base in ('x', 10**12), ('y', 2 * 10**12):
    with open(f'{FOLDER}/{name}.txt', 'w') as f:
        for k in range(3):
            at = base + 1000 * k
            f.write(f"HSA: pid:7 tid:9 dispatch queue:0 agent:99 signal:8 name:'gemm' start:{at} stop:{at + 400} id:{k}\n"
                    f'HSA: pid:7 tid:9 barrier queue:0 agent:99 signal:8 start:{at + 500} stop:{at + 600} dep1:0 dep2:0 dep3:0 dep4:0 dep5:0 id:{k}\n')
value(attached(f'{FOLDER}/x.txt', f'{FOLDER}/y.txt'), f"SELECT rocpd_export_db('{FOLDER}/texts.db')")
for what, paths in ('texts', ['x.txt', 'y.txt']), ('texts, merged', ['texts.db']):
    lines = subprocess.run([f'{BUILD}/rocpd', 'rpt', *(f'{FOLDER}/{p}' for p in paths)], capture_output=True, text=True, check=True).stdout.splitlines()
    check(f'{what}: rpt', ([line.split('Showing ')[1].split()[0] for line in lines if 'Showing' in line], [line.split()[2] for line in lines if line.rstrip().endswith('barrier') and '%' in line]), (['3/3'] * 2, ['3'] * 2))

# ---- a merged file against its source files

QUERIES = {
    'critical_path': 'SELECT start, "end", duration_ns, kind, name, pid, tid, host, rank, wall_ns FROM critical_path',
    'critical_path of a time': "SELECT start, \"end\", kind, name, pid FROM critical_path('30%', '60%')",
    'what_if': 'SELECT kernels, kernel_ns, before_ns, after_ns, saved_ns, saved_share, host, rank FROM what_if',
    'what_if, half': "SELECT kernels, kernel_ns, before_ns, saved_ns FROM what_if('*', 0.5)",
    'sync_cost': 'SELECT name, start, "end", wait_ns, waited_for, waited_kind, gpu_end, busy_ns, busy_share, after_ns, pid, tid, host, rank, known_by FROM sync_cost',
    'launches': 'SELECT pid, tid, call, kernel, call_start, call_end, kernel_start, kernel_end, latency_ns, call_ns, queue_ns, total_ns, class FROM launches',
    'launch_summary': 'SELECT * FROM launch_summary',
    'gaps': 'SELECT start, "end", duration_ns, before_name, after_name, cause, host_call FROM gaps',
    'idle_summary': 'SELECT type, host, cause, host_call, host_range, gaps, idle_ns FROM idle_summary',
    'calls': 'SELECT name, depth, calls, inclusive_ns, exclusive_ns, pid, tid, host FROM calls',
    'calls of processes': "SELECT name, depth, calls, inclusive_ns, exclusive_ns, pid, host FROM calls WHERE level = 'process'",
    'ranges': 'SELECT name, start, "end", exclusive_ns, n, pid, tid, host FROM ranges',
    'gpu_time of processes': "SELECT pid, host, start, \"end\", kernel_ns, copy_ns, union_ns FROM gpu_time('process')",
    'run_time': 'SELECT pid, host, start, "end", span_ns FROM run_time',
    'allocation_cost': 'SELECT name, calls, total_ns, once_ns, pid, host FROM allocation_cost',
    'gpu_time of ranks': "SELECT rank, host, start, \"end\", kernel_ns, union_ns, idle_ns FROM gpu_time('rank')",
    'ranks': 'SELECT rank, host, start, compute_ns, straggler, ranks, skew, run_ns, busy_share, wait_ns, late_ns, keeps_waiting FROM ranks',
    'utilisation': 'SELECT device, gpu, busy_ns, run_ns, share FROM utilisation',
    'advice': "SELECT rule, state, severity, gain_ns, share, finding, findings FROM advice WHERE rule <> 'the trace is not whole'",
    'code_objects': 'SELECT gpu, device, host, pid, uri FROM code_objects',
    'pmc_info': 'SELECT gpu, device, host, pid, name FROM pmc_info',
    'hip_events': 'SELECT gpu, host, pid, start FROM hip_events',
    'leaks': 'SELECT gpu, level, size_bytes, address, allocated, call, pid, tid, host FROM leaks',
    'memory_peak': 'SELECT gpu, peak_bytes, peak_timestamp, live, allocations, allocated_bytes, pid, host FROM memory_peak WHERE agent_id IS NOT NULL',
    'memory_timeline': 'SELECT timestamp, gpu, level, event, delta_bytes, total_bytes, live, device_bytes, pid, host FROM memory_timeline WHERE agent_id IS NOT NULL',
    'kernel_args': 'SELECT pid, tid, dispatch_id, kernel, start, args FROM kernel_args',
    'collectives': 'SELECT n, name, rank, ranks, matched, start, gpu_start, gpu_ns, wait_ns, in_launch, pid, tid, host FROM collectives',
    'rank_steps': 'SELECT rank, n, name, matched, since, start, compute_ns, other_ns, late_ns, wait_ns, host FROM rank_steps',
    'capabilities': 'SELECT domain, max(recorded), sum(rows) FROM capabilities GROUP BY domain',
    'losses': 'SELECT loss, sum(rows) FROM losses GROUP BY loss',
    'clocks': "SELECT max(value) FROM health WHERE name = 'not aligned'",
    'iterations': "SELECT name, kind, pid, n, start, period_ns, median_period_ns, outlier, host FROM iterations('hipMemcpyAsync')",
}


def answers(db, query):
    got = rows(db, query)
    return sorted(got, key=repr) if isinstance(got, list) else got


def timeline(db, name):
    """The number of events and counters of each process, agent and track in a timeline, by name."""
    path = f'{FOLDER}/merged/{name}.json'
    told = value(db, 'SELECT rocpd_export_json(?, ?)', path, '{"overwrite":true}')
    if not told.startswith('{'):
        return told
    events = json.load(open(path))['traceEvents']
    # Only one of several processes with the same pid is shown with this pid.
    process = {e['pid']: re.sub(r'(, | \()pid \d+(?=\))|(?<=\)) \d+$', '', e['args']['name']) for e in events if e.get('ph') == 'M' and e['name'] == 'process_name'}
    track = {(e['pid'], e['tid']): e['args']['name'] for e in events if e.get('ph') == 'M' and e['name'] == 'thread_name'}
    return collections.Counter((process.get(e['pid']), track.get((e['pid'], e.get('tid'))) if 'GPU' not in str(process.get(e['pid'])) else None, e['ph']) for e in events if e['ph'] in 'XBEbneiC')


def ranked(path, rank):
    """The same file with this rank from a launcher."""
    db = sqlite3.connect(path, isolation_level=None)
    (table,), = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_info_process*'").fetchall()
    db.execute(f'UPDATE "{table}" SET environment = json_object(\'RANK\', ?)', (str(rank),))
    db.close()
    return path


r = random.Random(15)
for case in range(6 if os.environ.get('SOAK') else 4):
    pids = r.choice([(500, 600, 700), (500, 500, 600)]) if case else (500, 500, 600)  # containers and machines have pids of their own
    hosts = r.choice([(0, 0, 0), (0, 1, 0), (1, 0, 1), (0, 1, 2)]) if case else (0, 1, 2)
    ranks = r.choice([(0, 0, 0), (0, 1, 1), (0, 1, 2)]) if case else (0, 0, 1)
    files = [generate(f'merged/{case}_{i}.db', '--seed', str(r.randrange(10**6)), '--pid', str(pids[i]), '--host', f'node{hosts[i]}',
                      '--machine', f'm{hosts[i]}', '--boot', str((5 + 1000 * hosts[i]) * 10**12)) for i in range(r.choice([2, 3]) if case else 3)]
    if r.random() < .5 or not case:
        files = [ranked(path, rank) for path, rank in zip(files, ranks)]
    both = attached(*files)
    out = f'{FOLDER}/merged/{case}.db'
    value(both, 'SELECT rocpd_export_db(?)', out)
    kinds = {'database': out, 'archive of it': f'{FOLDER}/merged/{case}.rocz', 'merged again': f'{FOLDER}/merged/{case}_again.db', 'archive of the archive': f'{FOLDER}/merged/{case}_again.rocz',
             'database of the archive': f'{FOLDER}/merged/{case}_back.db', 'merged with another': f'{FOLDER}/merged/{case}_late.db'}
    value(attached(out), 'SELECT rocpd_export_rocz(?)', kinds['archive of it'])
    value(attached(out), 'SELECT rocpd_export_db(?)', kinds['merged again'])
    value(attached(kinds['archive of it']), 'SELECT rocpd_export_rocz(?)', kinds['archive of the archive'])
    value(attached(kinds['archive of it']), 'SELECT rocpd_export_db(?)', kinds['database of the archive'])
    value(attached(*files[1:]), 'SELECT rocpd_export_db(?)', f'{FOLDER}/merged/{case}_some.db')
    value(attached(f'{FOLDER}/merged/{case}_some.db', files[0]), 'SELECT rocpd_export_db(?)', kinds['merged with another'])
    if len({hosts[i] for i in range(len(files))}) == len(files):  # sums of machines whose clocks were not compared are added
        sums = {}
        for kernel, call, total, waiting in (x for path in files for x in rows(attached(path), 'SELECT kernel, call, total_ns, waiting_ns FROM launch_summary')):
            have = sums.get((kernel, call), (None, None))
            sums[kernel, call] = tuple(y if x is None else x if y is None else x + y for x, y in zip(have, (total, waiting)))
        check(f'case {case}: launches of each machine', {x[:2]: x[2:] for x in rows(attached(out), 'SELECT kernel, call, total_ns, waiting_ns FROM launch_summary')}, sums)
    timeline_of_both, answers_of_both = timeline(both, case), {name: answers(both, query) for name, query in QUERIES.items()}
    for kind, path in kinds.items():
        db = attached(path)
        want, got = timeline_of_both, timeline(db, case)
        if want != got:
            check(f'case {case}, {kind}: timeline', list((got - want).items())[:3], list((want - got).items())[:3])
        for name, query in QUERIES.items():
            want, got = answers_of_both[name], answers(db, query)
            if want != got:
                check(f'case {case}, {kind}: {name}', [x for x in got if x not in want][:2], [x for x in want if x not in got][:2])
    rows(db, "SELECT rocpd_window('20%', '80%')"), rows(both, "SELECT rocpd_window('20%', '80%')")
    for name in ('critical_path', 'what_if', 'sync_cost'):
        check(f'case {case}, in a window: {name}', answers(db, QUERIES[name]) == answers(both, QUERIES[name]), True)

# ---- number of clocks: a host counts once; a merged file whose clocks were compared, or of one machine, has one clock

def apart(*paths):
    return value(attached(*paths), "SELECT max(value) FROM health WHERE name = 'not aligned'")


def on(host, seed, pid):
    return generate(f'clocks/{host}_{seed}.db', '--seed', str(seed), '--pid', str(pid), '--host', host, '--machine', f'm of {host}')


def merge(name, *paths, align=False):
    db = attached(*paths)
    if align:
        rows(db, 'SELECT rocpd_attach(?, ?)', paths[0], '{"offset_ns":5}')
    value(db, 'SELECT rocpd_export_db(?)', f'{FOLDER}/clocks/{name}.db')
    return f'{FOLDER}/clocks/{name}.db'


a, b, c, d = on('a', 1, 10), on('b', 2, 10), on('c', 3, 10), on('a', 4, 11)
ab, aligned, ad = merge('ab', a, b), merge('aligned', a, b, align=True), merge('ad', a, d)
for what, paths, wanted in (('two', (a, b), 2), ('merged', (ab,), 2), ('merged, and one more of a host', (ab, d), 2), ('merged, and another host', (ab, c), 3), ('two merged', (ab, merge('bc', b, c)), 3),
                            ('one host', (a, d), None), ('merged of one host', (ad,), None), ('... and another', (ad, b), 2), ('aligned', (aligned,), None), ('aligned, and another host', (aligned, c), 2),
                            ('aligned, and one more of a host', (aligned, d), None)):
    check(f'clocks: {what}', apart(*paths), wanted)
check('all cases', [name for name, query in QUERIES.items() if not isinstance(answers(both, query), list)], [])
finish()
