/* Puts the clocks of several machines on one time line: computes what to add to the times of each
** source. Sources of one machine share CLOCK_BOOTTIME, so they keep their distance. */
#ifndef ROCPD_ALIGN_H
#define ROCPD_ALIGN_H
#include "snapshot.h"

typedef struct rocpd_node { /* a machine since one of its boots */
  rocpd_source **source; /* points into rocpd_alignment.source */
  size_t sources;
  int64_t offset_ns;
} rocpd_node;

typedef struct rocpd_alignment {
  rocpd_source **source; /* sources of the snapshot; those of a node follow each other */
  rocpd_node *node;      /* the times of the first node do not change */
  size_t sources, nodes;
} rocpd_alignment;

/* Aligns the nodes so that the `occurrence`-th (from 1) marker, call or kernel of this name ends at the same time on all. Without a name, they are aligned
** by the wall clock recorded in their files. */
int rocpd_align(rocpd_snapshot *s, const char *marker, int64_t occurrence, rocpd_alignment *out, rocpd_error *err);
void rocpd_alignment_free(rocpd_alignment *a);

#endif
