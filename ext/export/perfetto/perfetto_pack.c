/* Compressed packets. They are deflated, which every reader supports (zstd only since 2026). */
#include "perfetto.h"

/* A higher level takes twice the time for another tenth of the size. */
enum { LEVEL = 5 };

/* Maximum size of what comes before the compressed bytes. */
enum { HEAD_ROOM = 16 };

int rocpd_perfetto_pack(void *arg, const uint8_t **bytes, size_t *n, rocpd_error *err) {
  rocpd_perfetto *f = arg;
  z_stream *z = &f->pack.stream;
  if (*n > UINT32_MAX / 2) return rocpd_fail(err, SQLITE_TOOBIG, "one event of %zu bytes is too much for compressed packets; use {\"compress\":false}", *n);
  if (!f->pack.open) {
    if (!rocpd_deflate_begin(z, LEVEL, MAX_WBITS)) return rocpd_no_memory(err);
    f->pack.open = true;
  }
  deflateReset(z);
  size_t most = deflateBound(z, *n);
  if (rocpd_array_reserve(&f->pack.bytes, &f->pack.capacity, most + HEAD_ROOM, 1)) return rocpd_no_memory(err);
  z->next_in = (uint8_t *)*bytes, z->avail_in = (unsigned)*n;
  z->next_out = f->pack.bytes + HEAD_ROOM, z->avail_out = (unsigned)most;
  int done = deflate(z, Z_FINISH);
  if (done != Z_STREAM_END) return rocpd_fail(err, SQLITE_INTERNAL, "deflate failed (%d)", done);
  size_t size = z->total_out;
  uint8_t outer[HEAD_ROOM], inner[HEAD_ROOM];
  size_t inside = (size_t)(put_varint(put_varint(inner, TAG(PACKET_COMPRESSED, BYTES)), size) - inner);
  size_t around = (size_t)(put_varint(put_varint(outer, TAG(TRACE_PACKET, BYTES)), inside + size) - outer);
  uint8_t *begin = f->pack.bytes + HEAD_ROOM - inside - around;
  memcpy(begin, outer, around);
  memcpy(begin + around, inner, inside);
  *bytes = begin, *n = around + inside + size;
  return SQLITE_OK;
}

void rocpd_perfetto_end_pack(rocpd_perfetto *f) {
  if (f->pack.open) deflateEnd(&f->pack.stream);
  sqlite3_free(f->pack.bytes);
}
