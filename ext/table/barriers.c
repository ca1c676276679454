/* barriers: one row for each barrier packet of a queue, recorded with COLLECT_DOMAINS=+barriers.
**
**    SELECT b.queue_name, w.queue_name AS waits_for, count(*)     -- which queues wait for which
**      FROM barriers b JOIN barriers w ON w.guid = b.guid AND w.event_id = b.awaited_1 GROUP BY 1, 2;
**    SELECT k.name, count(*) FROM barriers b JOIN kernels k ON k.guid = b.guid AND k.event_id = b.awaited_1 GROUP BY 1;
**
** name is BARRIER_AND, BARRIER_OR or BARRIER_VALUE (for a value of the first signal). COPY: no packet, but what an asynchronous
** copy waits for, without times. start, end and duration are ns, NULL where the packet has no completion
** signal. packet is its number in the queue; signal is what it signals, dependency_1 to _5 what it waits for: handles,
** which are used again. stack_id is the call that made it. Hidden: event_id; awaited_1 to _5, what signals the dependencies: event_id
** of a kernel or barrier, stack_id of a copy's call; wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(barriers) = {.name = "barriers", .kind = ROCPD_KIND_BARRIER};
