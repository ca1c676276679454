/* See unpack.h. */
#include "unpack.h"
#include <dlfcn.h>
#include <pthread.h>

enum { LZMA_OK = 0, LZMA_MEM_ERROR = 5, LZMA_BUF_ERROR = 10 }; /* of lzma.h, whose values are part of the library's ABI */
#define MOST_BYTES ((uint64_t)64 << 20)

typedef int decode_fn(uint64_t *memlimit, uint32_t flags, const void *allocator, const uint8_t *in, size_t *in_pos, size_t in_size, uint8_t *out,
                      size_t *out_pos, size_t out_size);

static decode_fn *decode;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("liblzma.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library) decode = (decode_fn *)dlsym(library, "lzma_stream_buffer_decode");
}

int rocpd_unpack_xz(const uint8_t *packed, uint64_t size, uint8_t **out, uint64_t *out_size) {
  pthread_once(&once, load);
  int said = LZMA_BUF_ERROR, rc = SQLITE_NOTFOUND;
  *out = NULL;
  /* How long the data are is only known at their end. */
  for (uint64_t room = size * 4 + 4096; decode && said == LZMA_BUF_ERROR && room / 2 < MOST_BYTES && size < MOST_BYTES; room *= 2) {
    uint64_t memory = 4 * MOST_BYTES;
    size_t at = 0, to = 0;
    uint8_t *plain = sqlite3_malloc64(room);
    if (!plain) return SQLITE_NOMEM;
    said = decode(&memory, 0, NULL, packed, &at, size, plain, &to, room);
    if (said == LZMA_OK) *out = plain, *out_size = to, rc = SQLITE_OK;
    else sqlite3_free(plain);
  }
  return said == LZMA_MEM_ERROR ? SQLITE_NOMEM : rc;
}
