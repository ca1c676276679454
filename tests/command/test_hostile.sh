#!/bin/sh
# The command rocpd with hostile input and in bad surroundings: texts of a trace that look like SQL, paths, control characters;
# folders, homes and outputs that are missing, full or closed; signals at any time. Installed to a private prefix.
. tests/command/common.sh
export LC_ALL=C.UTF-8
mkdir "$TEST_TMP/work" "$TEST_TMP/tmp"; cd "$TEST_TMP/work" || exit 1
chmod 755 "$TEST_TMP" .; chmod 1777 "$TEST_TMP/tmp"
TMPDIR=$TEST_TMP/tmp; export TMPDIR
"$BUILD/bench/tracegen" two.rocz 3000 >/dev/null
rocpd merge two.rocz -o made.db >/dev/null
hostile() { /usr/bin/python3 "$root/tests/command/hostile.py" made.db "$@"; }

# ---- texts of a trace
calls=$(rocpd query --csv made.db "SELECT count(DISTINCT name) FROM regions WHERE category = 'HIP_RUNTIME_API_EXT'" | tail -n 1)
for text in "x' OR writefile('written','a') OR '" "x') AS r, (SELECT writefile('written','a'" "../../../written" 'a|(SELECT writefile(char(119),1))|name' "b
.shell touch written"; do
  hostile evil.db category "$text"
  rm -rf sums; rocpd summary -i evil.db -f csv -d sums --domain-summary >out 2>err
  check "a category that looks like SQL" "$? $(cat err) $(($(cat sums/out_[!hdkm]*_summary.csv | wc -l) - 1)) $(find "$TEST_TMP" . -name 'writ*' -o -name w)" "0  $calls "
done
hostile names.db names
for r in summary top calls launches gaps diff; do
  for f in json csv html markdown; do
    set -- names.db; [ $r != diff ] || set -- names.db names.db
    rocpd $r --names full -n 0 --$f "$@" >$f 2>err || { echo "not ok rocpd $r --$f: $(cat err)"; failed=1; }
  done
  /usr/bin/python3 "$root/tests/command/formats.py" . $r || failed=1
done
check "names of 20 KB in a table" "$(rocpd top --names full -n 0 names.db 2>&1 | wc -l)" "$(($(rocpd query --csv names.db 'SELECT count(*) FROM top_kernels' | tail -n 1) + 1))"
check "control characters in a trace's texts do not reach the terminal" "$(rocpd top --names full -n 0 names.db | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]\|'"$(printf '\302[\200-\237]')")" 0
check "the output of a query is not changed" "$(rocpd query two.rocz "SELECT '{limit} {name x}
-- section: a | b' AS a")" "$(printf 'a\n{limit} {name x}?-- section: a | b')"
check "rows of NULLs are printed" "$(rocpd query two.rocz "SELECT NULL AS a UNION ALL SELECT 'x' UNION ALL SELECT ''" | sed 's/ *$//' | tr '\n' .)" "a..x.."
check "bytes that are not UTF-8 are U+FFFD in JSON" "$(printf "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'a\377b\303\274' start:2000 stop:2600 id:0\n" >bytes.txt; rocpd top --json bytes.txt | /usr/bin/python3 -c 'import json, sys; print(ascii(json.load(sys.stdin)[0]["kernel"]))')" "'a\\ufffdb\\xfc'"

# ---- invalid arguments
fails "an empty path" 2 "an empty path" rocpd top ''
fails "an empty path beside another" 2 "an empty path" rocpd diff '' two.rocz
fails "an empty range" 2 "--range expects a name" rocpd top --range '' two.rocz
fails "an empty window" 2 "--window expects START,END" rocpd top --window , two.rocz
fails "a number that is too large" 2 "expects a number" rocpd top -n 99999999999999999999 two.rocz
for percent in '' . 1.2.3 % -5 five; do fails "--fail-over '$percent'" 2 "--fail-over expects a percentage" rocpd diff two.rocz two.rocz --fail-over "$percent"; done
fails "a limit of a query" 2 "LIMIT 5" rocpd query -n 5 two.rocz 'SELECT 1'
: >none.rocz
rocpd diff two.rocz none.rocz --fail-over 5 >out 2>err; check "--fail-over without a trace to compare with is an error" "$? $(cat err)" "1 rocpd diff: $PWD/none.rocz is empty (0 bytes)"
rocpd diff none.rocz two.rocz --fail-over 5 >out 2>err; check "... and so is an empty first trace" "$? $(cat err)" "1 rocpd diff: $PWD/none.rocz is empty (0 bytes)"
fails "an empty file" 1 "none.rocz is empty (0 bytes)" rocpd health none.rocz
check "a trace on stdin" "$(rocpd query --csv /dev/stdin 'SELECT count(*) FROM sources' <two.rocz | tail -n 1)" 1
check "... but not one in a pipe" "$(cat two.rocz | rocpd top /dev/stdin 2>&1)" "rocpd top: stdin is not a file"
check "SQL of several lines" "$(rocpd query two.rocz --csv 'SELECT count(*) AS n
FROM sources' | tail -n 1) $(rocpd query -i two.rocz --csv --query 'SELECT count(*) AS n
FROM sources' | tail -n 1)" "1 1"
mkdir -p recorded/trace && cp two.rocz recorded/trace
check "SQL without a path asks the last recording" "$(cd recorded && rocpd query --csv 'SELECT count(*) FROM sources' | tail -n 1) $(cd recorded && rocpd query --csv 'select*
FROM (SELECT 7)' | tail -n 1)" "1 7"

