"""Traces for the tests of CTF and of babeltrace2's component: generated, hostile, of many threads and categories."""
import os
import sqlite3
import subprocess
import sys

from common import FOLDER, HERE


def tracegen(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([os.path.join(os.environ['BUILD'], 'bench', 'tracegen'), path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def generated(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([sys.executable, os.path.join(HERE, '..', 'helper', 'rocpd_gen.py'), path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def opened(path):
    """A database and the names of its tables; start and end may be NULL."""
    db = sqlite3.connect(path)
    db.execute('PRAGMA writable_schema = ON')
    for column in ('start', 'end'):
        db.execute(f"""UPDATE sqlite_schema SET sql = replace(sql, '"{column}" BIGINT NOT NULL', '"{column}" BIGINT') WHERE type = 'table'""")
    db.commit()
    db.close()
    db = sqlite3.connect(path)
    tables = [n for n, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return db, lambda what: next(n for n in tables if n.startswith(f'rocpd_{what}'))


def hostile(path):
    """Unusual names; events that do not begin, do not end, or end before they start; and times below 0."""
    db, of = opened(path)
    names = ['"quoted" \\ back\\slash\'s', 'control \x01\x02\x1b\x7f\n\r\t end', 'ünïcödé 🦀 \u2028', 'x' * (1 << 20), '{ } = , ; "', '']
    ids = [r[0] for r in db.execute(f'SELECT id FROM {of("string")} ORDER BY id')]
    for i, name in zip(ids, names + names[:3]):
        db.execute(f'UPDATE {of("string")} SET string = ? WHERE id = ?', (f'{name} {i}' if name else '', i))
    db.execute(f'UPDATE {of("string")} SET string = CAST(? AS TEXT) WHERE id = ?', (b'wrong \xff\xc3( \xed\xa0\x80 utf-8', ids[2 * len(names)]))
    region = of('region')
    last = db.execute(f'SELECT max(start) FROM {region}').fetchone()[0]
    db.execute(f'UPDATE {region} SET "end" = start - 5 WHERE id % 11 = 3')
    db.execute(f'UPDATE {region} SET start = start - ?, "end" = "end" - ? WHERE id % 7 = 1', (last, last))
    for what in ('region', 'kernel_dispatch', 'memory_copy'):
        db.execute(f'UPDATE {of(what)} SET "end" = NULL WHERE id % 5 = 2')
        db.execute(f'UPDATE {of(what)} SET start = NULL WHERE id % 13 = 5')
    db.commit()
    db.close()
    return path


def threaded(name, threads):
    """Calls of this number of threads."""
    path = generated(name, '--seed', '4', '--scale', '6')
    db, of = opened(path)
    columns = ', '.join(c for c in (r[1] for r in db.execute(f'PRAGMA table_info({of("info_thread")})')) if c not in ('id', 'tid', 'name'))
    for i in range(threads):
        db.execute(f'INSERT INTO {of("info_thread")} (id, tid, name, {columns}) SELECT ?, ?, NULL, {columns} FROM {of("info_thread")} LIMIT 1', (5000 + i, 70000 + i))
    db.execute(f'UPDATE {of("region")} SET tid = 5000 + id % ?', (threads,))
    db.commit()
    db.close()
    return path


def crowded():
    """Hundreds of categories on one thread, so that its streams are not all open at once."""
    path = generated('crowded.db')
    db, of = opened(path)
    first = db.execute(f'SELECT max(id) + 1 FROM {of("string")}').fetchone()[0]
    db.executemany(f'INSERT INTO {of("string")} (id, guid, string) SELECT ?, guid, ? FROM {of("string")} LIMIT 1', [(first + i, f'CATEGORY {i}/../x') for i in range(90)])
    db.execute(f'UPDATE {of("event")} SET category_id = ? + id % 90', (first,))
    db.commit()
    db.close()
    return path
