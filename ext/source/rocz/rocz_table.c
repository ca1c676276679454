/* Batches of kinds of which a file has few rows: processes, threads, agents, queues,
** streams, code objects and kernel symbols. Made from info rows, one batch each. */
#include "demangle.h"
#include "json.h"
#include "rocz_file.h"
#include <stdlib.h>

/* ---- what all rows of a file have in common */

#define COMMON(k) \
  [ROCPD_KIND_##k] = {ROCPD_##k##_guid,   ROCPD_##k##_nid, ROCPD_##k##_pid, ROCPD_##k##_source, \
                      ROCPD_##k##_run, ROCPD_##k##_host, ROCPD_##k##_rank}
static const struct { uint8_t guid, nid, pid, source, run, host, rank; } common[ROCPD_KIND_COUNT] = {
    COMMON(KERNEL), COMMON(REGION),      COMMON(SAMPLE), COMMON(ARG),           COMMON(COPY),  COMMON(PROCESS), COMMON(THREAD),
    COMMON(CODE_OBJECT), COMMON(KERNEL_SYMBOL), COMMON(AGENT), COMMON(QUEUE), COMMON(STREAM), COMMON(GRAPH_LAUNCH)};

bool rocpd_rocz_common_value(const rocpd_rocz_file *f, int kind, int index, int64_t *value) {
  if (index == common[kind].guid) *value = f->guid;
  else if (index == common[kind].nid) *value = f->base.info.nid;
  else if (index == common[kind].pid) *value = f->base.info.pid;
  else if (index == common[kind].source) *value = f->path;
  else if (index == common[kind].run) *value = f->run;
  else if (index == common[kind].host) *value = f->host;
  else if (index == common[kind].rank) *value = rocpd_rank_or_null(f->base.info.rank);
  else return false;
  return true;
}

/* ---- rows */

/* The interned id of a property of the file's header. */
static int property(rocpd_rocz_file *f, const char *key, int64_t *id) {
  const char *text = rocz_header_property(&f->header, key);
  *id = ROCPD_NULL;
  return text ? rocpd_intern(f->base.session, text, -1, id) : SQLITE_OK;
}

static int64_t process_end(const rocpd_rocz_file *f) {
  const rocpd_rocz_info *info = &f->info[ROCZ_PROCESS_END];
  return info->rows ? rocpd_rocz_info_value(info, info->rows - 1, 0) : ROCPD_NULL;
}

/* Sets the columns about the machine, which are the same in PROCESS and THREAD. */
static int machine(rocpd_rocz_file *f, int64_t *v) {
  int rc = property(f, "machine_id", &v[ROCPD_PROCESS_machine_id]);
  if (rc == SQLITE_OK) rc = property(f, "system", &v[ROCPD_PROCESS_system_name]);
  if (rc == SQLITE_OK) rc = property(f, "release", &v[ROCPD_PROCESS_system_release]);
  if (rc == SQLITE_OK) rc = property(f, "version", &v[ROCPD_PROCESS_system_version]);
  v[ROCPD_PROCESS_hostname] = f->host;
  v[ROCPD_PROCESS_ppid] = f->base.info.ppid;
  return rc;
}
_Static_assert((int)ROCPD_PROCESS_machine_id == (int)ROCPD_THREAD_machine_id &&
                   (int)ROCPD_PROCESS_system_version == (int)ROCPD_THREAD_system_version && (int)ROCPD_PROCESS_ppid == (int)ROCPD_THREAD_ppid,
               "machine() serves both");

/* Makes a JSON object of the recorded environment variables; NULL: there are none. */
static int environment(rocpd_rocz_file *f, int64_t *id) {
  sqlite3_str *json = sqlite3_str_new(NULL);
  for (size_t at = 0; at < f->header.props_size;) {
    const char *item = f->header.props + at, *value = strchr(item, '=');
    at += strlen(item) + 1;
    if (strncmp(item, "env.", 4) != 0 || !value) continue;
    sqlite3_str_appendall(json, sqlite3_str_length(json) ? ", " : "{");
    rocpd_json_append(json, item + 4, (size_t)(value - item) - 4);
    sqlite3_str_appendall(json, ": ");
    rocpd_json_append(json, value + 1, strlen(value + 1));
  }
  *id = ROCPD_NULL;
  bool any = sqlite3_str_length(json) > 0;
  sqlite3_str_appendall(json, any ? "}" : "");
  if (any || sqlite3_str_errcode(json) != SQLITE_OK) return rocpd_intern_str(f->base.session, json, id);
  sqlite3_free(sqlite3_str_finish(json));
  return SQLITE_OK;
}

static int process_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  v[ROCPD_PROCESS_init] = v[ROCPD_PROCESS_start] = f->base.info.start_ns;
  v[ROCPD_PROCESS_end] = v[ROCPD_PROCESS_fini] = process_end(f);
  int rc = property(f, "command", &v[ROCPD_PROCESS_command]);
  if (rc == SQLITE_OK) rc = environment(f, &v[ROCPD_PROCESS_environment]);
  return rc == SQLITE_OK ? machine(f, v) : rc;
}

