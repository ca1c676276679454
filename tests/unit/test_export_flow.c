/* Which GPU events a call launched. Entries are sorted by (process, stack_id), in the order of events, whatever the ids are, and
** each call finds its own events. */
#include <stdlib.h>
#include <string.h>
#include "db.h"
#include "export.h"
#include "format.h"
#include "test.h"
#include "trace.h"

enum { TRACKS = 5, MOST = 9000 };

static uint64_t state = 1;
static uint64_t draw(uint64_t below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 11) % below;
}

/* The stack_id of event i of n; 0: no call launched it. */
static int64_t of_lanes(size_t i, size_t n) { return (int64_t)(draw(6) << 40 | (i / 2 + 1)); }      /* ids as in chunk files */
static int64_t anything(size_t i, size_t n) { return (int64_t)(draw(UINT64_MAX) * 2 + draw(2)); }   /* including negative ones */
static int64_t of_few(size_t i, size_t n) { return 1 + (int64_t)draw(3); }
static int64_t downward(size_t i, size_t n) { return (int64_t)(n - i) << 20; }
static int64_t the_same(size_t i, size_t n) { return 77; }
static int64_t mostly_none(size_t i, size_t n) { return draw(100) ? draw(2) ? 0 : ROCPD_NULL : (int64_t)i; }

typedef struct made {
  rocpd_export x;
  rocpd_export_format format;
  rocpd_export_batch view[TRACKS];
  rocpd_track track[TRACKS];
  rocpd_row_range range[TRACKS];
  rocpd_column *column[TRACKS], *start;
  int64_t stack_id[TRACKS][MOST];
  rocpd_item item[MOST];
} made;

static void make_tracks(made *m, rocpd_session *session, const size_t *events, uint32_t processes, int64_t (*id)(size_t i, size_t n)) {
  memset(m, 0, sizeof *m);
  m->x = (rocpd_export){.format = &m->format, .session = session, .option.flows = true};
  m->x.layout.batch = m->view, m->x.layout.batches = TRACKS, m->x.layout.track = m->track, m->x.layout.tracks = TRACKS;
  m->start = rocpd_column_constant(5);
  for (uint32_t i = 0; i < MOST; i++) m->item[i] = (rocpd_item){5, 6, 0, i};
  for (uint32_t t = 0; t < TRACKS; t++) {
    for (size_t i = 0; i < events[t]; i++) m->stack_id[t][i] = id(i, events[t]);
    m->column[t] = events[t] ? rocpd_column_of(m->stack_id[t], (uint32_t)events[t]) : rocpd_column_constant(ROCPD_NULL);
    m->view[t] = (rocpd_export_batch){.stack_id = m->column[t], .start = m->start};
    m->range[t] = (rocpd_row_range){t, 0, (uint32_t)events[t]};
    m->track[t] = (rocpd_track){.class = ROCPD_EVENT_KERNEL, .group = 0, .process = t % processes, .range = &m->range[t], .ranges = 1};
  }
}

static void end(made *m) {
  rocpd_flows_free(&m->x.flows);
  for (int t = 0; t < TRACKS; t++) sqlite3_free(m->column[t]);
  sqlite3_free(m->start);
}

static int compare(const rocpd_flow_entry *a, const rocpd_flow_entry *b) {
  if (a->process != b->process) return a->process < b->process ? -1 : 1;
  if (a->stack_id != b->stack_id) return a->stack_id < b->stack_id ? -1 : 1;
  return a->item < b->item ? -1 : a->item > b->item;
}

/* Events come in order, each once and with its own call. */
static size_t wrong_entries(const made *m, size_t launched) {
  const rocpd_flows *f = &m->x.flows;
  size_t wrong = f->n != launched;
  for (size_t i = 0; i < f->n; i++) {
    const rocpd_flow_entry *e = &f->entry[i];
    uint32_t t = TRACKS - 1;
    while (e->item < m->track[t].first_item) t--;
    wrong += i && compare(e - 1, e) >= 0;
    wrong += e->process != m->track[t].process || (int64_t)e->stack_id != m->stack_id[t][e->item - m->track[t].first_item];
  }
  return wrong;
}

/* A caller that asks for all calls, in its own order, gets all events. */
static size_t found_events(made *m) {
  rocpd_flows *f = &m->x.flows;
  size_t cursor = 0, found = 0;
  for (uint32_t t = 0; t < TRACKS; t++)
    for (size_t i = 0; i < m->range[t].rows; i++) {
      size_t first, count;
      if (m->stack_id[t][i] == 0 || m->stack_id[t][i] == ROCPD_NULL) continue;
      rocpd_flows_find(f, &cursor, m->track[t].process, m->stack_id[t][i], &first, &count);
      found += count;
    }
  return found;
}

static void sorted(rocpd_session *session, const size_t *events, uint32_t processes, int64_t (*id)(size_t i, size_t n), const char *what) {
  made *m = malloc(sizeof *m);
  rocpd_error err = {0};
  size_t launched = 0;
  make_tracks(m, session, events, processes, id);
  rocpd_flows_number(&m->x);
  CHECK_INT(rocpd_flows_begin(&m->x, &err), SQLITE_OK);
  for (uint32_t t = 0; t < TRACKS; t++) {
    for (size_t i = 0; i < events[t]; i++) m->item[i].batch = t, launched += m->stack_id[t][i] != 0 && m->stack_id[t][i] != ROCPD_NULL;
    m->track[t].item = m->item, m->track[t].items = events[t];
    if (m->x.flows.items) rocpd_flows_add(&m->x, &m->track[t]);
  }
  CHECK_INT(rocpd_flows_make(&m->x, &err), SQLITE_OK);
  CHECK_INT((int64_t)wrong_entries(m, launched), 0);
  CHECK_INT((int64_t)found_events(m), (int64_t)launched);
  if (test_failures) printf("# %s\n", what);
  end(m);
  free(m);
}

int main(void) {
  static const struct {
    const char *name;
    int64_t (*id)(size_t i, size_t n);
  } ids[] = {{"lanes", of_lanes}, {"anything", anything}, {"few", of_few}, {"downward", downward}, {"the same", the_same}, {"mostly none", mostly_none}};
  static const size_t events[][TRACKS] = {{MOST, 1, 0, 5000, MOST}, {0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {1, 1, 1, 1, 1}, {40, 31, 33, 32, 64}};
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
    for (size_t e = 0; e < sizeof events / sizeof *events; e++)
      for (uint32_t processes = 1; processes <= TRACKS; processes += 2) sorted(session, events[e], processes, ids[k].id, ids[k].name);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return test_result();
}
