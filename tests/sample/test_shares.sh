# Shares of time: samples say what threads did, as their own CPU clocks say it (shares.c). On a busy machine, too: CPU time is compared with CPU time.
. tests/sample/common.sh
build shares

shares 1 1500 0.05
shares 4 400 0.05
# A program that is in the kernel.
build faults
sampled faults read 300
at_least "a program that reads: share of its CPU time in the kernel" "$(sql "SELECT 1.0 * sum(iif(state = 'kernel', cpu_ns, 0)) / sum(cpu_ns) FROM stacks WHERE tid = pid")" 0.8
# What a thread used after the last sample in which it ran counts, too: here up to 300 ms.
HZ=5 sampled faults burst 400
near "a burst between samples: CPU time, ms" "$(sql "SELECT sum(cpu_ns) / 1e6 FROM stacks WHERE tid = pid")" "$(said cpu_ms)" 15
# Which threads: the holder of the lock is number 1, the one that works number 2. All have the program's name.
number() { sql "SELECT count(DISTINCT tid), count(DISTINCT CASE WHEN tid = pid THEN tid END) FROM stacks"; }
for choice in "0:1 1" "2:1 0" "0,1-2:3 1" "shar*:3 1" "nobody:0 0"; do
  COLLECT_SAMPLE_THREADS=${choice%%:*} sampled shares 1 50
  is "COLLECT_SAMPLE_THREADS=${choice%%:*}: threads, and the main one" "$(number)" "${choice#*:}"
done
is "system calls of blocked threads have numbers" "$(sql "SELECT count(*) FROM stacks WHERE state = 'blocked' AND syscall IS NULL AND weight > 3")" 0
finish
