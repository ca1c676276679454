/* Every allocation fails once: loading, attaching, querying, exporting must give
** SQLITE_NOMEM (or succeed without it), leak nothing and leave no half file; or the query is
** interrupted at it, which must give SQLITE_INTERRUPT and say so. Every allocation with SOAK=1; here each
** place in the code that allocates, as called from each other, once, and a stride through all.
**
** Loading takes thirty thousand allocations, most queries some hundred: loading and attaching are
** done once, and each attempt at a query is a process of its own, forked from there.
**
** For the places the connection has one thread, so that the allocations have the same numbers each time. The stride is on a connection with several threads,
** where a failing allocation is one or another each time.
**
** test_oom TEXT: only the scenarios whose names contain it, and loading. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "api.h"
#include "db.h"
#include "decode.h"
#include "live_writer.h"
#include "test.h"
#include "small.h"

int sqlite3_rocpd_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static sqlite3_mem_methods real;
static _Atomic long countdown; /* allocations until one fails; 0 or less: none fails */
static _Atomic int fired;
static sqlite3 *interrupted; /* if not NULL, it is interrupted at that point, and the allocation succeeds */

/* ---- places that allocate: the innermost functions of ours on the stack, which threads do not change */

enum { PLACES = 1 << 14, FRAMES = 32, CALLERS = 1 };
typedef struct places { /* shared with the forked processes */
  _Atomic uint64_t key[PLACES]; /* 0: free */
  long number[PLACES];          /* number of the first allocation there */
  int size[PLACES];             /* its size */
  uint64_t inner[PLACES];       /* the place without its caller */
  bool failed[PLACES];          /* it has failed */
} places;
static places *seen;
static bool notes;             /* whether places are noted */
static uint64_t failing_place; /* if not 0, the place at which the allocation is that fails */
static _Atomic bool elsewhere; /* it is at another one */
static int its_size;           /* size of that allocation */
static _Atomic long allocations;

extern const char __executable_start, etext;

/* Only fail_now() calls it, so that the limit of frames is reached at the same one. */
static __attribute__((noinline)) uint64_t place_now(uint64_t *inner) {
  void *frame[FRAMES];
  int n = backtrace(frame, FRAMES);
  uint64_t key = 0;
  for (int i = 4, ours = 0; i < n && ours <= CALLERS; i++) {
    if ((const char *)frame[i] < &__executable_start || (const char *)frame[i] >= &etext) continue;
    key = (key ^ (uintptr_t)frame[i]) * 0x9e3779b97f4a7c15u;
    if (!ours++) *inner = key;
  }
  return key | 1;
}

static void note_place(uint64_t key, uint64_t inner, long number, int size) {
  for (uint64_t i = key >> 50;; i = (i + 1) % PLACES) {
    uint64_t none = 0;
    if (seen->key[i] == key) return;
    if (!atomic_compare_exchange_strong(&seen->key[i], &none, key)) continue;
    seen->number[i] = number, seen->size[i] = size, seen->inner[i] = inner;
    return;
  }
}

static inline __attribute__((always_inline)) void note_here(int size) {
  uint64_t inner = 0, key = place_now(&inner);
  note_place(key, inner, ++allocations, size);
}

static __attribute__((noinline)) int fail_now(int size) {
  if (notes) note_here(size);
  if (countdown <= 0 || --countdown) return 0;
  uint64_t inner;
  elsewhere = failing_place && place_now(&inner) != failing_place;
  fired = 1;
  if (interrupted) sqlite3_interrupt(interrupted);
  return !interrupted;
}
static void *failing_malloc(int n) { return fail_now(n) ? NULL : real.xMalloc(n); }
static void *failing_realloc(void *p, int n) { return fail_now(n) ? NULL : real.xRealloc(p, n); }

/* With SQLite before 3.41, time decides when the extension asks whether it is interrupted, which allocates. Here time goes on by 1 ms when it is asked for, so
** that this is the same each time. */
int clock_gettime(clockid_t clock, struct timespec *now) {
  static _Atomic long asked;
  long ms = ++asked;
  *now = (struct timespec){1000 + ms / 1000, ms % 1000 * 1000000};
  return 0;
}

static char path[4096], out[4096];

/* A scenario: its statements run on a connection that has loaded the extension and attached the trace, and has done nothing else. */
typedef struct scenario { const char *name; const char *const *sql; } scenario;

static const char *const loading[] = {NULL};
static const char *const attaching[] = {"SELECT rocpd_attach('oom_machine_0.rocz')", "SELECT count(*), max(name) FROM kernels", NULL};
static const char *const base[] = {"SELECT count(*) FROM kernels", "SELECT * FROM kernels LIMIT 5", "SELECT * FROM regions ORDER BY start DESC LIMIT 5",
  "SELECT name, count(*) FROM kernels GROUP BY name", "SELECT * FROM region_args LIMIT 3", "SELECT * FROM memory_copies WHERE size > 10 LIMIT 3",
  "SELECT * FROM processes", "SELECT * FROM threads", "SELECT * FROM code_objects", "SELECT * FROM kernel_symbols LIMIT 3", NULL};
static const char *const joins[] = {"SELECT count(*) FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid",
  "SELECT * FROM regions WHERE id IN (1,2,3) OR tid IN (1,2) ORDER BY name LIMIT 3", "SELECT * FROM kernels WHERE rowid = 3", NULL};
