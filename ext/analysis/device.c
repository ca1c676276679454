/* The bus address is in the agents' extdata, where rocprofv3 and the collector have what KFD's topology says:
** `domain`, and `location_id`, which is bus, device and function in 8, 5 and 3 bits. */
#include "device.h"
#include <stdlib.h>
#include "json.h"
#include "owner.h"

static int compare(const void *a, const void *b) {
  const rocpd_device *x = a, *y = b;
  return rocpd_agent_order(x->source, x->agent, y->source, y->agent);
}

static int device_text(rocpd_session *session, int64_t host, int64_t domain, int64_t location, int64_t *out) {
  int64_t size;
  const char *name = rocpd_string(session, host, &size);
  return rocpd_intern_format(session, out, "%s %04x:%02x:%02x.%x", name, (unsigned)domain, (unsigned)(location >> 8) & 0xff,
                             (unsigned)(location >> 3) & 0x1f, (unsigned)location & 7);
}

/* ROCPD_NULL also where SQLite has no JSON functions: all else is known then. */
static int number_in(rocpd_session *session, int64_t extdata, const char *path, int64_t *out, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = rocpd_json_value(session, extdata, path, ROCPD_INT, out, &why);
  if (rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  *out = ROCPD_NULL;
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int find_device(rocpd_snapshot *s, rocpd_device *d, int64_t extdata, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_origin origin;
  int64_t domain, location;
  d->device = ROCPD_NULL;
  if (extdata == ROCPD_NULL) return SQLITE_OK;
  int rc = number_in(session, extdata, "$.domain", &domain, err);
  if (rc == SQLITE_OK) rc = number_in(session, extdata, "$.location_id", &location, err);
  if (rc == SQLITE_OK) rc = rocpd_origin_of_agent(s, d->source, d->agent, &origin, err);
  if (rc != SQLITE_OK || origin.host == ROCPD_NULL || domain < 0 || location <= 0) return rc;
  return rocpd_fail_code(err, device_text(session, origin.host, domain, location, &d->device));
}

static int add_batch(rocpd_snapshot *s, rocpd_batch *b, rocpd_device **list, size_t *n, rocpd_error *err) {
  static const int wanted[] = {ROCPD_AGENT_id, ROCPD_AGENT_type, ROCPD_AGENT_extdata};
  const rocpd_column *c[3];
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 3; i++) rc = rocpd_batch_column(b, wanted[i], &c[i], err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    if (rocpd_array_push_reserve(list, *n, sizeof **list) != SQLITE_OK) return rocpd_no_memory(err);
    rocpd_device *d = &(*list)[*n];
    *d = (rocpd_device){.source = b->source, .agent = rocpd_column_at(c[0], row), .type = rocpd_column_at(c[1], row)};
    rc = find_device(s, d, rocpd_column_at(c[2], row), err);
    if (rc == SQLITE_OK) ++*n;
  }
  return rc;
}

int rocpd_devices(rocpd_snapshot *s, rocpd_device **out, size_t *n, rocpd_error *err) {
  rocpd_batch **batch;
  size_t batches;
  *out = NULL, *n = 0;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_AGENT, &batch, &batches, err);
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) rc = add_batch(s, batch[i], out, n, err);
  if (rc == SQLITE_OK) {
    if (*n) qsort(*out, *n, sizeof **out, compare);
    return SQLITE_OK;
  }
  sqlite3_free(*out);
  *out = NULL, *n = 0;
  return rc;
}

const rocpd_device *rocpd_device_of(const rocpd_device *d, size_t n, const rocpd_source *source, int64_t agent) {
  rocpd_device key = {.source = (rocpd_source *)source, .agent = agent};
  return n ? bsearch(&key, d, n, sizeof *d, compare) : NULL;
}
