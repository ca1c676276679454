# COLLECT_RANGES: calls are recorded only inside ranges with these names. Also pause and resume by the program.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup
told() { for command in "$@"; do tell "$command"; done; dismiss; rows; }

listener COLLECT_RANGES=step,epoch*
told "calls 10" "push step" "calls 1" pop "calls 10" "push steps" "calls 10" pop "push epoch 5" "calls 2" pop "calls 10"
is "inside of ranges by name" "$(calls hipSetDevice)" 3
is "... these are rows too, others are not" "$(calls roctxThreadRangeA)" 2
is "... the file says so" "$(states)" "4 0 4 0 4 "
many=$(printf '*a%.0s' $(seq 40))
listener "COLLECT_RANGES=${many}b,a*c*e,*tail,x**"
told "push ace" "calls 1" pop "push aXcYcZe" "calls 2" pop "push aceZ" "calls 10" pop "push tailtail" "calls 4" pop "push tai" "calls 10" pop "push x" "calls 8" pop \
  "push $(printf 'a%.0s' $(seq 60))" "calls 10" pop
is "stars, many of them" "$(calls hipSetDevice)" 15
listener COLLECT_RANGES=step
told "push other" "push step" "push inner" "calls 1" pop pop "calls 10" "push step" "push step" "calls 2" pop "calls 3" pop pop "calls 10"
is "nested ones" "$(calls hipSetDevice) $(calls roctxThreadRangeA) $(dropped)" "6 4 0"
listener COLLECT_RANGES=step
told "calls 1" "range step" "calls 2" "push step" "calls 3" end "calls 4" pop "calls 10"
is "ranges of the process, crossing the thread's" "$(calls hipSetDevice) $(calls roctxProcessRangeA)" "9 1"
listener COLLECT_RANGES=step
told "calls 1" "within step" "calls 10"
is "a thread that ends inside" "$(calls hipSetDevice) $(states)" "1000 4 0 4 "
listener COLLECT_RANGES=step
told "push step" "calls 1" "fork 10" "calls 1" pop "fork 100" "calls 100"
is "forked inside and outside" "$(calls hipSetDevice)" 12
listener COLLECT_RANGES=step
told pop "calls 5" "push step" "calls 1" pop pop "calls 5" "push step" "calls 1" pop
is "popped in vain" "$(calls hipSetDevice)" 2
listener COLLECT_RANGES=step
tell "push step"; tell "calls 1"; ctl stop >/dev/null; tell "calls 10"; tell pop; ctl start >/dev/null; told "calls 10" "push step" "calls 1" pop
is "each has a reason of its own to stop it" "$(calls hipSetDevice) $(states)" "2 0 1 5 4 0 4 "
listener; told "push step" "calls 1" pop "calls 10"
is "off by default" "$(calls hipSetDevice)" 11

listener COLLECT_RANGES=step COLLECT_DOMAINS=hip
told "push step" "calls 1" pop "calls 10" "range step" "calls 2" end "calls 10"
is "where markers are no domain" "$(calls hipSetDevice) $(calls roctxThreadRangeA)" "3 0"
listener COLLECT_RANGES=step COLLECT_DOMAINS=hip COLLECT_START=off
tell "push step"; tell "calls 1"; ctl start >/dev/null; told "calls 2" pop "calls 10"
is "and started later" "$(calls hipSetDevice)" 2

listener
told "calls 1" pause "calls 10" resume "calls 2"
is "the program's own pause and resume" "$(calls hipSetDevice) $(states)" "3 0 8 0 "
finish
