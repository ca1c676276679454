/* Which rows of a source an export of rows writes if options choose, and how many events of each category these are. The options choose events by time,
** length, category, name, agent, process and rank. Rows linked to these (events, arguments, counter values) are written, too. Rows that are not events are
** always written. */
#include "choice.h"
#include "export.h"
#include "format.h"
#include "map.h"

struct rocpd_choice {
  rocpd_map id[ROCPD_KIND_COUNT]; /* for kinds of events: ids of the chosen rows */
  rocpd_map event;                /* ids of their events */
};

static bool is_event(int kind) { return kind >= 0 && rocpd_kinds[kind].flags & ROCPD_K_EVENT; }

/* The kind of events to which rows of this kind belong: its own, or that of its base table; ROCPD_KIND_NONE: they are not events. */
static int events_of(int kind) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  return is_event(kind) ? kind : is_event(k->belongs_to) && strcmp(k->by, "id") == 0 ? k->belongs_to : ROCPD_KIND_NONE;
}

/* The ids by which rows of a kind are chosen, and the column that has them; NULL: all rows are chosen. */
static const rocpd_map *taken_of(const rocpd_choice *c, int kind, int *column) {
  int events = events_of(kind);
  bool is_of_event = events < 0 && kind != ROCPD_KIND_RAW_EVENT;
  *column = rocpd_kind_column(kind, is_of_event ? "event_id" : "id");
  return *column < 0 ? NULL : events >= 0 ? &c->id[events] : &c->event;
}

/* ---- counting */

/* A count for one category, since the category seldom changes. */
typedef struct event_tally {
  rocpd_writer *w; /* NULL: nothing is counted */
  int64_t category;
  uint64_t n; /* events of this category that are not counted yet */
} event_tally;

static int end_tally(event_tally *t) {
  int rc = t->w ? rocpd_writer_count(t->w, t->category, t->n) : SQLITE_OK;
  t->n = 0;
  return rc;
}

static int add_to_tally(event_tally *t, int64_t category, uint64_t n) {
  int rc = category == t->category ? SQLITE_OK : end_tally(t);
  t->category = category, t->n += n;
  return rc;
}

/* The class under which the kind is counted; -1: it only counts as an event. */
static int class_of(int kind) {
  for (int c = 0; c < ROCPD_EVENT_STACK; c++)
    if (rocpd_event_kinds[c].kind == kind) return c;
  return -1;
}

/* ---- choosing */

/* In a time window of the connection, rows linked to rows outside it are left out, too. */
static bool chooses(const rocpd_export *x) {
  const rocpd_export_options *o = &x->option;
  bool by_time = rocpd_snapshot_whole(x->snapshot) != x->snapshot || rocpd_export_by_time(o) || rocpd_export_is_part(o) || o->min_duration_ns;
  return by_time || o->categories.n || o->names.n || o->agents.n || o->processes.n || o->ranks.n;
}

typedef struct reading { /* the columns of a batch that decide */
  const rocpd_column *id, *start, *end, *event_id, *category, *name, *agent, *other_agent, *pid, *rank;
} reading;

/* The next column of the kind after `after` with the flag; -1: there is none. */
static int flagged(const rocpd_kind *k, int flag, int after) {
  for (int c = after + 1; c < k->columns; c++)
    if (k->column[c].flags & flag) return c;
  return -1;
}

static int read_batch(rocpd_batch *b, reading *r, rocpd_error *err) {
  const rocpd_kind *k = &rocpd_kinds[b->kind];
  int agent = flagged(k, ROCPD_C_AGENT, -1), other_agent = agent < 0 ? -1 : flagged(k, ROCPD_C_AGENT, agent);
  const struct { int column; const rocpd_column **to; } want[] = {
      {rocpd_kind_column(b->kind, "id"), &r->id}, {k->start, &r->start}, {k->end, &r->end}, {rocpd_kind_column(b->kind, "event_id"), &r->event_id},
      {flagged(k, ROCPD_C_CATEGORY, -1), &r->category}, {flagged(k, ROCPD_C_NAME, -1), &r->name}, {agent, &r->agent}, {other_agent, &r->other_agent},
      {rocpd_kind_column(b->kind, "pid"), &r->pid}, {rocpd_kind_column(b->kind, "rank"), &r->rank}};
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < sizeof want / sizeof *want; i++)
    if (want[i].column >= 0) rc = rocpd_batch_column(b, want[i].column, want[i].to, err);
  return rc;
}

