#!/usr/bin/python3
"""rocpd_export_ctf, read with babeltrace2, against the tables: every event with its time, class, channel and fields.

    ctf.py ROCPD_SO FOLDER TRACE...
"""
import collections
import functools
import fnmatch
import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree

import bt2

from common import FOLDER, HERE, check, finish, loaded
from ctf_traces import crowded, generated, hostile, opened, threaded, tracegen

resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
RENAMED = {'region_id': 'id', 'copy_id': 'id', 'correlation_id': 'corr_id', 'allocation_id': 'id', 'scratch_id': 'id', 'sample_id': 'id',
           **{f'{what}_size_{axis}': f'{what}_{axis}' for what in ('grid', 'workgroup') for axis in 'xyz'}}
TABLES = {'regions': ('region_event', ['tid']), 'kernels': ('kernel_dispatch_event', ['stream_id', 'queue_id']),
          'memory_copies': ('memory_copy_event', ['stream_id', 'queue_id']), 'memory_allocations': ('memory_allocation_event', ['tid', 'stream_id']),
          'scratch_memory': ('scratch_memory_event', ['queue_id', 'tid']), 'samples': ('sample_event', ['tid'])}
CLASSES = {'HIP_RUNTIME_API': 'hip_runtime', 'HIP_COMPILER_API': 'hip_compiler', 'HSA_CORE_API': 'hsa_core', 'HSA_AMD_EXT_API': 'hsa_amd_ext',
           'MARKER_CORE_API': 'marker_core'}
CHANNELS = {'tid': 'thread', 'queue_id': 'queue', 'stream_id': 'stream'}
# The fields of upstream's plugin (and those in the header of each packet: guid, category).
CALL = 'nid pid tid stack_id parent_stack_id correlation_id duration name '
NEEDED = {'region_event': CALL + 'region_id event_id extdata call_stack line_info',
          'kernel_dispatch_event': CALL + 'kernel_id region agent_abs_index agent_log_index agent_type_index agent_type code_object_id dispatch_id '
          'stream_id queue_id queue_name stream_name grid_size_x grid_size_y grid_size_z workgroup_size_x workgroup_size_y workgroup_size_z lds_size '
          'scratch_size static_lds_size static_scratch_size',
          'memory_copy_event': CALL + 'copy_id region_name stream_id queue_id stream_name queue_name size dst_device dst_agent_abs_index '
          'dst_agent_log_index dst_agent_type_index dst_agent_type dst_address src_device src_agent_abs_index src_agent_log_index '
          'src_agent_type_index src_agent_type src_address',
          'memory_allocation_event': CALL.replace(' name ', ' ') + 'allocation_id type level agent_abs_index agent_type address size queue_id stream_id',
          'scratch_memory_event': CALL.replace(' name ', ' ') + 'scratch_id operation agent_abs_index agent_type address size queue_id alloc_flags',
          'sample_event': CALL + 'sample_id event_id extdata call_stack line_info'}


@functools.cache
def clean(text):
    """Replaces what texts of the format cannot hold. Tools differ in the number of replacements for invalid bytes."""
    return re.sub('\ufffd+', '\ufffd', (text.decode('utf-8', 'replace') if isinstance(text, bytes) else text).replace('\0', ' ')) or '-'


def connection(paths):
    db = loaded(*paths)
    db.text_factory = clean
    return db


def export(db, out, options):
    return json.loads(db.execute('SELECT rocpd_export_ctf(?, ?)', (out, json.dumps(options))).fetchone()[0])


class Messages(bt2.TraceCollectionMessageIterator):
    """For each stream, babeltrace2 asks all ports of its muxer whether they are free; the last one is."""
    def _get_free_muxer_input_port(self):
        ports = self._muxer_comp.input_ports
        return ports[f'in{len(ports) - 1}']


