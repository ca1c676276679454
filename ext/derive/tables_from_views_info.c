/* Base tables that describe: derived from processes, threads, code objects and kernel symbols. */
#include "json.h"
#include "row_list.h"
#include "view.h"

/* ---- rocpd_metadata */

static int add_tag(rocpd_row_list *l, const char *tag, const char *value) {
  int64_t *row = rocpd_row_list_add(l);
  if (!row) return SQLITE_NOMEM;
  row[ROCPD_RAW_METADATA_id] = (int64_t)l->rows;
  int rc = rocpd_intern(l->source->session, tag, -1, &row[ROCPD_RAW_METADATA_tag]);
  return rc == SQLITE_OK ? rocpd_intern(l->source->session, value, -1, &row[ROCPD_RAW_METADATA_value]) : rc;
}

/* uuid is the suffix of the names of base tables: "_" and the guid with "_" for "-". */
static int add_tags(rocpd_row_list *l) {
  char uuid[sizeof l->source->info.guid + 1];
  sqlite3_snprintf(sizeof uuid, uuid, "_%s", l->source->info.guid);
  for (char *p = uuid; *p; p++)
    if (*p == '-') *p = '_';
  int rc = add_tag(l, "schema_version", "3");
  if (rc == SQLITE_OK) rc = add_tag(l, "uuid", uuid);
  return rc == SQLITE_OK ? add_tag(l, "guid", l->source->info.guid) : rc;
}

static int make_metadata(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_row_list l;
  int rc = rocpd_row_list_begin(&l, source, ROCPD_KIND_RAW_METADATA);
  if (rc == SQLITE_OK) rc = add_tags(&l);
  if (rc == SQLITE_OK) rc = rocpd_row_list_batches(&l, out, n);
  rocpd_row_list_end(&l);
  return rc;
}
ROCPD_DERIVER(rocpd_metadata) = {.kind = ROCPD_KIND_RAW_METADATA, .needs = ROCPD_KIND_BIT(ROCPD_KIND_REGION), .make = make_metadata};

/* ---- rocpd_info_node: the machines of the processes, one row for each */

static int add_node(rocpd_row_list *l, rocpd_batch *process, uint32_t i, rocpd_error *err) {
  static const struct { int of, is; } same[] = {
      {ROCPD_RAW_NODE_id, ROCPD_PROCESS_nid}, {ROCPD_RAW_NODE_hash, ROCPD_PROCESS_nid}, {ROCPD_RAW_NODE_machine_id, ROCPD_PROCESS_machine_id},
      {ROCPD_RAW_NODE_system_name, ROCPD_PROCESS_system_name}, {ROCPD_RAW_NODE_hostname, ROCPD_PROCESS_hostname},
      {ROCPD_RAW_NODE_release, ROCPD_PROCESS_system_release}, {ROCPD_RAW_NODE_version, ROCPD_PROCESS_system_version}};
  const rocpd_column *c;
  int rc = rocpd_batch_column(process, ROCPD_PROCESS_nid, &c, err);
  if (rc != SQLITE_OK) return rc;
  int64_t id = rocpd_column_at(c, i);
  for (uint64_t k = 0; k < l->rows; k++)
    if (l->value[k * ROCPD_RAW_NODE_COLUMNS + ROCPD_RAW_NODE_id] == id) return SQLITE_OK;
  int64_t *row = rocpd_row_list_add(l);
  if (!row) return SQLITE_NOMEM;
  for (size_t k = 0; rc == SQLITE_OK && k < sizeof same / sizeof *same; k++) {
    rc = rocpd_batch_column(process, same[k].is, &c, err);
    if (rc == SQLITE_OK) row[same[k].of] = rocpd_column_at(c, i);
  }
  return rc;
}

static int make_nodes(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_row_list l;
  rocpd_batch **process;
  size_t processes;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_PROCESS, &process, &processes, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_row_list_begin(&l, source, ROCPD_KIND_RAW_NODE);
  for (size_t b = 0; rc == SQLITE_OK && b < processes; b++)
    for (uint32_t i = 0; rc == SQLITE_OK && i < process[b]->rows; i++) rc = add_node(&l, process[b], i, err);
  if (rc == SQLITE_OK) rc = rocpd_row_list_batches(&l, out, n);
  rocpd_row_list_end(&l);
  return rc;
}
ROCPD_DERIVER(rocpd_info_node) = {.kind = ROCPD_KIND_RAW_NODE, .needs = ROCPD_KIND_BIT(ROCPD_KIND_PROCESS), .make = make_nodes};

