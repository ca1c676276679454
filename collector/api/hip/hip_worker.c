/* Notes the threads that HIP creates inside a traced call: its workers, if those submit packets (launch.h). Only HIP's calls of
** pthread_create are redirected here. */
#include "detour.h"
#include "hip.h"
#include "launch.h"
#include "object.h"

static int hook_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  int result = pthread_create(thread, attr, start, arg);
  if (result == 0)
    collect_link_thread((uint64_t)*thread);
  return result;
}

static bool library_watch(const collect_object *o, void *arg) {
  (void)arg;
  if (collect_object_is(o, collect_hip_sonames))
    collect_object_redirect(o, "pthread_create", (void *)hook_pthread_create);
  return false;
}

void collect_hip_workers_watch(void) {
  static _Atomic bool watched;
  if (collect_link_wanted() && !atomic_exchange(&watched, true))
    collect_objects_each(library_watch, NULL);
}
