#!/usr/bin/python3
"""Databases that are damaged or unusual cause a clear error or a row in health, and the other sources stay usable. Also drafts of schema 4.

    damage.py BUILD FOLDER"""
import os
import shutil
import signal
import sqlite3

from common import FOLDER, attached, check, finish, generate, load, rows


def changed(name, *statements):
    """A copy of the good database after statements, in which {T} is the suffix of its tables."""
    path = f'{FOLDER}/{name}.db'
    shutil.copy(GOOD, path)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute('PRAGMA writable_schema = ON')
    for sql in statements:
        db.execute(sql.replace('{T}', SUFFIX))
    db.close()
    return path


GOOD = generate('good.db')
OTHER = generate('other.db', '--seed', '2')
SUFFIX = sqlite3.connect(GOOD).execute("SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'").fetchone()[0]
TABLES = [r[0] for r in sqlite3.connect(GOOD).execute("SELECT name FROM sqlite_master WHERE type = 'view' AND name GLOB 'rocpd_*'")]
VIEWS = ['kernels', 'regions', 'memory_copies', 'top', 'processes', 'threads', 'counters_collection', 'region_args', 'samples']

# ---- values of a wrong type

path = changed('types', 'UPDATE "rocpd_kernel_dispatch{T}" SET start = \'soon\', queue_id = 2.5, stream_id = 3.0 WHERE id IN (7, 8)',
               'UPDATE "rocpd_kernel_dispatch{T}" SET dispatch_id = -9223372036854775807 - 1 WHERE id = 9',
               'UPDATE "rocpd_string{T}" SET string = x\'00ff\' WHERE id = 3', 'UPDATE "rocpd_pmc_event{T}" SET value = \'much\' WHERE id = 1')
db = attached(path)
check('values of a wrong type are NULL', rows(db, 'SELECT id, start, queue_id, stream_id, dispatch_id FROM rocpd_kernel_dispatch WHERE id IN (7, 9)'),
      [(7, None, None, 3, 7), (9, *rows(db, 'SELECT start, queue_id, stream_id FROM rocpd_kernel_dispatch WHERE id = 9')[0], None)])
rows(db, 'SELECT * FROM rocpd_string'), rows(db, 'SELECT * FROM rocpd_pmc_event')
check('and counted', [(n, v, d.split(', ')[1]) for n, v, d in rows(db, "SELECT name, value, detail FROM health WHERE name = 'wrong type' ORDER BY detail")],
      [('wrong type', 1, 'column dispatch_id'), ('wrong type', 2, 'column queue_id'), ('wrong type', 2, 'column start'), ('wrong type', 1, 'column value'), ('wrong type', 1, 'column string')])

# ---- missing tables and columns, odd names and page sizes

for table in TABLES:
    path = changed(f'without_{table}', f'DROP TABLE "{table}{{T}}"')
    db = attached(path, OTHER)
    got = [rows(db, f'SELECT count(*) FROM {v}') for v in VIEWS] if isinstance(db, sqlite3.Connection) else db
    check(f'without {table}', [r for r in got if not isinstance(r, list)], [])
    later = table in ('rocpd_graph_launch', 'rocpd_hip_event')
    check(f'without {table}: health', rows(db, "SELECT source, value, detail FROM health WHERE name = 'missing tables'"), [] if later else [(path, 1, table)])
    check(f'without {table}: nothing dangles', rows(db, "SELECT * FROM health WHERE name LIKE 'dangling%'"), [])
for size in (512, 8192, 65536):
    path = changed(f'page{size}', 'PRAGMA journal_mode = DELETE', f'PRAGMA page_size = {size}', 'VACUUM')
    check(f'pages of {size}', rows(attached(path), 'SELECT * FROM kernels'), rows(attached(GOOD), 'SELECT * FROM kernels'))
