/* The file that an export writes: buffered, and there only when complete. */
#ifndef ROCPD_OUTPUT_H
#define ROCPD_OUTPUT_H
#include "source.h"
#include <signal.h>

typedef struct rocpd_output {
  char *path; /* absolute, symbolic links resolved */
  char *temp; /* what is written until it is complete; NULL: path itself */
  int fd;
  uint8_t *buffer;
  size_t used, capacity;
  uint64_t written; /* bytes handed to the system */
  /* SIGXFSZ and SIGPIPE are held back: a limit is an error, not the end of the process */
  sigset_t held;
  bool holding;
  /* progress */
  bool terminal, shown;
  int64_t begun_ns, last_ns;
} rocpd_output;

/* Begin a file at path. A device or pipe is written directly, all else to a
** temporary file beside it that finish() renames. Refuses folders and the files
** that the connection reads (keep[]: their paths). */
int rocpd_output_open(rocpd_output *o, const char *path, const char *const *keep, size_t keeps, rocpd_error *err);
/* Write out the buffer. */
int rocpd_output_flush(rocpd_output *o, rocpd_error *err);
/* Give the file its name. */
int rocpd_output_finish(rocpd_output *o, rocpd_error *err);
/* Release everything; without finish() nothing is left on disk. */
void rocpd_output_close(rocpd_output *o);
/* "export 45 %" on stderr if it is a terminal and this takes long. */
void rocpd_output_progress(rocpd_output *o, double fraction);

int rocpd_output_make_room(rocpd_output *o, size_t n, rocpd_error *err);
/* A place for n bytes, NULL on failure (recorded in err). */
static inline uint8_t *rocpd_output_reserve(rocpd_output *o, size_t n, rocpd_error *err) {
  if (o->capacity - o->used < n && rocpd_output_make_room(o, n, err))
    return NULL;
  return o->buffer + o->used;
}
/* The reserved place was filled up to end. */
static inline void rocpd_output_commit(rocpd_output *o, const uint8_t *end) {
  o->used = (size_t)(end - o->buffer);
}

#endif
