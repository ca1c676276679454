#!/usr/bin/python3
"""Texts that are very long, or only claim to be.

    huge.py BUILD FOLDER

A row says of each text how long it is. Here rows say 2 GB and more of texts that are not
there; others have them: of 5 MB in each place, of 100 MB (SOAK: nearly 1 GB, the most that
SQLite reads), and beyond that. Such a file is sparse: its texts are zeros, on pages of
64 KB of which only the heads are written."""
import os
import shutil
import sqlite3
import subprocess
import sys

from common import BUILD, FOLDER, attached, check, finish, generate, rows, value

GOOD = generate('good.db')
OTHER = generate('other.db', '--seed', '7', '--pid', '77')
PAGE = 65536
MB = 10**6


def suffix(path):
    return value(sqlite3.connect(path), "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")


SUFFIX = suffix(GOOD)


# ---- rows by hand: https://sqlite.org/fileformat2.html

def varint(v):
    v &= 2**64 - 1
    if v >= 2**56:
        out, v, more = [v & 255], v >> 8, 8
    else:
        out, v, more = [v & 127], v >> 7, None
    while v if more is None else more:
        out.append(v & 127 | 128)
        v >>= 7
        more = None if more is None else more - 1
    return bytes(reversed(out))


def read_varint(data, at):
    v = 0
    for i in range(8):
        v = v << 7 | data[at + i] & 127
        if data[at + i] < 128:
            return v, at + i + 1
    return v << 8 | data[at + 8], at + 9


def find_cell(data, page, size, rowid):
    """The place of a row: its cell, the row itself, and its length."""
    at = (page - 1) * size
    n, head = int.from_bytes(data[at + 3:at + 5], 'big'), 8 if data[at] == 13 else 12
    cells = [at + int.from_bytes(data[at + head + 2 * i:at + head + 2 * i + 2], 'big') for i in range(n)]
    if data[at] == 13:
        for cell in cells:
            length, p = read_varint(data, cell)
            key, p = read_varint(data, p)
            if key == rowid:
                return cell, p, length
        return None
    below = [int.from_bytes(data[c:c + 4], 'big') for c in cells] + [int.from_bytes(data[at + 8:at + 12], 'big')]
    return next(filter(None, (find_cell(data, b, size, rowid) for b in below)), None)


class Row:
    """A row of a copy of GOOD whose text in a column has been made `room` characters long."""

    def __init__(self, name, table, column, rowid, room, *prepare):
        self.path, self.rowid = f'{FOLDER}/{name}.db', rowid
        shutil.copy(GOOD, self.path)
        db = sqlite3.connect(self.path, isolation_level=None)
        for sql in prepare:
            db.execute(sql)
        db.execute(f'UPDATE "{table}{SUFFIX}" SET {column} = printf(\'%.{room}c\', \'x\') WHERE id = ?', (rowid,))
        root = value(db, 'SELECT rootpage FROM sqlite_master WHERE name = ?', table + SUFFIX)
        self.size = value(db, 'PRAGMA page_size')
        self.column = [r[1] for r in db.execute(f'PRAGMA table_info("{table}{SUFFIX}")')].index(column)
        db.close()
        self.data = bytearray(open(self.path, 'rb').read())
        self.cell, self.row, self.length = find_cell(self.data, root, self.size, rowid)
        head, at = read_varint(self.data, self.row)
        self.values, self.types = self.row + head, []
        while at < self.values:
            t, at = read_varint(self.data, at)
            self.types.append(t)

    def head(self, kind):
        types = b''.join(varint(kind if i == self.column else t) for i, t in enumerate(self.types))
        return varint(len(types) + 1) + types

    def write(self, more_pages=0, chained=True):
        """Appends pages to the file; at most the number of the next page is written in each."""
        pages = len(self.data) // self.size
        if more_pages:
            self.data[28:32] = (pages + more_pages).to_bytes(4, 'big')
        with open(self.path, 'wb') as f:
            f.write(self.data)
            for i in range(more_pages if chained else 0):
                f.seek((pages + i) * self.size)
                f.write((pages + i + 2 if i + 1 < more_pages else 0).to_bytes(4, 'big'))
            f.truncate((pages + more_pages) * self.size)
        return self.path


def claiming(name, table, column, rowid, kind, wal=False):
    """The row claims a value of this type, but has no more bytes than before."""
    r = Row(name, table, column, rowid, 300)
    r.data[r.row:r.row + r.length] = (r.head(kind) + r.data[r.values:r.row + r.length])[:r.length]
    if wal:
        r.data[18:20] = b'\2\2'
    return r.write()


