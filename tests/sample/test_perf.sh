# The kernel's performance events as source: the same rows. Where the kernel refuses them, threads are signalled, and `health` says why.
. tests/sample/common.sh
build shares
build faults
source_of() { sql "SELECT value, detail FROM health WHERE name = 'samples: source'"; }

COLLECT_SAMPLE_SOURCE=perf; export COLLECT_SAMPLE_SOURCE
sampled shares 1 10
case $(source_of) in
  "1 "*) is "no signal was sent" "$(counted 'samples: signals sent')" 0
    shares 1 1500 0.05
    shares 4 400 0.05
    is "no signal was sent" "$(counted 'samples: signals sent')" 0
    at_least "the kernel took samples" "$(counted 'samples by perf_event')" 500
    if command -v taskset >/dev/null; then # waits are in the rows of the time in which they were, not in the first row after them
      rm -rf "$work/out"
      (cd "$work" && env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" taskset -c "$(taskset -cp $$ | sed 's/.*[:, -] *//')" ./shares 4 150 >"$work/stdout" 2>"$work/stderr")
      at_least "threads that share a CPU: of the time of rows of waiting threads, the kernel counts as waiting" \
        "$(sql "SELECT round(1.0 * sum(wait_ns) / sum(end - start), 3) FROM stacks WHERE state = 'runnable'")" 0.5
    fi
    if command -v setpriv >/dev/null && [ "$(id -u)" = 0 ]; then # without rights: no samples inside system calls, and yet all CPU time
      chmod 777 "$work"
      cp "$lib" "$work/lib.so" # which that user may not reach where it is
      rm -rf "$work/out"
      (cd "$work" && setpriv --reuid 65534 --clear-groups --inh-caps=-all env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$work/lib.so" \
        ./faults read 400 >"$work/stdout" 2>"$work/stderr")
      near "a program that reads, without rights: CPU time, ms" "$(sql "SELECT sum(cpu_ns) / 1e6 FROM stacks WHERE tid = pid")" "$(said cpu_ms)" 60
      at_least "... of that in the kernel" "$(sql "SELECT sum(cpu_ns) / 1e6 FROM stacks WHERE tid = pid AND state = 'kernel'")" 100
    fi ;;
  "0 signal "*refused:*) ok "perf_event_open is refused here: $(source_of)"
    at_least "signals are sent instead" "$(counted 'samples: signals sent')" 1 ;;
  *) not_ok "source: $(source_of)" ;;
esac

# An event with a period: a sample each 100 page faults of 20,000. Hardware events need hardware.
COLLECT_SAMPLE_SOURCE=auto
COLLECT_SAMPLE_EVENT=page-faults:100 sampled faults touch 20000
case $(source_of) in
  "1 "*) near "page faults: samples, of 20,000 faults by 100, less those that found no room" "$(sql "SELECT sum(weight) FROM stacks s WHERE state IN ('running', 'kernel') AND frame_id IS NOT NULL")" $((200 - $(counted "samples: no room in the kernel''s ring"))) 20 ;;
  *) ok "perf_event_open is refused here: $(source_of)" ;;
esac
COLLECT_SAMPLE_EVENT=cycles:1000000 sampled faults read 50
case $(source_of) in "1 perf_event: cycles:1000000"* | "0 signal "*"(cycles:1000000) was refused"*) ok "cycles: $(source_of)" ;; *) not_ok "cycles: $(source_of)" ;; esac
unset COLLECT_SAMPLE_SOURCE
for bad in cycles cycles: cycles:0 cycles:1x foo:10 r:10 rxyz:10; do
  is "COLLECT_SAMPLE_EVENT='$bad' is refused" "$(COLLECT_SAMPLE_EVENT=$bad LD_PRELOAD=$lib /bin/true 2>&1 | cut -d, -f1)" "libcollect: COLLECT_SAMPLE_EVENT='$bad' is not an event and its period"
done
finish
