/* Barrier packets: rows of `barriers` (on demand), and of hip_events for barriers that HIP's calls make. HIP records an event by
** a barrier packet, and makes a stream wait for another queue by one. The device times them through the program's completion
** signal (borrow.c); a barrier without one has no times. Each row tells which packet or copy was last submitted with each signal
** that it waits for (signalled.c). Copies that wait for signals have rows of `barriers`, too, with a name of their own.
**
** A mark describes a barrier until that is over. Then whoever finds out turns it into a row, in the ring of rows of no thread. */
#include "barrier.h"
#include "device.h"
#include "launch.h"
#include "region.h"
#include "table.h"
#include "wrapper.h"

COLLECT_DOMAIN(hip_events, .library = "hsa");
COLLECT_DOMAIN(barriers, .library = "hsa");

static const collect_api event_rows = {.domain = &collect_domain_hip_events, .rows = true};
COLLECT_FUNCTION(hip_events, (.api = &event_rows), STR(const char *, category), STR(const char *, name), INT(int64_t, start), INT(int64_t, end),
                 INT(int64_t, stream_id), INT(int64_t, queue_id), INT(int64_t, agent_abs_index), PTR(void *, hip_event_handle), INT(int64_t, source_queue_id),
                 INT(int64_t, stack_id), INT(int64_t, parent_stack_id))
_Static_assert(sizeof(struct words_hip_events) == sizeof(uint64_t[11]), "as event_write() fills them");

static const collect_api barrier_rows = {.domain = &collect_domain_barriers, .rows = true};
COLLECT_FUNCTION(barriers, (.api = &barrier_rows), STR(const char *, name), INT(int64_t, start), INT(int64_t, end), INT(int64_t, stream_id),
                 INT(int64_t, queue_id), INT(int64_t, agent_abs_index), INT(int64_t, packet), PTR(void *, signal), PTR(void *, dependency_1),
                 PTR(void *, dependency_2), PTR(void *, dependency_3), PTR(void *, dependency_4), PTR(void *, dependency_5), INT(int64_t, stack_id),
                 INT(int64_t, parent_stack_id), INT(int64_t, event_id), INT(int64_t, awaited_1), INT(int64_t, awaited_2), INT(int64_t, awaited_3),
                 INT(int64_t, awaited_4), INT(int64_t, awaited_5))
_Static_assert(sizeof(struct words_barriers) == sizeof(uint64_t[21]), "as barrier_write() fills them");

static const char *const texts[] = {rocz_category_hip_events, "hipEventRecord", "hipStreamWaitEvent", "BARRIER_AND", "BARRIER_OR", "BARRIER_VALUE", "COPY"};
enum { CATEGORY, RECORD, WAIT, BARRIER_AND, BARRIER_OR, BARRIER_VALUE, COPY };
static collect_texts known_texts = COLLECT_TEXT_IDS(texts);
static uint64_t text(int i) { return collect_text_id(&known_texts, i); }

_Atomic bool collect_barriers_watched;
__thread const void *collect_event_now __attribute__((tls_model("initial-exec")));

/* ---- marks ---- */

typedef struct mark {
  struct mark *next; /* in the list of free marks */
  collect_queue *queue;   /* NULL: it is a copy */
  bool event, barrier;    /* the tables it becomes a row of */
  int kind, event_kind;   /* indexes of texts */
  uint64_t packet, signal, dependency[5];
  int64_t awaited[5];     /* ids of the events that signal them; NULL: not known */
  collect_origin origin;
  uint32_t stream;
  const void *handle;     /* HIP's event handle */
  int64_t source;         /* lane of the queue that it waits for; NULL: not known */
  bool held, over;        /* held: the call that made it is not over; over: the barrier is over */
  struct mark *next_held; /* the call's next one */
  int64_t start, end;     /* set when it is over */
} mark;

struct collect_event_call {
  collect_event_call *next; /* next open call, or next free one */
  uint64_t stack_id;
  mark *held;
};

