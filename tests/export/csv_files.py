#!/usr/bin/python3
"""rocpd_export_csv against the tables, of all kinds of sources: each field of each row, and the rows' order.

    csv_files.py ROCPD_SO FOLDER [TRACE]

FOLDER has made/*.rocz, and gets generated databases. TRACE is a folder of the collector's files.
"""
import csv
import glob
import json
import math
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading

from common import FOLDER, HERE, SO, check, finish, loaded

GEN = os.path.join(HERE, '..', 'helper', 'rocpd_gen.py')
SAMPLES = os.path.join(HERE, '..', 'data', 'rocprofv3_csv')
TRACE = sys.argv[3] if len(sys.argv) > 3 else None
csv.field_size_limit(1 << 28)

# ---- expected files, from the tables


def agent(prefix=''):
    """"Agent 1", as numbered by default."""
    index = f'coalesce({prefix}agent_log_index, {prefix}agent_abs_index)'
    return f"coalesce('Agent ' || {index}, '')"


def address(column):
    return f"CASE WHEN {column} IS NOT NULL THEN printf('0x%016x', {column}) END"


CALLS = '''SELECT category AS Domain,
    coalesce(CASE WHEN category LIKE 'MARKER%' OR category = 'rocm_marker_api' THEN CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END END, name) AS Function,
    pid AS Process_Id, tid AS Thread_Id, stack_id AS Correlation_Id, {start} AS Start_Timestamp, {end} AS End_Timestamp, guid AS Guid,
    {duration} AS Duration, {result} AS Result FROM {table}'''
CALLS = (CALLS.format(start='start', end='"end"', duration='duration', result='result', table='regions') + ' UNION ALL ' +
         CALLS.format(start='timestamp', end='timestamp', duration='CASE WHEN timestamp IS NOT NULL THEN 0 END', result='NULL', table='samples'))
COUNTER = f'''stack_id AS Correlation_Id, dispatch_id AS Dispatch_Id, {agent()} AS Agent_Id, queue_id AS Queue_Id, pid AS Process_Id, tid AS Thread_Id,
    grid_size AS Grid_Size, kernel_id AS Kernel_Id, kernel_name AS Kernel_Name, workgroup_size AS Workgroup_Size, lds_block_size AS LDS_Block_Size,
    scratch_size AS Scratch_Size, vgpr_count AS VGPR_Count, accum_vgpr_count AS Accum_VGPR_Count, sgpr_count AS SGPR_Count, counter_name AS Counter_Name,
    value AS Counter_Value'''
