/* Which calls wait for the GPU: one list, for all who ask (causes of gaps, sync_cost, critical paths). */
#ifndef ROCPD_WAITS_H
#define ROCPD_WAITS_H
#include "calls.h"

/* Does a function of HIP or HSA return only when work is done that was given to the GPU: synchronisations, waits for a signal, copies and
** fills that are not asynchronous, and freeing, which waits for all? */
bool rocpd_function_waits(const char *name);

/* By the id of a name; made for the names that there are. */
typedef struct rocpd_waiting {
  uint8_t *waits; /* [n] */
  size_t n;
} rocpd_waiting;

int rocpd_waiting_make(rocpd_session *session, rocpd_waiting *out, rocpd_error *err);
void rocpd_waiting_drop(rocpd_waiting *w);
static inline bool rocpd_waits(const rocpd_waiting *w, int64_t name) { return name >= 0 && (size_t)name < w->n && w->waits[name]; }

#endif
