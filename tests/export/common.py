"""What the tests of exports of rows share. They are run as `TEST.py ROCPD_SO FOLDER [TRACE]`."""
import os
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SO, FOLDER = sys.argv[1:3]
passed = failed = 0


def check(what, ok, detail=''):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print('not ok', what, detail)
    return ok


def spread_calls(path, threads, place):
    """Distributes a database's calls over this number of new threads. `place`: SQL expression for the thread of a call, from 0 on."""
    db = sqlite3.connect(path)
    table = {name.rsplit('_', 5)[0]: name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    db.execute(f'INSERT INTO {table["rocpd_info_thread"]} SELECT 100000 + i, guid, nid, ppid, pid, 100000 + i, "thread " || i, start, "end", extdata FROM '
               f'(SELECT * FROM {table["rocpd_info_thread"]} LIMIT 1), (WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {threads - 1}) SELECT i FROM n)')
    db.execute(f'UPDATE {table["rocpd_region"]} SET tid = 100000 + {place}')
    db.commit()
    db.close()


def finish():
    print(f'ok {passed} of {passed + failed} checks')
    sys.exit(failed > 0)


def loaded(*paths):
    """A connection that reads files."""
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(SO)
    for path in paths:
        db.execute('SELECT rocpd_attach(?)', (path,))
    return db