TABLES = {
    'kernel_trace': f'''SELECT category AS Kind, {agent()} AS Agent_Id, queue_id AS Queue_Id, stream_id AS Stream_Id, tid AS Thread_Id, dispatch_id AS Dispatch_Id,
        kernel_id AS Kernel_Id, name AS Kernel_Name, stack_id AS Correlation_Id, start AS Start_Timestamp, "end" AS End_Timestamp, lds_size AS LDS_Block_Size,
        scratch_size AS Scratch_Size, vgpr_count AS VGPR_Count, accum_vgpr_count AS Accum_VGPR_Count, sgpr_count AS SGPR_Count,
        workgroup_x AS Workgroup_Size_X, workgroup_y AS Workgroup_Size_Y, workgroup_z AS Workgroup_Size_Z, grid_x AS Grid_Size_X, grid_y AS Grid_Size_Y,
        grid_z AS Grid_Size_Z, guid AS Guid, pid AS Process_Id, duration AS Duration, graph_exec_id AS Graph_Exec_Id, graph_node_id AS Graph_Node_Id FROM kernels''',
    'memory_copy_trace': f'''SELECT category AS Kind, name AS Direction, stream_id AS Stream_Id, {agent('src_')} AS Source_Agent_Id,
        {agent('dst_')} AS Destination_Agent_Id, stack_id AS Correlation_Id, start AS Start_Timestamp, "end" AS End_Timestamp, guid AS Guid, pid AS Process_Id,
        tid AS Thread_Id, queue_id AS Queue_Id, duration AS Duration, size AS Bytes, {address('src_address')} AS Source_Address,
        {address('dst_address')} AS Destination_Address, graph_exec_id AS Graph_Exec_Id, graph_node_id AS Graph_Node_Id FROM memory_copies''',
    'memory_allocation_trace': f'''SELECT category AS Kind, 'MEMORY_ALLOCATION_' || CASE level WHEN 'VIRTUAL' THEN 'VMEM_' ELSE '' END ||
        CASE type WHEN 'ALLOC' THEN 'ALLOCATE' ELSE type END AS Operation, {agent()} AS Agent_Id, size AS Allocation_Size, {address('address')} AS Address,
        stack_id AS Correlation_Id, start AS Start_Timestamp, "end" AS End_Timestamp, guid AS Guid, pid AS Process_Id, tid AS Thread_Id, queue_id AS Queue_Id,
        stream_id AS Stream_Id, duration AS Duration FROM memory_allocations WHERE level IS NOT 'SCRATCH' ''',
    'scratch_memory_trace': f'''SELECT category AS Kind, 'SCRATCH_MEMORY_' || operation AS Operation, {agent()} AS Agent_Id, queue_id AS Queue_Id, tid AS Thread_Id,
        alloc_flags AS Alloc_Flags, start AS Start_Timestamp, "end" AS End_Timestamp, guid AS Guid, pid AS Process_Id, size AS Allocation_Size,
        {address('address')} AS Address, stack_id AS Correlation_Id, duration AS Duration FROM scratch_memory''',
    'counter_collection': f'SELECT {COUNTER}, start AS Start_Timestamp, "end" AS End_Timestamp, guid AS Guid, duration AS Duration FROM counters_collection',
    'spm_counter_collection_trace': f'''SELECT {COUNTER}, timestamp AS Timestamp, guid AS Guid, xcc AS Xcc, shader_engine AS Shader_Engine, instance AS Instance
        FROM spm_counters''',
    'hip_event_trace': f'''SELECT category AS Kind, name AS Operation, {agent()} AS Agent_Id, queue_id AS Queue_Id, stream_id AS Stream_Id, tid AS Thread_Id,
        hip_event_handle AS Event_Handle, source_queue_id AS Source_Queue_Id, stack_id AS Correlation_Id, start AS Start_Timestamp, "end" AS End_Timestamp,
        duration AS Duration, guid AS Guid, pid AS Process_Id FROM hip_events''',
    'graph_launch_trace': f'''SELECT 'Graph Launch' AS Kind, {agent()} AS Agent_Id, queue_id AS Queue_Id, tid AS Thread_Id, stack_id AS Correlation_Id,
        start AS Start_Timestamp, "end" AS End_Timestamp, duration AS Duration, graph_exec_id AS Graph_Exec_Id, kernel_dispatch_count AS Kernel_Dispatch_Count,
        guid AS Guid, pid AS Process_Id FROM graph_launches''',
}
PREFIXES = {'HIP_': 'hip_api_trace', 'HSA_': 'hsa_api_trace', 'MARKER': 'marker_api_trace', 'RCCL_': 'rccl_api_trace', 'ROCDECODE_': 'rocdecode_api_trace',
            'ROCJPEG_': 'rocjpeg_api_trace'}
STATS = {'kernel_trace': ('kernel_stats', 'KERNEL_DISPATCH', 'Kernel_Name'), 'memory_copy_trace': ('memory_copy_stats', 'MEMORY_COPY', 'Direction'),
         'memory_allocation_trace': ('memory_allocation_stats', 'MEMORY_ALLOCATION', 'Operation'),
         'scratch_memory_trace': ('scratch_memory_stats', 'SCRATCH_MEMORY', 'Operation'), 'regions_trace': ('regions_stats', 'REGIONS', 'Function'),
         **{f'{d}_api_trace': (f'{d}_api_stats', f'{d.upper()}_API', 'Function') for d in ('hip', 'hsa', 'marker', 'rccl', 'rocdecode', 'rocjpeg')}}


