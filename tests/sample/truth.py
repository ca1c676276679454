"""truth.py TOLERANCE MOST SAID GOT ROWS [together]: compares what the threads of truth.c measured (SAID) with what the samples say. GOT has lines
"TID FUNCTION RUNNING RUNNABLE BLOCKED" (hotspots by thread, ns, with the function's callees); ROWS has lines
"TID START END STATE WEIGHT CPU WAIT FUNCTION" (stacks; the function of truth.c that the stack is in).

How long a thread ran, waited for a CPU and was blocked is counted, not sampled: of each thread's life these must be right within TOLERANCE, of 1. In which
functions that was is known by samples. For each kind of threads, the share of its time that each function took in each state must be right within TOLERANCE,
or within four standard errors of that share if that is more. A row of stacks is one stay of a thread in a function and state. If it was short, a tick found it
by chance; if it was long, chance is in how many did: by one tick, and by the variation of the intervals (variance 1/12). If four standard errors are more than
MOST, the samples are too few to tell, and it says so.

The share of a thread's samples in each state must be near that of its time: without samples in the right state, counted times go to other functions.
All threads are looked at equally often: the numbers of their samples in a second must be the same within a tenth.

Of threads that compute in several functions, each function's share of their CPU time is compared if there is more than 15 s of it. With `together`, the
functions in which threads waited for a CPU are not compared, only how long they waited in all."""
import collections, sys

STATES_NEAR = 0.15
tolerance, most = float(sys.argv[1]), float(sys.argv[2])
together = sys.argv[6:] == ['together']
states = ('running', 'runnable', 'blocked')
state_at = {'running': 0, 'kernel': 0, 'runnable': 1, 'blocked': 2}

class Thread:
    def __init__(self, words):
        self.kind, self.whole, self.begin, self.end = words[2], [int(w) for w in words[3:6]], int(words[6]), int(words[7])
        self.true, self.sampled, self.counted, self.samples, self.length = {}, {}, [0, 0, 0], 0, 0
        self.rows = ([], [], [])  # by state: (weight, function)
threads = collections.defaultdict(list)
thread = {}
for words in map(str.split, open(sys.argv[3])):
    if words[:1] == ['whole']: thread[words[1]] = Thread(words); threads[words[2]].append(thread[words[1]])
for words in map(str.split, open(sys.argv[3])):
    if words[:1] == ['time']: thread[words[1]].true[words[3]] = [int(w) for w in words[4:7]]
for words in map(str.split, open(sys.argv[4])):
    if len(words) == 5 and words[0] in thread: thread[words[0]].sampled[words[1]] = [int(w) for w in words[2:]]
for words in map(str.split, open(sys.argv[5])):
    tid, state, function = words[0], words[3], words[7]
    start, end, weight, cpu, wait = (int(words[i]) for i in (1, 2, 4, 5, 6))
    if tid not in thread: continue
    t = thread[tid]
    t.samples += weight
    t.length += end - start
    part = max(0, min(end, t.end) - start) / (end - start) if end > start else 1  # of a thread's end, it knows nothing
    t.counted = [a + part * b for a, b in zip(t.counted, (cpu, wait, end - start - cpu - wait))]
    t.rows[state_at[state]].append((weight, function))

def fail(*words): print('not ok', *words)
def whole(of): return sum(map(sum, of)) or 1
def error(of, state, function):
    """The standard error of the function's share of the time in a state, as a share of all time. One row more or less is part of it: it may be 0 else."""
    variance = 0
    for t in of:
        rows = t.rows[state]
        n = sum(w for w, f in rows)
        share = sum(w for w, f in rows if f == function) / (n or 1)
        one = sum((1 + w / 12) * ((f == function) - share) ** 2 for w, f in rows) / n ** 2 + 1 / len(rows) ** 2 if rows else 1
        variance += (t.counted[state] / whole([t.counted for t in of])) ** 2 * one
    return variance ** 0.5

if not thread: fail('no thread has said what it did')
few = []
for kind, of in threads.items():
    wrong, worst = [], (0, 'nothing was compared')
    def compare(what, got, true, allowed):
        text = '%s: %.4f, true %.4f (+- %.3f)' % (what, got, true, allowed)
        if allowed > most:
            few.append('%s: %s' % (kind, text))
            return worst
        if abs(got - true) > allowed: wrong.append(text)
        return max(worst, (abs(got - true) / allowed, text))
    for i, state in enumerate(states):
        for t in of:
            worst = compare('all of a thread, %s' % state, t.counted[i] / whole([t.counted]), t.whole[i] / whole([t.whole]), tolerance)
            got = sum(w for w, f in t.rows[i]) / t.samples if t.samples else 0
            found = sum((1 + w / 12) * ((i == k) - got) ** 2 for k in range(3) for w, f in t.rows[k]) ** 0.5 / (t.samples or 1)
            worst = compare('samples of a thread, %s' % state, got, t.whole[i] / whole([t.whole]), max(STATES_NEAR, 4 * found))
        for f in sorted({f for t in of for f in t.true} - {'other'}):
            if together and state == 'runnable': continue
            true = sum(t.true[f][i] for t in of if f in t.true) / whole([t.whole for t in of])
            got = sum(t.sampled[f][i] for t in of if f in t.sampled) / whole([t.counted for t in of])
            worst = compare('%s, %s' % (f, state), got, true, max(tolerance, 4 * error(of, i, f)))
    cpu = sum(t.whole[0] for t in of)
    for f in ('in_a', 'in_b', 'in_c', 'in_d'):
        if kind != 'mixed' or cpu <= 15e9: continue
        got = sum(t.sampled.get(f, [0])[0] for t in of) / sum(t.counted[0] for t in of)
        worst = compare('%s, of CPU time' % f, got, sum(t.true[f][0] for t in of) / cpu, tolerance)
    for text in wrong: fail(kind + ':', text)
    if not wrong: print('ok %s: all shares are right; nearest to its limit: %s' % (kind, worst[1]))
rates = sorted((t.samples / t.length * 1e9, tid) for tid, t in thread.items() if t.length)
if rates and rates[0][0] < 0.9 * rates[-1][0]: fail('samples a second differ: %.1f (%s) to %.1f (%s)' % (*rates[0], *rates[-1]))
elif rates: print('ok samples a second of all threads: %.1f to %.1f' % (rates[0][0], rates[-1][0]))
for text in few: print('# too few samples to tell:', text)
