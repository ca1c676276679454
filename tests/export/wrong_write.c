/* To be preloaded: a disk that writes another byte than it was given, in place WRONG_BYTE of
** the file that an export writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t write(int fd, const void *bytes, size_t n) {
  ssize_t (*next)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  const char *wrong = getenv("WRONG_BYTE");
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  off_t at = lseek(fd, 0, SEEK_CUR), place = wrong ? atoll(wrong) : -1;
  if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, ".rocpd-export-") || place < at || place >= at + (off_t)n) return next(fd, bytes, n);
  char *copy = malloc(n);
  memcpy(copy, bytes, n);
  copy[place - at] ^= 0x10;
  ssize_t done = next(fd, copy, n);
  free(copy);
  return done;
}
