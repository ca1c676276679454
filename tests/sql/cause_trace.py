"""Random traces for tests of causes: threads with calls and ranges that nest or overlap, and kernels and copies that they launch on queues;
with ties, events without length, unknown ends, and missing calls. As databases of rocprofv3, and as lists for slow oracles."""
import argparse
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'helper'))
import rocpd_gen  # noqa: E402

APIS = ['hipLaunchKernel', 'hipModuleLaunchKernel', 'hipMemcpyAsync', 'hipMemcpy', 'hipStreamSynchronize', 'hipDeviceSynchronize', 'hipMalloc', 'hsa_signal_wait_scacquire']
KERNELS = ['gemm', 'add<float>', 'add<int>', 'reduce', 'ncclDevKernel']
COPIES = ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST', 'MEMORY_COPY_DEVICE_TO_DEVICE']


class Trace:
    """calls: dicts of id, tid, start, end, name, category, message, stack; kernels and copies of id, start, end, name, stack, queue, agent."""

    def __init__(self, seed, python=False):
        r = self.r = random.Random(seed)
        self.seed, self.python = seed, python
        self.guid = f'{seed:08x}-0000-7000-8888-{seed * 7919:012x}'
        self.pid = 1000 + seed
        self.calls, self.kernels, self.copies = [], [], []
        self.tids = [self.pid + i for i in range(r.choice([1, 1, 2, 3]))]
        self.queues = list(range(1, r.choice([2, 3, 4])))
        self.most = r.choice([4, 30, 1000])  # number of different times: a small one makes ties
        self.stack = 0
        for tid in self.tids:
            self.thread(tid)
        self.number()
        self.device()

    def step(self):
        return self.r.randrange(self.most)

    def add(self, tid, start, end, marker):
        r = self.r
        c = {'tid': tid, 'start': start, 'end': end, 'name': r.choice(APIS), 'category': 'HIP_RUNTIME_API_EXT', 'message': None}
        if marker:
            c.update(name='roctxProcessRangeA' if len(self.calls) % 4 == 0 else 'roctxThreadRangeA', category=r.choice(['MARKER_CORE_RANGE_API', 'rocm_marker_api']), message=r.choice(['step', 'forward', 'backward', 'a "b"']))
            if r.random() < .1:
                c['message'] = None  # no range
        elif self.python and r.random() < .3:
            c.update(name=r.choice(['fib', 'run', 'Net.forward']), category=r.choice(['PYTHON', 'PYTHON', 'python']), place=r.choice([('net.py', 3), ('net.py', 9), ('a "b".py', 3), None]))
            if r.random() < .3:
                c['message'] = f"{c['name']}(n={r.randrange(3)})"
        self.calls.append(c)
        return c

    def nested(self, tid, time, depth):
        """Makes consecutive calls, each with calls inside; returns the time after them."""
        for _ in range(self.r.randrange(1, 4)):
            time += self.step()
            c = self.add(tid, time, None, self.r.random() < (.6 if depth < 2 else .2))
            time += self.step()
            if depth < 4 and self.r.random() < .5:
                time = self.nested(tid, time, depth + 1)
            time += self.step()
            c['end'] = time
        return time

    def thread(self, tid):
        r, time = self.r, 10 ** 9 + self.step()
        for _ in range(r.randrange(1, 6)):
            time = self.nested(tid, time, 0)
        self.span = time
        for _ in range(r.choice([0, 0, 0, 8])):  # ranges that overlap
            start = r.randrange(10 ** 9, time + 1)
            self.add(tid, start, start + r.randrange(4 * self.most), r.random() < .7)
        for c in self.calls:
            if r.random() < .02:
                c['end'] = c['start'] - 1  # before it began

    def number(self):
        """Numbers stack_ids in order of begins. Rows are in order of ends, as written by collectors, or in any order."""
        first = {id(c): i for i, c in enumerate(self.calls)}
        for i, c in enumerate(sorted(self.calls, key=lambda c: (c['start'], -c['end'], first[id(c)]))):
            c['stack'] = i + 1
        self.calls.sort(key=lambda c: (c['end'], -c['stack']))
        if self.r.random() < .2:
            self.r.shuffle(self.calls)
        for i, c in enumerate(self.calls):
            c['id'] = i + 1

    def device(self):
        r = self.r
        free = dict.fromkeys(self.queues, 0)
        for c in sorted(self.calls, key=lambda c: c['start']):
            for _ in range(r.choice([0, 0, 1, 1, 1, 2])):
                queue = r.choice(self.queues)
                copy = r.random() < .15
                start = max(free[queue], c['start']) + self.step() - (self.step() if r.random() < .1 else 0)
                end = start + self.step()
                free[queue] = max(free[queue], end)
                row = {'start': start, 'end': end, 'name': r.choice(COPIES if copy else KERNELS), 'stack': c['stack'], 'queue': queue, 'tid': c['tid'], 'agent': 2 + queue % 2}
                if r.random() < .05:
                    row['stack'] = r.choice([0, 10 ** 6])  # the number of no call
                (self.copies if copy else self.kernels).append(row)
        r.shuffle(self.kernels) if r.random() < .3 else None
        for rows in (self.kernels, self.copies):
            for i, k in enumerate(rows):
                k['id'] = i + 1

    def write(self, path):
        options = argparse.Namespace(seed=self.seed, version='3.0.0', guid=self.guid, style='', pid=self.pid, boot=10 ** 9, holes=False, machine='m', host='h', launcher=False)
        db = sqlite3.connect(path, isolation_level=None)
        db.execute('PRAGMA synchronous = OFF')
        db.execute('PRAGMA journal_mode = OFF')
        db.execute('BEGIN')
        uuid, guid, schema = rocpd_gen.schema_for('3.0.0')
        s = rocpd_gen.Set(db, options, 0)
        for kind, name, sql in schema:
            if kind == 'table' or uuid in sql:
                db.execute(sql.replace(uuid, s.uuid).replace(guid, s.guid))
        s.event_rows, s.category = [], rocpd_gen.CATEGORIES
        s.string('')
        s.nid = 1
        s.info()
        self.rows(s)
        s.insert('rocpd_event', s.event_rows)
        s.insert('rocpd_string', [{'id': i, 'string': t} for t, i in s.strings.items()])
        db.execute('COMMIT')
        db.close()

    def rows(self, s):
        import json
        who = {'nid': s.nid, 'pid': s.pid}
        names = {n: i + 1 for i, n in enumerate(KERNELS)}
        for n, i in names.items():
            s.db.execute(f'UPDATE "rocpd_info_kernel_symbol{s.uuid}" SET display_name = ? WHERE id = ?', (n, i))
        s.insert('rocpd_region', [dict(who, id=c['id'], tid=c['tid'], start=c['start'], end=c['end'], name_id=s.string(c['name']),
                                       event_id=s.event(c['category'], c['stack'], c.get('around', 0), 0, json.dumps({'message': c['message']}) if c['message'] else '{}',
                                                        line_info=json.dumps(dict(zip(('file', 'line'), c['place']))) if c.get('place') else '{}')) for c in self.calls])
        s.insert('rocpd_kernel_dispatch', [dict(who, id=k['id'], tid=k['tid'], agent_id=k['agent'], kernel_id=names[k['name']], dispatch_id=k['id'], queue_id=k['queue'], stream_id=k.get('stream', 0),
                                                start=k['start'], end=k['end'], private_segment_size=0, group_segment_size=0, workgroup_size_x=1, workgroup_size_y=1,
                                                workgroup_size_z=1, grid_size_x=1, grid_size_y=1, grid_size_z=1, region_name_id=s.string(''),
                                                event_id=s.event('KERNEL_DISPATCH', k['stack'], k['stack'])) for k in self.kernels])
        s.insert('rocpd_memory_copy', [dict(who, id=k['id'], tid=k['tid'], start=k['start'], end=k['end'], name_id=s.string(k['name']), dst_agent_id=k.get('dst', 2), src_agent_id=k.get('src', 0), size=k.get('size', 1),
                                            queue_id=k['queue'], stream_id=k.get('stream', 0), event_id=s.event('MEMORY_COPY', k['stack'], k['stack'])) for k in self.copies])


