/* See quality.h. Kernels are read first; each sets a bit for the call that launched it. Then the calls are read. */
#include "quality.h"
#include "marker.h"

#define BLOCK 1024

typedef struct quality_work {
  rocpd_source *source;
  rocpd_links *calls;
  rocpd_batch **kernel, **copy, **call;
  size_t kernels, copies, calls_n;
  uint64_t *begin; /* [batches of calls] number of the bit of each one's first row */
  const rocpd_column **start; /* [batches of calls] column of starts; NULL until it is needed. Atomic */
  uint8_t *launched; /* bits, atomic */
  int64_t *rows; /* the results, atomic */
} quality_work;

static void count(quality_work *w, enum rocpd_quality_id id, int64_t n) {
  if (n) __atomic_fetch_add(&w->rows[id], n, __ATOMIC_RELAXED);
}

static int times(rocpd_batch *b, const rocpd_column **start, const rocpd_column **end, rocpd_error *err) {
  int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, start, err);
  return rc == SQLITE_OK ? rocpd_batch_column(b, rocpd_kinds[b->kind].end, end, err) : rc;
}

/* Counts the rows that end before their start, and those that end at it. Mostly there are none: times are far from the limits of integers, so all
** differences of known times, less 1, are positive then. */
static void count_durations(const int64_t *start, const int64_t *end, uint32_t n, int64_t *negative, int64_t *zero) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < n; i++) any |= (uint64_t)end[i] - (uint64_t)start[i] - 1;
  for (uint32_t i = 0; (int64_t)any < 0 && i < n; i++) {
    bool known = start[i] != ROCPD_NULL && end[i] != ROCPD_NULL;
    *negative += known & (end[i] < start[i]);
    *zero += known & (end[i] == start[i]);
  }
}

/* ---- kernels and copies */

/* Reads the start of the call at a place. */
static int start_of(const quality_work *w, int64_t place, int64_t *out, rocpd_error *err) {
  size_t i = rocpd_place_batch(place);
  const rocpd_column *c = __atomic_load_n(&w->start[i], __ATOMIC_ACQUIRE);
  if (!c) {
    int rc = rocpd_batch_column(w->call[i], ROCPD_REGION_start, &c, err);
    if (rc != SQLITE_OK) return rc;
    __atomic_store_n(&w->start[i], c, __ATOMIC_RELEASE); /* every thread finds the same column */
  }
  *out = rocpd_column_at(c, rocpd_place_row(place));
  return SQLITE_OK;
}

static int look_at_kernels(void *arg, size_t k, rocpd_error *err) {
  quality_work *w = arg;
  rocpd_batch *b = w->kernel[k];
  const rocpd_column *starts, *ends;
  int64_t start[BLOCK], end[BLOCK], place[BLOCK], called, negative = 0, zero = 0, alone = 0, early = 0;
  int rc = times(b, &starts, &ends, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(starts, first, n, start), rocpd_column_get(ends, first, n, end);
    count_durations(start, end, n, &negative, &zero);
    rc = rocpd_launch_places(w->calls, b, first, n, place, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      if (place[i] == ROCPD_NULL) {
        alone++;
        continue;
      }
      rc = start_of(w, place[i], &called, err);
      if (rc != SQLITE_OK) break;
      early += start[i] != ROCPD_NULL && called != ROCPD_NULL && start[i] < called;
      uint64_t bit = w->begin[rocpd_place_batch(place[i])] + rocpd_place_row(place[i]);
      __atomic_fetch_or(&w->launched[bit / 8], (uint8_t)(1u << bit % 8), __ATOMIC_RELAXED);
    }
  }
  count(w, ROCPD_QUALITY_KERNELS_NEGATIVE, negative), count(w, ROCPD_QUALITY_KERNELS_ZERO, zero);
  count(w, ROCPD_QUALITY_KERNELS_ALONE, alone), count(w, ROCPD_QUALITY_KERNELS_EARLY, early);
  return rc;
}

static int look_at_copies(void *arg, size_t k, rocpd_error *err) {
  quality_work *w = arg;
  rocpd_batch *b = w->copy[k];
  const rocpd_column *starts, *ends;
  int64_t start[BLOCK], end[BLOCK], negative = 0, zero = 0;
  int rc = times(b, &starts, &ends, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(starts, first, n, start), rocpd_column_get(ends, first, n, end);
    count_durations(start, end, n, &negative, &zero);
  }
  count(w, ROCPD_QUALITY_COPIES_NEGATIVE, negative);
  return rc;
}

/* ---- calls */

/* Launches of one kernel, as HIP names them: hipLaunchKernel_spt, hipExtModuleLaunchKernel, hipLaunchCooperativeKernel ... */
static bool is_launch(const char *name) {
  bool launches = strstr(name, "LaunchKernel") || strstr(name, "LaunchCooperativeKernel");
  return launches && !strncmp(name, "hip", 3) && !strstr(name, "MultiDevice");
}

