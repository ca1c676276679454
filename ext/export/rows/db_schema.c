/* Tables of rocpd schema 3, as in rocprofv3, and which version of it the rows of a trace need. Columns are those of schema_raw.h; their other properties are
** here. Defaults are double-quoted as in files of rocprofv3; SQLite takes them for text. */
#include "db_schema.h"
#include "reference.h"

#define NEEDS(c) {c, true, NULL, NULL}
#define SAYS(c, clause) {c, false, clause, NULL}
#define MUST(c, clause) {c, true, clause, NULL}
#define LATER(c, behind) {c, false, NULL, behind}
#define LATER_NUMBER(c, behind) {c, true, "DEFAULT 0", behind}
#define JSON(c) {c, true, "DEFAULT \"{}\"", NULL}
#define WHERE NEEDS("nid"), NEEDS("pid")
#define WHEN NEEDS("start"), NEEDS("end")
#define END {NULL, false, NULL, NULL}

static const rocpd_db_rule metadata[] = {NEEDS("tag"), NEEDS("value"), END};
static const rocpd_db_rule string[] = {MUST("string", "UNIQUE ON CONFLICT ABORT"), END};
static const rocpd_db_rule node[] = {MUST("hash", "UNIQUE"), MUST("machine_id", "UNIQUE"), END};
static const rocpd_db_rule process[] = {NEEDS("nid"), NEEDS("pid"), JSON("environment"), JSON("extdata"), END};
static const rocpd_db_rule thread[] = {WHERE, NEEDS("tid"), JSON("extdata"), END};
static const rocpd_db_rule agent[] = {WHERE, SAYS("type", "CHECK (\"type\" IN ('CPU', 'GPU'))"), JSON("extdata"), END};
static const rocpd_db_rule handle[] = {WHERE, JSON("extdata"), END};
static const rocpd_db_rule pmc[] = {WHERE, SAYS("target_arch", "CHECK (\"target_arch\" IN ('CPU', 'GPU'))"), NEEDS("name"), NEEDS("symbol"),
                                    SAYS("long_description", "DEFAULT \"\""), SAYS("units", "DEFAULT \"\""),
                                    SAYS("value_type", "CHECK (\"value_type\" IN ('ABS', 'ACCUM', 'RELATIVE'))"), LATER("spm_support", "is_derived"),
                                    JSON("extdata"), END};
static const rocpd_db_rule code_object[] = {WHERE, SAYS("storage_type", "CHECK (\"storage_type\" IN ('FILE', 'MEMORY'))"), JSON("extdata"), END};
static const rocpd_db_rule kernel_symbol[] = {WHERE, NEEDS("code_object_id"), JSON("extdata"), END};
static const rocpd_db_rule track[] = {NEEDS("nid"), JSON("extdata"), END};
static const rocpd_db_rule event[] = {JSON("call_stack"), JSON("line_info"), JSON("extdata"), END};
static const rocpd_db_rule arg[] = {NEEDS("event_id"), NEEDS("position"), NEEDS("type"), NEEDS("name"), JSON("extdata"), END};
static const rocpd_db_rule pmc_event[] = {NEEDS("pmc_id"), SAYS("value", "DEFAULT 0.0"), SAYS("extdata", "DEFAULT \"{}\""),
                                          LATER("sample_id", "event_id"), LATER("xcc", "value"), LATER("shader_engine", "value"), LATER("instance", "value"),
                                          LATER("shader_array", "value"), LATER("wgp", "value"), END};
static const rocpd_db_rule region[] = {WHERE, NEEDS("tid"), WHEN, NEEDS("name_id"), JSON("extdata"), END};
static const rocpd_db_rule sample[] = {NEEDS("track_id"), NEEDS("timestamp"), JSON("extdata"), END};
static const rocpd_db_rule dispatch[] = {
    WHERE, NEEDS("agent_id"), NEEDS("kernel_id"), NEEDS("dispatch_id"), NEEDS("queue_id"), NEEDS("stream_id"), WHEN, NEEDS("workgroup_size_x"),
    NEEDS("workgroup_size_y"), NEEDS("workgroup_size_z"), NEEDS("grid_size_x"), NEEDS("grid_size_y"), NEEDS("grid_size_z"),
    LATER_NUMBER("graph_exec_id", "grid_size_z"), LATER_NUMBER("graph_node_id", "grid_size_z"), JSON("extdata"),
    LATER("replay_pass", "extdata"), END};