# ---- surroundings
mkdir alone; cp "$(command -v rocpd)" alone
for c in record ctl doctor; do fails "rocpd $c where that is not installed" 2 "rocpd $c: it comes with the collector, which is not installed" alone/rocpd $c two.rocz; done
check "... but reports and queries need nothing else" "$(alone/rocpd query --csv two.rocz 'SELECT count(*) FROM sources' | tail -n 1) $(alone/rocpd top two.rocz 2>&1 | head -n 1 | cut -c 1-6)" "1 kernel"
check "... and the sqlite3 shell needs the library" "$(ROCPD_LIBDIR=$TEST_TMP/usr/lib alone/rocpd shell -list -noheader two.rocz 'SELECT count(*) FROM sources')" 1
plain=$(rocpd top two.rocz)
mkdir "$TMPDIR/a 'b" "$TMPDIR/a b\\n"
check "a quote in TMPDIR" "$(TMPDIR="$TMPDIR/a 'b" rocpd top two.rocz 2>&1)" "$plain"
check "blanks and backslashes in TMPDIR" "$(TMPDIR="$TMPDIR/a b\\n" rocpd top two.rocz 2>&1)" "$plain"
check "... and files written there" "$(TMPDIR="$TMPDIR/a b\\n" rocpd diff two.rocz two.rocz --fail-over 5 2>&1 >/dev/null; echo $?) $(TMPDIR="$TMPDIR/a b\\n" rocpd summary -i two.rocz 2>&1 | grep -c SUMMARY) $(TMPDIR="$TMPDIR/a b\\n" rocpd ranges two.rocz 2>&1 | head -n 1)" "0 $(rocpd summary -i two.rocz | grep -c SUMMARY)   no rows"
rmdir "$TMPDIR/a 'b" "$TMPDIR/a b\\n"
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  mkdir home; printf '.mode html\n.headers off\n.timer on\n.echo on\n.nullvalue N\nSELECT 5;\n' >home/.sqliterc
  somebody() { setpriv --reuid=123456 --regid=123456 --clear-groups env "$@" 2>&1; } # a user without an entry in /etc/passwd
  check "without a home" "$(somebody -u HOME rocpd top two.rocz; echo $?)" "$plain
0"
  check "with a .sqliterc" "$(somebody HOME="$PWD/home" rocpd top two.rocz; echo $?)" "$plain
0"
  check "... of rocpd-query" "$(somebody HOME="$PWD/home" rocpd-query -list two.rocz 'SELECT 7')" 7
fi
check "a warning of the loader is not an error" "$(LD_PRELOAD=libnothere.so rocpd top two.rocz 2>err; echo $?) $(grep -c libnothere err | tr '1-9' y | cut -c 1)" "$plain
0 y"
for f in csv json markdown; do
  check "a closed pipe ends --$f quietly" "$({ rocpd query --$f two.rocz 'SELECT * FROM regions, (SELECT 1 UNION SELECT 2)' 2>err; echo $? >code; } | head -c 0; cat code err)" 141
done
check "a closed pipe ends calls --timemory quietly" "$({ rocpd calls --timemory two.rocz 2>err; echo $? >code; } | head -c 0; cat code err)" 141
fails "stdout closed" 1 "rocpd top: stdout is closed" sh -c 'rocpd top two.rocz >&-'
check "stderr closed" "$(rocpd top two.rocz 2>&-; echo $?)" "$plain
0"
check "stdin closed" "$(rocpd top two.rocz <&-; echo $?)" "$plain
0"
for c in 'top' 'top --csv' 'top --json' 'rpt' 'summary -i'; do
  rocpd $c two.rocz >/dev/full 2>err; check "rocpd $c to a full disk fails" "$(($? > 0)) $(grep -c 'space left\|I/O error' err | tr 2 1)" "1 1"
done
if command -v script >/dev/null; then
  for columns in 0 garbage -5 99999999999; do
    check "COLUMNS=$columns is 80" "$(TERM=dumb script -qec "stty cols 0; COLUMNS=$columns rocpd top -n 2 two.rocz 2>/dev/null" /dev/null </dev/null | tr -d '\r')" "$(TERM=dumb script -qec "stty cols 80; rocpd top -n 2 two.rocz 2>/dev/null" /dev/null </dev/null | tr -d '\r')"
  done
