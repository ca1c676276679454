/* A new kind of source in one file, written after CONTRIBUTING.md and the headers that it names. The source reads lines of text,
** of one process, whose calls launch the kernels:
**
**    process,PID
**    region,ID,NAME,START,END,THREAD
**    kernel,ID OF THE REGION,NAME,START,END,GPU
**    mark,ID,NAME,TIME,TIME,THREAD
**
** Its rows must appear in every table, view, function and export. */
#include <stdio.h>
#include <stdlib.h>
#include "db.h"
#include "guid.h"
#include "registry.h"
#include "test.h"
#include "whole_source.h"

/* ---- what rows consist of */

enum { R_ID, R_NAME, R_START, R_END, R_PID, R_TID, R_VALUES };
static const uint8_t region_value[ROCPD_REGION_COLUMNS] = {
  ROCPD_SHOWS(REGION, id, R_ID), ROCPD_SHOWS(REGION, event_id, R_ID), ROCPD_SHOWS(REGION, stack_id, R_ID), ROCPD_SHOWS(REGION, name, R_NAME),
  ROCPD_SHOWS(REGION, start, R_START), ROCPD_SHOWS(REGION, end, R_END), ROCPD_SHOWS(REGION, pid, R_PID), ROCPD_SHOWS(REGION, tid, R_TID)};
static const rocpd_row_layout region_layout = {.kind = ROCPD_KIND_REGION, .width = R_VALUES, .final = true, .value = region_value,
                                               .text = {{ROCPD_REGION_category, "CSV"}}};

enum { K_ID, K_EVENT, K_NAME, K_SYMBOL, K_START, K_END, K_PID, K_AGENT, K_GPU, K_CALL, K_VALUES };
static const uint8_t kernel_value[ROCPD_KERNEL_COLUMNS] = {
  ROCPD_SHOWS(KERNEL, id, K_ID), ROCPD_SHOWS(KERNEL, event_id, K_EVENT), ROCPD_SHOWS(KERNEL, name, K_NAME), ROCPD_SHOWS(KERNEL, kernel_id, K_SYMBOL),
  ROCPD_SHOWS(KERNEL, start, K_START), ROCPD_SHOWS(KERNEL, end, K_END), ROCPD_SHOWS(KERNEL, pid, K_PID), ROCPD_SHOWS(KERNEL, agent_id, K_AGENT),
  ROCPD_SHOWS(KERNEL, agent_abs_index, K_GPU), ROCPD_SHOWS(KERNEL, stack_id, K_CALL)};
static const rocpd_row_layout kernel_layout = {
  .kind = ROCPD_KIND_KERNEL, .width = K_VALUES, .final = true, .value = kernel_value,
  .zero = ROCPD_ZERO(KERNEL, queue_id) | ROCPD_ZERO(KERNEL, stream_id) | ROCPD_ZERO(KERNEL, code_object_id),
  .text = {{ROCPD_KERNEL_category, "KERNEL_DISPATCH"}, {ROCPD_KERNEL_agent_type, "GPU"}}};

enum { S_ID, S_NAME, S_TIME, S_PID, S_TID, S_VALUES };
static const uint8_t sample_value[ROCPD_SAMPLE_COLUMNS] = {
  ROCPD_SHOWS(SAMPLE, id, S_ID), ROCPD_SHOWS(SAMPLE, event_id, S_ID), ROCPD_SHOWS(SAMPLE, stack_id, S_ID), ROCPD_SHOWS(SAMPLE, name, S_NAME),
  ROCPD_SHOWS(SAMPLE, timestamp, S_TIME), ROCPD_SHOWS(SAMPLE, pid, S_PID), ROCPD_SHOWS(SAMPLE, tid, S_TID)};
static const rocpd_row_layout sample_layout = {.kind = ROCPD_KIND_SAMPLE, .width = S_VALUES, .final = true, .value = sample_value,
                                               .text = {{ROCPD_SAMPLE_category, "CSV"}}};

typedef struct csv {
  rocpd_whole_source whole; /* must be first */
  rocpd_row_store region, kernel, sample;
  int64_t kernels, malformed;
} csv;

/* ---- reading */

typedef struct line {
  char name[256];
  long long id, start, end, place; /* thread or GPU */
} line;

static int add_region(csv *f, const line *l) {
  rocpd_source *s = &f->whole.source;
  uint32_t thread;
  int rc = rocpd_pair_number(&f->whole.entities.thread, s->info.pid, l->place, &thread);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&f->region, thread) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[R_ID] = l->id;
  row[R_START] = l->start;
  row[R_END] = l->end;
  row[R_PID] = s->info.pid;
  row[R_TID] = l->place;
  return rocpd_intern(s->session, l->name, -1, &row[R_NAME]);
}

