/* System calls that the C library makes cancellation points, called directly. Our work must not end a thread of the program where
** the program's own call would not have ended it, and while we hold something.
**
** Each behaves like the C library's function of this name, errno included. tests/layers/test_cancellation.sh checks that no
** object needs the C library's. (Own work has cancellation disabled, but not everything is own work.) */
#ifndef COLLECT_SYSTEM_H
#define COLLECT_SYSTEM_H
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__ /* TSan follows descriptors: it takes a number that it did not see reopened for the former file. */
static inline int collect_sys_openat(int at, const char *path, int flags, mode_t mode) { return openat(at, path, flags, mode); }
static inline int collect_sys_close(int fd) { return close(fd); }
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
#define COLLECT_RACE_BEGIN AnnotateIgnoreReadsBegin(__FILE__, __LINE__)
#define COLLECT_RACE_END AnnotateIgnoreReadsEnd(__FILE__, __LINE__)
#else
/* Between these, what another thread writes meanwhile is read on purpose; whoever reads it makes sure later that nothing was written. */
#define COLLECT_RACE_BEGIN
#define COLLECT_RACE_END
static inline int collect_sys_openat(int at, const char *path, int flags, mode_t mode) { return (int)syscall(SYS_openat, at, path, flags, mode); }
static inline int collect_sys_close(int fd) { return (int)syscall(SYS_close, fd); }
#endif
/* Not prctl(), which is a function of ours (forbid.c). */
static inline int collect_sys_prctl(int option, uintptr_t value) { return (int)syscall(SYS_prctl, option, value, 0ul, 0ul, 0ul); }
static inline int collect_sys_open(const char *path, int flags, mode_t mode) { return collect_sys_openat(AT_FDCWD, path, flags, mode); }
static inline ssize_t collect_sys_read(int fd, void *to, size_t size) { return syscall(SYS_read, fd, to, size); }
static inline ssize_t collect_sys_pread(int fd, void *to, size_t size, off_t at) { return syscall(SYS_pread64, fd, to, size, at); }
static inline ssize_t collect_sys_write(int fd, const void *from, size_t size) { return syscall(SYS_write, fd, from, size); }
static inline ssize_t collect_sys_pwrite(int fd, const void *from, size_t size, off_t at) { return syscall(SYS_pwrite64, fd, from, size, at); }
static inline int collect_sys_fallocate(int fd, off_t at, off_t size) { return (int)syscall(SYS_fallocate, fd, 0, at, size); }
/* Allocates space beyond the file's end, and leaves its size unchanged. */
static inline int collect_sys_reserve(int fd, off_t at, off_t size) { return (int)syscall(SYS_fallocate, fd, 1 /* FALLOC_FL_KEEP_SIZE */, at, size); }
static inline ssize_t collect_sys_getrandom(void *to, size_t size, unsigned flags) { return syscall(SYS_getrandom, to, size, flags); }

/* Sleeps; shorter if a signal comes. errno stays unchanged. */
static inline void collect_sys_sleep(int64_t ns) {
  const struct timespec t = {ns / 1000000000, ns % 1000000000};
  int saved = errno;
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &t, NULL);
  errno = saved;
}

/* Takes a pending signal away. False: none is pending. */
static inline bool collect_sys_signal_take(int sig) {
  const struct timespec none = {0, 0};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, sig);
  return syscall(SYS_rt_sigtimedwait, &only, NULL, &none, (_NSIG - 1) / 8) > 0; /* the size of the kernel's set in bytes */
}

#endif
