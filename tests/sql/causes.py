"""ranges, range_kernels, range_gpu and calls against brute force on random traces; the sums that must agree on every sample."""
import os
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, check, finish, load, rows, value  # noqa: E402
from cause_trace import Trace, ended, innermost, nest, order, union  # noqa: E402

TRACES = 120 if not os.environ.get('SOAK') else 1500
SAMPLES = ['tests/data/heliosr_146104_results.db', 'tests/data/rpd', 'tests/data/rtg']
wrong, counted = {}, {}


def same(what, seed, got, want):
    if got != want:
        if isinstance(got, list) and isinstance(want, list):
            got, want = [x for x in got if x not in want][:3] or len(got), [x for x in want if x not in got][:3] or len(want)
        wrong.setdefault(what, (seed, got, want))


def marked(c):
    return c['message'] and (c['category'].startswith('MARKER') or c['category'] == 'rocm_marker_api')


def named(c):
    return c['message'] if marked(c) or c['message'] and c['category'] in ('PYTHON', 'python') else c['name']


# ---- ranges

def around(k, ranges):
    """The ranges of a kernel, innermost first: those open on its thread when its call began, then those of the process that other threads began."""
    call, x, out = k['call'], k['own_range'], []
    while x:
        if x['end'] > call['start']:
            out.append(x)
        x = x['parent']
    if call:
        others = [c for c in ranges if marked(c) and c['name'] == 'roctxProcessRangeA' and c['tid'] != call['tid'] and c['start'] <= call['start'] < c['end']]
        out += sorted(others, key=lambda c: (c['start'], -c['end'], c['id']), reverse=True)
    return out


def once_of(k):
    """For each name the range for which the kernel counts: the outermost of its thread, else the first to begin of other threads."""
    names, out = set(), []
    own = [c for c in k['around'] if c['tid'] == k['call']['tid']]
    for c in own[::-1] + [c for c in k['around'] if c['tid'] != k['call']['tid']][::-1]:
        if named(c) not in names:
            names.add(named(c))
            out.append(c)
    return out


def once_ns(ranges):
    reached, out = {}, {}
    for c in sorted(ranges, key=lambda c: (c['tid'], order(c))):
        key = c['tid'], named(c)
        out[c['id']] = max(0, c['end'] - max(c['start'], reached.get(key, 0)))
        reached[key] = max(reached.get(key, 0), c['end'])
    return out


def compare_ranges(db, path, t):
    for level in ('marker', 'call'):
        ranges = nest(ended([c for c in t.calls if level == 'call' or marked(c)]))
        end = {c['id']: c['end'] for c in t.calls}
        for c in ranges:
            c['n'] = 1 + sum(named(x) == named(c) and (x['start'], x['tid'], order(x)) < (c['start'], c['tid'], order(c)) for x in ranges)
        once = once_ns(ranges)
        want = sorted((c['id'], named(c), c['n'], c['tid'], c['start'], end[c['id']], end[c['id']] - c['start'], c['depth'], c['own'], c['parent'] and c['parent']['id'], c['name'], once[c['id']])
                      for c in ranges)
        same(f'ranges of {level}', t.seed, sorted(rows(db, 'SELECT id, name, n, tid, start, "end", duration_ns, depth, exclusive_ns, parent_id, operation, once_ns FROM ranges(?) WHERE level = ?',
                                                     path, level)), want)
        by_stack = {c['stack']: c for c in ended(t.calls)}
        of_thread = {tid: [c for c in ranges if c['tid'] == tid] for tid in t.tids}
        by_id = {c['id']: c for c in ranges}
        for k in t.kernels:
            call = by_stack.get(k['stack'])
            k['call'] = call
            k['own_range'] = None if not call else by_id[call['id']] if level == 'call' else innermost(of_thread[call['tid']], call['start'])
            k['around'] = around(k, ranges)
            if level == 'call' and k['own_range'] and k['own_range'] not in k['around']:
                k['around'].insert(0, k['own_range'])  # a range without length
            k['range'] = k['around'][0] if k['around'] else None
            k['once'] = once_of(k) if k['around'] else []
        want = sorted((k['id'], k['name'], k['end'] - k['start'], *(('', None, None) if not k['range'] else (named(k['range']), k['range']['id'], k['range']['n'])))
                      for k in t.kernels)
        same(f'range_kernels of {level}', t.seed, sorted(rows(db, "SELECT id, kernel, kernel_ns, ifnull(range, ''), range_id, n FROM range_kernels(?) WHERE level = ?", path, level)), want)
        want = []
        for c in ranges:
            def time(kernels):
                spans = [(k['start'], max(k['end'], k['start'])) for k in kernels]
                return [len(spans), sum(b - a for a, b in spans), union(spans)], [min(a for a, b in spans), max(b for a, b in spans)] if spans else [None, None]
            inside = [k for k in t.kernels if c in k['around']]
            sums, span = time(inside)
            own, _ = time([k for k in inside if k['range'] is c])
            want.append((c['id'], *sums, *span, span[1] - span[0] if span[0] is not None else None, *own, *time([k for k in inside if c in k['once']])[0][:2]))
        same(f'range_gpu of {level}', t.seed, sorted(rows(db, 'SELECT id, kernels, kernel_ns, union_ns, gpu_start, gpu_end, projected_ns, exclusive_kernels, exclusive_kernel_ns, '
                                                         'exclusive_union_ns, once_kernels, once_kernel_ns FROM range_gpu(?) WHERE level = ?', path, level)), sorted(want))


