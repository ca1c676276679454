/* The exporters over a source made for this test, whose rows are as awkward as rows
** can be: threads mixed in one batch, intervals that cross, any encoding of columns,
** NULLs, text that is no text. tests/export/check.py decodes what was written and
** compares it with the tables. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "registry.h"
#include "small.h"
#include "test.h"

/* ---- a source of rows given here ---- */

enum { MAX_COLUMNS = 48, MAX_LANES = 256, MAX_SOURCES = 4 };
enum style { WIDE, NARROW, SIGNATURES };

typedef struct lane {
  int kind;
  enum style style;
  int64_t (*row)[MAX_COLUMNS]; /* TEXT columns: const char *, 0 is NULL */
  uint32_t rows, capacity;
} lane;

typedef struct scenario {
  const char *guid, *host;
  lane lane[MAX_LANES];
  int lanes;
} scenario;

static scenario given[MAX_SOURCES];

static void forget(void) {
  for (int s = 0; s < MAX_SOURCES; s++) {
    for (int i = 0; i < given[s].lanes; i++) free(given[s].lane[i].row);
    memset(&given[s], 0, sizeof given[s]);
  }
}

static lane *new_lane(scenario *s, int kind, enum style style) {
  lane *l = &s->lane[s->lanes++];
  *l = (lane){.kind = kind, .style = style};
  return l;
}

static int64_t *new_row(scenario *s, lane *l) {
  if (l->rows == l->capacity) {
    l->capacity = l->capacity ? l->capacity * 2 : 64;
    l->row = realloc(l->row, l->capacity * sizeof *l->row);
  }
  int64_t *r = l->row[l->rows++];
  for (int c = 0; c < rocpd_kinds[l->kind].columns; c++) r[c] = rocpd_kinds[l->kind].column[c].type == ROCPD_TEXT ? 0 : ROCPD_NULL;
  return r;
}

#define TEXT(literal) ((int64_t)(intptr_t)(literal))

typedef struct fake_batch {
  rocpd_batch b;
  lane *lane;
  uint16_t *code; /* of the kernel's signature in each row */
  uint32_t *first_row; /* of each code: a row that has it */
  uint32_t codes;
} fake_batch;

typedef struct fake_source {
  rocpd_source s;
  rocpd_batch **batch[ROCPD_KIND_COUNT];
  size_t batches[ROCPD_KIND_COUNT];
} fake_source;

static const int signature[] = {ROCPD_KERNEL_grid_x, ROCPD_KERNEL_grid_y, ROCPD_KERNEL_grid_z, ROCPD_KERNEL_workgroup_x, ROCPD_KERNEL_workgroup_y,
                                ROCPD_KERNEL_workgroup_z, ROCPD_KERNEL_lds_size, ROCPD_KERNEL_scratch_size};

static int in_signature(int column) {
  for (int i = 0; i < 8; i++)
    if (signature[i] == column) return 1;
  return 0;
}

static void number_signatures(fake_batch *f) {
  f->code = malloc(f->lane->rows * sizeof *f->code);
  f->first_row = malloc(f->lane->rows * sizeof *f->first_row);
  for (uint32_t r = 0; r < f->lane->rows; r++) {
    uint32_t k;
    for (k = 0; k < f->codes; k++) {
      int same = 1;
      for (int i = 0; i < 8; i++) same &= f->lane->row[r][signature[i]] == f->lane->row[f->first_row[k]][signature[i]];
      if (same) break;
    }
    if (k == f->codes) f->first_row[f->codes++] = r;
    f->code[r] = (uint16_t)k;
  }
}

static int fake_probe(const char *path, const uint8_t *head, size_t n) { return n >= 5 && !memcmp(head, "FAKE ", 5); }

static int fake_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_source **out, rocpd_error *err) {
  FILE *file = fopen(path, "r");
  int number = 0;
  if (!file || fscanf(file, "FAKE %d", &number) != 1) return rocpd_fail(err, SQLITE_CORRUPT, "%s: no number", path);
  fclose(file);
  fake_source *s = (fake_source *)rocpd_source_new(session, class, path, sizeof *s);
  s->s.info.native = ROCPD_KIND_BIT(ROCPD_KIND_STREAM + 1) - 1;
  scenario *g = &given[number];
  snprintf(s->s.info.guid, sizeof s->s.info.guid, "%s", g->guid);
  s->s.info.host = sqlite3_mprintf("%s", g->host);
  s->s.info.wall_offset_ns = 1700000000000000000;
  int64_t rowid = (int64_t)number << 40;
  for (int i = 0; i < g->lanes; i++) {
    lane *l = &g->lane[i];
    if (!l->rows) continue;
    const rocpd_kind *kind = &rocpd_kinds[l->kind];
    fake_batch *f = (fake_batch *)rocpd_batch_new(&s->s, l->kind, sizeof *f);
    f->lane = l;
    f->b.rows = l->rows;
    f->b.lane = (uint32_t)i;
    f->b.first_rowid = rowid;
    rowid += l->rows;
    f->b.min_time = INT64_MAX, f->b.max_time = INT64_MIN;
    for (uint32_t r = 0; r < l->rows && kind->start >= 0; r++)
      for (int end = 0; end < 2; end++) {
        int64_t v = l->row[r][end ? kind->end : kind->start];
        if (v == ROCPD_NULL) continue;
        if (v < f->b.min_time) f->b.min_time = v;
        if (v > f->b.max_time) f->b.max_time = v;
      }
    if (l->style == SIGNATURES) number_signatures(f);
    s->batch[l->kind] = realloc(s->batch[l->kind], (s->batches[l->kind] + 1) * sizeof(rocpd_batch *));
    s->batch[l->kind][s->batches[l->kind]++] = &f->b;
  }
  *out = &s->s;
  return SQLITE_OK;
}

