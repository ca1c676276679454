/* truth SECONDS PERCENT KIND:THREADS ...: threads whose time goes to known functions and states, for this time. Kinds:
**   mixed  computes in four functions (4 : 3 : 2 : 1), PERCENT of a CPU by all threads together, sleeps, waits for a lock, and for the GPU if there is HIP
**   step4, step10  works at the beginning of each period of 4 or 10 ms, in step with the kernel's tick, and sleeps for the rest of it
**   queue  computes on a CPU where another thread computes
**   woken  is woken on a CPU where another thread computes, and does not get it at once
** The more threads of a kind there are, the more they sleep. Each thread reads the clock, its CPU time, and how long it has waited for a CPU (schedstat), at
** the end of each function: what has passed since the end of the function before belongs to this one. So no time is left out. What is neither CPU time nor
** waiting for a CPU, it was blocked. Prints "time TID KIND FUNCTION RUNNING RUNNABLE BLOCKED", in ns, and "whole TID KIND RUNNING RUNNABLE BLOCKED BEGIN END"
** for its whole life from BEGIN to END (BOOTTIME). */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000, KINDS = 5, MOST = 16 };
enum { A, B, C, D, SLEEP, LOCK, GPU, STEP, REST, QUEUE, WOKEN, PAUSE, OTHER, FUNCTIONS };
static const char *const functions[] = {"in_a", "in_b", "in_c", "in_d", "in_sleep", "in_lock", "in_gpu", "in_step",
                                        "in_rest", "in_queue", "in_woken", "in_pause", "other"};
static long until, percent;
static volatile long sink;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* the main thread's */

typedef struct me { long spent[FUNCTIONS][3], before[3]; int schedstat, threads; unsigned seed; const char *kind; sem_t rival; long rival_ns; pthread_t other; int has_rival; } me;

