/* Makes the text of an error, without stdio, since the collector contains this layer, too. */
#include "error.h"
#include <string.h>

typedef struct error_text {
  char *out;
  size_t size, used;
} error_text;

static void put_text(error_text *t, const char *s) {
  for (; *s && t->used + 1 < t->size; s++) t->out[t->used++] = *s;
}

/* Writes a number; larger ones than any count or size are hashes or bit patterns, and written in hex. */
static void put_number(error_text *t, uint64_t v) {
  char digits[24];
  size_t at = sizeof(digits);
  unsigned base = v >> 40 ? 16 : 10;
  digits[--at] = 0;
  do digits[--at] = "0123456789abcdef"[v % base];
  while ((v /= base) != 0);
  if (base == 16) put_text(t, "0x");
  put_text(t, digits + at);
}

void rocz_error_text(const rocz_error *err, char *out, size_t size) {
  error_text t = {out, size, 0};
  if (size == 0) return;
  put_text(&t, err->what ? err->what : "no error");
  if (err->code != ROCZ_FOREIGN) { /* the bytes of another format mean nothing */
    put_text(&t, " at byte ");
    put_number(&t, err->offset);
    put_text(&t, ": expected ");
    put_number(&t, err->expected);
    put_text(&t, ", found ");
    put_number(&t, err->found);
  }
  out[t.used] = 0;
}
