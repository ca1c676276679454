#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
typedef void callback(void);
static void *run(void *f) {
  ((callback *)f)();
  ((callback *)f)();
  return NULL;
}
void call_in_thread(callback *f) {
  pthread_t t;
  if (!pthread_create(&t, NULL, run, (void *)f)) pthread_join(t, NULL);
}

/* ---- a sampler: a handler of a signal asks which functions it stopped */


#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

static size_t (*stack_of)(const char **name, size_t room);
static volatile int samples, wrong, deepest;

static int is_of_the_test(const char *name) {
  static const char *const names[] = {"fib", "samples", "main", "<module>", "raises", "numbers"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return 1;
  return 0;
}

static void sample(int number) {
  const char *name[64];
  size_t n = stack_of(name, 64);
  if (n < 2) return;
  samples++;
  if ((int)n > deepest) deepest = (int)n;
  for (size_t i = 0; i < n && i < 64; i++)
    if (name[i] && !is_of_the_test(name[i])) { wrong++; break; }
  if (n <= 64 && (!name[n - 1] || strcmp(name[n - 1], "<module>"))) wrong++;
}

int sample_begin(void) {
  stack_of = (size_t (*)(const char **, size_t))dlsym(RTLD_DEFAULT, "rocpd_python_stack");
  if (!stack_of) return 0;
  struct sigaction action = {.sa_handler = sample, .sa_flags = SA_RESTART};
  struct itimerval every = {{0, 300}, {0, 300}};
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &every, NULL);
  return 1;
}

/* How many frames are found while the place of the innermost one holds an address that nobody has. */
int frames_of_torn(void **place) {
  const char *name[64];
  stack_of = (size_t (*)(const char **, size_t))dlsym(RTLD_DEFAULT, "rocpd_python_stack");
  void *nobodys = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *innermost = *place;
  munmap(nobodys, 4096);
  *place = nobodys;
  int n = (int)stack_of(name, 64);
  *place = innermost;
  return n;
}

/* number of wrong results; whether there were enough; whether they went deep */
int sample_end(void) {
  setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  return wrong * 4 + (samples > 50) * 2 + (deepest > 10);
}
