# profile_program.py [FILE]: a program whose call tree is known: threads, recursion, generators, exceptions, calls that never end. With FILE it writes "ready" to FILE
# in the end, and waits to be killed.
import os
import sys
import threading
import time


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def deep(n):
    return fib(4) if n == 0 else deep(n - 1)


def generate(n):
    for _ in range(n):
        yield fib(3)


def interleave():
    one, two = generate(20), generate(20)
    for _ in one:
        next(two, None)


def fails(n):
    if n == 0:
        raise ValueError
    fails(n - 1)


def work(rounds):
    for i in range(rounds):
        fib(10)
        interleave()
        deep(300)
        try:
            fails(20)
        except ValueError:
            pass


def for_ever(event):
    event.wait()


def main(rounds, path):
    threading.Thread(target=for_ever, args=(threading.Event(),), daemon=True).start()
    threads = [threading.Thread(target=work, args=(rounds,)) for _ in range(3)]
    for t in threads:
        t.start()
    work(2 * rounds)
    for t in threads:
        t.join()
    for _ in range(int(os.environ.get("SHORT", "0"))):
        t = threading.Thread(target=fib, args=(3,))
        t.start()
        t.join()
    if path:
        with open(path, "w") as f:
            f.write("ready")
        while True:
            time.sleep(1)
    if os.environ.get("FORKS"):
        child = os.fork()
        work(rounds)
        if child:
            os.wait()


main(int(os.environ.get("ROUNDS", "6")), sys.argv[1] if len(sys.argv) > 1 else None)
