/* refused CALLS: there is room for the live file's first page, and for nothing more. Says how often room was asked for. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int hipSetDevice(int);
static atomic_int asked;

/* The collector finds this one. */
int posix_fallocate(int fd, off_t at, off_t size) {
  asked++;
  return at || ftruncate(fd, size) ? ENOSPC : 0;
}

int main(int argc, char **argv) {
  int calls = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < calls; i++)
    hipSetDevice(i);
  printf("%d\n", asked);
  return 3;
}
