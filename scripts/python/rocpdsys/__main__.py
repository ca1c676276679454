"""python -m rocpdsys ...: rocpd-python with this interpreter."""
import os
import sys


def command():
    here = os.path.dirname(os.path.abspath(__file__))
    for up in ('@BINDIR@', os.path.join(here, '../../user'), os.path.join(here, '../../../../bin'), *os.environ.get('PATH', os.defpath).split(os.pathsep)):
        path = os.path.join(up, 'rocpd-python')
        if os.access(path, os.X_OK):
            return path
    sys.exit('rocpdsys: rocpd-python is not installed')


os.environ['PYTHON_EXECUTABLE'] = sys.executable
path = command()
os.execv(path, [path] + sys.argv[1:])
