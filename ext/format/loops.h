/* The hot loops of the codec: leaf functions over plain arrays. Each exists for the base
** instruction set and for AVX2 (chosen when an encoder or decoder is made), from the
** same source, loops.inc. Blocks have at most ROCZ_BLOCK rows, so that data passed from
** loop to loop stays in the first-level cache. */
#ifndef ROCZ_LOOPS_H
#define ROCZ_LOOPS_H
#include <stdbool.h>
#include <stdint.h>
#include "rocz.h"

#define ROCZ_BLOCK 1024

typedef struct rocz_loops {
  /* Finds the smallest and greatest value; ROCZ_NULL counts as the smallest. */
  void (*range)(const int64_t *v, uint32_t n, int64_t *low, int64_t *high);
  /* Are all values equal to `value`? */
  bool (*same)(const int64_t *v, uint32_t n, int64_t value);
  /* u[i] = v[i] - base */
  void (*plain)(const int64_t *v, uint32_t n, int64_t base, uint64_t *u);
  /* u[i] = zigzag(v[i] - v[i-1]); v[-1] is read. */
  void (*delta)(const int64_t *v, uint32_t n, uint64_t *u);
  /* u[i] = v[i] - v[i-1] - base; v[-1] is read. */
  void (*step)(const int64_t *v, uint32_t n, int64_t base, uint64_t *u);
  /* u[i] = zigzag(v[i] - v[i-1] - length[i-1]); v[-1] and length[-1] are read. */
  void (*gap)(const int64_t *v, const int64_t *length, uint32_t n, uint64_t *u);
  /* u[i] = zigzag(v[i] - other[i]) */
  void (*diff)(const int64_t *v, const int64_t *other, uint32_t n, uint64_t *u);
  /* Adds to *any the bits that are set, and to *differ the bits that differ from `first`. */
  void (*fold)(const uint64_t *u, uint32_t n, uint64_t first, uint64_t *any, uint64_t *differ);
  /* Splits the lowest `planes` bytes of each number: byte p of u[i] goes to out[p * stride + i]; n <= ROCZ_BLOCK. */
  void (*split)(const uint64_t *u, uint32_t n, unsigned planes, uint8_t *out, size_t stride);

  /* u[i] = constant | plane[0][i] << shift[0] | ...; n <= ROCZ_BLOCK. The shifts grow. */
  void (*merge)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint64_t constant, uint32_t n, uint64_t *u);
  /* The same for zig-zag numbers: gives the differences unzigzag(u[i]). */
  void (*merge_signed)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint64_t constant, uint32_t n, uint64_t *u);
  /* v[i] = base + u[i] */
  void (*add)(const uint64_t *u, uint32_t n, int64_t base, int64_t *v);
  /* Like merge(), but to elements of 1, 2 or 4 bytes and without constant bits; widens the range of the elements. */
  void (*merge_narrow)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint32_t n, unsigned width, void *out, uint32_t *low,
                       uint32_t *high);
  /* out[i] = v[i] - base in 1, 2 or 4 bytes. */
  void (*narrow)(const int64_t *v, uint32_t n, int64_t base, unsigned width, void *out);
} rocz_loops;

/* Returns the best loops for this processor. */
const rocz_loops *rocz_loops_find(void);
/* Returns variant i; 0 is the base instruction set. NULL: this processor does not support it, or it does not exist. For tests. */
const rocz_loops *rocz_loops_variant(unsigned i);

/* Returns the smallest value that is not NULL; `low` is the smallest value including NULL. INT64_MAX: all are NULL. (The greatest value is then INT64_MIN,
** which is NULL.) */
int64_t rocz_least_value(const int64_t *v, uint32_t n, int64_t low);

#endif
