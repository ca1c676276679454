/* Prints the rows of a chunk file and of the live file beside it, one row a line:
**   rocz_dump FILE.rocz           KIND LANE ROW column=value ...
**   rocz_dump -s FILE.rocz        KIND rows=N bytes=N, and only the rows of counters
** Strings are shown as text. Calls of the live file have the kind "live_call", dispatches "live_dispatch", rows of declared kinds
** "live_NAME", and calls in progress "open_call". This is a reader of rocz.h for tests that is independent of the extension's: it
** decodes column by column, and applies the rules of the live file itself. Exit code 1, with a message on stderr: the file is
** damaged. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "clock.h"
#include "decode.h"

static bool summary;
static uint64_t kind_rows[65536], kind_bytes[65536], kind_chunks[65536];
static char **string_text;
static size_t strings;

typedef struct lane_position { int kind; uint32_t lane; uint64_t position, rows; } lane_position;
static lane_position *positions;
static size_t position_count;

static void *must(void *p) {
  if (!p) { fprintf(stderr, "no memory\n"); exit(1); }
  return p;
}

static uint8_t *load(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY);
  struct stat st;
  if (fd < 0 || fstat(fd, &st)) return NULL;
  uint8_t *p = must(malloc((size_t)st.st_size + 1));
  size_t n = 0;
  for (ssize_t got; n < (size_t)st.st_size && (got = read(fd, p + n, (size_t)st.st_size - n)) > 0;) n += (size_t)got;
  close(fd);
  *size = n;
  return p;
}

static lane_position *position_of(int kind, uint32_t lane) {
  for (size_t i = 0; i < position_count; i++)
    if (positions[i].kind == kind && positions[i].lane == lane) return &positions[i];
  if (!(position_count & (position_count - 1))) /* full: doubles it */
    positions = must(realloc(positions, (position_count ? 2 * position_count : 1) * sizeof *positions));
  positions[position_count] = (lane_position){kind, lane, 0, 0};
  return &positions[position_count++];
}

static void die(const char *path, const rocz_error *e) {
  char text[256];
  rocz_error_text(e, text, sizeof text);
  fprintf(stderr, "%s: %s\n", path, text);
  exit(1);
}

static void string_put(size_t id, const char *p, size_t n) {
  if (id >= strings) {
    string_text = must(realloc(string_text, (id + 1) * sizeof *string_text));
    while (strings <= id) string_text[strings++] = NULL;
  }
  string_text[id] = must(malloc(n + 1));
  memcpy(string_text[id], p, n);
  string_text[id][n] = 0;
}

static const char *string_get(int64_t id) {
  if (!id) return "NULL";
  return id > 0 && (size_t)id < strings && string_text[id] ? string_text[id] : "(unknown)";
}

/* ---- declared kinds ---- */

/* A column is shown with all its names, joined by "+"; `less` is not applied. */
static rocz_kind *declared[ROCZ_FOOTER];

static const rocz_kind *kind_of(uint16_t id) { return id < ROCZ_DECLARED ? rocz_kind_find(id) : id < ROCZ_FOOTER ? declared[id] : NULL; }

static void declare(int64_t id, const char *name) {
  if (id < ROCZ_DECLARED || id >= ROCZ_FOOTER || declared[id]) return;
  declared[id] = must(calloc(1, sizeof *declared[id]));
  *declared[id] = (rocz_kind){(uint16_t)id, 0, strdup(name), must(calloc(ROCZ_MAX_COLUMNS, sizeof(rocz_column_def)))};
}

static void declare_column(int64_t id, int64_t at, const char *name, int64_t type) {
  rocz_kind *k = id < ROCZ_DECLARED || id >= ROCZ_FOOTER ? NULL : declared[id];
  if (!k || at < 0 || at >= ROCZ_MAX_COLUMNS) return;
  rocz_column_def *c = (rocz_column_def *)&k->column[at];
  char *both = must(malloc((c->name ? strlen(c->name) : 0) + strlen(name) + 2));
  sprintf(both, "%s%s%s", c->name ? c->name : "", c->name ? "+" : "", name);
  *c = (rocz_column_def){both, (uint8_t)type, 0, 0};
  if (at >= k->columns) k->columns = (uint8_t)(at + 1);
}

/* ---- chunks ---- */