static int thread_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  v[ROCPD_THREAD_tid] = row[1];
  v[ROCPD_THREAD_name] = row[2];
  v[ROCPD_THREAD_start] = row[3];
  v[ROCPD_THREAD_end] = row[4];
  return machine(f, v);
}

static int agent_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  v[ROCPD_AGENT_id] = v[ROCPD_AGENT_absolute_index] = row[0];
  v[ROCPD_AGENT_type] = row[1];
  v[ROCPD_AGENT_logical_index] = row[2];
  v[ROCPD_AGENT_type_index] = row[3];
  v[ROCPD_AGENT_uuid] = row[4];
  v[ROCPD_AGENT_name] = row[5];
  v[ROCPD_AGENT_model_name] = row[6];
  v[ROCPD_AGENT_vendor_name] = row[7];
  v[ROCPD_AGENT_product_name] = v[ROCPD_AGENT_user_name] = row[8];
  v[ROCPD_AGENT_extdata] = row[9] == ROCPD_NULL ? f->empty_json : row[9];
  return SQLITE_OK;
}

/* Makes a row of a queue or stream; row NULL: the default one, number 0. */
static int handle_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v, int dict) {
  v[ROCPD_QUEUE_id] = row ? row[0] : 0;
  v[ROCPD_QUEUE_extdata] = f->empty_json;
  return rocpd_rocz_attribute(f, dict, v[ROCPD_QUEUE_id], &v[ROCPD_QUEUE_name]);
}

static int queue_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) { return handle_row(f, row, v, D_QUEUE_NAME); }

/* Adds handle and time of creation, by which calls of the stream are found: another stream may have the same handle later. */
static int stream_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  int rc = handle_row(f, row, v, D_STREAM_NAME);
  if (rc != SQLITE_OK || !row || row[1] == ROCPD_NULL || row[5] == ROCPD_NULL) return rc;
  return rocpd_intern_format(f->base.session, &v[ROCPD_STREAM_extdata], "{\"handle\": \"0x%llx\", \"created_ns\": %lld}", row[1], row[5]);
}
_Static_assert((int)ROCPD_QUEUE_name == (int)ROCPD_STREAM_name && (int)ROCPD_QUEUE_extdata == (int)ROCPD_STREAM_extdata, "handle_row() serves both");

/* Reads the size from a uri of the form memory://... or file://...#offset=N&size=N; NULL: it has none. */
static int64_t size_of_uri(const char *uri) {
  const char *part = strchr(uri, '#');
  while (part && *++part) {
    if (strncmp(part, "size=", 5) == 0) {
      char *end;
      long long size = strtoll(part + 5, &end, 0);
      return end > part + 5 && (*end == 0 || *end == '&') && size >= 0 ? size : ROCPD_NULL;
    }
    part = strchr(part, '&');
  }
  return ROCPD_NULL;
}

static int code_object_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  v[ROCPD_CODE_OBJECT_id] = row[0];
  v[ROCPD_CODE_OBJECT_agent_abs_index] = row[1];
  v[ROCPD_CODE_OBJECT_uri] = row[2];
  v[ROCPD_CODE_OBJECT_load_base] = row[3];
  v[ROCPD_CODE_OBJECT_load_size] = row[4];
  v[ROCPD_CODE_OBJECT_load_delta] = row[5];
  v[ROCPD_CODE_OBJECT_storage_type_str] = row[6];
  v[ROCPD_CODE_OBJECT_memory_base] = row[7];
  v[ROCPD_CODE_OBJECT_memory_size] = row[8];
  if (row[8] > 0) v[ROCPD_CODE_OBJECT_code_object_size] = row[8];
  else if (row[2] != ROCPD_NULL) v[ROCPD_CODE_OBJECT_code_object_size] = size_of_uri(rocpd_string(f->base.session, row[2], NULL));
  /* The number of this storage type in rocprofv3. */
  const char *type = row[6] == ROCPD_NULL ? "" : rocpd_string(f->base.session, row[6], NULL);
  if (strcmp(type, "FILE") == 0) v[ROCPD_CODE_OBJECT_storage_type] = 1;
  if (strcmp(type, "MEMORY") == 0) v[ROCPD_CODE_OBJECT_storage_type] = 2;
  return SQLITE_OK;
}

