#!/usr/bin/env python3
"""A newcomer's first commands, from README alone: those of its console blocks, with the output that it shows, and those that it names in
its text and in its table of questions, as they stand there, each of which must answer. Prints ok / not ok lines.

    newcomer.py SCRATCH          in a folder with ./app, on a machine with ROCm
    newcomer.py SCRATCH --none   on one without, in a folder with the traces that were recorded elsewhere: what records is left out"""
import re, subprocess, sys
sys.dont_write_bytecode = True
import readme

scratch, without_rocm = sys.argv[1], "--none" in sys.argv
text = open("README.md").read()
failed = commands = 0


def say(good, what, why=""):
    global failed, commands
    commands += 1
    failed += not good
    print(("ok " if good else "not ok ") + what + ("" if good else ": " + why))


def run(command):
    p = subprocess.run(["bash", "-c", command], cwd=scratch, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    return p.returncode, p.stdout, p.stderr


for line, block in readme.blocks(text):
    for command, want in readme.steps(block):
        if without_rocm and "./app" in command:
            continue
        code, out, err = run(command)
        got = [l for l in (out + err).splitlines() if l.strip()]
        say(readme.matches([readme.normal(l) for l in want if l.strip()], [readme.normal(l) for l in got]), "README.md:%d %s" % (line, command.splitlines()[0][:70]), "it says\n" + "\n".join(got))

# Placeholders for words of the reader's own.
own = {"A": "trace", "B": "second", "NAME": "gaps"}
named = re.findall(r"`(rocpd [^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
for command in dict.fromkeys(" ".join(own.get(w, w) for w in n.split()) for n in named):
    code, out, err = run(command)
    writes = "wrote" in err # a file: the line about it is on stderr
    say(code == 0 and bool(out.strip() or writes) and (writes or not err), command, "exit code %d, %d lines, %s" % (code, out.count("\n"), err))
say(commands >= 20, "20 commands and more (%d)" % commands)
sys.exit(failed > 0)
