# fork() while other threads are in dlsym and dlopen: no child waits for a lock that nobody holds.
. "$(dirname "$0")/common.sh"
hostile fork_loading
forks=400
[ -n "${SOAK:-}" ] && forks=20000
LIMIT=120 traced fork_loading $forks; is "children of threads that ask" "$?: $(cat "$work/stdout")" "3: 0"
finish
