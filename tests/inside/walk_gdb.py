"""Runs inside gdb: stops the attached program at random moments, and compares gdb's backtrace of each thread with walk_process's.

    gdb -q -batch -p PID -ex "python WALK='build/inside/walk_process'; STOPS=20; SEED=1" -x walk_gdb.py

Prints a line "stop ..." with counts for each thread that was compared, and the two stacks where they differ."""
import os, random, signal, subprocess, threading, time
import gdb

for setting in ("pagination off", "backtrace past-main on", "backtrace past-entry on", "backtrace limit 4096", "confirm off", "debuginfod enabled off"):
    try:
        gdb.execute("set " + setting)
    except gdb.error:
        pass
gdb.execute("handle SIGSTOP stop print nopass", to_string=True)
for name in ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPROF", "SIGWINCH", "SIGPIPE", "SIGVTALRM", "SIGSEGV"):
    gdb.execute("handle %s nostop noprint pass" % name, to_string=True)


def by_gdb():
    """The pc of each real frame, innermost first, and why gdb saw no more."""
    frames, frame, reason = [], gdb.newest_frame(), ""
    while frame is not None and len(frames) < 4096:
        if frame.type() not in (gdb.INLINE_FRAME, gdb.TAILCALL_FRAME): # these are no frames on the stack
            frames.append((frame.pc(), frame.name() or "?", frame.type()))
            if frame.name() == "_start":  # the outermost; for the loader's own, gdb goes on into the arguments
                break
        try:
            older = frame.older()
        except gdb.error:
            break
        if older is None:
            reason = gdb.frame_stop_reason_string(frame.unwind_stop_reason())
        frame = older
    return frames, reason


def by_us(pid):
    value = lambda name: "%x" % (int(gdb.newest_frame().read_register(name)) & (2**64 - 1))
    out = subprocess.run([WALK, str(pid), value("rip"), value("rsp"), value("rbp")], capture_output=True, text=True).stdout.split("\n")
    return [int(x, 16) for x in out[:-2]], out[-2] if len(out) > 1 else "failed"


def compare(pid, stop, thread):
    theirs, reason = by_gdb()
    ours, why = by_us(pid)
    pcs = [pc for pc, _, _ in theirs if pc]
    same = pcs == ours
    print("stop %d thread %d: gdb %d ours %d, %s: %s" % (stop, thread, len(pcs), len(ours), why, "same" if same else "DIFFERENT"))
    if not same:
        for i in range(max(len(theirs), len(ours))):
            t = theirs[i] if i < len(theirs) else (0, "", 0)
            o = ours[i] if i < len(ours) else 0
            print("#   %-16x %-16x %s %s" % (o, t[0], "" if o == t[0] else "<--", t[1]))
        print("# gdb ended: %s" % reason)


def run():
    pid = gdb.selected_inferior().pid
    rng = random.Random(SEED)
    for stop in range(STOPS):
        timer = threading.Timer(rng.uniform(0.001, 0.05), os.kill, (pid, signal.SIGSTOP))
        timer.start()
        try:
            gdb.execute("continue", to_string=True)
        except gdb.error as e:
            print("# continue: %s" % e)
            return
        timer.join()
        if not gdb.selected_inferior().pid:
            print("# the program has ended")
            return
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            compare(pid, stop, thread.num)


run()