path = changed('utf16', *[])
dump = [s for s in sqlite3.connect(GOOD).iterdump() if not s.startswith(('CREATE VIEW', 'DELETE FROM "sqlite', 'INSERT INTO "sqlite'))]
os.unlink(path)
other = sqlite3.connect(path)
other.execute("PRAGMA encoding = 'UTF-16'")
other.executescript('PRAGMA foreign_keys = OFF;' + '\n'.join(dump))
other.close()
check('UTF-16', rows(attached(path), 'SELECT * FROM kernels'), rows(attached(GOOD), 'SELECT * FROM kernels'))
path = changed('inject', 'CREATE TABLE "rocpd_string_x""; DROP TABLE y; --" (id INTEGER PRIMARY KEY, "string" TEXT)',
               'CREATE TABLE "rocpd_event_x""; DROP TABLE y; --" (id INTEGER PRIMARY KEY, "category_id")', 'CREATE TABLE y (z)')
before = open(path, 'rb').read()
check('a table named to inject SQL', (rows(attached(path), 'SELECT count(*) FROM sources'), open(path, 'rb').read() == before), ([(2,)], True))
path = changed('hidden', 'CREATE TABLE "rocpd_string_h" (id INTEGER PRIMARY KEY, rowid, oid, _rowid_, string)', 'CREATE TABLE "rocpd_event_h" (id PRIMARY KEY, category_id) WITHOUT ROWID')
check('without a rowid', [w in str(rows(attached(path), f'SELECT count(*) FROM {t}')) for t, w in (('rocpd_string', 'hides its rowid'), ('rocpd_event', 'hidden.db'))], [True, True])
path = changed('generated', 'CREATE TABLE "rocpd_string_g" (id INTEGER PRIMARY KEY, a GENERATED ALWAYS AS (id * 2) VIRTUAL, string TEXT)',
               'CREATE TABLE "rocpd_event_g" (id INTEGER PRIMARY KEY)', "INSERT INTO rocpd_string_g VALUES (5, 'five')", 'ALTER TABLE rocpd_event_g ADD COLUMN stack_id DEFAULT 77',
               'INSERT INTO rocpd_event_g (id) VALUES (1)')
check('generated columns', rows(attached(path), "SELECT id, string FROM rocpd_string WHERE string = 'five'"), [(5, 'five')])
path = changed('default', 'CREATE TABLE "rocpd_string_g" (id INTEGER PRIMARY KEY)', 'CREATE TABLE "rocpd_event_g" (id INTEGER PRIMARY KEY)',
               'INSERT INTO rocpd_event_g VALUES (1)', 'ALTER TABLE rocpd_event_g ADD COLUMN stack_id DEFAULT 77')
check('a column added later', rows(attached(path), 'SELECT stack_id FROM rocpd_event WHERE stack_id = 77 AND id = 1'), [(77,)])

# ---- ids of missing rows

GONE = 555555
HEALTH = "SELECT name, value, detail FROM health WHERE name LIKE 'dangling%'"
check('a good file', rows(attached(GOOD), HEALTH), [])
plain = sqlite3.connect(GOOD, isolation_level=None)
for table in TABLES:
    for key in plain.execute(f'PRAGMA foreign_key_list("{table}{SUFFIX}")').fetchall():
        column, other = key[3], key[2].replace(SUFFIX, '')
        last = plain.execute(f'SELECT count(*), max(id), min(id) FROM "{table}{SUFFIX}"').fetchone()
        if not last[0]:
            print(f'# {table} is empty')
            continue
        for what, where, n in (('one row', f'id = {last[1]}', 1), ('all rows', 'true', last[0])):
            first = last[1] if n == 1 else last[2]
            path = changed('dangling', f'UPDATE "{table}{{T}}" SET "{column}" = {GONE} WHERE {where}')
            db = attached(path)
            check(f'{table}.{column} of {what}', rows(db, HEALTH), [(f'dangling {column}', n, f'{table}, first in the row with id {first}: {other} has no row {GONE}')])
            check(f'{table}.{column} of {what} again', len(rows(db, HEALTH)), 1)
