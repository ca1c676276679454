/* python: one row for each function of Python programs: number of calls, their time, and the GPU time below them. */
#include <stdlib.h>
#include "domain.h"
#include "json.h"
#include "parallel.h"
#include "range_gpu.h"
#include "rows.h"
#include "sum.h"
#include "window.h"

#define COLUMN_LIST(C, H) \
  C(FUNCTION, function, TEXT) C(FILE_OF, file, TEXT) C(LINE, line, INTEGER) C(CALLS, calls, INTEGER) C(OUTERMOST, outermost_calls, INTEGER) \
  C(INCLUSIVE, inclusive_ns, INTEGER) C(EXCLUSIVE, exclusive_ns, INTEGER) C(MEAN, mean_ns, REAL) C(UNENDED, unended, INTEGER) \
  C(KERNELS, kernels, INTEGER) C(KERNEL_NS, kernel_ns, INTEGER) C(OWN_KERNELS, exclusive_kernels, INTEGER) \
  C(OWN_KERNEL_NS, exclusive_kernel_ns, INTEGER) \
  H(LASTI, lasti, INTEGER) H(ARGCOUNT, argcount, INTEGER) H(NLOCALS, nlocals, INTEGER) H(STACKSIZE, stacksize, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* Columns whose values are in line_info, with their path. */
static const char *const stated[COLUMNS] = {
  [FILE_OF] = "$.file", [LINE] = "$.line", [LASTI] = "$.lasti", [ARGCOUNT] = "$.argcount", [NLOCALS] = "$.nlocals", [STACKSIZE] = "$.stacksize"};

typedef struct python_function {
  int64_t name, place;  /* texts: the line_info's */
  uint64_t calls, outermost, unended;
  int64_t inclusive_ns; /* time in which at least one of its calls is open, thread by thread */
  int64_t sum_ns, exclusive_ns;
  int64_t reach;        /* end of the last outermost call; INT64_MAX: it has not ended */
} python_function;

typedef struct python_functions {
  python_function *function;
  uint32_t n;
  rocpd_map number; /* by name and place */
} python_functions;

/* How a call relates to its function: BELOW: a call of another library made by the function; INNER: a call of the function inside another call of it;
** OUTERMOST_CALL: a call of the function that is not inside another one. */
enum { BELOW, INNER, OUTERMOST_CALL };
#define NO_FUNCTION UINT32_MAX
static inline uint32_t call_of(uint32_t function, uint32_t what) { return function << 2 | what; }
static inline uint32_t function_of(uint32_t call) { return call >> 2; }
static inline uint32_t what_of(uint32_t call) { return call & 3; }

typedef struct python_place {
  int64_t exclusive_ns;
  uint32_t function;
} python_place;

typedef struct python_rows {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  rocpd_ranges calls;
  rocpd_range_gpu gpu;
  bool has_gpu;
  rocpd_domain_ids category; /* those that calls have */
  python_functions *thread; /* [threads] functions by thread, until they are merged */
  python_functions all;
  /* [calls] call_of(): its function; of another's, and one outside the time window, that which launched what it launched. NO_FUNCTION: none */
  uint32_t *of_call;
  python_place *order; /* [functions] in the order of the rows */
} python_rows;

static uint64_t text_key(int64_t name, int64_t place) {
  return (name == ROCPD_NULL ? 0 : (uint64_t)name + 1) << 32 | (place == ROCPD_NULL ? 0 : (uint32_t)place + 1);
}

static int function_number(python_functions *f, int64_t name, int64_t place, uint32_t *out) {
  uint64_t key = text_key(name, place), known = rocpd_map_get(&f->number, key, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  if (rocpd_array_push_reserve(&f->function, f->n, sizeof *f->function) != SQLITE_OK) return SQLITE_NOMEM;
  f->function[f->n] = (python_function){.name = name, .place = place, .reach = INT64_MIN};
  *out = f->n++;
  return rocpd_map_set(&f->number, key, *out);
}

/* ---- the calls of a thread, one after the other */

typedef struct python_walk {
  const python_rows *rows;
  python_functions *functions;
  const rocpd_window *window;
  rocpd_call_reader category, name, place;
} python_walk;

static int64_t open_until(const rocpd_open_call *x) { return x->stated_end == ROCPD_NULL ? INT64_MAX : x->end; }

/* The innermost Python function that is open when a call begins. It is not always the one directly around it: ranges that overlap may outlive the call that
** they began in. */
static uint32_t function_around(const rocpd_open_call *x) {
  for (const rocpd_open_call *around = x - 1; around >= x - x->depth; around--)
    if (around->data && open_until(around) > x->start) return call_of((uint32_t)around->data - 1, BELOW);
  return NO_FUNCTION;
}

/* data of an open call: number of its function + 1. */
static int enter_python(void *arg, rocpd_open_call *x, rocpd_error *err) {
  python_walk *w = arg;
  int64_t category, name, place;
  uint32_t number;
  w->rows->of_call[x->call] = function_around(x);
  int rc = rocpd_call_read_row(&w->category, x->row, &category, err);
  if (rc != SQLITE_OK || !rocpd_domain_is(&w->rows->category, category) || (w->window && !rocpd_in_window(w->window, x->start, x->stated_end))) return rc;
  rc = rocpd_call_read_row(&w->name, x->row, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_call_read_row(&w->place, x->row, &place, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, function_number(w->functions, name, place, &number));
  if (rc != SQLITE_OK) return rc;
  python_function *f = &w->functions->function[number];
  bool outermost = f->reach <= x->start; /* not by the walk's stack, where overlapping ranges keep calls that have ended */
  f->calls++, f->outermost += outermost, f->unended += x->stated_end == ROCPD_NULL;
  int64_t ns = rocpd_window_part(w->window, x->start, x->end);
  if (x->stated_end != ROCPD_NULL) f->sum_ns = rocpd_add(f->sum_ns, ns);
  if (outermost) f->inclusive_ns = rocpd_add(f->inclusive_ns, ns), f->reach = open_until(x);
  w->rows->of_call[x->call] = call_of(number, outermost ? OUTERMOST_CALL : INNER);
  x->data = (uint64_t)number + 1;
  return SQLITE_OK;
}

static void leave_python(void *arg, const rocpd_open_call *x) {
  python_walk *w = arg;
  if (!x->data) return;
  python_function *f = &w->functions->function[x->data - 1];
  f->exclusive_ns = rocpd_add(f->exclusive_ns, x->own_ns);
}

static int walk_python(void *arg, size_t i, rocpd_error *err) {
  const python_rows *r = arg;
  const rocpd_calls *c = &r->calls.calls;
  python_walk w = {.rows = r, .functions = &r->thread[i], .window = rocpd_snapshot_window(r->snapshot),
                   .category = {.calls = c, .column = ROCPD_REGION_category},
                   .name = {.calls = c, .column = ROCPD_REGION_name}, .place = {.calls = c, .column = ROCPD_REGION_line_info}};
  rocpd_call_visitor v = {.enter = enter_python, .leave = leave_python, .arg = &w};
  if (w.window && w.window->overlap) v.clips = true, v.from = w.window->start, v.to = w.window->end;
  return rocpd_calls_walk(c, &c->thread[i], &v, err);
}

/* ---- of all threads */

/* Finds the numbers that a thread's functions have among all functions. */
static int join_functions(python_rows *r, const python_functions *t, uint32_t *number) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    const python_function *f = &t->function[i];
    if ((rc = function_number(&r->all, f->name, f->place, &number[i])) != SQLITE_OK) break;
    python_function *to = &r->all.function[number[i]];
    to->calls += f->calls, to->outermost += f->outermost, to->unended += f->unended;
    to->inclusive_ns = rocpd_add(to->inclusive_ns, f->inclusive_ns), to->sum_ns = rocpd_add(to->sum_ns, f->sum_ns);
    to->exclusive_ns = rocpd_add(to->exclusive_ns, f->exclusive_ns);
  }
  return rc;
}

static int join_thread(python_rows *r, size_t i) {
  const rocpd_call_thread *t = &r->calls.calls.thread[i];
  uint32_t *number = sqlite3_malloc64(((uint64_t)r->thread[i].n + 1) * sizeof *number);
  int rc = number ? join_functions(r, &r->thread[i], number) : SQLITE_NOMEM;
  for (uint32_t c = t->first; rc == SQLITE_OK && c < t->first + t->n; c++)
    if (r->of_call[c] != NO_FUNCTION) r->of_call[c] = call_of(number[function_of(r->of_call[c])], what_of(r->of_call[c]));
  sqlite3_free(number);
  return rc;
}

static int more_exclusive(const void *a, const void *b) {
  const python_place *x = a, *y = b;
  return ROCPD_ORDER(y->exclusive_ns, x->exclusive_ns) ?: ROCPD_ORDER(x->function, y->function);
}

static int order_functions(python_rows *r) {
  if (!(r->order = sqlite3_malloc64(((uint64_t)r->all.n + 1) * sizeof *r->order))) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < r->all.n; i++) r->order[i] = (python_place){r->all.function[i].exclusive_ns, i};
  qsort(r->order, r->all.n, sizeof *r->order, more_exclusive);
  return SQLITE_OK;
}

