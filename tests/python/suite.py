"""A module of CPython's own tests, or of NumPy's: `suite.py MODULE` runs it as unittest (pytest) does, recorded where the collector is there; `suite.py MODULE LIBRARY OUT` also counts its calls
by LIBRARY (counts.c), and writes of each function file, name, line, calls and ends. Prints the process's number, tests, failures, errors, and what was skipped."""
import ctypes
import importlib
import os
import random
import sys
import threading
import unittest

module, counts = sys.argv[1], ctypes.PyDLL(sys.argv[2]) if len(sys.argv) > 2 else None
out = sys.argv[3] if counts else None
process = ctypes.PyDLL(None)


def in_thread(function, *arguments, **keywords):
    """Threads of module _thread do not get a profile function."""
    counts_begin()
    function(*arguments, **keywords)


def starts_thread(function, arguments, keywords={}):
    return start_thread(in_thread, (function, *arguments), keywords)


def starts_joinable_thread(function, **how):  # from 3.13 on
    return start_thread(lambda: in_thread(function), **how)


def counted():
    """Code objects with the same code are one function."""
    at, code, calls, returns, of = ctypes.c_long(), ctypes.py_object(), ctypes.c_long(), ctypes.c_long(), {}
    while counts.counts_next(ctypes.byref(at), ctypes.byref(code), ctypes.byref(calls), ctypes.byref(returns)):
        key = code.value.co_filename, getattr(code.value, 'co_qualname', code.value.co_name), code.value.co_firstlineno
        before = of.get(key, (0, 0))
        of[key] = before[0] + calls.value, before[1] + returns.value
    return of


class Outcome:
    """pytest's result, in the form of unittest's."""

    def __init__(self):
        self.testsRun, self.failures, self.errors, self.skipped = 0, [], [], []

    def pytest_runtest_logreport(self, report):
        self.testsRun += report.when == 'setup'
        for outcome, of in (('failed', self.failures), ('skipped', self.skipped)):
            if report.outcome == outcome:
                of.append(report.nodeid)


def run():
    if module.startswith('numpy.'):
        import pytest
        outcome = Outcome()
        pytest.main(['-q', '-p', 'no:cacheprovider', '--pyargs', module], plugins=[outcome])
        return outcome
    importlib.import_module(module)
    return unittest.main(module=module, argv=['suite', '-q'], exit=False).result


def nothing():
    pass


start, stop, counts_begin, counts_end = nothing, nothing, nothing, nothing
if hasattr(process, 'rocpd_python_start'):
    start, stop = process.rocpd_python_start, process.rocpd_python_stop
if counts:
    counts_begin, counts_end = counts.counts_begin, counts.counts_end
    if hasattr(threading, '_start_new_thread'):
        start_thread, threading._start_new_thread = threading._start_new_thread, starts_thread
    else:
        start_thread, threading._start_joinable_thread = threading._start_joinable_thread, starts_joinable_thread
random.seed(0)
sys.argv[1:] = []
start()
counts_begin()
try:
    result = run()
finally:
    counts_end()
    stop()
print(os.getpid(), result.testsRun, len(result.failures), len(result.errors), len(result.skipped))
if counts:
    with open(out, 'w', encoding='utf-8', errors='backslashreplace') as f:
        for (file, name, line), (calls, returns) in counted().items():
            print(file, name, line, calls, returns, sep='\t', file=f)
sys.exit(bool(result.failures or result.errors))
