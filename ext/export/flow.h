/* Flows: which call launched which GPU event. flow.c finds them before threads are written; a format that draws arrows asks for those of each
** call that it writes. They belong to the export. Formats of several threads each have a cursor of their own. */
#ifndef ROCPD_FLOW_H
#define ROCPD_FLOW_H
#include "layout.h"

/* A GPU event's arrow: 0 until its call is written. `alone`: the call launched nothing else. */
typedef struct rocpd_flow {
  uint32_t id;
  bool alone;
  uint8_t way; /* for use by the format: how it is drawn */
} rocpd_flow;

/* GPU events by the call that launched them. Entry k is one of them; its flow id
** is k + 1. Entries of one call stand together. */
typedef struct rocpd_flows {
  struct rocpd_flow_entry *entry;
  size_t n;
  rocpd_flow *of_item; /* by number of GPU event */
  size_t items;
  int64_t *start;      /* by number of GPU event, too, if the format needs LAUNCH_STARTS and the events do not stay; ROCPD_NULL: it never started */
} rocpd_flows;

typedef struct rocpd_flow_entry {
  uint64_t stack_id;
  uint32_t process;
  uint32_t item : 31, endless : 1;
} rocpd_flow_entry;

/* Numbers the events of GPU tracks, which are not collected yet. */
void rocpd_flows_number(rocpd_export *x);
/* Then, for the tracks: add() finds what launched the events of one track, and is thread safe. make() joins the results. */
int rocpd_flows_begin(rocpd_export *x, rocpd_error *err);
void rocpd_flows_add(rocpd_export *x, rocpd_track *t);
int rocpd_flows_make(rocpd_export *x, rocpd_error *err);
/* To be called once threads are written: frees what finds calls, and keeps what finds launched work. */
void rocpd_flows_called(rocpd_flows *f);
void rocpd_flows_free(rocpd_flows *f);
static inline int64_t rocpd_flows_bytes(const rocpd_flows *f) {
  return (int64_t)(f->entry ? f->items * sizeof *f->entry : 0) + (int64_t)(f->of_item ? f->items * sizeof *f->of_item : 0) +
         (int64_t)(f->start ? f->items * sizeof *f->start : 0);
}
/* The entries of a call: *count of them from *first, none when 0. Marks them as
** having their call; a call that is found a second time has none. */
void rocpd_flows_find(rocpd_flows *f, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count);
static inline void rocpd_flows_take(rocpd_flows *f, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count) {
  /* A thread's calls come in the order of their numbers: nearly always the entry at
  ** the cursor is of a later call, and those before it are of earlier ones. */
  const rocpd_flow_entry *at = f->entry + *cursor;
  if (*cursor && *cursor < f->n && at->process == process && at[-1].process == process && at->stack_id > (uint64_t)stack_id &&
      at[-1].stack_id < (uint64_t)stack_id) {
    *count = 0;
    return;
  }
  rocpd_flows_find(f, cursor, process, stack_id, first, count);
}

#endif