static bool has_python(const python_rows *r) { return rocpd_domain_any(&r->category); }

/* True if a row may have this text: if the column's dictionary has it, or there is none. */
static bool may_have(const rocpd_column *c, uint32_t rows, int64_t text) {
  if (text < c->min || text > c->max) return false;
  bool listed = c->dict && !c->low && c->ndict <= rows;
  for (uint32_t i = 0, n = listed ? c->ndict : rows; i < n; i++)
    if ((listed ? c->dict[i] : rocpd_column_at(c, i)) == text) return true;
  return false;
}

/* Does any call have this category, or is the text interned for something else? */
static bool have_category(rocpd_batch *const *batch, size_t n, int64_t text) {
  for (size_t i = 0; text >= 0 && i < n; i++)
    if (may_have(batch[i]->column[ROCPD_REGION_category], batch[i]->rows, text)) return true;
  return false;
}

static void find_categories(python_rows *r, rocpd_batch *const *batch, size_t n) {
  rocpd_domain_find(r->session, ROCZ_DOMAIN_python, &r->category);
  for (int i = 0; i < ROCZ_PATTERNS - 1; i++)
    if (!have_category(batch, n, r->category.id[i])) r->category.id[i] = -1;
}

/* Texts are numbered as they are met, so that they have the same numbers every time: not in parallel. Where there is no Python
** function, that is seen by the first of them. */
static int load_texts(python_rows *r, rocpd_error *err) {
  static const int8_t text[] = {ROCPD_REGION_category, ROCPD_REGION_name, ROCPD_REGION_line_info};
  rocpd_batch **batch;
  const rocpd_column *read;
  size_t n = 0;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(r->snapshot), ROCPD_KIND_REGION, &batch, &n, err);
  for (size_t t = 0; rc == SQLITE_OK && t < sizeof text && (!t || has_python(r)); t++) {
    for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_batch_column(batch[i], text[t], &read, err);
    if (!t && rc == SQLITE_OK) find_categories(r, batch, n);
  }
  return rc;
}

