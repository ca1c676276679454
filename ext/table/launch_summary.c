/* launch_summary: the times of launches by kernel and call. It does not read `launches`, whose columns would have to be made and kept: the call of each
** launch is found once, and its values are read there. Batches, in parallel, sort their times by group; then each time of each group is gathered from all
** batches and evaluated. The possible saving is added up over the GPUs' pauses: it is the part of a pause in which the kernel that ends it had already been
** launched. */
#include <pthread.h>
#include <stdlib.h>
#include "chosen_rows.h"
#include "hosts.h"
#include "launch.h"
#include "longest.h"
#include "map.h"
#include "parallel.h"
#include "quantile.h"
#include "rows.h"
#include "scratch.h"
#include "sort.h"
#include "sum.h"
#include "timeline.h"
#include "pause.h"

enum { MEAN, MEDIAN, P99, MAX, VALUES };
/* The columns of a time, in the order of VALUES. */
#define TIME(C, number, name) \
  C(number, name##_mean_ns, REAL) C(number##_MEDIAN, name##_median_ns, REAL) C(number##_P99, name##_p99_ns, REAL) C(number##_MAX, name##_max_ns, INTEGER)
#define COLUMN_LIST(C, H) \
  C(KERNEL, kernel, TEXT) C(CALL, call, TEXT) C(N, n, INTEGER) C(QN, qn, INTEGER) C(SLOW, slow_calls, INTEGER) C(LATE, late_starts, INTEGER) \
  C(SHORT, short_kernels, INTEGER) TIME(C, TIMES, call) TIME(C, QUEUE, queue) TIME(C, RUNNING, kernel) TIME(C, ALL, total) \
  C(TOTAL, total_ns, INTEGER) H(LONGEST_START, longest_start, INTEGER) H(LONGEST_END, longest_end, INTEGER) \
  C(WAITING, waiting_ns, INTEGER) C(SAVED, saved_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

enum { CALL_TIME, QUEUE_TIME, KERNEL_TIME, TOTAL_TIME, LAUNCH_TIMES, CALL_START = LAUNCH_TIMES, STORED, NAMES = 2, BLOCK = 512 };

typedef struct launch_group {
  int64_t value[COLUMNS];
  size_t piece, pieces; /* first piece: its rows in one batch, and so on */
  int64_t longest_ns;
} launch_group;

typedef struct batch_group { /* rows of one group in one batch, with times of one clock */
  int64_t name[NAMES], clock;
  uint32_t other; /* place of the next of these names, with another clock; 0: there is none */
  uint64_t classed[TIMES];
  uint32_t n, first, next; /* index of their first time; next: where the next one goes */
  int64_t longest_ns;      /* in all, and when that was */
  rocpd_longest_row longest;
} batch_group;

typedef struct launch_batch {
  rocpd_batch *batch;
  struct launch_source *source;
  int64_t *place;   /* [rows] places of the calls; freed when their times have been read */
  batch_group *group;
  size_t groups;
  rocpd_map number; /* of the first group of names */
  rocpd_column *time[STORED]; /* group by group */
} launch_batch;

typedef struct launch_piece {
  const launch_batch *part;
  const batch_group *of;
} launch_piece;

typedef struct summing {
  struct launch_source { rocpd_source *source; rocpd_links *calls; rocpd_batch **batch; uint8_t *met; size_t batches; int64_t clock; bool clocks; } *source;
  size_t sources;   /* of a source: met: which batches of calls are (atomic); clock: of its times, or with `clocks` of those of processes that have no host */
  int64_t *clock;   /* [clocks] the clocks that groups use: a single one, or those of machines whose clocks were not compared */
  size_t clocks;
  launch_batch *part;
  size_t parts;
  launch_group *group;
  size_t groups;
  rocpd_map number;
  launch_piece *piece;
  int64_t slow_ns, late_ns;
  const rocpd_chosen_rows *chosen; /* kernels that the filter takes; NULL: all */
  pthread_mutex_t mutex; /* guards the savings of groups while pauses are read */
} summing;

/* ---- their calls */

static int find_sources(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (!(m->source = sqlite3_malloc64((m->parts + 1) * sizeof *m->source))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++) {
    rocpd_source *source = m->part[i].batch->source;
    struct launch_source *x = m->source + m->sources - 1;
    if (!m->sources || x->source != source) {
      *(x = &m->source[m->sources++]) = (struct launch_source){.source = source};
      rc = rocpd_launch_calls(s, source, &x->calls, err);
      if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(rocpd_snapshot_whole(s), source, ROCPD_KIND_REGION, &x->batch, &x->batches, err);
      if (rc == SQLITE_OK && !(x->met = rocpd_zeroed(x->batches + 1))) rc = rocpd_no_memory(err);
    }
    m->part[i].source = x;
  }
  return rc;
}

/* Times of clocks that were not compared must not be united. A clock is that of a host, or where that is not known of a file. */
static int find_clocks(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int64_t hosts;
  int rc = rocpd_hosts_apart(session, source, n, &hosts, err);
  for (struct launch_source *x = m->source; rc == SQLITE_OK && hosts && x < m->source + m->sources; x++) {
    const char *host = x->source->info.host;
    rc = rocpd_fail_code(err, rocpd_intern(session, host && *host ? host : x->source->path, -1, &x->clock));
    x->clocks = x->source->info.multi_process;
  }
  return rc;
}

static int find_calls(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_batch *p = &m->part[i];
  int64_t last = ROCPD_NULL;
  if (!(p->place = sqlite3_malloc64(((uint64_t)p->batch->rows + 1) * sizeof *p->place))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u launches", p->batch->rows);
  int rc = rocpd_launch_places(p->source->calls, p->batch, 0, p->batch->rows, p->place, err);
  for (uint32_t r = 0; rc == SQLITE_OK && r < p->batch->rows; r++) {
    if (p->place[r] == ROCPD_NULL || p->place[r] >> 16 == last) continue;
    last = p->place[r] >> 16;
    __atomic_store_n(&p->source->met[rocpd_place_batch(p->place[r])], 1, __ATOMIC_RELAXED);
  }
  return rc;
}

/* Reads columns with texts, not in parallel: texts are numbered in the order in which they are read, and the numbers must be the same every time. */
static int load_names(summing *m, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++) rc = rocpd_batch_column(m->part[i].batch, ROCPD_LAUNCH_kernel, &c, err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++)
    if (m->part[i].source->clocks) rc = rocpd_batch_column(m->part[i].batch, ROCPD_LAUNCH_host, &c, err);
  for (struct launch_source *x = m->source; rc == SQLITE_OK && x < m->source + m->sources; x++)
    for (size_t k = 0; rc == SQLITE_OK && k < x->batches; k++)
      if (x->met[k]) rc = rocpd_batch_column(x->batch[k], ROCPD_REGION_name, &c, err);
  return rc;
}

/* A column of the calls of rows first to first + n - 1. */
static int read_calls(const launch_batch *p, uint32_t first, uint32_t n, int column, int64_t *out, rocpd_error *err) {
  return rocpd_link_values(p->source->calls, ROCPD_LINK_CALL_OF_STACK, p->place + first, n, column, out, err);
}

/* ---- groups */

static uint64_t key_of(const int64_t name[NAMES]) { return (uint64_t)(uint32_t)(name[0] + 1) << 32 | (uint32_t)(name[1] + 1); } /* NULL + 1 has the bits of no other */

/* Returns the number of a group by its names; NO_GROUP: there is no such group. */
#define NO_GROUP UINT64_MAX
static uint64_t find_number(const rocpd_map *number, const int64_t name[NAMES]) { return rocpd_map_get(number, key_of(name), NO_GROUP); }

/* Returns the number of a group by its names. If it is a new group, *is_new is set and its number is `groups`. */
static int number_of(rocpd_map *number, const int64_t name[NAMES], size_t groups, uint64_t *out, bool *is_new) {
  *out = find_number(number, name);
  *is_new = *out == NO_GROUP;
  return *is_new ? rocpd_map_set(number, key_of(name), *out = groups) : SQLITE_OK;
}

static int count_row(launch_batch *p, const int64_t name[NAMES], int64_t clock, uint16_t *of) {
  uint64_t number;
  bool is_new;
  int rc = number_of(&p->number, name, p->groups, &number, &is_new);
  while (rc == SQLITE_OK && !is_new && p->group[number].clock != clock) {
    uint32_t *other = &p->group[number].other;
    if (!*other) is_new = true, *other = (uint32_t)p->groups;
    number = *other;
  }
  if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&p->group, p->groups, sizeof *p->group);
  if (rc != SQLITE_OK) return rc;
  if (is_new) p->group[p->groups++] = (batch_group){.name = {name[0], name[1]}, .clock = clock, .longest_ns = ROCPD_NULL, .longest = {ROCPD_NULL, ROCPD_NULL}};
  p->group[number].n++;
  *of = (uint16_t)number; /* there are no more than rows */
  return SQLITE_OK;
}

/* Finds the group of each row, and where the times of each group begin. */
static int find_groups(launch_batch *p, uint16_t *of, rocpd_error *err) {
  int64_t v[NAMES][BLOCK], host[BLOCK];
  const rocpd_column *kernel, *hosts = NULL;
  uint32_t rows = 0;
  int rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_kernel, &kernel, err);
  if (rc == SQLITE_OK && p->source->clocks) rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_host, &hosts, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, p->batch->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(kernel, first, n, v[0]);
    if (hosts) rocpd_column_get(hosts, first, n, host);
    rc = read_calls(p, first, n, ROCPD_REGION_name, v[1], err);
    for (uint32_t r = 0; rc == SQLITE_OK && r < n; r++) {
      int64_t clock = hosts && host[r] != ROCPD_NULL ? host[r] : p->source->clock;
      rc = rocpd_fail_code(err, count_row(p, (const int64_t[NAMES]){v[0][r], v[1][r]}, clock, &of[first + r]));
    }
  }
  for (size_t g = 0; g < p->groups; rows += p->group[g++].n) p->group[g].first = p->group[g].next = rows;
  return rc;
}

