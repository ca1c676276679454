/* Partial answers (partial.h): those of the parts of a random trace are saved to files, and loaded, merged in any order and grouping, and ranked by another
** process. The sum is exactly what top and top_by say of all parts at once. Bytes that somebody made up are refused. */
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>
#include "db.h"
#include "histogram.h"
#include "memory.h"
#include "partial.h"
#include "small.h"
#include "test.h"
#include "top_by.h"
#include "trace.h"

enum { PARTS = 7 };

static const struct question { const char *table, *by, *keys; /* columns of the table that show the keys, in their order */ } questions[] = {
  {"top", "name", "name"},
  {"top", "rank", "name, rank"},
  {"top", "process", "name, pid, guid, source, run, host, rank"},
  {"top_kernels", "name", "name"},
  {"top_by", "copy", "name"},
  {"top_by", "thread", "id, pid, guid, source, run, host, rank"},
  {"top_by", "queue", "name, id, agent_id, pid, guid, source, run, host, rank"},
  {"top_by", "agent", "agent_id, guid, source, run, host, rank"},
  {"top_by", "rank", "rank"},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static const char *what_of(const struct question *q) {
  static char text[64];
  snprintf(text, sizeof text, "%s %s", q->table, q->by);
  return text;
}

static const rocpd_top_by *by_of(const struct question *q) { return rocpd_top_by_of(q->table, q->by, NULL); }

static const char *file_of(const char *kind, int q, int part) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s.%d.%d", test_tmp(), kind, q, part);
  return path;
}

static const char *trace_of(int part) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/part%d.rocz", test_tmp(), part);
  return path;
}

/* Parts differ in names, threads, GPUs and the ticks of their clocks, so that some durations are everywhere and others only once. */
static void make_trace(int part) {
  tracegen_options o = small_options(part == 3 ? 12 : 700 + (uint64_t)test_draw(1500), 100 + (uint64_t)part);
  o.names = 3 + (uint32_t)test_draw(40), o.threads = 1 + (uint32_t)test_draw(4), o.queues = 1 + (uint32_t)test_draw(4), o.agents = 1 + (uint32_t)test_draw(2);
  o.tick_ns = part % 2 ? 1000 : 1, o.pid = 1000 + (uint32_t)(part % 4), o.arguments = false;
  o.host = part % 3 ? "one" : "two";
  CHECK_TEXT(tracegen_write(trace_of(part), &o) ? "failed" : "written", "written");
}

static void write_file(const char *path, const void *data, size_t n) {
  FILE *f = fopen(path, "w");
  CHECK(f && fwrite(data, 1, n, f) == n && fclose(f) == 0);
}

static uint8_t *read_file(const char *path, size_t *n) {
  FILE *f = fopen(path, "r");
  uint8_t *data = malloc(1 << 22);
  *n = f ? fread(data, 1, 1 << 22, f) : 0;
  if (f) fclose(f);
  return data;
}

/* ---- answers as text: a line for each row */

static void put_number(FILE *f, double v) {
  if (isnan(v)) fputs("|-", f);
  else fprintf(f, "|%.17g", v);
}
static void put_integer(FILE *f, int64_t v) {
  if (v == ROCPD_NULL) fputs("|-", f);
  else fprintf(f, "|%lld", (long long)v);
}

/* What top and its kin say. */
static void write_rows(sqlite3 *db, const struct question *q, const char *path) {
  FILE *f = fopen(path, "w");
  sqlite3_stmt *s = NULL;
  const char *where = strcmp(q->by, "name") ? db_format("WHERE \"by\" = %Q", q->by) : "";
  char *sql = sqlite3_mprintf("SELECT %s, total_calls, total_ns, average_ns, min_ns, max_ns, stddev_ns, median_ns, p90_ns, p99_ns, longest_start, longest_end "
                              "FROM %s %s", q->keys, q->table, where);
  CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
  while (sqlite3_step(s) == SQLITE_ROW) {
    for (int c = 0; c < sqlite3_column_count(s); c++) {
      int type = sqlite3_column_type(s, c);
      if (type == SQLITE_TEXT) fprintf(f, "|%s", sqlite3_column_text(s, c));
      else if (type == SQLITE_NULL) fputs("|-", f);
      else if (type == SQLITE_INTEGER) put_integer(f, sqlite3_column_int64(s, c));
      else put_number(f, sqlite3_column_double(s, c));
    }
    fputc('\n', f);
  }
  CHECK_INT(sqlite3_finalize(s), SQLITE_OK);
  sqlite3_free(sql);
  fclose(f);
}

