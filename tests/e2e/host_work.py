"""What idle_stacks, gaps and launch_stacks say of a program that says itself what it did while the GPU waited (host_work.hip).
Usage: host_work.py ROCPD TRACE WHAT_IT_PRINTED"""
import os, sys

from asking import ask, check, finish

printed = sys.argv[3]
said = {name: int(ns) for name, ns in (line.split() for line in open(printed))}
whole = sum(said.values())
idle = ask("SELECT cause, host_call, sum(idle_ns) AS ns FROM idle_stacks GROUP BY 1, 2 ORDER BY 1, 2")
check("times add up to those of idle_summary", idle == ask("SELECT cause, host_call, sum(idle_ns) AS ns FROM idle_summary WHERE type = 'host' GROUP BY 1, 2 ORDER BY 1, 2"), idle)
check("and of gaps", sum(r["ns"] for r in idle) == ask("SELECT sum(synchronisation_ns + call_ns + no_call_ns) AS ns FROM gaps")[0]["ns"])
no_call = sum(r["ns"] for r in idle if r["cause"] == "no call")
check("the program's own work is time in no call", abs(no_call - whole) < .02 * whole, (no_call, whole))
of = {f: ask("SELECT coalesce(sum(idle_ns), 0) AS ns, coalesce(sum(samples), 0) AS n, sum(running_ns) AS run, sum(blocked_ns) AS blocked FROM idle_stacks WHERE cause = 'no call'"
             " AND stack LIKE '%% / %s(long)%%'" % f)[0] for f in said}
samples = sum(x["n"] for x in of.values())
check("there are samples in pauses", samples > 200, of)
busy = os.getloadavg()[0] > 2 * os.cpu_count()  # then the sampler and the program wait for a CPU for many ticks at a time
near = max(.1 if busy else .05, 4 * (.25 / max(samples, 1)) ** .5)
for f, x in of.items():
    want, got = said[f] / whole, x["ns"] / no_call
    check("%s has its share of the idle time" % f, abs(got - want) < near, (got, want, x, samples))
check("computing used or wanted a CPU, the others were mostly blocked", of["computing"]["blocked"] < .2 * of["computing"]["ns"] and
      all(of[f]["run"] < .2 * of[f]["ns"] and of[f]["blocked"] > 0 for f in ("napping", "waiting")), of)
named = {r["host_range"]: r["ns"] for r in ask("SELECT host_range, sum(no_call_ns) AS ns FROM gaps WHERE cause = 'no call' AND range_samples > 1 GROUP BY 1")}
check("gaps have names from samples", sum(ns for f, ns in named.items() if f and f.split("(")[0] in said) > .2 * whole, named)
fetched = ask("SELECT function, module, found, samples, gpu_ns, stack FROM launch_stacks WHERE kind = 'copy' AND call_path = 'hipMemcpy'")
check("copies were launched by the function that fetches", len(fetched) == 1 and fetched[0]["function"].startswith("fetching(") and fetched[0]["module"] == "host_work", fetched)
launched = ask("SELECT function, module, found, stack, gpu_ns FROM launch_stacks WHERE kind = 'kernel'")
in_program = sum(r["gpu_ns"] for r in launched if r["found"] == "path" or r["function"].startswith("launching("))  # a first launch may be estimated by a sample of the loader
check("stacks of launches end in the program", launched and in_program > .9 * sum(r["gpu_ns"] for r in launched), launched)
finish()