static int add_sample(csv *f, const line *l) {
  rocpd_source *s = &f->whole.source;
  uint32_t thread;
  int rc = rocpd_pair_number(&f->whole.entities.thread, s->info.pid, l->place, &thread);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&f->sample, thread) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[S_ID] = l->id;
  row[S_TIME] = l->start;
  row[S_PID] = s->info.pid;
  row[S_TID] = l->place;
  return rocpd_intern(s->session, l->name, -1, &row[S_NAME]);
}

static int add_kernel(csv *f, const line *l) {
  rocpd_source *s = &f->whole.source;
  uint32_t agent, symbol;
  int64_t name;
  int rc = rocpd_intern(s->session, l->name, -1, &name);
  if (rc == SQLITE_OK) rc = rocpd_entity_table_symbol(&f->whole.entities, name, &symbol);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&f->whole.entities.agent, 0, l->place, &agent);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&f->kernel, agent) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[K_ID] = ++f->kernels;
  row[K_EVENT] = ROCPD_ENTITY_KERNEL_EVENT + row[K_ID];
  row[K_NAME] = f->whole.entities.symbol[symbol].shown;
  row[K_SYMBOL] = ROCPD_ENTITY_ID(symbol);
  row[K_START] = l->start;
  row[K_END] = l->end;
  row[K_PID] = s->info.pid;
  row[K_AGENT] = ROCPD_ENTITY_ID(agent);
  row[K_GPU] = rocpd_entity_agent_index(&f->whole.entities, agent);
  row[K_CALL] = l->id;
  return SQLITE_OK;
}

static int read_line(csv *f, const char *text) {
  char kind[8];
  long long pid;
  line l;
  if (sscanf(text, "process,%lld", &pid) == 1) {
    f->whole.source.info.pid = pid;
    return SQLITE_OK;
  }
  bool whole = sscanf(text, "%7[^,],%lld,%255[^,],%lld,%lld,%lld", kind, &l.id, l.name, &l.start, &l.end, &l.place) == 6;
  if (whole && rocpd_is_time(l.start) && rocpd_is_time(l.end) && strcmp(kind, "region") == 0) return add_region(f, &l);
  if (whole && rocpd_is_time(l.start) && rocpd_is_time(l.end) && strcmp(kind, "kernel") == 0) return add_kernel(f, &l);
  if (whole && rocpd_is_time(l.start) && rocpd_is_time(l.end) && strcmp(kind, "mark") == 0) return add_sample(f, &l);
  f->malformed++;
  return SQLITE_OK;
}

static int read_rows(rocpd_whole_source *w, rocpd_error *err) {
  csv *f = (csv *)w;
  FILE *in = fopen(w->source.path, "r");
  char *text = NULL;
  size_t capacity = 0;
  int rc = in ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s", w->source.path);
  f->kernels = f->malformed = 0;
  while (rc == SQLITE_OK && getline(&text, &capacity, in) > 0) rc = read_line(f, text);
  free(text);
  if (in) fclose(in);
  return rc == SQLITE_OK ? rocpd_entity_table_rows(&w->entities) : rc;
}

/* ---- the class */

static const rocpd_whole_rows stores[] = {{.layout = &region_layout, .offset = offsetof(csv, region)},
                                          {.layout = &kernel_layout, .offset = offsetof(csv, kernel)},
                                          {.layout = &sample_layout, .offset = offsetof(csv, sample)}};
static const rocpd_whole_class whole = {.rows = stores, .stores = sizeof(stores) / sizeof(*stores), .read = read_rows};

static int csv_probe(const char *path, const uint8_t *head, size_t n) { return n > 8 && memcmp(head, "process,", 8) == 0; }

static void csv_close(rocpd_source *s) {
  rocpd_whole_free((rocpd_whole_source *)s);
  rocpd_source_free(s);
}

static int csv_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                    rocpd_error *err) {
  csv *f = (csv *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  rocpd_whole_begin(&f->whole, &whole);
  rocpd_guid_make(&f->whole.source, path, strlen(path));
  f->whole.source.info.complete = true;
  int rc = rocpd_stamp_take(path, &f->whole.stamp, err);
  if (rc == SQLITE_OK) *out = &f->whole.source;
  else csv_close(&f->whole.source);
  return rc;
}

static int csv_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  csv *f = (csv *)s;
  int rc = rocpd_whole_look(&f->whole, emit, arg);
  return rc == SQLITE_OK ? emit(arg, "malformed lines", f->malformed, NULL) : rc;
}

