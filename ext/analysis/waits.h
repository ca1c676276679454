/* The list of calls that wait for the GPU, shared by the causes of gaps, sync_cost and critical paths. awaited.h tells what each of them waited for. */
#ifndef ROCPD_WAITS_H
#define ROCPD_WAITS_H
#include "calls.h"

/* The role of a HIP or HSA function in the order of work. Functions that wait return only when work of the GPU is done: synchronisations, waits for a
** signal, synchronous copies and fills, and frees, which wait for all work. */
enum rocpd_wait_kind {
  ROCPD_WAITS_NOT,
  ROCPD_WAITS,            /* for what is not known by its kind */
  ROCPD_WAITS_FOR_OWN,    /* for what it launches itself */
  ROCPD_WAITS_FOR_STREAM, /* its argument */
  ROCPD_WAITS_FOR_EVENT,  /* its argument */
  ROCPD_WAITS_FOR_DEVICE, /* all of the thread's device */
  ROCPD_WAITS_END,
  ROCPD_RECORDS_EVENT = ROCPD_WAITS_END, /* does not wait: a place in a stream, */
  ROCPD_ORDERS_STREAM,    /* and a stream that is to wait for it */
};
enum rocpd_wait_kind rocpd_wait_kind_of(const char *function);

/* By the id of a name; made for the names that there are. */
typedef struct rocpd_waiting {
  uint8_t *kind; /* [n] enum rocpd_wait_kind */
  size_t n;
} rocpd_waiting;

int rocpd_waiting_make(rocpd_session *session, rocpd_waiting *out, rocpd_error *err);
void rocpd_waiting_drop(rocpd_waiting *w);
static inline enum rocpd_wait_kind rocpd_wait_kind(const rocpd_waiting *w, int64_t name) {
  return name >= 0 && (size_t)name < w->n ? (enum rocpd_wait_kind)w->kind[name] : ROCPD_WAITS_NOT;
}
static inline bool rocpd_waits_for_argument(enum rocpd_wait_kind kind) { return kind == ROCPD_WAITS_FOR_STREAM || kind == ROCPD_WAITS_FOR_EVENT; }
static inline bool rocpd_waits(const rocpd_waiting *w, int64_t name) {
  enum rocpd_wait_kind kind = rocpd_wait_kind(w, name);
  return kind > ROCPD_WAITS_NOT && kind < ROCPD_WAITS_END;
}

#endif
