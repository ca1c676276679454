/* Rows that are in the live file only: of a running process, or of one that was
** killed. The order of looking makes one state of two files (see "To see one state"
** in rocz.h): first the buffers are copied, then the chunks are looked for, and what
** they hold by then is dropped from the copies. Dispatches are copied before calls, and
** calls before info rows: whatever a row refers to is copied after it, so it is there.
** When a chunk that was written meanwhile has newer rows than the copies, all is looked
** at once more.
**
** Later statements never show fewer rows. A call in progress could be missed while
** its thread moves it between the ring and the stack; so those that were shown before
** must be there again, in progress or ended, or all is looked at once more. */
#include "rocz_file.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 16

/* One state of a segment, in memory. */
typedef struct segment {
  rocz_live_segment_view view;
  void *memory;
} segment;

typedef struct look {
  bool present;
  rocz_live_view live;
  segment *segment;
  size_t segments;
  size_t chunks; /* of the file, before the copies */
  bool unstable; /* a segment kept changing */
  bool newer;    /* chunks are newer than the copies */
  char *damage;
  /* The rows that come of it. */
  rocpd_rocz_live_rows **rows;
  size_t row_sets;
  rocz_clock clock;
  rocz_anchor *anchor;
  bool missing; /* a call that was in progress is not there, or one that others were made in */
} look;

/* ---- plain rows */

static void live_rows_free(rocpd_rocz_live_rows *p) {
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) sqlite3_free(p->column[c]);
  sqlite3_free(p);
}

void rocpd_rocz_live_rows_unref(rocpd_rocz_live_rows *p) {
  if (--p->refs == 0) live_rows_free(p);
}

