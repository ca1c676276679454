"""The filter of a connection (rocpd_filter), as its page of help has it. Chosen processes are compared with attaching these alone; chosen GPUs with databases
from which the others' rows were deleted, and with WHERE on the unfiltered table; chosen kernels and streams with WHERE on it and with sums in SQL."""
import collections
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, HERE, attached, check, finish, generate, load, rows, value  # noqa: E402
from random_gpu import random_databases, scramble  # noqa: E402
from random_trace import tables  # noqa: E402

random.seed(24)


def filtered(paths, **wanted):
    """A connection with this filter."""
    db = attached(*paths)
    got = value(db, 'SELECT rocpd_filter(?)', json.dumps(wanted))
    if not got or not got.startswith('{'):
        check(f'filter {wanted}', got, 'a JSON object')
    return db


def same(what, one, two, sql, other=None):
    """The same rows, in any order."""
    a, b = rows(one, sql), rows(two, other or sql)
    if isinstance(a, list) and isinstance(b, list):
        x, y = collections.Counter(map(repr, a)), collections.Counter(map(repr, b))
        a, b = list((x - y).elements())[:2], list((y - x).elements())[:2]
    elif isinstance(a, list):
        a = len(a)
    check(what, (a, b), ([], []))


# ---- ranks and processes: as if the others were not attached. All tables that there are, with all columns

page = open(f'{HERE}/../../ext/help/functions/rocpd_filter.md').read()
ALL = [t for t, in rows(load(), "SELECT name FROM sqlite_temp_master WHERE type IN ('table', 'view') AND name NOT IN ('what_if', 'diff', 'rocpd_tables') ORDER BY name")]
ARGUMENTS = {'iterations': [''], 'gpu_time': ["('rank')", "('stream')", ''], 'utilisation': ["('process')", ''], 'top_by': ["('rank')", "('device')", ''], 'gaps': ["('', 'queue')", ''], 'calls': ["('', 'process')", '']}


def ranked(name, ranks):
    """Chunk files of a process each."""
    paths = []
    for rank in range(ranks):
        path = f'{FOLDER}/{name}/rank{rank}.rocz'
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run([f'{BUILD}/bench/tracegen', path, '700', f'seed={rank + 1}', f'pid={500 + rank}', 'agents=3', 'queues=6', 'threads=2', f'host={rank % 2}', 'boot=1000000000',
                        'arguments=1', 'graph=20'], check=True, stdout=subprocess.DEVNULL)
        paths.append(path)
    return paths


chunks = ranked('chunks', 4)
OF_SESSION = ('cached_bytes', 'category_id', 'name_id', 'region_name_id')  # memory, and numbers of texts in the order in which they were read
all_tables = [(t, a) for t in ALL for a in ARGUMENTS.get(t, [''])]
for wanted, left in (({'rank': [5, 7]}, [1, 3]), ({'pid': 500}, [0]), ({'pid': [501, 502], 'rank': 6}, [2])):
    every, some = attached(*chunks), attached(*[chunks[i] for i in left])
    value(every, 'SELECT rocpd_filter(?)', json.dumps(wanted))
    different = []
    for table, arguments in all_tables:
        names = [n for n, in rows(some, 'SELECT name FROM pragma_table_info(?)', table)]
        columns = ', '.join(f'"{n}"' for n in names if n not in OF_SESSION and (table, n) != ('rocpd_string', 'id')) or '*'
        memory = " WHERE name IS NOT 'bytes kept'" if table == 'health' else ''
        a, b = (rows(db, f'SELECT {columns} FROM "{table}"{arguments}{memory}') for db in (every, some))
        if not isinstance(a, list) or sorted(a, key=repr) != sorted(b, key=repr):
            different.append((table, arguments, a if isinstance(a, str) else len(a), b if isinstance(b, str) else len(b)))
    check(f'{wanted}: {len(all_tables)} tables as with these files alone', different, [])

