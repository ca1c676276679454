/* The compressor for columns of reports: zlib decompresses its output to what was put in, for bytes of all kinds, cut anywhere. */
#include "test.h"
#include "html.h"

enum { MOST = 150000 };
static uint8_t byte[MOST], back[MOST + 1];
static struct rocpd_html_deflate *state;
static rocpd_html_bytes packed;

static size_t there_and_back(size_t n, const size_t *cut, size_t cuts) {
  rocpd_html_bytes in = {.byte = byte, .n = n, .cut = (size_t *)cut, .cuts = cuts};
  uLongf size = MOST + 1;
  CHECK(!rocpd_html_deflate(&state, &in, &packed));
  CHECK(uncompress(back, &size, packed.byte, packed.n) == Z_OK);
  CHECK(size == n && !memcmp(back, byte, n));
  CHECK(packed.n <= n + 8 * (cuts + 2 + n / 32768) + 16);
  return packed.n;
}

static size_t whole(size_t n) { return there_and_back(n, NULL, 0); }

/* Random bytes of this many bits each, with repetitions of earlier ones now and then. */
static void fill(size_t n, unsigned bits, unsigned repeats) {
  for (size_t i = 0; i < n;) {
    if (i && test_random() % 100 < repeats) {
      size_t far = 1 + test_random() % (i < 40000 ? i : 40000), length = 1 + test_random() % 600;
      for (; length && i < n; length--, i++) byte[i] = byte[i - far];
    } else byte[i++] = (uint8_t)(test_random() >> (64 - bits));
  }
}

static void sizes(void) {
  static const size_t large[] = {2047, 16384, 32767, 32768, 32769, 65536, MOST};
  for (unsigned bits = 1; bits <= 8; bits++)
    for (unsigned repeats = 0; repeats <= 20; repeats += 10) {
      for (size_t n = 0; n < 300; n += 1 + n / 16) fill(n, bits, repeats), whole(n);
      for (size_t i = 0; i < sizeof large / sizeof *large; i++) fill(large[i], bits, repeats), whole(large[i]);
    }
}

static void cuts(void) {
  for (int round = 0; round < 200; round++) {
    size_t n = test_random() % 40000, cut[20], many = test_random() % 20;
    fill(n, 1 + test_random() % 8, test_random() % 30);
    for (size_t i = 0; i < many; i++) cut[i] = test_random() % (n + 1);
    for (size_t i = 1; i < many; i++) /* in order; some pieces are empty */
      for (size_t k = i; k && cut[k - 1] > cut[k]; k--) {
        size_t own = cut[k];
        cut[k] = cut[k - 1], cut[k - 1] = own;
      }
    there_and_back(n, cut, many);
  }
}

/* Every length and every distance that has a code. */
static void matches(void) {
  for (size_t length = 3; length < 600; length += length < 270 ? 1 : 37)
    for (size_t far = 1, k = 0; far < 40000; k++, far = (size_t)1 << k) {
      for (int off = -1; off <= 1; off++) {
        size_t n = far + (size_t)off + length;
        if (far + (size_t)off == 0 || (length % 16 && k > 3)) continue;
        fill(n, 8, 0);
        for (size_t i = far + (size_t)off; i < n; i++) byte[i] = byte[i - far - (size_t)off];
        whole(n);
      }
    }
}

/* Counts like Fibonacci's numbers make the deepest tree: some of its codes would be longer than allowed. */
static void deep_trees(void) {
  size_t n = 0;
  for (unsigned value = 0, a = 1, b = 1; n + b < 100000; value++) {
    for (unsigned i = 0; i < a; i++) byte[n++] = (uint8_t)value;
    b += a, a = b - a;
  }
  for (size_t i = n; i-- > 1;) { /* mixed, since otherwise they would be runs */
    size_t k = test_random() % (i + 1);
    uint8_t own = byte[i];
    byte[i] = byte[k], byte[k] = own;
  }
  whole(n);
  whole(32768);
  memset(byte, 7, MOST), whole(MOST);
  for (size_t i = 0; i < MOST; i++) byte[i] = (uint8_t)i;
  whole(MOST);
}

/* Data with repetitions become as small as by zlib's fastest level, and noise hardly grows. */
static void small(void) {
  static uint8_t own[2 * MOST];
  for (unsigned bits = 1; bits <= 8; bits++) {
    uLongf size = sizeof own;
    fill(16384, bits, 0);
    CHECK(compress2(own, &size, byte, 16384, 1) == Z_OK);
    CHECK(whole(16384) <= size + 64);
  }
  for (size_t i = 0; i < 16384; i++) byte[i] = (uint8_t)(i % 1000 * 37 >> 2);
  CHECK(whole(16384) < 2000);
}

/* Nearly all bytes are equal. The others come at random, or periodically, which is found as a repetition. */
static void runs(void) {
  static const size_t large[] = {2047, 16384, 32768, 32769, 65536, MOST};
  for (size_t apart = 2; apart < 3000; apart += 1 + apart / 3)
    for (int often = 0; often <= 1; often++)
      for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        size_t n = large[k], others = 0;
        for (size_t i = 0; i < n; i++) {
          bool other = often ? i % apart == apart - 1 : test_random() % apart == 0;
          byte[i] = (uint8_t)(other ? 9 + (often ? i / apart % 3 : test_random() % 3) : 200), others += other;
        }
        size_t size = whole(n), blocks = n / 32768 + 1;
        if (apart < 16) continue; /* matches hardly pay off */
        CHECK(size <= blocks * 80 + (often ? n / 40 : 3 * others + n / 120)); /* 24 bits for each such byte and its run, and what long runs take */
      }
}

int main(void) {
  RUN(sizes);
  RUN(cuts);
  RUN(matches);
  RUN(deep_trees);
  RUN(small);
  RUN(runs);
  sqlite3_free(state), rocpd_html_bytes_free(&packed);
  return test_result();
}
