"""rocpd_export_text(): its listing row for row against the tables, its profile against the table calls."""
import collections
import fnmatch
import json
import math
import os
import subprocess

from compared import hostile, report, same, samples, wrong
from common import BUILD, FOLDER, attached, check, finish, rows, value
from cause_trace import Trace, ended, nest

TRACES = 40 if not os.environ.get('SOAK') else 2000
OUT = f'{FOLDER}/out.txt'
SHOWN = """CASE WHEN (category GLOB 'MARKER*' OR category = 'rocm_marker_api') AND json_extract(extdata, '$.message') NOT NULL THEN json_extract(extdata, '$.message') ELSE name END"""
EVENTS = f"""SELECT start, "end", category, NULL, {SHOWN}, tid, NULL FROM regions
  UNION ALL SELECT start, "end", category, NULL, name, NULL, agent_abs_index FROM kernels
  UNION ALL SELECT start, "end", category, size, name, NULL, dst_agent_abs_index FROM memory_copies
  UNION ALL SELECT start, "end", category, size, type, NULL, agent_abs_index FROM memory_allocations
  UNION ALL SELECT start, "end", category, size, operation, NULL, agent_abs_index FROM scratch_memory
  UNION ALL SELECT timestamp, timestamp, category, NULL, {SHOWN}, tid, NULL FROM samples"""


def export(db, **options):
    said = value(db, 'SELECT rocpd_export_text(?, ?)', OUT, json.dumps(dict(options, overwrite=True)))
    assert said.startswith('{'), said
    with open(OUT, encoding='utf-8') as f:
        return json.loads(said), f.read().split('\n')[:-1]


def text(column):
    return json.loads(f'"{column}"')


def fixed(number, places):
    """An integer number of 10^-places."""
    return f"{'-' if number < 0 else ''}{abs(number) // 10 ** places}.{abs(number) % 10 ** places:0{places}}"


def rendered(base, event, process, track, category, name, width):
    """The expected line."""
    start, end, _, size, _ = event
    length = 'not started' if end == 'not started' else 'not ended' if end is None else fixed(end - start, 3)
    return (f'{fixed(start - base, 9):>20} | {length:>16} | {process.rstrip():{width[0]}} | {track.rstrip():{width[1]}} | {category.rstrip():22} | '
            f"{'' if size is None else size:>12} | {name}")


def listed(db, **options):
    """The function's result, and the events: (start, end, category, bytes, name), who: (process, track)."""
    said, lines = export(db, **options)
    base = int(lines[0].split('count from ')[1].split(' ns')[0])
    width = [len(c) for c in lines[1].split(' | ')[2:4]]
    events, who, last = [], [], None
    for line in lines[2:]:
        start, length, process, track, category, size, name = line.split(' | ', 6)
        start = base + int(start.replace('.', ''))
        assert last is None or start >= last, (last, line[:200])
        last = start
        end = None if length.strip() == 'not ended' else start + int(length.replace('.', '')) if 'not' not in length else 'not started'
        size = int(size) if size.strip() else None
        same('lines', options, line, rendered(base, (start, end, None, size, None), process, track, category, name, width))
        events.append((None if end == 'not started' else start, end, text(category.rstrip()), size, text(name)))
        who.append((text(process.rstrip()), text(track.rstrip())))
    assert [c.strip() for c in lines[1].split(' | ')] == ['START (s)', 'DURATION (us)', 'PROCESS', 'TRACK', 'CATEGORY', 'BYTES', 'NAME'], lines[1]
    return said, events, who


def shown(row):
    start, end, category, size, name = row[:5]
    if start is None:
        end = 'not started'
    elif end is not None:
        end = max(start, end)
    return start, end, category or '', size, name or ''


