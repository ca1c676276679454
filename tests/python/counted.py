"""Counts a program's calls by sys.setprofile: `counted.py PROGRAM OUT` writes name, line and number of calls for each function of the program's file."""
import runpy
import sys
import threading

counts = {}
program = sys.argv[1]


def profiled(frame, event, arg):
    if event == 'call' and frame.f_code.co_filename == program:
        code = frame.f_code
        key = getattr(code, 'co_qualname', code.co_name), code.co_firstlineno
        counts[key] = counts.get(key, 0) + 1


threading.setprofile(profiled)
sys.setprofile(profiled)
try:
    runpy.run_path(program, run_name='__main__')
finally:
    sys.setprofile(None)
with open(sys.argv[2], 'w', encoding='utf-8') as f:
    f.writelines(sorted(f'{name} {line} {n}\n' for (name, line), n in counts.items()))