# Merged files: one database with all, against one with the chosen processes.
MERGED = {
    'kernels': 'SELECT name, pid, tid, rank, host, gpu, stream, start, "end", grid_x FROM kernels',
    'regions': 'SELECT name, pid, tid, rank, host, start, "end", category FROM regions',
    'memory_copies': 'SELECT name, pid, rank, src_gpu, dst_gpu, size, start, "end" FROM memory_copies',
    'memory_allocations': 'SELECT type, pid, rank, gpu, size, start, "end" FROM memory_allocations',
    'region_args': 'SELECT a.name, a.value, r.start, r.pid FROM region_args AS a JOIN regions AS r ON r.id = a.id AND r.guid = a.guid',
    'events': 'SELECT count(*), count(DISTINCT stack_id) FROM rocpd_event',
    'arguments': 'SELECT count(*) FROM rocpd_arg', 'event_args': 'SELECT category, arg_name, arg_value FROM events_args',
    'dispatches': 'SELECT start, "end" FROM rocpd_kernel_dispatch', 'rocpd_region': 'SELECT start, "end" FROM rocpd_region',
    'processes': 'SELECT pid, rank, host, command FROM processes', 'threads': 'SELECT pid, tid, rank FROM threads',
    'samples': 'SELECT category, name, timestamp, pid FROM samples', 'pmc_events': 'SELECT counter_name, counter_value, start, pid FROM pmc_events',
    'counters': 'SELECT counter_name, value, start, pid FROM counters_collection', 'launches': 'SELECT pid, tid, call, kernel, latency_ns, class, kernel_start FROM launches',
    'busy': 'SELECT type, GpuTime, WallTime, gpu, host FROM busy', 'gpu_time': "SELECT pid, rank, host, start, \"end\", kernel_ns, copy_ns, union_ns FROM gpu_time('process')",
    'top_kernels': 'SELECT name, total_calls, total_ns, percentage, median_ns FROM top_kernels', 'gaps': 'SELECT gpu, start, "end", cause, host_call, before_name FROM gaps',
    'calls': 'SELECT name, depth, calls, inclusive_ns, exclusive_ns, pid, tid FROM calls', 'critical_path': 'SELECT start, "end", kind, name, pid FROM critical_path',
    'sync_cost': 'SELECT name, start, wait_ns, waited_for, pid FROM sync_cost', 'ranks': 'SELECT rank, compute_ns, copy_ns, idle_ns, busy_share FROM ranks',
    'allocations': 'SELECT size_bytes, state, allocated, freed, pid FROM allocations',
}


def merged(name, paths):
    db = attached(*paths)
    path = f'{FOLDER}/{name}'
    got = value(db, 'SELECT rocpd_export_' + ('rocz' if name.endswith('.rocz') else 'db') + '(?)', path)
    if not os.path.exists(path):
        check(name, got, 'a file')
    return path


for kind in ('db', 'rocz'):
    one, some = merged(f'all.{kind}', chunks), merged(f'some.{kind}', [chunks[1], chunks[3]])
    for wanted in ({'rank': [5, 7]}, {'pid': [501, 503]}):
        a, b = filtered([one], **wanted), attached(some)
        for what, sql in MERGED.items():
            same(f'merged {kind}, {wanted}: {what}', a, b, sql)
files = [generate(f'each/{i}.db', '--seed', str(i), '--pid', str(700 + i), '--launcher', '--boot', '1000000000') for i in range(3)]
for i, path in enumerate(files):
    scramble(path, 'busy', 3000000 + i)
one, some = merged('generated.db', files), merged('two.db', files[1:])
a, b = filtered([one], pid=[701, 702]), attached(some)
for what, sql in MERGED.items():
    same(f'merged, of rocprofv3: {what}', a, b, sql)
# A file of several processes without rows that describe them.
path = f'{FOLDER}/two.rpd'
native = sqlite3.connect(path, isolation_level=None)
native.executescript("""
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);
INSERT INTO rocpd_string VALUES (3, 'one'), (4, ''), (5, 'two');
INSERT INTO rocpd_api VALUES (1, 11, 11, 1000, 1240, 3, 4), (2, 12, 12, 1020, 1080, 5, 4), (3, 12, 13, 1100, 1230, 5, 4);""")
native.close()
check('RPD: one of two processes', rows(filtered([path], pid=12), 'SELECT name, start, pid FROM regions ORDER BY start'), [('two', 1020, 12), ('two', 1100, 12)])
check('... in sums', rows(filtered([path], pid=11), 'SELECT name, calls, exclusive_ns FROM api_overhead'), [('one', 1, 240)])

