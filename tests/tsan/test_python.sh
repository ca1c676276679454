# Python programs with many threads, and with interpreters that run at once, recorded by a library that ThreadSanitizer looks at: the interpreter's lock, and ours,
# are seen; what interpreters do among themselves is not our business.
. tests/python/python.sh
runtime=$($CC -print-file-name=libtsan.so)
# Its handlers of signals are set by functions of ours, before it is ready for them.
export TSAN_OPTIONS="handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_sigtrap=0:log_path=$work/tsan exitcode=0 report_thread_leaks=0"
# watched PYTHON PROGRAM ...
watched() {
  rm -rf "$work/out" "$work"/tsan.*
  timeout 120 setarch -R env LD_PRELOAD="$runtime:$lib" COLLECT_OUTPUT="$work/out" COLLECT_DOMAINS=python PYTHONDONTWRITEBYTECODE=1 "$@" >"$work/told" 2>"$work/stderr"
}
ours() { cat "$work"/tsan.* 2>/dev/null | grep -c '^SUMMARY: .* collector/'; }
for p in $(interpreters); do
  v=$($p -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  for how in switches_often asks_often interpreters_at_once; do
    watched "$p" "$programs/crowds.py" $how; is "$v: $how: races" "$? $(ours)" "0 0"
    cat "$work"/tsan.* 2>/dev/null | sed -n 's/^/# /; 1,40p'
  done
  COLLECT_PYTHON_TRACE_C=1 watched "$p" "$programs/crowds.py" interpreters_at_once; is "$v: interpreters at once, with functions in C: races" "$? $(ours)" "0 0"
done
finish
