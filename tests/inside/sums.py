# sums.py < ROWS: the rows of a dump (rocz_dump) summed up once more, against the rows of kind sums (sums.c). Prints what differs, then
# how many keys were compared.
import re
import sys

PLANS = [("call", "function", "duration"), ("dispatch", "launch", "duration"), ("memory_allocations", "type", "size")]
want, got = {}, {}
strings = {}
for line in sys.stdin:
    kind, _, rest = line.partition(" ")
    fields = dict(re.findall(r"(\S+?)=(\S*)", rest))
    if kind == "sums":
        n = [int(fields[c]) for c in ("plan", "key", "count", "sum", "least", "most", "squares")]
        key = (n[0], n[1]) if PLANS[n[0]][1] != "type" else (n[0], "string %d" % n[1])
        got[key] = n[2:]
    for i, (name, by, of) in enumerate(PLANS):
        if kind == name:
            key, value = fields[by], int(fields[of])
            s = want.setdefault((i, int(key) if by != "type" else key), [0, 0, value, value, 0])
            s[0] += 1
            s[1] += value
            s[2] = min(s[2], value)
            s[3] = max(s[3], value)
            s[4] += value * value
# The dump shows texts in place of the ids of strings, so those are compared without their keys.
for side in (want, got):
    texts = sorted(v for k, v in side.items() if k[0] == 2)
    for k in [k for k in side if k[0] == 2]:
        del side[k]
    side.update({(2, i): v for i, v in enumerate(texts)})
for k in sorted(set(want) | set(got)):
    if want.get(k) != got.get(k):
        print(PLANS[k[0]][0], k[1], "rows", want.get(k), "sums", got.get(k))
print(len(got), "keys,", sum(v[0] for k, v in got.items() if k[0] == 0), "calls,", sum(v[0] for k, v in got.items() if k[0] == 1), "kernels,", sum(v[0] for k, v in got.items() if k[0] == 2), "rows")
