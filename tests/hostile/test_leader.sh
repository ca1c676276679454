# The main thread leaves by pthread_exit, or is cancelled: the process ends as it would without us, on a thread with the program's descriptors
# and its signals, when the last thread of the program does.
. "$(dirname "$0")/common.sh"
hostile leader
for how in exit cancel; do
  for who in main worker fork; do
    what="$who, $how"
    case $who in main) wanted=1110 ;; worker) wanted=110 ;; fork) wanted=111 ;; esac
    export WANTED=$wanted
    (cd "$work" && LD_LIBRARY_PATH="$work/fake" ./leader $who $how >"$work/alone"; echo $? >>"$work/alone")
    traced leader $who $how; echo $? >>"$work/stdout"
    diff "$work/alone" "$work/stdout" >"$work/diff" && ok "$what: the same output and exit code" || { not_ok "$what: another output or exit code"; sed 's/^/# /' "$work/diff"; }
    rows; is "$what: calls, also of the exit handler" "$(calls)" $wanted
    is "$what: nothing is left in a live file" "$(ls "$work/out" | grep -c live)" 0
  done
done
finish