static int live_rows_add(look *k, uint16_t kind, unsigned columns, uint32_t lane, rocpd_rocz_live_rows **out) {
  if (rocpd_array_push_reserve(&k->rows, k->row_sets, sizeof(*k->rows)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_rocz_live_rows *p = sqlite3_malloc64(sizeof(*p));
  if (!p) return SQLITE_NOMEM;
  memset(p, 0, sizeof(*p));
  p->refs = 1;
  p->kind = kind;
  p->columns = (uint16_t)columns;
  p->lane = lane;
  *out = k->rows[k->row_sets++] = p;
  return SQLITE_OK;
}

static int live_rows_grow(rocpd_rocz_live_rows *p) {
  uint32_t capacity = p->capacity ? p->capacity * 2 : 64;
  for (unsigned c = 0; c < p->columns; c++) {
    int64_t *more = sqlite3_realloc64(p->column[c], (uint64_t)capacity * sizeof(*more));
    if (!more) return SQLITE_NOMEM;
    p->column[c] = more;
  }
  p->capacity = capacity;
  return SQLITE_OK;
}

/* Append a row of a kind to the rows of its lane. */
static int put_row_of(look *k, uint16_t kind, unsigned columns, uint32_t lane, const int64_t *value) {
  rocpd_rocz_live_rows *p = NULL;
  /* Few kinds alternate, so the right one is among the last. */
  for (size_t i = k->row_sets, tries = 4; !p && i > 0 && tries > 0; i--, tries--)
    if (k->rows[i - 1]->kind == kind && k->rows[i - 1]->lane == lane) p = k->rows[i - 1];
  int rc = SQLITE_OK;
  if (!p || p->rows == ROCPD_BATCH_ROWS) rc = live_rows_add(k, kind, columns, lane, &p);
  if (rc == SQLITE_OK && p->rows == p->capacity) rc = live_rows_grow(p);
  if (rc != SQLITE_OK) return rc;
  for (unsigned c = 0; c < columns; c++) p->column[c][p->rows] = value[c];
  p->rows++;
  return SQLITE_OK;
}

static int put_row(look *k, uint16_t kind, uint32_t lane, const int64_t *value) {
  return put_row_of(k, kind, rocz_kind_find(kind)->columns, lane, value);
}

/* ---- the process */

/* Does the process that writes the file live? Only a process of this machine can be
** asked for; false otherwise. *dead: it surely does not. */
static bool process_lives(const rocpd_rocz_file *f, bool *dead) {
  char host[256] = "", path[64], line[1024];
  *dead = false;
  gethostname(host, sizeof(host) - 1);
  if (!f->base.info.host || strcmp(host, f->base.info.host) != 0 || f->base.info.pid <= 0) return false;
  *dead = kill((pid_t)f->base.info.pid, 0) != 0 && errno == ESRCH;
  if (*dead) return false;
  sqlite3_snprintf(sizeof(path), path, "/proc/%d/stat", (int)f->base.info.pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return true;
  size_t n = rocpd_rocz_pread(fd, 0, line, sizeof(line) - 1);
  close(fd);
  line[n] = 0;
  /* After the name, which may hold anything: state, then the 20th field is the start
  ** in clock ticks. A process that began after the file is another of this number. */
  const char *p = strrchr(line, ')');
  char state = 0;
  unsigned long long start = 0;
  if (!p || sscanf(p + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state, &start) != 2) return true;
  int64_t start_ns = (int64_t)(start * (1000000000ull / (unsigned long long)sysconf(_SC_CLK_TCK)));
  *dead = state == 'Z' || state == 'X' || start_ns > f->base.info.start_ns + 20000000;
  return !*dead;
}

/* ---- copying the live file */

static size_t read_live(void *arg, uint64_t offset, void *out, size_t size) { return rocpd_rocz_pread(*(int *)arg, offset, out, size); }

static int live_damage(const rocpd_rocz_file *f, look *k, const rocz_error *e) {
  rocpd_error why = {0};
  char *path = sqlite3_mprintf("%s.live", f->base.path);
  if (!path) return SQLITE_NOMEM;
  rocpd_rocz_fail_text(path, e, &why);
  sqlite3_free(path);
  if (k->damage) sqlite3_free(why.message); /* the first one says most */
  else k->damage = why.message;
  return k->damage ? SQLITE_OK : SQLITE_NOMEM;
}

/* Find the segments; they are not copied yet. */
static int list_segments(const rocpd_rocz_file *f, look *k) {
  rocz_error e = {0};
  for (uint64_t offset = rocz_live_first(&k->live); offset;) {
    rocz_live_segment_view view;
    int code = rocz_live_segment(&k->live, offset, &view, &e);
    if (code == ROCZ_CUT) return SQLITE_OK; /* made just now: empty */
    if (code) return live_damage(f, k, &e);
    offset = view.next;
    if (view.kind < ROCZ_SEG_CALLS || view.kind > ROCZ_SEG_META) continue;
    if (rocpd_array_push_reserve(&k->segment, k->segments, sizeof(*k->segment)) != SQLITE_OK) return SQLITE_NOMEM;
    k->segment[k->segments++] = (segment){view, NULL};
  }
  return SQLITE_OK;
}

static int copy_segment(const rocpd_rocz_file *f, look *k, segment *s) {
  rocz_error e = {0};
  void *memory = sqlite3_malloc64(s->view.memory_size + 8);
  if (!memory) return SQLITE_NOMEM;
  int code = rocz_live_copy(&k->live, &s->view, memory, &e);
  if (code) {
    sqlite3_free(memory);
    s->view.first = s->view.tail = s->view.pos = 0;
    s->view.open_calls = 0;
    if (code != ROCZ_CUT) return live_damage(f, k, &e);
    k->unstable = true;
    return SQLITE_OK;
  }
  if (s->view.kind == ROCZ_SEG_CALLS && s->view.lane > ROCPD_ROCZ_MAX_LANE) {
    sqlite3_free(memory);
    s->view.first = s->view.tail = s->view.pos = 0;
    s->view.open_calls = 0;
    rocz_fail(&e, ROCZ_DAMAGED, "lane of a segment of calls", s->view.offset + offsetof(rocz_segment, lane), ROCPD_ROCZ_MAX_LANE, s->view.lane);
    return live_damage(f, k, &e);
  }
  /* Rings are mostly far from full. */
  bool bytes = s->view.kind == ROCZ_SEG_CALLS || s->view.kind == ROCZ_SEG_META;
  void *less = sqlite3_realloc64(memory, (s->view.pos - s->view.first) * (bytes ? 1 : sizeof(rocz_dispatch_record)) + 8);
  s->memory = less ? less : memory;
  s->view.data = s->memory;
  return SQLITE_OK;
}

static int copy_segments(const rocpd_rocz_file *f, look *k, int fd) {
  static const uint8_t order[] = {ROCZ_SEG_DISPATCHES, ROCZ_SEG_COPIES, ROCZ_SEG_CALLS, ROCZ_SEG_META};
  struct stat st;
  rocz_error e = {0};
  if (fstat(fd, &st) != 0) return SQLITE_OK;
  int code = rocz_live_open(&k->live, read_live, &fd, (uint64_t)st.st_size, &e);
  if (code == ROCZ_CUT) return SQLITE_OK; /* being made just now */
  if (code) return live_damage(f, k, &e);
  /* Another file's: that of a process with our name, before. */
  if (memcmp(k->live.file_id, f->header.file_id, 16) != 0 || k->live.closed) return SQLITE_OK;
  k->present = true;
  int rc = list_segments(f, k);
  for (size_t kind = 0; rc == SQLITE_OK && kind < sizeof(order); kind++)
    for (size_t i = 0; rc == SQLITE_OK && i < k->segments; i++)
      if (k->segment[i].view.kind == order[kind]) rc = copy_segment(f, k, &k->segment[i]);
  return rc;
}

static int copy_live(const rocpd_rocz_file *f, look *k, rocpd_error *err) {
  char *path = sqlite3_mprintf("%s.live", f->base.path);
  if (!path) return rocpd_no_memory(err);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc = SQLITE_OK;
  if (fd < 0 && errno != ENOENT && errno != ENOTDIR) rc = rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s: %s", path, strerror(errno));
  sqlite3_free(path);
  if (fd < 0) return rc;
  rc = copy_segments(f, k, fd);
  close(fd);
  return rocpd_fail_code(err, rc);
}

/* ---- rows */

static int compare_anchors(const void *a, const void *b) {
  const rocz_anchor *x = a, *y = b;
  return x->tsc < y->tsc ? -1 : x->tsc > y->tsc;
}

/* All anchors that there are: of the header, of chunks, of the live file. */
static int make_clock(const rocpd_rocz_file *f, look *k) {
  const rocpd_rocz_info *info = &f->info[ROCZ_ANCHOR];
  size_t n = 0;
  k->anchor = sqlite3_malloc64((1 + info->rows + k->live.anchors) * sizeof(*k->anchor));
  if (!k->anchor) return SQLITE_NOMEM;
  k->anchor[n++] = f->header.anchor;
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    k->anchor[n++] = (rocz_anchor){row[0], row[1], row[2], row[3]};
  }
  for (size_t i = 0; i < k->live.anchors; i++) k->anchor[n++] = k->live.anchor[i];
  qsort(k->anchor, n, sizeof(*k->anchor), compare_anchors);
  rocz_clock_init(&k->clock, k->anchor, n, f->header.tsc_hz);
  return SQLITE_OK;
}

/* Up to which position a lane's records are in chunks. */
static uint64_t taken_to(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, lane);
  return l ? l->position : 0;
}

static bool has_rows(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, lane);
  return l && l->rows > 0;
}