static const rocpd_db_rule copy[] = {WHERE, WHEN, NEEDS("name_id"), NEEDS("size"), LATER_NUMBER("graph_exec_id", "stream_id"),
                                     LATER_NUMBER("graph_node_id", "stream_id"), JSON("extdata"), END};
static const rocpd_db_rule allocate[] = {WHERE, SAYS("type", "CHECK (\"type\" IN ('ALLOC', 'FREE', 'REALLOC', 'RECLAIM'))"),
                                         SAYS("level", "CHECK (\"level\" IN ('REAL', 'VIRTUAL', 'SCRATCH'))"), WHEN, JSON("extdata"), END};
static const rocpd_db_rule graph_launch[] = {WHERE, WHEN, NEEDS("graph_exec_id"), MUST("kernel_dispatch_count", "DEFAULT 0"), JSON("extdata"), END};
static const rocpd_db_rule hip_event[] = {WHERE, WHEN, NEEDS("name_id"), NEEDS("hip_event_handle"), JSON("extdata"), END};

const rocpd_db_table rocpd_db_tables[] = {
    {ROCPD_KIND_RAW_METADATA, metadata}, {ROCPD_KIND_RAW_STRING, string}, {ROCPD_KIND_RAW_NODE, node}, {ROCPD_KIND_RAW_PROCESS, process},
    {ROCPD_KIND_RAW_THREAD, thread}, {ROCPD_KIND_AGENT, agent}, {ROCPD_KIND_QUEUE, handle}, {ROCPD_KIND_STREAM, handle},
    {ROCPD_KIND_RAW_PMC, pmc}, {ROCPD_KIND_RAW_CODE_OBJECT, code_object}, {ROCPD_KIND_RAW_KERNEL_SYMBOL, kernel_symbol},
    {ROCPD_KIND_RAW_TRACK, track}, {ROCPD_KIND_RAW_EVENT, event}, {ROCPD_KIND_RAW_ARG, arg}, {ROCPD_KIND_RAW_PMC_EVENT, pmc_event},
    {ROCPD_KIND_RAW_REGION, region}, {ROCPD_KIND_RAW_SAMPLE, sample}, {ROCPD_KIND_RAW_DISPATCH, dispatch}, {ROCPD_KIND_RAW_COPY, copy},
    {ROCPD_KIND_RAW_ALLOCATE, allocate}, {ROCPD_KIND_RAW_GRAPH_LAUNCH, graph_launch}, {ROCPD_KIND_RAW_HIP_EVENT, hip_event}};
const int rocpd_db_table_count = sizeof rocpd_db_tables / sizeof *rocpd_db_tables;

const rocpd_db_rule *rocpd_db_rule_of(const rocpd_db_table *t, const char *column) {
  for (const rocpd_db_rule *r = t->rule; r->column; r++)
    if (strcmp(r->column, column) == 0) return r;
  return NULL;
}

int rocpd_db_columns(const rocpd_db_table *t, bool later, uint8_t *column) {
  const rocpd_kind *kind = &rocpd_kinds[t->kind];
  int n = 0;
  for (int c = 0; c < kind->columns; c++) {
    if (kind->column[c].flags & ROCPD_C_HIDDEN) continue;
    column[n++] = (uint8_t)c;
    for (const rocpd_db_rule *r = t->rule; later && r->column; r++)
      if (r->after && strcmp(r->after, kind->column[c].name) == 0) column[n++] = (uint8_t)rocpd_kind_column(t->kind, r->column);
  }
  return n;
}

char *rocpd_db_suffix(const char *guid) {
  char *suffix = sqlite3_mprintf("_%s", guid);
  for (char *p = suffix; p && *p; p++)
    if (*p == '-') *p = '_';
  return suffix;
}

/* ---- tables */

