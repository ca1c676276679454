/* See guid.h. */
#include "guid.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Makes a UUID of version 8, whose contents are free. */
void rocpd_guid_make(rocpd_source *s, const void *data, size_t size) {
  XXH128_hash_t h = XXH3_128bits(data, size);
  sqlite3_snprintf(sizeof(s->info.guid), s->info.guid, "%08x-%04x-8%03x-%04x-%04x%08x", (unsigned)(h.high64 >> 32),
                   (unsigned)(h.high64 >> 16 & 0xffff),
                   (unsigned)(h.high64 & 0xfff), (unsigned)(h.low64 >> 48 & 0x3fff) | 0x8000, (unsigned)(h.low64 >> 32 & 0xffff), (unsigned)h.low64);
}
