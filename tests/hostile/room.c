/* A program that has no room, or whose trace folder goes away: room WHEN WHAT VALUE [COUNT [AGAIN]]. WHEN is `early` (before the
** first call) or `late` (after 1000 calls). Then 4 threads, which exist by then, make COUNT calls each (default 50000), and the
** main thread 1000. AGAIN names a file that takes up the room: each thread has made 100 calls before, the file is removed at the
** end, and calls are made until they are written.
**
** Prints the number of calls, the ns that one took in the fastest burst, and the ms of the processor in total. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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
static int warm; /* calls that each thread has made before */
static pthread_barrier_t warmed, begin;

static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(i); }

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void *thread(void *least) {
  calls(warm);
  pthread_barrier_wait(&warmed);
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

/* From now on every write of more than 1000 bytes fails, in all threads. */
static void fail(int error) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 1000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) exit(77);
}

/* Takes all the space that is left. */
static void fill(const char *path) {
  static char bytes[4096];
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  while (write(fd, bytes, sizeof bytes) > 0) {}
  if (close(fd)) exit(77);
}

static long long trace_bytes(void) {
  char pattern[4200];
  glob_t found;
  struct stat st;
  snprintf(pattern, sizeof pattern, "%s/*.rocz", getenv("COLLECT_OUTPUT"));
  long long bytes = glob(pattern, 0, NULL, &found) || stat(found.gl_pathv[0], &st) ? -1 : (long long)st.st_size;
  globfree(&found);
  return bytes;
}

/* Makes calls until they are written, for some seconds at most. Returns their number. */
static int calls_again(void) {
  int n = 0;
  for (long long before = trace_bytes(); n < 500 && trace_bytes() == before; n++) {
    calls(1000);
    usleep(10000);
  }
  return 1000 * n;
}

/* Works in a folder of its own, so that any path of `value` is known before. */
static void lose(const char *what, const char *value) {
  int rc = 0;
  if (!strcmp(what, "fsize")) limit(RLIMIT_FSIZE, atol(value));
  else if (!strcmp(what, "nofile")) limit(RLIMIT_NOFILE, atol(value));
  else if (!strcmp(what, "as")) limit(RLIMIT_AS, address_space() + (atol(value) << 10));
  else if (!strcmp(what, "data")) limit(RLIMIT_DATA, address_space() + (atol(value) << 10));
  else if (!strcmp(what, "error")) fail(atoi(value));
  else if (!strcmp(what, "fill")) fill(value);
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
  warm = argc > 5 ? 100 : 0;
  pthread_barrier_init(&begin, NULL, THREADS + 1);
  pthread_barrier_init(&warmed, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++)
    if ((errno = pthread_create(&t[i], NULL, thread, &least[i]))) return perror("pthread_create"), 8;
  pthread_barrier_wait(&warmed);
  if (late) calls(FIRST);
  lose(argv[2], argv[3]);
  if (!late) calls(FIRST);
  pthread_barrier_wait(&begin);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  best = least[0];
  for (int i = 1; i < THREADS; i++) best = least[i] < best ? least[i] : best;
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  if (argc > 5) unlink(argv[5]);
  int again = argc > 5 ? calls_again() : 0;
  printf("made %d\nns %.1f\nsignals %d\nms %ld\n", FIRST + THREADS * (warm + bursts * BURST) + again, best, xfsz,
         (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000);
  fflush(stdout);
  return 3;
}