static void value_print(const rocz_kind *k, int column, int64_t v) {
  if (v == ROCZ_NULL) printf(" %s=NULL", k->column[column].name);
  else if (k->column[column].type == ROCZ_STRING_ID) printf(" %s=%s", k->column[column].name, string_get(v));
  else printf(" %s=%lld", k->column[column].name, (long long)v);
}

static void chunk_print(const char *path, rocz_decoder *d, const rocz_chunk *c, const uint8_t *data) {
  rocz_body body;
  rocz_error e;
  const rocz_kind *k = kind_of(c->kind);
  if (rocz_parse_body(c, data, &body, &e)) die(path, &e);
  if (!k) return;
  lane_position *lp = position_of(c->kind, c->lane);
  if (lp->rows != c->first_row)
    fprintf(stderr, "%s: %s lane %u: first_row %llu, rows so far %llu\n", path, k->name, c->lane, (unsigned long long)c->first_row,
            (unsigned long long)lp->rows),
      exit(1);
  lp->rows += c->rows;
  kind_rows[c->kind] += c->rows;
  kind_chunks[c->kind]++;
  kind_bytes[c->kind] += ROCZ_CHUNK_SIZE + c->body_size;
  if (c->position) lp->position = c->position;
  if (c->kind == ROCZ_STRING) {
    uint32_t *length = must(malloc(c->rows * 4));
    size_t total;
    if (rocz_decode_lengths(d, &body, 0, length, &total, &e)) die(path, &e);
    char *text = must(malloc(total + 1));
    if (rocz_decode_text(d, &body, 0, total, text, &e)) die(path, &e);
    for (uint32_t i = 0, at = 0; i < c->rows; at += length[i], i++) string_put((size_t)c->first_row + i + 1, text + at, length[i]);
    free(text);
    free(length);
    return;
  }
  if (summary && c->kind != ROCZ_COUNTER && c->kind != ROCZ_DECLARED_KIND && c->kind != ROCZ_DECLARED_COLUMN) return;
  int64_t *column[ROCZ_MAX_COLUMNS];
  for (int i = 0; i < k->columns; i++) {
    column[i] = must(malloc((size_t)c->rows * 8));
    if (rocz_decode_column(d, &body, (unsigned)i, NULL, column[i], &e)) die(path, &e);
  }
  for (uint32_t row = 0; row < c->rows; row++) {
    if (c->kind == ROCZ_DECLARED_KIND) declare(column[0][row], string_get(column[1][row]));
    if (c->kind == ROCZ_DECLARED_COLUMN) declare_column(column[0][row], column[1][row], string_get(column[2][row]), column[3][row]);
    if (summary && c->kind != ROCZ_COUNTER) continue;
    printf("%s %u %llu", k->name, c->lane, (unsigned long long)c->first_row + row);
    for (int i = 0; i < k->columns - (c->kind == ROCZ_FUNCTION); i++) value_print(k, i, column[i][row]); /* the name is the last column */
    printf("\n");
  }
  for (int i = 0; i < k->columns; i++) free(column[i]);
}

/* ---- the live file ---- */

static void meta_print(const uint8_t *data, const rocz_segment *s, uint64_t tail, uint64_t pos, int pass) {
  uint8_t *flat = must(malloc(s->capacity * 2));
  for (uint64_t i = tail; i < pos; i++) flat[i - tail] = data[i & (s->capacity - 1)];
  for (uint64_t at = 0; at < pos - tail;) {
    rocz_meta_head h;
    memcpy(&h, flat + at, sizeof h);
    const rocz_kind *k = rocz_kind_find(h.kind);
    uint64_t i = at + sizeof h;
    at += h.size;
    if (!k || !h.size || h.row < position_of(h.kind, 0)->rows) continue;
    if (h.kind == ROCZ_STRING) {
      uint32_t n;
      memcpy(&n, flat + i, 4);
      if (pass == 0) string_put((size_t)h.row + 1, (char *)flat + i + 4, n);
      continue;
    }
    int64_t number[ROCZ_MAX_COLUMNS] = {0};
    char text[256] = "";
    if (pass == 1) printf("%s 0 %llu", k->name, (unsigned long long)h.row);
    for (int c = 0; c < k->columns - (h.kind == ROCZ_FUNCTION); c++) { /* the name is the last column */
      if (k->column[c].type == ROCZ_STRING_ID) {
        uint32_t n;
        memcpy(&n, flat + i, 4);
        bool null = n == UINT32_MAX;
        if (null) n = 0;
        snprintf(text, sizeof text, "%.*s", (int)n, (char *)flat + i + 4);
        if (pass == 1 && null) printf(" %s=NULL", k->column[c].name);
        else if (pass == 1) printf(" %s=%.*s", k->column[c].name, (int)n, (char *)flat + i + 4);
        i += (4 + n + 7) & ~7u;
      } else {
        memcpy(&number[c], flat + i, 8);
        if (pass == 1) value_print(k, c, number[c]);
        i += 8;
      }
    }
    if (h.kind == ROCZ_DECLARED_KIND) declare(number[0], text);
    if (pass == 0 && h.kind == ROCZ_DECLARED_COLUMN) declare_column(number[0], number[1], text, number[3]);
    if (pass == 1) printf("\n");
  }
  free(flat);
}

