#!/usr/bin/python3
"""Rows that several attached files hold count once: cases by hand, and an oracle written from the help text of rocpd_attach.

    same.py BUILD FOLDER"""
import glob
import json
import os
import random
import shutil
import sqlite3
import subprocess

from common import BUILD, FOLDER, attached, check, finish, generate, load, rows, value

COUNTS = 'SELECT (SELECT count(*) FROM temp.kernels), (SELECT count(*) FROM temp.regions), (SELECT sum(duration) FROM temp.kernels)'
LEFT_OUT = "SELECT source, same_as FROM sources WHERE same_as IS NOT NULL"
TWICE = 'SELECT source, rows_twice FROM sources WHERE rows_twice > 0'


def trace(name, seed, events=300, **options):
    """A chunk file as written by the collector."""
    path = f'{FOLDER}/{name}.rocz'
    options = dict(threads=2, queues=2, agents=2, seed=seed, pid=100 + seed) | options
    subprocess.run([f'{BUILD}/bench/tracegen', path, str(events), *(f'{k}={v}' for k, v in options.items())], check=True, stdout=subprocess.DEVNULL)
    return path


def export(format, path, sources, **options):
    """Exports these files; returns the paths that it wrote."""
    path = f'{FOLDER}/{path}'
    told = json.loads(value(attached(*sources), f'SELECT rocpd_export_{format}(?, ?)', path, json.dumps(options | {'overwrite': True})))
    return [p['path'] for p in told['parts']] if 'parts' in told else path


def counts(*paths):
    return rows(attached(*paths), COUNTS)[0]


def added(*several):
    return tuple(map(sum, zip(*several)))


A, B = trace('a', 1), trace('b', 2)
ALONE, OTHER, BOTH = counts(A), counts(B), counts(A, B)
check('different traces', (ALONE[0] > 0, added(ALONE, OTHER), rows(attached(A, B), LEFT_OUT)), (True, BOTH, []))
COPY = shutil.copy(A, f'{FOLDER}/copy.rocz')
ARCHIVE, MERGED, ONE = export('rocz', 'archive.rocz', [A]), export('db', 'merged.db', [A, B]), export('db', 'one.db', [A])
EARLY, LATE = export('rocz', 'early.rocz', [A], end='50%'), export('db', 'late.db', [A], start='40%')
PARTS = export('rocz', 'part.rocz', [A], split=3)


# ---- by hand

def test_pairs():
    for what, path in ('a copy', COPY), ('an archive', ARCHIVE), ('a database of it', ONE):
        for first, second in (A, path), (path, A):
            db = attached(first, second)
            check(f'{what}: the first attached counts', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(second, first)]))
    for what, path in ('an early part', EARLY), ('a late part', LATE):
        for order in (A, path), (path, A):
            db = attached(*order)
            check(f'{what} is left out beside the whole', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(path, A)]))
    check('other tables have nothing of a file that is left out', rows(attached(A, COPY), 'SELECT name FROM health WHERE source = ?', COPY), [('left out',)])
    n, = rows(attached(A), 'SELECT rows FROM sources')[0]
    check('health says it', rows(attached(A, COPY), "SELECT source, value, detail FROM health WHERE name = 'left out'"), [(COPY, n, f'all rows of the file are in others, too, as in {A}: it does not count')])
    check('sources: none of its rows count, and it comes last', rows(attached(COPY, A), 'SELECT source, rows, start, same_as, rows_twice FROM sources'),
          [(COPY, n, value(attached(A), 'SELECT start FROM sources'), None, 0), (A, 0, None, COPY, 0)])
    check('an export has one', json.loads(value(attached(A, COPY), 'SELECT rocpd_export_rocz(?)', f'{FOLDER}/once.rocz'))['sources'], 1)


