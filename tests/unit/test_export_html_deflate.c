/* The compressor of reports: zlib reads back what was put in, whichever library compresses, for bytes of all kinds. */
#include "test.h"
#include "html.h"

enum { MOST = 150000 };
static uint8_t byte[MOST], back[MOST + 1];
static rocpd_html_deflater deflater;
static rocpd_html_bytes packed;

static size_t read_back(size_t n) {
  uLongf size = MOST + 1;
  CHECK(uncompress(back, &size, packed.byte, packed.n) == Z_OK);
  CHECK(size == n && !memcmp(back, byte, n));
  return packed.n;
}

/* Returns the larger of both sizes. */
static size_t there_and_back(size_t n) {
  CHECK_INT(rocpd_html_deflate(&deflater, byte, n, &packed), SQLITE_OK);
  size_t size = read_back(n);
  CHECK_INT(rocpd_html_deflate_by_zlib(&deflater, byte, n, &packed), SQLITE_OK);
  size_t other = read_back(n);
  return size > other ? size : other;
}

/* Random bytes of this many bits each, with repetitions of earlier ones now and then. */
static void fill(size_t n, unsigned bits, unsigned repeats) {
  for (size_t i = 0; i < n;) {
    if (i && test_random() % 100 < repeats) {
      size_t far = 1 + test_random() % (i < 40000 ? i : 40000), length = 1 + test_random() % 600;
      for (; length && i < n; length--, i++) byte[i] = byte[i - far];
    } else byte[i++] = (uint8_t)(test_random() >> (64 - bits));
  }
}

static void all_sizes(void) {
  static const size_t large[] = {2047, 16384, 32768, 65536, MOST};
  for (unsigned bits = 1; bits <= 8; bits++)
    for (unsigned repeats = 0; repeats <= 20; repeats += 10) {
      for (size_t n = 0; n < 300; n += 1 + n / 16) fill(n, bits, repeats), there_and_back(n);
      for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        fill(large[i], bits, repeats);
        CHECK(there_and_back(large[i]) <= large[i] + large[i] / 1000 + 64);
      }
    }
}

/* Bytes of two bits become less than half, and repetitions are found. */
static void small(void) {
  fill(16384, 2, 0);
  CHECK(there_and_back(16384) < 16384 / 2);
  for (size_t i = 0; i < 16384; i++) byte[i] = (uint8_t)(i % 1000 * 37 >> 2);
  CHECK(there_and_back(16384) < 2000);
  memset(byte, 7, MOST);
  CHECK(there_and_back(MOST) < 1000);
}

int main(void) {
  RUN(all_sizes);
  RUN(small);
  rocpd_html_deflater_free(&deflater), rocpd_html_bytes_free(&packed);
  return test_result();
}
