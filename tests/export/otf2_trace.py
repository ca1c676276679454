"""OTF2 exports, read by the library's own reader and by otf2-print, against the tables: `otf2_trace.py ROCPD_SO FOLDER TRACE...`."""
import collections
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

import otf2

from check import Rows, allocated, expected_args, name_of
from common import FOLDER, HERE, SO, check, finish, loaded, spread_calls
from measured import STATED, changed, counters_want

GEN = os.path.join(HERE, '..', 'helper', 'rocpd_gen.py')
OUT = os.path.join(FOLDER, 'otf2')
windows = {}  # events in each
compared = collections.Counter()


def export(db, **options):
    return json.loads(db.execute('SELECT rocpd_export_otf2(?, ?)', (OUT, json.dumps(dict({'overwrite': True}, **options)))).fetchone()[0])


def rows_of(db):
    path = os.path.join(FOLDER, 'rows.json')
    with open(os.path.join(HERE, 'dump.sql')) as sql, open(path, 'w') as out:
        for statement in sql.read().split(';\n'):
            for row in db.execute(statement) if statement.strip() else ():
                out.write(row[0] + '\n')
    return Rows(path)


def flat(args):
    """Fields with three values as three attributes."""
    out = {}
    for key, value in args.items():
        if isinstance(value, tuple):
            out.update(zip((key + '_x', key + '_y', key + '_z'), value))
        else:
            out[key] = value
    return out


ROLE = {'region': 'FUNCTION', 'sample': 'FUNCTION', 'kernel': 'FUNCTION', 'copy': 'DATA_TRANSFER'}


def role_of(r):
    if r['kind'] in ROLE:
        return ROLE[r['kind']]
    return 'DEALLOCATE' if re.search('FREE|RECLAIM', name_of(r) or '') else 'ALLOCATE'


def want_of(rows, shift):
    """Expected events, and those of each thread: (thread or None for a GPU, name, role, category, start, end, attributes)."""
    want, threads = collections.Counter(), collections.defaultdict(collections.Counter)
    for r in rows:
        start = r['start']
        end = start if start is None or r['kind'] == 'sample' else r['end'] if r['end'] is None else max(r['end'], start)
        name = (name_of(r) or '').replace('\0', '\ufffd')
        thread = r['kind'] in ('region', 'sample')
        event = (thread, name, role_of(r), r['category'], start if start is None else start + shift, end if end is None else end + shift,
                 tuple(sorted(flat(expected_args(r, {})).items())))
        want[event] += 1
        if thread:
            threads[(r['guid'], r['pid'], r['tid'])][event] += 1
    return want, threads


