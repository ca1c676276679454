"""The table collectives against an oracle that was written from its help text and reads rows of regions, region_args and kernels. The RCCL calls are random,
made by several
threads of several processes, valid or not: unknown, destroyed and reused handles, nested and unclosed groups, splits of splits, and equal pids, handles and thread ids on
several machines."""
import math
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, finish, generate, rows, value  # noqa: E402
from random_trace import tables  # noqa: E402

OPERATIONS = ('ncclAllReduce', 'ncclAllGather', 'ncclReduceScatter', 'ncclBroadcast', 'ncclReduce', 'ncclAllToAll', 'ncclGather', 'ncclScatter')
WHOLE = {'ncclAllGather', 'ncclReduceScatter', 'ncclAllToAll', 'ncclGather', 'ncclScatter'}  # in rccl-tests, these count the data of all ranks
OUT = 'n, name, rank, comm_rank, ranks, matched, size_bytes, start, "end", gpu_start, gpu_end, gpu_ns, wait_ns, transfer_ns, algorithm_gbps, bus_gbps, in_launch, pid, tid, host'


# ---- the oracle

def number(text):
    return None if text is None else int(text)


def oracle(db):
    """{(communicator, values)}: communicators are identified by their members, not by number."""
    args = {}
    for guid, i, name, v in rows(db, 'SELECT guid, id, name, value FROM region_args'):
        args.setdefault((guid, i), {})[name] = v
    processes = {}
    for guid, i, nid, pid, tid, name, start, end, stack, rank, host, result in rows(
            db, "SELECT guid, id, nid, pid, tid, name, start, \"end\", stack_id, rank, host, result FROM regions WHERE category IN ('RCCL_API', 'rocm_rccl_api')"):
        if result not in (None, 0, 7):  # failed; 7: in progress
            continue
        processes.setdefault((guid, nid, pid), []).append(dict(guid=guid, id=i, tid=tid, name=name, start=start, end=end, stack=stack, rank=rank, host=host, pid=pid, args=args.get((guid, i), {})))
    launched = {}
    for guid, stack, parent, start, end in rows(db, 'SELECT guid, stack_id, parent_stack_id, start, "end" FROM kernels'):
        for s in {stack, parent}:
            launched.setdefault((guid, s), []).append((start, end))
    apart = value(db, 'SELECT count(clock) FROM sources') > 0
    found = []
    for process, calls in processes.items():
        calls.sort(key=lambda c: (c['start'], c['id']))
        handles, splits, groups = {}, {}, {}
        for c in calls:
            a, name = c['args'], c['name']
            made = a.get('*newcomm', a.get('*comm'))
            c['closer'] = c['stack']
            depth, members = groups.get(c['tid'], (0, []))
            if name == 'ncclGroupStart':
                groups[c['tid']] = (depth + 1, members)
            elif name == 'ncclGroupEnd':
                groups[c['tid']] = (depth - 1, members)
                if depth == 1:  # for everything called in the group
                    for m in members:
                        m['closer'] = c['stack']
                    groups[c['tid']] = (0, [])
            elif depth > 0:
                members.append(c)
            if name in OPERATIONS and a:
                comm = handles.get(a.get('comm'))
                c['comm'] = comm[0] if comm else ('own', process, a.get('comm'))
                c['nranks'], c['comm_rank'] = comm[1] if comm else None, None if number(a.get('rank')) == -1 else number(a.get('rank'))
                found.append((process, c))
            if name in ('ncclCommDestroy', 'ncclCommAbort'):
                handles.pop(a.get('comm'), None)
            elif made is not None and 'commId' in a:
                handles[made] = (('id', a['commId']), number(a.get('nranks')), object())
            elif made is not None:
                parent = handles.get(a.get('comm'))
                handles.pop(made, None)
                if parent:  # the n-th of its splits, as the others of its ranks call them
                    nth = splits[parent[2], name] = splits.get((parent[2], name), 0) + 1
                    handles[made] = ((parent[0], name, nth, a.get('color')), number(a.get('nranks')), object())
    # Numbers of operations, and their launches
    counts, launches = {}, {}
    for process, c in found:
        key = process, c['comm'], c['comm_rank']
        c['n'] = counts[key] = counts.get(key, 0) + 1
        launches[c['guid'], c['closer']] = launches.get((c['guid'], c['closer']), 0) + 1
    together = {}
    for process, c in found:
        times = launched.get((c['guid'], c['closer']), [])
        c['gpu_start'], c['gpu_end'] = min((t[0] for t in times), default=None), max((t[1] for t in times), default=None)
        together.setdefault((c['comm'], c['n'], c['name']), []).append(c)
    out = []
    for same in together.values():
        all_in, all_out = (max((c[e] for c in same if c[e] is not None), default=None) for e in ('gpu_start', 'gpu_end'))
        for c in same:
            ranks, size, alone = len(same) if c['nranks'] is None else c['nranks'], number(c['args'].get('bytes')), launches[c['guid'], c['closer']] == 1
            size = None if size == -1 else size
            transfer = all_out - all_in if alone and not apart and all_in is not None and all_out > all_in else None
            rate = size * (ranks if c['name'] in WHOLE else 1) / transfer if transfer and size is not None else None
            factor = 2 * (ranks - 1) / ranks if c['name'] == 'ncclAllReduce' else 1 if c['name'] in ('ncclBroadcast', 'ncclReduce') else (ranks - 1) / ranks
            started = c['gpu_start'] is not None
            out.append((c['comm'], (c['n'], c['name'], c['rank'], c['comm_rank'], ranks, len(same), size, c['start'], c['end'], c['gpu_start'], c['gpu_end'], c['gpu_end'] - c['gpu_start'] if started else None,
                                    all_in - c['gpu_start'] if started and len(same) > 1 and not apart else None, transfer, rate, None if rate is None else rate * factor, launches[c['guid'], c['closer']],
                                    c['pid'], c['tid'], c['host'])))
    return out


