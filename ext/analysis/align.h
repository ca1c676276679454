/* Puts the clocks of several machines on one time line: computes what to add to the times of each
** source. Sources of one machine share CLOCK_BOOTTIME, so they keep their distance. */
#ifndef ROCPD_ALIGN_H
#define ROCPD_ALIGN_H
#include "snapshot.h"

typedef struct rocpd_node { /* a machine, between two boots */
  rocpd_source **source; /* in rocpd_alignment.source */
  size_t sources;
  int64_t offset_ns;
} rocpd_node;

typedef struct rocpd_alignment {
  rocpd_source **source; /* of the snapshot, those of a node together */
  rocpd_node *node;      /* the first one's times stay */
  size_t sources, nodes;
} rocpd_alignment;

/* Nodes are aligned so that the end of the `occurrence`-th (from 1) marker, call or
** kernel of this name comes at one time on all; without a name by the wall clock that
** their files have noted. */
int rocpd_align(rocpd_snapshot *s, const char *marker, int64_t occurrence, rocpd_alignment *out, rocpd_error *err);
void rocpd_alignment_free(rocpd_alignment *a);

#endif
