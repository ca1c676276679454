/* Records regions, spans and instants: what a program marks (markers, ranges) in addition to its calls.
**
** A collect_function describes each, as it describes a call (name, category, parameters). If it has a message, the form
** is ROCZ_FORM_MESSAGE, and the message is stored in place of a result.
**
** A thread enters and leaves a *region* (push and pop). The region is the parent of what is traced inside it. Calls inside
** a region take the slow path, some 50 ns more. Beyond a dozen nested ones, regions are kept like spans.
**
** A *span* begins and ends in any order and in any thread. It is a row of the thread that began it, and never a parent.
**
** If the function's api has `rows`, a region is a row of another table instead, named like the function. The row's columns are
** the arguments, start, end, stack_id and parent_stack_id. Such regions are written at once, never entered. A row of work
** that no thread did (a device did it) has only its arguments, among them start and end (ns of BOOTTIME) and stack_id.
**
** The live file holds regions and spans in progress, as it holds calls, so a kill loses none. */
#ifndef COLLECT_REGION_H
#define COLLECT_REGION_H
#include "event.h"

/* Whether calls of this function are only forwarded now: it is not recorded, or the recording is stopped. */
static inline bool collect_region_forwards(const collect_function *f) {
  return collect_forwards(atomic_load_explicit(&f->generation, memory_order_relaxed), atomic_load_explicit(&collect_gate.recording, memory_order_relaxed));
}
/* Whether the function is set up and recorded. */
static inline bool collect_region_known(const collect_function *f) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  return recording && atomic_load_explicit(&f->generation, memory_order_acquire) == recording;
}
/* The thread enters a region. `nest`: number of regions of this layer that it is already in, recorded or not; the caller
** counts them. `words`: f->words words of arguments. A region that cannot be recorded is counted. */
void collect_region_enter(collect_function *f, uint32_t layer, uint32_t nest, const char *message, const uint64_t *words);
/* Ends the region of this layer and `nest`, if it is recorded. */
void collect_region_leave(uint32_t layer, uint32_t nest);
/* Writes a region that began at `start` (collect_ticks(), in any thread; 0: now) and ends now. It has no parent and is no parent. */
void collect_region_write(collect_function *f, int64_t start, const uint64_t *words);
/* Writes a row of work that no thread did, under a lock, into a ring that all threads share. The caller has signals blocked. Call
** collect_row_ready() first: it describes the table in this file, and returns false if nothing is to be recorded. */
bool collect_row_ready(collect_function *f);
void collect_row_write(const collect_function *f, const uint64_t *words);
/* The same for a thread of ours, which may wait for room, and which writes its last rows once recording has ended or was stopped: `generation`
** is that in which the table was ready. False: there is no room now; nothing is counted. */
enum collect_row_when { COLLECT_ROW_SOON, COLLECT_ROW_LATE /* a profile does not sum the row, and may leave it in the live file for long */ };
bool collect_row_put(const collect_function *f, uint32_t generation, const uint64_t *words, enum collect_row_when when);
/* Ids of texts that many rows share, in the current file. Use them once there is a file (collect_process_ready). */
typedef struct collect_texts { const char *const *text; uint32_t count; _Atomic uint32_t generation; _Atomic uint64_t id[8]; } collect_texts;
#define COLLECT_TEXT_IDS(array) {.text = array, .count = sizeof(array) / sizeof(array)[0] + 0 * sizeof(char[sizeof(array) / sizeof(array)[0] <= 8 ? 1 : -1])}
void collect_texts_intern(collect_texts *t, uint32_t generation);
static inline uint64_t collect_text_id(collect_texts *t, int i) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (COLLECT_UNLIKELY(atomic_load_explicit(&t->generation, memory_order_acquire) != generation))
    collect_texts_intern(t, generation);
  return atomic_load_explicit(&t->id[i], memory_order_relaxed);
}
/* An instant. */
void collect_region_mark(collect_function *f, const char *message, const uint64_t *words);

/* Begin and end a span. The layer and id identify it; no other open span may have them. Both take a lock, so use them for rare events. */
void collect_span_begin(collect_function *f, uint32_t layer, uint64_t id, const char *message);
void collect_span_end(uint32_t layer, uint64_t id);

#endif
