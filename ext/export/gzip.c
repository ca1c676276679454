/* See gzip.h. The file is one member: readers in browsers refuse several, or stop after the first. A block ends at a byte boundary and does not refer to
** earlier blocks (full flush), so blocks of several threads can be written in any order; their checksums are combined. */
#include "gzip.h"
#include <string.h>
#include "deflate.h"

struct rocpd_gzip {
  z_stream stream;
  uint8_t *out;
  size_t room;
};

/* Level 6 takes nearly three times as long, for a fifth less bytes. */
enum { LEVEL = 1 };

/* Deflate, no flags, no time, unknown system. */
const uint8_t rocpd_gzip_begin[ROCPD_GZIP_BEGIN] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};

void rocpd_gzip_end(const rocpd_gzip_sum *sum, uint8_t *out) {
  uint32_t crc = sum->crc, size = (uint32_t)sum->bytes;
  out[0] = 3, out[1] = 0; /* an empty final block */
  for (int i = 0; i < 4; i++) out[2 + i] = (uint8_t)(crc >> 8 * i), out[6 + i] = (uint8_t)(size >> 8 * i);
}

static rocpd_gzip *make(void) {
  rocpd_gzip *g = sqlite3_malloc64(sizeof *g);
  if (!g) return NULL;
  *g = (rocpd_gzip){0};
  if (!rocpd_deflate_begin(&g->stream, LEVEL, -MAX_WBITS)) {
    sqlite3_free(g);
    return NULL;
  }
  g->room = deflateBound(&g->stream, ROCPD_GZIP_BLOCK) + 64; /* room for the flush */
  g->out = sqlite3_malloc64(g->room);
  if (g->out) return g;
  rocpd_gzip_free(g);
  return NULL;
}

int rocpd_gzip_block(rocpd_gzip **g, const uint8_t *bytes, size_t n, const uint8_t **out, size_t *out_n, uint32_t *crc, rocpd_error *err) {
  if (!*g && !(*g = make())) return rocpd_no_memory(err);
  z_stream *z = &(*g)->stream;
  z->next_in = (uint8_t *)bytes, z->avail_in = (unsigned)n;
  z->next_out = (*g)->out, z->avail_out = (unsigned)(*g)->room;
  if (deflate(z, Z_FULL_FLUSH) != Z_OK || z->avail_in || !z->avail_out) return rocpd_fail(err, SQLITE_INTERNAL, "zlib cannot compress %zu bytes", n);
  *out = (*g)->out, *out_n = (*g)->room - z->avail_out;
  *crc = (uint32_t)crc32(0, bytes, (unsigned)n);
  return SQLITE_OK;
}

void rocpd_gzip_add(rocpd_gzip_sum *sum, uint32_t crc, size_t n) {
  sum->crc = (uint32_t)crc32_combine(sum->crc, crc, (z_off_t)n);
  sum->bytes += n;
}

void rocpd_gzip_free(rocpd_gzip *g) {
  if (!g) return;
  deflateEnd(&g->stream);
  sqlite3_free(g->out);
  sqlite3_free(g);
}
