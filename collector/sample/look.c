/* Samples of one thread: see look.h.
**
** A sample is a state, a stack, and the scheduler's counters at that time. A row stands for the time since the thread's sample before. CPU time is another
** matter: if a thread computes, and is blocked at the next sample, it did not use its CPU time where it is blocked. So CPU time goes to samples in which the
** thread has a CPU: all that it used since the sample before of that kind. Thus a function's share of it is right, even if the thread does many things
** between two samples.
** Of a running thread the stack comes later, from its handler: the sample is made at the thread's next turn. By then the counters also tell whether it
** had a CPU when it was asked. */
#include "look.h"
#include "birth.h"
#include "core.h"
#include "interpreter.h"
#include "name.h"
#include "outside.h"
#include "queue.h"
#include "sample.h"
#include "walk.h"
#include <stdio.h>
#include <string.h>

#define LOST_NS 1000000000     /* a signal that the thread has not handled after this time, though it is not blocked, is lost */
#define BEFORE_NS 50000        /* more than the sampler needs to wake up and get here */
#define LONG_NS 200000         /* more than a signal takes to a thread that has a CPU, or gets it back from the sampler */

COLLECT_SETTING(sample_hz) = {.name = "COLLECT_SAMPLE_HZ", .type = COLLECT_NUMBER, .fallback = "99", .least = 1, .most = 10000, .order = 22,
                              .help = "samples a second of each thread (domain samples)"};
uint64_t sample_period_ns(void) { return (uint64_t)(1000000000 / collect_number(&collect_sample_hz_setting)); }

static struct {
  uint64_t samples, blocked, walked, unknown, hidden, moved, sent, late, lost, held;
  uint64_t ends[COLLECT_WALK_ENDS], unsignalled[SIGNAL_WHYS];
  uint64_t events, rings, overrun;
} count;
static int refused; /* why the kernel refused an event, errno */
static bool rings_with_kernel;

void sample_look_begin(void) {
  memset(&count, 0, sizeof count);
  refused = 0;
}

/* ---- rows ---- */

/* Times in rows are multiples of this, which halves the bytes that they take. What is less counts for the next row. */
#define GRAIN_NS 1024
static uint64_t grains(uint64_t ns) { return ns & ~(uint64_t)(GRAIN_NS - 1); }

/* CPU time that no row has yet. */
static uint64_t cpu_owed(const sample_watch *w) { return w->last.cpu_ns > w->cpu_before ? grains(w->last.cpu_ns - w->cpu_before) : 0; }

static void row_flush(sample_watch *w) {
  if (!w->has_row)
    return;
  sample_queue_add(w, &w->row);
  w->has_row = false;
}

void sample_row_flush(sample_watch *w) {
  if (!w->has_row || !cpu_owed(w)) {
    row_flush(w);
    return;
  }
  if (w->row.weight == w->newest_weight)
    return;
  sample_row newest = w->row;
  newest.start = w->row.end = w->newest_ns;
  newest.weight = w->newest_weight;
  newest.cpu_ns = newest.wait_ns = 0;
  w->row.weight -= newest.weight;
  row_flush(w);
  w->row = newest;
  w->has_row = true;
}

static bool row_goes_on(const sample_row *r, const sample_row *next) {
  return r->frame == next->frame && r->state == next->state && r->call == next->call && r->stack_id == next->stack_id && r->end == next->start;
}

/* A sample at `ns`, with the counters at that time. `what` has the frame, state, call, stack_id and weight. */
static void sample_add(sample_watch *w, int64_t ns, const sample_sched *at, sample_row what) {
  ns = (int64_t)grains((uint64_t)ns);
  what.tid = w->tid;
  what.start = w->last_ns;
  what.end = ns;
  what.wait_ns = at->wait_ns > w->wait_before ? grains(at->wait_ns - w->wait_before) : 0;
  w->wait_before += what.wait_ns;
  if (what.state == SAMPLE_RUNNING || what.state == SAMPLE_KERNEL) {
    what.cpu_ns = grains(at->cpu_ns - w->cpu_before);
    w->cpu_before += what.cpu_ns;
  }
  w->last_ns = ns;
  w->last = *at;
  w->since_ns = w->since_ns ? w->since_ns : what.start;
  if (ns >= w->name_ns)
    sample_name_look(w);
  count.samples += what.weight;
  w->newest_ns = what.start;
  w->newest_weight = what.weight;
  if (w->has_row && row_goes_on(&w->row, &what)) {
    w->row.end = ns;
    w->row.weight += what.weight;
    w->row.cpu_ns += what.cpu_ns;
    w->row.wait_ns += what.wait_ns;
    return;
  }
  row_flush(w);
  w->row = what;
  w->has_row = true;
}

