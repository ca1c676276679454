/* See derive.h. */
#include "derive.h"

extern const rocpd_deriver *const __start_rocpd_derivers[] __attribute__((weak, visibility("hidden")));
extern const rocpd_deriver *const __stop_rocpd_derivers[] __attribute__((weak, visibility("hidden")));

const rocpd_deriver *const *rocpd_all_derivers(size_t *n) {
  *n = (size_t)(__stop_rocpd_derivers - __start_rocpd_derivers);
  return __start_rocpd_derivers;
}

bool rocpd_derives_beside(const rocpd_source *source, int kind) {
  for (const rocpd_deriver *const *m = __start_rocpd_derivers; m < __stop_rocpd_derivers; m++)
    if ((*m)->beside && (*m)->kind == kind && !((*m)->needs & ~source->info.native)) return true;
  return false;
}

int rocpd_derive_batches(rocpd_snapshot *s, rocpd_source *source, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  const rocpd_deriver *const *m = __start_rocpd_derivers;
  *out = NULL, *n = 0;
  while (m < __stop_rocpd_derivers && ((*m)->kind != kind || ((*m)->needs & ~source->info.native))) m++;
  int rc = m < __stop_rocpd_derivers ? (*m)->make(s, source, out, n, err) : SQLITE_OK;
  if (rc == SQLITE_OK) return rc;
  for (size_t i = 0; i < *n; i++) rocpd_batch_unref((*out)[i]);
  sqlite3_free(*out);
  *out = NULL, *n = 0;
  return rc;
}
