"""What exports of tracks call things and where they put them, against the tables that say it: `tracks.py ROCPD_SO FOLDER TRACE...`."""
import collections
import decimal
import gzip
import json
import os
import random
import re
import sqlite3
import sys
import zlib

from common import check, finish, loaded, spread_calls, FOLDER
from trace_event import Trace, ns


def export(db, name='tracks.json', **options):
    path = os.path.join(FOLDER, name)
    result = json.loads(db.execute('SELECT rocpd_export_json(?, ?)', (path, json.dumps(dict(options, overwrite=True)))).fetchone()[0])
    check(f'{name}: bytes', result['bytes'] == os.stat(path).st_size, result)
    return path, result


def events(db, **options):
    """The JSON export's events and its tracks' names."""
    with open(export(db, **options)[0]) as file:
        everything = json.load(file)['traceEvents']
    process = {e['pid']: e['args']['name'] for e in everything if e['name'] == 'process_name'}
    thread = {(e['pid'], e['tid']): e['args']['name'] for e in everything if e['name'] == 'thread_name'}
    order = {e['pid']: e['args']['sort_index'] for e in everything if e['name'] == 'process_sort_index'}
    shown = [dict(e, process=process[e['pid']], thread=thread[(e['pid'], e['tid'])]) for e in everything if e['ph'] in 'XBi']
    return shown, [process[pid] for pid in sorted(order, key=order.get)]


def names(db, sql):
    return collections.Counter(row[0] for row in db.execute(sql))


def kernel_names(db, what):
    def shown(option):
        return collections.Counter(e['name'] for e in events(db, kernel_names=option)[0] if 'dispatch_id' in e['args'])
    check(f'{what}: full names', shown('full') == names(db, 'SELECT name FROM kernels'))
    check(f'{what}: short names', shown('short') == names(db, 'SELECT rocpd_short_name(name) FROM kernels'))
    ranges = names(db, 'SELECT coalesce(range, kernel) FROM range_kernels')
    got = shown('range')
    check(f'{what}: names of ranges', got == ranges, (got - ranges, ranges - got))


def tracks(db, what):
    stream = dict(db.execute("SELECT id, name FROM rocpd_info_stream WHERE name != ''"))
    queue = dict(db.execute("SELECT id, name FROM rocpd_info_queue WHERE name != ''"))
    for e in events(db)[0]:
        args = e['args']
        if 'dispatch_id' in args:
            known = 'stream_id' in args
            kind, names_of, key = ('stream', stream, 'stream_id') if known else ('queue', queue, 'queue_id')
            want = names_of.get(args[key], f'{kind} {args[key]}') if key in args else f'unknown {kind}'
            if not check(f'{what}: a kernel is on the track of its {kind}', e['thread'] == want, (e, want)):
                break
    for e in events(db, group_by='queue')[0]:
        if 'dispatch_id' in e['args'] and 'queue_id' in e['args']:
            want = queue.get(e['args']['queue_id'], f"queue {e['args']['queue_id']}")
            if not check(f'{what}: a kernel is on the track of its queue', e['thread'] == want, (e, want)):
                break
        if 'src_agent' in e['args'] and not check(f'{what}: copies are grouped by direction', e['thread'].startswith('copies'), e):
            break
    # A copy is shown with its GPU, or with the destination if both ends are GPUs.
    where = {(source, to): source if from_gpu and not to_gpu else to for source, to, from_gpu, to_gpu in db.execute('''SELECT src_agent_abs_index, dst_agent_abs_index,
             src_agent_type IS 'GPU', dst_agent_type IS 'GPU' FROM memory_copies WHERE src_agent_abs_index NOT NULL AND dst_agent_abs_index NOT NULL''')}
    for e in events(db, agent_index='absolute')[0]:
        at = where.get((e['args'].get('src_agent'), e['args'].get('dst_agent')))
        if at is not None and not check(f'{what}: a copy is with its agent', re.search(rf'\bAgent {at}\b', e['process']), (e, at)):
            break
    numbers = {'absolute': 'agent_abs_index', 'relative': 'agent_log_index', 'type-relative': 'agent_type_index'}
    for option, column in numbers.items():
        word = "agent_type" if option == 'type-relative' else "'Agent'"
        want = {row[0] for row in db.execute(f'SELECT DISTINCT {word} || " " || {column} FROM kernels WHERE agent_type NOT NULL AND {column} NOT NULL')}
        got = {' '.join(e['process'].split()[:2]) for e in events(db, agent_index=option)[0] if 'dispatch_id' in e['args']}
        check(f'{what}: agents by {option} index', want <= got, (want, got))


