#!/usr/bin/python3
"""Writes databases as rocprofv3 does, with every kind of record.

    rocpd_gen.py OUT.db [option ...]

The tables and views are those of a genuine database (tests/data/heliosr_146104_results.db,
see tests/data/README.md), renamed to the new file's id; what later schema versions add is
put into them here. Rows are made up, the same ones for the same --seed
(but for --bulk).

  --seed N          (1)           --guid TEXT     (from the seed)
  --pid N --host NAME --machine ID --boot NS      who and when
  --scale N         (1)   rows of every kind, times N
  --version 3.0.V   (3.0.0)       --wal           leave it in WAL mode
  --style sys       ids and categories as rocprofiler-systems writes them
  --sets N          (1)   sets of tables in one file, as `rocpd merge` makes them
  --holes           rows whose links are NULL or lead nowhere
  --launcher        rank variables in the process's environment
  --bulk N          instead: N events of calls, kernels and copies, quickly
  --files N         N files OUT.1.db, OUT.2.db, ... with the seeds that follow
"""
import argparse
import json
import os
import random
import sqlite3

HERE = os.path.dirname(os.path.abspath(__file__))
GENUINE = os.path.join(HERE, '..', 'data', 'heliosr_146104_results.db')


# ---- tables and views ----

def genuine_schema():
    db = sqlite3.connect(f'file:{GENUINE}?mode=ro', uri=True)
    uuid = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
    guid = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'guid'").fetchone()[0]
    rows = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid").fetchall()
    db.close()
    return uuid, guid, rows


def after(sql, anchor, text):
    """sql with text after the first line that holds the anchor."""
    lines = sql.split('\n')
    for i, line in enumerate(lines):
        if anchor in line:
            return '\n'.join(lines[:i + 1] + [text] + lines[i + 1:])
    raise ValueError(f'{anchor} is not in {sql[:60]}')


GRAPH_LAUNCH = '''CREATE TABLE `rocpd_graph_launch{u}` ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "guid" TEXT DEFAULT "{g}" NOT NULL,
  "nid" INTEGER NOT NULL, "pid" INTEGER NOT NULL, "tid" INTEGER, "agent_id" INTEGER, "queue_id" INTEGER, "start" BIGINT NOT NULL, "end" BIGINT NOT NULL,
  "graph_exec_id" INTEGER NOT NULL, "kernel_dispatch_count" INTEGER NOT NULL DEFAULT 0, "event_id" INTEGER, "extdata" JSONB DEFAULT "{{}}" NOT NULL)'''
HIP_EVENT = '''CREATE TABLE `rocpd_hip_event{u}` ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "guid" TEXT DEFAULT "{g}" NOT NULL,
  "nid" INTEGER NOT NULL, "pid" INTEGER NOT NULL, "tid" INTEGER, "start" BIGINT NOT NULL, "end" BIGINT NOT NULL, "name_id" INTEGER NOT NULL,
  "agent_id" INTEGER, "queue_id" INTEGER, "stream_id" INTEGER, "hip_event_handle" BIGINT NOT NULL, "source_queue_id" INTEGER, "event_id" INTEGER,
  "extdata" JSONB DEFAULT "{{}}" NOT NULL)'''
AGENT = 'A.absolute_index AS agent_abs_index, A.logical_index AS agent_log_index, A.type_index AS agent_type_index, A.type AS agent_type'
ENDS = '''LEFT JOIN rocpd_info_agent A ON A.id = X.agent_id AND A.guid = X.guid LEFT JOIN rocpd_info_queue Q ON Q.id = X.queue_id AND Q.guid = X.guid
  JOIN rocpd_event E ON E.id = X.event_id AND E.guid = X.guid JOIN rocpd_info_process P ON P.id = X.pid AND P.guid = X.guid
  JOIN rocpd_info_thread T ON T.id = X.tid AND T.guid = X.guid'''
GRAPH_LAUNCHES = f'''CREATE VIEW graph_launches AS SELECT X.id, X.guid, X.nid, P.pid, T.tid, X.agent_id, {AGENT}, X.queue_id, Q.name AS queue,
  'Graph Execution' AS name, X.start, X.end, (X.end - X.start) AS duration, X.graph_exec_id, X.kernel_dispatch_count, X.event_id, E.stack_id,
  E.parent_stack_id, E.correlation_id AS corr_id FROM rocpd_graph_launch X {ENDS}'''
