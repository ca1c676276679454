/* The result of an export: a JSON object. */
#include "escape.h"
#include "export.h"
#include "format.h"
#include "hosts.h"
#include "sum.h"
#include <stdarg.h>
#include <stdlib.h>

/* Text as a JSON string; NULL: no memory. */
static char *quoted(const char *text) {
  size_t size = strlen(text);
  char *out = sqlite3_malloc64(size * 6 + 3), *p = out;
  if (!out) return NULL;
  *p++ = '"';
  p = rocpd_json_escape(p, text, size);
  *p++ = '"', *p = 0;
  return out;
}

static int add_warning(rocpd_export *x, const char *json, rocpd_error *err) {
  int rc = SQLITE_OK;
  pthread_mutex_lock(&x->mutex);
  if (!x->result.warnings || !strstr(x->result.warnings, json)) {
    char *all = x->result.warnings ? sqlite3_mprintf("%s,%s", x->result.warnings, json) : sqlite3_mprintf("%s", json);
    if (all) sqlite3_free(x->result.warnings), x->result.warnings = all;
    else rc = rocpd_no_memory(err);
  }
  pthread_mutex_unlock(&x->mutex);
  return rc;
}

int rocpd_export_warn(rocpd_export *x, rocpd_error *err, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = sqlite3_vmprintf(format, args);
  if (text && x->result.label) text = sqlite3_mprintf("%s: %z", x->result.label, text);
  char *json = text ? quoted(text) : NULL;
  va_end(args);
  sqlite3_free(text);
  int rc = json ? add_warning(x, json, err) : rocpd_no_memory(err);
  sqlite3_free(json);
  return rc;
}

#define DAY_NS 86400000000000

int rocpd_export_warn_of_times(rocpd_export *x, rocpd_error *err) {
  int64_t hosts, low = x->layout.min_time, high = x->layout.max_time;
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int rc = rocpd_hosts_apart(x->session, source, n, &hosts, err);
  if (!rc && hosts) rc = rocpd_export_warn(x, err, "%lld hosts, each with times of its own clock: rocpd_align() puts them on one time line", (long long)hosts);
  if (rc || low > high || rocpd_export_by_time(&x->option)) return rc;
  uint64_t days = ((uint64_t)high - (uint64_t)low) / DAY_NS;
  return days ? rocpd_export_warn(x, err, "from the first to the last event it is %llu day%s and more: is it all of one run?", (unsigned long long)days,
                                  days > 1 ? "s" : "") :
                SQLITE_OK;
}

/* If there are no stacks of calls, there may be some of GPUs. */
static const char *other_value(const rocpd_export *x) {
  bool calls = x->format->options & ROCPD_O_VALUE && (x->option.value == ROCPD_VALUE_HOST || x->option.value == ROCPD_VALUE_CALLS);
  return calls ? "; these are calls, {\"value\":\"gpu\"} has kernels and copies" : "";
}

int rocpd_export_warn_of_none(rocpd_export *x, uint64_t events, rocpd_error *err) {
  const rocpd_export_options *o = &x->option;
  bool chosen = rocpd_export_chooses(o);
  if (events || (x->part && !x->result.label)) return SQLITE_OK;
  return rocpd_export_warn(x, err, "no event is in it: of those that %s writes the trace has none%s%s%s", x->format->function,
                           rocpd_snapshot_window(x->snapshot) ? " in the time of rocpd_window()" : "", chosen ? " that the options choose" : "",
                           other_value(x));
}

static int add_up(const rocpd_export *x, rocpd_counts *c, rocpd_map *by_category) {
  int rc = SQLITE_OK;
  for (int i = 0; i < x->writers.n; i++) {
    const rocpd_counts *one = &x->writers.at[i].count;
    const rocpd_map *m = &x->writers.at[i].by_category;
    for (int k = 0; k < ROCPD_EVENT_CLASSES; k++) c->events[k] = rocpd_add_counts(c->events[k], one->events[k]);
    c->flows += one->flows, c->unfinished += one->unfinished;
    c->without_start += one->without_start, c->ends_before_start += one->ends_before_start;
    for (uint64_t e = 0; m->count && !rc && e <= m->mask; e++) {
      if (!m->entry[e].value_plus_1) continue;
      rc = rocpd_map_set(by_category, m->entry[e].key, rocpd_add_counts(rocpd_map_get(by_category, m->entry[e].key, 0), m->entry[e].value_plus_1 - 1));
    }
  }
  return rc;
}

static int compare_ids(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return ROCPD_ORDER(x, y);
}

/* {"KERNEL_DISPATCH":123,...}, in the order of the ids. */
static char *categories_json(rocpd_export *x, const rocpd_map *m) {
  uint64_t *key = sqlite3_malloc64((m->count + 1) * sizeof *key), n = 0;
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (uint64_t e = 0; key && m->count && e <= m->mask; e++)
    if (m->entry[e].value_plus_1) key[n++] = m->entry[e].key;
  if (key) qsort(key, n, sizeof *key, compare_ids);
  bool whole = key != NULL;
  sqlite3_str_appendchar(out, 1, '{');
  for (uint64_t i = 0; whole && i < n; i++) {
    char *name = quoted(key[i] ? rocpd_string(x->session, (int64_t)key[i] - 1, NULL) : "");
    sqlite3_str_appendf(out, "%s%s:%llu", i ? "," : "", name, rocpd_map_get(m, key[i], 0));
    whole = name != NULL;
    sqlite3_free(name);
  }
  sqlite3_str_appendchar(out, 1, '}');
  sqlite3_free(key);
  char *text = sqlite3_str_finish(out);
  return whole ? text : (sqlite3_free(text), NULL);
}