def markers(db, what):
    want = names(db, """SELECT json_extract(extdata, '$.message') FROM regions WHERE category GLOB 'MARKER*' AND json_extract(extdata, '$.message') NOT NULL
      UNION ALL SELECT json_extract(extdata, '$.message') FROM samples WHERE json_extract(extdata, '$.message') NOT NULL""")
    got = collections.Counter(e['name'] for e in events(db)[0])
    check(f'{what}: markers are named by their text', all(got[k] >= n for k, n in want.items()), want)
    if want:
        text = next(iter(want))
        chosen = events(db, names=text.replace('[', '[[]').replace('*', '[*]').replace('?', '[?]'))[0]
        check(f'{what}: and chosen by it', len(chosen) == want[text] and {e['name'] for e in chosen} == {text}, chosen)
    marks = [e for e in events(db)[0] if e['ph'] == 'i']
    check(f'{what}: samples are instants', len(marks) == db.execute('SELECT count(*) FROM samples').fetchone()[0], len(marks))
    return sum(want.values())


def order(db, what):
    """Processes are sorted by rank, then by host and pid."""
    by_rank = [row[0] for row in db.execute('SELECT command FROM processes ORDER BY rank IS NULL, rank, hostname, pid')]
    got = events(db)[1]
    programs = [os.path.basename(c.split()[0]) if c else None for c in by_rank]
    at = [next((i for i, name in enumerate(got) if name == p or name.startswith(p + ' (')), -1) for p in programs if p]
    check(f'{what}: processes are sorted by rank, host and pid', at == sorted(at), (programs, got))


def perfetto_bytes(db, **options):
    result = json.loads(db.execute("SELECT rocpd_export_perfetto('/dev/null', ?)", (json.dumps(options),)).fetchone()[0])
    return result['bytes'] / result['events']


def sizes(trace):
    """A Perfetto trace is small, even if the same events belong to thousands of threads."""
    db, one, many = loaded(trace), os.path.join(FOLDER, 'one.db'), os.path.join(FOLDER, 'many.db')
    check('bytes per event', perfetto_bytes(db) < 46, perfetto_bytes(db))
    check('bytes per event, compressed', perfetto_bytes(db, compress=True) < 13.5, perfetto_bytes(db, compress=True))
    for path in (one, many):
        db.execute('SELECT rocpd_export_db(?, ?)', (path, '{"overwrite":true}'))
    spread_calls(many, 4000, 'id % 4000')
    for options in ({}, {'compress': True}):
        few, more = (perfetto_bytes(loaded(path), **options) for path in (one, many))
        check(f'four thousand threads take less than half as much again as one, with {options}', few < more < 1.45 * few, (few, more))


def times(db, what):
    """Start and duration are exact, even for a reader that holds numbers as doubles."""
    want = collections.Counter(db.execute(
        """SELECT start, max("end" - start, 0) FROM regions WHERE "end" NOT NULL UNION ALL SELECT start, max("end" - start, 0) FROM kernels WHERE "end" NOT NULL AND start NOT NULL
           UNION ALL SELECT start, max("end" - start, 0) FROM memory_copies WHERE "end" NOT NULL"""))
    path = export(db)[0]
    for parse in (decimal.Decimal, float):
        with open(path) as file:
            document = json.load(file, parse_float=parse)
        base = int(document['otherData']['base_ns'])
        got = collections.Counter((base + round(e['ts'] * 1000), round(e['dur'] * 1000)) for e in document['traceEvents']
                                  if e['ph'] == 'X' and 'level' not in e['args'] and 'address' not in e['args'] and 'flags' not in e['args'])
        check(f'{what}: times are exact as {parse.__name__}', got == want, (list((got - want).items())[:3], list((want - got).items())[:3]))
    files = collections.Counter(row[0] for row in db.execute('SELECT source FROM sources'))
    check(f'{what}: all sources are named', sum(files.values()) == len(document['otherData']['sources']), (files, document['otherData']))


def contents(text):
    """The contents of an export in a fixed order, since several threads write tracks."""
    document = json.loads(text)
    return document['otherData'], sorted((json.dumps(e, sort_keys=True) for e in document['traceEvents'] if e['ph'] in 'XBi'))


def compressed(db, what):
    plain = open(export(db)[0], 'rb').read()
    path, result = export(db, 'tracks.json.gz')
    packed = open(path, 'rb').read()
    one = zlib.decompressobj(31)
    text = one.decompress(packed)
    check(f'{what}: .gz is one whole gzip member', one.eof and not one.unused_data and text == gzip.decompress(packed), len(packed))
    check(f'{what}: .gz has the same in it', contents(plain) == contents(text))
    check(f'{what}: .gz is smaller', len(packed) < len(plain) / 2, (len(packed), len(plain)))