# ---- GPUs: a database without the others' rows

OF_GPUS = {
    'kernels': 'SELECT id, start, "end", agent_id FROM kernels', 'top_kernels': 'SELECT name, total_calls, total_ns, percentage, median_ns, p99_ns FROM top_kernels',
    'histogram': 'SELECT * FROM histogram', 'occupancy': 'SELECT * FROM occupancy', 'rocpd_kernel_dispatch': 'SELECT id, start, agent_id FROM rocpd_kernel_dispatch',
    'rocpd_memory_copy': 'SELECT id, start, size FROM rocpd_memory_copy', 'memory_copies': 'SELECT id, start, size, src_gpu, dst_gpu FROM memory_copies',
    'allocations': 'SELECT id, address, size_bytes, allocated, freed, state FROM allocations WHERE state <> \'foreign\'', 'memory_timeline': 'SELECT agent_id, timestamp, delta_bytes, total_bytes, live FROM memory_timeline',
    'memory_peak': 'SELECT agent_id, peak_bytes, live, allocations FROM memory_peak', 'leaks': 'SELECT agent_id, size_bytes, address FROM leaks',
    'gpu_time': "SELECT agent_id, type, start, \"end\", kernel_ns, copy_ns, union_ns, idle_ns FROM gpu_time('agent') WHERE start IS NOT NULL", 'gpu_time of processes': "SELECT pid, start, \"end\", union_ns, idle_ns FROM gpu_time('process')",
    'gpu_time of streams': "SELECT agent_id, stream_id, union_ns FROM gpu_time('stream')", 'busy': "SELECT agent_id, GpuTime, WallTime, kernel_ns, copy_ns, intervals FROM busy WHERE type = 'GPU' AND intervals > 0",
    'utilisation': "SELECT gpu, busy_ns, run_ns, share, idle_ns FROM utilisation('device') WHERE busy_ns > 0", 'overlap': "SELECT gpu, compute_ns, exposed_copy_ns, idle_ns FROM overlap('device') WHERE start IS NOT NULL",
    'gaps': 'SELECT agent_id, start, "end", before_id, after_id FROM gaps', 'gaps of queues': "SELECT agent_id, queue_id, start, \"end\" FROM gaps('', 'queue')", 'gap_histogram': 'SELECT * FROM gap_histogram',
    'idle_summary': 'SELECT agent_id, sum(idle_ns) FROM idle_summary GROUP BY 1', 'copies': 'SELECT id, direction, size_bytes, duration_ns FROM copies', 'copy_summary': 'SELECT direction, copies, total_bytes, total_ns FROM copy_summary',
    'kernel_sequences': 'SELECT count, length, kernel_ns, gap_ns, sequence FROM kernel_sequences', 'short_kernels': 'SELECT * FROM short_kernels', 'concurrency': 'SELECT * FROM concurrency',
    'top_by': "SELECT name, total_calls, total_ns FROM top_by('device')", 'range_kernels': 'SELECT kernel, start, range, depth FROM range_kernels', 'launches': 'SELECT id, call, latency_ns FROM launches',
    'launch_summary': 'SELECT kernel, call, n, saved_ns, waiting_ns, queue_median_ns FROM launch_summary', 'graph_launches': 'SELECT id, start FROM graph_launches', 'pmc_events': 'SELECT id, event_id, counter_value FROM pmc_events', 'counters_collection': 'SELECT dispatch_id, counter_name, value FROM counters_collection',
    'run_time': 'SELECT pid, span_ns, run_ns FROM run_time', 'iterations': 'SELECT name, kind, n, start, "end", period_ns, outlier FROM iterations', 'queue_depth': 'SELECT agent_id, queue_id, start, "end", depth FROM queue_depth',
    'diff': "SELECT name, calls_a, calls_b, total_a_ns, total_b_ns, only_in FROM diff('', '')", 'python': 'SELECT function, calls, kernels, kernel_ns FROM python',
}
for number in range(4):
    style = ('busy', 'ties', 'sparse', 'any')[number]
    path = generate(f'gpus/{number}.db', '--seed', str(number), *(['--launcher'] if number % 2 else []))
    scramble(path, style, 2000000)
    without = f'{FOLDER}/gpus/{number}.without.db'
    db = sqlite3.connect(path)
    for base in ('rocpd_memory_copy',):  # no copy between two GPUs: it has two owners
        for table in tables(db, base):
            agents = table.replace(base, 'rocpd_info_agent')
            db.execute(f'UPDATE "{table}" SET src_agent_id = (SELECT id FROM "{agents}" WHERE type = \'CPU\') WHERE src_agent_id <> dst_agent_id AND src_agent_id IN (SELECT id FROM "{agents}" WHERE type = \'GPU\') AND dst_agent_id IN (SELECT id FROM "{agents}" WHERE type = \'GPU\')')
    db.commit()
    db.execute('VACUUM INTO ?', (without,))
    db.close()
    chosen = random.choice([g for g, in rows(attached(path), "SELECT DISTINCT gpu FROM kernels ORDER BY 1")])
    agents = [a for a, in rows(attached(path), 'SELECT id FROM rocpd_info_agent WHERE gpu = ?', chosen)]
    db = sqlite3.connect(without)
    marks = ', '.join(map(str, agents))
    for base, condition in (('rocpd_kernel_dispatch', f'agent_id NOT IN ({marks})'), ('rocpd_memory_copy', f'dst_agent_id NOT IN ({marks}) AND src_agent_id NOT IN ({marks})'),
                            ('rocpd_memory_allocate', f"agent_id IS NOT NULL AND agent_id NOT IN ({marks})"), ('rocpd_graph_launch', f'agent_id NOT IN ({marks})')):
        for table in tables(db, base):
            if base == 'rocpd_kernel_dispatch':
                events = table.replace(base, 'rocpd_pmc_event')
                db.execute(f'DELETE FROM "{events}" WHERE event_id IN (SELECT event_id FROM "{table}" WHERE {condition})')
            db.execute(f'DELETE FROM "{table}" WHERE {condition}')
    db.commit()
    db.close()
    a, b = filtered([path], gpu=chosen), attached(without)
    for what, sql in OF_GPUS.items():
        same(f'{chosen} of {style}: {what}', a, b, sql)
    whole = attached(path)
    for what in ('gaps', 'launches', 'kernels', 'range_kernels', 'copies'):
        where = "src_agent_id IN ({0}) OR dst_agent_id IN ({0})" if what == 'copies' else 'agent_id IN ({0})'
        same(f'{chosen} of {style}: {what} as WHERE has it', a, whole, f'SELECT * FROM {what}', f'SELECT * FROM {what} WHERE ' + where.format(marks))
    for what in ('idle_summary', 'gpu_time', 'gap_histogram'):
        columns = ', '.join(f'"{n}"' for n, in rows(whole, 'SELECT name FROM pragma_table_info(?)', what) if n not in ('share',))
        same(f'{chosen} of {style}: {what} as WHERE has it', a, whole, f"SELECT {columns} FROM {what} WHERE agent_id IN ({marks})")

