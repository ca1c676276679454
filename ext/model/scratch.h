/* Memory for the rows of a batch while columns are made of them. As many are made as threads
** do that at once; they are kept for the life of the session. */
#ifndef ROCPD_SCRATCH_H
#define ROCPD_SCRATCH_H
#include "column.h"
#include "pool.h"
#include "session.h"

typedef struct rocpd_scratch {
  rocpd_pooled pooled; /* must be first */
  int64_t values[ROCPD_BATCH_ROWS], more[ROCPD_BATCH_ROWS]; /* free for use by the current holder */
} rocpd_scratch;

/* One for the calling thread alone; NULL when out of memory. Give it back. Thread safe. */
rocpd_scratch *rocpd_scratch_take(rocpd_session *session);
void rocpd_scratch_give(rocpd_session *session, rocpd_scratch *s);

#endif
