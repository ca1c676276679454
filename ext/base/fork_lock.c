/* See fork_lock.h. */
#include "fork_lock.h"

extern pthread_mutex_t *const __start_rocpd_fork_locks[] __attribute__((weak, visibility("hidden")));
extern pthread_mutex_t *const __stop_rocpd_fork_locks[] __attribute__((weak, visibility("hidden")));

static void take_all(void) {
  for (pthread_mutex_t *const *m = __start_rocpd_fork_locks; m < __stop_rocpd_fork_locks; m++) pthread_mutex_lock(*m);
}

static void give_all(void) {
  for (pthread_mutex_t *const *m = __start_rocpd_fork_locks; m < __stop_rocpd_fork_locks; m++) pthread_mutex_unlock(*m);
}

/* glibc removes the handlers when the library is unloaded. */
__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(take_all, give_all, give_all); }
