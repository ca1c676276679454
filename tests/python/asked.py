"""A program that chooses itself which of its Python calls are recorded: `asked.py HOW`."""
import asyncio
import sys
import threading

import rocpdsys
from rocpdsys import user
from rocpdsys.profiler import Profiler, config, noprofile, profile
from seed import run


def leaf():
    return 1


def decorator():
    leaf()
    profile()(run)(20)
    leaf()


def block():
    leaf()
    with profile():
        run(20)
    leaf()


def called():
    leaf()
    p = profile()
    assert p.runcall(run, 20) == 10755
    p.run('run(2)')
    p.runctx('run(n)', {'run': run, 'n': 3}, {})
    leaf()


def labelled():
    config.include_args = True
    config.restrict_functions += ['fib', 'run']
    with profile():
        run(5)


def chosen():
    """Fields of the configuration: their values, and their effect."""
    assert config.exclude_functions == ['^<.*>$'], config.exclude_functions
    config.exclude_functions = ['^inefficient']
    config.exclude_functions = ['^inefficient', 'nothing']
    assert config.exclude_functions == ['^<.*>$', '^inefficient', 'nothing'] and config.restrict_modules == []
    config.full_filepath = True
    assert config.include_filename and not config.include_line
    config.full_filepath = config.include_filename = False
    config.include_line = True
    assert not config.annotate_trace
    config.annotate_trace = True
    for wrong in (lambda: setattr(config, 'include_functions', ['(']), lambda: setattr(config, 'include_functions', ['a\nb'])):
        try:
            wrong()
        except ValueError:
            pass
        else:
            assert not rocpdsys.is_initialized() or config.include_functions == ['(']
    for wrong, kind in ((lambda: setattr(config, 'no_field', 1), AttributeError), (lambda: setattr(config, 'include_functions', 'text'), TypeError)):
        try:
            wrong()
        except kind:
            pass
        else:
            raise AssertionError(kind)
    with profile():
        run(3)


def nested():
    """Profiled parts inside others, parts left by an exception, one object in several places, threads, conditions."""
    p = profile()
    with p:
        with p, profile():
            leaf()
        leaf()
    leaf()
    try:
        with p:
            raise KeyError
    except KeyError:
        leaf()
    assert p.stop() == 0
    with noprofile():
        leaf()
    with profile():
        with noprofile():
            leaf()
            t = threading.Thread(target=leaf)
            t.start(), t.join()
        noprofile()(leaf)()
        leaf()
    Profiler.condition(lambda: False)
    assert not Profiler.is_enabled()
    with profile():
        leaf()
    Profiler.condition(lambda: 1 / 0)
    with profile():
        leaf()
    Profiler.condition(None)
    p.start()
    del p
    leaf()


@profile()
def numbers():
    leaf()
    yield 1
    leaf()


@profile()
async def waits():
    await asyncio.sleep(0)
    return leaf()


@profile()
async def ticks():
    leaf()
    yield 1


async def coroutines():
    assert await waits() == 1 and [i async for i in ticks()] == [1]


def kinds():
    """Generators and coroutines are recorded until they end."""
    assert list(numbers()) == [1]
    g = numbers()
    next(g)
    g.close()
    leaf()
    asyncio.run(coroutines())
    leaf()


@user.region('decorated')
def inside():
    leaf()


def regions():
    with user.region('block'):
        inside()
        user.push_region('pushed'), leaf(), user.pop_region('pushed')
    r = user.Region('ünder')
    r.start(), r.start(), r.stop(), r.stop()
    a, b = user.Region('a'), user.Region('b')
    a.start(), b.start()
    try:
        a.stop()
    except RuntimeError:
        b.stop(), a.stop()
    else:
        raise AssertionError('in whatever order')
    assert user.Region('called').runcall(leaf) == 1
    user.stop_trace()
    with user.region('while it is stopped'):
        pass
    user.start_trace()
    user.start_thread_trace(), leaf(), user.stop_thread_trace()
    user.push_region('with \0 zero'), user.pop_region()


globals()[sys.argv[1]]()
