#!/usr/bin/python3
"""The -wal and -shm files beside a database in WAL mode: missing, damaged, not to be opened,
left by a writer that was killed, or in use by a running one. The rows are those of the last
commit, or an error says which file is in the way, and nothing is created or changed.

    shm.py BUILD FOLDER

As root, and as a user who may not write the files (where root runs it)."""
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys

from common import BUILD, FOLDER, check, finish, generate, value

NOBODY = 65534
FILES = ('', '-wal', '-shm')
users = ['owner'] + ['other'] * (os.geteuid() == 0)

# A separate process: it writes, prints "ready", and exits without closing when its stdin ends.
WRITER = '''
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for sql in sys.argv[2:]:
    db.execute(sql).fetchall()
print('ready', flush=True)
sys.stdin.read()
os._exit(0)
'''
READER = '''
import os, sqlite3, sys
if sys.argv[3] == 'other':
    os.setgid(%d)
    os.setuid(%d)
db = sqlite3.connect(':memory:')
db.enable_load_extension(True)
db.load_extension(sys.argv[1] + '/rocpd')
try:
    db.execute('SELECT rocpd_attach(?)', (sys.argv[2],))
    print(db.execute('SELECT count(*) FROM rocpd_kernel_dispatch').fetchone()[0])
except sqlite3.Error as e:
    print(e)
''' % (NOBODY, NOBODY)


