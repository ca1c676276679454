"""Flame graphs in headless Chromium: what a click, a search and a reset make of the picture, against brute force; and that no picture has errors or reaches out."""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'sql'))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, attached, check, finish, value  # noqa: E402
from cause_trace import Trace  # noqa: E402

SVG = '{http://www.w3.org/2000/svg}'
PROBE = '''<script><![CDATA[
(function () {
  var states = [], frames = document.querySelectorAll('.frame'), field = document.querySelector('input');
  function state(what) {
    states.push({what: what, details: document.querySelector('#details').textContent, frames: Array.prototype.map.call(frames, function (g) {
      var box = g.querySelector('svg');
      return [getComputedStyle(g).display !== 'none', parseFloat(box.getAttribute('x')), parseFloat(box.getAttribute('width')), g.classList.contains('above'), g.classList.contains('found')];
    })});
  }
  function click(i) { frames[i].querySelector('rect').dispatchEvent(new MouseEvent('click', {bubbles: true})); }
  function search(text) { field.value = text; field.dispatchEvent(new Event('input')); }
  state('begin');
  for (var i = 0; i < frames.length; i += Math.ceil(frames.length / 12)) { click(i); state('zoom ' + i); }
  ['hip', 'M.*y', '(', 'nothing is called this'].forEach(function (text) { search(text); state('search ' + text); });
  document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
  state('escape');
  click(1), search('hip'), document.querySelector('button').click();
  state('reset');
  frames[0].querySelector('rect').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
  state('over 0');
  var out = document.createElementNS('http://www.w3.org/2000/svg', 'desc');
  out.id = 'probe';
  out.textContent = JSON.stringify(states);
  document.documentElement.appendChild(out);
})();
]]></script>
</svg>
'''


def browse(path, *more):
    return subprocess.run(['timeout', '-s', 'KILL', '60', 'chromium', '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', f'--user-data-dir={FOLDER}/browser',
                           '--window-size=1200,600', '--enable-logging=stderr', *more, f'file://{path}'], capture_output=True, text=True, check=False)


def draw(db, path, **options):
    said = value(db, 'SELECT rocpd_export_svg(?, ?)', path, json.dumps(dict(options, overwrite=True)))
    assert said.startswith('{'), said


def read(path):
    """The total, and (depth, at, value, name, title) of the boxes in the file."""
    root = xml.parse(path).getroot()
    board = next(g for g in root.iter(SVG + 'g') if g.get('id') == 'frames')
    out = []
    for g in board:
        title = g.find(SVG + 'title').text
        out.append((int(g.get('data-depth')), int(g.get('data-at')), int(g.get('data-value')), title[:title.rindex('\n')], title))
    return int(board.get('data-all')), out


def zoomed(frames, whole, f):
    """The displayed boxes: (shown, left, width, above) of each."""
    out = []
    at, all_of = (f[1], f[2]) if f else (0, whole)
    for depth, left, value_, *_ in frames:
        inside = left >= at and left + value_ <= at + all_of and (f is None or depth >= f[0])
        above = f is not None and depth < f[0] and left <= at and left + value_ >= at + all_of
        x, wide = (0, 100) if above else (100 * (left - at) / all_of, 100 * value_ / all_of)
        out.append((above or (inside and wide >= .05), x, wide, above))
    return out


def close(got, want):
    return len(got) == len(want) and all(g[0] == w[0] and g[3] == w[3] and (not w[0] or (abs(g[1] - w[1]) < .0002 and abs(g[2] - w[2]) < .0002)) for g, w in zip(got, want))


def found(frames, text):
    try:
        wanted = re.compile(text, re.I)
    except re.error:
        wanted = re.compile(re.escape(text), re.I)
    hits = [bool(wanted.search(f[3])) for f in frames]
    total, n = 0, 0
    for i, f in enumerate(frames):
        n += hits[i]
        around = any(hits[k] and frames[k][0] < f[0] and frames[k][1] <= f[1] and f[1] + f[2] <= frames[k][1] + frames[k][2] for k in range(i))
        total += f[2] if hits[i] and not around else 0
    return hits, n, total


def probe(what, path):
    whole, frames = read(path)
    text = open(path, encoding='utf-8').read()
    page = f'{FOLDER}/probe.svg'
    open(page, 'w', encoding='utf-8').write(text[:text.rindex('</svg>')] + PROBE)
    ran = browse(page, '--dump-dom')
    m = re.search(r'<desc id="probe">(.*?)</desc>', ran.stdout, re.S)
    check(f'{what}: the script runs', bool(m), True)
    if not m:
        print(ran.stdout[-300:], ran.stderr[-600:])
        return
    states = json.loads(m.group(1).replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&'))
    wrong = []
    for s in states:
        word, _, rest = s['what'].partition(' ')
        f = frames[int(rest)] if word == 'zoom' else None
        f = None if f and f[0] == 0 and f[2] == whole else f
        if word == 'search':
            hits, n, total = found(frames, rest)
            want = f"{n} {'box' if n == 1 else 'boxes'}, {100 * total / whole:.2f} % of all"
            if [g[4] for g in s['frames']] != hits or s['details'] != want:
                wrong.append((s['what'], s['details'], want))
            continue
        if not close(s['frames'], zoomed(frames, whole, f)):
            wrong.append(s['what'])
        if word in ('escape', 'reset') and (any(g[4] for g in s['frames']) or s['details']):
            wrong.append((s['what'], s['details']))
        if word == 'over' and s['details'] != ': '.join(frames[0][4].rsplit('\n', 1)):
            wrong.append((s['what'], s['details']))
    check(f'{what}: zoom, search and reset ({len(frames)} boxes)', wrong, [])
    check(f'{what}: many states', len(states) > 10, True)


subprocess.run([f'{BUILD}/bench/tracegen', f'{FOLDER}/nested.rocz', '20000', 'nested=200', 'threads=3', 'seed=3'], check=True, stdout=subprocess.DEVNULL)
Trace(4).write(f'{FOLDER}/4.db')
out = f'{FOLDER}/out.svg'
for what, path, picked in (('host', f'{FOLDER}/4.db', 'host'), ('gpu', f'{FOLDER}/nested.rocz', 'gpu'), ('calls', f'{FOLDER}/nested.rocz', 'calls')):
    draw(attached(path), out, value=picked)
    probe(what, out)
db = attached(f'{FOLDER}/nested.rocz')
for picture in ('flame', 'utilisation', 'gaps'):
    draw(db, out, picture=picture)
    shot = f'{FOLDER}/{picture}.png'
    ran = browse(out, f'--screenshot={shot}')
    check(f'{picture}: there is a picture', os.path.exists(shot) and os.path.getsize(shot) > 5000, True)
    check(f'{picture}: the browser reports no problem', [line for line in ran.stderr.split('\n') if 'CONSOLE' in line], [])
finish()
