/* The calls of a trace, for formats that add them up: which of them the options choose, and the names of their processes and threads. */
#ifndef ROCPD_CHOSEN_H
#define ROCPD_CHOSEN_H
#include "call_tree.h"
#include "layout.h"

typedef struct rocpd_chosen {
  rocpd_writer *w;
  rocpd_ranges all;
  uint32_t *process;        /* [threads] of each thread, as rocpd_chosen_process() */
  uint8_t *chosen;          /* [rows of all batches] NULL: not wanted */
  rocpd_export_batch *view; /* [batches] of calls, with the columns that rocpd_export_select() looks at */
  struct rocpd_named_thread *thread; /* in order of process, tid */
  size_t threads;
} rocpd_chosen;

/* choose: also finds which calls are chosen, and counts them in the writer, with the export's sums. Drop it also after a failure. */
int rocpd_chosen_make(rocpd_writer *w, bool choose, rocpd_chosen *out, rocpd_error *err);
void rocpd_chosen_drop(rocpd_chosen *c);
/* The number of the process of a thread or process in the layout; UINT32_MAX: it has none, or the options leave it out. */
uint32_t rocpd_chosen_process(const rocpd_chosen *c, const rocpd_call_node *root);
/* The name of a thread, if it has one, and its number, as one interned text. */
int rocpd_chosen_thread_name(const rocpd_chosen *c, uint32_t process, int64_t tid, int64_t *name);

#endif
