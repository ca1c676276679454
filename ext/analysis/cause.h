/* Why an agent or a queue paused. Each moment of a pause has one cause, which depends on the call that launched the next activity (launch.h) and on the
** calls that its thread was in. ext/help/tables/gaps.md has the rules. */
#ifndef ROCPD_CAUSE_H
#define ROCPD_CAUSE_H
#include "host.h"
#include "pause.h"
#include "sightings.h"

enum rocpd_cause {
  /* Until the launching call returns: */
  ROCPD_CAUSE_SYNCHRONISATION, /* the thread was in a call that waits and had something to wait for */
  ROCPD_CAUSE_CALL,            /* it was in another call, before the launching one */
  ROCPD_CAUSE_NO_CALL,         /* it was in no call */
  ROCPD_CAUSE_LAUNCH,          /* it was in the launching call, or that call had returned */
  /* Once it returned: the stream waits for what it was told to (told.h): ROCPD_CAUSE_QUEUE. Where it returned before the pause, all the rest: */
  ROCPD_CAUSE_COPY,            /* a copy ran until the pause */
  ROCPD_CAUSE_QUEUE,           /* a kernel of another queue ran until the pause, or a kernel and then comes a copy */
  ROCPD_CAUSE_DISPATCH,        /* a kernel of the same queue ran until the pause */
  ROCPD_CAUSE_UNKNOWN,         /* the launching call was not recorded: all of it */
  ROCPD_CAUSES
};
/* The names in tables: the type ("host", "launch", "device" or "unknown"), and the cause. */
extern const char *const rocpd_cause_type[ROCPD_CAUSES], *const rocpd_cause_name[ROCPD_CAUSES];

/* The time of a pause that has one cause, one call and one range. */
typedef struct rocpd_reason {
  enum rocpd_cause cause;
  int64_t host_call;  /* interned: the function that the thread was in; ROCPD_NULL: none */
  int64_t host_range; /* interned, for ROCPD_CAUSE_NO_CALL: the range that the program was in; ROCPD_NULL: unknown */
  int64_t ns;         /* > 0 */
  uint64_t samples;   /* from which host_range was found; 0: it is a range, or unknown */
} rocpd_reason;

/* A part of a pause in which the GPU waited for the host: what the thread that launched the next activity was in. */
typedef struct rocpd_host_time {
  int64_t start, end; /* end > start */
  const rocpd_call_thread *thread;
  enum rocpd_cause cause; /* of type "host" */
  int64_t host_call;  /* as in rocpd_reason */
  size_t pause;       /* index of the pause */
} rocpd_host_time;

/* The reasons of pauses, one pause after the other. Those of a pause are in the order in which they first occurred, with ROCPD_CAUSE_NO_CALL last. Zero it
** at first. */
typedef struct rocpd_reasons {
  rocpd_reason *reason;
  size_t n, room;
  size_t *end; /* [pauses] end of each pause's reasons */
  /* Set these two before: */
  const rocpd_sightings *seen; /* names what the program did where no range does; NULL: nothing does */
  bool wants_times;
  rocpd_host_time *time; /* with wants_times: in order of time */
  size_t times, time_room;
} rocpd_reasons;

/* Finds the reasons of n pauses of a timeline, in order of time. Thread safe. Drop the reasons, also after an error. */
int rocpd_causes_of(const rocpd_host *host, const rocpd_pause *pause, size_t n, rocpd_reasons *out, rocpd_error *err);
void rocpd_reasons_drop(rocpd_reasons *r);

#endif
