/* copies: each copy with its direction, speed and memory, the time in which computing kernels hid it, and whether it is one of several small copies that
** could be one. In the order of `memory_copies`; each column is computed when it is read. */
#include "copies.h"
#include "copy_run.h"
#include "cover.h"
#include "device.h"
#include "group_key.h"
#include "groups.h"
#include "json.h"
#include "launch.h"
#include "map.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(ID, id, INTEGER) C(START, start, BIGINT) C(END, end, BIGINT) C(DURATION, duration_ns, INTEGER) C(DIRECTION, direction, TEXT) \
  C(SRC_DEVICE, src_device, TEXT) C(DST_DEVICE, dst_device, TEXT) C(SIZE, size_bytes, INTEGER) C(SIZE_CLASS, size_class, TEXT) \
  C(SPEED, gb_s, REAL) C(ENGINE, engine, TEXT) C(MEMORY, host_memory, TEXT) C(HIDDEN, hidden_ns, INTEGER) C(EXPOSED, exposed_ns, INTEGER) \
  C(RUN_LENGTH, coalescable, INTEGER) C(CALL, call, TEXT) \
  H(CALL_START, call_start, INTEGER) H(CALL_END, call_end, INTEGER) H(NAME, name, TEXT) H(SRC_AGENT, src_agent_id, INTEGER) \
  H(DST_AGENT, dst_agent_id, INTEGER) H(PID, pid, INTEGER) H(TID, tid, INTEGER) H(STREAM, stream_id, INTEGER) H(STACK, stack_id, INTEGER) \
  H(DISPATCH, dispatch_id, INTEGER) ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* The column of memory_copies that a column shows unchanged; -1: it is computed from several. */
static const int8_t of_copy[COLUMNS] = {
  [ID] = ROCPD_COPY_id, [START] = ROCPD_COPY_start, [END] = ROCPD_COPY_end, [DURATION] = ROCPD_COPY_duration, [DIRECTION] = -1,
  [SRC_DEVICE] = -1, [DST_DEVICE] = -1, [SIZE] = ROCPD_COPY_size, [SIZE_CLASS] = -1, [SPEED] = -1, [ENGINE] = -1,
  [MEMORY] = -1, [HIDDEN] = -1, [EXPOSED] = -1, [RUN_LENGTH] = -1, [CALL] = -1, [CALL_START] = -1, [CALL_END] = -1, [NAME] = ROCPD_COPY_name,
  [SRC_AGENT] = ROCPD_COPY_src_agent_id,
  [DST_AGENT] = ROCPD_COPY_dst_agent_id, [PID] = ROCPD_COPY_pid, [TID] = ROCPD_COPY_tid, [STREAM] = ROCPD_COPY_stream_id, [STACK] = ROCPD_COPY_stack_id,
  [DISPATCH] = ROCPD_COPY_dispatch_id, [GUID] = ROCPD_COPY_guid, [SOURCE] = ROCPD_COPY_source, [RUN] = ROCPD_COPY_run, [HOST] = ROCPD_COPY_host,
  [RANK] = ROCPD_COPY_rank, [WALL] = ROCPD_COPY_wall_ns};

static const struct { const char *text; int64_t below; } classes[] = {
  {"< 4 KiB", 4 << 10}, {"4-64 KiB", 64 << 10}, {"64 KiB-1 MiB", 1 << 20}, {"1-16 MiB", 16 << 20}, {"16-256 MiB", 256 << 20}, {">= 256 MiB", INT64_MAX}};
#define CLASSES (sizeof classes / sizeof *classes)

enum { H2D, D2H, D2D, P2P, H2H, DIRECTIONS };
static const char *const directions[] = {[H2D] = "H2D", [D2H] = "D2H", [D2D] = "D2D", [P2P] = "P2P", [H2H] = "H2H"};

