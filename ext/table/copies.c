/* copies: each copy with what one asks of it: which way, how fast, from what memory, whether kernels that compute ran meanwhile,
** and whether it is one of several small ones that could be one. In the order of `memory_copies`. */
#include <stdlib.h>
#include "copy_run.h"
#include "cover.h"
#include "groups.h"
#include "json.h"
#include "launch.h"
#include "rows.h"

enum { ID, START, END, DURATION, DIRECTION, SRC_DEVICE, DST_DEVICE, SIZE, SIZE_CLASS, SPEED, ENGINE, MEMORY, HIDDEN, EXPOSED, RUN_LENGTH, CALL,
       NAME, SRC_AGENT, DST_AGENT, PID, TID, STREAM, STACK, DISPATCH, ROCPD_IDENTITY, WALL, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [ID] = {"id", "INTEGER", ROCPD_INT, 0},
  [START] = {"start", "BIGINT", ROCPD_INT, 0},
  [END] = {"end", "BIGINT", ROCPD_INT, 0},
  [DURATION] = {"duration_ns", "INTEGER", ROCPD_INT, 0},
  [DIRECTION] = {"direction", "TEXT", ROCPD_TEXT, 0},
  [SRC_DEVICE] = {"src_device", "TEXT", ROCPD_TEXT, 0},
  [DST_DEVICE] = {"dst_device", "TEXT", ROCPD_TEXT, 0},
  [SIZE] = {"size_bytes", "INTEGER", ROCPD_INT, 0},
  [SIZE_CLASS] = {"size_class", "TEXT", ROCPD_TEXT, 0},
  [SPEED] = {"gb_s", "REAL", ROCPD_REAL, 0},
  [ENGINE] = {"engine", "TEXT", ROCPD_TEXT, 0},
  [MEMORY] = {"host_memory", "TEXT", ROCPD_TEXT, 0},
  [HIDDEN] = {"hidden_ns", "INTEGER", ROCPD_INT, 0},
  [EXPOSED] = {"exposed_ns", "INTEGER", ROCPD_INT, 0},
  [RUN_LENGTH] = {"coalescable", "INTEGER", ROCPD_INT, 0},
  [CALL] = {"call", "TEXT", ROCPD_TEXT, 0},
  [NAME] = {"name", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN},
  [SRC_AGENT] = {"src_agent_id", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [DST_AGENT] = {"dst_agent_id", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [PID] = {"pid", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [TID] = {"tid", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [STREAM] = {"stream_id", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [STACK] = {"stack_id", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [DISPATCH] = {"dispatch_id", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
  [WALL] = {"wall_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

/* What of memory_copies is read: as it is into a column of ours, or (-1) to find others of it. */
enum { SRC_TYPE, DST_TYPE, EXTDATA, READ };
static const int read_columns[READ] = {[SRC_TYPE] = ROCPD_COPY_src_agent_type, [DST_TYPE] = ROCPD_COPY_dst_agent_type, [EXTDATA] = ROCPD_COPY_extdata};
static const struct { int to, from; } plain[] = {
  {ID, ROCPD_COPY_id}, {START, ROCPD_COPY_start}, {END, ROCPD_COPY_end}, {DURATION, ROCPD_COPY_duration}, {SRC_DEVICE, ROCPD_COPY_src_device},
  {DST_DEVICE, ROCPD_COPY_dst_device}, {SIZE, ROCPD_COPY_size}, {NAME, ROCPD_COPY_name}, {SRC_AGENT, ROCPD_COPY_src_agent_id},
  {DST_AGENT, ROCPD_COPY_dst_agent_id}, {PID, ROCPD_COPY_pid}, {TID, ROCPD_COPY_tid}, {STREAM, ROCPD_COPY_stream_id}, {STACK, ROCPD_COPY_stack_id},
  {DISPATCH, ROCPD_COPY_dispatch_id}, {GUID, ROCPD_COPY_guid}, {SOURCE, ROCPD_COPY_source}, {RUN, ROCPD_COPY_run}, {HOST, ROCPD_COPY_host},
  {RANK, ROCPD_COPY_rank}, {WALL, ROCPD_COPY_wall_ns}};
#define PLAIN (sizeof plain / sizeof *plain)

static const struct { const char *text; int64_t below; } classes[] = {
  {"< 4 KiB", 4 << 10}, {"4-64 KiB", 64 << 10}, {"64 KiB-1 MiB", 1 << 20}, {"1-16 MiB", 16 << 20}, {"16-256 MiB", 256 << 20}, {">= 256 MiB", INT64_MAX}};
#define CLASSES (sizeof classes / sizeof *classes)

enum { H2D, D2H, D2D, P2P, H2H, DIRECTIONS };
static const char *const directions[] = {[H2D] = "H2D", [D2H] = "D2H", [D2D] = "D2D", [P2P] = "P2P", [H2H] = "H2H"};

typedef struct copying {
  rocpd_session *session;
  rocpd_snapshot *s;
  rocpd_cover *cover;
  rocpd_row_builder b;
  int64_t gpu, cpu, shader, class[CLASSES], direction[DIRECTIONS]; /* interned */
  int64_t extdata, engine, memory; /* what the text says that was looked into last */
  rocpd_links *calls; /* of the source of the batch */
} copying;

static int intern_all(copying *m) {
  int rc = SQLITE_OK;
  m->gpu = rocpd_rows_text(m->session, "GPU", &rc), m->cpu = rocpd_rows_text(m->session, "CPU", &rc), m->shader = rocpd_rows_text(m->session, "SHADER", &rc);
  for (size_t i = 0; i < CLASSES; i++) m->class[i] = rocpd_rows_text(m->session, classes[i].text, &rc);
  for (size_t i = 0; i < DIRECTIONS; i++) m->direction[i] = rocpd_rows_text(m->session, directions[i], &rc);
  m->extdata = m->engine = m->memory = ROCPD_NULL;
  return rc;
}

/* ---- a row */

/* By the agents, or where one is not known by the name. */
static int64_t direction_of(const copying *m, const int64_t *value, int64_t src, int64_t dst) {
  if ((src == m->gpu || src == m->cpu) && (dst == m->gpu || dst == m->cpu)) {
    if (src != dst) return m->direction[src == m->cpu ? H2D : D2H];
    return m->direction[src == m->cpu ? H2H : value[SRC_AGENT] == value[DST_AGENT] ? D2D : P2P];
  }
  static const struct { const char *part; int direction; } names[] = {
    {"HOST_TO_DEVICE", H2D}, {"DEVICE_TO_HOST", D2H}, {"DEVICE_TO_DEVICE", D2D}, {"HOST_TO_HOST", H2H}};
  const char *name = value[NAME] == ROCPD_NULL ? "" : rocpd_string(m->session, value[NAME], NULL);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(name, names[i].part)) return m->direction[names[i].direction];
  return ROCPD_NULL;
}

/* NULL also where SQLite has no JSON functions: all else is known then. */
static int text_in(copying *m, int64_t extdata, const char *path, int64_t *out, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = rocpd_json_value(m->session, extdata, path, ROCPD_TEXT, out, &why);
  if (rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  *out = ROCPD_NULL;
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int look_into(copying *m, int64_t extdata, rocpd_error *err) {
  if (extdata == m->extdata) return SQLITE_OK;
  m->extdata = extdata, m->engine = m->memory = ROCPD_NULL;
  if (extdata == ROCPD_NULL) return SQLITE_OK;
  int rc = text_in(m, extdata, "$.engine", &m->engine, err);
  return rc == SQLITE_OK ? text_in(m, extdata, "$.host_memory", &m->memory, err) : rc;
}

static int64_t class_of(const copying *m, int64_t size) {
  size_t i = 0;
  while (i + 1 < CLASSES && size >= classes[i].below) i++;
  return size == ROCPD_NULL ? ROCPD_NULL : m->class[i];
}

/* Of GPUs: a host's cores compute what no kernel says. */
static int find_cover(copying *m, int64_t *value, int64_t src, int64_t dst, rocpd_error *err) {
  value[HIDDEN] = value[EXPOSED] = ROCPD_NULL;
  if (value[START] == ROCPD_NULL || value[END] == ROCPD_NULL) return SQLITE_OK;
  int64_t from = src == m->gpu ? value[SRC_AGENT] : ROCPD_NULL, to = dst == m->gpu ? value[DST_AGENT] : ROCPD_NULL;
  int64_t length = value[END] > value[START] ? value[END] - value[START] : 0;
  int rc = rocpd_cover_ns(m->cover, value[GUID], value[SOURCE], from, to, value[START], value[END], &value[HIDDEN], err);
  value[EXPOSED] = length - value[HIDDEN];
  return rc;
}

static int add_copy(copying *m, int64_t *value, const int64_t *read, rocpd_error *err) {
  int rc = look_into(m, read[EXTDATA], err);
  if (rc == SQLITE_OK) rc = find_cover(m, value, read[SRC_TYPE], read[DST_TYPE], err);
  if (rc != SQLITE_OK) return rc;
  value[DIRECTION] = direction_of(m, value, read[SRC_TYPE], read[DST_TYPE]);
  value[SIZE_CLASS] = class_of(m, value[SIZE]);
  value[SPEED] = value[SIZE] != ROCPD_NULL && value[DURATION] > 0 ? rocpd_real_bits((double)value[SIZE] / (double)value[DURATION]) : ROCPD_NULL;
  value[ENGINE] = m->engine == ROCPD_NULL && value[DISPATCH] != ROCPD_NULL ? m->shader : m->engine;
  value[MEMORY] = m->memory;
  value[RUN_LENGTH] = 0; /* not known yet */
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int add_batch(copying *m, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *column[PLAIN], *read[READ];
  int rc = rocpd_launch_calls(m->s, b->source, &m->calls, err);
  for (size_t i = 0; rc == SQLITE_OK && i < PLAIN; i++) rc = rocpd_batch_column(b, plain[i].from, &column[i], err);
  for (size_t i = 0; rc == SQLITE_OK && i < READ; i++) rc = rocpd_batch_column(b, read_columns[i], &read[i], err);
  int64_t call[ROCPD_BLOCK];
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    uint32_t n = b->rows - row < ROCPD_BLOCK ? b->rows - row : ROCPD_BLOCK;
    if (row % ROCPD_BLOCK == 0) rc = rocpd_launch_values(m->calls, b, row, n, ROCPD_REGION_name, call, err);
    int64_t value[COLUMNS], other[READ];
    for (size_t i = 0; i < PLAIN; i++) value[plain[i].to] = rocpd_column_at(column[i], row);
    for (size_t i = 0; i < READ; i++) other[i] = rocpd_column_at(read[i], row);
    value[CALL] = call[row % ROCPD_BLOCK];
    if (rc == SQLITE_OK) rc = add_copy(m, value, other, err);
  }
  if (rc == SQLITE_OK && rocpd_interrupted(m->session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  return rc;
}

/* ---- which could be one */

static int find_runs(copying *m, int64_t small, int64_t within, rocpd_error *err) {
  static const int lane[] = {GUID, SOURCE, PID, STREAM, SRC_AGENT, DST_AGENT, DIRECTION};
  rocpd_groups lanes = {.keys = sizeof lane / sizeof *lane};
  size_t n = m->b.rows;
  rocpd_copy_item *item = sqlite3_malloc64((n + 1) * sizeof *item);
  int rc = item ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t key[sizeof lane / sizeof *lane];
    for (int k = 0; k < lanes.keys; k++) key[k] = m->b.value[lane[k]][i];
    item[i] = (rocpd_copy_item){.start = m->b.value[START][i], .end = m->b.value[END][i], .size = m->b.value[SIZE][i], .row = i};
    rc = rocpd_group_add(&lanes, key, &item[i].lane, err);
  }
  if (rc == SQLITE_OK) rocpd_copy_runs(item, n, small, within);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) m->b.value[RUN_LENGTH][i] = item[i].run > 1 ? item[i].run : 0;
  rocpd_groups_free(&lanes);
  sqlite3_free(item);
  return rc;
}

static int copies_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  copying m = {.session = rocpd_snapshot_session(s), .s = s};
  int64_t small = 65536, within = 1000000;
  rocpd_batch **batch;
  size_t n = 0;
  int rc = rocpd_argument_number("copies", "small_bytes", arg[0], "a number of bytes", 0, &small, err);
  if (rc == SQLITE_OK) rc = rocpd_argument_number("copies", "within_ns", arg[1], "a number of ns", 0, &within, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, intern_all(&m));
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches(s, ROCPD_KIND_COPY, &batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_cover_new(rocpd_snapshot_whole(s), &m.cover, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&m.b, COLUMNS));
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_batch(&m, batch[i], err);
  if (rc == SQLITE_OK) rc = find_runs(&m, small, within, err);
  rocpd_cover_free(m.cover);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&m.b, out));
  rocpd_rows_drop(&m.b);
  return rc;
}

static const char *const args[] = {"small_bytes", "within_ns", NULL};
ROCPD_TABLE(copies) = {.name = "copies", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = copies_rows};
