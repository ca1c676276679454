/* Where a process ran: what its row in rocpd_info_process says beyond schema 3's columns, in
** its environment and in what rocpd_export_db noted of the file that it came from; and the
** columns run, host, rank and wall_ns of tables that several processes share. */
#ifndef ROCPD_ORIGIN_H
#define ROCPD_ORIGIN_H
#include "source.h"

typedef struct rocpd_origin {
  int64_t host, run;      /* interned; ROCPD_NULL: not known, as for the others */
  int64_t rank;
  int64_t wall_offset_ns; /* of times as they are in the file */
} rocpd_origin;

/* By its columns, which are interned texts or ROCPD_NULL. */
int rocpd_origin_read(rocpd_trace *t, int64_t environment, int64_t extdata, rocpd_origin *out, rocpd_error *err);

/* The origins of a source's processes (source->several); they belong to the snapshot, and
** are read when they are first needed. Connection's thread. */
typedef struct rocpd_origins rocpd_origins;
int rocpd_origins_make(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
/* A batch of a kind that the source delivers itself, in which each row has the origin of its
** own process: b with one more reference where all have the same; NULL when out of memory.
** Thread safe. */
rocpd_batch *rocpd_origins_show(rocpd_snapshot *s, rocpd_batch *b);
/* The origin of an agent of a source; its offset is that of times as they are shown.
** Connection's thread. */
int rocpd_origin_of_agent(rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_origin *out, rocpd_error *err);

#endif
