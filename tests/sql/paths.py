"""critical_path, what_if and sync_cost against the graph of schedule.h by brute force, on random traces; what must hold on every sample."""
import fnmatch
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, check, finish, load, rows, value  # noqa: E402
from cause_trace import Trace, ended, innermost, union  # noqa: E402

TRACES = 120 if not os.environ.get('SOAK') else 2000
SAMPLES = ['tests/data/heliosr_146104_results.db', 'tests/data/rpd', 'tests/data/rtg']
WAITS = {'hipMemcpy', 'hipStreamSynchronize', 'hipDeviceSynchronize', 'hsa_signal_wait_scacquire'}
wrong = {}


def same(what, seed, got, want):
    if got != want:
        if isinstance(got, list) and isinstance(want, list):
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            got, want = got[max(0, at - 1):at + 2], want[max(0, at - 1):at + 2]
        wrong.setdefault(what, (seed, got, want))


class Graph:
    """Events are (time, class, number, activity): sorted, they are in order."""

    def __init__(self, t, low, high):
        calls = sorted(ended(t.calls), key=lambda c: (c['tid'], c['start'], -c['end'], c['stack']))
        calls = [dict(c, kind='call') for c in calls]
        device = [dict(k, kind='kernel') for k in t.kernels] + [dict(k, kind='copy') for k in t.copies]
        for k in device:
            k['end'] = max(k['end'], k['start'])
        self.all_calls = calls
        device = [k for k in device if k['end'] >= low and k['start'] <= high]  # only these are numbered
        every = calls + device
        self.from_ = max(low, min([a['start'] for a in every if a['end'] >= low], default=0))
        self.events = []
        for i, a in enumerate(every):
            a['number'] = i
            if a['end'] < low:
                continue
            for end in (False, True):
                time = max(self.from_, a['end'] if end else a['start'])
                if time <= high:
                    e = {'end': end, 'of': a, 'time': time}
                    e['key'] = (time, 3 if end else 0, -i if end else i) if a['kind'] == 'call' else (time, 2 if end else 1, i)
                    a['ev', end] = e
                    self.events.append(e)
        self.events.sort(key=lambda e: e['key'])
        self.by_stack = {c['stack']: c for c in calls}
        for e in self.events:
            e['on'] = [x for x in self.depends(e) if x]
            e['cause'] = max(e['on'], key=lambda x: x['key'], default=None)

    def last(self, event, test):
        return max((x for x in self.events if x['key'] < event['key'] and test(x)), key=lambda x: x['key'], default=None)

    def depends(self, e):
        a = e['of']
        if a['kind'] == 'call':
            out = [self.last(e, lambda x: x['of']['kind'] == 'call' and x['of']['tid'] == a['tid'])]
            a['awaited'] = None
            if e['end'] and a['name'] in WAITS:
                own = self.last(e, lambda x: x['end'] and x['of']['kind'] != 'call' and x['of']['stack'] == a['stack'])
                awaited = own or self.last(e, lambda x: x['end'] and x['of']['kind'] != 'call')
                if awaited and awaited['key'] > a['ev', False]['key']:
                    a['awaited'] = awaited
                    out.append(awaited)
            return out
        if e['end']:
            return [a['ev', False]]
        out = [self.last(e, lambda x: x['end'] and x['of']['kind'] != 'call' and x['of']['stream'] == a['stream'])]
        if a['kind'] == 'kernel':
            out.append(self.last(e, lambda x: x['end'] and x['of']['kind'] == 'kernel' and (x['of']['agent'], x['of']['queue']) == (a['agent'], a['queue'])))
        call = self.by_stack.get(a['stack'])
        for end in (True, False):
            launch = call and call.get(('ev', end))
            if launch and launch['key'] < e['key']:
                out.append(launch)
                break
        return out

    def path(self):
        out, e = [], self.events[-1] if self.events else None
        while e:
            start = e['cause']['time'] if e['cause'] else self.from_
            if e['time'] > start:
                out.append((start, e['time'], *self.describe(e['cause'], e)))
            e = e['cause']
        return out[::-1]

    def describe(self, u, e):
        a = e['of']
        if a['kind'] != 'call':
            kind = a['kind'] if e['end'] else 'start' if not u else 'launch' if u['of']['kind'] == 'call' else 'queue'
            return kind, a['name'], a['id']
        if u and u['of']['kind'] == 'call':
            c = innermost([c for c in sorted(self.all_calls, key=lambda c: c['number']) if c['tid'] == a['tid']], u['time'])
            if not c:
                return 'host', None, None
            marker = c['category'] != 'HIP_RUNTIME_API_EXT'
            return 'host' if marker else 'call', c['message'] if marker and c['message'] else c['name'], c['id']
        marker = a['category'] != 'HIP_RUNTIME_API_EXT'
        return 'synchronisation' if u else 'start', a['message'] if marker and a['message'] else a['name'], a['id']

    def change(self, pattern, factor):
        """Longest paths: when events come, by what they depend on."""
        kernels, ns = 0, 0
        for e in self.events:
            after = e['time'] - (e['cause']['time'] if e['cause'] else self.from_)
            if e['end'] and e['of']['kind'] == 'kernel' and fnmatch.fnmatchcase(e['of']['name'], pattern):
                kernels, ns = kernels + 1, ns + after
                after = math.floor(after * factor + .5)
            e['then'] = max((x['then'] for x in e['on']), default=self.from_) + after
        return kernels, ns, max((e['then'] for e in self.events), default=self.from_) - self.from_


