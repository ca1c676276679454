/* A look at a thread: what it does, which becomes a sample, and samples become rows. The sampler's thread only. */
#ifndef COLLECT_SAMPLE_LOOK_H
#define COLLECT_SAMPLE_LOOK_H
#include "trie.h"
#include "watch.h"

/* The mean time between two samples of a thread, by COLLECT_SAMPLE_HZ. */
uint64_t sample_period_ns(void);
/* A new file begins. */
void sample_look_begin(void);
/* Takes a sample of the thread, at a tick. */
void sample_look(sample_watch *w, int64_t now);
/* The thread has ended, or sampling ends: writes what is left of it. */
void sample_look_last(sample_watch *w);
/* Recording is stopped: the thread's next row begins when it goes on. */
void sample_look_pause(sample_watch *w);
/* Writes the row in the making. If the thread has used CPU time that no row has yet, its newest sample stays: some row must have that in the end. */
void sample_row_flush(sample_watch *w);
/* Writes lines of `health`. */
void sample_counters_write(uint64_t own_cpu_ns);

#endif