def test_merged():
    alone = rows(attached(MERGED), COUNTS)
    check('merged: all of it', alone, [BOTH])
    for order, left_out in ((A, B, MERGED), [(MERGED, A)]), ((MERGED, A, B), [(A, MERGED), (B, MERGED)]), ((A, MERGED, B), [(A, MERGED), (B, MERGED)]), \
            ((A, MERGED), [(A, MERGED)]), ((MERGED, B), [(B, MERGED)]):
        db = attached(*order)
        check(f'merged, {" ".join(map(os.path.basename, order))}', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([BOTH], left_out))
    c = trace('c', 3)
    other = export('db', 'other.db', [B, c])
    twice = value(attached(B), 'SELECT rows FROM sources')
    db = attached(MERGED, other)
    check('two merged files that have one process in common', (rows(db, COUNTS), rows(db, TWICE)), ([added(BOTH, OTHER, counts(c))], [(MERGED, twice), (other, twice)]))
    kinds = ', '.join(f'{n} {k}' for k, n in ((k, value(attached(B), f'SELECT count(start) FROM temp.{k}')) for k in ('kernels', 'regions', 'memory_copies', 'memory_allocations')) if n)
    when = f", with starts from {' to '.join(map(str, rows(attached(B), 'SELECT min(start), max(start) FROM (SELECT start FROM temp.kernels UNION ALL SELECT start FROM temp.regions UNION ALL SELECT start FROM temp.memory_copies)')[0]))}"
    check('... health says it', rows(db, "SELECT source, value, detail FROM health WHERE name = 'rows counted twice'"),
          [(MERGED, twice, f'rows that {other} has, too: {kinds}{when}; sums count 0 of them once too often'),
           (other, twice, f'rows that {MERGED} has, too: {kinds}{when}; sums count {twice} of them once too often')])
    third = export('db', 'third.db', [B])
    db = load()
    for path, options in (MERGED, None), (other, None), (third, '{"same":"keep"}'):
        value(db, 'SELECT rocpd_attach(?, ?)', path, options)
    check('... files with `same` keep are not compared', rows(db, 'SELECT source, rows_twice, rows_surplus FROM sources'), [(MERGED, twice, 0), (other, twice, twice), (third, 0, 0)])
    both = export('rocz', 'both.rocz', [A, B])
    check('an archive of two: each is one', (rows(attached(A, both), COUNTS), rows(attached(A, both), LEFT_OUT)), ([BOTH], [(both, A)]))


def test_parts():
    check('parts that share no row all count', (rows(attached(*PARTS), COUNTS), rows(attached(*PARTS), LEFT_OUT), rows(attached(*PARTS), TWICE)), ([ALONE], [], []))
    check('... and are left out beside the whole', rows(attached(*PARTS, A), LEFT_OUT), [(p, A) for p in PARTS])
    db = attached(EARLY, LATE)
    common = value(attached(EARLY), 'SELECT rows FROM sources') + value(attached(LATE), 'SELECT rows FROM sources') - value(attached(A), 'SELECT rows FROM sources')
    check('parts that overlap: these rows count twice', (rows(db, LEFT_OUT), rows(db, TWICE), common > 10), ([], [(EARLY, common), (LATE, common)], True))
    check('... and by how many rows sums are too large', (added(counts(EARLY), counts(LATE))[0] + added(counts(EARLY), counts(LATE))[1] - ALONE[0] - ALONE[1] <= common,
          value(db, 'SELECT sum(rows) - sum(rows_surplus) FROM sources')), (True, value(attached(A), 'SELECT rows FROM sources')))
    start, end = rows(db, 'SELECT max(twice_start), min(twice_end) FROM sources')[0]
    again = export('db', 'late_again.db', [LATE], start=end + 1)
    crossing = sum(value(attached(LATE), f'SELECT count(*) FROM temp.{k} WHERE start <= {end} AND "end" > {end}') for k in ('kernels', 'regions', 'memory_copies', 'memory_allocations'))
    left = rows(attached(EARLY, again), TWICE)
    check('... and when: without that time only those that cross its end', (start < end, crossing < common, [n <= crossing for _, n in left]), (True, True, [True, True]))
    check('... advice says it', rows(db, "SELECT substr(finding, 1, 40) FROM advice WHERE finding LIKE 'rows counted twice%'"), [(f'rows counted twice: {common} rows that {FOLDER}/'[:40],)])
    halves = [export('rocz', f'only{n}.rocz', [A], categories=c) for n, c in enumerate(('KERNEL*', ['HIP*', 'HSA*', 'MEMORY*', 'MARKER*']))]
    check('kernels alone and the rest alone', (rows(attached(*halves), COUNTS), rows(attached(*halves), LEFT_OUT), rows(attached(*halves), TWICE)), ([ALONE], [], []))