static void add_column(sqlite3_str *sql, const rocpd_db_table *t, const rocpd_column_def *def, const char *guid, bool later) {
  const rocpd_db_rule *r = rocpd_db_rule_of(t, def->name);
  sqlite3_str_appendf(sql, "%s\"%s\" %s", sqlite3_str_value(sql)[sqlite3_str_length(sql) - 1] == '(' ? "" : ", ", def->name, def->declared);
  if (strcmp(def->name, "id") == 0) sqlite3_str_appendall(sql, " NOT NULL PRIMARY KEY AUTOINCREMENT");
  else if (strcmp(def->name, "guid") == 0) sqlite3_str_appendf(sql, " DEFAULT \"%w\" NOT NULL", guid);
  if (r && r->required) sqlite3_str_appendall(sql, " NOT NULL");
  if (r && r->clause) {
    /* Version 3.0.1 added network cards. */
    const char *gpu = later ? strstr(r->clause, "'GPU')") : NULL;
    if (gpu) sqlite3_str_appendf(sql, " %.*s'GPU', 'NIC')%s", (int)(gpu - r->clause), r->clause, gpu + 6);
    else sqlite3_str_appendf(sql, " %s", r->clause);
  }
}

static char *table_text(const rocpd_db_table *t, const char *guid, const char *suffix, bool later) {
  const rocpd_kind *kind = &rocpd_kinds[t->kind];
  uint8_t column[ROCPD_MAX_COLUMNS];
  int n = rocpd_db_columns(t, later, column);
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendf(sql, "CREATE TABLE \"%s%s\" (", kind->name, suffix);
  for (int i = 0; i < n && !sqlite3_str_errcode(sql); i++) add_column(sql, t, &kind->column[column[i]], guid, later);
  for (int i = 0; i < n; i++) {
    int to = rocpd_refers_to(t->kind, column[i]);
    if (to < 0) continue;
    sqlite3_str_appendf(sql, ", FOREIGN KEY (\"%s\") REFERENCES \"%s%s\" (\"id\") ON UPDATE CASCADE", kind->column[column[i]].name,
                        rocpd_kinds[to].name, suffix);
  }
  sqlite3_str_appendall(sql, ")");
  return sqlite3_str_finish(sql);
}