/* Base tables, made from the rows of others. */
static const char *const derived[] = {"SELECT * FROM rocpd_metadata, rocpd_info_node, rocpd_info_process", "SELECT max(extdata) FROM rocpd_info_code_object",
  "SELECT max(extdata) FROM rocpd_info_kernel_symbol", "SELECT count(*), max(track_id) FROM rocpd_sample JOIN rocpd_track ON track_id = rocpd_track.id",
  "SELECT s.string, count(*) FROM rocpd_region r JOIN rocpd_string s ON s.id = r.name_id AND s.guid = r.guid JOIN rocpd_event e ON e.id = r.event_id GROUP BY 1",
  "SELECT max(category), max(arg_value) FROM events_args", "SELECT * FROM regions_and_samples ORDER BY start LIMIT 3", "SELECT max(id) FROM rocpd_arg",
  "SELECT max(region_name_id) FROM rocpd_kernel_dispatch", NULL};
static const char *const analysis[] = {"SELECT * FROM top LIMIT 3", "SELECT * FROM top_kernels", "SELECT * FROM busy", "SELECT * FROM gaps LIMIT 3",
  "SELECT * FROM gaps WHERE level = 'queue' LIMIT 3", "SELECT * FROM sources", "SELECT * FROM health", NULL};
static const char *const launching[] = {"SELECT max(class), max(call_end) FROM launches", "SELECT * FROM launch_summary", NULL};
static const char *const ranges[] = {"SELECT * FROM ranges WHERE level = 'call' LIMIT 3", "SELECT max(name), max(n) FROM ranges",
  "SELECT * FROM range_kernels LIMIT 3",
  "SELECT * FROM range_kernels WHERE level = 'call' LIMIT 3", "SELECT * FROM range_gpu WHERE level = 'call' LIMIT 3",
  "SELECT *, argcount, lasti FROM python LIMIT 3",
  "SELECT *, once_ns FROM range_gpu LIMIT 3", "SELECT * FROM arrivals LIMIT 3", NULL};
static const char *const call_trees[] = {"SELECT * FROM calls", "SELECT * FROM calls WHERE level = 'process'", "SELECT * FROM api_overhead", NULL};
static const char *const paths[] = {"SELECT * FROM critical_path LIMIT 3", "SELECT * FROM what_if('*', 0.5)", "SELECT * FROM sync_cost LIMIT 3", NULL};
static const char *const statistics[] = {"SELECT max(median_ns), max(longest_start), max(busy_share), max(grid) FROM top",
  "SELECT max(p99_ns), max(name) FROM top_by('thread')",
  "SELECT max(name) FROM top_by('device')", "SELECT max(name) FROM top_by('marker')", "SELECT max(lds_bytes) FROM top_by('grid')",
  "SELECT max(name) FROM histogram", "SELECT max(name) FROM short_kernels", "SELECT max(call) FROM copies",
  "SELECT * FROM copy_summary LIMIT 3", "SELECT * FROM copy_cost", "SELECT max(name) FROM allocation_cost", "SELECT max(call) FROM allocations",
  "SELECT max(device) FROM memory_timeline", "SELECT * FROM memory_peak", "SELECT * FROM leaks", "SELECT max(limited_by) FROM occupancy",
  "SELECT max(sequence) FROM kernel_sequences('', 4, 100000000)", NULL};
static const char *const functions[] = {
  "SELECT rocpd_demangle('_ZN3foo3barEv'), rocpd_short_name('f<int>(int)', 'distinct'), rocpd_version(), rocpd_utc(5), rocpd_human(5)",
  "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 50) SELECT median(x), percentile(x, 99), stddev(x), mode('v' || x % 40), sum('v' || x REGEXP '^v(1|2)') FROM n",
  "SELECT rocpd_detach((SELECT source FROM processes LIMIT 1))", NULL};
static const char *const help[] = {"SELECT rocpd_help(), rocpd_help('gaps'), rocpd_help('rocpd_window')", "SELECT max(meaning), max(unit) FROM rocpd_tables",
                                   NULL};
static const char *const windows[] = {"SELECT rocpd_window('20%', '70%', 0)", "SELECT count(*), max(name) FROM regions",
  "SELECT count(*) FROM kernels k JOIN regions r USING (stack_id)",
  "SELECT count(*) FROM region_args", "SELECT * FROM busy", "SELECT * FROM gaps LIMIT 3", "SELECT count(*) FROM rocpd_region", "SELECT rocpd_window()", NULL};
static const char *const filters[] = {"SELECT rocpd_filter((SELECT json_object('gpu', 0, 'kernel', substr(max(name), 1, 4) || '*') FROM kernels))",
  "SELECT count(*), max(name) FROM kernels",
  "SELECT count(*) FROM rocpd_event", "SELECT max(kernel) FROM launch_summary", "SELECT max(total_ns) FROM critical_path", "SELECT max(duration_ns) FROM gaps",
  "SELECT max(cause) FROM idle_summary", "SELECT max(saved_ns) FROM what_if('*')",
  "SELECT rocpd_window('20%', '70%', 0)", "SELECT count(*) FROM rocpd_kernel_dispatch", "SELECT rocpd_window()",
  "SELECT rocpd_filter('{\"gpu\":0}')", "SELECT max(coalescable) FROM copies", "SELECT max(device) FROM memory_timeline", "SELECT * FROM utilisation",
  "SELECT rocpd_filter(NULL)", NULL};
static const char *const comparisons[] = {"SELECT * FROM diff('', '')", "SELECT max(median_a_ns), max(longest_b_end), max(p_value) FROM diff('', '', 'region')",
  "SELECT rocpd_regressed('', '', 5)",
                                          "SELECT * FROM capabilities", "SELECT max(skew) FROM ranks", "SELECT rocpd_category(name) FROM kernels GROUP BY 1",
                                          NULL};
