/* See hash.h. Only this file compiles xxhash; it is inlined, so that our libraries have no symbols of it. */
#define XXH_INLINE_ALL
#include "hash.h"
#include "rocz.h"
#include <xxhash.h>

#define HASH_AT 152 /* offset of the hash in the file's header */

uint64_t rocz_hash(const void *data, size_t size) { return XXH3_64bits(data, size); }

uint64_t rocz_header_hash(const uint8_t *header, size_t size) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, header, HASH_AT);
  XXH3_64bits_update(&state, header + ROCZ_HEADER_SIZE, size - ROCZ_HEADER_SIZE);
  return XXH3_64bits_digest(&state);
}