static void write_answer(const rocpd_session *session, const rocpd_partial *p, const char *path) {
  FILE *f = fopen(path, "w");
  for (const rocpd_stat *x = p->st.stat; x < p->st.stat + p->st.n; x++) {
    rocpd_longest_row longest = rocpd_partial_longest(p, x);
    for (int k = 0; k < p->keys; k++)
      if (p->texts >> k & 1 && x->key[k] != ROCPD_NULL) fprintf(f, "|%s", rocpd_string(session, x->key[k], NULL));
      else put_integer(f, x->key[k]);
    put_integer(f, (int64_t)x->rows);
    put_integer(f, x->ended ? x->sum_ns : ROCPD_NULL);
    put_integer(f, x->ended ? x->average_ns : ROCPD_NULL);
    put_integer(f, x->ended ? x->min_ns : ROCPD_NULL);
    put_integer(f, x->ended ? x->max_ns : ROCPD_NULL);
    put_number(f, x->stddev_ns);
    put_number(f, rocpd_partial_quantile(p, x, 0.5)), put_number(f, rocpd_partial_quantile(p, x, 0.9)), put_number(f, rocpd_partial_quantile(p, x, 0.99));
    put_integer(f, longest.start), put_integer(f, longest.end);
    fputc('\n', f);
  }
  fclose(f);
}

/* ---- the process that adds up: `test_analysis_partial add SEED` */

static rocpd_partial load_part(rocpd_session *session, const struct question *q, const char *path) {
  rocpd_partial p;
  rocpd_error err = {0};
  size_t n;
  uint8_t *data = read_file(path, &n);
  const rocpd_top_by *by = by_of(q);
  CHECK_INT(rocpd_partial_load(session, data, n, what_of(q), by->input, by->keys, &p, &err), SQLITE_OK);
  if (err.rc) printf("# %s: %s\n", path, err.message);
  rocpd_error_clear(&err);
  free(data);
  return p;
}

static void save_part(rocpd_session *session, const struct question *q, const rocpd_partial *p, const char *path) {
  rocpd_state_writer w = {0};
  CHECK_INT(rocpd_partial_save(session, p, what_of(q), &w, NULL), SQLITE_OK);
  write_file(path, w.data, w.n);
  sqlite3_free(w.data);
}

/* Merges any two until one is left; now and then what was merged is saved and loaded once more. */
static void add_question(rocpd_session *session, int q) {
  rocpd_partial part[PARTS];
  int n = 0;
  for (int i = 0; i < PARTS; i++) part[n++] = load_part(session, &questions[q], file_of("part", q, i));
  while (n > 1) {
    int a = (int)test_draw(n), b = (int)test_draw(n);
    if (a == b) continue;
    CHECK_INT(rocpd_partial_merge(&part[a], &part[b], NULL), SQLITE_OK);
    rocpd_partial_free(&part[b]);
    if (test_draw(3) == 0) {
      save_part(session, &questions[q], &part[a], file_of("between", q, 0));
      rocpd_partial_free(&part[a]);
      part[a] = load_part(session, &questions[q], file_of("between", q, 0));
    }
    part[b] = part[--n];
  }
  CHECK_INT(rocpd_partial_rank(session, &part[0], NULL), SQLITE_OK);
  write_answer(session, &part[0], file_of("sum", q, 0));
  rocpd_partial_free(&part[0]);
}

static int add_up(uint64_t seed) {
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  int64_t other;
  test_seed = seed;
  /* numbers of texts differ from the parts' */
  for (int i = 0; i < 50; i++) CHECK_INT(rocpd_intern(session, db_format("another text %d", i), -1, &other), SQLITE_OK);
  for (int q = 0; q < QUESTIONS; q++) add_question(session, q);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return test_result();
}

/* ---- the process that makes the parts */

