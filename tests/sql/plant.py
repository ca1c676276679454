"""Programs whose faults are known, since they are put in by hand: calls, kernels and copies one after the other, as rocprofv3 would write them."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
import cause_trace  # noqa: E402
from common import FOLDER  # noqa: E402
from random_trace import tables  # noqa: E402

KERNELS = ['gemm', 'scale', 'softmax', 'norm', 'hot', 'ncclDevKernel_AllReduce', 'embed', 'loss']
BASE = 10 ** 9


class Plant(cause_trace.Trace):
    """Times are ns from BASE on."""

    def __init__(self, seed=1):
        super().__init__(seed)
        self.calls, self.kernels, self.copies, self.tid = [], [], [], self.pid

    def call(self, name, start, end, tid=None, category='HIP_RUNTIME_API_EXT', message=None, **args):
        """Returns its stack_id."""
        stack = len(self.calls) + 1
        self.calls.append({'id': stack, 'tid': self.tid if tid is None else tid, 'start': BASE + start, 'end': None if end is None else BASE + end, 'name': name, 'category': category, 'message': message,
                           'stack': stack, 'args': args})
        return stack

    def range(self, message, start, end, tid=None, process=False):
        return self.call('roctxProcessRangeA' if process else 'roctxThreadRangeA', start, end, tid, 'MARKER_CORE_RANGE_API', message)

    def kernel(self, name, start, end, agent=2, queue=1, call=None, tid=None):
        """A kernel launched by the call, or by a call of its own: (start, end)."""
        stack = call if isinstance(call, int) else self.call('hipLaunchKernel', *(call or (start - 100, start - 50)), tid)
        self.kernels.append({'id': len(self.kernels) + 1, 'start': BASE + start, 'end': BASE + end, 'name': name, 'stack': stack, 'queue': queue, 'tid': self.tid, 'agent': agent, 'stream': queue})

    def copy(self, start, end, call=None, queue=1, name='MEMORY_COPY_HOST_TO_DEVICE'):
        stack = call if isinstance(call, int) else self.call('hipMemcpyAsync', *(call or (start - 100, start - 50)))
        self.copies.append({'id': len(self.copies) + 1, 'start': BASE + start, 'end': BASE + end, 'name': name, 'stack': stack, 'queue': queue, 'tid': self.tid, 'agent': 2, 'stream': queue})

    def save(self, name):
        path = f'{FOLDER}/{name}'
        os.makedirs(os.path.dirname(path), exist_ok=True)
        before, cause_trace.KERNELS, unended = cause_trace.KERNELS, KERNELS, [c for c in self.calls if c['end'] is None]
        for c in unended:
            c['end'] = c['start']
        self.write(path)
        cause_trace.KERNELS = before
        with sqlite3.connect(path) as db:
            for region in tables(db, 'rocpd_region') if unended else []:  # as collectors that died leave them, which the schema does not foresee
                db.execute('PRAGMA writable_schema = ON')
                db.execute("UPDATE sqlite_schema SET sql = replace(sql, '\"end\" BIGINT NOT NULL', '\"end\" BIGINT') WHERE name = ?", (region,))
                db.execute('PRAGMA schema_version = 99')
                db.execute('PRAGMA writable_schema = OFF')
        with sqlite3.connect(path) as db:
            for region in tables(db, 'rocpd_region') if unended else []:
                db.executemany(f'UPDATE "{region}" SET "end" = NULL WHERE id = ?', [(c['id'],) for c in unended])
            for region, arg in zip(tables(db, 'rocpd_region'), tables(db, 'rocpd_arg')):
                event = dict(db.execute(f'SELECT id, event_id FROM "{region}"'))
                db.executemany(f'INSERT INTO "{arg}" (event_id, position, type, name, value) VALUES (?, ?, ?, ?, ?)',
                               [(event[c['id']], i, 'x', n.replace('_of_', '*'), str(v)) for c in self.calls for i, (n, v) in enumerate(c['args'].items())])
            used = {k['agent'] for k in self.kernels}
            for table in tables(db, 'rocpd_info_agent'):  # agents that did nothing are removed
                db.execute(f"DELETE FROM \"{table}\" WHERE type = 'GPU' AND id NOT IN ({','.join(map(str, used))})")
            for table in tables(db, 'rocpd_info_kernel_symbol'):  # room for all waves
                db.execute(f'UPDATE "{table}" SET arch_vgpr_count = 32, accum_vgpr_count = 0, sgpr_count = 32, group_segment_size = 0')
        return path


def job(name, ranks, steps=20, compute=100000, transfer=20000, slow=None, late=None, overlap=0, rccl=False):
    """Files of ranks that compute and then reduce together, step after step. slow, late: {rank: ns more} a step, or a function of rank and step. `overlap`: how long a kernel of the next
    step computes beside the operation, from its beginning on; True: as long as it lasts, without the waiting. Returns the paths, for {"rank":"rank%d.db"}."""
    more = [x if callable(x) else lambda rank, step, x=x: (x or {}).get(rank, 0) for x in (slow, late)]
    plants = [Plant(k + 1) for k in range(ranks)]
    if rccl:
        for k, p in enumerate(plants):
            p.call('ncclCommInitRank', -9000, -8000, category='RCCL_API', nranks=ranks, commId='{internal=0x1}', _of_newcomm='0x7010')
    begin = 0
    for step in range(steps):
        arrive = [begin + more[1](k, step) + compute + more[0](k, step) for k in range(ranks)]
        end = max(arrive) + transfer
        for k, p in enumerate(plants):
            at = begin + more[1](k, step)
            middle = (at + arrive[k]) // 2
            p.kernel('gemm', at, middle, call=(at - 200, at - 100) if more[1](k, step) else (begin - 200, begin - 190))
            p.kernel('scale', middle, arrive[k], call=(at - 100, at) if more[1](k, step) else (begin - 180, begin - 170))
            by = p.call('ncclAllReduce', arrive[k] - 400, arrive[k] - 300, category='RCCL_API', comm='0x7010', bytes=4096, rank=k) if rccl else None
            p.kernel('ncclDevKernel_AllReduce', arrive[k], end, queue=2, call=by)
            if overlap:
                beside = (max(arrive), end) if overlap is True else (arrive[k], arrive[k] + overlap)
                p.kernel('norm', *beside, queue=3, call=(begin, begin + 1))
        begin = end
    return [p.save(f'{name}/rank{k}.db') for k, p in enumerate(plants)]
