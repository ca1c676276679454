/* What HIP's calls say of the barrier packets that they make: barrier.c. */
#ifndef COLLECT_BARRIER_H
#define COLLECT_BARRIER_H
#include "domain.h"

extern collect_domain collect_domain_hip_events, collect_domain_barriers;

/* Beside the numbers of graphs: the thread is recording an event, or has a stream wait for one. */
#define COLLECT_EVENT_WAIT (UINT32_MAX - 1)
#define COLLECT_EVENT_RECORD UINT32_MAX
extern __thread const void *collect_event_now __attribute__((tls_model("initial-exec")));

/* Which of a call's barrier packets is the event's own, the last, is known when the call is over: until then none becomes a row of
** hip_events. The call is the thread's innermost; NULL (no memory) may be given back. */
typedef struct collect_event_call collect_event_call;
collect_event_call *collect_event_call_begin(void);
void collect_event_call_end(collect_event_call *call);

#endif
