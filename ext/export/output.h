/* The file that an export writes. It is buffered, and appears under its name only when it is complete. */
#ifndef ROCPD_OUTPUT_H
#define ROCPD_OUTPUT_H
#include "gzip.h"
#include "snapshot.h"
#include <pthread.h>
#include <signal.h>

/* ---- the progress line of a running export, and the signals that its writes may cause */

typedef struct rocpd_progress {
  pthread_mutex_t mutex;
  bool begun, terminal, shown;
  int64_t begun_ns, last_ns;
  uint64_t written; /* bytes in all files. Atomic */
  uint64_t limit;   /* the most bytes that may be written, or 0 */
  bool beyond;      /* the limit was exceeded. Atomic */
  /* SIGXFSZ and SIGPIPE are held back: a limit is an error, not the end of the process */
  sigset_t held;
  bool holding, within; /* within: an outer export holds them back */
} rocpd_progress;

void rocpd_progress_begin(rocpd_progress *p);
/* The progress of a part of an export; the export's own ends later. */
void rocpd_progress_begin_within(rocpd_progress *p, const rocpd_progress *whole);
/* "export 45 %" on stderr if it is a terminal and this takes long. */
void rocpd_progress_show(rocpd_progress *p, double fraction);
int64_t rocpd_progress_ns(const rocpd_progress *p); /* since it began */
/* A write failed with this errno: takes out the signal that came with it. */
void rocpd_progress_failed(rocpd_progress *p, int error);
void rocpd_progress_end(rocpd_progress *p);

/* ---- the file */

/* What an export may do to existing files. */
typedef struct rocpd_output_rule {
  bool overwrite;           /* existing files are replaced */
  const char *const *keep;  /* except these paths, which the connection reads */
  size_t keeps;
} rocpd_output_rule;

/* The absolute path of what will be written or replaced: through symbolic links, so that a link stays a link. NULL on error. */
char *rocpd_output_resolve(const char *path, rocpd_error *err);
/* True if the path is one of those paths, or a part of one. */
int rocpd_output_spare(const rocpd_output_rule *rule, const char *path, rocpd_error *err);

typedef struct rocpd_output {
  rocpd_progress *progress;
  char *path; /* absolute, symbolic links resolved */
  char *temp; /* what is written until it is complete; NULL: path itself */
  bool fresh;  /* there was nothing at path, and what appears there meanwhile must not be replaced */
  bool staged; /* temp is in a folder that gets its name as a whole: folder.h */
  int fd, lock; /* lock: that of temp, or -1 */
  pthread_mutex_t mutex; /* guards written and the file's end */
  bool open;             /* there is something to close */
  uint64_t written;      /* bytes handed to the system */
  bool gzip;             /* what is written is compressed */
  rocpd_gzip_sum sum;    /* then */
} rocpd_output;

/* Begin a file at path. A device or pipe, what has no name, and a descriptor of the process (/dev/stdout, /dev/fd/N), where it is, are written directly, all
** else to a temporary file beside it that finish() renames. Refuses folders, and files that are there and not empty unless they may be replaced. */
int rocpd_output_open(rocpd_output *o, rocpd_progress *p, const char *path, const rocpd_output_rule *rule, rocpd_error *err);
/* Begins a file that is at `temp` until the caller gives it the name `path`, which messages use. Takes over both texts. */
int rocpd_output_stage(rocpd_output *o, rocpd_progress *p, char *temp, char *path, rocpd_error *err);
/* Compresses what is written from now on, until the end is written. */
int rocpd_output_compress(rocpd_output *o, rocpd_error *err);
int rocpd_output_end(rocpd_output *o, rocpd_error *err);
/* Give the file its name; staged: close it. */
int rocpd_output_finish(rocpd_output *o, rocpd_error *err);
/* A write by others failed for the limit on file sizes: takes out the signal that came. */
void rocpd_output_limited(rocpd_output *o);
/* Releases everything. Without finish() before, nothing is left on disk. */
void rocpd_output_close(rocpd_output *o);

/* One thread's buffer for the file. What is committed together stays together. */
typedef struct rocpd_buffer {
  rocpd_output *file;
  uint8_t *bytes;
  size_t used, capacity, room; /* capacity: more waits for make_room(); room: that there is */
  int (*pack)(void *arg, const uint8_t **bytes, size_t *n, rocpd_error *err); /* NULL, or what is written in place of what was committed; not of
                                                                              ** rocpd_buffer_add() */
  void *packer;                                                               /* its arg */
  rocpd_gzip *gzip; /* NULL: not needed yet */
} rocpd_buffer;

int rocpd_buffer_flush(rocpd_buffer *b, rocpd_error *err);
void rocpd_buffer_free(rocpd_buffer *b);
int rocpd_buffer_make_room(rocpd_buffer *b, size_t n, rocpd_error *err);
/* A place for n bytes, NULL on failure (recorded in err). */
static inline uint8_t *rocpd_buffer_reserve(rocpd_buffer *b, size_t n, rocpd_error *err) {
  if (b->capacity - b->used < n && rocpd_buffer_make_room(b, n, err)) return NULL;
  return b->bytes + b->used;
}
/* n bytes at once, however many. */
int rocpd_buffer_add(rocpd_buffer *b, const uint8_t *bytes, size_t n, rocpd_error *err);
/* Says that the reserved place was filled up to `end`. */
static inline void rocpd_buffer_commit(rocpd_buffer *b, const uint8_t *end) { b->used = (size_t)(end - b->bytes); }

#endif
