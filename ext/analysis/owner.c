/* See owner.h. Agents are identified by their ids, since two of them may have one absolute index in a merged database. */
#include "owner.h"

/* The column by which the level divides agents or sources; 0: none. */
static int part_column(bool kernels, enum rocpd_timeline_level level) {
  switch (level) {
    case ROCPD_LEVEL_QUEUE: return kernels ? ROCPD_KERNEL_queue_id : 0;
    case ROCPD_LEVEL_STREAM: return kernels ? ROCPD_KERNEL_stream_id : ROCPD_COPY_stream_id;
    case ROCPD_LEVEL_PROCESS: return kernels ? ROCPD_KERNEL_pid : ROCPD_COPY_pid;
    case ROCPD_LEVEL_RANK: return kernels ? ROCPD_KERNEL_rank : ROCPD_COPY_rank;
    default: return 0;
  }
}

int rocpd_owner_columns_load(rocpd_batch *b, enum rocpd_timeline_level level, rocpd_owner_columns *c, rocpd_error *err) {
  memset(c, 0, sizeof *c);
  bool kernels = b->kind == ROCPD_KIND_KERNEL;
  int part = part_column(kernels, level);
  const struct { int column; const rocpd_column **to; bool wanted; } list[] = {
    {rocpd_kinds[b->kind].start, &c->start, true},
    {rocpd_kinds[b->kind].end, &c->end, true},
    {kernels ? ROCPD_KERNEL_agent_id : ROCPD_COPY_dst_agent_id, &c->agent, true},
    {kernels ? ROCPD_KERNEL_agent_type : ROCPD_COPY_dst_agent_type, &c->type, true},
    {part, &c->part, part != 0},
    {kernels ? ROCPD_KERNEL_run : ROCPD_COPY_run, &c->run, level == ROCPD_LEVEL_RANK},
    {kernels ? ROCPD_KERNEL_nid : ROCPD_COPY_nid, &c->run, level == ROCPD_LEVEL_PROCESS},
    {kernels ? ROCPD_KERNEL_host : ROCPD_COPY_host, &c->host, level == ROCPD_LEVEL_RANK && b->source->info.multi_process},
    {ROCPD_COPY_src_agent_id, &c->other, !kernels},
    {ROCPD_COPY_src_agent_type, &c->other_type, !kernels},
  };
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof list / sizeof *list; i++)
    if (list[i].wanted) rc = rocpd_batch_column(b, list[i].column, list[i].to, err);
  if (rc == SQLITE_OK && b->owner_type[0]) c->type = b->owner_type[0], c->other_type = b->owner_type[1];
  return rc;
}

int rocpd_owner_batches(rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  static const int kinds[] = {ROCPD_KIND_KERNEL, ROCPD_KIND_COPY};
  return rocpd_snapshot_batches_all(s, kinds, level == ROCPD_LEVEL_QUEUE ? 1 : 2, true, out, n, err);
}
