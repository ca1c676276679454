"""What tests share that compare an export with figures of SQL and brute force, on random traces, samples, and names that are meant for something else."""
import collections
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'sql'))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, check, generate  # noqa: E402
from cause_trace import Trace  # noqa: E402

wrong = {}


def same(what, seed, got, want):
    """Keeps the first of many comparisons that fails; for Counters only the differences."""
    if got != want:
        counted = isinstance(got, collections.Counter)
        wrong.setdefault(what, (seed, dict(got - want) if counted else got, dict(want - got) if counted else want))


def report(whats, where):
    for what in whats:
        check(f'{what} in {where}', wrong.get(what), None)


def samples(*more):
    """(path, connection) for each real file, for a file with all kinds of rows, and for others."""
    for path in ['tests/data/heliosr_146104_results.db', 'tests/data/rpd', 'tests/data/rtg', generate('all.db', '--scale', '2'), *more]:
        yield path, attached(path)


def hostile(names, change):
    """A connection to a trace whose calls have these names. change(database, table of strings) does more."""
    Trace(4).write(f'{FOLDER}/hostile.db')
    raw = sqlite3.connect(f'{FOLDER}/hostile.db')
    table = next(n for (n,) in raw.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_string_*'"))
    ids = [i for (i,) in raw.execute(f'SELECT id FROM "{table}" WHERE string GLOB \'hip*\' ORDER BY id')]
    for i, name in zip(ids, names):
        raw.execute(f'UPDATE "{table}" SET string = ? WHERE id = ?', (name, i))
    change(raw, table)
    raw.commit()
    raw.close()
    return attached(f'{FOLDER}/hostile.db')


def not_utf8(raw, table):
    raw.execute(f'UPDATE "{table}" SET string = CAST(x\'61ff62\' AS TEXT) WHERE string GLOB \'hsa*\'')
