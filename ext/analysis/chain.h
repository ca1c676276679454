/* Intervals of batches as chains, each sorted by start, without copying them. Chains can be cut into slices of time, which several
** threads merge. */
#ifndef ROCPD_CHAIN_H
#define ROCPD_CHAIN_H
#include "order.h"
#include "timeline.h"

/* What an activity is to a timeline. */
enum rocpd_class { ROCPD_COMPUTE, ROCPD_COMMUNICATION, ROCPD_COPY_IN, ROCPD_COPY_OUT, ROCPD_COPY_WITHIN, ROCPD_CLASSES };
#define ROCPD_OF(class) (1u << ROCPD_##class)
#define ROCPD_OF_KERNELS (ROCPD_OF(COMPUTE) | ROCPD_OF(COMMUNICATION))
#define ROCPD_OF_COPIES (ROCPD_OF(COPY_IN) | ROCPD_OF(COPY_OUT) | ROCPD_OF(COPY_WITHIN))
static inline bool rocpd_is_copy(uint8_t class) { return class >= ROCPD_COPY_IN; }

/* The classes of each union. */
extern const unsigned rocpd_classes_of[ROCPD_UNIONS];

/* Intervals of a batch in order of start, none of which is NULL. */
typedef struct rocpd_stretch {
  const rocpd_column *start, *end;
  rocpd_row *row; /* which rows; NULL: all */
  uint32_t n;     /* at least 1 */
  uint64_t lane;  /* which of two that start together is first */
  uint8_t class;  /* enum rocpd_class */
  rocpd_batch *batch; /* of the rows, if the user asks the merger for them */
  bool unended;   /* an end may be NULL. rocpd_chains_open() sets it */
} rocpd_stretch;

/* All rows of a batch that have a start, of class ROCPD_COMPUTE; out->n may be 0. out->row is the caller's (sqlite3_free), or NULL. Thread safe. */
int rocpd_stretch_of_batch(rocpd_batch *b, const rocpd_column *start, const rocpd_column *end, rocpd_stretch *out, rocpd_error *err);
/* Of intervals [first, first + n), those that have an end; returns how many. `row`, if it is wanted: of the batch. */
uint32_t rocpd_stretch_gather(const rocpd_stretch *s, uint32_t first, uint32_t n, int64_t *start, int64_t *end, uint32_t *row);

/* A place in a chain of stretches. */
typedef struct rocpd_place {
  size_t stretch;
  uint32_t row;
} rocpd_place;

typedef struct rocpd_chains {
  rocpd_stretch *stretch;
  size_t *first; /* stretch of each chain, and one more. Chains are of one class each, in its order */
  size_t chains;
  uint64_t intervals; /* in all stretches */
  bool parts;
  unsigned there; /* classes that any stretch has */
  uint8_t same[ROCPD_UNIONS]; /* the first union that is equal to this one, as they differ in classes that are not there */
} rocpd_chains;

/* Find the chains among n stretches, which it reorders and refers to. With `parts` all unions and the durations are
** wanted, else the first three unions. */
int rocpd_chains_open(rocpd_stretch *stretch, size_t n, bool parts, rocpd_chains *out, rocpd_error *err);
void rocpd_chains_close(rocpd_chains *c);

/* A union that grows by intervals in order of starts. */
typedef struct rocpd_reach {
  int64_t last; /* end, INT64_MIN: none yet */
  int64_t ns;   /* its length */
} rocpd_reach;

/* Part of a timeline: what starts in a slice of time. */
typedef struct rocpd_slice {
  const rocpd_chains *chains;
  rocpd_place *from, *to; /* of each chain; `to` is not included */
  size_t line;
  const rocpd_buckets *buckets; /* NULL: not wanted. What starts in the slice is added to them */
  /* Results of rocpd_slice_merge(), or of rocpd_pauses_find(), added to the timeline's by rocpd_slice_add(). */
  uint64_t intervals;
  int64_t start, end;
  rocpd_reach reach[ROCPD_UNIONS]; /* begins with the last end of what starts earlier */
  rocpd_sum durations;
  rocpd_longest longest; /* the gaps that are wanted */
} rocpd_slice;

/* Cut into `n` slices of about equal size. On error nothing is left in `slice`. */
int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err);
void rocpd_slice_close(rocpd_slice *s);

/* Rows between `from` and `to`: of a chain, of all. */
uint64_t rocpd_slice_chain_rows(const rocpd_slice *s, size_t chain);
uint64_t rocpd_slice_rows(const rocpd_slice *s);
/* The last end of what starts before the slice, for each class: INT64_MIN where there is none. An end before its start
** counts as the start. Columns know their greatest value: one look at the batches that the cut goes through. */
void rocpd_slice_before(const rocpd_slice *s, int64_t last[ROCPD_CLASSES]);

#endif