def test_ways():
    """Links, one file by two paths, a glob beside a folder, tables with a path."""
    folder = f'{FOLDER}/ways'
    os.mkdir(folder)
    one = shutil.copy(A, f'{folder}/one.rocz')
    os.symlink(one, f'{folder}/link.rocz')
    check('a link is the file itself', (rows(attached(folder), COUNTS), value(attached(folder), 'SELECT count(DISTINCT source) FROM sources')), ([ALONE], 1))
    os.link(one, f'{folder}/hard.rocz')
    db = attached(folder, f'{folder}/*.rocz', one)
    check('a hard link is a copy', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(one, f'{folder}/hard.rocz')]))
    check('a table with a path', rows(load(), 'SELECT count(*) FROM kernels(?)', folder), [(ALONE[0],)])
    check('... and its sources', rows(load(), 'SELECT source, same_as FROM sources(?) WHERE same_as IS NOT NULL', f'{folder}/*'), [(one, f'{folder}/hard.rocz')])
    check('paths do not affect each other', rows(attached(A), 'SELECT (SELECT count(*) FROM kernels), (SELECT count(*) FROM kernels(?))', COPY), [(ALONE[0], ALONE[0])])
    check('diff of one trace with itself', rows(load(), 'SELECT count(*) > 0, sum(calls_a), sum(calls_b) FROM diff(?, ?)', A, COPY), [(1, *(value(attached(A), f'SELECT sum(calls_a) FROM diff(?, ?)', A, A),) * 2)])


def test_keep():
    for order in ((A, None), (COPY, '{"same":"keep"}')), ((COPY, '{"same":"keep"}'), (A, None)):
        db = load()
        for path, options in order:
            value(db, 'SELECT rocpd_attach(?, ?)', path, options)
        check('kept on request', (rows(db, COUNTS), rows(db, LEFT_OUT), value(db, "SELECT count(*) FROM health WHERE name = 'same guid'")), ([added(ALONE, ALONE)], [], 2))
    value(db, 'SELECT rocpd_attach(?, ?)', COPY, '{"same":"once"}')
    check('... and no more', rows(db, COUNTS), [ALONE])
    check('another value', value(db, 'SELECT rocpd_attach(?, ?)', COPY, '{"same":"both"}'), 'OperationalError: rocpd_attach: same is "once" or "keep", not both')


def test_changes():
    folder = f'{FOLDER}/changes'
    os.mkdir(folder)
    first = shutil.copy(A, f'{folder}/m.rocz')
    db = attached(folder)
    check('one', rows(db, COUNTS), [ALONE])
    running = db.execute('SELECT id FROM temp.kernels')
    running.fetchone()
    early = shutil.copy(A, f'{folder}/a.rocz')
    check('a running statement sees the same rows', len(running.fetchall()) + 1, ALONE[0])
    check('a copy comes', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(first, early)]))
    shutil.copy(B, f'{folder}/a.new')
    os.rename(f'{folder}/a.new', early)
    check('another trace takes its name', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([BOTH], []))
    os.unlink(early)
    value(db, 'SELECT rocpd_attach(?)', COPY)
    check('attached elsewhere', rows(db, LEFT_OUT), [(COPY, first)])
    value(db, 'SELECT rocpd_detach(?)', folder)
    check('detached: the file that was left out counts', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], []))
    value(db, 'SELECT rocpd_attach(?)', folder)
    check('attached again: now it comes last', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(first, COPY)]))
    value(db, 'SELECT rocpd_detach(?)', COPY)
    check('... and counts', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], []))
    check('a moved copy is a copy', rows(attached_with((A, None), (COPY, '{"offset_ns":1000}')), COUNTS), [ALONE])
    moved = f'{FOLDER}/moved.rocz'
    value(attached_with((A, '{"offset_ns":5000}')), 'SELECT rocpd_export_rocz(?)', moved)
    check('an archive of a moved trace is a copy', rows(attached(A, moved), LEFT_OUT), [(moved, A)])


def attached_with(*several):
    db = load()
    for path, options in several:
        value(db, 'SELECT rocpd_attach(?, ?)', path, options)
    return db


def test_main():
    """A database beside the folder from which it was made."""
    os.mkdir(f'{FOLDER}/main')
    one = shutil.copy(A, f'{FOLDER}/main/one.rocz')
    db = load(shutil.copy(ONE, f'{FOLDER}/main.db'))
    check('main and its folder', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(one, f'{FOLDER}/main.db')]))
    db.execute(f"ATTACH '{MERGED}' AS more")
    check('... and one that is attached', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([BOTH], [(f'{FOLDER}/main.db', MERGED), (one, MERGED)]))
    memory = load()
    sqlite3.connect(ONE).backup(memory)
    value(memory, 'SELECT rocpd_attach(?)', A)
    check('a database in memory', (rows(memory, COUNTS), value(memory, f'SELECT count(*) FROM ({LEFT_OUT})')), ([ALONE], 1))


