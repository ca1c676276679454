/* Writes a chunk file and its live file as the collector does, by the rules of
** rocz.h, for tests of readers: producers commit calls and dispatches with stores
** alone, a drainer turns them into chunks. What is written follows from lane and
** sequence, so that a reader's rows can be checked.
**
** Call number s of lane L (from 1): function 1 + s % 3, start at tick
** LIVE_BASE + s * 1000, result s; it lasts 500 ticks. Every fifth call makes the next
** one inside and lasts 700 ticks longer than that one begins. With s % 4 == 0 it has
** the arguments s and L.
** Dispatch number d (from 1): kernel 1 + d % 2, grid (d % 5 + 1, 1, 1), start at
** LIVE_BASE + d * 1000 ns, 250 ns long, stack_id of call d of lane 1. */
#ifndef LIVE_WRITER_H
#define LIVE_WRITER_H
#include <stdbool.h>
#include "rocz.h"

#define LIVE_BASE INT64_C(5000000000000)
#define LIVE_LANES 2

typedef struct live_writer live_writer;

/* Create path and path.live for a process `pid`. NULL on failure. */
live_writer *live_writer_open(const char *path, uint32_t pid);
/* From a lane's own thread: begin the next call / end the innermost one. Begin waits
** while the ring is full. */
void live_writer_begin(live_writer *w, uint32_t lane);
void live_writer_end(live_writer *w, uint32_t lane);
/* Both, with what a call makes inside: one or two calls. */
void live_writer_call(live_writer *w, uint32_t lane);
/* From one thread: submit a dispatch, complete the oldest of those `left` behind. */
void live_writer_dispatch(live_writer *w, unsigned left);
/* `n` copies at once, of 100, 101, ... bytes, of which the first `done` have ended. They stay in
** the live file. */
void live_writer_copies(live_writer *w, unsigned n, unsigned done);
/* From one thread: write chunks of all that is there. `final`: close the file, remove
** the live file. */
void live_writer_drain(live_writer *w, bool final);
/* Let go of the files as they are, as a kill does. */
void live_writer_drop(live_writer *w);

#endif
