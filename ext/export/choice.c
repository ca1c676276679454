/* Which rows of a source an export of rows takes, where options choose: the events that
** they choose by time, category, name and agent, and what is linked to these (events,
** arguments, counter values). Everything that is not an event stays. */
#include "export.h"
#include "map.h"

/* The kinds of events, as the views have them, and the base tables of the same rows. */
static const struct chosen_kind {
  uint8_t kind, base;
  int8_t id, start, end, category, name, agent, other_agent, event_id; /* columns, -1: none */
} chosen_kinds[] = {
#define OF(k, b, category, name, agent, other) \
  {ROCPD_KIND_##k, ROCPD_KIND_##b, ROCPD_##k##_id, ROCPD_##k##_start, ROCPD_##k##_end, category, name, agent, other, ROCPD_##k##_event_id}
    OF(REGION, RAW_REGION, ROCPD_REGION_category, ROCPD_REGION_name, -1, -1),
    OF(KERNEL, RAW_DISPATCH, ROCPD_KERNEL_category, ROCPD_KERNEL_name, ROCPD_KERNEL_agent_abs_index, -1),
    OF(COPY, RAW_COPY, ROCPD_COPY_category, ROCPD_COPY_name, ROCPD_COPY_dst_agent_abs_index, ROCPD_COPY_src_agent_abs_index),
    OF(ALLOCATION, RAW_ALLOCATE, ROCPD_ALLOCATION_category, ROCPD_ALLOCATION_type, ROCPD_ALLOCATION_agent_abs_index, -1),
    OF(HIP_EVENT, RAW_HIP_EVENT, ROCPD_HIP_EVENT_category, ROCPD_HIP_EVENT_name, ROCPD_HIP_EVENT_agent_abs_index, -1),
    OF(GRAPH_LAUNCH, RAW_GRAPH_LAUNCH, -1, ROCPD_GRAPH_LAUNCH_name, ROCPD_GRAPH_LAUNCH_agent_abs_index, -1),
    {ROCPD_KIND_SAMPLE, ROCPD_KIND_RAW_SAMPLE, ROCPD_SAMPLE_id, ROCPD_SAMPLE_timestamp, ROCPD_SAMPLE_timestamp, ROCPD_SAMPLE_category, ROCPD_SAMPLE_name, -1, -1,
     ROCPD_SAMPLE_event_id}};
enum { CHOSEN_KINDS = sizeof chosen_kinds / sizeof *chosen_kinds, SAMPLES = CHOSEN_KINDS - 1 };

struct rocpd_choice {
  rocpd_map id[CHOSEN_KINDS]; /* ids of the rows that are taken */
  rocpd_map event;            /* ids of their events */
};

/* How rows of a kind follow from those that are taken: by a column that holds ids of
** chosen_kinds[of], or of events (of = EVENTS). */
enum { EVENTS = CHOSEN_KINDS, EVERYTHING };
typedef struct link {
  int of, column;
} link;

static link link_of(int kind) {
  for (int i = 0; i < CHOSEN_KINDS; i++)
    if (chosen_kinds[i].kind == kind || chosen_kinds[i].base == kind) return (link){i, chosen_kinds[i].base == kind ? 0 : chosen_kinds[i].id};
  switch (kind) {
    case ROCPD_KIND_ARG: return (link){0, ROCPD_ARG_id};
    case ROCPD_KIND_SCRATCH: return (link){3, ROCPD_SCRATCH_id};
    case ROCPD_KIND_SAMPLE_REGION: return (link){SAMPLES, ROCPD_SAMPLE_REGION_id};
    case ROCPD_KIND_RAW_EVENT: return (link){EVENTS, ROCPD_RAW_EVENT_id};
    case ROCPD_KIND_RAW_ARG: return (link){EVENTS, ROCPD_RAW_ARG_event_id};
    case ROCPD_KIND_RAW_PMC_EVENT: return (link){EVENTS, ROCPD_RAW_PMC_EVENT_event_id};
    case ROCPD_KIND_EVENT_ARG: return (link){EVENTS, ROCPD_EVENT_ARG_event_id};
    case ROCPD_KIND_STREAM_ARG: return (link){EVENTS, ROCPD_STREAM_ARG_event_id};
    case ROCPD_KIND_PMC_EVENT: return (link){EVENTS, ROCPD_PMC_EVENT_event_id};
    case ROCPD_KIND_SPM_COUNTER: return (link){EVENTS, ROCPD_SPM_COUNTER_event_id};
    default: return (link){EVERYTHING, 0};
  }
}

/* ---- choosing */

/* In the connection's time window what is linked to rows outside goes, too. */
static bool chooses(const rocpd_export *x) {
  const rocpd_export_options *o = &x->option;
  return rocpd_snapshot_whole(x->snapshot) != x->snapshot || o->start_ns != INT64_MIN || o->end_ns != INT64_MAX || o->categories.n || o->names.n || o->agents.n;
}

typedef struct reading { /* the columns of a batch that decide */
  const rocpd_column *id, *start, *end, *category, *name, *agent, *other_agent, *event_id;
} reading;

static int read_batch(rocpd_batch *b, const struct chosen_kind *k, reading *r, rocpd_error *err) {
  const struct { int column; const rocpd_column **to; } want[] = {{k->id, &r->id}, {k->start, &r->start}, {k->end, &r->end}, {k->category, &r->category},
      {k->name, &r->name}, {k->agent, &r->agent}, {k->other_agent, &r->other_agent}, {k->event_id, &r->event_id}};
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < sizeof want / sizeof *want; i++)
    if (want[i].column >= 0) rc = rocpd_batch_column(b, want[i].column, want[i].to, err);
  return rc;
}

