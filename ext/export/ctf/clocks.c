/* Finds the clocks of the trace: sources with different UTC offsets have different clocks. */
#include "ctf.h"
#include "intern.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- which source has which ---- */

/* Finds the clock with this UTC offset; the number of clocks if there is none. Offsets that differ by more than any time have no common time line. */
static uint32_t clock_like(const rocpd_ctf_shared *s, int64_t wall) {
  uint32_t i = 0;
  if (s->clocks && !rocpd_is_time(wall - s->clock[0].wall)) return 0;
  while (i < s->clocks && rocpd_export_apart(wall, s->clock[i].wall)) i++;
  return i;
}

static int add_source(rocpd_export *x, rocpd_ctf_shared *s, const rocpd_source *source, bool moved, rocpd_error *err) {
  int64_t guid, wall = rocpd_source_wall_offset_ns(source);
  int rc = rocpd_intern_or_null(x->session, source->info.guid, &guid);
  if (rc || wall == ROCPD_NULL || (guid != ROCPD_NULL && rocpd_map_get(&s->clock_of_guid, (uint64_t)guid, UINT64_MAX) != UINT64_MAX))
    return rocpd_fail_code(err, rc);
  uint32_t clock = moved && s->clocks ? 0 : clock_like(s, wall);
  if (clock == s->clocks) s->clock[s->clocks++] = (rocpd_ctf_clock_domain){wall, source->info.host};
  return guid == ROCPD_NULL ? SQLITE_OK : rocpd_fail_code(err, rocpd_map_set(&s->clock_of_guid, (uint64_t)guid, clock));
}

/* If the clocks have been aligned, all sources have the first one's UTC offset. */
int rocpd_ctf_find_clocks(rocpd_export *x, rocpd_ctf_shared *s, rocpd_error *err) {
  size_t n;
  bool moved = false;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  if (!(s->clock = sqlite3_malloc64((n + 1) * sizeof *s->clock))) return rocpd_no_memory(err);
  for (size_t i = 0; i < n; i++) moved |= source[i]->said.offset_ns != 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) rc = add_source(x, s, source[i], moved, err);
  if (!s->clocks) s->clock[s->clocks++] = (rocpd_ctf_clock_domain){ROCPD_NULL, n ? source[0]->info.host : NULL};
  if (rc || s->clocks == 1) return rc;
  return rocpd_export_warn(x, err, "the sources' wall clocks are apart: there are %u clocks, and events of each are at its own time of day", s->clocks);
}

int rocpd_ctf_clock_of(const rocpd_export *x, const rocpd_ctf_shared *s, const rocpd_source *source, uint32_t *clock, rocpd_error *err) {
  int64_t guid, wall = rocpd_source_wall_offset_ns(source);
  int rc = rocpd_intern_or_null(x->session, source->info.guid, &guid);
  *clock = 0;
  if (rc) return rocpd_fail_code(err, rc);
  if (guid != ROCPD_NULL) *clock = (uint32_t)rocpd_map_get(&s->clock_of_guid, (uint64_t)guid, 0);
  else if (wall != ROCPD_NULL && s->clocks > 1) *clock = clock_like(s, wall);
  return SQLITE_OK;
}

/* ---- what it is ---- */

enum { SECOND = 1000000000 };

/* The UUID tells that traces share a clock. It is made of the host and the minute of its boot. */
static void make_uuid(const rocpd_ctf_clock_domain *d, rocpd_ctf_clock *c) {
  int64_t minute = d->wall == ROCPD_NULL ? INT64_MIN : d->wall / (60 * (int64_t)SECOND);
  XXH128_hash_t h = XXH3_128bits_withSeed(d->host, strlen(d->host), (uint64_t)minute);
  memcpy(c->uuid, &h, sizeof c->uuid);
  c->uuid[6] = (uint8_t)((c->uuid[6] & 0x0f) | 0x80), c->uuid[8] = (uint8_t)((c->uuid[8] & 0x3f) | 0x80);
  c->has_uuid = true;
}

/* Times are those of the tables; adding the clock's offset gives UTC. */
rocpd_ctf_clock rocpd_ctf_find_clock(const rocpd_ctf_shared *s, uint32_t number) {
  const rocpd_ctf_clock_domain *d = &s->clock[number];
  bool known = d->wall != ROCPD_NULL;
  int64_t offset = (known ? d->wall : 0) + s->base, seconds = offset / SECOND;
  if (offset % SECOND < 0) seconds--;
  rocpd_ctf_clock c = {
    .description = known ? "UTC" : "nanoseconds of the trace's own clock", .seconds = seconds, .ns = offset - seconds * SECOND, .absolute = known};
  sqlite3_snprintf(sizeof c.name, c.name, number ? "rocpd_%u" : "rocpd", number);
  if (d->host && *d->host) make_uuid(d, &c);
  return c;
}

int64_t rocpd_ctf_clock_ahead(const rocpd_ctf_shared *s, uint32_t clock) { return clock ? s->clock[clock].wall - s->clock[0].wall : 0; }
