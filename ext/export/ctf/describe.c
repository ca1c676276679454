/* What the trace, its clock, its streams and their events are called: in the text of a trace on disk, and for babeltrace2's component. */
#include "ctf.h"

/* ---- streams and events ---- */

void ctf_channel_name(int kind, const ctf_channel *c, char *name) {
  const char *prefix = ctf_kinds[kind].channel[c->source].prefix;
  if (c->id == ROCPD_NULL) sqlite3_snprintf(CTF_CHANNEL_NAME, name, "%s_unknown", prefix);
  else sqlite3_snprintf(CTF_CHANNEL_NAME, name, "%s_%lld", prefix, c->id);
}

/* Regions of the APIs that the plugin has classes of their own for. */
const char *ctf_event_name(int kind, const char *category) {
  static const struct { const char *category, *event; } known[] = {
    {"HIP_RUNTIME_API", "hip_runtime_region_event"}, {"HIP_COMPILER_API", "hip_compiler_region_event"}, {"HSA_CORE_API", "hsa_core_region_event"},
    {"HSA_AMD_EXT_API", "hsa_amd_ext_region_event"}, {"MARKER_CORE_API", "marker_core_region_event"}};
  for (size_t i = 0; ctf_kinds[kind].kind == ROCPD_KIND_REGION && category && i < sizeof known / sizeof *known; i++)
    if (!strncmp(category, known[i].category, strlen(known[i].category))) return known[i].event;
  return ctf_kinds[kind].event;
}

/* ---- the trace ---- */

/* Rows that were to be recorded and are not there, as the file says. */
static int find_missing(const rocpd_source *source, int64_t *missing, rocpd_error *err) {
  rocpd_overhead o;
  *missing = ROCPD_NULL;
  if (!source->class->overhead) return SQLITE_OK;
  int rc = source->class->overhead((rocpd_source *)source, &o, err);
  const int64_t part[] = {o.calls_dropped, o.dispatches_dropped, o.copies_dropped, o.rows_lost, o.rows_over_limit};
  for (size_t i = 0; !rc && i < sizeof part / sizeof *part; i++)
    if (part[i] != ROCPD_NULL) *missing = (*missing == ROCPD_NULL ? 0 : *missing) + part[i];
  return rc;
}

/* What is known of each source; of the only one by the names that readers look for, of others with their number. */
static int describe_source(const rocpd_source *source, size_t i, bool only, ctf_take_fact take, void *arg, rocpd_error *err) {
  int64_t missing, wall = rocpd_source_wall_offset_ns(source);
  int rc = find_missing(source, &missing, err);
  const struct {
    const char *name, *text;
    int64_t number;
    bool known;
  } fact[] = {{"source", source->path, 0, source->path && *source->path},
              {"source_kind", source->class->name, 0, true},
              {"guid", source->info.guid, 0, *source->info.guid},
              {"run", source->info.run_id, 0, *source->info.run_id},
              {"hostname", source->info.host, 0, source->info.host && *source->info.host},
              {"command", source->info.command, 0, source->info.command && *source->info.command},
              {"vpid", NULL, source->info.pid, source->info.pid > 0},
              {"rank", NULL, rocpd_source_rank(source), rocpd_source_rank(source) >= 0},
              {"wall_offset_ns", NULL, wall, wall != ROCPD_NULL},
              {"complete", NULL, rocpd_source_is_whole(source), true},
              {"events_missing", NULL, missing, missing != ROCPD_NULL}};
  for (size_t k = 0; !rc && k < sizeof fact / sizeof *fact; k++) {
    char name[32];
    if (only) sqlite3_snprintf(sizeof name, name, "%s", fact[k].name);
    else sqlite3_snprintf(sizeof name, name, "%s_%llu", fact[k].name, (sqlite3_uint64)i);
    if (fact[k].known) rc = take(arg, name, fact[k].text, fact[k].number, err);
  }
  return rc;
}

int ctf_environment(const rocpd_export *x, ctf_take_fact take, void *arg, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int rc = take(arg, "domain", "rocm", 0, err);
  if (!rc) rc = take(arg, "tracer_name", "rocpd", 0, err);
  if (!rc) rc = take(arg, "tracer_version", ROCPD_VERSION, 0, err);
  if (!rc) rc = take(arg, "sources", NULL, (int64_t)n, err);
  for (size_t i = 0; !rc && i < n; i++) rc = describe_source(source[i], i, n == 1, take, arg, err);
  return rc;
}

/* ns are those of the tables; with the offset they are UTC. */
ctf_clock ctf_find_clock(const ctf_shared *s, uint32_t number) {
  enum { SECOND = 1000000000 };
  bool known = s->wall[number] != ROCPD_NULL;
  int64_t offset = (known ? s->wall[number] : 0) + s->base, seconds = offset / SECOND;
  if (offset % SECOND < 0) seconds--;
  return (ctf_clock){known ? "UTC" : "nanoseconds of the trace's own clock", seconds, offset - seconds * SECOND, known};
}
