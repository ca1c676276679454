/* Rows wait, by thread: see queue.h. */
#include "queue.h"
#include "core.h"
#include "room.h"

#define PLACES 4096
typedef struct place { sample_row row; uint32_t next; } place; /* next: number + 1 of the thread's next row; 0: none */
static place *places;
static uint32_t used;
static uint64_t dropped;

bool sample_queue_begin(void) {
  if (!places) /* a forked child uses its parent's */
    places = collect_memory_grow(NULL, 0, PLACES * sizeof *places);
  used = 0;
  dropped = 0;
  return places;
}

uint64_t sample_queue_dropped(void) { return dropped; }

/* The ring may be full because the writer has much to do: it gets a moment. */
static void row_write(const sample_row *r, int *waits) {
  while (!sample_row_write(r)) {
    if (collect_writing_fails() || *waits <= 0) {
      dropped += r->weight;
      return;
    }
    (*waits)--;
    collect_sys_sleep(1000000);
  }
}

void sample_queue_write(sample_watch *w) {
  int waits = 20;
  for (uint32_t i = w->first_row; i; i = places[i - 1].next)
    row_write(&places[i - 1].row, &waits);
  w->first_row = w->last_row = 0;
}

void sample_queue_write_all(void) {
  for (uint32_t i = 0; i < sample_watches(); i++)
    sample_queue_write(sample_watch_at(i));
  used = 0;
}

void sample_queue_add(sample_watch *w, const sample_row *r) {
  if (used == PLACES)
    sample_queue_write_all();
  place *p = &places[used++];
  *p = (place){.row = *r};
  *(w->last_row ? &places[w->last_row - 1].next : &w->first_row) = used;
  w->last_row = used;
}
