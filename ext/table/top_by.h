/* Grouping of the rows of top, top_kernels and top_by. */
#ifndef ROCPD_TOP_BY_H
#define ROCPD_TOP_BY_H
#include "group_key.h"

/* Which column of the row a key of the group fills. A name is the first key, a grid the next. */
enum rocpd_top_role { ROCPD_TOP_NAME, ROCPD_TOP_ID, ROCPD_TOP_AGENT, ROCPD_TOP_PID, ROCPD_TOP_GUID, ROCPD_TOP_SOURCE, ROCPD_TOP_RUN, ROCPD_TOP_HOST,
                     ROCPD_TOP_RANK, ROCPD_TOP_PATH,
                      ROCPD_TOP_GRID, /* six of them: grid, workgroup */
                      ROCPD_TOP_ROLES };

typedef struct rocpd_top_by {
  const char *name;
  int keys, role[ROCPD_KEYS];
  int inputs, gpu_inputs; /* number of inputs; the gpu_inputs of kernels and copies come first */
  rocpd_group_input input[4];
} rocpd_top_by;

/* Finds the grouping of a table and its argument `by`: top (kernels, copies and calls) and top_kernels take NULL, "rank", "source" or "process", top_by its
** own values. NULL and an error: there is no such grouping. Static. */
const rocpd_top_by *rocpd_top_by_of(const char *table, const char *by, rocpd_error *err);

#endif
