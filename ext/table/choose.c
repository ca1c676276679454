/* SQL function rocpd_filter: the processes, GPUs, kernels and streams that count.
**
**    SELECT rocpd_filter('{"gpu":[0,1]}');                -- their kernels, copies and allocations
**    SELECT rocpd_filter('{"rank":3}');                   -- as if nothing else were attached
**    SELECT rocpd_filter('{"pid":[4711,4712]}');
**    SELECT rocpd_filter('{"kernel":"gemm*"}');           -- a pattern of GLOB
**    SELECT rocpd_filter('{"kernel":["gemm*","conv*"],"stream":1}');
**    SELECT rocpd_filter(NULL);                           -- all of it again
**
** What each table has with it is in ext/help/functions/rocpd_filter.md. A value that matches nothing is an error, and the filter stays what it was. Returns
** what each of the values matched, as JSON; NULL for no filter. */
#include "chosen_gpu.h"
#include "function.h"
#include "groups.h"
#include "json.h"
#include "registry.h"
#include "string_set.h"
#include "trace.h"
#include <stddef.h>

#define AT(field) offsetof(rocpd_filter, field)
static const struct { const char *name; size_t at; int (*read)(const rocpd_option *x, void *at, rocpd_error *err); } options[] = {
  {"gpu", AT(gpus), rocpd_read_words}, {"kernel", AT(kernels), rocpd_read_words}, {"pid", AT(pids), rocpd_read_numbers},
  {"rank", AT(ranks), rocpd_read_numbers}, {"stream", AT(streams), rocpd_read_words}};
enum { OPTIONS = sizeof options / sizeof *options };

typedef struct choosing {
  rocpd_filter *filter;
  bool allow_empty; /* a value may match nothing */
} choosing;

static int take_option(void *arg, const rocpd_option *x, rocpd_error *err) {
  choosing *c = arg;
  if (!strcmp(x->key, "allow_empty")) return rocpd_read_bool(x, &c->allow_empty, err);
  for (int i = 0; i < OPTIONS; i++)
    if (!strcmp(x->key, options[i].name)) return options[i].read(x, (char *)c->filter + options[i].at, err);
  return SQLITE_NOTFOUND;
}

/* ---- what the trace has, and what of it the values match ---- */

/* Each once, in the order in which they were met. */
typedef struct found {
  rocpd_strings *all, *matched;
  bool *met; /* [patterns] */
} found;

static int found_begin(found *f, size_t patterns, bool allow_empty, rocpd_error *err) {
  *f = (found){.met = sqlite3_malloc64(patterns + 1)};
  if (f->met) memset(f->met, allow_empty, patterns + 1);
  int rc = f->met ? rocpd_strings_new(&f->all) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = rocpd_strings_new(&f->matched);
  return rocpd_fail_code(err, rc);
}

static void found_end(found *f) {
  rocpd_strings_free(f->all), rocpd_strings_free(f->matched);
  sqlite3_free(f->met);
}

static int add(found *f, const char *shown, size_t pattern, bool matches, rocpd_error *err) {
  int64_t id;
  int rc = rocpd_strings_add(f->all, shown, -1, &id);
  if (rc == SQLITE_OK && matches) f->met[pattern] = true, rc = rocpd_strings_add(f->matched, shown, -1, &id);
  return rocpd_fail_code(err, rc);
}

/* "0, 1, 2 and 5 more"; NULL: no memory. */
static char *listed(const rocpd_strings *texts) {
  enum { SHOWN_BYTES = 100 };
  int64_t n = rocpd_strings_count(texts), i = 0, size;
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (; i < n; i++) {
    const char *text = rocpd_strings_text(texts, i, &size);
    if (i && sqlite3_str_length(s) + size > SHOWN_BYTES) break;
    sqlite3_str_appendf(s, "%s%s", i ? ", " : "", text);
  }
  if (i < n) sqlite3_str_appendf(s, " and %lld more", n - i);
  if (!n) sqlite3_str_appendall(s, "none");
  return sqlite3_str_finish(s);
}

