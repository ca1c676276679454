/* path_loop SIDE MS: opens and closes ranges inside ranges, SIDE names in each of SIDE others, again and again for so long, not faster than they are drained.
** Prints the bytes of memory that the process has after half of the time, and in the end. For bench_sample.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "../../collector/include/collect.h"

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static long memory_bytes(void) {
  char line[256];
  long kb = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, "VmRSS:", 6)) kb = atol(line + 6);
  if (f) fclose(f);
  return kb * 1024;
}

/* Each range once, and a pause after each 200. */
static void visit(int side) {
  static int ranges;
  char outer[32], inner[32];
  for (int i = 0; i < side; i++) {
    snprintf(outer, sizeof outer, "outer %d", i);
    collect_range_push(outer);
    for (int j = 0; j < side; j++) {
      snprintf(inner, sizeof inner, "inner %d", j);
      collect_range_push(inner);
      collect_range_pop();
      if (++ranges % 200 == 0) usleep(500);
    }
    collect_range_pop();
  }
}

int main(int n, char **argument) {
  if (n < 3) return 2;
  int side = atoi(argument[1]);
  for (int i = 0; i < 2000000; i++) { /* faster than they are drained: the buffers have all their pages from now on */
    collect_range_push("first");
    collect_range_pop();
  }
  usleep(1200000);
  visit(side);
  long begin = now_ms(), ms = atol(argument[2]), warm = 0;
  while (now_ms() < begin + ms) {
    visit(side);
    if (!warm && now_ms() > begin + ms / 2) warm = memory_bytes();
  }
  usleep(1200000); /* the last are added up, too */
  printf("%ld %ld\n", warm, memory_bytes());
  return 0;
}
