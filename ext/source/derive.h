/* Rows that follow those of another kind one for one: a region's row in rocpd_region,
** its row in rocpd_event, its row in regions_and_samples. Declared column by column:
**
**    static const rocpd_derived_column columns[ROCPD_RAW_REGION_COLUMNS] = {
**        [ROCPD_RAW_REGION_start] = ROCPD_SAME(REGION, start),
**        [ROCPD_RAW_REGION_name_id] = ROCPD_STRING_ID(REGION, name), ...
**
** A column that is the same shares the parent's values, so it costs no memory. */
#ifndef ROCPD_DERIVE_H
#define ROCPD_DERIVE_H
#include "make.h"

typedef enum rocpd_derived_how {
  ROCPD_BE_NULL,      /* so is what is not named */
  ROCPD_BE_SAME,      /* the parent's column `from` */
  ROCPD_BE_STRING_ID, /* the id in rocpd_string of the parent's text */
  ROCPD_BE_TEXT,      /* `text` in all rows */
  ROCPD_BE_COMPUTED,  /* what compute() puts into out[rows], from the parent's rows */
} rocpd_derived_how;

typedef struct rocpd_derived_column {
  rocpd_derived_how how;
  int from;
  const char *text;
  int (*compute)(rocpd_batch *parent, int64_t *out, rocpd_error *err);
} rocpd_derived_column;

#define ROCPD_SAME(kind, name) {.how = ROCPD_BE_SAME, .from = ROCPD_##kind##_##name}
#define ROCPD_STRING_ID(kind, name) {.how = ROCPD_BE_STRING_ID, .from = ROCPD_##kind##_##name}
#define ROCPD_TEXT_OF(t) {.how = ROCPD_BE_TEXT, .text = t}
#define ROCPD_COMPUTED(f) {.how = ROCPD_BE_COMPUTED, .compute = f}
/* guid and the columns that every kind has */
#define ROCPD_SAME_COMMON(kind, parent)                                                                     \
  [ROCPD_##kind##_guid] = ROCPD_SAME(parent, guid), [ROCPD_##kind##_source] = ROCPD_SAME(parent, source),   \
  [ROCPD_##kind##_run] = ROCPD_SAME(parent, run), [ROCPD_##kind##_host] = ROCPD_SAME(parent, host),         \
  [ROCPD_##kind##_rank] = ROCPD_SAME(parent, rank)

typedef struct rocpd_derivation {
  int kind, parent;
  const rocpd_derived_column *column; /* [columns of kind]; NULL: both have the same columns */
  int part; /* 0, 1, ...: which of several derivations of one kind; its row ids */
} rocpd_derivation;

/* For makers: append a batch for each of the parent's batches of the source to the
** array *out of *n. On failure what is there stays the caller's. */
int rocpd_derive(rocpd_snapshot *s, rocpd_source *source, const rocpd_derivation *d, rocpd_batch ***out, size_t *n, rocpd_error *err);

#endif