def read(out, what):
    """(time, class, context, fields) of all events as read by babeltrace2; checks that packets are in order and not too large."""
    events, contexts, last = [], {}, None
    names = {}  # of the fields of an event class; babeltrace2 makes an object of each again and again
    for message in Messages(out):
        if type(message) is bt2._PacketBeginningMessageConst:
            of = message.packet.context_field
            contexts[message.packet.addr] = tuple(clean(str(of[f])) for f in ('guid', 'category', 'channel', 'agent'))
        if type(message) is not bt2._EventMessageConst:
            continue
        event, time = message.event, message.default_clock_snapshot.ns_from_origin
        check(f'{what}: process', clean(str(event.packet.context_field['process'])) not in ('', '-')) if not events else None
        if last is not None and time < last:
            check(f'{what}: order', False, (last, time))
        last, payload, cls = time, event.payload_field, event.cls.addr
        if cls not in names:
            names[cls] = list(payload)
        fields = {name: clean(str(v)) if isinstance(v, bt2._StringFieldConst) else int(v) for name, v in ((name, payload[name]) for name in names[cls])}
        events.append((time, event.name, contexts[event.packet.addr], fields))
    for path in os.listdir(out):
        if path != 'metadata':
            check(f'{what}: packets of {path}', small_packets(os.path.join(out, path)))
    return events


def counted(out):
    """The number of events that the program reads."""
    run = subprocess.run(['babeltrace2', out, '-c', 'sink.utils.counter'], capture_output=True, text=True)
    check(f'babeltrace2 reads {out}', run.returncode == 0 and not run.stderr, run.stderr[:1000])
    return int(re.findall(r'([\d,]+) Event message', run.stdout)[-1].replace(',', ''))


def small_packets(path):
    """Packets of at most 256 KiB, unless one event alone is larger, numbered from 0."""
    data, at, number = open(path, 'rb').read(), 0, 0
    while at < len(data):
        magic = int.from_bytes(data[at:at + 4], 'little')
        size = int.from_bytes(data[at + 32:at + 40], 'little') // 8
        if magic != 0xc1fc1fc1 or int.from_bytes(data[at + 64:at + 72], 'little') != number or not size:
            return False
        if size > 256 << 10 and size < 1 << 20:
            return False
        at, number = at + size, number + 1
    return at == len(data)


def shown_name(table, row):
    """Markers by their text, as in other formats."""
    category = row['category'] or ''
    if table in ('regions', 'samples') and (category.upper().startswith('MARKER') or category == 'rocm_marker_api'):
        try:
            message = json.loads(row['extdata']).get('message')
        except (ValueError, AttributeError, TypeError):
            message = None
        if isinstance(message, str):
            return message
    return row['name']


def agent_of(table, row):
    """Absolute index, index among all, index among its type, and type; for a copy, those of its GPU, or of the destination of two GPUs."""
    if table in ('regions', 'samples'):
        return None
    side = '' if table != 'memory_copies' else 'src_' if row['dst_agent_type'] != 'GPU' and row['src_agent_type'] == 'GPU' else 'dst_'
    return [row[f'{side}agent_{i}'] for i in ('abs_index', 'log_index', 'type_index', 'type')]


def agent_text(options, table, row, names):
    agent = agent_of(table, row)
    if agent is None:
        return '-'
    if agent[0] is None:
        return 'unknown agent'
    index = options.get('agent_index', 'type-relative')
    known, gpu = names.get((row['guid'], agent[0]), (None, None))
    if known is None:
        return f'agent {agent[0]}'
    if index == 'type-relative':
        return gpu
    text = {'absolute': f'Agent {agent[0]}', 'relative': f'Agent {agent[1]}'}[index]
    return f'{text} {known}' if known and known != text else text


