/* What is recorded beside calls: spans that a program states (markers, ranges), instants.
**
** Each is described by a collect_function like a call (name, category, parameters), of the
** form ROCZ_FORM_MESSAGE where it has a message, which is kept in place of a result.
**
** A *region* is entered and left by one thread, in turn (push and pop). It is the parent of
** what is traced inside. Inside of it calls go the slow way: some 50 ns more. Beyond a dozen
** they are kept as spans are.
**
** A *span* begins and ends anywhere, in any order, and in any thread. It is a row of the thread
** that began it, and nobody's parent.
**
** A region may be a row of another table instead, whose columns are its arguments, start, end,
** stack_id and parent_stack_id: if the function's api has `rows`, its name being the table's.
** Such ones are written, never entered. Of what no thread did (a device did it) the arguments are
** all there is to say: among them are start and end, in ns of BOOTTIME, and whose it is (stack_id).
**
** In progress regions and spans stand in the live file, as calls do, so that a kill loses none. */
#ifndef COLLECT_REGION_H
#define COLLECT_REGION_H
#include "event.h"

/* Is nothing to be recorded of the function now, or ever? */
static inline bool collect_region_forwards(const collect_function *f) {
  return collect_forwards(atomic_load_explicit(&f->generation, memory_order_relaxed), atomic_load_explicit(&collect_gate.recording, memory_order_relaxed));
}
/* Is it set up, and recorded? */
static inline bool collect_region_known(const collect_function *f) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  return recording && atomic_load_explicit(&f->generation, memory_order_acquire) == recording;
}
/* The thread enters a region. `nest`: how many of this layer it is in already, recorded or not;
** the caller counts. `words`: f->words words of argument. What is not recorded, but should be,
** is counted. */
void collect_region_enter(collect_function *f, uint32_t layer, uint32_t nest, const char *message, const uint64_t *words);
/* The region of this layer and `nest` ends now, if it is recorded. */
void collect_region_leave(uint32_t layer, uint32_t nest);
/* A region that began at `start` (collect_ticks(); wherever that was, 0: now) and ends now, with
** no part in what is parent of what. */
void collect_region_write(collect_function *f, int64_t start, const uint64_t *words);
/* A row of what no thread did: in a ring of all threads, under a lock, by who holds signals off. The table is known in
** this file since collect_row_ready(), which is false when nothing is to be recorded. */
bool collect_row_ready(collect_function *f);
void collect_row_write(const collect_function *f, const uint64_t *words);
/* Texts that many rows have: their ids in this file. Asked for once there is one (collect_process_ready). */
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

/* A span begins, and ends: whoever ends it says the layer and the id that it began with, which
** nobody else has meanwhile. Both take a lock: for what is rare. */
void collect_span_begin(collect_function *f, uint32_t layer, uint64_t id, const char *message);
void collect_span_end(uint32_t layer, uint64_t id);

#endif