/* Makes the names as rocprofv3 does, from the descriptor's symbol, which ends in ".kd". */
static int kernel_names(rocpd_rocz_file *f, int64_t name, int64_t *v) {
  if (name == ROCPD_NULL) return SQLITE_OK;
  const char *symbol = rocpd_string(f->base.session, name, NULL);
  bool mangled = strncmp(symbol, "_Z", 2) == 0;
  int rc = rocpd_rocz_display_name(f, name, &v[ROCPD_KERNEL_SYMBOL_display_name]);
  if (rc != SQLITE_OK) return rc;
  v[ROCPD_KERNEL_SYMBOL_formatted_kernel_name] = v[ROCPD_KERNEL_SYMBOL_display_name];
  rc = rocpd_intern_format(f->base.session, &v[ROCPD_KERNEL_SYMBOL_kernel_name], "%s.kd", symbol);
  v[ROCPD_KERNEL_SYMBOL_demangled_kernel_name] = v[ROCPD_KERNEL_SYMBOL_truncated_kernel_name] = v[ROCPD_KERNEL_SYMBOL_kernel_name];
  if (rc != SQLITE_OK || !mangled) return rc;
  const char *shown = rocpd_string(f->base.session, v[ROCPD_KERNEL_SYMBOL_display_name], NULL);
  rc = rocpd_intern_format(f->base.session, &v[ROCPD_KERNEL_SYMBOL_demangled_kernel_name], "%s [clone .kd]", shown);
  return rc == SQLITE_OK ? rocpd_intern_owned(f->base.session, rocpd_short_name(symbol, ROCPD_SHORT_NAME), -1, &v[ROCPD_KERNEL_SYMBOL_truncated_kernel_name]) :
                           rc;
}

static int kernel_symbol_row(rocpd_rocz_file *f, const int64_t *row, int64_t *v) {
  v[ROCPD_KERNEL_SYMBOL_id] = v[ROCPD_KERNEL_SYMBOL_kernel_id] = row[0];
  v[ROCPD_KERNEL_SYMBOL_code_object_id] = row[1];
  v[ROCPD_KERNEL_SYMBOL_kernel_object] = row[3];
  v[ROCPD_KERNEL_SYMBOL_kernarg_segment_size] = row[4];
  v[ROCPD_KERNEL_SYMBOL_kernarg_segment_alignment] = row[5];
  v[ROCPD_KERNEL_SYMBOL_group_segment_size] = row[6];
  v[ROCPD_KERNEL_SYMBOL_private_segment_size] = row[7];
  v[ROCPD_KERNEL_SYMBOL_sgpr_count] = row[8];
  v[ROCPD_KERNEL_SYMBOL_arch_vgpr_count] = row[9];
  v[ROCPD_KERNEL_SYMBOL_accum_vgpr_count] = row[10];
  v[ROCPD_KERNEL_SYMBOL_kernel_code_entry_byte_offset] = row[11];
  v[ROCPD_KERNEL_SYMBOL_kernel_symbol_size] = row[12];
  if (row[3] != ROCPD_NULL && row[11] != ROCPD_NULL) v[ROCPD_KERNEL_SYMBOL_kernel_address] = (int64_t)((uint64_t)row[3] + (uint64_t)row[11]);
  return kernel_names(f, row[2], v);
}

/* The info kind of each kind, the function that makes its rows, and whether there is a row without an info row. */
static const struct {
  uint8_t info;
  bool zero;
  int (*row)(rocpd_rocz_file *f, const int64_t *row, int64_t *v);
} maker[ROCPD_KIND_COUNT] = {
    [ROCPD_KIND_PROCESS] = {0, true, process_row},           [ROCPD_KIND_THREAD] = {ROCZ_THREAD, false, thread_row},
    [ROCPD_KIND_AGENT] = {ROCZ_AGENT, false, agent_row},     [ROCPD_KIND_QUEUE] = {ROCZ_QUEUE, true, queue_row},
    [ROCPD_KIND_STREAM] = {ROCZ_STREAM, true, stream_row},   [ROCPD_KIND_CODE_OBJECT] = {ROCZ_CODE_OBJECT, false, code_object_row},
    [ROCPD_KIND_KERNEL_SYMBOL] = {ROCZ_KERNEL, false, kernel_symbol_row}};

/* ---- batches */