# A copy between two GPUs takes time of the chosen one only, in each table about GPUs. Kernels 1000..1100 of GPU 0 and 1200..1300 of GPU 1, a copy 1150..1180.
path = generate('peer.db', '--seed', '3')
db = sqlite3.connect(path)
(kernels,), (copies,), (agents,) = (tables(db, t) for t in ('rocpd_kernel_dispatch', 'rocpd_memory_copy', 'rocpd_info_agent'))
gpu = [i for i, in db.execute(f'SELECT id FROM "{agents}" WHERE type = \'GPU\' ORDER BY absolute_index LIMIT 2')]
for table in (kernels, copies):
    first = db.execute(f'SELECT min(id) FROM "{table}"').fetchone()[0]
    db.execute(f'DELETE FROM "{table}" WHERE id > ?', (first + (table == kernels),))
db.execute(f'UPDATE "{kernels}" SET start = 1000, "end" = 1100, agent_id = ? WHERE id = (SELECT min(id) FROM "{kernels}")', (gpu[0],))
db.execute(f'UPDATE "{kernels}" SET start = 1200, "end" = 1300, agent_id = ? WHERE id = (SELECT max(id) FROM "{kernels}")', (gpu[1],))
db.execute(f'UPDATE "{copies}" SET start = 1150, "end" = 1180, src_agent_id = ?, dst_agent_id = ?', (gpu[1], gpu[0]))
db.commit()
db.close()
TIMES = "SELECT gpu, kernel_ns, copy_ns, idle_ns FROM gpu_time('device') WHERE start IS NOT NULL ORDER BY 1"
check('copy between GPUs: both', rows(attached(path), TIMES), [('GPU 0', 100, 30, 50), ('GPU 1', 100, 30, 20)])
for number, wanted in ((0, [('GPU 0', 100, 30, 50)]), (1, [('GPU 1', 100, 30, 20)])):
    db = filtered([path], gpu=number)
    check(f'copy between GPUs: GPU {number}', rows(db, TIMES), wanted)
    check('... busy', rows(db, "SELECT gpu, GpuTime FROM busy WHERE type = 'GPU'"), [(f'GPU {number}', 130)])
    check('... gaps', rows(db, 'SELECT gpu, duration_ns FROM gaps'), [(f'GPU {number}', wanted[0][3])])
    check('... top_by', rows(db, "SELECT name, total_ns FROM top_by('device')"), [(f'GPU {number}', 130)])
    check('... the row is as it was', rows(db, 'SELECT src_gpu, dst_gpu FROM memory_copies'), [('GPU 1', 'GPU 0')])
    value(db, 'SELECT rocpd_window(1160, 1250, 0)')
    check('... in a window', rows(db, "SELECT gpu, kernel_ns, copy_ns FROM gpu_time('device') WHERE start IS NOT NULL"), [(f'GPU {number}', 50 * number, 20)])