static void fake_close(rocpd_source *source) {
  fake_source *s = (fake_source *)source;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    for (size_t i = 0; i < s->batches[k]; i++) rocpd_batch_unref(s->batch[k][i]);
    free(s->batch[k]);
  }
  rocpd_source_free(source);
}

static int fake_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  *changed = false;
  return SQLITE_OK;
}

static int fake_batches(rocpd_source *source, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  fake_source *s = (fake_source *)source;
  *out = s->batch[kind];
  *n = s->batches[kind];
  return SQLITE_OK;
}

static int64_t fake_value(rocpd_session *session, const lane *l, uint32_t row, int column) {
  int64_t v = l->row[row][column];
  if (rocpd_kinds[l->kind].column[column].type != ROCPD_TEXT) return v;
  if (!v) return ROCPD_NULL;
  int64_t id = -1;
  rocpd_intern(session, (const char *)(intptr_t)v, -1, &id);
  return id;
}

static int fake_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  fake_batch *f = (fake_batch *)b;
  rocpd_session *session = b->source->session;
  const lane *l = f->lane;
  rocpd_column *c = sqlite3_malloc64(sizeof *c + 8 * (uint64_t)b->rows);
  int64_t *value = (int64_t *)(c + 1);
  memset(c, 0, sizeof *c);
  c->min = INT64_MAX, c->max = INT64_MIN;
  int nulls = 0, constant = 1;
  for (uint32_t i = 0; i < b->rows; i++) {
    value[i] = fake_value(session, l, i, index);
    constant &= value[i] == value[0];
    if (value[i] == ROCPD_NULL) { nulls = 1; continue; }
    if (value[i] < c->min) c->min = value[i];
    if (value[i] > c->max) c->max = value[i];
  }
  *out = c;
  c->width = 8;
  c->nulls = nulls;
  c->data = value;
  if (constant && l->style != WIDE) {
    c->width = 0;
    c->nulls = false;
    c->base = value[0];
  } else if (l->style == SIGNATURES && l->kind == ROCPD_KIND_KERNEL && in_signature(index)) {
    for (uint32_t k = 0; k < f->codes; k++) value[k] = l->row[f->first_row[k]][index];
    c->width = 2;
    c->nulls = false;
    c->data = f->code;
    c->dict = value;
    c->ndict = f->codes;
  } else if (l->style != WIDE && c->min <= c->max && (uint64_t)c->max - (uint64_t)c->min < UINT32_MAX) {
    uint64_t range = (uint64_t)c->max - (uint64_t)c->min;
    c->base = c->min;
    c->width = range < UINT8_MAX ? 1 : range < UINT16_MAX ? 2 : 4;
    for (uint32_t i = 0; i < b->rows; i++) { /* in place: a narrow element is never behind its value */
      uint64_t u = value[i] == ROCPD_NULL ? UINT64_MAX : (uint64_t)value[i] - (uint64_t)c->base;
      memcpy((uint8_t *)value + (size_t)i * c->width, &u, c->width);
    }
  }
  return SQLITE_OK;
}

static void fake_batch_free(rocpd_batch *b) {
  fake_batch *f = (fake_batch *)b;
  free(f->code);
  free(f->first_row);
}

static int fake_health(rocpd_source *s, int (*emit)(void *, const char *, int64_t, const char *), void *arg) { return SQLITE_OK; }

ROCPD_SOURCE_CLASS(fake) = {.name = "fake", .probe = fake_probe, .open = fake_open, .close = fake_close, .refresh = fake_refresh, .batches = fake_batches,
                            .health = fake_health, .batch = {.decode = fake_decode, .free = fake_batch_free}};

/* ---- rows ---- */

static int64_t *region(scenario *s, lane *l, int64_t pid, int64_t tid, const char *name, int64_t start, int64_t end, int64_t stack_id) {
  int64_t *r = new_row(s, l);
  r[ROCPD_REGION_guid] = TEXT(s->guid);
  r[ROCPD_REGION_pid] = pid;
  r[ROCPD_REGION_tid] = tid;
  r[ROCPD_REGION_category] = TEXT("HIP_RUNTIME_API_EXT");
  r[ROCPD_REGION_name] = TEXT(name);
  r[ROCPD_REGION_start] = start;
  r[ROCPD_REGION_end] = end;
  if (start != ROCPD_NULL && end != ROCPD_NULL) r[ROCPD_REGION_duration] = end - start;
  r[ROCPD_REGION_id] = r[ROCPD_REGION_stack_id] = stack_id;
  r[ROCPD_REGION_result] = 0;
  return r;
}

