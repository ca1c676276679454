"""Programs of several ranks: each writes its calls, arguments and kernels into a file of its own; the operations are known beforehand."""
import math
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import attached, check, finish, generate, load, rows  # noqa: E402
from random_trace import tables  # noqa: E402

KINDS = {'ncclAllReduce': lambda n: (1, 2 * (n - 1) / n), 'ncclAllGather': lambda n: (n, (n - 1) / n), 'ncclReduceScatter': lambda n: (n, (n - 1) / n), 'ncclBroadcast': lambda n: (1, 1),
         'ncclAllToAll': lambda n: (n, (n - 1) / n), 'ncclAllToAllv': lambda n: (1, (n - 1) / n), 'ncclReduce': lambda n: (1, 1)}


class Process:
    """Calls of one process, in order; `time` is when the next one begins."""

    def __init__(self, r, name):
        self.r, self.path = r, generate(name, '--seed', str(r.randrange(1000)), '--pid', str(r.randrange(100, 60000)))
        self.db = sqlite3.connect(self.path)
        (self.suffix,) = self.db.execute("SELECT substr(name, 13) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_string_*'").fetchone()
        for table in ('rocpd_region', 'rocpd_kernel_dispatch', 'rocpd_arg', 'rocpd_memory_copy', 'rocpd_sample', 'rocpd_pmc_event'):
            for name in tables(self.db, table):
                self.db.execute(f'DELETE FROM "{name}"')
        self.nid, self.pid = self.db.execute(f'SELECT nid, id FROM "rocpd_info_process{self.suffix}"').fetchone()
        (self.tid,) = self.db.execute(f'SELECT min(id) FROM "rocpd_info_thread{self.suffix}"').fetchone()
        self.time, self.stack, self.handle = 1000000 + r.randrange(1000), 0, 0x7000
        self.free = []  # handles of destroyed communicators, which are reused

    def string(self, text):
        table = f'"rocpd_string{self.suffix}"'
        self.db.execute(f'INSERT OR IGNORE INTO {table} (string) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE string = ?1)', (text,))
        return self.db.execute(f'SELECT id FROM {table} WHERE string = ?', (text,)).fetchone()[0]

    def event(self, category, stack, parent):
        return self.db.execute(f'INSERT INTO "rocpd_event{self.suffix}" (category_id, stack_id, parent_stack_id) VALUES (?, ?, ?) RETURNING id',
                               (self.string(category), stack, parent)).fetchone()[0]

    def call(self, name, parent=0, category='RCCL_API', **args):
        """Returns (stack id, start)."""
        self.stack += 1
        start, self.time = self.time, self.time + self.r.randrange(10, 100)
        event = self.event(category, self.stack, parent)
        self.db.execute(f'INSERT INTO "rocpd_region{self.suffix}" (nid, pid, tid, start, "end", name_id, event_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
                        (self.nid, self.pid, self.tid, start, self.time, self.string(name), event))
        self.db.executemany(f'INSERT INTO "rocpd_arg{self.suffix}" (event_id, position, type, name, value) VALUES (?, ?, ?, ?, ?)',
                            [(event, i, 'x', n.replace('_of_', '*'), str(v)) for i, (n, v) in enumerate(args.items())])
        self.time += self.r.randrange(1, 50)
        return self.stack, start

    def kernel(self, by, start, end):
        hip = self.r.random() < .7  # else HIP's calls were not recorded
        stack = self.call('hipLaunchKernel', by, 'HIP_RUNTIME_API_EXT')[0] if hip else by
        table = f'"rocpd_kernel_dispatch{self.suffix}"'
        (queue,), (stream,), (symbol,) = (self.db.execute(f'SELECT min(id) FROM "rocpd_info_{t}{self.suffix}"').fetchone() for t in ('queue', 'stream', 'kernel_symbol'))
        self.db.execute(f'''INSERT INTO {table} (nid, pid, tid, agent_id, kernel_id, dispatch_id, queue_id, stream_id, start, "end", workgroup_size_x, workgroup_size_y, workgroup_size_z,
                            grid_size_x, grid_size_y, grid_size_z, event_id) VALUES (?, ?, ?, 2, ?, ?, ?, ?, ?, ?, 1, 1, 1, 1, 1, 1, ?)''',
                        (self.nid, self.pid, self.tid, symbol, self.stack, queue, stream, start, end, self.event('KERNEL_DISPATCH', stack, by if hip else 0)))

    def new_handle(self):
        if self.free and self.r.random() < .7:
            return self.free.pop()
        self.handle += 16
        return self.handle


