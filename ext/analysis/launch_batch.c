/* See launch_batch.h. The call of each launch is found once, and its values are read there. Batches, in parallel, sort their times by group. */
#include "launch_batch.h"
#include "hosts.h"
#include "launch.h"
#include "parallel.h"
#include "scratch.h"

enum { BLOCK = 512 };

/* ---- their calls */

static int find_sources(rocpd_snapshot *s, rocpd_launch_batches *m, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (!(m->source = sqlite3_malloc64((m->parts + 1) * sizeof *m->source))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++) {
    rocpd_source *source = m->part[i].batch->source;
    struct rocpd_launch_source *x = m->source + m->sources - 1;
    if (!m->sources || x->source != source) {
      *(x = &m->source[m->sources++]) = (struct rocpd_launch_source){.source = source};
      rc = rocpd_launch_calls(s, source, &x->calls, err);
      if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(rocpd_snapshot_whole(s), source, ROCPD_KIND_REGION, &x->batch, &x->batches, err);
      if (rc == SQLITE_OK && !(x->met = rocpd_zeroed(x->batches + 1))) rc = rocpd_no_memory(err);
    }
    m->part[i].source = x;
  }
  return rc;
}

/* Times of clocks that were not compared must not be united. A clock is that of a host, or where that is not known of a file. */
static int find_clocks(rocpd_snapshot *s, rocpd_launch_batches *m, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int64_t hosts;
  int rc = rocpd_hosts_apart(session, source, n, &hosts, err);
  for (struct rocpd_launch_source *x = m->source; rc == SQLITE_OK && hosts && x < m->source + m->sources; x++) {
    const char *host = x->source->info.host;
    rc = rocpd_fail_code(err, rocpd_intern(session, host && *host ? host : x->source->path, -1, &x->clock));
    x->clocks = x->source->info.multi_process;
  }
  return rc;
}

static int find_calls(void *arg, size_t i, rocpd_error *err) {
  const rocpd_launch_batches *m = arg;
  rocpd_launch_batch *p = &m->part[i];
  int64_t last = ROCPD_NULL;
  if (!(p->place = sqlite3_malloc64(((uint64_t)p->batch->rows + 1) * sizeof *p->place)))
    return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u launches", p->batch->rows);
  int rc = rocpd_launch_places(p->source->calls, p->batch, 0, p->batch->rows, p->place, err);
  for (uint32_t r = 0; rc == SQLITE_OK && r < p->batch->rows; r++) {
    if (p->place[r] == ROCPD_NULL || p->place[r] >> 16 == last) continue;
    last = p->place[r] >> 16;
    __atomic_store_n(&p->source->met[rocpd_place_batch(p->place[r])], 1, __ATOMIC_RELAXED);
  }
  return rc;
}

/* Reads columns with texts, not in parallel: texts are numbered in the order in which they are read, and the numbers must be the same every time. */
static int load_names(rocpd_launch_batches *m, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++) rc = rocpd_batch_column(m->part[i].batch, ROCPD_LAUNCH_kernel, &c, err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->parts; i++)
    if (m->part[i].source->clocks) rc = rocpd_batch_column(m->part[i].batch, ROCPD_LAUNCH_host, &c, err);
  for (struct rocpd_launch_source *x = m->source; rc == SQLITE_OK && x < m->source + m->sources; x++)
    for (size_t k = 0; rc == SQLITE_OK && k < x->batches; k++)
      if (x->met[k]) rc = rocpd_batch_column(x->batch[k], ROCPD_REGION_name, &c, err);
  return rc;
}

/* A column of the calls of rows first to first + n - 1. */
static int read_calls(const rocpd_launch_batch *p, uint32_t first, uint32_t n, int column, int64_t *out, rocpd_error *err) {
  return rocpd_link_values(p->source->calls, ROCPD_LINK_CALL_OF_STACK, p->place + first, n, column, out, err);
}

/* ---- groups */

/* NULL + 1 has the bits of no other name + 1. */
static uint64_t key_of(const int64_t name[ROCPD_LAUNCH_NAMES]) { return (uint64_t)(uint32_t)(name[0] + 1) << 32 | (uint32_t)(name[1] + 1); }

uint64_t rocpd_launch_group_find(const rocpd_map *number, const int64_t name[ROCPD_LAUNCH_NAMES]) {
  return rocpd_map_get(number, key_of(name), ROCPD_NO_LAUNCH_GROUP);
}