static int find_functions(python_rows *r, rocpd_error *err) {
  const rocpd_calls *c = &r->calls.calls;
  r->thread = rocpd_zeroed((c->threads + 1) * sizeof *r->thread);
  if (!r->thread) return rocpd_no_memory(err);
  r->of_call = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *r->of_call);
  if (!r->of_call) return rocpd_no_memory(err);
  int rc = rocpd_parallel(r->session, c->threads, walk_python, r, err);
  for (size_t i = 0; rc == SQLITE_OK && i < c->threads; i++) rc = rocpd_fail_code(err, join_thread(r, i));
  return rc == SQLITE_OK ? rocpd_fail_code(err, order_functions(r)) : rc;
}

/* ---- columns */

static const struct { uint8_t figure; bool own; } figure_of[COLUMNS] = {
  [KERNELS] = {ROCPD_RANGE_KERNELS, false}, [KERNEL_NS] = {ROCPD_RANGE_SUM, false}, [OWN_KERNELS] = {ROCPD_RANGE_KERNELS, true},
  [OWN_KERNEL_NS] = {ROCPD_RANGE_SUM, true},
};

/* Sums the times of the kernels below the outermost calls of each function; or, for `own`, of kernels without another Python call in between: kernels that
** HIP calls launched belong to the function that made these calls. */
static int sum_gpu(python_rows *r, int column, int64_t *of_function, int64_t *of_each, rocpd_error *err) {
  const rocpd_calls *c = &r->calls.calls;
  bool own = figure_of[column].own;
  int rc = r->has_gpu ? SQLITE_OK : rocpd_range_gpu_make(r->snapshot, &r->calls, &r->gpu, err);
  if (rc != SQLITE_OK) return rc;
  r->has_gpu = true;
  rc = rocpd_range_gpu_figure(&r->gpu, r->session, figure_of[column].figure, own ? ROCPD_RANGE_OWN : ROCPD_RANGE_ALL, of_each, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->n; i++) {
    if (!of_each[i]) continue;
    uint32_t at = r->of_call[i];
    if (at != NO_FUNCTION && (own || what_of(at) == OUTERMOST_CALL)) of_function[function_of(at)] = rocpd_add(of_function[function_of(at)], of_each[i]);
  }
  return rc;
}