typedef struct copy_rows {
  rocpd_session *session;
  rocpd_snapshot *s;
  int64_t small, within;
  rocpd_batch **batch; /* the snapshot's */
  size_t batches;
  uint64_t *first;     /* row of each batch, and one more */
  const rocpd_device *device; /* the snapshot's */
  size_t devices;
  int64_t gpu, cpu, shader, class[CLASSES], direction[DIRECTIONS]; /* interned */
  rocpd_cover *cover;  /* made when it is first needed; so is */
  rocpd_links **calls; /* of each batch's source */
} copy_rows;

static int intern_all(copy_rows *m) {
  int rc = SQLITE_OK;
  m->gpu = rocpd_rows_text(m->session, "GPU", &rc), m->cpu = rocpd_rows_text(m->session, "CPU", &rc), m->shader = rocpd_rows_text(m->session, "SHADER", &rc);
  for (size_t i = 0; i < CLASSES; i++) m->class[i] = rocpd_rows_text(m->session, classes[i].text, &rc);
  for (size_t i = 0; i < DIRECTIONS; i++) m->direction[i] = rocpd_rows_text(m->session, directions[i], &rc);
  return rc;
}

/* ---- a column of some rows of a batch, of others of memory_copies */

#define READ 8 /* columns at most */

typedef struct copy_block {
  copy_rows *m;
  size_t batch;
  uint32_t first, n;
  int64_t v[READ][ROCPD_BLOCK];
  rocpd_cover_reader cover; /* of m's */
  int64_t extdata, said; /* the text that was parsed last, and the value found in it */
} copy_block;

static int read_block(copy_block *b, const int *column, int n, rocpd_error *err) {
  return rocpd_batch_values(b->m->batch[b->batch], column, n, b->first, b->n, b->v[0], ROCPD_BLOCK, err);
}

#define READ_BLOCK(b, err, ...) read_block(b, (const int[]){__VA_ARGS__}, sizeof (int[]){__VA_ARGS__} / sizeof(int), err)

/* The direction by the agents, or by the copy's name if an agent is not known. */
static int64_t direction_of(const copy_rows *m, int64_t src, int64_t dst, bool within, int64_t named) {
  if ((src == m->gpu || src == m->cpu) && (dst == m->gpu || dst == m->cpu)) {
    if (src != dst) return m->direction[src == m->cpu ? H2D : D2H];
    return m->direction[src == m->cpu ? H2H : within ? D2D : P2P];
  }
  static const struct { const char *part; int direction; } names[] = {
    {"HOST_TO_DEVICE", H2D}, {"DEVICE_TO_HOST", D2H}, {"DEVICE_TO_DEVICE", D2D}, {"HOST_TO_HOST", H2H}};
  const char *name = named == ROCPD_NULL ? "" : rocpd_string(m->session, named, NULL);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(name, names[i].part)) return m->direction[names[i].direction];
  return ROCPD_NULL;
}

static int make_direction(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  int rc = READ_BLOCK(b, err, ROCPD_COPY_src_agent_type, ROCPD_COPY_dst_agent_type, ROCPD_COPY_src_agent_id, ROCPD_COPY_dst_agent_id, ROCPD_COPY_name);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) out[i] = direction_of(b->m, b->v[0][i], b->v[1][i], b->v[2][i] == b->v[3][i], b->v[4][i]);
  return rc;
}

/* The device's name as reports print it, or the agent's name if the file does not describe the agent. */
static int make_side(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  const copy_rows *m = b->m;
  const rocpd_source *source = m->batch[b->batch]->source;
  const rocpd_device *d = NULL;
  bool from = column == SRC_DEVICE;
  int rc = READ_BLOCK(b, err, from ? ROCPD_COPY_src_agent_id : ROCPD_COPY_dst_agent_id, from ? ROCPD_COPY_src_device : ROCPD_COPY_dst_device);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) {
    if (!i || b->v[0][i] != b->v[0][i - 1]) d = rocpd_device_of(m->device, m->devices, source, b->v[0][i]);
    out[i] = d ? d->name : b->v[1][i];
  }
  return rc;
}

static int64_t class_of(const copy_rows *m, int64_t size) {
  size_t i = 0;
  while (i + 1 < CLASSES && size >= classes[i].below) i++;
  return size == ROCPD_NULL ? ROCPD_NULL : m->class[i];
}

