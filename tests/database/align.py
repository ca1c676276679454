#!/usr/bin/python3
"""Clocks of several databases: moved by hand, aligned by a marker or a call, and cases that are errors.

    align.py FOLDER"""
import json
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
folder = sys.argv[1]
sys.path.insert(0, here)
import compare

check = compare.check
TIMES = {'start', 'end', 'END', 'timestamp', 'init', 'fini'}


def generate(name, *options):
    path = os.path.join(folder, name)
    subprocess.run(['/usr/bin/python3', f'{here}/../helper/rocpd_gen.py', path, *options], check=True)
    return path


def mark(path, message, start, end):
    """A region of its own with this message."""
    db = compare.connect(path, False)
    names = {r[0].rsplit('_', 5)[0]: r[0] for r in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd%'")}
    event = db.execute('SELECT max(id) + 1 FROM rocpd_event').fetchone()[0]
    like = db.execute('SELECT nid, pid, tid, name_id FROM rocpd_region WHERE tid < 10000 LIMIT 1').fetchone()
    db.execute(f'INSERT INTO "{names["rocpd_event"]}"(id, extdata) VALUES (?, ?)', (event, json.dumps({'message': message})))
    db.execute(f'INSERT INTO "{names["rocpd_region"]}"(nid, pid, tid, name_id, start, end, event_id) VALUES (?, ?, ?, ?, ?, ?, ?)', (*like, start, end, event))
    db.commit()
    db.close()


def attach(*paths):
    db = compare.connect(':memory:', True)
    for path in paths:
        db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    return db


def call(db, sql, *arguments):
    try:
        return json.loads(db.execute(sql, arguments).fetchone()[0])
    except Exception as e:
        return str(e)


def offsets(db):
    return dict((os.path.basename(s), o) for s, o in db.execute('SELECT source, offset_ns FROM sources'))


def named():
    """The result is JSON, whatever the host's name."""
    for host in ('node7', 'a"b\\c', 'tab\there', 'bell\x07', 'Knoten ä', None):
        path = generate('named.db')
        db = compare.connect(path, False)
        node = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd_info_node%'").fetchone()[0]
        db.execute(f'UPDATE "{node}" SET hostname = ?', (host,))
        db.commit()
        db.close()
        got = call(attach(path), 'SELECT rocpd_align()')
        check(f'a host called {host!r}', isinstance(got, list) and [n['host'] for n in got] == [host], got)


def moved():
    """Every table of a moved database equals the file's own view, except for the times."""
    path = generate('moved.db', '--version', '3.0.5', '--seed', '3')
    db = compare.connect(path, True)
    db.execute("SELECT rocpd_attach(?, '{\"offset_ns\":-777}')", (path,)).fetchall()
    for view in compare.views_of(db):
        names = compare.columns(db, 'main', view)
        if view in compare.SKIP or view in ('top', 'top_kernels') or not compare.columns(db, 'temp', view):
            continue
        ours = ', '.join(f'"{c}" + 777' if c in TIMES and view != 'rocpd_metadata' else f'"{c}"' for c in names)
        lost, extra = compare.differ(compare.rows_of(db, f'SELECT * FROM main."{view}"'), compare.rows_of(db, f'SELECT {ours} FROM temp."{view}"'))
        check(f'moved {view}', not lost and not extra, f'{lost[:1]} {extra[:1]}')
    longest = {}
    for name, start, end in db.execute('SELECT name, start, "end" FROM main.kernels'):
        longest[name] = min(longest.get(name, (1,)), (start - end, start, end))
    got = db.execute('SELECT name, longest_start + 777, longest_end + 777 FROM temp.top_kernels').fetchall()
    check('moved: times of the longest of each name', len(got) > 1 and sorted(got) == sorted((n, *row[1:]) for n, row in longest.items()), got)


def machines():
    """Three processes on two machines whose clocks differ by 55 s."""
    second = 10**9
    a = generate('a.db', '--seed', '1', '--host', 'n1', '--machine', 'aaa', '--pid', '100', '--boot', str(5000 * second))
    b = generate('b.db', '--seed', '2', '--host', 'n1', '--machine', 'aaa', '--pid', '200', '--boot', str(5000 * second + 5000))
    c = generate('c.db', '--seed', '3', '--host', 'n2', '--machine', 'ccc', '--pid', '100', '--boot', str(5055 * second))
    for path, at in ((a, 5000), (b, 5000), (c, 5055)):
        mark(path, 'barrier', at * second + 500, at * second + (90000 if path == b else 80000) + (10000 if path == c else 0))
        late = 1234 if path == c else 0  # so that the two occurrences give different offsets
        mark(path, 'barrier', at * second + 90500, at * second + 95000 + late)
    mark(a, 'only here', 5001 * second, 5002 * second)
    db = attach(a, b, c)
    check('by marker', call(db, "SELECT rocpd_align('{\"marker\":\"barrier\"}')") ==
          [{'host': 'n1', 'sources': 2, 'by': 'reference', 'offset_ns': 0}, {'host': 'n2', 'sources': 1, 'by': 'marker', 'offset_ns': -55 * second}])
    check('offsets', offsets(db) == {'a.db': 0, 'b.db': 0, 'c.db': -55 * second}, offsets(db))
    ends = db.execute("SELECT max(e) FROM (SELECT host, end AS e, row_number() OVER (PARTITION BY guid ORDER BY start) AS n FROM regions "
                      "WHERE extdata ->> 'message' = 'barrier') WHERE n = 1 GROUP BY host").fetchall()
    check('ends', len(ends) == 2 and len(set(ends)) == 1, ends)
    check('again, from the files\' times', call(db, "SELECT rocpd_align('{\"marker\":\"barrier\",\"occurrence\":2}')")[1]['offset_ns'] == -55 * second - 1234)
    text = call(db, "SELECT rocpd_align('{\"marker\":\"only here\"}')")
    check('a machine without the marker is named', "'only here'" in text and 'n2' in text and 'c.db' in text, text)
    text = call(db, "SELECT rocpd_align('{\"marker\":\"barrier\",\"occurrence\":3}')")
    check('too few occurrences', 'has 2 occurrences' in text, text)
    check('failures change nothing', offsets(db)['c.db'] == -55 * second - 1234)
    text = call(db, 'SELECT rocpd_align()')
    check('no wall clock', 'no file of n1' in text and 'a.db and 1 more' in text, text)
    text = call(db, "SELECT rocpd_align('{\"mark\":1}')")
    check('unknown option', 'known: marker, occurrence' in text, text)
    db.execute('SELECT rocpd_attach(?)', (c,)).fetchall()
    check('attached again: as in the file', offsets(db)['c.db'] == 0)
    kernels = [r[0] for r in db.execute('SELECT name FROM kernels GROUP BY name HAVING count(DISTINCT guid) = 3')]
    check('by a kernel', isinstance(call(db, 'SELECT rocpd_align(?)', json.dumps({'marker': kernels[0]})), list))
    one = attach(a, b)
    check('one machine', call(one, 'SELECT rocpd_align()') == [{'host': 'n1', 'sources': 2, 'by': 'reference', 'offset_ns': 0}])
    named = generate('named.db', '--seed', '6', '--host', 'n1', '--machine', 'ddd', '--pid', '300', '--boot', str(5000 * second))
    check('one host name of two machine ids, at the same time', call(attach(a, named), 'SELECT rocpd_align()') == [{'host': 'n1', 'sources': 2, 'by': 'reference', 'offset_ns': 0}])


def another_set():
    """A database that gets another set of tables is opened again: its offset stays."""
    path, more = generate('grows.db', '--seed', '4', '--pid', '100'), generate('more.db', '--seed', '5', '--pid', '200', '--host', 'n9', '--machine', 'z')
    mark(path, 'here', 10**12, 10**12 + 100)
    mark(more, 'here', 10**12, 10**12 + 7000)
    db = attach(more, path)
    check('aligned', isinstance(call(db, "SELECT rocpd_align('{\"marker\":\"here\"}')"), list) and offsets(db)['grows.db'] == 6900, offsets(db))
    other = compare.connect(path, False)
    other.execute('ATTACH ? AS more', (more,))
    for name, sql in other.execute("SELECT name, sql FROM more.sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd%'").fetchall():
        other.execute(sql)
        other.execute(f'INSERT INTO main."{name}" SELECT * FROM more."{name}"')
    other.commit()
    other.close()
    db.execute('SELECT rocpd_detach(?)', (more,)).fetchall()
    check('another set of tables', db.execute('SELECT count(*), min(offset_ns), max(offset_ns) FROM sources').fetchone() == (2, 6900, 6900),
          db.execute('SELECT source, guid, offset_ns FROM sources').fetchall())


named()
moved()
machines()
another_set()
sys.exit(compare.failed)
