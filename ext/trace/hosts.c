/* See hosts.h. */
#include "hosts.h"
#include "map.h"

int rocpd_hosts_apart(rocpd_session *session, rocpd_source **source, size_t n, int64_t *hosts, rocpd_error *err) {
  rocpd_map names = {0}; /* ids */
  bool is_moved = false;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t host;
    is_moved |= source[i]->said.offset_ns != 0;
    rc = rocpd_intern_or_null(session, source[i]->info.host, &host);
    if (rc == SQLITE_OK && host != ROCPD_NULL) rc = rocpd_map_set(&names, (uint64_t)host, 1);
  }
  *hosts = is_moved || names.count < 2 ? 0 : (int64_t)names.count;
  rocpd_map_free(&names);
  return rocpd_fail_code(err, rc);
}
