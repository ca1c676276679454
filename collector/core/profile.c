/* The sink that adds rows up, and when sums become rows of the file: see profile.h. */
#include "profile.h"
#include "room.h"
#include <string.h>

/* In a profile the drains write all that is finished at this interval, so that a kill loses no more. */
#define ADDED_NS 800000000
/* The number of records that are kept in memory. If there are more, those of threads that have ended become rows. */
#define KEPT_RECORDS 4096

static bool is_on(void) { return collect_number(&collect_mode_setting) != COLLECT_MODE_TIMELINE; }

/* ---- which rows ---- */

extern const collect_summed *const __start_collect_summeds[] __attribute__((visibility("hidden"))) __attribute__((weak));
extern const collect_summed *const __stop_collect_summeds[] __attribute__((visibility("hidden"))) __attribute__((weak));

static const collect_summed *summed_of(uint16_t kind) {
  const collect_function *f = kind >= ROCZ_DECLARED && kind < ROCZ_OWN_FRAMES ? collect_function_of(kind - ROCZ_DECLARED) : NULL;
  for (const collect_summed *const *s = __start_collect_summeds; s < __stop_collect_summeds; s++)
    if ((*s)->kind ? (*s)->kind == kind : f && !strcmp((*s)->name, f->name))
      return *s;
  return NULL;
}

static bool any_has_values(void) {
  bool any = false;
  for (const collect_summed *const *s = __start_collect_summeds; s < __stop_collect_summeds; s++)
    any |= (*s)->valued && collect_wanted((*s)->valued);
  return any;
}

static bool profile_alone(uint16_t kind) { return collect_profile_only() && summed_of(kind); }

/* ---- calls ---- */

/* Columns of the kinds, see kinds.c. */
enum { CALL_DURATION, CALL_START, CALL_FUNCTION, CALL_SEQUENCE, CALL_PARENT, CALL_RESULT };
enum { OTHER_START, OTHER_FUNCTION, OTHER_SEQUENCE, OTHER_PARENT, OTHER_MESSAGE }; /* MARK, OPEN_CALL */

/* Calls and instants that were given together, in order of their ends. */
static collect_walked *given;
static size_t given_bytes;
static uint32_t given_rows, given_lane;
static uint64_t given_position;
static bool given_open;

static collect_walked *given_more(const rocz_rows *rows) {
  if (!collect_memory_reserve(&given, &given_bytes, (given_rows + (size_t)rows->rows) * sizeof *given)) {
    errno = ENOMEM;
    return NULL;
  }
  collect_walked *w = given + given_rows;
  given_lane = rows->lane;
  given_position = rows->position;
  given_open = rows->kind == ROCZ_OPEN_CALL;
  given_rows += rows->rows;
  return w;
}

static bool calls_add(const rocz_rows *rows) {
  collect_walked *w = given_more(rows);
  const int64_t *const *c = rows->column;
  for (uint32_t i = 0; w && i < rows->rows; i++)
    w[i] = (collect_walked){.start = c[CALL_START][i], .end = c[CALL_START][i] + c[CALL_DURATION][i], .sequence = (uint64_t)c[CALL_SEQUENCE][i],
                            .parent = (uint64_t)c[CALL_PARENT][i], .function = (uint16_t)c[CALL_FUNCTION][i], .message = (uint32_t)c[CALL_RESULT][i]};
  return w;
}
static bool others_add(const rocz_rows *rows) {
  collect_walked *w = given_more(rows);
  const int64_t *const *c = rows->column;
  for (uint32_t i = 0; w && i < rows->rows; i++)
    w[i] = (collect_walked){.start = c[OTHER_START][i], .end = rows->kind == ROCZ_MARK ? c[OTHER_START][i] : COLLECT_NOT_ENDED,
                            .sequence = (uint64_t)c[OTHER_SEQUENCE][i], .parent = (uint64_t)c[OTHER_PARENT][i], .function = (uint16_t)c[OTHER_FUNCTION][i],
                            .message = (uint32_t)c[OTHER_MESSAGE][i], .instant = rows->kind == ROCZ_MARK};
  return w;
}
COLLECT_SUMMED(calls) = {.kind = ROCZ_CALL, .add = calls_add};
COLLECT_SUMMED(open_calls) = {.kind = ROCZ_OPEN_CALL, .add = others_add};
COLLECT_SUMMED(marks) = {.kind = ROCZ_MARK, .add = others_add};
COLLECT_SUMMED(arguments) = {.kind = ROCZ_ARGUMENT};

