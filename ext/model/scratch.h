/* Memory for the values of a batch's rows while columns are made from them. There are as many as threads that need one at the same time; they live as long
** as the session. */
#ifndef ROCPD_SCRATCH_H
#define ROCPD_SCRATCH_H
#include "column.h"
#include "pool.h"
#include "session.h"

typedef struct rocpd_scratch {
  rocpd_pooled pooled; /* must be first */
  int64_t values[ROCPD_BATCH_ROWS], more[ROCPD_BATCH_ROWS]; /* free for use by the current holder */
} rocpd_scratch;

/* Takes one for the calling thread, which must return it by rocpd_scratch_give(); NULL: out of memory. Thread safe. */
rocpd_scratch *rocpd_scratch_take(rocpd_session *session);
void rocpd_scratch_give(rocpd_session *session, rocpd_scratch *s);

#endif