/* Fills in row i of a batch with `rows` rows. */
static int fill_row(rocpd_rocz_file *f, rocpd_rocz_batch *b, uint32_t i, const int64_t *from) {
  int64_t v[ROCPD_MAX_COLUMNS];
  int kind = b->base.kind, columns = rocpd_kinds[kind].columns;
  for (int c = 0; c < columns; c++) v[c] = ROCPD_NULL;
  int rc = maker[kind].row(f, from, v);
  int64_t wall = f->base.info.wall_offset_ns, start = rocpd_kinds[kind].start < 0 ? ROCPD_NULL : v[rocpd_kinds[kind].start];
  if (wall != ROCPD_NULL && start != ROCPD_NULL && __builtin_add_overflow(start, wall, &v[rocpd_kinds[kind].wall]))
    v[rocpd_kinds[kind].wall] = ROCPD_NULL;
  for (int c = 0; c < columns; c++) {
    rocpd_rocz_common_value(f, kind, c, &v[c]);
    b->value[(uint64_t)c * b->base.rows + i] = v[c];
    if ((c == rocpd_kinds[kind].start || c == rocpd_kinds[kind].end) && v[c] != ROCPD_NULL) {
      if (v[c] < b->base.min_time) b->base.min_time = v[c];
      if (v[c] > b->base.max_time) b->base.max_time = v[c];
    }
  }
  return rc;
}

enum { THREAD_START = 3 };
/* The info rows of a kind, each id once: at the place of its first row, with the
** values of its last. NO_ROW stands for number 0 that has no row. */
#define NO_ROW UINT64_MAX
static int list_rows(const rocpd_rocz_file *f, int kind, uint64_t **out, uint64_t *n) {
  const rocpd_rocz_info *info = &f->info[maker[kind].info];
  uint64_t rows = maker[kind].info ? info->rows : 0;
  rocpd_map seen = {0};
  int rc = SQLITE_OK;
  *n = 0;
  *out = sqlite3_malloc64((rows + 1) * sizeof(**out));
  if (!*out) return SQLITE_NOMEM;
  if (maker[kind].zero && !(rows && rocpd_rocz_info_find(info, maker[kind].info, 0) != UINT64_MAX)) (*out)[(*n)++] = NO_ROW;
  for (uint64_t i = 0; rc == SQLITE_OK && i < rows; i++) {
    int64_t id = rocpd_rocz_info_value(info, i, 0);
    if (kind == ROCPD_KIND_THREAD && rocpd_rocz_info_value(info, i, THREAD_START) == ROCPD_NULL) continue; /* a further lane of one that is there */
    if (rocpd_map_get(&seen, (uint64_t)id, UINT64_MAX) != UINT64_MAX) continue;
    rc = rocpd_map_set(&seen, (uint64_t)id, i);
    (*out)[(*n)++] = rocpd_rocz_info_find(info, maker[kind].info, (uint64_t)id);
  }
  rocpd_map_free(&seen);
  return rc;
}

static int add_batch(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, const uint64_t *row, uint64_t first, uint32_t rows) {
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, kind, 0, 0);
  if (!b) return SQLITE_NOMEM;
  b->order = first;
  b->base.rows = rows;
  b->base.first_rowid += (int64_t)first;
  b->value = sqlite3_malloc64(rows * (uint64_t)rocpd_kinds[kind].columns * sizeof(*b->value));
  int rc = b->value ? SQLITE_OK : SQLITE_NOMEM;
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows; i++) {
    int64_t from[ROCPD_ROCZ_INFO_COLUMNS];
    if (row[i] != NO_ROW) rocpd_rocz_info_get(&f->info[maker[kind].info], row[i], from);
    rc = fill_row(f, b, i, row[i] != NO_ROW ? from : NULL);
  }
  if (rc == SQLITE_OK) return rocpd_rocz_batches_add(l, b);
  rocpd_batch_unref(&b->base);
  return rc;
}

bool rocpd_rocz_table_lost(const rocpd_rocz_file *f, int kind) { return maker[kind].info && f->info[maker[kind].info].lost && !f->own_set; }

int rocpd_rocz_table_batches(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, rocpd_error *err) {
  uint64_t *row, n;
  int rc = list_rows(f, kind, &row, &n);
  for (uint64_t i = 0; rc == SQLITE_OK && i < n; i += ROCPD_BATCH_ROWS)
    rc = add_batch(f, kind, l, row + i, i, (uint32_t)(n - i < ROCPD_BATCH_ROWS ? n - i : ROCPD_BATCH_ROWS));
  sqlite3_free(row);
  return rocpd_fail_code(err, rc);
}