static int fill_gpu(python_rows *r, int column, int64_t *out, rocpd_error *err) {
  if (!r->all.n) return SQLITE_OK;
  int64_t *of_function = rocpd_zeroed((uint64_t)r->all.n * sizeof *of_function),
          *of_each = sqlite3_malloc64(((uint64_t)r->calls.calls.n + 1) * sizeof *of_each);
  int rc = of_function && of_each ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = sum_gpu(r, column, of_function, of_each, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->all.n; i++) out[i] = of_function[r->order[i].function];
  sqlite3_free(of_function), sqlite3_free(of_each);
  return rc;
}

static int64_t figure(const python_function *f, int column) {
  uint64_t ended = f->calls - f->unended;
  switch (column) {
    case FUNCTION: return f->name;
    case CALLS: return (int64_t)f->calls;
    case OUTERMOST: return (int64_t)f->outermost;
    case INCLUSIVE: return f->inclusive_ns;
    case EXCLUSIVE: return f->exclusive_ns;
    case MEAN: return ended ? rocpd_real_bits((double)f->sum_ns / (double)ended) : ROCPD_NULL;
    default: return (int64_t)f->unended;
  }
}

static int fill_python(void *data, int column, int64_t *out, rocpd_error *err) {
  python_rows *r = data;
  int rc = SQLITE_OK;
  if (column >= KERNELS && column <= OWN_KERNEL_NS) return fill_gpu(r, column, out, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->all.n; i++) {
    const python_function *f = &r->all.function[r->order[i].function];
    if (!stated[column]) out[i] = figure(f, column);
    else if (f->place == ROCPD_NULL) out[i] = ROCPD_NULL;
    else rc = rocpd_json_value(r->session, f->place, stated[column], columns[column].type, &out[i], err);
  }
  return rc;
}

static void drop_functions(python_functions *f) {
  sqlite3_free(f->function);
  rocpd_map_free(&f->number);
}

static void free_python(void *data) {
  python_rows *r = data;
  for (size_t i = 0; r->thread && i < r->calls.calls.threads; i++) drop_functions(&r->thread[i]);
  drop_functions(&r->all);
  if (r->has_gpu) rocpd_range_gpu_drop(&r->gpu);
  rocpd_ranges_drop(&r->calls);
  sqlite3_free(r->thread), sqlite3_free(r->of_call), sqlite3_free(r->order);
  sqlite3_free(r);
}

static int python_rows_of(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  python_rows *r = rocpd_zeroed(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  r->snapshot = s, r->session = rocpd_snapshot_session(s);
  int rc = load_texts(r, err);
  if (rc == SQLITE_OK && has_python(r)) rc = rocpd_ranges_make(s, true, rocpd_calls_order, &r->calls, err);
  if (rc == SQLITE_OK && has_python(r)) rc = find_functions(r, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, r->all.n, r, fill_python, free_python, out));
  if (rc != SQLITE_OK) free_python(r);
  return rc;
}

ROCPD_TABLE(python) = {.name = "python", .kind = -1, .column = columns, .columns = COLUMNS, .takes = ROCPD_TAKES_ROWS, .rows = python_rows_of};
