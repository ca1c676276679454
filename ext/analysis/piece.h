/* Pieces of timelines: what each batch gives to the agents (queues, streams, ...) that its kernels or copies keep busy. */
#ifndef ROCPD_PIECE_H
#define ROCPD_PIECE_H
#include "chain.h"

typedef struct rocpd_piece {
  const rocpd_source *whose; /* whose timeline: NULL where it goes across sources; with the next three its key */
  int64_t owner;             /* the agent; ROCPD_NULL where it goes across agents. At level rank the host (interned; else below 0) where clocks were not compared */
  int64_t name, part;        /* as in the timeline */
  int64_t host;              /* at level rank the machine of its rows (interned, or ROCPD_NULL) */
  rocpd_source *source;
  int64_t agent, agent_type; /* where agents are not told apart that of the first row */
  rocpd_stretch stretch;
  uint32_t room;
} rocpd_piece;

typedef struct rocpd_pieces {
  rocpd_piece *piece; /* those of one timeline stand together */
  size_t n;
} rocpd_pieces;

/* By the timeline's key alone. */
int rocpd_piece_compare(const rocpd_piece *a, const rocpd_piece *b);
/* Of all kernels and copies of a snapshot that have a start. `device` is there at level device. */
struct rocpd_device;
int rocpd_pieces_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, const struct rocpd_device *device, size_t devices, rocpd_pieces *out,
                      rocpd_error *err);
void rocpd_pieces_drop(rocpd_pieces *p);

#endif
