"""advice on programs that each have one fault, put in by hand: it is found with its size, and nothing else is; on a fine program nothing is found. Alone, and as one of several ranks."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, finish, rows  # noqa: E402
from plant import Plant, job  # noqa: E402
from random_trace import tables  # noqa: E402

US, STEPS = 1000, 20
RANKS = (1, 8, 64) if os.environ.get('SOAK') else (1, 8)


def change(path, *statements):
    """Statements on a table and its set: 'UPDATE rocpd_memory_copy SET ...'."""
    with sqlite3.connect(path) as db:
        for table, sql in statements:
            for name in tables(db, table):
                db.execute(sql.format(name))
    return path


def program(name, step, launch=None, seed=1):
    """STEPS times three kernels of 100 us, one behind the other, and then what step(plant, step, from) does until the time that it returns. They are launched in time; or step by step, where
    launch(plant, step, from) says when the next step's are: then the call is 1 us long and the kernel begins with its end."""
    p, at = Plant(seed), 10 * US
    for i in range(STEPS):
        for k, kernel in enumerate(('gemm', 'scale', 'softmax')):
            call = (i * 3 + k, i * 3 + k + 1) if not launch or not i else (begin + k * 300, begin + k * 300 + 300)
            p.kernel(kernel, at, at + 100 * US, call=call)
            at += 100 * US
        if i < STEPS - 1:
            at = step(p, i, at)
            begin = at - 300 if launch else None
    return p, name


def nothing(p, i, at):
    return at


def synchronises(p, i, at):
    p.call('hipDeviceSynchronize', at - 50 * US, at + 30 * US)
    return at + 30 * US + 300


def computes_on_the_host(p, i, at):
    p.call('hipDeviceSynchronize', at - 50 * US, at)
    return at + 30 * US + 300


def allocates(p, i, at):
    p.call('hipDeviceSynchronize', at - 50 * US, at)
    p.call('hipMalloc', at, at + 30 * US)
    return at + 30 * US + 300


def copies(p, i, at):
    p.copy(at, at + 30 * US, call=(at, at + 30 * US))
    return at + 30 * US


def copies_and_waits(p, i, at):
    """The call stages the memory, then copies, and returns late: only one rule reports this."""
    p.copy(at + 6 * US, at + 22 * US, call=p.call('hipMemcpy', at, at + 30 * US))
    return at + 30 * US + 300


def small_copies(p, i, at):
    for k in range(10):
        p.copy(at + 3 * US * k, at + 3 * US * (k + 1), call=(i * 30 + k, i * 30 + k + 1))
    return at + 30 * US


def communicates(p, i, at):
    p.kernel('ncclDevKernel_AllReduce', at, at + 30 * US, call=(i, i + 1))
    return at + 30 * US


def long_launches():
    p, at = Plant(), 10 * US
    for i in range(STEPS):
        for k, kernel in enumerate(('gemm', 'scale', 'softmax')):
            p.kernel(kernel, at, at + 100 * US, call=(at - 30 * US if i and not k else at - 200, at - 100))
            at += 100 * US
        at += 30 * US if i < STEPS - 1 else 0
    return p


def queues():
    p, at = Plant(), 10 * US
    for i in range(STEPS):
        for k, kernel in enumerate(('gemm', 'scale', 'softmax')):
            p.kernel(kernel, at, at + 100 * US, queue=1 + i % 2, call=(i * 3 + k, i * 3 + k + 1))
            at += 100 * US
        at += 30 * US
    return p


