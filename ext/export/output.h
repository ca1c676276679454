/* The file that an export writes: buffered, and there only when complete. */
#ifndef ROCPD_OUTPUT_H
#define ROCPD_OUTPUT_H
#include "snapshot.h"
#include <pthread.h>
#include <signal.h>

typedef struct rocpd_output {
  char *path; /* absolute, symbolic links resolved */
  char *temp; /* what is written until it is complete; NULL: path itself */
  int fd;
  pthread_mutex_t mutex; /* guards written and the file's end */
  bool open;             /* there is something to close */
  uint64_t written;      /* bytes handed to the system */
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
/* Give the file its name. */
int rocpd_output_finish(rocpd_output *o, rocpd_error *err);
/* A write by others failed for the limit on file sizes: takes out the signal that came. */
void rocpd_output_limited(rocpd_output *o);
/* Release everything; without finish() nothing is left on disk. */
void rocpd_output_close(rocpd_output *o);
/* "export 45 %" on stderr if it is a terminal and this takes long. */
void rocpd_output_progress(rocpd_output *o, double fraction);

/* One thread's buffer for the file. What is committed together stays together. */
typedef struct rocpd_buffer {
  rocpd_output *file;
  uint8_t *bytes;
  size_t used, capacity;
} rocpd_buffer;

int rocpd_buffer_flush(rocpd_buffer *b, rocpd_error *err);
int rocpd_buffer_make_room(rocpd_buffer *b, size_t n, rocpd_error *err);
/* A place for n bytes, NULL on failure (recorded in err). */
static inline uint8_t *rocpd_buffer_reserve(rocpd_buffer *b, size_t n, rocpd_error *err) {
  if (b->capacity - b->used < n && rocpd_buffer_make_room(b, n, err)) return NULL;
  return b->bytes + b->used;
}
/* n bytes at once, however many. */
int rocpd_buffer_add(rocpd_buffer *b, const uint8_t *bytes, size_t n, rocpd_error *err);
/* The reserved place was filled up to end. */
static inline void rocpd_buffer_commit(rocpd_buffer *b, const uint8_t *end) { b->used = (size_t)(end - b->bytes); }

#endif