static int64_t *kernel(scenario *s, lane *l, int64_t pid, int64_t agent, int64_t queue, const char *name, int64_t start, int64_t end, int64_t stack_id) {
  static int64_t dispatch;
  int64_t *r = new_row(s, l);
  r[ROCPD_KERNEL_guid] = TEXT(s->guid);
  r[ROCPD_KERNEL_pid] = pid;
  r[ROCPD_KERNEL_category] = TEXT("KERNEL_DISPATCH");
  r[ROCPD_KERNEL_name] = TEXT(name);
  r[ROCPD_KERNEL_agent_abs_index] = agent;
  r[ROCPD_KERNEL_queue_id] = queue;
  r[ROCPD_KERNEL_stream_id] = test_draw(3);
  r[ROCPD_KERNEL_start] = start;
  r[ROCPD_KERNEL_end] = end;
  r[ROCPD_KERNEL_stack_id] = r[ROCPD_KERNEL_parent_stack_id] = stack_id;
  r[ROCPD_KERNEL_dispatch_id] = r[ROCPD_KERNEL_id] = ++dispatch;
  for (int i = 0; i < 6; i++) r[ROCPD_KERNEL_grid_x + i] = 1 << test_draw(10);
  r[ROCPD_KERNEL_lds_size] = test_draw(2) ? 0 : 65536;
  r[ROCPD_KERNEL_scratch_size] = 0;
  r[ROCPD_KERNEL_graph_exec_id] = 0;
  return r;
}

static int64_t *copy(scenario *s, lane *l, int64_t pid, int64_t dst, int64_t src, const char *name, int64_t start, int64_t end, int64_t stack_id) {
  int64_t *r = new_row(s, l);
  r[ROCPD_COPY_guid] = TEXT(s->guid);
  r[ROCPD_COPY_pid] = pid;
  r[ROCPD_COPY_category] = TEXT("MEMORY_COPY");
  r[ROCPD_COPY_name] = TEXT(name);
  r[ROCPD_COPY_start] = start;
  r[ROCPD_COPY_end] = end;
  r[ROCPD_COPY_dst_agent_abs_index] = dst;
  r[ROCPD_COPY_src_agent_abs_index] = src;
  r[ROCPD_COPY_dst_agent_type] = TEXT(dst == 0 ? "CPU" : "GPU");
  r[ROCPD_COPY_src_agent_type] = TEXT(src == 0 ? "CPU" : "GPU");
  r[ROCPD_COPY_size] = 1 << test_draw(30);
  r[ROCPD_COPY_stack_id] = stack_id;
  return r;
}

static void process(scenario *s, int64_t pid, const char *command) {
  int64_t *r = new_row(s, new_lane(s, ROCPD_KIND_PROCESS, WIDE));
  r[ROCPD_PROCESS_guid] = TEXT(s->guid);
  r[ROCPD_PROCESS_pid] = pid;
  r[ROCPD_PROCESS_hostname] = TEXT(s->host);
  r[ROCPD_PROCESS_command] = TEXT(command);
  r[ROCPD_PROCESS_start] = 1000;
  r = new_row(s, new_lane(s, ROCPD_KIND_AGENT, WIDE));
  r[ROCPD_AGENT_guid] = TEXT(s->guid);
  r[ROCPD_AGENT_absolute_index] = 1;
  r[ROCPD_AGENT_type] = TEXT("GPU");
  r[ROCPD_AGENT_type_index] = 0;
  r[ROCPD_AGENT_name] = TEXT("gfx90a");
}

static void argument(scenario *s, lane *l, int64_t pid, int64_t id, int64_t position, const char *name, const char *value) {
  int64_t *r = new_row(s, l);
  r[ROCPD_ARG_guid] = TEXT(s->guid);
  r[ROCPD_ARG_pid] = pid;
  r[ROCPD_ARG_id] = id;
  r[ROCPD_ARG_position] = position;
  r[ROCPD_ARG_name] = TEXT(name);
  r[ROCPD_ARG_value] = TEXT(value);
}

/* ---- exporting and checking ---- */

static char *in_tmp(const char *name) { return sqlite3_mprintf("%s/%s", test_tmp(), name); }

/* Every other time columns do not stay in memory. */
static sqlite3 *open_given(void) {
  static int times;
  sqlite3 *db = db_open(":memory:");
  if (times++ & 1) CHECK_INT(db_run(db, "SELECT rocpd_config('cache_mb', 0)"), SQLITE_OK);
  for (int i = 0; i < MAX_SOURCES; i++) {
    if (!given[i].guid) continue;
    char *path = sqlite3_mprintf("%s/%d.fake", test_tmp(), i);
    FILE *file = fopen(path, "w");
    fprintf(file, "FAKE %d\n", i);
    fclose(file);
    CHECK_INT(db_attach(db, path), SQLITE_OK);
    sqlite3_free(path);
  }
  return db;
}