class Trace:
    """An archive as read by the library's own reader: `events` as in want_of(), and by thread; bytes moved by copies; metrics; arguments."""
    def __init__(self, path):
        self.events, self.threads = collections.Counter(), collections.defaultdict(collections.Counter)
        self.moved, self.metrics, self.counters, self.args = collections.Counter(), collections.defaultdict(list), collections.defaultdict(list), collections.Counter()
        self.sources, self.types, self.regions = collections.Counter(), collections.Counter(), {}
        self.stacks, last, counts = collections.defaultdict(list), {}, collections.Counter()
        with otf2.reader.open(path) as trace:
            d = trace.definitions
            self.property = {(p.location_group, p.name): p.value for p in d.location_group_properties}
            self.ends = ends = (d.clock_properties.global_offset, d.clock_properties.trace_length)
            check('the clock ticks once a ns', d.clock_properties.timer_resolution == 10**9)
            for location, event in trace.events if len(d.locations) else ():  # the reader needs at least one location
                counts[location] += 1
                if not check('times of a location do not go back', last.get(location, 0) <= event.time, event) or \
                   not check('times are in the span of the clock', ends[0] <= event.time <= ends[0] + ends[1], (event, ends)):
                    break
                last[location] = event.time
                getattr(self, type(event).__name__)(location, event)
            check('all regions are left', not any(self.stacks.values()))
            check('locations have the number of their events', all(l.number_of_events == counts[l] for l in d.locations))
            self.regions = {(r.name, str(r.paradigm).split('.')[-1]): (r.source_file, r.begin_line_number) for r in d.regions}
            check('each name is defined once', len({(r.name, r.region_role, r.paradigm) for r in d.regions}) == len(d.regions))
            self.check_groups(d)
            self.owners = {self.owner(g) for g in d.location_groups}

    def check_groups(self, d):
        nodes = [n.name for n in d.system_tree_nodes]
        check('hosts are nodes', len(nodes) == len(set(nodes)) and all(n.class_name == 'node' for n in d.system_tree_nodes), nodes)
        processes = [g for g in d.location_groups if g.location_group_type == otf2.LocationGroupType.PROCESS]
        ranks = [self.property.get((g, 'rank'), float('inf')) for g in processes]
        check('processes are sorted by rank', ranks == sorted(ranks), ranks)
        check('agents belong to a process of their node', all(g in processes or g.name == 'no process' or g.creating_location_group in processes and
              g.system_tree_parent == g.creating_location_group.system_tree_parent for g in d.location_groups))
        check('metrics have locations of their own', all((l.type == otf2.LocationType.METRIC) == (l.name == 'counters') for l in d.locations))

    def owner(self, group):
        """The owner of a group of locations: pid and agent."""
        if group.name == 'no process':
            return None, None
        process = group if group.location_group_type == otf2.LocationGroupType.PROCESS else group.creating_location_group
        return self.property.get((process, 'pid')), self.property.get((group, 'absolute_index')) if group != process else None

    def Enter(self, location, event):
        self.stacks[location].append([event, None])

    def begin_copy(self, location, event, get):
        begin = self.stacks[location][-1]
        check('a copy begins with a transfer', begin[1] is None and begin[0].region.region_role == otf2.RegionRole.DATA_TRANSFER and begin[0].time == event.time, event)
        check('of its number of bytes', {a.name: v for a, v in begin[0].attributes.items()}['size'] == event.bytes, event)
        check('its location belongs to the window', location in event.win.comm.group.members, location)
        begin[1] = event
        self.moved[(self.owner(location.group), get, self.owner(event.win.comm.group.members[event.remote].group), event.bytes)] += 1

    def RmaGet(self, location, event):
        self.begin_copy(location, event, True)

    def RmaPut(self, location, event):
        self.begin_copy(location, event, False)

    def RmaOpCompleteBlocking(self, location, event):
        begin = self.stacks[location][-1]
        check('completed transfers have begun', begin[1] and (begin[1].win, begin[1].matching_id) == (event.win, event.matching_id), event)
        begin[1] = event

    def Metric(self, location, event):
        instance, (member,), (value,) = event.metric, event.metric.members, event.values
        check('a metric belongs to the group of its location', instance.recorder == location and instance.scope == location.group, event)
        if member.value_type == otf2.Type.DOUBLE:
            self.counters[(instance, *self.owner(location.group), member.name)].append((event.time, value))
        else:
            self.metrics[(instance, member.name)].append((event.time, value))

    def parameter(self, location, event, value):
        begin = self.stacks[location][-1][0]
        check('arguments follow the begin of their call', begin.time == event.time and begin.region.region_role == otf2.RegionRole.FUNCTION, event)
        self.types[type(event).__name__] += 1
        self.args[(begin.time, event.parameter.name, value)] += 1

    def ParameterString(self, location, event):
        check('numbers are not written as texts', not re.fullmatch(r'0|-?[1-9]\d{0,17}|0x[1-9a-f][0-9a-f]{0,15}', event.string), event)
        self.parameter(location, event, event.string)

    def ParameterInt(self, location, event):
        self.parameter(location, event, event.value)

    def ParameterUnsignedInt(self, location, event):
        self.parameter(location, event, event.value)

    def Leave(self, location, event):
        begin, copy = self.stacks[location].pop()
        check('regions of a location nest', begin.region is event.region, (begin, event))
        check('a transfer completes before its copy ends', copy is None or (type(copy) is otf2.events.RmaOpCompleteBlocking and copy.time == event.time), copy)
        values = {}
        for a, v in begin.attributes.items() if begin.attributes else ():
            values[a.name] = v
        source = values.pop('SOURCE_CODE_LOCATION', None)
        if source:
            self.sources[(begin.region.name, begin.time, source.file, source.line_number)] += 1
        open_end = bool(event.attributes) and 'unfinished' in {a.name for a in event.attributes}
        check('unfinished events are marked at both ends', open_end == (values.pop('unfinished', 0) == 1), (begin, event))
        check('unfinished events end with the trace', not open_end or event.time == sum(self.ends), (event, self.ends))
        unstarted = values.pop('never_started', 0) == 1
        thread = location.type == otf2.LocationType.CPU_THREAD
        check('threads belong to processes, streams to agents', location.group.location_group_type ==
              (otf2.LocationGroupType.PROCESS if thread else otf2.LocationGroupType.ACCELERATOR), location)
        category, paradigm = values.pop('category', None), str(begin.region.paradigm).split('.')[-1]
        check('the paradigm follows from the category', paradigm == ('USER' if (category or '').startswith('MARKER') else 'HIP'), (category, paradigm))
        found = (thread, begin.region.name, str(begin.region.region_role).split('.')[-1], category, None if unstarted else begin.time,
                 None if unstarted or open_end else event.time, tuple(sorted(values.items())))
        self.events[found] += 1
        if thread:
            self.threads[(location.group, location.name)][found] += 1