static int64_t value_of(const rocpd_column *c, uint32_t row) { return c ? rocpd_column_at(c, row) : ROCPD_NULL; }

/* A row without a start is at no time and has no length; a row without an end lasts for ever. */
static bool chosen_by_time(const rocpd_export_options *o, int64_t start, int64_t end) {
  if (!rocpd_export_by_time(o) && !o->min_duration_ns) return start >= o->from && start < o->to;
  if (start == ROCPD_NULL || !rocpd_export_in_time(o, start, end)) return false;
  return end == ROCPD_NULL || (uint64_t)(end < start ? 0 : end - start) >= (uint64_t)o->min_duration_ns;
}

static bool chosen_by_process(const rocpd_export_options *o, int64_t pid, int64_t rank) {
  return rocpd_numbers_match(&o->processes, pid) && rocpd_numbers_match(&o->ranks, rank);
}

static int is_chosen(rocpd_export *x, const reading *r, uint32_t row, rocpd_memo *categories, rocpd_memo *names, bool *yes) {
  const rocpd_export_options *o = &x->option;
  *yes = false;
  if (!chosen_by_time(o, value_of(r->start, row), value_of(r->end, row))) return SQLITE_OK;
  if (!chosen_by_process(o, value_of(r->pid, row), value_of(r->rank, row))) return SQLITE_OK;
  if (r->agent && !rocpd_numbers_match(&o->agents, value_of(r->agent, row)))
    if (!r->other_agent || !rocpd_numbers_match(&o->agents, value_of(r->other_agent, row))) return SQLITE_OK;
  int rc = rocpd_patterns_match(&o->categories, categories, x->session, value_of(r->category, row), yes);
  return rc || !*yes ? rc : rocpd_patterns_match(&o->names, names, x->session, value_of(r->name, row), yes);
}

/* Whether an event with this start is written. Kinds without a start are always written. */
static bool is_written(const rocpd_export *x, const rocpd_column *start, uint32_t row) {
  return rocpd_format_needs(x->format, ROCPD_NEEDS_UNSTARTED) || !start || rocpd_column_at(start, row) != ROCPD_NULL;
}

static int choose_batch(rocpd_export *x, rocpd_choice *c, rocpd_batch *b, rocpd_memo *categories, rocpd_memo *names, event_tally *t, uint64_t *taken,
                        rocpd_error *err) {
  reading r = {0};
  int rc = read_batch(b, &r, err);
  if (rc) return rc;
  for (uint32_t row = 0; !rc && row < b->rows; row++) {
    bool yes;
    rc = is_chosen(x, &r, row, categories, names, &yes);
    if (rc || !yes) continue;
    int64_t id = value_of(r.id, row), event = value_of(r.event_id, row);
    rc = rocpd_map_set(&c->id[b->kind], (uint64_t)id, 1);
    if (!rc && event != ROCPD_NULL) rc = rocpd_map_set(&c->event, (uint64_t)event, 1);
    if (!rc && is_written(x, r.start, row)) rc = add_to_tally(t, value_of(r.category, row), 1), ++*taken;
  }
  rocpd_export_let_go(x, b);
  return rc ? rocpd_fail_code(err, rc) : rocpd_export_poll(x, 0, err);
}

/* Counts a batch whose rows are all chosen. */
static int count_batch(rocpd_export *x, rocpd_batch *b, event_tally *t, uint64_t *taken, rocpd_error *err) {
  const rocpd_kind *k = &rocpd_kinds[b->kind];
  const rocpd_column *start = NULL, *category = NULL;
  int of_category = flagged(k, ROCPD_C_CATEGORY, -1);
  int rc = !rocpd_format_needs(x->format, ROCPD_NEEDS_UNSTARTED) && k->start >= 0 ? rocpd_batch_column(b, k->start, &start, err) : SQLITE_OK;
  if (!rc && of_category >= 0) rc = rocpd_batch_column(b, of_category, &category, err);
  bool same = !category || (b->rows && rocpd_column_is_constant(category)), all = !start || !rocpd_column_may_be_null(start);
  if (!rc && same && all) *taken += b->rows, rc = add_to_tally(t, b->rows ? value_of(category, 0) : ROCPD_NULL, b->rows);
  else
    for (uint32_t row = 0; !rc && row < b->rows; row++)
      if (is_written(x, start, row)) rc = add_to_tally(t, value_of(category, row), 1), ++*taken;
  rocpd_export_let_go(x, b);
  return rc ? rocpd_fail_code(err, rc) : rocpd_export_poll(x, 0, err);
}