static int make_class(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  int rc = READ_BLOCK(b, err, ROCPD_COPY_size);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) out[i] = class_of(b->m, b->v[0][i]);
  return rc;
}

static int make_speed(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  int rc = READ_BLOCK(b, err, ROCPD_COPY_size, ROCPD_COPY_duration);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++)
    out[i] = b->v[0][i] != ROCPD_NULL && b->v[1][i] > 0 ? rocpd_real_bits((double)b->v[0][i] / (double)b->v[1][i]) : ROCPD_NULL;
  return rc;
}

/* The value in the text at a path. NULL also if SQLite lacks JSON functions; all other columns are still known then. */
static int look_into(copy_block *b, int64_t extdata, const char *path, rocpd_error *err) {
  if (extdata == b->extdata) return SQLITE_OK;
  rocpd_error why = {0};
  int rc = extdata == ROCPD_NULL ? SQLITE_ERROR : rocpd_json_value(b->m->session, extdata, path, ROCPD_TEXT, &b->said, &why);
  if (rc != SQLITE_OK && rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  if (rc == SQLITE_ERROR) b->said = ROCPD_NULL;
  b->extdata = extdata;
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int make_said(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  bool engine = column == ENGINE;
  int rc = READ_BLOCK(b, err, ROCPD_COPY_extdata, ROCPD_COPY_dispatch_id);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) {
    rc = look_into(b, b->v[0][i], engine ? "$.engine" : "$.host_memory", err);
    out[i] = engine && b->said == ROCPD_NULL && b->v[1][i] != ROCPD_NULL ? b->m->shader : b->said;
  }
  return rc;
}

/* Kernels hide copies on GPUs only: the trace does not show what a CPU computes. */
static int make_cover(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  enum { FROM, TO, SRC, DST, SRC_TYPE, DST_TYPE, OF_GUID, OF_SOURCE };
  const copy_rows *m = b->m;
  int64_t(*v)[ROCPD_BLOCK] = b->v;
  int rc = READ_BLOCK(b, err, ROCPD_COPY_start, ROCPD_COPY_end, ROCPD_COPY_src_agent_id, ROCPD_COPY_dst_agent_id, ROCPD_COPY_src_agent_type,
                      ROCPD_COPY_dst_agent_type, ROCPD_COPY_guid, ROCPD_COPY_source);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) {
    int64_t start = v[FROM][i], end = v[TO][i], src = v[SRC_TYPE][i] == m->gpu ? v[SRC][i] : ROCPD_NULL,
            dst = v[DST_TYPE][i] == m->gpu ? v[DST][i] : ROCPD_NULL;
    out[i] = ROCPD_NULL;
    if (start == ROCPD_NULL || end == ROCPD_NULL) continue;
    rc = rocpd_cover_ns(&b->cover, v[OF_GUID][i], v[OF_SOURCE][i], src, dst, start, end, &out[i], err);
    if (column == EXPOSED) out[i] = (end > start ? end - start : 0) - out[i];
  }
  return rc;
}

static int make_call(copy_block *b, int column, int64_t *out, rocpd_error *err) {
  int of_call = column == CALL ? ROCPD_REGION_name : column == CALL_START ? ROCPD_REGION_start : ROCPD_REGION_end;
  return rocpd_launch_values(b->m->calls[b->batch], b->m->batch[b->batch], b->first, b->n, of_call, out, err);
}

static int (*const makers[COLUMNS])(copy_block *b, int column, int64_t *out, rocpd_error *err) = {
  [DIRECTION] = make_direction, [SRC_DEVICE] = make_side, [DST_DEVICE] = make_side, [SIZE_CLASS] = make_class,
  [SPEED] = make_speed,         [ENGINE] = make_said,     [MEMORY] = make_said,     [HIDDEN] = make_cover,
  [EXPOSED] = make_cover,       [CALL] = make_call,       [CALL_START] = make_call, [CALL_END] = make_call};

/* ---- a column */

typedef struct copy_column {
  copy_rows *m;
  int column;
  int64_t *out;
} copy_column;

