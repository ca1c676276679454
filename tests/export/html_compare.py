"""Reports of two traces: the contents of the file against the tables of each trace; the effect of options on both; and errors. `html_compare.py BUILD
FOLDER`, which has
many.rocz and other.rocz."""
import collections
import json
import os
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, HERE, attached, check as equal, finish, generate, generate_empty, value  # noqa: E402
from report import Report, columns  # noqa: E402

EVENTS = '''SELECT 0 AS class, name, category, start, "end", stack_id FROM regions WHERE category NOT LIKE 'MARKER%' UNION ALL SELECT 1, name, category, start, max(start, "end"), stack_id FROM kernels
  UNION ALL SELECT 2, name, category, start, max(start, "end"), stack_id FROM memory_copies'''
TABLES = os.path.join(HERE, '..', '..', 'ext', 'export', 'html', 'compare')


def check(what, ok, detail=''):
    equal(what, True if ok else detail, True)


def export(first, other, name='compared.html', **options):
    db = attached(*([first] if isinstance(first, str) else first))
    path = f'{FOLDER}/{name}'
    said = value(db, 'SELECT rocpd_export_html(?, ?)', path, json.dumps(dict(options, compare=other, overwrite=True)))
    assert said.startswith('{'), said
    return Report(path), json.loads(said)


def refused(first, other, text, sql='', **options):
    """An error that has these words, and no file."""
    db = attached(first)
    if sql:
        db.execute(sql)
    path = f'{FOLDER}/refused.html'
    try:
        said = db.execute('SELECT rocpd_export_html(?, ?)', (path, json.dumps(dict(options, compare=other)))).fetchone()[0]
    except sqlite3.Error as error:
        said = str(error)
    check(f'refused: {text}', text in said and not os.path.exists(path), said)


def shown(report, trace):
    found = collections.Counter()
    for _, lane in report.lanes(trace):
        for chunk in report.chunks(lane):
            for e in report.events(chunk, trace):
                if e['class'] < 3 and not (e['category'] or '').startswith('MARKER'):
                    found[e['class'], e['name'], e['category'], e['start'], e['end'], e['stack_id']] += 1
    return found


def wanted(path, where='1'):
    return collections.Counter(attached(path).execute(f'SELECT * FROM ({EVENTS}) WHERE {where}'))


def same(what, got, want):
    check(what, got == want and want, (list((got - want).items())[:2], list((want - got).items())[:2], len(want)))


def first_of(path):
    return attached(path).execute(f'SELECT min(start), max("end") FROM ({EVENTS})').fetchone()


def whole(first, other, what, **options):
    """All events of both, each at its own time less its own base; the tables' rows are those of their SQL."""
    report, result = export(first, other, f'{what}.html', **options)
    d = report.directory
    for trace, path in enumerate((first, other)):
        same(f'{what}: events of trace {trace}', shown(report, trace), wanted(path))
        one = d['traces'][trace]
        events = sum(lane['events'] for _, lane in report.lanes(trace))
        check(f'{what}: trace {trace} is counted', one['counts']['events'] == events and (one['path'] or first) == path and len(one['sources']) > 0, (one, events))
        counters = [c for c in d['counters'] if c['trace'] == trace]
        check(f'{what}: counters of trace {trace}', bool(counters) == bool(options.get('counters')), [c['name'] for c in d['counters']])
        for c in counters:
            values = [v for blob in c['blobs'] for v in zip(*columns(report.blob(blob)))]
            check(f"{what}: {c['name']} in its trace's time", len(values) == c['values'] and one['span'][0] <= min(values)[0] and max(values)[0] <= one['span'][1], (one['span'], min(values), max(values)))
    check(f'{what}: counts are of both', result['events'] == d['counts']['events'] == sum(t['counts']['events'] for t in d['traces']), result)
    check(f'{what}: span is that of both', d['span'] == [min(t['span'][0] for t in d['traces']), max(t['span'][1] for t in d['traces'])], d['span'])
    db = attached(first)
    compared = [t for t in d['tables'] if t['name'].startswith('diff')]
    check(f'{what}: tables', [t['name'] for t in d['tables'][:len(compared)]] == [f[3:-4] for f in sorted(os.listdir(TABLES))], [t['name'] for t in d['tables']])
    for t in compared:
        rows, want = report.table(t['name'])[1], [[v if not isinstance(v, int) or abs(v) <= 2 ** 53 else str(v) for v in row] for row in db.execute(t['sql'])]
        alike = len(rows) == len(want) and all(a == b or (isinstance(b, float) and abs(a - b) <= 1e-9 * abs(b)) for r, w in zip(rows, want) for a, b in zip(r, w))
        check(f"{what}: table {t['name']}", alike and t['rows'] == len(want) and (want or t['why']) and not ':other' in t['sql'], (t, rows[:1], want[:1]))
    kernels = report.table('diff_kernels')
    asked = db.execute("SELECT name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns, only_in FROM diff('', ?, 'kernel')", (other,)).fetchall()
    at = [kernels[0]['columns'].index(c) for c in ('name', 'calls_a', 'calls_b', 'total_a_ns', 'total_b_ns', 'delta_ns', 'only_in')]
    check(f'{what}: equals the table diff', sorted(tuple(r[i] for i in at) for r in kernels[1]) == sorted(asked) and asked, asked[:1])
    for column, path in (('', first), ('b_', other)):
        i, j, k = (kernels[0]['columns'].index(c) for c in ('name', f'{column}longest_start', f'{column}longest_end'))
        longest = dict(attached(path).execute('SELECT name, max("end" - start) FROM kernels GROUP BY name'))
        check(f'{what}: longest of each kernel {column}', all(int(r[k]) - int(r[j]) == longest[r[i]] for r in kernels[1] if r[j] is not None) and any(r[j] is not None for r in kernels[1]), kernels[1][:1])
    return report


