"""What the component source.rocpd.trace costs per event (a start, or an end), into sink.utils.dummy; beside it the floor: a source that makes as many events of
nothing, without fields and with as many of them as ours have, and, where there is one, the trace that rocpd_export_ctf() wrote. Environment: BUILD, EVENTS
(2000000: rows, with two events each), ROUNDS (5)."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD, EVENTS, ROUNDS = os.environ['BUILD'], int(os.environ.get('EVENTS', 2000000)), int(os.environ.get('ROUNDS', 5))


def timed(*command, **environment):
    """Processor time and elapsed, s, of a process."""
    begin = time.monotonic()
    pid = os.posix_spawnp(command[0], command, dict(os.environ, **environment))
    _, status, used = os.wait4(pid, 0)
    if status:
        sys.exit(f'{command} failed')
    return used.ru_utime + used.ru_stime, time.monotonic() - begin


def facts(trace, folder):
    """Events, and how many fields of each sort one has, of what was exported to a folder of CTF; those are what the component gives."""
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(os.path.join(BUILD, 'rocpd.so'))
    db.execute('SELECT rocpd_attach(?)', (trace,))
    rows = json.loads(db.execute('SELECT rocpd_export_ctf(?)', (folder,)).fetchone()[0])
    with open(os.path.join(folder, 'metadata'), encoding='utf-8') as metadata:
        classes = {name: fields for name, fields in re.findall(r'name = "(\w+)_event_start".*?fields := struct \{(.*?)\}; *\n', metadata.read(), re.S)}
    kinds = {'region': 'regions', 'kernel_dispatch': 'kernels', 'memory_copy': 'copies', 'memory_allocation': 'allocations', 'scratch_memory': 'scratch'}
    of = {row: next((f for name, f in classes.items() if name.endswith(kind)), '') for kind, row in kinds.items()}
    n = 2 * sum(rows[row] for row in of)
    return n, *(round(2 * sum(rows[row] * len(re.findall(what, f)) for row, f in of.items()) / n) for what in (r'\bi\d+ ', r'\bstring '))


def main():
    place = tempfile.mkdtemp(dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
    trace, ctf, plugin = (os.path.join(place, name) for name in ('trace.rocz', 'ctf', 'babeltrace-plugin-floor.so'))
    try:
        subprocess.run([os.path.join(BUILD, 'bench/tracegen'), trace, str(EVENTS)], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['sh', '-c', '${CC:-cc} -O2 -shared -fPIC -o "$0" "$1" $(pkg-config --cflags --libs babeltrace2)', plugin, os.path.join(HERE, 'fake_source.c')], check=True)
        n, integers, texts = facts(trace, ctf)
        if not integers or not texts:
            sys.exit('the metadata has no fields')
        floor = ['babeltrace2', '-c', 'source.floor.events', '-p']
        commands = {
            'source.rocpd.trace': ['babeltrace2', '-c', 'source.rocpd.trace', '-p', f'inputs=["{trace}"]'],
            'floor: events': floor + [f'events={n}'],
            f'floor: with {integers} integers, {texts} texts': floor + [f'events={n}, integers={integers}, texts={texts}'],
            'source.ctf.fs of the export': ['babeltrace2', ctf]}
        best = {name: (1e9, 1e9) for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                took = timed(*command, '-c', 'sink.utils.dummy', BABELTRACE_PLUGIN_PATH=f'{BUILD}:{place}')
                best[name] = min(best[name][0], took[0]), min(best[name][1], took[1])
        print(f'{n} events into sink.utils.dummy, ns per event, least of {ROUNDS} rounds\n{"":40} processor   elapsed')
        for name, (cpu, wall) in best.items():
            print(f'{name:40} {cpu / n * 1e9:9.1f} {wall / n * 1e9:9.1f}')
    finally:
        shutil.rmtree(place)


if shutil.which('babeltrace2') and os.path.exists(os.path.join(BUILD, 'babeltrace-plugin-rocpd.so')):
    main()
else:
    print('babeltrace2 is not here')
