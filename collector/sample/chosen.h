/* COLLECT_SAMPLE_THREADS: which threads are sampled. */
#ifndef COLLECT_SAMPLE_CHOSEN_H
#define COLLECT_SAMPLE_CHOSEN_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Whether this thread is to be sampled. `number`: 0 for the main thread, others in the order in which they began. */
bool sample_thread_chosen(pid_t tid, uint32_t number);
/* Whether that depends on the threads' names, which may change. */
bool sample_threads_named(void);

#endif
