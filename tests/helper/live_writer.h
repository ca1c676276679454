/* Writes a chunk file and its live file as the collector does, by the rules of rocz.h, for tests of readers. Producers commit
** calls and dispatches by plain stores; a drainer turns them into chunks. The contents depend only on lane and sequence number,
** so a reader's rows can be checked.
**
** Call number s of lane L (from 1) calls function 1 + s % 3, starts at tick LIVE_BASE + s * 1000, lasts 500 ticks and returns s.
** Every fifth call makes the next call inside it, and lasts 700 ticks from the start of that one. If s % 4 == 0, the call has the
** arguments s and L.
**
** Dispatch number d (from 1) has kernel 1 + d % 2 and grid (d % 5 + 1, 1, 1), starts at LIVE_BASE + d * 1000 ns, lasts 250 ns,
** and has the stack_id of call d of lane 1. */
#ifndef LIVE_WRITER_H
#define LIVE_WRITER_H
#include <stdbool.h>
#include "rocz.h"

#define LIVE_BASE INT64_C(5000000000000)
#define LIVE_LANES 2

typedef struct live_writer live_writer;

/* Creates path and path.live for a process `pid`. NULL on failure. */
live_writer *live_writer_open(const char *path, uint32_t pid);
/* Begin the next call, and end the innermost one. Call them on the lane's own thread. begin waits while the ring is full. */
void live_writer_begin(live_writer *w, uint32_t lane);
void live_writer_end(live_writer *w, uint32_t lane);
/* Makes one call, or two if the call makes another inside it. */
void live_writer_call(live_writer *w, uint32_t lane);
/* Submits a dispatch, and completes the oldest ones until `left` are unfinished. Call it on one thread only. */
void live_writer_dispatch(live_writer *w, unsigned left);
/* Records `n` copies at once, of 100, 101, ... bytes. The first `done` of them have ended. They stay in the live file. */
void live_writer_copies(live_writer *w, unsigned n, unsigned done);
/* Writes chunks of everything that is finished. Call it on one thread only. `final`: also closes the file and removes the live file. */
void live_writer_drain(live_writer *w, bool final);
/* Abandons the files in their present state, as a kill does. */
void live_writer_drop(live_writer *w);

#endif