def read(path):
    return Trace(os.path.join(path, 'traces.otf2'))


# ---- expected values other than events, from the tables ----

def wanted_moves(db):
    """(owner of the location, whether it gets, owner of the other end, bytes) of copies that began."""
    out = collections.Counter()
    for pid, size, source, to, from_gpu, to_gpu in db.execute('''SELECT pid, size, src_agent_abs_index, dst_agent_abs_index, src_agent_type IS 'GPU',
                                                                 dst_agent_type IS 'GPU' FROM memory_copies WHERE start IS NOT NULL AND size >= 0'''):
        own = (pid, to if to_gpu or not from_gpu else source)
        out[(own, bool(to_gpu or not from_gpu), (pid, source if from_gpu and to_gpu else None), size)] += 1
    return out


def all_counters(counters):
    """By owner and name; counters of kernels and sampled ones with the same name in any order."""
    return sorted(((str(pid), str(agent), name, sorted(values)) for (pid, agent, name), values in counters), key=str)


def wanted_counters(db, owners, shift):
    """An agent on which nothing ran has no group: its values belong to its process."""
    return all_counters([((pid, agent if (pid, agent) in owners else None, (name or '').replace('\0', '\ufffd')), [(t + shift, float(v)) for t, v in values]) for (pid, agent, name, _), values in counters_want(db).items()])


def alike(one, other):
    """Sums of doubles depend on their order."""
    return len(one) == len(other) and all(a[:3] == b[:3] and len(a[3]) == len(b[3]) and all(t == u and abs(v - w) <= 1e-9 * max(1, abs(v))
                                          for (t, v), (u, w) in zip(a[3], b[3])) for a, b in zip(one, other))


def steps(changes):
    """(time, value) where the sum changes."""
    value, out = 0, []
    for time in sorted(changes):
        value += changes[time]
        if changes[time]:
            out.append((time, value))
    return tuple(out)


