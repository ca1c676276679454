"""Functions that are left out, labels of calls, and choices by the program itself: `chosen.py HOW`."""
import ctypes
import os
import sys
import threading

library = ctypes.PyDLL(None)


def leaf(*_, **__):
    return 1


def inner():
    return leaf()


def outer():
    return inner() + leaf()


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def run(n):
    return fib(n)


class Odd:
    def __repr__(self):
        leaf()
        raise ValueError('no')


def shapes_of_arguments(a, b=2, *c, d, e='ü"', **f):
    return a


def generates(n):
    for i in range(n):
        yield i


def labels():
    run(5)
    shapes_of_arguments(1, d=None)
    shapes_of_arguments([1], 'b', 3, 4, d=Odd(), e=5, z=6)
    list(generates(2))


def asks():
    """Records only between start and stop, in all threads."""
    leaf()
    assert library.rocpd_python_start() == 0
    outer()
    t = threading.Thread(target=inner)
    t.start(), t.join()
    assert library.rocpd_python_start() == 0 and library.rocpd_python_stop() == 0
    leaf()
    assert library.rocpd_python_stop() == 0
    outer()


def asks_of_thread():
    assert library.rocpd_python_start_thread() == 0
    t = threading.Thread(target=inner)
    t.start(), t.join()
    leaf()
    assert library.rocpd_python_stop_thread() == 0
    leaf()


def in_the_middle():
    outer()
    assert library.rocpd_python_start() == 0
    inner()
    library.rocpd_python_stop()
    inner()


class OddOne:
    """From the 100th call on: by then the interpreter calls the function in another way."""
    def __init__(self, n):
        if n == 99:
            assert library.rocpd_python_start() == 0
            OddOther()


class OddOther:
    def __init__(self):
        leaf()


def in_the_middle_of_making():
    for n in range(100):
        OddOne(n)
    library.rocpd_python_stop()


def sets():
    inner()
    assert library.rocpd_python_set(b'function_exclude', b'^inner$') == 0
    inner(), leaf()
    assert library.rocpd_python_set(b'function_exclude', b'') == 0
    assert library.rocpd_python_set(b'Function_Hide', b'^in\n^ou') == 0
    inner()
    assert library.rocpd_python_set(b'no such', b'1') == -1
    assert library.rocpd_python_set(b'function_hide', b'(') == -1
    assert library.rocpd_python_set(b'label_line', b'2') == -1
    assert library.rocpd_python_set(b'function_hide', b'') == 0 and library.rocpd_python_set(b'label_line', b'1') == 0
    inner()


def sets_inside():
    """A function that is left out from the middle of a call on: that call is recorded to its end."""
    def deep(n):
        if n == 1:
            assert library.rocpd_python_set(b'function_hide', b'^deep$') == 0
        return n and deep(n - 1)
    deep(3)
    deep(3)


def calls_c():
    sorted([3, 1]), 'a,b'.split(','), len('abc')
    try:
        int.from_bytes(1)
    except TypeError:
        pass
    return list(map(leaf, [1, 2]))


def tree():
    outer(), leaf()


def ours():
    """Effects of importing the package."""
    inner()
    assert library.rocpd_python_set(b'package', os.fsencode(os.path.dirname(os.path.abspath(__file__)))) == 0
    tree()


globals()[sys.argv[1]]()
