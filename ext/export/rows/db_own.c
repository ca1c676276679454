/* See db_own.h. SQLite makes the JSON, on the connection that writes. */
#include "db_own.h"
#include "export.h"
#include "hosts.h"
#include "known_time.h"
#include "said.h"

/* ---- values of rows ---- */

/* Binds the only value of a statement to a parameter of `insert`, and finalizes the statement. */
static int bind_result(sqlite3_stmt *insert, int place, sqlite3_stmt *make, int rc) {
  if (!rc && sqlite3_step(make) == SQLITE_ROW) rc = sqlite3_bind_value(insert, place, sqlite3_column_value(make, 0));
  else if (!rc) rc = sqlite3_errcode(sqlite3_db_handle(insert));
  sqlite3_finalize(make);
  return rc;
}

static int bind_string(sqlite3_stmt *stmt, int place, const rocpd_source *s, int64_t id) {
  return id == ROCPD_NULL ? SQLITE_OK : sqlite3_bind_text(stmt, place, rocpd_string(s->session, id, NULL), -1, SQLITE_STATIC);
}

static int bind_number(sqlite3_stmt *stmt, int place, int64_t v) { return v == ROCPD_NULL ? SQLITE_OK : sqlite3_bind_int64(stmt, place, v); }

int rocpd_db_bind_origin(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t extdata) {
  sqlite3_stmt *make = NULL;
  int rc = sqlite3_prepare_v2(sqlite3_db_handle(insert),
                              "SELECT json_insert(CASE WHEN json_valid(?1) AND json_type(?1) = 'object' THEN ?1 WHEN ?1 <> '' THEN json_object('extdata', ?1) "
                              "ELSE '{}' END, '$.rocpd_source', "
                              "json_object('guid', ?2, 'host', ?3, 'rank', ?4, 'run', ?5, 'file', ?6, 'wall_offset_ns', ?7))", -1, &make, NULL);
  if (!rc) rc = bind_string(make, 1, s, extdata);
  if (!rc) rc = sqlite3_bind_text(make, 2, s->info.guid, -1, SQLITE_STATIC);
  if (!rc && s->info.host) rc = sqlite3_bind_text(make, 3, s->info.host, -1, SQLITE_STATIC);
  if (!rc) rc = bind_number(make, 4, rocpd_source_rank(s));
  if (!rc && *s->info.run_id) rc = sqlite3_bind_text(make, 5, s->info.run_id, -1, SQLITE_STATIC);
  if (!rc) rc = sqlite3_bind_text(make, 6, s->path, -1, SQLITE_STATIC);
  if (!rc) rc = bind_number(make, 7, rocpd_source_wall_offset_ns(s));
  return bind_result(insert, place, make, rc);
}

/* Characters that separate words. */
#define NO_WORD "\"',;: "

int rocpd_db_bind_command(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t command) {
  const char *text = command == ROCPD_NULL ? "" : rocpd_string(s->session, command, NULL), *slash = strrchr(s->path, '/');
  if (!text[strspn(text, NO_WORD)]) text = slash ? slash + 1 : s->path;
  return sqlite3_bind_text(insert, place, text, -1, SQLITE_STATIC);
}

int rocpd_db_bind_details(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t extdata) {
  const char *text = extdata == ROCPD_NULL ? "{}" : rocpd_string(s->session, extdata, NULL);
  if (!strcmp(text, "{}") || *text != '{' || strstr(text, "\"message\"")) return sqlite3_bind_text(insert, place, text, -1, SQLITE_STATIC);
  char *more = sqlite3_mprintf("{\"message\": \"\", %s", text + 1);
  return more ? sqlite3_bind_text(insert, place, more, -1, sqlite3_free) : SQLITE_NOMEM;
}