static void save_parts(int part) {
  sqlite3 *db = db_open_trace(trace_of(part));
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  rocpd_snapshot *s;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  for (int q = 0; q < QUESTIONS; q++) {
    const rocpd_top_by *by = by_of(&questions[q]);
    rocpd_partial p;
    CHECK_INT(rocpd_partial_make(s, by->input, by->inputs, by->keys, &p, NULL), SQLITE_OK);
    save_part(session, &questions[q], &p, file_of("part", q, part));
    rocpd_partial_free(&p);
  }
  rocpd_snapshot_release(s);
  sqlite3_close(db);
}

static void same_files(const char *what, const char *a, const char *b) {
  size_t n, m;
  char left[4096];
  snprintf(left, sizeof left, "%s", a);
  uint8_t *x = read_file(left, &n), *y = read_file(b, &m);
  bool same = n > 0 && n == m && !memcmp(x, y, n);
  if (!same) printf("# %s: %s and %s differ\n", what, left, b);
  CHECK(same);
  free(x), free(y);
}

static void same_answers(void) {
  sqlite3 *db = db_open(":memory:");
  for (int i = 0; i < PARTS; i++) {
    make_trace(i), save_parts(i);
    CHECK_INT(db_attach(db, trace_of(i)), SQLITE_OK);
  }
  for (int q = 0; q < QUESTIONS; q++) {
    static char path[4096];
    snprintf(path, sizeof path, "%s", file_of("all", q, 0));
    write_rows(db, &questions[q], path);
  }
  for (int round = 0; round < (test_soak() ? 50 : 4); round++) {
    pid_t child = fork();
    char seed[32];
    snprintf(seed, sizeof seed, "%d", 1000 + round);
    if (!child) execl("/proc/self/exe", "test_analysis_partial", "add", seed, (char *)NULL), _exit(127);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_INT(WEXITSTATUS(status), 0);
    for (int q = 0; q < QUESTIONS; q++) {
      char all[4096];
      snprintf(all, sizeof all, "%s", file_of("all", q, 0));
      same_files(what_of(&questions[q]), all, file_of("sum", q, 0));
    }
  }
  sqlite3_close(db);
}

/* ---- bytes that are not right */

static const char *load_error(rocpd_session *session, const uint8_t *bytes, size_t n, const char *what) {
  static char text[400];
  rocpd_partial p;
  rocpd_error err = {0};
  const rocpd_top_by *by = by_of(&questions[0]);
  uint8_t *exact = malloc(n + 1); /* so that a sanitizer sees a read behind them */
  memcpy(exact, bytes, n);
  exact = realloc(exact, n ? n : 1);
  int rc = rocpd_partial_load(session, exact, n, what, by->input, by->keys, &p, &err);
  if (rc == SQLITE_OK) {
    for (size_t i = 0; i < p.st.table.groups.n; i++) rocpd_partial_quantile(&p, &(rocpd_stat){.group = i}, 0.5);
    rocpd_partial_free(&p);
  }
  CHECK(rc == SQLITE_OK || (err.rc == rc && err.message));
  snprintf(text, sizeof text, "%s", rc == SQLITE_OK ? "" : err.message ? err.message : "?");
  rocpd_error_clear(&err);
  free(exact);
  return text;
}

static void set_checksum(uint8_t *data, size_t n) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i + 8 < n; i++) h ^= data[i], h *= 1099511628211u;
  for (int i = 0; i < 8; i++) data[n - 8 + (size_t)i] = (uint8_t)(h >> 8 * i);
}