static int fill_batch(void *arg, size_t i, rocpd_error *err) {
  const copy_column *x = arg;
  rocpd_batch *batch = x->m->batch[i];
  copy_block b = {.m = x->m, .batch = i, .cover.cover = x->m->cover, .extdata = ROCPD_NULL, .said = ROCPD_NULL};
  int64_t *out = x->out + x->m->first[i];
  if (of_copy[x->column] >= 0) {
    const rocpd_column *c;
    int rc = rocpd_batch_column(batch, of_copy[x->column], &c, err);
    if (rc == SQLITE_OK) rocpd_column_get(c, 0, batch->rows, out);
    return rc;
  }
  int rc = SQLITE_OK;
  for (; rc == SQLITE_OK && b.first < batch->rows; b.first += b.n) {
    b.n = batch->rows - b.first < ROCPD_BLOCK ? batch->rows - b.first : ROCPD_BLOCK;
    rc = makers[x->column](&b, x->column, out + b.first, err);
  }
  return rc;
}

static int read_column(copy_rows *m, int column, int64_t *out, rocpd_error *err) {
  return rocpd_parallel(m->session, m->batches, fill_batch, &(copy_column){m, column, out}, err);
}

/* Finds the calls, which only the connection's thread may do. */
static int find_calls(copy_rows *m, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (m->calls) return SQLITE_OK;
  rocpd_links **calls = sqlite3_malloc64((m->batches + 1) * sizeof *calls);
  if (!calls) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; i++) rc = rocpd_launch_calls(m->s, m->batch[i]->source, &calls[i], err);
  if (rc == SQLITE_OK) m->calls = calls;
  else sqlite3_free(calls);
  return rc;
}

/* ---- which could be one */

