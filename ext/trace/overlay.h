/* A batch that shows some rows of another, with their times cut or moved, or another rank. Time windows, rocpd_attach and rocpd_align use it. It shares
** the parent's values if possible, so it takes little memory. */
#ifndef ROCPD_OVERLAY_H
#define ROCPD_OVERLAY_H
#include "source.h"

typedef struct rocpd_overlay_spec {
  uint32_t *pick; /* [rows] rows of the parent, ascending; NULL: all. The batch takes it over */
  uint32_t rows;
  bool cut;        /* start and end are brought into from..to */
  int64_t from, to;
  int64_t add_ns;  /* to all times */
  bool has_rank;   /* the column `rank` is this: */
  int64_t rank;
} rocpd_overlay_spec;

/* A new batch with one reference; NULL when out of memory. Takes over pick in both cases. */
rocpd_batch *rocpd_overlay(rocpd_batch *parent, const rocpd_overlay_spec *selection);
/* The rows i with keep[i] (NULL: all), with exact bounds of their times; *out has one reference: b itself where these are all, NULL where there are none.
** Connection's thread. */
int rocpd_overlay_kept(rocpd_batch *b, const uint8_t *keep, rocpd_batch **out, rocpd_error *err);
/* A batch of its source's own with the times and the rank that are said of the source
** (offset_ns, has_rank): b with one more reference where it has them already. */
rocpd_batch *rocpd_overlay_as_said(rocpd_batch *b);

#endif
