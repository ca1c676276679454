"""locale_export.py EXTENSION FOLDER: see test_locale.sh. One process writes everything, then again in a locale whose numbers have a comma: the same files, the
same rows. It runs on one core, so that the order of tracks is the same."""
import glob
import locale
import os
import shutil
import sqlite3
import subprocess
import sys

EXTENSION, FOLDER = sys.argv[1:3]
GEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'helper', 'rocpd_gen.py')
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
FORMATS = (('csv', '{}'), ('json', '{"counters":true}'), ('perfetto', '{"counters":true}'), ('text', '{}'), ('text', '{"form":"profile"}'), ('folded', '{}'), ('svg', '{}'),
           ('svg', '{"picture":"utilisation"}'), ('svg', '{"picture":"gaps"}'), ('csv', '{"start":"12.5%","end":"87.25%"}'))
QUERIES = ("SELECT * FROM what_if('*', '0.5')", "SELECT rocpd_window('12.5%', '87.25%', 0)", "SELECT rocpd_regressed(?1, ?1, '2.5%')")
failed = False


def check(what, good, detail=''):
    global failed
    failed |= not good
    print('ok' if good else 'not ok', what, '' if good else detail)


def texts(folder):
    """The contents of the files of a folder."""
    out = {}
    for path in sorted(glob.glob(folder + '/**', recursive=True)):
        if os.path.isfile(path):
            with open(path, 'rb') as f:
                out[os.path.relpath(path, folder)] = f.read()
    return out


def run():
    """Files by format, rows by query."""
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    for trace in (f'{FOLDER}/t.db', f'{FOLDER}/t.rocz'):
        db.execute('SELECT rocpd_attach(?)', (trace,))
    files, answers = {}, {}
    for name, options in FORMATS:
        os.mkdir(f'{FOLDER}/out')
        db.execute(f'SELECT rocpd_export_{name}(?, ?)', (f'{FOLDER}/out/x', options)).fetchone()
        files[name + options] = texts(f'{FOLDER}/out')
        shutil.rmtree(f'{FOLDER}/out')
    for sql in QUERIES:
        try:
            answers[sql] = db.execute(sql, (f'{FOLDER}/t.db',) if '?1' in sql else ()).fetchall()
        except sqlite3.Error as e:
            answers[sql] = repr(e)
    return files, answers


subprocess.run([sys.executable, GEN, f'{FOLDER}/t.db', '--version', '3.0.3'], check=True)
guid = sqlite3.connect(f'{FOLDER}/t.db').execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()[0]
with sqlite3.connect(f'{FOLDER}/t.db') as db:
    db.execute(f'UPDATE rocpd_pmc_event{guid} SET value = id * 1.5 + 0.1')
plain = run()
again = run()
locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')
check('the locale has a comma', locale.localeconv()['decimal_point'] == ',' and locale.str(0.5) == '0,5')
comma = run()
for what in plain[0]:
    one, two, three = plain[0][what], again[0][what], comma[0][what]
    check(f'{what} is the same each time', one == two)
    check(f'{what} is the same in that locale', one == three, [(a, b) for a, b in zip(str(one).split('\n'), str(three).split('\n')) if a != b][:2])
for sql in plain[1]:
    check(f'{sql} says the same', plain[1][sql] == comma[1][sql] and plain[1][sql], (plain[1][sql], comma[1][sql]))
check('there were numbers with a point', any(b'.5' in text or b'.1' in text for text in plain[0]['csv{}'].values()) and b'.1' in plain[0]['json{"counters":true}']['x'])
sys.exit(failed)
