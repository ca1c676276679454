/* Pieces of timelines: the rows of a batch that keep one agent (queue, stream, ...) busy. */
#ifndef ROCPD_PIECE_H
#define ROCPD_PIECE_H
#include "chain.h"

typedef struct rocpd_piece {
  const rocpd_source *whose; /* source of the timeline; NULL if it spans several. This and the next three members are its key */
  int64_t owner;             /* the agent; ROCPD_NULL if it spans several. At level rank, the host (interned; otherwise below 0) if clocks were not compared */
  int64_t name, part;        /* as in the timeline */
  int64_t host;              /* at level rank, the machine of its rows (interned, or ROCPD_NULL) */
  rocpd_source *source;
  int64_t agent, agent_type; /* agent of the first row, if the level does not distinguish agents */
  rocpd_stretch stretch;
  uint32_t room;
} rocpd_piece;

typedef struct rocpd_pieces {
  rocpd_piece *piece; /* pieces of one timeline follow each other */
  size_t n;
} rocpd_pieces;

/* Compares the keys of timelines only. */
int rocpd_piece_compare(const rocpd_piece *a, const rocpd_piece *b);
/* Makes the pieces of all kernels and copies of a snapshot that have a start. `device` is needed at level device. */
struct rocpd_device;
int rocpd_pieces_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, const struct rocpd_device *device, size_t devices, rocpd_pieces *out,
                      rocpd_error *err);
void rocpd_pieces_drop(rocpd_pieces *p);

#endif