def wanted_metrics(db, rows, shift):
    """(name, values) of each agent of each process that has any."""
    changes = collections.defaultdict(lambda: collections.defaultdict(int))
    for guid, pid, agent, start, end in db.execute('SELECT guid, pid, agent_abs_index, start, "end" FROM kernels WHERE start IS NOT NULL'):
        changes[(guid, pid, agent, 'running kernels')][start] += 1
        if end is not None:
            changes[(guid, pid, agent, 'running kernels')][max(start, end)] -= 1
    for guid, pid, agent, start, end, size in db.execute('''SELECT guid, pid, CASE WHEN dst_agent_type IS 'GPU' OR src_agent_type IS NOT 'GPU' THEN dst_agent_abs_index
                                                            ELSE src_agent_abs_index END, start, "end", size FROM memory_copies WHERE start IS NOT NULL AND size >= 0'''):
        changes[(guid, pid, agent, 'bytes in copies')][start] += size
        if end is not None:
            changes[(guid, pid, agent, 'bytes in copies')][max(start, end)] -= size
            changes[(guid, pid, agent, 'bytes copied')][max(start, end)] += size
    out = collections.Counter((name, steps({t + shift: v for t, v in change.items()})) for (*_, name), change in changes.items())
    if all_known(rows):
        out.update((key[2], tuple((t + shift, v) for t, v in values)) for key, values in allocated(rows).items())
    return collections.Counter({k: n for k, n in out.items() if k[1]})


def all_known(rows):
    """Whether the slow oracle can follow the allocations: it matches frees to allocations by address alone, ignoring levels."""
    levels = collections.defaultdict(set)
    for r in rows:
        if r['kind'] == 'allocation':
            levels[(r['pid'], r['address'])].add((r['guid'], r['level']))
            if None in (r['start'], r['end'], r['size']) or bytes.fromhex(r['level'] or '') not in (b'REAL', b'VIRTUAL'):
                return False
    return all(len(l) == 1 for l in levels.values())


def wanted_args(db, shift):
    out, seen = collections.Counter(), collections.Counter()
    for guid, call, start, name, value in db.execute('''SELECT a.guid, a.id, r.start, CAST(a.name AS BLOB), CAST(a.value AS BLOB) FROM region_args a JOIN regions r ON r.id = a.id AND r.guid = a.guid
                                                        ORDER BY a.guid, a.id, a.position'''):
        name, value = (text if text is None else text.decode('utf-8', 'each').replace('\0', '\ufffd') for text in (name, value))
        place, earlier = seen[(guid, call)], seen[(guid, call, name)]
        seen[(guid, call)] += 1
        seen[(guid, call, name)] += 1
        if value is not None and start is not None:
            label = f'argument {place}' if not name else f'{name} #{earlier + 1}' if earlier else name
            out[(start + shift, label, number(value))] += 1
    return out


def number(text):
    """An argument's text as a parameter."""
    if re.fullmatch(r'0|-?[1-9]\d*', text) and -2**63 <= int(text) < 2**64:
        return int(text)
    return int(text, 16) if re.fullmatch(r'0x(0|[1-9a-f][0-9a-f]{0,15})', text) else text


def more(what, db, rows, got, shift):
    moves, counters, metrics, args = wanted_moves(db), wanted_counters(db, got.owners, shift), wanted_metrics(db, rows, shift), wanted_args(db, shift)
    check(f'{what}: bytes moved by copies', moves == got.moved, same(moves, got.moved))
    total, = db.execute('SELECT ifnull(sum(size), 0) FROM memory_copies WHERE start IS NOT NULL AND size >= 0').fetchone()
    check(f'{what}: bytes', total == sum(m[-1] * n for m, n in got.moved.items()))
    found = all_counters([(key[1:], values) for key, values in got.counters.items()])
    check(f'{what}: measured values', alike(counters, found), ([(a, b) for a, b in zip(counters, found) if a != b][:1], len(counters), len(found)))
    check(f'{what}: values of a counter are in one place', all(v == sorted(v, key=lambda at: at[0]) for v in got.counters.values()))
    found = collections.Counter((name, tuple(values)) for (_, name), values in got.metrics.items() if all_known(rows) or not name.startswith('allocated'))
    check(f'{what}: metrics', metrics == found, same(metrics, found))
    check(f'{what}: arguments', args == got.args, same(args, got.args))
    for name, n in (('moves', moves), ('metrics', metrics), ('args', args), *((t, {0: n}) for t, n in got.types.items())):
        compared[name] += sum(n.values())
    compared['counters'] += sum(len(c[3]) for c in counters)
    compared['owners'] |= sum(1 << (c[0] == 'None') + 2 * (c[1] == 'None') for c in {c[:2]: c for c in counters}.values())
    compared['allocated'] += sum(name.startswith('allocated') for name, _ in metrics)


