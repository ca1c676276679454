/* Numbers and bytes of saved states (group_state.h). A number takes 7 bits a byte, the lowest first; the highest bit says that another byte follows. A
** reader that meets the end of its bytes, or a number of more than 64 bits, sets `bad` and returns 0 from then on: callers check it where it matters. */
#ifndef ROCPD_STATE_BYTES_H
#define ROCPD_STATE_BYTES_H
#include "base.h"

typedef struct rocpd_state_writer { /* zero it at first; the caller frees `data` by sqlite3_free() */
  uint8_t *data;
  size_t n, room;
  bool failed; /* out of memory: what is written from then on is lost */
} rocpd_state_writer;

typedef struct rocpd_state_reader {
  const uint8_t *at, *end;
  bool bad;
} rocpd_state_reader;

static inline void rocpd_state_put_bytes(rocpd_state_writer *w, const void *data, size_t n) {
  if (w->failed || rocpd_array_reserve(&w->data, &w->room, w->n + n, 1) != SQLITE_OK) {
    w->failed = true;
    return;
  }
  if (n) memcpy(w->data + w->n, data, n);
  w->n += n;
}

static inline void rocpd_state_put(rocpd_state_writer *w, uint64_t v) {
  uint8_t byte[10];
  size_t n = 0;
  for (; v > 127; v >>= 7) byte[n++] = (uint8_t)(v | 128);
  byte[n++] = (uint8_t)v;
  rocpd_state_put_bytes(w, byte, n);
}

/* Numbers near 0 of either sign take one byte. */
static inline void rocpd_state_put_signed(rocpd_state_writer *w, int64_t v) { rocpd_state_put(w, (uint64_t)v << 1 ^ (uint64_t)(v >> 63)); }

static inline size_t rocpd_state_left(const rocpd_state_reader *r) { return r->bad ? 0 : (size_t)(r->end - r->at); }

static inline uint64_t rocpd_state_get(rocpd_state_reader *r) {
  uint64_t v = 0;
  for (int shift = 0; rocpd_state_left(r); shift += 7) {
    uint8_t byte = *r->at++;
    if (shift == 63 && byte > 1) break;
    v |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return v;
  }
  r->bad = true;
  return 0;
}

static inline int64_t rocpd_state_get_signed(rocpd_state_reader *r) {
  uint64_t u = rocpd_state_get(r);
  return (int64_t)(u >> 1 ^ (0 - (u & 1)));
}

/* Returns the next n bytes; NULL: there are fewer. */
static inline const uint8_t *rocpd_state_get_bytes(rocpd_state_reader *r, uint64_t n) {
  if (n > rocpd_state_left(r)) r->bad = true;
  if (r->bad) return NULL;
  r->at += n;
  return r->at - n;
}

#endif
