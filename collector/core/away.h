/* A process with threads executes another program. If that succeeds, the kernel ends all threads, at once and without notice; if it fails, they
** have never stopped. So before it, the writer makes the files whole as they are: all rows that are finished go to chunks, and
**
**   - if no call, frame or kernel is in progress, and no sum is kept, the file is closed, and the live file goes away;
**   - otherwise a copy that holds these, and no empty buffers, takes the place of the live file: a few kB.
**
** The program's threads record on all the time, into memory that has no name any more. What they record before exec ends them is written, too, as
** far as there is time. If exec fails, or takes long, the writer takes it back: the file goes on, with a new live file. Segments that were in the
** former one stay in memory, and their rows are written to chunks at once, as when the folder was renamed (live.c). */
#ifndef COLLECT_AWAY_H
#define COLLECT_AWAY_H
#include <stdbool.h>
#include <stdint.h>

/* Before exec, on a thread of the program: waits for that, at most a second after the last sign of progress. Returns a number for
** collect_away_back(), never 0. Async-signal-safe. */
uint32_t collect_away_go(void);
/* exec has failed: waits until the process records as before. */
void collect_away_back(uint32_t number);

/* live.c, for the writer. Whether the live file is still under its name. */
bool collect_live_is_here(void);
/* The live file loses its name; this copy gets it (size 0: nothing does). False: nothing has changed. */
bool collect_live_leave(const void *copy, uint64_t size);
/* Makes a new live file, whose control page takes the place of the former one. */
void collect_live_return(void);

#endif