static int64_t value_of(const rocpd_column *c, uint32_t row) { return c ? rocpd_column_at(c, row) : ROCPD_NULL; }

static int is_chosen(rocpd_export *x, const reading *r, uint32_t row, rocpd_memo *categories, rocpd_memo *names, bool *yes) {
  const rocpd_export_options *o = &x->option;
  int64_t start = value_of(r->start, row), end = value_of(r->end, row);
  *yes = false;
  /* What has no end lasts for ever; what has no start is nowhere. */
  if (o->start_ns != INT64_MIN || o->end_ns != INT64_MAX)
    if (start == ROCPD_NULL || (start >= o->end_ns && o->end_ns != INT64_MAX) || (end != ROCPD_NULL && end < o->start_ns)) return SQLITE_OK;
  if (r->agent && !rocpd_agents_match(&o->agents, value_of(r->agent, row)))
    if (!r->other_agent || !rocpd_agents_match(&o->agents, value_of(r->other_agent, row))) return SQLITE_OK;
  int rc = rocpd_patterns_match(&o->categories, categories, x->session, value_of(r->category, row), yes);
  return rc || !*yes ? rc : rocpd_patterns_match(&o->names, names, x->session, value_of(r->name, row), yes);
}

static int choose_batch(rocpd_export *x, rocpd_choice *c, int which, rocpd_batch *b, rocpd_memo *categories, rocpd_memo *names, rocpd_error *err) {
  reading r = {0};
  int rc = read_batch(b, &chosen_kinds[which], &r, err);
  if (rc) return rc;
  for (uint32_t row = 0; !rc && row < b->rows; row++) {
    bool yes;
    rc = is_chosen(x, &r, row, categories, names, &yes);
    if (rc || !yes) continue;
    int64_t id = value_of(r.id, row), event = value_of(r.event_id, row);
    rc = rocpd_map_set(&c->id[which], (uint64_t)id, 1);
    if (!rc && event != ROCPD_NULL) rc = rocpd_map_set(&c->event, (uint64_t)event, 1);
  }
  return rc ? rocpd_fail_code(err, rc) : rocpd_export_poll(x, 0, err);
}

int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err) {
  rocpd_memo categories = {0}, names = {0};
  *out = NULL;
  if (!chooses(x)) return SQLITE_OK;
  rocpd_choice *c = *out = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  memset(c, 0, sizeof *c);
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < CHOSEN_KINDS; i++) {
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches_of(x->snapshot, source, chosen_kinds[i].kind, &batch, &n, err);
    for (size_t k = 0; !rc && k < n; k++) rc = choose_batch(x, c, i, batch[k], &categories, &names, err);
  }
  sqlite3_free(categories.answer);
  sqlite3_free(names.answer);
  return rc;
}

void rocpd_choice_free(rocpd_choice *c) {
  if (!c) return;
  for (int i = 0; i < CHOSEN_KINDS; i++) rocpd_map_free(&c->id[i]);
  rocpd_map_free(&c->event);
  sqlite3_free(c);
}

/* What is linked to nothing stays. */
static bool is_taken(const rocpd_map *taken, int64_t id) { return id == ROCPD_NULL || rocpd_map_get(taken, (uint64_t)id, 0) == 1; }

int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err) {
  link l = c ? link_of(b->kind) : (link){EVERYTHING, 0};
  const rocpd_column *column;
  *all = l.of == EVERYTHING;
  if (*all) return SQLITE_OK;
  const rocpd_map *taken = l.of == EVENTS ? &c->event : &c->id[l.of];
  int rc = rocpd_batch_column(b, l.column, &column, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++) keep[i] = is_taken(taken, rocpd_column_at(column, i));
  if (rc || b->kind != ROCPD_KIND_RAW_PMC_EVENT) return rc;
  /* A counter's value may be of a sample besides. */
  rc = rocpd_batch_column(b, ROCPD_RAW_PMC_EVENT_sample_id, &column, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++) keep[i] &= is_taken(&c->id[SAMPLES], rocpd_column_at(column, i));
  return rc;
}