static const char *const gpu_times[] = {"SELECT * FROM gpu_time", "SELECT * FROM gpu_time('rank')", "SELECT count(*) FROM gpu_time(1000000)",
  "SELECT max(all_three_ns) FROM overlap", "SELECT * FROM concurrency",
  "SELECT max(cause), max(host_call), max(host_range), sum(no_call_ns) FROM gaps", "SELECT * FROM idle_summary", "SELECT * FROM gap_histogram",
  "SELECT max(depth) FROM queue_depth", "SELECT * FROM queue_depth('queue')", NULL};
static const char *const advices[] = {"SELECT max(finding) FROM advice", NULL}; /* they run many queries, so this is for the long form */
static const char *const clocks[] = {"SELECT rocpd_align()", "SELECT rocpd_align((SELECT json_object('marker', name) FROM regions WHERE \"end\" > 0))",
  "SELECT rocpd_attach((SELECT source FROM processes), '{\"offset_ns\":5,\"rank\":\"%d.rocz\"}')", "SELECT max(end), max(name), max(rank) FROM regions",
  "SELECT * FROM sources",
  "SELECT rocpd_config('cache_mb', 0)", "SELECT max(start), max(rank) FROM kernels", "SELECT max(start) FROM rocpd_region", NULL};
static const char *const perfetto[] = {"SELECT rocpd_export_perfetto(:out)", NULL};
static const char *const perfetto_packed[] = {"SELECT rocpd_export_perfetto(:out, '{\"counters\":true,\"compress\":true,\"kernel_names\":\"range\"}')", NULL};
static const char *const perfetto_gpu[] = {"SELECT rocpd_attach('oom_views.db')",
                                           "SELECT rocpd_export_perfetto(:out, '{\"counters\":true,\"gpu_packets\":true,\"start\":0}')", NULL};
static const char *const perfetto_bounded[] = {"SELECT rocpd_config('cache_mb', 0)", "SELECT rocpd_export_perfetto(:out, '{\"counters\":true}')", NULL};
static const char *const json[] = {"SELECT rocpd_export_json(:out, '{\"flows\":true}')", NULL};
static const char *const json_gz[] = {
  "SELECT rocpd_attach('oom_views.db')",
  "SELECT rocpd_export_json(:out || '.gz', '{\"overwrite\":true,\"arrange\":\"domain\",\"counters\":true,\"launch_names\":\"kernel\"}')", NULL};
static const char *const parts[] = {"SELECT rocpd_export_json(:out || '.parts', '{\"overwrite\":true,\"split\":2}')",
                                    "SELECT rocpd_export_ctf(:out || '.parts', '{\"overwrite\":true,\"split\":\"process\"}')", NULL};
static const char *const small_parts[] = {"SELECT rocpd_attach('oom_views.db')",
                                          "SELECT rocpd_export_rocz(:out || '.small', '{\"overwrite\":true,\"max_bytes\":40000}')", NULL};
/* All formats that show sampled stacks. */
static const char *const sampled[] = {"SELECT rocpd_attach('oom_sampled.rocz')", "SELECT rocpd_export_pprof(:out || '.pb.gz', '{\"overwrite\":true}')",
  "SELECT rocpd_export_json(:out || '.json', '{\"overwrite\":true}')", "SELECT rocpd_export_perfetto(:out || '.pftrace', '{\"overwrite\":true}')",
  "SELECT rocpd_export_html(:out || '.html', '{\"overwrite\":true,\"tables\":false}')", NULL};
static const char *const sampled_otf2[] = {"SELECT rocpd_attach('oom_sampled.rocz')", "SELECT rocpd_export_otf2(:out || '.archive', '{\"overwrite\":true}')", NULL};
static const char *const from_stacks[] = {"SELECT rocpd_attach('oom_idle.rocz')", "SELECT max(stack), max(tid) FROM idle_stacks('thread')",
  "SELECT max(stack), max(call_path) FROM launch_stacks('process')", "SELECT max(host_range), max(range_samples) FROM gaps",
  "SELECT rocpd_export_folded(:out, '{\"value\":\"idle\"}')", NULL};
static const char *const folded[] = {"SELECT rocpd_export_folded(:out)", NULL};
static const char *const folded_gpu[] = {"SELECT rocpd_export_folded(:out, '{\"value\":\"gpu\"}')", NULL};
static const char *const ctf[] = {"SELECT rocpd_export_ctf(:out || '.ctf', '{\"overwrite\":true,\"args\":true}')", NULL};
static const char *const rocz[] = {"SELECT rocpd_export_rocz(:out)", "SELECT count(*), max(name) FROM kernels(:out)", NULL};
static const char *const database[] = {"SELECT rocpd_export_db(:out, '{\"names\":\"*\"}')", NULL};
/* Only if the library is installed. */
static bool has_otf2(void) {
  void *library = dlopen("libopen-trace-format2.so.10", RTLD_NOW);
  return library && !dlclose(library);
}
static const char *const otf2[] = {"SELECT rocpd_export_otf2(:out || '.archive', '{\"overwrite\":true}')", NULL};
static const char *const csv[] = {"SELECT rocpd_attach('oom_views.db')", "SELECT rocpd_export_csv(:out || '.csv', '{\"overwrite\":true}')", NULL};
/* Ids of the second source are shifted, also in its JSON texts. */
static const char *const merged[] = {"SELECT rocpd_attach('oom_views.db')", "SELECT rocpd_export_db(:out, '{\"categories\":\"KERNEL_DISPATCH\"}')", NULL};
static const char *const listing[] = {"SELECT rocpd_export_text(:out)", NULL};
static const char *const listing_gaps[] = {"SELECT rocpd_export_text(:out, '{\"gaps\":true}')", NULL};
static const char *const profile[] = {"SELECT rocpd_export_text(:out, '{\"form\":\"profile\"}')", NULL};
static const char *const flame[] = {"SELECT rocpd_export_svg(:out)", NULL};
static const char *const utilisation[] = {"SELECT rocpd_export_svg(:out, '{\"picture\":\"utilisation\"}')", NULL};
/* Over another trace that contains the same. What tables need takes long, so all that is without them comes first. */
static const char *const report_page[] = {"SELECT rocpd_export_html(:out, '{\"counters\":true,\"args\":true,\"tables\":false,\"end\":\"100%\"}')", NULL};
static const char *const report[] = {"SELECT rocpd_export_html(:out, '{\"counters\":true,\"args\":true,\"compare\":\"oom_views.db\",\"end\":\"100%\"}')", NULL};
static const char *const gaps_drawn[] = {"SELECT rocpd_export_svg(:out, '{\"picture\":\"gaps\"}')", NULL};
/* A file of a killed process; it is in the current folder. */
static const char *const live[] = {"SELECT count(*), max(name) FROM regions('oom_live.rocz')",
                                   "SELECT count(*), max(name), max(grid_x) FROM kernels('oom_live.rocz')",
                                   "SELECT count(*), max(value) FROM region_args('oom_live.rocz')", "SELECT * FROM health('oom_live.rocz')", NULL};