int rocpd_launch_group_number(rocpd_map *number, const int64_t name[ROCPD_LAUNCH_NAMES], size_t groups, uint64_t *out, bool *is_new) {
  *out = rocpd_launch_group_find(number, name);
  *is_new = *out == ROCPD_NO_LAUNCH_GROUP;
  return *is_new ? rocpd_map_set(number, key_of(name), *out = groups) : SQLITE_OK;
}

static int count_row(rocpd_launch_batch *p, const int64_t name[ROCPD_LAUNCH_NAMES], int64_t clock, uint16_t *of) {
  uint64_t number;
  bool is_new;
  int rc = rocpd_launch_group_number(&p->number, name, p->groups, &number, &is_new);
  while (rc == SQLITE_OK && !is_new && p->group[number].clock != clock) {
    uint32_t *other = &p->group[number].other;
    if (!*other) is_new = true, *other = (uint32_t)p->groups;
    number = *other;
  }
  if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&p->group, p->groups, sizeof *p->group);
  if (rc != SQLITE_OK) return rc;
  if (is_new)
    p->group[p->groups++] = (rocpd_launch_group){.name = {name[0], name[1]}, .clock = clock, .longest_ns = ROCPD_NULL, .longest = {ROCPD_NULL, ROCPD_NULL}};
  p->group[number].n++;
  *of = (uint16_t)number; /* there are no more than rows */
  return SQLITE_OK;
}

/* Finds the group of each row, and where the times of each group begin. */
static int find_groups(rocpd_launch_batch *p, uint16_t *of, rocpd_error *err) {
  int64_t v[ROCPD_LAUNCH_NAMES][BLOCK], host[BLOCK];
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
      rc = rocpd_fail_code(err, count_row(p, (const int64_t[ROCPD_LAUNCH_NAMES]){v[0][r], v[1][r]}, clock, &of[first + r]));
    }
  }
  for (size_t g = 0; g < p->groups; rows += p->group[g++].n) p->group[g].first = p->group[g].next = rows;
  return rc;
}

/* ---- times of a batch */

/* The class of a launch: the first that applies. NULL is less than any time. There are no branches, since classes cannot be predicted. */
static int class_of(const rocpd_launch_batches *m, int64_t call, int64_t queue, int64_t kernel) {
  int class = (kernel != ROCPD_NULL) & (kernel < call) ? ROCPD_SHORT_KERNEL : ROCPD_LAUNCH_WELL;
  class = queue > m->late_ns ? ROCPD_LATE_START : class;
  return call > m->slow_ns ? ROCPD_SLOW_CALL : class;
}

/* Times that are read from the rows of a batch, and the durations that are computed from them. */
enum { CALL_BEGIN, CALL_END, KERNEL_BEGIN, KERNEL_END, READ };
static const struct { int from, to; } time_is[ROCPD_LAUNCH_TIMES] = {
  [ROCPD_CALL_TIME] = {CALL_BEGIN, CALL_END}, [ROCPD_QUEUE_TIME] = {CALL_END, KERNEL_BEGIN}, [ROCPD_KERNEL_TIME] = {KERNEL_BEGIN, KERNEL_END},
  [ROCPD_TOTAL_TIME] = {CALL_BEGIN, KERNEL_END}};

static int read_times(const rocpd_launch_batch *p, int64_t *const read[READ], rocpd_error *err) {
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
  bool known = (from != ROCPD_NULL) & (to != ROCPD_NULL) & (time != ROCPD_QUEUE_TIME || to >= from);
  return known ? (int64_t)((uint64_t)to - (uint64_t)from) : ROCPD_NULL;
}

/* Counts the classes of each group and finds its longest launch. */
static void look_at_rows(const rocpd_launch_batches *m, rocpd_launch_batch *p, const uint16_t *of, int64_t *const read[READ]) {
  for (uint32_t r = 0; r < p->batch->rows; r++) {
    rocpd_launch_group *g = &p->group[of[r]];
    int64_t total = time_of(read, ROCPD_TOTAL_TIME, r);
    g->classed[class_of(m, time_of(read, ROCPD_CALL_TIME, r), time_of(read, ROCPD_QUEUE_TIME, r), time_of(read, ROCPD_KERNEL_TIME, r))]++;
    if (total == ROCPD_NULL || total < g->longest_ns) continue;
    rocpd_longest_row row = {read[CALL_BEGIN][r], read[KERNEL_END][r]};
    if (total > g->longest_ns || rocpd_is_earlier(&row, &g->longest)) g->longest = row;
    g->longest_ns = total;
  }
}

