"""Rows without an end, or outside the time window: concurrency adds up to the span, and functions without a call in the window have no rows.

    edges.py BUILD FOLDER ROOT"""
import shutil, sqlite3, subprocess, sys

BUILD, FOLDER, ROOT = sys.argv[1:4]
failed = False


def check(what, got, wanted):
    global failed
    failed |= got != wanted
    print(f'ok {what}' if got == wanted else f'not ok {what}: {got!r}, not {wanted!r}')


def attached(path):
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(BUILD + '/rocpd')
    db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    return db


# Five kernels, one without an end: the span is that of the others.
GENUINE = ROOT + '/tests/data/heliosr_146104_results.db'
table = sqlite3.connect(GENUINE).execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_kernel_dispatch_*'").fetchone()[0]
kernels = sqlite3.connect(GENUINE).execute(f'SELECT id, start, "end" FROM "{table}" ORDER BY start').fetchall()
for open_one in range(len(kernels)):
    path = f'{FOLDER}/open{open_one}.db'
    shutil.copy(GENUINE, path)
    db = sqlite3.connect(path)
    db.execute('PRAGMA writable_schema = 1')
    db.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = ?", (table,))
    db.commit(), db.close()
    db = sqlite3.connect(path)
    db.execute(f'UPDATE "{table}" SET "end" = NULL WHERE id = ?', (kernels[open_one][0],))
    db.commit(), db.close()
    ended = [k for i, k in enumerate(kernels) if i != open_one]
    span, busy = max(k[2] for k in ended) - min(k[1] for k in ended), sum(k[2] - k[1] for k in ended)
    db = attached(path)
    check(f'kernel {open_one} without an end: the rows', db.execute("SELECT running, ns FROM concurrency WHERE kind = 'kernel' ORDER BY 1").fetchall(), [(0, span - busy), (1, busy)])
    check('... of each kind sum to the span', db.execute('SELECT kind, sum(ns), round(sum(share), 9) FROM concurrency GROUP BY 1 ORDER BY 1').fetchall(),
          [(k, span, 1.0) for k in ('any', 'copy', 'kernel')])

# In a window, the calls in it have rows, and so have the calls around these.
whole = f'{FOLDER}/whole.rocz'
subprocess.run([BUILD + '/bench/tracegen', whole, '3000'], check=True, stdout=subprocess.DEVNULL)
db = attached(whole)
first, last = db.execute('SELECT min(start), max("end") FROM regions').fetchone()
part = (first, first + (last - first) // 50)
called = db.execute('SELECT name, count(*) FROM regions WHERE start >= ? AND "end" <= ? GROUP BY 1 ORDER BY 1', part).fetchall()
everything = db.execute('SELECT count(*) FROM api_overhead').fetchone()[0]
db.execute('SELECT rocpd_window(?, ?)', part).fetchall()
check('functions in a window were called in it', db.execute('SELECT name, calls FROM api_overhead ORDER BY 1').fetchall(), called)
check('... which excludes some', 0 < len(called) < everything, True)
check('... and all leaves of the tree were called', db.execute("SELECT count(*) FROM calls AS c WHERE calls = 0 AND NOT EXISTS (SELECT 1 FROM calls AS d WHERE d.parent_node = c.node)").fetchall(), [(0,)])

# Nested calls on the page of calls: inclusive times add up to more than the whole, exclusive times to the whole.
page = ''.join(line for line in open(ROOT + '/ext/export/html/tables/15_calls.sql') if not line.startswith('--'))
db = attached(whole)
sums = db.execute(f'SELECT sum(exclusive_ns), round(sum(exclusive_share), 9), count(*) = count(exclusive_ns) FROM ({page})').fetchone()
check('on the page of calls exclusive times are those of the threads, and shares sum to 1', sums, (db.execute('SELECT sum(inclusive_ns) FROM calls WHERE depth = 0').fetchone()[0], 1.0, 1))
check('... inclusive times are those of the calls', db.execute(f'SELECT sum(inclusive_ns) FROM ({page})').fetchone(), db.execute('SELECT sum(duration) FROM regions').fetchone())
sys.exit(failed)
