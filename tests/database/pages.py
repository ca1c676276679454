#!/usr/bin/python3
"""Rows read from the pages of a file are those that SQLite reads: pages of all sizes, rows that continue in other pages, and tables
whose CREATE statement differs from that of the file before.

    pages.py BUILD FOLDER"""
import json
import sqlite3
import subprocess

from common import attached, check, finish, generate

TABLES = ('rocpd_string', 'rocpd_info_process', 'rocpd_event', 'rocpd_region', 'rocpd_kernel_dispatch', 'rocpd_arg', 'kernels', 'regions', 'processes')


def edit(path, *statements):
    db = sqlite3.connect(path)
    for sql, *args in statements:
        db.execute(sql, args).fetchall()
    db.commit()
    db.close()


def table(path, name):
    db = sqlite3.connect(path)
    return db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ? || '*'", (name,)).fetchone()[0]


def sorted_rows(db, schema, name):
    return sorted(map(repr, db.execute(f'SELECT * FROM {schema}.{name}')))


def compare(what, paths):
    """Our tables over all files against SQLite's rows of each."""
    ours = attached(*paths)
    for name in TABLES:
        theirs = sorted(sum((sorted_rows(sqlite3.connect(p), 'main', name) for p in paths), []))
        got = sorted_rows(ours, 'temp', name)
        check(f'{what}: {name}', (len(got), [(a[:300], b[:300]) for a, b in zip(got, theirs) if a != b][:1]), (len(theirs), []))
    return ours


def long_texts(path, usable):
    """Texts around each length at which a row needs one page more, and one of 5 MB."""
    lengths = [0, 1, 127, 128, 8192, 5000000]
    for pages in range(4):
        lengths += [n for n in range(usable - 35 + pages * (usable - 4) - 24, usable - 35 + pages * (usable - 4) + 4) if n > 0]
    string, event = table(path, 'rocpd_string'), table(path, 'rocpd_event')
    made = [(f'INSERT INTO "{string}" (string) VALUES (?)', f'{i:06}' + 'é' * (n // 4) + 'x' * (n - n // 4 * 2)) for i, n in enumerate(lengths)]
    made += [(f'UPDATE "{event}" SET extdata = ? WHERE id = ?', json.dumps({'text': 'y' * n}), i + 1) for i, n in enumerate(lengths[:60])]
    environment = {f'VARIABLE_{i}': 'z' * 50 for i in range(500)} | {'OMPI_COMM_WORLD_RANK': '17'}
    made += [(f'UPDATE "{table(path, "rocpd_info_process")}" SET environment = ?', json.dumps(environment))]
    edit(path, *made)


def test_page_sizes():
    for size, reserved in ((512, 0), (1024, 32), (4096, 0), (4096, 12), (65536, 0)):
        path = generate(f'p{size}.{reserved}.db', '--seed', str(size))
        reserve = ['SELECT 1', f'.filectrl reserve_bytes {reserved}', 'VACUUM'] if reserved else []
        subprocess.run(['sqlite3', path, f'PRAGMA page_size = {size}', f'PRAGMA auto_vacuum = {1 if size == 1024 else 0}', 'VACUUM', *reserve],
                       check=True, stdout=subprocess.DEVNULL)
        long_texts(path, size - reserved)
        head = open(path, 'rb').read(24)
        check(f'a file with pages of {size}, of which {reserved} are reserved', (int.from_bytes(head[16:18], 'big'), head[20]), (size % 65535, reserved))
        db = compare(f'pages of {size} - {reserved}', [path])
        check(f'pages of {size} - {reserved}: rank of a long environment', db.execute('SELECT rank FROM sources').fetchall(), [(17,)])


def remade(path, name, change):
    """Makes the file's table again by a CREATE statement that `change` has changed; ids stay."""
    db = sqlite3.connect(path, isolation_level=None)
    name = table(path, name)
    sql = db.execute('SELECT sql FROM sqlite_schema WHERE name = ?', (name,)).fetchone()[0]
    columns = [r[1] for r in db.execute(f'PRAGMA table_info("{name}")')]
    db.execute('PRAGMA legacy_alter_table = on')
    db.execute(f'ALTER TABLE "{name}" RENAME TO kept')
    db.execute(change(sql))
    left = [c for c in columns if c in {r[1] for r in db.execute(f'PRAGMA table_info("{name}")')}]
    names = ', '.join(f'"{c}"' for c in left)
    db.execute(f'INSERT INTO "{name}" ({names}) SELECT {names} FROM kept')
    db.execute('DROP TABLE kept')
    db.close()
    return path


def test_layouts():
    plain = [generate(f'l{i}.db', '--seed', str(i)) for i in range(3)]
    moved = remade(generate('moved.db', '--seed', '7'), 'rocpd_string', lambda sql: f'{sql[:sql.rindex(")")].rstrip()}, more INTEGER)')
    edit(moved, (f'UPDATE "{table(moved, "rocpd_string")}" SET more = id',))
    quoted = remade(generate('quoted.db', '--seed', '8'), 'rocpd_string',
                    lambda sql: sql.replace('"guid" TEXT', '"comment, id" TEXT, "guid" TEXT'))
    added = generate('added.db', '--seed', '9')
    edit(added, (f'ALTER TABLE "{table(added, "rocpd_event")}" ADD COLUMN more TEXT DEFAULT \'x\'',))
    computed = remade(generate('computed.db', '--seed', '10'), 'rocpd_string',
                      lambda sql: sql.replace('"guid" TEXT', '"size" INTEGER AS (length("string")), "guid" TEXT'))
    paths = [plain[0], moved, plain[1], quoted, added, computed, plain[2]]
    ours = attached(*paths)
    for name, columns in (('rocpd_string', 'id, guid, string'), ('rocpd_event', 'id, guid, category_id, stack_id, extdata'), ('rocpd_region', 'id, guid, start, "end", name_id')):
        theirs = sorted(sum((sqlite3.connect(p).execute(f'SELECT {columns} FROM {name}').fetchall() for p in paths), []))
        check(f'tables made by different texts: {name}', sorted(ours.execute(f'SELECT {columns} FROM temp.{name}').fetchall()) == theirs, True)


test_page_sizes()
test_layouts()
finish()
