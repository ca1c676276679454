"""What hotspots, waits and flame graphs say of a program whose threads are known (sampled.c). Usage: sampled.py ROCPD TRACE FOLDER"""
import os, sys

from asking import ask, check, finish

folder = sys.argv[3]
threads = {r["function"]: r["tid"] for r in ask("SELECT DISTINCT tid, function FROM hotspots('thread') WHERE function IN ('computing', 'napping', 'waiting', 'main') AND module = 'sampled'")}
check("functions of the program are found in its threads", sorted(threads) == ["computing", "main", "napping", "waiting"] and len(set(threads.values())) == 4, threads)
exact = ask("SELECT sum(cpu_ns) AS cpu, sum(wait_ns) AS wait, sum(\"end\" - start) AS whole FROM stacks")[0]
sums = ask("SELECT sum(running_ns) AS cpu, sum(runnable_ns) AS wait, sum(self_ns) AS whole FROM hotspots")[0]
check("CPU time of functions adds up to that of the threads", sums["cpu"] == exact["cpu"], (sums, exact))
check("... waiting for a CPU, too", sums["wait"] == exact["wait"], (sums, exact))
check("... and all time, but for what the kernel's clocks differ", abs(sums["whole"] - exact["whole"]) < .02 * exact["whole"], (sums, exact))
computing = ask("SELECT (SELECT total_running_ns FROM hotspots('thread') WHERE function = 'computing') AS own, (SELECT sum(cpu_ns) FROM stacks WHERE tid = %d) AS cpu" % threads["computing"])[0]
check("the thread that computes does so in its function", computing["own"] > .95 * computing["cpu"] and computing["cpu"] > 300000000, computing)
calls = {f: {r["syscall"] for r in ask("SELECT syscall FROM waits WHERE stack LIKE '%%/ %s /%%' AND blocked_ns > 0" % f)} for f in ("napping", "waiting", "main")}
check("waits: what they were blocked in", calls["napping"] & {"clock_nanosleep", "nanosleep"} and calls["waiting"] == {"futex"} and calls["main"] == {"futex"}, calls)
check("every module has symbols", ask("SELECT detail FROM health WHERE name = 'modules without symbols' AND detail NOT LIKE '[vdso]%'") == [], "")
out = os.path.join(folder, "out.folded")
ask("SELECT rocpd_export_folded('%s', '{\"value\":\"running\"}')" % out)
lines = [l.rsplit(" ", 1) for l in open(out).read().splitlines()]
check("folded stacks have the CPU time", sum(int(ns) for _, ns in lines) == exact["cpu"] and any(";computing" in s for s, _ in lines), lines[:3])

# The trace is read where the program is not, with its file in a folder.
os.makedirs(os.path.join(folder, "elsewhere"))
os.rename(os.path.join(folder, "sampled"), os.path.join(folder, "elsewhere", "sampled"))
find = "SELECT count(*) AS n FROM frames WHERE function = 'computing'"
check("without the program's file its functions have no names", ask(find)[0]["n"] == 0)
check("with the file in a folder they have", ask(find, os.path.join(folder, "elsewhere"))[0]["n"] > 0)
finish()