# ---- random calls

class Caller:
    def __init__(self, r, name, pid, host):
        self.r, self.path = r, generate(name, '--seed', str(r.randrange(10**6)), '--pid', str(pid), '--host', host, '--machine', f'machine of {host}')
        self.db = sqlite3.connect(self.path)
        (self.suffix,) = self.db.execute("SELECT substr(name, 13) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_string_*'").fetchone()
        for table in ('rocpd_region', 'rocpd_kernel_dispatch', 'rocpd_arg', 'rocpd_memory_copy', 'rocpd_memory_allocate', 'rocpd_sample', 'rocpd_pmc_event'):
            for name in tables(self.db, table):
                self.db.execute(f'DELETE FROM "{name}"')
        self.nid, self.pid = self.one('SELECT nid, id FROM "rocpd_info_process{}"')
        self.tids = [t for t, in self.db.execute(f'SELECT id FROM "rocpd_info_thread{self.suffix}" ORDER BY id LIMIT 3')]
        self.time, self.stack = 5000001000000, 0

    def one(self, sql):
        return self.db.execute(sql.format(self.suffix)).fetchone()

    def string(self, text):
        table = f'"rocpd_string{self.suffix}"'
        self.db.execute(f'INSERT INTO {table} (string) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE string = ?1)', (text,))
        return self.db.execute(f'SELECT id FROM {table} WHERE string = ?', (text,)).fetchone()[0]

    def event(self, category, stack, parent):
        return self.db.execute(f'INSERT INTO "rocpd_event{self.suffix}" (category_id, stack_id, parent_stack_id) VALUES (?, ?, ?) RETURNING id', (self.string(category), stack, parent)).fetchone()[0]

    def call(self, name, parent=0, category='RCCL_API', tid=None, **args):
        self.stack += 1
        start = self.time
        self.time += self.r.randrange(1, 30)
        event = self.event(category, self.stack, parent)
        self.db.execute(f'INSERT INTO "rocpd_region{self.suffix}" (nid, pid, tid, start, "end", name_id, event_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
                        (self.nid, self.pid, tid or self.r.choice(self.tids), start, start + self.r.randrange(1, 200), self.string(name), event))
        self.db.executemany(f'INSERT INTO "rocpd_arg{self.suffix}" (event_id, position, type, name, value) VALUES (?, ?, ?, ?, ?)',
                            [(event, i, 'x', n.replace('_of_', '*'), str(v)) for i, (n, v) in enumerate(args.items())])
        if self.r.random() < .6:
            self.kernel(self.stack)
        return self.stack

    def kernel(self, by):
        direct = self.r.random() < .4
        if not direct:
            self.stack += 1
        queue, stream, symbol = (self.one(f'SELECT min(id) FROM "rocpd_info_{t}{{}}"')[0] for t in ('queue', 'stream', 'kernel_symbol'))
        start = self.time + self.r.randrange(0, 500)
        self.db.execute(f'''INSERT INTO "rocpd_kernel_dispatch{self.suffix}" (nid, pid, tid, agent_id, kernel_id, dispatch_id, queue_id, stream_id, start, "end", workgroup_size_x, workgroup_size_y,
                            workgroup_size_z, grid_size_x, grid_size_y, grid_size_z, event_id) VALUES (?, ?, ?, 2, ?, ?, ?, ?, ?, ?, 1, 1, 1, 1, 1, 1, ?)''',
                        (self.nid, self.pid, self.tids[0], symbol, self.stack, queue, stream, start, start + self.r.randrange(1, 900), self.event('KERNEL_DISPATCH', by if direct else self.stack, 0 if direct else by)))


