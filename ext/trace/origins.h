/* The origins of all processes of a source, and by them the columns run, host, rank and wall_ns
** of tables that several processes share. */
#ifndef ROCPD_ORIGINS_H
#define ROCPD_ORIGINS_H
#include "origin.h"
#include "snapshot.h"

/* The origins of a source's processes (source->multi_process); they belong to the snapshot, and
** are read when they are first needed. Connection's thread. */
typedef struct rocpd_origins rocpd_origins;
/* From now on, rows of kinds that the source delivers itself have the origin of their own process. */
int rocpd_origins_make(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
/* The origin of an agent of a source, or of the source where that is ROCPD_NULL; its offset is that of times as they are shown.
** Connection's thread. */
int rocpd_origin_of_agent(rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_origin *out, rocpd_error *err);

/* The same for a process, given the id of its row in rocpd_info_process. */
int rocpd_origin_of_process(rocpd_snapshot *s, rocpd_source *source, int64_t process, rocpd_origin *out, rocpd_error *err);

/* The ids of the processes (rocpd_info_process) of a batch's rows, ROCPD_NULL where they are not known; `other` is room for as many.
** *named false: rows of the kind name no process. Of a source of several processes. Connection's thread. */
int rocpd_origins_processes(rocpd_snapshot *s, rocpd_batch *b, int64_t *id, int64_t *other, bool *named, rocpd_error *err);

#endif