def unbalanced():
    p, at = Plant(), 10 * US
    for i in range(STEPS):
        for k, kernel in enumerate(('gemm', 'scale', 'softmax')):
            p.kernel(kernel, at + 50 * US * k, at + 50 * US * (k + 1), call=(at - 300 + 50 * k, at - 250 + 50 * k))
            p.kernel(kernel, at + 100 * US // 3 * k, at + 100 * US // 3 * (k + 1), agent=3, queue=2, call=(at - 150 + 50 * k, at - 100 + 50 * k))
        p.call('hipDeviceSynchronize', at, at + 150 * US - 400)
        at += 150 * US
    return p


def hot(seed=1):
    p, at = Plant(seed), 10 * US
    for i in range(STEPS):
        for k, (kernel, ns) in enumerate((('hot', 200 * US), ('gemm', 50 * US), ('scale', 50 * US))):
            p.kernel(kernel, at, at + ns, call=(i * 3 + k, i * 3 + k + 1))
            at += ns
    return p


def save(made, rank=0):
    p, name = made
    return change(p.save(f'plants/{name}/rank{rank}.db'), ('rocpd_memory_copy', 'UPDATE "{}" SET size = 1 << 24'))


PAGEABLE = (('rocpd_memory_copy', "UPDATE \"{}\" SET extdata = json_object('host_memory', 'PAGEABLE')"),
            ('rocpd_event', "UPDATE \"{}\" SET extdata = json_object('host_memory', 'PAGEABLE') WHERE category_id = (SELECT id FROM rocpd_string WHERE string = 'MEMORY_COPY')"))
GAPS = STEPS - 1
fine = save(program('fine', nothing))
PLANTED = {  # rule: (file, gain)
    'the trace is not whole': (change(save(program('damaged', nothing)), ('rocpd_region', 'UPDATE "{}" SET "end" = start - 1 WHERE id = 30')), None),
    'GPUs wait while the host waits': (save(program('sync', synchronises, True)), GAPS * 30 * US),
    'GPUs wait for the host': (save(program('host', computes_on_the_host, True)), GAPS * 30 * US),
    'memory is allocated between kernels': (save(program('allocates', allocates, True)), GAPS * 30 * US),
    'launching limits the GPU': (save((long_launches(), 'launch')), GAPS * 30 * US),
    'queues wait for each other': (save((queues(), 'queues')), GAPS * 30 * US),
    'copies are not hidden': (save(program('copies', copies)), GAPS * 30 * US),
    'copies of pageable memory': (change(save(program('pageable', copies)), *PAGEABLE), GAPS * 30 * US),
    'small copies in a row': (change(save(program('small', small_copies)), ('rocpd_memory_copy', 'UPDATE "{}" SET size = 100')), GAPS * 27 * US),
    'communication is not hidden': (save(program('communicates', communicates)), GAPS * 30 * US),
    'GPUs of a process are unbalanced': (save((unbalanced(), 'unbalanced')), STEPS * 25 * US),
    'a GPU did nothing': (change(save(program('idle', nothing)), ('rocpd_info_agent', "UPDATE \"{}\" SET type = 'GPU' WHERE id = 1")), None),
}
def few_waves(n, rank):
    return change(save(program(f'waves{n}', nothing, seed=rank + 10), rank), ('rocpd_info_kernel_symbol', 'UPDATE "{}" SET arch_vgpr_count = 512 WHERE display_name = \'gemm\''))


OF_KERNELS = {  # what all ranks do
    'one kernel takes most of the time': (lambda n: [save((hot(k + 10), f'hot{n}'), k) for k in range(n)], STEPS * 100 * US),
    'kernels that take time have few waves': (lambda n: [few_waves(n, k) for k in range(n)], None),
}
OF_RANKS = {  # many ranks: overlap hides the operation itself, so only the waiting remains
    'a rank computes longer than the others': (lambda n: job(f'plants/slow{n}', n, slow={1: 50 * US}, overlap=True), STEPS * 50 * US),
    'a rank starts late': (lambda n: job(f'plants/late{n}', n, late={1: 50 * US}, overlap=True), STEPS * 50 * US),
    'ranks wait in collectives': (lambda n: job(f'plants/uneven{n}', n, slow=lambda rank, step: 50 * US * (rank == step % n), overlap=True), None),
}
OTHERS = [save(program('others', nothing, seed=k + 10), k) for k in range(1, max(RANKS))]


def found(paths):
    db = attached(*paths, options='{"rank":"rank%d.db"}')
    return dict(rows(db, "SELECT rule, gain_ns FROM advice WHERE state = 'found'")), db


def compare(n, rule, paths, gain):
    got, db = found(paths)
    size = got.get(rule) is None if gain is None else abs((got.get(rule) or 0) - gain) <= .02 * gain or got.get(rule)
    check(f'{n} ranks: {rule}', (sorted(got), size), ([rule], True))
    if sorted(got) != [rule]:
        print('#', rows(db, "SELECT rule, gain_ns, finding FROM advice WHERE state = 'found'"))


for n in RANKS:
    others = OTHERS[:n - 1]
    check(f'{n} ranks: a program without faults', found([fine] + others)[0], {})
    for rule, (path, gain) in PLANTED.items():
        compare(n, rule, [path] + others, gain)
    for rule, (make, gain) in OF_KERNELS.items():
        compare(n, rule, make(n), gain)
for n in sorted({2, *RANKS[1:]}):
    for rule, (make, gain) in OF_RANKS.items():
        compare(n, rule, make(n), gain or 50 * US * STEPS * (n - 1) / n)


def told(name, n, **of):
    """The findings of a job, by rule."""
    return dict(rows(found(job(f'plants/{name}', n, overlap=True, **of))[1], "SELECT rule, gain_ns || ': ' || finding FROM advice WHERE state = 'found'"))


compare(1, 'copies of pageable memory', [change(save(program('staged', copies_and_waits, True)), *PAGEABLE)], GAPS * 30 * US)
between = program('between', nothing)[0]
for i in range(STEPS):  # copies from host to host: no GPU waits, none copies
    between.copy(i * 300 * US, (i * 300 + 50) * US, call=((i * 300 - 5) * US, i * 300 * US), name='MEMORY_COPY_HOST_TO_HOST')
    between.copies[-1].update(src=0, dst=0)
check('copies between CPUs', found([save((between, 'between'))])[0], {})
hidden = Plant(88)
for i in range(STEPS):  # a busy GPU, while the host allocates; and frees, which waits for the kernel and then takes 10 us
    hidden.kernel('gemm', i * 110 * US, (i * 110 + 100) * US, call=(i * 110 * US - 300, i * 110 * US - 200))
    hidden.call('hipMalloc', (i * 110 + 5) * US, (i * 110 + 35) * US)
    hidden.call('hipFree', (i * 110 + 40) * US, (i * 110 + 110) * US - 400)
check('allocations beside kernels cost only idle time of the GPU', [r for r in rows(found([save((hidden, 'hidden'))])[1], "SELECT rule, finding, gain_ns FROM advice WHERE state = 'found'")],
      [('memory is allocated between kernels', 'GPU 0, rank 0: 182 us idle while the host was in hipFree', (STEPS - 1) * (10 * US - 400))])
several = [Plant(90 + k) for k in range(2)]  # two processes of one GPU each, in one file: no process has two GPUs, and both have used one
for k, p in enumerate(several):
    for i in range(STEPS):
        p.kernel('gemm', (2 * i + k) * 100 * US, (2 * i + k + 1) * 100 * US - 30 * US * k, call=(2 * i + k, 2 * i + k + 1))
apart = attached(*[p.save(f'plants/several/rank{k}.db') for k, p in enumerate(several)])
rows(apart, 'SELECT rocpd_export_db(?)', f'{FOLDER}/plants/merged.db')
merged = attached(f'{FOLDER}/plants/merged.db')
for what, sql in (('advice', "SELECT rule, state, gain_ns FROM advice"), ('GPUs', "SELECT gpu, union_ns, idle_ns FROM gpu_time WHERE type = 'GPU'")):
    check(f'two processes in one file: {what}', rows(merged, sql), rows(apart, sql))
check('... whose GPUs belong to different processes', rows(merged, "SELECT state FROM advice WHERE rule = 'GPUs of a process are unbalanced'"), [('unknown',)])
queued = Plant(77)
for i in range(STEPS):  # copy, pause, kernel, pause: all launched before; the pauses are neither the copy's time nor the kernel's
    queued.copy(i * 100 * US, (i * 100 + 20) * US, call=(-9000 + 20 * i, -8990 + 20 * i))
    queued.kernel('gemm', (i * 100 + 50) * US, (i * 100 + 90) * US, call=(-8990 + 20 * i, -8980 + 20 * i), queue=2)
check('pauses after copies, and between queues', [r for r in rows(found([save((queued, 'queued'))])[1], "SELECT finding, gain_ns FROM advice WHERE rule = 'queues wait for each other'")],
      [('GPU 0, rank 0: 600 us idle between a copy and the work launched behind it', STEPS * 30 * US + (STEPS - 1) * 10 * US)])
# ---- no time is reported by two rules: pairs of them (help of advice), with one fault each

THREE = ('gemm', 'scale', 'softmax')


def computes(p, at, ns, agent, tid=None, queue=None):
    """Three kernels, launched just before by a thread."""
    for k, kernel in enumerate(THREE):
        p.kernel(kernel, at + ns * k // 3, at + ns * (k + 1) // 3, agent=agent, queue=queue or agent, tid=tid, call=(at - 300 + 60 * k + 20 * (agent - 2), at - 290 + 60 * k + 20 * (agent - 2)))


def steps(p, period, *parts):
    """parts: (agent, ns that it computes in each step), each agent by a thread of its own."""
    for i in range(STEPS):
        for agent, ns in parts:
            computes(p, 10 * US + i * period, ns, agent, p.pid + agent - 2)
    return p


def pair(what, paths, wanted, least=0):
    """Exactly these rules have findings; gains are right to 1 %."""
    got, db = found(paths)
    near = {rule for rule, gain in wanted.items() if rule in got and abs(got[rule] - gain) <= .01 * gain + least}
    check(f'pairs: {what}', (sorted(got), sorted(near)), (sorted(wanted),) * 2)
    if sorted(got) != sorted(wanted) or len(near) < len(wanted):
        print('#', rows(db, "SELECT rule, gain_ns, finding FROM advice WHERE state = 'found'"))


BALANCE, SLOW, SYNC, TALK = 'GPUs of a process are unbalanced', 'a rank computes longer than the others', 'GPUs wait while the host waits', 'communication is not hidden'
pair('a thread waits for that of another GPU', [save((steps(Plant(), 150 * US, (2, 150 * US), (3, 100 * US)), 'pair_threads'))], {BALANCE: STEPS * 25 * US})
pair('ranks wait on their hosts for one', [save((steps(Plant(k + 1), 150 * US, (2, 150 * US if k == 1 else 100 * US)), 'pair_mpi'), k) for k in range(3)], {SLOW: STEPS * 50 * US})
pair('... which is slow as its GPUs are unbalanced', [save((steps(Plant(k + 1), 150 * US, (2, (150 if k else 100) * US), (3, (50 if k else 100) * US)), 'pair_both'), k) for k in range(2)],
     {BALANCE: STEPS * 50 * US})
p = Plant()
for i in range(STEPS):  # GPU 3 has done after 100 us; both calls wait until 170, where GPU 2 has done at 150
    at = 10 * US + i * (170 * US + 300)
    computes(p, at, 150 * US, 2), computes(p, at, 100 * US, 3)
    p.call('hipStreamSynchronize', at, at + 120 * US)
    p.call('hipDeviceSynchronize', at + 120 * US, at + 170 * US)
pair('two calls wait for the other GPU, and 20 us for nothing', [save((p, 'pair_calls'))], {BALANCE: STEPS * 25 * US, SYNC: (STEPS - 1) * 20 * US}, 300 * STEPS)
p = Plant()
for i in range(STEPS):
    at = 10 * US + i * 160 * US
    for agent, ns in (2, 150 * US), (3, 100 * US):
        computes(p, at, ns, agent)
        p.kernel('ncclDevKernel_AllReduce', at + ns, at + 160 * US, agent=agent, queue=agent, call=(at - 100 + 20 * agent, at - 95 + 20 * agent))
pair('a GPU waits in a collective for another of its process', [save((p, 'pair_collective'))], {BALANCE: STEPS * 25 * US, TALK: STEPS * 10 * US})
pair('copies beside communication', [save(program('pair_copies', lambda p, i, at: (p.copy(at, at + 30 * US, call=(i * 3, i * 3 + 1), queue=2), communicates(p, i, at))[1]))], {TALK: GAPS * 30 * US})
late = job('plants/pair_late', 2, late={1: 50 * US}, overlap=True)
pair('a rank starts late', late, {'a rank starts late': STEPS * 50 * US})

# The finding is true of each rank: two of four compute longer, three of four do, one computes longer and one starts late, and differences below the threshold.
check('two of four ranks compute longer', told('two', 4, slow={1: 50 * US, 2: 40 * US}), {'a rank computes longer than the others': '1000000: rank 1: 3.40 ms, the median of the others is 2.40 ms'})
check('three of four ranks compute longer: all would gain the mean', told('three', 4, slow={1: 50 * US, 2: 49 * US, 3: 48 * US}),
      {'ranks wait in collectives': '265000: ranks wait 265 us on average for the last one to arrive; rank 1 is last in 20 of 20 operations'})
check('one computes longer, another starts late', told('both', 4, slow={1: 50 * US}, late={2: 30 * US}), {
    'a rank computes longer than the others': '1000000: rank 1: 3.40 ms, the median of the others is 2.40 ms',
    'a rank starts late': '600000: rank 2: its steps begin 600 us late, the median of the others is 0 ns; another rank waits for 1.00 ms'})
check('a rank computes 4 % longer', told('little', 4, slow={2: 4 * US}), {'ranks wait in collectives': '60000: ranks wait 60.0 us on average for the last one to arrive; rank 2 is last in 20 of 20 operations'})
check('a late rank that waits itself keeps nobody waiting', [r for r in told('waits', 2, slow={1: 50 * US}, late={0: 10 * US}) if 'rank' in r], ['a rank computes longer than the others'])
finish()
