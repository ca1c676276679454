/* Running work of agents: kernels, and copies with their bytes. See counter.h. */
#include "bisect.h"
#include "counter.h"
#include "sweep.h"

enum { RUNNING, IN_FLIGHT, COPIED };

typedef struct agent_tracks { /* the tracks of one group */
  rocpd_writer *w;
  const rocpd_track *track;
  size_t tracks;
  rocpd_counter counter[ROCPD_RUNNING_COUNTERS];
} agent_tracks;

static bool is_counted(const rocpd_track *t) { return t->class == ROCPD_EVENT_KERNEL || t->class == ROCPD_EVENT_COPY; }

/* ---- events of a batch ---- */

/* The track's first range in this batch or a later one: ranges are in the order of batches. */
static size_t find_range(const rocpd_track *t, uint32_t batch) { return ROCPD_FIRST(i, 0, t->ranges, t->range[i].batch >= batch); }

static int find_rows(const agent_tracks *a, uint32_t batch, rocpd_track *rows, rocpd_error *err) {
  *rows = (rocpd_track){.name = "a batch"};
  int rc = SQLITE_OK;
  for (const rocpd_track *t = a->track; t < a->track + a->tracks; t++)
    for (size_t i = find_range(t, batch); is_counted(t) && i < t->ranges && t->range[i].batch == batch && !rc; i++) {
      rc = rocpd_fail_code(err, ROCPD_APPEND(rows->range, rows->ranges, rows->range_capacity, t->range[i]));
    }
  return rc;
}

/* Makes spans of events that have started; of copies, only those with a known size. */
static int make_spans(const rocpd_export_batch *v, const rocpd_track *rows, rocpd_span **span, size_t *n, rocpd_error *err) {
  const rocpd_column *size = NULL;
  bool copies = v->event->kind == ROCPD_KIND_COPY;
  int rc = copies ? rocpd_batch_column(v->batch, ROCPD_COPY_size, &size, err) : SQLITE_OK;
  rocpd_span *out = rc || !rows->items ? NULL : sqlite3_malloc64(rows->items * sizeof *out);
  *n = 0, *span = out;
  if (!out) return rc || !rows->items ? rc : rocpd_no_memory(err);
  for (size_t i = 0; i < rows->items; i++) {
    const rocpd_item *it = &rows->item[i];
    int64_t bytes = copies ? rocpd_column_at(size, it->row) : 0;
    if (rocpd_never_started(v, it->row) || bytes < 0) continue; /* ROCPD_NULL is also below 0 */
    out[*n] = (rocpd_span){.from = it->start, .to = it->end, .value = bytes, .of = copies ? IN_FLIGHT : RUNNING, .order = (uint32_t)*n};
    ++*n;
  }
  return SQLITE_OK;
}

static int read_batch(void *arg, uint32_t batch, rocpd_span **span, size_t *n, rocpd_error *err) {
  const agent_tracks *a = arg;
  rocpd_writer *w = a->w;
  rocpd_export_batch *v = &w->x->layout.batch[batch];
  rocpd_counts counted = w->count;
  rocpd_track rows;
  int rc = find_rows(a, batch, &rows, err);
  w->again = true;
  if (!rc) rc = rocpd_track_sort(w, &rows, false, NULL, err);
  w->again = false, w->count = counted;
  if (!rc) rc = make_spans(v, &rows, span, n, err);
  rocpd_track_leave(w, &rows, ROCPD_KEEP_ROWS);
  rocpd_track_keep_ranges(&rows, 0);
  return rc ? rc : rocpd_export_poll(w->x, 0, err);
}

/* ---- begins and ends ---- */

static void count(rocpd_counter *c, const rocpd_sweep_step *step) {
  uint64_t change = step->of == RUNNING ? 1 : (uint64_t)step->value;
  c[step->of].value = (int64_t)((uint64_t)c[step->of].value + (step->end ? -change : change));
  if (step->of == IN_FLIGHT && step->end) c[COPIED].value = (int64_t)((uint64_t)c[COPIED].value + change);
}

/* No event of the batch is earlier. Events that never started may be at any time. */
static int first_time(rocpd_export *x, rocpd_export_batch *v, int64_t *from, rocpd_error *err) {
  *from = v->unstarted ? INT64_MIN : v->batch->min_time;
  if (v->unstarted || rocpd_is_time(*from)) return SQLITE_OK;
  int rc = rocpd_view_open(x, v, err);
  if (!rc) rc = rocpd_sweep_first(x->session, v->batch, from, err);
  rocpd_view_close(x, v);
  return rc;
}

static int add_batches(const agent_tracks *a, rocpd_sweep *s, rocpd_error *err) {
  rocpd_export *x = a->w->x;
  int rc = SQLITE_OK;
  for (const rocpd_track *t = a->track; t < a->track + a->tracks; t++)
    for (size_t i = 0; is_counted(t) && i < t->ranges && !rc; i++) {
      uint32_t number = t->range[i].batch;
      int64_t from;
      if (i && number == t->range[i - 1].batch) continue;
      rc = first_time(x, &x->layout.batch[number], &from, err);
      if (!rc) rc = rocpd_sweep_add(s, from, number, err);
    }
  return rc;
}

static int count_agent(agent_tracks *a, rocpd_counter_write *write, rocpd_error *err) {
  rocpd_sweep s = {.read = read_batch, .arg = a};
  rocpd_sweep_step step;
  int64_t time = INT64_MIN;
  bool more = true;
  int rc = add_batches(a, &s, err);
  for (uint64_t turn = 1; more && !rc; turn++) {
    rc = rocpd_sweep_next(&s, &step, &more, err);
    for (int k = 0; k < ROCPD_RUNNING_COUNTERS && !rc && (!more || step.time != time); k++) rc = rocpd_counter_change(a->w, write, &a->counter[k], time, err);
    if (!rc && more) count(a->counter, &step), time = step.time;
    if (!rc && !(turn & 0xfff)) rc = rocpd_export_poll(a->w->x, 0, err);
  }
  rocpd_sweep_free(&s);
  return rc;
}

/* Tracks of one group are next to each other. */
int rocpd_export_running(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  int rc = SQLITE_OK;
  for (size_t first = 0, end; first < l->tracks && !rc; first = end) {
    uint32_t group = l->track[first].group;
    for (end = first + 1; end < l->tracks && l->track[end].group == group;) end++;
    if (group == ROCPD_NO_GROUP || !rocpd_export_takes(w->x, &l->track[first])) continue;
    agent_tracks a = {.w = w, .track = &l->track[first], .tracks = end - first,
                      .counter = {[RUNNING] = {.name = "running kernels", .group = group, .rank = RUNNING},
                                  [IN_FLIGHT] = {.name = "bytes in copies", .bytes = true, .group = group, .rank = IN_FLIGHT},
                                  [COPIED] = {.name = "bytes copied", .bytes = true, .group = group, .rank = COPIED}}};
    rc = count_agent(&a, write, err);
  }
  return rc;
}
