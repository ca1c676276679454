/* See deflate.h. */
#include "deflate.h"

static void *allocate(void *none, unsigned n, unsigned size) { return (void)none, sqlite3_malloc64((uint64_t)n * size); }
static void release(void *none, void *p) { (void)none, sqlite3_free(p); }

bool rocpd_deflate_begin(z_stream *z, int level, int window) {
  *z = (z_stream){.zalloc = allocate, .zfree = release};
  if (deflateInit2(z, level, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY) == Z_OK) return true;
  *z = (z_stream){0};
  return false;
}