/* The trace with damage in rows, and in names that others refer to. */
static const char *const damaged[] = {"SELECT rocpd_attach('oom_rows.rocz', '{\"damaged\":\"skip\"}')",
  "SELECT rocpd_attach('oom_names.rocz', '{\"damaged\":\"skip\"}')",
  "SELECT max(name) FROM regions", "SELECT count(complete) FROM sources", "SELECT * FROM health", NULL};
/* Files that are attached already, with other options; and files without a header. They are in the current folder. */
static const char *const again[] = {"SELECT rocpd_attach('oom.rocz', '{\"offset_ns\":5}')", "SELECT rocpd_attach('oom_[he]*.rocz', '{\"damaged\":\"skip\"}')",
  "SELECT rocpd_attach('oom_[he]*.rocz', '{\"damaged\":\"skip\",\"rank\":\"%d.rocz\"}')", "SELECT max(offset_ns), sum(complete) FROM sources",
  "SELECT * FROM health", NULL};
/* A database with a row that cannot be read: all others are read. If a number is wrong, the query makes malformed JSON: nothing
** else may give that error. */
static const char *const around[] = {"SELECT rocpd_attach('oom_around.db', '{\"damaged\":\"skip\"}')",
  "SELECT CASE count(string) WHEN 49 THEN 1 ELSE json('{' || count(string)) END FROM rocpd_string WHERE source GLOB '*around.db'",
  "SELECT CASE value WHEN 1 THEN 1 ELSE json('{' || value) END FROM health WHERE name = 'damaged'", NULL};
/* A database in which two streams wait for each other (hipStreamWaitEvent): 3 of the 4 us of each pause. */
static const char *const waiting[] = {
  "SELECT CASE sum(queue_ns) WHEN 54000 THEN 1 ELSE json('{' || sum(queue_ns)) END FROM gaps WHERE level = 'queue' AND path = 'oom_waiting.db'",
  "SELECT max(kind) FROM critical_path('', '', 'oom_waiting.db')", NULL};
/* Ids that refer to nothing. */
static const char *const holes[] = {"SELECT * FROM health('oom_holes.db')", "SELECT * FROM health('oom_holes.db')", NULL};
/* A rocprofv3 database: its views are joined from base tables. */
static const char *const views[] = {"SELECT max(name), max(stack_id), max(category), max(queue) FROM kernels('oom_views.db')",
  "SELECT max(value), max(id) FROM region_args('oom_views.db')", "SELECT max(kernel_address), max(truncated_kernel_name) FROM kernel_symbols('oom_views.db')",
  "SELECT sum(value), max(kernel_name), max(grid_size) FROM counters_collection('oom_views.db')",
  "SELECT max(alloc_flags), max(tid) FROM scratch_memory('oom_views.db')",
  "SELECT max(timestamp), max(value) FROM spm_counters('oom_views.db')", "SELECT max(name), max(duration) FROM sample_regions('oom_views.db')",
  "SELECT count(*) FROM stream_args('oom_views.db')", "SELECT * FROM top('oom_views.db') LIMIT 3", NULL};
/* A database in which two processes share each table. */
static const char *const several[] = {"SELECT max(host), max(rank), max(wall_ns) FROM kernels('oom_merged.db')",
                                      "SELECT max(host), max(rank) FROM rocpd_event('oom_merged.db')",
                                      "SELECT max(run), max(wall_ns) FROM samples('oom_merged.db')",
                                      "SELECT max(host) FROM region_args('oom_merged.db')",
                                      "SELECT max(rank) FROM pmc_events('oom_merged.db')",
                                      NULL};
static const char *const chosen_processes[] = {"SELECT rocpd_attach('oom_merged.db')",
  "SELECT rocpd_filter((SELECT json_object('pid', max(pid)) FROM processes))", "SELECT max(name) FROM kernels",
  "SELECT count(*) FROM rocpd_event", "SELECT count(*) FROM region_args", "SELECT max(rank) FROM regions", NULL};
static const char *const same[] = {"SELECT rocpd_attach('oom_merged.db')", "SELECT rocpd_attach('oom_views.db')", "SELECT count(*), max(name) FROM kernels",
                                   "SELECT max(same_as), max(rows_twice) FROM sources", NULL};