static int expect_all_met(const found *f, const char *option, const char *has, const char *value, size_t pattern, rocpd_error *err) {
  if (f->met[pattern]) return SQLITE_OK;
  char *list = listed(f->all);
  int rc = list ? rocpd_fail(err, SQLITE_ERROR, "%s %s matches nothing (%s: %s)", option, value, has, list) : rocpd_no_memory(err);
  sqlite3_free(list);
  return rc;
}

/* Appends "option":[...] to the result: texts, or numbers as they are. */
static void say(sqlite3_str *out, const found *f, const char *option, bool numbers) {
  sqlite3_str_appendf(out, "%s\"%s\":[", sqlite3_str_length(out) > 1 ? "," : "", option);
  for (int64_t i = 0; i < rocpd_strings_count(f->matched); i++) {
    int64_t size;
    const char *text = rocpd_strings_text(f->matched, i, &size);
    if (i) sqlite3_str_appendchar(out, 1, ',');
    if (numbers) sqlite3_str_appendall(out, text);
    else rocpd_json_append(out, text, (size_t)size);
  }
  sqlite3_str_appendchar(out, 1, ']');
}

/* ---- processes: of all that is attached ---- */

static int add_numbers(found *f, const rocpd_numbers *a, int64_t value, rocpd_error *err) {
  char text[24];
  int rc = SQLITE_OK;
  sqlite3_snprintf(sizeof text, text, "%lld", value);
  for (size_t i = 0; rc == SQLITE_OK && value != ROCPD_NULL && i < a->n; i++) rc = add(f, text, i, a->number[i] == value, err);
  return rc;
}

/* Reads ranks or process ids from the rows of processes; without such rows, from the source's own info. */
static int read_processes(rocpd_snapshot *s, rocpd_source *source, bool ranks, const rocpd_numbers *a, found *f, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  uint64_t rows = 0;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_PROCESS, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c;
    if (!batch[i]->rows) continue;
    rc = rocpd_batch_column(batch[i], ranks ? ROCPD_PROCESS_rank : ROCPD_PROCESS_pid, &c, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++, rows++) rc = add_numbers(f, a, rocpd_column_at(c, row), err);
  }
  if (rc != SQLITE_OK || rows) return rc;
  return add_numbers(f, a, ranks ? rocpd_source_rank(source) : source->info.pid ? source->info.pid : ROCPD_NULL, err);
}

static int match_numbers(rocpd_snapshot *s, bool ranks, const rocpd_numbers *a, bool allow_empty, sqlite3_str *out, rocpd_error *err) {
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(s, &sources);
  const char *option = ranks ? "rank" : "pid";
  found f;
  int rc = a->n ? found_begin(&f, a->n, allow_empty, err) : SQLITE_OK;
  if (!a->n) return rc;
  for (size_t i = 0; rc == SQLITE_OK && i < sources; i++) rc = read_processes(s, source[i], ranks, a, &f, err);
  for (size_t i = 0; rc == SQLITE_OK && i < a->n; i++) {
    char text[24];
    sqlite3_snprintf(sizeof text, text, "%lld", a->number[i]);
    rc = expect_all_met(&f, option, ranks ? "ranks" : "processes", text, i, err);
  }
  if (rc == SQLITE_OK) say(out, &f, option, true);
  found_end(&f);
  return rc;
}

/* ---- GPUs, kernels and streams: of the chosen processes ---- */

typedef struct matching {
  rocpd_snapshot *snapshot; /* with all rows */
  rocpd_session *session;
  const rocpd_patterns *patterns;
  found found;
} matching;

static int find_gpus(matching *m, rocpd_error *err) {
  const rocpd_device *d;
  size_t n;
  int64_t cpu;
  int rc = rocpd_devices(m->snapshot, &d, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(m->session, "CPU", -1, &cpu));
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (size_t k = 0; rc == SQLITE_OK && d[i].type != cpu && k < m->patterns->n; k++)
      rc =
        add(&m->found, rocpd_string(m->session, d[i].name, NULL), k, rocpd_gpu_matches(m->session, &(rocpd_patterns){&m->patterns->pattern[k], 1}, &d[i]), err);
  return rc;
}