def sums_of_ranges(db, path):
    for level in ('marker', 'call'):
        got = rows(db, 'SELECT (SELECT count(*) FROM range_kernels(?1) WHERE level = ?2) = (SELECT count(*) FROM kernels(?1)), '
                   '(SELECT total(exclusive_kernel_ns) FROM range_gpu(?1) WHERE level = ?2) = (SELECT total(max(kernel_ns, 0)) FROM range_kernels(?1) WHERE level = ?2 AND range_id IS NOT NULL), '
                   '(SELECT total(exclusive_kernels) FROM range_gpu(?1) WHERE level = ?2) = (SELECT count(*) FROM range_kernels(?1) WHERE level = ?2 AND range_id IS NOT NULL), '
                   '(SELECT count(*) FROM range_gpu(?1) WHERE level = ?2 AND (exclusive_kernel_ns > kernel_ns OR union_ns > kernel_ns OR projected_ns < union_ns))', path, level)
        same(f'sums of {level}', path, got, [(1, 1, 1, 0)])


# ---- call trees

def own_within(calls, clip):
    """Own times, cut to the window."""
    for c in calls:
        c['own'] = 0
    for tid in {c['tid'] for c in calls}:
        mine = [c for c in calls if c['tid'] == tid]
        times = sorted({t for c in mine for t in (c['start'], c['end'])})
        for a, b in zip(times, times[1:]):
            c = innermost(mine, a)
            if c:
                c['own'] += clip(b) - clip(a)


def compare_functions(db, path, t, of_calls=lambda c: True, clip=lambda x: x):
    """The rows of calls, and api_overhead, where a function's inclusive time is the time in which it was open on a thread."""
    calls, nodes, functions = nest(ended(t.calls)), {}, {}
    own_within(calls, clip)
    for c in calls:
        names, x = [], c
        while x:
            names.append(named(x))
            x = x['parent']
        if of_calls(c):
            nodes.setdefault((c['tid'], ' / '.join(reversed(names))), []).append(c)
            functions.setdefault(named(c), []).append(c)
    length = lambda c: clip(c['end']) - clip(c['start'])  # noqa: E731
    want = sorted((*n, len(here), sum(map(length, here)), sum(c['own'] for c in here), min(map(length, here)), max(map(length, here))) for n, here in nodes.items())
    same('calls in a window', t.seed, sorted(rows(db, 'SELECT tid, call_path, calls, inclusive_ns, exclusive_ns, min_ns, max_ns FROM calls(?) WHERE calls > 0', path)), want)
    want = sorted((n, len(here), sum(union([(clip(c['start']), clip(c['end'])) for c in here if c['tid'] == tid]) for tid in {c['tid'] for c in here}), sum(c['own'] for c in here))
                  for n, here in functions.items())
    same('api_overhead: a name counts once', t.seed, sorted(rows(db, 'SELECT name, calls, inclusive_ns, exclusive_ns FROM api_overhead(?)', path)), want)