def writer(path, *statements):
    process = subprocess.Popen([sys.executable, '-c', WRITER, path, *statements], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == 'ready\n'
    return process


def read(path, user):
    """The number of kernels, or the error, for a user who may read the extension."""
    try:
        got = subprocess.run([sys.executable, '-c', READER, READABLE, path, user], capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return 'it hangs'
    return got.stdout.strip() + got.stderr[-300:]


def state(folder):
    def of(path):
        s = os.lstat(path)
        regular = os.path.isfile(path) and not os.path.islink(path)
        return s.st_mode, s.st_ino, s.st_size, s.st_mtime_ns, hashlib.md5(open(path, 'rb').read()).hexdigest() if regular else ''
    return {name: of(f'{folder}/{name}') for name in os.listdir(folder)}


cases = 0


def new_folder():
    global cases
    cases += 1
    folder = f'{FOLDER}/case{cases}'
    os.makedirs(folder)
    os.chmod(folder, 0o777)
    return folder


def compare(what, path, user, wanted):
    before = state(os.path.dirname(path))
    got = read(path, user)
    missing = [w for w in wanted if w not in got] if isinstance(wanted, tuple) else got != str(wanted)
    check(f'{what}, as {user}', (got if missing else 'so', state(os.path.dirname(path)) == before), ('so', True))


def left(what, change, wanted, other=None):
    """Files that a killed writer left: 50 kernels are committed, 400 are in the file itself."""
    for user in users:
        path = f'{new_folder()}/a.db'
        for suffix in FILES:
            shutil.copy(LEFT + suffix, path + suffix)
            os.chmod(path + suffix, 0o666)
        change(path)
        compare(f'left behind: {what}', path, user, other if other and user == 'other' else wanted)


def live(what, statements, change, wanted, other=None):
    """Files in use."""
    for user in users:
        path = f'{new_folder()}/a.db'
        shutil.copy(FIRST, path)
        process = writer(path, 'PRAGMA wal_autocheckpoint = 0', f'DELETE FROM "{TABLE}" WHERE id > 100', *statements)
        change(path)
        compare(f'in use: {what}', path, user, other if other and user == 'other' else wanted)
        process.communicate('')


def holding(suffix, data):
    def change(path):
        with open(path + suffix, 'wb') as f:
            f.write(data)
    return change


def instead(suffix, make):
    def change(path):
        os.unlink(path + suffix)
        make(path + suffix)
    return change


def link(target):
    return lambda path: os.symlink(target.replace('FOLDER', os.path.dirname(path)), path)


def modes(mode, *suffixes):
    return lambda path: [os.chmod(path + s, mode) for s in suffixes or FILES]


def nothing(path):
    pass


def test_left():
    left('all', nothing, 50)
    left('no -shm', lambda path: os.unlink(path + '-shm'), 50)
    left('to be read only', modes(0o444), 50)
    left('in a folder to be read only', lambda path: (modes(0o444)(path), os.chmod(os.path.dirname(path), 0o555)), 50)
    left('-shm not to be read', modes(0, '-shm'), 50, ('a.db-shm', 'Permission denied'))
    left('-wal not to be read', modes(0, '-wal'), 50, ('a.db-wal', 'Permission denied'))
    left('-shm empty', holding('-shm', b''), 50)
    left('-shm of zeros', holding('-shm', bytes(32768)), 50)
    left('-shm of rubbish', holding('-shm', os.urandom(32768)), 50)
    left('-shm of too little rubbish', holding('-shm', os.urandom(1000)), 50)
    left('-shm of an older log', lambda path: shutil.copy(EARLIER + '-shm', path + '-shm'), 50)
    left('-shm a folder', instead('-shm', os.mkdir), 50)
    left('-shm a pipe', instead('-shm', os.mkfifo), 50)
    left('-shm a link to nothing', instead('-shm', link('/nonexistent/shm')), 50)
    left('-shm a link to what could be made', instead('-shm', link('FOLDER/made')), 50)
    left('-shm a link to itself', instead('-shm', link('FOLDER/a.db-shm')), 50)
    left('no -wal, but a -shm', lambda path: os.unlink(path + '-wal'), 400)
    left('-wal empty', holding('-wal', b''), 400)
    left('-wal of rubbish', holding('-wal', os.urandom(50000)), 400)
    left('-wal of rubbish, no -shm', lambda path: (holding('-wal', os.urandom(50000))(path), os.unlink(path + '-shm')), 400)
    left('-wal a link to nothing', instead('-wal', link('/nonexistent/wal')), 400)
    left('-wal a folder', instead('-wal', os.mkdir), ('a.db-wal', 'not a file'))
    left('-wal a pipe', instead('-wal', os.mkfifo), ('a.db-wal', 'not a file'))


def unmark(path):
    """No read mark is set: https://sqlite.org/walformat.html, section 2.1."""
    with open(path + '-shm', 'r+b') as f:
        f.seek(100)
        f.write(b'\xff' * 20)


def test_live():
    fewer = f'DELETE FROM "{TABLE}" WHERE id > 50'
    shared = modes(0o644)
    live('all', [fewer], nothing, 50)
    live('not to be written', [fewer], shared, 50)
    live('in a folder not to be written', [fewer], lambda path: (shared(path), os.chmod(os.path.dirname(path), 0o755)), 50)
    live('-shm not to be read', [fewer], lambda path: (shared(path), os.chmod(path + '-shm', 0o600)), 50, ('a.db-shm', 'Permission denied'))
    live('in a transaction', ['BEGIN', fewer], shared, 100)
    live('all of it in the database', [fewer, 'PRAGMA wal_checkpoint(TRUNCATE)'], shared, 50)
    live('begun anew', ['PRAGMA wal_checkpoint(RESTART)', fewer], shared, 50)
    live('by one program alone', ['PRAGMA locking_mode = EXCLUSIVE', fewer], shared, ('locked by another program',))
    for user in users:  # a reader with write access sets one, which changes the -shm
        path = f'{new_folder()}/a.db'
        shutil.copy(FIRST, path)
        process = writer(path, 'PRAGMA wal_autocheckpoint = 0', fewer)
        shared(path)
        unmark(path)
        before = state(os.path.dirname(path))
        got, now = read(path, user), state(os.path.dirname(path))
        for s in before, now:
            s.pop('a.db-shm')
        check(f'in use: no mark to share, as {user}', ('a.db-shm' in got if user == 'other' else got, now == before), (True if user == 'other' else '50', True))
        process.communicate('')


os.chmod(FOLDER, 0o755)
READABLE = f'{FOLDER}/library'
os.makedirs(READABLE)
shutil.copy(f'{BUILD}/rocpd.so', READABLE)
FIRST = generate('first/a.db', '--wal')
TABLE = 'rocpd_kernel_dispatch' + value(sqlite3.connect(f'file:{FIRST}?immutable=1', uri=True), "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*'")
LEFT, EARLIER = f'{FOLDER}/left.db', f'{FOLDER}/earlier.db'
shutil.copy(FIRST, LEFT)
killed = writer(LEFT, 'PRAGMA wal_autocheckpoint = 0', f'DELETE FROM "{TABLE}" WHERE id > 100')
shutil.copy(LEFT + '-shm', EARLIER + '-shm')
killed.communicate('')
for name in FILES:  # opening it with sqlite3 here would remove these files
    assert os.path.exists(LEFT + name)
second = writer(LEFT, 'PRAGMA wal_autocheckpoint = 0', f'DELETE FROM "{TABLE}" WHERE id > 50')
second.communicate('')
test_left()
test_live()
finish()
