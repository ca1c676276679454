"""For the tests here that compare a trace with what is known of its program: questions by `rocpd query`, and checks."""
import json
import os
import subprocess
import sys

ROCPD, TRACE = sys.argv[1:3]
failed = 0


def check(what, ok, more=""):
    global failed
    print("%s %s%s" % ("ok" if ok else "not ok", what, "" if ok else ": %s" % (more,)))
    failed |= not ok


def ask(sql, path="/nowhere", of=TRACE):
    """The rows, as dictionaries. path: where symbols are looked for, besides the modules' own files."""
    said = subprocess.run([ROCPD, "query", "--json", of, sql], stdout=subprocess.PIPE, text=True, check=True, env=dict(os.environ, ROCPD_SYMBOL_PATH=path))
    return json.loads(said.stdout)


def finish():
    sys.exit(failed)