static uint64_t widen(uint32_t low, uint64_t next) {
  uint64_t v = ((next - 1) & ~(uint64_t)UINT32_MAX) | low;
  return v >= next && v >> 32 ? v - ((uint64_t)1 << 32) : v;
}

/* A record that is a row of a declared kind. */
static void row_print(const rocz_kind *k, const uint8_t *data, const rocz_segment *s, uint64_t at, const rocz_call_record *r, rocz_clock *clock) {
  int64_t start = rocz_clock_ns(clock, r->start), stack = (int64_t)s->lane << ROCZ_STACK_SHIFT;
  int64_t value[ROCZ_MAX_COLUMNS] = {start, rocz_clock_ns(clock, r->end) - start, stack | (int64_t)widen(r->sequence, s->next_sequence),
                                     r->parent ? stack | (int64_t)widen(r->parent, s->next_sequence) : 0};
  bool raw = s->kind == ROCZ_SEG_ROWS; /* what is no column yet is NULL */
  for (int c = 4; c < k->columns; c++)
    if (raw && (c - 4 >= r->result >> 16 || k->column[c].type == ROCZ_STRING_ID)) value[c] = ROCZ_NULL;
    else memcpy(&value[c], data + ((at + 32 + 8 * (uint64_t)(c - 4)) & (s->capacity - 1)), 8);
  printf("live_%s %u %llu", k->name, s->lane, (unsigned long long)at);
  for (int c = 0; c < k->columns; c++) value_print(k, c, value[c]);
  printf("\n");
}

static void calls_print(const uint8_t *data, const rocz_segment *s, uint64_t tail, uint64_t pos, rocz_clock *clock) {
  const uint64_t mask = s->capacity - 1;
  uint64_t from = position_of(ROCZ_CALL, s->lane)->position, last_end = 0;
  uint32_t *seen = must(malloc((size_t)(s->capacity / 32 + 1) * 4)), n = 0;
  rocz_call_record r;
  for (uint64_t at = tail; at < pos;) {
    memcpy(&r, data + (at & mask), sizeof r);
    const rocz_kind *row = kind_of((uint16_t)(ROCZ_DECLARED + r.function));
    uint64_t end_at = at + 32 + 32 * (uint64_t)r.argument_blocks;
    if (row) {
      if (end_at > position_of(ROCZ_DECLARED + r.function, s->lane)->position) row_print(row, data, s, at, &r, clock);
      seen[n++] = r.sequence;
      at = end_at;
      continue;
    }
    bool instant = r.flags & ROCZ_CALL_INSTANT;
    if (at >= from && (!instant || at >= position_of(ROCZ_MARK, s->lane)->position))
      printf(instant ? "live_mark %u %llu duration=%lld start=%lld function=%u sequence=%llu parent=%u message=%d\n" :
                       "live_call %u %llu duration=%lld start=%lld function=%u sequence=%llu parent=%u result=%d\n",
             s->lane, (unsigned long long)at, (long long)(rocz_clock_ns(clock, r.end) - rocz_clock_ns(clock, r.start)),
             (long long)rocz_clock_ns(clock, r.start), r.function, (unsigned long long)widen(r.sequence, s->next_sequence), r.parent, r.result);
    for (unsigned w = 0; w < 4u * r.argument_blocks && at >= position_of(ROCZ_ARGUMENT, s->lane)->position; w++) {
      int64_t v;
      memcpy(&v, data + ((at + 32 + 8 * w) & mask), 8);
      printf("live_argument %u %llu sequence=%u key=%u value=%lld\n", s->lane, (unsigned long long)at, r.sequence, r.function * 64 + w, (long long)v);
    }
    seen[n++] = r.sequence;
    last_end = (uint64_t)r.end;
    at += 32 + 32 * (uint64_t)r.argument_blocks;
  }
  rocz_open_call open[ROCZ_SPILL_DEPTH + 1];
  uint32_t opens = 0, depth = atomic_load(&((rocz_segment *)s)->depth);
  for (uint32_t i = 0; i < depth && i < ROCZ_SPILL_DEPTH; i++) open[opens++] = s->spill[i];
  memcpy(&r, data + (pos & mask), sizeof r);
  if (!atomic_load(&((rocz_segment *)s)->fast_until) && !(r.flags & ROCZ_CALL_DONE) && r.start && (uint64_t)r.start > last_end)
    open[opens++] = (rocz_open_call){.start = r.start, .sequence = r.sequence, .function = r.function, .parent = opens ? open[opens - 1].sequence : 0};
  for (uint32_t i = 0; i < opens; i++) {
    bool known = false;
    for (uint32_t j = 0; j < n; j++) known |= seen[j] == open[i].sequence;
    for (uint32_t j = 0; j < i; j++) known |= open[j].sequence == open[i].sequence;
    if (!known)
      printf("open_call %u 0 start=%lld function=%u sequence=%llu parent=%llu message=%u\n", s->lane, (long long)rocz_clock_ns(clock, open[i].start),
             open[i].function, (unsigned long long)widen(open[i].sequence, s->next_sequence),
             (unsigned long long)(open[i].parent ? widen(open[i].parent, s->next_sequence) : 0), open[i].message);
  }
  free(seen);
}

