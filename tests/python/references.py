"""A debug build counts references: prints how many are added when the same work is done again."""
import gc
import sys


def leaf():
    pass


def work():
    for i in range(200):
        leaf()
        eval('(lambda: %d)()' % i)
        list(x for x in range(3))


def more():
    gc.collect()
    before = sys.gettotalrefcount()
    for _ in range(20):
        work()
    gc.collect()
    return sys.gettotalrefcount() - before


more()
print(more())