def for_browsers(first, other, marker, begins, clocked):
    """aligned.html and hostile.html, and the expected values of the first from SQL."""
    report, _ = export(first, other, 'aligned.html', align=f'{marker}/3', counters=True)
    areas = []
    for from_, to in ((-10 ** 12, 10 ** 12), (-3000000, 4000000)):
        sides = collections.defaultdict(lambda: [[0, 0], [0, 0]])
        for trace, path in enumerate((first, other)):
            for name, category, n, ns in attached(path).execute(f"""SELECT name, category, count(*), coalesce(sum("end" - start), 0) FROM ({EVENTS}) WHERE start <= {begins[trace] + to} AND coalesce("end", 9e18) >= {begins[trace] + from_} GROUP BY 1, 2"""):
                sides[f'{name}\n{category}'][0][trace], sides[f'{name}\n{category}'][1][trace] = n, ns
        areas.append([from_, to, sides])
    tables = []
    db = attached(first)
    for t in report.directory['tables']:
        if t['name'].startswith('diff') and t['rows']:
            tables.append({'name': t['name'], 'columns': t['columns'], 'rows': db.execute(t['sql']).fetchall()})
    kernels = next(t for t in tables if t['name'] == 'diff_kernels')
    top = [str(kernels['rows'][0][kernels['columns'].index(c)]) for c in ('longest_start', 'b_longest_start')]
    start, end, utc = attached(clocked).execute('SELECT start, "end", rocpd_utc(wall_ns) FROM kernels ORDER BY "end" - start DESC LIMIT 1').fetchone()
    json.dump({'clocked': {'start': start, 'end': end, 'utc': utc}, 'marker': marker, 'begins': [str(b) for b in begins], 'areas': areas, 'tables': tables, 'longest': dict(zip('ab', top)), 'events': [t['counts']['events'] for t in report.directory['traces']]},
              open(f'{FOLDER}/compare.json', 'w', encoding='utf-8'))
    run = '</script><img src=x onerror="window.hacked = 1">'
    bad = f'{FOLDER}/<img src=x onerror="window.hacked = 1"> \u202e'
    os.mkdir(bad)
    shutil.copy(other, f'{bad}/bad.db')
    db = sqlite3.connect(f'{bad}/bad.db')
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_string%'").fetchall():
        db.execute(f"""UPDATE "{table}" SET string = ? || id WHERE string NOT LIKE 'MARKER%' AND string NOT IN ('KERNEL_DISPATCH', 'MEMORY_COPY', 'MEMORY_ALLOCATION')""", (run,))
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_info_process%'").fetchall():
        db.execute(f'UPDATE "{table}" SET command = ?', (run,))
    db.commit()
    db.close()
    export(first, f'{bad}/bad.db', 'hostile.html')