static int put_call(look *k, uint32_t lane, const rocz_live_call_view *c) {
  int64_t start = rocz_clock_ns(&k->clock, c->start), end = rocz_clock_ns(&k->clock, c->end);
  if (c->instant) {
    int64_t mark[] = {start, c->function, (int64_t)c->sequence, (int64_t)c->parent, (uint32_t)c->result};
    return put_row(k, ROCZ_MARK, lane, mark);
  }
  int64_t row[] = {end - start, start, c->function, (int64_t)c->sequence, (int64_t)c->parent, c->result};
  return put_row(k, ROCZ_CALL, lane, row);
}

static int put_words(look *k, uint32_t lane, const rocz_live_call_view *c) {
  int rc = SQLITE_OK;
  for (uint32_t w = 0; rc == SQLITE_OK && w < c->words; w++) {
    int64_t row[3] = {(int64_t)c->sequence, (int64_t)c->function * 64 + w, 0};
    memcpy(&row[2], c->word + 8 * (size_t)w, 8);
    rc = put_row(k, ROCZ_ARGUMENT, lane, row);
  }
  return rc;
}

/* A record that is a row of a declared kind, of `columns` columns (see rocz.h). */
static int put_declared(const rocpd_rocz_file *f, look *k, uint32_t lane, const rocz_live_call_view *c, unsigned columns) {
  int64_t row[ROCZ_MAX_COLUMNS], end = rocz_clock_ns(&k->clock, c->end), stack = (int64_t)lane << ROCZ_STACK_SHIFT;
  uint16_t kind = (uint16_t)(ROCZ_DECLARED + c->function);
  if (c->position <= taken_to(f, kind, lane)) return SQLITE_OK;
  row[0] = rocz_clock_ns(&k->clock, c->start);
  row[1] = end - row[0];
  row[2] = stack | (int64_t)c->sequence;
  row[3] = c->parent ? stack | (int64_t)c->parent : 0;
  for (unsigned i = 4; i < columns; i++)
    if (i - 4 < c->words) memcpy(&row[i], c->word + 8 * (size_t)(i - 4), 8);
    else row[i] = ROCPD_NULL;
  return put_row_of(k, kind, columns, lane, row);
}

