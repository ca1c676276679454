/* A fault in a file, as data. The reader turns it into an SQL error. */
#ifndef ROCZ_ERROR_H
#define ROCZ_ERROR_H
#include <stddef.h>
#include <stdint.h>

enum rocz_code {
  ROCZ_OK = 0,
  ROCZ_FOREIGN, /* not a file of this format at all */
  ROCZ_NEWER,   /* of a later version, or with a feature that we do not know */
  ROCZ_CUT,     /* the data ends before the thing does: a write that was cut short */
  ROCZ_DAMAGED, /* contradicts the format */
};

typedef struct rocz_error {
  int code;         /* enum rocz_code */
  uint64_t offset;  /* in the file (live: in the live file) */
  uint64_t expected, found;
  const char *what; /* static text: which number it is, e.g. "hash of the chunk's body" */
} rocz_error;

/* Fill *err (may be NULL) and return code. */
static inline int rocz_fail(rocz_error *err, int code, const char *what, uint64_t offset, uint64_t expected, uint64_t found) {
  if (err) *err = (rocz_error){code, offset, expected, found, what};
  return code;
}

/* Writes "WHAT at byte OFFSET: expected X, found Y" (hashes in hex), cut to `size`; for ROCZ_FOREIGN just WHAT. */
void rocz_error_text(const rocz_error *err, char *out, size_t size);

#endif
