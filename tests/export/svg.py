"""rocpd_export_svg(): pictures are XML without anything from elsewhere, and their figures those of SQL."""
import json
import os
import random
import re
import xml.etree.ElementTree as xml

from compared import hostile, report, same, samples, not_utf8
from common import FOLDER, attached, check, finish, rows, value
from cause_trace import Trace
from random_trace import random_trace

TRACES = 20 if not os.environ.get('SOAK') else 1000
OUT, SVG = f'{FOLDER}/out.svg', '{http://www.w3.org/2000/svg}'
# scripts/embed.sh leaves lines out that are comments
SCRIPT = re.sub(r'(?m)^ */\*(?s:.*?)\*/ *\n', '', open('ext/export/svg/svg_flame.js', encoding='utf-8').read()).strip()
BOUNDS = [0, 10 ** 4, 2 * 10 ** 4, 5 * 10 ** 4, 10 ** 5, 10 ** 6, 10 ** 7, 10 ** 8]


def draw(db, **options):
    """The function's result, and the picture."""
    said = value(db, 'SELECT rocpd_export_svg(?, ?)', OUT, json.dumps(dict(options, overwrite=True)))
    assert said.startswith('{'), said
    root = xml.parse(OUT).getroot()
    for e in root.iter():
        assert e.tag in {SVG + t for t in ('svg', 'style', 'rect', 'text', 'g', 'title', 'line', 'script')}, e.tag
        assert e.tag != SVG + 'script' or e.text.strip() == SCRIPT, 'another script'
        assert not any('href' in a or a.startswith('on') for a in e.attrib), e.attrib
    return json.loads(said), root


def cut(name):
    size = name.encode()
    return name if len(size) <= 400 else size[:400].decode(errors='ignore') + '…'


def percent(e, attribute):
    assert e.get(attribute).endswith('%')
    return float(e.get(attribute)[:-1])


def boxes(root):
    """(depth, left, width in %, name, ns) of the boxes of a flame graph."""
    out, whole = [], 0
    for g in root.iter(SVG + 'g'):
        if g.get('id') == 'frames':
            whole = int(g.get('data-all'))
            continue
        box, title = g.find(SVG + 'svg'), g.find(SVG + 'title').text
        time = re.search(r'(\d+) ns\)$', title)
        ns = int(time.group(1) if time else re.match(r'\d+', title[title.rindex('\n') + 1:]).group())
        depth = (int(box.get('y')) - 30) // 18
        same('data for the script', title, (int(g.get('data-depth')), int(g.get('data-value')), g.get('class')), (depth, ns, 'frame' if ns * 2000 >= whole else 'frame narrow'))
        same('places for the script', title, abs(100 * int(g.get('data-at')) / whole - percent(box, 'x')) < .0001, True)
        out.append((depth, percent(box, 'x'), percent(box, 'width'), title[:title.rindex('\n')], ns))
    return out


def flame(db, seed):
    for what in ('host', 'gpu', 'calls'):
        said, root = draw(db, value=what)
        all_of = boxes(root)
        whole = value(db, "SELECT coalesce(sum(exclusive_ns), 0) FROM calls WHERE depth > 0" if what == 'host' else 'SELECT count(*) FROM regions WHERE start NOT NULL' if what == 'calls' else
                      'SELECT CAST((SELECT total(max(0, "end" - start)) FROM kernels) + (SELECT total(max(0, "end" - start)) FROM memory_copies) AS INTEGER)')
        for depth, left, width, name, ns in all_of:
            around = [b for b in all_of if b[0] == depth - 1 and b[1] - .001 <= left and left + width <= b[1] + b[2] + .001]
            same('boxes are inside their parents', seed, (depth == 0 or bool(around), abs(width - 100 * ns / whole) < .001), (True, True))
        for a, b in zip(sorted(all_of), sorted(all_of)[1:]):
            if a[0] == b[0]:
                same('boxes do not overlap', seed, b[1] >= a[1] + a[2] - .001, True)
        # The folded stacks whose boxes are wide enough.
        rows(db, 'SELECT rocpd_export_folded(?, ?)', OUT + '.folded', json.dumps({'value': what, 'overwrite': True}))
        sums = {}
        for line in open(OUT + '.folded', encoding='utf-8'):
            stack, ns = line.rsplit(' ', 1)
            frames = stack.split(';')
            for i in range(len(frames)):
                key = (i, tuple(frames[:i + 1]))
                sums[key] = sums.get(key, 0) + int(ns)
        same('the whole', (seed, what), sum(ns for k, ns in sums.items() if k[0] == 0), whole)
        want = sorted((k[0], cut(k[1][-1]), ns) for k, ns in sums.items() if ns * 20000 >= whole)
        names = [b[3] for b in all_of if b[0] == 0]
        if len(set(names)) < len(names):
            continue  # stacks combine two processes with one name and pid
        same('boxes', (seed, what), sorted((b[0], b[3].replace(';', ','), b[4]) for b in all_of), want)
        narrow = sum(1 for ns in sums.values() if ns * 20000 < whole)
        same('a warning about narrow boxes', (seed, what), [re.search(r'\((\d+)\)', w)[1] for w in said['warnings'] if 'boxes' in w], [str(narrow)] if narrow else [])


def panels(root):
    return [[g for g in e.iter(SVG + 'g')] for e in root.iter(SVG + 'svg') if e.get('viewBox')]