/* Folders with a file of rocmProfileData, and with texts of rtg_tracer. */
static const char *const rpd[] = {"SELECT max(name), max(grid_x), max(queue) FROM kernels('oom_rpd')", "SELECT max(value) FROM region_args('oom_rpd')",
  "SELECT max(name), max(extdata) FROM regions('oom_rpd')", "SELECT max(counter_value) FROM pmc_events('oom_rpd')", "SELECT * FROM health('oom_rpd')", NULL};
static const char *const rtg[] = {"SELECT max(name), max(grid_x), max(stack_id) FROM kernels('oom_rtg')", "SELECT max(value) FROM region_args('oom_rtg')",
  "SELECT max(name), max(extdata) FROM regions_and_samples('oom_rtg')", "SELECT max(dst_device) FROM memory_copies('oom_rtg')",
  "SELECT * FROM health('oom_rtg')", NULL};
/* A database that only the connection itself can read. */
static const char *const own[] = {"CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT)", "INSERT INTO rocpd_string_x VALUES (1, 'a'), (2, 'b')",
  "CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, name_id INTEGER, start INTEGER)", "INSERT INTO rocpd_region_x VALUES (1, 2, 3)",
  "SELECT name, start FROM regions WHERE start = 3", "SELECT count(*) FROM sources", NULL};
static const scenario scenarios[] = {{"load and attach", loading}, {"attach another", attaching}, {"base tables", base}, {"joins", joins}, {"derived", derived},
  {"analysis", analysis}, {"launches", launching}, {"ranges", ranges}, {"call trees", call_trees}, {"paths", paths}, {"statistics", statistics},
                                     {"functions", functions}, {"help", help}, {"windows", windows}, {"filters", filters}, {"GPU time", gpu_times},
                                     {"comparisons", comparisons}, {"advice", advices}, {"clocks", clocks}, {"export perfetto", perfetto},
                                     {"export perfetto packed", perfetto_packed}, {"export perfetto of GPUs and counters", perfetto_gpu},
                                     {"export perfetto in little memory", perfetto_bounded}, {"export json", json}, {"export in parts", parts},
                                     {"export in small parts", small_parts}, {"export json.gz", json_gz}, {"export ctf", ctf}, {"export folded", folded},
                                     {"export folded of GPUs", folded_gpu}, {"exports of sampled stacks", sampled}, {"export otf2 of sampled stacks", sampled_otf2}, {"answers from stacks", from_stacks},
                                     {"export rocz", rocz}, {"export db", database}, {"export db of two", merged}, {"export csv", csv}, {"export otf2", otf2},
                                     {"live file", live}, {"damage", damaged}, {"damage in a database", around},
                                     {"attach again", again}, {"ids that lead nowhere", holes}, {"streams that wait", waiting}, {"views", views},
                                     {"several processes", several}, {"chosen processes", chosen_processes}, {"what several files hold", same},
                                     {"export listing", listing}, {"export listing with gaps", listing_gaps}, {"export profile", profile},
                                     {"export flame graph", flame}, {"export utilisation", utilisation}, {"export gaps", gaps_drawn}, {"export report without tables", report_page}, {"export report", report},
                                     {"rpd", rpd}, {"rtg", rtg}, {"database of the connection", own}};

static off_t whole; /* size of the scenario's complete export */

/* Result codes that may occur, and their texts. */
static int allowed(sqlite3 *db, int rc) {
  bool no_memory = rc == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM, says = db && strstr(sqlite3_errmsg(db), "out of memory");
  if (interrupted) return rc == SQLITE_OK || (rc == SQLITE_INTERRUPT && !says && strstr(sqlite3_errmsg(db), "interrupted"));
  return rc == SQLITE_OK || (no_memory && (says || !db || rc == SQLITE_IOERR_NOMEM));
}

static int run_sql(sqlite3 *db, const char *sql) {
  sqlite3_stmt *s = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  if (rc == SQLITE_OK && sqlite3_bind_parameter_count(s)) rc = sqlite3_bind_text(s, 1, out, -1, SQLITE_STATIC);
  while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) continue;
  int end = sqlite3_finalize(s);
  return rc == SQLITE_OK ? end : rc;
}

/* Makes one database of the trace and a database. */
static bool merge(void) {
  sqlite3 *db = NULL;
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q), rocpd_attach('%q/oom_views.db'), rocpd_export_db('%q/oom_merged.db')", path, test_tmp(), test_tmp());
  int rc = sqlite3_open(":memory:", &db);
  if (rc == SQLITE_OK) rc = sqlite3_rocpd_init(db, NULL, sqlite3_api);
  if (rc == SQLITE_OK) rc = run_sql(db, sql);
  if (rc != SQLITE_OK) printf("not ok %s: %s\n", sql, sqlite3_errmsg(db));
  sqlite3_free(sql);
  return sqlite3_close(db) == SQLITE_OK && rc == SQLITE_OK;
}

/* Makes a copy of the trace in which 16 bytes in the body of the first chunk of a kind are changed. */
static bool write_damaged(const char *name, uint16_t kind) {
  static uint8_t bytes[1 << 20];
  rocz_header h;
  rocz_footer footer;
  rocz_error e;
  rocz_chunk c;
  FILE *f = fopen(path, "rb");
  size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
  if (f) fclose(f);
  if (rocz_parse_header(bytes, size, &h, &e) || rocz_parse_footer(bytes, size, h.size, &footer, &e)) return false;
  uint64_t i = 0;
  do rocz_footer_chunk(&footer, i, &c);
  while (c.kind != kind && ++i < footer.chunks);
  memset(bytes + c.offset + ROCZ_CHUNK_SIZE + 8, 0xa5, 16);
  f = fopen(name, "wb");
  bool ok = f && i < footer.chunks && fwrite(bytes, 1, size, f) == size;
  return f && !fclose(f) && ok;
}

