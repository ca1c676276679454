/* THREAD rows: at a thread's first call, at its end, and for those that are still there at
** the end of the process. */
#include "core.h"
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

void collect_thread_row(const rocz_segment *t, int64_t end_ns) {
  const collect_private *p = collect_private_of((rocz_segment *)t);
  collect_meta(ROCZ_THREAD, (int64_t)t->lane, (int64_t)t->tid, p->name, p->start_ns, end_ns);
}

void collect_thread_name(rocz_segment *t) {
  char name[16] = "";
  if (prctl(PR_GET_NAME, name, 0, 0, 0) == 0)
    memcpy(collect_private_of(t)->name, name, sizeof name);
}

void collect_thread_ended(rocz_segment *t) {
  if (!collect_private_of(t)->continued)
    collect_thread_row(t, collect_boottime_ns());
}

/* Programs name their threads after their start. */
void collect_thread_close(rocz_segment *t, const collect_ring *ring, void *arg) {
  (void)ring, (void)arg;
  collect_private *p = collect_private_of(t);
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
    memcpy(p->name, name, sizeof name);
  }
  collect_thread_row(t, fd < 0 ? collect_boottime_ns() : ROCZ_NULL);
}