ROCPD_SOURCE_CLASS(csv) = {.name = "csv", .probe = csv_probe, .open = csv_open, .close = csv_close, .refresh = rocpd_whole_refresh,
                           .batches = rocpd_whole_batches, .forget = rocpd_whole_forget, .health = csv_health};

/* ---- tests: answers are those of the lines below, added up by hand */

static const char text[] =
  "process,4711\n"
  "region,1,hipLaunchKernel,100,200,11\n"
  "region,2,hipLaunchKernel,300,400,11\n"
  "kernel,1,_Z4gemmPf,150,350,0\n"
  "kernel,2,_Z4gemmPf,500,800,0\n"
  "nonsense\n"
  "region,3,hipDeviceSynchronize,450,950,12\n"
  "kernel,2,fill,700,900,1\n";

static char path[3900];

static sqlite3 *open_csv(const char *mode, const char *lines) {
  snprintf(path, sizeof(path), "%s/trace.csv", test_tmp());
  FILE *f = fopen(path, mode);
  fputs(lines, f);
  fclose(f);
  return db_open_trace(path);
}

static void same(sqlite3 *db, const char *ours, const char *wanted) { CHECK(db_same(db, NULL, ours, wanted, 0) > 0); }

static void tables(void) {
  sqlite3 *db = open_csv("w", text);
  same(db, "SELECT name, start, \"end\", duration, agent_abs_index, pid, wall_ns FROM kernels ORDER BY start",
       "VALUES ('gemm(float*)', 150, 350, 200, 0, 4711, NULL), ('gemm(float*)', 500, 800, 300, 0, 4711, NULL), ('fill', 700, 900, 200, 1, 4711, NULL)");
  same(db, "SELECT id, category, name, duration, pid, tid FROM regions ORDER BY id",
       "VALUES (1, 'CSV', 'hipLaunchKernel', 100, 4711, 11), (2, 'CSV', 'hipLaunchKernel', 100, 4711, 11), (3, 'CSV', 'hipDeviceSynchronize', 500, 4711, 12)");
  same(db, "SELECT name, total_calls, total_ns FROM top ORDER BY total_ns DESC, total_calls",
       "VALUES ('hipDeviceSynchronize', 1, 500), ('gemm(float*)', 2, 500), ('fill', 1, 200), ('hipLaunchKernel', 2, 200)");
  same(db, "SELECT type, GpuTime, WallTime, intervals FROM busy ORDER BY agent_id", "VALUES ('GPU', 500, 750, 2), ('GPU', 200, 750, 1)");
  same(db, "SELECT start, \"end\", duration_ns, before_name FROM gaps", "VALUES (350, 500, 150, 'gemm(float*)')");
  same(db, "SELECT r.id, k.name FROM kernels k JOIN regions r USING (guid, stack_id) ORDER BY k.start",
       "VALUES (1, 'gemm(float*)'), (2, 'gemm(float*)'), (2, 'fill')");
  same(db, "SELECT pid, group_concat(tid) FROM threads JOIN processes USING (guid, pid)", "VALUES (4711, '11,12')");
  same(db, "SELECT kind, pid, rows, complete FROM sources", "VALUES ('csv', 4711, 6, 1)");
  same(db, "SELECT value FROM health WHERE name = 'malformed lines'", "VALUES (1)");
  sqlite3_close(db);
}

/* The base tables are made from these rows. */
static void base_tables(void) {
  sqlite3 *db = open_csv("w", text);
  same(db,
       "SELECT s.display_name, d.start, d.\"end\", a.absolute_index, a.type FROM rocpd_kernel_dispatch d JOIN rocpd_info_kernel_symbol s ON s.id = d.kernel_id "
       "JOIN rocpd_info_agent a ON a.id = d.agent_id ORDER BY d.start",
       "VALUES ('gemm(float*)', 150, 350, 0, 'GPU'), ('gemm(float*)', 500, 800, 0, 'GPU'), ('fill', 700, 900, 1, 'GPU')");
  same(db, "SELECT s.string, t.tid, p.pid, e.stack_id FROM rocpd_region r JOIN rocpd_string s ON s.id = r.name_id JOIN rocpd_info_thread t ON t.id = r.tid "
           "JOIN rocpd_info_process p ON p.id = r.pid JOIN rocpd_event e ON e.id = r.event_id ORDER BY r.start",
       "VALUES ('hipLaunchKernel', 11, 4711, 1), ('hipLaunchKernel', 11, 4711, 2), ('hipDeviceSynchronize', 12, 4711, 3)");
  same(db, "SELECT count(*), count(DISTINCT id) FROM rocpd_event", "VALUES (6, 6)");
  sqlite3_close(db);
}