/* Calls fn for each pair of values of two columns of a kind, once; `second` may be -1. */
static int each_pair(matching *m, int kind, int first, int second, int (*fn)(matching *m, int64_t a, int64_t b, rocpd_error *err), rocpd_error *err) {
  rocpd_batch **batch;
  rocpd_groups seen = {.keys = 2};
  size_t n;
  int rc = rocpd_snapshot_batches(m->snapshot, kind, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *a, *b = NULL;
    int64_t last_a = ROCPD_NULL, last_b = ROCPD_NULL;
    if (!batch[i]->rows) continue;
    rc = rocpd_batch_column(batch[i], first, &a, err);
    if (rc == SQLITE_OK && second >= 0) rc = rocpd_batch_column(batch[i], second, &b, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      int64_t x = rocpd_column_at(a, row), y = b ? rocpd_column_at(b, row) : ROCPD_NULL;
      if (x == ROCPD_NULL || (x == last_a && y == last_b)) continue;
      last_a = x, last_b = y;
      int64_t group, known = (int64_t)seen.n;
      rc = rocpd_group_add(&seen, (int64_t[]){x, y}, &group, err);
      if (rc == SQLITE_OK && group == known) rc = fn(m, x, y, err);
    }
  }
  rocpd_groups_free(&seen);
  return rc;
}

static int add_kernel(matching *m, int64_t name, int64_t none, rocpd_error *err) {
  const char *text = rocpd_string(m->session, name, NULL);
  int rc = SQLITE_OK;
  for (size_t k = 0; rc == SQLITE_OK && k < m->patterns->n; k++) {
    bool yes;
    rc = rocpd_fail_code(err, rocpd_kernel_matches(&(rocpd_patterns){&m->patterns->pattern[k], 1}, text, &yes));
    if (rc == SQLITE_OK) rc = add(&m->found, text, k, yes, err);
  }
  return rc;
}

static int find_kernels(matching *m, rocpd_error *err) { return each_pair(m, ROCPD_KIND_KERNEL, ROCPD_KERNEL_name, -1, add_kernel, err); }

static int add_stream(matching *m, int64_t id, int64_t name, rocpd_error *err) {
  const char *text = name == ROCPD_NULL ? NULL : rocpd_string(m->session, name, NULL);
  char number[24];
  int rc = SQLITE_OK;
  sqlite3_snprintf(sizeof number, number, "%lld", id);
  for (size_t k = 0; rc == SQLITE_OK && k < m->patterns->n; k++)
    rc = add(&m->found, text ? text : number, k, rocpd_stream_matches(&(rocpd_patterns){&m->patterns->pattern[k], 1}, id, text), err);
  return rc;
}

static int find_streams(matching *m, rocpd_error *err) {
  int rc = each_pair(m, ROCPD_KIND_KERNEL, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_stream, add_stream, err);
  return rc == SQLITE_OK ? each_pair(m, ROCPD_KIND_COPY, ROCPD_COPY_stream_id, ROCPD_COPY_stream_name, add_stream, err) : rc;
}

static int match_patterns(rocpd_snapshot *s, const rocpd_patterns *p, bool allow_empty, const char *option, const char *has,
                          int (*find)(matching *m, rocpd_error *err),
                          sqlite3_str *out, rocpd_error *err) {
  matching m = {.snapshot = rocpd_snapshot_whole(s), .session = rocpd_snapshot_session(s), .patterns = p};
  if (!p->n) return SQLITE_OK;
  int rc = found_begin(&m.found, p->n, allow_empty, err);
  if (rc == SQLITE_OK) rc = find(&m, err);
  for (size_t i = 0; rc == SQLITE_OK && i < p->n; i++) rc = expect_all_met(&m.found, option, has, p->pattern[i], i, err);
  if (rc == SQLITE_OK) say(out, &m.found, option, false);
  found_end(&m.found);
  return rc;
}

