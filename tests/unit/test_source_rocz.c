/* Chunk files read back: every table equals what was written, row by row, computed in SQL over native tables of the generator's
** rows; times that are not known; arguments as text. Damaged files: test_source_rocz_damage.c. */
#include <unistd.h>
#include "db.h"
#include "hash.h"
#include "small.h"
#include "test.h"
#include "truth.h"

static const char *in_tmp(const char *name) {
  static char path[512];
  snprintf(path, sizeof(path), "%s/%s", test_tmp(), name);
  return path;
}

/* ---- equal to the truth */

#define LANE "1099511627776*" /* 2^40 */
#define FILE_COLUMNS "f.path, f.run, f.host, f.rank"

static const struct { const char *name, *want, *got;
} tables[] = {
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
   "SELECT " LANE
   "a.lane+a.sequence, f.guid, f.nid, f.pid, p.type, p.name, CASE p.format WHEN 0 THEN ''||a.value WHEN 1 THEN ''||a.value WHEN 2 THEN printf('0x%llx', a.value)"
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
   "SELECT q, f.guid, f.nid, f.pid, iif(q, 'Queue '||(q-1), 'Default Queue'), '{}', " FILE_COLUMNS
   " FROM (SELECT 0 AS q UNION SELECT queue FROM g_queue), g_file f",
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
  CHECK_INT(db_attach(db, file), SQLITE_OK);
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
  CHECK_INT(db_attach(db, file), SQLITE_OK);
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
      tracegen_add(t, ROCZ_ARGUMENT, 1,
                   (int64_t[]){sequence, function * 64 + word, p[i].value[w] == -1 && is_text(p[i].format & ~ROCZ_F_POINTED) ? text : p[i].value[w]});
  }
  /* Two words that fill the unit, then a call of a function that is not described. */
  for (int w = 0; w < 2; w++, word++) tracegen_add(t, ROCZ_ARGUMENT, 1, (int64_t[]){sequence, function * 64 + word, 99});
  for (int w = 0; w < 2; w++) tracegen_add(t, ROCZ_ARGUMENT, 1, (int64_t[]){sequence + 1, 900 * 64 + w, 16});
  const char *file = in_tmp("args.rocz");
  CHECK(!tracegen_write_trace(t, file));
  sqlite3 *db = db_open(":memory:");
  db_attach(db, file);
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

int main(void) {
  RUN(equals_the_truth);
  RUN(unknown_times);
  RUN(arguments_as_text);
  return test_result();
}
