/* Counters of agents: how many kernels run, how many bytes are being copied and have been, how much memory is allocated. What makes them is here; a format
** only writes their values. */
#ifndef ROCPD_COUNTER_H
#define ROCPD_COUNTER_H
#include "export.h"

typedef struct rocpd_counter {
  const char *name;
  bool bytes;     /* its values are bytes; else they count */
  bool real;      /* its value is `number`; else `value` */
  uint32_t group; /* whose it is; ROCPD_NO_GROUP: `process` says whose, */
  uint32_t process; /* and where that is none of the layout's: nobody's */
  int64_t rank;   /* its place among the owner's */
  uint64_t id;    /* the format's, 0 at first */
  int64_t value, written; /* written: its value before */
  double number;
} rocpd_counter;

/* The counter has this value from `time` on. A counter's values come in the order of time; those of several counters in any. */
typedef int rocpd_counter_write(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err);

/* All values of all counters, where they change; each is 0 before its first. Which rows are a track's is still known. */
int rocpd_export_counters(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);
/* Those of what runs, the first of an agent. */
enum { ROCPD_RUNNING_COUNTERS = 3 };
int rocpd_export_running(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);
/* Writes the counter's value from `time` on, if it is another than before, and that is in the time that is asked for. */
static inline int rocpd_counter_change(rocpd_writer *w, rocpd_counter_write *write, rocpd_counter *c, int64_t time, rocpd_error *err) {
  if (c->value == c->written || !rocpd_export_in_time(&w->x->option, time, time)) return SQLITE_OK;
  c->written = c->value;
  return write(w, c, time, err);
}
/* The group of an agent as a process that is not left out uses it; ROCPD_NO_GROUP none. `near`: where one was found last, it is looked for from there. */
uint32_t rocpd_export_group_find(const rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, int64_t agent, uint32_t near);

#endif