def long_row(name, table, column, rowid, size, chained=True):
    """The column has a text of about `size` bytes, and the row continues in the necessary number of pages."""
    room = 60000 + size % 97  # fits the page, and so does the part of the long row that stays in it
    r = Row(name, table, column, rowid, room, f'PRAGMA page_size = {PAGE}', 'VACUUM')
    lengths = [(0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[t] if t < 10 else (t - 12) // 2 for t in r.types]
    at = r.values + sum(lengths[:r.column])
    after = bytes(r.data[at + room:r.row + r.length])
    lead = r.head(2 * size + 13) + r.data[r.values:at]
    total, usable = len(lead) + size + len(after), PAGE
    least = (usable - 12) * 32 // 255 - 23
    local = least + (total - least) % (usable - 4)
    local = local if local <= usable - 35 else least
    pages = len(r.data) // PAGE
    cell = varint(total) + varint(rowid) + lead + bytes(local - len(lead)) + (pages + 1).to_bytes(4, 'big')
    if r.cell + len(cell) > r.row + r.length:
        return long_row(name, table, column, rowid, size - 10000, chained)  # another part of it stays in the page
    r.data[r.cell:r.cell + len(cell)] = cell
    more = -(-(total - local) // (usable - 4))
    path = r.write(more, chained)
    with open(path, 'r+b') as f:  # the columns after it are in the last page
        f.seek((pages + more - 1) * PAGE + 4 + (total - local) - (more - 1) * (usable - 4) - len(after))
        f.write(after)
    return path, size


# ---- texts that do not exist

KINDS = {'2 GB': 2 * (2**31 - 1) + 13, '4 GB': 2 * (2**32 - 1) + 13, 'less than nothing': 2**64 - 1, '2^62 bytes': 2**63 + 1}
TABLES = (('rocpd_arg', 'value', 5), ('rocpd_string', 'string', 12), ('rocpd_event', 'extdata', 9), ('rocpd_info_agent', 'extdata', 2))
HOST = (('rocpd_info_process', 'environment', 24228), ('rocpd_info_process', 'command', 24228), ('rocpd_metadata', 'value', 3))


def test_claims():
    for table, column, rowid in TABLES:
        whole = rows(attached(GOOD, OTHER), f'SELECT guid, id, {column} FROM {table}')
        name = f'{table}.{column}'
        for what, kind in KINDS.items():
            for wal in (False, True):  # read from the pages of the table, and by SQL
                path = claiming('claim', table, column, rowid, kind, wal)
                text = str(rows(attached(OTHER, path), f'SELECT {column} FROM {table}'))
                check(f'{name} says {what}{" (WAL)" * wal}: file and table are named', 'claim.db' in text and table in text and 'Error' in text, True)
                db = attached(OTHER, path)
                check('  the other file is read', value(db, f"SELECT count(*) FROM {table}('{OTHER}')"), value(attached(OTHER), f'SELECT count(*) FROM {table}'))
                check('  and other tables of it', value(db, 'SELECT count(*) FROM rocpd_kernel_dispatch'), 800)
                db = attached(path, OTHER, options='{"damaged":"skip"}')
                got = rows(db, f'SELECT guid, id, {column} FROM {table}')
                lost = [a for a, b in zip(whole, got) if a != b]
                check('  skipped: one value is lost', (len(got) == len(whole), [r[1] for r in lost]), (True, [rowid]))
                text = str(rows(db, "SELECT detail FROM health WHERE name = 'damaged'"))
                check('  health names file and table', 'claim.db' in text and table in text, True)


def test_host_claims():
    """The bytes of a file that are read when it is opened."""
    for table, column, rowid in HOST:
        path = claiming('who', table, column, rowid, KINDS['2 GB'])
        text = str(attached(path))
        check(f'{table}.{column} says 2 GB: file and table are named', 'who.db' in text and table in text and 'Error' in text, True)
        db = attached(path, OTHER, options='{"damaged":"skip"}')
        check('  skipped: the rest of the file is read', (value(db, 'SELECT count(*) FROM kernels'), value(db, 'SELECT count(name) FROM regions')), (800, 600))
        text = str(rows(db, "SELECT detail FROM health WHERE name = 'damaged'"))
        check('  health names file and table', 'who.db' in text and table in text, True)


# ---- texts that exist

def test_exact():
    text = ''.join(chr(0x20 + i * i % 0x5d0) for i in range(2**20)) * 4
    path = f'{FOLDER}/exact.db'
    shutil.copy(GOOD, path)
    db = sqlite3.connect(path, isolation_level=None)
    text += 'x' * (5 * MB - len(text.encode()))
    for table, column, rowid in TABLES + HOST[:2]:
        db.execute(f'UPDATE "{table}{SUFFIX}" SET {column} = ? WHERE id = ?', (text, rowid))
    db.close()
    db = attached(path)
    for table, column, rowid in TABLES + HOST[:2]:
        check(f'5 MB in {table}.{column}', value(db, f'SELECT {column} FROM {table} WHERE id = {rowid}') == text, True)
    copy = f'{FOLDER}/copy.db'
    for out in ('db', 'rocz'):
        check(f'written as {out}', isinstance(rows(db, f"SELECT rocpd_export_{out}('{FOLDER}/copy.{out}')"), list), True)
        again = attached(f'{FOLDER}/copy.{out}')
        check('  and read again', [value(again, f'SELECT count(*) FROM {t} WHERE {c} = ?', text) for t, c, i in TABLES], [1] * len(TABLES))
    os.unlink(copy)


# Peak memory in MB of a separate process that runs a statement.
MEASURE = r'''
import re, sqlite3, sys
db = sqlite3.connect(':memory:')
db.enable_load_extension(True)
db.load_extension(sys.argv[1] + '/rocpd')
try:
    print(db.execute('SELECT rocpd_attach(?)', (sys.argv[2],)).fetchone()[0], end=' ')
    print(*db.execute(sys.argv[3]).fetchone(), end=' ')
except sqlite3.Error as e:
    print(str(e).replace(' ', '_'), end=' ')
print(int(re.search(r'VmHWM:\s*(\d+)', open('/proc/self/status').read()).group(1)) // 1000)
'''


def measure(path, sql):
    got = subprocess.run([sys.executable, '-c', MEASURE, BUILD, path, sql], capture_output=True, text=True)
    words = got.stdout.split() or [got.stderr[-200:], '0']
    return words[:-1], int(words[-1])


def test_long(size):
    for table, column, rowid in TABLES[:3]:
        path, size = long_row('long', table, column, rowid, size)
        said, took = measure(path, f'SELECT max(length(CAST({column} AS BLOB))), count(*) FROM {table}')
        check(f'{size // MB} MB in {table}.{column}', said[:2], ['1', str(size)])
        check('  the columns after it', value(attached(path), 'SELECT count(*) FROM rocpd_event WHERE json_valid(call_stack)'),
              value(attached(GOOD), 'SELECT count(*) FROM rocpd_event WHERE json_valid(call_stack)'))
        check('  takes the memory of SQLite\'s copy and ours', took < 2.2 * size / MB + 60, True)
    path, size = long_row('long', 'rocpd_info_process', 'extdata', 24228, size)
    said, took = measure(path, "SELECT name FROM health WHERE detail LIKE '%long.db%rocpd_info_process%'")
    check(f'{size // MB} MB of metadata are not read when the file is opened', (said, took < 60), (['1', 'damaged'], True))


def test_json():
    path = f'{FOLDER}/json.db'
    shutil.copy(GOOD, path)
    db = sqlite3.connect(path, isolation_level=None)
    for rowid, size in ((2, 15 * MB), (3, 20 * MB)):
        db.execute(f'UPDATE "rocpd_info_kernel_symbol{SUFFIX}" SET extdata = ? WHERE id = ?', ('{"kernel_id":77,"x":[' + '1,' * (size // 2) + '1]}', rowid))
    db.close()
    said, took = measure(path, 'SELECT group_concat(ifnull(kernel_id, -1)) FROM (SELECT kernel_id FROM kernel_symbols WHERE id IN (2, 3, 4) ORDER BY id)')
    check('JSON of 15 MB and of 20 MB', said, ['1', '77,-1,4'])
    check('  takes a multiple of it at most', took < 500, True)
    db = attached(path)
    rows(db, 'SELECT * FROM kernel_symbols')
    check('  health says what is not read', 'rocpd_info_kernel_symbol.extdata' in str(rows(db, "SELECT * FROM health WHERE name = 'malformed JSON'")), True)


def test_too_long():
    for table, column, rowid in TABLES[:3]:
        for size in (1500 * MB, 2**31 - 100, 2200 * MB):
            path, size = long_row('toolong', table, column, rowid, size, False)  # nobody reads that far
            text = str(rows(attached(OTHER, path), f'SELECT {column} FROM {table}'))
            check(f'{size // MB} MB in {table}.{column}: file and table are named', 'toolong.db' in text and table in text and 'Error' in text, True)
            db = attached(OTHER, path, options='{"damaged":"skip"}')
            check('  skipped: one value is lost', value(db, f'SELECT count(*) - count({column}) FROM {table}'), 1)
            said, took = measure(path, f'SELECT {column} FROM {table}')
            check('  it takes no memory', took < 60, True)


test_claims()
test_host_claims()
test_exact()
test_long(999 * MB if os.environ.get('SOAK') else 100 * MB)
test_json()
test_too_long()
finish()