/* Makes a database of 50 texts, one of which continues on overflow pages, but none follows the first. */
static bool write_around(void) {
  static char page[4096];
  char *name = sqlite3_mprintf("%s/oom_around.db", test_tmp());
  sqlite3 *db = NULL;
  int rc = sqlite3_open(name, &db);
  if (rc == SQLITE_OK)
    rc = sqlite3_exec(db, "PRAGMA page_size = 4096; CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT);"
                          "CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, name_id INTEGER, start INTEGER, \"end\" INTEGER);"
                          "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50) INSERT INTO rocpd_string_x "
                          "SELECT i, CASE i WHEN 25 THEN replace(hex(zeroblob(20000)), '0', 'Q') ELSE 'text ' || i END FROM n", NULL, NULL, NULL);
  sqlite3_close(db);
  FILE *f = fopen(name, "r+b");
  long at = 0;
  while (f && fread(page, sizeof page, 1, f) == 1 && memcmp(page + 4, "QQQQ", 4)) at += (long)sizeof page;
  bool ok = rc == SQLITE_OK && f && fseek(f, at, SEEK_SET) == 0 && fwrite("\xff\xff\xff\xff", 4, 1, f) == 1;
  sqlite3_free(name);
  return f && !fclose(f) && ok;
}

/* Makes a database of 20 kernels of 2 us, in two streams in turn. Each is launched in the stream that was told to wait for the
** one before, which ends 1 us earlier. */
static bool write_waiting(void) {
  char *name = sqlite3_mprintf("%s/oom_waiting.db", test_tmp());
  sqlite3 *db = NULL;
  int rc = sqlite3_open(name, &db);
  if (rc == SQLITE_OK)
    rc = sqlite3_exec(
      db,
      "CREATE TABLE rocpd_info_process_x (id INTEGER PRIMARY KEY, pid INTEGER); INSERT INTO rocpd_info_process_x VALUES (1, 1);"
      "CREATE TABLE rocpd_info_stream_x (id INTEGER PRIMARY KEY, pid INTEGER, extdata TEXT);"
      "INSERT INTO rocpd_info_stream_x VALUES (1, 1, '{\"handle\":\"0x50\",\"created_ns\":0}'), (2, 1, '{\"handle\":\"0x60\",\"created_ns\":0}');"
      "CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT);"
      "INSERT INTO rocpd_string_x VALUES (0, 'hipStreamWaitEvent'), (1, 'hipLaunchKernel'), (2, 'hipEventRecord');"
      "CREATE TABLE rocpd_event_x (id INTEGER PRIMARY KEY, stack_id INTEGER);"
      "CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, name_id INTEGER, start INTEGER, \"end\" INTEGER, event_id INTEGER);"
      "CREATE TABLE rocpd_arg_x (id INTEGER PRIMARY KEY, event_id INTEGER, position INTEGER, name TEXT, value TEXT);"
      "CREATE TABLE rocpd_kernel_dispatch_x (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER,"
      "  start INTEGER, \"end\" INTEGER, event_id INTEGER);"
      "WITH n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 59) INSERT INTO rocpd_event_x SELECT i, i + 1 FROM n;"
      "INSERT INTO rocpd_region_x SELECT id, 1, 1, id % 3, 1000 + 500 * id, 1500 + 500 * id, id FROM rocpd_event_x;"
      "INSERT INTO rocpd_arg_x(event_id, name, value) SELECT id, 'stream', iif(id / 3 % 2, '0x60', '0x50') FROM rocpd_region_x WHERE name_id <> 1;"
      "INSERT INTO rocpd_arg_x(event_id, name, value) SELECT id, 'event', iif((id / 3 + (name_id = 0)) % 2, '0xe8', '0xe0') FROM rocpd_region_x WHERE name_id <> 1;"
      "INSERT INTO rocpd_event_x SELECT id + 100, stack_id FROM rocpd_event_x WHERE id % 3 = 1;"
      "INSERT INTO rocpd_kernel_dispatch_x SELECT id, 1, 1, 2 + id / 3 % 2, id / 3 % 2, 1 + id / 3 % 2, 60000 + 1000 * id, 62000 + 1000 * id, id + 100 "
      "  FROM rocpd_region_x WHERE name_id = 1",
      NULL, NULL, NULL);
  sqlite3_free(name);
  return sqlite3_close(db) == SQLITE_OK && rc == SQLITE_OK;
}

/* Makes an empty database, and one whose contents do not fit its name. */
static bool write_headless(void) {
  FILE *empty = fopen("oom_empty.rocz", "wb"), *head = fopen("oom_head.rocz", "wb");
  bool ok = empty && head && fputs("no header", head) >= 0;
  return empty && head && !fclose(empty) && !fclose(head) && ok;
}

/* A scenario where only what follows the attaching matters: from there on each third allocation fails once, wherever it is. */
static bool is_of_reading(const scenario *s) { return s->sql == around; }

/* Prints the reason and returns 0 if the code must not occur after such a failure, or without one (n is 0). */
static int may_come(const scenario *s, const char *what, sqlite3 *db, int rc, long n) {
  if (allowed(db, rc) && (n || rc == SQLITE_OK)) return 1;
  printf("  %s: %s gives %d (%s) at allocation %ld\n", s->name, what, rc, db ? sqlite3_errmsg(db) : "", n);
  return 0;
}