HANDLES = [hex(0x7000 + 16 * k) for k in range(4)]


def random_calls(r, p, n):
    for _ in range(n):
        what, comm = r.random(), r.choice(HANDLES)
        if what < .12:
            p.call(r.choice(['ncclCommInitRank', 'ncclCommInitRankConfig']), **{r.choice(['_of_newcomm', '_of_comm']): comm}, nranks=r.choice([2, 3]), commId=r.choice(['{1}', '{2}']))
        elif what < .22:
            p.call(r.choice(['ncclCommSplit', 'ncclCommShrink']), comm=r.choice(HANDLES), _of_newcomm=comm, color=r.randrange(2))
        elif what < .28:
            p.call(r.choice(['ncclCommDestroy', 'ncclCommAbort']), comm=comm)
        elif what < .40:
            p.call('ncclGroupStart')
        elif what < .52:
            p.call('ncclGroupEnd')
        elif what < .57:
            p.call(r.choice(['ncclSend', 'ncclRecv']), comm=comm, bytes=8, rank=0)
        elif what < .60:
            p.call(r.choice(OPERATIONS))  # its arguments are unknown
        else:
            p.call(r.choice(OPERATIONS), comm=comm, rank=r.choice([-1, 0, 0, 1]), **({'bytes': r.choice([-1, 0, 8, 4096])} if r.random() < .9 else {}))


def near(x, y):
    return x == y or (isinstance(x, float) and isinstance(y, float) and math.isclose(x, y, rel_tol=1e-12))


def compare(what, db):
    want = sorted(oracle(db), key=lambda x: repr((x[1][7], x[1][17:], x[1])))
    got = sorted(((c, tuple(v)) for c, *v in rows(db, f'SELECT communicator, {OUT} FROM collectives')), key=lambda x: repr((x[1][7], x[1][17:], x[1])))
    wrong = [(g, w) for g, w in zip(got, want) if not all(map(near, g[1], w[1]))]
    names = {}
    for g, w in zip(got, want):
        names.setdefault(g[0], set()).add(w[0]), names.setdefault(('of', w[0]), set()).add(g[0])
    check(what, (len(got), wrong[:1], [n for n in names.items() if len(n[1]) > 1][:1]), (len(want), [], []))
    return len(want)


r = random.Random(4)
seen = 0
for case in range(8):
    hosts = r.choice([(0, 0, 0), (0, 1, 1), (0, 1, 2)])
    pids = r.choice([(40, 40, 41), (40, 41, 42)])
    callers = [Caller(r, f'rows/{case}/{k}.db', pids[k], f'node{hosts[k]}') for k in range(3)]
    for p in callers:
        random_calls(r, p, r.randrange(20, 120))
        p.db.commit(), p.db.close()
    files = attached(*[p.path for p in callers])
    seen += compare(f'case {case}: files', files)
    merged, archive = f'{FOLDER}/rows/{case}.db', f'{FOLDER}/rows/{case}.rocz'
    value(files, 'SELECT rocpd_export_db(?)', merged)
    compare(f'case {case}: merged', attached(merged))
    check(f'case {case}: merged as the files', sorted(rows(attached(merged), f'SELECT {OUT} FROM collectives'), key=repr), sorted(rows(files, f'SELECT {OUT} FROM collectives'), key=repr))
    value(attached(merged), 'SELECT rocpd_export_rocz(?)', archive)
    compare(f'case {case}: archive', attached(archive))
check('many operations', seen > 500, True)
finish()
