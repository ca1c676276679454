/* Rows of one kind made from rows of others, batch by batch and column by column.
**
** A source delivers some kinds itself (rocpd_source.info.native). The rest is made:
** rocprofv3 databases have the base tables, from which the views' kinds are joined
** (views_from_tables_*.c); chunk files, RPD and rtg have kernels, regions and copies as in the
** views, from which base tables are derived (tables_from_views_*.c). So every table and every
** exporter works on every kind of source. A kind that is neither delivered nor derived is
** empty.
**
** For base tables to be whole, a source with the views' kinds gives each region, kernel,
** copy, allocation and sample an event_id of its own, and their tid, kernel_id, agent_id,
** queue_id and stream_id have rows in THREAD, KERNEL_SYMBOL, AGENT, QUEUE and STREAM.
**
**    ROCPD_DERIVER(kernels) = {.kind = ROCPD_KIND_KERNEL, .needs = ROCPD_KIND_BIT(ROCPD_KIND_RAW_DISPATCH), .make = make};
*/
#ifndef ROCPD_DERIVE_H
#define ROCPD_DERIVE_H
#include "registry.h"
#include "snapshot.h"

typedef struct rocpd_deriver {
  int kind;
  rocpd_kind_set needs; /* serves sources that have these themselves */
  const struct rocpd_view *view; /* [views] that define the rows (ext/derive); NULL: no views do */
  int views;
  bool beside; /* for sources that deliver the kind, too: these rows come after theirs */
  /* The batches of the kind for one source: *n of them in a new array (sqlite3_malloc64,
  ** NULL when none), with one reference each. What it needs of other kinds it asks
  ** rocpd_snapshot_batches_of() for: those are in the snapshot and stay. What it leaves
  ** in the array when it fails is freed. Connection's thread. */
  int (*make)(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err);
} rocpd_deriver;

#define ROCPD_DERIVER(id) ROCPD_REGISTER(rocpd_deriver, rocpd_derivers, id)

/* All registered derivers. */
const rocpd_deriver *const *rocpd_all_derivers(size_t *n);
/* True if a deriver adds rows to a kind that the source delivers. */
bool rocpd_derives_beside(const rocpd_source *source, int kind);

#endif
