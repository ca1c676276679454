/* The order of all calls, which several tables of a report need. The snapshot keeps it for the next use. */
#ifndef ROCPD_CALLS_KEPT_H
#define ROCPD_CALLS_KEPT_H
#include "calls.h"

/* *out shares the order until rocpd_kept_release(out->kept), which may be called after the snapshot is gone. `order` makes it if it is not there yet.
** Connection's thread. */
int rocpd_calls_kept(rocpd_snapshot *s, int (*order)(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err), rocpd_calls *out, rocpd_error *err);

#endif
