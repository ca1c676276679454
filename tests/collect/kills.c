/* A preloaded library that ends the process by SIGKILL at write number KILL_AT to its trace, after KILL_QUARTERS quarters of that write. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* (The collector's thread has a descriptor table of its own.) */
static int is_trace(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/thread-self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  return n > 5 && !memcmp(path + n - 5, ".rocz", 5);
}

static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

/* The collector makes its system calls through this function. */
long our_syscall(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");
long our_syscall(long number, long a, long b, long c, long d, long e, long f) {
  static _Atomic int writes;
  const char *at = getenv("KILL_AT"), *quarters = getenv("KILL_QUARTERS");
  if (number == SYS_write && at && quarters && is_trace((int)a) && ++writes == atoi(at)) {
    call(SYS_write, a, b, c * atoi(quarters) / 4, 0, 0, 0);
    kill(getpid(), SIGKILL);
  }
  return call(number, a, b, c, d, e, f);
}