static int execute(sqlite3 *db, char *sql) {
  int rc = sql ? sqlite3_exec(db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

static int add_metadata(sqlite3 *db, const char *suffix, const char *tag, const char *value) {
  return execute(db, sqlite3_mprintf("INSERT INTO \"rocpd_metadata%s\" (tag, value) VALUES (%Q, %Q)", suffix, tag, value));
}

int rocpd_db_make_tables(sqlite3 *db, const char *guid, bool later) {
  char *suffix = rocpd_db_suffix(guid);
  int rc = suffix ? SQLITE_OK : SQLITE_NOMEM;
  for (int i = 0; !rc && i < rocpd_db_table_count; i++)
    if (rocpd_db_has_table(&rocpd_db_tables[i], later)) rc = execute(db, table_text(&rocpd_db_tables[i], guid, suffix, later));
  static const char *const version[][2] = {{"schema_version_major", "3"}, {"schema_version_minor", "0"}, {"schema_version_patch", "5"}};
  if (!rc) rc = add_metadata(db, suffix, "schema_version", later ? "3.0.5" : "3");
  if (!rc) rc = add_metadata(db, suffix, "uuid", suffix);
  if (!rc) rc = add_metadata(db, suffix, "guid", guid);
  for (size_t i = 0; !rc && later && i < sizeof version / sizeof *version; i++) rc = add_metadata(db, suffix, version[i][0], version[i][1]);
  sqlite3_free(suffix);
  return rc;
}

static bool has_event(int kind) { return rocpd_reference_column(kind, ROCPD_KIND_RAW_EVENT) >= 0; }

int rocpd_db_make_indexes(sqlite3 *db, const char *guid) {
  char *suffix = rocpd_db_suffix(guid);
  int rc = suffix ? SQLITE_OK : SQLITE_NOMEM;
  /* The views mostly join by an id of the other table; but not the rows of an event. */
  for (int i = 0; !rc && i < rocpd_db_table_count; i++) {
    const rocpd_db_table *t = &rocpd_db_tables[i];
    const char *column = t->kind == ROCPD_KIND_RAW_EVENT ? "stack_id" : has_event(t->kind) ? "event_id" : NULL;
    if (column && rocpd_db_has_table(t, false))
      rc = execute(db, sqlite3_mprintf("CREATE INDEX \"%s%s_%s\" ON \"%s%s\" (\"%s\")", rocpd_kinds[t->kind].name, suffix, column,
                                       rocpd_kinds[t->kind].name, suffix, column));
  }
  sqlite3_free(suffix);
  return rc;
}

/* ---- views */

/* x is the row of the view; `other` is a table joined by its id. */
#define JOIN(table, other, id) " JOIN rocpd_" table " " other " ON " other ".id = " id " AND " other ".guid = x.guid"
#define LEFT " LEFT"
#define CATEGORY "(SELECT string FROM rocpd_string c WHERE c.id = e.category_id AND c.guid = e.guid) AS category"
#define AGENT_OF(a, prefix) a ".absolute_index AS " prefix "agent_abs_index, " a ".logical_index AS " prefix "agent_log_index, " \
  a ".type_index AS " prefix "agent_type_index, " a ".type AS " prefix "agent_type"
#define LENGTH "x.start, x.\"end\", x.\"end\" - x.start AS duration"
#define STACK "e.stack_id, e.parent_stack_id, e.correlation_id AS corr_id"
#define OF_PROCESS JOIN("event", "e", "x.event_id") JOIN("info_process", "p", "x.pid")
#define OF_THREAD OF_PROCESS JOIN("info_thread", "t", "x.tid")
#define MACHINE "n.id AS nid, n.machine_id, n.system_name, n.hostname, n.release AS system_release, n.version AS system_version"
#define SAMPLE_JOINS " FROM rocpd_sample x" JOIN("track", "k", "x.track_id") JOIN("event", "e", "x.event_id") \
  JOIN("info_process", "p", "k.pid") JOIN("info_thread", "t", "k.tid")
#define SAMPLE_NAME "(SELECT string FROM rocpd_string c WHERE c.id = k.name_id AND c.guid = k.guid) AS name"
#define FIELD(column, name) "json_extract(" column ", '$." name "')"
#define TOP_COLUMNS(d, n, total) "sum(" d ") / 1000.0 AS total_duration, (sum(" d ") / " n ") / 1000.0 AS average, sum(" d ") * 100.0 / " total " AS percentage"
#define COUNTER_BEGIN "x.guid, k.dispatch_id, k.kernel_id, e.id AS event_id, e.correlation_id, e.stack_id, e.parent_stack_id, p.pid, t.tid, k.agent_id, " \
  AGENT_OF("a", "") ", k.queue_id, k.grid_size_x AS grid_size_x, k.grid_size_y AS grid_size_y, k.grid_size_z AS grid_size_z, " \
  "k.grid_size_x * k.grid_size_y * k.grid_size_z AS grid_size, s.display_name AS kernel_name, " \
  "(SELECT string FROM rocpd_string c WHERE c.id = k.region_name_id AND c.guid = k.guid) AS kernel_region, " \
  "k.workgroup_size_x AS workgroup_size_x, k.workgroup_size_y AS workgroup_size_y, k.workgroup_size_z AS workgroup_size_z, " \
  "k.workgroup_size_x * k.workgroup_size_y * k.workgroup_size_z AS workgroup_size, k.group_segment_size AS lds_block_size, " \
  "k.private_segment_size AS scratch_size, s.arch_vgpr_count AS vgpr_count, s.accum_vgpr_count, s.sgpr_count, i.name AS counter_name, " \
  "i.symbol AS counter_symbol, i.component, i.description, i.block, i.expression, i.value_type, i.id AS counter_id, "
#define COUNTER_JOINS " FROM rocpd_pmc_event x" JOIN("info_pmc", "i", "x.pmc_id") JOIN("event", "e", "x.event_id") \
  " JOIN rocpd_kernel_dispatch k ON k.event_id = x.event_id AND k.guid = x.guid" JOIN("info_agent", "a", "k.agent_id") \
  JOIN("info_kernel_symbol", "s", "k.kernel_id") JOIN("info_process", "p", "k.pid") JOIN("info_thread", "t", "k.tid")
#define COUNTER_END ", k.nid, e.extdata, s.code_object_id"

/* The views, and which of the two written versions have this form: in_first 3.0.0, in_last 3.0.5. */
static const struct { const char *name; bool in_first, in_last; const char *select; } views[] = {
    {"code_objects", true, true,
     "x.id, x.guid, x.nid, p.pid, a.absolute_index AS agent_abs_index, x.uri, x.load_base, x.load_size, x.load_delta, x.storage_type AS storage_type_str, "
     FIELD("x.extdata", "size") " AS code_object_size, " FIELD("x.extdata", "storage_type") " AS storage_type, "
     FIELD("x.extdata", "memory_base") " AS memory_base, " FIELD("x.extdata", "memory_size") " AS memory_size "
     "FROM rocpd_info_code_object x" JOIN("info_agent", "a", "x.agent_id") JOIN("info_process", "p", "x.pid")},
    {"kernel_symbols", true, true,
     "x.id, x.guid, x.nid, p.pid, x.code_object_id, x.kernel_name, x.display_name, x.kernel_object, x.kernarg_segment_size, x.kernarg_segment_alignment, "
     "x.group_segment_size, x.private_segment_size, x.sgpr_count, x.arch_vgpr_count, x.accum_vgpr_count, "
     FIELD("x.extdata", "size") " AS kernel_symbol_size, " FIELD("x.extdata", "kernel_id") " AS kernel_id, "
     FIELD("x.extdata", "kernel_code_entry_byte_offset") " AS kernel_code_entry_byte_offset, "
     FIELD("x.extdata", "formatted_kernel_name") " AS formatted_kernel_name, " FIELD("x.extdata", "demangled_kernel_name") " AS demangled_kernel_name, "
     FIELD("x.extdata", "truncated_kernel_name") " AS truncated_kernel_name, " FIELD("x.extdata", "kernel_address.handle") " AS kernel_address "
     "FROM rocpd_info_kernel_symbol x" JOIN("info_process", "p", "x.pid")},
    {"processes", true, true, MACHINE ", x.guid, x.ppid, x.pid, x.init, x.start, x.\"end\", x.fini, x.command FROM rocpd_info_process x" JOIN("info_node", "n",
        "x.nid")},
    {"threads", true, true, MACHINE ", p.guid, p.ppid, p.pid, x.tid, x.start, x.\"end\", x.name FROM rocpd_info_thread x"
     JOIN("info_process", "p", "x.pid") JOIN("info_node", "n", "x.nid")},
    {"regions", true, true, "x.id, x.guid, " CATEGORY ", s.string AS name, x.nid, p.pid, t.tid, " LENGTH ", x.event_id, " STACK
     ", e.extdata, e.call_stack, e.line_info FROM rocpd_region x" OF_THREAD JOIN("string", "s", "x.name_id")},
    {"region_args", true, true, "x.id, x.guid, x.nid, p.pid, a.type, a.name, a.value FROM rocpd_region x" OF_PROCESS
     " JOIN rocpd_arg a ON a.event_id = e.id AND a.guid = e.guid"},
    {"samples", true, true, "x.id, x.guid, " CATEGORY ", " SAMPLE_NAME ", k.nid, p.pid, t.tid, x.timestamp, x.event_id, " STACK
     ", e.extdata AS extdata, e.call_stack AS call_stack, e.line_info AS line_info" SAMPLE_JOINS},
    {"sample_regions", true, true, "x.id, x.guid, " CATEGORY ", " SAMPLE_NAME ", k.nid, p.pid, t.tid, x.timestamp AS start, x.timestamp AS \"END\", "
     "x.timestamp - x.timestamp AS duration, x.event_id, " STACK ", e.extdata AS extdata, e.call_stack AS call_stack, e.line_info AS line_info" SAMPLE_JOINS},
    {"regions_and_samples", true, true, "* FROM regions UNION ALL SELECT * FROM sample_regions"},
#define KERNELS(graph, event) \
     "x.id, x.guid, t.tid, " CATEGORY ", r.string AS region, s.display_name AS name, x.nid, p.pid, " AGENT_OF("a", "") ", s.code_object_id AS code_object_id, " \
     "x.kernel_id, x.dispatch_id, x.stream_id, x.queue_id, " graph "q.name AS queue, m.name AS stream, " LENGTH ", x.grid_size_x AS grid_x, " \
     "x.grid_size_y AS grid_y, x.grid_size_z AS grid_z, x.workgroup_size_x AS workgroup_x, x.workgroup_size_y AS workgroup_y, " \
     "x.workgroup_size_z AS workgroup_z, x.group_segment_size AS lds_size, x.private_segment_size AS scratch_size, s.arch_vgpr_count AS vgpr_count, " \
     "s.accum_vgpr_count, s.sgpr_count, s.group_segment_size AS static_lds_size, s.private_segment_size AS static_scratch_size, " event STACK \
     " FROM rocpd_kernel_dispatch x" JOIN("info_agent", "a", "x.agent_id") JOIN("event", "e", "x.event_id") JOIN("string", "r", "x.region_name_id") \
     JOIN("info_kernel_symbol", "s", "x.kernel_id") LEFT JOIN("info_stream", "m", "x.stream_id") LEFT JOIN("info_queue", "q", "x.queue_id") \
     " JOIN rocpd_info_process p ON p.id = q.pid AND p.guid = q.guid" JOIN("info_thread", "t", "x.tid")
    {"kernels", true, false, KERNELS("", "")},
    {"kernels", false, true, KERNELS("x.graph_exec_id, x.graph_node_id, ", "x.event_id, ")},
    {"pmc_info", true, true, "x.id, x.guid, x.nid, p.pid, a.absolute_index AS agent_abs_index, x.is_constant, x.is_derived, x.name, x.description, x.block, "
     "x.expression FROM rocpd_info_pmc x" JOIN("info_agent", "a", "x.agent_id") JOIN("info_process", "p", "x.pid")},
    {"pmc_events", true, true, "x.id, x.guid, x.pmc_id, e.id AS event_id, " CATEGORY ", "
     "(SELECT display_name FROM rocpd_info_kernel_symbol s WHERE s.id = k.kernel_id AND s.guid = k.guid) AS name, k.nid, p.pid, k.dispatch_id, k.start, "
     "k.\"end\", k.\"end\" - k.start AS duration, i.name AS counter_name, x.value AS counter_value FROM rocpd_pmc_event x" JOIN("info_pmc", "i", "x.pmc_id")
     JOIN("event", "e", "x.event_id") " JOIN rocpd_kernel_dispatch k ON k.event_id = x.event_id AND k.guid = x.guid" JOIN("info_process", "p", "k.pid")},
    {"events_args", true, true, "e.id AS event_id, " CATEGORY ", e.stack_id, e.parent_stack_id, e.correlation_id, x.position AS arg_position, "
     "x.type AS arg_type, x.name AS arg_name, x.value AS arg_value, e.call_stack, e.line_info, x.extdata FROM rocpd_event e "
     "JOIN rocpd_arg x ON x.event_id = e.id AND x.guid = e.guid"},
    {"stream_args", true, true, "x.id AS argument_id, x.event_id AS event_id, x.position AS arg_position, x.type AS arg_type, x.value AS arg_value, "
     FIELD("x.extdata", "stream_id") " AS stream_id, m.nid, p.pid, m.name AS stream_name, m.extdata AS extdata FROM rocpd_arg x"
     JOIN("info_stream", "m", FIELD("x.extdata", "stream_id")) JOIN("info_process", "p", "m.pid") " WHERE x.name = 'stream'"},
#define COPIES(graph) \
     "x.id, x.guid, " CATEGORY ", x.nid, p.pid, t.tid, " LENGTH ", s.string AS name, r.string AS region_name, x.stream_id, x.queue_id, " graph \
     "m.name AS stream_name, q.name AS queue_name, x.size, d.name AS dst_device, " AGENT_OF("d", "dst_") ", x.dst_address, o.name AS src_device, " \
     AGENT_OF("o", "src_") ", x.src_address, " STACK " FROM rocpd_memory_copy x" JOIN("string", "s", "x.name_id") LEFT JOIN("string", "r", "x.region_name_id") \
     JOIN("info_agent", "d", "x.dst_agent_id") JOIN("info_agent", "o", "x.src_agent_id") LEFT JOIN("info_queue", "q", "x.queue_id") \
     LEFT JOIN("info_stream", "m", "x.stream_id") OF_THREAD
    {"memory_copies", true, false, COPIES("")},
    {"memory_copies", false, true, COPIES("x.graph_exec_id, x.graph_node_id, ")},
    {"hip_events", false, true,
     "x.id, x.guid, " CATEGORY ", x.nid, p.pid, t.tid, " LENGTH ", s.string AS name, x.stream_id, x.queue_id, m.name AS stream_name, "
     "q.name AS queue_name, a.name AS device, " AGENT_OF("a", "") ", x.hip_event_handle, x.source_queue_id, " STACK " FROM rocpd_hip_event x"
     JOIN("string", "s", "x.name_id") LEFT JOIN("info_agent", "a", "x.agent_id") LEFT JOIN("info_queue", "q", "x.queue_id")
     LEFT JOIN("info_stream", "m", "x.stream_id") OF_THREAD},
    {"graph_launches", false, true, "x.id, x.guid, x.nid, p.pid, t.tid, x.agent_id, " AGENT_OF("a", "") ", x.queue_id, q.name AS queue, "
     "'Graph Execution' AS name, " LENGTH ", x.graph_exec_id, x.kernel_dispatch_count, x.event_id, " STACK " FROM rocpd_graph_launch x"
     LEFT JOIN("info_agent", "a", "x.agent_id") LEFT JOIN("info_queue", "q", "x.queue_id") OF_THREAD},
    {"memory_allocations", true, true, "x.id, x.guid, " CATEGORY ", x.nid, p.pid, t.tid, " LENGTH ", x.type, x.level, a.name AS agent_name, " AGENT_OF("a", "")
     ", x.address, x.size, x.queue_id, q.name AS queue_name, x.stream_id, m.name AS stream_name, " STACK " FROM rocpd_memory_allocate x"
     LEFT JOIN("info_agent", "a", "x.agent_id") LEFT JOIN("info_queue", "q", "x.queue_id") LEFT JOIN("info_stream", "m", "x.stream_id") OF_THREAD},
    {"scratch_memory", true, true, "x.id, x.guid, x.nid, p.pid, x.type AS operation, a.name AS agent_name, " AGENT_OF("a", "") ", x.queue_id, t.tid, "
     FIELD("x.extdata", "flags") " AS alloc_flags, " LENGTH ", x.size, x.address, e.correlation_id, " STACK ", " CATEGORY ", e.extdata AS event_extdata "
     "FROM rocpd_memory_allocate x" LEFT JOIN("info_agent", "a", "x.agent_id") LEFT JOIN("info_queue", "q", "x.queue_id") OF_THREAD
     " WHERE x.level = 'SCRATCH' ORDER BY x.start"},
#define COUNTERS(where) \
     "min(x.id) AS id, " COUNTER_BEGIN "sum(x.value) AS value, k.start, k.\"end\", i.is_constant, i.is_derived, k.\"end\" - k.start AS duration, " CATEGORY \
     COUNTER_END COUNTER_JOINS where " GROUP BY x.guid, k.dispatch_id, i.name, k.agent_id"
    {"counters_collection", true, false, COUNTERS("")},
    {"counters_collection", false, true, COUNTERS(" WHERE x.sample_id IS NULL")},
    {"spm_counters", false, true, "x.id, " COUNTER_BEGIN "x.xcc, x.shader_engine, x.instance, x.value, l.timestamp, i.is_constant, i.is_derived, " CATEGORY
     COUNTER_END COUNTER_JOINS JOIN("sample", "l", "x.sample_id")},
    {"top_kernels", true, true, "s.display_name AS name, count(x.kernel_id) AS total_calls, "
     TOP_COLUMNS("x.\"end\" - x.start", "count(x.kernel_id)", "(SELECT sum(\"end\" - start) FROM rocpd_kernel_dispatch)")
     " FROM rocpd_kernel_dispatch x" JOIN("info_kernel_symbol", "s", "x.kernel_id") " GROUP BY name ORDER BY total_duration DESC"},
    {"busy", true, true, "g.agent_id, a.type, g.GpuTime, w.WallTime, g.GpuTime * 1.0 / w.WallTime AS Busy FROM "
     "(SELECT agent_id, guid, sum(length) AS GpuTime FROM (SELECT agent_id, guid, \"end\" - start AS length FROM rocpd_kernel_dispatch UNION ALL "
     "SELECT dst_agent_id, guid, \"end\" - start FROM rocpd_memory_copy) GROUP BY agent_id, guid) g JOIN (SELECT max(\"end\") - min(start) AS WallTime FROM "
     "(SELECT start, \"end\" FROM rocpd_kernel_dispatch UNION ALL SELECT start, \"end\" FROM rocpd_memory_copy)) w "
     "JOIN rocpd_info_agent a ON a.id = g.agent_id AND a.guid = g.guid"},
    {"top", true, true, "name, count(*) AS total_calls, " TOP_COLUMNS("duration", "count(*)", "total") " FROM (SELECT s.display_name AS name, "
     "x.\"end\" - x.start AS duration FROM rocpd_kernel_dispatch x" JOIN("info_kernel_symbol", "s", "x.kernel_id")
     " UNION ALL SELECT s.string, x.\"end\" - x.start FROM rocpd_memory_copy x" JOIN("string", "s", "x.name_id")
     " UNION ALL SELECT s.string, x.\"end\" - x.start FROM rocpd_region x" JOIN("string", "s", "x.name_id")
     ") CROSS JOIN (SELECT sum(length) AS total FROM (SELECT \"end\" - start AS length FROM rocpd_kernel_dispatch UNION ALL SELECT \"end\" - start "
     "FROM rocpd_memory_copy UNION ALL SELECT \"end\" - start FROM rocpd_region)) GROUP BY name ORDER BY total_duration DESC"}};

int rocpd_db_make_views(sqlite3 *db, const char *guid, bool later) {
  char *suffix = rocpd_db_suffix(guid);
  int rc = suffix ? SQLITE_OK : SQLITE_NOMEM;
  for (int i = 0; !rc && i < rocpd_db_table_count; i++)
    if (rocpd_db_has_table(&rocpd_db_tables[i], later)) {
      const char *name = rocpd_kinds[rocpd_db_tables[i].kind].name;
      rc = execute(db, sqlite3_mprintf("CREATE VIEW \"%s\" AS SELECT * FROM \"%s%s\"", name, name, suffix));
    }
  for (size_t i = 0; !rc && i < sizeof views / sizeof *views; i++)
    if (later ? views[i].in_last : views[i].in_first)
      rc = execute(db, sqlite3_mprintf("CREATE VIEW \"%s\" AS SELECT %s", views[i].name, views[i].select));
  sqlite3_free(suffix);
  return rc;
}

/* ---- the version ---- */

/* Whether the version is "3.0.1" or later. */
static bool is_later_version(const char *version) {
  return strncmp(version, "3.0.", 4) == 0 ? version[4] > '0' : version[0] > '3' && version[0] <= '9';
}

/* Whether a column has a value that only later versions can store. For required numbers, any value but 0. */
static int column_says_later(rocpd_batch *b, const rocpd_db_rule *r, bool *later, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, r->column), &c, err);
  if (!rc && !rocpd_column_only_nulls(c)) *later |= !r->required || c->min != 0 || c->max != 0;
  return rc;
}