def same(one, other):
    return '%d and %d; only left: %r; only right: %r' % (sum(one.values()), sum(other.values()), list((one - other).elements())[:2], list((other - one).elements())[:2])


def contents(threads):
    return collections.Counter(frozenset(events.items()) for events in threads.values())


def compare(what, *paths, shift=0, warned=0, once=False):
    """once: by the library's reader alone, and the whole trace alone."""
    db = loaded(*paths)
    result = export(db, args=True, counters=True)
    rows = rows_of(db)
    want, want_threads = want_of(rows, shift)
    trace = read(OUT)
    got, ends = trace.events, trace.ends
    check(f'{what}: events', want and want == got, same(want, got))
    check(f'{what}: threads', contents(want_threads) == contents(trace.threads), (len(want_threads), len(trace.threads)))
    more(what, db, rows, trace, shift)
    check(f'{what}: number of events', result['events'] == sum(want.values()), result)
    check(f'{what}: warnings', sum('before 0' in w for w in result['warnings']) == warned, result)
    check(f'{what}: bytes', result['bytes'] == sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(OUT) for f in files), result)
    if not once:
        printed(what, got)
        window(what, db, want, ends, shift)
    db.close()


def printed(what, got):
    """otf2-print has the same counts, also by name; it prints regions by number."""
    text = subprocess.run(['otf2-print', '-A', OUT + '/traces.otf2'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors='replace')
    check(f'{what}: otf2-print reports no problem', text.returncode == 0 and not text.stderr, text.stderr[:300])
    lines = text.stdout
    regions = {int(n): name for n, name in re.findall(r'^REGION +(\d+)  Name: "([^"\n]*)" <\d+> \(Aka', lines, re.M)}
    count = collections.Counter(regions[int(n)] for n in re.findall(r'^ENTER +\d+ +\d+  Region: "[^"\n]*" <(\d+)>$', lines, re.M))
    plain = collections.Counter()
    for (_, name, *_), n in got.items():
        if not set(name) & set('"\n'):
            plain[name] += n
    check(f'{what}: otf2-print counts events by name', plain and plain == count, same(plain, count))
    check(f'{what}: otf2-print counts ends', len(re.findall(r'^LEAVE ', lines, re.M)) == sum(got.values()))


def window(what, db, want, ends, shift):
    """A part of the time has the events that SQL finds in it."""
    start, end = ends[0] + ends[1] // 4, ends[0] + ends[1] // 4 * 3
    if start >= end or sum(e[4] is None for e in want):
        return
    export(db, start=start - shift, end=end - shift)
    inside = collections.Counter({e: n for e, n in want.items() if e[4] < end and (e[5] is None or e[5] > start or e[5] == e[4] >= start)})
    got = read(OUT).events
    check(f'{what}: a window', inside == got, same(inside, got))
    windows[what] = sum(got.values())


def hostile(path):
    """Names that are not valid as such."""
    subprocess.run([sys.executable, GEN, path, '--holes'], check=True, stdout=subprocess.DEVNULL)
    db = sqlite3.connect(path)
    strings, = (name for name, in db.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'rocpd_string%' AND type = 'table'"))
    ids = [i for i, in db.execute(f'SELECT id FROM {strings} WHERE string NOT GLOB "*_API*" AND string NOT GLOB "MEMORY*" AND string NOT GLOB "KERNEL*"')]
    odd = ['"\'\\', 'a\nb\tc\x01\x1b', 'a\0b\0', '\U0001f600\u00e9', '%s%n', '<0>', 'x' * 1000000]
    for n, i in enumerate(ids):
        db.execute(f'UPDATE {strings} SET string = ? || string WHERE id = ?', (odd[n % len(odd)], i))
        if n % 5 == 0:  # not UTF-8
            db.execute(f"UPDATE {strings} SET string = CAST(x'fffe80' || string AS TEXT) WHERE id = ?", (i,))
    # Events and regions have different ids; calls have arguments with equal names, without names, and with unusual values.
    events, args = (next(name for name, in db.execute(f"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '{table}%'")) for table in ('rocpd_event', 'rocpd_arg'))
    db.execute(f'UPDATE "{events}" SET stack_id = stack_id + 7000 WHERE stack_id > 0')
    db.execute(f"UPDATE \"{args}\" SET name = CASE position WHEN 0 THEN name WHEN 1 THEN 'ptr' ELSE '' END")
    db.execute(f"UPDATE \"{args}\" SET value = CASE rowid % 4 WHEN 0 THEN CAST(x'fffe80' || value AS TEXT) WHEN 1 THEN ? || iif(rowid % 40 = 1, ?, 'y') || value ELSE value END", ('a\0b"\'\\\n', 'y' * 100000))
    db.commit()
    db.close()


def moved(path, to, by):
    """The same trace with earlier times; returns the shift after which it begins at 0."""
    shutil.copy(path, to)
    db = sqlite3.connect(to)
    times = [(table, column) for table, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%info%'").fetchall()
             for column in {row[1] for row in db.execute(f'PRAGMA table_info("{table}")')} & {'start', 'end', 'timestamp'}]
    for table, column in times:
        db.execute(f'UPDATE "{table}" SET "{column}" = "{column}" - ?', (by,))
    low = min(db.execute(f'SELECT coalesce(min("{column}"), 0) FROM "{table}"').fetchone()[0] for table, column in times if column != 'end')
    db.commit()
    db.close()
    return -low


def many_threads(trace, path, threads=40):
    """Locations with few events beside a large one."""
    db = loaded(trace)
    db.execute('SELECT rocpd_export_db(?)', (path,))
    db.close()
    spread_calls(path, threads, f'min({threads - 1}, id % 10000)')
    compare('many threads', path, once=True)
    files = sorted(os.listdir(os.path.join(OUT, 'traces')))
    check('each location has two files, and there are no others', len(files) == len(set(files)) > 2 * threads and not [f for f in os.listdir(OUT) if f.startswith('.')], os.listdir(OUT))
    sizes = [os.path.getsize(os.path.join(OUT, 'traces', f)) for f in files]
    check('some are larger than the least chunk', min(sizes) < 1 << 18 < max(sizes), max(sizes))


# ---- places in the source ----

PLACES = [  # call_stack, line_info, file, line
    ('{}', '{}', None, 0), ('{"name":"f","pc":"0x10","file":"/src/f.cpp"}', '{}', '/src/f.cpp', 0),
    ('{"file":"/bin/app"}', '{"line_address":"0x1","inlined":{"location":"/src/g.h","line":"17"}}', '/src/g.h', 17),
    ('{"file":"/src/h.cpp"}', '{"inlined":{"name":"h","line":"8"}}', '/src/h.cpp', 8), ('["work (train.py:42)", "main (train.py:90)"]', '{}', 'train.py', 42),
    ('["libtorch.so"]', '{}', None, 0), ('{"file":"un"escaped"}', '{', None, 0), ('{}', '{"file":"/src/\u00e9 (1).c:5"}', '/src/\u00e9 (1).c', 5),
    ('[{"file":"k.hip","line":3}]', '{"line":"9"}', 'k.hip', 9), ('{"file":""}', '{"file":7}', '7', 0), ('{"file":"far.c","line":99999999999}', '{}', 'far.c', 0)]


def sources():
    """Calls and samples with places in the source; a region has the file and the line that all its calls name."""
    path = os.path.join(FOLDER, 'sources.db')
    subprocess.run([sys.executable, GEN, path], check=True, stdout=subprocess.DEVNULL)
    db = sqlite3.connect(path)
    events, = (name for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd_event%'"))
    for i, (stack, lines, _, _) in enumerate(PLACES):
        db.execute(f'UPDATE "{events}" SET call_stack = ?, line_info = ? WHERE id % {len(PLACES)} = {i}', (stack, lines))
    db.commit()
    db.close()
    db = loaded(path)
    export(db)
    got, want, files = read(OUT), collections.Counter(), collections.defaultdict(set)
    for table, start in (('regions', 'start'), ('samples', 'timestamp')):
        for name, category, time, event, message in db.execute(f"SELECT name, category, {start}, event_id, extdata ->> '$.message' FROM {table} WHERE {start} NOT NULL"):
            name = message if message is not None and category.startswith('MARKER') else name
            file, line = PLACES[event % len(PLACES)][2:]
            if file:
                want[(name, time, file, line)] += 1
                files[(name, 'USER' if category.startswith('MARKER') else 'HIP')].add((file, line))
    check('source places of calls and samples', want and want == got.sources, same(want, got.sources))
    regions = {}
    for key, places in files.items():
        names, lines = ({p[i] for p in places} for i in (0, 1))
        regions[key] = (names.pop() if len(names) == 1 else None, lines.pop() if len(names) == 0 and len(lines) == 1 else 0)
    check('source places of regions', regions == {key: got.regions[key] for key in regions}, [(k, v, got.regions[k]) for k, v in regions.items() if v != got.regions[k]][:3])
    check('some regions have a file, and some a line', {bool(v[0]) + (v[1] > 0) for v in regions.values()} >= {0, 2}, regions)


# ---- errors ----

def fails(what, run, *words):
    try:
        run()
        check(what, False, 'no error')
    except sqlite3.Error as error:
        check(what, all(word in str(error) for word in words), str(error))
    left = [f for folder in (FOLDER, os.path.dirname(OUT)) for f in os.listdir(folder) if f.startswith('.rocpd')]
    check(f'{what}: nothing is left', not left, left)


def errors(path):
    global OUT
    db = loaded(path)
    export(db)
    fails('what is there stays', lambda: export(db, overwrite=False), 'would be replaced', '"overwrite":true')
    OUT = os.path.join(FOLDER, 'other')
    os.mkdir(OUT)
    with open(os.path.join(OUT, 'mine'), 'w'):
        pass
    fails('a folder of others', lambda: export(db), 'other files')
    check('a folder with other files stays', os.listdir(OUT) == ['mine'])
    OUT = os.path.join(FOLDER, 'new')
    fails('options of others', lambda: export(db, flows=True), 'flows')
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))
    fails('a limit of files', lambda: export(db), 'rocpd_export_otf2', 'OTF2 library')
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    check('no part is there', not os.path.exists(OUT))
    check('the signal is gone', signal.SIGXFSZ not in signal.sigpending())
    export(db)
    check('after that it works', os.path.exists(OUT + '/traces.otf2'))


def named(path):
    """A file's name, as rocprofv3 has it: the others of that name are beside it, and nothing else is touched."""
    global OUT
    db, whole = loaded(path), os.path.join(FOLDER, 'named', 'o_results.otf2')
    os.mkdir(os.path.dirname(whole))
    OUT = whole
    with open(os.path.join(FOLDER, 'named', 'mine'), 'w') as mine:
        mine.write('stays')
    os.mkdir(whole[:-5])
    with open(os.path.join(whole[:-5], 'data'), 'w') as mine:
        mine.write('stays')
    fails('a folder of the name that is of others', lambda: export(db), 'folder of other files')
    check('it stays', os.listdir(whole[:-5]) == ['data'])
    shutil.rmtree(whole[:-5])
    with open(whole[:-5], 'w'):
        pass
    fails('a file in place of the folder', lambda: export(db), 'where a folder is to be written')
    os.remove(whole[:-5])
    for turn in range(2):
        result = export(db, names='*' if turn else ['hip*'])
        check('the result says where', result['path'] == os.path.realpath(whole), result)
        check('files have the name', sorted(os.listdir(os.path.dirname(whole))) == ['mine', 'o_results', 'o_results.def', 'o_results.otf2'], os.listdir(os.path.dirname(whole)))
        check('their events are there', sum(Trace(whole).events.values()) == result['events'] > 0)
        check('bytes are counted', result['bytes'] == sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(os.path.dirname(whole)) for f in files) - 5)
    fails('what is there stays', lambda: export(db, overwrite=False), 'would be replaced', '"overwrite":true')
    check('others stay', open(os.path.join(FOLDER, 'named', 'mine')).read() == 'stays')
    os.remove(whole)
    fails('what has no first file is not ours', lambda: export(db), 'folder of other files')
    OUT = os.path.join(FOLDER, 'named', '.otf2')
    export(db)
    check('a name that is only the suffix is a folder', os.path.isdir(OUT))
    OUT = os.path.join(FOLDER, 'folder.otf2')
    os.mkdir(OUT)
    check('an existing folder is used as a folder', export(db)['path'] == os.path.realpath(OUT) and os.path.exists(OUT + '/traces.otf2'))