/* Dispatches and copies that are in no chunk, with their times if they have ended. */
static void times_print(uint32_t state, int64_t start_ns, int64_t end_ns) {
  if ((state == ROCZ_DONE || state == ROCZ_TIMED) && start_ns != ROCZ_NULL)
    printf(" duration=%lld start=%lld", (long long)(end_ns - start_ns), (long long)start_ns);
  else printf(" duration=NULL start=NULL");
}

static void dispatch_print(const rocz_segment *s, uint64_t n, const void *record) {
  const rocz_dispatch_record *r = record;
  if (r->state == ROCZ_SKIP) return;
  printf("live_dispatch %u %llu", s->lane, (unsigned long long)n);
  times_print(r->state, r->start_ns, r->end_ns);
  printf(" dispatch_id=%llu stack_id=%llu kernel_id=%u\n", (unsigned long long)r->dispatch_id, (unsigned long long)r->stack_id, r->kernel_id);
}

static void copy_print(const rocz_segment *s, uint64_t n, const void *record) {
  const rocz_copy_record *r = record;
  if (r->state == ROCZ_SKIP) return;
  printf("live_copy %u %llu", s->lane, (unsigned long long)n);
  times_print(r->state, r->start_ns, r->end_ns);
  printf(" size_bytes=%llu stack_id=%llu\n", (unsigned long long)r->size_bytes, (unsigned long long)r->stack_id);
}

/* Records that are in no chunk. */
static void records_print(const uint8_t *data, const rocz_segment *s, int kind, int open_kind,
                          void (*print)(const rocz_segment *s, uint64_t n, const void *record)) {
  enum { RECORD = sizeof(rocz_dispatch_record) };
  _Static_assert(RECORD == sizeof(rocz_copy_record), "one size");
  uint64_t position = position_of(kind, s->lane)->position, open = position_of(open_kind, s->lane)->position;
  for (uint64_t n = atomic_load(&s->tail); n < atomic_load(&s->pos); n++) {
    _Alignas(64) uint8_t record[RECORD];
    memcpy(record, data + n % (s->capacity / RECORD) * RECORD, RECORD);
    if (n >= position && n >= open) print(s, n, record);
  }
}

