"""What the tests of databases share. They are run as `TEST.py BUILD FOLDER`."""
import hashlib
import os
import shutil
import sqlite3
import sys

BUILD, FOLDER = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
failed = False


def check(what, got, wanted):
    global failed
    if got == wanted:
        print('ok', what)
    else:
        print(f'not ok {what}: {got!r}, not {wanted!r}')
        failed = True


def finish():
    sys.exit(failed)


def load(path=':memory:', **options):
    """A connection with the extension."""
    db = sqlite3.connect(path, isolation_level=None, **options)
    db.enable_load_extension(True)
    db.load_extension(f'{BUILD}/rocpd')
    return db


def rows(db, sql, *args):
    """All rows, or the error as a text."""
    try:
        return db.execute(sql, args).fetchall()
    except sqlite3.Error as e:
        return f'{type(e).__name__}: {e}'


def value(db, sql, *args):
    got = rows(db, sql, *args)
    return got[0][0] if isinstance(got, list) and got else got


sys.path.append(f'{HERE}/../helper')
import rocpd_gen  # noqa: E402

GENERATOR = rocpd_gen.__file__


def generated(options):
    """The database of these options in BUILD, which all tests share: it is made once for each form of the generator."""
    with open(GENERATOR, 'rb') as f:
        made_by = f.read()
    genuine = os.stat(f'{HERE}/../data/heliosr_146104_results.db')
    key = hashlib.sha256(repr((made_by, genuine.st_size, genuine.st_mtime_ns, sys.version, options)).encode()).hexdigest()[:32]
    path = f'{BUILD}/generated/{key}.db'
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        mine = f'{path}.{os.getpid()}'
        rocpd_gen.main([mine, *options])
        os.rename(mine, path)  # whole at once: another test may make it, or read it, at the same time
    return path


def generate(name, *options):
    """A database with every kind of record: tests/helper/rocpd_gen.py."""
    path = f'{FOLDER}/{name}'
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if {'--wal', '--files', '--bulk'} & set(options):  # more files than one, or not the same each time
        rocpd_gen.main([path, *options])
    else:
        shutil.copyfile(generated(options), path)
    return path


def generate_empty(name):
    """The same without events."""
    path = generate(name)
    db = sqlite3.connect(path)
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE 'rocpd_region%' OR name LIKE 'rocpd_kernel_dispatch%' OR name LIKE 'rocpd_memory_%' OR name LIKE 'rocpd_sample%')").fetchall():
        db.execute(f'DELETE FROM "{table}"')
    db.commit()
    db.close()
    return path


def attached(*paths, options=None):
    """A connection that reads files, or why it cannot."""
    db = load()
    for path in paths:
        got = rows(db, 'SELECT rocpd_attach(?, ?)', path, options)
        if isinstance(got, str):
            return got
    return db
