"""Shares and totals of programs that are put together by hand, with the right values written out."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, finish, load, rows  # noqa: E402
from plant import BASE, Plant, job  # noqa: E402
from random_trace import tables  # noqa: E402

US, MS = 1000, 1000000
REPORTS = os.path.join(os.path.dirname(__file__), '../../ext/command/report')


def report(db, name, section=None):
    """The rows of a report's section, as dicts."""
    text = open(f'{REPORTS}/{name}.sql').read()
    if section:
        text = text.split(f'-- section: {section} ', 1)[1].split('\n', 1)[1]
    text = text.split('-- section:', 1)[0].replace('{name name}', 'name').replace('{name kernel}', 'kernel')
    for limit in ('{limit}', '{limit:16}', '{limit:10}', '{limit:5}'):
        text = text.replace(limit, '-1')
    cursor = db.execute(text)
    return [dict(zip([d[0] for d in cursor.description], row)) for row in cursor]


# ---- how busy: a GPU that works for 10 of 100 ms without a pause, beside one that works all the time
p = Plant()
p.kernel('gemm', 0, 100 * MS)
p.kernel('gemm', 20 * MS, 30 * MS, agent=3, queue=2)
db = attached(p.save('busy/a.db'))
check('busy: 10 of 100 ms', rows(db, 'SELECT agent_id, GpuTime, WallTime, Busy FROM busy ORDER BY 1'), [(2, 100 * MS, 100 * MS, 1.0), (3, 10 * MS, 100 * MS, .1)])
check('... utilisation', rows(db, 'SELECT agent_id, busy_ns, run_ns, share, span_ns FROM utilisation ORDER BY 1'), [(2, 100 * MS, 100 * MS, 1.0, 100 * MS), (3, 10 * MS, 100 * MS, .1, 10 * MS)])
for name, section in (('busy', None), ('summary', 'gpus')):
    check(f'... the report {name}', [[r[c] for c in ('busy_ns', 'of_ns', 'share', 'own_span_ns')] for r in report(db, name, section)], [[100 * MS, 100 * MS, 1.0, 100 * MS], [10 * MS, 100 * MS, .1, 10 * MS]])
one = Plant()  # one GPU is used for 76 % of the time, two are there and do nothing
one.kernel('gemm', 0, 70 * MS)
one.kernel('gemm', 94 * MS, 100 * MS)
path = one.save('busy/idle.db')
with sqlite3.connect(path) as plain:
    for table in tables(plain, 'rocpd_info_agent'):
        plain.execute(f"UPDATE \"{table}\" SET type = 'GPU' WHERE type = 'CPU'")
page = open(os.path.join(os.path.dirname(__file__), '../../ext/export/html/tables/21_gpu_utilisation.sql')).read()
db = attached(path)
check('utilisation over time covers the GPUs that are used', rows(db, f'SELECT round(sum(busy_share * ("end" - start)) / sum("end" - start), 9), max(gpus) FROM ({page})'), [(.76, 1)])
q = Plant(2)  # another run, later: it has a time of its own
q.kernel('gemm', 1000 * MS, 1050 * MS)
q.kernel('gemm', 1075 * MS, 1100 * MS)
db = attached(p.save('busy/runs/a.db'), q.save('busy/runs/b.db'))
check('two runs, one after the other', rows(db, 'SELECT stretch, stretch_ns, run_ns, start FROM run_time'), [(1, 100 * MS, 200 * MS, BASE), (2, 100 * MS, 200 * MS, BASE + 1000 * MS)])
check('... each GPU as a share of its own run', rows(db, "SELECT busy_ns, run_ns, share FROM utilisation('agent') ORDER BY start"), [(100 * MS, 100 * MS, 1.0), (10 * MS, 100 * MS, .1), (75 * MS, 100 * MS, .75)])

# ---- launches: 100 kernels of 10 us, launched one each us, wait for each other; then a pause of 100 us, in the middle of which a launch begins
p = Plant()
for i in range(100):
    p.kernel('gemm', 5 * US + 10 * US * i, 15 * US + 10 * US * i, call=(US * i, US * i + 500))
p.kernel('scale', 1105 * US, 1115 * US, call=(1055 * US, 1060 * US))
db = attached(p.save('launches/a.db'))
check('launches: time in which several wait counts once', rows(db, 'SELECT kernel, n, total_ns, waiting_ns, saved_ns FROM launch_summary'),
      [('scale', 1, 60 * US, 45 * US, 50 * US), ('gemm', 100, 1005 * US, 994500, 0)])
check('... the report', [[r[c] for c in ('kernel', 'at_most_saved_ns', 'waiting_ns')] for r in report(db, 'launches')], [['scale', 50 * US, 45 * US], ['gemm', 0, 994500]])

# ---- what-if: two ranks side by side save what one of them saves, two processes one after the other what both save
def step(seed, at):
    p = Plant(seed)
    for i in range(10):
        p.kernel('gemm', at + 10 * US * i, at + 10 * US * (i + 1), call=(at - 1000 + i, at - 999 + i))
    return p