static int find_lanes(copy_rows *m, rocpd_copy_items *c, rocpd_error *err) {
  enum { OF_GUID, OF_SOURCE, OF_PID, OF_STREAM, SRC, DST, OF_DISPATCH };
  rocpd_groups ways = {.keys = 3};
  copy_block b = {.m = m};
  int64_t direction[ROCPD_BLOCK], group;
  int rc = SQLITE_OK;
  for (b.batch = 0; rc == SQLITE_OK && b.batch < m->batches; b.batch++) {
    uint32_t rows = m->batch[b.batch]->rows;
    for (b.first = 0; rc == SQLITE_OK && b.first < rows; b.first += b.n) {
      b.n = rows - b.first < ROCPD_BLOCK ? rows - b.first : ROCPD_BLOCK;
      rc = make_direction(&b, DIRECTION, direction, err);
      if (rc == SQLITE_OK)
        rc = READ_BLOCK(&b, err, ROCPD_COPY_guid, ROCPD_COPY_source, ROCPD_COPY_pid, ROCPD_COPY_stream_id, ROCPD_COPY_src_agent_id, ROCPD_COPY_dst_agent_id,
                        ROCPD_COPY_dispatch_id);
      for (uint32_t i = 0; rc == SQLITE_OK && i < b.n; i++) {
        int64_t guid = b.v[OF_GUID][i], source = b.v[OF_SOURCE][i], dispatch = b.v[OF_DISPATCH][i];
        uint64_t at = m->first[b.batch] + b.first + i;
        rc = rocpd_group_add(&c->streams, (int64_t[]){guid, source, b.v[OF_PID][i], b.v[OF_STREAM][i]}, &group, err);
        c->lane[at] = (uint32_t)group;
        if (rc == SQLITE_OK) rc = rocpd_group_add(&ways, (int64_t[]){direction[i], b.v[SRC][i], b.v[DST][i]}, &group, err);
        c->way[at] = (uint32_t)group;
        if (rc == SQLITE_OK && dispatch != ROCPD_NULL) rc = rocpd_group_add(&c->makers, (int64_t[]){guid, source, dispatch}, &group, err);
      }
    }
    if (rc == SQLITE_OK && rocpd_interrupted(m->session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  rocpd_groups_free(&ways);
  return rc;
}

static int fill_runs(copy_rows *m, int64_t *out, rocpd_error *err) {
  static const int needed[] = {START, END, SIZE};
  uint64_t n = m->first[m->batches];
  rocpd_copy_items c = {.n = n, .lane = sqlite3_malloc64((n + 1) * sizeof *c.lane), .way = sqlite3_malloc64((n + 1) * sizeof *c.way),
                        .streams.keys = ROCPD_COPY_STREAM_KEYS, .makers.keys = ROCPD_COPY_MAKER_KEYS};
  int64_t *value[3] = {NULL};
  int rc = c.lane && c.way ? find_lanes(m, &c, err) : rocpd_no_memory(err);
  for (int i = 0; rc == SQLITE_OK && i < 3; i++) {
    value[i] = sqlite3_malloc64((n + 1) * sizeof **value);
    rc = value[i] ? read_column(m, needed[i], value[i], err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu copies", (unsigned long long)n);
  }
  c.start = value[0], c.end = value[1], c.size = value[2];
  if (rc == SQLITE_OK) rc = rocpd_copy_runs(rocpd_snapshot_whole(m->s), &c, m->small, m->within, out, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < n; i++) out[i] = out[i] > 1 ? out[i] : 0;
  for (int i = 0; i < 3; i++) sqlite3_free(value[i]);
  rocpd_groups_free(&c.streams), rocpd_groups_free(&c.makers);
  sqlite3_free(c.lane), sqlite3_free(c.way);
  return rc;
}

/* The copies of a snapshot, in its batches. */
static int list_batches(copy_rows *m, rocpd_snapshot *s, rocpd_error *err) {
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_COPY, &m->batch, &m->batches, err);
  if (rc != SQLITE_OK) return rc;
  if (!(m->first = sqlite3_malloc64((m->batches + 1) * sizeof *m->first))) return rocpd_no_memory(err);
  m->first[0] = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; i++) {
    const rocpd_column *c;
    m->first[i + 1] = m->first[i] + m->batch[i]->rows;
    if (!m->batch[i]->rows) rc = rocpd_batch_column(m->batch[i], ROCPD_COPY_id, &c, err); /* the error says why the batch cannot be read */
  }
  return rc;
}

/* Copies that the filter leaves out are between others all the same. */
static int fill_runs_of_chosen(copy_rows *m, int64_t *out, rocpd_error *err) {
  copy_rows all = *m;
  rocpd_map run = {0}; /* by rowid */
  rocpd_snapshot *s;
  int64_t *value = NULL;
  all.first = NULL;
  int rc = rocpd_snapshot_in_time(m->s, &s, err);
  if (rc == SQLITE_OK) rc = list_batches(&all, s, err);
  if (rc == SQLITE_OK && !(value = sqlite3_malloc64((all.first[all.batches] + 1) * sizeof *value))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = fill_runs(&all, value, err);
  for (size_t i = 0; rc == SQLITE_OK && i < all.batches; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < all.batch[i]->rows; row++)
      rc = rocpd_fail_code(err, rocpd_map_set(&run, rocpd_batch_rowid(all.batch[i], row), (uint64_t)value[all.first[i] + row]));
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; i++)
    for (uint32_t row = 0; row < m->batch[i]->rows; row++) out[m->first[i] + row] = (int64_t)rocpd_map_get(&run, rocpd_batch_rowid(m->batch[i], row), 0);
  rocpd_map_free(&run);
  sqlite3_free(all.first), sqlite3_free(value);
  return rc;
}

/* ---- */

static int fill_copies(void *data, int column, int64_t *out, rocpd_error *err) {
  copy_rows *m = data;
  int rc = SQLITE_OK;
  if (column == RUN_LENGTH) return rocpd_snapshot_filter(m->s) ? fill_runs_of_chosen(m, out, err) : fill_runs(m, out, err);
  if (makers[column] == make_call) rc = find_calls(m, err);
  if (makers[column] == make_side) rc = rocpd_devices(m->s, &m->device, &m->devices, err);
  if (makers[column] == make_cover && !m->cover) rc = rocpd_cover_new(rocpd_snapshot_whole(m->s), &m->cover, err);
  return rc == SQLITE_OK ? read_column(m, column, out, err) : rc;
}

static void free_copies(void *data) {
  copy_rows *m = data;
  rocpd_cover_free(m->cover);
  sqlite3_free(m->first), sqlite3_free(m->calls);
  sqlite3_free(m);
}

static int open_copies(copy_rows *m, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  int rc = rocpd_argument_number("copies", "small_bytes", arg[0], "a number of bytes", 0, &m->small, err);
  if (rc == SQLITE_OK) rc = rocpd_argument_number("copies", "within_ns", arg[1], "a number of ns", 0, &m->within, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, intern_all(m));
  if (rc == SQLITE_OK) rc = list_batches(m, m->s, err);
  if (rc != SQLITE_OK) return rc;
  return rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, m->first[m->batches], m, fill_copies, free_copies, out));
}

