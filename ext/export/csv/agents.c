/* PREFIX_agent_info.csv: the agents of all processes, with the properties that rocprofv3 writes. Agents of other tools only have a name and a number. */
#include "csv.h"
#include "decimal.h"
#include "export.h"
#include "json.h"

/* A number of several bit fields, which are separate values in the JSON. */
typedef struct bits {
  const char *name;
  uint8_t bits;
} bits;

static const bits sdma_firmware[] = {{"uCodeSDMA", 10}, {"uCodeRes", 22}, {NULL, 0}};
static const bits firmware[] = {{"uCode", 10}, {"Major", 6}, {"Minor", 8}, {"Stepping", 8}, {NULL, 0}};
static const bits capability[] = {{"HotPluggable", 1}, {"HSAMMUPresent", 1}, {"SharedWithGraphics", 1}, {"QueueSizePowerOfTwo", 1}, {"QueueSize32bit", 1},
                                  {"QueueIdleEvent", 1}, {"VALimit", 1}, {"WatchPointsSupported", 1}, {"WatchPointsTotalBits", 4}, {"DoorbellType", 2},
                                  {"AQLQueueDoubleMap", 1}, {"DebugTrapSupported", 1}, {"WaveLaunchTrapOverrideSupported", 1},
                                  {"WaveLaunchModeSupported", 1}, {"PreciseMemoryOperationsSupported", 1}, {"DEPRECATED_SRAM_EDCSupport", 1},
                                  {"Mem_EDCSupport", 1}, {"RASEventNotify", 1}, {"ASICRevision", 4}, {"SRAM_EDCSupport", 1}, {"SVMAPISupported", 1},
                                  {"CoherentHostAccess", 1}, {"DebugSupportedFirmware", 1}, {"PreciseALUOperationsSupported", 1},
                                  {"PerQueueResetSupported", 1}, {NULL, 0}};