#define PAGE_MARKS 64
static collect_lock lock = COLLECT_LOCK(MARKS);
static void *free_marks, *free_calls;
static collect_event_call *open_calls; /* not in thread-local storage, since a thread can end in the middle of a call */

/* Takes an element off a list of free ones, whose first member is the link; allocates a page of them if there is none. The caller
** holds the lock, with signals blocked. NULL: no memory. */
static void *pool_take(void **free, size_t size) {
  char *page = *free ? NULL : collect_memory_grow(NULL, 0, PAGE_MARKS * size);
  for (size_t i = 0; page && i < PAGE_MARKS; i++) {
    *(void **)(page + i * size) = *free;
    *free = page + i * size;
  }
  void *one = *free;
  if (one)
    *free = *(void **)one;
  return one;
}

static mark *mark_new(void) {
  collect_lock_take(&lock);
  mark *m = pool_take(&free_marks, sizeof *m);
  collect_lock_release(&lock);
  return m;
}

static void mark_free(mark *m) {
  m->event = false;
  m->next = free_marks;
  free_marks = m;
}

/* ---- which of a call's barriers is the event's own ---- */

collect_event_call *collect_event_call_begin(void) {
  collect_origin caller;
  collect_current(&caller);
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  collect_event_call *call = pool_take(&free_calls, sizeof *call);
  if (call) {
    *call = (collect_event_call){.next = open_calls, .stack_id = caller.stack_id};
    open_calls = call;
  }
  collect_lock_release(&lock);
  collect_brief_end(&brief);
  return call;
}

/* Before an event's own barrier HIP may put waits for copies and for other queues, which may have signals, too. So the last of a
** call's barriers is the event's own. The thread that serves the queue notes the barriers; it may be another thread than the
** call's, and may do so after the call. */
static void event_is_now(mark *m) {
  collect_lock_take(&lock);
  mark *last = m->queue->event_mark;
  if (last && last->event && last->queue == m->queue && last->origin.stack_id == m->origin.stack_id) {
    last->event = false;
    m->source = m->source == ROCZ_NULL ? last->source : m->source;
  }
  m->queue->event_mark = m;
  collect_event_call *call = open_calls;
  while (call && call->stack_id != m->origin.stack_id)
    call = call->next;
  m->held = call != NULL;
  if (call) {
    m->next_held = call->held;
    call->held = m;
  }
  collect_lock_release(&lock);
}

/* ---- what they wait for ---- */

/* The lane of the first dependency that is known. */
static int64_t source_of(const uint64_t dependency[5]) {
  uint32_t lane;
  int64_t event;
  for (int i = 0; i < 5; i++)
    if (collect_signalled(dependency[i], &lane, &event) && lane)
      return lane;
  return ROCZ_NULL;
}

static void dependencies_set(mark *m, uint32_t count, const hsa_signal_t *dependency) {
  uint32_t lane;
  for (uint32_t i = 0; i < 5; i++) {
    m->dependency[i] = i < count ? dependency[i].handle : 0;
    m->awaited[i] = ROCZ_NULL;
    if (!collect_signalled(m->dependency[i], &lane, &m->awaited[i]))
      m->awaited[i] = ROCZ_NULL;
  }
}

/* ---- rows ---- */

static void event_write(const mark *m, int64_t start, int64_t end) {
  const uint64_t words[] = {text(CATEGORY), text(m->event_kind), (uint64_t)start, (uint64_t)end, m->stream, m->queue->lane,
                            collect_agent_id(m->queue->agent), (uintptr_t)m->handle, (uint64_t)m->source, m->origin.stack_id, m->origin.stack_id};
  collect_row_write(&function_hip_events, words);
}

static int64_t event_at(const collect_queue *q, uint64_t packet) { return ROCZ_BARRIER_EVENT + ((int64_t)q->lane << ROCZ_STACK_SHIFT) + (int64_t)packet; }
static int64_t event_of(const mark *m) { return m->queue ? event_at(m->queue, m->packet) : ROCZ_NULL; }