/* ---- times of a batch */

/* The class of a launch: the first that applies. NULL is less than any time. There are no branches, since classes cannot be predicted. */
static int class_of(const summing *m, int64_t call, int64_t queue, int64_t kernel) {
  int class = (kernel != ROCPD_NULL) & (kernel < call) ? SHORT : N;
  class = queue > m->late_ns ? LATE : class;
  return call > m->slow_ns ? SLOW : class;
}

/* Times that are read from the rows of a batch, and the durations that are computed from them. */
enum { CALL_BEGIN, CALL_END, KERNEL_BEGIN, KERNEL_END, READ };
static const struct { int from, to; } time_is[LAUNCH_TIMES] = {
  [CALL_TIME] = {CALL_BEGIN, CALL_END}, [QUEUE_TIME] = {CALL_END, KERNEL_BEGIN}, [KERNEL_TIME] = {KERNEL_BEGIN, KERNEL_END},
  [TOTAL_TIME] = {CALL_BEGIN, KERNEL_END}};

static int read_times(const launch_batch *p, int64_t *const read[READ], rocpd_error *err) {
  const rocpd_column *start, *end;
  int rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_kernel_start, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_kernel_end, &end, err);
  if (rc == SQLITE_OK) rc = read_calls(p, 0, p->batch->rows, ROCPD_REGION_start, read[CALL_BEGIN], err);
  if (rc == SQLITE_OK) rc = read_calls(p, 0, p->batch->rows, ROCPD_REGION_end, read[CALL_END], err);
  if (rc == SQLITE_OK) rocpd_column_get(start, 0, p->batch->rows, read[KERNEL_BEGIN]), rocpd_column_get(end, 0, p->batch->rows, read[KERNEL_END]);
  return rc;
}