/* Makes a column, group by group. The places that are written next fit into a core's first cache, one for each group, but not those of several columns. */
static rocpd_column *column_of(const rocpd_launch_batch *p, size_t time, const uint32_t *place, int64_t *const read[READ], int64_t *room) {
  if (time == ROCPD_CALL_START)
    for (uint32_t r = 0; r < p->batch->rows; r++) room[place[r]] = read[CALL_BEGIN][r];
  else
    for (uint32_t r = 0; r < p->batch->rows; r++) room[place[r]] = time_of(read, time, r);
  return rocpd_column_of(room, p->batch->rows);
}

static int group_rows(const rocpd_launch_batches *m, rocpd_launch_batch *p, uint16_t *of, rocpd_scratch *const s[3], rocpd_error *err) {
  int64_t *const read[READ] = {s[0]->values, s[0]->more, s[1]->values, s[1]->more};
  uint32_t *place = (uint32_t *)s[2]->more;
  int rc = find_groups(p, of, err);
  if (rc == SQLITE_OK) rc = read_times(p, read, err);
  if (rc != SQLITE_OK) return rc;
  look_at_rows(m, p, of, read);
  for (uint32_t r = 0; r < p->batch->rows; r++) place[r] = p->group[of[r]].next++;
  for (size_t t = 0; t < ROCPD_LAUNCH_STORED; t++)
    if (!(p->time[t] = column_of(p, t, place, read, s[2]->values))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u launches", p->batch->rows);
  return SQLITE_OK;
}

static int group_batch(void *arg, size_t i, rocpd_error *err) {
  const rocpd_launch_batches *m = arg;
  rocpd_launch_batch *p = &m->part[i];
  rocpd_session *session = p->batch->source->session;
  rocpd_scratch *s[] = {rocpd_scratch_take(session), rocpd_scratch_take(session), rocpd_scratch_take(session)};
  uint16_t *of = sqlite3_malloc64(((uint64_t)p->batch->rows + 1) * sizeof *of);
  int rc = s[0] && s[1] && s[2] && of ? group_rows(m, p, of, s, err) : rocpd_no_memory(err);
  for (size_t k = 0; k < sizeof s / sizeof *s; k++)
    if (s[k]) rocpd_scratch_give(session, s[k]);
  sqlite3_free(of), sqlite3_free(p->place), p->place = NULL;
  return rc;
}

/* ---- all */

static int make(rocpd_snapshot *s, rocpd_launch_batches *m, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_LAUNCH, &batch, &n, err);
  if (rc == SQLITE_OK && !(m->part = sqlite3_malloc64((n + 1) * sizeof *m->part))) rc = rocpd_no_memory(err);
  for (; rc == SQLITE_OK && m->parts < n; m->parts++) m->part[m->parts] = (rocpd_launch_batch){.batch = batch[m->parts]};
  if (rc == SQLITE_OK) rc = find_sources(s, m, err);
  if (rc == SQLITE_OK) rc = find_clocks(s, m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, find_calls, m, err);
  if (rc == SQLITE_OK) rc = load_names(m, err);
  return rc == SQLITE_OK ? rocpd_parallel(session, m->parts, group_batch, m, err) : rc;
}

int rocpd_launch_batches_make(rocpd_snapshot *s, int64_t slow_ns, int64_t late_ns, rocpd_launch_batches *out, rocpd_error *err) {
  *out = (rocpd_launch_batches){.slow_ns = slow_ns, .late_ns = late_ns};
  int rc = make(s, out, err);
  if (rc != SQLITE_OK) rocpd_launch_batches_drop(out);
  return rc;
}

void rocpd_launch_batches_drop(rocpd_launch_batches *m) {
  for (rocpd_launch_batch *p = m->part; p < m->part + m->parts; p++) {
    sqlite3_free(p->place), sqlite3_free(p->group), rocpd_map_free(&p->number);
    for (int t = 0; t < ROCPD_LAUNCH_STORED; t++) sqlite3_free(p->time[t]);
  }
  for (size_t i = 0; i < m->sources; i++) sqlite3_free(m->source[i].met);
  sqlite3_free(m->source), sqlite3_free(m->part);
  *m = (rocpd_launch_batches){0};
}