# ---- kernels and streams

def having(of, name):
    return f"({' OR '.join(f'{name} GLOB {p!r} OR rocpd_demangle({name}) GLOB {p!r} OR rocpd_short_name({name}) GLOB {p!r}' for p in of)})"


for number in range(3):
    path = random_databases(number, 'busy')
    whole = attached(*path)
    names = [n for n, in rows(whole, 'SELECT DISTINCT rocpd_short_name(name) FROM kernels')]
    patterns = random.sample(names, 1) + [random.choice(names)[:3] + '*']
    a = filtered(path, kernel=patterns)
    where = having(patterns, 'name')
    columns = ', '.join(f'"{n}"' for n, in rows(whole, "SELECT name FROM pragma_table_xinfo('kernels') WHERE name NOT IN ('path')"))
    same(f'kernels {patterns}: rows', a, whole, f'SELECT {columns} FROM kernels', f'SELECT {columns} FROM kernels WHERE {where}')
    same('... dispatches', a, whole, 'SELECT * FROM rocpd_kernel_dispatch', f'SELECT * FROM rocpd_kernel_dispatch WHERE (guid, id) IN (SELECT guid, id FROM kernels WHERE {where})')
    same('... launches', a, whole, 'SELECT * FROM launches', f"SELECT * FROM launches WHERE {having(patterns, 'kernel')}")
    same('... launch_summary, with what could be saved', a, whole, 'SELECT * FROM launch_summary', f"SELECT * FROM launch_summary WHERE {having(patterns, 'kernel')}")
    check('... equal ones in order of their names', rows(a, 'SELECT kernel, call FROM launch_summary'),
          rows(a, 'SELECT kernel, call FROM launch_summary ORDER BY saved_ns DESC, total_ns DESC, kernel, call'))
    same('... top_kernels', a, whole, 'SELECT name, total_calls, total_ns, min_ns, max_ns FROM top_kernels',
         f'SELECT name, count(*), sum(duration), min(duration), max(duration) FROM kernels WHERE {where} GROUP BY name')
    same('... shares of them', a, whole, 'SELECT name, round(percentage, 6) FROM top_kernels',
         f'SELECT name, round(100.0 * sum(duration) / (SELECT sum(duration) FROM kernels WHERE {where}), 6) FROM kernels WHERE {where} GROUP BY name')
    same('... range_kernels', a, whole, 'SELECT * FROM range_kernels', f"SELECT * FROM range_kernels WHERE {having(patterns, 'kernel')}")
    same('... histogram', a, whole, "SELECT name, sum(calls) FROM histogram WHERE by = 'kernel' GROUP BY 1", f'SELECT name, count(*) FROM kernels WHERE {where} GROUP BY 1')
    left = f'SELECT guid, event_id FROM kernels WHERE NOT {where}'
    for table, column in (('rocpd_event', 'id'), ('rocpd_arg', 'event_id'), ('pmc_events', 'event_id'), ('events_args', 'event_id')):
        same(f'... {table}', a, whole, f'SELECT guid, * FROM {table}', f'SELECT guid, * FROM {table} WHERE {column} IS NULL OR (guid, {column}) NOT IN ({left})')
    for table in ('regions', 'memory_copies', 'memory_allocations', 'samples', 'sources'):
        same(f'... {table}: all', a, whole, f'SELECT * FROM {table}')
    value(a, "SELECT rocpd_window('20%', '70%', 0)")
    value(whole, "SELECT rocpd_window('20%', '70%', 0)")
    same('... in a window', a, whole, 'SELECT id, start FROM kernels', f'SELECT id, start FROM kernels WHERE {where}')
    same('... launch_summary in a window', a, whole, 'SELECT * FROM launch_summary', f"SELECT * FROM launch_summary WHERE {having(patterns, 'kernel')}")
    value(whole, 'SELECT rocpd_window()')
    stream = value(whole, 'SELECT stream_id FROM kernels WHERE stream_id IS NOT NULL ORDER BY 1 LIMIT 1')
    a = filtered(path, stream=stream)
    for table in ('kernels', 'memory_copies', 'hip_events', 'barriers'):
        same(f'stream {stream}: {table}', a, whole, f'SELECT * FROM {table}', f'SELECT * FROM {table} WHERE stream_id = {stream}')
    same('... launches', a, whole, 'SELECT * FROM launches', f'SELECT * FROM launches WHERE stream_id = {stream}')
    same('... copies', a, whole, 'SELECT * FROM copies', f'SELECT * FROM copies WHERE stream_id = {stream}')
    columns = ', '.join(f'"{n}"' for n, in rows(whole, "SELECT name FROM pragma_table_info('gpu_time')"))
    same("... gpu_time('stream')", a, whole, f"SELECT {columns} FROM gpu_time('stream')", f"SELECT {columns} FROM gpu_time('stream') WHERE stream_id = {stream}")
    same('... by name', filtered(path, stream=value(whole, 'SELECT stream FROM kernels WHERE stream_id = ? LIMIT 1', stream)), whole, 'SELECT id FROM kernels',
         f'SELECT id FROM kernels WHERE stream = (SELECT stream FROM kernels WHERE stream_id = {stream} LIMIT 1)')