static void live_print(const char *path, uint8_t *p, size_t size) {
  const rocz_live *live = (const rocz_live *)(void *)p;
  if (size < sizeof live->magic || !memcmp(live->magic, (char[sizeof live->magic]){0}, sizeof live->magic)) {
    puts("live_not_begun"); /* the process was killed while it made the file */
    return;
  }
  if (size < ROCZ_PAGE || memcmp(live->magic, ROCZ_LIVE_MAGIC, 8)) { fprintf(stderr, "%s: no live file\n", path); exit(1); }
  static const char *const name[ROCZ_COUNTERS] = {"calls_dropped", "calls_untracked", "dispatches_dropped", "dispatches_untimed", "copies_dropped",
    "times_adjusted", "meta_dropped", "write_errors", "rows_lost", "unlinked", "writer_cpu_ns"};
  for (int i = 0; i < ROCZ_COUNTERS && name[i]; i++)
    printf("live_counter 0 %d name=%s value=%llu\n", i, name[i], (unsigned long long)atomic_load(&((rocz_live *)live)->counter[i]));
  rocz_anchor anchor[ROCZ_ANCHORS];
  uint64_t count = atomic_load(&((rocz_live *)live)->anchor_count), n = 0;
  for (uint64_t i = count > ROCZ_ANCHORS - 1 ? count - (ROCZ_ANCHORS - 1) : 0; i < count; i++) anchor[n++] = live->anchor[i % ROCZ_ANCHORS];
  rocz_clock clock;
  rocz_clock_init(&clock, anchor, n, live->tsc_hz);
  for (int pass = 0; pass < 2; pass++)
    for (uint64_t at = ROCZ_PAGE; at && at + ROCZ_PAGE <= size;) {
      rocz_segment s;
      memcpy(&s, p + at, sizeof s);
      if (s.magic != ROCZ_SEGMENT_MAGIC || s.data_offset + s.capacity > size) break;
      const uint8_t *data = p + s.data_offset;
      uint64_t tail = atomic_load(&s.tail), pos = atomic_load(&s.pos);
      if (s.kind == ROCZ_SEG_META) meta_print(data, &s, tail, pos, pass);
      if ((s.kind == ROCZ_SEG_CALLS || s.kind == ROCZ_SEG_ROWS) && pass == 1) calls_print(data, &s, tail, pos, &clock);
      if (s.kind == ROCZ_SEG_DISPATCHES && pass == 1) records_print(data, &s, ROCZ_DISPATCH, ROCZ_OPEN_DISPATCH, dispatch_print);
      if (s.kind == ROCZ_SEG_COPIES && pass == 1) records_print(data, &s, ROCZ_COPY, ROCZ_OPEN_COPY, copy_print);
      at = s.file_next;
    }
}

int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "-s")) summary = true, argv++;
  if (argc < 2) { fprintf(stderr, "usage: rocz_dump FILE.rocz\n"); return 2; }
  /* The live file is read first: what leaves it meanwhile is then in the chunks. */
  char live_path[4200];
  snprintf(live_path, sizeof live_path, "%s.live", argv[1]);
  size_t size = 0, live_size = 0;
  uint8_t *live = load(live_path, &live_size), *p = load(argv[1], &size);
  if (!p) { perror(argv[1]); return 1; }
  rocz_header h;
  rocz_error e;
  if (rocz_parse_header(p, size, &h, &e)) die(argv[1], &e);
  printf("header pid=%u ppid=%u start=%lld tsc_hz=%lld host=%s command=%s\n", h.pid, h.ppid, (long long)h.start_ns, (long long)h.tsc_hz,
         rocz_header_property(&h, "host"), rocz_header_property(&h, "command"));
  rocz_decoder *d = rocz_decoder_init(must(malloc(ROCZ_DECODER_SIZE)), ROCZ_DECODER_SIZE);
  bool footer = false;
  for (uint64_t at = h.size; at < size;) {
    rocz_chunk c;
    int rc = rocz_parse_chunk(p + at, size - at, at, &c, &e);
    if (rc == ROCZ_CUT) { printf("cut at %llu\n", (unsigned long long)at); break; }
    if (rc) die(argv[1], &e);
    if (c.kind == ROCZ_FOOTER) { footer = true; break; }
    chunk_print(argv[1], d, &c, p + at + ROCZ_CHUNK_SIZE);
    at += ROCZ_CHUNK_SIZE + c.body_size;
  }
  rocz_footer f;
  if (footer && rocz_parse_footer(p, size, h.size, &f, &e)) die(argv[1], &e);
  for (int k = 0; k < 65536 && summary; k++)
    if (kind_rows[k]) printf("%s rows=%llu bytes=%llu chunks=%llu\n", kind_of((uint16_t)k)->name, (unsigned long long)kind_rows[k],
                             (unsigned long long)kind_bytes[k], (unsigned long long)kind_chunks[k]);
  if (live && !summary) live_print(live_path, live, live_size);
  printf("end %s%s size=%zu\n", footer ? "footer" : "no_footer", live ? " live" : "", size);
  return 0;
}
