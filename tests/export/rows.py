#!/usr/bin/python3
"""Exports of rows (rocpd_export_db, rocpd_export_rocz) against their sources.

    rows.py ROCPD_SO FOLDER [TRACE]

TRACE is a folder of the collector's files. FOLDER gets generated databases (tests/helper/rocpd_gen.py) and what is made of them.
For each: database -> database, and database -> chunk file -> database. Every row and
value of the base tables must be there, and upstream's own views, with upstream's texts,
must say the same on what we wrote as on the original, and as the views that we wrote.
"""
import collections
import json
import os
import shutil
import sqlite3
import subprocess
import sys

from common import FOLDER, HERE, SO, check, finish, loaded

GEN = os.path.join(HERE, '..', 'helper', 'rocpd_gen.py')


def export(kind, out, *paths, options=None):
    db = loaded(*paths)
    text = db.execute(f'SELECT rocpd_export_{kind}(?, ?)', (out, json.dumps({'overwrite': True, **(options or {})}))).fetchone()[0]
    db.close()
    result = json.loads(text)
    check(f'{out}: size', result['bytes'] == os.path.getsize(out), text)
    counted(out, result)
    return result


EVENTS = {'regions': 'regions', 'kernels': 'kernels', 'copies': 'memory_copies', 'allocations': 'memory_allocations', 'samples': 'samples'}


def counted(out, result):
    """The returned counts of events are those of the file."""
    db = loaded(out)
    for what, view in EVENTS.items():
        found = db.execute(f'SELECT count(*) FROM temp.{view}').fetchone()[0]
        check(f'{out}: {what}', result[what] == found, (found, result))
    of = dict(db.execute('SELECT category, count(*) FROM (' + ' UNION ALL '.join(f'SELECT category FROM temp.{v}' for v in EVENTS.values()) + ') GROUP BY 1'))
    later = sum(db.execute(f'SELECT count(*) FROM temp.{v}').fetchone()[0] for v in ('hip_events', 'graph_launches'))
    check(f'{out}: categories', {k: n for k, n in result['categories'].items() if (k or None) in of} == {k or '': n for k, n in of.items()} and
          result['events'] == sum(result['categories'].values()) == sum(of.values()) + later, (of, later, result))


