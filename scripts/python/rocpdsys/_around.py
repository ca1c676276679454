"""Decorators that do something before and after a function, of any kind and however it ends."""
from functools import wraps

GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x20, 0x80, 0x200  # co_flags


def around(function, enter, leave):
    """Returns a function that calls enter(), the given one, and leave() with enter()'s result. For a generator or coroutine these
    are called at its first step and at its end."""
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
    """Base of objects that serve as a decorator, in a with statement, and by start() and stop(). A subclass has start() and stop() for
    the object, and _enter() and _leave(result of _enter()) for each call of a decorated function."""

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
