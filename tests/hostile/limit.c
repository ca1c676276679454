/* limit FILE SECONDS [fork]: makes calls with arguments that do not compress, in bursts that the writer keeps up with. Each call
** is counted in a shared file once it has returned. On a busy machine it takes longer, since it makes a least number of calls. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int hipSetDevice(int);
enum { AT_LEAST = 400000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDWR | O_CREAT, 0600);
  if (fd < 0 || ftruncate(fd, 4096)) return 9;
  volatile uint64_t *done = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  uint64_t random = 88172645463325252u;
  double end = now() + atof(argv[2]);
  if (argc > 3 && !strcmp(argv[3], "fork")) {
    hipSetDevice(1), done[0]++;
    pid_t child = fork();
    int status = 0;
    if (child) return waitpid(child, &status, 0) == child && !status ? 3 : 9;
    done++; /* the child counts for itself */
  }
  while (now() < end || *done < AT_LEAST) {
    for (int i = 0; i < 2000; i++) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      hipSetDevice((int)random);
      (*done)++;
    }
    usleep(2000);
  }
  return argc > 3 ? 0 : 3;
}