for how, at, saved in (('side by side', 0, 100 * US), ('one after the other', 500 * US, 200 * US)):
    db = attached(step(1, 0).save(f'whatif{at}/rank0.db'), step(2, at).save(f'whatif{at}/rank1.db'))
    check(f'what-if of two processes {how}', [[r[c] for c in ('kernel', 'calls', 'time_ns', 'saved_ns')] for r in report(db, 'what-if')], [['gemm', 20, 200 * US, saved]])
    check('... the share', report(db, 'what-if')[0]['share'], 100 / 101)

# ---- ranges
p = Plant()
for depth in range(10):  # rec calls itself, launches a kernel of 5 us, and so on
    p.range('rec', 1000 * depth, 100 * US - 1000 * depth)
    p.kernel('gemm', 200 * US + 5 * US * depth, 205 * US + 5 * US * depth, call=(1000 * depth + 500, 1000 * depth + 600))
db = attached(p.save('ranges/nested.db'))
check('ten nested ranges: 10 kernels, 50 us', rows(db, "SELECT count(*), sum(once_kernels), sum(once_kernel_ns), sum(once_ns), sum(exclusive_kernel_ns) FROM range_gpu WHERE name = 'rec'"),
      [(10, 10, 50 * US, 100 * US, 50 * US)])
check('... the report', [[r[c] for c in ('n', 'host_ns', 'kernels', 'gpu_ns', 'exclusive_gpu_ns')] for r in report(db, 'ranges')], [[10, 100 * US, 10, 50 * US, 50 * US]])
p = Plant()
for depth in range(10):
    p.call('rec', 1000 * depth, 100 * US - 1000 * depth, category='PYTHON')
    p.kernel('gemm', 200 * US + 5 * US * depth, 205 * US + 5 * US * depth, call=(1000 * depth + 500, 1000 * depth + 600))
db = attached(p.save('ranges/python.db'))
check('ten nested calls of a function', [[r[c] for c in ('function', 'calls', 'inclusive_ns', 'kernels', 'gpu_ns', 'exclusive_gpu_ns')] for r in report(db, 'functions')],
      [['rec', 10, 100 * US, 10, 50 * US, 50 * US]])
p = Plant()
p.range('outer', 0, 10 * US)
p.range('whole', 20 * US, None)
p.range('part', 30 * US, 40 * US)
for at in (5, 25, 35, 45, 60):
    p.kernel('gemm', 200 * US + at * US, 201 * US + at * US, call=(at * US, at * US + 500))
db = attached(p.save('ranges/open.db'))
check('a range that is open at the end keeps its kernels', rows(db, 'SELECT name, duration_ns, exclusive_ns, kernels, exclusive_kernels, union_ns FROM range_gpu ORDER BY start'),
      [('outer', 10 * US, 10 * US, 1, 1, US), ('whole', None, 30 * US + 500, 4, 3, 4 * US), ('part', 10 * US, 10 * US, 1, 1, US)])
check('... in range_kernels, too', rows(db, "SELECT range, count(*) FROM range_kernels GROUP BY 1"), [('outer', 1), ('part', 1), ('whole', 3)])
p = Plant()
other, third = p.pid + 1, p.pid + 2
p.range('phase', 0, 100 * US, process=True)
p.range('phase', 10 * US, 50 * US, tid=other)
p.range('inner', 60 * US, 70 * US, process=True, tid=third)
for at, tid in ((5, p.pid), (20, other), (30, third), (65, other), (65, third), (150, other)):
    p.kernel('gemm', 200 * US + at * US, 201 * US + at * US, call=(at * US, at * US + 100), tid=tid)
db = attached(p.save('ranges/threads.db'))
check('a started range has the kernels of all threads', rows(db, 'SELECT name, tid - pid, kernels, exclusive_kernels, once_kernels, once_kernel_ns / 1000 FROM range_gpu ORDER BY start'),
      [('phase', 0, 5, 2, 4, 4), ('phase', 1, 1, 1, 1, 1), ('inner', 2, 2, 2, 2, 2)])
check('... each kernel has one innermost', rows(db, 'SELECT dispatch_id, range, tid - pid FROM range_kernels ORDER BY 1'),
      [(1, 'phase', 0), (2, 'phase', 1), (3, 'phase', 0), (4, 'inner', 2), (5, 'inner', 2), (6, None, None)])


# ---- ranks: which one computes longer, starts late, or waits
def ranks(paths):
    db = attached(*paths, options='{"rank":"rank%d.db"}')
    return db, rows(db, 'SELECT rank, compute_ns / 1000, late_ns / 1000, wait_ns / 1000, keeps_waiting FROM ranks ORDER BY rank')



def on_two_machines(name, rccl):
    """Rank 1 computes 50 us a step longer, and is on a machine whose clock is 1000 s ahead."""
    paths = job(name, 4, slow={1: 50 * US}, rccl=rccl)
    for k, path in enumerate(paths):
        with sqlite3.connect(path) as db:
            for node in tables(db, 'rocpd_info_node'):
                db.execute(f"UPDATE \"{node}\" SET hostname = ?, machine_id = ?", (f'node{k % 2}',) * 2)
            for of in ('rocpd_region', 'rocpd_kernel_dispatch') if k % 2 else ():
                for table in tables(db, of):
                    db.execute(f'UPDATE "{table}" SET start = start + 1000000000000, "end" = "end" + 1000000000000')
    return paths