def chosen(row, o):
    start, end, category, _, name, _, agent = row
    if start is None:
        return not {'start', 'end', 'min_duration_ns'} & set(o)
    length = 2 ** 62 if end is None else max(0, end - start)
    if not (start <= o.get('end', 2 ** 62) and (end is None or end >= o.get('start', -2 ** 62))) or length < o.get('min_duration_ns', 0):
        return False
    if 'agents' in o and agent is not None and agent not in o['agents']:
        return False
    return fnmatch.fnmatchcase(name or '', o.get('names', '*')) and fnmatch.fnmatchcase(category or '', o.get('categories', '*'))


def compare(db, seed, all_of, options):
    for o in options:
        want = collections.Counter(shown(r) for r in all_of if chosen(r, o))
        said, events, who = listed(db, **o)
        same('rows', (seed, o), collections.Counter(events), want)
        same('counts of events', (seed, o), said['events'], sum(want.values()))
    threads = collections.Counter((*shown(r), str(r[5])) for r in all_of if r[5] is not None)
    got = collections.Counter((*e, w[1].rsplit(' ', 1)[-1]) for e, w in zip(*listed(db)[1:]) if (*e, w[1].rsplit(' ', 1)[-1]) in threads)
    same('threads', seed, got, threads)


def gap_name(length, bounds):
    at = sum(1 for b in bounds if length >= b * 1000)
    bar = ' ' + '==' * at if at else ''
    return f'gap <{bounds[0]}us' if not at else f'gap >={bounds[-1]}us{bar}' if at == len(bounds) else f'gap {bounds[at - 1]}us-{bounds[at]}us{bar}'


def gaps(db, seed, low, high):
    """Lines of gaps are the rows of the table that the options choose; all other lines are as without them."""
    every = rows(db, 'SELECT start, "end", agent_id, source FROM gaps')
    for o, bounds in (({'gaps': True}, [10, 20, 50, 100, 1000, 10000, 100000]), ({'gaps': [1, 3], 'agents': [2]}, [1, 3]), ({'gaps': True, 'start': low, 'end': high}, None),
                      ({'gaps': [5], 'min_duration_ns': 7}, [5])):
        bounds = bounds or [10, 20, 50, 100, 1000, 10000, 100000]
        want = collections.Counter((s, e, gap_name(e - s, bounds), f'agent {a}', os.path.basename(f)) for s, e, a, f in every
                                   if s <= o.get('end', 2 ** 62) and e >= o.get('start', -2 ** 62) and e - s >= o.get('min_duration_ns', 0) and a in o.get('agents', [a]))
        said, events, who = listed(db, **o)
        got = collections.Counter((e[0], e[1], e[4], w[1].split(', ')[-1], w[0]) for e, w in zip(events, who) if e[2] == 'GAP')
        same('gaps', (seed, o), got, want)
        plain = listed(db, **{k: v for k, v in o.items() if k != 'gaps'})
        same('other lines, beside gaps', (seed, o), [e for e in events if e[2] != 'GAP'], plain[1])
        same('counts beside gaps', (seed, o), said['events'], plain[0]['events'])
    return len(every)