def compare_calls(db, path, t):
    calls = nest(ended(t.calls))
    for level in ('thread', 'process'):
        nodes = {}
        for c in calls:
            names, x = [], c
            while x:
                names.append(named(x))
                x = x['parent']
            nodes.setdefault((c['tid'] if level == 'thread' else None, ' / '.join(reversed(names)), len(names)), []).append(c)
        want = []
        for (tid, at, depth), here in nodes.items():
            spans = [c['end'] - c['start'] for c in here]
            want.append((tid, at, depth, len(here), sum(spans), sum(c['own'] for c in here), min(spans), max(spans),
                         round(statistics.mean(spans), 6), round(statistics.stdev(spans), 6) if len(spans) > 1 else None))
        for tid in t.tids if level == 'thread' else [None]:
            own = sum(c['own'] for c in calls if tid in (None, c['tid']))
            want.append((tid, '', 0, None, own, 0, None, None, None, None))
        key = lambda r: tuple(map(str, r))  # noqa: E731
        same(f'calls by {level}', t.seed, sorted(rows(db, 'SELECT tid, call_path, depth, calls, inclusive_ns, exclusive_ns, min_ns, max_ns, round(mean_ns, 6), round(stddev_ns, 6) '
                                                      'FROM calls(?) WHERE level = ?', path, level), key=key), sorted(want, key=key))
    for thread in t.tids:
        mine = [c for c in calls if c['tid'] == thread]
        same('own times add up to the union', t.seed, value(db, 'SELECT sum(exclusive_ns) FROM calls(?) WHERE tid = ?', path, thread), union([(c['start'], c['end']) for c in mine]))


# ---- Python functions

def still_around(c):
    """The calls and ranges that are open when it begins: an overlapping range may outlive the call in which it began."""
    x = c['parent']
    while x:
        if x['end'] > c['start']:
            yield x
        x = x['parent']


def compare_python(db, path, t, of_calls=lambda c: True, of_kernels=lambda k: True, clip=lambda x: x):
    """By function: calls inside another call of the same function count once."""
    calls = nest(ended(t.calls))
    own_within(calls, clip)
    by_stack = {c['stack']: c for c in calls}
    functions = {}
    for c in calls:
        if c['category'] in ('PYTHON', 'python') and of_calls(c):
            c['function'] = functions.setdefault((c['name'], *(c['place'] or (None, None))), [0] * 8)
    for c in calls:
        f = c.get('function')
        if f:
            c['outermost'] = all(x.get('function') is not f for x in still_around(c))
            f[:4] = f[0] + 1, f[1] + c['outermost'], f[2] + (clip(c['end']) - clip(c['start'])) * c['outermost'], f[3] + c['own']
    for k in t.kernels:
        call = by_stack.get(k['stack'])
        if not call or not of_kernels(k):
            continue
        length = max(0, clip(k['end']) - clip(k['start']))
        functions_around = [x for x in [call, *still_around(call)] if x.get('function')]
        for f in (functions_around[0]['function'],) if functions_around else ():
            f[6:8] = f[6] + 1, f[7] + length
        for f in (x['function'] for x in functions_around if x['outermost']):
            f[4:6] = f[4] + 1, f[5] + length
    key = lambda r: tuple(map(str, r))  # noqa: E731
    got = rows(db, 'SELECT function, file, line, calls, outermost_calls, inclusive_ns, exclusive_ns, kernels, kernel_ns, exclusive_kernels, exclusive_kernel_ns FROM python(?)', path)
    same('python', t.seed, sorted(got, key=key), sorted((n + tuple(f) for n, f in functions.items()), key=key))
    same('python: the longest first', t.seed, [r[6] for r in got], sorted((r[6] for r in got), reverse=True))
    same('python: mean', t.seed, value(db, 'SELECT count(*) FROM python(?) WHERE abs(mean_ns * calls - inclusive_ns) > calls AND calls = outermost_calls', path), 0)
    counted['python'] = counted.get('python', 0) + len(functions)


