"""critical_path, what_if and sync_cost against the graph of schedule.h by brute force, on random traces; what must hold on every sample."""
import fnmatch
import math
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, check, finish, load, rows, value  # noqa: E402
from random_gpu import chunk_traces  # noqa: E402
from cause_trace import Trace, ended, innermost, union  # noqa: E402

TRACES = 120 if not os.environ.get('SOAK') else 2000
SAMPLES = ['tests/data/heliosr_146104_results.db', 'tests/data/rpd', 'tests/data/rtg']
WAITS = {'hipMemcpy': 'call', 'hipStreamSynchronize': 'stream', 'hipEventSynchronize': 'event', 'hipDeviceSynchronize': 'device', 'hsa_signal_wait_scacquire': None}
wrong, seen = {}, {}


def same(what, seed, got, want):
    if got != want:
        if isinstance(got, list) and isinstance(want, list):
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            got, want = got[max(0, at - 1):at + 2], want[max(0, at - 1):at + 2]
        wrong.setdefault(what, (seed, got, want))


class StreamTrace(Trace):
    """Has calls that order streams, with recorded arguments. The handles of streams are in the file ('known'), follow from launches ('learned'), or are
    unknown."""

    def __init__(self, seed):
        super().__init__(seed, python=True)
        r = self.r
        self.how = ('known', 'learned', 'known', None)[seed % 4]
        self.handles = {}  # of streams: (handle, since)
        streams = 1 + seed % 3
        of_call = {c['stack']: r.randrange(streams) for c in self.calls}
        for k in self.kernels + self.copies:
            k['stream'] = of_call.get(k['stack'], 0) if self.how == 'learned' else r.randrange(streams)
        for k in self.kernels:
            k['agent'] = (2, 2 + (k['tid'] - self.pid) % 2, k['agent'])[seed % 3]
        for k in self.kernels + self.copies:
            if k['tid'] == self.tids[-1] and seed % 5 < 2 and len(self.tids) > 1:  # a thread that only waits
                k['tid'], k['stack'] = self.tids[0], 0
        if not self.how:
            return
        for k in self.kernels:  # some last for several calls
            k['end'] += r.choice([0, 0, 6 * self.most])
        self.events = [0xe0, 0xe8, 0xf0][:r.choice([1, 3])]
        middle = sorted(c['start'] for c in self.calls)[len(self.calls) // 2]
        shared = self.how == 'known' and r.random() < .3  # a handle that is used again
        self.handles = {0: (0, 0), 1: (0x50, 0), 2: (0x50, middle) if shared else (0x60, 10)}
        wait = None
        for c in sorted(self.calls, key=lambda c: (c['tid'], -c['start'])):
            if c['category'] != 'HIP_RUNTIME_API_EXT':
                continue
            if wait and wait['tid'] == c['tid'] and wait['start'] > c['start'] and wait['name'] == 'hipEventSynchronize' and r.random() < .7:
                c['name'] = 'hipEventRecord'
            elif r.random() < .5:
                c['name'] = r.choice(['hipEventRecord', 'hipStreamWaitEvent', 'hipEventRecord', 'hipEventSynchronize', 'hipStreamSynchronize'])
            if c['name'] in ('hipEventRecord', 'hipStreamWaitEvent', 'hipStreamSynchronize'):
                c['stream'] = r.choice([self.handles[r.randrange(streams)][0], 0x70 if r.random() < .1 else self.handles[0][0]])
            if c['name'] in ('hipEventRecord', 'hipStreamWaitEvent', 'hipEventSynchronize'):
                c['event'] = r.choice(self.events)
            if self.how == 'learned' and c['name'] in ('hipLaunchKernel', 'hipModuleLaunchKernel', 'hipMemcpyAsync'):
                c['stream'] = self.handles[of_call[c['stack']]][0]
            for what in ('stream', 'event'):
                if what in c and r.random() < .05:
                    del c[what]  # not recorded
            if c['name'] == 'hipEventRecord' and wait and 'event' in wait:
                c['event'] = wait['event']
            wait = c

    def write(self, path):
        super().write(path)
        db = sqlite3.connect(path)
        name, = next(db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_arg_%'"))
        uuid = name[len('rocpd_arg'):]
        event = dict(db.execute(f'SELECT id, event_id FROM "rocpd_region{uuid}"'))
        for c in self.calls:
            for i, what in enumerate(('stream', 'event')):
                if what in c:
                    db.execute(f'INSERT INTO "rocpd_arg{uuid}"(event_id, position, type, name, value) VALUES(?, ?, ?, ?, ?)', (event[c['id']], i, 'void*', what, hex(c[what])))
        if self.how == 'known':
            for stream, (handle, since) in self.handles.items():
                db.execute(f'UPDATE "rocpd_info_stream{uuid}" SET extdata = ? WHERE id = ?', (f'{{"handle": "{handle:#x}", "created_ns": {since}}}' if stream else '{}', stream))
        db.commit()
        db.close()

    def stream_of(self, call):
        """The number of the stream of a call; None: unknown."""
        handle = call.get('stream')
        if self.how == 'known' and handle is not None:
            known = sorted((since, stream) for stream, (h, since) in self.handles.items() if h == handle and stream)
            then = [stream for since, stream in known if since <= call['start']]
            if known:
                return then[-1] if then else known[0][1]
        if self.how == 'learned' and handle is not None:
            for c in self.calls:
                if c['name'] not in WAITS and c['name'] not in ('hipEventRecord', 'hipStreamWaitEvent') and c.get('stream') == handle:
                    for k in self.kernels + self.copies:
                        if k['stack'] == c['stack']:
                            return k['stream']
        return 0 if handle == 0 else None


def gpu_of(k):
    return k['agent'] if k['kind'] == 'kernel' else 2


class Graph:
    """Events have a key: sorted, they are in order."""

    def __init__(self, t, low, high):
        calls = sorted(ended(t.calls), key=lambda c: (c['tid'], c['start'], -c['end'], c['stack']))
        calls = [dict(c, kind='call') for c in calls]
        device = [dict(k, kind='kernel') for k in t.kernels] + [dict(k, kind='copy') for k in t.copies]
        self.t, self.all_calls, self.all_device = t, calls, device
        self.by_stack = {c['stack']: c for c in calls}
        for k in device:
            k['end'] = max(k['end'], k['start'])
            call = self.by_stack.get(k['stack'])
            k['launched'] = min(k['start'], call['start']) if call else k['start']
            k['lane'] = (k['stream'], gpu_of(k) if k['stream'] == 0 else None)
        self.device = device = [k for k in device if k['end'] >= low and k['start'] <= high]  # only these are numbered
        every = calls + device
        self.from_ = max(low, min([a['start'] for a in every if a['end'] >= low], default=0))
        self.events = []
        for i, a in enumerate(every):
            a['number'] = i
            if a['end'] < low:
                continue
            empty = max(self.from_, a['start']) == a['end']
            for end in (False, True):
                time = max(self.from_, a['end'] if end else a['start'])
                if time > high:
                    continue
                e = {'end': end, 'of': a, 'time': time}
                if end and not empty:
                    e['key'] = (time, 1, -i, 0) if a['kind'] == 'call' else (time, 0, i, 0)
                else:
                    e['key'] = (time, 2 if a['kind'] == 'call' else 3, i, end)
                a['ev', end] = e
                self.events.append(e)
        self.events.sort(key=lambda e: e['key'])
        self.orders = [dict(c, lane=self.lane_of(c)) for c in self.all_calls if c['name'] in ('hipEventRecord', 'hipStreamWaitEvent')]
        self.memo = {}
        for e in self.events:
            e['on'] = [x for x in self.depends(e) if x]
            e['cause'] = max(e['on'], key=lambda x: x['key'], default=None)

    # ---- streams

    def gpus(self, test):
        return {gpu_of(k) for k in self.all_device if test(k)}

    def lane_of(self, c):
        """The stream of a call; None: unknown."""
        stream = self.t.stream_of(c)
        if stream != 0:
            return None if stream is None else (stream, None)
        gpus = self.gpus(lambda k: k['tid'] == c['tid']) or self.gpus(lambda k: True)
        return (0, gpus.pop()) if len(gpus) == 1 else None

    def waits_of(self, lane, since, until):
        """What hipStreamWaitEvent made a stream wait for after one time, up to another."""
        out = []
        for w in self.orders:
            if w['name'] == 'hipStreamWaitEvent' and w['lane'] == lane and since < w['start'] <= until:
                out += self.recorded(w['event'], w['start']) or [] if 'event' in w else []
        return out

    def recorded(self, event, time):
        """The work for which an event stands that is waited for at a time; None: unknown."""
        records = [r for r in self.orders if r['name'] == 'hipEventRecord' and r.get('event') == event and r['start'] <= time]
        r = max(records, key=lambda r: (r['start'], r['id']), default=None)
        return None if not r or not r['lane'] else self.reached(r['lane'], r['start'], r['start'] - 1)

    def reached(self, lane, time, waits_until):
        """The last work launched into a stream before a time."""
        if (lane, time, waits_until) not in self.memo:
            before = [k for k in self.device if k['lane'] == lane and k['launched'] < time]
            last = max(before, key=lambda k: (k['launched'], k['end'], k['number']), default=None)
            out = {lane: last} if last else {}
            for k in self.waits_of(lane, last['launched'] if last else -1, waits_until):
                out[k['lane']] = max(out.get(k['lane'], k), k, key=lambda k: (k['launched'], k['end'], k['number']))
            self.memo[lane, time, waits_until] = list(out.values())
        return self.memo[lane, time, waits_until]

    def told(self, k):
        """The work after which a kernel or copy starts because of hipStreamWaitEvent."""
        before = [x['launched'] for x in self.device if x['lane'] == k['lane'] and x['launched'] < k['launched']]
        return self.waits_of(k['lane'], max(before, default=-1), k['launched'])

    # ---- what calls wait for

    def awaited(self, w):
        """(rule, kernel or copy)."""
        def last(test):
            fits = [k for k in self.all_device if max(self.from_, w['start']) < k['end'] <= w['end'] and k['start'] < w['end'] and test(k)]
            return max(fits, key=lambda k: (k['end'], k['start'] == k['end'], k['number']), default=None)

        kind = WAITS[w['name']]
        if kind == 'call':
            own = last(lambda k: k['stack'] == w['stack'])
            if own:
                return 'call', own
        if kind == 'stream' and 'stream' in w and self.lane_of(w):
            there = [k['number'] for k in self.reached(self.lane_of(w), w['start'], w['start'])]
            return 'stream', last(lambda k: k.get('number') in there)
        if kind == 'event' and 'event' in w:
            there = self.recorded(w['event'], w['start'])
            if there is not None:
                return 'event', last(lambda k: k.get('number') in [x['number'] for x in there])
        own = self.gpus(lambda k: k['tid'] == w['tid'])
        if kind == 'device' and len(own) == 1:
            return 'device', last(lambda k: gpu_of(k) in own and (k['tid'] == w['tid'] or k['launched'] < w['start']))
        if own:
            return 'thread', last(lambda k: k['tid'] == w['tid'])
        if len(self.gpus(lambda k: True)) == 1:
            return 'process', last(lambda k: k['launched'] < w['start'])
        return None, None

    # ---- the graph

    def last(self, event, test):
        return max((x for x in self.events if x['key'] < event['key'] and test(x)), key=lambda x: x['key'], default=None)

    def depends(self, e):
        a = e['of']
        if a['kind'] == 'call':
            out = [self.last(e, lambda x: x['of']['kind'] == 'call' and x['of']['tid'] == a['tid'])]
            if e['end'] and a['name'] in WAITS:
                a['known_by'], k = self.awaited(a)
                a['awaited'] = k and k['ev', True]
                out.append(a['awaited'])
            return out
        if e['end']:
            return [a['ev', False]]
        out = [self.last(e, lambda x: x['end'] and x['of']['kind'] != 'call' and x['of']['lane'] == a['lane'])]
        if a['kind'] == 'kernel':
            out.append(self.last(e, lambda x: x['end'] and x['of']['kind'] == 'kernel' and (x['of']['agent'], x['of']['queue']) == (a['agent'], a['queue'])))
        out += [k['ev', True] for k in self.told(a) if ('ev', True) in k and k['ev', True]['key'] < e['key']]
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
            if not e['end'] and u and u['of']['kind'] == 'call' and not u['end'] and u['of']['name'] in WAITS:
                c = u['of']  # it waits for what it launched itself
                return 'synchronisation', c['message'] if c['category'] != 'HIP_RUNTIME_API_EXT' and c['message'] else c['name'], c['id']
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
        return change([self], pattern, factor)[0]


def scaled(ns, factor):
    return math.floor(ns * factor + .5)


def meetings(graphs):
    """The collective kernels that form one operation, by the kernel's identity."""
    out = {}
    for name in {k['name'] for g in graphs for k in g.device if k['kind'] == 'kernel' and k['name'].startswith('nccl')}:
        lists = {}
        for i, g in enumerate(graphs):
            for k in g.all_device:
                if k['name'] == name:
                    lists.setdefault((i, k['agent']), []).append(k)
        lists = [sorted(x, key=lambda k: (k['start'], k['id'])) for x in lists.values()]
        if len(lists) < 2 or len({len(x) for x in lists}) > 1:
            continue
        for one in zip(*lists):
            if max(k['start'] for k in one) < min(k['end'] for k in one) and all(('ev', True) in k and k['ev', False]['time'] == k['start'] for k in one):
                out.update({id(k): one for k in one})
    return out


def change(graphs, pattern, factor):
    """Longest paths: the time of each event from those that it depends on. For each file: (kernels, their time, the time of the whole)."""
    met, total = meetings(graphs), [[0, 0] for _ in graphs]
    for i, e in sorted(((i, e) for i, g in enumerate(graphs) for e in g.events), key=lambda x: (x[1]['key'], x[0])):
        g = graphs[i]
        after = e['time'] - (e['cause']['time'] if e['cause'] else g.from_)
        fits = e['end'] and e['of']['kind'] == 'kernel' and fnmatch.fnmatchcase(e['of']['name'], pattern)
        if fits:
            total[i][0], total[i][1] = total[i][0] + 1, total[i][1] + after
        if e['end'] and id(e['of']) in met:  # when the last has begun, and the shortest kernel's work is done
            one = met[id(e['of'])]
            work = min(k['end'] - k['start'] for k in one)
            e['then'] = e['time'] + max(k['ev', False]['then'] - k['end'] for k in one) + (scaled(work, factor) if fits else work)
        else:
            e['then'] = max((x['then'] for x in e['on']), default=g.from_) + (scaled(after, factor) if fits else after)
    return [(*total[i], max((e['then'] for e in g.events), default=g.from_) - g.from_) for i, g in enumerate(graphs)]


def compare(db, path, t):
    g = Graph(t, -2 ** 62, 2 ** 62)
    path_sql = 'SELECT start, "end", kind, name, id FROM critical_path(\'\', \'\', ?)'
    same('critical_path', t.seed, rows(db, path_sql, path), g.path())
    span = g.events[-1]['time'] - g.from_
    same('segments add up', t.seed, value(db, 'SELECT total(duration_ns) FROM critical_path(\'\', \'\', ?)', path), span)
    kernels, ns, then = g.change('*', 1)
    same('factor 1 changes nothing', t.seed, (then, rows(db, "SELECT kernels, kernel_ns, before_ns, after_ns, saved_ns FROM what_if('*', 1, ?)", path)),
         (span, [(kernels, ns, span, span, 0)]))
    for pattern, factor in (('gemm', 0), ('add*', .5), ('*', 3), ('nothing', 0)):
        kernels, ns, then = g.change(pattern, factor)
        same('what_if', t.seed, rows(db, 'SELECT kernels, kernel_ns, before_ns, after_ns, saved_ns FROM what_if(?, ?, ?)', pattern, factor, path), [(kernels, ns, span, then, span - then)])
    times = sorted(e['time'] for e in g.events)
    low, high = times[len(times) // 4], times[len(times) * 3 // 4]
    part = Graph(t, low, high)
    same('critical_path of a part', t.seed, rows(db, 'SELECT start, "end", kind, name, id FROM critical_path(?, ?, ?)', str(low), str(high), path), part.path())
    waiting(db, path, g)
    pauses(db, path, g)
    if t.seed % 4 == 0:
        rows(db, 'SELECT rocpd_window(?, ?)', low, high)
        same('in a window', t.seed, rows(db, path_sql, path), part.path())
        same('in a window', t.seed, rows(db, "SELECT before_ns, after_ns FROM what_if('gemm', 0, ?)", path),
             [(part.events[-1]['time'] - part.from_, part.change('gemm', 0)[2])] if part.events else [])
        same('in a window', t.seed, {r[0] for r in rows(db, 'SELECT id FROM sync_cost(?)', path)}, {c['id'] for c in t.calls if c['name'] in WAITS and c['start'] >= low and c['end'] <= high})
        rows(db, 'SELECT rocpd_window()')


def waiting(db, path, g):
    t, want = g.t, []
    device = [e['of'] for e in g.events if e['of']['kind'] != 'call' and e['end']]
    end = {c['id']: c['end'] for c in t.calls}
    for c in g.all_calls:
        if c['name'] not in WAITS:
            continue
        busy = union([(max(k['start'], c['start']), min(k['end'], c['end'])) for k in device if k['start'] < c['end'] and k['end'] > c['start']])
        e = c['awaited']
        want.append((c['id'], c['name'], end[c['id']] - c['start'], busy, *((e['of']['name'], e['of']['kind'], e['of']['id'], e['time'], end[c['id']] - e['time']) if e else (None,) * 5), c['known_by']))
        seen[c['known_by'], bool(e)] = seen.get((c['known_by'], bool(e)), 0) + 1
    same('sync_cost', t.seed, sorted(rows(db, 'SELECT id, name, wait_ns, busy_ns, waited_for, waited_kind, waited_id, gpu_end, after_ns, known_by FROM sync_cost(?)', path), key=repr), sorted(want, key=repr))


def pauses(db, path, g):
    """The time of a queue's pauses in which streams wait because of hipStreamWaitEvent: from the return of the launching call to the last end of the
    awaited work."""
    kernels = {k['id']: k for k in g.device if k['kind'] == 'kernel'}
    for id, start, end, queue_ns, unknown_ns in rows(db, 'SELECT after_id, start, "end", queue_ns, unknown_ns FROM gaps WHERE level = ? AND path = ?', 'queue', path):
        k = kernels[id]
        call = g.by_stack.get(k['stack'])
        told = max((x['end'] for x in g.told(k) if x['end'] <= end), default=start)
        want = max(0, told - max(start, min(end, call['end']))) if call and not unknown_ns else 0
        same('pauses in which a stream waits', g.t.seed, (id, queue_ns), (id, want))
        seen['told'] = seen.get('told', 0) + (want > 0)


class Written(StreamTrace):
    """A trace written by hand: calls (tid, name, start, end, arguments), kernels (name, call, gpu, stream, start, end)."""

    def __init__(self, number, calls, kernels, how='known'):
        self.seed, self.guid, self.pid, self.how = number, f'{number:08x}-0000-7000-8888-000000000001', 1000, how
        self.calls = [dict(tid=tid, name=name, start=10 ** 9 + start, end=10 ** 9 + end, category='HIP_RUNTIME_API_EXT', message=None, stack=i + 1, id=i + 1, **arguments)
                      for i, (tid, name, start, end, arguments) in enumerate(calls)]
        self.kernels = [dict(id=i + 1, name=name, stack=call, queue=10 * gpu + stream, agent=gpu, stream=stream, tid=self.calls[call - 1]['tid'], start=10 ** 9 + start, end=10 ** 9 + end)
                        for i, (name, call, gpu, stream, start, end) in enumerate(kernels)]
        self.copies, self.handles = [], {0: (0, 0), 1: (0x50, 0), 2: (0x60, 0)}


def written(db, number, calls, kernels, **how):
    t = Written(number, calls, kernels, **how)
    path = f'{FOLDER}/written{number}.db'
    t.write(path)
    compare(db, path, t)
    return path


def streams_in_turn(db):
    """Each round gemm takes 1.0 ms in stream 1, then add 0.64 ms in stream 2, then the next gemm: 10.0 of 16.4 ms. All is launched in the first 80 us, 1 us a call."""
    calls, kernels, time = [], [], 2000
    for i in range(10):
        order = [('hipStreamWaitEvent', {'stream': 0x50, 'event': 0xe8}), ('hipLaunchKernel', {}), ('hipEventRecord', {'event': 0xe0, 'stream': 0x50}),
                 ('hipStreamWaitEvent', {'stream': 0x60, 'event': 0xe0}), ('hipLaunchKernel', {}), ('hipEventRecord', {'event': 0xe8, 'stream': 0x60})]
        for k, (name, arguments) in enumerate(order):
            calls.append((1000, name, 1000 * (6 * i + k), 1000 * (6 * i + k + 1), arguments))
        kernels += [('gemm', 6 * i + 2, 2, 1, time, time + 1000000), ('add<int>', 6 * i + 5, 2, 2, time + 1000000, time + 1640000)]
        time += 1640000
    calls.append((1000, 'hipStreamSynchronize', 60000, time, {'stream': 0x60}))
    path = written(db, 1, calls, kernels)
    check('two streams in turn: the path', rows(db, "SELECT kind, name, count(*), sum(duration_ns) FROM critical_path('', '', ?) GROUP BY 1, 2", path),
          [('call', 'hipLaunchKernel', 1, 1000), ('call', 'hipStreamWaitEvent', 1, 1000), ('kernel', 'add<int>', 10, 6400000), ('kernel', 'gemm', 10, 10000000)])
    # The first add starts when its launch is over, at 5 us: without gemm it waits for nothing else.
    check('... without gemm', rows(db, "SELECT before_ns, after_ns, saved_ns FROM what_if('gemm', 0, ?)", path), [(16402000, 6405000, 9997000)])
    check('... the work for which the thread waited', rows(db, 'SELECT waited_for, waited_id, known_by, after_ns FROM sync_cost(?)', path), [('add<int>', 20, 'stream', 0)])


def gpus_in_turn(db):
    """The same on two GPUs, 100 us each and 2 us between them: a GPU waits for the other for 102 us, then 2 us until its kernel starts. The last gemm is launched while its stream waits: 13 us of the
    pause before the launch, 5 us in it, 84 us more until the other GPU is done."""
    calls, kernels, time = [], [], 60000
    for i in range(10):
        late = time - 2000 - 100000 + 10000 if i == 9 else 0  # 12 us after the pause has begun
        order = [('hipStreamWaitEvent', {'stream': 0x50, 'event': 0xe8}), ('hipLaunchKernel', {}), ('hipEventRecord', {'event': 0xe0, 'stream': 0x50}),
                 ('hipStreamWaitEvent', {'stream': 0x60, 'event': 0xe0}), ('hipLaunchKernel', {}), ('hipEventRecord', {'event': 0xe8, 'stream': 0x60})]
        for k, (name, arguments) in enumerate(order):
            at = late + (0, 1000, 6500, 7000, 7500, 8000)[k] if late else 500 * (6 * i + k)
            calls.append((1000, name, at, at + (5000 if late and k == 1 else 500), arguments))
        kernels += [('gemm', 6 * i + 2, 2, 1, time, time + 100000), ('add<int>', 6 * i + 5, 3, 2, time + 102000, time + 202000)]
        time += 204000
    path = written(db, 7, calls, kernels)
    check('two GPUs in turn: they wait for each other', rows(db, "SELECT agent_id, duration_ns, queue_ns, dispatch_ns, call_ns, no_call_ns, launch_ns, cause, count(*) FROM gaps WHERE path = ? GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 9 DESC", path),
          [(2, 104000, 102000, 2000, 0, 0, 0, 'queue', 8), (2, 104000, 84000, 0, 500, 12500, 7000, 'queue', 1), (3, 104000, 102000, 2000, 0, 0, 0, 'queue', 9)])
    check('... and the path agrees', rows(db, "SELECT kind, sum(duration_ns) FROM critical_path('', '', ?) WHERE kind = 'kernel' OR kind = 'queue' GROUP BY 1", path), [('kernel', 2000000), ('queue', 19 * 2000)])
    check('... and advice', rows(db, "SELECT rule, gain_ns FROM advice WHERE state = 'found' AND path = ? AND rule <> 'a GPU did nothing'", path), [('queues wait for each other', 9 * 102000), ('launching limits the GPU', 8 * 2000 + 7000)])


def threads_on_gpus(db):
    """Two threads, each with a GPU and the default stream, wait for a kernel of 90 us 50 times; those of the second begin 45 us later, so that each wait sees one of the other end."""
    calls, kernels = [], []
    for i in range(50):
        for t in range(2):
            at = 100000 * i + 45000 * t
            calls += [(1000 + t, 'hipLaunchKernel', at, at + 1000, {}), (1000 + t, 'hipDeviceSynchronize' if i % 2 else 'hipStreamSynchronize', at + 2000, at + 95000, {})]
            kernels.append(('gemm', len(calls) - 1, 2 + t, 0, at + 3000, at + 93000))
    path = written(db, 2, calls, kernels)
    check('two threads on two GPUs: each waits for its own', rows(db, 'SELECT known_by, count(*), sum(waited_id = (s.id) / 2), min(after_ns), max(after_ns) FROM sync_cost(?) AS s GROUP BY 1 ORDER BY 1', path),
          [('device', 50, 50, 2000, 2000), ('thread', 50, 50, 2000, 2000)])
    check('... and the path stays with the one that ends last', rows(db, "SELECT DISTINCT coalesce(p.tid, k.tid) FROM critical_path('', '', ?1) AS p LEFT JOIN kernels(?1) AS k ON p.kind IN ('kernel', 'launch') AND k.id = p.id", path),
          [(1001,)])


def ends_as_next_starts(db):
    """A wait for a kernel that ends as the next call starts."""
    path = written(db, 3, [(1000, 'hipLaunchKernel', 0, 10, {}), (1000, 'hipDeviceSynchronize', 10, 100, {}), (1000, 'hipLaunchKernel', 100, 110, {}),
                           (1000, 'hipDeviceSynchronize', 110, 200, {})], [('gemm', 1, 2, 1, 20, 95), ('gemm', 3, 2, 1, 120, 195)])
    check('a call starts as the one before it ends', rows(db, "SELECT kind, id, duration_ns FROM critical_path('', '', ?)", path),
          [('call', 1, 10), ('launch', 1, 10), ('kernel', 1, 75), ('synchronisation', 2, 5), ('call', 3, 10), ('launch', 2, 10), ('kernel', 2, 75), ('synchronisation', 4, 5)])


def ends_before_it_starts(db):
    """If a kernel ends before it starts, its end counts as its start; other events in this time keep their order."""
    calls = [(1001, 'hipLaunchKernel', 0, 10, {}), (1000, 'hipLaunchKernel', 10, 20, {}), (1000, 'hipLaunchKernel', 20, 30, {}),
             (1001, 'hipStreamSynchronize', 30, 150, {'stream': 0x50}), (1000, 'hipStreamSynchronize', 40, 200, {'stream': 0x60})]
    path = written(db, 5, calls, [('gemm', 1, 2, 1, 100, 60), ('add<int>', 2, 2, 2, 70, 80), ('add<int>', 3, 2, 2, 85, 190)])
    check('a kernel that ends before it starts: the path', rows(db, "SELECT kind, id, duration_ns FROM critical_path('', '', ?)", path),
          [('start', 2, 10), ('call', 2, 10), ('launch', 2, 50), ('kernel', 2, 10), ('queue', 3, 5), ('kernel', 3, 105), ('synchronisation', 5, 10)])
    check('... what threads waited for', rows(db, 'SELECT id, waited_id, gpu_end - 1000000000, after_ns FROM sync_cost(?) ORDER BY id', path), [(4, 1, 100, 50), (5, 3, 190, 10)])
    check('... the kernel takes no time', rows(db, "SELECT kernels, kernel_ns, before_ns, after_ns FROM what_if('gemm', 3, ?)", path), [(1, 0, 200, 200)])


def unknown(db):
    """A thread that launches nothing, in a process with two GPUs, may wait for either."""
    calls = [(1000, 'hipLaunchKernel', 0, 10, {}), (1001, 'hipLaunchKernel', 0, 10, {}), (1002, 'hipDeviceSynchronize', 20, 100, {})]
    path = written(db, 4, calls, [('gemm', 1, 2, 0, 20, 95), ('gemm', 2, 3, 0, 20, 96)])
    check('unknown work is NULL', rows(db, 'SELECT name, waited_for, gpu_end, known_by FROM sync_cost(?)', path), [('hipDeviceSynchronize', None, None, None)])


def ranks(db):
    """Four ranks compute 10, 10, 10 and 15 ms, then all of them need 1 ms for a collective, in which the first three wait 5 ms for the last."""
    for rank in range(4):
        ms = 15 if rank == 3 else 10
        calls = [(1000, 'hipLaunchKernel', 0, 1000, {}), (1000, 'hipLaunchKernel', 1000, 2000, {}), (1000, 'hipStreamSynchronize', 2000, 16002000, {})]
        t = Written(10 + rank, calls, [('gemm', 1, 2, 1, 2000, 2000 + ms * 1000000), ('ncclDevKernel', 2, 2, 1, 2000 + ms * 1000000, 16002000)])
        t.write(f'{FOLDER}/rank{rank}x.db')
    for pattern, factor, saved in (('gemm', 0, 15000000), ('gemm', .5, 7500000), ('gemm', 2, -15000000), ('nccl*', 0, 1000000), ('*', 0, 16000000), ('*', 1, 0)):
        check(f'four ranks: {pattern} takes {factor} of its time', rows(db, 'SELECT saved_ns, kernels FROM what_if(?, ?, ?)', pattern, factor, f'{FOLDER}/rank*x.db'),
              [(saved, 2 if pattern == '*' else 1)] * 4)
    check('... a rank by itself', rows(db, "SELECT saved_ns FROM what_if('gemm', 0, ?)", f'{FOLDER}/rank0x.db'), [(10000000,)])


def compare_ranks(db, seed):
    """Three files of one trace, with different start times of collectives."""
    traces = []
    for rank in range(3):
        t = StreamTrace(seed)
        t.guid, r = f'{seed:08x}-0000-7000-8888-{seed * 7919 + rank + 1:012x}', random.Random(seed + rank)
        for k in t.kernels:
            k['agent'] = 2
            if k['name'] == 'ncclDevKernel' and k['end'] > k['start']:
                k['start'] += r.randrange(k['end'] - k['start'] + r.randrange(2))
        t.write(f'{FOLDER}/together{seed}-{rank}.db')
        traces.append(t)
    graphs = [Graph(t, -2 ** 62, 2 ** 62) for t in traces]
    seen['meetings'] = seen.get('meetings', 0) + len(meetings(graphs)) // 3
    for pattern, factor in (('gemm', 0), ('*', .5), ('nccl*', 0), ('add*', 4), ('*', 1)):
        want = [(n, ns, g.events[-1]['time'] - g.from_, then) for g, (n, ns, then) in zip(graphs, change(graphs, pattern, factor))]
        same('what_if over ranks', seed, rows(db, 'SELECT kernels, kernel_ns, before_ns, after_ns FROM what_if(?, ?, ?)', pattern, factor, f'{FOLDER}/together{seed}-*.db'), want)
    for rank in range(3):
        os.remove(f'{FOLDER}/together{seed}-{rank}.db')


db = load()
streams_in_turn(db)
gpus_in_turn(db)
ranks(db)
for seed in range(3, TRACES + 1, 6):
    compare_ranks(db, seed)
check('collectives that several files share', seen.pop('meetings') > 20, True)
threads_on_gpus(db)
ends_as_next_starts(db)
ends_before_it_starts(db)
unknown(db)
for seed in range(1, TRACES + 1):
    t = StreamTrace(seed)
    path = f'{FOLDER}/{seed}.db'
    t.write(path)
    compare(db, path, t)
    if seed % 10:
        os.remove(path)
for what, trace in chunk_traces(1, 30000):  # many batches. Columns of the first rows are made alone where no others are read, of all where the last are read first
    for table in ('sync_cost', 'critical_path'):
        names = ', '.join(f'"{name}"' for name, in rows(trace, 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden < 2 AND name NOT IN (\'path\', \'from_time\', \'to_time\')', table))
        first, every = rows(trace, f'SELECT {names} FROM {table} LIMIT 250'), rows(trace, f'SELECT {names} FROM {table} ORDER BY start DESC')
        check(f'{what}: the first rows of {table}', (len(first), len(every) > 1000, [r for r in first if r not in every][:1]), (250, True, []))
several = {g: n for g, n in rows(db, "SELECT guid, sum(duration_ns) FROM critical_path('', '', ?) GROUP BY 1", f'{FOLDER}/*0.db')}
check('each of several files has its path', several, {rows(db, 'SELECT guid FROM processes(?)', f'{FOLDER}/{n}.db')[0][0]:
      value(db, "SELECT before_ns FROM what_if('*', 1, ?)", f'{FOLDER}/{n}.db') for n in range(10, TRACES + 1, 10)})
for path in SAMPLES:
    got = rows(db, 'SELECT count(*) FROM (SELECT start s, lag("end") OVER (PARTITION BY guid ORDER BY start) e FROM critical_path(\'\', \'\', ?)) WHERE s <> e', path)
    same('segments follow each other', path, got, [(0,)])
    same('segments add up', path, rows(db, 'SELECT before_ns, after_ns FROM what_if(\'*\', 1, ?1) AS w WHERE before_ns <> (SELECT total(duration_ns) FROM critical_path(\'\', \'\', ?1) AS c '
                                       'WHERE c.guid = w.guid) OR after_ns <> before_ns', path), [])
for what in ('critical_path', 'segments add up', 'segments follow each other', 'factor 1 changes nothing', 'what_if', 'what_if over ranks', 'critical_path of a part', 'sync_cost', 'pauses in which a stream waits', 'in a window'):
    check(f'{what} in {TRACES} traces', wrong.get(what), None)
check('no rule applied', {k for k in [(by, what) for by in ('call', 'stream', 'event', 'device', 'thread', 'process') for what in (True, False)] if seen.get(k, 0) < (1 if k == ('event', True) else 5)}, {('call', False)})
check('an invalid factor', rows(db, "SELECT * FROM what_if('*', 'half')"), "OperationalError: what_if: factor is 'half', expected a number from 0 to 1000000")
check('an invalid time', rows(db, "SELECT * FROM critical_path('nothing')")[:65], "OperationalError: critical_path: from_time is 'nothing': expected")
finish()