def cleaned(raw):
    """Bytes as text in which each byte that begins no character is U+FFFD."""
    out = ''
    while raw:
        try:
            return out + raw.decode()
        except UnicodeDecodeError as e:
            out += raw[:e.start].decode() + '\ufffd'
            raw = raw[e.start + 1:]
    return out


def real(value):
    """With six decimals, unless that would change the number."""
    text = '%.6f' % value
    return text if float(text) == value else '%.17g' % value


def shown(value):
    return '' if value is None else cleaned(value).replace('\0', '\ufffd') if isinstance(value, bytes) else real(value) if isinstance(value, float) else str(value)


def file_of(category):
    text = (category or b'').decode(errors='replace').upper()
    text = text[5:] if (category or b'').startswith(b'rocm_') else text
    return next((f for p, f in PREFIXES.items() if text.startswith(p)), 'regions_trace')


def expected(db):
    """{file: (columns, rows as bytes and numbers)}"""
    files = {}
    for name, sql in {**TABLES, None: CALLS}.items():
        cursor = db.execute(sql)
        columns = [d[0] for d in cursor.description]
        for row in cursor:
            files.setdefault(name or file_of(row[0]), (columns, []))[1].append(row)
    return files


def place(columns, row):
    """The sort key of rows."""
    at = dict(zip(columns, row))
    start = at.get('Start_Timestamp', at.get('Timestamp'))
    end = at.get('End_Timestamp', start)
    if start is None:
        return at['Guid'] or b'', -math.inf, -(math.inf if end is None else end)
    return at['Guid'] or b'', start, -(math.inf if end is None else max(end, start))


# ---- statistics

def percentage(v):
    return ('%.2f' if v >= 1 else '%.4f' if v >= 0.01 else '%.3e') % v


def statistic(durations, total):
    calls, ended = len(durations), sorted(d for d in durations if d is not None)
    if not ended:
        return [str(calls), '0', '', '', '', '', '']
    n, s = len(ended), sum(ended)
    squares = n * sum(d * d for d in ended) - s * s
    deviation = math.sqrt(squares / (n * (n - 1))) if n > 1 else 0.0
    return [str(calls), str(s), s / n, s * 100 / total if total else 0.0, str(ended[0]), str(ended[-1]), deviation]


def same_statistic(got, want):
    """The last digit of numbers with a decimal point may differ."""
    for i, (g, w) in enumerate(zip(got, want)):
        if isinstance(w, str):
            if g != w:
                return False
        elif not math.isclose(float(g), w, rel_tol=1e-9, abs_tol=6e-7) and not (i == 3 and g == percentage(w)):
            return False
    return len(got) == len(want)


def check_statistics(what, folder, files):
    total, domains = 0, {}
    for name, (columns, rows) in files.items():
        if name not in STATS:
            continue
        stats, domain, key = STATS[name]
        by_name = {}
        at = [columns.index(c) for c in (key, 'Start_Timestamp', 'End_Timestamp')]
        for row in rows:
            text, start, end = (row[i] for i in at)
            by_name.setdefault(shown(text), []).append(None if start is None or end is None else max(end - start, 0))
        whole = sum(d or 0 for of in by_name.values() for d in of)
        header, got = read(folder, stats)
        check(f'{what} {stats} header', header == sample('hip_api_stats')[0], header)
        check(f'{what} {stats} names', sorted(r[0] for r in got) == sorted(by_name), (sorted(r[0] for r in got), sorted(by_name)) if len(by_name) < 20 else '')
        sums = [int(r[2]) for r in got]
        check(f'{what} {stats} longest first', sums == sorted(sums, reverse=True))
        for row in got:
            want = statistic(by_name.get(row[0], []), whole)
            if not same_statistic(row[1:], want):
                check(f'{what} {stats} {row[0][:50]}', False, (row, want))
        domains[domain] = [d for of in by_name.values() for d in of]
        total += whole
    if domains:
        header, got = read(folder, 'domain_stats')
        check(f'{what} domain_stats', header == sample('hip_domain_stats')[0] and sorted(r[0] for r in got) == sorted(domains), got)
        for row in got:
            check(f'{what} domain_stats {row[0]}', same_statistic(row[1:], statistic(domains[row[0]], total)), (row, statistic(domains[row[0]], total)))