/* How many columns the row has that a record is, 0: it is a call. */
static unsigned row_columns(const rocpd_rocz_file *f, const rocz_live_call_view *c) {
  bool may = f->declareds && c->function < ROCZ_FOOTER - ROCZ_DECLARED;
  unsigned columns = may ? rocpd_rocz_declared_columns(f, (uint16_t)(ROCZ_DECLARED + c->function)) : 0;
  return columns >= 4 ? columns : 0;
}

/* A call of this number among the lane's rows in chunks from `first` on. */
static int ended_in_chunks(const rocpd_rocz_file *f, uint32_t lane, size_t first, uint64_t sequence, bool *found, rocpd_error *err) {
  rocpd_session *session = f->base.session;
  int rc = SQLITE_OK;
  *found = false;
  for (size_t i = f->chunks; rc == SQLITE_OK && !*found && i-- > first;) {
    const rocz_chunk *c = &f->chunk[i];
    if (c->kind != ROCZ_CALL || c->lane != lane) continue;
    rocpd_rocz_scratch *s = rocpd_rocz_scratch_take(session, f->base.number, c->offset);
    if (!s) return SQLITE_NOMEM;
    rocz_error e = {0};
    rc = rocpd_rocz_load(f, c, s, err);
    if (rc == SQLITE_OK && rocz_decode_column(s->decoder, &s->body, (unsigned)rocpd_rocz_place(ROCZ_CALL, L_SEQUENCE), NULL, s->values, &e))
      rc = rocpd_rocz_fail_text(f->base.path, &e, err);
    for (uint32_t j = 0; rc == SQLITE_OK && j < c->rows; j++)
      if ((uint64_t)s->values[j] == sequence) *found = true;
    rocpd_rocz_scratch_give(session, s);
  }
  return rc;
}

/* Calls that others were made in, and that have not been met yet. They come after
** those, so of a whole copy only calls in progress are left. */
typedef struct parents {
  uint64_t sequence[2 * ROCZ_SPILL_DEPTH];
  unsigned n;
} parents;