static void hostile_bytes(void) {
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  size_t n;
  uint8_t *good = read_file(file_of("part", 0, 3), &n), *bad = malloc(2 * n + 64);
  const char *what = what_of(&questions[0]);
  CHECK(n > 100);
  CHECK_TEXT(load_error(session, good, n, what), "");
  CHECK_TEXT(load_error(session, good, n, "top rank"), "saved groups are of 'top name', expected 'top rank'");
  CHECK_TEXT(load_error(session, (const uint8_t *)"SQLite format 3", 16, what), "these bytes are no saved groups");
  for (size_t i = 0; i < n; i++) CHECK(load_error(session, good, i, what)[0]);
  int accepted = 0;
  for (size_t i = 0; i < n; i++) {
    memcpy(bad, good, n);
    bad[i] ^= (uint8_t)(1 << test_draw(8));
    CHECK(load_error(session, bad, n, what)[0]);
    set_checksum(bad, n);
    accepted += !load_error(session, bad, n, what)[0];
  }
  CHECK(accepted > 0 && accepted < (int)n); /* a changed name is as good as another; a changed duration contradicts the sums */
  memcpy(bad, good, n);
  bad[8] = 2;
  set_checksum(bad, n);
  CHECK_TEXT(load_error(session, bad, n, what), "saved groups have version 2, expected 1: they are of another version of rocpd");
  memcpy(bad, good, n), memset(bad + n - 8, 0, 16); /* one more byte */
  set_checksum(bad, n + 1);
  CHECK(strstr(load_error(session, bad, n + 1, what), "more bytes than groups"));
  for (int round = 0; round < (test_soak() ? 2000000 : 20000); round++) {
    memcpy(bad, good, n);
    for (int64_t k = test_draw(6); k >= 0; k--) bad[18 + test_draw((int64_t)n - 26)] = test_draw(2) ? (uint8_t)test_draw(256) : 255;
    size_t cut = test_draw(4) ? n : 26 + (size_t)test_draw((int64_t)n - 26);
    set_checksum(bad, cut);
    load_error(session, bad, cut, what);
  }
  free(good), free(bad);
  sqlite3_close(db);
}

/* A state made by hand: two groups, and what contradicts itself. */
static void contradictions(void) {
  static const uint8_t head[] = {'r', 'o', 'c', 'p', 'd', '-', 'g', 's', 1, 8, 't', 'o', 'p', ' ', 'n', 'a', 'm', 'e', 1, 1, 1, 1, 'a'};
  /* group: key; rows, ended, min 10, max - min 5, sum 25, 0, squares 325, 0; longest 1..16; 2 runs: 10 once, 15 once */
  static const uint8_t first[] = {1, 3, 2, 20, 5, 25, 0, 0xc5, 2, 0, 1, 2, 32, 2, 20, 1, 10}, second[] = {0, 1, 0, 0, 0};
  static const struct { const char *name; int at, value; const char *error; } list[] = {
    {"as it is", -1, 0, ""}, {"more ended than rows", 2, 4, "contradicts"}, {"a sum beyond rows times max", 5, 31, "contradicts"},
    {"a sum below", 5, 19, "contradicts"}, {"a least that is no duration", 14, 22, "contradicts"}, {"a greatest that is none", 16, 12, "contradicts"},
    {"a count too many", 15, 2, "contradicts"}, {"a run of none", 15, 0, "contradicts"}, {"a text that is not there", 0, 2, "no such key"},
    {"equal keys", 0, 0, "twice"}, {"a flag of 2", 10, 2, "contradicts"}};
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    uint8_t bytes[100], *to = bytes;
    memcpy(to, head, sizeof head), to += sizeof head;
    *to++ = 2;
    memcpy(to, first, sizeof first);
    if (list[i].at >= 0) to[list[i].at] = (uint8_t)list[i].value;
    to += sizeof first;
    memcpy(to, second, sizeof second), to += sizeof second;
    size_t n = (size_t)(to - bytes) + 8;
    set_checksum(bytes, n);
    const char *error = load_error(session, bytes, n, "top name");
    bool right = list[i].error[0] ? strstr(error, list[i].error) != NULL : !error[0];
    if (!right) printf("# %s: '%s'\n", list[i].name, error);
    CHECK(right);
  }
  sqlite3_close(db);
}

/* ---- histograms are groups, too */

