"""Filters of reports: processes against the same command on only their files, other filters against sums of the base tables. A report refuses filters that it
does
not take, and its tables accept those that it takes."""
import csv
import io
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

# ---- the other filters: taken, or refused by name; tables accept those that are taken

for report in reports:
    said, words = rocpd(report, '--help')[1], rocpd('--complete', 'options', report)[1].split()
    for option, value in (('--gpu', '0'), ('--kernel', '*'), ('--stream', '*')):
        takes = f'{option} ' in said
        code, out, err = rocpd(report, option, value, 'trace')
        check(f'{report} {option}: {"taken" if takes else "refused"}', (code, option in words, bool(out)), (0, True, True) if takes else (2, False, False))
        if not takes:
            check('... and the message names the reports that take it', err, f'rocpd {report}: {option} is not an option of this command; rocpd top has it (rocpd {report} --help)\n')

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
check('merge, and a file of several processes', (rocpd('merge', 'trace', '-o', 'all.db')[0], rocpd('trim', 'all.db', '--pid', '600', '--window', '0%,100%', '-o', 'some.db')[0]), (0, 0))
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