def outlived_functions():
    """A range begins in a function and ends after it: what follows is neither in that function nor below it."""
    t = Trace(4711)
    python = {'category': 'PYTHON', 'message': None, 'name': 'load', 'place': ('net.py', 3)}
    launch = {'category': 'HIP_RUNTIME_API_EXT', 'message': None, 'name': 'hipLaunchKernel'}
    calls = [(0, 100, python), (50, 300, {'category': 'MARKER_CORE_RANGE_API', 'message': 'epoch', 'name': 'roctxProcessRangeA'}), (150, 250, python), (200, 210, launch), (260, 270, launch)]
    t.calls = [dict(of, id=i, stack=i, tid=t.pid, start=a, end=b) for i, (a, b, of) in enumerate(calls, 1)]
    t.kernels = [{'id': i, 'start': a, 'end': a + 7, 'name': 'gemm', 'stack': 3 + i, 'queue': 1, 'tid': t.pid, 'agent': 2} for i, a in ((1, 220), (2, 280))]
    t.copies = []
    t.write(f'{FOLDER}/outlived.db')
    check('a range outlives the function that it began in', rows(db, 'SELECT calls, outermost_calls, inclusive_ns, exclusive_ns, kernels, exclusive_kernels FROM python(?)', f'{FOLDER}/outlived.db'),
          [(2, 2, 200, 50 + 90, 1, 1)])


def sums_of_calls(db, path):
    got = rows(db, 'SELECT count(*) FROM calls(?1) AS r WHERE depth = 0 AND inclusive_ns <> (SELECT sum(exclusive_ns) FROM calls(?1) AS c WHERE c.guid = r.guid AND c.tid = r.tid)', path)
    same('exclusive times add up to that of the root', path, got, [(0,)])
    same('as many calls as regions', path, rows(db, 'SELECT total(calls) = (SELECT count(*) FROM regions(?1) WHERE start IS NOT NULL) FROM calls(?1)', path), [(1,)])
    same('order of the tree', path, rows(db, 'SELECT count(*) FROM (SELECT depth d, lag(depth) OVER () l, node n, parent_node p FROM calls(?1)) WHERE d > l + 1 OR p >= n OR (d = 0) <> (p IS NULL)', path), [(0,)])
    got = rows(db, 'SELECT sum(calls), sum(exclusive_ns), abs(total(share) - (count(*) > 0)) < 1e-9 OR total(exclusive_ns) = 0 FROM api_overhead(?1)', path)
    same('api_overhead', path, got, rows(db, 'SELECT sum(calls), CASE WHEN count(*) > count(CASE depth WHEN 0 THEN 1 END) THEN sum(exclusive_ns) END, 1 FROM calls(?1)', path))


