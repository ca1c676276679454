"""What a report of rocpd_export_html holds, against the tables: `html_file.py ROCPD_SO FOLDER TRACE...`."""
import collections
import json
import os
import sqlite3
import sys

from common import check, finish, loaded, FOLDER
from report import Report, columns

TABLES = {0: ('regions', 'name'), 1: ('kernels', 'name'), 2: ('memory_copies', 'name'), 3: ('memory_allocations', 'type'), 4: ('scratch_memory', 'operation'), 5: ('samples', 'name')}
TIMES = {5: ('timestamp', 'timestamp')}
# Names in the tables for the fields of events.
FIELDS = {0: {'stack_id': 'stack_id', 'parent_stack_id': 'nullif(parent_stack_id, 0)'}, 1: {'dispatch_id': 'dispatch_id', 'stack_id': 'stack_id', 'tid': 'tid', 'queue_id': 'queue_id', 'stream_id': 'stream_id'},
          2: {'size': 'size', 'stack_id': 'stack_id', 'tid': 'tid'}, 3: {'size': 'size', 'address': 'address', 'level': 'level'}, 4: {'size': 'size'}, 5: {'stack_id': 'stack_id'}}


def export(db, name='report.html', **options):
    path = os.path.join(FOLDER, name)
    result = json.loads(db.execute('SELECT rocpd_export_html(?, ?)', (path, json.dumps(dict(options, overwrite=True)))).fetchone()[0])
    check(f'{name}: bytes', result['bytes'] == os.stat(path).st_size, result)
    return Report(path), result


def rows(db, kind):
    table, name = TABLES[kind]
    start, end = TIMES.get(kind, ('start', 'end'))
    fields = ', '.join(FIELDS[kind].values())
    return collections.Counter(db.execute(f"SELECT CASE WHEN category LIKE 'MARKER%' THEN 'marker' ELSE {name} END, category, {start}, max({start}, {end}), {fields} FROM {table} WHERE {start} IS NOT NULL"))


def plain(name, category):
    """Markers are shown by their text."""
    return 'marker' if category and category.startswith('MARKER') else name


def lanes(report):
    for t in report.directory['tracks']:
        for lane in t['lanes']:
            yield t, lane


def all_events(report, lane):
    return [e for chunk in report.chunks(lane) for e in report.events(chunk)]


def events_are_rows(db, report, what):
    shown = collections.defaultdict(collections.Counter)
    for _, lane in lanes(report):
        for e in all_events(report, lane):
            if not e['never_started']:
                shown[e['class']][(plain(e['name'], e['category']), e['category'], e['start'], e['end'], *(e[f] for f in FIELDS[e['class']]))] += 1
    for kind in TABLES:
        want = rows(db, kind)
        check(f'{what}: {TABLES[kind][0]}', shown[kind] == want, (list((shown[kind] - want).items())[:3], list((want - shown[kind]).items())[:3]))


def signatures(db, report, what):
    got = collections.Counter((e['dispatch_id'], e['stack_id'], *e['grid'], *e['workgroup'], *e['lds_size'], *e['scratch_size'])
                              for _, lane in lanes(report) for e in all_events(report, lane) if e['class'] == 1)
    want = collections.Counter(db.execute('SELECT dispatch_id, stack_id, grid_x, grid_y, grid_z, workgroup_x, workgroup_y, workgroup_z, lds_size, scratch_size FROM kernels'))
    check(f'{what}: launch signatures', got == want, (list((got - want).items())[:2], list((want - got).items())[:2]))


def arguments(db, report, what):
    got = collections.Counter()
    for _, lane in lanes(report):
        for chunk in report.chunks(lane):
            events = report.events(chunk)
            for row, values in (json.loads(report.blob(chunk[5])) if chunk[5] >= 0 else {}).items():
                got.update((events[int(row)]['stack_id'], '' if name.startswith('argument ') else name, value) for name, value in values.items())
    want = collections.Counter(db.execute('SELECT r.stack_id, a.name, a.value FROM region_args a JOIN regions r ON r.guid = a.guid AND r.id = a.id WHERE a.value IS NOT NULL'))
    check(f'{what}: arguments', got == want, (list((got - want).items())[:3], list((want - got).items())[:3]))
    return len(got)


def infinite(end):
    return float('inf') if end is None else end


