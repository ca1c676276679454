/* The codec's loops: every variant that this processor can run, compared with plain code, for all counts around the vectors'
** sizes and values of all sizes. */
#include "test.h"
#include "bytes.h"
#include "loops.h"

static const rocz_loops *loops;
static int64_t v[ROCZ_BLOCK + 1], length[ROCZ_BLOCK + 1], out[ROCZ_BLOCK];
static uint64_t u[ROCZ_BLOCK];
static uint8_t plane[8][ROCZ_MAX_ROWS], narrow[ROCZ_BLOCK * 4];

static uint32_t row_count(uint32_t k) { return k < 70 ? k + 1 : ROCZ_BLOCK - (k - 70); }
#define COUNTS 80

static void fill(unsigned bits) {
  for (int i = 0; i <= ROCZ_BLOCK; i++) {
    v[i] = (int64_t)(test_random() >> (64 - bits));
    length[i] = (int64_t)(test_random() >> (64 - bits));
    if (test_random() % 50 == 0) v[i] = test_random() % 2 ? INT64_MIN : INT64_MAX;
  }
}

static void values_to_numbers(void) {
  for (unsigned bits = 1; bits <= 64; bits += 7)
    for (uint32_t k = 0; k < COUNTS; k++) {
      uint32_t n = row_count(k);
      fill(bits);
      const int64_t *x = v + 1, *l = length + 1;
      int64_t low, high, least = INT64_MAX, most = INT64_MIN;
      loops->range(x, n, &low, &high);
      for (uint32_t i = 0; i < n; i++) {
        if (x[i] < least) least = x[i];
        if (x[i] > most) most = x[i];
      }
      CHECK(low == least && high == most);
      CHECK(loops->same(x, n, x[0]) == (least == most));
      loops->plain(x, n, -77, u);
      for (uint32_t i = 0; i < n; i++) CHECK(u[i] == (uint64_t)x[i] + 77);
      loops->delta(x, n, u);
      for (uint32_t i = 0; i < n; i++) CHECK(u[i] == rocz_zigzag((uint64_t)x[i] - (uint64_t)v[i]));
      loops->step(x, n, -77, u);
      for (uint32_t i = 0; i < n; i++) CHECK(u[i] == (uint64_t)x[i] - (uint64_t)v[i] + 77);
      loops->gap(x, l, n, u);
      for (uint32_t i = 0; i < n; i++) CHECK(u[i] == rocz_zigzag((uint64_t)x[i] - (uint64_t)v[i] - (uint64_t)length[i]));
      uint64_t any = 1, differ = 2, want_any = 1, want_differ = 2;
      loops->fold(u, n, u[0], &any, &differ);
      for (uint32_t i = 0; i < n; i++) {
        want_any |= u[i];
        want_differ |= u[i] ^ u[0];
      }
      CHECK(any == want_any && differ == want_differ);
      for (unsigned planes = 0; planes <= 8; planes++) {
        loops->split(u, n, planes, plane[0] + 5, sizeof plane[0]);
        for (unsigned p = 0; p < planes; p++)
          for (uint32_t i = 0; i < n; i++) CHECK(plane[p][5 + i] == (uint8_t)(u[i] >> 8 * p));
      }
    }
}

/* Every set of planes that vary. */
static void planes_to_numbers(void) {
  for (int p = 0; p < 8; p++)
    for (int i = 0; i < ROCZ_BLOCK; i++) plane[p][i] = (uint8_t)test_random();
  for (unsigned set = 0; set < 256; set++) {
    const uint8_t *from[8];
    unsigned shift[8], count = 0;
    uint64_t constant = test_random();
    for (unsigned p = 0; p < 8; p++)
      if (set >> p & 1) {
        from[count] = plane[p];
        shift[count++] = 8 * p;
        constant &= ~((uint64_t)0xff << 8 * p);
      }
    if (set % 3 == 0) constant &= UINT32_MAX;
    uint32_t n = row_count(set % COUNTS);
    loops->merge(from, shift, count, constant, n, u);
    for (uint32_t i = 0; i < n; i++) {
      uint64_t want = constant;
      for (unsigned k = 0; k < count; k++) want |= (uint64_t)from[k][i] << shift[k];
      CHECK(u[i] == want);
    }
    loops->merge(from, shift, count, constant, n, (uint64_t *)out);
    loops->merge_signed(from, shift, count, constant, n, u);
    for (uint32_t i = 0; i < n; i++) CHECK(u[i] == rocz_unzigzag((uint64_t)out[i]));
    for (unsigned width = 1; width <= 4 && count; width *= 2) {
      if (shift[count - 1] / 8 >= width) continue;
      uint32_t low = UINT32_MAX, high = 0, least = UINT32_MAX, most = 0;
      loops->merge_narrow(from, shift, count, n, width, narrow, &low, &high);
      for (uint32_t i = 0; i < n; i++) {
        uint32_t want = 0, got = 0;
        for (unsigned k = 0; k < count; k++) want |= (uint32_t)from[k][i] << shift[k];
        memcpy(&got, narrow + i * width, width);
        CHECK(got == want);
        if (want < least) least = want;
        if (want > most) most = want;
      }
      CHECK(low == least && high == most);
    }
  }
}

static void values_made_narrow(void) {
  for (unsigned width = 1; width <= 4; width *= 2)
    for (uint32_t k = 0; k < COUNTS; k++) {
      uint32_t n = row_count(k);
      for (uint32_t i = 0; i < n; i++) v[i] = -1000 + (int64_t)(test_random() >> (64 - 8 * width));
      loops->narrow(v, n, -1000, width, narrow);
      for (uint32_t i = 0; i < n; i++) {
        uint32_t got = 0;
        memcpy(&got, narrow + i * width, width);
        CHECK(got == (uint32_t)(v[i] + 1000));
        u[i] = (uint64_t)v[i];
      }
      loops->add(u, n, -5, out);
      for (uint32_t i = 0; i < n; i++) CHECK(out[i] == v[i] - 5);
    }
}

int main(void) {
  for (unsigned i = 0; (loops = rocz_loops_variant(i)) != NULL; i++) {
    printf("variant %u\n", i);
    RUN(values_to_numbers);
    RUN(planes_to_numbers);
    RUN(values_made_narrow);
  }
  return test_result();
}
