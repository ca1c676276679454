/* A SIGBUS in the live file's memory ends the recording, and the program goes on.
**
** Our handler (front.c) replaces all of the live file's memory by private memory, so the store that faulted, and all later ones,
** succeed. Any other SIGBUS is the program's: its handler is called, or it dies, as without us. (Threads that block SIGBUS are
** not protected: the kernel then ends the program without calling a handler.) */
#include "fault.h"
#include "core.h"
#include "front.h"

static enum collect_taken take(const siginfo_t *info, void *context) {
  (void)context; return info->si_code > 0 && collect_live_replace(info->si_addr) ? COLLECT_OURS : COLLECT_THEIRS; }

void collect_fault_guard(void) {
  static collect_front front = {.sig = SIGBUS, .take = take};
  collect_front_place(&front);
}