def test_rtg():
    """Text files of rtg_tracer have no guid: a copy under another name is recognized by its first record."""
    os.mkdir(f'{FOLDER}/rtg')
    line = lambda t, name='hipFree': f'HIP: pid:7 tid:9 {name} ret=0 @{t} +10\n'
    kernel = lambda t: f"HSA: pid:7 tid:9 dispatch queue:0 agent:9 signal:8 name:'gemm' start:{t} stop:{t + 100} id:0\n"
    whole = 'noise\n' + line(1000000) + line(2000000) + kernel(2000500)
    texts = {'a': whole, 'copy': whole, 'begin': whole[:whole.index('HSA')], 'more': whole + line(3000000), 'other': whole.replace('@1000000', '@1000007'), 'tail': whole[whole.index('HSA'):],
             'untimed': line(0), 'untimed too': line(0)}
    path = {}
    for name, text in texts.items():
        path[name] = f'{FOLDER}/rtg/{name}.txt'
        open(path[name], 'w').write(text)
    for first, second, left_out in (('a', 'copy', 'copy'), ('copy', 'a', 'a'), ('a', 'begin', 'begin'), ('begin', 'a', 'begin'), ('a', 'more', 'a')):
        db = attached(path[first], path[second])
        whole = left_out == second and first or second
        check(f'rtg: {first}, {second}', (rows(db, COUNTS), rows(db, LEFT_OUT)), (rows(attached(path[whole]), COUNTS), [(path[left_out], path[whole])]))
    for first, second in (('a', 'other'), ('a', 'tail'), ('untimed', 'untimed too')):
        check(f'rtg: {first}, {second}: both count', rows(attached(path[first], path[second]), LEFT_OUT), [])
    os.mkdir(f'{FOLDER}/rtg/rtg_trace_7'), os.mkdir(f'{FOLDER}/rtg/renamed')
    for tid, text in ('10', line(1000000)), ('20', line(1500000) + kernel(1500500)):
        for folder in 'rtg_trace_7', 'renamed':
            open(f'{FOLDER}/rtg/{folder}/{folder}.{tid}.txt', 'w').write(text)
    db = attached(f'{FOLDER}/rtg/rtg_trace_7', f'{FOLDER}/rtg/renamed')
    check('rtg: a folder of threads that was renamed', (value(db, 'SELECT count(*) FROM temp.regions'), value(db, f'SELECT count(*) FROM ({LEFT_OUT})')), (2, 1))


def test_rocprof():
    a, b = generate('prof/a.db'), generate('prof/b.db', '--host', 'other')
    check('one guid on two hosts: two processes', rows(attached(a, b), LEFT_OUT), [])
    c = shutil.copy(a, f'{FOLDER}/prof/c.db')
    check('databases of rocprofv3', (rows(attached(a, c), COUNTS), rows(attached(a, c), LEFT_OUT)), (rows(attached(a), COUNTS), [(c, a)]))
    # The same program recorded by two tools: different guids, and kernels with equal times.
    d = shutil.copy(a, f'{FOLDER}/prof/d.db')
    other = sqlite3.connect(d, isolation_level=None)
    table = value(other, "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_metadata*'")
    other.execute(f"""UPDATE "{table}" SET value = '00000000-0000-7000-8000-000000000001' WHERE tag = 'guid'""")
    other.close()
    check('two tools at once: both count', rows(attached(a, d), LEFT_OUT), [])
    s = generate('prof/sets.db', '--sets', '2', '--seed', '3')
    check('sets of one file', value(attached(s, shutil.copy(s, f'{FOLDER}/prof/more.db')), 'SELECT count(*) FROM sources WHERE same_as IS NOT NULL'), 2)


def test_alike():
    """A row that one file has twice does not count as held by another file."""
    paths = generate('alike/x.db'), shutil.copy(generate('alike/y.db'), f'{FOLDER}/alike/z.db')
    os.unlink(f'{FOLDER}/alike/y.db')
    for path, of, moved in zip(paths, ('id < 3', 'id = 3'), (0, 1000)):
        db = sqlite3.connect(path, isolation_level=None)
        for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_[rkms]*' AND name NOT GLOB 'rocpd_metadata*' AND name NOT GLOB 'rocpd_string*'").fetchall():
            db.execute(f'DELETE FROM "{name}"' + (f' WHERE NOT ({of})' if name.startswith('rocpd_region') else ''))
            if name.startswith('rocpd_region'):
                db.execute(f'UPDATE "{name}" SET tid = (SELECT min(tid) FROM "{name}"), start = (SELECT max(start) FROM "{name}") + {moved}')
        db.close()
    for order in paths, paths[::-1]:
        db = attached(*order)
        check('two equal rows', (rows(db, 'SELECT count(*), count(DISTINCT start) FROM temp.regions'), rows(db, LEFT_OUT), rows(db, TWICE)), ([(3, 2)], [], []))


