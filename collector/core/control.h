/* Starts and stops recording. Several parties may stop it, each for its own reason; it goes on when no reason is left. While it
** is stopped, calls are only forwarded, and calls in progress are recorded to their end. All functions are async-signal-safe. */
#ifndef COLLECT_CONTROL_H
#define COLLECT_CONTROL_H
#include <stdint.h>
#include "rocz.h"

/* Called for the user: COLLECT_START, a signal, `rocpd ctl`. */
void collect_stop(uint32_t reason); /* ROCZ_STOPPED_* */
void collect_start(uint32_t reason);
void collect_toggle(uint32_t reason);
/* Applies COLLECT_START and COLLECT_PERIODS, for a process that began at `start_ns` (BOOTTIME). Call it before the gate is opened. */
void collect_control_open(int64_t start_ns);
/* Notes on the control page of a live file that its process ends by _exit or exec. */
void collect_control_left(rocz_live *page);

#endif