def chunks_hang_together(report, what):
    """Events of a lane nest. Each chunk has the events around it, its first start and its last end; stats are sums over chunks."""
    for t, lane in lanes(report):
        name = f"{what}: {t['name']}"
        stats = columns(report.blob(lane['stats']))
        per_chunk, at, open_now, depth, before, total = stats[0], 0, [], 0, None, 0
        for i, chunk in enumerate(report.chunks(lane)):
            events = report.events(chunk)
            total += len(events)
            start = events[0]['start']
            open_now = [o for o in open_now if infinite(o[1]) > start]
            good = check(f'{name}: chunk {i} begins', report.base + chunk[1] == start, (chunk, start))
            good &= check(f'{name}: chunk {i} is around', report.around(chunk) == open_now, (report.around(chunk), open_now))
            ends = [e['end'] for e in events]
            good &= check(f'{name}: chunk {i} ends', chunk[2] is None if None in ends else report.base + chunk[2] == max(ends), (chunk, max(map(infinite, ends))))
            sums = collections.OrderedDict()
            for e in events:
                while open_now and infinite(open_now[-1][1]) <= e['start']:
                    open_now.pop()
                nests = (before is None or e['start'] >= before) and (not open_now or infinite(e['end']) <= infinite(open_now[-1][1]))
                if not nests:
                    good &= check(f'{name}: events nest', False, (e, open_now))
                before = e['start']
                depth = max(depth, len(open_now) + 1)
                if infinite(e['end']) > e['start']:
                    open_now.append((e['start'], e['end'], e['head']))
                s = sums.setdefault(e['head'], [0, 0, None, None])
                s[0] += 1
                if e['end'] is not None:
                    d = e['end'] - e['start']
                    s[1], s[2], s[3] = s[1] + d, d if s[2] is None else min(s[2], d), d if s[3] is None else max(s[3], d)
            n = per_chunk[i]
            got = [list(c[at:at + n]) for c in stats[1:6]]
            want = [list(sums), *([s[k] for s in sums.values()] for k in range(4))]
            good &= check(f'{name}: stats of chunk {i}', got == want, (got, want))
            stack = [e['stack_id'] for e in events if e.get('stack_id') is not None]
            good &= check(f'{name}: calls of chunk {i}', (stats[6][i], stats[7][i]) == ((min(stack), max(stack)) if stack else (None, None)), (stats[6][i], stats[7][i]))
            at += n
            if not good:
                return
        check(f'{name}: depth, events', (lane['depth'], lane['events']) == (depth, total), (lane['depth'], depth, lane['events'], total))