def test_untimed():
    """Rows without a start: parts that hold different ones count together, a copy does not."""
    for format in 'rocz', 'db':
        parts = export(format, f'rtg_part.{format}', ['tests/data/rtg'], split=4)
        whole = attached(export(format, f'rtg_whole.{format}', ['tests/data/rtg']))  # a database has no kernels that never began
        names = 'SELECT name FROM temp.kernels ORDER BY start, name'
        check(f'{format}: parts of a trace with kernels that never began', rows(attached(*parts), names), rows(whole, names))
        for part in parts:
            copy = shutil.copy(part, f'{FOLDER}/rtg_copy.{format}')
            check(f'{format}: a copy of {os.path.basename(part)}', rows(attached(part, copy), names), rows(attached(part), names))
    assert rows(attached('tests/data/rtg'), 'SELECT count(*) FROM temp.kernels WHERE start IS NULL')[0][0]


def test_alike_twice():
    """Equal rows all count as held by another file, but as surplus only in the later file."""
    starts = {'x': (0, 0, 1000), 'y': (0, 2000)}
    path = {name: generate(f'twice/{name}.db') for name in starts}
    for name, at in starts.items():
        db = sqlite3.connect(path[name], isolation_level=None)
        for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_[rkms]*' AND name NOT GLOB 'rocpd_metadata*' AND name NOT GLOB 'rocpd_string*'").fetchall():
            db.execute(f'DELETE FROM "{table}"' + (f' WHERE id > {len(at)}' if table.startswith('rocpd_region') else ''))
            for i, moved in enumerate(at if table.startswith('rocpd_region') else ()):
                db.execute(f'UPDATE "{table}" SET tid = 24228, start = 5000002000000 + {moved}, "end" = 5000009000000 WHERE id = {i + 1}')
        db.close()
    for order, wanted in ('xy', [('x', 2, 0), ('y', 1, 1)]), ('yx', [('y', 1, 0), ('x', 2, 2)]):
        got = rows(attached(*(path[n] for n in order)), 'SELECT source, rows_twice, rows_surplus FROM sources')
        check(f'equal rows in two files, {order}', got, [(path[n], twice, surplus) for n, twice, surplus in wanted])


