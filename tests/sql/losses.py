"""The table losses against an oracle written from its help text, the topic `damage` and the specification of chunk files (ext/format/rocz.h). Files of every
kind are
cut, damaged, lossy, empty, or copies of such files; the oracle knows what was done to each, and reads chunk headers itself."""
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, attached, check, finish, generate, load, rows, value  # noqa: E402

r = random.Random(23)
COUNTER, CALL, FOOTER = 12, 32, 0xffff
READ = ('kernels', 'regions', 'memory_copies', 'samples', 'memory_allocations')  # tables whose damage and unknown times are known once a query has read them


def chunks(data):
    """[(offset, end, kind, rows)] of whole chunks, and the end of the last one; None: the header is incomplete."""
    if len(data) < 160 or len(data) < struct.unpack_from('<I', data, 12)[0]:
        return None, 0
    at, out = struct.unpack_from('<I', data, 12)[0], []
    while len(data) - at >= 80:
        kind, count, body = struct.unpack_from('<H', data, at + 4)[0], struct.unpack_from('<I', data, at + 12)[0], struct.unpack_from('<I', data, at + 48)[0]
        end = at + 80 + body + (16 if kind == FOOTER else 0)
        if end > len(data):
            break
        out.append((at, end, kind, count))
        at = end
    return out, at


def trace(name, **options):
    path = f'{FOLDER}/{name}.rocz'
    subprocess.run([f'{BUILD}/bench/tracegen', path, str(r.randrange(200, 600)), f'seed={r.randrange(10**6)}', f'pid={r.randrange(2, 60000)}', 'rows=64', 'agents=2',
                    *(f'{k}={v}' for k, v in options.items())], check=True, stdout=subprocess.DEVNULL)
    return path


def lossy(name):
    """A complete file that states dropped calls or dispatches."""
    calls, kernels = r.choice([(0, 0), (5, 0), (0, 9), (r.randrange(1, 99), r.randrange(1, 99))])
    return trace(name, lostcalls=calls, lostkernels=kernels), {k: v for k, v in (('calls dropped', calls), ('dispatches dropped', kernels)) if v}


# Each maker returns a path, options for rocpd_attach, and the expected losses: {loss: (rows, bytes)}.

def whole(name):
    path, lost = lossy(name)
    return path, None, {k: (v, None) for k, v in lost.items()}


