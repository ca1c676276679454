# fork() while other threads are in dlsym and dlopen: no child waits for a lock of a thread that it does not have.
. "$(dirname "$0")/common.sh"
if [ "${SANITIZER:-}" ]; then ok "skipped: ASan's own locks stay behind, without us too"; finish; fi
hostile fork_loading
forks=400
[ -n "${SOAK:-}" ] && forks=20000
LIMIT=120 traced fork_loading $forks; is "children of threads that ask" "$?: $(cat "$work/stdout")" "3: 0"
finish
