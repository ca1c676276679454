/* Preloaded: ends the process by SIGKILL at write number KILL_AT to its trace: when so many quarters of it, KILL_QUARTERS, are written. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* (The collector's thread has descriptors of its own.) */
static int is_trace(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/thread-self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  return n > 5 && !memcmp(path + n - 5, ".rocz", 5);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  static _Atomic int writes;
  const char *at = getenv("KILL_AT"), *quarters = getenv("KILL_QUARTERS");
  if (at && quarters && is_trace(fd) && ++writes == atoi(at)) {
    syscall(SYS_write, fd, bytes, size * (size_t)atoi(quarters) / 4);
    kill(getpid(), SIGKILL);
  }
  return syscall(SYS_write, fd, bytes, size);
}