static void barrier_write(const mark *m, int64_t start, int64_t end) {
  const uint64_t words[] = {text(m->kind), (uint64_t)start, (uint64_t)end, m->stream, (uint64_t)(m->queue ? m->queue->lane : ROCZ_NULL),
                            (uint64_t)(m->queue ? collect_agent_id(m->queue->agent) : ROCZ_NULL), m->queue ? m->packet : (uint64_t)ROCZ_NULL, m->signal,
                            m->dependency[0], m->dependency[1], m->dependency[2], m->dependency[3], m->dependency[4], m->origin.stack_id, m->origin.stack_id,
                            (uint64_t)event_of(m), (uint64_t)m->awaited[0], (uint64_t)m->awaited[1], (uint64_t)m->awaited[2], (uint64_t)m->awaited[3],
                            (uint64_t)m->awaited[4]};
  collect_row_write(&function_barriers, words);
}

/* Makes a mark final that is over and that no call holds. The caller holds the lock. */
static void mark_settle(mark *m, mark *next) {
  m->next_held = next;
  if (m->queue->event_mark == m)
    m->queue->event_mark = NULL;
}

/* Writes the rows of final marks, and frees these. */
static void marks_end(mark *m) {
  for (mark *next; m; m = next) {
    next = m->next_held;
    if (m->event && m->event_kind == WAIT && m->source == ROCZ_NULL) /* the other queue may have been relayed after this one */
      m->source = source_of(m->dependency);
    if (m->event)
      event_write(m, m->start, m->end);
    collect_lock_take(&lock);
    mark_free(m);
    collect_lock_release(&lock);
  }
}

static void mark_done(mark *m, bool known, int64_t start, int64_t end) {
  int64_t launch = known && m->origin.launch ? collect_ticks_to_ns(m->origin.launch) : INT64_MIN;
  if (known && start < launch) {
    end += launch - start;
    start = launch;
    collect_count(ROCZ_N_TIMES_ADJUSTED, 1);
  }
  if (m->barrier)
    barrier_write(m, known ? start : ROCZ_NULL, known ? end : ROCZ_NULL);
  collect_lock_take(&lock);
  m->over = true;
  m->event = m->event && known;
  m->start = start;
  m->end = end;
  bool held = m->held;
  if (!held)
    mark_settle(m, NULL);
  collect_lock_release(&lock);
  if (!held)
    marks_end(m);
}

void collect_event_call_end(collect_event_call *call) {
  if (!call)
    return;
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  collect_event_call **at = &open_calls;
  while (*at && *at != call)
    at = &(*at)->next;
  if (*at)
    *at = call->next;
  mark *over = NULL;
  for (mark *m = call->held, *next; m; m = next) {
    next = m->next_held;
    m->held = false;
    m->next_held = NULL;
    if (m->over) {
      mark_settle(m, over);
      over = m;
    }
  }
  call->next = free_calls;
  free_calls = call;
  collect_lock_release(&lock);
  marks_end(over);
  collect_brief_end(&brief);
}

static void borrowed_read(const amd_signal_t *s, uint64_t *start, uint64_t *end) {
  *start = s->start_ts;
  *end = s->end_ts;
}
static void borrowed_done(const collect_borrower *who, uint64_t start, uint64_t end) {
  int64_t start_ns = 0, end_ns = 0;
  bool known = start && end >= start && collect_agent_time(who->queue->agent, start, end, &start_ns, &end_ns);
  mark_done(who->record, known, start_ns, end_ns);
}

/* ---- what the queue reports ---- */

/* Whether the packet is HIP's, for an event. */
static bool is_event(const collect_origin_slot *slot) { return slot && slot->graph >= COLLECT_EVENT_WAIT && slot->origin.stack_id; }

/* A packet that waits for a value of a signal (HIP 6 makes those for events) has that signal where others have their first one. */
_Static_assert(offsetof(hsa_amd_barrier_value_packet_t, signal) == offsetof(hsa_barrier_and_packet_t, dep_signal) &&
                 offsetof(hsa_amd_barrier_value_packet_t, completion_signal) == offsetof(hsa_barrier_and_packet_t, completion_signal),
               "as mark_of() reads it");
