"""One GPU has one name: in tables, exports and advice, whichever process or file saw it."""
import json
import os
import random
import sqlite3
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from gpus import agents_of  # noqa: E402
from common import FOLDER, HERE, attached, check, finish, generate, rows, value  # noqa: E402

ROOT = os.path.join(HERE, '..', '..')


def database(name, agents, host='h1', seed=1):
    """A generated database with these GPUs in place of nodes 2, 3 and 4: {node: (new node, domain, location, type_index)}; None: the GPU is removed."""
    path = generate(name, '--host', host, '--seed', str(seed), '--pid', str(100 + seed))
    db = sqlite3.connect(path)
    table, = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_info_agent%'").fetchone()
    for node, what in agents.items():
        if what is None:
            db.execute(f'DELETE FROM "{table}" WHERE id = ?', (node,))
            continue
        new, domain, location, index = what
        said = {'node_id': new} | ({'domain': domain, 'location_id': location} if location else {})
        db.execute(f'UPDATE "{table}" SET absolute_index = ?, type_index = ?, extdata = ? WHERE id = ?', (new, index, json.dumps(said), node))
    db.commit()
    db.close()
    return path


def names(*paths):
    return rows(attached(*paths), "SELECT gpu, device, pci_address FROM rocpd_info_agent WHERE type = 'GPU' ORDER BY source, id")


def bus(number, partition=0, function=0):
    return partition << 28 | number << 8 | function


# ---- numbers
one = database('one.db', {2: (2, 0, bus(0xf3), 0), 3: (3, 0, bus(0x03), 1), 4: (4, 1, bus(0x03), 2)})
check('GPUs of one machine are numbered by their nodes', names(one), [('GPU 0', 'h1 0000:f3:00.0', '0000:f3:00.0'), ('GPU 1', 'h1 0000:03:00.0', '0000:03:00.0'), ('GPU 2', 'h1 0001:03:00.0', '0001:03:00.0')])
# each process sees one GPU, as number 0
two = database('two.db', {2: None, 3: (3, 0, bus(0x03), 0), 4: None}, seed=2)
three = database('three.db', {2: None, 3: None, 4: (4, 1, bus(0x03), 0)}, seed=3)
check('each process sees another GPU: numbers count all GPUs of the trace', [r[0] for r in names(three, two)], ['GPU 1', 'GPU 0'])
check('... in any order of files', [r[0] for r in names(two, three, one)], ['GPU 0', 'GPU 1', 'GPU 2', 'GPU 2', 'GPU 1'])
# containers number nodes on their own
left = database('left.db', {2: None, 3: (1, 0, bus(0xc1), 0), 4: None}, seed=4)
right = database('right.db', {2: None, 3: (1, 0, bus(0x43), 0), 4: None}, seed=5)
check('nodes of containers: by address', names(left, right), [('GPU 1', 'h1 0000:c1:00.0', '0000:c1:00.0'), ('GPU 0', 'h1 0000:43:00.0', '0000:43:00.0')])
# parts of one GPU
parts = database('parts.db', {2: (2, 0, bus(0x43), 0), 3: (3, 0, bus(0x43, 1), 1), 4: (4, 0, bus(0x43, 2), 2)}, seed=6)
check('partitions are devices', names(parts), [('GPU 0', 'h1 0000:43:00.0', '0000:43:00.0'), ('GPU 1', 'h1 0000:43:00.0 partition 1', '0000:43:00.0 partition 1'),
                                             ('GPU 2', 'h1 0000:43:00.0 partition 2', '0000:43:00.0 partition 2')])
same = database('same.db', {2: (2, 0, bus(0x43), 0), 3: (3, 0, bus(0x43), 1), 4: (4, 0, bus(0x83), 2)}, seed=7)
check('agents of one process are different devices', names(same), [('GPU 0', 'h1 0000:43:00.0 node 2', '0000:43:00.0 node 2'), ('GPU 1', 'h1 0000:43:00.0 node 3', '0000:43:00.0 node 3'),
                                                        ('GPU 2', 'h1 0000:83:00.0', '0000:83:00.0')])
# no address
plain = database('plain.db', {2: (2, 0, 0, 0), 3: (3, 0, 0, 1), 4: (4, 0, 0, 5)}, seed=8)
plain_too = database('plain_too.db', {2: None, 3: (3, 0, 0, 0), 4: None}, seed=9)
check('without addresses: by host and node, with the numbers of their files', names(plain), [('GPU 0', 'h1 GPU node 2', None), ('GPU 1', 'h1 GPU node 3', None), ('GPU 5', 'h1 GPU node 4', None)])
check('... if the number is free', [r[0] for r in names(plain_too)], ['GPU 0'])
check('... else the next number', [r[:2] for r in names(plain, plain_too)], [('GPU 0', 'h1 GPU node 2'), ('GPU 1', 'h1 GPU node 3'), ('GPU 5', 'h1 GPU node 4'), ('GPU 1', 'h1 GPU node 3')])
# several machines
other = database('other.db', {2: (2, 0, bus(0xf3), 0), 3: None, 4: None}, host='h2', seed=10)
check('the host precedes the name if there are several machines', [r[0] for r in names(one, other)], ['h1 GPU 0', 'h1 GPU 1', 'h1 GPU 2', 'h2 GPU 0'])
check('CPUs, too', rows(attached(one), "SELECT gpu, device, pci_address FROM rocpd_info_agent WHERE type = 'CPU'"), [('CPU 0', 'h1 CPU node 0', None), ('CPU 1', 'h1 CPU node 1', None)])

