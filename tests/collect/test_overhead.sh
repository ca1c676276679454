# What recording costs: the table `overhead`, and the line that COLLECT_SUMMARY asks for.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; else LD=; fi
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' "$@" 2>&1; }
out=$work/out
# Each of these must be 1.
checks="events = (SELECT count(*) FROM regions('$out')) + (SELECT count(*) FROM memory_copies('$out')) + (SELECT count(*) FROM kernels('$out')),
  calls_dropped = (SELECT sum(value) FROM health('$out') WHERE name IN ('calls dropped', 'calls untracked')),
  dispatches_dropped = 0 AND copies_dropped = 0 AND rows_lost = 0 AND info_rows_dropped = 0 AND arguments_dropped = 0 AND rows_over_limit = 0 AND rows_let_go = 0,
  wrapper_ns BETWEEN events * 10 AND events * 2500, buffer_bytes BETWEEN 4096 AND 1 << 30, buffer_peak_bytes BETWEEN 1 AND buffer_bytes,
  writer_cpu_ns BETWEEN 1 AND 60000000000, guid = (SELECT guid FROM processes('$out')), pid_is_none FROM (SELECT *, 1 AS pid_is_none FROM overhead('$out'))"

COLLECT_SUMMARY=1 COLLECT_DOMAINS=hip victim threads 30000; is "exit code" $? 3
is "a whole file" "$(ask "SELECT $checks")" "1|1|1|1|1|1|1|1|1"
is "bytes" "$(ask "SELECT bytes FROM overhead('$out')")" "$(stat -c %s "$out"/*.rocz)"
is "the line" "$(sed -E "s/^libcollect: (.*): [0-9]+ rows in [0-9]+ kB, [0-9]+ lost, writer [0-9]+ ms$/\1/" "$work/stderr")" "$(ls "$out"/*.rocz)"
is "... its numbers" "$(sed -E 's/.*: ([0-9]+) rows in .*, ([0-9]+) lost.*/\1 \2/' "$work/stderr")" "$(ask "SELECT events || ' ' || (calls_dropped + rows_lost) FROM overhead('$out')")"
is "... not among the program's output" "$(grep -c libcollect "$work/stdout")" 0
COLLECT_SUMMARY=1 victim none; is "no line where nothing was traced" "$(cat "$work/stderr")" ""
victim end exit; is "no line unless asked for" "$(cat "$work/stderr")" ""
COLLECT_SUMMARY=1 victim end _exit; is "no line of a process that ends by _exit" "$(cat "$work/stderr")" ""
COLLECT_SUMMARY=1 victim end exit >/dev/null; is "few rows" "$(sed -E 's/.*: ([0-9]+) rows in ([0-9]+) kB.*/\1/' "$work/stderr")" "$(ask "SELECT events FROM overhead('$out')")"

listener COLLECT_DOMAINS=hip; tell calls 20000; ctl flush >/dev/null; tell calls 1; ctl flush >/dev/null; dismiss
is "the peak is the most that waited, not the last" "$(ask "SELECT buffer_peak_bytes > 4096 FROM overhead('$out')")" 1

COLLECT_DOMAINS=hip victim end kill
is "a killed process's" "$(ask "SELECT events > 0, calls_dropped = 0 FROM overhead('$out')")" "1|1"
is "what is no chunk file says nothing" "$(ask "SELECT count(*), count(events), count(wrapper_ns), count(source), count(bytes) FROM overhead('$root/tests/data/heliosr_146104_results.db')")" "1|0|0|1|0"
is "nor does an archive" "$(ask "SELECT rocpd_attach('$out')" "SELECT rocpd_export_rocz('$work/archive.rocz') IS NOT NULL" "SELECT count(*), count(events), count(writer_cpu_ns) FROM overhead('$work/archive.rocz')" | tail -1)" "1|0|0"
is "without files no row" "$(cd "$work" && ask "SELECT count(*) FROM overhead")" 0
finish
