/* Names of threads that are sampled: a row of THREAD for each that has samples and no traced calls (these have a row by their calls, thread_row.c).
** If such a thread makes a traced call later, its calls take over the lane. The sampler's thread only. */
#ifndef COLLECT_SAMPLE_NAME_H
#define COLLECT_SAMPLE_NAME_H
#include "watch.h"

/* If the thread has samples: writes its row if it has none yet, or if its name has changed. `name_ns` says when to call this. */
void sample_name_look(sample_watch *w);
/* The thread has ended. */
void sample_name_ended(sample_watch *w);

#endif