static int kind_of(unsigned type) {
  return type == HSA_PACKET_TYPE_BARRIER_OR ? BARRIER_OR : type == HSA_PACKET_TYPE_BARRIER_AND ? BARRIER_AND : BARRIER_VALUE;
}

static mark *mark_of(collect_queue *q, const hsa_barrier_and_packet_t *packet, int kind, uint64_t index, const collect_origin_slot *slot, bool event,
                     bool barrier) {
  mark *m = mark_new();
  if (!m)
    return NULL;
  *m = (mark){.queue = q, .event = event, .barrier = barrier, .kind = kind, .packet = index, .signal = packet->completion_signal.handle, .source = ROCZ_NULL};
  dependencies_set(m, kind == BARRIER_VALUE ? 1 : 5, packet->dep_signal);
  if (slot) {
    m->origin = slot->origin;
    m->stream = slot->stream;
  }
  if (event) {
    m->handle = slot->event;
    m->event_kind = slot->graph == COLLECT_EVENT_WAIT ? WAIT : RECORD;
    m->source = m->event_kind == WAIT ? source_of(m->dependency) : ROCZ_NULL;
    event_is_now(m);
  }
  if (m->signal)
    collect_signalled_by(m->signal, q->lane, event_of(m));
  return m;
}

void collect_barrier_note(collect_queue *q, const hsa_barrier_and_packet_t *packet, unsigned type, uint64_t index, const collect_origin_slot *slot) {
  bool event = is_event(slot) && packet->completion_signal.handle && collect_wanted(&collect_domain_hip_events) && collect_row_ready(&function_hip_events);
  bool barrier = collect_wanted(&collect_domain_barriers) && collect_row_ready(&function_barriers);
  if (!event && !barrier)
    return;
  text(CATEGORY); /* so that all texts are known from now on, whichever thread writes the row */
  COLLECT_BRIEF_BEGIN(brief);
  mark *m = mark_of(q, packet, kind_of(type), index, slot, event, barrier);
  bool timed = m && m->signal && q->innermost &&
               collect_borrow_add(packet->completion_signal, &(collect_borrower){.queue = q, .record = m, .read = borrowed_read, .done = borrowed_done});
  if (m && !timed)
    mark_done(m, false, 0, 0);
  collect_brief_end(&brief);
}

void collect_barrier_ahead(const collect_queue *q, uint64_t signal, uint64_t index) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_signalled_by(signal, q->lane, event_at(q, index));
  collect_brief_end(&brief);
}

/* Five signals for each row, as many as a packet has. */
void collect_copy_waits(uint32_t count, const hsa_signal_t *dependency, hsa_signal_t signal, const collect_origin_slot *slot) {
  if (!collect_wanted(&collect_domain_barriers) || !collect_row_ready(&function_barriers))
    return;
  text(CATEGORY);
  COLLECT_BRIEF_BEGIN(brief);
  for (uint32_t at = 0; at < count; at += 5) {
    mark m = {.kind = COPY, .signal = signal.handle, .origin = slot->origin, .stream = slot->stream};
    dependencies_set(&m, count - at, dependency + at);
    barrier_write(&m, ROCZ_NULL, ROCZ_NULL);
  }
  collect_brief_end(&brief);
}

static void barriers_watch(void **tables, uint64_t count) {
  atomic_store(&collect_barriers_watched, collect_hsa_active() && (collect_wanted(&collect_domain_barriers) || collect_wanted(&collect_domain_hip_events)));
}
COLLECT_TABLE(barriers) = {.library = "hsa", .order = 5, .place = barriers_watch};

static void barriers_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&known_texts.generation, 0);
  free_marks = free_calls = NULL;
  open_calls = NULL;
}
COLLECT_MODULE(barriers) = {.name = "barriers", .order = 20, .forked = barriers_forked};
