/* When it is recorded: several may stop it, each for a reason of its own, and it goes on when
** there is none left. While it is stopped calls are only forwarded; what was in progress is
** recorded to its end. All of this is for signal handlers too. */
#ifndef COLLECT_CONTROL_H
#define COLLECT_CONTROL_H
#include <stdint.h>
#include "rocz.h"

/* By whoever sits before the program: COLLECT_START, a signal, `rocpd ctl`. */
void collect_stop(uint32_t reason); /* ROCZ_STOPPED_* */
void collect_start(uint32_t reason);
void collect_toggle(uint32_t reason);
/* As COLLECT_START and COLLECT_PERIODS say, for a process that began at `start_ns`; before
** the gate is opened. */
void collect_control_open(int64_t start_ns);
/* The process ends by _exit. */
void collect_control_left(void);

#endif