fi

# ---- what an interrupted command leaves behind
for c in help 'summary -i two.rocz' 'query --csv two.rocz TABLE'; do
  set -- $c; [ "$1" != query ] || set -- query --csv two.rocz 'SELECT * FROM regions'
  check "rocpd $c | head leaves no file and prints no message" "$(rocpd "$@" 2>&1 >/dev/full >&1 | head -n 0; rocpd "$@" 2>err | head -n 1 >/dev/null; cat err; ls -A "$TMPDIR")" ""
done
"$BUILD/bench/tracegen" large.rocz 1000000 >/dev/null
check "signals in the middle of writing a file" "$(/usr/bin/python3 - <<'END'
import glob, os, signal, subprocess, time
for name, code in ('HUP', 129), ('INT', 130), ('QUIT', 131), ('TERM', 143):
    for to in os.killpg, os.kill: # as a terminal sends it, and as kill(1) does
        p = subprocess.Popen(['rocpd', 'merge', 'large.rocz', '-o', 'out.db'], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGQUIT)])
        while not glob.glob('.rocpd-export-*') and p.poll() is None: time.sleep(0.002)
        to(p.pid, getattr(signal, 'SIG' + name))
        left = lambda: glob.glob('.rocpd-export-*') + os.listdir(os.environ['TMPDIR']) + glob.glob('out.db')
        said = p.communicate(timeout=60)[1]
        if p.returncode != code or left() or said != 'rocpd merge: interrupted\n': print(name, to.__name__, p.returncode, left(), said)
END
)" ""
# All commands, while they open the trace.
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/fail_file.so" "$root/tests/command/fail_file.c" -ldl || exit 1
check "signals to the command alone end it at once, and no file is left" "$(FAIL=$TEST_TMP/fail_file.so MARK=$TEST_TMP/mark /usr/bin/python3 - <<'END'
import os, signal, subprocess, time
mark, preload = os.environ['MARK'], ':'.join(filter(None, (os.environ.get('LD_PRELOAD'), os.environ['FAIL'])))
runs = [(words.split(), 'TERM') for words in ('top', 'top --json', 'top --html', 'busy --csv', 'summary -i', 'summary', 'rpt', 'diff two.rocz', 'live', 'shell', 'query --query 1',
         'convert -f json -o -', 'merge -o never.db', 'report -o never.html', 'trim --size 1K -o never.rocz', 'export json', 'package -c -d never')]
before = sorted(os.listdir('.'))
for words, name in runs + [(['top'], 'HUP'), (['top'], 'INT'), (['query', '--csv', '--query', '1'], 'QUIT')]:
    sent = getattr(signal, 'SIG' + name)
    p = subprocess.Popen(['rocpd', *words, 'two.rocz'] + ['never.json'] * (words[0] == 'export'), start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env={**os.environ, 'LD_PRELOAD': preload, 'FAIL_CALL': 'wait', 'FAIL_NAME': 'two.rocz', 'FAIL_MARK': mark}, preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGQUIT)])
    while not os.path.exists(mark) and p.poll() is None: time.sleep(0.01)
    while p.poll() is None:
        p.send_signal(sent)
        time.sleep(0.02)
    said = p.communicate(timeout=60)[0]
    left = [n for n in os.listdir('.') if n not in before] + os.listdir(os.environ['TMPDIR'])
    if p.returncode not in (128 + sent, -sent) or left or not os.path.exists(mark) or said not in (b'', b'rocpd %s: interrupted\n' % words[0].encode(), b'rocpd-export: interrupted\n'): print(words, name, p.returncode, left, said)
    if os.path.exists(mark): os.unlink(mark)
END
)" ""
check "on a terminal it shows progress, and erases it" "$(/usr/bin/python3 - <<'END'
import glob, os, pty, re, signal, time
pid, terminal = pty.fork()
if not pid: os.execvp('rocpd', ['rocpd', 'convert', 'large.rocz', '-f', 'json', '-o', 'shown.json'])
find = lambda: [n for n in glob.glob('.rocpd-export-*') if os.path.getsize(n) > 3 << 20]
while not find() and not os.path.exists('shown.json'): time.sleep(0.001)
os.kill(pid, signal.SIGSTOP) # until it has run long enough to show progress
time.sleep(1.1)
os.kill(pid, signal.SIGCONT)
said = b''
while not re.search(rb'\rexport +[0-9]+ % \([0-9]+ MB\)', said): said += os.read(terminal, 9999)
try:
    while more := os.read(terminal, 9999): said += more
except OSError: pass
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), re.sub(rb'.*\x1b\[K', b'', said, flags=re.S).decode().strip())
END
)" "0 rocpd convert: wrote shown.json: 1000001 events, 229.4 MiB"
exit $failed