def main():
    many, other = f'{FOLDER}/many.rocz', f'{FOLDER}/other.rocz'
    report = whole(many, other, 'two', counters=True)
    for trace, path in enumerate((many, other)):
        check(f'two: trace {trace} begins at 0', report.bases[trace] == first_of(path)[0] and report.directory['traces'][trace]['span'][0] == 0, (report.bases, first_of(path)))

    everything, seed = generate('everything.db', '--scale', '2'), generate('seed.db', '--scale', '2', '--seed', '7', '--pid', '4242')
    report = whole(everything, seed, 'databases', args=True)
    check('databases: arguments of both', all(any(c[5] >= 0 for _, lane in report.lanes(trace) for c in report.chunks(lane)) for trace in (0, 1)))

    # The same trace: nothing differs.
    report = whole(many, many, 'same')
    zero = [row for name in ('diff', 'diff_counts', 'diff_kernels', 'diff_calls') for row in [report.table(name)] for r in row[1] for k, c in enumerate(row[0]['columns']) if c in ('delta_ns', 'difference') and r[k] != 0]
    check('same: no differences', not zero and report.bases[0] == report.bases[1], zero[:1])

    # Windows: ns are times of the first trace, and the same distance from the first event in the other; percentages are of each trace.
    (a, b), (c, d) = first_of(many), first_of(other)
    part, _ = export(many, other, start=a + (b - a) // 4, end=a + (b - a) // 2)
    check('ns: aligned at the window', part.bases == [a + (b - a) // 4, c + (b - a) // 4] and part.directory['chosen'], part.bases)
    same('ns: the first', shown(part, 0), wanted(many, f'start <= {a + (b - a) // 2} AND "end" >= {a + (b - a) // 4}'))
    same('ns: the other', shown(part, 1), wanted(other, f'start <= {c + (b - a) // 2} AND "end" >= {c + (b - a) // 4}'))
    part, _ = export(many, other, start='25%', end='50%')
    for trace, (path, low, high) in enumerate(((many, a, b), (other, c, d))):
        from_, to = low + int((high - low) * .25), low + int((high - low) * .5)
        check(f'percent: trace {trace}', part.bases[trace] == from_, (part.bases, from_))
        same(f'percent: events of trace {trace}', shown(part, trace), wanted(path, f'start <= {to} AND "end" >= {from_}'))
        check(f'percent: window of trace {trace}', part.directory['traces'][trace]['window'] == [str(from_), str(to)] and part.directory['by'] == 'window', part.directory['traces'][trace]['window'])
        about, rows = part.table('diff_kernels')
        at = [about['columns'].index(c) for c in ('name', f"calls_{'ab'[trace]}", f"total_{'ab'[trace]}_ns")]
        asked = attached(path).execute(f'SELECT name, count(*), sum(min("end", {to}) - max(start, {from_})) FROM kernels WHERE start <= {to} AND "end" >= {from_} GROUP BY 1 ORDER BY 1').fetchall()
        check(f'percent: differences of that time, trace {trace}', sorted(tuple(r[i] for i in at) for r in rows if r[at[1]]) == asked and len(asked) > 1 and f'from {from_} to {to}' in about['sql'], (asked[:2], about['sql'][:200]))
    db = attached(many)
    value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/percent.html', json.dumps({'compare': other, 'start': '25%', 'end': '50%'}))
    left = [value(db, f'SELECT count(*) FROM {t}') for t in ('kernels', f"kernels('{other}')")]
    check('percent: afterwards all is there', left == [value(attached(p), 'SELECT count(*) FROM kernels') for p in (many, other)], left)
    part, _ = export(many, other, categories=['KERNEL_DISPATCH'], min_duration_ns=2000, kernel_names='short')
    for trace, path in enumerate((many, other)):
        n = attached(path).execute('SELECT count(*) FROM kernels WHERE "end" - start >= 2000').fetchone()[0]
        check(f'kernels of trace {trace}', part.directory['traces'][trace]['counts']['events'] == n > 0, n)

    # A marker: its start is 0 in both, and earlier times are below 0.
    name = next(n for n, in attached(everything).execute('SELECT name FROM markers GROUP BY name HAVING count(*) > 2 ORDER BY count(*)'))
    begins = [[t for t, in attached(p).execute('SELECT start FROM markers WHERE name = ? ORDER BY start', (name,))] for p in (everything, seed)]
    part, _ = export(everything, seed, align=f'{name}/3')
    check('marker: its beginning is 0', part.bases == [begins[0][2], begins[1][2]] and part.directory['by'] == 'marker' and part.directory['traces'][1]['window'] is None and part.directory['align'] == f'{name}/3' and part.directory['span'][0] < 0, (part.bases, begins))
    for trace, path in enumerate((everything, seed)):
        same(f'marker: events of trace {trace}', shown(part, trace), wanted(path))
    part, _ = export(everything, seed, marker=f'{name}/2')
    check('window of a marker: its beginning', part.bases == [begins[0][1], begins[1][1]], (part.bases, begins))

    for_browsers(everything, seed, name, [b[2] for b in begins], other)

    # Times beyond 2^53 ns, and a trace of ten days beside one of a thousandth of a second.
    late = generate('late.db', '--scale', '2')
    db = sqlite3.connect(late)
    for table, column in db.execute("SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name IN ('start', 'end', 'timestamp', 'init', 'fini')").fetchall():
        db.execute(f'UPDATE "{table}" SET "{column}" = "{column}" + 2305843009213693951')
    db.commit()
    db.close()
    report = whole(everything, late, 'late')
    check('late: moved', report.bases[1] - report.bases[0] == 2305843009213693951, report.bases)
    long = generate('long.db', '--scale', '2')
    db = sqlite3.connect(long)
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_kernel_dispatch%'").fetchall():
        db.execute(f'UPDATE "{table}" SET "end" = "end" + 864000000000000 WHERE id = (SELECT max(id) FROM "{table}")')
    db.commit()
    db.close()
    report = whole(long, many, 'long')
    check('long: a warning that names the trace', any(w.startswith("the connection's trace: ") and 'day' in w for w in report.directory['warnings']), report.directory['warnings'])

    # The other trace is empty, or has several files.
    empty = generate_empty('empty.db')
    for first, second, trace in ((many, empty, 1), (empty, many, 0)):
        report, _ = export(first, second, f'nothing{trace}.html')
        one = report.directory['traces'][trace]
        check(f'nothing in trace {trace}', one['span'] is None and one['counts']['events'] == 0 and report.directory['span'][1] > 0 and any('no event is in it' in w for w in report.directory['warnings']), report.directory['warnings'])
        same(f'nothing in trace {trace}: events of the other', shown(report, 1 - trace), wanted(many))
    ranks = f'{FOLDER}/ranks'
    os.mkdir(ranks)
    for i in (1, 2, 3):
        shutil.move(generate(f'rank{i}.db', '--seed', str(i), '--pid', str(100 + i), '--launcher', '--scale', '1'), f'{ranks}/rank{i}.db')
    report = whole(ranks, many, 'ranks')
    whole(many, f'{ranks}/*.db', 'glob')
    check('ranks: processes of both', [sum(p['trace'] == t for p in report.directory['processes']) for t in (0, 1)] >= [3, 1], report.directory['processes'])

    refused(many, '', 'expected a file, a folder or a glob')
    refused(many, 5, 'expected a file, a folder or a glob')
    refused(many, f'{FOLDER}/nothere', 'option compare: ')
    refused(many, f'{FOLDER}/nothere', 'nothere')
    refused(many, other, 'nobody said this', align='nobody said this')
    refused(many, everything, "option align: in the connection's trace", align=name)
    refused(everything, many, f'option align: in {many}', align=f'{name}/1')
    refused(everything, many, f'option marker: in {many}', marker=f'{name}/1')
    refused(many, other, 'with split', split=3)
    refused(many, other, 'with max_bytes', max_bytes=100000)
    refused(many, other, 'rocpd_window() is set', sql="SELECT rocpd_window('10%', '20%')")
    refused(many, None, 'found null')
    db = attached(many)
    error = value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/refused.html', '{"align":"x"}')
    check('refused: align alone', 'needs the option compare' in error, error)
    error = value(db, 'SELECT rocpd_export_perfetto(?, ?)', f'{FOLDER}/refused.pftrace', json.dumps({'compare': other}))
    check('refused: another format', 'compare' in error and 'known:' in error, error)
    copy = f'{FOLDER}/kept.rocz'
    shutil.copy(other, copy)
    error = value(attached(many), 'SELECT rocpd_export_html(?, ?)', copy, json.dumps({'compare': copy, 'overwrite': True}))
    check('refused: over a file that it reads', not error.startswith('{') and open(copy, 'rb').read() == open(other, 'rb').read(), error)
    damaged = f'{FOLDER}/damaged.rocz'
    data = bytearray(open(other, 'rb').read())
    data[-4096:] = bytes(4096)
    open(damaged, 'wb').write(data)
    error = value(attached(damaged), 'SELECT count(*), sum(duration) FROM kernels')
    check('damaged: there is an error', 'damaged.rocz' in str(error), error)
    refused(many, damaged, 'damaged.rocz')
    finish()


main()
