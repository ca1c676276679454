/* Forked children that are recorded though they call no traced function: the thread "collect late" begins the recording. */
#include "core.h"
#include <sys/prctl.h>

#define STACK_BYTES (256 << 10)

static _Atomic int64_t wait_ns; /* the shortest time asked for; 0: nobody has asked */

static void *late_main(void *arg) {
  collect_own_work_depth = 1;
  collect_sys_prctl(PR_SET_NAME, (uintptr_t)"collect late");
  collect_sys_sleep(atomic_load(&wait_ns));
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed) && !collect_process_over())
    collect_process_ready_late();
  return arg;
}

void collect_process_ready_later(int64_t ns) {
  int64_t before = atomic_load(&wait_ns);
  if (before && before <= ns)
    return;
  atomic_store(&wait_ns, ns);
  collect_thread_create(late_main, STACK_BYTES);
}

static void later_forked(void) { atomic_store(&wait_ns, 0); }
COLLECT_MODULE(later) = {.name = "later", .forked = later_forked};
