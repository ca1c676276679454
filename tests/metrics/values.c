/* A program for the tests of metrics. It prints what the kernel says of it, as "TRACK|BEFORE|AFTER": values that rows between the two printed times must
** lie between.
**
**   values work      computes, allocates, reads, writes, switches; then waits between two looks
**   values sleep MS  waits
**   values forks     has children: one that ends at once, one that executes another program at once, one that lives for a while
**   values files N   may open no more than N files from now on; a child lives for a while
**   values moves DIR waits in the control group DIR for two seconds, then in its former one; the group is removed */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}
static void sleep_ms(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&t, &t)) {}
}

static const char *const name[] = {"CPU Memory Usage (S)", "CPU Virtual Memory Usage (S)", "CPU Peak Memory (S)", "CPU Threads (S)", "CPU IO Read (S)", "CPU IO Written (S)",
                                   "CPU Storage Read (S)", "CPU Storage Written (S)", "CPU User Time (S)", "CPU Kernel Time (S)", "CPU Page Faults (S)",
                                   "CPU Major Page Faults (S)", "CPU Context Switches (S)", "CPU Involuntary Context Switches (S)"};
enum { VALUES = sizeof name / sizeof *name };

static double field(const char *file, const char *key) {
  char line[256];
  double v = -1;
  FILE *f = fopen(file, "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, key, strlen(key)))
      v = strtod(line + strlen(key), NULL);
  if (f)
    fclose(f);
  return v;
}

static void look(double v[VALUES]) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%lf %lf", &v[1], &v[0]) != 2)
    exit(4);
  fclose(f);
  v[0] *= sysconf(_SC_PAGESIZE) / 1e6;
  v[1] *= sysconf(_SC_PAGESIZE) / 1e6;
  v[2] = field("/proc/self/status", "VmHWM:") * 1024 / 1e6;
  v[3] = field("/proc/self/status", "Threads:");
  v[4] = field("/proc/self/io", "rchar:") / 1e6;
  v[5] = field("/proc/self/io", "wchar:") / 1e6;
  v[6] = field("/proc/self/io", "read_bytes:") / 1e6;
  v[7] = field("/proc/self/io", "write_bytes:") / 1e6;
  v[8] = u.ru_utime.tv_sec + u.ru_utime.tv_usec / 1e6;
  v[9] = u.ru_stime.tv_sec + u.ru_stime.tv_usec / 1e6;
  v[10] = u.ru_minflt + u.ru_majflt;
  v[11] = u.ru_majflt;
  v[12] = u.ru_nvcsw + u.ru_nivcsw;
  v[13] = u.ru_nivcsw;
}

static void *waits(void *arg) { return pause(), arg; }

static void work(void) {
  static char buffer[1 << 20];
  double before[VALUES], after[VALUES];
  int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
  pthread_t t;
  for (int i = 0; i < 3; i++)
    pthread_create(&t, NULL, waits, NULL);
  volatile uint64_t sum = 0;
  for (uint64_t i = 0; i < 100000000; i++)
    sum += i;
  char *memory = malloc(64 << 20);
  memset(memory, 1, 64 << 20);
  for (int i = 0; i < 40; i++)
    if (read(zero, buffer, sizeof buffer) < 0 || write(null, buffer, sizeof buffer) < 0)
      exit(3);
  for (int i = 0; i < 20; i++)
    sleep_ms(1);
  look(before); /* maps what it needs, so that the second look changes less */
  look(before);
  int64_t from = now_ns();
  sleep_ms(1500);
  int64_t to = now_ns();
  look(after);
  printf("from %lld\nto %lld\n", (long long)from, (long long)to);
  for (int i = 0; i < VALUES; i++)
    printf("value %s|%.9f|%.9f\n", name[i], before[i], after[i]);
}

static void child_lives(void) {
  pid_t pid = fork();
  if (!pid) {
    sleep_ms(1500);
    exit(0);
  }
  printf("child %d\n", (int)pid);
  fflush(stdout);
  waitpid(pid, NULL, 0);
}

static int join(const char *folder) {
  char path[4200];
  snprintf(path, sizeof path, "%s/cgroup.procs", folder);
  int fd = open(path, O_WRONLY), good = fd >= 0 && write(fd, "0", 1) == 1;
  close(fd);
  return good;
}

int main(int argc, char **argv) {
  if (!strcmp(argv[1], "work")) {
    work();
  } else if (!strcmp(argv[1], "sleep")) {
    sleep_ms(atol(argv[2]));
  } else if (!strcmp(argv[1], "forks")) {
    if (!fork())
      _exit(0);
    if (!fork())
      execl("/bin/true", "true", NULL), _exit(1);
    while (wait(NULL) > 0) {}
    fflush(stdout);
    child_lives();
  } else if (!strcmp(argv[1], "files")) {
    struct rlimit limit = {(rlim_t)atol(argv[2]), (rlim_t)atol(argv[2])};
    setrlimit(RLIMIT_NOFILE, &limit);
    child_lives();
  } else if (!strcmp(argv[1], "moves")) {
    char home[4096];
    snprintf(home, sizeof home, "%s/..", argv[2]);
    if (!join(argv[2]))
      return 77;
    sleep_ms(2500);
    printf("moved %d\n", join(home));
    printf("removed %d\n", !rmdir(argv[2]));
    fflush(stdout);
    sleep_ms(2500);
  }
  return 0;
}