# ---- files

def read(folder, name, prefix='out'):
    with open(os.path.join(folder, f'{prefix}_{name}.csv'), newline='', encoding='utf-8') as f:
        rows = list(csv.reader(f, strict=True))
    return rows[0], rows[1:]


def sample(name):
    with open(os.path.join(SAMPLES, f'{name}.csv'), newline='') as f:
        rows = list(csv.reader(f))
    return rows[0], rows[1:]


OF_SAMPLE = {'kernel_trace': 'kernel_trace', 'hip_api_trace': 'hip_trace', 'hsa_api_trace': 'hip_trace', 'regions_trace': 'hip_trace', 'marker_api_trace': 'marker_api_trace',
             'memory_copy_trace': 'memory_copy_trace', 'memory_allocation_trace': 'memory_allocation_trace', 'scratch_memory_trace': 'scratch_memory_trace',
             'counter_collection': 'counter_collection'}
number = 0
seen = {}


def export(db, options=None, folder=None):
    global number
    number += 1
    folder = folder or os.path.join(FOLDER, f'csv{number}')
    return folder, json.loads(db.execute('SELECT rocpd_export_csv(?, ?)', (folder, json.dumps(options or {}))).fetchone()[0])


def compare(what, db, options=None, keep=lambda row: True):
    """An export with the options against the rows of the tables that keep(columns as a dict) accepts."""
    db.text_factory = bytes
    files = {name: (columns, [r for r in rows if keep(dict(zip(columns, r)))]) for name, (columns, rows) in expected(db).items()}
    files = {name: (columns, rows) for name, (columns, rows) in files.items() if rows}
    agents = db.execute('SELECT count(*) FROM rocpd_info_agent').fetchone()[0]
    db.text_factory = str
    folder, result = export(db, options)
    there = {os.path.basename(p)[4:-4] for p in glob.glob(os.path.join(folder, 'out_*.csv'))}
    want = set(files) | {STATS[f][0] for f in files if f in STATS} | ({'domain_stats'} if set(files) & set(STATS) else set()) | ({'agent_info'} if agents else set())
    check(f'{what}: files', there == want and len(os.listdir(folder)) == len(there), there ^ want)
    check(f'{what}: rows', result['files'] == {name: len(rows) for name, (_, rows) in files.items()}, result)
    check(f'{what}: bytes', result['bytes'] == sum(os.path.getsize(p) for p in glob.glob(folder + '/*')), result)
    for name, (columns, rows) in files.items():
        header, got = read(folder, name)
        seen[name] = seen.get(name, 0) + len(got)
        check(f'{what} {name}: header', header == columns, (header, columns))
        if name in OF_SAMPLE:
            upstream = sample(OF_SAMPLE[name])[0]
            check(f"{what} {name}: rocprofv3's header", header[:len(upstream)] == upstream, header)
        rows.sort(key=lambda r: place(columns, r))
        texts = [[shown(v) for v in r] for r in rows]
        places = [place(header, [v.encode() if c == 'Guid' else int(v) if v and 'Timestamp' in c else None for c, v in zip(header, r)]) for r in got]
        check(f'{what} {name}: order', places == sorted(places))
        if sorted(got) != sorted(texts):
            one, other = [r for r in got if r not in texts][:1], [r for r in texts if r not in got][:1]
            check(f'{what} {name}: values', False, f'{len(got)} and {len(texts)} rows: {str(one)[:600]} {str(other)[:600]}')
        else:
            check(f'{what} {name}: values', True)
    if not options:
        check_statistics(what, folder, files)
    shutil.rmtree(folder)
    return result


