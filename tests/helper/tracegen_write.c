/* Writes a generated trace as a chunk file: first strings and info kinds, then chunks of the lanes in turn, as a collector would
** write them, then the end. */
#include "tracegen.h"
#include "encode.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct output {
  uint8_t *bytes;
  size_t size, capacity;
  uint8_t *index;
  uint64_t chunks;
  rocz_encoder *encoder;
  const char *error;
} output;

static bool reserve(output *out, size_t more) {
  if (out->error) return false;
  if (out->capacity - out->size < more) {
    size_t capacity = (out->size + more) * 3 / 2;
    uint8_t *bytes = realloc(out->bytes, capacity);
    if (!bytes) {
      out->error = "out of memory";
      return false;
    }
    out->bytes = bytes;
    out->capacity = capacity;
  }
  return true;
}

static void put_chunk(output *out, const rocz_rows *r, size_t text_size) {
  if (!reserve(out, rocz_chunk_bound(r->kind, r->rows, text_size))) return;
  uint8_t *chunk = out->bytes + out->size;
  size_t size = rocz_encode_chunk(out->encoder, r, chunk, out->capacity - out->size);
  uint8_t *index = realloc(out->index, (out->chunks + 1) * ROCZ_INDEX_SIZE);
  if (!size || !index) {
    out->error = "chunk could not be encoded";
    return;
  }
  out->index = index;
  rocz_encode_index(chunk, out->size, index + out->chunks++ * ROCZ_INDEX_SIZE);
  out->size += size;
}

static void put_header(output *out, const tracegen_trace *t) {
  char props[2048];
  const tracegen_options *o = &t->options;
  int n = snprintf(props, sizeof(props),
                   "host=%s%cmachine_id=0123456789abcdef0123456789abcdef%csystem=Linux%crelease=6.1.0-test%cversion=#1 SMP%ccommand=%s%cexe=/opt/train/train%ccwd=/home/test%cenv.OMPI_COMM_WORLD_RANK=%u%c",
                   o->host ? o->host : "testhost", 0, 0, 0, 0, 0, o->command ? o->command : "./train --steps 100", 0, 0, 0, o->pid % 8, 0);
  rocz_header h = {.pid = o->pid, .ppid = 1, .start_ns = o->start_ns, .tsc_hz = t->tsc_hz, .props = props, .props_size = (uint32_t)n};
  h.anchor = (rocz_anchor){0, o->start_ns, o->start_ns - 5000000000, o->start_ns + o->boot_ns};
  memcpy(h.file_id, t->file_id, 16);
  memcpy(h.run_id, o->run_id, 16);
  if (reserve(out, ROCZ_HEADER_SIZE + sizeof(props) + 8)) out->size += rocz_encode_header(&h, out->bytes + out->size, out->capacity - out->size);
}

static void put_strings(output *out, const tracegen_trace *t) {
  for (uint32_t first = 0; first < t->strings && !out->error;) {
    uint32_t n = t->strings - first < t->options.chunk_rows ? t->strings - first : t->options.chunk_rows;
    int64_t *length = malloc(n * sizeof(*length));
    size_t size = 0;
    for (uint32_t i = 0; length && i < n; i++) size += (size_t)(length[i] = (int64_t)strlen(t->string[first + i]));
    char *text = malloc(size + 1);
    if (length && text) {
      size_t at = 0;
      for (uint32_t i = 0; i < n; i++) {
        memcpy(text + at, t->string[first + i], (size_t)length[i]);
        at += (size_t)length[i];
      }
      rocz_rows r = {.kind = ROCZ_STRING, .rows = n, .column = (const int64_t *const[ROCZ_MAX_COLUMNS]){length}, .text = text, .first_row = first,
                     .min_time = INT64_MAX, .max_time = INT64_MIN};
      put_chunk(out, &r, size);
    } else {
      out->error = "out of memory";
    }
    free(length);
    free(text);
    first += n;
  }
}