static void parents_meet(parents *p, const rocz_live_call_view *c) {
  unsigned kept = 0;
  bool known = c->parent == 0;
  for (unsigned i = 0; i < p->n; i++) {
    if (p->sequence[i] == c->sequence) continue;
    known |= p->sequence[i] == c->parent;
    p->sequence[kept++] = p->sequence[i];
  }
  p->n = kept;
  if (!known && p->n < 2 * ROCZ_SPILL_DEPTH) p->sequence[p->n++] = c->parent;
}

static bool parents_found(const parents *p, const rocz_live_segment_view *s) {
  for (unsigned i = 0; i < p->n; i++) {
    bool found = false;
    for (unsigned j = 0; j < s->open_calls; j++) found |= s->open_call[j].sequence == (uint32_t)p->sequence[i];
    if (!found) return false;
  }
  return true;
}

static int calls_of(rocpd_rocz_file *f, look *k, const rocz_live_segment_view *s, rocpd_error *err) {
  rocz_live_call_view call;
  rocz_error e = {0};
  uint64_t calls_to = taken_to(f, ROCZ_CALL, s->lane), words_to = taken_to(f, ROCZ_ARGUMENT, s->lane), marks_to = taken_to(f, ROCZ_MARK, s->lane);
  if (words_to < calls_to) words_to = calls_to;
  uint64_t at = s->tail > calls_to ? s->tail : calls_to;
  int rc = SQLITE_OK, code = ROCZ_CUT;
  parents p = {.n = 0};
  while (rc == SQLITE_OK && at < s->pos && (code = rocz_live_call(s, &at, &call, &e)) == ROCZ_OK) {
    unsigned columns = row_columns(f, &call);
    parents_meet(&p, &call);
    if (columns) rc = put_declared(f, k, s->lane, &call, columns);
    else if (!call.instant || call.position > marks_to) rc = put_call(k, s->lane, &call);
    if (rc == SQLITE_OK && !columns && call.words && call.position > words_to) rc = put_words(k, s->lane, &call);
  }
  if (rc == SQLITE_OK && code == ROCZ_DAMAGED) rc = live_damage(f, k, &e);
  if (!parents_found(&p, s)) k->missing = true;
  if (has_rows(f, ROCZ_OPEN_CALL, s->lane)) return rc; /* closing: they are all there */
  for (unsigned i = 0; rc == SQLITE_OK && i < s->open_calls; i++) {
    const rocz_open_call *o = &s->open_call[i];
    uint64_t sequence = rocz_live_sequence(s, o->sequence);
    /* It may have ended after the copy, and be in a chunk that was found since. */
    bool ended = false;
    if (calls_to > s->pos) rc = ended_in_chunks(f, s->lane, f->seen_chunks, sequence, &ended, err);
    int64_t row[] = {rocz_clock_ns(&k->clock, o->start), o->function, (int64_t)sequence, o->parent ? (int64_t)rocz_live_sequence(s, o->parent) : 0, o->message};
    if (rc == SQLITE_OK && !ended) rc = put_row(k, ROCZ_OPEN_CALL, s->lane, row);
  }
  return rc;
}

/* Times of a finished device record, not before the launching call, as in chunks.
** False: it has none, and counts among those that have not ended. */
static bool device_times(look *k, uint32_t state, int64_t launch, int64_t *start, int64_t *end) {
  if ((state != ROCZ_DONE && state != ROCZ_TIMED) || !rocz_is_time(*start) || !rocz_is_time(*end)) return false;
  int64_t earliest = rocz_clock_ns(&k->clock, launch), length = *end - *start;
  if (!launch || *start >= earliest) return true;
  *start = earliest;
  return !__builtin_add_overflow(earliest, length, end) && rocz_is_time(*end);
}