static void stop_failing(void) {
  notes = false, failing_place = 0;
  countdown = allocations = 0;
  interrupted = NULL;
}

/* Loads and attaches, with a failure at allocation n, or an interrupt during the attaching. Returns the connection, or NULL. */
static sqlite3 *load(const scenario *s, long n, bool interrupts, int *ok) {
  allocations = 0;
  countdown = interrupts ? 0 : n;
  sqlite3 *db = NULL;
  char *message = NULL;
  int rc = sqlite3_open(":memory:", &db);
  if (rc == SQLITE_OK) rc = sqlite3_rocpd_init(db, &message, sqlite3_api);
  sqlite3_free(message);
  *ok &= may_come(s, "load", NULL, rc, n);
  if (interrupts) interrupted = db, countdown = n;
  char *attach = rc == SQLITE_OK ? sqlite3_mprintf("SELECT rocpd_attach(%Q)", path) : NULL;
  if (attach) *ok &= may_come(s, "attach", db, run_sql(db, attach), n);
  sqlite3_free(attach);
  stop_failing();
  return db;
}

static __attribute__((noinline, noclone)) void query(const scenario *s, sqlite3 *db, long n, bool interrupts, int *ok) {
  int rc = SQLITE_OK;
  bool noting = notes;
  notes = false;
  for (int i = 0; rc == SQLITE_OK && s->sql[i]; i++) {
    if (i == is_of_reading(s)) {
      interrupted = interrupts ? db : NULL;
      allocations = 0;
      countdown = n;
      notes = noting;
    }
    rc = run_sql(db, s->sql[i]);
    *ok &= may_come(s, s->sql[i], db, rc, n);
  }
  stop_failing();
}

static void finish(const scenario *s, sqlite3 *db, long n, int *ok) {
  if (sqlite3_close(db) != SQLITE_OK) *ok = 0, printf("  %s: close fails at allocation %ld\n", s->name, n);
  if (sqlite3_memory_used() != 0) *ok = 0, printf("  %s: %lld bytes leaked at allocation %ld\n", s->name, sqlite3_memory_used(), n);
  /* The name is given last, so a file of that name is complete, whatever failed afterwards. */
  struct stat file;
  if (n && stat(out, &file) == 0 && file.st_size != whole)
    *ok = 0, printf("  %s: failed export left %lld of %lld bytes at allocation %ld\n", s->name, (long long)file.st_size, (long long)whole, n);
}

/* A connection has as many threads as the process may use CPUs when it first needs some. */
static void use_cpus(bool all) {
  static cpu_set_t before;
  cpu_set_t one;
  if (!CPU_COUNT(&before)) sched_getaffinity(0, sizeof before, &before);
  CPU_ZERO(&one);
  CPU_SET((size_t)sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, all ? &before : &one);
}

/* Connections that have loaded and attached: each attempt at a query starts from one of them. The second one has several threads. */
enum { ALONE, TOGETHER, CONNECTIONS };
static sqlite3 *prepared[CONNECTIONS];
static int which = ALONE;

/* Runs the queries in a process of their own, so that they do not change the connection for the next. */
static int once_forked(const scenario *s, long n, bool interrupts) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int ok = 1;
    use_cpus(which == TOGETHER);
    query(s, prepared[which], n, interrupts, &ok);
    sqlite3_close(prepared[!which]);
    finish(s, prepared[which], n, &ok);
    if (elsewhere) ok = 0, printf("  %s: allocation %ld is at another place than before (%d bytes then)\n", s->name, n, its_size);
    fflush(stdout);
    _exit((ok ? 0 : 1) | fired << 1);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 3) {
    printf("  %s: the process ends with status %x at allocation %ld\n", s->name, (unsigned)status, n);
    fired = 1;
    return 0;
  }
  fired = WEXITSTATUS(status) >> 1;
  return !(WEXITSTATUS(status) & 1);
}

/* Returns 0 if a check failed. There must be one copy of it, and of what is inlined into it: they call what allocates. */
static __attribute__((noinline, noclone)) int once(const scenario *s, long n, bool interrupts) {
  struct stat file;
  unlink(out);
  fired = 0;
  int ok = 1;
  if (s->sql != loading) ok = once_forked(s, n, interrupts);
  else finish(s, load(s, n, interrupts, &ok), n, &ok);
  if (!n) whole = stat(out, &file) == 0 ? file.st_size : 0;
  return ok;
}

/* Whether an allocation at the place of entry i has failed already, called from elsewhere. */
static bool has_failed(int i) {
  for (int k = 0; k < PLACES; k++)
    if (seen->failed[k] && seen->inner[k] == seen->inner[i]) return true;
  return false;
}

/* Places that no earlier scenario has reached. The whole report takes long, and runs the queries of many tables: of what others have reached by other
** calls, it repeats nothing in the short form. */
static int at_new_places(const scenario *s, long *points) {
  int failed = !once(s, 0, false); /* from now on there are files to be replaced */
  notes = true;
  failed += !once(s, 0, false);
  notes = false;
  for (int i = 0; i < PLACES && failed <= 5; i++) {
    if (!seen->key[i] || seen->failed[i] || (s->sql == report && !test_soak() && has_failed(i))) continue;
    seen->failed[i] = true, failing_place = seen->key[i], its_size = seen->size[i];
    failed += !once(s, seen->number[i], false);
    *points += fired;
    failing_place = 0;
  }
  return failed;
}