class Communicator:
    def __init__(self, name, members, nranks):
        self.name, self.members, self.nranks, self.n = name, members, nranks, 0  # members: process -> (handle, rank)


def program(r, case):
    """Returns the paths and the expected rows, by (path, stack_id)."""
    ranks = [Process(r, f'collectives/{case}/{k}.db') for k in range(r.choice([2, 3, 4]))]
    wanted, known, made = {}, [], 0

    def new(members, function, size, **args):
        nonlocal made
        made += 1
        members = {p: (p.new_handle(), k) for k, p in enumerate(members)}
        for p, (handle, k) in members.items():
            p.call(function, **{n: v[p] if isinstance(v, dict) else v for n, v in args.items()}, _of_newcomm=hex(handle))
        known.append(Communicator(made, members, size))

    def operate(comm, grouped):
        """One operation, or a group of some on one communicator."""
        times, ops, closers = {}, [(r.choice(list(KINDS)), r.choice([-1, 8, 4096])) for _ in range(r.choice([1, 2]) if grouped else 1)], {}
        calls = {}
        for p, (handle, k) in comm.members.items():
            if grouped:
                p.call('ncclGroupStart')
                if r.random() < .3:
                    p.call('ncclGroupStart'), p.call('ncclSend', comm=hex(handle), bytes=8, rank=k), p.call('ncclGroupEnd')
            calls[p] = [p.call(name, comm=hex(handle), bytes=size, rank=k) for name, size in ops]
            closers[p] = p.call('ncclGroupEnd')[0] if grouped else calls[p][0][0]
        latest = max(p.time for p in comm.members)
        end = latest + r.randrange(200, 3000)
        for p in comm.members:
            if r.random() < .9:
                start = latest + r.randrange(0, 200)
                stop = end + r.randrange(0, 20)
                middle = r.randrange(start, stop)
                for a, b in ((start, stop),) if r.random() < .6 else ((start, middle), (middle, stop)):
                    p.kernel(closers[p], a, b)
                times[p] = start, stop
            p.time = max(p.time, end + 100)
        for i, (name, size) in enumerate(ops):
            comm.n += 1
            all_in, all_out = (max((t[e] for t in times.values()), default=None) for e in (0, 1))
            transfer = all_out - all_in if times and len(ops) == 1 and all_out > all_in else None
            n = comm.nranks or len(comm.members)
            factor, bus = KINDS[name](n)
            rate = size * factor / transfer if transfer and size >= 0 else None
            for p, (handle, k) in comm.members.items():
                start = times.get(p, (None, None))
                wanted[p.path, calls[p][i][0]] = (comm.name, comm.n, name, k, n, len(comm.members), None if size < 0 else size, *start, None if start[0] is None else start[1] - start[0],
                                                 all_in - start[0] if len(comm.members) > 1 and start[0] is not None else None, transfer, rate, None if rate is None else rate * bus, len(ops))

    new(ranks, 'ncclCommInitRank', len(ranks), nranks=len(ranks), commId=f'{{internal=0x{case:x}1}}')
    for step in range(12):
        what = r.random()
        if what < .15:
            new(ranks, 'ncclCommInitRankConfig', len(ranks), nranks=len(ranks), commId=f'{{internal=0x{case:x}{step:02x}}}')
        elif what < .35:
            parent = r.choice(known)
            members = list(parent.members)
            color = {p: r.randrange(2) for p in members}
            for c in (0, 1):
                of = [p for p in members if color[p] == c]
                if of:
                    new(of, 'ncclCommSplit', None, comm={p: hex(parent.members[p][0]) for p in of}, color=c)
        elif what < .45 and len(known) > 1:
            gone = known.pop(r.randrange(len(known)))
            for p, (handle, k) in gone.members.items():
                p.call('ncclCommDestroy', comm=hex(handle))
                p.free.append(handle)
        else:
            operate(r.choice(known), r.random() < .4)
    for p in ranks:
        p.db.commit()
        p.db.close()
    return [p.path for p in ranks], wanted


