"""Compares the rows that eh_rows finds with those that readelf prints, for all functions of a file: eh_rows.py EH_ROWS FILE. Prints one line."""
import re, subprocess, sys

program, path = sys.argv[1:]
text = subprocess.run(["readelf", "--debug-dump=frames-interp", path], capture_output=True, text=True).stdout
rows = []  # address, CFA, rbp, return address, from a CIE with 'S'
signal, begins, ends = {}, set(), set()
cie = ""
columns = []
functions = False
wanted = False
for line in text.splitlines():
    if line.startswith("Contents of the "):
        wanted = ".eh_frame" in line
        continue
    if not wanted:
        continue
    m = re.match(r"([0-9a-f]+) \S+ \S+ CIE \"([^\"]*)\"", line)
    if m:
        signal[m.group(1)] = "S" in m.group(2)
        functions = False
        continue
    m = re.match(r"[0-9a-f]+ \S+ \S+ FDE cie=([0-9a-f]+) pc=([0-9a-f]+)\.\.([0-9a-f]+)", line)
    if m:
        functions, cie, end = True, m.group(1), int(m.group(3), 16)
        empty = m.group(2) == m.group(3)
        begins.add(int(m.group(2), 16))
        ends.add(end)
        continue
    if line.lstrip().startswith("LOC"):
        columns = line.split()
        continue
    m = re.match(r"[0-9a-f]{16} ", line)
    if m and functions and not empty:
        cells = dict(zip(columns, re.sub(r" \(r\w+\)", "", line).split()))  # "r10 (r10)" is one cell
        if int(cells["LOC"], 16) < end:
            rows.append((int(cells["LOC"], 16), cells["CFA"], cells.get("rbp", "u"), cells.get("ra", "u"), signal.get(cie, False)))
rows += [(end, "", "", "", False) for end in ends - begins]  # behind a function, where no other begins
out = subprocess.run([program, path], input="".join("%x\n" % r[0] for r in rows), capture_output=True, text=True).stdout.splitlines()
same = by_expression = 0
different = []
for (address, cfa, rbp, ra, of_signal), got in zip(rows, out):
    if not cfa:
        good = got == "-"
    elif ra == "u":
        good = got == "outermost"
    elif of_signal:
        good = got == "signal"
    elif cfa == "exp" or ra != "c-8":
        # An expression: one that is known, or the end of the walk.
        by_expression += 1
        good = got.startswith("*(") or got == "end 5" or (cfa == "exp" and got.startswith("rsp+"))
    else:
        shown = {"u": "u", "s": "u"}.get(rbp, rbp if re.match(r"c[-+]|exp", rbp) else "lost")
        good = got == "%s %s" % (cfa, shown)
    if good:
        same += 1
    else:
        different.append("%x: %s, not %s %s %s" % (address, got, cfa, rbp, ra))
print("%d rows, %d by expressions, %d different%s" % (len(rows), by_expression, len(different) + abs(len(rows) - len(out)),
    ": " + "; ".join(different[:5]) if different else ""))