# ---- slow oracles

def order(c):
    return (c['start'], -c['end'], c['stack'])


def ended(calls):
    """Calls in order, with the ends that count."""
    out = []
    for c in calls:
        end = c['end']
        out.append(dict(c, end=max(c['start'], end)))
    return sorted(out, key=order)


def innermost(calls, time):
    """The last one that is open among the calls of a thread, which are in order."""
    inside = [c for c in calls if c['start'] <= time < c['end']]
    return inside[-1] if inside else None


def nest(calls):
    """Parent, depth and own time of each call; the calls have ends and are in order."""
    for c in calls:
        before = [x for x in calls if order(x) < order(c) and x['tid'] == c['tid'] and x['start'] <= c['start'] < x['end']]
        c['parent'] = before[-1] if before else None
        c['depth'] = c['parent']['depth'] + 1 if before else 0
        c['own'] = 0
    for tid in {c['tid'] for c in calls}:
        mine = [c for c in calls if c['tid'] == tid]
        times = sorted({t for c in mine for t in (c['start'], c['end'])})
        for a, b in zip(times, times[1:]):
            c = innermost(mine, a)
            if c:
                c['own'] += b - a
    return calls


def union(spans):
    total, reached = 0, None
    for a, b in sorted(spans):
        if reached is None or a > reached:
            total, reached = total + b - a, max(a, b)
        elif b > reached:
            total, reached = total + b - reached, b
    return total
