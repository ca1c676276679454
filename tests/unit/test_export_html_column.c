/* Columns of reports: decoding their bytes as html.h says gives back what was put in, wherever NULLs are and however far apart
** the values are. */
#include "html.h"
#include "test.h"

enum { MOST = 5000 };
static int64_t value[MOST], back[MOST];
static rocpd_html_bytes bytes;

static uint64_t word(const uint8_t *p, int n) {
  uint64_t w = 0;
  for (int i = 0; i < n; i++) w |= (uint64_t)p[i] << 8 * i;
  return w;
}

/* Returns the place behind it. */
static const uint8_t *read_column(const uint8_t *p, size_t n) {
  unsigned delta = p[0], width = p[1], nulls = p[2];
  CHECK(word(p + 4, 4) == n);
  uint64_t first = word(p + 8, 8), base = word(p + 16, 8), last = first;
  const uint8_t *bits = p += 24;
  bool any = false;
  if (nulls == 2) p += (n + 7) / 8;
  for (size_t i = 0; i < n; i++) {
    uint64_t x = 0;
    bool null = nulls == 1 || (nulls == 2 && bits[i / 8] >> i % 8 & 1);
    for (unsigned k = 0; k < width && nulls != 1; k++) x |= (uint64_t)p[k * n + i] << 8 * k;
    if (!null) last = !delta ? base + x : any ? last + base + x : first, any = true;
    back[i] = null ? ROCPD_NULL : (int64_t)last;
  }
  return nulls == 1 ? p : p + width * n;
}

/* Returns the column's size. */
static size_t there_and_back(size_t n) {
  bytes.n = 0;
  CHECK(!rocpd_html_column(&bytes, value, n));
  CHECK(read_column(bytes.byte, n) == bytes.byte + bytes.n);
  CHECK(!memcmp(value, back, n * sizeof *value));
  return bytes.n;
}

static const size_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 1023, 1024, 1025, 1026, 2049, MOST};

/* Values of this many bits, around `middle`; this many of 100 are NULL. */
static void near(void) {
  static const int64_t middle[] = {0, 1000, -1000, (int64_t)1 << 50, -((int64_t)1 << 61)};
  for (size_t m = 0; m < sizeof middle / sizeof *middle; m++)
    for (unsigned bits = 0; bits < 50; bits += 7)
      for (unsigned nulls = 0; nulls <= 100; nulls += 25)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
          for (size_t i = 0; i < sizes[k]; i++)
            value[i] = test_random() % 100 < nulls ? ROCPD_NULL : middle[m] + (int64_t)(test_random() & (((uint64_t)1 << bits) - 1));
          there_and_back(sizes[k]);
        }
}

/* A column that grows evenly takes no planes, even with NULLs, which take a bit each. */
static void even(void) {
  for (size_t i = 0; i < MOST; i++) value[i] = 77 + 1000 * (int64_t)i;
  CHECK(there_and_back(MOST) == 24);
  int64_t last = 77;
  for (size_t i = 0; i < MOST; i++) value[i] = test_random() % 3 ? last += 1000 : ROCPD_NULL;
  CHECK(there_and_back(MOST) == 24 + (MOST + 7) / 8);
  for (size_t i = 0; i < MOST; i++) value[i] = i < 3000 ? ROCPD_NULL : 5; /* whole blocks of NULLs */
  CHECK(there_and_back(MOST) == 24 + (MOST + 7) / 8);
}

/* Differences that do not fit into 64 bits. */
static void far(void) {
  static const int64_t few[] = {INT64_MAX, INT64_MIN + 1, 0, ROCPD_NULL, INT64_MAX / 2, INT64_MIN / 2, -1};
  for (int round = 0; round < 300; round++) {
    size_t n = sizes[test_random() % (sizeof sizes / sizeof *sizes)], kinds = 1 + test_random() % 7;
    for (size_t i = 0; i < n; i++) value[i] = few[(test_random() % kinds + (size_t)round) % 7];
    there_and_back(n);
  }
}

int main(void) {
  RUN(near);
  RUN(even);
  RUN(far);
  rocpd_html_bytes_free(&bytes);
  return test_result();
}
