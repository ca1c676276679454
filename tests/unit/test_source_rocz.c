/* Chunk files read back: every table equals what was written, row by row, computed in SQL over native tables of the generator's
** rows; arguments as text; damaged and cut files never give a wrong row. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "decode.h"
#include "hash.h"
#include "small.h"
#include "test.h"
#include "trace.h"
#include "truth.h"

static char path[512];
static const char *in_tmp(const char *name) {
  snprintf(path, sizeof(path), "%s/%s", test_tmp(), name);
  return path;
}

static int attach(sqlite3 *db, const char *file, const char *options) {
  char *sql = options ? sqlite3_mprintf("SELECT rocpd_attach(%Q, %Q)", file, options) : sqlite3_mprintf("SELECT rocpd_attach(%Q)", file);
  int rc = db_run(db, sql);
  sqlite3_free(sql);
  return rc;
}

/* ---- equal to the truth */

#define LANE "1099511627776*" /* 2^40 */
#define FILE_COLUMNS "f.path, f.run, f.host, f.rank"

static const struct { const char *name, *want, *got; } tables[] = {
  {"regions",
   "SELECT " LANE "c.lane+c.sequence, f.guid, fn.category, fn.name, f.nid, f.pid, t.tid, c.start, c.start+c.duration, c.duration, " LANE "c.lane+c.sequence,"
   " " LANE "c.lane+c.sequence, iif(c.parent, " LANE "c.lane+c.parent, 0), 0, '{}', '{}', '{}', c.result, c.start+f.wall, " FILE_COLUMNS
   " FROM (SELECT lane, start, duration, function, sequence, parent, result FROM g_call"
   "   UNION ALL SELECT lane, start, NULL, function, sequence, parent, NULL FROM g_open_call) c"
   " LEFT JOIN g_function fn USING(function) LEFT JOIN g_thread t ON t.lane_1 = c.lane, g_file f",
   "SELECT id, guid, category, name, nid, pid, tid, start, \"end\", duration, event_id, stack_id, parent_stack_id, corr_id, extdata, call_stack, line_info,"
   " result, wall_ns, source, run, host, rank FROM regions"},
  {"kernels",
   "SELECT d.dispatch_id, f.guid, t.tid, 'KERNEL_DISPATCH', '', rocpd_demangle(k.name), f.nid, f.pid, q.agent_id, a.logical_index, a.type_index, a.type,"
   " k.code_object_id, l.kernel_id, d.dispatch_id, d.stream, d.lane, 'Queue '||(d.lane-1), iif(d.stream, 'Stream '||(d.stream-1), 'Default Stream'),"
   " d.start, d.start+d.duration, d.duration, l.grid_x, l.grid_y, l.grid_z, l.workgroup_x, l.workgroup_y, l.workgroup_z, l.group_size, l.private_size,"
   " k.arch_vgpr, k.accum_vgpr, k.sgpr, k.group_size, k.private_size, d.stack_id, d.stack_id, 0, d.graph_exec, nullif(d.graph_node, 0),"
   " (1<<62)+d.dispatch_id, d.start+f.wall, " FILE_COLUMNS
   " FROM (SELECT lane, launch, start, duration, dispatch_id, stack_id, stream, thread, graph_exec, graph_node FROM g_dispatch"
   "   UNION ALL SELECT lane, launch, NULL, NULL, dispatch_id, stack_id, stream, thread, graph_exec, graph_node FROM g_open_dispatch) d"
   " LEFT JOIN g_launch l USING(launch) LEFT JOIN g_kernel k USING(kernel_id) LEFT JOIN g_thread t ON t.lane_1 = d.thread"
   " LEFT JOIN g_queue q ON q.queue = d.lane LEFT JOIN g_agent a ON a.agent_id = q.agent_id, g_file f",
   "SELECT id, guid, tid, category, region, name, nid, pid, agent_abs_index, agent_log_index, agent_type_index, agent_type, code_object_id, kernel_id,"
   " dispatch_id, stream_id, queue_id, queue, stream, start, \"end\", duration, grid_x, grid_y, grid_z, workgroup_x, workgroup_y, workgroup_z, lds_size,"
   " scratch_size, vgpr_count, accum_vgpr_count, sgpr_count, static_lds_size, static_scratch_size, stack_id, parent_stack_id, corr_id, graph_exec_id,"
   " graph_node_id, event_id, wall_ns, source, run, host, rank FROM kernels"},
  {"memory_copies",
   "SELECT c.row+1, f.guid, 'MEMORY_COPY', f.nid, f.pid, t.tid, c.start, c.start+c.duration, c.duration, 'MEMORY_COPY_'||CASE c.direction WHEN 0 THEN 'NONE'"
   " WHEN 1 THEN 'HOST_TO_HOST' WHEN 2 THEN 'HOST_TO_DEVICE' WHEN 3 THEN 'DEVICE_TO_HOST' WHEN 4 THEN 'DEVICE_TO_DEVICE' END, NULL, c.stream, NULL,"
   " iif(c.stream, 'Stream '||(c.stream-1), 'Default Stream'), NULL, c.size_bytes, d.name, d.agent_id, d.logical_index, d.type_index, d.type, c.dst_address,"
   " s.name, s.agent_id, s.logical_index, s.type_index, s.type, c.src_address, c.stack_id, c.stack_id, 0, 0, 0, (3<<61)+c.row+1, c.start+f.wall, " FILE_COLUMNS
   " FROM g_copy c LEFT JOIN g_thread t ON t.lane_1 = c.thread LEFT JOIN g_agent d ON d.agent_id = c.dst_agent LEFT JOIN g_agent s ON s.agent_id = c.src_agent, g_file f",
   "SELECT id, guid, category, nid, pid, tid, start, \"end\", duration, name, region_name, stream_id, queue_id, stream_name, queue_name, size, dst_device,"
   " dst_agent_abs_index, dst_agent_log_index, dst_agent_type_index, dst_agent_type, dst_address, src_device, src_agent_abs_index, src_agent_log_index,"
   " src_agent_type_index, src_agent_type, src_address, stack_id, parent_stack_id, corr_id, graph_exec_id, graph_node_id, event_id, wall_ns, source, run, host,"
   " rank FROM memory_copies"},
  {"region_args",
   "SELECT " LANE "a.lane+a.sequence, f.guid, f.nid, f.pid, p.type, p.name, CASE p.format WHEN 0 THEN ''||a.value WHEN 1 THEN ''||a.value WHEN 2 THEN printf('0x%llx', a.value)"
   " WHEN 3 THEN ifnull((SELECT e.name FROM g_enum e WHERE e.function = p.function AND e.position = p.position AND e.value = a.value), ''||a.value)"
   " WHEN 5 THEN printf('{x=%lld, y=%lld, z=%lld}', a.value & 0xffffffff, (a.value>>32) & 0xffffffff, b.value & 0xffffffff) END, p.position, " FILE_COLUMNS
   " FROM g_argument a JOIN g_parameter p ON p.function = a.key>>6 AND p.word = a.key&63"
   " LEFT JOIN g_argument b ON b.lane = a.lane AND b.row = a.row+1, g_file f",
   "SELECT id, guid, nid, pid, type, name, value, position, source, run, host, rank FROM region_args"},
  {"processes",
   "SELECT f.nid, f.machine, 'Linux', f.host, '6.1.0-test', '#1 SMP', f.guid, f.ppid, f.pid, f.start, f.start, p.time_ns, p.time_ns, f.command, " FILE_COLUMNS
   " FROM g_file f LEFT JOIN g_process_end p",
   "SELECT nid, machine_id, system_name, hostname, system_release, system_version, guid, ppid, pid, init, start, \"end\", fini, command, source, run, host, rank"
   " FROM processes"},
  {"threads",
   "SELECT f.nid, f.machine, 'Linux', f.host, '6.1.0-test', '#1 SMP', f.guid, f.ppid, f.pid, t.tid, t.start_ns, t.end_ns, t.name, " FILE_COLUMNS
   " FROM g_thread t, g_file f",
   "SELECT nid, machine_id, system_name, hostname, system_release, system_version, guid, ppid, pid, tid, start, \"end\", name, source, run, host, rank FROM threads"},
  {"code_objects",
   "SELECT c.code_object_id, f.guid, f.nid, f.pid, c.agent_id, c.uri, c.load_base, c.load_size, c.load_delta, c.storage_type, iif(c.memory_size > 0, c.memory_size, 123456),"
   " CASE c.storage_type WHEN 'FILE' THEN 1 WHEN 'MEMORY' THEN 2 END, c.memory_base, c.memory_size, " FILE_COLUMNS " FROM g_code_object c, g_file f",
   "SELECT id, guid, nid, pid, agent_abs_index, uri, load_base, load_size, load_delta, storage_type_str, code_object_size, storage_type, memory_base, memory_size,"
   " source, run, host, rank FROM code_objects"},
  {"kernel_symbols",
   "SELECT k.kernel_id, f.guid, f.nid, f.pid, k.code_object_id, k.name||'.kd', rocpd_demangle(k.name), k.kernel_object, k.kernarg_size, k.kernarg_align,"
   " k.group_size, k.private_size, k.sgpr, k.arch_vgpr, k.accum_vgpr, k.code_size, k.kernel_id, k.entry_offset, rocpd_demangle(k.name),"
   " iif(k.name LIKE '_Z%', rocpd_demangle(k.name)||' [clone .kd]', k.name||'.kd'), iif(k.name LIKE '_Z%', 'kernel', k.name||'.kd'),"
   " k.kernel_object+k.entry_offset, " FILE_COLUMNS " FROM g_kernel k, g_file f",
   "SELECT id, guid, nid, pid, code_object_id, kernel_name, display_name, kernel_object, kernarg_segment_size, kernarg_segment_alignment, group_segment_size,"
   " private_segment_size, sgpr_count, arch_vgpr_count, accum_vgpr_count, kernel_symbol_size, kernel_id, kernel_code_entry_byte_offset, formatted_kernel_name,"
   " demangled_kernel_name, truncated_kernel_name, kernel_address, source, run, host, rank FROM kernel_symbols"},
  {"rocpd_info_agent",
   "SELECT a.agent_id, f.guid, f.nid, f.pid, a.type, a.agent_id, a.logical_index, a.type_index, a.uuid, a.name, a.model_name, a.vendor_name, a.product_name,"
   " a.product_name, ifnull(a.extdata, '{}'), " FILE_COLUMNS " FROM g_agent a, g_file f",
   "SELECT id, guid, nid, pid, type, absolute_index, logical_index, type_index, uuid, name, model_name, vendor_name, product_name, user_name, extdata, source,"
   " run, host, rank FROM rocpd_info_agent"},
  {"rocpd_info_queue",
   "SELECT q, f.guid, f.nid, f.pid, iif(q, 'Queue '||(q-1), 'Default Queue'), '{}', " FILE_COLUMNS " FROM (SELECT 0 AS q UNION SELECT queue FROM g_queue), g_file f",
   "SELECT id, guid, nid, pid, name, extdata, source, run, host, rank FROM rocpd_info_queue"},
  {"rocpd_info_stream",
   "SELECT s, f.guid, f.nid, f.pid, iif(s, 'Stream '||(s-1), 'Default Stream'), iif(s, printf('{\"handle\": \"0x%llx\", \"created_ns\": %lld}', handle, start_ns), '{}'), " FILE_COLUMNS
   " FROM (SELECT 0 AS s, NULL AS handle, NULL AS start_ns UNION SELECT stream, handle, start_ns FROM g_stream), g_file f",
   "SELECT id, guid, nid, pid, name, extdata, source, run, host, rank FROM rocpd_info_stream"},
};

