/* The descriptions of traced functions: filled in at the first use of one (event.h). */
#include "event.h"
#include "near.h"
#include "once.h"

/* Weak, since the core alone has none. */
extern const collect_near __start_collect_functions[] __attribute__((visibility("hidden"), weak)),
  __stop_collect_functions[] __attribute__((visibility("hidden"), weak));
static collect_once filled;

typedef void about_fn(collect_about *about);
static void all_fill(void) {
  for (const collect_near *i = __start_collect_functions; i < __stop_collect_functions; i++) {
    about_fn *about_of = (about_fn *)collect_near_at(&i->wrapper);
    collect_function *f = collect_near_at(&i->function);
    about_of(&f->about);
  }
}

void collect_functions_fill(void) { collect_once_run(&filled, all_fill); }

static void about_forked(void) { atomic_compare_exchange_strong(&filled, &(int){1}, 0); /* the thread that was at it is the parent's */ }
COLLECT_MODULE(about) = {.name = "about", .forked = about_forked};
