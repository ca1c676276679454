"""Decorators that do something before a function and after it, whatever kind of function it is and however it ends."""
from functools import wraps

GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x20, 0x80, 0x200  # co_flags


def around(function, enter, leave):
    """The function between enter() and leave(what enter returned); of a generator or coroutine from its first step to its end."""
    flags = getattr(getattr(function, '__code__', None), 'co_flags', 0)
    if flags & COROUTINE:
        async def wrapper(*args, **kwargs):
            entered = enter()
            try:
                return await function(*args, **kwargs)
            finally:
                leave(entered)
    elif flags & ASYNC_GENERATOR:
        async def wrapper(*args, **kwargs):
            entered = enter()
            steps = function(*args, **kwargs)
            try:
                async for value in steps:
                    yield value
            finally:
                await steps.aclose()
                leave(entered)
    elif flags & GENERATOR:
        def wrapper(*args, **kwargs):
            entered = enter()
            try:
                return (yield from function(*args, **kwargs))
            finally:
                leave(entered)
    else:
        def wrapper(*args, **kwargs):
            entered = enter()
            try:
                return function(*args, **kwargs)
            finally:
                leave(entered)
    return wraps(function)(wrapper)


class Around:
    """What is a decorator, a block and a call: start() and stop() are of the object, _enter() and _leave(what _enter returned) of each call."""

    def __call__(self, function):
        return around(function, self._enter, self._leave)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def runcall(self, function, *args, **kwargs):
        with self:
            return function(*args, **kwargs)