static void uuid(const uint8_t *id, char *out) {
  for (int i = 0; i < 16; i++) out += sprintf(out, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", id[i]);
}

/* What the header says, which the generator writes. */
static void load_file_row(sqlite3 *db, const tracegen_trace *t, const char *file) {
  static const char machine[] = "0123456789abcdef0123456789abcdef";
  char guid[40], run[40], real[4096];
  uuid(t->file_id, guid);
  uuid(t->options.run_id, run);
  char *sql = sqlite3_mprintf("CREATE TABLE g_file AS SELECT '%s' AS guid, %lld AS nid, %u AS pid, 1 AS ppid, %Q AS path, '%s' AS run, %Q AS host, %u AS rank,"
                              " %lld AS start, 1700000000000000000 AS wall, '%s' AS machine, %Q AS command",
                              guid, (long long)(rocz_hash(machine, strlen(machine)) & 0xffffffff), t->options.pid, realpath(file, real), run,
                              t->options.host ? t->options.host : "testhost", t->options.pid % 8, (long long)t->options.start_ns, machine,
                              t->options.command ? t->options.command : "./train --steps 100");
  db_run(db, sql);
  sqlite3_free(sql);
}

static void compare_file(const tracegen_options *o) {
  tracegen_trace *t = tracegen_make(o);
  const char *file = in_tmp("truth.rocz");
  unlink(file);
  const char *error = tracegen_write_trace(t, file);
  CHECK(!error);
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(truth_load(db, t), SQLITE_OK);
  CHECK_INT(attach(db, file, NULL), SQLITE_OK);
  load_file_row(db, t, file);
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) CHECK(db_same(db, tables[i].name, tables[i].got, tables[i].want, 1) >= 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  tracegen_free(t);
}

static void equals_the_truth(void) {
  tracegen_options o = small_options(3000, 5);
  compare_file(&o);
  o = small_options(3000, 6);
  o.no_footer = true;
  compare_file(&o);
  o = small_options(20000, 7);
  o.chunk_rows = 65536;
  compare_file(&o);
}

/* ---- times that are not known */

/* The process started at 1000 s: a time of 0 means unknown, in chunks and in rows made from them. */
static void unknown_times(void) {
  tracegen_options o = small_options(3000, 5);
  o.open = false;
  tracegen_trace *t = tracegen_make(&o);
  const tracegen_lane *kernel = tracegen_find(t, ROCZ_DISPATCH, 1), *call = tracegen_find(t, ROCZ_CALL, 1);
  int64_t id = kernel->column[3][5], longest = kernel->column[2][5];
  kernel->column[1][5] = kernel->column[2][5] = 0; /* from 0 to 0 */
  kernel->column[2][7] = 0, kernel->column[1][7] = longest; /* from 0 to a time */
  call->column[0][3] = call->column[1][3] = 0;
  const char *file = in_tmp("unknown.rocz");
  CHECK(!tracegen_write_trace(t, file));
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(attach(db, file, NULL), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT sum(duration IS NULL) FROM kernels"), 2);
  char sql[200];
  snprintf(sql, sizeof sql, "SELECT count(*) FROM kernels WHERE id = %lld AND start IS NULL AND \"end\" IS NULL AND wall_ns IS NULL", (long long)id);
  CHECK_INT(db_int(db, sql), 1);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels WHERE start IS NULL AND \"end\" > 1000000000000"), 1);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions WHERE start IS NULL AND \"end\" IS NULL AND duration IS NULL"), 1);
  CHECK_INT(db_int(db, "SELECT start >= 1000000000000 FROM sources"), 1);
  CHECK_INT(db_int(db, "SELECT WallTime < 1000000000000 FROM busy"), 1);
  CHECK_INT(db_int(db, "SELECT sum(value) FROM health WHERE name = 'unknown times'"), 5);
  CHECK_INT(db_int(db, "SELECT sum(rows) FROM losses WHERE loss = 'unknown times'"), 5);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  tracegen_free(t);
}