/* Removes the frames of our wrappers from a stack: a wrapper stands between a function of the program and what that calls. The innermost frame stays, since
** then the time is spent in our code itself. */
static unsigned without_wrappers(const uint64_t *frames, unsigned n, uint64_t *kept) {
  unsigned k = 0;
  for (unsigned i = 0; i < n; i++)
    if (!i || !collect_is_own((const void *)(uintptr_t)collect_walk_lookup(frames[i])))
      kept[k++] = frames[i];
  return k;
}

/* The number of a stack, with `interpreted` frames of an interpreter, whose words are resolved here, in place of those of its loop. */
static uint32_t stack_number(const uint64_t *frames, unsigned n, uint8_t why, uint64_t *words, unsigned interpreted) {
  static uint64_t merged[2 * SAMPLE_FRAMES], kept[SAMPLE_FRAMES];
  count.ends[why < COLLECT_WALK_ENDS ? why : COLLECT_WALK_NO_TABLE]++;
  n = without_wrappers(frames, n, kept);
  frames = kept;
  if (n && interpreted) {
    collect_interpreter_now.resolve(words, interpreted);
    n = collect_interpreter_merge(frames, n, words, interpreted, merged, 2 * SAMPLE_FRAMES);
    frames = merged;
  }
  uint32_t id = n ? sample_trie_stack(frames, n) : 0;
  *(id ? &count.walked : &count.unknown) += 1;
  return id;
}

/* ---- the thread runs ---- */

static bool same_sched(const sample_sched *a, const sample_sched *b) { return a->cpu_ns == b->cpu_ns && a->slices == b->slices; }

/* Adds to the counters of a thread that is ready to run, and has not run since an earlier look, the time since then: it has waited for a CPU. The kernel counts
** that when it gets one, which may be right before it ends. */
static void wait_certain(sample_watch *w, int64_t now, sample_sched *at) {
  if (w->waits_from && same_sched(&w->waits_at, at)) {
    at->wait_ns += (uint64_t)(now - w->waits_from);
    return;
  }
  w->waits_at = *at;
  w->waits_from = collect_boottime_ns(); /* it was seen after `now` */
}

/* What the thread did when it was asked: `at` are the counters now. If it had a CPU all the time, it has not been given one since. If it was given one once,
** the counters tell how long it had waited: from before it was asked on, or only since (the sampler itself took its CPU). If more often, a late answer did not
** come from a CPU, nor did one from where system calls return, if the thread has waited longer than the answer took: most likely it had just been woken. */
static uint8_t state_of(const sample_watch *w, const sample_sched *at) {
  int64_t took = collect_ticks_to_ns(w->slot->ticks) - w->asked_ns, waited = (int64_t)(at->wait_ns - w->asked_at.wait_ns);
  uint64_t given = at->slices - w->asked_at.slices;
  bool longer = waited > took + BEFORE_NS;
  if (!w->asked_on_cpu && given && (given == 1 ? longer : took > LONG_NS ? waited >= took / 2 : longer && w->slot->in_call))
    return SAMPLE_RUNNABLE;
  return w->slot->in_call ? SAMPLE_KERNEL : SAMPLE_RUNNING;
}

static void answer_take(sample_watch *w, const sample_sched *now) {
  sample_slot *s = w->slot;
  w->sp = s->sp;
  if (w->asked) {
    sample_row what = {.frame = stack_number(s->frame, s->frames, s->why, s->word, s->interpreted), .state = state_of(w, now), .call = -1,
                       .weight = 1 + w->late, .stack_id = s->stack_id};
    sample_add(w, w->late ? w->late_ns : w->asked_ns, w->late ? &w->late_at : &w->asked_at, what);
  }
  w->asked = false;
  w->blocked = false;
  atomic_store_explicit(&s->state, SLOT_IDLE, memory_order_relaxed);
}