def test_damage():
    data = bytearray(open(A, 'rb').read())
    cut = f'{FOLDER}/cut.rocz'
    open(cut, 'wb').write(data[:len(data) * 3 // 4])
    for order in (A, cut), (cut, A):
        check('a cut file is left out beside the whole', (rows(attached(*order), COUNTS), rows(attached(*order), LEFT_OUT)), ([ALONE], [(cut, A)]))
    bad = f'{FOLDER}/bad.rocz'
    starts = 'SELECT sum(start) FROM temp.kernels'
    places = range(1000, len(data) - 200, 200)
    next(at for at in places if isinstance(value(attached(damaged(bad, at)), starts), str))
    for order in (A, bad), (bad, A):
        check('an unreadable file is not left out', (f'{bad}: ' in str(rows(attached(*order), starts)), rows(attached(*order), LEFT_OUT)), (True, []))
    db = attached_with((bad, '{"damaged":"skip"}'), (A, None))
    check('... except with damaged skipped', (rows(db, COUNTS), rows(db, LEFT_OUT)), ([ALONE], [(bad, A)]))
    lost = "SELECT sum(value) FROM health WHERE name = 'names lost'"
    next(at for at in places if rows(attached(damaged(bad, at)), starts) == rows(attached(A), starts) and value(attached(bad), lost))
    for order in (A, bad), (bad, A):
        check('a file that lost names is left out', (rows(attached(*order), COUNTS), rows(attached(*order), LEFT_OUT)), ([ALONE], [(bad, A)]))


def damaged(path, at):
    """A copy of A with some changed bytes."""
    data = bytearray(open(A, 'rb').read())
    for i in range(at, at + 200):
        data[i] ^= 0x55
    open(path, 'wb').write(data)
    return path


# ---- against an oracle

QUERIES = ('SELECT guid, nid, pid, start, "end", name FROM temp.kernels', 'SELECT guid, nid, pid, start, "end", name FROM temp.memory_copies',
           'SELECT guid, nid, pid, start, tid, name FROM temp.regions', 'SELECT guid, nid, pid, timestamp, tid, name FROM temp.samples',
           'SELECT guid, nid, pid, start, tid, type FROM temp.memory_allocations')


def read_alone(path):
    """{guid of a source: {process: {row: how often}}}"""
    db, whose, out = attached(path, options='{"same":"keep"}'), {}, {}
    for guid, host in rows(db, 'SELECT guid, host FROM sources'):
        out[guid] = {}
        for nid, pid, said in rows(db, "SELECT nid, pid, extdata FROM temp.rocpd_info_process WHERE guid = ?", guid):
            said = json.loads(said or '{}').get('rocpd_source')
            whose[guid, nid, pid] = (said['guid'], said['host']) if said else (guid, host)
            out[guid][whose[guid, nid, pid]] = {}
    for kind, query in enumerate(QUERIES):
        untimed = {}
        for guid, nid, pid, start, second, name in rows(db, query):
            held = out[guid][whose[guid, nid, pid]]
            if start is None:
                second = name, untimed.setdefault((guid, whose[guid, nid, pid], name), 0)
                untimed[guid, whose[guid, nid, pid], name] += 1
            held[kind, start, second] = held.get((kind, start, second), 0) + 1
    return out


def oracle(files):
    """{(path, guid): (left out?, rows counted twice, those of them that an earlier file has)} for files in this order."""
    units = [((path, guid), processes) for path, sources in files for guid, processes in sources.items()]
    most = {}
    for _, processes in units:
        for p, held in processes.items():
            most[p] = max(most.get(p, 0), sum(held.values()))
    is_part = [any(sum(held.values()) < most[p] for p, held in processes.items()) for _, processes in units]
    left = set(range(len(units)))
    elsewhere = lambda i, p, row=None: any(p in units[k][1] and (row is None or row in units[k][1][p]) for k in left - {i})
    for i in sorted(left, key=lambda i: (not is_part[i], -i)):
        if all(elsewhere(i, p) and all(elsewhere(i, p, row) for row in held) for p, held in units[i][1].items()):
            left.discard(i)
    before = lambda i, p, row: any(p in units[k][1] and row in units[k][1][p] for k in left if k < i)
    twice = lambda i, has: sum(n for p, held in units[i][1].items() for row, n in held.items() if has(i, p, row)) if i in left else 0
    return {units[i][0]: (i not in left, twice(i, elsewhere), twice(i, before)) for i in range(len(units))}


def test_random():
    r = random.Random(7)
    small = [trace(f'small{n}', 20 + n, 60) for n in range(3)]
    made = list(small)
    for n in range(24):
        kind = r.choice(('rocz', 'db'))
        options = r.choice(({}, {'end': f'{r.randrange(20, 90)}%'}, {'start': f'{r.randrange(10, 80)}%'}, {'split': 2}, {'categories': r.choice(('KERNEL*', 'HIP*', 'MEMORY*'))}))
        got = export(kind, f'random{n}.{kind}', r.sample(small, r.randrange(1, 4)) if n % 3 else [r.choice(made)], **options)
        made += got if isinstance(got, list) else [got]
    alone = {path: read_alone(path) for path in made}
    wrong, left_out, twice = [], 0, 0
    for n in range(120):
        chosen = r.sample(made, r.randrange(2, 7))
        db = attached(*chosen)
        got = {(s, g): (same is not None, t, surplus) for s, g, same, t, surplus in rows(db, 'SELECT source, guid, same_as, rows_twice, rows_surplus FROM sources')}
        wanted = oracle([(path, alone[path]) for path in chosen])
        if got != wanted:
            wrong.append((chosen, got, wanted))
        left_out += sum(x for x, *_ in got.values())
        twice += sum(t > 0 for _, t, _ in got.values())
    check('random files in random orders', (wrong[:1], left_out > 100, twice > 20), ([], True, True))


for test in (test_pairs, test_merged, test_parts, test_ways, test_keep, test_changes, test_main, test_rtg, test_rocprof, test_alike, test_alike_twice, test_untimed, test_damage, test_random):
    test()
finish()