/* Writes the rows that `where` leaves, as tests/export/dump.sql does. */
static void dump(sqlite3 *db, const char *path, const char *options, const char *where) {
  FILE *in = fopen("tests/export/dump.sql", "r"), *out = fopen(path, "w");
  char sql[8192];
  size_t n = in ? fread(sql, 1, sizeof sql - 1, in) : 0;
  CHECK(n > 0);
  sql[n] = 0;
  for (const char *tail = sql; *tail;) {
    sqlite3_stmt *statement = NULL;
    /* Each statement ends in FROM table; the condition goes before its semicolon. */
    const char *from = strstr(tail, " FROM "), *semicolon = from ? strchr(from, ';') : NULL;
    if (!semicolon) break;
    bool arguments = strncmp(from, " FROM region_args", 17) == 0;
    if (arguments && !(options && strstr(options, "args"))) break; /* they are not exported then */
    char *one = sqlite3_mprintf("%.*s %s", (int)(semicolon - tail), tail, arguments ? "" : where);
    CHECK_INT(sqlite3_prepare_v2(db, one, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) fprintf(out, "%s\n", sqlite3_column_text(statement, 0));
    CHECK_INT(sqlite3_finalize(statement), SQLITE_OK);
    sqlite3_free(one);
    tail = semicolon + 1;
  }
  fclose(in);
  fclose(out);
}

static int64_t summary(sqlite3 *db, const char *format, const char *options, const char *key) {
  char *out = in_tmp(strcmp(format, "json") ? "out.pftrace" : "out.json");
  unlink(out);
  char *sql = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s(%Q, %Q), '$.%s')", format, out, options, key);
  int64_t n = db_int(db, sql);
  sqlite3_free(sql), sqlite3_free(out);
  return n;
}

/* Export both ways with the options and compare with the rows that `where` leaves. */
static void compare(sqlite3 *db, const char *options, const char *where) {
  int64_t events = summary(db, "perfetto", options, "events");
  CHECK_INT(summary(db, "json", options, "events"), events);
  char *rows = in_tmp("rows.json");
  dump(db, rows, options, where);
  char *command = sqlite3_mprintf("python3 tests/export/check.py %s %s/out.pftrace %s/out.json %lld %s >%s/check.log", rows, test_tmp(), test_tmp(), events, *where ? "part" : "",
                                  test_tmp());
  if (system(command) != 0) {
    test_failures++;
    printf("not ok %s %s\n", options ? options : "", where);
    fflush(stdout);
    char *show = sqlite3_mprintf("cut -c 1-600 %s/check.log", test_tmp());
    if (system(show)) printf("no log\n");
    sqlite3_free(show);
  }
  sqlite3_free(command);
  sqlite3_free(rows);
}