def in_a_window(db, path, t):
    """Only rows in the window are shown, with the numbers and depths of the whole trace."""
    times = sorted(c['start'] for c in t.calls)
    whole = rows(db, 'SELECT id, name, n, depth, exclusive_ns, start, "end" FROM ranges(?)', path)
    ranges = {k: r for k, r in rows(db, 'SELECT id, range_id FROM range_kernels(?)', path)}
    from_, to = times[len(times) // 4], times[len(times) * 3 // 4]
    for overlap in (0, 1):
        rows(db, 'SELECT rocpd_window(?, ?, ?)', from_, to, 1 - overlap)
        in_it = (lambda a, b: a <= to and b >= from_) if overlap else (lambda a, b: a >= from_ and b <= to)
        same('in a window', t.seed, rows(db, 'SELECT id, name, n, depth, exclusive_ns, start, "end" FROM ranges(?)', path), [r for r in whole if in_it(r[5], r[6])])
        kernels = [k for k in t.kernels if in_it(k['start'], k['end'])]
        same('in a window', t.seed, dict(rows(db, 'SELECT id, range_id FROM range_kernels(?)', path)), {k['id']: ranges[k['id']] for k in kernels})
        under = [k for k in kernels if ranges[k['id']] in {r[0] for r in whole if in_it(r[5], r[6])}]
        clip = lambda x: max(from_, min(to, x)) if overlap else x  # noqa: E731
        same('in a window', t.seed, value(db, 'SELECT total(exclusive_kernel_ns) FROM range_gpu(?)', path), sum(max(0, clip(k['end']) - clip(k['start'])) for k in under))
        stated = {c['id']: c['end'] for c in t.calls}
        compare_python(db, path, t, lambda c: in_it(c['start'], stated[c['id']]), lambda k: in_it(k['start'], k['end']), clip)
        compare_functions(db, path, t, lambda c: in_it(c['start'], stated[c['id']]), clip)
    rows(db, 'SELECT rocpd_window()')


def deeply_nested(depth):
    """Each call in the one before it, with a kernel that runs together with the next one's: those of a call are its own and all later ones. A second thread has two."""
    t = Trace(1)
    t.calls, t.kernels, t.copies = [], [], []
    for i in range(depth + 2):
        t.calls.append({'id': i + 1, 'tid': t.tids[0] + (i >= depth), 'start': 10 ** 9 + i, 'end': 10 ** 9 + 2 * depth + 4 - i, 'name': 'hipLaunchKernel', 'category': 'HIP_RUNTIME_API_EXT',
                        'message': None, 'stack': i + 1})
        t.kernels.append({'id': i + 1, 'tid': t.tids[0], 'start': 10 ** 9 + 10 * i + 100 * (i > depth), 'end': 10 ** 9 + 10 * i + 15 + 100 * (i > depth), 'name': 'gemm', 'stack': i + 1,
                          'queue': 1 + i % 2, 'agent': 2})
    path = f'{FOLDER}/deep.db'
    t.write(path)
    last, other = 10 ** 9 + 10 * (depth - 1) + 15, 10 ** 9 + 10 * depth
    got = rows(db, "SELECT id, depth, exclusive_ns, kernels, kernel_ns, union_ns, gpu_start, gpu_end, exclusive_union_ns FROM range_gpu(?) WHERE level = 'call' ORDER BY id", path)
    same('deeply nested', depth, got, [(i + 1, i, 2 if i < depth - 1 else 6, depth - i, 15 * (depth - i), last - (10 ** 9 + 10 * i), 10 ** 9 + 10 * i, last, 15) for i in range(depth)]
         + [(depth + 1, 0, 2, 2, 30, 30, other, other + 125, 15), (depth + 2, 1, 2, 1, 15, 15, other + 110, other + 125, 15)])
    os.remove(path)


def api_after_api(pairs):
    """More than a batch of calls of one API, then the calls of another API that they made: a thread's calls are in several batches."""
    t = Trace(2)
    t.calls, t.kernels, t.copies = [], [], []
    inner, length = [], [t.r.randrange(5) for _ in range(pairs)]
    for i in range(pairs):
        start = 10 ** 9 + 10 * i + t.r.randrange(4)  # some begin and end together with the outer one
        c = {'id': i + 1, 'tid': t.tids[0], 'start': 10 ** 9 + 10 * i, 'end': max(10 ** 9 + 10 * i + 4, start + length[i]), 'name': 'hipMalloc', 'category': 'HIP_RUNTIME_API_EXT',
             'message': None, 'stack': 2 * i + 1}
        t.calls.append(c)
        inner.append(dict(c, id=pairs + i + 1, start=start, end=start + length[i], name='hsa_amd_memory_pool_allocate', category='HSA_AMD_EXT_API', stack=2 * i + 2))
    path = f'{FOLDER}/apis.db'
    t.calls += inner
    t.write(path)
    want = []
    for outer, c in zip(t.calls, inner):
        want += [(outer['id'], 0, outer['end'] - outer['start'] - length[c['id'] - pairs - 1], None), (c['id'], 1, length[c['id'] - pairs - 1], outer['id'])]
    got = rows(db, "SELECT id, depth, exclusive_ns, parent_id FROM ranges(?) WHERE level = 'call'", path)
    same('API after API', pairs, (len(got), next((x for x in zip(got, want) if x[0] != x[1]), None)), (2 * pairs, None))
    same('API after API', pairs, rows(db, "SELECT name, calls, exclusive_ns FROM calls(?) WHERE depth > 0", path),
         [('hipMalloc', pairs, sum(c['end'] - c['start'] for c in t.calls[:pairs]) - sum(length)), ('hsa_amd_memory_pool_allocate', pairs, sum(length))])
    os.remove(path)


def several_processes():
    """Merged into a database, whose processes keep their ranks."""
    for rank in (0, 1, 2):
        os.makedirs(f'{FOLDER}/ranks/{rank}', exist_ok=True)
        Trace(rank + 1).write(f'{FOLDER}/ranks/{rank}/a.db')
    merging = load()
    rows(merging, 'SELECT rocpd_attach(?, ?)', f'{FOLDER}/ranks', '{"rank":"ranks/%d/*.db"}')
    figures = 'SELECT rank, host, pid, tid, call_path, calls, inclusive_ns FROM calls{} WHERE level = ? ORDER BY 1, 2, 3, 4, 5'
    apart = [rows(merging, figures.format(''), level) for level in ('thread', 'process')]
    same('ranks are kept', 'apart', sorted({r[0] for r in apart[0]}), [0, 1, 2])
    rows(merging, 'SELECT rocpd_export_db(?)', f'{FOLDER}/merged.db')
    same('calls of several processes', 'merged', [rows(db, figures.format('(?)'), f'{FOLDER}/merged.db', level) for level in ('thread', 'process')], apart)


subprocess.run([f'{BUILD}/bench/tracegen', f'{FOLDER}/open.rocz', '5000', 'graph=50', 'open=1'], check=True, stdout=subprocess.DEVNULL)
SAMPLES.append(f'{FOLDER}/open.rocz')
db = load()
for seed in range(1, TRACES + 1):
    t = Trace(seed, python=True)
    path = f'{FOLDER}/{seed}.db'
    t.write(path)
    compare_ranges(db, path, t)
    sums_of_ranges(db, path)
    compare_calls(db, path, t)
    compare_functions(db, path, t)
    sums_of_calls(db, path)
    compare_python(db, path, t)
    if seed % 4 == 0:
        in_a_window(db, path, t)
    os.remove(path)
deeply_nested(3000)
api_after_api(36000)
several_processes()
outlived_functions()
for path in SAMPLES:
    sums_of_ranges(db, path)
    sums_of_calls(db, path)
for what in ['ranges of marker', 'ranges of call', 'range_kernels of marker', 'range_kernels of call', 'range_gpu of marker', 'range_gpu of call', 'sums of marker', 'sums of call', 'in a window',
             'calls by thread', 'calls by process', 'own times add up to the union', 'exclusive times add up to that of the root', 'as many calls as regions', 'order of the tree', 'api_overhead', 'python', 'python: the longest first', 'python: mean', 'deeply nested', 'API after API', 'ranks are kept', 'calls of several processes']:
    check(f'{what} in {TRACES} traces', wrong.get(what), None)
check('a call that has not ended', rows(db, 'SELECT sum(unended), max(min_ns) > 0 FROM calls(?) WHERE depth > 0', SAMPLES[-1]), [(1, 1)])
check('... the first row has no counts', rows(db, 'SELECT DISTINCT calls, unended FROM calls(?) WHERE depth = 0', SAMPLES[-1]), [(None, None)])
check('... in ranges', rows(db, 'SELECT count(*), max(exclusive_ns) >= 0, max(duration_ns) FROM ranges(?) WHERE level = ? AND "end" IS NULL', SAMPLES[-1], 'call'), [(1, 1, None)])
check('tracing time is NULL if not stated', rows(db, 'SELECT count(tracing_ns) FROM api_overhead(?)', SAMPLES[0]), [(0,)])
check('Python functions were compared', counted['python'] > TRACES, True)
check('python without Python functions', rows(db, 'SELECT * FROM python(?)', SAMPLES[0]), [])
check('an unknown level', rows(db, "SELECT * FROM ranges WHERE level = 'queue'"), "OperationalError: ranges: level is 'queue', expected 'marker' or 'call'")
finish()
