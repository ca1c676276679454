/* Blobs: compressed, and written as text that a browser keeps as it is. */
#include "html.h"

static void *allocate(void *none, unsigned n, unsigned size) { return (void)none, sqlite3_malloc64((uint64_t)n * size); }
static void release(void *none, void *p) { (void)none, sqlite3_free(p); }

/* Planes of bytes repeat little: to look for what repeats costs five times as much as to give frequent bytes few bits, and gains next to nothing. Texts are few. */
static int packer_begin(rocpd_html_packer *p) {
  if (p->stream.zalloc) return deflateReset(&p->stream) == Z_OK ? SQLITE_OK : SQLITE_INTERNAL;
  p->stream = (z_stream){.zalloc = allocate, .zfree = release};
  if (deflateInit2(&p->stream, 1, Z_DEFLATED, MAX_WBITS, 9, Z_RLE) == Z_OK) return SQLITE_OK;
  p->stream.zalloc = NULL;
  return SQLITE_NOMEM;
}

void rocpd_html_packer_free(rocpd_html_packer *p) {
  if (p->stream.zalloc) deflateEnd(&p->stream);
  sqlite3_free(p->packed.byte);
}

static int pack(rocpd_html_packer *p, const rocpd_html_bytes *bytes, rocpd_error *err) {
  if (bytes->n > UINT32_MAX / 2) return rocpd_fail(err, SQLITE_TOOBIG, "%zu bytes of one page are more than a browser reads", bytes->n);
  int rc = packer_begin(p);
  size_t most = rc ? 0 : deflateBound(&p->stream, bytes->n);
  if (!rc) rc = rocpd_array_reserve(&p->packed.byte, &p->packed.capacity, most, 1);
  if (rc) return rocpd_fail_code(err, rc);
  z_stream *z = &p->stream;
  z->next_in = bytes->byte, z->avail_in = (unsigned)bytes->n;
  z->next_out = p->packed.byte, z->avail_out = (unsigned)most;
  if (deflate(z, Z_FINISH) != Z_STREAM_END) return rocpd_fail(err, SQLITE_INTERNAL, "zlib cannot compress %zu bytes", bytes->n);
  p->packed.n = most - z->avail_out;
  return SQLITE_OK;
}

static char *put_base64(char *p, const uint8_t *byte, size_t n) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t i = 0;
  for (; i + 3 <= n; i += 3) {
    uint32_t three = (uint32_t)byte[i] << 16 | (uint32_t)byte[i + 1] << 8 | byte[i + 2];
    *p++ = digit[three >> 18], *p++ = digit[three >> 12 & 63], *p++ = digit[three >> 6 & 63], *p++ = digit[three & 63];
  }
  if (i == n) return p;
  uint32_t rest = (uint32_t)byte[i] << 16 | (i + 1 < n ? (uint32_t)byte[i + 1] << 8 : 0);
  *p++ = digit[rest >> 18], *p++ = digit[rest >> 12 & 63];
  *p++ = i + 1 < n ? digit[rest >> 6 & 63] : '=';
  *p++ = '=';
  return p;
}

int rocpd_html_named_blob(rocpd_writer *w, const char *id, rocpd_html_bytes *bytes, rocpd_error *err) {
  rocpd_html_packer *packer = &((rocpd_html *)w->state)->packer;
  int rc = pack(packer, bytes, err);
  bytes->n = 0;
  if (rc) return rc;
  char *p = (char *)rocpd_buffer_reserve(&w->out, packer->packed.n / 3 * 4 + 128, err);
  if (!p) return err->rc;
  sqlite3_snprintf(100, p, "<script type=\"text/plain\" id=\"%s\">", id);
  p = put_base64(p + strlen(p), packer->packed.byte, packer->packed.n);
  static const char end[] = "</script>\n";
  memcpy(p, end, sizeof end - 1);
  rocpd_buffer_commit(&w->out, (uint8_t *)p + sizeof end - 1);
  return SQLITE_OK;
}

int rocpd_html_blob(rocpd_writer *w, rocpd_html_bytes *bytes, int64_t *number, rocpd_error *err) {
  char id[32];
  *number = __atomic_fetch_add(&rocpd_html_shared(w->x)->blobs, 1, __ATOMIC_RELAXED);
  return rocpd_html_named_blob(w, sqlite3_snprintf(sizeof id, id, "b%lld", *number), bytes, err);
}
