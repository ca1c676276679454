/* Something that is run once in a process, when it is first needed. Other threads that need it meanwhile wait until it is done. */
#ifndef COLLECT_ONCE_H
#define COLLECT_ONCE_H
#include "gate.h"
#include "system.h"

typedef _Atomic int collect_once; /* 0 not run, 1 in progress, 2 done */

static inline void collect_once_run(collect_once *once, void (*run)(void)) {
  if (COLLECT_LIKELY(atomic_load_explicit(once, memory_order_acquire) == 2))
    return;
  COLLECT_SECTION_BEGIN(section);
  int no = 0;
  if (atomic_compare_exchange_strong(once, &no, 1)) {
    run();
    atomic_store_explicit(once, 2, memory_order_release);
  }
  while (atomic_load_explicit(once, memory_order_acquire) != 2)
    collect_sys_sleep(100000);
  collect_section_end(&section);
}

#endif
