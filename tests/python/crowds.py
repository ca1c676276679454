"""Many threads at once: `crowds.py HOW`."""
import ctypes
import sys
import threading


def leaf():
    return 1


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def generates(n):
    for _ in range(n):
        yield leaf()


def crowd(n, function):
    threads = [threading.Thread(target=function, args=(i,)) for i in range(n)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def switches_often():
    def work(_):
        for _ in range(3):
            fib(8), sum(generates(8))
    sys.setswitchinterval(1e-9)
    crowd(30, work)


def asks_often():
    """Which calls of which thread are recorded, while others make calls."""
    library = ctypes.PyDLL(None)

    def work(i):
        for n in range(50):
            if i % 3 == 0:
                library.rocpd_python_start(), leaf(), library.rocpd_python_stop()
            elif i % 3 == 1:
                library.rocpd_python_start_thread(), sum(generates(5)), library.rocpd_python_stop_thread()
            else:
                sum(generates(5)), eval('(lambda: %d)()' % n)
            if i == 4 and n % 20 == 0:
                library.rocpd_python_set(b'function_exclude', b'^none%d$' % n)
            if i == 5 and n % 20 == 0:
                library.rocpd_python_set(b'label_line', b'%d' % (n // 20 % 2))
    sys.setswitchinterval(1e-6)
    crowd(12, work)


def interpreters_at_once():
    """Interpreters, which have locks of their own from 3.12 on."""
    try:
        import _xxsubinterpreters as sub
    except ImportError:
        import _interpreters as sub
    run = getattr(sub, 'run_string', None) or sub.exec

    def work(_):
        for _ in range(3):
            i = sub.create()
            run(i, 'def inside(n):\n return n and inside(n - 1)\nfor _ in range(50): inside(5), len("abc"), sorted([2, 1]), "a,b".split(","), repr(1)\n')
            sub.destroy(i)
    crowd(6, work)


globals()[sys.argv[1]]()