/* AMD's reader needs each of these. gpu_index counts GPUs only. */
#define ZERO(a) "\"" a "\":0,"
const char rocpd_db_unknown_agent[] =
    "{" ZERO("size") "\"id\":{\"handle\":0}," ZERO("type") ZERO("cpu_cores_count") ZERO("simd_count") ZERO("mem_banks_count") ZERO("caches_count")
    ZERO("io_links_count") ZERO("cpu_core_id_base") ZERO("simd_id_base") ZERO("max_waves_per_simd") ZERO("lds_size_in_kb") ZERO("gds_size_in_kb")
    ZERO("num_gws") ZERO("wave_front_size") ZERO("num_xcc") ZERO("cu_count") ZERO("array_count") ZERO("num_shader_banks") ZERO("simd_arrays_per_engine")
    ZERO("cu_per_simd_array") ZERO("simd_per_cu") ZERO("max_slots_scratch_cu") ZERO("gfx_target_version") ZERO("vendor_id") ZERO("device_id")
    ZERO("location_id") ZERO("domain") ZERO("drm_render_minor") ZERO("num_sdma_engines") ZERO("num_sdma_xgmi_engines") ZERO("num_sdma_queues_per_engine")
    ZERO("num_cp_queues") ZERO("max_engine_clk_ccompute") ZERO("max_engine_clk_fcompute") "\"sdma_fw_version\":{\"uCodeSDMA\":0,\"uCodeRes\":0},"
    "\"fw_version\":{\"uCode\":0,\"Major\":0,\"Minor\":0,\"Stepping\":0},\"capability\":{"
    ZERO("HotPluggable") ZERO("HSAMMUPresent") ZERO("SharedWithGraphics") ZERO("QueueSizePowerOfTwo") ZERO("QueueSize32bit") ZERO("QueueIdleEvent")
    ZERO("VALimit") ZERO("WatchPointsSupported") ZERO("WatchPointsTotalBits") ZERO("DoorbellType") ZERO("AQLQueueDoubleMap") ZERO("DebugTrapSupported")
    ZERO("WaveLaunchTrapOverrideSupported") ZERO("WaveLaunchModeSupported") ZERO("PreciseMemoryOperationsSupported") ZERO("DEPRECATED_SRAM_EDCSupport")
    ZERO("Mem_EDCSupport") ZERO("RASEventNotify") ZERO("ASICRevision") ZERO("SRAM_EDCSupport") ZERO("SVMAPISupported") ZERO("CoherentHostAccess")
    "\"DebugSupportedFirmware\":0}," ZERO("cu_per_engine") ZERO("max_waves_per_cu") ZERO("family_id") ZERO("workgroup_max_size") ZERO("grid_max_size")
    ZERO("local_mem_size") ZERO("hive_id") ZERO("gpu_id") "\"workgroup_max_dim\":{\"x\":0,\"y\":0,\"z\":0},\"grid_max_dim\":{\"x\":0,\"y\":0,\"z\":0},"
    "\"name\":\"\",\"vendor_name\":\"\",\"product_name\":\"\",\"model_name\":\"\"," ZERO("node_id") ZERO("logical_node_id") ZERO("logical_node_type_id")
    "\"runtime_visibility\":{\"hsa\":0,\"hip\":0,\"rccl\":0,\"rocdecode\":0},\"uuid\":{\"bytes\":{" ZERO("value0") ZERO("value1") ZERO("value2")
    ZERO("value3") ZERO("value4") ZERO("value5") ZERO("value6") ZERO("value7") ZERO("value8") ZERO("value9") ZERO("value10") ZERO("value11")
    ZERO("value12") ZERO("value13") ZERO("value14") "\"value15\":0}},\"mem_banks\":[],\"caches\":[],\"io_links\":[],\"gpu_index\":-1}";
#undef ZERO

int rocpd_db_bind_agent(sqlite3_stmt *insert, int place, const rocpd_source *s, const int64_t *column) {
  sqlite3_stmt *make = NULL;
  int rc = sqlite3_prepare_v2(sqlite3_db_handle(insert),
                              "SELECT json_patch(json_patch(?1, json_object('type', CASE ?2 WHEN 'CPU' THEN 1 WHEN 'GPU' THEN 2 ELSE 0 END, "
                              "'device_id', coalesce(?3, 0), 'name', coalesce(?4, ''), 'vendor_name', coalesce(?5, ''), 'product_name', coalesce(?6, ''), "
                              "'model_name', coalesce(?7, ''), 'node_id', coalesce(?8, 0), 'logical_node_id', coalesce(?9, 0), "
                              "'logical_node_type_id', coalesce(?10, 0), 'gpu_index', CASE ?2 WHEN 'GPU' THEN coalesce(?10, 0) ELSE -1 END)), "
                              "CASE WHEN json_valid(?11) AND json_type(?11) = 'object' THEN ?11 ELSE '{}' END)", -1, &make, NULL);
  if (!rc) rc = sqlite3_bind_text(make, 1, rocpd_db_unknown_agent, -1, SQLITE_STATIC);
  if (!rc) rc = bind_string(make, 2, s, column[ROCPD_AGENT_type]);
  if (!rc) rc = bind_number(make, 3, column[ROCPD_AGENT_uuid]);
  if (!rc) rc = bind_string(make, 4, s, column[ROCPD_AGENT_name]);
  if (!rc) rc = bind_string(make, 5, s, column[ROCPD_AGENT_vendor_name]);
  if (!rc) rc = bind_string(make, 6, s, column[ROCPD_AGENT_product_name]);
  if (!rc) rc = bind_string(make, 7, s, column[ROCPD_AGENT_model_name]);
  if (!rc) rc = bind_number(make, 8, column[ROCPD_AGENT_absolute_index]);
  if (!rc) rc = bind_number(make, 9, column[ROCPD_AGENT_logical_index]);
  if (!rc) rc = bind_number(make, 10, column[ROCPD_AGENT_type_index]);
  if (!rc) rc = bind_string(make, 11, s, column[ROCPD_AGENT_extdata]);
  return bind_result(insert, place, make, rc);
}

