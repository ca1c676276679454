/* Separates the processes of a trace. A file usually holds one process; a merged database holds several, which must be kept apart: a thread of one
** does not wait for kernels of another. */
#ifndef ROCPD_PART_H
#define ROCPD_PART_H
#include "origins.h"

typedef struct rocpd_part {
  rocpd_snapshot *snapshot; /* whose calls, kernels and copies are those of the process; all else in it is the file's. Of the whole trace, whatever
                            ** the time window: rocpd_snapshot_whole() where the file is one process's */
  rocpd_source *source;
  bool of_several;          /* processes that the file has */
  int64_t pid;              /* ROCPD_NULL: not known, or it is of the rest */
  rocpd_origin origin;      /* as rocpd_origin_of_agent() */
} rocpd_part;

/* The processes of all sources, those of a source one after the other, *n of them in a new array (sqlite3_free). What has no process, or one that is
** not listed, is a part by itself. The snapshots belong to s. Connection's thread. */
int rocpd_parts_list(rocpd_snapshot *s, rocpd_part **out, size_t *n, rocpd_error *err);

#endif
