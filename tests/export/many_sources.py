"""A trace of many sources in CTF, OTF2 and babeltrace2's component: `many_sources.py ROCPD_SO FOLDER`."""
import json
import os
import re
import subprocess

from common import FOLDER, SO, check, finish, loaded

BUILD = os.path.dirname(SO)
FEW, MANY = 200, 300  # each is described; those that are more than that
LONG = 'of a long name ' * 13


def sources():
    """A folder of MANY files, each of a process of its own, and one of the first FEW of them."""
    folders = [os.path.join(FOLDER, f'sources{n}') for n in (FEW, MANY)]
    for folder in folders:
        os.mkdir(folder)
    subprocess.run(['sh', 'tests/helper/many.sh', os.path.join(BUILD, 'bench/tracegen'), f'{folders[1]}/{LONG}', str(MANY)], check=True)
    for i in range(FEW):
        os.link(f'{folders[1]}/{LONG}{i}.rocz', f'{folders[0]}/{LONG}{i}.rocz')
    return folders


def export(db, format, out, **options):
    return json.loads(db.execute(f'SELECT rocpd_export_{format}(?, ?)', (out, json.dumps(options))).fetchone()[0])


def read(*command):
    """A reader's output; the reader must be quick."""
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ, BABELTRACE_PLUGIN_PATH=BUILD))
    check(f'{command[0]} reads it', run.returncode == 0, run.stderr[-500:])
    return run.stdout, run.stderr


def ctf(db, folder, n, events):
    out = os.path.join(FOLDER, f'ctf{n}')
    result = export(db, 'ctf', out)
    with open(os.path.join(out, 'metadata')) as metadata:
        env = dict(re.findall(r'^  (\w+) = (.*);$', re.search(r'^env \{\n(.*?)^\};', metadata.read(), re.M | re.S).group(1), re.M))
    many = n > FEW
    check(f'{n}: a warning says what was left out', any(f'{n} sources' in w for w in result['warnings']) == many, result)
    check(f'{n}: how many', env['sources'] == str(n), env['sources'])
    check(f'{n}: each path', {env.get(f'source_{i}') for i in range(n)} == {json.dumps(os.path.join(folder, f'{LONG}{i}.rocz')) for i in range(n)})
    check(f'{n}: common values are written once', ('vpid' in env, 'guid' in env, 'vpid_0' in env, f'guid_{n - 1}' in env) == (many, False, not many, not many), list(env)[-20:])
    check(f'{n}: events', len(read('babeltrace2', out)[0].splitlines()) == 2 * events)
    text, said = read('babeltrace2', '--component=source.rocpd.trace', f'--params=inputs=["{folder}"]')
    check(f'{n}: the component has them, too', len(text.splitlines()) == 2 * events)
    check(f'{n}: it says so', (f'{n} sources' in said) == many, said[:300])


def otf2(db, folder, n):
    """Kernels alone: the library's reader takes 4 MB for each place of events."""
    out = os.path.join(FOLDER, f'otf2{n}')
    result, (events,) = export(db, 'otf2', out, categories=['KERNEL_DISPATCH']), db.execute('SELECT count(*) FROM kernels').fetchone()
    text = read('otf2-print', out + '/traces.otf2')[0]
    check(f'{n}: OTF2 has all events', len(re.findall('^ENTER ', text, re.M)) == events == result['events'], result)
    shown = read('otf2-print', '-I', out + '/traces.otf2')[0]
    paths = re.findall(r'ROCPD::SOURCE_(\d+)', shown)
    check(f'{n}: its properties name sources', (len(paths) == n) == (n == FEW) and len(paths) > 100, len(paths))
    check(f'{n}: a warning says how many', any(f'first {len(paths)}' in w for w in result['warnings']) == (n > FEW), result['warnings'])


def main():
    for n, folder in zip((FEW, MANY), sources()):
        db = loaded(folder)
        events, = db.execute('SELECT (SELECT count(*) FROM regions) + (SELECT count(*) FROM kernels) + (SELECT count(*) FROM memory_copies)').fetchone()
        ctf(db, folder, n, events), otf2(db, folder, n)
    finish()


main()
