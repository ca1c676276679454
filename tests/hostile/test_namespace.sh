#!/bin/sh
# A process and its child have the same number, since both are the first of their PID namespace.
. "$(dirname "$0")/common.sh"
hostile namespace
"$work/namespace" 1 0 2>/dev/null # without the collector: can namespaces be created here?
[ $? = 77 ] && { echo "skip: no PID namespaces here"; exit 77; }
traced namespace 5 1000; is "processes of the number 1, each with a child of that number" $? 0
rows
is "each has a file" "$(file_count)" 6
is "... and all its calls" "$(for f in $(files); do "$dump" "$f" | awk '/^(live_)?call/ { n++ } END { print n }'; done | sort -n | tr '\n' ' ')" "1000 2000 2000 2000 2000 2000 "
is "none is dropped" "$(dropped)" 0
finish