static int copies_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  copy_rows *m = sqlite3_malloc64(sizeof *m);
  if (!m) return rocpd_no_memory(err);
  *m = (copy_rows){.session = rocpd_snapshot_session(s), .s = s, .small = 65536, .within = 1000000};
  int rc = open_copies(m, arg, out, err);
  if (rc != SQLITE_OK) free_copies(m);
  return rc;
}

static const char *const args[] = {"small_bytes", "within_ns", NULL};
ROCPD_TABLE(copies) = {.name = "copies", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .kept = ROCPD_KEPT_BY_CATEGORY,
                       .takes = ROCPD_TAKES_GPU | ROCPD_TAKES_STREAM, .ignores = ROCPD_TAKES_KERNEL, .rows = copies_rows};

/* ---- for others */

int rocpd_copies_open(rocpd_snapshot *s, rocpd_copies *out, rocpd_error *err) {
  static const char *const none[] = {NULL, NULL};
  return rocpd_table_kept_rows(&rocpd_copies_of_rocpd_tables, 2, s, none, &out->rows, &out->kept, err);
}

int rocpd_copies_read(rocpd_copies *c, unsigned values, rocpd_error *err) {
  static const uint8_t column[ROCPD_COPIES_VALUES] = {
    [ROCPD_COPIES_DIRECTION] = DIRECTION, [ROCPD_COPIES_SRC_DEVICE] = SRC_DEVICE, [ROCPD_COPIES_DST_DEVICE] = DST_DEVICE,
    [ROCPD_COPIES_SIZE_CLASS] = SIZE_CLASS,
    [ROCPD_COPIES_ENGINE] = ENGINE, [ROCPD_COPIES_MEMORY] = MEMORY, [ROCPD_COPIES_START] = START, [ROCPD_COPIES_END] = END, [ROCPD_COPIES_DURATION] = DURATION,
    [ROCPD_COPIES_SIZE] = SIZE, [ROCPD_COPIES_HIDDEN] = HIDDEN, [ROCPD_COPIES_RUN_LENGTH] = RUN_LENGTH, [ROCPD_COPIES_CALL] = CALL,
    [ROCPD_COPIES_CALL_START] = CALL_START,
    [ROCPD_COPIES_CALL_END] = CALL_END, [ROCPD_COPIES_STACK] = STACK, [ROCPD_COPIES_ID] = ID, [ROCPD_COPIES_PID] = PID, [ROCPD_COPIES_SOURCE] = SOURCE,
    [ROCPD_COPIES_SRC_AGENT] = SRC_AGENT, [ROCPD_COPIES_DST_AGENT] = DST_AGENT, [ROCPD_COPIES_GUID] = GUID};
  int rc = SQLITE_OK;
  for (unsigned v = 0; rc == SQLITE_OK && v < ROCPD_COPIES_VALUES; v++) {
    if (!(values >> v & 1)) continue;
    rc = c->rows.fill(&c->rows, column[v], err);
    c->value[v] = &c->rows.column[column[v]];
  }
  return rc;
}

void rocpd_copies_close(rocpd_copies *c) {
  if (!c->kept && c->rows.free_rows) c->rows.free_rows(&c->rows);
  rocpd_kept_release(c->kept);
}
