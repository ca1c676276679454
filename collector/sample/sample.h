/* The sampler: what every thread of the program is doing, COLLECT_SAMPLE_HZ times a second (domain `samples`).
**
** One thread of ours, "collect sampler", looks at the threads in turn. The kernel tells of each whether it runs or is blocked, how much
** CPU time it has used, and how long it had to wait for a CPU (task.h). A blocked thread is not disturbed: its stack is copied and walked
** from outside (outside.h). Only a thread that runs gets a signal, whose handler walks the stack into a slot, and does nothing else
** (slot.h). The sampler's thread makes rows of all that (row.h), with each stack stored once (trie.h).
**
** This header is what other layers need. */
#ifndef COLLECT_SAMPLE_H
#define COLLECT_SAMPLE_H
#include "collect.h"

extern collect_domain collect_domain_samples;

/* Between these no thread gets a signal of the sampler: for work that must not be interrupted. Nests. A thread that is signalled already
** has handled that when the first returns, unless it blocks the signal. Cheap while the domain is off. */
void collect_sample_hold(void);
void collect_sample_release(void);

#endif
