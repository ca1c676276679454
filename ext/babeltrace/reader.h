/* A trace that is read for babeltrace2: a connection of its own in memory, on which the extension is, and the rows of what is attached as
** events of CTF's classes, channels and fields (ctf.h). Several iterators may read it, one after the other calls. */
#ifndef ROCPD_READER_H
#define ROCPD_READER_H
#include "ctf.h"

/* What one channel of a track has of one category, or a loss. */
typedef struct rocpd_reader_stream {
  rocpd_ctf_owner owner;
  uint32_t class; /* of rocpd_ctf_shared */
} rocpd_reader_stream;

enum { READER_RECENT_BITS = 8 };

typedef struct rocpd_reader {
  sqlite3 *db;
  rocpd_export x;
  rocpd_ctf_shared shared;
  rocpd_ctf_texts texts;
  uint64_t forgotten; /* how often they were */
  bool begun;
  int64_t *border; /* times between slices of about as many events, as all times by the first clock */
  size_t borders;
  struct rocpd_reader_met { /* the last stream that was found in a batch's rows of a track: theirs, or of those of that category */
    uint32_t track, batch, stream_plus_1; /* 0: none yet */
    bool one_channel, one_category;
    int64_t category;
  } met[1 << READER_RECENT_BITS];
  rocpd_reader_stream *stream; /* in the order in which they were met */
  size_t streams, stream_capacity;
  rocpd_map channel[CTF_CHANNELS], channel_of_track, number; /* numbers of ids, of those in a track, and of streams of these */
  struct rocpd_reader_recent {
    uint32_t track, stream_plus_1;
    uint8_t kind, source;
    int64_t category, channel;
  } recent[1 << READER_RECENT_BITS];
} rocpd_reader;

/* options: of an export, a JSON object. Close it also after a failure. */
int rocpd_reader_open(rocpd_reader *r, const char *const *path, size_t paths, const char *options, rocpd_error *err);
void rocpd_reader_close(rocpd_reader *r);
/* Is the file a trace? What cannot be read is none; SQLITE_NOMEM: it is not known. */
int rocpd_reader_knows(const char *path, bool *known, rocpd_error *err);
/* The reader's text of a string id; void once texts are forgotten. */
static inline int rocpd_reader_text(rocpd_reader *r, int64_t id, rocpd_ctf_text *out, rocpd_error *err) {
  return rocpd_ctf_find_text(&r->texts, r->x.session, id, out, err);
}
/* Between events: where there are many texts, they are forgotten. */
static inline void rocpd_reader_forget(rocpd_reader *r) {
  enum { MANY = 16 << 20 };
  if (r->texts.used > MANY) rocpd_ctf_texts_forget(&r->texts), r->forgotten++;
}
/* What is to be added to a batch's times for those of the first clock. */
static inline int64_t rocpd_reader_ahead(const rocpd_reader *r, uint32_t batch) { return rocpd_ctf_clock_ahead(&r->shared, r->shared.batch[batch].clock); }
/* The stream of a loss, of shared.loss. */
int rocpd_reader_find_loss(rocpd_reader *r, size_t loss, uint32_t *stream, rocpd_error *err);
/* The stream of a row of a track. */
int rocpd_reader_find_stream(rocpd_reader *r, uint32_t track, uint32_t batch, uint32_t row, uint32_t *stream, rocpd_error *err);

#endif