def profile(db, seed, level='thread'):
    """Lines of calls have the figures of the table, in its order."""
    want, trips = [], []
    for name, deep, calls, total, own, mean, least, most, deviation in rows(
            db, 'SELECT name, depth, coalesce(calls, 0), inclusive_ns, exclusive_ns, mean_ns, min_ns, max_ns, stddev_ns FROM calls WHERE level = ? ORDER BY node', level):
        trips.append((calls, deep, calls))
        want.append((name if deep else None, calls, deep, total, f'{mean:.1f}' if mean is not None and deep else '-', str(least) if least is not None and deep else '-',
                     str(most) if most is not None and deep else '-', f'{deviation ** 2:.1f}' if deviation is not None else '-', f'{deviation:.1f}' if deviation is not None else '-', f'{100 * own / total:.1f}' if deep and total else '-'))
    got = []
    for line in export(db, form='profile', level=level, metric='trip_count')[1]:
        cells = [c.strip() for c in line.rsplit('|', 5)[1:5]]
        if len(cells) == 4 and cells[2] == 'trip_count':
            got.append((int(cells[0]), int(cells[1]), int(cells[3])))
    same(f'trip counts, by {level}', seed, got, trips)
    got = []
    for line in export(db, form='profile', level=level)[1]:
        if ' | wall_clock | ' not in line:
            continue
        label, count, deep, metric, unit, *figures = line[2:].rsplit(' | ', 11)
        label, deep = label.rstrip().split('>>> ', 1)[1] if level == 'thread' else label.rstrip(), int(deep)
        assert not deep or label.startswith('  ' * (deep - 1) + '|_'), label
        assert (metric.strip(), unit.strip()) == ('wall_clock', 'ns')
        figures = [f.strip(' |') for f in figures]
        got.append((text(label[2 * deep:]) if deep else None, int(count), deep, int(figures[0]), *figures[1:]))
    # Figures halfway between two may be rounded either way.
    close = len(got) == len(want) and all(all(g == w or ('.' in str(g) and '.' in str(w) and abs(float(g) - float(w)) < .11 + 1e-9 * abs(float(w))) for g, w in zip(a, b)) for a, b in zip(got, want))
    if not close:
        same(f'profile by {level}', seed, [g for g in got if g not in want][:3], [w for w in want if w not in got][:3])


def profile_by_hand(db, t):
    """Lines of calls by brute force: of each place in each thread how many there were, and their times."""
    places = {}
    for c in nest(ended(t.calls)):
        path, x = (), c
        while x:
            path, x = (x['message'] or x['name'],) + path, x['parent']
        places.setdefault((str(c['tid']),) + path, []).append(c)
    want = {}
    for path, calls in places.items():
        times, n = [c['end'] - c['start'] for c in calls], len(calls)
        mean = sum(times) / n
        deviation = math.sqrt(sum((x - mean) ** 2 for x in times) / (n - 1)) if n > 1 else None
        want[path] = (n, len(path) - 1, sum(times), mean, min(times), max(times), deviation ** 2 if n > 1 else None, deviation, 100 * sum(c['own'] for c in calls) / sum(times) if sum(times) else None)
    got, stack = {}, []
    for line in export(db, form='profile')[1]:
        if line.startswith('| |'):
            label, *figures = [f.strip() for f in line[2:-2].rsplit(' | ', 11)]
            label = label.split('>>> ', 1)[1]
            depth = int(figures[1])
            stack = stack[:depth] + [label[2 * depth:] if depth else label.rsplit(' ', 1)[-1]]
            count, _, _, _, total, mean, least, most, variance, deviation, own = figures
            if depth:
                key = (stack[0], *(text(x) for x in stack[1:]))
                same('each place once', t.seed, key in got, False)
                got[key] = (int(count), depth, int(total), mean, int(least), int(most), variance, deviation, own)
    same('places by hand', t.seed, sorted(got), sorted(want))
    for path in set(got) & set(want):
        for g, w in zip(got[path], want[path]):
            # Figures halfway between two may be rounded either way.
            right = g == w if isinstance(g, int) else g == '-' if w is None else g != '-' and abs(float(g) - w) <= .0501 + 1e-9 * abs(w)
            if not right:
                same('profile by hand', (t.seed, path), got[path], want[path])


