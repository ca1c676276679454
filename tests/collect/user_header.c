/* A program that reports what it does by collect.h: user_header CASE. It is valid C and C++. */
#include <collect.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" int hipSetDevice(int);
#else
int hipSetDevice(int);
#endif

static double nanoseconds(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec * 1e9 + (double)t.tv_nsec; }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "work";
  if (!strcmp(what, "work")) {
    collect_range_pop();
    collect_range_push("epoch");
    collect_range_push("step");
    hipSetDevice(0);
    collect_counter("loss", 0.25);
    collect_mark("checkpoint");
    collect_range_pop();
    collect_counter("loss", -1.5);
    collect_progress("step done");
    collect_range_pop();
  } else if (!strcmp(what, "stop")) {
    hipSetDevice(0);
    collect_range_push("across");
    collect_stop();
    collect_range_push("unseen");
    hipSetDevice(1), collect_mark("unseen"), collect_counter("unseen", 1);
    collect_start();
    collect_range_push("seen");
    collect_range_pop();
    collect_range_pop();
    collect_range_pop();
    hipSetDevice(2);
  } else if (!strcmp(what, "first")) { /* before any traced call */
    collect_counter("loss", 0.5);
    kill(getpid(), SIGKILL);
  } else { /* the cost of a mark that nobody records */
    double best = 1e9;
    for (int round = 0; round < 100; round++) {
      double before = nanoseconds();
      for (int i = 0; i < 10000; i++) collect_mark("nobody"), __extension__({ __asm__ volatile("" ::: "memory"); });
      double each = (nanoseconds() - before) / 10000;
      if (each < best) best = each;
    }
    printf("%.2f\n", best);
  }
  return 0;
}