/* A kernel may start while its call is still running: then its queue time is not known. */
static inline int64_t time_of(int64_t *const read[READ], size_t time, uint32_t row) {
  int64_t from = read[time_is[time].from][row], to = read[time_is[time].to][row];
  bool known = (from != ROCPD_NULL) & (to != ROCPD_NULL) & (time != QUEUE_TIME || to >= from);
  return known ? (int64_t)((uint64_t)to - (uint64_t)from) : ROCPD_NULL;
}

/* Counts the classes of each group and finds its longest launch. */
static void look_at_rows(const summing *m, launch_batch *p, const uint16_t *of, int64_t *const read[READ]) {
  for (uint32_t r = 0; r < p->batch->rows; r++) {
    batch_group *g = &p->group[of[r]];
    int64_t total = time_of(read, TOTAL_TIME, r);
    g->classed[class_of(m, time_of(read, CALL_TIME, r), time_of(read, QUEUE_TIME, r), time_of(read, KERNEL_TIME, r))]++;
    if (total == ROCPD_NULL || total < g->longest_ns) continue;
    rocpd_longest_row row = {read[CALL_BEGIN][r], read[KERNEL_END][r]};
    if (total > g->longest_ns || rocpd_is_earlier(&row, &g->longest)) g->longest = row;
    g->longest_ns = total;
  }
}