HIP_EVENTS = f'''CREATE VIEW hip_events AS SELECT X.id, X.guid, (SELECT string FROM rocpd_string RS WHERE RS.id = E.category_id AND RS.guid = E.guid) AS category,
  X.nid, P.pid, T.tid, X.start, X.end, (X.end - X.start) AS duration, S.string AS name, X.stream_id, X.queue_id, ST.name AS stream_name, Q.name AS queue_name,
  A.name AS device, {AGENT}, X.hip_event_handle, X.source_queue_id, E.stack_id, E.parent_stack_id, E.correlation_id AS corr_id FROM rocpd_hip_event X
  JOIN rocpd_string S ON S.id = X.name_id AND S.guid = X.guid LEFT JOIN rocpd_info_stream ST ON ST.id = X.stream_id AND ST.guid = X.guid {ENDS}'''


def spm_counters(counters):
    """The 3.0.3 view, from the text of counters_collection: rows as they are, with their sample."""
    columns, tables = counters.split('\nFROM\n    `rocpd_pmc_event`')
    columns = columns[:columns.index('PMC_I.id AS counter_id,')].replace('`counters_collection`', '`spm_counters`').replace('MIN(PMC_E.id) AS id', 'PMC_E.id')
    category = "(SELECT string FROM rocpd_string RS WHERE RS.id = E.category_id AND RS.guid = E.guid) AS category"
    return f'''{columns}PMC_I.id AS counter_id, PMC_E.xcc, PMC_E.shader_engine, PMC_E.instance, PMC_E.value, SA.timestamp, PMC_I.is_constant, PMC_I.is_derived,
    {category}, K.nid, E.extdata, S.code_object_id FROM `rocpd_pmc_event`{tables.split(chr(10) + 'GROUP BY')[0]}
    INNER JOIN `rocpd_sample` SA ON SA.id = PMC_E.sample_id AND SA.guid = PMC_E.guid'''


def schema_for(version):
    """[(type, name, sql)] of a version; table names still carry the genuine id."""
    uuid, guid, rows = genuine_schema()
    minor = int(version.split('.')[2])
    out = []
    for kind, name, sql in rows:
        base = name[:-len(uuid)] if name.endswith(uuid) else name
        if minor >= 1 and kind == 'table' and base in ('rocpd_info_agent', 'rocpd_info_pmc'):
            sql = sql.replace("'CPU', 'GPU'", "'CPU', 'GPU', 'NIC'")
        if minor >= 2 and kind == 'table' and base == 'rocpd_kernel_dispatch':
            sql = after(sql, '"grid_size_z"', '  "graph_exec_id" INTEGER NOT NULL DEFAULT 0, "graph_node_id" INTEGER NOT NULL DEFAULT 0,')
        if minor >= 5 and kind == 'table' and base == 'rocpd_kernel_dispatch':
            sql = after(sql, '"event_id" INTEGER', '  "replay_pass" INTEGER,')
        if minor >= 2 and kind == 'table' and base == 'rocpd_memory_copy':
            sql = after(sql, '"stream_id" INTEGER', '  "graph_exec_id" INTEGER NOT NULL DEFAULT 0, "graph_node_id" INTEGER NOT NULL DEFAULT 0,')
        if minor >= 3 and kind == 'table' and base == 'rocpd_pmc_event':
            sql = after(sql, '"event_id" INTEGER', '  "sample_id" INTEGER,')
            more = ', "shader_array" INTEGER, "wgp" INTEGER' if minor >= 5 else ''
            sql = after(sql, '"value" REAL', f'  "xcc" INTEGER, "shader_engine" INTEGER, "instance" INTEGER{more},')
        if minor >= 3 and kind == 'table' and base == 'rocpd_info_pmc':
            sql = after(sql, '"is_derived" INTEGER', '  "spm_support" INTEGER,')
        if minor >= 2 and name == 'kernels':
            sql = after(sql, 'K.queue_id,', '    K.graph_exec_id, K.graph_node_id,')
            sql = after(sql, 'AS static_scratch_size,', '    K.event_id,')
        if minor >= 2 and name == 'memory_copies':
            sql = after(sql, 'M.queue_id,', '    M.graph_exec_id, M.graph_node_id,')
        if minor >= 3 and name == 'counters_collection':
            spm = spm_counters(sql)
            sql = sql.replace('\nGROUP BY', '\nWHERE\n    PMC_E.sample_id IS NULL\nGROUP BY')
        out.append((kind, name, sql))
        if minor >= 3 and name == 'counters_collection':
            out.append(('view', 'spm_counters', spm))
        if minor >= 2 and base == 'rocpd_memory_allocate' and kind == 'table':
            out.append(('table', 'rocpd_graph_launch' + uuid, GRAPH_LAUNCH.format(u=uuid, g=guid)))
            if minor >= 4:
                out.append(('table', 'rocpd_hip_event' + uuid, HIP_EVENT.format(u=uuid, g=guid)))
        if minor >= 2 and base == 'rocpd_memory_allocate' and kind == 'view':
            out.append(('view', 'rocpd_graph_launch', f'CREATE VIEW `rocpd_graph_launch` AS SELECT * FROM `rocpd_graph_launch{uuid}`'))
            if minor >= 4:
                out.append(('view', 'rocpd_hip_event', f'CREATE VIEW `rocpd_hip_event` AS SELECT * FROM `rocpd_hip_event{uuid}`'))
        if name == 'memory_copies':
            if minor >= 4:
                out.append(('view', 'hip_events', HIP_EVENTS))
            if minor >= 2:
                out.append(('view', 'graph_launches', GRAPH_LAUNCHES))
    return uuid, guid, out