for rccl in (False, True):
    how = 'with' if rccl else 'without'
    paths = on_two_machines(f'ranks/apart{rccl}', rccl)
    apart = attached(*paths, options='{"rank":"rank%d.db"}')
    launching = "SELECT kernel, call, sum(total_ns), sum(waiting_ns) FROM ({}) GROUP BY 1, 2"
    machine = [f"SELECT * FROM launch_summary WHERE path = '{FOLDER}/ranks/apart{rccl}/{k}/*.db'" for k in (0, 1)]
    for k, path in enumerate(paths):
        os.makedirs(f'{os.path.dirname(path)}/{k % 2}', exist_ok=True)
        os.link(path, f'{os.path.dirname(path)}/{k % 2}/{k}.db')
    check(f'clocks that were not compared, {how}: launches under way on each machine', rows(apart, launching.format('SELECT * FROM launch_summary')), rows(load(), launching.format(' UNION ALL '.join(machine))))
    check(f'clocks that were not compared, {how} RCCL calls: no waits, and exact lengths of steps', rows(apart, 'SELECT max(wait_ns), max(fresh_wait_ns), max(late_ns), count(*) FROM rank_steps'), [(None, None, 0, 80)])
    check('... ranks', rows(apart, 'SELECT rank, wait_ns, late_ns, keeps_waiting FROM ranks ORDER BY rank'), [(0, None, 0, None), (1, None, 0, 'computes longer'), (2, None, 0, None), (3, None, 0, None)])
    check('... no step is behind', rows(apart, "SELECT count(*), count(behind_ns) FROM iterations('gemm')"), [(80, 0)])
    check('... advice does not know', dict(rows(apart, "SELECT rule, state FROM advice WHERE rule LIKE '%rank%'")),
          {'a rank computes longer than the others': 'found', 'a rank starts late': 'unknown', 'ranks wait in collectives': 'unknown'})
    check('... whether communication is waiting', rows(apart, "SELECT finding LIKE '% of communication without any computing, waiting for other ranks included' FROM advice WHERE rule = 'communication is not hidden'"), [(1,)])
for rccl in (False, True):
    how = 'with' if rccl else 'without'
    db, got = ranks(job(f'ranks/fine{rccl}', 4, rccl=rccl))
    check(f'equal ranks, {how} RCCL calls', got, [(k, 2000, 0, 0, None) for k in range(4)])
    db, got = ranks(job(f'ranks/late{rccl}', 4, late={3: 50 * US}, rccl=rccl))
    check(f'one starts each of 20 steps 50 us late, {how} RCCL calls', got, [(k, 2000, 0, 1000, None) for k in range(3)] + [(3, 2000, 1000, 0, 'starts late')])
    db, got = ranks(job(f'ranks/slow{rccl}', 4, slow={2: 50 * US}, rccl=rccl))
    check(f'one computes 50 us longer, {how} RCCL calls', got, [(k, 2000, 0, 1000, None) for k in (0, 1)] + [(2, 3000, 0, 0, 'computes longer'), (3, 2000, 0, 1000, None)])
    db, got = ranks(job(f'ranks/both{rccl}', 4, slow={2: 50 * US}, late={1: 20 * US}, rccl=rccl))
    check(f'one of each, {how} RCCL calls', got, [(0, 2000, 0, 1000, None), (1, 2000, 400, 600, 'starts late'), (2, 3000, 0, 0, 'computes longer'), (3, 2000, 0, 1000, None)])
db, got = ranks(job('ranks/overlapped', 4, overlap=15 * US))
check('computing beside communication is computing', got, [(k, 2300, 0, 0, None) for k in range(4)])
check('... the union, as in gpu_time', rows(db, "SELECT rank, compute_ns FROM ranks EXCEPT SELECT rank, compute_ns FROM gpu_time('rank')"), [])
db, got = ranks(job('ranks/uneven', 3)[:2] + job('ranks/less', 3, steps=19)[2:])
check('different numbers of operations: waits are unknown', [r[2:] for r in got], [(None, None, None)] * 3)


def advice(db, found='found'):
    """The findings: {rule: (gain, share in %)}."""
    return {rule: (gain, None if share is None else round(100 * share, 1)) for rule, gain, share in rows(db, 'SELECT rule, gain_ns, share FROM advice WHERE state = ?', found)}


for n in (4, 32):  # 20 steps of 150 + 20 us, 50 us of which all wait
    db, got = ranks(job(f'ranks/many{n}', n, slow={1: 50 * US}))
    check(f'one of {n} ranks computes 50 % longer', advice(db)['a rank computes longer than the others'], (1000 * US, 29.4))
db, got = ranks(job('ranks/latemany', 4, late={1: 50 * US}))
check('one of 4 ranks starts late', advice(db)['a rank starts late'], (1000 * US, 29.4))
finish()