static long now(clockid_t c) {
  struct timespec t;
  clock_gettime(c, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
static struct timespec spec(long ns) { return (struct timespec){ns / 1000000000, ns % 1000000000}; }
static long waited(const me *m) {
  char text[96];
  long wait = 0;
  text[pread(m->schedstat, text, sizeof text - 1, 0)] = 0;
  sscanf(text, "%*d %ld", &wait);
  return wait;
}
/* From half to one and a half of it. */
static long about(me *m, long ns) { return ns / 2 + (long)(rand_r(&m->seed) / (RAND_MAX + 1.0) * ns); }

static inline __attribute__((always_inline)) void burn(long ns) {
  long end = now(CLOCK_THREAD_CPUTIME_ID) + ns;
  do
    for (int i = 0; i < 5000; i++) sink++;
  while (now(CLOCK_THREAD_CPUTIME_ID) < end);
}
static void sleep_until(long ns) {
  struct timespec t = spec(ns);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

/* What has passed since the last time belongs to this function. */
static void mark(me *m, int function) {
  long at[3] = {now(CLOCK_THREAD_CPUTIME_ID), waited(m), now(CLOCK_MONOTONIC)};
  for (int i = 0; i < 3; i++) m->spent[function][i] += at[i] - m->before[i], m->before[i] = at[i];
}
#define IN(name, number, work) \
  static __attribute__((noinline, noclone)) void in_##name(me *m, long ns) { work, mark(m, number); }
IN(a, A, burn(ns))
IN(b, B, burn(ns))
IN(c, C, burn(ns))
IN(d, D, burn(ns))
IN(step, STEP, burn(ns))
IN(sleep, SLEEP, sleep_until(now(CLOCK_MONOTONIC) + ns))
IN(rest, REST, sleep_until(ns))
IN(pause, PAUSE, sleep_until(now(CLOCK_MONOTONIC) + ns))
static void lock_until(struct timespec t) { pthread_mutex_timedlock(&lock, &t); }
IN(lock, LOCK, lock_until(spec(now(CLOCK_REALTIME) + ns)))
/* The rival computes until the thread has computed. */
IN(queue, QUEUE, burn(ns))
IN(woken, WOKEN, sleep_until(now(CLOCK_MONOTONIC) + ns))

/* ---- the GPU ---- */

static int (*stream_wait)(void *stream), (*fill)(void *to, int value, size_t size, void *stream);
static __thread void *stream, *device_memory;
IN(gpu, GPU, stream_wait(stream))
static void gpu_begin(void) {
  void *hip = dlopen("libamdhip64.so.5", RTLD_NOW | RTLD_GLOBAL);
  if (!hip) return;
  int (*stream_create)(void **) = dlsym(hip, "hipStreamCreate"), (*allocate)(void **, size_t) = dlsym(hip, "hipMalloc");
  if (stream_create(&stream) || allocate(&device_memory, 1 << 16)) return; /* no GPU */
  fill = dlsym(hip, "hipMemsetAsync");
  stream_wait = dlsym(hip, "hipStreamSynchronize");
}

/* ---- kinds ---- */

static int going(void) { return now(CLOCK_MONOTONIC) < until; }

static void mixed(me *m) {
  gpu_begin();
  mark(m, OTHER);
  int parts = stream_wait ? 3 : 2;
  while (going()) {
    in_a(m, about(m, 40 * MS)), in_b(m, about(m, 30 * MS)), in_c(m, about(m, 20 * MS)), in_d(m, about(m, 10 * MS));
    for (long rest = 10000 * m->threads / percent - 100, part = rest / parts; rest > 0; rest -= part) {
      in_sleep(m, about(m, part * MS / 2)), in_lock(m, about(m, part * MS / 2));
      if (stream_wait && !fill(device_memory, 1, 1 << 16, stream)) mark(m, OTHER), in_gpu(m, 0);
    }
  }
}
static void step(me *m, long period) {
  while (going()) {
    in_step(m, period * 3 / 10 / m->threads);
    in_rest(m, (now(CLOCK_MONOTONIC) / period + 1) * period);
  }
}
static void step4(me *m) { step(m, 4 * MS); }
static void step10(me *m) { step(m, 10 * MS); }

static void first_cpu_only(void) {
  cpu_set_t may, one;
  int i = 0;
  sched_getaffinity(0, sizeof may, &may);
  while (!CPU_ISSET(i, &may)) i++;
  CPU_ZERO(&one);
  CPU_SET(i, &one);
  sched_setaffinity(0, sizeof one, &one);
}
/* Computes on the first CPU each time that it is asked to. */
static void *rival(void *arg) {
  me *m = arg;
  first_cpu_only();
  for (;;) {
    while (sem_wait(&m->rival)) {}
    if (!m->rival_ns) return NULL;
    burn(m->rival_ns);
  }
}
static void ask_rival(me *m, long ns) { m->rival_ns = ns, sem_post(&m->rival), mark(m, OTHER); }
static void queue(me *m) {
  first_cpu_only();
  while (going()) {
    ask_rival(m, 15 * MS);
    in_queue(m, 15 * MS);
    in_pause(m, about(m, 120L * MS * m->threads));
  }
}
static void woken(me *m) {
  first_cpu_only();
  sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
  while (going()) {
    ask_rival(m, 30 * MS);
    for (int i = 0; i < 8; i++) in_woken(m, about(m, 15L * MS));
    if (m->threads > 1) in_pause(m, about(m, 120L * MS * (m->threads - 1)));
  }
}

static const struct { const char *name; void (*run)(me *); int rival; } kinds[KINDS] = {
    {"mixed", mixed, 0}, {"step4", step4, 0}, {"step10", step10, 0}, {"queue", queue, 1}, {"woken", woken, 1}};

static void *thread(void *arg) {
  me *m = arg;
  int k = 0, tid = (int)syscall(SYS_gettid);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", tid);
  m->schedstat = open(path, O_RDONLY);
  while (strcmp(kinds[k].name, m->kind)) k++;
  sem_init(&m->rival, 0, 0);
  mark(m, OTHER);
  memset(m->spent, 0, sizeof m->spent);
  long begin = now(CLOCK_BOOTTIME), whole[3] = {0};
  if (kinds[k].rival) m->has_rival = !pthread_create(&m->other, NULL, rival, m);
  kinds[k].run(m);
  if (kinds[k].rival) ask_rival(m, 0); /* it may take long to get a CPU and end: the main thread waits for that */
  sleep_until(now(CLOCK_MONOTONIC) + 100 * MS); /* what a thread does after it was seen last, no one knows */
  mark(m, OTHER);
  long end = now(CLOCK_BOOTTIME);
  flockfile(stdout);
  for (int i = 0; i < FUNCTIONS; i++) {
    const long *s = m->spent[i];
    if (s[2]) printf("time %d %s %s %ld %ld %ld\n", tid, m->kind, functions[i], s[0], s[1], s[2] - s[0] - s[1]);
    for (int k = 0; k < 3; k++) whole[k] += s[k];
  }
  printf("whole %d %s %ld %ld %ld %ld %ld\n", tid, m->kind, whole[0], whole[1], whole[2] - whole[0] - whole[1], begin, end);
  funlockfile(stdout);
  return NULL;
}

int main(int count, char **argument) {
  static me all[MOST];
  pthread_t t[MOST];
  int n = 0;
  pthread_mutex_lock(&lock);
  until = now(CLOCK_MONOTONIC) + atol(argument[1]) * 1000000000;
  percent = atol(argument[2]);
  for (int i = 3; i < count; i++) {
    char *kind = strtok(argument[i], ":");
    for (int threads = atoi(strtok(NULL, "")), k = 0; k < threads; k++, n++) {
      all[n].kind = kind, all[n].threads = threads, all[n].seed = n + 1;
      pthread_create(&t[n], NULL, thread, &all[n]);
    }
  }
  for (int i = 0; i < n; i++) {
    pthread_join(t[i], NULL);
    if (all[i].has_rival) pthread_join(all[i].other, NULL);
  }
}
