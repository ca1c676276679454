/* Gives rows to the sinks: see sink.h. */
#include "sink.h"
#include "core.h"
#include "room.h"

extern const collect_sink *const __start_collect_sinks[] __attribute__((visibility("hidden")));
extern const collect_sink *const __stop_collect_sinks[] __attribute__((visibility("hidden")));

static bool together, spoilt; /* between begin and commit; the commit will fail */

static bool before(const collect_sink *a, const collect_sink *b) { return a->order != b->order ? a->order < b->order : a < b; }
static const collect_sink *sink_next(const collect_sink *s) { return COLLECT_NEXT_OF(collect_sinks, s, before); }

/* The sink that alone gets rows of this kind. NULL: all get them. */
static const collect_sink *only(uint16_t kind) {
  const collect_sink *s = NULL;
  while ((s = sink_next(s)) && !(s->alone && s->alone(kind))) {}
  return s;
}

static bool all_take(const rocz_rows *rows) {
  const collect_sink *one = only(rows->kind);
  if (one)
    return one->take(rows);
  for (const collect_sink *s = NULL; (s = sink_next(s));)
    if (!s->take(rows))
      return false;
  return true;
}

void collect_sink_begin(void) {
  COLLECT_ASSERT(!together);
  together = true;
  spoilt = false;
}

bool collect_sink_rows(const rocz_rows *rows) {
  bool alone = !together;
  if (!rows->rows)
    return true;
  if (alone)
    collect_sink_begin();
  /* The live file's memory was lost while the rows were made from it: their content cannot be trusted. */
  if (!spoilt && (collect_live_lost() || !all_take(rows)))
    spoilt = true;
  return alone ? collect_sink_commit() : !spoilt;
}

bool collect_sink_commit(void) {
  bool keep = !spoilt;
  for (const collect_sink *s = NULL; keep && (s = sink_next(s));)
    keep = !s->ready || s->ready();
  for (const collect_sink *s = NULL; (s = sink_next(s));)
    keep = s->end(keep) && keep;
  together = false;
  return keep;
}

void collect_sink_lane_ended(uint32_t lane) {
  for (const collect_sink *s = NULL; (s = sink_next(s));)
    if (s->ended)
      s->ended(lane);
}

void collect_sink_spoil(int error) {
  spoilt = true;
  collect_writing_failed(error);
}

/* The parent's writer may have been in the middle at the fork. */
static void sink_forked(void) { together = false; }
COLLECT_MODULE(sinks) = {.name = "sinks", .forked = sink_forked};
