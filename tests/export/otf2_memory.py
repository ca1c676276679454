"""OTF2 exports during which an allocation of libotf2's own fails: they report that there is no memory, leave nothing, and do not end the program, or the trace
is whole: `otf2_memory.py ROCPD_SO FOLDER TRACE`. fail_malloc.c is preloaded. With SOAK=1 each allocation fails once."""
import ctypes
import hashlib
import os
import shutil
import sqlite3
import sys

from common import FOLDER, check, finish, loaded

OUT = os.path.join(FOLDER, 'memory', 'trace')
os.makedirs(os.path.dirname(OUT))
preloaded = ctypes.CDLL(None)
for function in (preloaded.fail_malloc_at, preloaded.mallocs_done):
    function.restype = ctypes.c_long
    function.argtypes = [ctypes.c_long] * (function is not preloaded.mallocs_done) * 2


def contents():
    """What is in the files. The one that readers open has an identification of its own each time."""
    return {path[len(OUT):]: os.path.getsize(path) if path.endswith('.otf2') else hashlib.sha256(open(path, 'rb').read()).hexdigest()
            for path in (os.path.join(d, f) for d, _, files in os.walk(OUT) for f in files)}


def export(db):
    try:
        return db.execute('SELECT rocpd_export_otf2(?)', (OUT,)).fetchone()[0]
    except MemoryError:  # Python's name for SQLITE_NOMEM
        return None


def attempt(db, n, others, whole):
    """In a child; its exit code says what happened."""
    preloaded.fail_malloc_at(n, others)
    try:
        said = export(db)
    except sqlite3.Error as error:
        print(f'allocation {n}: {error}', flush=True)
        return 1
    preloaded.mallocs_done()
    if said is None:
        return 2 if not os.listdir(os.path.dirname(OUT)) else 3
    return 4 if contents() == whole else 5


def main():
    db = loaded(sys.argv[3])
    preloaded.fail_malloc_at(0, 0)
    export(db)
    allocations, whole = preloaded.mallocs_done(), contents()
    check('the library allocates', allocations > 50, allocations)
    ends = {}
    for n in range(1, allocations + 1, 1 if os.environ.get('SOAK') else 5):
        for others in (0, 1):
            shutil.rmtree(OUT, ignore_errors=True)
            child = os.fork()
            if not child:
                os._exit(attempt(db, n, others, whole))
            end = os.waitpid(child, 0)[1]
            ends.setdefault(end >> 8 if end < 256 << 8 and not end & 255 else -(end & 127), []).append((n, others))
    shutil.rmtree(OUT, ignore_errors=True)
    check('each failure is out of memory, or does no harm', set(ends) <= {2, 4}, {end: which for end, which in ends.items() if end not in (2, 4)})
    check('most are failures', len(ends.get(2, [])) > len(ends.get(4, [])), ends)
    finish()


# Numbers of allocations, and of locations, are the same each time only with one thread.
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
main()
