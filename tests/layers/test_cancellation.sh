# No object of the collector calls a function of the C library that is a cancellation point: a thread of the program could end in it, with the
# locks that it holds. core/system.h has the system calls instead. (collector/command is a separate program.)
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${BUILD:=$root/build}"
work=${TEST_TMP:-$(mktemp -d)}
failed=0
ok() { echo "ok $*"; }
not_ok() { echo "not ok $*"; failed=1; }

# The cancellation points of POSIX, those that glibc adds, and streams, which read and write through them.
points='accept accept4 aio_suspend clock_nanosleep close connect copy_file_range creat epoll_pwait epoll_wait eventfd_read eventfd_write fallocate
  fcntl fdatasync fsync getmsg getpmsg getrandom lockf mq_receive mq_send mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open
  open_by_handle_at openat pause poll posix_fallocate ppoll pread preadv preadv2 process_madvise pselect pthread_cond_clockwait pthread_cond_timedwait
  pthread_cond_wait pthread_join pthread_clockjoin_np pthread_testcancel pthread_timedjoin_np pwrite pwritev pwritev2 read readv recv recvfrom
  recvmmsg recvmsg select sem_clockwait sem_timedwait sem_wait send sendmmsg sendmsg sendto sigpause sigsuspend sigtimedwait sigwait sigwaitinfo
  sleep splice sync_file_range system tcdrain tee thrd_join thrd_sleep cnd_wait cnd_timedwait usleep vmsplice wait wait3 wait4 waitid waitpid write writev
  closedir dprintf fclose fdopen fflush fgetc fgets fopen fprintf fputc fputs fread freopen fscanf fseek fwrite getc getchar getdelim getline
  mkostemp mkstemp opendir pclose perror popen printf putc putchar puts readdir rewind rewinddir scandir setvbuf syslog tmpfile ungetc vdprintf vfprintf vprintf vsyslog'

# Exceptions, one a line: an object, a function, the reason.
allowed='
core/gate.o pthread_testcancel where a thread that may be cancelled anywhere leaves our work, having been cancelled in it
api/python/libc.o fopen it is what the interpreter called
api/python/libc.o fread of that file, with cancellation disabled
api/python/libc.o fprintf of that file, with cancellation disabled
api/python/libc.o rewind of that file, with cancellation disabled
api/python/libc.o fclose of that file, with cancellation disabled
api/python/libc.o pthread_cond_timedwait it is what the interpreter called
api/python/libc.o pause where a thread is to stay for ever
ext/format/old_glibc.o pthread_join a version for the linker, nobody calls it here
ext/format/old_glibc.o pthread_testcancel the same
'

# needs FOLDER OBJECTS: "OBJECT FUNCTION" for each such function that an object needs, under any of its names (open64, __open_2, read@VERSION).
needs() {
  (cd "$1" && nm -A -u $2) | awk -v points="$points" '
    BEGIN { n = split(points, p, /[ \n]+/); for (i = 1; i <= n; i++) point[p[i]] = 1 }
    { at = index($1, ":"); object = substr($1, 1, at - 1); name = $NF
      sub(/@.*/, "", name); sub(/^__libc_/, "", name); sub(/^__/, "", name); sub(/_(chk|2|time64|nocancel)$/, "", name); sub(/64(v2)?$/, "", name)
      if (name in point) print object, name }' | sort -u
}
objects=$(cd "$root" && find collector ext/format -name '*.c' -not -path 'collector/command/*' | sed 's/c$/o/')
n=$(printf '%s\n' "$objects" | wc -l)
needs "$BUILD" "$objects" | sed 's|^collector/||' | sort -u >"$work/needed"
printf '%s\n' "$allowed" | awk 'NF { print $1, $2 }' | sort -u >"$work/allowed"
more=$(comm -23 "$work/needed" "$work/allowed")
[ "$n" -gt 100 ] && [ -z "$more" ] && ok "none of $n objects needs a cancellation point that is not allowed" || { not_ok "cancellation points, of $n objects:"; printf '%s\n' "$more" | sed 's/^/# /'; }
less=$(comm -13 "$work/needed" "$work/allowed")
[ -z "$less" ] && ok "what is allowed is needed" || { not_ok "what is allowed is not needed:"; printf '%s\n' "$less" | sed 's/^/# /'; }

# The whole library, with the parts of zstd that it contains.
needs "$BUILD" "-D libcollect.so" | cut -d' ' -f2 | sort -u >"$work/whole"
more=$(cut -d' ' -f2 "$work/allowed" | sort -u | comm -23 "$work/whole" -)
[ -s "$work/whole" ] && [ -z "$more" ] && ok "nor does what is linked to them" || not_ok "the library needs:" $more

# Would a call be noticed?
mkdir -p "$work/tried"
cat >"$work/tried/a.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int a(const char *path) { return open(path, O_RDONLY) + (int)syscall(SYS_close, 1); }
int b(int fd, char *to) { return (int)pread(fd, to, 1, 0); }
END
${CC:-cc} -O2 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_FORTIFY_SOURCE=2 -c -o "$work/tried/a.o" "$work/tried/a.c" || exit 1
found=$(needs "$work/tried" a.o | tr '\n' ' ')
[ "$found" = "a.o open a.o pread " ] && ok "such a call is seen" || not_ok "such a call is seen: '$found'"
exit $failed
