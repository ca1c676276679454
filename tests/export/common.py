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
