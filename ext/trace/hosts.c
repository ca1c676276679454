/* See hosts.h. */
#include "hosts.h"
#include "map.h"
#include "said.h"

static int take_fact(void *arg, const char *name, int64_t value, const char *detail) {
  if (!strcmp(name, ROCPD_SAID_NOT_ALIGNED) && value > *(int64_t *)arg) *(int64_t *)arg = value;
  return SQLITE_OK;
}

int rocpd_source_clocks_apart(rocpd_source *source, int64_t *machines) {
  *machines = 0;
  return source->info.multi_process && source->class->health ? source->class->health(source, take_fact, machines) : SQLITE_OK;
}

int rocpd_hosts_apart(rocpd_session *session, rocpd_source **source, size_t n, int64_t *hosts, rocpd_error *err) {
  rocpd_map names = {0}; /* ids */
  bool is_moved = false;
  int64_t merged = 0, own = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t host;
    is_moved |= source[i]->said.offset_ns != 0;
    if (rc == SQLITE_OK) rc = rocpd_source_clocks_apart(source[i], &own);
    merged += own;
    rc = rocpd_intern_or_null(session, source[i]->info.host, &host);
    if (rc == SQLITE_OK && host != ROCPD_NULL) rc = rocpd_map_set(&names, (uint64_t)host, 1);
  }
  /* Moving a file does not bring its own machines together. */
  *hosts = merged ? merged + (int64_t)names.count : is_moved || names.count < 2 ? 0 : (int64_t)names.count;
  rocpd_map_free(&names);
  return rocpd_fail_code(err, rc);
}
