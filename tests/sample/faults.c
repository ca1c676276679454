/* faults touch N: touches N pages for the first time. faults read MS: reads from /dev/zero for so much CPU time, nearly all of it in the kernel.
** burst MS: computes for so much CPU time, and sleeps before and after that. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static long cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
int main(int n, char **argument) {
  static char buffer[1 << 20];
  long most = atol(argument[2]);
  if (!strcmp(argument[1], "touch")) {
    char *p = mmap(NULL, most * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(p, most * 4096, MADV_NOHUGEPAGE);
    for (long i = 0; i < most; i++) {
      p[i * 4096] = 1;
      if (i % 400 == 399) usleep(5000); /* the ring has room for some samples only */
    }
    usleep(100000); /* so that the last samples are taken */
  } else if (!strcmp(argument[1], "burst")) {
    static volatile long sink;
    usleep(500000);
    for (long end = cpu_ms() + most; cpu_ms() < end;)
      for (int i = 0; i < 100000; i++) sink++;
    usleep(1000000);
  } else {
    int fd = open("/dev/zero", O_RDONLY);
    while (cpu_ms() < most) read(fd, buffer, sizeof buffer);
  }
  printf("cpu_ms %ld\n", cpu_ms());
}