/* There is no answer yet. */
static void answer_wait(sample_watch *w, int64_t now, const sample_sched *at) {
  bool all;
  w->late++;
  w->late_ns = now;
  w->late_at = *at;
  wait_certain(w, now, &w->late_at);
  count.late++;
  if (now - w->asked_ns < LOST_NS || at->cpu_ns - w->asked_at.cpu_ns < LOST_NS / 100)
    return; /* it waits for a CPU, or is in the kernel for long */
  w->masked = sample_signal_blocked(w->tid, sample_signal(), &all);
  w->mask_ns = now;
  w->mask_cpu_ns = at->cpu_ns;
  w->asked = false;
  if (w->masked)
    return; /* the signal is still pending: the slot stays in use until it is handled */
  count.lost++;
  atomic_compare_exchange_strong(&w->slot->state, &(uint32_t){SLOT_ASKED}, SLOT_IDLE);
}

/* ---- the thread runs, and the kernel takes the samples */

/* Rows of the samples that the kernel took since the last look. CPU time goes to them in equal parts. Returns their number. */
static unsigned events_take(sample_watch *w, int64_t now, const sample_sched *at) {
  enum { MOST = 64 };
  static struct { int64_t ns; uint32_t frame; bool in_kernel; } taken[MOST];
  sample_event e;
  unsigned n = 0;
  while (n < MOST && sample_ring_next(&w->ring, &e, &count.overrun)) {
    taken[n].ns = e.ns;
    taken[n].in_kernel = e.in_kernel;
    w->ran_frame = taken[n++].frame = stack_number(e.frame, e.frames, e.why, NULL, 0);
    w->sp = e.sp;
  }
  if (n && w->has_row && w->row.state == SAMPLE_RUNNABLE && !w->row.frame)
    w->row.frame = taken[0].frame; /* it has waited since before its first sample */
  for (unsigned i = 0; i < n; i++) {
    sample_sched then = i + 1 < n ? w->last : *at;
    then.cpu_ns = w->cpu_before + (at->cpu_ns - w->cpu_before) / (n - i);
    int64_t ns = taken[i].ns < w->last_ns ? w->last_ns : taken[i].ns > now ? now : taken[i].ns;
    sample_add(w, ns, &then, (sample_row){.frame = taken[i].frame, .state = taken[i].in_kernel ? SAMPLE_KERNEL : SAMPLE_RUNNING, .call = -1, .weight = 1});
  }
  count.events += n;
  w->blocked = w->blocked && !n;
  return n;
}

/* There may be no sample of a thread that runs: it waits for a CPU, or it is in the kernel, where the kernel takes none without rights. One that lost its CPU
** to others waits where its samples are; one that gave it up, or has no sample yet, where it was blocked. (At each tick the sampler itself takes a CPU from
** some thread.) */
static void look_running_by_events(sample_watch *w, int64_t now, const sample_sched *at, unsigned taken) {
  uint64_t used = at->cpu_ns - w->cpu_before;
  w->blocked = false;
  sample_sched then = *at;
  wait_certain(w, now, &then);
  if (w->ring.is != RING_ON_CPU && w->ring.since_ns < now - BEFORE_NS)
    sample_add(w, now, &then, (sample_row){.frame = w->ring.is == RING_LEFT || !w->ran_frame ? w->frame : w->ran_frame, .state = SAMPLE_RUNNABLE,
                                           .call = -1, .weight = 1});
  else if (!taken && used > 2 * sample_period_ns())
    sample_add(w, now, at, (sample_row){.state = w->ring.kernel ? SAMPLE_RUNNING : SAMPLE_KERNEL, .call = -1, .weight = 1});
}

static void ring_try(sample_watch *w) {
  w->ring_tried = true;
  if (sample_ring_open(&w->ring, w->tid, sample_period_ns())) {
    rings_with_kernel = w->ring.kernel;
    count.rings++;
  } else {
    refused = errno;
  }
}

/* ---- the thread runs, and is asked */