/* Makes a column, group by group. The places that are written next fit into a core's first cache, one for each group, but not those of several columns. */
static rocpd_column *column_of(const launch_batch *p, size_t time, const uint32_t *place, int64_t *const read[READ], int64_t *room) {
  if (time == CALL_START)
    for (uint32_t r = 0; r < p->batch->rows; r++) room[place[r]] = read[CALL_BEGIN][r];
  else
    for (uint32_t r = 0; r < p->batch->rows; r++) room[place[r]] = time_of(read, time, r);
  return rocpd_column_of(room, p->batch->rows);
}

static int group_rows(const summing *m, launch_batch *p, uint16_t *of, rocpd_scratch *const s[3], rocpd_error *err) {
  int64_t *const read[READ] = {s[0]->values, s[0]->more, s[1]->values, s[1]->more};
  uint32_t *place = (uint32_t *)s[2]->more;
  int rc = find_groups(p, of, err);
  if (rc == SQLITE_OK) rc = read_times(p, read, err);
  if (rc != SQLITE_OK) return rc;
  look_at_rows(m, p, of, read);
  for (uint32_t r = 0; r < p->batch->rows; r++) place[r] = p->group[of[r]].next++;
  for (size_t t = 0; t < STORED; t++)
    if (!(p->time[t] = column_of(p, t, place, read, s[2]->values))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u launches", p->batch->rows);
  return SQLITE_OK;
}

static int group_batch(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_batch *p = &m->part[i];
  rocpd_session *session = p->batch->source->session;
  rocpd_scratch *s[] = {rocpd_scratch_take(session), rocpd_scratch_take(session), rocpd_scratch_take(session)};
  uint16_t *of = sqlite3_malloc64(((uint64_t)p->batch->rows + 1) * sizeof *of);
  int rc = s[0] && s[1] && s[2] && of ? group_rows(m, p, of, s, err) : rocpd_no_memory(err);
  for (size_t k = 0; k < sizeof s / sizeof *s; k++)
    if (s[k]) rocpd_scratch_give(session, s[k]);
  sqlite3_free(of), sqlite3_free(p->place), p->place = NULL;
  return rc;
}

/* ---- groups of all batches */

static void add_part(launch_group *g, const batch_group *p) {
  int64_t *value = g->value;
  rocpd_longest_row known = {value[LONGEST_START], value[LONGEST_END]};
  g->pieces++, value[N] += p->n;
  for (int class = SLOW; class <= SHORT; class++) value[class] += (int64_t)p->classed[class];
  if (p->longest_ns == ROCPD_NULL || p->longest_ns < g->longest_ns) return;
  if (p->longest_ns > g->longest_ns || rocpd_is_earlier(&p->longest, &known)) value[LONGEST_START] = p->longest.start, value[LONGEST_END] = p->longest.end;
  g->longest_ns = p->longest_ns;
}

static int add_clock(summing *m, int64_t clock) {
  size_t k = 0;
  while (k < m->clocks && m->clock[k] != clock) k++;
  if (k < m->clocks) return SQLITE_OK;
  return ROCPD_PUSH(m->clock, m->clocks, clock);
}

static int join_groups(summing *m, size_t *pieces) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->parts; i++)
    for (const batch_group *p = m->part[i].group, *end = p + m->part[i].groups; p < end; p++, ++*pieces) {
      uint64_t number;
      bool is_new;
      rc = add_clock(m, p->clock);
      if (rc == SQLITE_OK) rc = number_of(&m->number, p->name, m->groups, &number, &is_new);
      if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&m->group, m->groups, sizeof *m->group);
      if (rc != SQLITE_OK) return rc;
      if (is_new)
        m->group[m->groups++] = (launch_group){.value = {[KERNEL] = p->name[0], [CALL] = p->name[1], [LONGEST_START] = ROCPD_NULL, [LONGEST_END] = ROCPD_NULL}, .longest_ns = ROCPD_NULL};
      add_part(&m->group[number], p);
    }
  return rc;
}

