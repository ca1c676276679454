/* Measures how long programs take from start to end, with each of several libraries preloaded. bench_start.sh runs it.
**
**     start_loop ROUNDS LIBRARY[,LIBRARY...] PROGRAM [ARGUMENT...]      ("" as a library: none)
**
** The libraries take turns. Prints a line for each: the smallest time and the median, each with its difference to the first
** library's, and the median of the differences to the first within a turn. Then the same for the CPU time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIBRARIES_MAX 8

extern char **environ;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

typedef struct cost { double wall_us, cpu_us; } cost; /* CPU time of all its threads */

/* Runs the program, which must end with 0, and returns its cost. */
static cost run(const char *library, char **program, const posix_spawn_file_actions_t *quiet) {
  if (*library)
    setenv("LD_PRELOAD", library, 1);
  else
    unsetenv("LD_PRELOAD");
  pid_t pid;
  int status = -1;
  struct rusage used;
  double start = now_us();
  if (posix_spawn(&pid, program[0], quiet, NULL, program, environ) || wait4(pid, &status, 0, &used) != pid || status) {
    fprintf(stderr, "%s ends with %#x\n", program[0], status);
    exit(1);
  }
  return (cost){now_us() - start, (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec)};
}

/* The smallest and the median of `values`, and their differences to those of `first`; the median of the differences. */
static void print(const char *what, const double *values, const double *first, int rounds) {
  double *work = calloc(3 * (size_t)rounds, sizeof *work), *sorted = work, *base = work + rounds, *more = base + rounds;
  if (!work)
    exit(1);
  for (int r = 0; r < rounds; r++)
    sorted[r] = values[r], base[r] = first[r], more[r] = values[r] - first[r];
  qsort(sorted, (size_t)rounds, sizeof *sorted, by_value);
  qsort(base, (size_t)rounds, sizeof *base, by_value);
  qsort(more, (size_t)rounds, sizeof *more, by_value);
  int middle = rounds / 2;
  printf("  %s min %9.1f us %+9.1f  median %9.1f %+9.1f  paired %+9.1f", what, sorted[0], sorted[0] - base[0], sorted[middle], sorted[middle] - base[middle],
         more[middle]);
  free(work);
}

int main(int argc, char **argv) {
  int rounds = argc > 3 ? atoi(argv[1]) : 0, n = 0;
  const char *library[LIBRARIES_MAX];
  for (char *next = argc > 2 ? argv[2] : NULL; next && n < LIBRARIES_MAX;)
    library[n++] = strsep(&next, ",");
  if (rounds < 1)
    return fprintf(stderr, "start_loop ROUNDS LIBRARY[,LIBRARY...] PROGRAM [ARGUMENT...]\n"), 2;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  double *wall_us = calloc((size_t)rounds * LIBRARIES_MAX, sizeof *wall_us), *cpu_us = calloc((size_t)rounds * LIBRARIES_MAX, sizeof *cpu_us);
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < n; i++) {
      cost c = run(library[i], argv + 3, &quiet);
      wall_us[i * rounds + r] = c.wall_us;
      cpu_us[i * rounds + r] = c.cpu_us;
    }
  for (int i = 0; i < n; i++) {
    const char *name = strrchr(library[i], '/');
    printf("  %-14s", name ? name + 1 : "nothing");
    print("wall", wall_us + i * rounds, wall_us, rounds);
    print(" cpu", cpu_us + i * rounds, cpu_us, rounds);
    printf("\n");
  }
  free(wall_us);
  free(cpu_us);
  posix_spawn_file_actions_destroy(&quiet);
  return 0;
}
