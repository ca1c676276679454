/* args_user CASE: calls a HIP that does nothing (fake_hip.c) with pointers that cannot be read, with signals, forks and inner
** calls. test_args.sh looks at the result. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int hipMalloc(void **, size_t), hipMemcpy3D(const void *), hipGetDeviceProperties(void *, int), hipStreamIsCapturing(void *, int *),
  hipModuleLoad(void **, const char *);
void roctxMarkA(const char *) __attribute__((weak));
static void (**within)(void);

/* Maps two pages, the second unreadable, and returns the end of the first. */
static char *edge(void) {
  char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + 4096, 4096, PROT_NONE);
  return p + 4096;
}

static void all_of(void *p) {
  hipStreamIsCapturing(NULL, p);
  hipGetDeviceProperties(p, 0);
  hipMemcpy3D(p);
}

static void unreadable(void) {
  all_of(NULL);
  all_of((void *)16);
  all_of(edge());
  all_of((void *)(uintptr_t)-64);
}

static void at_the_edge(void) {
  char *end = edge(), *properties = edge() - 256 - 8 - 4;
  void *module;
  uint64_t fields[4] = {0, 1, 2, 3};
  hipMemcpy3D(memcpy(end - sizeof fields, fields, sizeof fields));
  hipMemcpy3D(end);
  hipStreamIsCapturing(NULL, (int *)end - 1);
  hipStreamIsCapturing(NULL, (int *)(void *)(end - 2));
  strcpy(properties, "edge");
  properties[256] = 7;
  hipGetDeviceProperties(properties, 0);
  hipModuleLoad(&module, "abc");
  hipModuleLoad(&module, end);
  hipModuleLoad(&module, memset(end - 4096, 'x', 4096)); /* up to the end of the page */
  char *longer = malloc(9000);
  memset(longer, 'y', 8999);
  longer[8999] = 0;
  hipModuleLoad(&module, longer);
  hipModuleLoad(&module, (char *)(uintptr_t)-64);
}

static void on_alarm(int sig) {
  static size_t n = 1 << 20;
  void *p;
  (void)sig;
  hipMalloc(&p, ++n);
}

static void signals(void) {
  signal(SIGALRM, on_alarm);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 50}, {0, 50}}, NULL);
  static void *p;
  for (size_t i = 1; i < 100000; i++)
    hipMalloc(&p, i);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

static void mark(void) { roctxMarkA("within"); }
static void forks(void) { *within = NULL; if (fork() > 0) wait(NULL); }
static void dies(void) { raise(SIGKILL); }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  void *p;
  within = (void (**)(void))dlsym(RTLD_DEFAULT, "fake_hip_within");
  if (!within)
    return 2;
  if (!strcmp(what, "unreadable")) unreadable();
  if (!strcmp(what, "edge")) at_the_edge();
  if (!strcmp(what, "failed")) hipMalloc(&p, 0x1234), hipMalloc(&p, (size_t)1 << 41);
  if (!strcmp(what, "signals")) signals();
  if (!strcmp(what, "within")) *within = mark, hipMalloc(&p, 3), hipMalloc(&p, 4);
  if (!strcmp(what, "fork")) *within = forks, hipMalloc(&p, 0x99), hipMalloc(&p, 0x1234);
  if (!strcmp(what, "kill")) hipMalloc(&p, 0x1234), *within = dies, hipMemcpy3D((uint64_t[20]){5});
  return 0;
}