/* Lists the pieces of each group, in order of batches. */
static int place_pieces(summing *m, size_t pieces, rocpd_error *err) {
  if (!(m->piece = sqlite3_malloc64((pieces + 1) * sizeof *m->piece))) return rocpd_no_memory(err);
  size_t at = 0;
  for (launch_group *g = m->group; g < m->group + m->groups; g++) g->piece = at, at += g->pieces, g->pieces = 0;
  for (size_t i = 0; i < m->parts; i++)
    for (const batch_group *p = m->part[i].group, *end = p + m->part[i].groups; p < end; p++) {
      launch_group *g = &m->group[find_number(&m->number, p->name)];
      m->piece[g->piece + g->pieces++] = (launch_piece){&m->part[i], p};
    }
  return SQLITE_OK;
}

/* ---- time in which at least one was under way, or waited */

typedef struct launch_span {
  int64_t start, end;
} launch_span;

static bool starts_before(const void *a, const void *b) { return ((const launch_span *)a)->start < ((const launch_span *)b)->start; }
static const rocpd_sort_kind by_start = {sizeof(launch_span), starts_before};

static int64_t union_of(const launch_span *x, uint64_t n) {
  int64_t all = 0, reached = INT64_MIN;
  for (uint64_t i = 0; i < n; i++) {
    int64_t from = rocpd_later(x[i].start, reached), to = rocpd_later(x[i].end, from);
    all += to - from, reached = to; /* at most the time from the first start to the last end: it fits */
  }
  return n ? all : ROCPD_NULL;
}

/* Lists the known spans of one clock: from the call's start to the kernel's end or, with `call`, from the call's end to the kernel's start.
** They are mostly in order, since a thread launches one kernel after the other. */
static uint64_t list_spans(const summing *m, const launch_group *g, const int64_t *start, const int64_t *call, const int64_t *ns, int64_t clock,
                           launch_span *out, bool *in_order) {
  uint64_t n = 0, at = 0;
  *in_order = true;
  for (const launch_piece *p = m->piece + g->piece, *end = p + g->pieces; p < end; at += p++->of->n)
    for (uint64_t k = at; p->of->clock == clock && k < at + p->of->n; k++) {
      if (start[k] == ROCPD_NULL || ns[k] == ROCPD_NULL) continue;
      int64_t from = call ? start[k] + call[k] : start[k]; /* the call's time is known where the queue's is */
      *in_order &= !n || out[n - 1].start <= from;
      out[n++] = (launch_span){from, from + ns[k]};
    }
  return n;
}

/* Gathers a time of a group, NULLs included. */
static void gather(const summing *m, const launch_group *g, size_t time, int64_t *out) {
  for (const launch_piece *p = m->piece + g->piece, *end = p + g->pieces; p < end; out += p++->of->n)
    rocpd_column_get(p->part->time[time], p->of->first, p->of->n, out);
}

/* The time covered by the total or queue times of a group. `room` holds 6 numbers for each launch. */
static int64_t unite(const summing *m, const launch_group *g, size_t time, const int64_t *ns, int64_t *room) {
  uint64_t rows = (uint64_t)g->value[N];
  int64_t *start = room, *call = time == QUEUE_TIME ? room + rows : NULL, all = ROCPD_NULL;
  launch_span *span = (launch_span *)(room + 2 * rows);
  gather(m, g, CALL_START, start);
  if (call) gather(m, g, CALL_TIME, call);
  for (size_t k = 0; k < m->clocks; k++) {
    bool in_order;
    uint64_t n = list_spans(m, g, start, call, ns, m->clock[k], span, &in_order);
    if (!in_order) rocpd_sort(&by_start, span, span + n, n);
    int64_t one = union_of(span, n);
    if (one != ROCPD_NULL) all = all == ROCPD_NULL ? one : rocpd_add(all, one);
  }
  return all;
}

/* ---- each time of each group */

