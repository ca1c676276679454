/* What HIP's calls tell barrier.c about the barrier packets that they make. */
#ifndef COLLECT_BARRIER_H
#define COLLECT_BARRIER_H
#include "domain.h"

extern collect_domain collect_domain_hip_events, collect_domain_barriers;

/* Values in place of a graph's number: the thread is making a stream wait for an event, or is recording one. */
#define COLLECT_EVENT_WAIT (UINT32_MAX - 1)
#define COLLECT_EVENT_RECORD UINT32_MAX
extern __thread const void *collect_event_now __attribute__((tls_model("initial-exec")));

/* Brackets a call that records or waits for an event. Which of its barrier packets is the event's own, namely the last, is known
** only at its end; until then none becomes a row of hip_events. It must be the thread's innermost call. begin() returns NULL if
** there is no memory; end() accepts NULL. */
typedef struct collect_event_call collect_event_call;
collect_event_call *collect_event_call_begin(void);
void collect_event_call_end(collect_event_call *call);

#endif