static void histograms(void) {
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  rocpd_snapshot *s;
  static rocpd_bins bins;
  rocpd_group_table sum = {.groups.keys = 1}, all;
  const rocpd_top_by *by = by_of(&questions[0]);
  CHECK(rocpd_bins_parse(&bins, "1-2-5"));
  rocpd_group_class class = rocpd_histogram_class(&bins);
  rocpd_state_kind kind = {"histogram 1-2-5 name", &class, &bins, 1, 1};
  for (int i = 0; i < PARTS; i++) {
    rocpd_group_table part, loaded;
    rocpd_state_writer w = {0};
    CHECK_INT(rocpd_trace_snapshot_of(rocpd_trace_of(db), trace_of(i), &s, NULL), SQLITE_OK);
    CHECK_INT(rocpd_histogram(s, by->input, by->inputs, 1, &bins, &part, NULL), SQLITE_OK);
    CHECK_INT(rocpd_group_state_save(session, &part, &kind, &w, NULL), SQLITE_OK);
    CHECK_INT(rocpd_group_state_load(session, w.data, w.n, &kind, &loaded, NULL), SQLITE_OK);
    CHECK_INT(rocpd_group_table_merge(&sum, &loaded, &class, &bins, NULL), SQLITE_OK);
    rocpd_group_table_free(&part), rocpd_group_table_drop(&loaded, &class);
    sqlite3_free(w.data);
    rocpd_snapshot_release(s);
    CHECK_INT(db_attach(db, trace_of(i)), SQLITE_OK);
  }
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  CHECK_INT(rocpd_histogram(s, by->input, by->inputs, 1, &bins, &all, NULL), SQLITE_OK);
  CHECK(sum.groups.n > 10);
  CHECK_INT(sum.groups.n, all.groups.n);
  for (size_t i = 0; i < all.groups.n; i++) {
    int64_t at = rocpd_group_find(&sum.groups, &all.groups.key[i]);
    CHECK(at >= 0 && !memcmp(sum.slot + (size_t)at * class.size, all.slot + i * class.size, class.size));
  }
  rocpd_group_table_free(&all), rocpd_group_table_free(&sum);
  rocpd_snapshot_release(s);
  sqlite3_close(db);
}

/* ---- each allocation fails once */

static int round_trip(rocpd_session *session, const uint8_t *bytes, size_t n, rocpd_error *err) {
  rocpd_partial p, sum = {0};
  rocpd_state_writer w = {0};
  const rocpd_top_by *by = by_of(&questions[0]);
  int rc = rocpd_partial_load(session, bytes, n, what_of(&questions[0]), by->input, by->keys, &p, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_partial_merge(&sum, &p, err);
  if (rc == SQLITE_OK) rc = rocpd_partial_merge(&sum, &p, err);
  if (rc == SQLITE_OK) rc = rocpd_partial_rank(session, &sum, err);
  if (rc == SQLITE_OK) rc = rocpd_partial_save(session, &sum, "top name", &w, err);
  sqlite3_free(w.data);
  rocpd_partial_free(&p), rocpd_partial_free(&sum);
  return rc;
}

static void memory_runs_out(void) {
  size_t n;
  uint8_t *bytes = read_file(file_of("part", 0, 3), &n);
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  long at = 1;
  for (int failed = 1; failed && at < 10000; at++) {
    rocpd_error err = {0};
    memory_fail_at(at);
    int rc = round_trip(session, bytes, n, &err);
    failed = memory_failed();
    CHECK_INT(rc, failed ? SQLITE_NOMEM : SQLITE_OK);
    rocpd_error_clear(&err);
  }
  CHECK(at > 20 && at < 10000);
  sqlite3_close(db);
  CHECK_INT(sqlite3_memory_used(), before);
  free(bytes);
}

/* A device's name tells GPUs apart within one connection: the name of another process's GPU may be equal. */
static void refused_keys(void) {
  sqlite3 *db = db_open_trace(trace_of(0));
  rocpd_snapshot *s;
  rocpd_partial p;
  rocpd_error err = {0};
  const rocpd_top_by *by = rocpd_top_by_of("top_by", "device", NULL);
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  CHECK_INT(rocpd_partial_make(s, by->input, by->inputs, by->keys, &p, &err), SQLITE_ERROR);
  CHECK_TEXT(err.message, "partial answers have no names of devices: they differ from connection to connection");
  rocpd_error_clear(&err);
  rocpd_snapshot_release(s);
  sqlite3_close(db);
}

int main(int argc, char **argv) {
  memory_begin();
  if (argc == 3 && !strcmp(argv[1], "add")) return add_up(strtoull(argv[2], NULL, 10));
  test_seed = 77;
  RUN(same_answers);
  RUN(hostile_bytes);
  RUN(contradictions);
  RUN(histograms);
  RUN(memory_runs_out);
  RUN(refused_keys);
  return test_result();
}
