# Python's functions stand in stacks, by their shares of CPU time, also where a thread is blocked.
. tests/sample/common.sh
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import sys; sys.exit(not (3, 8) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null || { echo "no Python 3.8 to 3.13"; exit 77; }
ln -s "$python" "$work/python"
cat >"$work/work.py" <<'END'
import threading, time
def burn(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        for i in range(200): pass
def first(): burn(6)
def second(): burn(2)
def rests(event): event.wait(0.002)
def worker(event):
    while time.thread_time() < 1.5:
        first()
        second()
        rests(event)
t = threading.Thread(target=worker, args=(threading.Event(),))
t.start()
t.join()
END
HZ=499 sampled python work.py
is "ends well" "$? $(cat "$work/stderr")" "0 "
rows_hold Python
sql "CREATE TEMP TABLE i AS WITH RECURSIVE i(name, id) AS (SELECT function, id FROM frames WHERE file LIKE '%work.py' UNION SELECT i.name, f.id FROM i JOIN frames f ON f.parent_frame_id = i.id) SELECT * FROM i" \
  "SELECT 'cpu', name, sum(cpu_ns) / 1e6 FROM stacks s JOIN i ON i.id = s.frame_id GROUP BY 2" \
  "SELECT 'blocked', name, sum(end - start) / 1e6 FROM stacks s JOIN i ON i.id = s.frame_id WHERE state = 'blocked' GROUP BY 2" >"$work/got"
got() { sed -n "s/^$1 $2 //p" "$work/got"; }
near "CPU time of worker, ms" "$(got cpu worker)" 1500 120
near "share of first in it" "$(awk -v a="$(got cpu first)" -v b="$(got cpu worker)" 'BEGIN { print a / b }')" 0.75 0.08
near "share of second" "$(awk -v a="$(got cpu second)" -v b="$(got cpu worker)" 'BEGIN { print a / b }')" 0.25 0.08
at_least "blocked in rests, ms" "$(got blocked rests)" 100
at_least "frames with a line" "$(sql "SELECT count(DISTINCT function) FROM frames WHERE file LIKE '%work.py' AND line > 0")" 5
finish