/* A source's own version, and network cards. */
static int text_says_later(const rocpd_export *x, bool *later, rocpd_batch *b, rocpd_error *err) {
  bool is_metadata = b->kind == ROCPD_KIND_RAW_METADATA;
  const rocpd_column *tag, *value;
  int rc = rocpd_batch_column(b, is_metadata ? (int)ROCPD_RAW_METADATA_tag : (int)ROCPD_AGENT_type, &tag, err);
  if (!rc) rc = rocpd_batch_column(b, is_metadata ? (int)ROCPD_RAW_METADATA_value : (int)ROCPD_AGENT_type, &value, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++)
    *later |= is_metadata ? strcmp(rocpd_db_text_at(x, tag, i), "schema_version") == 0 && is_later_version(rocpd_db_text_at(x, value, i))
                          : strcmp(rocpd_db_text_at(x, tag, i), "NIC") == 0;
  return rc;
}

static int says_later(const rocpd_export *x, bool *later, const rocpd_db_table *t, rocpd_batch *b, rocpd_error *err) {
  int rc = SQLITE_OK;
  *later |= !rocpd_db_has_table(t, false) && b->rows;
  for (const rocpd_db_rule *r = t->rule; !rc && !*later && r->column; r++)
    if (r->after) rc = column_says_later(b, r, later, err);
  if (rc || (t->kind != ROCPD_KIND_RAW_METADATA && t->kind != ROCPD_KIND_AGENT)) return rc;
  return text_says_later(x, later, b, err);
}

int rocpd_db_find_version(rocpd_export *x, bool *later, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < rocpd_db_table_count; i++) {
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches(x->snapshot, rocpd_db_tables[i].kind, &batch, &n, err);
    for (size_t k = 0; !rc && k < n; k++) {
      rc = says_later(x, later, &rocpd_db_tables[i], batch[k], err);
      x->layout.rows += batch[k]->rows;
    }
  }
  return rc;
}