def compare(db, path, t):
    g = Graph(t, -2 ** 62, 2 ** 62)
    path_sql = 'SELECT start, "end", kind, name, id FROM critical_path(\'\', \'\', ?)'
    same('critical_path', t.seed, rows(db, path_sql, path), g.path())
    span = g.events[-1]['time'] - g.from_
    same('segments add up', t.seed, value(db, 'SELECT total(duration_ns) FROM critical_path(\'\', \'\', ?)', path), span)
    kernels, ns, then = g.change('*', 1)
    same('nothing changes by factor 1', t.seed, (then, rows(db, "SELECT kernels, kernel_ns, before_ns, after_ns, saved_ns FROM what_if('*', 1, ?)", path)),
         (span, [(kernels, ns, span, span, 0)]))
    for pattern, factor in (('gemm', 0), ('add*', .5), ('*', 3), ('nothing', 0)):
        kernels, ns, then = g.change(pattern, factor)
        same('what_if', t.seed, rows(db, 'SELECT kernels, kernel_ns, before_ns, after_ns, saved_ns FROM what_if(?, ?, ?)', pattern, factor, path), [(kernels, ns, span, then, span - then)])
    times = sorted(e['time'] for e in g.events)
    low, high = times[len(times) // 4], times[len(times) * 3 // 4]
    part = Graph(t, low, high)
    same('critical_path of a part', t.seed, rows(db, 'SELECT start, "end", kind, name, id FROM critical_path(?, ?, ?)', str(low), str(high), path), part.path())
    waiting(db, path, g)
    if t.seed % 4 == 0:
        rows(db, 'SELECT rocpd_window(?, ?)', low, high)
        same('in a window', t.seed, rows(db, path_sql, path), part.path())
        same('in a window', t.seed, rows(db, "SELECT before_ns, after_ns FROM what_if('gemm', 0, ?)", path),
             [(part.events[-1]['time'] - part.from_, part.change('gemm', 0)[2])] if part.events else [])
        same('in a window', t.seed, {r[0] for r in rows(db, 'SELECT id FROM sync_cost(?)', path)}, {c['id'] for c in t.calls if c['name'] in WAITS and c['start'] >= low and c['end'] <= high})
        rows(db, 'SELECT rocpd_window()')


def waiting(db, path, g):
    want = []
    device = [e['of'] for e in g.events if e['of']['kind'] != 'call' and e['end']]
    end = {c['id']: c['end'] for c in t.calls}
    for c in g.all_calls:
        if c['name'] not in WAITS:
            continue
        busy = union([(max(k['start'], c['start']), min(k['end'], c['end'])) for k in device if k['start'] < c['end'] and k['end'] > c['start']])
        e = c['awaited']
        want.append((c['id'], c['name'], end[c['id']] - c['start'], busy, *((e['of']['name'], e['of']['kind'], e['of']['id'], e['time'], end[c['id']] - e['time']) if e else (None,) * 5)))
    same('sync_cost', t.seed, sorted(rows(db, 'SELECT id, name, wait_ns, busy_ns, waited_for, waited_kind, waited_id, gpu_end, after_ns FROM sync_cost(?)', path)), sorted(want))


db = load()
for seed in range(1, TRACES + 1):
    t = Trace(seed, python=True)
    for k in t.kernels + t.copies:
        k['stream'] = t.r.randrange(1 + seed % 3)
    path = f'{FOLDER}/{seed}.db'
    t.write(path)
    compare(db, path, t)
    if seed % 10:
        os.remove(path)
several = {g: n for g, n in rows(db, "SELECT guid, sum(duration_ns) FROM critical_path('', '', ?) GROUP BY 1", f'{FOLDER}/*0.db')}
check('each of several files has its path', several, {rows(db, 'SELECT guid FROM processes(?)', f'{FOLDER}/{n}.db')[0][0]:
      value(db, "SELECT before_ns FROM what_if('*', 1, ?)", f'{FOLDER}/{n}.db') for n in range(10, TRACES + 1, 10)})
for path in SAMPLES:
    got = rows(db, 'SELECT count(*) FROM (SELECT start s, lag("end") OVER (PARTITION BY guid ORDER BY start) e FROM critical_path(\'\', \'\', ?)) WHERE s <> e', path)
    same('segments follow each other', path, got, [(0,)])
    same('segments add up', path, rows(db, 'SELECT before_ns, after_ns FROM what_if(\'*\', 1, ?1) AS w WHERE before_ns <> (SELECT total(duration_ns) FROM critical_path(\'\', \'\', ?1) AS c '
                                       'WHERE c.guid = w.guid) OR after_ns <> before_ns', path), [])
for what in ('critical_path', 'segments add up', 'segments follow each other', 'nothing changes by factor 1', 'what_if', 'critical_path of a part', 'sync_cost', 'in a window'):
    check(f'{what} in {TRACES} traces', wrong.get(what), None)
check('another factor', rows(db, "SELECT * FROM what_if('*', 'half')"), "OperationalError: what_if: factor is 'half', expected a number from 0 to 1000000 that times are multiplied by")
check('another time', rows(db, "SELECT * FROM critical_path('nothing')")[:65], "OperationalError: critical_path: from_time is 'nothing': expected")
finish()