def generate(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([sys.executable, GEN, path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def views_of(db):
    return [(name, sql) for name, sql in db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'view'") if sql]


def typed(row):
    """Equal to another only if all types are equal too: 1.0 is equal to 1, but not as it stands here."""
    return tuple(('real', round(v, 9)) if isinstance(v, float) else v for v in row) if float in map(type, row) else row


def rows_of(db, name, without=()):
    """Names of columns, and how often each row is there."""
    cursor = db.execute(f'SELECT * FROM "{name}"')
    columns = [d[0] for d in cursor.description]
    keep = [i for i, c in enumerate(columns) if c.lower() not in without]
    if name.startswith('rocpd_'):  # the order of columns of later versions is not certain
        keep.sort(key=lambda i: columns[i])
    return [columns[i] for i in keep], chosen_columns(map(typed, cursor), keep)


def chosen_columns(rows, keep):
    return collections.Counter(tuple([row[i] for i in keep]) for row in rows)


def difference(one, other):
    one, other = collections.Counter(one), collections.Counter(other)
    return f'{one.total()} and {other.total()} rows; only left {list(one - other)[:1]}; only right {list(other - one)[:1]}'


def sound(path):
    db = sqlite3.connect(path)
    check(f'{path}: integrity', db.execute('PRAGMA integrity_check').fetchall() == [('ok',)], db.execute('PRAGMA integrity_check').fetchall()[:3])
    broken = db.execute('PRAGMA foreign_key_check').fetchall()
    check(f'{path}: foreign keys', not broken, broken[:3])
    return db


def same_tables(one, other, what):
    """Base tables, through the pass-through views; metadata about the writer differ."""
    a, b = sqlite3.connect(one), sound(other)
    for name, _ in views_of(a):
        if not name.startswith('rocpd_') or name == 'rocpd_metadata':
            continue
        without = {'guid', 'extdata'} if name == 'rocpd_info_process' else {'guid'}
        columns, rows = rows_of(a, name, without)
        if name not in [n for n, _ in views_of(b)]:
            check(f'{what}: {name}', not rows, 'is not there')
            continue
        others, there = rows_of(b, name, without)
        left_out = [c for c in columns if c not in others]
        if left_out:  # columns of a later version without values
            at = [i for i, c in enumerate(columns) if c in left_out]
            check(f'{what}: {name}.{left_out}', all(r[i] in (None, 0, ('real', 0.0)) for r in rows for i in at))
            rows = chosen_columns(rows.elements(), [i for i in range(len(columns)) if i not in at])
            columns = [c for c in columns if c in others]
        if columns != others:  # columns that an earlier version does not have
            there = rows_of(b, name, without | {c for c in others if c not in columns})[1]
        check(f'{what}: {name}', rows == there, difference(rows, there) if rows != there else '')


def same_views(original, made, what):
    """Upstream's texts on both, and ours on what we made."""
    a, b = sqlite3.connect(original), sqlite3.connect(made)
    ours = {name for name, _ in views_of(b)}
    texts = [(n, s) for n, s in views_of(a) if not n.startswith('rocpd_')]
    left = {n: rows_of(a, n, {'guid'}) for n, _ in texts}
    own = {n: rows_of(b, n, {'guid'}) for n, _ in texts if n in ours}
    b.execute('BEGIN')
    for n, sql in texts:
        if n in ours:
            b.execute(f'DROP VIEW "{n}"')
        b.execute(sql)
    for n, _ in texts:
        try:
            there = rows_of(b, n, {'guid'})
        except sqlite3.OperationalError as e:  # about a table or column that only the later version has
            check(f'{what}: {n}', not left[n][1] or n in ('kernels', 'memory_copies', 'counters_collection'), e)
            continue
        check(f'{what}: {n}, as upstream writes it', left[n] == there, difference(left[n][1], there[1]) if left[n] != there else '')
        if n in own and own[n][0] == there[0]:
            check(f'{what}: {n}, as we write it', own[n] == there, difference(own[n][1], there[1]) if own[n] != there else '')
    b.rollback()
    b.close()


def same_in_ours(path, chunks, what):
    """Our tables, hidden columns included, over a database and over the chunk file made of it."""
    a, b = loaded(path), loaded(chunks)
    # All tables: views of the sources' rows, and base tables.
    names = [n for n, _ in views_of(sqlite3.connect(path)) if n != 'busy']
    for name in names:
        columns = [r[1] for r in a.execute(f'PRAGMA table_xinfo("{name}")') if r[1] not in ('source', 'path', 'rowid')]
        query = 'SELECT ' + ', '.join(f'"{c}"' for c in columns) + f' FROM temp."{name}"'
        try:
            left, right = (collections.Counter(map(typed, db.execute(query))) for db in (a, b))
        except sqlite3.OperationalError as e:
            check(f'{what}: our {name}', False, e)
            continue
        check(f'{what}: our {name}', left == right, difference(left, right) if left != right else '')
    columns = [r[1] for r in a.execute('PRAGMA table_xinfo(sources)')]
    said = ', '.join(c for c in ('guid', 'run', 'run_id', 'host', 'pid', 'ppid', 'nid', 'command', 'start', 'end', 'start_ns', 'end_ns', 'rank') if c in columns)
    rows = [db.execute(f'SELECT {said} FROM sources ORDER BY guid').fetchall() for db in (a, b)]
    check(f'{what}: sources', rows[0] == rows[1], rows)


def same_as_its_views(made):
    """The views that we wrote against our tables. (compare.py takes threads that are alike for one that
    upstream's join has multiplied; in a merged trace they are of several processes.)"""
    compare = os.path.join(HERE, '..', 'database', 'compare.py')
    done = subprocess.run([sys.executable, compare, made], env=dict(os.environ, BUILD=os.path.dirname(SO)), capture_output=True, text=True)
    bad = [x for x in done.stdout.split('\n') if x.startswith('not ok') and ' threads:' not in x]
    check(f'{made}: compare.py', done.stdout.startswith('ok') and not bad, bad[:3] or done.stderr[-300:])
    threads = 'SELECT nid, machine_id, hostname, ppid, pid, tid, name FROM {}threads ORDER BY 1, 2, 3, 4, 5, 6'
    rows = [db.execute(threads.format(schema)).fetchall() for db, schema in ((sqlite3.connect(made), ''), (loaded(made), 'temp.'))]
    check(f'{made}: threads', rows[0] == rows[1], difference(*rows))


def round_trips(name, path):
    out, chunks, back = (os.path.join(FOLDER, f'{name}{s}') for s in ('.out.db', '.rocz', '.back.db'))
    for made, source in ((out, path), (None, None), (back, chunks)):
        if made:
            export('db', made, source)
            same_tables(path, made, f'{name} {"database" if made == out else "chunk file"}')
            same_views(path, made, f'{name} {"database" if made == out else "chunk file"}')
        else:
            export('rocz', chunks, path)
            same_in_ours(path, chunks, name)
    same_as_its_views(back)


# References to other rows in JSON, by the name of that row. The first two are upstream's columns.
JSON_IDS = {
    'symbols': 'SELECT K.name, S.display_name, count(*) FROM kernels K JOIN kernel_symbols S ON S.kernel_id = K.kernel_id AND S.guid = K.guid GROUP BY 1, 2',
    'streams': 'SELECT pid, arg_value, stream_name, count(*) FROM stream_args GROUP BY 1, 2, 3',
    'code objects of symbols': """SELECT C.uri, S.kernel_name, count(*) FROM rocpd_info_kernel_symbol S JOIN rocpd_info_code_object C
        ON C.id = S.extdata ->> '$.code_object_id' AND C.guid = S.guid GROUP BY 1, 2""",
    'code objects': """SELECT uri, extdata ->> '$.code_object_id' = id, extdata ->> '$.memory_size', count(*) FROM rocpd_info_code_object GROUP BY 1, 2, 3""",
    'names': "SELECT display_name, extdata ->> '$.demangled_kernel_name', extdata ->> '$.kernel_address.handle', count(*) FROM rocpd_info_kernel_symbol GROUP BY 1, 2, 3"}


def json_ids(made, paths):
    """Ids in JSON texts lead to the same rows as in each original."""
    for what, query in JSON_IDS.items():
        want = {}
        for path in paths:
            for row in sqlite3.connect(path).execute(query):
                want[row[:-1]] = want.get(row[:-1], 0) + row[-1]
        there = {r[:-1]: r[-1] for r in sqlite3.connect(made).execute(query)}
        check(f'{made}: {what}', want and want == there, f'{sorted(want.items(), key=repr)[:3]}, {sorted(there.items(), key=repr)[:3]}')
        ours = {r[:-1]: r[-1] for r in loaded(made).execute(query)}
        check(f'{made}: {what} in ours', ours == there, sorted(ours.items(), key=repr)[:3])


def streamless(path):
    """A stream without a row: alone its id stays, beside other sources it must not become one of their streams."""
    with sqlite3.connect(path) as db:
        uuid = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
        gone = db.execute(f"""UPDATE "rocpd_arg{uuid}" SET extdata = '{{"stream_id": 5}}' WHERE extdata ->> '$.stream_id' = 2""").rowcount
    made, other = os.path.join(FOLDER, 'streamless.db'), os.path.join(FOLDER, 'b.db')
    for paths in ([path], [other, path], [path, other]):
        result = export('db', made, *paths)
        db = sqlite3.connect(made)
        there, want = (sum(sqlite3.connect(p).execute('SELECT count(*) FROM stream_args').fetchone()[0] for p in files) for files in ([made], paths))
        check(f'{len(paths)} files: a stream without a row', gone and there == want, (gone, there, want))
        said = [db.execute(f"SELECT count(*) FROM rocpd_arg WHERE extdata {how}").fetchone()[0] for how in ('= \'{"stream_id": 5}\'', '= \'{"stream_id":null}\'')]
        check(f'{len(paths)} files: it is NULL beside others', said == ([gone, 0] if len(paths) == 1 else [0, gone]) and (result['dangling'] > 0) == (len(paths) > 1), (said, gone, result))


def launches(db):
    """How many pairs of a region and a kernel have the same stack_id."""
    regions, kernels = (collections.Counter(db.execute(f'SELECT guid, stack_id FROM {view} WHERE stack_id IS NOT NULL')) for view in ('regions', 'kernels'))
    return sum(n * kernels[key] for key, n in regions.items())


def several(paths):
    """Ids of several sources do not collide; every row of each is there."""
    out, chunks, back = (os.path.join(FOLDER, f'merged{s}') for s in ('.db', '.rocz', '.back.db'))
    alone = [export('db', out, path)['warnings'] for path in paths]
    warned = export('db', out, *paths)['warnings']
    check('a warning about hosts whose clocks were not compared', not any(alone) and any(w.startswith('2 hosts, each with times of its own clock') for w in warned), (alone, warned))
    export('rocz', chunks, *paths)
    export('db', back, chunks)
    for made in (out, back):
        db = sound(made)
        views = [n for n, _ in views_of(db)]
        for name in views:
            if name in ('busy', 'top', 'top_kernels', 'rocpd_metadata', 'rocpd_string', 'rocpd_info_node'):
                continue
            counts = []
            for path in paths:
                one = sqlite3.connect(path)
                counts.append(one.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] if one.execute('SELECT 1 FROM sqlite_schema WHERE name = ?', (name,)).fetchone() else 0)
            found = db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            check(f'{made}: {name}', found == sum(counts), f'{found} rows of {counts}')
        check(f'{made}: launches', launches(db) == sum(launches(sqlite3.connect(p)) for p in paths) > 0)
        names = 'SELECT name, count(*), sum(duration) FROM kernels GROUP BY name ORDER BY name'
        union = {}
        for p in paths:
            for n, c, d in sqlite3.connect(p).execute(names):
                union[n] = tuple(map(sum, zip(union.get(n, (0, 0)), (c, d))))
        check(f'{made}: kernels by name', {n: (c, d) for n, c, d in db.execute(names)} == union)
        same_as_its_views(made)
        json_ids(made, paths)
        origins = {json.loads(e)['rocpd_source']['guid'] for e, in db.execute('SELECT extdata FROM rocpd_info_process')}
        check(f'{made}: origins', len(origins) == len(paths), origins)


def chosen(path):
    """Options: rows linked to rows that are left out are left out, too."""
    db = sqlite3.connect(path)
    table = db.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'rocpd_event_%'").fetchone()[0]
    middle = "SELECT event_id FROM rocpd_region ORDER BY start LIMIT 1 OFFSET (SELECT count(*) / 2 FROM rocpd_region)"
    db.execute(f'UPDATE "{table}" SET extdata = ? WHERE id = ({middle})', ('{"message":"the marker"}',))
    db.commit()
    low, high = db.execute('SELECT min(start), max("end") FROM kernels').fetchone()
    start, end = low + (high - low) // 4, low + (high - low) // 2
    name = db.execute('SELECT name FROM kernels LIMIT 1').fetchone()[0]
    overlap = f'start <= {end} AND "end" >= {start}'
    # events that end or begin exactly then count
    ended, begun = (db.execute(f'SELECT {time} FROM kernels ORDER BY start LIMIT 1 OFFSET {at}').fetchone()[0] for time, at in (('"end"', 40), ('start', 60)))
    begin, finish = db.execute("SELECT start, \"end\" FROM regions WHERE extdata ->> '$.message' = 'the marker'").fetchone()
    least = db.execute('SELECT "end" - start FROM kernels ORDER BY 1 LIMIT 1 OFFSET 50').fetchone()[0]
    pid = db.execute('SELECT pid FROM processes').fetchone()[0]
    for later in (os.path.join(FOLDER, 'v3.0.5.db'),):
        export('db', os.path.join(FOLDER, 'chosen.later.db'), later, options={'categories': 'KERNEL_DISPATCH'})
        sound(os.path.join(FOLDER, 'chosen.later.db'))
    for options, where in (({'start': 'the marker', 'end': 'the marker'}, f'start <= {finish} AND "end" >= {begin}'),
                           ({'start': start, 'end': end}, overlap), ({'start': ended, 'end': begun}, f'start <= {begun} AND "end" >= {ended}'),
                           ({'categories': 'KERNEL_DISPATCH'}, "category = 'KERNEL_DISPATCH'"),
                           ({'min_duration_ns': least}, f'"end" - start >= {least}'), ({'processes': [pid, -5]}, 'true'),
                           ({'processes': pid, 'min_duration_ns': least}, f'"end" - start >= {least}'), ({'processes': pid + 1}, 'false'), ({'ranks': 4}, 'false'),
                           ({'names': [name]}, f"name = '{name}'"), ({'start': start, 'end': end, 'names': 'hip*'}, f"{overlap} AND name GLOB 'hip*'")):
        for kind in ('db', 'rocz'):
            out = os.path.join(FOLDER, f'chosen.{kind}')
            export(kind, out, path, options=options)
            if kind == 'rocz':
                back = os.path.join(FOLDER, 'chosen.rocz.db')
                export('db', back, out)
                out = back
            made = sound(out)
            for view in ('regions', 'kernels', 'memory_copies'):
                want = db.execute(f'SELECT count(*) FROM {view} WHERE {where}').fetchone()[0]
                found = made.execute(f'SELECT count(*) FROM {view}').fetchone()[0]
                check(f'{options} {kind}: {view}', found == want, f'{found}, not {want}')
            loose = made.execute('SELECT count(*) FROM rocpd_arg WHERE event_id NOT IN (SELECT id FROM rocpd_event)').fetchone()[0]
            args = made.execute('SELECT count(*) FROM rocpd_arg').fetchone()[0]
            check(f'{options} {kind}: arguments', not loose and args <= db.execute('SELECT count(*) FROM rocpd_arg').fetchone()[0])


def parted(paths):
    """Processes and ranks: the export has their events, and nothing of sources without them; all exports together are the whole."""
    whole = os.path.join(FOLDER, 'parted.rocz')
    export('rocz', whole, *paths)
    all_of = loaded(whole)
    query = 'SELECT pid, guid, name, start, "end" FROM {}kernels ORDER BY 1, 2, 4, 5'
    wanted = all_of.execute(query.format('')).fetchall()
    pids = sorted({row[0] for row in wanted})
    for kind in ('rocz', 'db'):
        found = []
        for pid in pids:
            out = os.path.join(FOLDER, f'parted.{pid}.{kind}')
            result = export(kind, out, whole, options={'processes': pid})
            part = loaded(out)
            found += part.execute('SELECT pid, {}, name, start, "end" FROM kernels ORDER BY 1, 4, 5'.format('guid' if kind == 'rocz' else 'NULL')).fetchall()
            sources = all_of.execute('SELECT count(*) FROM processes WHERE pid = ?', (pid,)).fetchone()[0]
            check(f'{kind} of process {pid}: no rows of others', part.execute('SELECT count(*), min(pid), max(pid) FROM processes').fetchone() == (sources, pid, pid))
            if kind == 'rocz':
                check(f'{kind} of process {pid}: sources', result['sources'] == sources, result)
        same = sorted(found, key=str) == sorted([row if kind == 'rocz' else (row[0], None) + row[2:] for row in wanted], key=str)
        check(f'{kind} by process: all, and each once', same and len(pids) > 1, (len(found), len(wanted)))


def dangling(path):
    """Each reference to a missing row is counted, even if neighbouring rows have the same one."""
    lost = os.path.join(FOLDER, 'lost.db')
    shutil.copy(path, lost)
    with sqlite3.connect(lost) as db:
        table = db.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'rocpd_kernel_dispatch_%'").fetchone()[0]
        db.execute(f'UPDATE "{table}" SET region_name_id = 555555 WHERE id IN (1, 2, 3, 10, 20)')
    db.close()
    result = export('db', os.path.join(FOLDER, 'lost.out.db'), lost)
    check('dangling: each is counted', result['dangling'] == 5, result)
    with sqlite3.connect(lost) as db:
        db.execute(f'UPDATE "{table}" SET kernel_id = 555555 WHERE id IN (1, 2, 3, 10, 20)')
    db.close()
    out = os.path.join(FOLDER, 'lost.out.db')
    result = export('db', out, lost)
    check('dangling: each in a required column is counted', result['dangling'] == 10, result)
    found = sound(out).execute('SELECT count(DISTINCT kernel_id), count(*) FROM rocpd_kernel_dispatch WHERE kernel_id NOT IN '
                               "(SELECT id FROM rocpd_info_kernel_symbol WHERE kernel_name <> '')").fetchone()
    check('dangling: one placeholder row for all', found == (1, 5), found)


def unknown_machine(first, other):
    """A source without machines and processes: its placeholder rows are not on another source's machine."""
    with sqlite3.connect(other) as db:
        suffix = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
        for table in ('node', 'process', 'thread', 'kernel_symbol', 'code_object'):
            db.execute(f'DELETE FROM "rocpd_info_{table}{suffix}"')
    db.close()
    out = os.path.join(FOLDER, 'unknown.out.db')
    export('db', out, first, other)
    made = sound(out)
    for table in ('process', 'thread', 'kernel_symbol', 'code_object'):
        have = sqlite3.connect(first).execute(f'SELECT count(*) FROM rocpd_info_{table}').fetchone()[0]
        where = f'FROM rocpd_info_{table} x JOIN rocpd_info_node n ON n.id = x.nid WHERE n.machine_id'
        real, lost = (made.execute(f"SELECT count(*) {where} {like} 'missing node%'").fetchone()[0] for like in ('NOT LIKE', 'LIKE'))
        check(f'no machine: rocpd_info_{table}', real == have and lost, f'{real} on a machine that is known, not {have}; {lost} on one that is not')
    wrong = made.execute('SELECT count(*) FROM rocpd_info_kernel_symbol s JOIN rocpd_info_code_object c ON c.id = s.code_object_id WHERE s.nid <> c.nid').fetchone()[0]
    check('no machine: code objects', not wrong, wrong)


def windowed(path):
    """The connection's time window: the export has the rows that the tables show, and the rows linked to them."""
    db = loaded(path)
    db.execute("SELECT rocpd_window('20%', '60%')").fetchall()
    out = os.path.join(FOLDER, 'window.db')
    db.execute('SELECT rocpd_export_db(?)', (out,)).fetchall()
    made, events = sound(out), 0
    for view in ('regions', 'kernels', 'memory_copies', 'memory_allocations', 'samples'):
        want, found = db.execute(f'SELECT count(*) FROM temp.{view}').fetchone()[0], made.execute(f'SELECT count(*) FROM {view}').fetchone()[0]
        check(f'window: {view}', want == found, f'{found}, not {want}')
        events += found
    check('window: events', made.execute('SELECT count(*) FROM rocpd_event').fetchone()[0] == events)


def damaged(path):
    """Rows whose links are NULL or refer to missing rows: the result is consistent, and no row is lost."""
    out, chunks, back = (path.replace('.db', suffix) for suffix in ('.out.db', '.rocz', '.back.db'))
    export('db', out, path)
    export('rocz', chunks, path)
    export('db', back, chunks)
    for made in (out, back):
        a, b = sqlite3.connect(path), sound(made)
        for table in ('region', 'kernel_dispatch', 'memory_copy', 'memory_allocate', 'sample', 'arg', 'pmc_event', 'event'):
            want, found = (db.execute(f'SELECT count(*), min(id), max(id) FROM rocpd_{table}').fetchone() for db in (a, b))
            # a missing event to which arguments refer is added
            check(f'{made}: rocpd_{table}', want == found or table == 'event' and found[0] >= want[0], f'{found}, not {want}')


def chunks_of(data):
    """Kind, offset and size of each chunk of a file."""
    at = int.from_bytes(data[12:16], 'little')
    while data[at:at + 4] == b'RZCK':
        kind, size = int.from_bytes(data[at + 4:at + 6], 'little'), int.from_bytes(data[at + 48:at + 52], 'little')
        yield kind, at, 80 + size
        at += 80 + size


def damaged_names(path):
    """An archive with damaged texts still has its rows, unless the texts are the names of its tables."""
    out, torn = (os.path.join(FOLDER, f'{name}.rocz') for name in ('names', 'torn'))
    export('rocz', out, path)
    data = open(out, 'rb').read()
    strings = [at for kind, at, size in chunks_of(data) if kind == 1]
    check('archive: texts of rows are apart', len(strings) > 1, strings)
    counts = 'SELECT count(*), sum(start), sum("end") FROM '
    for number, at in enumerate(strings):
        with open(torn, 'wb') as f:
            f.write(data[:at + 120] + bytes([data[at + 120] ^ 1]) + data[at + 121:])
        for skip in (False, True):
            db = loaded()
            db.execute('SELECT rocpd_attach(?, ?)', (torn, '{"damaged":"skip"}' if skip else None)).fetchone()
            for table in ('kernels', 'rocpd_region', 'memory_copies'):
                try:
                    said = db.execute(counts + table).fetchone()
                except sqlite3.DatabaseError as e:
                    said = str(e)
                want = loaded(path).execute(counts + table).fetchone() if number else (0, None, None) if skip else 'torn.rocz: hash of the chunk'
                check(f'archive: chunk {number}, {table}, skip {skip}', said == want or isinstance(want, str) and want in said, (said, want))
            try:
                names = db.execute('SELECT count(name) FROM kernels').fetchone()
            except sqlite3.DatabaseError as e:
                names = str(e)
            check(f'archive: chunk {number}, names, skip {skip}', names == (0,) if skip else 'torn.rocz: hash of the chunk' in names, names)
            check('archive: it says so', db.execute("SELECT complete, value FROM sources, health WHERE name = 'damaged'").fetchone() == (0, 1))


def refused(path):
    """Errors leave nothing behind, and the old file as it was."""
    folder = os.path.join(FOLDER, 'refused')
    os.mkdir(folder)
    out = os.path.join(folder, 'out')
    with open(out, 'w') as f:
        f.write('old')
    script = ('import sqlite3, sys, resource, threading\n'
              'db = sqlite3.connect(":memory:", check_same_thread=False); db.enable_load_extension(True); db.load_extension(sys.argv[1])\n'
              'db.execute("SELECT rocpd_attach(?)", (sys.argv[2],)); kind, out, how = sys.argv[3:6]\n'
              'if how == "limit": resource.setrlimit(resource.RLIMIT_FSIZE, (20000, resource.RLIM_INFINITY))\n'
              'if how == "interrupt": db.set_progress_handler(lambda: 1, 1)\n'
              'try: print(db.execute(f"SELECT rocpd_export_{kind}(?)", (out,)).fetchone())\n'
              'except sqlite3.Error as e: print("error:", e)\n')
    for kind in ('db', 'rocz'):
        for how, target, text in (('limit', out, 'out'), ('', '/dev/full', '/dev/full'), ('', path, 'is read by this connection'), ('', folder, 'is a folder'),
                                  ('', os.path.join(folder, 'no', 'out'), 'No such file')):
            done = subprocess.run([sys.executable, '-c', script, SO, path, kind, target, how], capture_output=True, text=True)
            check(f'{kind} {how} {target}', done.returncode == 0 and done.stdout.startswith('error:') and text in done.stdout, done.stdout + done.stderr[-200:])
        check(f'{kind}: the old file', open(out).read() == 'old' and os.listdir(folder) == ['out'], os.listdir(folder))
        for option in ('args', 'flows'):  # options of formats with tracks
            try:
                text = loaded(path).execute(f'SELECT rocpd_export_{kind}(?, ?)', (out, json.dumps({option: False}))).fetchone()
            except sqlite3.OperationalError as e:
                text = str(e)
            check(f'{kind}: {option}', f'unknown option "{option}" (known: start, end, categories, names, agents, overwrite, processes, ranks, min_duration_ns, marker, split, max_bytes, allow_empty)' in text, text)
        export(kind, out, path)
        check(f'{kind}: replaced', os.path.getsize(out) > 1000)
        with open(out, 'w') as f:
            f.write('old')


def same_id(path):
    """Two rows with one id: the error names the id, the table and the file."""
    broken, out = os.path.join(FOLDER, 'same_id.db'), os.path.join(FOLDER, 'same_id.out')
    shutil.copy(path, broken)
    with sqlite3.connect(broken) as db:
        uuid = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
        name = f'"rocpd_memory_copy{uuid}"'
        first, = db.execute(f'SELECT min(id) FROM {name}').fetchone()
        db.executescript(f'PRAGMA legacy_alter_table = ON; CREATE TABLE copy AS SELECT * FROM {name}; DROP TABLE {name}; INSERT INTO copy SELECT * FROM copy WHERE id = {first}; ALTER TABLE copy RENAME TO {name}')
    try:
        text = loaded(path, broken).execute('SELECT rocpd_export_db(?)', (out,)).fetchone()
    except sqlite3.DatabaseError as e:
        text = str(e)
    check('two rows of one id', f'{broken}: in its table rocpd_memory_copy the row with the id {first} cannot be stored: UNIQUE constraint failed' in text, text)
    check('two rows of one id: nothing stays', not os.path.exists(out))


def programs(folder):
    """Chunk files that the collector wrote: exports have the rows of the tables."""
    out, chunks = os.path.join(FOLDER, 'programs.db'), os.path.join(FOLDER, 'programs.rocz')
    export('db', out, folder)
    export('rocz', chunks, folder)
    sound(out)
    same_as_its_views(out)
    a, b, c = loaded(folder), loaded(chunks), sqlite3.connect(out)
    for table, columns in (('kernels', 'name, grid_x, workgroup_x, start, "end", tid, queue'), ('regions', 'name, category, start, "end", tid'),
                           ('memory_copies', 'name, size, start, "end"'), ('region_args', 'type, name, value')):
        ended = '' if table == 'region_args' else 'WHERE "end" IS NOT NULL'
        query = f'SELECT {columns} FROM {{}}{table} {ended} ORDER BY {columns}'
        rows = [db.execute(query.format(schema)).fetchall() for db, schema in ((a, 'temp.'), (b, 'temp.'), (c, ''))]
        check(f'programs: {table} of the chunk file', rows[0] == rows[1], difference(rows[0], rows[1]) if rows[0] != rows[1] else '')
        if table == 'memory_copies':  # AMD's view needs both agents
            continue
        check(f'programs: {table} of the database', rows[0] == rows[2], difference(rows[0], rows[2]) if rows[0] != rows[2] else '')
    check('programs: kernels', a.execute('SELECT count(*) FROM kernels').fetchone()[0] > 100)


if len(sys.argv) > 3:
    programs(sys.argv[3])
first = generate('a.db')
round_trips('plain', first)
for version in ('3.0.2', '3.0.4', '3.0.5'):
    round_trips(version, generate(f'v{version}.db', '--version', version, '--seed', version[-1]))
round_trips('sys', generate('sys.db', '--style', 'sys', '--seed', '7'))
round_trips('genuine', os.path.join(HERE, '..', 'data', 'heliosr_146104_results.db'))
other = [generate('b.db', '--seed', '2'), generate('c.db', '--seed', '3', '--host', 'elsewhere', '--pid', '15'), generate('d.db', '--seed', '4', '--pid', '15')]
several([first] + other)
streamless(generate('e.db', '--seed', '5'))
chosen(first)
parted([first] + other)
windowed(first)
dangling(first)
unknown_machine(first, generate('unknown.db', '--seed', '13', '--host', 'elsewhere', '--pid', '15'))
damaged(generate('holes.db', '--holes', '--seed', '11'))
for gap in ('DELETE FROM "rocpd_event{}" WHERE id % 3 = 1', 'DELETE FROM "rocpd_info_thread{}"', 'DELETE FROM "rocpd_info_kernel_symbol{}" WHERE id > 1'):
    broken = generate(f'gap{len(gap)}.db', '--seed', '12')
    with sqlite3.connect(broken) as db:
        db.execute(gap.format(db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]))
    damaged(broken)
damaged_names(first)
same_id(first)
refused(first)
finish()