def cut(name):
    path, lost = lossy(name)
    data = open(path, 'rb').read()
    size = r.choice([0, r.randrange(1, 160), r.randrange(1, len(data)), r.randrange(len(data) // 2, len(data)), r.choice(chunks(data)[0][:-1])[1]])
    open(path, 'wb').write(data[:size])
    there, end = chunks(data[:size])
    if there is None:
        return path, '{"damaged":"skip"}', {'empty': (None, size)}  # in a folder, or with damaged skipped, it is listed as a file
    said = any(kind == COUNTER for _, _, kind, _ in there)
    return path, None, {'cut': (None, size - end)} | ({k: (v, None) for k, v in lost.items()} if said else {})


def damaged(name):
    """Changes a byte in the body of a chunk of rows."""
    path, lost = lossy(name)
    data = bytearray(open(path, 'rb').read())
    at, end, _, n = r.choice([c for c in chunks(data)[0] if CALL <= c[2] < FOOTER])
    data[r.randrange(at + 80, end)] ^= 0x10
    open(path, 'wb').write(data)
    return path, '{"damaged":"skip"}', {'damaged': (None, None), 'rows left out': (n, None)} | {k: (v, None) for k, v in lost.items()}


def text(name):
    """rtg: the last line has no line feed, or all lines have one."""
    path, whole = f'{FOLDER}/{name}.txt', r.random() < .3
    lines = ''.join(f'HIP: pid:7 tid:9 hipFree ret=0 @{10**12 + r.randrange(10**9)} +10\n' for _ in range(5))
    open(path, 'w').write(lines if whole else lines[:-1])
    return path, None, {} if whole else {'lines without an end': (1, None), 'cut': (None, len(lines) // 5 - 1)}


def zeros(name):
    """A database, in which some times are 0."""
    path, n = generate(f'{name}.db', '--seed', str(r.randrange(10**6)), '--pid', str(r.randrange(2, 60000))), r.randrange(0, 6)
    with sqlite3.connect(path) as db:
        for table, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_kernel_dispatch*'").fetchall():
            db.execute(f'UPDATE "{table}" SET start = 0, "end" = 0 WHERE id IN (SELECT id FROM "{table}" LIMIT {n})')
    return path, None, {'unknown times': (2 * n, None)} if n else {}


MAKERS = (whole, cut, cut, damaged, text, zeros)


def of(db, path):
    for table in READ:
        rows(db, f'SELECT count(start), count("end"), max(pid) FROM temp.{table}' if table != 'samples' else 'SELECT count(timestamp), max(pid) FROM temp.samples')
    return sorted(rows(db, 'SELECT loss, rows, bytes FROM losses WHERE source = ?', path))


def expected(wanted):
    return sorted((loss, *v) for loss, v in wanted.items())


made, seen = [], set()
for i in range(36):
    make = MAKERS[i % len(MAKERS)]
    path, options, wanted = make(f'{make.__name__}{i}')
    made.append((path, options, wanted))
    seen |= set(wanted)
    check(f'{os.path.basename(path)}', of(attached(path, options=options), path), expected(wanted))
check('losses of many kinds', sorted(seen), ['calls dropped', 'cut', 'damaged', 'dispatches dropped', 'empty', 'lines without an end', 'rows left out', 'unknown times'])

# Several files at once: each has its own losses; details are sentences with the number.
for i in range(8):
    some = r.sample(made, 6)
    db = load()
    for path, options, _ in some:
        value(db, 'SELECT rocpd_attach(?, ?)', path, options)
    check(f'several, {i}', {path: of(db, path) for path, _, _ in some}, {path: expected(wanted) for path, _, wanted in some})
    details = rows(db, 'SELECT loss, rows, bytes, detail FROM losses')
    check(f'several, {i}: details', [d for d in details if not d[3] or (d[1] and str(d[1]) not in d[3]) or (d[2] and str(d[2]) not in d[3])], [])

# Copies of an incomplete file have `exported`. Counts stay the same however often a file is copied. Rows that are left out or have no time are the same in
# the copy.
COUNTED = {'calls dropped', 'dispatches dropped', 'rows left out', 'lines without an end', 'unknown times'}
for i, (path, options, wanted) in enumerate(made):
    if 'empty' in wanted:
        continue
    kind = ('rocz', 'db')[i % 2]
    last, want = path, expected({k: v for k, v in wanted.items() if k in COUNTED} | ({'exported': (None, None)} if {'cut', 'damaged'} & set(wanted) else {}))
    for generation in range(2):
        copy = f'{FOLDER}/copy{i}_{generation}.{kind}'
        got = value(attached(last, options=options if last == path else None), f'SELECT rocpd_export_{kind}(?)', copy)
        check(f'{kind} of {os.path.basename(last)}', of(attached(copy), copy) if got.startswith('{') else got, want)
        last = copy

# Files that cannot be opened.
folder = f'{FOLDER}/folder'
os.mkdir(folder)
shutil.copy(made[0][0], folder)
for n in range(3):
    open(f'{folder}/bad{n}.db', 'wb').write(b'SQLite format 3\0' + b'no database' * 100)
for name in ('none.rpd', 'none.db'):
    open(f'{folder}/{name}', 'w').close()
db = attached(folder, options='{"damaged":"skip"}')
check('files that cannot be opened', rows(db, 'SELECT source, loss, rows, bytes FROM losses WHERE source IS NULL'), [(None, 'unreadable', 2, None)])
check('... and files without bytes', rows(db, "SELECT loss, count(*), count(DISTINCT source) FROM losses WHERE source LIKE '%bad%' GROUP BY 1"), [('damaged', 3, 3)])
check('no trace', rows(load(), 'SELECT * FROM losses'), [])
finish()