# ---- which tables are refused: as the page says

takes = {}
for line in page.splitlines():
    cells = [c.strip() for c in line.strip('|').split('|')]
    if line.startswith('| `') and len(cells) == 4:
        for table in re.findall('`([a-z_]+)`', cells[0]):
            takes[table] = [not c.startswith('refused') and 'else refused' not in c for c in cells[1:]]
path = random_databases(2, 'busy')
name = value(attached(*path), 'SELECT name FROM kernels LIMIT 1').replace('[', '[[]')
PLAIN = re.compile('rocpd_|regions|region_args|samples|sample_regions|regions_and_samples|markers|processes|threads|code_objects|kernel_symbols|pmc_info|stream_args|kernel_args|metrics|stacks|frames|modules|aggregated')
for at, (key, wanted) in enumerate((('gpu', 0), ('kernel', name), ('stream', 1))):
    a = filtered(path, **{key: wanted})
    wrong = []
    for table in [t for t, in rows(load(), "SELECT name FROM sqlite_temp_master WHERE type IN ('table', 'view')")]:
        expected = takes.get(table, [bool(PLAIN.match(table))] * 3)[at]
        got = rows(a, f'SELECT * FROM "{table}"' + ("('a', 'b')" if table == 'diff' else '') + ' LIMIT 3')
        refused = isinstance(got, str) and 'rocpd_filter() leaves some out' in got
        if refused == expected or (isinstance(got, str) and not refused and table != 'diff'):
            wrong.append((table, got))
    check(f'exactly the tables of the help page accept a filter by {key}', wrong, [])

