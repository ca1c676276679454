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

typedef struct clocks {
  rocpd_map host; /* names seen so far */
  int64_t n;
} clocks;

/* Adds a host. A new name usually means a new clock; but all machines of one file may share a clock. */
static int add_host(clocks *c, int64_t host, bool *is_known) {
  uint64_t before = c->host.count;
  int rc = host == ROCPD_NULL ? SQLITE_OK : rocpd_map_set(&c->host, (uint64_t)host, 1);
  *is_known = c->host.count == before;
  return rc;
}

/* Adds the machines of a file of several processes; `apart` of them have a clock of their own. Machines that cannot be read count as unnamed. */
static int add_machines(clocks *c, rocpd_source *s, int64_t apart) {
  rocpd_batch **batch = NULL;
  const rocpd_column *host;
  rocpd_error why = {0};
  size_t n = 0, named = 0, known = 0;
  int rc = s->class->batches(s, ROCPD_KIND_RAW_NODE, &batch, &n, &why);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_batch_column(batch[i], ROCPD_RAW_NODE_hostname, &host, &why);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      bool is_known;
      if (rocpd_column_at(host, row) == ROCPD_NULL) continue;
      rc = add_host(c, rocpd_column_at(host, row), &is_known);
      named++, known += is_known;
    }
  }
  rocpd_error_clear(&why);
  if (apart) c->n += named ? (int64_t)(named - known) : apart;
  else c->n += named && !known;
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

int rocpd_hosts_apart(rocpd_session *session, rocpd_source **source, size_t n, int64_t *hosts, rocpd_error *err) {
  clocks c = {0};
  bool is_moved = false, any_apart = false, is_known;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t host, apart = 0;
    is_moved |= source[i]->said.offset_ns != 0;
    rc = rocpd_source_clocks_apart(source[i], &apart);
    any_apart |= apart != 0;
    if (rc == SQLITE_OK) rc = rocpd_intern_or_null(session, source[i]->info.host, &host);
    if (rc != SQLITE_OK) break;
    if (apart || (host == ROCPD_NULL && source[i]->info.multi_process)) rc = add_machines(&c, source[i], apart);
    else if ((rc = add_host(&c, host, &is_known)) == SQLITE_OK) c.n += !is_known;
  }
  /* An offset moves a whole file: it does not align the machines in that file with each other. */
  *hosts = c.n < 2 || (is_moved && !any_apart) ? 0 : c.n;
  rocpd_map_free(&c.host);
  return rocpd_fail_code(err, rc);
}