static int put_dispatch(rocpd_rocz_file *f, look *k, uint32_t queue, const rocz_dispatch_record *r) {
  uint32_t state = atomic_load_explicit(&r->state, memory_order_relaxed);
  if (state == ROCZ_SKIP) return SQLITE_OK;
  int64_t kernel = r->kernel_id, launch;
  int rc = kernel ? SQLITE_OK : rocpd_rocz_kernel_of_object(f, r->kernel_object, &kernel);
  if (rc != SQLITE_OK) return rc;
  const int64_t signature[] = {0, kernel, r->grid[0], r->grid[1], r->grid[2], r->workgroup[0], r->workgroup[1], r->workgroup[2],
                               r->group_size, r->private_size};
  rc = rocpd_rocz_live_launch(f, signature, &launch);
  if (rc != SQLITE_OK) return rc;
  int64_t start = r->start_ns, end = r->end_ns;
  if (!device_times(k, state, r->launch, &start, &end)) {
    int64_t row[] = {launch, rocz_clock_ns(&k->clock, r->submit), (int64_t)r->dispatch_id, (int64_t)r->stack_id, r->stream, r->thread,
                     (int64_t)r->graph_exec, (int64_t)r->graph_node};
    return put_row(k, ROCZ_OPEN_DISPATCH, queue, row);
  }
  int64_t row[] = {launch, end - start, start, (int64_t)r->dispatch_id, (int64_t)r->stack_id, r->stream, r->thread,
                   (int64_t)r->graph_exec, (int64_t)r->graph_node};
  return put_row(k, ROCZ_DISPATCH, queue, row);
}

static int put_copy(look *k, uint32_t lane, const rocz_copy_record *r) {
  uint32_t state = atomic_load_explicit(&r->state, memory_order_relaxed);
  if (state == ROCZ_SKIP) return SQLITE_OK;
  int64_t start = r->start_ns, end = r->end_ns;
  if (!device_times(k, state, r->launch, &start, &end)) {
    int64_t row[] = {r->direction, rocz_clock_ns(&k->clock, r->submit), (int64_t)r->size_bytes, r->dst_agent, r->src_agent,
                     (int64_t)r->dst_address, (int64_t)r->src_address, (int64_t)r->stack_id, r->stream, r->thread, r->how, (int64_t)r->dispatch_id};
    return put_row(k, ROCZ_OPEN_COPY, lane, row);
  }
  int64_t row[] = {r->direction, end - start, start, (int64_t)r->size_bytes, r->dst_agent, r->src_agent,
                   (int64_t)r->dst_address, (int64_t)r->src_address, (int64_t)r->stack_id, r->stream, r->thread, r->how, (int64_t)r->dispatch_id};
  return put_row(k, ROCZ_COPY, lane, row);
}

static int devices_of(rocpd_rocz_file *f, look *k, const rocz_live_segment_view *s) {
  bool copies = s->kind == ROCZ_SEG_COPIES;
  uint64_t n = taken_to(f, copies ? ROCZ_COPY : ROCZ_DISPATCH, s->lane);
  int rc = SQLITE_OK;
  /* Closing: what is not among the ended is among the open ones. */
  if (has_rows(f, copies ? ROCZ_OPEN_COPY : ROCZ_OPEN_DISPATCH, s->lane)) return rc;
  for (n = n > s->tail ? n : s->tail; rc == SQLITE_OK && n < s->pos; n++)
    rc = copies ? put_copy(k, s->lane, rocz_live_copy_record(s, n)) : put_dispatch(f, k, s->lane, rocz_live_dispatch(s, n));
  return rc;
}

static int info_of(rocpd_rocz_file *f, look *k, const rocz_live_segment_view *s) {
  rocz_live_row row;
  rocz_error e = {0};
  int rc = SQLITE_OK, code = ROCZ_CUT;
  uint64_t at = s->tail;
  while (rc == SQLITE_OK && at < s->pos && (code = rocz_live_meta(s, &at, &row, &e)) == ROCZ_OK) rc = rocpd_rocz_info_add_live(f, &row);
  return rc == SQLITE_OK && code == ROCZ_DAMAGED ? live_damage(f, k, &e) : rc;
}

