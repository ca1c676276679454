#!/usr/bin/python3
"""How databases are opened: nothing is written or left behind, no lock is lost, and the rows are those of the last commit, in every journal mode and with any
writer.

    files.py BUILD FOLDER"""
import hashlib
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from common import BUILD, FOLDER, attached, check, finish, generate, load, rows, value

COUNT = 'SELECT count(*) FROM temp.rocpd_kernel_dispatch'


def dispatch_table(db):
    return value(db, "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_kernel_dispatch*'")


def state(folder):
    return {f: hashlib.md5(open(f'{folder}/{f}', 'rb').read()).hexdigest() for f in sorted(os.listdir(folder))}


# A process of its own: it writes, says "ready", and waits for its stdin to end.
WRITER = '''
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for sql in sys.argv[2:]:
    if sql == 'die':
        print('ready', flush=True); os._exit(0)
    db.execute(sql).fetchall()
print('ready', flush=True)
sys.stdin.read()
'''


class Writer:
    def __init__(self, path, *statements):
        self.process = subprocess.Popen([sys.executable, '-c', WRITER, path, *statements], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = self.process.stdout.readline().strip()

    def end(self):
        self.process.communicate('')


# ---- databases of the connection

def test_connection():
    a, b = generate('own/a.db'), generate('own/b.db', '--sets', '3', '--seed', '5')
    table = None
    db = load(a)
    rows = value(db, 'SELECT count(*) FROM main.rocpd_kernel_dispatch')
    table = dispatch_table(db)
    check('main is a source', value(db, COUNT), rows)
    db.execute(f"ATTACH '{b}' AS b")
    check('an attached one too, with all its sets', value(db, COUNT), 4 * rows)
    value(db, 'SELECT rocpd_attach(?)', a)
    check('one file by two paths is one source', (value(db, COUNT), value(db, 'SELECT count(*) FROM sources')), (4 * rows, 4))
    db.execute('DETACH b')
    check('detached', value(db, COUNT), rows)
    db.execute('BEGIN')
    db.execute(f'DELETE FROM main."{table}" WHERE id > 100')
    check('uncommitted changes count', [(value(db, COUNT), value(db, 'SELECT count(*) FROM sources')) for _ in range(2)], [(100, 1)] * 2)
    other = subprocess.run([sys.executable, '-c', f"import sqlite3; sqlite3.connect({a!r}, timeout=0, isolation_level=None).execute('BEGIN IMMEDIATE')"],
                           capture_output=True, text=True)
    check('the lock of the transaction holds', 'database is locked' in other.stderr, True)
    db.execute('ROLLBACK')
    check('rolled back', value(db, COUNT), rows)
    db.execute(f'DELETE FROM main."{table}" WHERE id > 100')
    check('committed', value(db, COUNT), 100)
    db.execute('PRAGMA main.locking_mode = exclusive')
    db.execute(f'DELETE FROM main."{table}" WHERE id > 50')
    check('held exclusively by the connection itself', value(db, COUNT), 50)
    memory = load()
    sqlite3.connect(b).backup(memory)
    check('in memory', (value(memory, COUNT), value(memory, 'SELECT count(*) FROM sources')), (3 * rows, 3))
    memory.execute(f'DELETE FROM main."{dispatch_table(memory)}"')
    check('in memory, changed', value(memory, COUNT), 2 * rows)
    memory.execute('CREATE TABLE more (x)')
    memory.execute("ATTACH ':memory:' AS other")
    check('grouped', value(memory, 'SELECT sum(n) FROM (SELECT name, count(*) AS n FROM temp.kernels GROUP BY name)'), 2 * rows)


    whole = load()
    if hasattr(whole, 'deserialize'):
        whole.deserialize(open(b, 'rb').read())
        check('deserialised', value(whole, COUNT), 3 * rows)


# ---- locks

def test_locks():
    path = generate('locks/a.db')
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute('BEGIN IMMEDIATE')
    value(attached(path), COUNT)
    value(load(path), COUNT)
    other = subprocess.run([sys.executable, '-c', f"import sqlite3; sqlite3.connect({path!r}, timeout=0, isolation_level=None).execute('BEGIN IMMEDIATE')"],
                           capture_output=True, text=True)
    check("another connection's lock in this process holds", 'database is locked' in other.stderr, True)
    holder.execute('ROLLBACK')
    writer = Writer(path, 'BEGIN EXCLUSIVE')
    check('the error for a lasting lock', 'locked by another program' in str(value(load(), "SELECT rocpd_attach(?)", path)), True)
    writer.end()
    check('and afterwards all is well', value(attached(path), COUNT), 400)


# ---- write-ahead logs

def test_wal():
    path = generate('wal/a.db', '--wal')
    folder = os.path.dirname(path)
    db = attached(path)
    check('WAL mode, no other files', (value(db, COUNT), os.listdir(folder)), (400, ['a.db']))
    table = dispatch_table(sqlite3.connect(f'file:{path}?mode=ro&immutable=1', uri=True))
    writer = Writer(path, 'PRAGMA wal_autocheckpoint = 0', f'DELETE FROM "{table}" WHERE id > 50')
    before = sorted(os.listdir(folder))
    check('a live log', (value(db, COUNT), value(attached(path), COUNT)), (50, 50))
    check('its files stay', sorted(os.listdir(folder)), before)
    for n, files in enumerate((('', '-wal', '-shm'), ('', '-wal'))):
        copy = f'{FOLDER}/copy{n}'
        os.makedirs(copy)
        for e in files:
            shutil.copy(path + e, f'{copy}/a.db{e}')
        was = state(copy)
        check(f'a log left behind: {len(files)} files', (value(attached(f'{copy}/a.db'), COUNT), state(copy) == was), (50, True))
    writer.end()
    check('the writer has left', (value(db, COUNT), sorted(os.listdir(folder))), (50, ['a.db']))


# Commits 50 rows at a time for a second.
FLOOD = '''
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
db.execute('PRAGMA journal_mode = ' + sys.argv[2]).fetchall()
end = time.time() + 1
while time.time() < end:
    db.execute(f'INSERT INTO "{sys.argv[3]}" (event_id, tid, start, "end", nid, pid, name_id) SELECT NULL, tid, start, "end", nid, pid, name_id FROM "{sys.argv[3]}" LIMIT 50')
    time.sleep(0.003)
db.close()
'''


def test_flood():
    for mode in ('delete', 'wal'):
        path = generate(f'flood_{mode}/a.db')
        table = dispatch_table(sqlite3.connect(path)).replace('kernel_dispatch', 'region')
        writer = subprocess.Popen([sys.executable, '-c', FLOOD, path, mode, table])
        db, last, wrong, read = attached(path), 0, [], 0
        while writer.poll() is None:
            row = db.execute('SELECT count(*), count("end"), count(start) FROM temp.regions').fetchone()
            read += 1
            if row[0] != row[1] or row[1] != row[2] or row[0] % 50 or row[0] < last:
                wrong.append(row)
            last = row[0]
        check(f'while another program commits ({mode})', (wrong, read > 5 and last > 300, writer.returncode), ([], True, 0))


def test_owners():
    """When root reads a database, the files that belong to it keep their owners."""
    if os.geteuid() != 0:
        print('# not root: SQLite changes no owners')
        return
    path = generate('owners/a.db', '--wal')
    table = dispatch_table(sqlite3.connect(f'file:{path}?mode=ro&immutable=1', uri=True))
    hot = generate('owners/hot.db')
    Writer(path, 'PRAGMA wal_autocheckpoint = 0', f'DELETE FROM "{table}" WHERE id > 50', 'die').end()
    Writer(hot, 'PRAGMA cache_size = 1', 'PRAGMA cache_spill = 1', 'BEGIN', f'UPDATE "{dispatch_table(sqlite3.connect(hot))}" SET extdata = hex(zeroblob(500))', 'die').end()
    for files in (('a.db', 'a.db-wal', 'a.db-shm'), ('a.db', 'a.db-wal'), ('hot.db', 'hot.db-journal')):
        names = [f'{FOLDER}/owners/{f}' for f in files]
        if len(files) == 2 and os.path.exists(f'{path}-shm') and files[0] == 'a.db':
            os.unlink(f'{path}-shm')
        for n, name in enumerate(names):
            os.chown(name, 1001 + n, 1001 + n)
        state = lambda: [(s.st_uid, s.st_gid, s.st_mode, s.st_mtime_ns, s.st_ctime_ns) for s in map(os.stat, names)]
        was = state()
        db = attached(names[0])
        got = db if isinstance(db, str) else value(db, COUNT)
        check(f'owners of {", ".join(files)}', (got if files[0] == 'a.db' else 'hot.db-journal' in got, state()), (50 if files[0] == 'a.db' else True, was))


# ---- damage and journals

def test_journal():
    path = generate('hot/a.db')
    table = dispatch_table(sqlite3.connect(path))
    writer = Writer(path, 'PRAGMA cache_size = 1', 'PRAGMA cache_spill = 1', 'BEGIN', f'UPDATE "{table}" SET tid = tid + 1, extdata = hex(zeroblob(500))', 'die')
    writer.end()
    was = state(f'{FOLDER}/hot')
    check('there is a hot journal', 'a.db-journal' in was, True)
    said = str(value(load(), 'SELECT rocpd_attach(?)', path))
    check('a hot journal: what to run', f"sqlite3 '{path}'" in said, True)
    check('and nothing is changed', state(f'{FOLDER}/hot') == was, True)
    generate('hot/b.db', '--host', 'node2')
    db = attached(f'{FOLDER}/hot', options='{"damaged":"skip"}')
    text = str(rows(db, "SELECT detail FROM health WHERE name = 'unreadable'"))
    check('in a folder it can be skipped', (value(db, COUNT), f"sqlite3 '{path}'" in text), (400, True))
    for suffix in ('', '-journal'):
        shutil.copy(path + suffix, f'{FOLDER}/hot/c.db{suffix}')
    check('one more', rows(db, "SELECT value FROM health WHERE name = 'unreadable'"), [(2,)])
    for suffix in ('', '-journal'):
        os.unlink(f'{FOLDER}/hot/c.db{suffix}')
    check('one less', rows(db, "SELECT value FROM health WHERE name = 'unreadable'"), [(1,)])
    sqlite3.connect(path).execute('PRAGMA user_version').fetchall()
    check('after that', value(attached(path), COUNT), 400)
    check('two hosts', rows(attached(f'{FOLDER}/hot'), "SELECT value FROM health WHERE name = 'not aligned'"), [(2,)])
    db = attached(f'{FOLDER}/hot')
    value(db, 'SELECT rocpd_attach(?, ?)', path, '{"offset_ns":7}')
    check('one has been moved', rows(db, "SELECT value FROM health WHERE name = 'not aligned'"), [])


def test_read_only_folder():
    path = generate('readonly/a.db', '--wal')
    os.chmod(path, 0o444)
    os.chmod(os.path.dirname(path), 0o555)
    check('read-only folder', (value(attached(path), COUNT), os.listdir(os.path.dirname(path))), (400, ['a.db']))
    os.chmod(os.path.dirname(path), 0o755)


UNREADABLE = '''
import os, sqlite3, sys
db = sqlite3.connect(':memory:')
db.enable_load_extension(True)
db.load_extension(sys.argv[1] + '/rocpd')
if os.geteuid() == 0:
    os.seteuid(65534)
for options in (None, '{"damaged":"skip"}'):
    try:
        print(db.execute('SELECT rocpd_attach(?, ?)', (sys.argv[2], options)).fetchone()[0])
    except sqlite3.Error as e:
        print(e)
print(db.execute('SELECT count(*) FROM temp.rocpd_kernel_dispatch').fetchone()[0])
for row in db.execute("SELECT source, name, value, detail FROM health WHERE name = 'unreadable'"):
    print(*row, sep='|')
print(db.execute("SELECT count(*) FROM health(?) WHERE name = 'unreadable'", (sys.argv[2] + '/b.db',)).fetchone()[0])
'''


def test_empty():
    os.makedirs(f'{FOLDER}/beside/trace')
    for name in ('trace.db', 'other.db'):
        open(f'{FOLDER}/beside/{name}', 'w').close()
    check('an empty file beside a folder', value(load(), 'SELECT rocpd_attach(?)', f'{FOLDER}/beside/trace.db'),
          f'OperationalError: rocpd_attach: {FOLDER}/beside/trace.db is empty; the traces are in the folder beside it: {FOLDER}/beside/trace')
    db = load()
    for name in ('other.db', 'other.rpd', 'other.rocz'):
        open(f'{FOLDER}/beside/{name}', 'w').close()
        check(f'an empty file is not a trace: {name}', value(db, 'SELECT rocpd_attach(?)', f'{FOLDER}/beside/{name}'),
              f'OperationalError: rocpd_attach: {FOLDER}/beside/{name} is empty (0 bytes)')
        check(f'... nor as an argument: {name}', rows(db, 'SELECT count(*) FROM kernels(?)', f'{FOLDER}/beside/{name}'),
              f'OperationalError: {FOLDER}/beside/{name} is empty (0 bytes)')
    shutil.copy(generate('not_empty.db'), f'{FOLDER}/beside/full.db')
    check('in a folder the others count', value(db, 'SELECT rocpd_attach(?)', f'{FOLDER}/beside'), 2)
    empty = [('empty', f'{FOLDER}/beside/other.rocz', 'the file is empty'), ('unreadable', None, f'{FOLDER}/beside/other.db is empty (0 bytes)')]
    check('... and losses reports it', sorted(rows(db, 'SELECT loss, source, detail FROM losses')), empty)
    check('... and health', [r[0] for r in rows(db, "SELECT value FROM health WHERE name = 'unreadable' OR (name = 'complete' AND source LIKE '%other.rocz') ORDER BY value")], [0, 2])


def test_unreadable():
    """Folders that also have files and folders that are not traces."""
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    try:
        for seed, name in enumerate(('b', 'c/d', 'e/f'), 1):
            os.makedirs(os.path.dirname(f'{folder}/{name}'), exist_ok=True)
            shutil.copy(generate('unreadable.db', '--seed', str(seed)), f'{folder}/{name}.db')
        os.chmod(f'{folder}/b.db', 0o644)
        os.chmod(f'{folder}/c', 0)
        os.chmod(f'{folder}/e', 0o755)
        os.chmod(f'{folder}/e/f.db', 0)
        run = [sys.executable, '-c', UNREADABLE, BUILD, folder]
        check('a folder that cannot be read', subprocess.run(run, capture_output=True, text=True).stdout.splitlines(),
              [f'rocpd_attach: cannot open folder {folder}/c: Permission denied', '1', '400', f'None|unreadable|2|cannot open folder {folder}/c: Permission denied', '0'])
        os.chmod(f'{folder}/c', 0o755)
        os.chmod(f'{folder}/c/d.db', 0o644)
        check('a file that cannot be read', subprocess.run(run, capture_output=True, text=True).stdout.splitlines(),
              [f'rocpd_attach: cannot open {folder}/e/f.db: Permission denied', '2', '800', f'None|unreadable|1|cannot open {folder}/e/f.db: Permission denied', '0'])
    finally:
        shutil.rmtree(folder)


def test_changes():
    path = generate('changes/a.db')
    writer = sqlite3.connect(path, isolation_level=None)
    table = dispatch_table(writer)
    db = attached(path)
    got = []
    for n in (300, 200, 100):
        writer.execute(f'DELETE FROM "{table}" WHERE id > {n}')
        got.append(value(db, COUNT))
    check('each commit is seen', got, [300, 200, 100])
    writer.execute('CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT)')
    writer.execute('CREATE TABLE rocpd_kernel_dispatch_x (id INTEGER PRIMARY KEY, start, "end")')
    writer.execute('INSERT INTO rocpd_kernel_dispatch_x VALUES (7, 1, 2)')
    check('new sets of tables are seen', (value(db, COUNT), value(db, 'SELECT count(*) FROM sources')), (101, 2))


def test_changes_of_several():
    """If one file has to be opened again, later files are still checked for changes."""
    paths = [generate(f'several/{n}.db', '--seed', str(seed)) for seed, n in enumerate('abc', 1)]
    tables = [dispatch_table(sqlite3.connect(p)) for p in paths]
    db = attached(f'{FOLDER}/several')
    check('several files', value(db, COUNT), 1200)
    for path, table in zip(paths, tables):
        writer = sqlite3.connect(path, isolation_level=None)
        writer.execute(f'DELETE FROM "{table}" WHERE id > 100')
        if 'c.db' not in path:
            writer.execute('CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT)')
            writer.execute('CREATE TABLE rocpd_kernel_dispatch_x (id INTEGER PRIMARY KEY, start, "end")')
        writer.close()
    check('all of them have changed', value(db, COUNT), 300)
    check('and have more sets', value(db, 'SELECT count(*) FROM sources'), 5)


def test_descriptors():
    os.makedirs(f'{FOLDER}/many')
    generate('many/f.db', '--files', '121')
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (24, limit[1]))
    db = attached(f'{FOLDER}/many')
    check('121 files, 24 descriptors', value(db, COUNT), 121 * 400)
    left = [f for f in (os.readlink(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{n}')) if '/many/' in f]
    resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    check('none is left open', left, [])


for test in (test_connection, test_locks, test_wal, test_owners, test_flood, test_journal, test_read_only_folder, test_empty, test_unreadable, test_changes, test_changes_of_several, test_descriptors):
    test()
finish()