/* Remembers facts about recent texts, since names and categories mostly recur. */
typedef struct met_texts {
  struct met_text { int64_t text; bool yes; } of[64];
} met_texts;

static void forget(met_texts *met) {
  for (size_t i = 0; i < sizeof met->of / sizeof *met->of; i++) met->of[i].text = ROCPD_NULL;
}

static inline bool ask(const rocpd_session *session, met_texts *met, int64_t text, bool (*fn)(const char *)) {
  if (text == ROCPD_NULL) return false;
  struct met_text *at = &met->of[(uint64_t)text % (sizeof met->of / sizeof *met->of)];
  if (text != at->text) *at = (struct met_text){text, fn(rocpd_string(session, text, NULL))};
  return at->yes;
}

static int look_at_calls(void *arg, size_t k, rocpd_error *err) {
  quality_work *w = arg;
  rocpd_batch *b = w->call[k];
  static const int column[] = {ROCPD_REGION_start, ROCPD_REGION_end, ROCPD_REGION_name, ROCPD_REGION_category, ROCPD_REGION_result};
  enum { START, END, NAME, CATEGORY, RESULT, WANTED };
  const rocpd_column *c[WANTED];
  int64_t v[CATEGORY][BLOCK], negative = 0, zero = 0, alone = 0, open = 0;
  met_texts name, category;
  int rc = rocpd_batch_columns(b, column, WANTED, c, err);
  forget(&name), forget(&category);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    for (int i = 0; i < CATEGORY; i++) rocpd_column_get(c[i], first, n, v[i]);
    count_durations(v[START], v[END], n, &negative, &zero);
    for (uint32_t i = 0; i < n; i++) {
      if (v[END][i] == ROCPD_NULL) {
        open += ask(w->source->session, &category, rocpd_column_at(c[CATEGORY], first + i), rocpd_is_marker_category);
        continue;
      }
      uint64_t bit = w->begin[k] + first + i;
      if (!ask(w->source->session, &name, v[NAME][i], is_launch) || w->launched[bit / 8] >> bit % 8 & 1) continue;
      int64_t result = rocpd_column_at(c[RESULT], first + i);
      alone += result == ROCPD_NULL || result == 0;
    }
  }
  count(w, ROCPD_QUALITY_CALLS_NEGATIVE, negative), count(w, ROCPD_QUALITY_LAUNCHES_ALONE, alone), count(w, ROCPD_QUALITY_RANGES_OPEN, open);
  return rc;
}

/* ---- */

static int make_room(quality_work *w, rocpd_error *err) {
  uint64_t rows = 0;
  w->begin = sqlite3_malloc64((w->calls_n + 1) * sizeof *w->begin);
  w->start = rocpd_zeroed((w->calls_n + 1) * sizeof *w->start);
  if (!w->begin || !w->start) return rocpd_no_memory(err);
  for (size_t i = 0; i < w->calls_n; i++) w->begin[i] = rows, rows += w->call[i]->rows;
  w->launched = rocpd_zeroed(rows / 8 + 1);
  if (!w->launched) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu calls", (unsigned long long)rows);
  return SQLITE_OK;
}

static int find(rocpd_snapshot *s, rocpd_source *source, rocpd_quality *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  quality_work w = {.source = source, .rows = out->rows};
  memset(out, 0, sizeof *out);
  int rc = rocpd_launch_calls(s, source, &w.calls, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_REGION, &w.call, &w.calls_n, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_KERNEL, &w.kernel, &w.kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_COPY, &w.copy, &w.copies, err);
  if (rc == SQLITE_OK) rc = make_room(&w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.kernels, look_at_kernels, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.copies, look_at_copies, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.calls_n, look_at_calls, &w, err);
  if (!w.kernels) out->rows[ROCPD_QUALITY_LAUNCHES_ALONE] = 0; /* kernels were not recorded, so launches without kernels mean nothing */
  if (!w.calls_n) out->rows[ROCPD_QUALITY_KERNELS_ALONE] = 0;
  sqlite3_free(w.begin), sqlite3_free(w.start), sqlite3_free(w.launched);
  return rc;
}

static const char quality_owner;

int rocpd_quality_find(rocpd_snapshot *s, rocpd_source *source, const rocpd_quality **out, rocpd_error *err) {
  s = rocpd_snapshot_whole(s);
  if ((*out = rocpd_snapshot_kept(s, &quality_owner, source->number))) return SQLITE_OK;
  rocpd_quality *q = sqlite3_malloc64(sizeof *q);
  if (!q) return rocpd_no_memory(err);
  int rc = find(s, source, q, err);
  if (rc != SQLITE_OK) return sqlite3_free(q), rc;
  const rocpd_keeping keeping = {.owner = &quality_owner, .key = source->number, .data = q, .free_data = sqlite3_free, .source = source};
  if (!rocpd_snapshot_keep(s, &keeping)) return rocpd_no_memory(err);
  *out = q;
  return SQLITE_OK;
}