static void export_given(const char *options, const char *where) {
  sqlite3 *db = open_given();
  compare(db, options, where);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- tests ---- */

/* A source without rows. */
static void empty_trace(void) {
  given[0].guid = "0000-empty", given[0].host = "host";
  export_given(NULL, "");
}

static const char *odd_names[] = {"plain", "", "\"quoted\" \\back\\slash", "tab\tnew\nline\r\b\f\x01\x1f\x7f", "\xff\xfe invalid \xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 cut \xe2\x82",
                                  "\xc3\xa9\xe2\x82\xac\xf0\x9f\x9a\x80", "</script>", "_ZN3fooIiE3barEv.kd", "{\"ph\":\"X\"}", "\xf4\x8f\xbf\xbf\xf4\x90\x80\x80"};
enum { ODD_NAMES = sizeof odd_names / sizeof *odd_names };

static void odd_text(void) {
  scenario *s = &given[0];
  s->guid = "0000-odd", s->host = "host";
  process(s, 77, "/usr/bin/pro\"gram\xff --flag");
  lane *calls = new_lane(s, ROCPD_KIND_REGION, NARROW), *kernels = new_lane(s, ROCPD_KIND_KERNEL, SIGNATURES), *args = new_lane(s, ROCPD_KIND_ARG, WIDE);
  char *huge = malloc((1 << 20) + 1);
  memset(huge, 'n', 1 << 20);
  memcpy(huge + 1000, "\"\\\n\x80", 4);
  huge[1 << 20] = 0;
  int64_t time = 1000000;
  for (int i = 0; i < ODD_NAMES + 2; i++) {
    const char *name = i < ODD_NAMES ? odd_names[i] : i == ODD_NAMES ? huge : NULL;
    int64_t *r = region(s, calls, 77, 78, name, time, time + 500, 100 + i);
    if (i == 3) r[ROCPD_REGION_category] = 0;
    if (i == 4) r[ROCPD_REGION_result] = -1;
    if (i == 5) r[ROCPD_REGION_result] = 700;
    kernel(s, kernels, 77, 1, 1, name, time + 600, time + 700, 100 + i);
    for (int a = 0; a < 3; a++) argument(s, args, 77, 100 + i, a, odd_names[(i + a) % ODD_NAMES], i == ODD_NAMES ? huge : odd_names[(i * 3 + a) % ODD_NAMES]);
    time += 1000;
  }
  argument(s, args, 77, 100, 7, NULL, "nameless");
  argument(s, args, 77, 101, 7, "valueless", NULL);
  export_given("{\"args\":true}", "");
  forget();
  free(huge);
}

/* Random rows with everything at once. */
static void random_rows(int sources, int events, enum style style) {
  static char guid[MAX_SOURCES][16];
  for (int k = 0; k < sources; k++) {
    scenario *s = &given[k];
    snprintf(guid[k], sizeof guid[k], "guid-%d", k);
    s->guid = guid[k], s->host = k % 2 ? "north" : "south";
    int64_t pid = k < 2 ? 500 : 500 + k; /* the first two have the same */
    process(s, pid, k == 3 ? "" : "/opt/app --x");
    int64_t stack = k == 1 ? (1LL << 53) - 100 : 1LL << 40;
    int64_t base = 1000000000LL * (1 + test_draw(1000)), now[4] = {base, base, base, base};
    lane *mixed = NULL, *gpu = NULL, *copies = NULL, *args = NULL;
    for (int i = 0; i < events; i++) {
      if (i % 1000 == 0) { /* batches */
        mixed = new_lane(s, ROCPD_KIND_REGION, style);
        gpu = new_lane(s, ROCPD_KIND_KERNEL, style);
        copies = new_lane(s, ROCPD_KIND_COPY, style);
        args = new_lane(s, ROCPD_KIND_ARG, style);
      }
      int thread = (int)test_draw(4);
      int64_t tid = thread == 3 ? (test_draw(2) ? ROCPD_NULL : -5) : pid + thread;
      int64_t start = now[thread], length = test_draw(3000);
      if (test_draw(20) == 0) length = 0;
      const char *name = odd_names[test_draw(ODD_NAMES)];
      int64_t id = stack + 4 * (int64_t)i;
      region(s, mixed, pid, tid, name, start, start + length, id);
      if (test_draw(3) == 0 && length > 2) region(s, mixed, pid, tid, "inner", start + test_draw(2), start + length - test_draw(2), id + 1);
      if (test_draw(50) == 0) region(s, mixed, pid, tid, "crosses", start + length / 2, start + length + 1 + test_draw(5000), id + 2);
      if (test_draw(500) == 0) region(s, mixed, pid, tid, "hangs", start + length, ROCPD_NULL, id + 3);
      now[thread] += length + test_draw(100);
      for (int n = test_draw(10) == 0 ? 5 : (int)test_draw(2); n > 0; n--) {
        int64_t begin = now[thread] + test_draw(5000), end = begin + test_draw(4000);
        if (test_draw(100) == 0) begin = end = ROCPD_NULL;
        else if (test_draw(300) == 0) end = ROCPD_NULL;
        else if (test_draw(300) == 0) end = begin - 5;
        int64_t *r = kernel(s, gpu, pid, test_draw(50) ? 1 + test_draw(2) : ROCPD_NULL, test_draw(50) ? test_draw(3) : ROCPD_NULL, name, begin, end, test_draw(20) ? id : test_draw(2) ? 0 : 12345);
        if (test_draw(30) == 0) r[ROCPD_KERNEL_grid_x + test_draw(6)] = ROCPD_NULL;
        if (test_draw(30) == 0) r[ROCPD_KERNEL_graph_exec_id] = INT64_MAX - test_draw(3);
        if (test_draw(30) == 0) r[ROCPD_KERNEL_lds_size] = ROCPD_NULL;
      }
      if (test_draw(5) == 0) {
        int64_t begin = now[thread] + test_draw(5000);
        static const char *names[] = {"MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE", NULL};
        copy(s, copies, pid, test_draw(3), test_draw(3), names[test_draw(4)], begin, begin + test_draw(9000), id);
      }
      if (test_draw(3) == 0)
        for (int a = 2; a >= 0; a--) argument(s, args, pid, id, a, "a", odd_names[test_draw(ODD_NAMES)]);
    }
  }
}

static void random_traces(void) {
  int rounds = test_soak() ? 60 : 4;
  for (int i = 0; i < rounds; i++) {
    random_rows(i % 3 ? 4 : 1, 1 + (int)test_draw(test_soak() ? 3000 : 1200), (enum style)(i % 3));
    export_given(i % 2 ? "{\"args\":true}" : NULL, "");
    forget();
  }
}

/* What a reader of the times should know is said, and only then. */
static void warnings(void) {
  for (int sources = 1; sources <= 4; sources += 3) {
    random_rows(sources, 50, NARROW);
    sqlite3 *db = open_given();
    for (int i = 0; i < 2; i++) {
      const char *what = db_format("SELECT json_extract(rocpd_export_%s('/dev/null'), '$.warnings')", i ? "json" : "perfetto");
      CHECK_TEXT(db_text(db, what), sources == 1 ? "[]" : "[\"2 hosts, each with times of its own clock: rocpd_align() puts them on one time line\"]");
    }
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    forget();
  }
}

static void windows_and_filters(void) {
  random_rows(1, 1000, SIGNATURES);
  for (int i = 0; i < given[0].lanes; i++) /* windows are tested without arguments */
    if (given[0].lane[i].kind == ROCPD_KIND_ARG) given[0].lane[i].rows = 0;
  sqlite3 *db = open_given();
  char options[256], where[1024];
  int64_t first = db_int(db, "SELECT min(start) FROM regions"), last = db_int(db, "SELECT max(\"end\") FROM regions");
  int64_t from = first + (last - first) / 4, to = first + (last - first) / 2;
  /* As in rocpd_window(from, to, 0): what ends or begins at an end of it is in it. */
  from = db_int(db, db_format("SELECT \"end\" FROM regions WHERE start < \"end\" AND \"end\" >= %lld ORDER BY \"end\" LIMIT 1", from));
  to = db_int(db, db_format("SELECT start FROM regions WHERE start < \"end\" AND start >= %lld ORDER BY start LIMIT 1", to));
  snprintf(options, sizeof options, "{\"start\":%lld,\"end\":%lld}", (long long)from, (long long)to);
  snprintf(where, sizeof where, "WHERE start <= %lld AND ifnull(\"end\", 9e18) >= %lld", (long long)to, (long long)from);
  compare(db, options, where);
  int64_t all = summary(db, "json", NULL, "events"), window = summary(db, "json", options, "events");
  CHECK(window > 0 && window < all);
  CHECK_INT(summary(db, "json", "{\"start\":\"0%\",\"end\":\"100%\"}", "events"), all - summary(db, "json", NULL, "without_start"));
  snprintf(options, sizeof options, "{\"end\":%lld}", (long long)first);
  CHECK_INT(summary(db, "json", options, "events"),
            db_int(db, db_format("SELECT (SELECT count(*) FROM kernels WHERE start <= %lld) + (SELECT count(*) FROM regions WHERE start <= %lld) + "
                                 "(SELECT count(*) FROM memory_copies WHERE start <= %lld)", first, first, first)));
  CHECK_INT(summary(db, "json", "{\"start\":\"25%\"}", "events") < all, 1);

  compare(db, "{\"names\":\"inner\"}", "WHERE name = 'inner'");
  compare(db, "{\"names\":[\"*quoted*\",\"p*n\"]}", "WHERE name GLOB '*quoted*' OR name GLOB 'p*n'");
  compare(db, "{\"categories\":[\"KERNEL_*\",\"MEMORY_COPY\"]}", "WHERE category GLOB 'KERNEL_*' OR category = 'MEMORY_COPY'");
  compare(db, "{\"categories\":[\"KERNEL_DISPATCH\"],\"names\":\"plain\"}", "WHERE category = 'KERNEL_DISPATCH' AND name = 'plain'");
  compare(db, "{\"min_duration_ns\":2500}", "WHERE ifnull(\"end\", 9e18) - start >= 2500");
  int64_t pid = db_int(db, "SELECT max(pid) FROM kernels");
  snprintf(options, sizeof options, "{\"processes\":[%lld]}", (long long)pid), snprintf(where, sizeof where, "WHERE pid = %lld", (long long)pid);
  compare(db, options, where);
  CHECK_INT(summary(db, "json", "{\"ranks\":[123456]}", "events"), 0);
  CHECK_INT(summary(db, "json", "{\"categories\":[]}", "events"), 0);
  CHECK_INT(summary(db, "json", NULL, "categories.KERNEL_DISPATCH"), db_int(db, "SELECT count(*) FROM kernels WHERE category = 'KERNEL_DISPATCH'"));
  CHECK_INT(summary(db, "perfetto", "{\"flows\":false}", "flows"), 0);
  CHECK(summary(db, "perfetto", NULL, "flows") > 0);
  CHECK_INT(summary(db, "perfetto", NULL, "without_start"), db_int(db, "SELECT count(*) FROM kernels WHERE start IS NULL"));
  CHECK_INT(summary(db, "perfetto", NULL, "unfinished"), db_int(db, "SELECT (SELECT count(*) FROM kernels WHERE start IS NOT NULL AND \"end\" IS NULL) + (SELECT count(*) FROM regions WHERE \"end\" IS NULL)"));
  CHECK_INT(summary(db, "perfetto", NULL, "ends_before_start"), db_int(db, "SELECT count(*) FROM kernels WHERE \"end\" < start"));
  CHECK_INT(summary(db, "perfetto", NULL, "events"), db_int(db, "SELECT (SELECT count(*) FROM kernels) + (SELECT count(*) FROM regions) + (SELECT count(*) FROM memory_copies)"));
  char *path = in_tmp("out.json");
  struct stat st;
  CHECK_INT(summary(db, "json", NULL, "bytes"), stat(path, &st) ? -1 : st.st_size);
  sqlite3_free(path);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  forget();
}

/* Crowds: thousands of events at once on one track, and calls nested too deep. */
static void crowds(void) {
  scenario *s = &given[0];
  s->guid = "crowd", s->host = "h";
  process(s, 9, "crowd");
  lane *gpu = new_lane(s, ROCPD_KIND_KERNEL, NARROW), *calls = new_lane(s, ROCPD_KIND_REGION, NARROW);
  for (int i = 0; i < 3000; i++) kernel(s, gpu, 9, 1, 1, "all at once", 1000 + i % 7, 100000 + i, 0);
  for (int i = 0; i < 600; i++) region(s, calls, 9, 9, "deep", 1000 + i, 10000 - i, i + 1);
  for (int i = 0; i < 100; i++) region(s, calls, 9, 10, "crossing", 1000 + i, 10000 + i, i + 1000);
  for (int i = 0; i < 50; i++) region(s, calls, 9, 11, "equal", 1000, 10000, 3000 - i);
  export_given(NULL, "");
  forget();
}

/* What a statement says when it fails. Nothing may be left in the folder. */
static void refused(sqlite3 *db, const char *arguments, int code, const char *part) {
  char *sql = sqlite3_mprintf("SELECT rocpd_export_json(%s)", arguments), *message = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (rc != code || !message || !strstr(message, part)) {
    test_failures++;
    printf("not ok %s: %d %s (expected %d and '%s')\n", arguments, rc, message ? message : "(no message)", code, part);
  }
  sqlite3_free(message);
  sqlite3_free(sql);
}

static int files_of_export(void) {
  int n = 0;
  DIR *folder = opendir(test_tmp());
  for (struct dirent *e; folder && (e = readdir(folder));) n += strncmp(e->d_name, ".rocpd-export", 13) == 0;
  closedir(folder);
  return n;
}

static void errors(void) {
  random_rows(1, 2000, NARROW);
  sqlite3 *db = open_given();
  char *path = in_tmp("x.json"), *arguments;
#define REFUSED(code, part, ...) arguments = sqlite3_mprintf(__VA_ARGS__), refused(db, arguments, code, part), sqlite3_free(arguments)
  REFUSED(SQLITE_ERROR, "NULL", "NULL");
  REFUSED(SQLITE_ERROR, "empty", "''");
  REFUSED(SQLITE_CANTOPEN, "is a folder", "%Q", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "names a folder", "'%s/0.fake/'", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "No such file", "'%s/no/such/out.json'", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "/proc/", "'/proc/self/out.json'");
  REFUSED(SQLITE_CANTOPEN, "is read by this connection", "'%s/0.fake'", test_tmp());
  char *other = in_tmp("other.rocz");
  tracegen_options o = small_options(100, 1);
  CHECK(!tracegen_write(other, &o));
  REFUSED(SQLITE_CANTOPEN, "other.rocz is there and would be replaced: give another name, or the option {\"overwrite\":true}", "%Q", other);
  char *replaced = sqlite3_mprintf("SELECT rocpd_export_json(%Q, '{\"overwrite\":true}') IS NOT NULL", other);
  CHECK_INT(db_int(db, replaced), 1);
  sqlite3_free(replaced), sqlite3_free(other);
  sqlite3 *none = db_open(":memory:");
  refused(none, "'out.json'", SQLITE_ERROR, "there is no trace to export");
  CHECK_INT(sqlite3_close(none), SQLITE_OK);
  REFUSED(SQLITE_FULL, "/dev/full: write failed at byte 0", "'/dev/full'");
  REFUSED(SQLITE_ERROR, "unknown option \"begin\" (known: start, end, categories, names, agents, overwrite, processes, ranks, min_duration_ns, args, flows, kernel_names, group_by, agent_index, counters, annotations, arrange, launch_names)", "%Q, '{\"begin\":1}'", path);
  REFUSED(SQLITE_ERROR, "found: {", "%Q, '{'", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object", "%Q, ''", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object, found array", "%Q, '[1]'", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object, found integer", "%Q, 5", path);
  REFUSED(SQLITE_ERROR, "option start: expected ns", "%Q, '{\"start\":1.5}'", path);
  REFUSED(SQLITE_ERROR, "option end: '101%': a percentage is between", "%Q, '{\"end\":\"101%%\"}'", path);
  REFUSED(SQLITE_ERROR, "option start: 'nowhere': expected ns, a percentage", "%Q, '{\"start\":\"nowhere\"}'", path);
  REFUSED(SQLITE_ERROR, "option end: expected ns", "%Q, '{\"end\":null}'", path);
  REFUSED(SQLITE_ERROR, "option end: it is 20, expected later than start, 30", "%Q, '{\"start\":30,\"end\":20}'", path);
  REFUSED(SQLITE_ERROR, "option end: it is", "%Q, '{\"start\":\"50%%\",\"end\":\"20%%\"}'", path);
  REFUSED(SQLITE_ERROR, "option args: expected true or false", "%Q, '{\"args\":1}'", path);
  REFUSED(SQLITE_ERROR, "option names: expected text", "%Q, '{\"names\":5}'", path);
  REFUSED(SQLITE_ERROR, "option names: expected text", "%Q, '{\"names\":null}'", path);
  REFUSED(SQLITE_ERROR, "option categories: expected text in the array, found integer", "%Q, '{\"categories\":[5]}'", path);
  REFUSED(SQLITE_ERROR, "option ranks: expected integers in the array, found text", "%Q, '{\"ranks\":[\"1\"]}'", path);
  REFUSED(SQLITE_ERROR, "option processes: the array is empty", "%Q, '{\"processes\":[]}'", path);
  REFUSED(SQLITE_ERROR, "option min_duration_ns: expected ns, an integer from 0 on, found -1", "%Q, '{\"min_duration_ns\":-1}'", path);
  /* Numbers that are too large, and a path that a zero byte would cut, are not taken for others. */
  REFUSED(SQLITE_ERROR, "option start: expected ns as an integer", "%Q, '{\"start\":99999999999999999999}'", path);
  REFUSED(SQLITE_ERROR, "option min_duration_ns: expected ns, an integer from 0 on", "%Q, '{\"min_duration_ns\":9223372036854775808}'", path);
  REFUSED(SQLITE_ERROR, "option agents: expected integers in the array, found real", "%Q, '{\"agents\":[-9223372036854775809]}'", path);
  REFUSED(SQLITE_CANTOPEN, "x.json: a zero byte follows, which no path can have", "%Q || char(0) || 'more'", path);
  /* Messages are UTF-8 whatever they are about, and where they are cut. */
  REFUSED(SQLITE_CANTOPEN, "/no?/such \xc3\xa4: No such file", "CAST(x'2f6e6fff2f7375636820c3a42f78' AS TEXT)");
  REFUSED(SQLITE_ERROR, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?", "%Q, '{%s\xc3\xa4'", path, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  /* Of a key that is there twice the last one counts. */
  CHECK_INT(db_int(db, "SELECT json_extract(rocpd_export_json('/dev/null', '{\"names\":\"*\",\"names\":[\"none\"],\"processes\":[0],\"processes\":[1]}'), '$.events')"), 0);
  CHECK(db_int(db, "SELECT json_extract(rocpd_export_json('/dev/null', '{\"names\":[\"none\"],\"names\":\"*\"}'), '$.events')") > 0);
  REFUSED(SQLITE_ERROR, "expected a path and at most one", "%Q, '{}', 1", path);
  REFUSED(SQLITE_ERROR, "expected a path", "");
  CHECK(access(path, F_OK) != 0);

  /* A limit on file sizes is an error, not the end of the process; the old file stays. */
  FILE *old = fopen(path, "w");
  fputs("old", old);
  fclose(old);
  chmod(path, 0640);
  struct rlimit limit, small = {100000, RLIM_INFINITY};
  getrlimit(RLIMIT_FSIZE, &limit);
  small.rlim_max = limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &small);
  REFUSED(SQLITE_IOERR, "write failed at byte 100000: File too large", "%Q, '{\"overwrite\":true}'", path);
  setrlimit(RLIMIT_FSIZE, &limit);
  struct stat st;
  CHECK_INT(stat(path, &st) ? -1 : st.st_size, 3);
  CHECK_INT(files_of_export(), 0);

  /* Success replaces it and keeps who may read it; a link stays a link. */
  char *link = in_tmp("link.json");
  CHECK_INT(symlink("x.json", link), 0);
  arguments = sqlite3_mprintf("SELECT rocpd_export_json(%Q, '{\"overwrite\":true}')", link);
  CHECK_INT(db_run(db, arguments), SQLITE_OK);
  sqlite3_free(arguments);
  CHECK(stat(path, &st) == 0 && st.st_size > 100000 && (st.st_mode & 0777) == 0640);
  CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
  sqlite3_free(link);

  /* Not from a view or trigger of a foreign schema. */
  arguments = sqlite3_mprintf("CREATE VIEW v AS SELECT rocpd_export_json(%Q) AS x", path);
  db_run(db, arguments);
  sqlite3_free(arguments);
  char *message = NULL;
  CHECK_INT(sqlite3_exec(db, "SELECT x FROM v", NULL, NULL, &message), SQLITE_ERROR);
  CHECK(message && strstr(message, "unsafe use of rocpd_export_json"));
  sqlite3_free(message);

  /* Limits of the connection hold for our own statements too, and are no crash. */
  int before = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 200);
  CHECK(sqlite3_exec(db, "SELECT rocpd_export_json('/dev/null', '{\"names\":\"*\"}')", NULL, NULL, NULL) != SQLITE_CORRUPT);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, before);
  CHECK_INT(db_run(db, "SELECT rocpd_export_json('/dev/null')"), SQLITE_OK);
  sqlite3_free(path);
  CHECK_INT(files_of_export(), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  forget();
}

static int stop_interrupting; /* atomic */
static void *interrupt(void *db) {
  while (!__atomic_load_n(&stop_interrupting, __ATOMIC_RELAXED)) {
    usleep(2000);
    sqlite3_interrupt(db);
  }
  return NULL;
}

static void interrupted(void) {
  scenario *s = &given[0];
  s->guid = "long", s->host = "h";
  for (int k = 0; k < 8; k++) {
    lane *calls = new_lane(s, ROCPD_KIND_REGION, NARROW);
    for (int i = 0; i < 60000; i++) region(s, calls, 9, 9, "call", 1000 + (k * 60000 + i) * 10, 1005 + (k * 60000 + i) * 10, k * 60000 + i + 1);
  }
  sqlite3 *db = open_given();
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), 480000);
  static const char *const format[] = {"json", "rocz", "db"};
  for (size_t f = 0; f < sizeof format / sizeof *format; f++) {
    pthread_t thread;
    __atomic_store_n(&stop_interrupting, 0, __ATOMIC_RELAXED);
    pthread_create(&thread, NULL, interrupt, db);
    char *path = sqlite3_mprintf("%s/long.%s", test_tmp(), format[f]), *sql = sqlite3_mprintf("SELECT rocpd_export_%s(%Q)", format[f], path);
    CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_INTERRUPT);
    __atomic_store_n(&stop_interrupting, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    CHECK(access(path, F_OK) != 0);
    CHECK_INT(files_of_export(), 0);
    CHECK_INT(db_run(db, sql), SQLITE_OK);
    char *count = sqlite3_mprintf("SELECT count(*) FROM regions(%Q)", path);
    if (f) CHECK_INT(db_int(db, count), 480000);
    CHECK(access(path, F_OK) == 0);
    unlink(path);
    sqlite3_free(count);
    sqlite3_free(path);
    sqlite3_free(sql);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  forget();
}

int main(void) {
  RUN(empty_trace);
  RUN(odd_text);
  RUN(random_traces);
  RUN(warnings);
  RUN(windows_and_filters);
  RUN(crowds);
  RUN(errors);
  RUN(interrupted);
  return test_result();
}