/* By kind and lane, and a lane's segments in order of their records. */
static int compare_segments(const void *a, const void *b) {
  const rocz_live_segment_view *x = &((const segment *)a)->view, *y = &((const segment *)b)->view;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  if (x->first != y->first && x->kind != ROCZ_SEG_META) return x->first < y->first ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Rows of the copies that are in no chunk. */
static int make_rows(rocpd_rocz_file *f, look *k, rocpd_error *err) {
  if (k->segments) qsort(k->segment, k->segments, sizeof(*k->segment), compare_segments);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < k->segments; i++)
    if (k->segment[i].view.kind == ROCZ_SEG_META) rc = info_of(f, k, &k->segment[i].view);
  if (rc == SQLITE_OK) rc = rocpd_rocz_declared_load(f);
  if (rc == SQLITE_OK) rc = make_clock(f, k);
  for (size_t i = 0; rc == SQLITE_OK && i < k->segments; i++) {
    const rocz_live_segment_view *s = &k->segment[i].view;
    if (s->kind == ROCZ_SEG_CALLS) rc = calls_of(f, k, s, err);
    else if (s->kind != ROCZ_SEG_META) rc = devices_of(f, k, s);
  }
  return rocpd_fail_code(err, rc);
}

/* ---- nothing may vanish */

static bool is_row(const look *k, uint16_t kind, uint32_t lane, int64_t sequence) {
  int column = rocpd_rocz_place(kind, L_SEQUENCE);
  for (size_t i = 0; i < k->row_sets; i++) {
    const rocpd_rocz_live_rows *p = k->rows[i];
    for (uint32_t j = 0; p->kind == kind && p->lane == lane && j < p->rows; j++)
      if (p->column[column][j] == sequence) return true;
  }
  return false;
}

/* Are the calls that were in progress at the last look still there? */
static int find_missing(const rocpd_rocz_file *f, look *k, rocpd_error *err) {
  int rc = SQLITE_OK, column = rocpd_rocz_place(ROCZ_OPEN_CALL, L_SEQUENCE);
  for (size_t i = 0; i < f->lives; i++) {
    const rocpd_rocz_live_rows *p = f->live[i];
    for (uint32_t j = 0; rc == SQLITE_OK && p->kind == ROCZ_OPEN_CALL && j < p->rows; j++) {
      int64_t sequence = p->column[column][j];
      if (has_rows(f, ROCZ_OPEN_CALL, p->lane) || is_row(k, ROCZ_OPEN_CALL, p->lane, sequence)) continue;
      if (is_row(k, ROCZ_CALL, p->lane, sequence)) continue;
      bool ended;
      rc = ended_in_chunks(f, p->lane, f->seen_chunks, sequence, &ended, err);
      if (rc == SQLITE_OK && !ended) k->missing = true;
    }
  }
  return rc;
}

/* ---- looking */

/* Did a chunk come after the copies that has newer rows than they have? */
static bool chunks_are_newer(const rocpd_rocz_file *f, const look *k) {
  for (size_t i = k->chunks; i < f->chunks; i++) {
    const rocz_chunk *c = &f->chunk[i];
    bool of_thread = c->kind == ROCZ_CALL || c->kind == ROCZ_ARGUMENT || c->kind == ROCZ_MARK || c->kind >= ROCZ_DECLARED;
    int kind = of_thread ? ROCZ_SEG_CALLS : c->kind == ROCZ_DISPATCH ? ROCZ_SEG_DISPATCHES : ROCZ_SEG_COPIES;
    bool older = !of_thread && c->kind != ROCZ_DISPATCH && c->kind != ROCZ_COPY;
    for (size_t j = 0; !older && j < k->segments; j++) {
      const rocz_live_segment_view *s = &k->segment[j].view;
      older = s->kind == kind && s->lane == c->lane && s->pos >= c->position;
    }
    if (!older) return true;
  }
  return false;
}

