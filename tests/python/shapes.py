"""Calls of all kinds, the same in each run: test_python.sh counts them by the collector and by sys.setprofile."""
import asyncio
import functools
import re
import sys
import threading


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def numbers(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                yield got * 2
    finally:
        leaf()


def leaf(*_):
    return 1


def raises(n):
    if not n:
        raise KeyError('here')
    raises(n - 1)


def through_c():
    return sorted(range(20), key=lambda x: -x), list(map(leaf, range(7))), functools.reduce(lambda a, b: a + b, range(9)), re.sub('a', leaf_text, 'banana')


def leaf_text(match):
    return match[0].upper()


def generators():
    total = sum(numbers(11))
    g = numbers(5)
    next(g), g.send(4), next(g)
    g.close()
    thrown = numbers(3)
    next(thrown)
    try:
        thrown.throw(ValueError)
    except ValueError:
        pass
    return total, [x for x in numbers(3)], {x: y for x, y in zip(numbers(4), numbers(4))}, list(x * x for x in numbers(6)), delegating_sum()


def delegating():
    yield from numbers(4)
    yield from (leaf() for _ in range(3))


def delegating_sum():
    return sum(delegating())


async def waits(n):
    await asyncio.sleep(0)
    return leaf() + (await waits(n - 1) if n else 0)


async def ticks(n):
    for i in range(n):
        yield i


async def coroutines():
    results = await asyncio.gather(*(waits(n) for n in range(6)))
    return sum(results) + sum([i async for i in ticks(5)])


class Thing:
    def __init__(self):
        self.n = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return True

    def __del__(self):
        leaf()

    @property
    def value(self):
        self.n += 1
        return self.n

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def still():
        return leaf()


def things():
    for _ in range(5):
        with Thing.make() as t:
            t.value, t.value, Thing.still()
            raises(3)


def evaluated():
    for i in range(30):
        eval('(lambda: leaf())()')
        exec('def made(n):\n    return leaf(n)\nmade(%d)' % i, {'leaf': leaf})


def traced():
    def tracer(frame, event, arg):
        return tracer
    sys.settrace(tracer)
    fib(4)
    sys.settrace(None)


def threads():
    all_of_them = [threading.Thread(target=in_thread, args=(n,)) for n in range(8)]
    for t in all_of_them:
        t.start()
    for t in all_of_them:
        t.join()


def in_thread(n):
    for _ in range(n):
        fib(6)
    if n == 3:
        raises(2) if False else leaf()


def many_arguments(a, *b, c=1, **d):
    return a, b, c, d


def main():
    fib(12)
    for _ in range(10):
        try:
            raises(20)
        except KeyError:
            pass
    through_c(), generators(), things(), evaluated(), traced(), threads()
    asyncio.run(coroutines())
    many_arguments(1, 2, 3, c=4, d=5)
    übung = leaf
    übung()


if __name__ == '__main__':
    main()