/* ---- the function ---- */

/* With no filter set yet. */
static int match_processes(rocpd_trace *t, const choosing *c, sqlite3_str *out, rocpd_error *err) {
  rocpd_snapshot *s;
  if (!rocpd_filter_processes(c->filter)) return SQLITE_OK;
  int rc = rocpd_trace_snapshot(t, &s, err);
  if (rc != SQLITE_OK) return rc;
  rc = match_numbers(rocpd_snapshot_whole(s), false, &c->filter->pids, c->allow_empty, out, err);
  if (rc == SQLITE_OK) rc = match_numbers(rocpd_snapshot_whole(s), true, &c->filter->ranks, c->allow_empty, out, err);
  rocpd_snapshot_release(s);
  return rc;
}

/* With the filter set. */
static int match_rows(rocpd_trace *t, const choosing *c, sqlite3_str *out, rocpd_error *err) {
  rocpd_snapshot *s;
  int rc = rocpd_trace_snapshot(t, &s, err);
  if (rc != SQLITE_OK) return rc;
  rc = match_patterns(s, &c->filter->gpus, c->allow_empty, "gpu", "GPUs", find_gpus, out, err);
  if (rc == SQLITE_OK) rc = match_patterns(s, &c->filter->kernels, c->allow_empty, "kernel", "kernels", find_kernels, out, err);
  if (rc == SQLITE_OK) rc = match_patterns(s, &c->filter->streams, c->allow_empty, "stream", "streams", find_streams, out, err);
  rocpd_snapshot_release(s);
  return rc;
}

static int set_filter(rocpd_trace *t, const choosing *c, sqlite3_str *out, rocpd_error *err) {
  rocpd_filter *f = c->filter;
  rocpd_filter *before = rocpd_filter_ref(rocpd_trace_filter(t));
  rocpd_trace_set_filter(t, NULL);
  int rc = f ? match_processes(t, c, out, err) : SQLITE_OK;
  if (rc == SQLITE_OK) rocpd_trace_set_filter(t, rocpd_filter_ref(f));
  if (rc == SQLITE_OK && f) rc = match_rows(t, c, out, err);
  if (rc == SQLITE_OK) rocpd_filter_unref(before);
  else rocpd_trace_set_filter(t, before);
  return rc;
}

/* *out is zeroed at first. */
static int read_filter(rocpd_trace *t, sqlite3_value *json, choosing *out, rocpd_error *err) {
  static const char known[] = "allow_empty, gpu, kernel, pid, rank, stream";
  rocpd_filter *f = out->filter = rocpd_filter_new();
  if (!f) return rocpd_no_memory(err);
  f->find_gpus = rocpd_chosen_gpus;
  int rc = rocpd_options_read(rocpd_trace_db(t), json, known, take_option, out, err);
  if (rc == SQLITE_OK && (rocpd_filter_rows(f) || rocpd_filter_processes(f))) return rc;
  rocpd_filter_unref(f); /* it chooses nothing */
  out->filter = NULL;
  return rc;
}

static void filter_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  choosing c = {0};
  rocpd_error err = {0};
  sqlite3_str *said = sqlite3_str_new(NULL);
  sqlite3_str_appendall(said, "{");
  int rc = rocpd_trace_expect_unread(t, &err);
  if (rc == SQLITE_OK) rc = read_filter(t, argv[0], &c, &err);
  if (rc == SQLITE_OK) rc = set_filter(t, &c, said, &err);
  sqlite3_str_appendall(said, "}");
  char *text = sqlite3_str_finish(said);
  if (rc != SQLITE_OK) rocpd_result_failure(ctx, "rocpd_filter", rc, &err);
  else if (c.filter) rocpd_result_text(ctx, text), text = NULL;
  sqlite3_free(text);
  rocpd_filter_unref(c.filter);
}

ROCPD_FUNCTION(filter) = {.name = "rocpd_filter", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = filter_call};
