/* The descriptions of traced functions: filled in at the first use of one (event.h). */
#include "event.h"
#include "lock.h"
#include "near.h"
#include "system.h"

/* Weak, since the core alone has none. */
extern const collect_near __start_collect_functions[] __attribute__((visibility("hidden"), weak)),
  __stop_collect_functions[] __attribute__((visibility("hidden"), weak));
static _Atomic int filled; /* 0 no, 1 in progress, 2 yes */

typedef void about_fn(collect_about *about);
static void all_fill(void) {
  for (const collect_near *i = __start_collect_functions; i < __stop_collect_functions; i++) {
    about_fn *about_of = (about_fn *)collect_near_at(&i->wrapper);
    collect_function *f = collect_near_at(&i->function);
    about_of(&f->about);
  }
}

void collect_functions_fill(void) {
  if (COLLECT_LIKELY(atomic_load_explicit(&filled, memory_order_acquire) == 2))
    return;
  COLLECT_SECTION_BEGIN(section);
  int no = 0;
  if (atomic_compare_exchange_strong(&filled, &no, 1)) {
    all_fill();
    atomic_store_explicit(&filled, 2, memory_order_release);
  }
  while (atomic_load_explicit(&filled, memory_order_acquire) != 2)
    collect_sys_sleep(100000);
  collect_section_end(&section);
}

static void about_forked(void) { atomic_compare_exchange_strong(&filled, &(int){1}, 0); /* the thread that was at it is the parent's */ }
COLLECT_MODULE(about) = {.name = "about", .forked = about_forked};
