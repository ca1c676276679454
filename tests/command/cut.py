"""Files that are cut: every command says what is missing, and a cut file never looks like an empty one.

    cut.py ROCPD.SO FOLDER KIND FILE [COMMAND...]    KIND rocz, db or text; the commands of rocpd, tried in turn with the path after them
    cut.py ROCPD.SO FOLDER names FILE                a chunk file, cut after each of its chunks: rows have their names

The readable part of a chunk file is found here from its chunks' headers alone. With SOAK, all commands for each cut, and cuts anywhere."""
import os, random, re, shlex, sqlite3, struct, subprocess, sys

LIBRARY, FOLDER, KIND, FILE = sys.argv[1:5]
COMMANDS = sys.argv[5:]
SOAK = bool(os.environ.get('SOAK'))
failed = False
whole = open(FILE, 'rb').read()
path = f'{os.path.realpath(FOLDER)}/cut{os.path.splitext(FILE)[1]}'


def check(what, got, wanted):
    global failed
    if got != wanted:
        failed = True
        print(f'not ok {what}: {got!r}, not {wanted!r}')


def chunks(data):
    """(end, kind, rows) of each whole chunk, and the bytes after the last one; below 0 if the header is incomplete."""
    at, found = 160 + (struct.unpack_from('<I', data, 104)[0] + 7) // 8 * 8, []
    while at + 80 <= len(data) and data[at:at + 4] == b'RZCK':
        kind, rows, body = struct.unpack_from('<H', data, at + 4)[0], struct.unpack_from('<I', data, at + 12)[0], struct.unpack_from('<I', data, at + 48)[0]
        if at + 80 + body > len(data):
            break
        at += 80 + body
        found.append((at, kind, rows))
    return found, len(data) - at


def ask(sql):
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(LIBRARY)
    db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    return db.execute(sql).fetchall()


def cut_to(size):
    with open(path, 'wb') as f:
        f.write(whole[:size])
    return chunks(whole[:size]) if KIND in ('rocz', 'names') else (None, 0)


EVENTS = (32, 35, 40, 42)  # calls, marks, dispatches, copies


def look_at_rows(what, found):
    for table, kind, name in (('kernels', 40, 'name'), ('memory_copies', 42, 'name'), ('regions', 32, 'name')):
        rows = sum(n for _, k, n in found if k == kind)
        check(f'{what}: {table}, and its rows without a name', ask(f"SELECT count(*), count(*) - count({name}) FROM {table}"), [(rows, 0)])
    check(f'{what}: queues and streams', ask('SELECT count(*) FROM kernels WHERE queue_id IS NULL OR stream_id IS NULL OR kernel_id IS NULL OR agent_abs_index IS NULL'), [(0,)])


def run(what, command, readable, unread):
    words = shlex.split(command.replace('OUT', f'{FOLDER}/out'))
    done = subprocess.run(['rocpd', *words, path], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = done.stderr.splitlines()
    check(f'{what}: {command}: exit code', done.returncode, 0 if readable else 1)
    # Lines about written files, about nothing being written, and about options without effect are not counted.
    lines = [l for l in lines if not re.match(r'rocpd \w+: (wrote |nothing is written: |boxes narrower )', l) and 'no times' not in l and 'has a time' not in l and not l.endswith('(-n 0: all)')]
    check(f'{what}: {command}: one line on stderr that names the file', (len([l for l in lines if l.startswith(f'rocpd {words[0]}: ') and path in l]), len(lines)), (1, 1))
    check(f'{what}: {command}: a message that nothing could be read', re.findall('none occurred|was recorded|nothing ran|file is empty', done.stdout + done.stderr), [])
    check(f'{what}: {command}: the file is named once', done.stderr.count(path), 1)
    if KIND == 'rocz':
        check(f'{what}: {command}: the bytes', re.findall(r'its last (\d+) bytes cannot be read|after (\d+) bytes', done.stderr), [(str(unread), '')] if unread > 0 else [('', str(os.path.getsize(path)))] if unread < 0 else [])
    if KIND != 'db':
        check(f'{what}: {command}: says that the trace is incomplete', 'the trace is not whole: ' in done.stderr, True)
    if readable and 'OUT' not in command:
        check(f'{what}: {command}: something is printed', done.stdout != '', True)


sizes = [len(whole) * percent // 100 for percent in range(5, 100, 5)]
if SOAK:
    sizes += random.Random(FILE).sample(range(200, len(whole)), 100)
if KIND == 'names':
    sizes = [end for end, _, _ in chunks(whole)[0]][:-1]
if KIND == 'rocz':
    sizes.append(150)  # within the header
for i, size in enumerate(sizes):
    found, unread = cut_to(size)
    what = f'{os.path.basename(FILE)} of {size} bytes'
    if KIND in ('rocz', 'names'):
        look_at_rows(what, found)
    if KIND == 'rocz':
        readable = any(k in EVENTS or 0x1000 <= k < 0xffff for _, k, _ in found)
        check(f'{what}: capabilities', ask("SELECT count(*) FROM capabilities WHERE rows = 0 AND reason NOT LIKE 'unknown: the file is cut' AND reason NOT LIKE 'not recorded: %'"), [(0,)])
        check(f'{what}: kernels', ask("SELECT recorded, reason FROM capabilities WHERE domain = 'kernels'"),
              [(1, None)] if any(k == 40 for _, k, _ in found) else [(None, 'unknown: the file is cut')])
        check(f'{what}: advice', ask("SELECT group_concat(DISTINCT state) FROM advice WHERE rule <> 'the trace is not whole'"), [('unknown',)])
        check(f'{what}: losses', ask('SELECT loss, bytes FROM losses'), [('cut', unread)] if unread >= 0 else [('empty', size)])
    else:
        readable = KIND != 'db'
    for j, command in enumerate(COMMANDS):
        if SOAK or (i + j) % 5 == 0:
            run(what, command, readable, unread)
print(f'{"not ok" if failed else "ok"} {os.path.basename(FILE)}, cut {len(sizes)} times ({KIND})')
sys.exit(failed)