static uint64_t sum_of(const rocpd_map *m) {
  uint64_t n = 0;
  for (uint64_t e = 0; m->count && e <= m->mask; e++)
    if (m->entry[e].value_plus_1) n += m->entry[e].value_plus_1 - 1;
  return n;
}

static char *counts_json(const rocpd_export *x, const rocpd_counts *c, uint64_t events, const char *categories) {
  const uint64_t *of = c->events, samples = rocpd_add_counts(of[ROCPD_EVENT_SAMPLE], of[ROCPD_EVENT_STACK]);
  char *first = sqlite3_mprintf("\"events\":%llu,\"regions\":%llu,\"kernels\":%llu,\"copies\":%llu,\"allocations\":%llu", events, of[ROCPD_EVENT_REGION],
                                of[ROCPD_EVENT_KERNEL],
                                of[ROCPD_EVENT_COPY], of[ROCPD_EVENT_ALLOCATION]);
  if (first && x->result.uncategorized) first = sqlite3_mprintf("%z,\"others\":%llu", first, x->result.uncategorized);
  if (!first || rocpd_format_needs(x->format, ROCPD_NEEDS_ROWS))
    return first ? sqlite3_mprintf("%z,\"samples\":%llu,\"categories\":%s", first, samples, categories) : NULL;
  return sqlite3_mprintf(
    "%z,\"scratch\":%llu,\"samples\":%llu,\"tracks\":%llu,\"flows\":%llu,\"unfinished\":%llu,\"without_start\":%llu,\"ends_before_start\":%llu,\"categories\":%s",
    first, of[ROCPD_EVENT_SCRATCH], samples, (sqlite3_uint64)x->run.lanes, c->flows, c->unfinished, c->without_start, c->ends_before_start,
    categories);
}

char *rocpd_export_counts(rocpd_export *x) {
  rocpd_counts c;
  rocpd_map by_category = {0};
  rocpd_error none = {0};
  memset(&c, 0, sizeof c);
  int rc = add_up(x, &c, &by_category);
  uint64_t events = 0;
  for (int k = 0; k < ROCPD_EVENT_CLASSES; k++) events = rocpd_add_counts(events, c.events[k]);
  /* formats of rows write more kinds than tracks show */
  if (rocpd_format_needs(x->format, ROCPD_NEEDS_ROWS)) events = sum_of(&by_category) + x->result.uncategorized;
  /* Pictures other than flame graphs show the time of GPUs, not events. */
  bool counted = x->option.picture == ROCPD_PICTURE_FLAME;
  if (!rc && counted) rc = rocpd_export_warn_of_none(x, events | x->result.told, &none);
  x->result.empty = counted && !events && !x->result.told;
  char *categories = rc ? NULL : categories_json(x, &by_category), *out = categories ? counts_json(x, &c, events, categories) : NULL;
  rocpd_error_clear(&none);
  rocpd_map_free(&by_category);
  sqlite3_free(categories);
  return out;
}

/* Adds the warnings, a list of JSON texts: "a","b". */
static int take_warnings(rocpd_export *x, const char *list, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (const char *p = list; !rc && p && *p;) {
    const char *end = p + 1;
    while (*end != '"') end += *end == '\\' ? 2 : 1;
    end++;
    char *json = sqlite3_mprintf("%.*s", (int)(end - p), p);
    rc = json ? add_warning(x, json, err) : rocpd_no_memory(err);
    sqlite3_free(json);
    p = *end ? end + 1 : end;
  }
  return rc;
}

int rocpd_export_add(rocpd_export *x, const rocpd_export *other, rocpd_error *err) {
  rocpd_writer *w = &x->writers.at[0];
  int rc = rocpd_fail_code(err, add_up(other, &w->count, &w->by_category));
  x->run.lanes += other->run.lanes;
  return rc ? rc : take_warnings(x, other->result.warnings, err);
}

char *rocpd_export_result(rocpd_export *x) {
  if (!x->result.summary) x->result.summary = rocpd_export_counts(x);
  char *path = quoted(x->folder.whole ? x->folder.whole : x->folder.path ? x->folder.path : x->file.path), *text = NULL;
  uint64_t bytes = x->file.path ? x->file.written : x->progress.written;
  if (path && x->result.summary)
    text = sqlite3_mprintf("{\"path\":%s,\"bytes\":%llu,\"seconds\":%.3f,%s,\"warnings\":[%s]}", path, bytes, (double)rocpd_progress_ns(&x->progress) / 1e9,
                           x->result.summary, x->result.warnings ? x->result.warnings : "");
  sqlite3_free(path);
  return text;
}