/* ---- what sources say of themselves beside their rows. A merged database already has it as rows, which are copied with the others ---- */

typedef struct keeping {
  sqlite3_stmt *insert; /* file, and three values */
  const char *file;
  int rc;
} keeping;

static int insert(keeping *k) {
  sqlite3_bind_text(k->insert, 1, k->file, -1, SQLITE_STATIC);
  k->rc = sqlite3_step(k->insert);
  k->rc = sqlite3_reset(k->insert);
  sqlite3_clear_bindings(k->insert);
  return k->rc;
}

/* Facts that are not kept: that something is complete, and values of 0. */
static int keep_fact(void *arg, const char *name, int64_t value, const char *detail) {
  keeping *k = arg;
  if (!strcmp(name, "exported from") || (value != 0) == !strcmp(name, "complete")) return SQLITE_OK;
  sqlite3_bind_text(k->insert, 2, name, -1, SQLITE_STATIC);
  sqlite3_bind_int64(k->insert, 3, value);
  if (detail) sqlite3_bind_text(k->insert, 4, detail, -1, SQLITE_STATIC);
  return insert(k);
}

static int keep_domain(void *arg, const char *domain, bool recorded, const char *more) {
  keeping *k = arg;
  sqlite3_bind_text(k->insert, 2, domain, -1, SQLITE_STATIC);
  sqlite3_bind_int(k->insert, 3, recorded);
  if (more) sqlite3_bind_text(k->insert, 4, more, -1, SQLITE_STATIC);
  return insert(k);
}

static int open_insert(sqlite3 *db, const char *suffix, const char *tag, const char *const key[3], keeping *k) {
  char *sql = sqlite3_mprintf("INSERT INTO \"rocpd_metadata%s\" (tag, value) VALUES (%Q, json_object('file', ?1, %Q, ?2, %Q, ?3, %Q, ?4))", suffix, tag, key[0],
                              key[1], key[2]);
  int rc = sql ? sqlite3_prepare_v2(db, sql, -1, &k->insert, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

static int keep_of(keeping *health, keeping *domains, rocpd_source *s, rocpd_error *err) {
  int rc = SQLITE_OK;
  health->file = domains->file = s->path;
  /* If the source has metadata as rows, its other facts are among them, and these are copied. */
  bool is_copied = s->info.native & ROCPD_KIND_BIT(ROCPD_KIND_RAW_METADATA);
  rc = rocpd_fail_code(err, (is_copied ? rocpd_unknown_times_each : rocpd_source_health)(s, keep_fact, health));
  if (!rc && s->class->domains && !is_copied) rc = s->class->domains(s, keep_domain, domains, err);
  return rc;
}

int rocpd_db_keep_said(sqlite3 *db, const char *suffix, rocpd_export *x, rocpd_source **source, size_t n, rocpd_error *err) {
  keeping health = {0}, domains = {0};
  int rc = rocpd_fail_code(err, open_insert(db, suffix, ROCPD_SAID_HEALTH, (const char *const[]){"name", "value", "detail"}, &health));
  if (!rc) rc = rocpd_fail_code(err, open_insert(db, suffix, ROCPD_SAID_RECORDED, (const char *const[]){"domain", "recorded", "more"}, &domains));
  for (size_t i = 0; !rc && i < n; i++)
    rc = keep_of(&health, &domains, source[i], err);
  int64_t machines = 0;
  if (!rc) rc = rocpd_hosts_apart(x->session, source, n, &machines, err);
  health.file = x->file.path;
  if (!rc && machines)
    rc = rocpd_fail_code(err, keep_fact(&health, ROCPD_SAID_NOT_ALIGNED, machines, "machines, each with times of its own clock when the file was made"));
  sqlite3_finalize(health.insert), sqlite3_finalize(domains.insert);
  return rc;
}
