/* See sampled_by.h. */
#include "sampled_by.h"

int rocpd_sampled_by_of(const char *table, const char *arg, enum rocpd_sampled_by *out, rocpd_error *err) {
  static const char *const by[] = {"function", "process", "thread"};
  for (int i = 0; i < 3; i++)
    if (!arg || !strcmp(arg, by[i])) return *out = (enum rocpd_sampled_by)i, SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "%s: by is '%s', expected 'function', 'process' or 'thread'", table, arg);
}

void rocpd_sampled_whose(enum rocpd_sampled_by by, size_t source, const rocpd_sampled_thread *t, int64_t *key) {
  key[ROCPD_SAMPLED_SOURCE] = by ? (int64_t)source : ROCPD_NULL;
  key[ROCPD_SAMPLED_PID] = by ? t->pid : ROCPD_NULL;
  key[ROCPD_SAMPLED_TID] = by == ROCPD_SAMPLED_BY_THREAD ? t->tid : ROCPD_NULL;
}

int rocpd_sampled_identity(rocpd_snapshot *s, const int64_t *key, rocpd_identity *out, rocpd_error *err) {
  size_t n;
  if (key[ROCPD_SAMPLED_SOURCE] != ROCPD_NULL) return rocpd_identify(out, s, rocpd_snapshot_sources(s, &n)[key[ROCPD_SAMPLED_SOURCE]], ROCPD_NULL, err);
  *out = (rocpd_identity){.guid = ROCPD_NULL, .path = ROCPD_NULL, .origin = {ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL}};
  return SQLITE_OK;
}