/* A value from the table, or else at a path in extdata. */
static const struct { const char *header, *path; uint8_t column; bool text; const bits *bits; } field[] = {
    {"Node_Id", NULL, ROCPD_AGENT_absolute_index, false, NULL}, {"Logical_Node_Id", NULL, ROCPD_AGENT_logical_index, false, NULL},
    {"Agent_Type", NULL, ROCPD_AGENT_type, true, NULL}, {"Cpu_Cores_Count", "cpu_cores_count", 0, false, NULL},
    {"Simd_Count", "simd_count", 0, false, NULL}, {"Cpu_Core_Id_Base", "cpu_core_id_base", 0, false, NULL},
    {"Simd_Id_Base", "simd_id_base", 0, false, NULL}, {"Max_Waves_Per_Simd", "max_waves_per_simd", 0, false, NULL},
    {"Lds_Size_In_Kb", "lds_size_in_kb", 0, false, NULL}, {"Gds_Size_In_Kb", "gds_size_in_kb", 0, false, NULL},
    {"Num_Gws", "num_gws", 0, false, NULL}, {"Wave_Front_Size", "wave_front_size", 0, false, NULL},
    {"Num_Xcc", "num_xcc", 0, false, NULL}, {"Cu_Count", "cu_count", 0, false, NULL},
    {"Array_Count", "array_count", 0, false, NULL}, {"Num_Shader_Banks", "num_shader_banks", 0, false, NULL},
    {"Simd_Arrays_Per_Engine", "simd_arrays_per_engine", 0, false, NULL}, {"Cu_Per_Simd_Array", "cu_per_simd_array", 0, false, NULL},
    {"Simd_Per_Cu", "simd_per_cu", 0, false, NULL}, {"Max_Slots_Scratch_Cu", "max_slots_scratch_cu", 0, false, NULL},
    {"Gfx_Target_Version", "gfx_target_version", 0, false, NULL}, {"Vendor_Id", "vendor_id", 0, false, NULL},
    {"Device_Id", "device_id", 0, false, NULL}, {"Location_Id", "location_id", 0, false, NULL},
    {"Domain", "domain", 0, false, NULL}, {"Drm_Render_Minor", "drm_render_minor", 0, false, NULL},
    {"Num_Sdma_Engines", "num_sdma_engines", 0, false, NULL}, {"Num_Sdma_Xgmi_Engines", "num_sdma_xgmi_engines", 0, false, NULL},
    {"Num_Sdma_Queues_Per_Engine", "num_sdma_queues_per_engine", 0, false, NULL}, {"Num_Cp_Queues", "num_cp_queues", 0, false, NULL},
    {"Max_Engine_Clk_Ccompute", "max_engine_clk_ccompute", 0, false, NULL}, {"Max_Engine_Clk_Fcompute", "max_engine_clk_fcompute", 0, false, NULL},
    {"Sdma_Fw_Version", "sdma_fw_version", 0, false, sdma_firmware}, {"Fw_Version", "fw_version", 0, false, firmware},
    {"Capability", "capability", 0, false, capability}, {"Cu_Per_Engine", "cu_per_engine", 0, false, NULL},
    {"Max_Waves_Per_Cu", "max_waves_per_cu", 0, false, NULL}, {"Family_Id", "family_id", 0, false, NULL},
    {"Workgroup_Max_Size", "workgroup_max_size", 0, false, NULL}, {"Grid_Max_Size", "grid_max_size", 0, false, NULL},
    {"Local_Mem_Size", "local_mem_size", 0, false, NULL}, {"Hive_Id", "hive_id", 0, false, NULL}, {"Gpu_Id", "gpu_id", 0, false, NULL},
    {"Workgroup_Max_Dim_X", "workgroup_max_dim.x", 0, false, NULL}, {"Workgroup_Max_Dim_Y", "workgroup_max_dim.y", 0, false, NULL},
    {"Workgroup_Max_Dim_Z", "workgroup_max_dim.z", 0, false, NULL}, {"Grid_Max_Dim_X", "grid_max_dim.x", 0, false, NULL},
    {"Grid_Max_Dim_Y", "grid_max_dim.y", 0, false, NULL}, {"Grid_Max_Dim_Z", "grid_max_dim.z", 0, false, NULL},
    {"Name", NULL, ROCPD_AGENT_name, true, NULL}, {"Vendor_Name", NULL, ROCPD_AGENT_vendor_name, true, NULL},
    {"Product_Name", NULL, ROCPD_AGENT_product_name, true, NULL}, {"Model_Name", NULL, ROCPD_AGENT_model_name, true, NULL},
    {"Guid", NULL, ROCPD_AGENT_guid, true, NULL}, {"Process_Id", NULL, ROCPD_AGENT_pid, false, NULL},
};
enum { FIELDS = sizeof field / sizeof *field };

static int value_at(rocpd_session *session, int64_t json, const char *path, const char *member, int64_t *out, rocpd_error *err) {
  char *whole = sqlite3_mprintf(member ? "$.%s.%s" : "$.%s", path, member);
  int rc = whole ? rocpd_json_value(session, json, whole, ROCPD_INT, out, err) : rocpd_no_memory(err);
  sqlite3_free(whole);
  return rc;
}

/* The number composed of the bit fields; NULL if the JSON has none of them. */
static int add_bits(rocpd_session *session, int64_t json, const char *path, const bits *b, int64_t *out, rocpd_error *err) {
  uint64_t all = 0;
  unsigned at = 0;
  bool any = false;
  int rc = SQLITE_OK;
  for (; !rc && b->name; at += b++->bits) {
    int64_t part;
    rc = value_at(session, json, path, b->name, &part, err);
    if (rc || part == ROCPD_NULL) continue;
    any = true;
    all |= ((uint64_t)part & ((1ull << b->bits) - 1)) << at;
  }
  *out = any ? (int64_t)all : ROCPD_NULL;
  return rc;
}

/* Parsed JSON texts. A text can have 100 KB, and agents of one host mostly have the same one. */
typedef struct known {
  rocpd_map place; /* text -> place */
  int64_t (*value)[FIELDS];
  size_t n;
} known;