/* on_cpu: it certainly has a CPU now. */
static void look_running(sample_watch *w, int64_t now, const sample_sched *at, bool on_cpu) {
  int why = sample_watch_may(w, now, at->cpu_ns);
  if (why == SIGNAL_GOOD) {
    bool pending = atomic_load(&w->slot->state) != SLOT_IDLE; /* it was blocked before it could handle the last one */
    w->late = 0;
    w->asked_ns = now;
    w->asked_at = *at;
    w->asked_on_cpu = on_cpu;
    w->asked = pending || sample_ask(w->slot, w->tid);
    if (!pending)
      *(w->asked ? &count.sent : &count.held) += 1;
    return;
  }
  count.unsignalled[why]++;
  w->blocked = false;
  sample_add(w, now, at, (sample_row){.state = SAMPLE_RUNNING, .call = -1, .weight = 1});
}

/* Whether a thread that runs goes to sleep in a moment. Our signal would not reach one that runs for some microseconds before it has, and would
** interrupt what it waits for. Such threads use little CPU time, so they are seldom seen running, and may be waited for. */
static bool goes_to_sleep(sample_watch *w, int64_t now, const sample_sched *at) {
  enum { MOMENT_NS = 10000, LITTLE = 8 };
  sample_place place;
  if ((int64_t)(at->cpu_ns - w->last.cpu_ns) > (now - w->last_ns) / LITTLE)
    return false;
  collect_sys_sleep(MOMENT_NS); /* a busy wait would keep the CPU that the sampler may have taken from it */
  return sample_place_read(w->tid, &w->files, &place) == TASK_BLOCKED;
}

/* ---- the thread is blocked ---- */

static bool same_place(const sample_place *a, const sample_place *b) { return a->call == b->call && a->sp == b->sp && a->pc == b->pc; }

typedef struct of_thread { pid_t tid; rocz_segment *calls; } of_thread;
static void calls_match(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring;
  of_thread *t = arg;
  if (atomic_load(&collect_private_of(s)->state) == COLLECT_SEG_USED && s->tid == (uint32_t)t->tid)
    t->calls = s;
}

/* The innermost traced call of a thread that is blocked. It may go on at any moment: then it writes what is read here, and the answer is not used. Segments of
** other threads come and go. */
static uint64_t stack_id_of(pid_t tid) {
  of_thread t = {.tid = tid};
  collect_origin at = {.stack_id = 0};
  COLLECT_RACE_BEGIN;
  collect_segments_each(&collect_ring_calls, calls_match, &t);
  if (t.calls)
    collect_current_of(t.calls, &at);
  COLLECT_RACE_END;
  return at.stack_id;
}

/* The interpreter's frames of a thread that is blocked. */
static unsigned interpreted_of(const sample_watch *w, uint64_t *words, unsigned max) {
  static char scratch[COLLECT_INTERPRETER_SCRATCH];
  if (!collect_interpreter_now.frames)
    return 0;
  uintptr_t low, self = 0; /* the thread's descriptor is where its stack ends */
  if (!sample_birth(w->tid, &low, &self))
    self = 0;
  const void *state = collect_interpreter_now.state_of(w->tid, self);
  return state ? collect_interpreter_now.frames(state, words, max, scratch) : 0;
}

/* Walks the thread's stack, and makes sure that the thread has not moved meanwhile. False: it has. */
static bool walk_still(sample_watch *w, const sample_place *place, const sample_sched *at) {
  static uint64_t frames[SAMPLE_FRAMES], words[SAMPLE_FRAMES];
  uint8_t why = COLLECT_WALK_UNMAPPED;
  unsigned n = place->sp ? sample_outside_walk(place, frames, SAMPLE_FRAMES, &why) : 0;
  unsigned interpreted = interpreted_of(w, words, SAMPLE_FRAMES);
  uint64_t stack_id = stack_id_of(w->tid);
  sample_place again;
  sample_sched then;
  if (sample_place_read(w->tid, &w->files, &again) != TASK_BLOCKED || !same_place(place, &again) || !sample_sched_read(w->tid, &w->files, &then) || !same_sched(at, &then))
    return false;
  count.hidden += !place->sp;
  w->frame = place->sp ? stack_number(frames, n, why, words, interpreted) : 0;
  w->stack_id = stack_id;
  return true;
}

static void blocked_add(sample_watch *w, int64_t now, const sample_sched *at) {
  count.blocked++;
  sample_add(w, now, at, (sample_row){.frame = w->frame, .state = SAMPLE_BLOCKED, .call = w->call, .weight = 1, .stack_id = w->stack_id});
}

