/* Intervals of batches as chains, each sorted by start, without copying them. slice.h cuts chains into slices of time, which several
** threads merge. */
#ifndef ROCPD_CHAIN_H
#define ROCPD_CHAIN_H
#include "order.h"
#include "timeline.h"

/* The class of an activity in a timeline. */
enum rocpd_class { ROCPD_COMPUTE, ROCPD_COMMUNICATION, ROCPD_COPY_IN, ROCPD_COPY_OUT, ROCPD_COPY_WITHIN, ROCPD_CLASSES };
#define ROCPD_OF(class) (1u << ROCPD_##class)
#define ROCPD_OF_KERNELS (ROCPD_OF(COMPUTE) | ROCPD_OF(COMMUNICATION))
#define ROCPD_OF_COPIES (ROCPD_OF(COPY_IN) | ROCPD_OF(COPY_OUT) | ROCPD_OF(COPY_WITHIN))
static inline bool rocpd_is_copy(uint8_t class) { return class >= ROCPD_COPY_IN; }

/* The classes that each union includes, as bits. */
extern const unsigned rocpd_classes_of[ROCPD_UNIONS];

/* Intervals of a batch in order of start; no start is NULL. */
typedef struct rocpd_stretch {
  const rocpd_column *start, *end;
  rocpd_row *row; /* their rows; NULL: all rows of the batch */
  uint32_t n;     /* at least 1 */
  uint64_t lane;  /* decides the order of intervals that start together */
  uint8_t class;  /* enum rocpd_class */
  rocpd_batch *batch; /* batch of the rows, if the user asks the merger for rows */
  bool unended;   /* an end may be NULL. rocpd_chains_open() sets it */
} rocpd_stretch;

/* Makes a stretch of all rows of a batch that have a start, of class ROCPD_COMPUTE; out->n may be 0. The caller frees out->row by sqlite3_free(). Thread
** safe. */
int rocpd_stretch_of_batch(rocpd_batch *b, const rocpd_column *start, const rocpd_column *end, rocpd_stretch *out, rocpd_error *err);
/* Gathers those of intervals [first, first + n) that have an end; returns their number. `row`, if not NULL: their rows in the batch. */
uint32_t rocpd_stretch_gather(const rocpd_stretch *s, uint32_t first, uint32_t n, int64_t *start, int64_t *end, uint32_t *row);

/* A place in a chain of stretches. */
typedef struct rocpd_place {
  size_t stretch;
  uint32_t row;
} rocpd_place;

typedef struct rocpd_chains {
  rocpd_stretch *stretch;
  size_t *first; /* [chains + 1] first stretch of each chain. A chain has one class; chains are in order of class */
  size_t chains;
  uint64_t intervals; /* number of intervals in all stretches */
  bool parts;
  unsigned there; /* classes that occur, as bits */
  uint8_t same[ROCPD_UNIONS]; /* the first union that equals this one because they differ only in classes that do not occur */
} rocpd_chains;

/* Finds the chains among n stretches, which it reorders and keeps pointers to. With `parts`, all unions and the durations are computed, else only the first
** three unions. */
int rocpd_chains_open(rocpd_stretch *stretch, size_t n, bool parts, rocpd_chains *out, rocpd_error *err);
void rocpd_chains_close(rocpd_chains *c);

#endif
