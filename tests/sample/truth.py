"""truth.py TOLERANCE SAID GOT [together]: compares what the threads of truth.c measured (SAID) with what the samples say (GOT: lines
"TID FUNCTION RUNNING RUNNABLE BLOCKED", ns, with the function's callees). For each kind of threads: the share of its time that each function took in each
state, and for threads that compute in several functions each function's share of their CPU time. A share must be right within the tolerance, of 1. Shares of
CPU time are not looked at if there is less than 15 s of it, since samples are few then. With `together`, waits for a CPU are compared for all functions
together."""
import collections, sys

tolerance, said, got = float(sys.argv[1]), sys.argv[2], sys.argv[3]
together = sys.argv[4:] == ['together']
states = ('running', 'runnable', 'blocked')
kind_of = {}

def zero(): return collections.defaultdict(lambda: [0, 0, 0])
true, sampled = collections.defaultdict(zero), collections.defaultdict(zero)
true_by_thread, sampled_by_thread = collections.defaultdict(zero), collections.defaultdict(zero)
def add(to, function, values):
    for i in range(3): to[function][i] += values[i]
for line in open(said):
    words = line.split()
    if words and words[0] == 'time':
        kind_of[words[1]] = words[2]
        add(true[words[2]], words[3], [int(w) for w in words[4:]])
        add(true_by_thread[words[1]], words[3], [int(w) for w in words[4:]])
for line in open(got):
    words = line.split()
    if len(words) == 5 and words[1] in true_by_thread.get(words[0], ()):
        add(sampled[kind_of[words[0]]], words[1], [int(w) for w in words[2:]])
        add(sampled_by_thread[words[0]], words[1], [int(w) for w in words[2:]])

def shares(kind, functions):
    """{(function, state): share}"""
    out = {}
    whole = sum(map(sum, functions.values())) or 1
    cpu = sum(v[0] for v in functions.values()) or 1
    for f, v in functions.items():
        for i, state in enumerate(states):
            place = 'all functions' if together and state == 'runnable' else f
            out[place, state] = out.get((place, state), 0) + v[i] / whole
        if kind == 'mixed' and cpu > 15e9 and f in ('in_a', 'in_b', 'in_c', 'in_d'): out[f, 'of CPU time'] = v[0] / cpu
    return out
def differences(kind, a, b):
    a, b = shares(kind, a), shares(kind, b)
    return {k: (b.get(k, 0), a[k]) for k in a}

if not true: print('not ok no thread has said what it did')
for kind in true:
    found = differences(kind, true[kind], sampled[kind])
    wrong = [k for k, (b, a) in found.items() if abs(b - a) > tolerance]
    worst = max(found, key=lambda k: abs(found[k][0] - found[k][1]))
    for k in wrong: print('not ok %s: %s, %s: %.4f, true %.4f' % (kind, *k, *found[k]))
    if not wrong: print('ok %s: all shares within %g, worst: %s, %s: %.4f, true %.4f' % (kind, tolerance, *worst, *found[worst]))
    of_threads = [abs(b - a) for t in kind_of if kind_of[t] == kind for b, a in differences(kind, true_by_thread[t], sampled_by_thread[t]).values()]
    print('# %s: of %d thread(s), the worst difference of a share: %.4f' % (kind, sum(k == kind for k in kind_of.values()), max(of_threads)))