static bool look_blocked(sample_watch *w, int64_t now, const sample_sched *at, const sample_place *place) {
  if (!walk_still(w, place, at)) {
    count.moved++;
    return false;
  }
  w->blocked = true;
  w->blocked_ns = w->checked_ns = now;
  w->call = (int32_t)place->call;
  w->sp = place->sp;
  blocked_add(w, now, at);
  return true;
}

/* It waits for a CPU where it was blocked. */
static void woken_add(sample_watch *w, int64_t now, sample_sched at) {
  sample_sched counted = at;
  wait_certain(w, now, &at);
  sample_add(w, now, &at, (sample_row){.frame = w->frame, .state = SAMPLE_RUNNABLE, .call = -1, .weight = 1, .stack_id = w->stack_id});
  w->last = counted;
}

/* Whether a blocked thread that has been given no CPU since was woken, and waits for one. Threads that often wait are looked at each time; others from time to
** time, as such a wait may be the first, and long. */
static bool was_woken(sample_watch *w, int64_t now) {
  enum { TIME_TO_TIME_NS = 64000000 };
  sample_place place;
  if (!w->often_waits && now - w->checked_ns < TIME_TO_TIME_NS)
    return false;
  w->checked_ns = now;
  bool woken = sample_place_read(w->tid, &w->files, &place) == TASK_RUNS;
  w->often_waits = w->often_waits || woken;
  return woken;
}

/* Reads the counters. If a blocked thread's CPU clock stands, the thread has not run, and its counters stand, too: to ask the clock takes half of the time of
** reading a file. (A kernel that does not count says 0.) */
static bool counters_read(sample_watch *w, sample_sched *at) {
  uint64_t cpu_ns = UINT64_MAX;
  if (w->blocked && w->last.slices)
    sample_cpu_read(w->tid, &cpu_ns);
  if (cpu_ns != w->last.cpu_ns)
    return sample_sched_read(w->tid, &w->files, at);
  *at = w->last;
  return true;
}

/* A blocked thread that has been given no CPU since is where it was, so nothing else is read. */
static bool look_again(sample_watch *w, int64_t now, const sample_sched *at) {
  if (!w->blocked || !at->slices || !same_sched(&w->last, at))
    return false;
  if (was_woken(w, now))
    woken_add(w, now, *at);
  else
    blocked_add(w, now, at);
  return true;
}

/* A blocked thread has been given a CPU. Often: its waiting for a CPU is more than a small part of the time, more and more forgotten. */
static void blocked_ends(sample_watch *w, int64_t now, const sample_sched *at) {
  enum { SMALL = 256 };
  w->stays_ns = w->stays_ns / 2 + (now - w->blocked_ns);
  w->waits_ns = w->waits_ns / 2 + (int64_t)(at->wait_ns - w->last.wait_ns);
  w->often_waits = w->waits_ns > w->stays_ns / SMALL;
  w->blocked = false;
}

/* ---- a look ---- */

static void base_set(sample_watch *w, int64_t now, const sample_sched *at) {
  w->based = true;
  w->last_ns = (int64_t)grains((uint64_t)now);
  w->last = *at;
  w->wait_before = at->wait_ns;
  w->cpu_before = at->cpu_ns;
  w->blocked = w->asked = false;
}

void sample_look(sample_watch *w, int64_t now) {
  enum { TRIES = 4 };
  sample_sched at;
  sample_place place;
  if (!w->wanted)
    return;
  for (int i = 0; i < TRIES && counters_read(w, &at); i++) {
    if (w->slot && atomic_load_explicit(&w->slot->state, memory_order_acquire) == SLOT_DONE)
      answer_take(w, &at);
    if (!w->based) {
      if (!w->ring_tried && sample_perf_wanted())
        ring_try(w);
      base_set(w, now, &at);
      return;
    }
    if (look_again(w, now, &at))
      return;
    if (w->blocked)
      blocked_ends(w, now, &at);
    unsigned taken = 0;
    if (w->ring.map && sample_ring_has(&w->ring)) {
      sample_cpu_read(w->tid, &at.cpu_ns);
      taken = events_take(w, now, &at);
    }
    int does = sample_place_read(w->tid, &w->files, &place);
    if (does == TASK_GONE)
      return;
    if (does == TASK_RUNS) {
      uint64_t before = at.cpu_ns;
      sample_cpu_read(w->tid, &at.cpu_ns); /* up to now, if it has a CPU */
      if (w->ring.map) {
        look_running_by_events(w, now, &at, taken);
        return;
      }
      if (!w->asked && goes_to_sleep(w, now, &at))
        continue;
      if (w->asked)
        answer_wait(w, now, &at);
      else
        look_running(w, now, &at, at.cpu_ns != before);
      return;
    }
    w->asked = false; /* its answer would be of an earlier time */
    if (look_blocked(w, now, &at, &place))
      return;
  }
}

