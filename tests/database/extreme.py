#!/usr/bin/python3
"""Times that no clock gives: beyond what differences of two can be (2^62 ns), and lengths whose
sums are more than an integer holds.

    extreme.py BUILD FOLDER"""
import json
import sqlite3

from common import FOLDER, attached, check, finish, generate, rows, value

FAR = 2**62


def changed(name, *statements):
    """A generated database after statements, in which {T} is the suffix of its tables."""
    path = generate(f'{name}.db')
    db = sqlite3.connect(path, isolation_level=None)
    suffix = value(db, "SELECT substr(name, 13) FROM sqlite_master WHERE name GLOB 'rocpd_string_*' AND type = 'table'")
    for sql in statements:
        db.execute(sql.replace('{T}', suffix))
    db.close()
    return path


def facts(db, name):
    return [(v, d.split(': ')[-2].split(', ')[1:]) for v, d in rows(db, 'SELECT value, detail FROM health WHERE name = ? ORDER BY detail', name)]


# ---- out of range

path = changed('far', f'UPDATE "rocpd_region{{T}}" SET "end" = {FAR} WHERE id = 5', f'UPDATE "rocpd_region{{T}}" SET start = {-FAR}, "end" = {2**63 - 1} WHERE id = 9',
               f'UPDATE "rocpd_kernel_dispatch{{T}}" SET start = {-FAR}, "end" = {FAR} WHERE id = 7', f'UPDATE "rocpd_info_process{{T}}" SET start = {FAR}, fini = {FAR}')
TIMES = 'SELECT id, start, "end" FROM rocpd_region WHERE id IN (5, 6, 9) UNION ALL SELECT id, start, "end" FROM rocpd_kernel_dispatch WHERE id IN (7, 8)'
want = [(i, *(t if t is not None and abs(t) < FAR else None for t in times)) for i, *times in rows(sqlite3.connect(path), TIMES)]
check('some are out of range', sum(row.count(None) for row in want), 5)
FACT = 'wrong type'
db = attached(path)
check('times out of range are NULL', rows(db, TIMES), want)
for cached in (0, 100):  # columns that are read again are not counted again
    rows(db, f"SELECT rocpd_config('cache_mb', {cached})"), rows(db, 'SELECT max("end") FROM rocpd_region'), rows(db, 'SELECT max(start) FROM rocpd_kernel_dispatch')
COUNTED = [(1, ['column end', 'first at rowid 7']), (1, ['column start', 'first at rowid 7']), (1, ['column start', 'first at rowid 24228']), (1, ['column fini', 'first at rowid 24228']),
           (2, ['column end', 'first at rowid 5']), (1, ['column start', 'first at rowid 9'])]
check('and counted', sorted(facts(db, FACT)), sorted(COUNTED))
check('busy: shares', rows(db, 'SELECT count(*) FROM busy WHERE Busy BETWEEN 0 AND 1 AND GpuTime BETWEEN 0 AND WallTime'), rows(db, 'SELECT count(*) FROM busy'))
check('no length is negative', rows(db, 'SELECT count(*) FROM regions WHERE duration < 0') + rows(db, 'SELECT count(*) FROM kernels WHERE duration < 0'), [(0,), (0,)])
out = f'{FOLDER}/far.rocz'
result = json.loads(value(db, 'SELECT rocpd_export_rocz(?)', out))
check('the result of an archive counts them', result.get('wrong_type'), 7)
db = attached(out)
check('an archive has the rows', rows(db, TIMES), want)
check('and says so', [(v, d.split(': table')[0] == path) for v, d in rows(db, 'SELECT value, detail FROM health WHERE name = ?', FACT)], [(7, True)])
check('as does one made of it', json.loads(value(db, 'SELECT rocpd_export_rocz(?)', f'{FOLDER}/again.rocz')).get('wrong_type'), 7)
good = generate('good.db')
result = json.loads(value(attached(good), 'SELECT rocpd_export_rocz(?)', out := f'{FOLDER}/good.rocz'))
check('none in others', (result.get('wrong_type'), facts(attached(good), FACT), facts(attached(out), FACT)), (0, [], []))
finish()