def pyramids(report, what):
    """Each level's buckets, counted from the events themselves."""
    found = 0
    for t, lane in lanes(report):
        if lane['pyramid'] < 0:
            continue
        found += 1
        shifts, entries, depth, bucket, buckets, busy, head = columns(report.blob(lane['pyramid']))
        first, end_of_all = report.base + lane['first'], report.base + report.directory['span'][1]
        events, open_now = [], []
        for e in all_events(report, lane):
            while open_now and open_now[-1] <= e['start']:
                open_now.pop()
            end = end_of_all if e['end'] is None else e['end']
            events.append((len(open_now), e['start'] - first, end - first, e['head']))
            if end > e['start']:
                open_now.append(infinite(e['end']))
        at = 0
        for shift, n in zip(shifts, entries):
            width = 1 << shift
            want = collections.defaultdict(int)
            heads = collections.defaultdict(set)
            for d, a, b, h in events:
                for k in range(a // width, max(a, b - 1) // width + 1):
                    want[d, k] += min(b, (k + 1) * width) - max(a, k * width)
                    heads[d, k].add(h)
            got = {}
            for i in range(at, at + n):
                for k in range(bucket[i], bucket[i] + buckets[i]):
                    good = (depth[i], k) not in got and head[i] in heads[depth[i], k]
                    got[depth[i], k] = busy[i]
                    if not good:
                        check(f"{what}: {t['name']}: bucket {k}", False, (depth[i], k, head[i], heads[depth[i], k]))
                        return
            order = [(depth[i], bucket[i]) for i in range(at, at + n)]
            at += n
            # A level is computed from the one below, whose buckets are rounded.
            wrong = [(k, got.get(k), want[k] * 255 / width) for k in set(want) | set(got) if k not in got or k not in want or abs(got[k] - max(1, want[k] * 255 / width)) > 2]
            check(f"{what}: {t['name']}: level {shift}", order == sorted(order) and not wrong, wrong[:3])
    return found


def tables(db, report, what):
    for t in report.directory['tables']:
        rows = report.table(t['name'])[1]
        check(f"{what}: table {t['name']}: number of rows", len(rows) == t['rows'] and (t['rows'] > 0 or t['why']), t)
        want = [[v if not isinstance(v, int) or abs(v) <= 2 ** 53 else str(v) for v in row] for row in db.execute(t['sql'])]
        same = len(want) == t['all'] and all(a == b or (isinstance(b, float) and abs(a - b) <= 1e-9 * abs(b)) for r, w in zip(rows, want) for a, b in zip(r, w))
        check(f"{what}: table {t['name']}: the answer of its SQL", same, (rows[:1], want[:1]))


def names_of_agents(db, report, what):
    """A GPU has the same name in tables and on the timeline."""
    known = {gpu for gpu, in db.execute('SELECT gpu FROM rocpd_info_agent')} | {'unknown agent'}
    groups = {g['name'] for g in report.directory['groups']}
    check(f'{what}: names on the timeline', {n for n in groups if not n.startswith(('Agent ', 'agent '))} <= known | {'unknown agent'}, (groups, known))
    yield from groups
    for t in report.directory['tables']:
        for name in {'gpu', 'memory_of'} & set(t['columns']):
            said = {part for row in report.table(t['name'])[1] for part in row[t['columns'].index(name)].split(', ')}
            check(f"{what}: table {t['name']}: names of agents", {s for s in said if not s.startswith('agent ')} <= known, (said, known))
            yield from said


def counters(db, report, what):
    for c in report.directory['counters']:
        values = [(time, value) for blob in c['blobs'] for time, value in zip(*columns(report.blob(blob)))]
        times = [t for t, _ in values]
        check(f"{what}: counter {c['name']}", len(values) == c['values'] and times == sorted(times), (len(values), c))
        if not c['real']:
            check(f"{what}: counter {c['name']}: least and most", (min(v for _, v in values), max(v for _, v in values)) == (c['low'], c['high']), c)
    running = [c for c in report.directory['counters'] if 'kernels' in c['name']]
    kernels = db.execute('SELECT count(*) FROM kernels WHERE end > start').fetchone()[0]
    check(f'{what}: kernels that run are counted', bool(running) == bool(kernels), [c['name'] for c in report.directory['counters']])


def same_again(trace):
    """With one thread, the file is the same each time."""
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    texts = []
    for _ in range(2):
        db = loaded()
        db.execute('SELECT rocpd_attach(?)', (trace,))
        texts.append(export(db, counters=True, args=True)[0].bytes)
        db.close()
    os.sched_setaffinity(0, processors)
    check('two reports of one trace, of one thread', texts[0] == texts[1], [len(t) for t in texts])


def window_of_nothing(trace):
    db = loaded()
    db.execute('SELECT rocpd_attach(?)', (trace,))
    db.execute('SELECT rocpd_window(1, 2)')
    report, result = export(db, counters=True)
    rows = {t['name']: t['rows'] for t in report.directory['tables'] if not t['name'].startswith(('summary', 'advice'))}
    check('an empty window: no rows', result['events'] == 0 and len(rows) > 20 and not any(rows.values()), rows)
    db.close()


def without_tables(trace):
    """The time line is the same."""
    db = loaded()
    db.execute('SELECT rocpd_attach(?)', (trace,))
    (whole, _), (alone, result) = export(db), export(db, 'alone.html', tables=False)
    # Heads are numbered in the order in which threads find them.
    events = [[[{k: v for k, v in e.items() if k != 'head'} for e in all_events(r, lane)] for _, lane in lanes(r)] for r in (whole, alone)]
    check('the time line alone: no tables', alone.directory['tables'] == [] and whole.directory['tables'] != [])
    check('the time line alone: the same events', events[0] == events[1] and sum(map(len, events[1])) == result['events'] > 0, result)
    db.close()


def main():
    found = given = 0
    named = set()
    for trace in sys.argv[3:]:
        db = loaded()
        db.execute('SELECT rocpd_attach(?)', (trace,))
        what = os.path.basename(trace)
        report, result = export(db, counters=True, args=True)
        total = sum(lane['events'] for _, lane in lanes(report))
        check(f'{what}: number of events', result['events'] == total == report.directory['counts']['events'], (result['events'], total))
        events_are_rows(db, report, what)
        signatures(db, report, what)
        chunks_hang_together(report, what)
        given += arguments(db, report, what)
        found += pyramids(report, what)
        tables(db, report, what)
        counters(db, report, what)
        named.update(names_of_agents(db, report, what))
        middle = sum(report.directory['span']) // 2 + report.base
        part, _ = export(db, start=middle)
        named.update(names_of_agents(db, export(db, agent_index='absolute')[0], f'{what}, by absolute index'))
        times = [e for _, lane in lanes(part) for e in all_events(part, lane)]
        check(f'{what}: a window', part.directory['chosen'] and all(infinite(e['end']) >= middle for e in times) and not report.directory['chosen'])
        db.close()
    same_again(sys.argv[3])
    window_of_nothing(sys.argv[3])
    without_tables(sys.argv[-1])
    check('there was a pyramid, and arguments', found > 0 and given > 0, (found, given))
    check('agents were named', 'GPU 0' in named and any(n.startswith('Agent ') for n in named), named)
    finish()


main()
