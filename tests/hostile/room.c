/* A program that has no room, or whose trace folder goes away: room WHEN WHAT VALUE [COUNT]. WHEN is `early` (before the
** first call) or `late` (after 1000 of them). Then 4 threads, which are there by then, make COUNT calls each (50000), and main 1000.
** Prints how many calls were made, and the ns that one took in the fastest of the bursts. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int hipSetDevice(int device);
enum { THREADS = 4, BURST = 1000, FIRST = 1000 };
static int bursts = 50;
static pthread_barrier_t begin;

static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(i); }

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void *thread(void *least) {
  pthread_barrier_wait(&begin);
  for (int i = 0; i < bursts; i++) {
    double before = cpu_ns();
    calls(BURST);
    double ns = (cpu_ns() - before) / BURST;
    if (!i || ns < *(double *)least) *(double *)least = ns;
  }
  return NULL;
}

static long address_space(void) {
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%ld", &pages) != 1) exit(2);
  fclose(f);
  return pages * 4096;
}

static void limit(int what, long value) {
  struct rlimit r = {(rlim_t)value, (rlim_t)value};
  if (setrlimit(what, &r)) exit(77);
}

/* From its own folder, so that any path of `value` is known before. */
static void lose(const char *what, const char *value) {
  int rc = 0;
  if (!strcmp(what, "fsize")) limit(RLIMIT_FSIZE, atol(value));
  else if (!strcmp(what, "nofile")) limit(RLIMIT_NOFILE, atol(value));
  else if (!strcmp(what, "as")) limit(RLIMIT_AS, address_space() + (atol(value) << 10));
  else if (!strcmp(what, "data")) limit(RLIMIT_DATA, address_space() + (atol(value) << 10));
  else if (!strcmp(what, "rename")) rc = rename(getenv("COLLECT_OUTPUT"), value);
  else if (!strcmp(what, "chroot")) rc = chroot(value) || chdir("/");
  else if (!strcmp(what, "chdir")) rc = chdir(value);
  else if (!strcmp(what, "user")) rc = setgid(65534) || setuid(65534);
  else if (!strcmp(what, "unshare")) rc = unshare(CLONE_FS | CLONE_FILES | CLONE_NEWNS);
  else rc = strcmp(what, "none");
  if (rc) exit(77);
}

static int xfsz;
static void on_xfsz(int sig) { (void)sig; xfsz++; }

int main(int argc, char **argv) {
  pthread_t t[THREADS];
  double least[THREADS], best;
  signal(SIGXFSZ, on_xfsz);
  if (argc > 4) bursts = atoi(argv[4]) / BURST;
  int late = !strcmp(argv[1], "late");
  pthread_barrier_init(&begin, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++)
    if ((errno = pthread_create(&t[i], NULL, thread, &least[i]))) return perror("pthread_create"), 8;
  if (late) calls(FIRST);
  lose(argv[2], argv[3]);
  if (!late) calls(FIRST);
  pthread_barrier_wait(&begin);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  best = least[0];
  for (int i = 1; i < THREADS; i++) best = least[i] < best ? least[i] : best;
  printf("made %d\nns %.1f\nsignals %d\n", FIRST + THREADS * bursts * BURST, best, xfsz);
  fflush(stdout);
  return 3;
}
