/* Why an agent or a queue paused: what the host was doing until it launched what came next, or what that waited for.
**
** What came next was launched by a call (launch.h) on a thread. If that call came in the pause, the time until it is the host's: spent waiting, in
** calls or in none. If it had returned before, the GPU had the work already. */
#ifndef ROCPD_CAUSE_H
#define ROCPD_CAUSE_H
#include "host.h"
#include "pause.h"

enum rocpd_cause {
  ROCPD_CAUSE_SYNCHRONISATION, /* when the pause began the thread was waiting in a call */
  ROCPD_CAUSE_CALL,            /* until the launch it was in other calls, most of the time */
  ROCPD_CAUSE_NO_CALL,         /* until the launch it was in no call, most of the time */
  ROCPD_CAUSE_LAUNCH,          /* most of the pause went by since the launching call began */
  ROCPD_CAUSE_COPY,            /* launched before: a copy ran until the pause */
  ROCPD_CAUSE_QUEUE,           /* launched before: a kernel of another queue ran until the pause, or a kernel and then comes a copy */
  ROCPD_CAUSE_DISPATCH,        /* launched before: a kernel of the same queue ran until the pause */
  ROCPD_CAUSE_UNKNOWN,         /* the launching call was not recorded */
  ROCPD_CAUSES
};
/* As tables call them: "host", "launch", "device" or "unknown", and the cause. */
extern const char *const rocpd_cause_type[ROCPD_CAUSES], *const rocpd_cause_name[ROCPD_CAUSES];

typedef struct rocpd_reason {
  enum rocpd_cause cause;
  int64_t host_call; /* interned: the function that the thread was in; ROCPD_NULL none */
} rocpd_reason;

/* Why a timeline paused: of n of its pauses in the order of time. Thread safe. */
int rocpd_causes_of(const rocpd_host *host, const rocpd_pause *pause, size_t n, rocpd_reason *out, rocpd_error *err);

#endif
