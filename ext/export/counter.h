/* Counters of agents: how many kernels run, how many bytes are being copied or have been copied, how much memory is allocated. Formats only write the
** values. */
#ifndef ROCPD_COUNTER_H
#define ROCPD_COUNTER_H
#include "export.h"

typedef struct rocpd_counter {
  const char *name;
  bool bytes;     /* its values are bytes; else numbers of things */
  bool real;      /* its value is `number`; else `value` */
  const char *unit; /* that its source states, such as "MB"; NULL: none */
  uint32_t group; /* the group that owns it; ROCPD_NO_GROUP: `process` owns it, */
  uint32_t process; /* or nobody, if the layout has no such process */
  int64_t rank;   /* its place among the owner's counters */
  uint64_t id;    /* for use by the format; 0 at first */
  int64_t value, written; /* written: the previous value */
  double number;
} rocpd_counter;

/* The format writes this value of a counter, which holds from `time` on. One counter's values come in order of time, those of several counters in any order. */
typedef int rocpd_counter_write(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err);

/* Passes on all changes of all counters; each counter is 0 before its first value. To be called while tracks know their rows. */
int rocpd_export_counters(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);
/* The counters of running work: the first ones of each agent. */
enum { ROCPD_RUNNING_COUNTERS = 3 };
int rocpd_export_running(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);
/* Writes the counter's value from `time` on, if it has changed and the options take that time. */
static inline int rocpd_counter_change(rocpd_writer *w, rocpd_counter_write *write, rocpd_counter *c, int64_t time, rocpd_error *err) {
  if (c->value == c->written || !rocpd_export_in_time(&w->x->option, time, time)) return SQLITE_OK;
  c->written = c->value;
  return write(w, c, time, err);
}
/* The group of an agent as a process that is not left out uses it; ROCPD_NO_GROUP none. `near`: where one was found last, it is looked for from there. */
uint32_t rocpd_export_group_find(const rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, int64_t agent, uint32_t near);

#endif