/* ---- arguments of all formats */

static bool is_text(int format) { return format == ROCZ_F_STRING || format == ROCZ_F_LARGE; }

static void arguments_as_text(void) {
  tracegen_options o = small_options(20, 1);
  o.arguments = o.open = false;
  tracegen_trace *t = tracegen_make(&o);
  static const struct { const char *type, *name; int format, words; const char *enumerators; int64_t value[3]; const char *want; } p[] = {
    {"int", "i", ROCZ_F_INT, 1, NULL, {-5}, "-5"},
    {"size_t", "u", ROCZ_F_UINT, 1, NULL, {-1}, "18446744073709551615"},
    {"void *", "p", ROCZ_F_POINTER, 1, NULL, {0x7fff1234}, "0x7fff1234"},
    {"e", "known", ROCZ_F_ENUM, 1, "A=0,B=-3,C=0x10", {16}, "C"},
    {"e", "negative", ROCZ_F_ENUM, 1, "A=0,B=-3,C=0x10", {-3}, "B"},
    {"e", "other", ROCZ_F_ENUM, 1, "A=0,B=-3,C=0x10", {4}, "4"},
    {"const char *", "s", ROCZ_F_STRING, 1, NULL, {-1}, "it's \"text\""},
    {"const char *", "null", ROCZ_F_STRING, 1, NULL, {0}, "nullptr"},
    {"dim3", "d", ROCZ_F_DIM3, 2, NULL, {7 | (int64_t)8 << 32, 9}, "{x=7, y=8, z=9}"},
    {"float", "f", ROCZ_F_FLOAT, 1, NULL, {0x3fc00000}, "1.5"},
    {"double", "r", ROCZ_F_DOUBLE, 1, NULL, {0x3ff8000000000000}, "1.5"},
    {"bool", "b", ROCZ_F_BOOL, 1, NULL, {1}, "true"},
    {"future", "fu", 13, 1, NULL, {12}, "12"},
    {"struct s", "st", ROCZ_F_STRUCT, 3, NULL, {1, 255, 4096}, "{0x1, 0xff, 0x1000}"},
    {"struct f", "fields", ROCZ_F_STRUCT, 3, "p:p0.8,i:i8.4,e:e12.4(A=1,B=-2),f:f16.4,b:b20.1,x:x21.2,u:u23.1",
     {0x1000, (int64_t)((uint64_t)0xfffffffe << 32 | 0xfffffffb), 0x7cdab013fc00000}, "{p=0x1000, i=-5, e=B, f=1.5, b=true, x=0xabcd, u=7}"},
    {"struct w", "wrong", ROCZ_F_STRUCT, 1, "a:u0.8,b:u60.8,c:u8.18446744073709551615,d:u18446744073709551615.1,e:q0.4,f", {5}, "{a=5, e=5}"},
    {"struct o", "open", ROCZ_F_STRUCT, 1, "a:e0.4(X=5", {5}, "{a=X}"},
    {"struct n", "none", ROCZ_F_STRUCT, 1, "", {5}, "{}"},
    {"struct l", "large", ROCZ_F_LARGE, 1, "a:s0.4,b:u4.1,c:u4.8", {-1}, "{a=it's, b=32}"},
    {"struct l", "bytes", ROCZ_F_LARGE, 1, NULL, {-1}, "0x697427732022746578742" "2"},
    {"int", "*there", ROCZ_F_INT | ROCZ_F_POINTED, 2, NULL, {4, -7}, "-7"},
    {"int", "*absent", ROCZ_F_INT | ROCZ_F_POINTED, 2, NULL, {0, 7}, "NULL"},
    {"int", "*short", ROCZ_F_INT | ROCZ_F_POINTED, 1, NULL, {4}, "NULL"},
    {"char", "*text", ROCZ_F_STRING | ROCZ_F_POINTED, 2, NULL, {8, -1}, "it's \"text\""},
    {"struct h", "*half", ROCZ_F_STRUCT | ROCZ_F_POINTED, 3, "a:u0.8,b:u8.8", {8, 1, 2}, "{a=1}"},
    {"struct m", "*more", ROCZ_F_STRUCT | ROCZ_F_POINTED, 2, "a:u0.8,b:u8.8", {-1, 1}, "{a=1}"},
  };
  const int64_t function = 500, sequence = 1000000;
  int64_t text = tracegen_intern(t, "it's \"text\""), word = 0;
  tracegen_add(t, ROCZ_FUNCTION, 0, (int64_t[]){function, tracegen_intern(t, "X_API"), tracegen_intern(t, "everything"), ROCZ_FORM_RESULT});
  for (size_t i = 0; i < sizeof(p) / sizeof(p[0]); i++) {
    tracegen_add(t, ROCZ_PARAMETER, 0, (int64_t[]){function, (int64_t)i, tracegen_intern(t, p[i].name), tracegen_intern(t, p[i].type), p[i].format, word,
                                                tracegen_intern(t, p[i].enumerators), p[i].words});
    for (int w = 0; w < p[i].words; w++, word++)
      tracegen_add(t, ROCZ_ARGUMENT, 1, (int64_t[]){sequence, function * 64 + word, p[i].value[w] == -1 && is_text(p[i].format & ~ROCZ_F_POINTED) ? text : p[i].value[w]});
  }
  /* Two words that fill the unit, then a call of a function that is not described. */
  for (int w = 0; w < 2; w++, word++) tracegen_add(t, ROCZ_ARGUMENT, 1, (int64_t[]){sequence, function * 64 + word, 99});
  for (int w = 0; w < 2; w++) tracegen_add(t, ROCZ_ARGUMENT, 1, (int64_t[]){sequence + 1, 900 * 64 + w, 16});
  const char *file = in_tmp("args.rocz");
  CHECK(!tracegen_write_trace(t, file));
  sqlite3 *db = db_open(":memory:");
  attach(db, file, NULL);
  for (size_t i = 0; i < sizeof(p) / sizeof(p[0]); i++) {
    char *sql = sqlite3_mprintf("SELECT coalesce(value, 'NULL') FROM region_args WHERE id = %lld AND position = %d AND name = %Q AND type = %Q",
                                ((int64_t)1 << 40) + sequence, (int)i, p[i].name, p[i].type);
    char *want = sqlite3_mprintf("t%s|\n", p[i].want);
    char *got = db_rows(db, sql, 0, NULL);
    if (strcmp(got, want) != 0) {
      printf("not ok argument %s is %s, not %s\n", p[i].name, got, want);
      test_failures++;
    }
    sqlite3_free(got);
    sqlite3_free(want);
    sqlite3_free(sql);
  }
  CHECK_INT(db_int(db, "SELECT count(*) FROM region_args"), sizeof(p) / sizeof(p[0]) + 2);
  CHECK(db_same(db, "unknown function", "SELECT type, name, value FROM region_args WHERE name LIKE 'word%'",
                "SELECT 'uint64_t', 'word'||value, '0x10' FROM (SELECT 0 AS value UNION SELECT 1)", 1) >= 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  tracegen_free(t);
}

/* ---- damage */

typedef struct row { /* values of all columns, texts as hashes */
  uint64_t key; /* to find it among others */
  int64_t value[64];
} row;

typedef struct row_set { /* the rows of one kind, sorted by key once complete */
  row *row;
  size_t rows, capacity;
  int failed; /* an error followed these rows */
} row_set;

static row *row_set_add(row_set *s) {
  if (s->rows == s->capacity) s->row = realloc(s->row, (s->capacity = s->capacity * 2 + 64) * sizeof(*s->row));
  return &s->row[s->rows++];
}

static int compare_rows(const void *a, const void *b) {
  const row *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* Reads all columns of all rows of a kind; texts by content. */
static void read_kind(rocpd_trace *trace, rocpd_snapshot *snapshot, int kind, row_set *out) {
  rocpd_batch **batch;
  size_t n;
  rocpd_error err = {0};
  const rocpd_kind *k = &rocpd_kinds[kind];
  out->rows = 0;
  out->failed = rocpd_snapshot_batches(snapshot, kind, &batch, &n, &err) != SQLITE_OK;
  for (size_t i = 0; !out->failed && i < n; i++) {
    const rocpd_column *column[64];
    for (int c = 0; !out->failed && c < k->columns; c++) out->failed = rocpd_batch_column(batch[i], c, &column[c], &err) != SQLITE_OK;
    for (uint32_t r = 0; !out->failed && r < batch[i]->rows; r++) {
      row *to = row_set_add(out);
      to->key = 0;
      for (int c = 0; c < k->columns; c++) {
        int64_t v = rocpd_column_at(column[c], r), size;
        if (k->column[c].type == ROCPD_TEXT && v != ROCPD_NULL) {
          const char *text = rocpd_string(rocpd_trace_session(trace), v, &size);
          v = (int64_t)rocz_hash(text, (size_t)size);
        }
        to->value[c] = v;
        /* A call has several arguments with the same id. */
        if (strcmp(k->column[c].name, "id") == 0) to->key += (uint64_t)v << 6;
        if (kind == ROCPD_KIND_ARG && c == ROCPD_ARG_position) to->key += (uint64_t)v;
      }
    }
  }
  if (out->failed) CHECK(err.message && strlen(err.message) > 10);
  rocpd_error_clear(&err);
}

static const int event_kinds[] = {ROCPD_KIND_REGION, ROCPD_KIND_KERNEL, ROCPD_KIND_COPY, ROCPD_KIND_ARG};
#define EVENT_KINDS 4

static void write_file(const char *file, const uint8_t *bytes, size_t size) {
  unlink(file); /* a new file, since rewriting one waits for the disk */
  int fd = open(file, O_WRONLY | O_CREAT, 0600);
  CHECK(write(fd, bytes, size) == (ssize_t)size);
  close(fd);
}

/* What `sources` and `health` say of a file after its events were read. */
static sqlite3_int64 said_complete, said_damages, said_left_out, said_names;
static char said_first[512];

static void ask(sqlite3 *db) {
  said_complete = db_int(db, "SELECT complete FROM sources");
  said_damages = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'damaged'");
  said_left_out = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'rows left out'");
  said_names = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'names lost'");
  char *detail = db_rows(db, "SELECT detail FROM health WHERE name = 'damaged'", 0, NULL);
  snprintf(said_first, sizeof(said_first), "%s", detail);
  sqlite3_free(detail);
}

/* Reads a file's events. False: it cannot even be opened. */
static int read_file(sqlite3 *db, const char *file, const char *skip, row_set set[EVENT_KINDS]) {
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_snapshot *snapshot;
  rocpd_error err = {0};
  int64_t files;
  rocpd_open_options options = {.skip_damaged = skip != NULL};
  int rc = rocpd_trace_attach(t, file, &options, &files, &err);
  if (rc == SQLITE_OK) {
    rc = rocpd_trace_snapshot(t, &snapshot, &err);
    for (int k = 0; rc == SQLITE_OK && k < EVENT_KINDS; k++) read_kind(t, snapshot, event_kinds[k], &set[k]);
    if (rc == SQLITE_OK) rocpd_snapshot_release(snapshot);
    if (rc == SQLITE_OK) ask(db);
    rocpd_error_clear(&err);
    rocpd_trace_detach(t, file, &files, &err);
  }
  rocpd_error_clear(&err);
  return rc == SQLITE_OK;
}

/* Checks that every row is one of the true rows, and none comes twice. If names may be lost (`nulls` is not NULL), they may be
** NULL, which is counted. */
static int is_subset(row_set *s, const row_set *truth, int columns, size_t *nulls) {
  if (s->rows) qsort(s->row, s->rows, sizeof(*s->row), compare_rows);
  size_t j = 0;
  for (size_t i = 0; i < s->rows; i++, j++) {
    while (j < truth->rows && truth->row[j].key < s->row[i].key) j++;
    if (j == truth->rows || truth->row[j].key != s->row[i].key) return 0;
    for (int c = 0; c < columns; c++) {
      if (s->row[i].value[c] == truth->row[j].value[c]) continue;
      if (!nulls || s->row[i].value[c] != ROCPD_NULL) return 0;
      ++*nulls;
    }
  }
  return 1;
}

static row_set truth[EVENT_KINDS], found[EVENT_KINDS];
static uint8_t *good;
static size_t good_size;
static rocz_header good_header;
static rocz_footer good_footer;
static sqlite3 *damage_db;

static void load_good(void) {
  tracegen_options o = small_options(60, 3);
  o.chunk_rows = 20;
  tracegen_trace *t = tracegen_make(&o);
  CHECK(!tracegen_encode(t, &good, &good_size));
  tracegen_free(t);
  rocz_error e = {0};
  CHECK_INT(rocz_parse_header(good, good_size, &good_header, &e), ROCZ_OK);
  CHECK_INT(rocz_parse_footer(good, good_size, good_header.size, &good_footer, &e), ROCZ_OK);
  CHECK(good_footer.chunks > 20);
  damage_db = db_open(":memory:");
  const char *file = in_tmp("damaged.rocz");
  write_file(file, good, good_size);
  CHECK(read_file(damage_db, file, NULL, truth));
  for (int k = 0; k < EVENT_KINDS; k++) {
    CHECK(!truth[k].failed && truth[k].rows > 0);
    qsort(truth[k].row, truth[k].rows, sizeof(row), compare_rows);
    for (size_t i = 1; i < truth[k].rows; i++) CHECK(truth[k].row[i - 1].key < truth[k].row[i].key);
  }
}

static int columns_of(int k) { return rocpd_kinds[event_kinds[k]].columns; }

/* A file that is cut anywhere gives the rows of its complete chunks. */
static void cut_anywhere(void) {
  const char *file = in_tmp("damaged.rocz");
  size_t step = test_soak() ? 1 : 71, last[EVENT_KINDS] = {0};
  for (size_t size = 0; size < good_size; size += step) {
    write_file(file, good, size);
    if (!read_file(damage_db, file, NULL, found)) continue;
    for (int k = 0; k < EVENT_KINDS; k++) {
      if (found[k].failed || !is_subset(&found[k], &truth[k], columns_of(k), NULL) || found[k].rows < last[k]) {
        CHECK(!"a cut file with wrong rows");
        printf("cut at %zu of %zu, kind %d, failed %d\n", size, good_size, k, found[k].failed);
        return;
      }
      last[k] = found[k].rows;
    }
  }
  for (int k = 0; k < EVENT_KINDS; k++) CHECK(last[k] > 0);
}

/* A flipped bit gives an error or changes nothing. With "skip" it gives fewer rows, or names that are NULL. */
static void flip_anywhere(const char *skip) {
  const char *file = in_tmp("damaged.rocz");
  size_t step = test_soak() ? 1 : 101, errors = 0;
  for (size_t bit = 0; bit < good_size * 8; bit += step * (1 + bit % 3)) {
    good[bit / 8] ^= (uint8_t)(1u << bit % 8);
    write_file(file, good, good_size);
    good[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (!read_file(damage_db, file, skip, found)) { errors++; continue; }
    int failed = 0, changed = 0;
    for (int k = 0; k < EVENT_KINDS; k++) {
      size_t nulls = 0;
      failed |= found[k].failed;
      if (!is_subset(&found[k], &truth[k], columns_of(k), skip ? &nulls : NULL)) {
        CHECK(!"a damaged file with wrong rows");
        printf("bit %zu of byte %zu of %zu, kind %d\n", bit % 8, bit / 8, good_size, k);
        return;
      }
      changed |= nulls || found[k].rows != truth[k].rows;
    }
    errors += (size_t)failed;
    if (skip ? failed : changed && !failed) {
      CHECK(!"damage and error do not go together");
      printf("bit %zu of byte %zu of %zu, failed %d changed %d\n", bit % 8, bit / 8, good_size, failed, changed);
      return;
    }
    if ((failed || changed) && (said_complete || !said_damages)) {
      CHECK(!"damage that was met is not in sources and health");
      printf("bit %zu of byte %zu of %zu\n", bit % 8, bit / 8, good_size);
      return;
    }
  }
  if (!skip) CHECK(errors * step > 25000);
}
static void flipped_bits(void) { flip_anywhere(NULL); }
static void flipped_bits_skipped(void) { flip_anywhere("skip"); }

/* Index in event_kinds of a chunk's rows; -1: they are not events. */
static int event_of(uint16_t kind) {
  switch (kind) {
    case ROCZ_CALL: case ROCZ_OPEN_CALL: return 0;
    case ROCZ_DISPATCH: case ROCZ_OPEN_DISPATCH: return 1;
    case ROCZ_COPY: case ROCZ_OPEN_COPY: return 2;
    case ROCZ_ARGUMENT: return 3;
    default: return -1;
  }
}

/* What can be read if bytes [from, to) are damaged. */
typedef struct remains {
  size_t left[EVENT_KINDS]; /* rows left; for arguments, the words in chunks: exact, or the least number */
  sqlite3_int64 rows_gone, names_gone, chunks; /* number of damaged ones */
  int events; /* some of these chunks contain events, or tell arguments apart */
} remains;

static remains remains_of(size_t from, size_t to) {
  remains r = {.chunks = 0};
  size_t words = 0, words_left = 0;
  int args_end = 0;
  for (uint64_t i = 0; i < good_footer.chunks; i++) {
    rocz_chunk c;
    rocz_footer_chunk(&good_footer, i, &c);
    int hit = from < c.offset + ROCZ_CHUNK_SIZE + c.body_size && to > c.offset, event = event_of(c.kind);
    r.chunks += hit;
    r.events |= hit && (event >= 0 || c.kind == ROCZ_PARAMETER);
    args_end |= hit && c.kind == ROCZ_PARAMETER;
    if (hit && event < 0) r.names_gone += c.rows;
    hit |= event == 3 && args_end;
    if (hit && event >= 0) r.rows_gone += c.rows;
    if (event == 3) words += c.rows, words_left += hit ? 0 : c.rows;
    else if (event >= 0 && !hit) r.left[event] += c.rows;
  }
  r.left[3] = words_left == words ? truth[3].rows : 0;
  /* Without the footer, chunks are found by walking, and the footer's own header is the last of them. */
  size_t footer = good_size - ROCZ_TRAILER_SIZE - (size_t)good_footer.chunks * ROCZ_INDEX_SIZE - ROCZ_CHUNK_SIZE;
  int last = from < footer + ROCZ_CHUNK_SIZE && to > footer;
  r.chunks += last;
  r.events |= last;
  return r;
}

/* 16 bytes anywhere are damaged. With "skip" all other chunks are read, and what is missing is reported. Without it, a statement
** that meets them gets an error that says where they are. */
static void overwritten(void) {
  const char *file = in_tmp("damaged.rocz");
  size_t step = test_soak() ? 1 : 29, alone = 0, named = 0;
  for (size_t at = good_header.size; at + 16 <= good_size; at += step) {
    uint8_t kept[16];
    memcpy(kept, good + at, 16);
    memset(good + at, 0xa5, 16);
    write_file(file, good, good_size);
    memcpy(good + at, kept, 16);
    remains r = remains_of(at, at + 16);
    int before = test_failures, failed = 0;
    size_t nulls = 0;
    CHECK(read_file(damage_db, file, "skip", found));
    for (int k = 0; k < EVENT_KINDS; k++) {
      CHECK(!found[k].failed);
      CHECK(is_subset(&found[k], &truth[k], columns_of(k), &nulls));
      if (k < 3) CHECK_INT(found[k].rows, r.left[k]);
      else CHECK(found[k].rows >= r.left[k]);
    }
    alone += r.chunks && r.left[0] + r.left[1] > (truth[0].rows + truth[1].rows) / 2;
    named += nulls > 0;
    CHECK(!nulls || r.names_gone);
    CHECK_INT(said_damages, r.chunks);
    CHECK_INT(said_left_out, r.rows_gone);
    CHECK_INT(said_names, r.names_gone);
    CHECK_INT(said_complete, !r.chunks);
    CHECK(!r.chunks || (strstr(said_first, "damaged.rocz: ") && strstr(said_first, "at byte ")));
    CHECK(read_file(damage_db, file, NULL, found));
    for (int k = 0; k < EVENT_KINDS; k++) failed |= found[k].failed;
    for (int k = 0; k < EVENT_KINDS; k++) CHECK(found[k].failed || is_subset(&found[k], &truth[k], columns_of(k), NULL));
    CHECK_INT(failed, r.events || nulls); /* names that are NULL with "skip" are errors here */
    CHECK_INT(said_damages > 0, r.chunks > 0);
    CHECK_INT(said_complete, !r.chunks);
    if (test_failures == before) continue;
    printf("16 bytes at %zu of %zu: %s\n", at, good_size, said_first);
    return;
  }
  CHECK(alone > 100);
  CHECK(named > 10);
}

/* A copy of the good file with damage in the first chunk of a kind. */
static void write_without(uint16_t kind) {
  rocz_chunk c;
  uint64_t i = 0;
  do rocz_footer_chunk(&good_footer, i++, &c);
  while (c.kind != kind && i < good_footer.chunks);
  CHECK_INT(c.kind, kind);
  good[c.offset + ROCZ_CHUNK_SIZE + 40] ^= 1;
  write_file(in_tmp("names.rocz"), good, good_size);
  good[c.offset + ROCZ_CHUNK_SIZE + 40] ^= 1;
}

/* Names that cannot be read: rows, times and counts stay. A statement that reads the names gets an error, or NULL if damage is skipped. */
static void lost_names(void) {
  static const struct { uint16_t kind; const char *table, *column; } lost[] = {
    {ROCZ_STRING, "regions", "name"}, {ROCZ_STRING, "regions", "category"}, {ROCZ_FUNCTION, "regions", "name"}, {ROCZ_FUNCTION, "regions", "category"},
    {ROCZ_THREAD, "regions", "tid"}, {ROCZ_KERNEL, "kernels", "name"}, {ROCZ_LAUNCH, "kernels", "grid_x"}, {ROCZ_LAUNCH, "kernels", "name"},
    {ROCZ_QUEUE, "kernels", "agent_id"}, {ROCZ_AGENT, "memory_copies", "dst_device"}, {ROCZ_AGENT, "kernels", "agent_type"}};
  for (size_t i = 0; i < sizeof(lost) / sizeof(*lost); i++) {
    write_without(lost[i].kind);
    char *rows = sqlite3_mprintf("SELECT count(*), sum(start), sum(\"end\"), sum(duration) FROM %s", lost[i].table);
    char *names = sqlite3_mprintf("SELECT count(*) - count(%s) > 0 FROM %s", lost[i].column, lost[i].table);
    sqlite3 *db = db_open(":memory:"), *whole = db_open(":memory:");
    write_file(in_tmp("whole.rocz"), good, good_size);
    attach(whole, in_tmp("whole.rocz"), NULL);
    attach(db, in_tmp("names.rocz"), NULL);
    char *want = db_rows(whole, rows, 0, NULL), *got = db_rows(db, rows, 0, NULL), *told = db_rows(db, names, 0, NULL);
    CHECK_TEXT(got, want);
    CHECK(strstr(told, "names.rocz: hash of the chunk's body at byte"));
    if (!strstr(told, "names.rocz")) printf("%s: %s\n", names, told);
    CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
    CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'damaged'"), 1);
    sqlite3_free(got);
    attach(db, in_tmp("names.rocz"), "{\"damaged\":\"skip\"}");
    got = db_rows(db, rows, 0, NULL);
    CHECK_TEXT(got, want);
    CHECK_INT(db_int(db, names), 1);
    CHECK_INT(db_int(whole, names), 0);
    CHECK(db_int(db, "SELECT value FROM health WHERE name = 'names lost'") > 0);
    CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
    sqlite3_free(got), sqlite3_free(want), sqlite3_free(told), sqlite3_free(rows), sqlite3_free(names);
    sqlite3_close(db), sqlite3_close(whole);
  }
}

/* A chunk of an archive whose header states other times than its rows have: readers would skip rows because of it. A statement
** that meets it fails. */
static void rehash(uint8_t *head) {
  uint64_t hash = rocz_hash(head, 72);
  memcpy(head + 72, &hash, 8);
}

static void times_of_archives(void) {
  char file[4096], *sql;
  snprintf(file, sizeof(file), "%s", in_tmp("archive.rocz"));
  write_file(in_tmp("whole.rocz"), good, good_size);
  sqlite3 *db = db_open_trace(in_tmp("whole.rocz"));
  sqlite3_int64 size = db_int(db, sql = sqlite3_mprintf("SELECT rocpd_export_rocz(%Q) ->> 'bytes'", file));
  sqlite3_free(sql);
  sqlite3_close(db);
  uint8_t *bytes = malloc((size_t)size), *footer_head;
  FILE *f = fopen(file, "rb");
  CHECK(f && fread(bytes, 1, (size_t)size, f) == (size_t)size);
  if (f) fclose(f);
  rocz_header h;
  rocz_footer footer;
  rocz_chunk c = {0};
  rocz_error e = {0};
  CHECK_INT(rocz_parse_header(bytes, (size_t)size, &h, &e), ROCZ_OK);
  CHECK_INT(rocz_parse_footer(bytes, (uint64_t)size, h.size, &footer, &e), ROCZ_OK);
  uint64_t i = 0;
  do rocz_footer_chunk(&footer, i, &c);
  while (c.kind != ROCZ_DECLARED + ROCPD_KIND_REGION && ++i < footer.chunks);
  CHECK(i < footer.chunks && c.min_time < c.max_time);
  footer_head = (uint8_t *)footer.index - ROCZ_CHUNK_SIZE;
  for (int which = 0; which < 2; which++) { /* the first time is too late; the last time is too early */
    uint8_t kept[8], *head = bytes + c.offset, *entry = (uint8_t *)footer.index + i * ROCZ_INDEX_SIZE;
    int64_t wrong = which ? c.max_time - 1 : c.min_time + 1;
    memcpy(kept, head + 32 + 8 * which, 8);
    memcpy(head + 32 + 8 * which, &wrong, 8), memcpy(entry + 24 + 8 * which, &wrong, 8);
    uint64_t hash = rocz_hash(footer.index, (size_t)footer.chunks * ROCZ_INDEX_SIZE);
    memcpy(footer_head + 56, &hash, 8);
    rehash(head), rehash(footer_head);
    write_file(file, bytes, (size_t)size);
    db = db_open_trace(file);
    char *got = db_rows(db, "SELECT max(start), max(\"end\") FROM regions", 0, NULL);
    CHECK(strstr(got, "time of a row and times of its chunk"));
    sqlite3_free(got);
    CHECK(db_int(db, "SELECT count(*) FROM kernels") > 0);
    sqlite3_close(db);
    memcpy(head + 32 + 8 * which, kept, 8), memcpy(entry + 24 + 8 * which, kept, 8);
  }
  free(bytes);
}

/* What a user sees of it in SQL. */
static void damage_in_sql(void) {
  const char *file = in_tmp("broken.rocz");
  tracegen_options o = small_options(2000, 9);
  CHECK(!tracegen_write(file, &o));
  sqlite3 *db = db_open(":memory:");
  attach(db, file, NULL);
  sqlite3_int64 all = db_int(db, "SELECT count(*) FROM regions"), offset;
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  sqlite3_close(db);
  /* The footer is cut off, and a chunk header in the second half is broken. */
  FILE *f = fopen(file, "r+b");
  fseek(f, 0, SEEK_END);
  CHECK(ftruncate(fileno(f), ftell(f) - 16) == 0);
  uint8_t *bytes = malloc((size_t)ftell(f));
  size_t size = (size_t)ftell(f) - 16, at = size / 2;
  rewind(f);
  CHECK(fread(bytes, 1, size, f) == size);
  while (memcmp(bytes + at, "RZCK", 4) != 0) at++;
  offset = (sqlite3_int64)at;
  fseek(f, (long)at + 12, SEEK_SET);
  fputc(bytes[at + 12] ^ 1, f);
  fclose(f);
  free(bytes);
  db = db_open(":memory:");
  attach(db, file, NULL);
  CHECK_INT(db_int(db, "SELECT count(*) FROM (SELECT * FROM regions LIMIT 10)"), 10);
  sqlite3_stmt *s;
  sqlite3_prepare_v2(db, "SELECT count(*) FROM regions", -1, &s, NULL);
  CHECK_INT(sqlite3_step(s), SQLITE_CORRUPT);
  char want[64];
  snprintf(want, sizeof(want), "at byte %lld: expected", offset + 72);
  CHECK(strstr(sqlite3_errmsg(db), "broken.rocz") && strstr(sqlite3_errmsg(db), want));
  if (!strstr(sqlite3_errmsg(db), want)) printf("%s\n", sqlite3_errmsg(db));
  sqlite3_finalize(s);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 1);
  sqlite3_close(db);
  db = db_open(":memory:");
  attach(db, file, "{\"damaged\":\"skip\"}");
  sqlite3_int64 rest = db_int(db, "SELECT count(*) FROM regions");
  CHECK(rest > 0 && rest < all);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 1);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
  sqlite3_close(db);
}

/* A file whose own header is damaged: of a folder's files only this one is left out, and reported. */
static void damaged_header(void) {
  mkdir(in_tmp("folder"), 0700);
  write_file(in_tmp("folder/good.rocz"), good, good_size);
  good[40] ^= 1;
  write_file(in_tmp("folder/bad.rocz"), good, good_size);
  good[40] ^= 1;
  sqlite3 *db = db_open(":memory:");
  sqlite3_stmt *s;
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", in_tmp("folder"));
  sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  CHECK_INT(sqlite3_step(s), SQLITE_CORRUPT);
  CHECK(strstr(sqlite3_errmsg(db), "bad.rocz: hash of the file's header at byte 152"));
  sqlite3_finalize(s);
  sqlite3_free(sql);
  CHECK_INT(attach(db, in_tmp("folder"), "{\"damaged\":\"skip\"}"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), truth[0].rows);
  CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'damaged' AND source LIKE '%bad.rocz' AND detail LIKE '%bad.rocz: hash%'"), 1);
  CHECK_TEXT(db_text(db, "SELECT group_concat(complete) FROM (SELECT complete FROM sources ORDER BY source)"), "0,1");
  sqlite3_close(db);
}

int main(void) {
  RUN(equals_the_truth);
  RUN(unknown_times);
  RUN(arguments_as_text);
  load_good();
  RUN(cut_anywhere);
  RUN(flipped_bits);
  RUN(flipped_bits_skipped);
  RUN(overwritten);
  RUN(lost_names);
  RUN(times_of_archives);
  RUN(damaged_header);
  RUN(damage_in_sql);
  sqlite3_close(damage_db);
  return test_result();
}