int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err) {
  rocpd_memo categories = {0}, names = {0};
  event_tally t = {.w = x->format->write ? &x->writers.at[0] : NULL, .category = ROCPD_NULL}; /* formats with tracks count the events that they collect */
  bool choosing = chooses(x);
  rocpd_choice *c = *out = choosing ? rocpd_zeroed(sizeof *c) : NULL;
  if (choosing && !c) return rocpd_no_memory(err);
  if (!choosing && !t.w) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (int kind = 0; !rc && kind < ROCPD_KIND_COUNT; kind++) {
    rocpd_batch **batch;
    size_t n;
    uint64_t taken = 0;
    int class = class_of(kind);
    if (!is_event(kind)) continue;
    rc = rocpd_snapshot_batches_of(x->snapshot, source, kind, &batch, &n, err);
    for (size_t k = 0; !rc && k < n; k++)
      rc = c ? choose_batch(x, c, batch[k], &categories, &names, &t, &taken, err) : count_batch(x, batch[k], &t, &taken, err);
    if (class >= 0 && t.w) t.w->count.events[class] += taken;
  }
  if (!rc) rc = rocpd_fail_code(err, end_tally(&t));
  sqlite3_free(categories.answer);
  sqlite3_free(names.answer);
  return rc;
}

void rocpd_choice_free(rocpd_choice *c) {
  if (!c) return;
  for (int i = 0; i < ROCPD_KIND_COUNT; i++) rocpd_map_free(&c->id[i]);
  rocpd_map_free(&c->event);
  sqlite3_free(c);
}

/* Rows without a link stay. */
static bool is_taken(const rocpd_map *taken, int64_t id) { return id == ROCPD_NULL || rocpd_map_get(taken, (uint64_t)id, 0) == 1; }

static int keep_taken(const rocpd_map *taken, rocpd_batch *b, int column, uint8_t *keep, rocpd_error *err) {
  const rocpd_column *id;
  int rc = rocpd_batch_column(b, column, &id, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++) keep[i] &= is_taken(taken, rocpd_column_at(id, i));
  return rc;
}

int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err) {
  int column;
  const rocpd_map *taken = c ? taken_of(c, b->kind, &column) : NULL;
  *all = !taken;
  if (*all) return SQLITE_OK;
  memset(keep, 1, b->rows);
  int rc = keep_taken(taken, b, column, keep, err);
  /* A counter's value may also belong to a sample. */
  return rc || b->kind != ROCPD_KIND_RAW_PMC_EVENT ? rc : keep_taken(&c->id[ROCPD_KIND_SAMPLE], b, ROCPD_RAW_PMC_EVENT_sample_id, keep, err);
}

/* ---- sources */

static int has_process(rocpd_export *x, rocpd_source *source, bool *yes, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(x->snapshot, source, ROCPD_KIND_PROCESS, &batch, &n, err);
  *yes = !n;
  for (size_t i = 0; !rc && i < n && !*yes; i++) {
    const rocpd_column *pid, *rank;
    rc = rocpd_batch_column(batch[i], ROCPD_PROCESS_pid, &pid, err);
    if (!rc) rc = rocpd_batch_column(batch[i], ROCPD_PROCESS_rank, &rank, err);
    for (uint32_t row = 0; !rc && row < batch[i]->rows; row++) *yes |= chosen_by_process(&x->option, rocpd_column_at(pid, row), rocpd_column_at(rank, row));
  }
  return rc;
}

int rocpd_choice_sources(rocpd_export *x, rocpd_source ***out, size_t *n, rocpd_error *err) {
  size_t all;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &all);
  int rc = (*out = sqlite3_malloc64((all + 1) * sizeof **out)) ? SQLITE_OK : rocpd_no_memory(err);
  *n = 0;
  for (size_t i = 0; !rc && i < all; i++) {
    bool yes = true;
    if (x->option.processes.n || x->option.ranks.n) rc = has_process(x, source[i], &yes, err);
    if (!rc && yes) (*out)[(*n)++] = source[i];
  }
  return rc;
}