static void at_every_allocation(const scenario *s, bool interrupts, const char *what) {
  long n = 1, points = 0, step = 1;
  int failed = 0;
  /* Which thread writes which lane decides which texts a Perfetto trace contains twice, and the numbers in a report. Their sizes are only reproducible with one
  ** thread. */
  bool one_thread = s->sql == report || s->sql == report_page || s->sql == perfetto || s->sql == perfetto_packed || s->sql == perfetto_gpu || s->sql == perfetto_bounded;
  which = ALONE;
  failed += interrupts ? !once(s, 0, true) : at_new_places(s, &points);
  which = one_thread ? ALONE : TOGETHER;
  do {
    if (!once(s, n, interrupts) && ++failed > 5) break;
    points += fired;
    /* With growing strides, for places that are reached in several ways. */
    if (test_soak()) step = 1;
    else if (is_of_reading(s) && !interrupts) step = 3;
    else step = interrupts ? n : n / 2 + 1;
    n += step;
  } while (fired);
  test_failures += failed;
  if (failed) printf("not ok %s\n", s->name);
  else printf("ok %s: %ld %s\n", s->name, points, what);
  fflush(stdout);
}

/* Files of two machines, one of which was started an hour later. */
static bool write_machines(void) {
  const int64_t hour = 3600000000000;
  for (int i = 0; i < 2; i++) {
    tracegen_options o = small_options(100, 3);
    char *name = sqlite3_mprintf("%s/oom_machine_%d.rocz", test_tmp(), i);
    o.host = i ? "n2" : "n1", o.pid = 10 + (uint32_t)i, o.start_ns = (3 - i) * hour, o.boot_ns = (500000 + i) * hour;
    const char *wrong = tracegen_write(name, &o);
    sqlite3_free(name);
    if (wrong) return false;
  }
  return true;
}

/* rocpd_align() moves all sources that it should, or reports failure and moves none. */
static void align_or_nothing(void) {
  int before = test_failures;
  long n = 1;
  do {
    fired = 0;
    sqlite3 *db = db_open(":memory:");
    CHECK_INT(db_int(db, db_format("SELECT rocpd_attach('%q/oom_machine_?.rocz')", test_tmp())), 2);
    countdown = n;
    int rc = run_sql(db, "SELECT rocpd_align()");
    countdown = 0;
    CHECK(allowed(db, rc));
    CHECK_INT(db_int(db, "SELECT sum(offset_ns) FROM sources"), rc == SQLITE_OK ? 3600000000000 : 0);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  } while (fired && n++ && test_failures < before + 5);
  if (test_failures == before) printf("ok align or nothing: %ld failing allocations\n", n - 1);
  fflush(stdout);
}

int main(int argc, char **argv) {
  snprintf(path, sizeof path, "%s/oom.rocz", test_tmp());
  snprintf(out, sizeof out, "%s/oom.out", test_tmp());
  seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (seen == MAP_FAILED) return 1;
  const char *failed_write = small_trace(path, 300, 7);
  if (failed_write) { printf("not ok %s: %s\n", path, failed_write); return 1; }
  char *generate = sqlite3_mprintf(
    "for o in 'views.db --version 3.0.5' 'holes.db --holes'; do /usr/bin/python3 tests/helper/rocpd_gen.py %s/oom_$o || exit; done", test_tmp());
  char *copy = sqlite3_mprintf("cd tests/data && cp -r rpd '%s/oom_rpd' && cp -r rtg '%s/oom_rtg' && "
                               "cp sampled.rocz '%s/oom_sampled.rocz' && cp idle.rocz '%s/oom_idle.rocz'",
                               test_tmp(), test_tmp(), test_tmp(), test_tmp());
  if (system(generate) != 0 || system(copy) != 0) { printf("not ok %s\n", generate); return 1; }
  sqlite3_free(generate), sqlite3_free(copy);
  if (!merge() || !write_around() || !write_waiting() || !write_machines()) return 1;
  sqlite3_shutdown();
  live_writer *w = chdir(test_tmp()) == 0 ? live_writer_open("oom_live.rocz", 0x7ffffffe) : NULL; /* no process has this number */
  if (!w) { printf("not ok oom_live.rocz: cannot be written\n"); return 1; }
  if (!write_damaged("oom_rows.rocz", ROCZ_CALL) || !write_damaged("oom_names.rocz", ROCZ_FUNCTION) || !write_headless()) {
    printf("not ok the trace cannot be damaged\n");
    return 1;
  }
  for (int i = 0; i < 30; i++) {
    live_writer_call(w, 1 + (uint32_t)i % 2);
    live_writer_dispatch(w, 2);
    if (i == 15) live_writer_drain(w, false);
  }
  live_writer_begin(w, 1);
  live_writer_drop(w);
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods failing = real;
  failing.xMalloc = failing_malloc, failing.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
    if (scenarios[i].sql == advices && !test_soak()) continue;
    if (argc > 1 && scenarios[i].sql != loading && !strstr(scenarios[i].name, argv[1])) continue;
    if ((scenarios[i].sql == otf2 || scenarios[i].sql == sampled_otf2) && !has_otf2()) continue;
    for (int c = 0; c < CONNECTIONS && scenarios[i].sql != loading; c++) {
      int ok = 1;
      if (prepared[c]) continue;
      use_cpus(c == TOGETHER);
      prepared[c] = load(&scenarios[i], 0, false, &ok);
      if (!ok) return 1;
    }
    at_every_allocation(&scenarios[i], false, "failing allocations");
    at_every_allocation(&scenarios[i], true, "interrupts");
  }
  for (int c = 0; c < CONNECTIONS; c++) CHECK_INT(sqlite3_close(prepared[c]), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
  align_or_nothing();
  return test_result();
}