def expected_event(table, names, row, wall, facts):
    base, channel = TABLES[table]
    options, agents, args = facts
    for category, name in CLASSES.items():
        if table == 'regions' and (row['category'] or '').startswith(category):
            base = name + '_region_event'
    if table == 'kernels' and options.get('group_by') == 'queue':
        channel = channel[1:]
    known = [c for c in channel if row[c] is not None][:1]
    where = f'{CHANNELS[known[0]]}_{row[known[0]]}' if known else f'{CHANNELS[channel[0]]}_unknown'
    context = (row['guid'] or '-', row['category'] or '-', where, agent_text(options, table, row, agents))
    fields = {}
    for name in names:
        column = RENAMED.get(name, name)
        if table == 'kernels':
            column = {'queue_name': 'queue', 'stream_name': 'stream'}.get(name, column)
        if name == 'args':
            fields[name] = json.dumps(args.get((row['guid'], row['id']), []))
        elif name != 'duration':
            value = shown_name(table, row) if name == 'name' else row[column]
            fields[name] = (-1 if name not in TEXTS[table] else '-') if value is None or value == '' else value
    if table == 'samples':
        yield (row['timestamp'] + wall, base, context, {**fields, 'duration': 0})
        return
    start, end = row['start'], row['end']
    if start is None:  # its time depends on its launch
        yield (None, base + '_start', context, {**fields, 'duration': -1})
        return
    yield (start + wall, base + '_start', context, {**fields, 'duration': -1 if end is None else 0})
    if end is not None:
        end = max(end, start)
        yield (end + wall, base + '_end', context, {**fields, 'duration': end - start})


def chosen_by(options, ranks, agents):
    """Whether the options choose a row, tested without any optimization."""
    def chosen(table, row):
        start, end = (row['timestamp'],) * 2 if table == 'samples' else (row['start'], row['end'])
        low, high, shortest = options.get('start', -1 << 63), options.get('end', (1 << 63) - 1), options.get('min_duration_ns', 0)
        by_time = 'start' in options or 'end' in options
        agent = agent_of(table, row)
        if start is None:
            in_time = not by_time and not shortest
        else:
            in_time = (start <= high and (end is None or end >= low)) and (end is None or max(end - start, 0) >= shortest)
        name = row['type'] if table == 'memory_allocations' else row['operation'] if table == 'scratch_memory' else shown_name(table, row)
        return (in_time and (not options.get('names') or name is not None and fnmatch.fnmatchcase(name, options['names']))
                and ('agents' not in options or agent is None or agent[0] in options['agents'])
                and ('categories' not in options or row['category'] in options['categories'])
                and ('processes' not in options or row['pid'] in options['processes'])
                and ('ranks' not in options or ranks.get((row['guid'], row['pid'])) in options['ranks']))
    return chosen


TEXTS = {}


def frozen(event):
    return event[:3] + (tuple(sorted(event[3].items())),)


def facts_of(db, options):
    """What is needed besides the events: names of agents, and arguments by call."""
    agents = {}
    for guid, absolute, *about in db.execute('SELECT guid, absolute_index, name, gpu FROM rocpd_info_agent ORDER BY rowid'):
        agents.setdefault((guid, absolute), about)  # the first of several with one index
    args = collections.defaultdict(list)
    for guid, call, name, value in db.execute('SELECT guid, id, name, value FROM region_args') if options.get('args') else ():
        if value is not None:
            args[guid, call].append([name, value])
    return options, agents, args