# ---- rows ----

CATEGORIES = ['HIP_RUNTIME_API_EXT', 'HIP_COMPILER_API_EXT', 'HSA_CORE_API', 'MARKER_CORE_RANGE_API', 'KERNEL_DISPATCH', 'MEMORY_COPY',
              'MEMORY_ALLOCATION', 'SCRATCH_MEMORY', 'RCCL_API']
SYS_CATEGORIES = ['rocm_hip_api', 'host', 'rocm_hsa_api', 'rocm_marker_api', 'rocm_kernel_dispatch', 'rocm_memory_copy', 'user', 'amd_smi', 'rocm_rccl_api']
CALLS = ['hipLaunchKernel', '__hipPushCallConfiguration', 'hsa_signal_create', 'roctxThreadRangeA', 'hipMemcpyAsync', 'hipMalloc', 'hipFree',
         'hipStreamSynchronize', 'ncclAllReduce']
COPIES = ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST', 'MEMORY_COPY_DEVICE_TO_DEVICE', 'MEMORY_COPY_HOST_TO_HOST']


class Set:
    """One set of tables, filled with the rows of one process."""

    def __init__(self, db, options, number):
        self.db, self.o, self.r = db, options, random.Random(options.seed * 1000 + number)
        self.minor = int(options.version.split('.')[2])
        self.guid = options.guid or f'{options.seed:08x}-{number:04x}-7{number:03x}-8888-{options.seed * 7919 + number:012x}'
        if options.style == 'sys':
            self.guid = self.guid.replace('-', '')
        self.uuid = '_' + self.guid.replace('-', '_')
        self.pid = options.pid + 10 * number
        self.events, self.strings = 0, {}
        self.boot = options.boot

    def insert(self, table, rows):
        rows = list(rows)
        if not rows:
            return
        keys = list(rows[0])
        sql = f'INSERT INTO "{table}{self.uuid}"({", ".join(chr(34) + k + chr(34) for k in keys)}) VALUES ({", ".join("?" * len(keys))})'
        self.db.executemany(sql, ([row[k] for k in keys] for row in rows))

    def string(self, text):
        if text not in self.strings:
            self.strings[text] = len(self.strings) + 1
        return self.strings[text]

    def hole(self, value, bad=None):
        """Sometimes what leads nowhere."""
        return value if not self.o.holes or self.r.random() > 0.1 else bad

    def event(self, category, stack=0, parent=0, corr=0, extdata='{}', call_stack='{}', line_info='{}'):
        self.events += 1
        self.event_rows.append({'id': self.events, 'category_id': self.hole(self.string(category)), 'stack_id': stack, 'parent_stack_id': parent,
                                'correlation_id': corr, 'call_stack': call_stack, 'line_info': line_info, 'extdata': extdata})
        return self.events

    def fill(self):
        self.event_rows = []
        self.category = SYS_CATEGORIES if self.o.style == 'sys' else CATEGORIES
        self.string('')
        self.nid = 1000 + sum(map(ord, self.o.machine)) % 4000000000
        self.info()
        self.regions()
        self.samples()
        self.kernels()
        self.copies()
        self.allocations()
        self.counters()
        self.later()
        self.insert('rocpd_event', self.event_rows)
        self.insert('rocpd_string', [{'id': i, 'string': s} for s, i in self.strings.items()])

    def info(self):
        o, r = self.o, self.r
        who = {'nid': self.nid, 'pid': self.pid}
        tags = [('schema_version', '3' if self.minor == 0 else o.version), ('uuid', self.uuid), ('guid', self.guid)]
        self.insert('rocpd_metadata', [{'tag': t, 'value': v} for t, v in tags])
        self.insert('rocpd_info_node', [{'id': self.nid, 'hash': self.nid * 77 + 5, 'machine_id': o.machine, 'system_name': 'Linux', 'hostname': o.host,
                                         'release': '6.8.0-60-generic', 'version': '#63-Ubuntu SMP', 'hardware_name': 'x86_64', 'domain_name': '(none)'}])
        env = {'HOME': '/root', 'PATH': '/usr/bin:/opt/rocm/bin', 'QUOTE': "it's \"so\""}
        if o.launcher:
            env.update({'OMPI_COMM_WORLD_RANK': str(o.seed % 16), 'OMPI_COMM_WORLD_SIZE': '16'})
        self.insert('rocpd_info_process', [{'id': self.pid, 'nid': self.nid, 'ppid': 1, 'pid': self.pid, 'init': self.boot, 'fini': self.boot + 9 * 10**9,
                                            'start': self.boot, 'end': self.boot + 9 * 10**9, 'command': f'./app --size {o.seed}',
                                            'environment': json.dumps(env), 'extdata': '{"output_format":["rocpd"]}'}])
        self.tids = [self.pid + i for i in range(3)]
        self.insert('rocpd_info_thread', [dict(who, id=t, ppid=1, tid=t, name=None if t == self.pid else f'worker {t - self.pid}', start=None, end=None) for t in self.tids])
        agents = [('CPU', 0, 0, 'AMD EPYC'), ('CPU', 1, 1, 'AMD EPYC'), ('GPU', 2, 0, 'gfx942'), ('GPU', 3, 1, 'gfx942'), ('GPU', 4, 2, 'gfx90a')]
        self.agents = [a[1] for a in agents]
        self.insert('rocpd_info_agent', [dict(who, id=i, type=t, absolute_index=i, logical_index=i, type_index=ti, uuid=29857 if t == 'GPU' else 0, name=n,
                                              model_name='ip discovery' if t == 'GPU' else '', vendor_name='AMD' if t == 'GPU' else 'CPU', product_name=f'{n} product',
                                              user_name=f'{n} product', extdata=json.dumps({'node_id': i, 'cu_count': 304})) for t, i, ti, n in agents])
        self.queues, self.streams = [0, 1, 2, 5], [0, 1, 2, 3]
        self.insert('rocpd_info_queue', [dict(who, id=q, name='Default Queue' if not q else f'Queue {i - 1}') for i, q in enumerate(self.queues)])
        self.insert('rocpd_info_stream', [dict(who, id=s, name='Default Stream' if not s else f'Stream {s - 1}') for s in self.streams])
        self.insert('rocpd_info_code_object', [dict(who, id=i, agent_id=2 + i % 3, uri=f'file:///app{i}.so#offset=4096&size=9000', load_base=0x7f0000000000 + i * 65536,
                                                    load_size=65536, load_delta=0x7f0000000000 + i * 65536, storage_type=[None, 'FILE', 'MEMORY'][i % 3] if self.minor else None,
                                                    extdata=json.dumps({'size': 96, 'code_object_id': i, 'storage_type': 1 + i % 2, 'memory_base': 0, 'memory_size': 9000}))
                                               for i in range(1, 4)])
        self.symbols = range(1, 21)
        rows = []
        for i in self.symbols:
            shown = f'void axpy_{i}<float, {i}>(float*, int)' if i % 4 else 'Cijk_Ailk_Bljk_SB_MT64x64x16'
            rows.append(dict(who, id=i, code_object_id=1 + i % 3, kernel_name=f'_Z6axpy_{i}IfLi{i}EEvPfi.kd', display_name=shown, kernel_object=0x7f1000000000 + i * 64,
                             kernarg_segment_size=16 + i, kernarg_segment_alignment=16, group_segment_size=i * 256, private_segment_size=i % 3 * 16,
                             sgpr_count=32 + i, arch_vgpr_count=16 + i, accum_vgpr_count=i % 5 * 4,
                             extdata=json.dumps({'size': 152, 'kernel_id': i, 'code_object_id': 1 + i % 3, 'kernel_code_entry_byte_offset': 4096, 'formatted_kernel_name': shown,
                                                 'demangled_kernel_name': shown + ' [clone .kd]', 'truncated_kernel_name': f'axpy_{i}',
                                                 'kernel_address': {'handle': 0x7f1000001000 + i * 64}})))
        self.insert('rocpd_info_kernel_symbol', rows)
        counters = ['SQ_WAVES', 'SQ_INSTS_VALU', 'GRBM_COUNT']
        rows = []
        for a in (2, 3, 4):
            for n, c in enumerate(counters):
                row = dict(who, id=a * 100 + n, agent_id=a, target_arch='GPU', event_code=n, instance_id=0, name=c, symbol=c, description=f'{c} of all shaders',
                           long_description='', component='rocm', units='', value_type='ABS', block='SQ', expression='' if n else 'reduce(SQ_WAVES,sum)', is_constant=0,
                           is_derived=n % 2)
                if self.minor >= 3:
                    row['spm_support'] = n % 2
                rows.append(row)
        self.insert('rocpd_info_pmc', rows)

    def regions(self):
        r, rows, args = self.r, [], []
        self.calls = []
        time, stack = self.boot + 10**6, 0
        for i in range(300 * self.o.scale):
            stack += 1 + (r.random() < 0.2)
            call = r.randrange(len(CALLS))
            category = self.category[{0: 0, 1: 1, 2: 2, 3: 3, 8: 8}.get(call, 0)]
            start, end = time, time + r.randrange(200, 30000)
            time += r.randrange(100, 20000)
            message = f'step {i % 7}; "quoted" \\ back\u00e9' if call == 3 else None
            stack_json = json.dumps({'name': 'main', 'pc': '0x401000', 'file': 'app.cpp'}) if self.o.style == 'sys' else '{}'
            event = self.event(category, stack, self.calls[-1][0] if self.calls and r.random() < 0.3 else 0, r.choice([0, 0, 7, stack]),
                               json.dumps({'message': message}, ensure_ascii=False) if message else '{}', stack_json,
                               json.dumps({'line_address': '0x401004'}) if self.o.style == 'sys' else '{}')
            self.calls.append((stack, end))
            rows.append({'id': stack, 'nid': self.nid, 'pid': self.pid, 'tid': self.hole(r.choice(self.tids), 99999999), 'start': start, 'end': end,
                         'name_id': self.string(CALLS[call]), 'event_id': self.hole(event)})
            for p in range(r.randrange(4)):
                args.append({'event_id': event, 'position': p, 'type': ['void*', 'size_t', 'hipStream_t'][p], 'name': ['ptr', 'sizeBytes', 'stream'][p],
                             'value': self.hole([hex(0x7f00 + i), str(i * 4096), '0x0'][p]), 'extdata': json.dumps({'stream_id': r.choice(self.streams)}) if p == 2 and i % 2 else '{}'})
        self.insert('rocpd_region', rows)
        self.insert('rocpd_arg', args)

    def samples(self):
        r, rows = self.r, []
        tracks = [{'id': i + 1, 'nid': self.nid, 'pid': self.pid, 'tid': t, 'name_id': self.string(n)}
                  for i, (t, n) in enumerate((t, n) for t in self.tids for n in ('roctxMark', 'cpu freq'))]
        self.insert('rocpd_track', tracks)
        for i in range(60 * self.o.scale):
            event = self.event(self.category[3], 0, 0, 0, json.dumps({'message': f'mark {i % 5}'}))
            rows.append({'id': i + 1, 'track_id': self.hole(r.choice(tracks)['id'], 4711), 'timestamp': self.boot + 10**6 + i * 70001, 'event_id': self.hole(event)})
        self.sample_ids = [row['id'] for row in rows]
        self.insert('rocpd_sample', rows)

    def kernels(self):
        r, rows = self.r, []
        self.dispatches = []
        free = dict.fromkeys(self.queues, self.boot)
        for i in range(1, 400 * self.o.scale + 1):
            stack, launched = r.choice(self.calls)
            queue = r.choice(self.queues)
            start = max(free[queue], launched) + r.randrange(500, 9000) - (300 if r.random() < 0.05 else 0)
            end = start + r.choice([0, 1000, 5000, 123456]) + r.randrange(100)
            free[queue] = end
            agent = 2 + queue % 3
            event = self.event(self.category[4], stack, stack)
            row = {'id': i, 'nid': self.nid, 'pid': self.pid, 'tid': self.hole(r.choice(self.tids)), 'agent_id': self.hole(agent, 77), 'kernel_id': self.hole(r.choice(self.symbols), 999),
                   'dispatch_id': i, 'queue_id': self.hole(queue, 1234), 'stream_id': self.hole(r.choice(self.streams), 4321), 'start': start, 'end': end,
                   'private_segment_size': i % 2 * 64, 'group_segment_size': i % 3 * 1024, 'workgroup_size_x': 256, 'workgroup_size_y': 1 + i % 2, 'workgroup_size_z': 1,
                   'grid_size_x': 256 * (1 + i % 9), 'grid_size_y': 1 + i % 2, 'grid_size_z': 1 + i % 3,
                   'region_name_id': self.hole(self.string('' if i % 5 else f'step {i % 7}')), 'event_id': self.hole(event)}
            if self.minor >= 2:
                row.update(graph_exec_id=i % 4 // 3 * 11, graph_node_id=i % 4 // 3 * (i % 10))
            if self.minor >= 5:
                row['replay_pass'] = i % 2
            self.dispatches.append((i, event))
            rows.append(row)
        self.insert('rocpd_kernel_dispatch', rows)

    def copies(self):
        r, rows = self.r, []
        for i in range(80 * self.o.scale):
            stack, start = r.choice(self.calls)
            kind = r.randrange(4)
            gpu, other = r.choice((2, 3, 4)), r.choice((2, 3, 4))
            src, dst = [(0, gpu), (gpu, 0), (gpu, other), (0, 1)][kind]
            event = self.event(self.category[5], stack, stack)
            row = {'id': i + 1, 'nid': self.nid, 'pid': self.pid, 'tid': self.hole(r.choice(self.tids)), 'start': start + 400, 'end': start + 400 + r.randrange(90000),
                   'name_id': self.string(COPIES[kind]), 'dst_agent_id': self.hole(dst), 'dst_address': 0x7f5500000000 + i, 'src_agent_id': self.hole(src),
                   'src_address': None if i % 3 else 0x7f6600000000, 'size': 1 << r.randrange(30), 'queue_id': None, 'stream_id': r.choice(self.streams),
                   'region_name_id': None, 'event_id': self.hole(event)}
            if self.minor >= 2:
                row.update(graph_exec_id=0, graph_node_id=0)
            rows.append(row)
        self.insert('rocpd_memory_copy', rows)

    def allocations(self):
        r, rows = self.r, []
        for i in range(90 * self.o.scale):
            level = ('REAL', 'VIRTUAL', 'SCRATCH')[i % 3]
            free = i % 2
            stack, start = r.choice(self.calls)
            event = self.event(self.category[7 if level == 'SCRATCH' else 6], stack, 0)
            rows.append({'id': i + 1, 'nid': self.nid, 'pid': self.pid, 'tid': self.hole(r.choice(self.tids)), 'agent_id': None if free else r.choice((2, 3, 4)),
                         'type': 'FREE' if free else 'RECLAIM' if level == 'SCRATCH' and i % 4 == 2 else 'ALLOC', 'level': level, 'start': start, 'end': start + r.randrange(9000),
                         'address': 0x7f7700000000 + i // 2 * 4096, 'size': 0 if free else 1 << r.randrange(31), 'queue_id': r.choice(self.queues) if level == 'SCRATCH' else None,
                         'stream_id': r.choice([None] + self.streams), 'event_id': self.hole(event), 'extdata': '{"flags":"%d"}' % (i % 4) if level == 'SCRATCH' else '{}'})
        self.insert('rocpd_memory_allocate', rows)

    def counters(self):
        rows, number = [], 0
        for dispatch, event in self.dispatches[::4]:
            for n in range(3):
                for instance in range(1 + n):
                    number += 1
                    row = {'id': number, 'event_id': event, 'pmc_id': (2 + dispatch % 3) * 100 + n, 'value': float(dispatch * (n + 1)) + instance * 0.25,
                           'extdata': '{}' if number % 3 else None}
                    if self.minor >= 3:
                        row.update(sample_id=self.sample_ids[number % len(self.sample_ids)] if number % 7 == 0 else None, xcc=instance, shader_engine=number % 4, instance=instance)
                    if self.minor >= 5:
                        row.update(shader_array=number % 2, wgp=number % 3)
                    rows.append(row)
        self.insert('rocpd_pmc_event', rows)

    def later(self):
        if self.minor >= 2:
            self.insert('rocpd_graph_launch', [
                {'id': i + 1, 'nid': self.nid, 'pid': self.pid, 'tid': self.tids[0], 'agent_id': 2, 'queue_id': 1, 'start': self.boot + i * 1000, 'end': self.boot + i * 1000 + 900,
                 'graph_exec_id': 11, 'kernel_dispatch_count': 5, 'event_id': self.event('HIP_GRAPH', i + 1, i + 1)} for i in range(10)])
        if self.minor >= 4:
            self.insert('rocpd_hip_event', [
                {'id': i + 1, 'nid': self.nid, 'pid': self.pid, 'tid': self.tids[0], 'start': self.boot + i * 1000, 'end': self.boot + i * 1000 + 10, 'name_id': self.string('hipEventRecord'),
                 'agent_id': 3, 'queue_id': 2, 'stream_id': 1, 'hip_event_handle': 0x55550000 + i, 'source_queue_id': None if i % 2 else 1,
                 'event_id': self.event('HIP_EVENT', i + 1, i + 1)} for i in range(10)])

    def bulk(self, events):
        """events rows of regions, kernels and copies (66, 30 and 4 of 100), made inside SQLite; with --gaps ids and starts rise irregularly."""
        gaps = self.o.gaps

        def number(i):
            return f'(({i}) * 5 + ({i}) * 2654435761 / 128 % 5)' if gaps else i

        self.event_rows = []
        self.category = CATEGORIES
        self.string('')
        self.nid = 4242
        self.info()
        names, symbols = [self.string(f'hipCall{i}') for i in range(40)], len(self.symbols)
        category = [self.string(c) for c in CATEGORIES]
        copy = self.string(COPIES[0])
        kernels, copies = events * 30 // 100, events * 4 // 100
        regions, t = events - kernels - copies, self.boot + 10**6
        series = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
        run, u = self.db.execute, self.uuid
        self.insert('rocpd_string', [{'id': i, 'string': s} for s, i in self.strings.items()])
        run(f'{series} INSERT INTO "rocpd_event{u}"(id, category_id, stack_id, parent_stack_id, correlation_id) SELECT {number("i")}, {category[0]}, i, 0, 0 FROM n', (regions,))
        run(f'{series} INSERT INTO "rocpd_event{u}"(id, category_id, stack_id, parent_stack_id, correlation_id) SELECT {number(f"{regions} + i")}, {category[4]}, i * 2, i * 2, 0 FROM n', (kernels,))
        run(f'{series} INSERT INTO "rocpd_event{u}"(id, category_id, stack_id, parent_stack_id, correlation_id) SELECT {number(f"{regions + kernels} + i")}, {category[5]}, i * 9, i * 9, 0 FROM n', (copies,))
        noise = 'abs(random() % 1000000007)'
        late = f' + {noise} % 2000' if gaps else ''
        run(f'''{series} INSERT INTO "rocpd_region{u}"(id, nid, pid, tid, start, end, name_id, event_id)
                SELECT {number("i")}, {self.nid}, {self.pid}, {self.pid} + i % 3, {t} + i * 3000{late}, {t} + i * 3000{late and " + 2000"} + 400 + {noise} % 2500,
                {names[0]} + {noise} % 40, {number("i")} FROM n''', (regions,))
        run(f'''{series} INSERT INTO "rocpd_kernel_dispatch{u}"(id, nid, pid, tid, agent_id, kernel_id, dispatch_id, queue_id, stream_id, start, end, private_segment_size,
                group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y, grid_size_z, region_name_id, event_id)
                SELECT {number("i")}, {self.nid}, {self.pid}, {self.pid} + i % 3, 2 + i % 3, 1 + {noise} % {symbols}, i, i % 3, i % 4, {t} + i * 6000{late},
                {t} + i * 6000{late and " + 2000"} + 1000 + {noise} % 19000, 0, 1024, 256, 1, 1, 256 * (1 + i % 64), 1, 1, 1, {number(f"{regions} + i")} FROM n''', (kernels,))
        run(f'''{series} INSERT INTO "rocpd_memory_copy{u}"(id, nid, pid, tid, start, end, name_id, dst_agent_id, dst_address, src_agent_id, src_address, size, stream_id, event_id)
                SELECT i, {self.nid}, {self.pid}, {self.pid}, {t} + i * 40000, {t} + i * 40000 + 5000 + {noise} % 20000, {copy}, 2 + i % 3, 139637976727552 + i * 64, 0, 140000000, 4096 * (1 + i % 100), 0,
                {number(f"{regions + kernels} + i")} FROM n''', (copies,))


# ---- files ----

def write(options):
    for leftover in ('', '-wal', '-shm', '-journal'):
        if os.path.exists(options.out + leftover):
            os.remove(options.out + leftover)
    db = sqlite3.connect(options.out, isolation_level=None)
    if not options.bulk:
        db.execute('PRAGMA synchronous = OFF')
    else:
        db.executescript('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -200000')
    db.execute('BEGIN')
    uuid, guid, schema = schema_for(options.version)
    sets = [Set(db, options, n) for n in range(options.sets)]
    views = []
    for s in sets:
        for kind, name, sql in schema:
            if kind == 'table':
                db.execute(sql.replace(uuid, s.uuid).replace(guid, s.guid))
    for kind, name, sql in schema:
        if kind != 'view':
            continue
        if uuid in sql:  # select-all of one table
            sql = f'CREATE VIEW "{name}" AS ' + ' UNION ALL '.join(f'SELECT * FROM "{name}{s.uuid}"' for s in sets)
        db.execute(sql)
    for s in sets:
        s.bulk(options.bulk) if options.bulk else s.fill()
    db.execute('COMMIT')
    if options.wal:
        db.execute('PRAGMA journal_mode = WAL')
    db.close()


def main(arguments=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('out')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--guid')
    p.add_argument('--pid', type=int, default=24228)
    p.add_argument('--host', default='node1')
    p.add_argument('--machine', default='4b1e1f0a6ad04d0f9a6b8a1d0c7d0e55')
    p.add_argument('--boot', type=int, default=5 * 10**12)
    p.add_argument('--scale', type=int, default=1)
    p.add_argument('--version', default='3.0.0')
    p.add_argument('--style', choices=('rocprofv3', 'sys'), default='rocprofv3')
    p.add_argument('--sets', type=int, default=1)
    p.add_argument('--holes', action='store_true')
    p.add_argument('--launcher', action='store_true')
    p.add_argument('--wal', action='store_true')
    p.add_argument('--bulk', type=int, default=0)
    p.add_argument('--gaps', action='store_true')
    p.add_argument('--files', type=int, default=0)
    options = p.parse_args(arguments)
    out, seed = options.out, options.seed
    for i in range(options.files):
        options.out, options.seed = f'{out.removesuffix(".db")}.{i + 1}.db', seed + i
        write(options)
    if not options.files:
        write(options)


if __name__ == '__main__':
    main()
