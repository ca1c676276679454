/* Starting and stopping the recording: see control.h. The gate stops and starts it (gate.h). This file knows who may ask for
** that, and tells the file about it.
**
** A signal handler may make a change, so changes are noted in a ring without a lock. The writer turns the notes into rows. It
** also keeps the time for delays and periods, and looks at requests that come through the live file (rocz.h, CONTROL). */
#include "control.h"
#include "core.h"
#include "period.h"
#include <string.h>

/* ---- notes ---- */

#define NOTES 8192 /* changes that wait for the writer */
typedef struct note {
  _Atomic uint64_t turn; /* number of this note + 1, once it is written */
  int64_t ticks;
  uint32_t stopped_by;
} note;
static note notes[NOTES];
static _Atomic uint64_t notes_taken, notes_read;
static _Atomic bool notes_missed;

static rocz_control *control_page(void) { return (rocz_control *)(void *)((char *)collect_live + ROCZ_CONTROL); }

void collect_control_left(rocz_live *page) {
  atomic_store_explicit(&((rocz_control *)(void *)((char *)page + ROCZ_CONTROL))->left, 1, memory_order_relaxed);
}

/* Too many changes at a time: a row will be missing. The writer then writes a row with the state at that moment. */
static void note_missed(void) {
  collect_count(ROCZ_N_META_DROPPED, 1);
  atomic_store(&notes_missed, true);
}

static void note_add(uint32_t stopped_by) {
  uint64_t n = atomic_load(&notes_taken), waiting;
  do {
    waiting = n - atomic_load(&notes_read);
    if (waiting >= NOTES) {
      note_missed();
      return;
    }
  } while (!atomic_compare_exchange_weak(&notes_taken, &n, n + 1));
  note *k = &notes[n % NOTES];
  k->ticks = collect_ticks();
  k->stopped_by = stopped_by;
  atomic_store_explicit(&k->turn, n + 1, memory_order_release);
  if (waiting >= NOTES / 2)
    collect_wake_writer();
}

/* Without a file there is nothing to note: a file begins with the current state. */
static void changed(uint32_t before, uint32_t now) {
  if (before == now || !collect_live)
    return;
  note_add(now);
  atomic_store(&control_page()->stopped_by, collect_stopped_by());
}

void collect_stop(uint32_t reason) {
  uint32_t before = collect_gate_stop(reason);
  changed(before, before | reason);
}

void collect_start(uint32_t reason) {
  uint32_t before = collect_gate_start(reason);
  changed(before, before & ~reason);
}

void collect_toggle(uint32_t reason) {
  uint32_t before = collect_gate_toggle(reason);
  changed(before, before ^ reason);
}

/* ---- rows of the file ---- */

static int64_t row_state; /* state in the last row; -1: there is no row yet */

static void row_write(int64_t ns, uint32_t stopped_by) {
  if (row_state == stopped_by)
    return;
  row_state = stopped_by;
  collect_meta(ROCZ_RECORDING, ns, (int64_t)stopped_by);
  atomic_store(&control_page()->since_ns, ns);
  atomic_store(&control_page()->stopped_by, collect_stopped_by());
}

static void notes_write(void) {
  uint64_t n = atomic_load(&notes_read);
  for (note *k = &notes[n % NOTES]; atomic_load_explicit(&k->turn, memory_order_acquire) == n + 1; k = &notes[++n % NOTES]) {
    row_write(collect_ticks_to_ns(k->ticks), k->stopped_by);
    atomic_store(&notes_read, n + 1);
  }
  if (atomic_exchange(&notes_missed, false))
    row_write(collect_boottime_ns(), collect_stopped_by());
}

/* Writes the settings and domains of this recording. */
static void file_begin(void) {
  row_state = -1;
  for (collect_setting *s = NULL; (s = collect_setting_next(s));)
    collect_meta(ROCZ_SETTING, s->name, s->text, s->fallback);
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    collect_meta(ROCZ_DOMAIN, d->is->name, (int64_t)collect_wanted(d), d->is->help);
}

/* ---- delays and periods ---- */

static bool start_parse(const char *value);
COLLECT_SETTING(start) = {.name = "COLLECT_START", .fallback = "on", .order = 40, .parse = start_parse, .expected = "on, off or a number of seconds",
                          .help = "on, off (until started: see rocpd ctl), or seconds after the start of the process"};
