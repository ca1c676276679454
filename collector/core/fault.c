/* SIGBUS in the live file's memory: the recording ends there, and the program goes on.
**
** A handler of ours (front.c) puts private memory in the place of all of the live file's, so that
** the store which faulted, and all after it, succeed. Any other SIGBUS is the program's: its
** handler is called as the kernel would have, or it dies as it would have. (Threads that block
** SIGBUS have no guard: the kernel then ends the program without asking anybody.) */
#include "fault.h"
#include "core.h"
#include "front.h"

static enum collect_taken take(const siginfo_t *info) { return info->si_code > 0 && collect_live_replace(info->si_addr) ? COLLECT_OURS : COLLECT_THEIRS; }

void collect_fault_guard(void) {
  static collect_front front = {.sig = SIGBUS, .take = take};
  collect_front_place(&front);
}