for seed in range(1, TRACES + 1):
    t = Trace(seed)
    path = f'{FOLDER}/{seed}.db'
    t.write(path)
    db = attached(path)
    times = sorted(c['start'] for c in t.calls)
    low, high = times[len(times) // 3], times[len(times) * 2 // 3] + 1
    all_of = rows(db, EVENTS)
    compare(db, seed, all_of, ({}, {'start': low, 'end': high}, {'min_duration_ns': 5}, {'names': 'add*'}, {'categories': 'M*'}, {'agents': [2]}))
    profile(db, seed)
    profile(db, seed, 'process')
    profile_by_hand(db, t)
    gaps(db, seed, low, high)
    rows(db, 'SELECT rocpd_window(?, ?)', low, high)
    same('in a time window', seed, collections.Counter(listed(db)[1]), collections.Counter(shown(r) for r in rows(db, EVENTS)))
    db.close()
    if seed > 3:
        os.remove(path)

# Everything that there is, of all kinds of sources; chunk files, with what was open when the process was killed, many at once.
os.mkdir(f'{FOLDER}/many')
for i in range(1, 6):
    subprocess.run([f'{BUILD}/bench/tracegen', f'{FOLDER}/many/{i}.rocz', '1000', f'seed={i}', f'pid={500 + i // 2}', 'nested=200', 'graph=100', f'open={i % 2}', f'killed={i // 5}'],
                   check=True, stdout=subprocess.DEVNULL)
count = 0
for path, db in samples(f'{FOLDER}/many', f'{FOLDER}/[123].db'):
    all_of = rows(db, EVENTS)
    compare(db, path, all_of, ({}, {'min_duration_ns': 1000}))
    profile(db, path)
    profile(db, path, 'process')
    count += gaps(db, path, *rows(db, 'SELECT coalesce(min(start), 0), coalesce(min(start) / 2 + max("end") / 2, 0) + 1 FROM gaps')[0])
    unfinished = sum(1 for r in all_of if r[0] is not None and r[1] is None)
    check(f'{os.path.basename(path)}: unfinished', listed(db)[0]['unfinished'], unfinished)
    if path.endswith('many'):
        check('some have not ended, some never started', (unfinished > 0, any(r[0] is None for r in all_of)), (True, True))
check('there were gaps', count > 100, True)
report(('rows', 'lines', 'gaps', 'other lines, beside gaps', 'counts beside gaps', 'counts of events', 'threads', 'profile by thread', 'profile by process', 'trip counts, by thread', 'trip counts, by process', 'each place once', 'places by hand', 'profile by hand', 'in a time window'), f'{TRACES} traces and more')
check('one process of several', {w[0] for w in listed(db, processes=[1002])[2]}, {w[0] for w in listed(db)[2] if '1002' in w[0]})

# Names with columns, lines and what is no text in them.
NAMES = ['a | b', 'a\nb', '\r\x01\x7f', 'back \\n slash "q"', ' ', 'Grüße', 'x' * 1000000]
db = hostile(NAMES, lambda raw, table: raw.execute(f'UPDATE "{table}" SET string = \'KERNEL | "DISPATCH"\' WHERE string = \'KERNEL_DISPATCH\''))
wrong.clear()
compare(db, 'hostile', rows(db, EVENTS), ({},))
check('hostile names', wrong, {})
check('profile of hostile names', len([line for line in export(db, form='profile')[1] if line.startswith('| |')]), value(db, 'SELECT count(*) FROM calls'))
check('a wrong form', value(db, "SELECT rocpd_export_text(?, '{\"form\":\"table\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_text: option form: expected "listing" or "profile", found table')
for bad, why in (('"yes"', 'expected true, false or an array of us, found yes'), ('[]', 'the array is empty'), ('[5,5]', 'expected us, each more than the one before it'), ('[0]', 'expected us, each more than the one before it')):
    check(f'gaps of {bad}', value(db, f"SELECT rocpd_export_text(?, '{{\"gaps\":{bad}}}')", f'{FOLDER}/x'), f'OperationalError: rocpd_export_text: option gaps: {why}')
check('another level', value(db, "SELECT rocpd_export_text(?, '{\"level\":\"all\",\"form\":\"profile\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_text: option level: expected "thread" or "process", found all')
check('gaps of a profile', value(db, "SELECT rocpd_export_text(?, '{\"gaps\":true,\"form\":\"profile\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_text: option gaps: only a listing has gaps, not a profile')
check('nothing is left', os.path.exists(f'{FOLDER}/x'), False)
finish()
