/* Compressed exports: zlib reads back as one member what was committed or added, in blocks of exactly the size that is compressed
** at once, one byte less and one more, and for bytes that cannot be compressed. */
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include "output.h"
#include "test.h"

enum { MOST = 3 * ROCPD_GZIP_BLOCK + 2, ROOM = MOST + (1 << 20) };

static uint8_t *noise(size_t n) {
  uint8_t *bytes = malloc(n + 1);
  uint64_t x = 88172645463325252u;
  for (size_t i = 0; i < n; i++) x ^= x << 13, x ^= x >> 7, x ^= x << 17, bytes[i] = (uint8_t)(x >> 32);
  return bytes;
}

/* The contents of a file that must be one gzip member with nothing behind it. */
static size_t unpacked(const char *path, uint8_t *out) {
  uint8_t *in = malloc(ROOM);
  int fd = open(path, O_RDONLY);
  ssize_t n = read(fd, in, ROOM);
  z_stream z = {.next_in = in, .avail_in = (unsigned)n, .next_out = out, .avail_out = ROOM};
  CHECK(n > 0 && inflateInit2(&z, 16 + MAX_WBITS) == Z_OK);
  CHECK(inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_in == 0);
  inflateEnd(&z);
  close(fd), free(in);
  return z.total_out;
}

/* Writes two pieces, each reserved and committed, or added. `text`: data that can be compressed. */
static void both(size_t first, size_t second, bool add, bool text) {
  static uint8_t out[ROOM];
  rocpd_error err = {0};
  rocpd_output file = {0};
  rocpd_progress progress = {0};
  rocpd_output_rule rule = {.overwrite = true};
  rocpd_buffer b = {.file = &file};
  char *path = sqlite3_mprintf("%s/x.gz", test_tmp());
  uint8_t *bytes = noise(first + second);
  if (text) memset(bytes, 'a', first + second);
  rocpd_progress_begin(&progress);
  CHECK(rocpd_output_open(&file, &progress, path, &rule, &err) == SQLITE_OK);
  CHECK(rocpd_output_compress(&file, &err) == SQLITE_OK);
  for (int i = 0; i < 2; i++) {
    size_t n = i ? second : first, from = i ? first : 0;
    if (add) CHECK(rocpd_buffer_add(&b, bytes + from, n, &err) == SQLITE_OK);
    else {
      uint8_t *to = rocpd_buffer_reserve(&b, n, &err);
      CHECK(to);
      memcpy(to, bytes + from, n);
      rocpd_buffer_commit(&b, to + n);
    }
  }
  CHECK(rocpd_buffer_flush(&b, &err) == SQLITE_OK);
  CHECK(rocpd_output_end(&file, &err) == SQLITE_OK && rocpd_output_finish(&file, &err) == SQLITE_OK);
  CHECK(unpacked(path, out) == first + second && !memcmp(out, bytes, first + second));
  rocpd_buffer_free(&b);
  rocpd_output_close(&file);
  rocpd_progress_end(&progress);
  free(bytes), sqlite3_free(path);
}

static void sizes_about_a_block(void) {
  for (int add = 0; add < 2; add++)
    for (int text = 0; text < 2; text++)
      for (int more = -1; more <= 1; more++) {
        both((size_t)(ROCPD_GZIP_BLOCK + more), 1, add, text);
        both(1, (size_t)(ROCPD_GZIP_BLOCK + more), add, text);
        both((size_t)(2 * ROCPD_GZIP_BLOCK + more), (size_t)(ROCPD_GZIP_BLOCK + more), add, text);
      }
}

/* Writes small pieces that fill the buffer to its last byte. */
static void a_full_buffer(void) {
  both(ROCPD_GZIP_BLOCK / 2, ROCPD_GZIP_BLOCK / 2, false, false);
  both(ROCPD_GZIP_BLOCK - 1, 1, false, false);
}

int main(void) {
  RUN(sizes_about_a_block);
  RUN(a_full_buffer);
  return test_result();
}
