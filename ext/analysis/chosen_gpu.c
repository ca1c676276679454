/* See chosen_gpu.h. */
#include "chosen_gpu.h"

bool rocpd_gpu_matches(rocpd_session *session, const rocpd_patterns *p, const rocpd_device *d) {
  char number[24];
  sqlite3_snprintf(sizeof number, number, "%lld", d->number);
  const char *name = rocpd_string(session, d->name, NULL), *device = rocpd_string(session, d->device, NULL);
  for (size_t i = 0; i < p->n; i++)
    if (!sqlite3_strglob(p->pattern[i], number) || !sqlite3_strglob(p->pattern[i], name) || !sqlite3_strglob(p->pattern[i], device)) return true;
  return false;
}

int rocpd_chosen_gpus(rocpd_snapshot *whole, const rocpd_patterns *gpus, rocpd_chosen_gpu **out, size_t *n, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(whole);
  const rocpd_device *d;
  size_t devices;
  int64_t cpu;
  *out = NULL, *n = 0;
  int rc = rocpd_devices(whole, &d, &devices, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, "CPU", -1, &cpu));
  if (rc == SQLITE_OK && !(*out = sqlite3_malloc64((devices + 1) * sizeof **out))) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < devices; i++)
    if (d[i].type != cpu && rocpd_gpu_matches(session, gpus, &d[i])) (*out)[(*n)++] = (rocpd_chosen_gpu){d[i].source, d[i].agent, d[i].node};
  return rc;
}
