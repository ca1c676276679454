/* Why an agent or a queue paused. Each moment of a pause has one cause, which depends on the call that launched the next activity (launch.h) and on the
** calls that its thread was in. ext/help/tables/gaps.md has the rules. */
#ifndef ROCPD_CAUSE_H
#define ROCPD_CAUSE_H
#include "host.h"
#include "pause.h"

enum rocpd_cause {
  /* Until the launching call returns: */
  ROCPD_CAUSE_SYNCHRONISATION, /* in a call that waits and has something to wait for */
  ROCPD_CAUSE_CALL,            /* in another call, before the launching one */
  ROCPD_CAUSE_NO_CALL,         /* in no call */
  ROCPD_CAUSE_LAUNCH,          /* in the launching call, and since it returned */
  /* Once it returned: the stream waits for what it was told to (told.h): ROCPD_CAUSE_QUEUE. Where it returned before the pause, all the rest: */
  ROCPD_CAUSE_COPY,            /* a copy ran until the pause */
  ROCPD_CAUSE_QUEUE,           /* a kernel of another queue ran until the pause, or a kernel and then comes a copy */
  ROCPD_CAUSE_DISPATCH,        /* a kernel of the same queue ran until the pause */
  ROCPD_CAUSE_UNKNOWN,         /* the launching call was not recorded: all of it */
  ROCPD_CAUSES
};
/* As tables call them: "host", "launch", "device" or "unknown", and the cause. */
extern const char *const rocpd_cause_type[ROCPD_CAUSES], *const rocpd_cause_name[ROCPD_CAUSES];

/* All time of a pause that has one cause, one call and one range. */
typedef struct rocpd_reason {
  enum rocpd_cause cause;
  int64_t host_call;  /* interned: the function that the thread was in; ROCPD_NULL none */
  int64_t host_range; /* interned, of ROCPD_CAUSE_NO_CALL: what the program did; ROCPD_NULL not known */
  int64_t ns;         /* > 0 */
} rocpd_reason;

/* Those of pauses, one after the other; of one in the order in which they first came, and those of ROCPD_CAUSE_NO_CALL last. Zeroed at first. */
typedef struct rocpd_reasons {
  rocpd_reason *reason;
  size_t n, room;
  size_t *end; /* [pauses] where those of each end */
} rocpd_reasons;

/* Why a timeline paused: of n of its pauses in the order of time. Thread safe. Drop them, also after an error. */
int rocpd_causes_of(const rocpd_host *host, const rocpd_pause *pause, size_t n, rocpd_reasons *out, rocpd_error *err);
void rocpd_reasons_drop(rocpd_reasons *r);

#endif