# ---- the function

db = attached(*chunks)
check('the returned matches', json.loads(value(db, "SELECT rocpd_filter('{\"gpu\":[0,\"GPU 2\"],\"pid\":[503,501]}')"))['pid'], [501, 503])
before = rows(db, 'SELECT count(*), sum(duration) FROM kernels')
ERRORS = {
    '{"pid":7}': 'rocpd_filter: pid 7 matches nothing (processes: 500, 501, 502, 503)', '{"rank":1}': 'rocpd_filter: rank 1 matches nothing (ranks: 4, 5, 6, 7)',
    '{"kernel":"none*"}': 'rocpd_filter: kernel none* matches nothing (kernels: ', '{"gpu":[0,9]}': 'rocpd_filter: gpu 9 matches nothing (GPUs: ', '{"gpus":0}': 'unknown option "gpus" (known: allow_empty, gpu, kernel, pid, rank, stream)',
    '{"gpu":[]}': 'option gpu: the array is empty', '{"gpu":""}': 'option gpu: expected text, an integer or an array of these, found an empty text', '{"pid":"a"}': 'option pid: expected an array of integers, found a',
    '{"kernel":true}': 'option kernel: expected text, an integer or an array of these, found true', 'x': 'rocpd_filter: '}
for text, wanted in ERRORS.items():
    got = rows(db, 'SELECT rocpd_filter(?)', text)
    check(f'{text}: an error', wanted in str(got) and isinstance(got, str) or got, True)
check('... and the filter stays', rows(db, 'SELECT count(*), sum(duration) FROM kernels'), before)
cursor = db.execute('SELECT name FROM kernels')
cursor.fetchone()
check('while another statement reads', 'another statement' in str(rows(db, 'SELECT rocpd_filter(NULL)')), True)
cursor.close()
check('removing the filter', rows(db, 'SELECT rocpd_filter(NULL)'), [(None,)])
check('... gives all rows', rows(db, 'SELECT count(*) FROM kernels') == rows(attached(*chunks), 'SELECT count(*) FROM kernels'), True)
check('allow_empty', rows(db, "SELECT rocpd_filter('{\"pid\":7,\"allow_empty\":true}')") + rows(db, 'SELECT count(*) FROM kernels') + rows(db, 'SELECT count(*) FROM sources'), [('{"pid":[]}',), (0,), (0,)])
value(db, 'SELECT rocpd_filter(NULL)')
check('an empty object is no filter', rows(db, "SELECT rocpd_filter('{}')"), [(None,)])
value(db, "SELECT rocpd_filter('{\"pid\":501}')")
check('rocpd_align before the filter', rows(db, 'SELECT rocpd_align()'), 'OperationalError: rocpd_align: it needs all processes, and rocpd_filter() leaves some out')
check('a table with a path', rows(db, 'SELECT count(*) FROM kernels(?)', chunks[0]), [(0,)])
check('files attached later', (value(db, 'SELECT rocpd_detach(?)', chunks[1]), value(db, 'SELECT count(*) FROM kernels'), value(db, 'SELECT rocpd_attach(?)', chunks[1]), value(db, 'SELECT count(*) > 0 FROM kernels')), (1, 0, 1, 1))
finish()