def utilisation(db, seed):
    said, root = draw(db, picture='utilisation')
    span = rows(db, 'SELECT min(start), max("end") FROM gpu_time(\'agent\') WHERE start NOT NULL')[0]
    parts = [tuple(int(n) for n in re.search(r': (-?\d+) to (-?\d+) ns\n[\d.]+ % busy \((\d+) ns; kernels (\d+) ns, copies (\d+) ns', t.text).groups())
             for e in root.iter(SVG + 'svg') if e.get('viewBox') for t in e.iter(SVG + 'title')]
    got = sorted(p for p in parts if p[2])
    want = []
    if span[0] is not None and span[1] > span[0]:
        width = (span[1] - span[0] + 239) // 240
        want = sorted(rows(db, 'SELECT start, "end", union_ns, kernel_ns, copy_ns FROM gpu_time(?) WHERE union_ns > 0', str(width)))
    if isinstance(want, list) and want and isinstance(want[0], str):  # gpu_time refuses steps over machines whose clocks were not compared: the picture says so
        same('utilisation', seed, any('rocpd_align' in w for w in said['warnings']), True)
    else:
        same('utilisation', seed, got, want)
    if span[0] is not None and span[1] > span[0]:
        same('all of the time', seed, len({p[0] for p in parts}) * width >= span[1] - span[0], True)
    for g in root.iter(SVG + 'g'):
        bars = [(float(e.get('y')), float(e.get('height'))) for e in g.iter(SVG + 'rect') if e.get('class') != 'hit']
        part = re.search(r': (-?\d+) to (-?\d+) ns\n[\d.]+ % busy \((\d+) ns; kernels (\d+) ns', g.find(SVG + 'title').text)
        start, end, union, kernels = (int(n) for n in part.groups())
        want = [100 * n / (end - start) for n in (kernels, union - kernels) if n]
        same('heights', seed, [abs(h - w) < .011 for (_, h), w in zip(bars, want)], [True] * len(want))
        same('bars are stacked', seed, [abs(100 - sum(h for _, h in bars[:i + 1]) - y) < .03 for i, (y, _) in enumerate(bars)], [True] * len(want))


def gaps(db, seed):
    root = draw(db, picture='gaps')[1]
    got = [tuple(int(n) for n in re.match(r'[^:]*: (\d+) gaps, (\d+) ns idle', g.find(SVG + 'title').text).groups()) for g in root.iter(SVG + 'g')]
    want = rows(db, "SELECT gaps, idle_ns FROM gap_histogram('10 20 50 100 1000 10000 100000')")
    same('gaps', seed, sorted(got), sorted(want))


def pictures(db, seed):
    flame(db, seed)
    utilisation(db, seed)
    gaps(db, seed)


r = random.Random(11)
for seed in range(1, TRACES + 1):
    path = f'{FOLDER}/{seed}.db'
    if seed % 2:
        Trace(seed).write(path)
    else:
        path = random_trace(r, f'{seed}.db')
    db = attached(path)
    pictures(db, seed)
    if seed % 5 == 0:
        low, high = rows(db, 'SELECT min(start), max("end") FROM regions')[0]
        rows(db, 'SELECT rocpd_window(?, ?, 0)', low + (high - low) // 3, low + (high - low) // 2)
        utilisation(db, f'{seed} in a window')
        gaps(db, f'{seed} in a window')
    db.close()
for path, db in samples(f'{FOLDER}/[123].db'):
    pictures(attached(path), path)
report(('the whole', 'boxes are inside their parents', 'boxes do not overlap', 'boxes', 'a warning about narrow boxes', 'utilisation', 'heights', 'bars are stacked', 'all of the time', 'gaps', 'data for the script',
        'places for the script'), f'{TRACES} traces and more')

# Names that must not be taken for markup.
NAMES = ['</text><script>alert(1)</script>', '&amp; "q" \'s\'', 'a\nb\x01\x7f', ']]>', 'Grüße \ufffe\uffff', 'é' * 500000, '<!--']


def change(raw, table):
    not_utf8(raw, table)
    raw.execute(next(f'UPDATE "{n}" SET name = ?, product_name = ?' for (n,) in raw.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_info_agent_*'")), (NAMES[0], NAMES[0]))


db = hostile(NAMES, change)
said, root = draw(db)
clean = {''.join(' ' if c < ' ' or c == '\x7f' else '\ufffd' if c in '\ufffe\uffff' else c for c in n) for n in NAMES if len(n) < 200} | {'a\ufffdb', 'é' * 200 + '…'}
got = {b[3] for b in boxes(root) if b[0] > 1}
check('hostile names', got - clean - {'step', 'forward', 'backward', 'a "b"', 'roctxThreadRangeA'}, set())
check('each has a box', len(got & clean) > 4, True)
check('a warning about a cut name', any('are cut' in w for w in said['warnings']), any('…' in n for n in got))
for picture in ('utilisation', 'gaps'):
    check(f'{picture} with hostile names', draw(db, picture=picture)[0]['tracks'] > 0, True)
check('one agent', draw(db, picture='gaps', agents=[2])[0]['tracks'], 1)
check('no agent', [e.text for e in draw(db, picture='gaps', agents=[99])[1].iter(SVG + 'text')], ['Gaps by their length: bars are their time, numbers how many: no agent did anything'])
check('other choices', value(db, "SELECT rocpd_export_svg(?, '{\"picture\":\"gaps\",\"names\":\"x\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_svg: pictures of GPUs show all their work: they take only the option agents; rocpd_window() selects the time')
check('a wrong picture', value(db, "SELECT rocpd_export_svg(?, '{\"picture\":\"pie\"}')", f'{FOLDER}/x'),
      'OperationalError: rocpd_export_svg: option picture: expected "flame", "utilisation" or "gaps", found pie')
check('nothing is left', os.path.exists(f'{FOLDER}/x'), False)
finish()