static void look_clear(look *k) {
  for (size_t i = 0; i < k->segments; i++) sqlite3_free(k->segment[i].memory);
  for (size_t i = 0; i < k->row_sets; i++) rocpd_rocz_live_rows_unref(k->rows[i]);
  sqlite3_free(k->segment);
  sqlite3_free(k->rows);
  sqlite3_free(k->anchor);
  sqlite3_free(k->damage);
  memset(k, 0, sizeof(*k));
}

static uint64_t hash_rows(const look *k) {
  uint64_t hash = k->row_sets;
  for (size_t i = 0; i < k->row_sets; i++) {
    const rocpd_rocz_live_rows *p = k->rows[i];
    for (unsigned c = 0; c < p->columns; c++) {
      uint64_t part[] = {hash, p->kind, p->lane, rocz_hash(p->column[c], (size_t)p->rows * sizeof(int64_t))};
      hash = rocz_hash(part, sizeof(part));
    }
  }
  return hash;
}

static int look_once(rocpd_rocz_file *f, look *k, rocpd_error *err) {
  int rc = rocpd_rocz_file_index(f, err);
  k->chunks = f->chunks;
  if (rc == SQLITE_OK && !f->base.info.complete) rc = copy_live(f, k, err);
  if (rc == SQLITE_OK && !f->base.info.complete) rc = rocpd_rocz_file_index(f, err);
  if (rc != SQLITE_OK) return rc;
  if (f->base.info.complete || !k->present) { /* all is in chunks, or all that there is */
    look_clear(k);
    return SQLITE_OK;
  }
  k->newer = chunks_are_newer(f, k);
  rc = rocpd_rocz_info_load(f, err);
  if (rc == SQLITE_OK) rc = make_rows(f, k, err);
  return rc == SQLITE_OK ? find_missing(f, k, err) : rc;
}

/* The look's rows become the file's. */
static void take(rocpd_rocz_file *f, look *k) {
  for (size_t i = 0; i < f->lives; i++) rocpd_rocz_live_rows_unref(f->live[i]);
  sqlite3_free(f->live);
  sqlite3_free(f->live_damage);
  f->live = k->rows;
  f->lives = k->row_sets;
  f->live_damage = k->damage;
  f->has_live = k->present;
  if (k->present) memcpy(f->counter, k->live.counter, sizeof(f->counter));
  k->rows = NULL;
  k->row_sets = 0;
  k->damage = NULL;
}

int rocpd_rocz_look(rocpd_rocz_file *f, bool *changed, rocpd_error *err) {
  *changed = false;
  if (f->settled) return SQLITE_OK;
  look k = {0};
  size_t chunks = f->chunks;
  uint64_t info = f->info_generation;
  bool dead, again = true;
  /* Asked first: what a dead process left will not change any more. */
  f->running = process_lives(f, &dead);
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && again && i < TRIES; i++) {
    if (i) sched_yield();
    look_clear(&k);
    rc = look_once(f, &k, err);
    again = (k.unstable || k.newer || k.missing) && !dead;
  }
  if (rc == SQLITE_OK && k.unstable && f->running) rc = rocpd_fail(err, SQLITE_BUSY, "%s.live: changes too fast to be read; try again", f->base.path);
  if (rc == SQLITE_OK) {
    uint64_t hash = hash_rows(&k);
    *changed = !f->generation || f->chunks != chunks || f->info_generation != info || hash != f->live_hash || !k.damage != !f->live_damage;
    if (*changed) take(f, &k);
    f->live_hash = hash;
    f->seen_chunks = f->chunks;
    f->generation += *changed;
    f->settled = f->base.info.complete || dead;
    if (rocpd_rocz_file_replaced(f)) *changed = f->base.info.outdated = true;
    else if (f->settled) rocpd_rocz_file_release(f);
    f->base.info.recovered = f->lives > 0 && !f->running;
  }
  look_clear(&k);
  return rc;
}

void rocpd_rocz_live_free(rocpd_rocz_file *f) {
  for (size_t i = 0; i < f->lives; i++) rocpd_rocz_live_rows_unref(f->live[i]);
  sqlite3_free(f->live);
  sqlite3_free(f->live_damage);
}