def bare(e):
    return json.dumps({k: e[k] for k in e if k not in ('pid', 'tid', 'process', 'thread')}, sort_keys=True)


def arrangements(db, what):
    plain = sorted(map(bare, events(db)[0]))
    pids = {e['pid'] for e in events(db)[0] if 'dispatch_id' not in e['args']}
    of_domain = {'HIP': 'HIP API', 'HSA': 'HSA API', 'MARKER': 'Markers'}
    for arrange in ('process', 'domain'):
        shown, processes = events(db, arrange=arrange)
        check(f'{what}: arranged by {arrange} the events are the same', sorted(map(bare, shown)) == plain)
        check(f'{what}: and each in a lane of its thread', nests(shown))
        for e in shown:
            kernel, prefix = 'dispatch_id' in e['args'], e['cat'].split('_')[0]
            if arrange == 'domain':
                ok = e['process'] == ('GPU activity' if kernel else of_domain.get(prefix, e['process'])) and e['process'] in processes
            else:
                ok = not e['process'].startswith('GPU ') and (not kernel or len(e['thread'].split()) >= 3)
            if not check(f'{what}: arranged by {arrange} an event is where it belongs', ok, e):
                break


def nests(shown):
    """In a thread an event lies within the one that is open when it begins."""
    lanes = collections.defaultdict(list)
    for e in shown:
        if e['ph'] == 'X':
            lanes[(e['pid'], e['tid'])].append((ns(str(e['ts'])), -ns(str(e['dur']))))
    for lane in lanes.values():
        open_until = []
        for start, negative in sorted(lane):
            while open_until and open_until[-1] <= start:
                open_until.pop()
            if open_until and start - negative > open_until[-1]:
                return False
            open_until.append(start - negative)
    return True


def launches(db, what):
    """A call that launched one kernel, and nothing else, has its name; all others keep theirs."""
    launched = collections.defaultdict(list)
    for *call, name in db.execute('SELECT guid, pid, stack_id, name FROM kernels WHERE stack_id != 0 UNION ALL SELECT guid, pid, stack_id, NULL FROM memory_copies WHERE stack_id != 0'):
        launched[tuple(call)].append(name)
    want = collections.Counter()
    for *call, name in db.execute('SELECT guid, pid, stack_id, name FROM regions'):
        kernels = launched.get(tuple(call), [])
        if len(kernels) == 1 and kernels[0] is not None:
            want[(kernels[0], name)] += 1
    shown = events(db, launch_names='kernel')[0]
    got = collections.Counter((e['name'], e['args']['call']) for e in shown if 'call' in e['args'])
    check(f'{what}: launches have the names of kernels', got == want, (list((got - want).items())[:3], list((want - got).items())[:3]))
    for e in shown:
        e['name'] = e['args'].pop('call', e['name'])
    check(f'{what}: and everything else is unchanged', sorted(map(bare, shown)) == sorted(map(bare, events(db)[0])))
    check(f'{what}: without arrows they keep their own', not any('call' in e['args'] for e in events(db, launch_names='kernel', flows=False)[0]))
    return sum(want.values())


def rules(db, what):
    """The format's rules hold for each arrangement of tracks, and each arrow that SQL finds exists."""
    want = db.execute("""SELECT count(*) FROM (SELECT DISTINCT guid, pid, stack_id FROM regions) JOIN
      (SELECT guid, pid, stack_id FROM kernels WHERE stack_id != 0 UNION ALL SELECT guid, pid, stack_id FROM memory_copies WHERE stack_id != 0) USING (guid, pid, stack_id)""").fetchone()[0]
    for options in ({}, {'arrange': 'process', 'counters': True}, {'arrange': 'domain'}):
        path, result = export(db, **options)
        trace = Trace(path)
        check(f'{what}: {options}: rules of the format', not trace.wrong, trace.wrong[:3])
        check(f'{what}: {options}: arrows', len(trace.arrows) == want == result['flows'], (len(trace.arrows), want, result['flows']))
        for a in trace.arrows:
            if 'bind_id' not in a.launched and not check(f'{what}: an arrow leads to what its call launched', a.call['args']['stack_id'] == a.launched['args']['stack_id'], a):
                break
    return trace