/* ---- rocpd_info_process, rocpd_info_thread: ids are the numbers of the operating system */

/* An empty environment if none was recorded: base tables do not allow NULL. */
static int environments(rocpd_batch *processes, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  int64_t empty;
  int rc = rocpd_batch_column(processes, ROCPD_PROCESS_environment, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_intern(processes->source->session, "{}", 2, &empty);
  for (uint32_t i = 0; rc == SQLITE_OK && i < processes->rows; i++) {
    out[i] = rocpd_column_at(c, i);
    if (out[i] == ROCPD_NULL) out[i] = empty;
  }
  return rocpd_fail_code(err, rc);
}

#define P(column) [ROCPD_RAW_PROCESS_##column]
#define P_SAME(column) P(column) = SAME(ROCPD_PROCESS_##column)
static const rocpd_view_column processes[ROCPD_RAW_PROCESS_COLUMNS] = {
    P(id) = SAME(ROCPD_PROCESS_pid), P_SAME(guid), P_SAME(nid), P_SAME(ppid), P_SAME(pid), P_SAME(init), P_SAME(fini), P_SAME(start),
    P_SAME(end), P_SAME(command), P(environment) = COMPUTED(environments), P(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_info_process, RAW_PROCESS, PROCESS, .column = processes);

#define T(column) [ROCPD_RAW_THREAD_##column]
#define T_SAME(column) T(column) = SAME(ROCPD_THREAD_##column)
static const rocpd_view_column threads[ROCPD_RAW_THREAD_COLUMNS] = {
    T(id) = SAME(ROCPD_THREAD_tid), T_SAME(guid), T_SAME(nid), T_SAME(ppid), T_SAME(pid), T_SAME(tid), T_SAME(name), T_SAME(start),
    T_SAME(end), T(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_info_thread, RAW_THREAD, THREAD, .column = threads);

/* ---- rocpd_info_code_object, rocpd_info_kernel_symbol: extdata has those fields of the views that have no column */

typedef struct json_field {
  int column;
  const char *key;  /* a path of two keys has a dot */
} json_field;

static void append_field(sqlite3_str *out, rocpd_batch *b, const json_field *f, int64_t value) {
  const char *dot = strchr(f->key, '.');
  sqlite3_str_appendall(out, sqlite3_str_length(out) > 1 ? ", " : "");
  if (dot) sqlite3_str_appendf(out, "\"%.*s\": {\"%s\": ", (int)(dot - f->key), f->key, dot + 1);
  else sqlite3_str_appendf(out, "\"%s\": ", f->key);
  if (rocpd_kinds[b->kind].column[f->column].type == ROCPD_TEXT) {
    int64_t size;
    const char *text = rocpd_string(b->source->session, value, &size);
    rocpd_json_append(out, text, (size_t)size);
  } else {
    sqlite3_str_appendf(out, "%lld", value);
  }
  if (dot) sqlite3_str_appendall(out, "}");
}

/* The fields that are not NULL in row i as an object. */
static int json_of_row(rocpd_batch *b, const json_field *field, int fields, uint32_t i, int64_t *out, rocpd_error *err) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  int rc = SQLITE_OK;
  sqlite3_str_appendall(text, "{");
  for (int k = 0; rc == SQLITE_OK && k < fields; k++) {
    const rocpd_column *c;
    rc = rocpd_batch_column(b, field[k].column, &c, err);
    if (rc == SQLITE_OK && rocpd_column_at(c, i) != ROCPD_NULL) append_field(text, b, &field[k], rocpd_column_at(c, i));
  }
  sqlite3_str_appendall(text, "}");
  if (rc == SQLITE_OK) return rocpd_intern_str(b->source->session, text, out);
  sqlite3_free(sqlite3_str_finish(text));
  return rc;
}

static int json_of_rows(rocpd_batch *b, const json_field *field, int fields, int64_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) rc = json_of_row(b, field, fields, i, &out[i], err);
  return rocpd_fail_code(err, rc);
}

#define FIELD(kind, column, key) {ROCPD_##kind##_##column, key}
#define FIELDS(list) list, sizeof list / sizeof *list

static int code_object_json(rocpd_batch *b, int64_t *out, rocpd_error *err) {
  static const json_field field[] = {
      FIELD(CODE_OBJECT, code_object_size, "size"), FIELD(CODE_OBJECT, id, "code_object_id"), FIELD(CODE_OBJECT, uri, "uri"),
      FIELD(CODE_OBJECT, load_base, "load_base"), FIELD(CODE_OBJECT, load_size, "load_size"), FIELD(CODE_OBJECT, load_delta, "load_delta"),
      FIELD(CODE_OBJECT, storage_type, "storage_type"), FIELD(CODE_OBJECT, memory_base, "memory_base"),
      FIELD(CODE_OBJECT, memory_size, "memory_size")};
  return json_of_rows(b, FIELDS(field), out, err);
}

#define O(column) [ROCPD_RAW_CODE_OBJECT_##column]
#define O_SAME(column) O(column) = SAME(ROCPD_CODE_OBJECT_##column)
static const rocpd_view_column code_objects[ROCPD_RAW_CODE_OBJECT_COLUMNS] = {
    O_SAME(id), O_SAME(guid), O_SAME(nid), O_SAME(pid), O(agent_id) = LINK(ROCPD_CODE_OBJECT_agent_abs_index, AGENT_OF_INDEX, ROCPD_AGENT_id),
    O_SAME(uri), O_SAME(load_base), O_SAME(load_size), O_SAME(load_delta), O(storage_type) = SAME(ROCPD_CODE_OBJECT_storage_type_str),
    O(extdata) = COMPUTED(code_object_json)};
ROCPD_VIEW(rocpd_info_code_object, RAW_CODE_OBJECT, CODE_OBJECT, .column = code_objects);

static int kernel_symbol_json(rocpd_batch *b, int64_t *out, rocpd_error *err) {
  static const json_field field[] = {
      FIELD(KERNEL_SYMBOL, kernel_symbol_size, "size"), FIELD(KERNEL_SYMBOL, kernel_id, "kernel_id"),
      FIELD(KERNEL_SYMBOL, code_object_id, "code_object_id"), FIELD(KERNEL_SYMBOL, kernel_name, "kernel_name"),
      FIELD(KERNEL_SYMBOL, kernel_object, "kernel_object"),
      FIELD(KERNEL_SYMBOL, kernel_code_entry_byte_offset, "kernel_code_entry_byte_offset"),
      FIELD(KERNEL_SYMBOL, kernel_address, "kernel_address.handle"), FIELD(KERNEL_SYMBOL, formatted_kernel_name, "formatted_kernel_name"),
      FIELD(KERNEL_SYMBOL, demangled_kernel_name, "demangled_kernel_name"),
      FIELD(KERNEL_SYMBOL, truncated_kernel_name, "truncated_kernel_name")};
  return json_of_rows(b, FIELDS(field), out, err);
}

#define S(column) [ROCPD_RAW_KERNEL_SYMBOL_##column]
#define S_SAME(column) S(column) = SAME(ROCPD_KERNEL_SYMBOL_##column)
static const rocpd_view_column kernel_symbols[ROCPD_RAW_KERNEL_SYMBOL_COLUMNS] = {
    S_SAME(id), S_SAME(guid), S_SAME(nid), S_SAME(pid), S_SAME(code_object_id), S_SAME(kernel_name), S_SAME(display_name),
    S_SAME(kernel_object), S_SAME(kernarg_segment_size), S_SAME(kernarg_segment_alignment), S_SAME(group_segment_size),
    S_SAME(private_segment_size), S_SAME(sgpr_count), S_SAME(arch_vgpr_count), S_SAME(accum_vgpr_count),
    S(extdata) = COMPUTED(kernel_symbol_json)};
ROCPD_VIEW(rocpd_info_kernel_symbol, RAW_KERNEL_SYMBOL, KERNEL_SYMBOL, .column = kernel_symbols);
