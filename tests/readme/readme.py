#!/usr/bin/env python3
"""Runs the ```console blocks of README.md, and of further files after it, in one scratch folder and compares what they print.

In a block, a line that begins with "$ " is a command (lines ending in a backslash go on, and so does the
text of an open quote); what follows up to the next one is its output. Numbers are compared as numbers of any
value (times and sizes with their unit), hexadecimal words, UUIDs and runs of blanks likewise; a line "..." stands for any lines. Everything else
must be equal. Prints ok / not ok lines. Usage: readme.py SCRATCH FILE... [--update]
With --update what the commands print replaces the outputs in the files (those without "...")."""
import os, re, shutil, subprocess, sys


def blocks(text):
    for match in re.finditer(r"^```console\n(.*?)^```", text, re.M | re.S):
        yield text.count("\n", 0, match.start()) + 1, match.group(1).splitlines()


def complete(command):
    """Whether the command is complete: bash would not ask for more lines."""
    return subprocess.run(["bash", "-n", "-c", command], capture_output=True).returncode == 0


def steps(lines):
    command, output = None, []
    for line in lines:
        if command is not None and not output and (command.endswith("\\") or not complete(command)):
            command += "\n" + (line[2:] if line.startswith("> ") else line)
        elif line.startswith("$ "):
            if command is not None:
                yield command, output
            command, output = line[2:], []
        else:
            output.append(line)
    if command is not None:
        yield command, output


def normal(line):
    line = line.replace(os.uname().nodename, "HOST").replace(os.getcwd(), "").replace(sys.argv[1], "/tmp/work") # first: names may have digits
    line = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID", line)
    line = re.sub(r"0x[0-9a-f]+", "HEX", line)
    line = re.sub(r"-?\b[0-9]+(\.[0-9]+)?([eE][-+][0-9]+)?", "N", line)
    line = re.sub(r"\bN (ns|us|ms|s|B|KiB|MiB|GiB)\b", "N", line) # of a time or size as people read it, the unit, too
    return re.sub(r"[ ─-]+", " ", line).strip()


def matches(want, got):
    """Lines against lines, "..." standing for any number of them."""
    if not want:
        return not got
    if want[0] == "...":
        return any(matches(want[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and want[0] == got[0] and matches(want[1:], got[1:])


def run_file(path, scratch, update):
    """Returns the number of commands, and of those that failed."""
    text = updated = open(path).read()
    failed = commands = 0
    for line, block in blocks(text):
        for command, want in steps(block):
            if command.startswith("babeltrace2") and not shutil.which("babeltrace2"):
                print("   (not run, babeltrace2 is not installed: %s)" % command)
                continue
            commands += 1
            run = subprocess.run(["bash", "-c", command], cwd=scratch, capture_output=True, text=True, timeout=120)
            got = [l for l in (run.stdout + run.stderr).splitlines() if l.strip()]
            if update and "..." not in want:
                old = "$ " + "\n".join([command] + want) + "\n"
                updated = updated.replace(old, "$ " + "\n".join([command] + got) + "\n", 1)
            want = [l for l in want if l.strip()]
            if matches([normal(l) for l in want], [normal(l) for l in got]):
                print("ok %s:%d %s" % (path, line, command.splitlines()[0][:70]))
            else:
                failed += 1
                print("not ok %s:%d %s\n--- it says\n%s\n--- real (exit %d)\n%s" % (path, line, command, "\n".join(want), run.returncode, "\n".join(got)))
    if update:
        open(path, "w").write(updated)
    return commands, failed


def main():
    scratch, *files = [a for a in sys.argv[1:] if a != "--update"]
    results = [run_file(f, scratch, "--update" in sys.argv) for f in files]
    if not results[0][0]:
        print("not ok %s has no console blocks" % files[0])
    return any(failed for _, failed in results) or not results[0][0]


if __name__ == "__main__":
    sys.exit(main())
