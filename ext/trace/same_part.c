/* The processes of sources (same_state.h): which sources have a process in common. */
#include "same_state.h"
#include "origin.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Identifies a process by the guid of its file and its host (interned, or ROCPD_NULL). If a file does not say which file its rows come from, node and pid
** are included. */
static uint64_t process_of(int64_t guid, int64_t host, int64_t nid, int64_t pid) {
  const int64_t key[] = {guid, host, nid, pid};
  return XXH3_64bits(key, sizeof(key));
}

static int add_part(comparison *c, const process_part *p) {
  if (ROCPD_PUSH(c->part, c->parts, *p) != SQLITE_OK) return SQLITE_NOMEM;
  uint64_t place = rocpd_map_get(&c->place, p->process, UINT64_MAX);
  if (place == UINT64_MAX) {
    if (rocpd_array_push_reserve(&c->holder, c->processes, sizeof(*c->holder)) != SQLITE_OK) return SQLITE_NOMEM;
    c->holder[place = c->processes++] = (holders){.last = SIZE_MAX, .by_wall = true};
    if (rocpd_map_set(&c->place, p->process, place) != SQLITE_OK) return SQLITE_NOMEM;
  }
  holders *h = &c->holder[place];
  h->sources += h->last != p->source;
  h->last = p->source;
  h->by_wall &= p->wall_ns != ROCPD_NULL;
  return SQLITE_OK;
}

static int value_of(rocpd_batch *b, int column, uint32_t row, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, column, &c, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, row);
  return rc;
}

/* Adds a process as described by its row in a database: exports keep the guid of the original file. */
static int add_said(comparison *c, const rocpd_source *s, int64_t guid, int64_t host, rocpd_batch *b, uint32_t row, process_part p, rocpd_error *err) {
  int64_t extdata = ROCPD_NULL;
  rocpd_origin o;
  int rc = value_of(b, ROCPD_RAW_PROCESS_nid, row, &p.nid, err);
  if (rc == SQLITE_OK) rc = value_of(b, ROCPD_RAW_PROCESS_pid, row, &p.pid, err);
  if (rc == SQLITE_OK) rc = value_of(b, ROCPD_RAW_PROCESS_extdata, row, &extdata, err);
  if (rc == SQLITE_OK) rc = rocpd_origin_read(c->session, ROCPD_NULL, extdata, &o, err);
  if (rc != SQLITE_OK) return rc;
  if (o.guid != ROCPD_NULL) p.wall_ns = o.wall_offset_ns;
  if (o.guid != ROCPD_NULL) p.process = process_of(o.guid, o.host, ROCPD_NULL, ROCPD_NULL);
  else if (s->info.multi_process) p.process = process_of(guid, host, p.nid, p.pid);
  return add_part(c, &p);
}

/* Adds the processes of a source that has them as rows. If they cannot be read, the source is not compared. */
static int add_rows(comparison *c, rocpd_source *s, int64_t guid, int64_t host, const process_part *p) {
  rocpd_batch **batch = NULL;
  size_t n = 0;
  rocpd_error err = {0};
  int rc = s->class->batches(s, ROCPD_KIND_RAW_PROCESS, &batch, &n, &err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) rc = add_said(c, s, guid, host, batch[i], row, *p, &err);
  rocpd_error_clear(&err);
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

int rocpd_same_add_source(comparison *c, rocpd_source *s, size_t place) {
  int64_t guid, host;
  size_t before = c->parts;
  int rc = rocpd_intern_or_null(c->session, *s->info.process ? s->info.process : s->info.guid, &guid);
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(c->session, s->info.host, &host);
  if (rc != SQLITE_OK || guid == ROCPD_NULL) return rc;
  process_part p = {.source = place, .nid = ROCPD_NULL, .pid = ROCPD_NULL, .wall_ns = s->info.wall_offset_ns};
  p.process = process_of(guid, host, ROCPD_NULL, ROCPD_NULL);
  if (s->info.process_rows) rc = add_rows(c, s, guid, host, &p);
  return rc == SQLITE_OK && c->parts == before ? add_part(c, &p) : rc;
}

int rocpd_same_list_compared(comparison *c, rocpd_source *const *source) {
  size_t i = 0;
  for (size_t end; i < c->parts; i = end) {
    bool any = false;
    for (end = i; end < c->parts && c->part[end].source == c->part[i].source; end++) {
      process_part *p = &c->part[end];
      any |= p->elsewhere = holders_with(c, p->process)->sources > 1;
    }
    if (!any) continue;
    if (rocpd_array_push_reserve(&c->one, c->n, sizeof(*c->one)) != SQLITE_OK) return SQLITE_NOMEM;
    c->one[c->n++] = (compared){.source = source[c->part[i].source], .place = c->part[i].source, .part = &c->part[i], .parts = end - i};
  }
  return SQLITE_OK;
}