/* Evaluates one time of a group; NULLs do not count. */
static int look_at(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_group *g = &m->group[i / LAUNCH_TIMES];
  size_t time = i % LAUNCH_TIMES;
  uint64_t rows = (uint64_t)g->value[N], from = 0;
  bool unites = time == TOTAL_TIME || time == QUEUE_TIME;
  int64_t *value = sqlite3_malloc64(rows * (unites ? 7 : 1) * sizeof *value), max = INT64_MIN, *to = &g->value[TIMES + time * VALUES];
  if (!value) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu launches", (unsigned long long)rows);
  gather(m, g, time, value);
  if (unites) g->value[time == TOTAL_TIME ? TOTAL : WAITING] = unite(m, g, time, value, value + rows);
  uint64_t n = 0;
  rocpd_sum128 sum = 0;
  for (uint64_t k = 0; k < rows; k++) {
    int64_t ns = value[n] = value[k];
    n += ns != ROCPD_NULL, sum += ns != ROCPD_NULL ? ns : 0, max = ns > max ? ns : max;
  }
  to[MEAN] = n ? rocpd_real_bits((double)sum / (double)n) : ROCPD_NULL;
  to[MEDIAN] = n ? rocpd_real_bits(rocpd_quantile_next(value, n, &from, 0.5, 0)) : ROCPD_NULL;
  to[P99] = n ? rocpd_real_bits(rocpd_quantile_next(value, n, &from, 0.99, 0)) : ROCPD_NULL;
  to[MAX] = n ? max : ROCPD_NULL;
  if (time == QUEUE_TIME) g->value[QN] = (int64_t)n;
  sqlite3_free(value);
  return SQLITE_OK;
}

/* ---- what could be saved: whatever other kernels the filter leaves out, pauses of GPUs that end with a kernel, from when its call began on */

static struct launch_source *source_of(const summing *m, const rocpd_source *source) {
  for (size_t i = 0; i < m->sources; i++)
    if (m->source[i].source == source) return &m->source[i];
  return NULL;
}

/* A number of pauses that end with a kernel, with the start of the kernel's call and the names of both. */
typedef struct ended_pauses {
  const rocpd_pause *pause[BLOCK];
  rocpd_batch *batch[BLOCK];
  uint32_t row[BLOCK], n;
  int64_t place[BLOCK], kernel[BLOCK], call[BLOCK], start[BLOCK];
} ended_pauses;

static int read_launches(const struct launch_source *x, ended_pauses *e, rocpd_error *err) {
  const rocpd_column *kernel = NULL;
  int rc = rocpd_launch_places_of(x->calls, e->batch, e->row, e->n, e->place, err);
  if (rc == SQLITE_OK) rc = rocpd_link_values(x->calls, ROCPD_LINK_CALL_OF_STACK, e->place, e->n, ROCPD_REGION_name, e->call, err);
  if (rc == SQLITE_OK) rc = rocpd_link_values(x->calls, ROCPD_LINK_CALL_OF_STACK, e->place, e->n, ROCPD_REGION_start, e->start, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < e->n; i++) {
    if (!i || e->batch[i] != e->batch[i - 1]) rc = rocpd_batch_column(e->batch[i], ROCPD_KERNEL_name, &kernel, err);
    if (rc == SQLITE_OK) e->kernel[i] = rocpd_column_at(kernel, e->row[i]);
  }
  return rc;
}

/* Skips launches of groups that have no row because the time window or the filter contains none of their launches. */
static void add_saved(summing *m, const ended_pauses *e) {
  pthread_mutex_lock(&m->mutex);
  for (uint32_t i = 0; i < e->n; i++) {
    const rocpd_pause *p = e->pause[i];
    if (e->place[i] == ROCPD_NULL || e->start[i] == ROCPD_NULL || e->start[i] >= p->end) continue;
    uint64_t number = find_number(&m->number, (const int64_t[NAMES]){e->kernel[i], e->call[i]});
    if (number != NO_GROUP) m->group[number].value[SAVED] = rocpd_add(m->group[number].value[SAVED], p->end - rocpd_later(e->start[i], p->start));
  }
  pthread_mutex_unlock(&m->mutex);
}