COLLECT_SETTING(periods) = {.name = "COLLECT_PERIODS", .fallback = "", .order = 41, .parse = collect_periods_good,
                            .expected = "a list delay:duration:repeat,... in seconds",
                            .help = "delay:duration:repeat,...: after each delay, record for the duration in seconds; repeat (0: for ever)"};

static int64_t origin_ns;   /* when the process image began: a forked child keeps its parent's time */
static int64_t start_at_ns; /* a delayed start; INT64_MAX: none */
static int64_t period_at_ns;

static bool start_parse(const char *value) {
  const char *end;
  int64_t ns;
  return !strcmp(value, "on") || !strcmp(value, "off") || (collect_seconds(value, &ns, &end) && !*end);
}

static int64_t start_delay(void) {
  const char *value = collect_text(&collect_start_setting), *end;
  int64_t ns;
  if (!strcmp(value, "on"))
    return 0;
  return collect_seconds(value, &ns, &end) ? ns : INT64_MAX;
}

static void period_look(int64_t now) {
  const char *list = collect_text(&collect_periods_setting);
  int64_t change = INT64_MAX;
  if (*list)
    (collect_periods_at(list, now - origin_ns, &change) ? collect_start : collect_stop)(ROCZ_STOPPED_PERIOD);
  period_at_ns = change < INT64_MAX ? origin_ns + change : INT64_MAX;
}

static void time_look(int64_t now) {
  if (now >= start_at_ns) {
    start_at_ns = INT64_MAX;
    collect_start(ROCZ_STOPPED_USER);
  }
  if (now >= period_at_ns)
    period_look(now);
}

void collect_control_open(int64_t start_ns) {
  int64_t now = collect_boottime_ns(), delay = start_delay();
  if (!origin_ns) {
    origin_ns = start_ns;
    start_at_ns = delay && delay < INT64_MAX ? origin_ns + delay : INT64_MAX;
    if (delay)
      collect_stop(ROCZ_STOPPED_USER);
  }
  period_look(now);
  time_look(now);
  note_add(collect_stopped_by());
}

/* ---- requests from outside ---- */

static bool flushing; /* the writer's next pass is the flush that was requested */

static void request_done(uint8_t request) {
  atomic_fetch_add(&control_page()->requests, 1);
  atomic_compare_exchange_strong(&control_page()->request, &request, 0); /* there may be another request by now */
}

static void request_look(void) {
  uint8_t request = atomic_load(&control_page()->request);
  if (flushing) {
    flushing = false;
    request_done(ROCZ_ASK_FLUSH);
  } else if (request == ROCZ_ASK_FLUSH) {
    flushing = true;
    collect_writer_flush();
  } else if (request) {
    start_at_ns = INT64_MAX; /* a request overrides the delay */
    if (request == ROCZ_ASK_START)
      collect_start(ROCZ_STOPPED_USER);
    else if (request == ROCZ_ASK_STOP)
      collect_stop(ROCZ_STOPPED_USER);
    request_done(request);
  }
}

/* ---- the writer's part ---- */

static uint64_t control_drain(enum collect_drain how) {
  if (collect_chunk_is_full())
    collect_stop(ROCZ_STOPPED_LIMIT);
  if (how != COLLECT_DRAIN_FINAL) {
    time_look(collect_boottime_ns());
    request_look();
  }
  notes_write();
  return 0;
}

static int64_t control_sleep(int64_t now) {
  int64_t next = start_at_ns < period_at_ns ? start_at_ns : period_at_ns;
  return flushing ? 0 : next < INT64_MAX ? next - now : INT64_MAX;
}

/* The parent writes its own notes. */
static void control_forked(void) {
  uint64_t taken = atomic_load(&notes_taken);
  for (uint64_t i = 0; i < taken && i < NOTES; i++)
    atomic_store(&notes[i].turn, 0);
  atomic_store(&notes_taken, 0);
  atomic_store(&notes_read, 0);
  flushing = false;
  collect_gate_start(ROCZ_STOPPED_LIMIT); /* a child has a file of its own, below the limit */
}

/* After the other modules: a flush is complete by then. */
COLLECT_MODULE(control) = {.name = "control", .order = 900, .start = file_begin, .drain = control_drain, .sleep_ns = control_sleep, .forked = control_forked};
