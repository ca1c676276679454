/* See make.h. */
#include "make.h"

extern const rocpd_maker *const __start_rocpd_makers[] __attribute__((weak, visibility("hidden")));
extern const rocpd_maker *const __stop_rocpd_makers[] __attribute__((weak, visibility("hidden")));

int rocpd_make_batches(rocpd_snapshot *s, rocpd_source *source, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  *out = NULL, *n = 0;
  for (const rocpd_maker *const *m = __start_rocpd_makers; m < __stop_rocpd_makers; m++)
    if ((*m)->kind == kind && ((*m)->needs & ~source->native) == 0) return (*m)->make(s, source, out, n, err);
  return SQLITE_OK;
}
