"""Filters of reports: processes against the same command on only their files, other filters against sums of the base tables, or rows of unfiltered ones. A
report refuses filters that cannot change it, and says why; its tables accept those that it takes."""
import csv
import io
import json
import os
import re
import subprocess
import sys

build = sys.argv[1]
failed = 0


def check(what, got, wanted):
    global failed
    if got == wanted:
        print('ok', what)
    else:
        print(f'not ok {what}: {got!r}, not {wanted!r}')
        failed = 1


def rocpd(*words):
    """Exit code, stdout, stderr."""
    p = subprocess.run(['rocpd', *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    return p.returncode, p.stdout, p.stderr


def table(*words):
    code, out, err = rocpd(*words, '--csv')
    return list(csv.DictReader(io.StringIO(out))) if not code else (code, err)


os.mkdir('trace')
for i in range(3):
    subprocess.run([f'{build}/bench/tracegen', f'trace/rank{i}.rocz', '200', f'seed={i}', f'pid={600 + i}', 'agents=3', 'queues=6', 'threads=2', 'host=1', 'boot=1000000000', 'arguments=1'],
                   check=True, stdout=subprocess.DEVNULL)
reports = sorted(f[:-4] for f in os.listdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../ext/command/report')) if f != 'diff.sql')

# ---- processes: as the command on their files

for report in reports:
    # (Columns of overhead depend on the memory used.)
    check(f'{report} --pid', rocpd(report, '--pid', '600,602', 'trace')[:2], rocpd(report, 'trace/rank0.rocz', 'trace/rank2.rocz')[:2])
check('--rank', rocpd('top', '--rank', '1', 'trace'), rocpd('top', 'trace/rank1.rocz'))
check('... and --pid', rocpd('top', '--rank', '0,1', '--rank=2', '--pid', '601,602', 'trace'), rocpd('top', 'trace/rank1.rocz', 'trace/rank2.rocz'))
check('in a window, whose times count from the start of the chosen processes', rocpd('gaps', '--pid', '602', '--window', '10%,60%', 'trace')[:2], rocpd('gaps', '--window', '10%,60%', 'trace/rank2.rocz')[:2])
check('rpt', rocpd('rpt', '--pid', '601', 'trace'), rocpd('rpt', 'trace/rank1.rocz'))
check('calls --timemory', rocpd('calls', '--timemory', '--pid', '601', 'trace'), rocpd('calls', '--timemory', 'trace/rank1.rocz'))

# ---- the others: taken if they can change the answer; else refused with the reason. What is taken no table of a section refuses

ALL, GPU, STREAM = ('--gpu', '--kernel', '--stream'), ('--gpu',), ('--gpu', '--stream')
TAKEN = {'advice': GPU, 'busy': GPU, 'calls': (), 'copies': STREAM, 'critical-path': ALL, 'energy': GPU, 'functions': ALL, 'gaps': ALL, 'health': (), 'histogram': ALL, 'hotspots': (), 'idle-stacks': ALL, 'info': (), 'iterations': ALL, 'launch-stacks': ALL, 'launches': ALL,
         'memory': GPU, 'metrics': (), 'overlap': GPU, 'ranges': ALL, 'ranks': GPU, 'rpt': GPU, 'sequences': GPU, 'summary': ALL, 'throttled': GPU, 'top': ALL, 'waits': (), 'what-if': ALL}
EMPTY = ('functions', 'hotspots', 'idle-stacks', 'metrics', 'throttled', 'waits')  # of these the trace has nothing
check('each report is here', sorted(TAKEN), reports)
for report in reports:
    said, words = rocpd(report, '--help')[1], rocpd('--complete', 'options', report)[1].split()
    for option, value in (('--gpu', '0'), ('--kernel', '*'), ('--stream', '*')):
        takes = option in TAKEN[report]
        code, out, err = rocpd(report, option, value, 'trace')
        check(f'{report} {option}: {"taken" if takes else "refused"}', (code, f'{option} ' in said, option in words, bool(out) or report in EMPTY), (0, True, True, True) if takes else (2, False, False, report in EMPTY))
        if not takes:
            reason = re.fullmatch(rf'rocpd {report}: {option} is not an option of this command: (.*) \(rocpd {report} --help\)\n', err)
            check('... with a reason', bool(reason) or err, True)
check('calls --gpu', rocpd('calls', '--gpu', '0', 'trace')[2], 'rocpd calls: --gpu is not an option of this command: calls belong to no GPU, kernel or stream (rocpd calls --help)\n')
check('... and of commands that are no reports', rocpd('live', '--gpu', '0')[2], 'rocpd live: --gpu is not an option of this command; rocpd top has it (rocpd live --help)\n')

# ---- against sums in SQL

kernel = table('query', 'trace', "SELECT rocpd_short_name(name) AS name FROM kernels GROUP BY 1 ORDER BY sum(duration) DESC LIMIT 2")
first = kernel[0]['name']
sums = "SELECT sum(duration) AS ns, count(*) AS n FROM kernels WHERE "
having = f"rocpd_short_name(name) GLOB '{first[:6]}*'"
check('--kernel: top', sum(int(r['calls']) for r in table('top', '-n0', '--kernel', first[:6] + '*', 'trace')), int(table('query', 'trace', sums + having)[0]['n']))
check('... launches', sum(int(r['n']) for r in table('launches', '-n0', '--kernel', first[:6] + '*', 'trace')), int(table('query', 'trace', sums.replace('kernels', 'launches').replace('sum(duration)', '1') + having.replace('(name)', '(kernel)'))[0]['n']))
check('--gpu: top', sum(int(r['time_ns']) for r in table('top', '-n0', '--gpu', '1', 'trace')), int(table('query', 'trace', sums + "gpu = 'GPU 1'")[0]['ns']))
stream = table('query', 'trace', 'SELECT stream_id AS id, stream AS name FROM kernels WHERE stream IS NOT NULL GROUP BY 1, 2 ORDER BY 1 LIMIT 2')
check('--stream: top', sum(int(r['time_ns']) for r in table('top', '-n0', '--stream', f'{stream[0]["id"]},{stream[1]["name"]}', 'trace')),
      int(table('query', 'trace', sums + f"stream_id = {stream[0]['id']} OR stream = '{stream[1]['name']}'")[0]['ns']))
check('busy --gpu', [r['gpu'] for r in table('busy', '--gpu', '0,GPU 2', 'trace')], ['GPU 0', 'GPU 2'])
check('query --gpu --kernel', table('query', '--gpu', '0', '--kernel', first[:6] + '*', 'trace', 'SELECT count(*) AS n FROM kernels'), table('query', 'trace', f"SELECT count(*) AS n FROM kernels WHERE gpu = 'GPU 0' AND {having}"))
check('commas in brackets belong to the name', rocpd('top', '--kernel', 'f<int, 2>(*),g', 'trace')[2], rocpd('top', '--kernel', 'f<int, 2>(*)', 'trace')[2])

# ---- what needs the whole trace: all of it is computed, some of it shown

pattern = first[:6] + '*'
path = table('query', 'trace', f"SELECT rocpd_short_name(name, 'distinct') AS name, count(*) AS n, sum(duration_ns) AS time_ns, sum(duration_ns) * 1.0 / (SELECT sum(duration_ns) FROM critical_path) AS share FROM critical_path WHERE kind = 'kernel' AND {having} GROUP BY name")
shown = table('critical-path', '-n0', '--kernel', pattern, '--columns', 'name,n,time_ns,share', 'trace')
key = lambda r: (r['name'], r['n'], r['time_ns'], round(float(r['share']), 9))  # noqa: E731
check('critical-path --kernel: segments, and shares of the whole path', (sorted(map(key, shown)), len(shown) > 0), (sorted(map(key, path)), True))
check('... sorted by name', [r['name'] for r in table('critical-path', '-n0', '--kernel', pattern, '--sort', 'name', 'trace')], sorted((r['name'] for r in path), key=str.lower))
code, out, err = rocpd('critical-path', '--kernel', pattern, '--stream', '1', 'trace')
check('... the table says so', out.split('\n')[0], f'Rows: of all work; shown: --kernel {pattern} --stream 1')
code, out, err = rocpd('critical-path', '--kernel', pattern, '-n0', '--json', 'trace')
check('... in JSON it is on stderr', (isinstance(json.loads(out), list), err), (True, f'rocpd critical-path: of all work; shown: --kernel {pattern}\n'))
every = {r['kernel']: r for r in table('what-if', '-n0', 'trace')}
some = table('what-if', '-n0', '--kernel', pattern, 'trace')
check('what-if --kernel: as without', (some and [r for r in some if every[r['kernel']] != r], len(some)), ([], int(table('query', 'trace', f'SELECT count(DISTINCT name) AS n FROM kernels WHERE {having}')[0]['n'])))
for words, where in ((('--kernel', pattern), f"after_kind = 'kernel' AND (guid, after_id) IN (SELECT guid, id FROM kernels WHERE {having})"),
                     (('--stream', '1', '--gpu', '0'), "gpu = 'GPU 0' AND CASE after_kind WHEN 'kernel' THEN (guid, after_id) IN (SELECT guid, id FROM kernels WHERE stream_id = 1) ELSE (guid, after_id) IN (SELECT guid, id FROM memory_copies WHERE stream_id = 1) END")):
    of = json.loads(rocpd('gaps', '-n0', '--json', *words, 'trace')[1])
    wanted = table('query', 'trace', f'SELECT count(*) AS n, sum(duration_ns) AS ns FROM gaps WHERE {where}')[0]
    check(f'gaps {words}', (len(of['gaps']), sum(g['duration_ns'] for g in of['gaps'])), (int(wanted['n']), int(wanted['ns'])))
    check('... and their causes', sum(c['idle_ns'] for c in of['causes']), int(wanted['ns']))
    window = ('--window', '10%,60%')
    of = json.loads(rocpd('gaps', '-n0', '--json', *words, *window, 'trace')[1])
    check('... in a window', (len(of['gaps']) > 0, sum(g['duration_ns'] for g in of['gaps'])), (True, sum(c['idle_ns'] for c in of['causes'])))
titles = [line for line in rocpd('summary', '--kernel', pattern, '--gpu', '0,1', 'trace')[1].split('\n') if re.match('[A-Z][a-zA-Z ]*( [(]|$)', line)]
check('titles say what is whole', titles, ['Trace (all: it is about files)', 'GPUs (all: any other work keeps a GPU busy, too)', 'Kernels', 'Copies (all: copies have no kernel name)', 'Calls (all: calls belong to no GPU)',
                                           f'Why GPUs were idle (of all work; shown: gaps before --kernel {pattern})'])
without, some = (json.loads(rocpd('summary', '-n0', '--json', *words, 'trace')[1]) for words in ((), ('--kernel', pattern, '--gpu', '0')))
check('... and it is', [some[k] == without[k] for k in ('trace', 'calls', 'copies', 'gpus', 'kernels', 'causes')], [True, True, False, False, False, False])
check('... of GPU 0', (some['gpus'][0]['gpu'], sum(k['calls'] for k in some['kernels'])), ('GPU 0', int(table('query', 'trace', f"SELECT count(*) AS n FROM kernels WHERE gpu = 'GPU 0' AND {having}")[0]['n'])))
check('no title without filters', 'all' in rocpd('gaps', 'trace')[1].split('\n')[0], False)
ranks = {r['rank']: r for r in json.loads(rocpd('ranks', '--json', '--gpu', '1', 'trace')[1])['ranks']}
check('ranks --gpu', {k: r['compute_ns'] for k, r in ranks.items()}, {int(r['rank']): int(r['ns']) for r in table('query', 'trace', "SELECT rank, compute_ns AS ns FROM (SELECT *, gpu, compute_ns FROM gpu_time('agent')) WHERE gpu = 'GPU 1' AND start IS NOT NULL")})

# ---- diff: in both traces

both = ('trace/rank0.rocz', 'trace/rank1.rocz')
for words, where in ((('--kernel', pattern), having), (('--gpu', '1'), "gpu = 'GPU 1'"), (('--pid', '600'), 'pid = 600')):
    of = table('diff', '-n0', *words, *both)
    wanted = [table('query', t, f'SELECT count(*) AS n, coalesce(sum(duration), 0) AS ns FROM kernels WHERE {where}')[0] for t in both]
    check(f'diff {words}', [(sum(int(r[f'calls_{k}']) for r in of), sum(int(r[f'total_{k}_ns']) for r in of)) for k in 'ab'], [(int(w['n']), int(w['ns'])) for w in wanted])
check('... copies of a stream', sum(int(r['calls_a']) for r in table('diff', '-n0', '--by', 'copy', '--stream', '1', *both)), int(table('query', both[0], 'SELECT count(*) AS n FROM memory_copies WHERE stream_id = 1')[0]['n']))
check('... calls are of no GPU', rocpd('diff', '--by', 'region', '--gpu', '0', *both), (2, '', 'rocpd diff: --gpu needs --by kernel or --by copy: calls, markers and functions belong to no GPU\n'))
check('... copies have no kernel name', rocpd('diff', '--by', 'copy', '--kernel', 'x', *both), (2, '', 'rocpd diff: --kernel needs --by kernel\n'))
check('... what is in neither', rocpd('diff', '--kernel', 'none*', *both)[::2][0], 1)
check('... --fail-over counts the chosen ones', rocpd('diff', '--gpu', '2', '--fail-over', '5%', *both)[0], 1)  # it did nothing: there is nothing to compare

# ---- rpt: rows of one GPU, barriers of old traces included

rtg = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../data/rtg/case1')
names = [n['gpu'] for n in table('query', rtg, 'SELECT DISTINCT gpu FROM kernels ORDER BY 1')]
whole = re.findall(r'Resource=(.*?) Showing', rocpd('rpt', rtg)[1])
check('rpt --gpu', (sorted(set(whole) - {'DATA'}), [sorted(re.findall(r'Resource=(.*?) Showing', rocpd('rpt', '--gpu', n, rtg)[1])) for n in names]), (names, [sorted([n] + ['DATA'] * ('DATA' in whole)) for n in names]))

# ---- written files: with the same filter

def written(name, *words):
    """The output of a command with one thread: several threads number the blobs of a page in any order."""
    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [min(cpus)])
    code, out, err = rocpd(*words, '-o', name, '--overwrite')
    os.sched_setaffinity(0, cpus)
    if code:
        return code, err
    return open(name, 'rb').read().replace(name.encode(), b'') if os.path.isfile(name) else sorted(os.listdir(name))


check('convert --pid', written('one.json', 'convert', 'trace', '--pid', '601'), written('two.json', 'convert', 'trace/rank1.rocz'))
check('convert --ranks', written('one.txt', 'convert', '-f', 'text', 'trace', '--ranks', '0,2'), written('two.txt', 'convert', '-f', 'text', 'trace/rank0.rocz', 'trace/rank2.rocz'))
check('... a picture', written('one.svg', 'convert', 'trace', '--pid', '601'), written('two.svg', 'convert', 'trace/rank1.rocz'))
for option, value, where in (('--kernel', pattern, having), ('--gpu', '0', "gpu = 'GPU 0'"), ('--stream', '1', 'stream_id = 1')):
    sql = 'SELECT count(*) AS n, sum(duration) AS ns FROM kernels'
    for suffix in ('db', 'rocz'):
        check(f'merge {option}: {suffix}', (rocpd('merge', 'trace', option, value, '-o', f'of.{suffix}', '--overwrite')[0], table('query', f'of.{suffix}', sql)), (0, table('query', 'trace', f'{sql} WHERE {where}')))
    check(f'convert {option}', (rocpd('convert', 'trace', option, value, '-f', 'json', '-o', 'of.json', '--overwrite')[0], sum(e.get('cat', '').endswith('KERNEL_DISPATCH') or e.get('cat') == 'kernel_dispatch' for e in json.load(open('of.json'))['traceEvents']) > 0), (0, True))
check('a page', rocpd('report', 'trace', '--kernel', pattern, '-o', 'of.html')[0], 0)
check('what is in no name', rocpd('convert', 'trace', '--kernel', "it's, \"none\"", '-o', 'no.json')[2].startswith("rocpd convert: --kernel it's matches nothing ("), True)
check('merge, and a file of several', (rocpd('merge', 'trace', '-o', 'all.db')[0], rocpd('trim', 'all.db', '--pid', '600', '--window', '0%,100%', '-o', 'some.db')[0]), (0, 0))
check('... has the rows of the process', table('query', 'some.db', 'SELECT pid, count(*) AS n, sum(duration) AS ns FROM regions GROUP BY 1'), table('query', 'trace/rank0.rocz', 'SELECT pid, count(*) AS n, sum(duration) AS ns FROM regions GROUP BY 1'))
check('the tables of a page, too', written('one.html', 'report', 'trace', '--pid', '602') == written('two.html', 'report', 'trace/rank2.rocz'), True)
code, out, err = rocpd('convert', 'trace', '--pid', '7', '-o', 'none.json')
check('a missing process', (code, err, os.path.exists('none.json')), (1, 'rocpd convert: --pid 7 matches nothing (processes: 600, 601, 602)\n', False))
check('... with --allow-empty', (rocpd('convert', 'trace', '--pid', '7', '-o', 'none.json', '--allow-empty')[0], os.path.exists('none.json')), (0, True))
check('... beside another trace that has it', rocpd('report', 'trace/rank0.rocz', '--compare', 'trace/rank1.rocz', '--pid', '601', '-o', 'both.html')[0], 0)

# ---- values that match nothing, and invalid values

for words, code, said in (
        (('top', '--pid', '7', 'trace'), 1, 'rocpd top: --pid 7 matches nothing (processes: 600, 601, 602)\n'),
        (('busy', '--gpu', '0,5', 'trace'), 1, 'rocpd busy: --gpu 5 matches nothing (GPUs: GPU 0, GPU 1, GPU 2)\n'),
        (('top', '--kernel', 'none*', 'trace'), 1, 'rocpd top: --kernel none* matches nothing (kernels: '),
        (('top', '--pid', 'x', 'trace'), 2, "rocpd top: --pid expects numbers, not 'x'\n"),
        (('top', '--rank', '1,', 'trace'), 2, "rocpd top: --rank expects numbers, not '1,'\n"),
        (('top', '--kernel', 'a,,b', 'trace'), 2, "rocpd top: --kernel expects values separated by commas, not 'a,,b'\n"),
        (('query', '--kernel', '*', 'trace', 'SELECT * FROM busy'), 1, 'rocpd query: busy needs all kernels, and rocpd_filter() leaves some out')):
    got = rocpd(*words)
    check(f'{" ".join(words)}', (got[0], got[1], got[2][:len(said)]), (code, '', said))
sys.exit(failed)