r = random.Random(29)
wrong, seen = [], 0


def near(x, y):
    return x == y or x is not None and y is not None and isinstance(x, float) and math.isclose(x, y, rel_tol=1e-12)


for case in range(15):
    paths, wanted = program(r, case)
    db = attached(*paths)
    got = {row[:2]: row[2:] for row in rows(db, '''SELECT s.source, c.stack_id, c.communicator, c.n, c.name, c.comm_rank, c.ranks, c.matched, c.size_bytes, c.gpu_start, c.gpu_end, c.gpu_ns, c.wait_ns,
        c.transfer_ns, c.algorithm_gbps, c.bus_gbps, c.in_launch FROM collectives c JOIN sources s ON s.guid = c.guid''')}
    seen += len(got)
    numbers = {}
    for key in set(got) | set(wanted):
        g, w = got.get(key), wanted.get(key)
        ok = g and w and all(map(near, g[1:], w[1:])) and numbers.setdefault(g[0], w[0]) == w[0]
        if not ok:
            wrong.append((case, key, g, w))
    if len(numbers) != len(set(numbers.values())):
        wrong.append((case, 'one communicator has several numbers'))
check(f'{seen} calls of operations', wrong[:3], [])
check('enough operations', seen > 200, True)

# The sums in the report `rocpd ranks`, for the last program with operations of several sizes.
report = open(os.path.join(os.path.dirname(__file__), '../../ext/command/report/ranks.sql')).read().split('-- section: collectives', 1)[1].split('\n', 1)[1]
sums = {}
for name, rank, size, gpu in rows(db, 'SELECT name, rank, size_bytes, gpu_ns FROM collectives'):
    of = sums.setdefault((name, rank), [0, None, None])
    of[0] += 1
    of[1:] = [have if more is None else more + (have or 0) for have, more in zip(of[1:], (size, gpu))]
check('the report of ranks', sorted((name, rank, [n, size, gpu]) for name, rank, n, _, size, gpu, *_ in rows(db, report.replace('{limit}', '-1'))), sorted((*k, v) for k, v in sums.items()))
check('of several sizes', max(v[0] for v in sums.values()) > 1, True)
check('with a path', rows(load(), 'SELECT count(*) FROM collectives(?)', paths[0]), [(sum(k[0] == paths[0] for k in wanted),)])
check('no operations', rows(load(), 'SELECT * FROM collectives'), [])


def steps(groups):
    """SQLite's work for this number of groups of one process, in thousands of instructions."""
    p = Process(random.Random(groups), f'collectives/groups/{groups}.db')
    p.call('ncclCommInitRank', nranks=1, commId='{internal=0x1}', _of_newcomm='0x7010')
    for _ in range(groups):
        p.call('ncclGroupStart')
        p.call('ncclAllReduce', comm='0x7010', bytes=8, rank=0)
        p.kernel(p.call('ncclGroupEnd')[0], p.time, p.time + 5)
    p.db.commit()
    p.db.close()
    db, n = attached(p.path), [0]

    def count():
        n[0] += 1
    db.set_progress_handler(count, 1000)
    check(f'{groups} groups, each with its kernel', rows(db, 'SELECT count(*), count(gpu_ns) FROM collectives'), [(groups, groups)])
    return n[0]


few, many = steps(300), steps(1200)
check(f'four times as many groups take four times as many steps, and not more ({few}, {many})', many < 6 * few, True)
finish()
