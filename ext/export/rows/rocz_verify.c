/* See rocz_verify.h. An archive may be the only copy of a trace. So a fault in it must be found when it is written, not when it is needed. */
#include "rocz_verify.h"
#include "decode.h"
#include "pool.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* What one thread needs to decode a chunk. */
typedef struct chunk_reader {
  rocpd_pooled pooled; /* must be first */
  rocz_decoder *decoder;
  rocz_body body;
  uint8_t *bytes; /* the chunk, header included */
  size_t capacity;
  int64_t values[ROCZ_MAX_ROWS], more[ROCZ_MAX_ROWS];
} chunk_reader;

typedef struct checking {
  const rocpd_output *file;
  int fd;
  uint8_t *index; /* the footer and everything after it */
  rocz_footer footer;
  rocpd_pool readers;
} checking;

static int fail_format(const checking *k, const rocz_error *e, rocpd_error *err) {
  char text[256];
  rocz_error_text(e, text, sizeof text);
  return rocpd_fail(err, SQLITE_CORRUPT, "%s: what was written cannot be read: %s", k->file->path, text);
}

static int read_back(const checking *k, uint64_t offset, void *out, size_t size, rocpd_error *err) {
  size_t got = 0;
  while (got < size) {
    ssize_t n = pread(k->fd, (char *)out + got, size - got, (off_t)(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      return rocpd_fail(err, SQLITE_IOERR_READ, "%s: what was written cannot be read at byte %llu: %s", k->file->path,
                        (unsigned long long)(offset + got), n ? strerror(errno) : "it ends there");
    got += (size_t)n;
  }
  return SQLITE_OK;
}

/* ---- columns */

static int check_texts(chunk_reader *s, unsigned column, rocz_error *e) {
  size_t total;
  int code = rocz_decode_lengths(s->decoder, &s->body, column, (uint32_t *)s->values, &total, e);
  if (code) return SQLITE_CORRUPT;
  char *text = sqlite3_malloc64(total + 1);
  if (!text) return SQLITE_NOMEM;
  code = rocz_decode_text(s->decoder, &s->body, column, total, text, e);
  sqlite3_free(text);
  return code ? SQLITE_CORRUPT : SQLITE_OK;
}

/* Readers skip chunks by their times, so all times of rows must be within these. An end is stored relative to its start. */
static int check_times(chunk_reader *s, const rocpd_kind *kind, unsigned column, rocz_error *e) {
  const rocz_chunk *c = &s->body.chunk;
  bool is_end = (int)column == kind->end && kind->end != kind->start;
  if (rocz_decode_column(s->decoder, &s->body, column, NULL, s->values, e)) return SQLITE_CORRUPT;
  if (is_end && rocz_decode_column(s->decoder, &s->body, (unsigned)kind->start, NULL, s->more, e)) return SQLITE_CORRUPT;
  for (uint32_t i = 0; i < c->rows; i++) {
    int64_t time = is_end ? (int64_t)((uint64_t)s->values[i] + (uint64_t)s->more[i]) : s->values[i];
    if (time == ROCPD_NULL || (time >= c->min_time && time <= c->max_time)) continue;
    uint64_t limit = (uint64_t)(time < c->min_time ? c->min_time : c->max_time);
    rocz_fail(e, ROCZ_DAMAGED, "time of a row and times of its chunk", c->offset, limit, (uint64_t)time);
    return SQLITE_CORRUPT;
  }
  return SQLITE_OK;
}

static int check_column(chunk_reader *s, unsigned column, rocz_error *e) {
  int number = s->body.chunk.kind - ROCZ_DECLARED;
  const rocpd_kind *kind = number >= 0 && number < ROCPD_KIND_COUNT ? &rocpd_kinds[number] : NULL;
  if (s->body.entry[s->body.place[column]].transform == ROCZ_T_TEXT) return check_texts(s, column, e);
  if (kind && kind->start >= 0 && ((int)column == kind->start || (int)column == kind->end)) return check_times(s, kind, column, e);
  rocz_narrow shape;
  return rocz_decode_narrow(s->decoder, &s->body, column, NULL, s->values, &shape, e) ? SQLITE_CORRUPT : SQLITE_OK;
}

/* ---- chunks */

static bool is_as_listed(const rocz_chunk *a, const rocz_chunk *b) {
  return a->kind == b->kind && a->lane == b->lane && a->rows == b->rows && a->body_size == b->body_size && a->first_row == b->first_row &&
         a->min_time == b->min_time && a->max_time == b->max_time;
}

static int check_chunk(const checking *k, uint64_t i, chunk_reader *s, rocpd_error *err) {
  rocz_chunk listed, chunk;
  rocz_error e = {0};
  rocz_footer_chunk(&k->footer, i, &listed);
  size_t size = ROCZ_CHUNK_SIZE + (size_t)listed.body_size;
  if (rocpd_array_reserve(&s->bytes, &s->capacity, size, 1)) return rocpd_no_memory(err);
  int rc = read_back(k, listed.offset, s->bytes, size, err);
  if (rc) return rc;
  int code = rocz_parse_chunk(s->bytes, size, listed.offset, &chunk, &e);
  if (!code && !is_as_listed(&chunk, &listed))
    code = rocz_fail(&e, ROCZ_DAMAGED, "rows of a chunk other than in the footer", listed.offset, listed.rows, chunk.rows);
  if (!code) code = rocz_parse_body(&chunk, s->bytes + ROCZ_CHUNK_SIZE, &s->body, &e);
  rc = code ? SQLITE_CORRUPT : SQLITE_OK;
  for (unsigned c = 0; !rc && c < s->body.columns; c++) rc = check_column(s, s->body.entry[c].column, &e);
  return rc == SQLITE_NOMEM ? rocpd_no_memory(err) : rc ? fail_format(k, &e, err) : SQLITE_OK;
}

static chunk_reader *reader_new(void) {
  chunk_reader *s = sqlite3_malloc64(sizeof(*s) + ROCZ_DECODER_SIZE);
  if (!s) return NULL;
  s->decoder = rocz_decoder_init(s + 1, ROCZ_DECODER_SIZE);
  s->bytes = NULL;
  s->capacity = 0;
  return s;
}

static void reader_free(void *one) {
  sqlite3_free(((chunk_reader *)one)->bytes);
  sqlite3_free(one);
}

static int check_one(void *arg, size_t i, rocpd_error *err) {
  checking *k = arg;
  chunk_reader *s = rocpd_pool_take(&k->readers, NULL, NULL);
  if (!s) s = reader_new();
  int rc = s && s->decoder ? check_chunk(k, i, s, err) : rocpd_no_memory(err);
  if (s) rocpd_pool_give(&k->readers, s);
  return rc;
}

/* ---- the file */

/* Checks the header, which has no properties, and the footer. */
static int check_ends(checking *k, rocpd_error *err) {
  uint64_t size = k->file->written, offset;
  uint8_t head[ROCZ_HEADER_SIZE], trailer[ROCZ_TRAILER_SIZE];
  rocz_header header;
  rocz_error e = {0};
  int rc = read_back(k, 0, head, sizeof head, err);
  if (!rc) rc = read_back(k, size - sizeof trailer, trailer, sizeof trailer, err);
  if (rc) return rc;
  int code = rocz_parse_header(head, sizeof head, &header, &e);
  if (!code) code = rocz_parse_trailer(trailer, size, header.size, &offset, &e);
  if (code) return fail_format(k, &e, err);
  k->index = sqlite3_malloc64(size - offset);
  if (!k->index) return rocpd_no_memory(err);
  rc = read_back(k, offset, k->index, size - offset, err);
  if (!rc && rocz_parse_index(k->index, offset, size, header.size, &k->footer, &e)) rc = fail_format(k, &e, err);
  return rc;
}

int rocpd_rocz_verify(rocpd_session *session, const rocpd_output *o, rocpd_error *err) {
  checking k = {.file = o};
  if (!o->temp) return SQLITE_OK;
  k.fd = open(o->temp, O_RDONLY | O_CLOEXEC);
  if (k.fd < 0) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: what was written cannot be read: %s", o->path, strerror(errno));
  rocpd_pool_init(&k.readers);
  int rc = check_ends(&k, err);
  if (!rc) rc = rocpd_parallel(session, k.footer.chunks, check_one, &k, err);
  rocpd_pool_free(&k.readers, reader_free);
  close(k.fd);
  sqlite3_free(k.index);
  return rc;
}