def generate(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([sys.executable, GEN, path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


# ---- hostile texts and times

HOSTILE = ['"', '""', 'a"b', "it's", 'a,b', 'line\nline', '\r\n', '\r', '\t\x01\x1f\x7f', 'ä€😀', ' lead and trail ', '', ';', '=1+1', '\\', '{"a":"b"}', 'x' * (1 << 20), '"' * 3000]
BYTES = [b'\xff', b'a\x80b', b'\xe2\x82', b'\xed\xa0\x80', b'\xf4\x90\x80\x80"', b'\xc0\xaf', b'nul\0l"', 'é'.encode() + b'\xc3']


def tables_of(db, base):
    return [n for n, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?", (base + '_0*',))] or \
        [n for n, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?", (base + '\\_%',))]


def spoil(path, seed, texts=tuple(HOSTILE + BYTES)):
    """Hostile texts, and times that are equal, missing or reversed."""
    r = random.Random(seed)
    db = sqlite3.connect(path)
    guid = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
    for table, column, share in (('rocpd_string', 'string', 0.2), ('rocpd_info_kernel_symbol', 'display_name', 0.7)):
        for id, in db.execute(f'SELECT id FROM {table}{guid}').fetchall():
            if r.random() < share:
                text = r.choice(texts)
                text = text + str(id) if isinstance(text, str) else text + str(id).encode()
                # Texts may have bytes that are not UTF-8.
                db.execute(f"UPDATE {table}{guid} SET {column} = CAST(? AS TEXT) WHERE id = ?", (text.encode() if isinstance(text, str) else text, id))
    for table in ('rocpd_region', 'rocpd_kernel_dispatch', 'rocpd_memory_copy', 'rocpd_memory_allocate'):
        ids = [i for i, in db.execute(f'SELECT id FROM {table}{guid}')]
        base = db.execute(f'SELECT min(start) FROM {table}{guid}').fetchone()[0]
        for id in ids:
            if r.random() < 0.5:
                start = base + r.randrange(40)
                db.execute(f'UPDATE {table}{guid} SET start = ?, "end" = ? WHERE id = ?', (start, start + r.choice([0, 0, 1, 5, 40, 10**9, -3]), id))
    db.commit()
    db.close()
    return path


def random_choices(name, db, r):
    """Exports with options against an independent filter."""
    db.text_factory = bytes
    low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
    names = [n for n, in db.execute('SELECT DISTINCT name FROM kernels UNION SELECT DISTINCT name FROM regions')]
    db.text_factory = str
    if low is None:
        return
    start, end = sorted((r.randint(low, high), r.randint(low, high)))

    def times(row):
        s = row.get('Start_Timestamp', row.get('Timestamp'))
        return s, row.get('End_Timestamp', s)

    def in_time(row):
        s, e = times(row)
        return s is not None and s <= end + 1 and (e is None or e >= start)
    compare(f'{name}: a window', db, {'start': start, 'end': end + 1}, in_time)
    least = r.choice([1, 100, 5000])

    def long(row):
        s, e = times(row)
        return s is not None and (e is None or max(e - s, 0) >= least)
    compare(f'{name}: of a length', db, {'min_duration_ns': least}, long)
    pids = [p for p, in db.execute('SELECT DISTINCT pid FROM kernels')]
    pid = r.choice(pids)
    compare(f'{name}: of a process', db, {'processes': [pid]}, lambda row: row['Process_Id'] == pid if 'Process_Id' in row else True)
    compare(f'{name}: of no process', db, {'processes': [-5]}, lambda row: False)
    compare(f'{name}: of a category', db, {'categories': ['HIP_[RC]*', 'MARKER*']}, lambda row: (row.get('Domain') or b'').startswith((b'HIP_R', b'HIP_C', b'MARKER')))


# ---- all

def main():
    r = random.Random(5)
    check('percentages are those of the sample', all(percentage(int(row[2]) * 100 / sum(int(x[2]) for x in sample('hip_api_stats')[1])) == row[4] for row in sample('hip_api_stats')[1]))
    check('averages and zeros, too', all('%.6f' % (int(row[2]) / int(row[1])) == row[3] and (row[7] == '0.00000000e+00') == (row[1] == '1') for row in sample('hip_api_stats')[1]))
    data = os.path.join(HERE, '..', 'data')
    sources = {
        'generated': [generate('a.db')], 'later': [generate('b.db', '--version', '3.0.5', '--seed', '2', '--scale', '3')],
        'holes': [generate('c.db', '--holes', '--seed', '3')], 'rocprof-sys': [generate('d.db', '--style', 'sys', '--seed', '4')],
        'sets': [generate('e.db', '--sets', '3', '--seed', '5')], 'genuine': [os.path.join(data, 'heliosr_146104_results.db')],
        'rpd': [os.path.join(data, 'rpd', 'matmul_result.rpd')], 'rtg': [os.path.join(data, 'rtg', c) for c in ('case1', 'case2b', 'case3', 'case5')],
        'chunk files': [os.path.join(FOLDER, 'made')],
        'all': [os.path.join(FOLDER, f) for f in ('a.db', 'b.db', 'e.db', 'made')] + [os.path.join(data, 'rpd', 'matmul_result.rpd')],
    }
    if TRACE:
        sources['collector'] = [TRACE]
    # Enough rows for several slices; in one of them half of the rows start at the same time.
    sources['slices'] = [os.path.join(FOLDER, 'long.rocz')]
    sources['ties'] = [spoil(generate('t.db', '--bulk', '30000'), 7, HOSTILE[:8])]
    for i in range(3):
        sources[f'hostile {i}'] = [spoil(generate(f'h{i}.db', '--version', '3.0.5', '--seed', str(20 + i)), i)]
    for name, paths in sources.items():
        db = loaded(*paths)
        result = compare(name, db)
        events = db.execute('SELECT (SELECT count(*) FROM kernels) + (SELECT count(*) FROM regions) + (SELECT count(*) FROM memory_copies)').fetchone()[0]
        check(f'{name}: events', result['events'] >= events and sum(result['categories'].values()) >= events, (events, result))
        if name not in ('slices', 'ties'):
            random_choices(name, db, r)
        db.close()
    missing = set(TABLES) | {'hip_api_trace', 'hsa_api_trace', 'marker_api_trace', 'regions_trace'}
    check('every file had rows', not missing - set(seen), missing - set(seen))


def options():
    db = loaded(os.path.join(FOLDER, 'b.db'))
    for index, sql in (('absolute', "'Agent ' || agent_abs_index"), ('relative', "'Agent ' || agent_log_index"), ('type-relative', "agent_type || ' ' || agent_type_index")):
        folder, _ = export(db, {'agent_index': index, 'name': index, 'stats': False})
        header, rows = read(folder, 'kernel_trace', index)
        check(f'agents: {index}', sorted(row[header.index('Agent_Id')] for row in rows) == sorted(a for a, in db.execute(f'SELECT {sql} FROM kernels')))
        check('no statistics', not glob.glob(folder + '/*stats*'))
    folder, _ = export(db, {'name': ''})
    check('no name', os.path.exists(os.path.join(folder, 'kernel_trace.csv')), os.listdir(folder))
    for names in ('full', 'short', 'range'):
        folder, _ = export(db, {'kernel_names': names, 'name': names})
        header, rows = read(folder, 'kernel_trace', names)
        got = sorted(row[header.index('Kernel_Name')] for row in rows)
        path = os.path.join(FOLDER, f'{names}.json')
        db.execute('SELECT rocpd_export_json(?, ?)', (path, json.dumps({'kernel_names': names})))
        with open(path) as f:
            want = sorted(e['name'] for e in json.load(f)['traceEvents'] if e.get('cat') == 'KERNEL_DISPATCH' and e['ph'] in 'XB')
        check(f'names of kernels: {names}', got == want and len(got) > 100, (len(got), got[:1], want[:1]))
        if names == 'short':
            check('short names', got == sorted(n for n, in db.execute('SELECT rocpd_short_name(name) FROM kernels')))
        header, stats = read(folder, 'kernel_stats', names)
        check(f'names in statistics: {names}', sorted(r[0] for r in stats) == sorted(set(got)))
    for bad in ({'name': 'a/b'}, {'name': '..'}, {'name': 3}, {'agent_index': 'first'}, {'stats': 1}, {'args': True}):
        try:
            export(db, bad)
            check(f'{bad} is refused', False)
        except sqlite3.Error as e:
            check(f'{bad} is refused', next(iter(bad)) in str(e), e)
    # Agents as written by rocprofv3.
    db = loaded(os.path.join(HERE, '..', 'data', 'heliosr_146104_results.db'))
    folder, _ = export(db)
    header, rows = read(folder, 'agent_info')
    for row, (text, kind) in zip(rows, db.execute('SELECT extdata, type FROM rocpd_info_agent')):
        agent_, got = json.loads(text), dict(zip(header, row))
        check('an agent', got['Agent_Type'] == kind and got['Name'] == agent_['name'] and all(
            got[h] == str(agent_[h.lower()]) for h in header if isinstance(agent_.get(h.lower()), int)), got)
        check('its dimensions', [got[f'Grid_Max_Dim_{c}'] for c in 'XYZ'] == [str(agent_['grid_max_dim'][c]) for c in 'xyz'], got)
        check('its versions', int(got['Fw_Version']) & 0x3ff == agent_['fw_version']['uCode'] and int(got['Sdma_Fw_Version']) & 0x3ff == agent_['sdma_fw_version']['uCodeSDMA'])
        check('its capability', int(got['Capability']) >> 29 & 1 == agent_['capability']['DebugSupportedFirmware'] and
              int(got['Capability']) >> 22 & 15 == agent_['capability']['ASICRevision'] and int(got['Capability']) >> 8 & 15 == agent_['capability']['WatchPointsTotalBits'], got)
    check('all agents', len(rows) == db.execute('SELECT count(*) FROM rocpd_info_agent').fetchone()[0])


def failures():
    path = os.path.join(FOLDER, 'made')
    folder = os.path.join(FOLDER, 'target')
    os.mkdir(folder)
    open(os.path.join(folder, 'mine.txt'), 'w').write('mine')
    db = loaded(path)
    export(db, folder=folder)
    files = sorted(os.listdir(folder))
    check('beside other files', 'mine.txt' in files and 'out_kernel_trace.csv' in files)

    def refused(what, expect, options=None, target=folder):
        before = {f: os.path.getsize(os.path.join(folder, f)) for f in os.listdir(folder)}, sorted(os.listdir(FOLDER))
        try:
            export(db, options, target)
            check(what, False)
        except sqlite3.Error as e:
            check(what, expect in str(e), e)
        check(f'{what}: all is as it was', ({f: os.path.getsize(os.path.join(folder, f)) for f in os.listdir(folder)}, sorted(os.listdir(FOLDER))) == before)
    refused('files that are there', 'overwrite')
    export(db, {'overwrite': True}, folder)
    check('with overwrite they are replaced', sorted(os.listdir(folder)) == files)
    refused('a file where the folder is to be', 'is a file', target=os.path.join(folder, 'mine.txt'))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200000, hard))
    refused('a limit on the size of files', 'write failed', {'overwrite': True})
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    stop = threading.Event()

    def interrupt():
        while not stop.wait(0.0005):
            db.interrupt()
    thread = threading.Thread(target=interrupt)
    thread.start()
    refused('an interrupt', 'interrupted', {'overwrite': True})
    stop.set()
    thread.join()
    check('and then it is done', export(db, {'overwrite': True}, folder)[1]['files']['kernel_trace'] > 0)


main()
options()
failures()
finish()
