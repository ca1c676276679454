"""Runs in the interpreter before the program: rocpd-python puts this folder first into PYTHONPATH. It removes the folder from sys.path
again, appends that of rocpdsys, and then runs the machine's own sitecustomize."""
import os
import sys


def begin():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or '.') != here]
    package = os.path.dirname(os.path.dirname(here))
    if os.path.normpath(package) not in sys.path:
        sys.path.append(os.path.normpath(package))
    asked = os.environ.get
    if asked('ROCPD_PYTHON_COMPAT'):
        from rocpdsys import compat
        compat.install()
    if asked('ROCPD_PYTHON_BUILTIN'):
        import builtins
        from rocpdsys.profiler import FakeProfiler, Profiler
        builtins.profile = builtins.trace = Profiler()
        builtins.noprofile = builtins.notrace = FakeProfiler()
    setup = os.environ.pop('ROCPD_PYTHON_SETUP', None)  # it is for this process, not for its children
    if setup:
        execute(setup)


def execute(setup):
    """Executes a file in the namespace that the program will have."""
    import __main__
    names = __main__.__dict__
    folder = os.path.dirname(os.path.abspath(setup))
    sys.path.insert(0, folder)
    had = names.get('__file__')
    names['__file__'] = setup
    try:
        with open(setup, 'rb') as file:
            code = compile(file.read(), setup, 'exec')
        exec(code, names)
    except BaseException:
        fail()
    if folder in sys.path:
        sys.path.remove(folder)
    if had is None:
        names.pop('__file__', None)
    else:
        names['__file__'] = had


def fail():
    """Ends the process as an exception of the program would. The interpreter itself would ignore it in sitecustomize."""
    kind, value, traceback = sys.exc_info()
    code = getattr(value, 'code', 1) if issubclass(kind, SystemExit) else 1
    if not issubclass(kind, SystemExit):
        sys.excepthook(kind, value, traceback)
    elif code is not None and not isinstance(code, int):
        sys.stderr.write('%s\n' % (code,))
        code = 1
    for stream in sys.stdout, sys.stderr:
        stream.flush()
    os._exit(code or 0)


def machines_own():
    """Imports another sitecustomize, if there is one."""
    ours = sys.modules.pop('sitecustomize')
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        sys.modules['sitecustomize'] = ours
        if getattr(error, 'name', 'sitecustomize') != 'sitecustomize':
            raise


begin()
machines_own()