static const char *export_as(sqlite3 *db, const char *format, const char *file) {
  return db_text(db, db_format("SELECT rocpd_export_%s(%Q, '{\"overwrite\":true}')", format, file));
}

#define EVERYTHING                                                                                                                              \
  "SELECT 'k', name, start, \"end\", duration, agent_abs_index, agent_type, pid, tid, stack_id FROM %s.kernels UNION ALL "                        \
  "SELECT 'r', name, start, \"end\", duration, NULL, category, pid, tid, stack_id FROM %s.regions ORDER BY 1, 3"

/* An archive made from the file contains what the lines say. */
static void comes_back(const char *format, const char *suffix) {
  char file[4096];
  int before, after;
  sqlite3 *db = open_csv("w", text);
  snprintf(file, sizeof(file), "%s/copy.%s", test_tmp(), suffix);
  CHECK(strchr(export_as(db, format, file), '{'));
  char *ours = db_rows(db, db_format(EVERYTHING, "temp", "temp"), 0, &before);
  sqlite3_close(db);
  db = db_open_trace(file);
  char *theirs = db_rows(db, db_format(EVERYTHING, "temp", "temp"), 0, &after);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name LIKE 'dangling%'"), 0);
  CHECK_INT(before, 6);
  CHECK_TEXT(theirs, ours);
  sqlite3_free(ours);
  sqlite3_free(theirs);
  sqlite3_close(db);
}

static void exported_rocz(void) { comes_back("rocz", "rocz"); }
static void exported_db(void) { comes_back("db", "db"); }

static void exported_tracks(void) {
  char file[4096], got[256];
  sqlite3 *db = open_csv("w", text);
  for (int i = 0; i < 2; i++) {
    snprintf(file, sizeof(file), "%s/trace.%d", test_tmp(), i);
    snprintf(got, sizeof(got), "%s", export_as(db, i ? "json" : "perfetto", file));
    CHECK(strstr(got, "\"events\":6") && strstr(got, "\"flows\":3"));
  }
  sqlite3_close(db);
}

/* Each track is named by its own samples. */
static void marks(void) {
  sqlite3_close(open_csv("w", text));
  sqlite3 *db = open_csv("a", "mark,11,begin,10,10,11\nmark,12,begin,20,20,11\nmark,13,end,30,30,11\nmark,14,end,40,40,12\n");
  same(db, "SELECT name, timestamp, tid FROM samples ORDER BY timestamp", "VALUES ('begin', 10, 11), ('begin', 20, 11), ('end', 30, 11), ('end', 40, 12)");
  same(db, "SELECT s.string, t.tid FROM rocpd_track k JOIN rocpd_string s ON s.id = k.name_id JOIN rocpd_info_thread t ON t.id = k.tid ORDER BY 2, 1",
       "VALUES ('begin', 11), ('end', 11), ('end', 12)");
  same(db, "SELECT s.string, count(*) FROM rocpd_sample x JOIN rocpd_track k ON k.id = x.track_id JOIN rocpd_string s ON s.id = k.name_id GROUP BY 1",
       "VALUES ('begin', 2), ('end', 2)");
  sqlite3_close(db);
}

/* The file is read again when it has changed. Offsets of times and ranks work as for any file. */
static void changes(void) {
  sqlite3 *db = open_csv("w", text), *other;
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 3);
  other = open_csv("a", "kernel,3,late,2000,2500,1\n");
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 4);
  CHECK_INT(db_int(db, "SELECT GpuTime FROM busy ORDER BY agent_id DESC LIMIT 1"), 700);
  sqlite3_close(other);
  sqlite3_close(db);
  db = db_open(":memory:");
  CHECK_INT(db_int(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":1000}')", path)), 1);
  CHECK_INT(db_int(db, "SELECT min(start) FROM kernels"), 1150);
  sqlite3_close(db);
}

/* Without room for a cache, rows are dropped after each statement and read again. */
static void forgotten(void) {
  sqlite3 *db = open_csv("w", text);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
  for (int i = 0; i < 3; i++) {
    same(db, "SELECT id, name, agent_id, duration FROM kernels ORDER BY id",
         "VALUES (1, 'gemm(float*)', 1, 200), (2, 'gemm(float*)', 1, 300), (3, 'fill', 2, 200)");
    same(db, "SELECT tid, count(*) FROM regions GROUP BY tid", "VALUES (11, 2), (12, 1)");
    CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'malformed lines'"), 1);
  }
  sqlite3_close(db);
}

int main(void) {
  RUN(tables);
  RUN(base_tables);
  RUN(exported_rocz);
  RUN(exported_db);
  RUN(exported_tracks);
  RUN(marks);
  RUN(changes);
  RUN(forgotten);
  return test_result();
}
