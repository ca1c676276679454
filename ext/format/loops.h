/* The hot loops of the codec: leaf functions over plain arrays. Each exists for the
** base instruction set and for AVX2 (chosen when an encoder or decoder is made),
** from the same source, loops.inc. Blocks have at most ROCZ_BLOCK rows, so that what
** one loop leaves for the next stays in the first-level cache. */
#ifndef ROCZ_LOOPS_H
#define ROCZ_LOOPS_H
#include <stdbool.h>
#include <stdint.h>
#include "rocz.h"

#define ROCZ_BLOCK 1024

typedef struct rocz_loops {
  /* Smallest and greatest, ROCZ_NULL counted as the smallest there is. */
  void (*range)(const int64_t *v, uint32_t n, int64_t *low, int64_t *high);
  /* Are all equal to `value`? */
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
  /* Bits that occur, and that differ from `first`, added to *any and *differ. */
  void (*fold)(const uint64_t *u, uint32_t n, uint64_t first, uint64_t *any, uint64_t *differ);
  /* The lowest `planes` bytes of each, apart: byte p of u[i] to out[p * stride + i]; n <= ROCZ_BLOCK. */
  void (*split)(const uint64_t *u, uint32_t n, unsigned planes, uint8_t *out, size_t stride);

  /* u[i] = constant | plane[0][i] << shift[0] | ...; n <= ROCZ_BLOCK. The shifts grow. */
  void (*merge)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint64_t constant, uint32_t n, uint64_t *u);
  /* The differences that such numbers stand for: unzigzag(u[i]). */
  void (*merge_signed)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint64_t constant, uint32_t n, uint64_t *u);
  /* v[i] = base + u[i] */
  void (*add)(const uint64_t *u, uint32_t n, int64_t base, int64_t *v);
  /* The same to elements of 1, 2 or 4 bytes, without constant bits; adds to the
  ** range of the elements. */
  void (*merge_narrow)(const uint8_t *const *plane, const unsigned *shift, unsigned count, uint32_t n, unsigned width, void *out, uint32_t *low,
                       uint32_t *high);
  /* out[i] = v[i] - base in 1, 2 or 4 bytes. */
  void (*narrow)(const int64_t *v, uint32_t n, int64_t base, unsigned width, void *out);
} rocz_loops;

/* The best for this processor. */
const rocz_loops *rocz_loops_find(void);
/* Variant i, 0 being the base instruction set; NULL when this processor has it not, or
** there is none. For tests. */
const rocz_loops *rocz_loops_variant(unsigned i);

/* The smallest value that is not NULL, `low` being the smallest with it; INT64_MAX
** when all are NULL. (The greatest is then INT64_MIN: NULL itself.) */
int64_t rocz_least_value(const int64_t *v, uint32_t n, int64_t low);

#endif
