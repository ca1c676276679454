"""What one call and return of a Python function takes: `python_loop.py HOW [N]`, ns, the least of several rounds of fib(N). HOW is who else looks:
nobody; nothing (a profile function in C that does nothing, from the library in NOTHING); frames (that library's function for each frame, which reads the clock); cProfile; setprofile (one in Python that does nothing)."""
import ctypes
import os
import sys
import time


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def main():
    how, n = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 27
    if how == 'nothing':
        ctypes.PyDLL(os.environ['NOTHING']).begin()
    elif how == 'frames':
        ctypes.PyDLL(os.environ['NOTHING']).begin_frames()
    elif how == 'cProfile':
        import cProfile
        profiler = cProfile.Profile()
        profiler.enable()
    elif how == 'setprofile':
        sys.setprofile(lambda frame, event, arg: None)
    least = 1e9
    for _ in range(5):
        begin = time.perf_counter()
        fib(n)
        least = min(least, time.perf_counter() - begin)
    sys.setprofile(None)
    print('%.2f' % (least * 1e9 / number))


number, before = 1, 0  # F(N + 1)
for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 27):
    number, before = number + before, number
number = 2 * number - 1  # calls of fib(N)
main()