def compare(what, paths, options=None, chosen=None, little=False):
    """chosen: the expected rows, if they do not follow from the options; little: little memory, so columns are freed once their track is written."""
    out = os.path.join(FOLDER, what)
    db = connection(paths)
    options = options or {}
    if little:
        db.execute("SELECT rocpd_config('cache_mb', 0)")
    result = export(db, out, options)
    offsets = [r[0] for r in db.execute('SELECT wall_offset_ns FROM sources WHERE wall_offset_ns IS NOT NULL')]
    walls = {guid: offset for guid, offset in db.execute('SELECT guid, wall_offset_ns FROM sources') if offset is not None}
    if len({w // 1000000 for w in walls.values()}) < 2:
        walls = {}
    wall = offsets[0] if offsets else 0
    facts = facts_of(db, options)
    chosen = chosen or chosen_by(options, {(guid, pid): rank for guid, pid, rank in db.execute('SELECT guid, pid, rank FROM sources')}, facts[1])
    events = read(out, what)
    for _, _, _, fields in events:
        if 'args' in fields:
            fields['args'] = '[]' if fields['args'] == '{}' else json.dumps([list(p) for p in json.loads(fields['args'], object_pairs_hook=list)])
    check(f'{what}: bytes', result['bytes'] == sum(os.path.getsize(os.path.join(out, f)) for f in os.listdir(out)))
    check(f'{what}: files', result['tracks'] == len(os.listdir(out)) - 1, result)
    names = {}
    for _, name, _, fields in events:
        kind = next((t for t, (base, _) in TABLES.items() if name.startswith(base)), 'regions')
        names[kind] = list(fields)
        TEXTS[kind] = {f for f, v in fields.items() if isinstance(v, str)}
        if not set(NEEDED[TABLES[kind][0]].split()) <= set(fields):
            check(f'{what}: fields of {name}', False, set(NEEDED[TABLES[kind][0]].split()) - set(fields))
    expected, rows, unfinished = collections.Counter(), 0, 0
    db.row_factory = sqlite3.Row
    for table, columns in names.items():
        extra = {'regions': ', result', 'kernels': ', graph_exec_id, graph_node_id', 'memory_copies': ', graph_exec_id, graph_node_id'}.get(table, '')
        start, end = ('timestamp', 'timestamp') if table == 'samples' else ('start', 'end')
        for row in db.execute(f'SELECT *{extra} FROM {table}'):
            if not chosen(table, row):
                continue
            rows, unfinished = rows + 1, unfinished + (row[start] is not None and row[end] is None)
            expected.update(map(frozen, expected_event(table, columns, row, walls.get(row['guid'], wall), facts)))
    found = collections.Counter(map(frozen, events))
    missing, wrong = expected - found, found - expected
    timeless = collections.Counter({event: n for event, n in missing.items() if event[0] is None})
    without = collections.Counter()
    for event, n in wrong.items():
        without[(None,) + event[1:]] += n
    if timeless == without:
        missing, wrong = missing - timeless, collections.Counter()
    check(f'{what}: {rows} rows', not missing and not wrong,
          f'{sum(missing.values())} missing {str(next(iter(missing), None))[:1500]}; {sum(wrong.values())} wrong {str(next(iter(wrong), None))[:1500]}')
    check(f'{what}: counts', result['events'] == rows == sum(result['categories'].values()) and result['unfinished'] == unfinished, result)
    by_category = collections.Counter(context[1] for _, name, context, _ in events if not name.endswith('_end'))
    check(f'{what}: categories', by_category == {clean(c): n for c, n in result['categories'].items()}, (by_category, result['categories']))
    check(f'{what}: counted', counted(out) == len(events))
    db.close()
    return result


def bounded():
    """Hundreds of threads take hardly more bytes than one, and not all files are open at once."""
    size = {}
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    for threads in (1, 400):
        db = connection([threaded(f'{threads}.db', threads)])
        out = os.path.join(FOLDER, f'{threads}.ctf')
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, limit))
        result = export(db, out, {})
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        size[threads] = result['bytes'] / result['events']
        check(f'{threads} threads: events', counted(out) == 2 * result['events'] - result['samples'], result)
        check(f'{threads} threads: warned', any('ulimit' in w for w in result['warnings']) == (threads > 1), result)
        db.close()
    check('bytes of many threads', size[400] <= 1.5 * size[1], size)


