/* What a chunk file that rocpd_export_rocz writes says of itself: its kinds and their columns, its sources, and what these could not say. */
#ifndef ROCPD_ROCZ_SAID_H
#define ROCPD_ROCZ_SAID_H
#include "rocz_plan.h"

enum { ROCPD_ROCZ_DECLARED_KIND_WIDTH = 2, ROCPD_ROCZ_DECLARED_COLUMN_WIDTH = 5, ROCPD_ROCZ_SET_WIDTH = 16, ROCPD_ROCZ_COUNTER_WIDTH = 3,
      ROCPD_ROCZ_SAID_WIDTH = 5, ROCPD_ROCZ_NULLS = 2 };

typedef struct rocpd_rocz_said { /* zeroed. Rows of the info kinds */
  int64_t *kind, *column, *set, counter[ROCPD_ROCZ_NULLS][ROCPD_ROCZ_COUNTER_WIDTH];
  size_t kinds, columns, sets, counters;
  int64_t (*said)[ROCPD_ROCZ_SAID_WIDTH];
  size_t saids;
  int64_t nulls[ROCPD_ROCZ_NULLS]; /* values that were read as NULL: of a wrong type, and times that are not known */
} rocpd_rocz_said;

/* Once it is planned which rows there are; the texts become some of the plan's. */
int rocpd_rocz_say(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err);
/* Of values that were read as NULL, as the sources' health() says it: once all rows were read. */
int rocpd_rocz_say_nulls(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err);
/* What else the sources say of themselves, so that the file says it, too: once all rows were read. */
int rocpd_rocz_say_facts(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err);
void rocpd_rocz_said_free(rocpd_rocz_said *s);

static inline bool rocpd_rocz_has_length(int kind) { return rocpd_kinds[kind].end >= 0 && rocpd_kinds[kind].end != rocpd_kinds[kind].start; }
/* A source's own start and end are not times of rows, which are within the limits. */
static inline int64_t rocpd_rocz_time(int64_t t) { return rocz_is_time(t) ? t : 0; }

#endif
