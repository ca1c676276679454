/* A fault in a file, described as data. The caller makes an SQL error from it. */
#ifndef ROCZ_ERROR_H
#define ROCZ_ERROR_H
#include <stddef.h>
#include <stdint.h>

enum rocz_code {
  ROCZ_OK = 0,
  ROCZ_FOREIGN, /* not a file of this format at all */
  ROCZ_NEWER,   /* a later version, or an unknown feature */
  ROCZ_CUT,     /* the data ends too early: a write was cut short */
  ROCZ_DAMAGED, /* contradicts the format */
};

typedef struct rocz_error {
  int code;         /* enum rocz_code */
  uint64_t offset;  /* offset in the file, or in the live file */
  uint64_t expected, found;
  const char *what; /* static text that names the number, e.g. "hash of the chunk's body" */
} rocz_error;

/* Fills *err (may be NULL) and returns the code. */
static inline int rocz_fail(rocz_error *err, int code, const char *what, uint64_t offset, uint64_t expected, uint64_t found) {
  if (err) *err = (rocz_error){code, offset, expected, found, what};
  return code;
}

/* Writes "WHAT at byte OFFSET: expected X, found Y" (hashes in hex), cut to `size` bytes. For ROCZ_FOREIGN it is only WHAT. */
void rocz_error_text(const rocz_error *err, char *out, size_t size);

#endif