def refused():
    """A folder with other files is left alone; a trace is replaced if `overwrite` is given."""
    trace = tracegen('small.rocz', '300')
    out = os.path.join(FOLDER, 'there')
    os.mkdir(out)
    with open(os.path.join(out, 'mine'), 'w') as f:
        f.write('mine')
    for options, words in (({'overwrite': True}, 'other files'), ({'counters': True}, 'counters'), ({'names': 'x', 'flows': False}, 'flows')):
        db = connection([trace])
        try:
            export(db, out, options)
            check('refused', False, options)
        except sqlite3.OperationalError as e:
            check('refused', words in str(e), e)
        db.close()
    check('nothing is left', os.listdir(out) == ['mine'] and not [f for f in os.listdir(FOLDER) if f.startswith('.rocpd')], os.listdir(FOLDER))
    os.remove(os.path.join(out, 'mine'))
    compare('there', [trace])
    check('replaced', export(connection([trace]), out, {'overwrite': True, 'names': 'none such'})['events'] == 0 and os.listdir(out) == ['metadata'])


def scrambled(r, name, seed):
    """Events that overlap, are equal, have no length, start or end, have large times, or are hours apart."""
    path = generated(name, '--seed', str(seed), '--pid', str(r.choice([7, 8])), *(['--holes'] if r.random() < .3 else []), *(['--launcher'] if r.random() < .5 else []))
    db, of = opened(path)
    base, span = r.choice([0, 1000, 1 << 60, 1 << 61, 10 ** 13]), r.choice([30, 20000, 3000000, 10 ** 13])
    for what in ('region', 'kernel_dispatch', 'memory_copy', 'memory_allocate'):
        rows = []
        for i, in db.execute(f'SELECT id FROM {of(what)}').fetchall():
            start = base + r.randrange(span)
            end = start + r.choice([0, 1, 5, 5, r.randrange(span), -3])
            rows.append((None if r.random() < .02 else start, None if r.random() < .03 else end, i))
        db.executemany(f'UPDATE {of(what)} SET start = ?, "end" = ? WHERE id = ?', rows)
    db.execute(f'UPDATE {of("sample")} SET timestamp = ? + abs(random() % ?)', (base, span))
    db.commit()
    db.close()
    return path


def drawn(r, paths):
    """Options; some of them choose events."""
    db = connection(paths)
    low, high = db.execute('SELECT min(start), max(start) FROM (SELECT start FROM regions UNION ALL SELECT start FROM kernels)').fetchone()
    pid, rank = r.choice(db.execute('SELECT pid, rank FROM sources ORDER BY pid, rank').fetchall())
    draw = {'start': lambda: r.randrange(low, high), 'end': lambda: r.randrange(low, high), 'min_duration_ns': lambda: r.choice([1, 5, 1000]),
            'names': lambda: r.choice(['hip*', '*a*', 'MEMORY*']), 'agents': lambda: r.choice([[2], [0, 3], [9]]), 'processes': lambda: r.choice([[pid], [1]]),
            'ranks': lambda: [rank or 0], 'categories': lambda: r.choice([['KERNEL_DISPATCH', 'MEMORY_COPY'], ['HIP_RUNTIME_API_EXT']]),
            'group_by': lambda: r.choice(['queue', 'stream']), 'agent_index': lambda: r.choice(['absolute', 'relative', 'type-relative']), 'args': lambda: True}
    options = {key: draw[key]() for key in r.sample(sorted(draw), r.choice([0, 1, 2, 3]))}
    if 'start' in options and options.get('end', high + 1) <= options['start']:
        options['end'] = options['start'] + 1
    db.close()
    return options


def random_traces(number):
    for i in range(number):
        r = random.Random(i)
        paths = [scrambled(r, f'random{i}-{k}.db', 10 * i + k) for k in range(r.choice([1, 1, 2]))]
        compare(f'random{i}', paths, drawn(r, paths), little=i % 2 == 0)