check('NULL does not count as dangling', rows(attached(changed('nulls', 'UPDATE "rocpd_kernel_dispatch{T}" SET tid = NULL, event_id = NULL, region_name_id = NULL')), HEALTH), [])
# Many batches of rows, each with many times the number of ids that are looked up together.
many = generate('many.db', '--bulk', '200000')
writer = sqlite3.connect(many, isolation_level=None)
region, dispatch = [writer.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?", (f'{t}_*',)).fetchone()[0] for t in ('rocpd_region', 'rocpd_kernel_dispatch')]
check('more than one batch', writer.execute(f'SELECT count(*) > 65536 FROM "{region}"').fetchone(), (1,))
writer.execute(f'UPDATE "{region}" SET event_id = 99999999 - id WHERE id % 1000 = 7')
writer.execute(f'UPDATE "{dispatch}" SET queue_id = 777777 WHERE id % 5000 = 4999')
wanted = [writer.execute(f'SELECT count(*), min(id) FROM "{t}" WHERE {c}').fetchone() for t, c in ((region, 'event_id > 99000000'), (dispatch, 'queue_id = 777777'))]
check('of many rows', [(n, v, d.split(': ')[0].split(' ')[-1], d.split(' ')[-1]) for n, v, d in rows(attached(many), HEALTH)],
      [('dangling event_id', wanted[0][0], str(wanted[0][1]), str(99999999 - wanted[0][1])), ('dangling queue_id', wanted[1][0], str(wanted[1][1]), '777777')])
writer.close()
# A file that changes, a window, a path, a database read by the connection, two files.
path = changed('dangling', f'UPDATE "rocpd_kernel_dispatch{{T}}" SET kernel_id = {GONE} WHERE id IN (5, 300)')
count = "SELECT source, value FROM health WHERE name = 'dangling kernel_id'"
db = attached(OTHER, path)
check('one of two files', rows(db, count), [(path, 2)])
check('of a path', (rows(db, count.replace('health', f"health('{path}')")), rows(db, count.replace('health', f"health('{GOOD}')"))), ([(path, 2)], []))
rows(db, "SELECT rocpd_window('0%', '1%')")
check('in a window', rows(db, count), [(path, 2)])
writer = sqlite3.connect(path, isolation_level=None)
writer.execute(f'UPDATE "rocpd_kernel_dispatch{SUFFIX}" SET kernel_id = {GONE} WHERE id = 7')
check('of a file that has changed', rows(db, count), [(path, 3)])
own = load(path)
own.execute('BEGIN')
own.execute(f'UPDATE main."rocpd_kernel_dispatch{SUFFIX}" SET kernel_id = {GONE} WHERE id = 9')
check('not committed', rows(own, count), [(path, 4)])
own.execute('ROLLBACK')
check('rolled back', rows(own, count), [(path, 3)])

# ---- NULL among others

path = changed('factors', 'UPDATE "rocpd_kernel_dispatch{T}" SET grid_size_x = 0, grid_size_y = \'many\' WHERE id % 3 = 1', 'UPDATE "rocpd_kernel_dispatch{T}" SET grid_size_x = \'many\', grid_size_y = 0 WHERE id % 3 = 2')
check('a product with a factor that is NULL', rows(attached(path), 'SELECT dispatch_id % 3, count(*) > 0, count(grid_size), sum(grid_size = grid_size_x * grid_size_y * grid_size_z) = count(*) FROM counters_collection GROUP BY 1'),
      [(0, 1, *rows(attached(path), 'SELECT count(*) FROM counters_collection WHERE dispatch_id % 3 = 0')[0], 1), (1, 1, 0, None), (2, 1, 0, None)])
# Sorted rows of one agent, some of them without an agent.
path = changed('owners', 'UPDATE "rocpd_kernel_dispatch{T}" SET start = 1000 * id, "end" = 1000 * id + 10, agent_id = 2, queue_id = 1', 'UPDATE "rocpd_kernel_dispatch{T}" SET agent_id = \'none\', "end" = 1000 * id + 30 WHERE id % 4 = 0',
               'DELETE FROM "rocpd_memory_copy{T}"')
check('kernels without an agent do not count for other agents', rows(attached(path), 'SELECT agent_id, kernel_ns, intervals FROM busy WHERE intervals ORDER BY 1'), [(None, 3000, 100), (2, 3000, 300)])
check('nor do their gaps', rows(attached(path), 'SELECT agent_id, count(*), min(duration_ns), max(duration_ns) FROM gaps GROUP BY 1 ORDER BY 1'), [(None, 99, 3970, 3970), (2, 299, 990, 1990)])
path = changed('queues', 'UPDATE "rocpd_kernel_dispatch{T}" SET start = 1000 * id, "end" = 1000 * id + 10, agent_id = 2, queue_id = 1', 'UPDATE "rocpd_kernel_dispatch{T}" SET queue_id = \'none\' WHERE id % 4 = 0')
check('nor those of their queues', rows(attached(path), "SELECT queue_id, count(*), min(duration_ns), max(duration_ns) FROM gaps WHERE level = 'queue' GROUP BY 1 ORDER BY 1"), [(None, 99, 3990, 3990), (1, 299, 990, 1990)])

check('all agents of a file have its wall time', rows(attached(GOOD), 'SELECT count(*) > 2, count(DISTINCT WallTime) FROM busy'), [(1, 1)])
# A copy from one GPU to another counts for both.
path = changed('peers', 'DELETE FROM "rocpd_kernel_dispatch{T}"', 'UPDATE "rocpd_memory_copy{T}" SET start = 1000 * id, "end" = 1000 * id + 10, dst_agent_id = 2, src_agent_id = 3')
check('the activities before and after the gaps of both', rows(attached(path), 'SELECT agent_id, count(*), sum(after_id - before_id), count(before_name), count(after_name) FROM gaps GROUP BY 1 ORDER BY 1'),
      [(2, 79, 79, 79, 79), (3, 79, 79, 79, 79)])

# ---- processes of kernels

PIDS = 'SELECT id, pid FROM kernels WHERE id BETWEEN 3 AND 9 ORDER BY id'
theirs = rows(sqlite3.connect(GOOD), PIDS)
for where in ('id IN (4, 7)', '1'):
    path = changed('nobody', f'UPDATE "rocpd_kernel_dispatch{{T}}" SET pid = 4711 WHERE {where}', 'UPDATE "rocpd_kernel_dispatch{T}" SET queue_id = 99 WHERE id = 7')
    want = [(i, None if i == 7 else p) for i, p in theirs]
    check(f'{where}: a pid without a process, its queue has one', rows(attached(path), PIDS), want)
check('upstream says the same', rows(sqlite3.connect(path), PIDS), [(i, p) for i, p in want if p is not None])
check('graphs of schema 3.0.0 are not known', rows(attached(GOOD), 'SELECT count(*), count(graph_exec_id), count(graph_node_id) FROM kernels') +
      rows(attached(GOOD), 'SELECT count(*), count(graph_exec_id), count(graph_node_id) FROM memory_copies'), [(400, 0, 0), (80, 0, 0)])
later = attached(generate('later.db', '--version', '3.0.5'))
check('those of 3.0.5 are known, 0 means none', rows(later, 'SELECT count(*), count(graph_exec_id), count(graph_node_id), min(graph_exec_id) FROM kernels'), [(400, 400, 400, 0)])

# ---- damage

data = open(GOOD, 'rb').read()
page = int.from_bytes(data[16:18], 'big')
cut = f'{FOLDER}/cut.db'
open(cut, 'wb').write(data[:len(data) // 3 // page * page])
db = attached(cut, GOOD)
text = db if isinstance(db, str) else str(rows(db, 'SELECT count(*) FROM rocpd_kernel_dispatch'))
check('truncated: the file is named', 'cut.db' in text and 'Error' in text, True)
db = attached(cut, options='{"damaged":"skip"}')
rows(db, 'SELECT rocpd_attach(?)', GOOD)
check('truncated, skipped: the others are there', rows(db, 'SELECT count(*) >= 400 FROM rocpd_kernel_dispatch'), [(1,)])
check('and health says so', rows(db, "SELECT count(*) > 0 FROM health WHERE name = 'damaged'"), [(1,)])
check('and sources', rows(db, "SELECT source LIKE '%good.db', complete FROM sources ORDER BY 1"), [(0, 0), (1, 1)])
root = sqlite3.connect(GOOD).execute(f"SELECT rootpage FROM sqlite_master WHERE name = 'rocpd_kernel_dispatch{SUFFIX}'").fetchone()[0]
torn = f'{FOLDER}/torn.db'
broken = bytearray(data)
broken[(root - 1) * page:(root - 1) * page + 200] = b'\xa5' * 200
open(torn, 'wb').write(broken)
text = str(rows(attached(torn), 'SELECT sum("end") FROM rocpd_kernel_dispatch'))
check('a page of rubbish: file and table are named', 'torn.db' in text and 'rocpd_kernel_dispatch' in text, True)
db = attached(torn)
check('complete, as far as known', rows(db, 'SELECT complete FROM sources'), [(1,)])
rows(db, 'SELECT sum("end") FROM rocpd_kernel_dispatch')
check('damage that was read', rows(db, "SELECT complete, value, detail LIKE '%torn.db%' FROM sources, health WHERE name = 'damaged'"), [(0, 1, 1)])
check('other tables of it are read', rows(db, 'SELECT count(*) FROM rocpd_region'), [(300,)])
for options in (None, '{"damaged":"skip"}'):
    open(torn, 'wb').write(broken)
    db = attached(torn, options=options)
    rows(db, 'SELECT sum("end") FROM rocpd_kernel_dispatch')
    check('damaged', rows(db, "SELECT complete, value > 0 FROM sources, health WHERE name = 'damaged'"), [(0, 1)])
    open(torn, 'wb').write(data)
    os.utime(torn, (1e9, 1e9))
    check('mended: the rows', rows(db, 'SELECT * FROM rocpd_kernel_dispatch'), rows(attached(GOOD), 'SELECT * FROM rocpd_kernel_dispatch'))
    check('mended: the file is complete', rows(db, "SELECT complete, (SELECT count(*) FROM health WHERE name = 'damaged') FROM sources"), [(1, 0)])
open(torn, 'wb').write(data[:100] + b'\xa5' * (page - 100) + data[page:])
db = attached(torn, options='{"damaged":"skip"}')
check('nothing can be read', rows(db, "SELECT complete, value FROM sources, health WHERE name = 'damaged'"), [(0, 1)])
open(torn, 'wb').write(data)
os.utime(torn, (1e9, 1e9))
check('and then everything', rows(db, 'SELECT * FROM rocpd_kernel_dispatch'), rows(attached(GOOD), 'SELECT * FROM rocpd_kernel_dispatch'))
check('it is whole', rows(db, "SELECT complete, (SELECT count(*) FROM health WHERE name = 'damaged') FROM sources"), [(1, 0)])
open(torn, 'wb').write(broken)
check('health finds it, too', rows(attached(torn), "SELECT name, value FROM health WHERE name IN ('damaged', 'unreadable')"), [('damaged', 1)])

# One of two sets of tables in a file gets other tables: the whole file is opened again.
path = f'{FOLDER}/two.db'
two = sqlite3.connect(path)
for name in 'ab':
    two.executescript(f'CREATE TABLE rocpd_string_{name} (id INTEGER PRIMARY KEY, string); CREATE TABLE rocpd_region_{name} (id INTEGER PRIMARY KEY, name_id, start, "end");'
                      f"INSERT INTO rocpd_string_{name} VALUES (1, '{name}'); INSERT INTO rocpd_region_{name} VALUES (1, 1, 10, 20)")
db = attached(path)
check('two sets', rows(db, 'SELECT name, start FROM regions'), [('a', 10), ('b', 10)])
two.executescript('DROP TABLE rocpd_region_b; CREATE TABLE rocpd_sample_b (id INTEGER PRIMARY KEY, timestamp)')
signal.alarm(60)
check('one of them with another table', rows(db, 'SELECT name, start FROM regions'), [('a', 10)])
check('and both are there', rows(db, 'SELECT count(*) FROM sources'), [(2,)])
signal.alarm(0)
two.close()

# A long text continues in chained pages; one chain is cut.
path = changed('chain', 'UPDATE "rocpd_arg{T}" SET value = printf(\'%.20000c\', \'x\') WHERE id = 5', 'UPDATE "rocpd_arg{T}" SET value = printf(\'%.20000c\', \'y\') WHERE id = 9')
db = attached(path)
check('long texts', rows(db, 'SELECT id, length(value), substr(value, 1, 1) FROM rocpd_arg WHERE id IN (5, 9)'), [(5, 20000, 'x'), (9, 20000, 'y')])
whole = rows(db, 'SELECT id, value FROM rocpd_arg')
torn = bytearray(open(path, 'rb').read())
first = next(at for at in range(0, len(torn), page) if torn[at + 4:at + page] == b'x' * (page - 4))
torn[first:first + 4] = b'\xff' * 4
open(path, 'wb').write(torn)
text = str(rows(attached(path), 'SELECT value FROM rocpd_arg'))
check('a torn text: file and table are named', 'chain.db' in text and 'rocpd_arg' in text, True)
check('other columns of it are read', rows(attached(path), 'SELECT count(event_id) FROM rocpd_arg'), [(len(whole),)])
db = attached(path, options='{"damaged":"skip"}')
got = rows(db, 'SELECT id, value FROM rocpd_arg')
check('skipped: one value is lost', [a for a, b in zip(whole, got) if a != b] == [whole[4]] and got[4] == (5, None), True)

# ---- a page that points to itself

path = generate('circle.db', '--scale', '20')
db = sqlite3.connect(path)
size, root = db.execute('PRAGMA page_size').fetchone()[0], db.execute(f"SELECT rootpage FROM sqlite_schema WHERE name = 'rocpd_region{SUFFIX}'").fetchone()[0]
db.close()
with open(path, 'r+b') as f:
    f.seek((root - 1) * size)
    check('the root has pages below it', f.read(1), b'\x05')
    f.seek((root - 1) * size + 8)
    f.write(root.to_bytes(4, 'big'))
check('a page that points to itself', 'malformed' in str(rows(attached(path), 'SELECT count(*), sum(start) FROM rocpd_region')), True)

# ---- a primary key that is not the row id (as a descending one)

path = f'{FOLDER}/descending.db'
sqlite3.connect(path).executescript("""CREATE TABLE rocpd_string_v (id INTEGER PRIMARY KEY, string); INSERT INTO rocpd_string_v VALUES (1, 'a'), (2, 'b');
CREATE TABLE rocpd_region_v (id INTEGER PRIMARY KEY DESC, name_id INTEGER, start INTEGER, "end" INTEGER); INSERT INTO rocpd_region_v VALUES (30, 1, 10, 20), (10, 2, 15, 17), (20, 1, 30, 70);""")
db = attached(path)
check('a descending key: ids', rows(db, 'SELECT id, start FROM rocpd_region ORDER BY id'), [(10, 15), (20, 30), (30, 10)])
check('... one by its id', rows(db, 'SELECT start FROM rocpd_region WHERE id = 20'), [(30,)])

# ---- schema 4

V4 = '''CREATE TABLE rocpd_metadata_v (id INTEGER PRIMARY KEY, tag, value); CREATE TABLE rocpd_string_v (id INTEGER PRIMARY KEY, guid, string UNIQUE);
CREATE TABLE rocpd_info_process_v (id INTEGER PRIMARY KEY, nid, pid); CREATE TABLE rocpd_info_category_v (id INTEGER PRIMARY KEY, name);
CREATE TABLE rocpd_track_v (id INTEGER PRIMARY KEY, nid, pid, tid, agent_id, queue_id, stream_id, name_id);
CREATE TABLE rocpd_event_v (id INTEGER PRIMARY KEY, category_id, stack_id); CREATE TABLE rocpd_info_kernel_symbol_v (id INTEGER PRIMARY KEY, display_name);
INSERT INTO rocpd_string_v VALUES (1, 'g', 'hipMalloc'), (2, 'g', 'tick'), (3, 'g', 'metrics'); INSERT INTO rocpd_info_category_v VALUES (8, 'other'), (9, 'HIP');
INSERT INTO rocpd_info_process_v VALUES (50, 1, 4711); INSERT INTO rocpd_track_v VALUES (3, 1, 50, 60, 70, 80, 90, NULL);
INSERT INTO rocpd_event_v VALUES (5, 9, 500); INSERT INTO rocpd_info_kernel_symbol_v VALUES (1, 'vecAdd');'''
V40 = V4 + '''CREATE TABLE rocpd_timestamp_v (id INTEGER PRIMARY KEY, value); INSERT INTO rocpd_timestamp_v VALUES (1, 2000), (2, 1000);
CREATE TABLE rocpd_region_v (id INTEGER PRIMARY KEY, track_id, name_id, start_id, end_id, event_id); INSERT INTO rocpd_region_v VALUES (1, 3, 1, 2, 1, 5);
CREATE TABLE rocpd_kernel_dispatch_v (id INTEGER PRIMARY KEY, track_id, kernel_id, start_id, end_id); INSERT INTO rocpd_kernel_dispatch_v VALUES (1, 3, 1, 2, 1);'''
V41 = V4 + '''CREATE TABLE rocpd_region_v (id INTEGER PRIMARY KEY, track_id, name_id, start, "end", event_id); INSERT INTO rocpd_region_v VALUES (1, 3, 1, 1000, 2000, 5);
CREATE TABLE rocpd_kernel_dispatch_v (id INTEGER PRIMARY KEY, track_id, kernel_id, start, "end"); INSERT INTO rocpd_kernel_dispatch_v VALUES (1, 3, 1, 1000, 2000);
CREATE TABLE rocpd_sample_v (id INTEGER PRIMARY KEY, track_id, timestamp, event_id, name_id); INSERT INTO rocpd_sample_v VALUES (1, 3, 1500, 5, 2);'''
for version, sql in (('4.0', V40), ('4.1', V41)):
    path = f'{FOLDER}/v{version}.db'
    sqlite3.connect(path).executescript(sql)
    db = attached(path)
    check(f'schema {version}: regions', rows(db, 'SELECT name, category, pid, nid, start, "end" FROM regions'), [('hipMalloc', 'HIP', 4711, 1, 1000, 2000)])
    check(f'schema {version}: kernels', rows(db, 'SELECT k.name, k.duration, d.agent_id, d.queue_id, d.stream_id, d.tid FROM kernels k JOIN rocpd_kernel_dispatch d ON d.id = k.id'),
          [('vecAdd', 1000, 70, 80, 90, 60)])
    check(f'schema {version}: a category alone', rows(db, "SELECT id, string FROM rocpd_string ORDER BY id"), [(-9, 'HIP'), (-8, 'other'), (1, 'hipMalloc'), (2, 'tick'), (3, 'metrics')])
    if version == '4.1':
        check('schema 4.1: samples', rows(db, 'SELECT name, category, timestamp FROM samples'), [('tick', 'HIP', 1500)])
finish()
