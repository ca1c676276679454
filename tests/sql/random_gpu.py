"""Databases with random times, for tests against brute force: kernels and copies that overlap, nest, tie, have no length or end before
they start, on several GPUs, queues and streams; and threads whose calls nest, some of which wait."""
import glob
import json
import os
import random
import sqlite3
import subprocess

from common import BUILD, FOLDER, HERE, generate, load, rows


def draw_times(style, base):
    """The next start and end."""
    now = base
    while True:
        now += {'busy': random.choice([0, 0, 500]), 'ties': random.randint(0, 2), 'sparse': random.randint(0, 3000), 'any': 0}[style]
        start = base + random.randint(0, 400000) if style == 'any' else now
        length = random.choice([0, random.randint(0, 1000), random.randint(0, 20000)]) if style != 'ties' else random.randint(-1, 3)
        yield start, start + length


CALLS = ['hipLaunchKernel', 'hipMalloc', 'hipStreamSynchronize', 'hipDeviceSynchronize', 'hipMemcpy', 'hipMemcpyAsync', 'hsa_signal_wait_scacquire', 'hipSetDevice', 'hipFree',
         'hipMemset', 'hsa_memory_copy']


def nested(start, end, depth):
    """Calls in [start, end): one after the other with pauses, and calls in them."""
    while start < end and random.random() < .9:
        start = min(end, start + random.choice([0, random.randint(0, (end - start) // 3 + 1)]))
        length = random.choice([0, random.randint(0, (end - start) // (4 if depth else 12) + 1)])
        yield start, min(end, start + length)
        if depth < 3 and random.random() < .5:
            yield from nested(start, min(end, start + length), depth + 1)
        start += length


def scramble_calls(db, uuid, first, last):
    """Gives each thread random nested calls, as many as it has rows."""
    name = {text: i for i, text in db.execute(f'SELECT id, string FROM "rocpd_string{uuid}"')}
    for text in CALLS:
        if text not in name:
            name[text] = db.execute(f'INSERT INTO "rocpd_string{uuid}"(string) VALUES (?)', (text,)).lastrowid
    threads = {}
    for region, tid in db.execute(f'SELECT id, tid FROM "rocpd_region{uuid}" ORDER BY id'):
        threads.setdefault(tid, []).append(region)
    for regions in threads.values():
        times = []
        while len(times) < len(regions):
            start = max((e for s, e in times), default=first)
            times += list(nested(start, start + (last - start) // 2, 0)) + [(last, last)] * (last - start < 10)
        times = times[:len(regions)]
        random.shuffle(times)
        db.executemany(f'UPDATE "rocpd_region{uuid}" SET start = ?, "end" = ?, name_id = ? WHERE id = ?',
                       [(s, e, name[random.choice(CALLS)], r) for (s, e), r in zip(times, regions)])


def scramble(path, style, base):
    """Gives the kernels, copies and calls of a database random times, and the kernels and copies random agents, streams and names."""
    db = sqlite3.connect(path)
    for (uuid,) in db.execute("SELECT substr(name, 12) FROM sqlite_schema WHERE name GLOB 'rocpd_event_*'").fetchall():
        last = base
        for table in ('rocpd_kernel_dispatch', 'rocpd_memory_copy'):
            ids = [i for (i,) in db.execute(f'SELECT id FROM "{table}{uuid}"')]
            t = draw_times(style, base)
            times = [(*next(t), i) for i in ids]
            last = max(last, max(e for s, e, i in times))
            db.executemany(f'UPDATE "{table}{uuid}" SET start = ?, "end" = ? WHERE id = ?', times)
        scramble_calls(db, uuid, base - 1000, last)
        db.executemany(f'UPDATE "rocpd_info_agent{uuid}" SET extdata = ? WHERE id = ?',
                       [(json.dumps({'domain': 0, 'location_id': a * 256} if a < 4 else {}), a) for a in range(5)])
        if random.random() < .7:
            db.execute(f'''UPDATE "rocpd_info_kernel_symbol{uuid}" SET display_name = 'ncclDevKernel_Generic_' || id WHERE id % 3 = 0''')
        if random.random() < .3:  # kernels of one GPU only, so that whole batches belong to it
            db.execute(f'UPDATE "rocpd_kernel_dispatch{uuid}" SET agent_id = 2, queue_id = 1, stream_id = 1')
    db.commit()
    db.close()


def random_databases(number, style):
    """The paths of one to three databases, of two hosts, one with two processes; some with ranks, some with ids of missing rows."""
    paths = []
    for file in range(1 + number % 3):
        options = ['--seed', str(number * 10 + file), '--host', f'node{file % 2}', '--boot', '1000000000']
        options += ['--launcher'] if number % 2 else []
        options += ['--sets', '2'] if file == 1 else []
        options += ['--holes'] if number % 5 == 4 else []
        paths.append(generate(f'{number}/{file}.db', *options))
        scramble(paths[-1], style, 2000000 + random.randint(0, 5000))
    return paths


def attach(paths):
    db = load()
    for p in paths:
        db.execute('SELECT rocpd_attach(?)', (p,)).fetchall()
    return db


def chunk_traces(count, events, *more):
    """(name, connection) of generated chunk files with several GPUs and queues, graphs, and kernels that have not ended."""
    for number in range(count):
        path = f'{FOLDER}/{number}.rocz'
        subprocess.run([f'{BUILD}/bench/tracegen', path, str(events), f'seed={number + 1}', 'agents=3', 'queues=5', 'open=1', 'rows=300', 'graph=50', *more],
                       check=True, stdout=subprocess.DEVNULL)
        db = attach([path])
        yield f'chunk file {number}', db
        db.close()


def samples():
    """The paths of all files in tests/data that can be read. (The rows of idle.rocz were written by hand: those of a GPU name another process than its kernels.)"""
    db = load()
    return [path for path in glob.glob(f'{HERE}/../data/**/*', recursive=True)
            if os.path.isfile(path) and not path.endswith(('.md', '/idle.rocz')) and isinstance(rows(db, 'SELECT count(*) FROM kernels(?)', path), list)]