def missing(path):
    """Without the library: the loader first finds a file in its place that is no library."""
    folder = os.path.join(FOLDER, 'no library')
    os.mkdir(folder)
    for name in ('libopen-trace-format2.so.10', 'libotf2.so.10'):
        with open(os.path.join(folder, name), 'w'):
            pass
    code = 'import sys, sqlite3\nsys.argv = sys.argv[1:]\nfrom common import loaded\n' \
           'loaded(sys.argv[3]).execute("SELECT rocpd_export_otf2(?)", (sys.argv[4],))'
    out = os.path.join(FOLDER, 'none')
    run = subprocess.run([sys.executable, '-c', code, '-c', SO, FOLDER, path, out], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                         env=dict(os.environ, LD_LIBRARY_PATH=folder, PYTHONPATH=HERE))
    check('without the library the error says what to install', 'apt-get install libopen-trace-format2-10' in run.stderr and 'too short' in run.stderr, run.stderr)
    check('without the library nothing is written', not os.path.exists(out) and not [f for f in os.listdir(FOLDER) if f.startswith('.rocpd')])


def main():
    for path in sys.argv[3:]:
        compare(os.path.basename(path), path)
    if len(sys.argv) > 4:
        compare('all together', *sys.argv[3:], once=not os.environ.get('SOAK'))
    odd = os.path.join(FOLDER, 'hostile.db')
    hostile(odd)
    compare('hostile names', odd)
    holes, early = os.path.join(FOLDER, 'holes.db'), os.path.join(FOLDER, 'early.db')
    subprocess.run([sys.executable, GEN, holes, '--holes'], check=True, stdout=subprocess.DEVNULL)
    compare('times before 0', early, shift=moved(holes, early, 10**15), warned=1)
    stated = os.path.join(FOLDER, 'stated.db')
    subprocess.run([sys.executable, GEN, stated], check=True, stdout=subprocess.DEVNULL)
    compare('what is stated', changed(stated, STATED))
    many_threads(os.path.join(FOLDER, 'large.rocz'), os.path.join(FOLDER, 'many.db'))
    sources()
    check('all kinds of events occurred', len(compared) == 9 and all(compared.values()), compared)
    check('windows have something', sum(n > 0 for n in windows.values()) > 2, windows)
    errors(sys.argv[3])
    named(sys.argv[3])
    missing(sys.argv[3])
    finish()


main()