/* The last of the rows in the order of ends: marks are given before calls. */
static void given_last(void) {
  collect_walked *last = &given[given_rows - 1];
  for (uint32_t i = 0; i < given_rows; i++)
    if (given[i].instant && given[i].end > last->end) {
      collect_walked other = given[i];
      given[i] = *last;
      *last = other;
    }
}

static bool given_walk(void) {
  if (!given_rows)
    return true;
  if (given_open)
    return collect_walk_open_rows(given_lane, given, given_rows);
  given_last();
  collect_launches_read();
  return collect_walk_rows(given_lane, given, given_rows, given_position);
}

/* ---- the sink ---- */

static bool any; /* rows were taken since the last end */
static uint64_t summed_calls, summed_kernels; /* of them */

static bool refuse(void) {
  collect_writing_failed(errno);
  return false;
}

static bool profile_take(const rocz_rows *rows) {
  const collect_summed *s = is_on() ? summed_of(rows->kind) : NULL;
  if (!s || !s->add)
    return true;
  if (collect_profile_only() && collect_writing_waits())
    return false;
  any = true;
  summed_calls += rows->kind == ROCZ_CALL ? rows->rows : 0;
  summed_kernels += rows->kind == ROCZ_DISPATCH ? rows->rows : 0;
  return s->add(rows) || refuse();
}

static bool profile_ready(void) { return !any || given_walk() || refuse(); }

static bool profile_end(bool keep) {
  if (!any)
    return true;
  collect_sums_end(keep);
  collect_walk_end(keep);
  if (keep && collect_profile_only()) {
    collect_count(ROCZ_N_CALLS_SUMMED, summed_calls);
    collect_count(ROCZ_N_DISPATCHES_SUMMED, summed_kernels);
    collect_writing_went();
  }
  summed_calls = summed_kernels = 0;
  given_rows = 0;
  any = false;
  return true;
}
static void profile_lane_ended(uint32_t lane) {
  if (is_on())
    collect_walk_lane_ended(lane);
}
COLLECT_SINK(profile) = {.name = "profile", .order = 10, .alone = profile_alone, .take = profile_take, .ready = profile_ready, .end = profile_end,
                         .ended = profile_lane_ended};

/* ---- the writer's passes ---- */

static int64_t added_ns;
static bool is_over; /* the last sums were asked for */

static void profile_start(void) {
  if (is_on())
    collect_sums_begin(collect_profile_only(), any_has_values());
}

/* Programs may make threads for ever. */
static void ended_write(uint64_t *rows) {
  uint32_t n;
  if (collect_sums_used() < KEPT_RECORDS || collect_writing_waits())
    return;
  const uint32_t *tid = collect_walk_ended(&n);
  if ((n == COLLECT_ENDED || collect_sums_used() >= KEPT_RECORDS + 1024) && n && collect_sums_write(tid, n, false, rows))
    collect_walk_ended_taken();
}

static uint64_t profile_drain(enum collect_drain how) {
  uint64_t rows = 0;
  if (!is_on())
    return 0;
  is_over |= how == COLLECT_DRAIN_FINAL;
  bool good = collect_walk_settle(is_over);
  if (is_over && !(collect_sums_write(NULL, 0, true, &rows) && good))
    collect_live_needed = true;
  if (!is_over)
    ended_write(&rows);
  return rows;
}

static int64_t profile_sleep(int64_t now) {
  if (!collect_profile_only())
    return INT64_MAX;
  if (now - added_ns >= ADDED_NS) {
    added_ns = now;
    collect_writer_flush();
  }
  return added_ns + ADDED_NS - now;
}

static void profile_forked(void) {
  given = NULL;
  given_bytes = 0;
  given_rows = 0;
  any = is_over = false;
  summed_calls = summed_kernels = 0;
  added_ns = 0;
}
/* After all drains whose rows are summed. */
COLLECT_MODULE(profile) = {.name = "profile", .order = 800, .start = profile_start, .drain = profile_drain, .sleep_ns = profile_sleep,
                           .forked = profile_forked};