/* All pauses of a line belong to one agent, so their kernels are in one file. */
static int read_pauses(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err) {
  (void)line;
  summing *m = arg;
  ended_pauses e;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n;) {
    for (e.n = 0; i < n && e.n < BLOCK; i++) {
      rocpd_batch *b = pause[i].after;
      if (b && b->kind == ROCPD_KIND_KERNEL && rocpd_row_is_chosen(m->chosen, b, pause[i].after_row)) e.pause[e.n] = &pause[i], e.batch[e.n] = b, e.row[e.n++] = pause[i].after_row;
    }
    const struct launch_source *x = e.n ? source_of(m, e.batch[0]->source) : NULL;
    if (!x) continue;
    rc = read_launches(x, &e, err);
    if (rc == SQLITE_OK) add_saved(m, &e);
  }
  return rc;
}

static int find_saved(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  rocpd_timelines t = {0};
  rocpd_snapshot *all;
  int rc = rocpd_snapshot_in_time(s, &all, err);
  if (rc == SQLITE_OK) rc = rocpd_chosen_rows_of(s, &m->chosen, err);
  if (rc != SQLITE_OK) return rc;
  pthread_mutex_init(&m->mutex, NULL);
  rc = rocpd_timelines_make(all, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = &(rocpd_pause_reader){read_pauses, m}}, &t, err);
  rocpd_timelines_drop(&t);
  pthread_mutex_destroy(&m->mutex);
  return rc;
}

/* ---- the whole */

static int compare(const void *a, const void *b) {
  const launch_group *x = a, *y = b;
  return ROCPD_ORDER(y->value[SAVED], x->value[SAVED]) ?: ROCPD_ORDER(y->value[TOTAL], x->value[TOTAL]) ?: ROCPD_ORDER(x->value[KERNEL], y->value[KERNEL]) ?:
         ROCPD_ORDER(x->value[CALL], y->value[CALL]);
}

static int summarize(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_batch **batch;
  size_t n, pieces = 0;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_LAUNCH, &batch, &n, err);
  if (rc == SQLITE_OK && !(m->part = sqlite3_malloc64((n + 1) * sizeof *m->part))) rc = rocpd_no_memory(err);
  for (; rc == SQLITE_OK && m->parts < n; m->parts++) m->part[m->parts] = (launch_batch){.batch = batch[m->parts]};
  if (rc == SQLITE_OK) rc = find_sources(s, m, err);
  if (rc == SQLITE_OK) rc = find_clocks(s, m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, find_calls, m, err);
  if (rc == SQLITE_OK) rc = load_names(m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, group_batch, m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, join_groups(m, &pieces));
  if (rc == SQLITE_OK) rc = place_pieces(m, pieces, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->groups * LAUNCH_TIMES, look_at, m, err);
  if (rc == SQLITE_OK) rc = find_saved(s, m, err);
  if (rc == SQLITE_OK && m->groups) qsort(m->group, m->groups, sizeof *m->group, compare);
  return rc;
}

static void end_summing(summing *m) {
  for (launch_batch *p = m->part; p < m->part + m->parts; p++) {
    sqlite3_free(p->place), sqlite3_free(p->group), rocpd_map_free(&p->number);
    for (int t = 0; t < STORED; t++) sqlite3_free(p->time[t]);
  }
  for (size_t i = 0; i < m->sources; i++) sqlite3_free(m->source[i].met);
  sqlite3_free(m->source), sqlite3_free(m->clock), sqlite3_free(m->part), sqlite3_free(m->group), sqlite3_free(m->piece);
  rocpd_map_free(&m->number);
}

static int threshold(const char *name, const char *text, int64_t *ns, rocpd_error *err) {
  return rocpd_argument_number("launch_summary", name, text, "a number of ns", 0, ns, err);
}

static int summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  summing m = {.slow_ns = 50000, .late_ns = 100000};
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = threshold("slow_call_ns", arg[0], &m.slow_ns, err);
  if (rc == SQLITE_OK) rc = threshold("late_start_ns", arg[1], &m.late_ns, err);
  if (rc == SQLITE_OK) rc = summarize(s, &m, err);
  for (size_t g = 0; rc == SQLITE_OK && g < m.groups; g++) rc = rocpd_fail_code(err, rocpd_rows_add(&b, m.group[g].value));
  end_summing(&m);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"slow_call_ns", "late_start_ns", NULL};
ROCPD_TABLE(launch_summary) = {.name = "launch_summary", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .rows = summary_rows};
