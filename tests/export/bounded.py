"""bounded.py EXTENSION FOLDER: see test_bounded.sh. Each export runs in its own process, and on one core if bytes are compared: on several cores the order of
tracks
varies from run to run."""
import json, os, subprocess, sys

extension, folder = sys.argv[1:3]
traces = [f"{folder}/one.rocz", f"{folder}/two.rocz", "tests/data/heliosr_146104_results.db"]
program = """
import os, sqlite3, sys
def peak_kb(): return int([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0]) # of this program alone
extension, cores, memory, traces, call = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4].split(","), sys.argv[5]
if cores == 1: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(extension)
if memory == "little": db.execute("SELECT rocpd_config('cache_mb', 0)")
for t in traces: db.execute("SELECT rocpd_attach(?)", (t,))
print(peak_kb())
print(db.execute("SELECT " + call).fetchone()[0])
print(peak_kb())
"""


def export(cores, memory, which, call):
    """The result, and the growth of the process in KB."""
    r = subprocess.run([sys.executable, "-c", program, extension, str(cores), memory, ",".join(which), call], capture_output=True, text=True, timeout=120)
    if r.returncode:
        print("not ok", call, r.stderr[-300:])
        sys.exit(1)
    before, result, after = r.stdout.splitlines()
    result = {k: v for k, v in json.loads(result).items() if k not in ("seconds", "path")}
    return result, int(after) - int(before)


failed = False


def check(what, good):
    global failed
    failed |= not good
    print("ok" if good else "not ok", what)


ROCZ_HEADER_BYTES = 160  # each file has a number of its own there


def same_bytes(one, other, skipped):
    return not subprocess.run(["cmp", "-s", "-i", str(skipped), one, other]).returncode


for name, options in [("perfetto", {}), ("perfetto", {"args": True, "counters": True}), ("perfetto", {"start": "20%", "end": "70%", "group_by": "queue"}),
                      ("perfetto", {"min_duration_ns": 3000}), ("perfetto", {"gpu_packets": True}), ("perfetto", {"kernel_names": "range"}), ("json", {}), ("json", {"launch_names": "kernel"}),
                      ("json", {"counters": True}), ("json", {"names": "*Launch*", "flows": False}), ("json", {"agents": [1], "args": True}),
                      ("text", {}), ("text", {"start": "20%", "end": "70%"}), ("text", {"gaps": [10, 50]}), ("text", {"form": "profile"}),
                      ("rocz", {}), ("rocz", {"start": "20%", "end": "70%"})]:
    results, text = [], json.dumps(options)
    for memory in ("much", "little"):
        which = traces[:1] if "start" in options else traces # their clocks are far apart
        results.append(export(1, memory, which, f"rocpd_export_{name}('{folder}/{memory}', '{text}')")[0])
    check(f"{name} {text}: bytes", same_bytes(f"{folder}/much", f"{folder}/little", ROCZ_HEADER_BYTES if name == "rocz" else 0))
    check(f"{name} {text}: result", results[0] == results[1] and results[0]["rows" if name == "rocz" else "events"] > 0)
    for memory in ("much", "little"):
        os.unlink(f"{folder}/{memory}")

# On all cores, tracks that share batches open and close them at the same time: the counts stay the same.
for name in ("perfetto", "json"):
    result = [{k: v for k, v in export(64, m, traces[:1], f"rocpd_export_{name}('/dev/null')")[0].items() if k not in ("bytes",)} for m in ("much", "little", "little")]
    check(f"{name} on all cores", result[0] == result[1] == result[2])

# A listing is sorted: it has the same bytes on any number of cores.
for options in ({}, {"gaps": [10, 50]}):
    for cores in (1, 64):
        export(cores, "much", traces[:1], f"rocpd_export_text('{folder}/{cores}', '{json.dumps(options)}')")
    check(f"text {options} on all cores: bytes", same_bytes(f"{folder}/1", f"{folder}/64", 0) and os.path.getsize(f"{folder}/1") > 1 << 20)
    for cores in (1, 64):
        os.unlink(f"{folder}/{cores}")

# A cursor of the same statement reads columns that the export could free.
call = f"sum(k.duration + length(rocpd_export_perfetto('{folder}/' || k.rowid, '{{\"names\":\"hipInit\"}}')) * 0) FROM (SELECT rowid, * FROM kernels LIMIT 3) k"
sums = []
for memory in ("much", "little"):
    r = subprocess.run([sys.executable, "-c", program, extension, "64", memory, traces[1], call], capture_output=True, text=True, timeout=120)
    sums.append(r.stdout.splitlines()[1:2] or r.stderr[-300:])
    for f in os.listdir(folder):
        if f.isdigit(): os.unlink(f"{folder}/{f}")
check("columns under a cursor", sums[0] == sums[1] and len(sums[0]) == 1)

# A sanitizer keeps freed memory and adds as much again, so the growth of the process means nothing.
if os.environ.get("SANITIZER"):
    sys.exit(failed)
# Texts and chunk files take less memory for a row than Perfetto, so more rows are needed to see a difference.
many = [f"{folder}/many.rocz"]
for name, options, which in [("perfetto", "{}", traces[:1]), ("perfetto", '{"counters":true}', traces[:1]), ("text", "{}", many), ("rocz", "{}", many)]:
    much, little = (min(export(1, m, which, f"rocpd_export_{name}('/dev/null', '{options}')")[1] for _ in range(2)) for m in ("much", "little"))
    check(f"memory of {name} {options}: {little} KB for {much}", little < much * 0.75)
sys.exit(failed)
