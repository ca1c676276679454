# Threads that are cancelled inside of the collector leave no lock behind.
. "$(dirname "$0")/common.sh"
hostile cancel
rounds=300
[ -n "${SOAK:-}" ] && rounds=5000
COLLECT_ARGS=1 traced cancel $rounds; is "cancelled threads: exit code" $? 3
rows; check_expected "cancelled threads"
# Where the process opens, its first call's thread holds most.
bad=0
for i in 1 2 3 4 5 6 7 8 9 10; do
  traced cancel 1 || [ $? = 3 ] || bad=$((bad + 1))
  rows; [ "$(calls hipMemcpy)" = 1 ] || bad=$((bad + 1))
done
is "threads cancelled when the process opens" $bad 0
finish