/* Writes the thread's last row, with the CPU time that no row has yet. */
static void row_last(sample_watch *w) {
  if (w->has_row)
    w->row.cpu_ns += cpu_owed(w);
  w->cpu_before = w->last.cpu_ns;
  row_flush(w);
  sample_queue_write(w);
}

void sample_look_pause(sample_watch *w) {
  row_last(w);
  w->based = w->asked = false;
}

void sample_look_last(sample_watch *w) {
  sample_sched at;
  if (w->asked && w->slot && atomic_load_explicit(&w->slot->state, memory_order_acquire) == SLOT_DONE) {
    if (!sample_sched_read(w->tid, &w->files, &at))
      at = w->asked_at;
    answer_take(w, &at);
  }
  if (w->ring.map && w->based && sample_ring_has(&w->ring)) {
    at = w->last;
    if (sample_sched_read(w->tid, &w->files, &at))
      sample_cpu_read(w->tid, &at.cpu_ns);
    events_take(w, collect_boottime_ns(), &at);
  }
  row_last(w);
}

/* ---- counters ---- */

/* Which source ran, and why. */
static void source_write(void) {
  char text[192];
  const char *since = sample_perf_why();
  if (count.rings)
    snprintf(text, sizeof text, "perf_event: %.64s, %s the kernel (%.48s)", sample_perf_name(), rings_with_kernel ? "also in" : "not in", since);
  else if (refused)
    snprintf(text, sizeof text, "signal %d: perf_event_open (%.64s) was refused: %.64s", sample_signal(), sample_perf_name(), strerror(refused));
  else
    snprintf(text, sizeof text, "signal %d (%.96s)", sample_signal(), since);
  sample_counter_write("samples: source", count.rings != 0, text);
}

void sample_counters_write(uint64_t own_cpu_ns) {
  source_write();
  static const char *const whys[SIGNAL_WHYS] = {[SIGNAL_BLOCKED] = "the thread blocks signals", [SIGNAL_SMALL_STACK] = "small stack",
                                                [SIGNAL_NEAR_END] = "near the end of the stack",
                                                [SIGNAL_STACK_UNKNOWN] = "stack unknown", [SIGNAL_NONE] = "no free signal"};
  const struct { const char *name; uint64_t value; } list[] = {
      {"samples", count.samples}, {"samples of blocked threads", count.blocked}, {"samples without a stack", count.unknown}, {"samples dropped", sample_queue_dropped()},
      {"samples: signals sent", count.sent}, {"samples: signals late", count.late}, {"samples: signals lost", count.lost}, {"samples: signals held off", count.held},
      {"samples: threads moved", count.moved}, {"samples: stacks walked", count.walked},
      {"samples by perf_event", count.events}, {"samples: no room in the kernel's ring", count.overrun}, {"samples: frames", sample_trie_size()}, {"samples: cpu ns", own_cpu_ns}};
  char name[96];
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    sample_counter_write(list[i].name, list[i].value, NULL);
  if (count.hidden)
    sample_counter_write("samples: stacks not readable", count.hidden, "blocked threads: /proc/self/task/T/syscall is root's (the process has changed its user, or is not dumpable)");
  for (int i = 1; i < COLLECT_WALK_ENDS; i++) {
    snprintf(name, sizeof name, "samples: walks ended: %s", collect_walk_end_text((unsigned)i));
    if (count.ends[i])
      sample_counter_write(name, count.ends[i], NULL);
  }
  for (int i = 1; i < SIGNAL_WHYS; i++) {
    snprintf(name, sizeof name, "samples: not signalled: %s", whys[i]);
    if (count.unsignalled[i])
      sample_counter_write(name, count.unsignalled[i], NULL);
  }
}
