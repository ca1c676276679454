"""Processes that live and end in all ways: `lives.py HOW`."""
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time


def leaf():
    pass


def child():
    leaf()
    leaf()


def deep(n):
    leaf()
    if n:
        deep(n - 1)
    else:
        os.kill(os.getpid(), signal.SIGKILL)


began = []


def waits():
    for _ in range(1000):
        leaf()
    began.append(1)
    time.sleep(60)


def killed():
    """At a depth beyond the first segment for frames, with threads inside calls."""
    for _ in range(3):
        threading.Thread(target=waits, daemon=True).start()
    while len(began) < 3:
        time.sleep(.01)
    sys.setrecursionlimit(20000)
    deep(5000)


reached = 0


def counts_objects():
    """Calls many functions for the first time."""
    import gc
    made = [eval('lambda: %d' % i) for i in range(100)]
    gc.collect()
    before = len(gc.get_objects())
    for f in made:
        f()
    after = len(gc.get_objects())
    made.clear()
    gc.collect()
    print(after - before, len(gc.get_objects()) - before)


def to_the_limit():
    global reached
    reached += 1
    to_the_limit()


def overflows():
    for _ in range(3):
        try:
            to_the_limit()
        except RecursionError:
            leaf()
    print(reached)


def overflows_with_arguments():
    def to_the_limit_with(n):
        global reached
        reached = n
        to_the_limit_with(n + 1)
    for _ in range(3):
        try:
            to_the_limit_with(0)
        except RecursionError:
            leaf()
        print(reached)


class Interrupted(Exception):
    pass


def interrupted():
    """An exception that a signal handler raises reaches the program, wherever the handler ran."""
    def handler(*_):
        raise Interrupted

    def some(n, text):
        return n

    def calls():
        signal.setitimer(signal.ITIMER_REAL, .0005)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            some(1, 'a')
    signal.signal(signal.SIGALRM, handler)
    n = 0
    for _ in range(40):
        try:
            calls()
        except Interrupted:
            n += 1
    print(n)


def daemons():
    """Threads that run while the interpreter ends."""
    def runs():
        leaf()
        began.append(1)
        while True:
            leaf()
    for _ in range(4):
        threading.Thread(target=runs, daemon=True).start()
    while len(began) < 4:
        time.sleep(.01)


def deeper():
    """Recurses deeper than the C stack allows, in versions that do not use it; and in a thread with little stack."""
    def deep(n):
        return n and deep(n - 1) + 1
    sys.setrecursionlimit(10**6)
    enough = sys.version_info >= (3, 11)
    print(deep(100000 if enough else 10000))
    threading.stack_size(65536 if enough else 0)
    t = threading.Thread(target=lambda: print(deep(900)))
    t.start(), t.join()
    print(deep(9))


def interpreters():
    try:
        import _xxsubinterpreters as sub
    except ImportError:
        import _interpreters as sub
    leaf()
    for _ in range(3):
        i = sub.create()
        (sub.run_string if hasattr(sub, 'run_string') else sub.exec)(i, 'def inside():\n pass\nfor _ in range(5): inside()\n')
        sub.destroy(i)
    leaf()


def samples():
    """The interpreter's frames, as a signal handler sees them."""
    library = ctypes.CDLL(sys.argv[2])

    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    def numbers(n):
        for i in range(n):
            yield fib(i)

    def raises(n):
        if not n:
            raise KeyError
        raises(n - 1)
    fib.__code__ = fib.__code__.replace(co_name='fib', **({'co_qualname': 'fib'} if sys.version_info >= (3, 11) else {}))
    numbers.__code__ = numbers.__code__.replace(co_name='numbers', **({'co_qualname': 'numbers'} if sys.version_info >= (3, 11) else {}))
    raises.__code__ = raises.__code__.replace(co_name='raises', **({'co_qualname': 'raises'} if sys.version_info >= (3, 11) else {}))
    fib(3), list(numbers(2))
    end_sampling = library.sample_end  # looking it up calls a Python function of ctypes
    assert library.sample_begin()
    end = time.process_time() + .5
    while time.process_time() < end:
        fib(14), list(numbers(10))
        try:
            raises(50)
        except KeyError:
            pass
    print(end_sampling())


def torn():
    """A handler meets a thread whose innermost frame is not there yet: 3.11 and 3.12 keep it behind a pointer, others in the thread's state."""
    library = ctypes.PyDLL(sys.argv[2])
    ctypes.pythonapi.PyThreadState_Get.restype = ctypes.c_void_p
    state, minor = ctypes.pythonapi.PyThreadState_Get(), sys.version_info[1]
    place = {11: 56, 12: 56, 13: 72}.get(minor, 24) + state
    if minor in (11, 12):
        place = ctypes.c_void_p.from_address(place).value + (8 if minor == 11 else 0)
    print(library.frames_of_torn(ctypes.c_void_p(place)))


def forks():
    pid = os.fork()
    if not pid:
        child()
        os._exit(0)
    os.waitpid(pid, 0)
    leaf()


def forks_beside():
    """A thread that does not belong to the program runs, like the collector's, some time after the start."""
    leaf()
    end = time.monotonic() + 10
    while len(os.listdir('/proc/self/task')) < 2:
        assert time.monotonic() < end, 'there is no other thread'
        time.sleep(.001)
    forks()


def spawns(method):
    p = multiprocessing.get_context(method).Process(target=child)
    p.start()
    p.join()


def exits():
    leaf()
    sys.exit(7)


def raises():
    leaf()
    raise ValueError('not caught')


def profiles():
    import cProfile
    p = cProfile.Profile()
    p.enable()
    leaf(), leaf()
    p.disable()
    for _ in range(100):
        pass
    child()
    print(sum(entry.callcount for entry in p.getstats() if getattr(entry.code, 'co_name', '') == 'leaf'))


def sets_profile():
    """Everything that a profile function of the program is told."""
    told = []

    def profiled(frame, event, argument):
        told.append((event, frame.f_code.co_name, getattr(argument, '__name__', None)))
    sys.setprofile(profiled)
    leaf(), len('a')
    sys.setprofile(None)
    leaf()
    list(map(sys.setprofile, [profiled]))
    leaf()
    sys.setprofile(None)
    try:
        sys.setprofile()
    except TypeError:
        leaf()
    threading.setprofile(profiled)
    t = threading.Thread(target=leaf)
    t.start(), t.join()
    print(*told, sep='\n')


def foreign():
    """A thread that another library has made calls back into Python."""
    library = ctypes.CDLL(sys.argv[2])
    library.call_in_thread(ctypes.CFUNCTYPE(None)(child))
    library.call_in_thread(ctypes.CFUNCTYPE(None)(child))


def uses_hip():
    hip = ctypes.CDLL('libamdhip64.so')
    allocates(hip)
    leaf()


def allocates(hip):
    p = ctypes.c_void_p()
    assert hip.hipMalloc(ctypes.byref(p), ctypes.c_size_t(1 << 20)) == 0
    sets(hip, p)
    assert hip.hipFree(p) == 0


def sets(hip, p):
    assert hip.hipMemset(p, 1, ctypes.c_size_t(1 << 20)) == 0
    assert hip.hipDeviceSynchronize() == 0


def main():
    how = sys.argv[1]
    if how in ('fork', 'spawn', 'forkserver'):
        spawns(how)
    else:
        globals()[how]()


if __name__ == '__main__':
    main()
