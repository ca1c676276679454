"""Counter tracks of exports against the rows of metrics of a real recording: each track of an owner has its values, at their times, and its unit.
Usage: exports.py ROCPD TRACE FOLDER"""
import collections
import ctypes.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'export'))
import check as decoder  # noqa: E402
from report import Report, columns  # noqa: E402

rocpd, trace, folder = sys.argv[1:4]
failed = 0


def check(what, ok, detail=''):
    global failed
    print('ok' if ok else 'not ok', what, '' if ok else str(detail)[:600])
    failed |= not ok


def run(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout


rows = json.loads(run(rocpd, 'query', '--json', trace, 'SELECT track, unit, timestamp, value FROM metrics WHERE value IS NOT NULL ORDER BY timestamp, id'))
want, units = collections.defaultdict(list), {}
for r in rows:
    want[r['track']].append((r['timestamp'], r['value']))
    units[r['track']] = r['unit']
check('there are values of the process and a GPU', all(any(t.startswith(w) for t in want) for w in ('CPU User Time', 'GPU Current Power')), list(want))


def compare(what, got, exact=1e-9, first=0):
    # GPUs are first known to the host, then by their agents: two tracks of one name.
    merged = collections.defaultdict(list)
    for name, values in got:
        if name in want:
            merged[name] += values
    wanted = {t: sorted(v for v in values if v[0] >= first) for t, values in want.items()}
    off = [(t, sorted(merged[t])[:2], wanted[t][:2], len(merged[t]), len(wanted[t])) for t in want
           if len(merged[t]) != len(wanted[t]) or any(abs(a - b) > 1000 or abs(x - y) > exact * max(1, abs(y)) for (a, x), (b, y) in zip(sorted(merged[t]), wanted[t]))]
    check(what, not off, off[:2])


options = ['--options', '{"counters":true}']
run(rocpd, 'convert', '-o', f'{folder}/out.json', *options, trace)
events = json.load(open(f'{folder}/out.json'))
base = int(events['otherData']['base_ns'])
got = collections.defaultdict(list)
for e in events['traceEvents']:
    if e['ph'] == 'C':
        got[e['name'], e['pid'], e.get('id')].append((base + e['ts'] * 1000, *map(float, e['args'].values())))
compare('Chrome JSON, from its first event on', [(k[0], v) for k, v in got.items()], first=base)

run(rocpd, 'convert', '-o', f'{folder}/out.pftrace', *options, trace)
perfetto = decoder.Perfetto(f'{folder}/out.pftrace')
compare('Perfetto', [(perfetto.tracks[t]['name'], v) for t, v in perfetto.counters.items()])
text = open(f'{folder}/out.pftrace', 'rb').read()
check('... with units', all(text.count(b'\x32' + bytes([0x80 | len(u), 0x80, 0x80, 0]) + u.encode()) >= 1 for u in set(units.values()) if u), set(units.values()))

run(rocpd, 'convert', '-o', f'{folder}/out.html', *options, trace)
report = Report(f'{folder}/out.html')
base = int(report.directory['base'])
got = []
for c in report.directory['counters']:
    values = [(base + t, v) for blob in c['blobs'] for t, v in zip(*columns(report.blob(blob)))]
    got.append((c['name'], [(t, struct.unpack('<d', struct.pack('<q', v))[0] if c['real'] and isinstance(v, int) else v) for t, v in values]))
compare('HTML', got)

said = run(rocpd, 'query', trace, f"SELECT CAST(rocpd_export_otf2('{folder}/otf2', '{{\"counters\":true}}') AS TEXT)") if shutil.which('otf2-print') and ctypes.util.find_library('otf2') else ''
if said:
    printed = run('otf2-print', f'{folder}/otf2/traces.otf2')
    got = collections.defaultdict(list)
    for at, name, v in re.findall(r'^METRIC +\d+ +(\d+) .*?\("(.*?)" <\d+>; \w+; ([-+.\deE]+)\)', printed, re.M):
        got[name].append((int(at), float(v)))
    first = min(t for name, v in got.items() if name in want for t, _ in v)
    shift = min(t for v in want.values() for t, _ in v) - first  # times of an archive begin at another moment
    compare('OTF2', [(k, [(t + shift, v) for t, v in values]) for k, values in got.items()], 1e-5)
    members = dict(re.findall(r'^METRIC_MEMBER .*?Name: "(.*?)" <\d+>.*Unit: "(.*?)"', run('otf2-print', '-G', f'{folder}/otf2/traces.otf2'), re.M))
    check('... with units', all(members.get(t) == (u or '#') for t, u in units.items()), [(t, members.get(t), u) for t, u in units.items() if members.get(t) != (u or '#')][:3])
sys.exit(failed)
