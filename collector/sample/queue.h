/* Rows of stacks on their way to the ring. They wait here for up to a second, and then follow each other by thread, so that they take fewer bytes in the file.
** The sampler's thread only. */
#ifndef COLLECT_SAMPLE_QUEUE_H
#define COLLECT_SAMPLE_QUEUE_H
#include "watch.h"

/* False: no memory. */
bool sample_queue_begin(void);
/* Adds a row of the thread. Writes all rows if there is no place left. */
void sample_queue_add(sample_watch *w, const sample_row *r);
/* Write the rows of a thread, or of all threads. */
void sample_queue_write(sample_watch *w);
void sample_queue_write_all(void);
/* Samples that found no room. */
uint64_t sample_queue_dropped(void);

#endif
