"""OTF2 exports that cannot be written end with an error, nothing is left of them, and the program continues: `otf2_failures.py ROCPD_SO FOLDER TRACE [disk]`.
fail_write.c is preloaded. With `disk`, FOLDER is in a separate mount namespace."""
import ctypes
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading

from common import FOLDER, check, finish, loaded

OUT = os.path.join(FOLDER, 'out', 'trace')
os.makedirs(os.path.dirname(OUT), exist_ok=True)
disk = ctypes.CDLL(None)


def export(db, out=OUT, **options):
    return json.loads(db.execute('SELECT rocpd_export_otf2(?, ?)', (out, json.dumps(dict({'overwrite': True}, **options)))).fetchone()[0])


def fails(what, db, *words, out=OUT, spare=None):
    """The error's text; None: there was no error. With `spare`, at most this number of files can be opened meanwhile. The limit applies to descriptor
    numbers, and this
    program may have been started with high ones open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if spare is not None:
        lowest = os.open('/dev/null', os.O_RDONLY)
        os.close(lowest)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest + spare, hard))
    try:
        export(db, out)
        return None
    except sqlite3.Error as error:
        text = str(error)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    check(what, 'rocpd_export_otf2' in text and any(word in text for word in words), text)
    check(f'{what}: the error names the path', out in text or 'cannot be loaded' in text, text)
    check(f'{what}: nothing is left', not os.listdir(os.path.dirname(out)), os.listdir(os.path.dirname(out)))
    return text


def works(what, db, events):
    result = export(db)
    check(f'{what}: afterwards it works', result['events'] == events)
    check(f'{what}: all is there', result['bytes'] == sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(OUT) for f in files))
    shutil.rmtree(OUT)


def open_files():
    return len(os.listdir('/proc/self/fd'))


def memory():
    with open('/proc/self/statm') as f:
        return int(f.read().split()[1]) * 4096


def single_writes(db, events):
    """Each write fails, alone or together with all later ones."""
    disk.fail_write_at(0, 0)
    export(db)
    shutil.rmtree(OUT)
    writes = disk.writes_done()
    check('there are writes', writes > 10, writes)
    for n in range(1, writes + 1, max(1, writes // 14)):
        for others in (0, 1):
            disk.fail_write_at(n, others)
            check(f'write {n} fails', fails(f'write {n} of {writes}', db, 'No space left', 'OTF2 library') or disk.writes_done() < n)
    disk.fail_write_at(0, 0)
    works('writes', db, events)


def limits(db, events):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    export(db)
    largest = max(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(OUT) for f in files)
    shutil.rmtree(OUT)
    check('a file has more than a chunk', largest > 4 << 20, largest)
    failed = 0
    for limit in (1, 17, 4096, 65536, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, largest - 1, largest):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        failed += bool(fails(f'a limit of {limit} bytes', db, 'File too large', 'OTF2 library'))
        shutil.rmtree(OUT, ignore_errors=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    check('small limits fail, the largest does not', failed == 8, failed)
    works('limits', db, events)


def removed(db, events):
    """Another program removes the files being written."""
    stop, gone = False, 0

    def remove():
        nonlocal gone
        while not stop:
            for name in os.listdir(os.path.dirname(OUT)):
                if name.startswith('.rocpd'):
                    shutil.rmtree(os.path.join(os.path.dirname(OUT), name), ignore_errors=True)
                    gone += 1
    thread = threading.Thread(target=remove)
    thread.start()
    failed = 0
    for _ in range(5):
        failed += bool(fails('a folder that is removed', db, 'No such file', 'was not written', 'OTF2 library'))
        shutil.rmtree(OUT, ignore_errors=True)
    stop = True
    thread.join()
    check('folders were removed, and that was an error', gone and failed, (gone, failed))
    works('removed', db, events)


def descriptors(db, events):
    """No more files can be opened."""
    said = []
    for spare in range(8):
        said.append(fails(f'{spare} files', db, 'Too many open files', 'OTF2 library', spare=spare) or '')
        shutil.rmtree(OUT, ignore_errors=True)
    check('without files to open it fails', any(said), said)
    check('... and so does loading the library', any('cannot be loaded: libopen-trace-format2.so.10: ' in text for text in said), said)
    works('files', db, events)


def full_disks(db, events):
    place = os.path.join(FOLDER, 'disk')
    os.makedirs(place, exist_ok=True)
    failed = worked = 0
    for options in [f'size={size}k' for size in (4, 300, 3000, 4100, 6000, 8200, 40000)] + [f'nr_inodes={n}' for n in (2, 3, 4, 7, 12)]:
        subprocess.run(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', place], check=True)
        if fails(options, db, 'No space left', 'OTF2 library', out=os.path.join(place, 'trace')):
            failed += 1
        else:
            worked += 1
        subprocess.run(['umount', place], check=True)
    check('disks were full, and some were not', failed > 8 and worked, (failed, worked))
    works('disks', db, events)


def main():
    db = loaded(sys.argv[3])
    events = export(db)['events']
    shutil.rmtree(OUT)
    before = open_files()
    if sys.argv[4:] == ['disk']:
        full_disks(db, events)
    else:
        single_writes(db, events)
        used = memory()
        single_writes(db, events), limits(db, events), removed(db, events), descriptors(db, events)
        if 'san' not in os.environ['LD_PRELOAD']:  # a sanitizer keeps freed memory
            check('memory is given back', memory() < used + (24 << 20), (used, memory()))
    check('all files are closed', open_files() == before, (before, open_files()))
    finish()


main()