def odd_arrows(trace):
    """No arrow is lost if the GPU's clock is ahead, or if calls and kernels have no end."""
    path = os.path.join(FOLDER, 'ahead.db')
    loaded(trace).execute('SELECT rocpd_export_db(?, ?)', (path, '{"overwrite":true}'))
    native = sqlite3.connect(path)
    table = {name.rsplit('_', 5)[0]: name for name, in native.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    kernel, region, event = (table[name] for name in ('rocpd_kernel_dispatch', 'rocpd_region', 'rocpd_event'))
    for name in (kernel, region):  # without NOT NULL
        native.executescript(f'PRAGMA legacy_alter_table = ON; ALTER TABLE {name} RENAME TO old; CREATE TABLE {name} AS SELECT * FROM old; DROP TABLE old')
    call = f'SELECT r.start FROM {region} r JOIN {event} c ON c.id = r.event_id JOIN {event} e ON e.stack_id = c.stack_id WHERE e.id = {kernel}.event_id'
    native.execute(f'UPDATE {kernel} SET start = (SELECT min(start) FROM ({call})) - (id % 3) * 1000 WHERE id % 2 = 0 AND ({call}) NOT NULL')
    native.execute(f'UPDATE {kernel} SET "end" = max("end", start)')
    native.execute(f'UPDATE {kernel} SET "end" = NULL WHERE id % 7 = 0')
    native.execute(f'UPDATE {region} SET "end" = NULL WHERE id % 50 = 0')
    native.commit()
    native.close()
    shown = rules(loaded(path), 'a clock that is ahead')
    calls = [(a.call['start'] > a.launched['start'], a.call['ph'], a.launched['ph']) for a in shown.arrows]
    check('such arrows exist', {(True, 'X', 'X'), (False, 'B', 'X'), (False, 'X', 'B'), (False, 'X', 'X')} <= set(calls), collections.Counter(calls))


def touching(trace):
    """Kernels and calls that begin when the one before ends, and calls that end together with their parent."""
    path, draw = os.path.join(FOLDER, 'touching.db'), random.Random(7)
    loaded(trace).execute('SELECT rocpd_export_db(?, ?)', (path, '{"overwrite":true}'))
    native = sqlite3.connect(path)
    for name, by in (('rocpd_kernel_dispatch', 'stream_id'), ('rocpd_region', 'tid')):
        table = native.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ?", (name + '_%',)).fetchone()[0]
        last = {}
        for row, lane, start in native.execute(f'SELECT id, {by}, start FROM {table} ORDER BY {by}, start').fetchall():
            inner = last.get(lane)
            if name == 'rocpd_region' and inner and inner[1] - inner[0] > 10 and draw.random() < .3:
                start, end = draw.randrange(*inner), inner[1]
            else:
                start = inner[1] if inner else start
                end = start + draw.randint(1, 20000)
            last[lane] = start, end
            native.execute(f'UPDATE {table} SET start = ?, "end" = ? WHERE id = ?', (start, end, row))
    native.commit()
    native.close()
    for e in rules(loaded(path), 'events that touch').events:
        if len(str(e.get('dur', '')).split('.')[-1]) > 3:
            return
    check('some durations have more digits', False)


def annotations(db, what):
    """Without annotations, events are otherwise the same; annotations of calls' arguments and of unusual events stay."""
    def bare_of_args(shown):
        return sorted(bare({k: round(float(v) * 1000) if k == 'dur' else v for k, v in e.items() if k != 'args'}) for e in shown)
    whole, less = events(db)[0], events(db, annotations=False)[0]
    check(f'{what}: events are the same without annotations', bare_of_args(whole) == bare_of_args(less))
    check(f'{what}: and they have none', not any(set(e.get('args', ())) - {'never_started'} for e in less))
    named = [e for e in events(db, annotations=False, launch_names='kernel')[0] if e.get('args')]
    check(f'{what}: except requested ones', all(set(e['args']) <= {'call', 'never_started'} for e in named), named[:1])


sizes(sys.argv[3])  # a large one, which is for that alone
touching(sys.argv[4])
odd_arrows(sys.argv[4])
annotations(loaded(sys.argv[4]), 'one')
marked = renamed = 0
for trace in sys.argv[4:]:
    db = loaded(trace)
    short = os.path.basename(trace)
    kernel_names(db, short)
    tracks(db, short)
    marked += markers(db, short)
    order(db, short)
    times(db, short)
    compressed(db, short)
    arrangements(db, short)
    rules(db, short)
    renamed += launches(db, short)
    db.close()
    db = loaded()
    db.execute('SELECT rocpd_attach(?, ?)', (trace, '{"offset_ns":1152921504606846976}'))
    times(db, short + ' beyond 2^60')
    db.close()
check('there are markers in the traces', marked > 0)
check('and launches of kernels', renamed > 0)
finish()