# ---- every table has the columns
db = attached(one, two)
agent = agents_of(db)


def written(guid, id):
    return agent.get((guid, id), (None, f'agent {id}'))[1]


for table in [t for t, in rows(db, "SELECT table_name FROM rocpd_tables WHERE column_name = 'gpu' AND hidden ORDER BY 1") if t not in ('rocpd_info_agent', 'gpu_time', 'concurrency')]:
    id = value(db, "SELECT column_name FROM rocpd_tables WHERE table_name = ? AND column_name IN ('agent_id', 'agent_abs_index') ORDER BY 1 DESC", table)  # both are equal here
    device = 'NULL' if table == 'hip_events' else 'device'  # where it is the agent's name
    got = rows(db, f'SELECT guid, {id}, gpu, {device} FROM "{table}"')
    wrong = [r for r in got if r[1] is not None and r[2:] != (written(*r[:2]), agent.get(r[:2], (None,))[0] if table != 'hip_events' else None)] if isinstance(got, list) else got
    check(f'{table}: {len(got)} rows', wrong[:2] if isinstance(wrong, list) else wrong, [])
for table in ('memory_copies', 'copies', 'rocpd_memory_copy'):
    got = rows(db, f'SELECT guid, src_agent_id, src_gpu, dst_agent_id, dst_gpu FROM {table}')
    check(f'{table}: {len(got)} rows', [r for r in got if (r[2], r[4]) != (written(r[0], r[1]), written(r[0], r[3]))][:2] if got else got, [])
check('gpu_time', rows(db, "SELECT gpu, device FROM gpu_time WHERE type = 'GPU' ORDER BY 1"), [('GPU 0', 'h1 0000:f3:00.0'), ('GPU 1', 'h1 0000:03:00.0'), ('GPU 2', 'h1 0001:03:00.0')])
check('top_by', rows(db, "SELECT name FROM top_by('device') WHERE name LIKE 'GPU%' ORDER BY 1"), [('GPU 0',), ('GPU 1',), ('GPU 2',)])
check('a comparison', value(db, "SELECT count(*) FROM kernels WHERE gpu = 'GPU 1'"), value(db, "SELECT count(*) FROM kernels WHERE agent_id = 3"))
check('a copy between two GPUs', rows(db, "SELECT DISTINCT src_device || ' to ' || dst_device FROM copies WHERE src_agent_id = 2 AND dst_agent_id = 3"), [('GPU 0 to GPU 1',)])
db.close()

# ---- a file of RPD
rpd = os.path.join(ROOT, 'tests/data/rpd/matmul_result.rpd')
db = attached(rpd)
check('gpuId 2 is GPU 2', [rows(db, f'SELECT DISTINCT {c} FROM {t}') for t, c in (('kernels', 'gpu'), ("gpu_time WHERE type = 'GPU'", 'gpu'), ("rocpd_info_agent WHERE type = 'GPU'", 'gpu'), ('gaps', 'gpu'), ('kernels', 'agent_abs_index'))],
      [[('GPU 2',)]] * 4 + [[(2,)]])
db.close()
db = attached(rpd, one)
check('a file without a host counts as a machine', [r for r, in rows(db, "SELECT gpu FROM gpu_time WHERE type = 'GPU' ORDER BY 1")], ['h1 GPU 0', 'h1 GPU 1', 'h1 GPU 2', 'matmul_result.rpd GPU 2'])
db.close()

# ---- random GPUs
for seed in range(20):
    r = random.Random(seed)
    files = [database(f'random{seed}-{i}.db', {n: r.choice([None, (r.choice([1, n, 7]), r.randrange(2), r.choice([0, bus(r.randrange(1, 4), r.randrange(2))]), r.randrange(3))]) for n in (2, 3, 4)},
                      host=r.choice(['h1', 'h1', 'h2']), seed=100 + 10 * seed + i) for i in range(r.randrange(1, 5))]
    db = attached(*files, *r.choice([[], [], [rpd]]))
    got = {(g, a): (d, n, p) for g, a, d, n, p in rows(db, 'SELECT guid, id, device, gpu, pci_address FROM rocpd_info_agent')}
    check(f'random machines {seed}: {len(got)} agents', sorted(map(str, set(got.items()) ^ set(agents_of(db).items())))[:4], [])
    check(f'random machines {seed}: a name for each device', value(db, 'SELECT count(DISTINCT device) - count(DISTINCT gpu) FROM rocpd_info_agent'), 0)
    db.close()
finish()