def kernel_names():
    db = connection([generated('names.db', '--seed', '7')])
    plain = collections.Counter(n for n, in db.execute('SELECT name FROM kernels'))
    for names in ('full', 'short', 'range'):
        out = os.path.join(FOLDER, f'{names}.ctf')
        export(db, out, {'kernel_names': names, 'categories': ['KERNEL_DISPATCH']})
        got = collections.Counter(fields['name'] for _, name, _, fields in read(out, names) if name.endswith('_start'))
        path = os.path.join(FOLDER, f'{names}.json')
        db.execute('SELECT rocpd_export_json(?, ?)', (path, json.dumps({'kernel_names': names, 'categories': ['KERNEL_DISPATCH']})))
        with open(path) as f:
            want = collections.Counter(e['name'] for e in json.load(f)['traceEvents'] if e.get('cat') == 'KERNEL_DISPATCH' and e['ph'] in 'XB')
        if names == 'short':
            want = collections.Counter(n for n, in db.execute('SELECT rocpd_short_name(name) FROM kernels'))
        check(f'names of kernels: {names}', got == want and (got == plain) == (names == 'full'), (got, want))
    db.close()


def windows():
    """A part of the time by percentages or a marker equals the same part in ns; a part may lie before or after all events."""
    path = generated('window.db', '--seed', '9')
    db = connection([path])
    low, high = db.execute('SELECT min(start), max("end") FROM (SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM kernels)').fetchone()
    mark, start, end = db.execute("SELECT json_extract(extdata, '$.message'), start, \"end\" FROM regions WHERE category GLOB 'MARKER*' "
                                  "AND json_extract(extdata, '$.message') NOT IN (SELECT json_extract(extdata, '$.message') FROM samples) ORDER BY start LIMIT 1").fetchone()
    found = {}
    for what, options in (('percent', {'start': '25%', 'end': '75%'}), ('marker', {'start': mark + '/1', 'end': mark + '/1'}), ('ns', {'start': start, 'end': end})):
        result = export(db, os.path.join(FOLDER, f'window-{what}'), options)
        found[what] = result['events'], collections.Counter(map(frozen, read(os.path.join(FOLDER, f'window-{what}'), what)))
    check('a part of the time', 0 < found['percent'][0] < export(db, os.path.join(FOLDER, 'whole'), {})['events'], found['percent'][0])
    check('a marker is its time', found['marker'] == found['ns'] and found['ns'][0], (found['marker'][0], found['ns'][0]))
    db.close()
    compare('before', [path], {'end': low - 10 ** 9})
    compare('after', [path], {'start': high + 10 ** 9})
    compare('within', [path], {'start': low + (high - low) // 3, 'end': low + (high - low) // 2})


def below_zero():
    """For times moved below 0, the clock begins at the first of them."""
    trace, out = tracegen('moved.rocz', '500'), os.path.join(FOLDER, 'below')
    db = connection([])
    db.execute('SELECT rocpd_attach(?, ?)', (trace, '{"offset_ns":-3000000000000}'))
    result = export(db, out, {})
    rows = db.execute('SELECT count(*) FROM kernels WHERE start < 0 AND "end" < 0').fetchone()[0]
    printed = subprocess.run(['babeltrace2', out], stdout=subprocess.PIPE, text=True, check=True).stdout
    check('below 0: a warning, and all kernels', 'below 0' in str(result['warnings']) and rows and printed.count('kernel_dispatch_event_start:') == rows == result['kernels'], (rows, result))
    db.close()


def clocks():
    """Sources with different UTC offsets have clocks of their own, unless they were aligned; the environment has facts about each source."""
    paths = [generated(f'clock"{i}\\\\n.db', '--version', '3.0.5', '--seed', str(20 + i), '--pid', str(100 + i), '--host', f'host "{i}"') for i in range(3)]
    offset = [1700000000000000000, 1600000000000000007, 1700000000000000900]
    for path, wall in zip(paths, offset):
        db, of = opened(path)
        db.execute(f'UPDATE {of("info_process")} SET extdata = ?', (json.dumps({'rocpd_source': {'wall_offset_ns': wall, 'rank': 5}}),))
        db.commit()
        db.close()
    for count in (1, 3):
        db = connection(paths[:count])
        walls = dict(db.execute('SELECT guid, wall_offset_ns FROM sources'))
        first = {guid: offset[1] if wall == offset[1] else offset[0] for guid, wall in walls.items()}
        out = os.path.join(FOLDER, f'clocks{count}')
        result = export(db, out, {'categories': ['KERNEL_DISPATCH']})
        check('wall clocks are apart', ('clocks' in str(result['warnings'])) == (count > 1), result['warnings'])
        want = collections.Counter((first[guid], start + first[guid]) for guid, start in db.execute('SELECT guid, start FROM kernels'))
        got = collections.Counter((first[context[0]], time) for time, name, context, _ in read(out, out) if name.endswith('_start'))
        check('each is at its own time of day', want == got, (list((want - got))[:2], list((got - want))[:2]))
        trace = next(m for m in Messages(out) if type(m) is bt2._StreamBeginningMessageConst).stream.trace
        env = {name: value for name, value in trace.environment.items()}
        mark = (lambda i: '') if count == 1 else (lambda i: f'_{i}')
        for i, (path, host, guid) in enumerate(db.execute('SELECT source, host, guid FROM sources ORDER BY rowid').fetchall()):
            facts = {'source': path, 'hostname': host, 'guid': guid, 'source_kind': 'rocprofv3', 'rank': 5, 'wall_offset_ns': walls[guid], 'complete': 1}
            check('environment', all(env.get(name + mark(i)) == value for name, value in facts.items()), (facts, env))
        check('environment of all', env['tracer_name'] == 'rocpd' and env['domain'] == 'rocm' and env['sources'] == count, env)
        db.close()
    db = connection(paths[:1])
    db.execute('SELECT rocpd_attach(?, ?)', (paths[1], '{"offset_ns":12}'))
    check('one clock after rocpd_align', 'clocks' not in str(export(db, os.path.join(FOLDER, 'moved'), {})['warnings']))
    db.close()


def analysis(trace, what, nested):
    """The analysis for Trace Compass, applied to what babeltrace2 reads: it shows each event of the tables once, at its place and with its times."""
    root = xml.etree.ElementTree.parse(os.path.join(HERE, '..', '..', 'ext', 'export', 'ctf', 'trace-compass.xml')).getroot()
    places = {place.get('id'): [(a.get('type'), a.get('value')) for a in place] for place in root.iter('location')}
    actions = {a.get('id'): (places[a.find('.//stateAttribute').get('value')], a.find('.//stateValue').get('value'), a.find('.//stateValue').get('stack')) for a in root.iter('action')}
    tests = {t.get('id'): (t.find('.//field').get('name'), t.find('.//condition').get('operator'), int(t.find('.//stateValue').get('value'))) for t in root.iter('test')}
    levels = [[level.get('path') for level in group.iter('level')] for group in root.iter('callstackGroup')]
    shown = sorted([[f'{place[0][1]}/*'] + ['*'] * (len(place) - 3) for place in places.values()])
    check(f'{what}: the events that are found are shown', sorted(levels) == shown, (levels, shown))
    db = connection([trace])
    out = os.path.join(FOLDER, what)
    export(db, out, {})
    stacks, begins, ends, whole = collections.defaultdict(list), collections.Counter(), collections.Counter(), collections.Counter()
    used, lacking = set(), set()
    for time, name, _, fields in read(out, what):
        transitions = [t for t in root.iter('transition') if fnmatch.fnmatchcase(name, t.get('event'))]
        if len(transitions) != (name != 'sample_event'):
            check(f'{what}: {name}', False, len(transitions))
        for t in transitions:
            place, value, stack = actions[t.get('action')]
            used.add(t.get('event'))
            lacking |= {(name, f) for f in [v for kind, v in place if kind == 'eventField'] + [value] if f not in fields}
            if lacking:
                break
            if t.get('cond'):
                field, operator, than = tests[t.get('cond')]
                check(f'{what}: a condition', operator == 'ge') if operator != 'ge' else None
                if fields[field] < than:
                    continue
            path = tuple(v if kind == 'constant' else fields[v] for kind, v in place)
            if stack == 'push':
                stacks[path].append((fields[value], time))
                begins[path, fields[value], time] += 1
            elif stacks[path]:
                whole[path, *stacks[path].pop(), time] += 1
                ends[path, fields[value], time] += 1
    check(f'{what}: fields that it names', not lacking, lacking)
    if not nested:
        check(f'{what}: events that it names', used == {t.get('event') for t in root.iter('transition')}, used)
    wall = (db.execute('SELECT max(wall_offset_ns) FROM sources').fetchone()[0] or 0)
    want_begins, want_ends, want = collections.Counter(), collections.Counter(), collections.Counter()
    db.row_factory = sqlite3.Row
    for table, place, keys, value in (('regions', 'Threads', ('pid', 'tid'), None), ('kernels', 'Queues', ('pid', 'agent_abs_index', 'queue_id'), None),
                                      ('memory_copies', 'Copies', ('pid', 'stream_id'), None), ('memory_allocations', 'Memory', ('pid', 'tid'), 'type'),
                                      ('scratch_memory', 'Scratch', ('pid', 'queue_id'), 'operation')):
        for row in db.execute(f'SELECT * FROM {table} WHERE start IS NOT NULL'):
            path = (place, *(-1 if row[k] is None else row[k] for k in keys), 'CallStack')
            name = clean((shown_name(table, row) if value is None else row[value]) or '-')
            if row['end'] is not None or table == 'regions':
                want_begins[path, name, row['start'] + wall] += 1
            if row['end'] is not None:
                want_ends[path, name, row['end'] + wall] += 1
                want[path, name, row['start'] + wall, row['end'] + wall] += table == 'regions'
    check(f'{what}: begins and ends', begins == want_begins and ends == want_ends, (list((begins - want_begins) + (want_begins - begins))[:3], list((ends - want_ends) + (want_ends - ends))[:3]))
    if nested:
        whole = collections.Counter({k: n for k, n in whole.items() if k[0][0] == 'Threads'})
        check(f'{what}: calls as they nest', whole == +want and sum(whole.values()) > 500, (list((whole - want))[:2], list((want - whole))[:2]))
    db.close()


for i, trace in enumerate(sys.argv[3:]):
    compare(f'given-{i}', [trace])
one = tracegen('one.rocz', '1000', 'nested=200', 'graph=100', 'open=1')
compare('one', [one])
compare('little memory', [one], little=True)
compare('five', [tracegen(f'five{i}.rocz', '300', f'seed={i}', f'pid={500 + i // 2}', 'nested=300', f'open={i % 2}', f'killed={i // 4}') for i in range(5)])
compare('names', [one], {'names': 'hip*', 'categories': ['HIP*', 'KERNEL*']}, lambda table, row: (row['name'] or '').startswith('hip'))
compare('long', [one], {'min_duration_ns': 4000}, lambda table, row: row['start'] is not None and (row['end'] is None or row['end'] - row['start'] >= 4000))
compare('database', [generated('a.db', '--holes')], {'args': True})
compare('by queue', [generated('q.db', '--seed', '8')], {'group_by': 'queue', 'args': True, 'agent_index': 'relative'})
compare('sets', [generated('b.db', '--seed', '2', '--sets', '2', '--style', 'sys')])
result = compare('hostile', [hostile(generated('c.db', '--seed', '3'))])
check('hostile: all cases occurred', result['unfinished'] and result['ends_before_start'] and result['without_start'], result)
below_zero()
compare('crowded', [crowded()])
analysis(tracegen('nested.rocz', '1000', 'nested=300'), 'analysis', True)
analysis(generated('analysis.db', '--seed', '12'), 'analysis of all', False)
random_traces(100 if os.environ.get('SOAK') else 4)
kernel_names()
windows()
clocks()
refused()
bounded()
finish()