/* The range of the times in rows [first, first + n): of starts, and of ends if there is a duration. */
static void time_range(const tracegen_lane *l, uint64_t first, uint32_t n, int64_t *min, int64_t *max) {
  const rocz_kind *kind = rocz_kind_find(l->kind);
  *min = INT64_MAX;
  *max = INT64_MIN;
  for (unsigned c = 0; c < kind->columns; c++) {
    if (kind->column[c].type != ROCZ_TIME) continue;
    const int64_t *length = kind->column[c].transform == ROCZ_T_GAP ? l->column[kind->column[c].other] : NULL;
    for (uint64_t i = first; i < first + n; i++) {
      int64_t v = l->column[c][i];
      if (v == ROCZ_NULL) continue;
      if (v < *min) *min = v;
      if (length) v += length[i];
      if (v > *max) *max = v;
    }
  }
}

/* The row where chunk number `turn` of a lane begins. The argument words of one call stay together. */
static uint64_t chunk_begin(const tracegen_trace *t, const tracegen_lane *l, uint64_t turn) {
  uint64_t rows = t->options.chunk_rows;
  if (l->kind != ROCZ_ARGUMENT) return turn * rows < l->rows ? turn * rows : l->rows;
  if (rows > ROCZ_MAX_ROWS - 64) rows = ROCZ_MAX_ROWS - 64;
  uint64_t at = turn * rows;
  if (at >= l->rows) return l->rows;
  while (at > 0 && l->column[0][at] == l->column[0][at - 1]) at--;
  return at;
}

/* Writes chunk number `turn` of a lane. False: it has no more rows. */
static bool put_rows(output *out, const tracegen_trace *t, const tracegen_lane *l, uint64_t turn) {
  uint64_t first = chunk_begin(t, l, turn), end = chunk_begin(t, l, turn + 1);
  if (first >= l->rows) return false;
  rocz_rows r = {.kind = l->kind, .lane = l->lane, .rows = (uint32_t)(end - first), .first_row = first, .position = l->rows * 32};
  const int64_t *column[ROCZ_MAX_COLUMNS];
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) column[c] = l->column[c] ? l->column[c] + first : NULL;
  r.column = column;
  time_range(l, first, r.rows, &r.min_time, &r.max_time);
  put_chunk(out, &r, 0);
  return true;
}

static bool is_late(uint16_t kind) { return kind == ROCZ_COUNTER || kind == ROCZ_PROCESS_END; }

static void put_lanes(output *out, const tracegen_trace *t, bool info, bool late) {
  bool more = true;
  for (uint64_t turn = 0; more && !out->error; turn++) {
    more = false;
    for (size_t i = 0; i < t->lanes; i++) {
      uint16_t kind = t->lane[i].kind;
      if ((kind < ROCZ_CALL) == info && is_late(kind) == late) more |= put_rows(out, t, &t->lane[i], turn);
    }
  }
}

static void put_footer(output *out) {
  if (!reserve(out, rocz_footer_size(out->chunks))) return;
  out->size += rocz_encode_footer(out->index, out->chunks, out->size, out->bytes + out->size, out->capacity - out->size);
}

const char *tracegen_encode(const tracegen_trace *t, uint8_t **bytes, size_t *size) {
  output out = {0};
  void *memory = aligned_alloc(16, ROCZ_ENCODER_SIZE);
  if (!memory) return "out of memory";
  out.encoder = rocz_encoder_init(memory, ROCZ_ENCODER_SIZE);
  put_header(&out, t);
  put_strings(&out, t);
  put_lanes(&out, t, true, false);
  put_lanes(&out, t, false, false);
  put_lanes(&out, t, true, true);
  if (!t->options.no_footer) put_footer(&out);
  free(memory);
  free(out.index);
  if (out.error) free(out.bytes);
  *bytes = out.error ? NULL : out.bytes;
  *size = out.error ? 0 : out.size;
  return out.error;
}

const char *tracegen_write_trace(const tracegen_trace *t, const char *path) {
  uint8_t *bytes;
  size_t size;
  const char *error = tracegen_encode(t, &bytes, &size);
  if (error) return error;
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(bytes, 1, size, f) != size) error = "cannot write the file";
  if (f && fclose(f)) error = "cannot write the file";
  free(bytes);
  return error;
}

const char *tracegen_write(const char *path, const tracegen_options *options) {
  tracegen_trace *t = tracegen_make(options);
  if (!t) return "out of memory";
  const char *error = tracegen_write_trace(t, path);
  tracegen_free(t);
  return error;
}