static int read_json(rocpd_session *session, int64_t json, int64_t *value, rocpd_error *err) {
  bool empty = json == ROCPD_NULL || !strcmp(rocpd_string(session, json, NULL), "{}");
  int rc = SQLITE_OK;
  for (int f = 0; !rc && f < FIELDS; f++) {
    value[f] = ROCPD_NULL;
    if (empty || !field[f].path) continue;
    if (field[f].bits) rc = add_bits(session, json, field[f].path, field[f].bits, &value[f], err);
    else rc = value_at(session, json, field[f].path, NULL, &value[f], err);
  }
  return rc;
}

static int find_json(known *k, rocpd_session *session, int64_t json, const int64_t **value, rocpd_error *err) {
  uint64_t key = json == ROCPD_NULL ? 0 : (uint64_t)json + 1, at = rocpd_map_get(&k->place, key, UINT64_MAX);
  if (at == UINT64_MAX) {
    at = k->n;
    if (rocpd_array_push_reserve(&k->value, k->n, sizeof *k->value)) return rocpd_no_memory(err);
    int rc = read_json(session, json, k->value[at], err);
    if (!rc) rc = rocpd_fail_code(err, rocpd_map_set(&k->place, key, at));
    if (rc) return rc;
    k->n++;
  }
  *value = k->value[at];
  return SQLITE_OK;
}

static int put_agent(rocpd_csv_writer *w, known *k, rocpd_csv_text *out, rocpd_batch *b, uint32_t row, rocpd_error *err) {
  const rocpd_column *c;
  const int64_t *more = NULL;
  int rc = rocpd_batch_column(b, ROCPD_AGENT_extdata, &c, err);
  if (!rc) rc = find_json(k, w->x->session, rocpd_column_at(c, row), &more, err);
  for (int f = 0; !rc && f < FIELDS; f++) {
    rc = rocpd_batch_column(b, field[f].column, &c, err);
    if (rc) return rc;
    int64_t value = field[f].path ? more[f] : rocpd_column_at(c, row);
    if (value != ROCPD_NULL && field[f].text && rocpd_csv_quote(out, w->x->session, &w->plain, value)) return rocpd_no_memory(err);
    char *p = rocpd_csv_room(out, ROCPD_DECIMAL_ROOM + 1);
    if (!p) return rocpd_no_memory(err);
    if (value != ROCPD_NULL && !field[f].text) p = rocpd_put_signed(p, value);
    *p++ = f + 1 < FIELDS ? ',' : '\n';
    out->used = (size_t)(p - out->at);
  }
  return rc;
}

static int put_header(rocpd_csv_text *out) {
  for (int f = 0; f < FIELDS; f++)
    if (rocpd_csv_quote_bytes(out, field[f].header, strlen(field[f].header)) || rocpd_csv_put(out, f + 1 < FIELDS ? "," : "\n", 1)) return SQLITE_NOMEM;
  return SQLITE_OK;
}

int rocpd_csv_agents_write(rocpd_export *x, rocpd_error *err) {
  rocpd_csv_text out = {0};
  known k = {0};
  rocpd_batch **batch;
  size_t n;
  uint64_t agents = 0;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_AGENT, &batch, &n, err);
  if (!rc) rc = rocpd_fail_code(err, put_header(&out));
  for (size_t i = 0; !rc && i < n; i++) {
    const rocpd_column *unreadable;
    if (!batch[i]->rows) rc = rocpd_batch_column(batch[i], ROCPD_AGENT_name, &unreadable, err);
    for (uint32_t row = 0; !rc && row < batch[i]->rows; row++, agents++) rc = put_agent(x->writers.at[0].state, &k, &out, batch[i], row, err);
    if (!rc) rc = rocpd_export_poll(x, 0, err);
  }
  if (!rc && agents) rc = rocpd_csv_write_file(x, "agent_info", &out, err);
  rocpd_map_free(&k.place);
  sqlite3_free(k.value);
  sqlite3_free(out.at);
  return rc;
}
