"""A forked child whose first call is a function in C, and which returns from the functions around it. (Run it with -S: what site
imports may call functions of Python in the child.)"""
import os


def middle():
    pid = os.fork()
    if not pid:
        return divmod(7, 2), abs(-1)
    return os.waitpid(pid, 0)


def outer():
    middle()


outer()
