/* THREAD rows: written at a thread's first call, when the program names it, at its end, and at the end of the process for those
** that still exist.
**
** A thread has two names: the kernel's, and one that the program gives it through an API (ROCTx). The later one counts. With a
** given name we remember what the kernel's was then; once the kernel's differs from that, it is the later one. */
#include "core.h"
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

void collect_thread_row(const rocz_segment *t, int64_t end_ns) {
  const collect_private *p = collect_private_of((rocz_segment *)t);
  collect_meta(ROCZ_THREAD, (int64_t)t->lane, (int64_t)t->tid, p->name, p->start_ns, end_ns);
}

/* Of the calling thread: the name that an API gave it, and the kernel's name at that time. A thread may be named before it has a
** segment. */
static __thread char given[COLLECT_THREAD_NAME] __attribute__((tls_model("initial-exec")));
static __thread char given_to[16] __attribute__((tls_model("initial-exec")));

/* Uses the kernel's name, which is this now, unless a later name was given. */
static void name_settle(collect_private *p, const char *kernels) {
  if (*p->given_to && !strncmp(p->given_to, kernels, sizeof p->given_to))
    return;
  snprintf(p->name, sizeof p->name, "%.15s", kernels);
}

void collect_thread_name(rocz_segment *t) {
  collect_private *p = collect_private_of(t);
  char kernels[16] = "";
  if (*given_to) {
    memcpy(p->name, given, sizeof given);
    memcpy(p->given_to, given_to, sizeof given_to);
  }
  if (collect_sys_prctl(PR_GET_NAME, (uintptr_t)kernels) == 0)
    name_settle(p, kernels);
}

void collect_thread_named(const char *name) {
  char kernels[16] = "";
  rocz_segment *t = collect_thread;
  if (!name || !*name || collect_sys_prctl(PR_GET_NAME, (uintptr_t)kernels) || !*kernels)
    return;
  COLLECT_SECTION_BEGIN(section);
  snprintf(given, sizeof given, "%s", name);
  memcpy(given_to, kernels, sizeof given_to);
  if (t != &collect_dummy_thread && atomic_load_explicit(&collect_gate.generation, memory_order_relaxed)) {
    collect_thread_name(t);
    collect_thread_row(t, ROCZ_NULL);
  }
  collect_section_end(&section);
}

void collect_thread_ended(rocz_segment *t) {
  collect_private *p = collect_private_of(t);
  if (!p->continued)
    collect_thread_row(t, p->end_ns);
  p->continued = 1; /* so that it is written once */
}

/* Reads the name again, since programs name their threads after their start. */
void collect_thread_close(rocz_segment *t, const collect_ring *ring, void *arg) {
  (void)ring, (void)arg;
  collect_private *p = collect_private_of(t);
  if (p->end_ns)
    collect_thread_ended(t);
  if (p->continued)
    return;
  char path[64], name[16] = "";
  snprintf(path, sizeof path, "/proc/self/task/%u/comm", t->tid);
  int fd = collect_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? 0 : collect_sys_read(fd, name, sizeof name - 1);
  if (fd >= 0)
    collect_sys_close(fd);
  if (n > 1) {
    name[n - 1] = 0;
    name_settle(p, name);
  }
  collect_thread_row(t, fd < 0 ? collect_boottime_ns() : ROCZ_NULL);
}
