/* Texts of rtg_tracer: what the original tools found in the same files, links that are right in any order of lines, lines that
** are not records, files that grow. */
#define _GNU_SOURCE
#include "db.h"
#include "rtg.h"
#include "test.h"
#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DATA "tests/data/rtg/"

static char *read_file(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    return NULL;
  }
  char *text = calloc(1, 1 << 20);
  CHECK(fread(text, 1, (1 << 20) - 1, f) > 0);
  fclose(f);
  return text;
}

static void same(sqlite3 *db, const char *ours, const char *theirs) { CHECK(db_same(db, NULL, ours, theirs, 1) > 0); }

/* ---- the original tools */

/* What the original converter wrote for the same files, as table `event`. */
static sqlite3 *open_beside(const char *trace, const char *json_path) {
  sqlite3 *db = db_open_trace(trace);
  char *json = read_file(json_path);
  sqlite3_stmt *s = NULL;
  int rc = sqlite3_prepare_v2(db,
                              "CREATE TEMP TABLE event AS SELECT value ->> 'name' AS name, value ->> 'ph' AS ph, value ->> 'pid' AS pid, "
                              "CAST(round((value ->> 'ts') * 1000) AS INT) AS ts, CAST(round((value ->> 'dur') * 1000) AS INT) AS dur, "
                              "value ->> '$.args.signal' AS signal, value ->> '$.args.name' AS kernel, value ->> 'cat' AS cat, value ->> 'id' AS id "
                              "FROM json_each(?1, '$.traceEvents')", -1, &s, NULL);
  CHECK_INT(rc, SQLITE_OK);
  sqlite3_bind_text(s, 1, json, -1, SQLITE_STATIC);
  CHECK_INT(sqlite3_step(s), SQLITE_DONE);
  sqlite3_finalize(s);
  free(json);
  return db;
}

static void compare_with_converter(const char *trace, const char *json) {
  sqlite3 *db = open_beside(trace, json);
  same(db,
       "SELECT coalesce(extdata ->> 'message', name), start, duration, extdata ->> 'kernel' FROM regions "
       "WHERE category LIKE 'HIP%' OR category LIKE 'MARKER%'",
       "SELECT name, ts, dur, kernel FROM event WHERE pid = 2 AND ph = 'X' AND signal IS NULL");
  same(db, "SELECT name, start, duration FROM regions WHERE category LIKE 'HSA%'", "SELECT name, ts, dur FROM event WHERE pid = 1 AND ph = 'X'");
  same(db,
       "SELECT name, start, duration FROM kernels WHERE name <> 'inline_profile' UNION ALL SELECT name, start, duration FROM memory_copies "
       "UNION ALL SELECT name, start, duration FROM regions WHERE category = 'BARRIER_PACKET'",
       "SELECT name, ts, dur FROM event WHERE pid = 0 AND ph = 'X'");
  same(db, "SELECT count(*) FROM samples", "SELECT count(*) FROM event WHERE ph = 'i'");
  sqlite3_close(db);
}

static void two_processes(void) { compare_with_converter(DATA "case1", DATA "case1.json"); }
static void folder_of_threads(void) { compare_with_converter(DATA "case3", DATA "case3.json"); }
static void odd_lines(void) { compare_with_converter(DATA "case5", DATA "case5.json"); }

/* The converter draws an arrow from a packet to its kernel: as many kernels must know their packet. */
static void kernels_have_packets(void) {
  sqlite3 *db = open_beside(DATA "case3", DATA "case3.json");
  same(db, "SELECT dispatch_id, name, start FROM kernels WHERE grid_x IS NOT NULL",
       "SELECT f.id, f.name, f.ts FROM event f JOIN event s USING (cat, id, name) WHERE f.ph = 'f' AND s.ph = 's' AND cat = 'dispatch'");
  same(db, "SELECT call, kernel, latency_ns FROM launches",
       "VALUES ('hipLaunchKernel', 'void vec_add<float>(float const*, float const*, float*, unsigned long)', 70000), "
       "('hipLaunchCooperativeKernel', 'void reduce_kernel<512, 1, ReduceOp<double, MinNanFunctor<double> > >(ReduceOp<double, MinNanFunctor<double> >)', 113500)");
  same(db, "SELECT message FROM (SELECT extdata ->> 'message' AS message FROM regions_and_samples) WHERE message NOT NULL",
       "VALUES ('step 0'), ('forward pass, batch=32 @ lr=0.1'), ('mark: iteration done')");
  sqlite3_close(db);
}

/* rpt's accounting: the part of a record that earlier ones do not hide, and the gaps between them. It leaves out the record that
** starts last. */
#define RPT(records)                                                                                                                            \
  "WITH record(resource, name, start, stop) AS (" records "), "                                                                                 \
  "before AS (SELECT *, max(stop) OVER (PARTITION BY resource ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS seen "       \
  "FROM record WHERE start < (SELECT max(start) FROM record)), "                                                                               \
  "part AS (SELECT resource, name, max(0, stop - max(start, coalesce(seen, start))) AS ns FROM before "                                        \
  "UNION ALL SELECT resource, CASE WHEN start - seen < 10000 THEN 'gap <10us' WHEN start - seen < 20000 THEN 'gap 10us-20us' ELSE 'gap 20us-50us' END, " \
  "start - seen FROM before WHERE start > seen) "                                                                                              \
  "SELECT resource, name, printf('%.1f', sum(ns) / 1000.0), count(*) FROM part GROUP BY 1, 2"
#define KERNELS "SELECT 'GPU', name, start, \"end\" FROM kernels"
#define BARRIERS "SELECT 'GPU', name, start, \"end\" FROM regions WHERE category = 'BARRIER_PACKET'"
#define COPIES "SELECT 'DATA', name || '_' || size || '_bytes', start, \"end\" FROM memory_copies"
#define FILL "void (anonymous namespace)::hip_fill_n<256u, unsigned int*, unsigned long, unsigned int>(unsigned int*, unsigned long, unsigned int)"

static void gaps_of_rpt(void) {
  sqlite3 *db = db_open_trace(DATA "case2b");
  same(db, RPT(KERNELS " UNION ALL " BARRIERS " UNION ALL " COPIES),
       "VALUES ('GPU', 'depcnt=1,acq=none,rel=none', '25.5', 1), ('GPU', 'gap 10us-20us', '24.3', 2), ('GPU', 'depcnt=0,acq=none,rel=none', '19.0', 1), "
       "('GPU', '" FILL "', '11.2', 1), ('GPU', 'with_enqueue_time', '5.0', 1), ('GPU', 'depcnt=0,acq=sys,rel=sys', '0.0', 1), "
       "('DATA', 'HostToDevice_sync_slow_65536_bytes', '100.0', 1), ('DATA', 'gap 20us-50us', '28.6', 1), "
       "('DATA', 'DeviceToDevice_async_fast_4004_bytes', '13.1', 1)");
  /* rpt --ignore_barriers */
  same(db, RPT(KERNELS " UNION ALL " COPIES) " HAVING resource = 'GPU'",
       "VALUES ('GPU', 'gap 20us-50us', '38.4', 1), ('GPU', '" FILL "', '11.2', 1), ('GPU', 'with_enqueue_time', '5.0', 1)");
  same(db, "SELECT name, value FROM health WHERE name LIKE '%lines%' AND name <> 'lines'",
       "VALUES ('other lines', 1), ('malformed lines', 1), ('profile lines of kernels', 3), ('profile lines of barriers', 3), ('profile lines of copies', 2)");
  sqlite3_close(db);
}

/* The converter's -g does not know lines with the time of enqueueing, and so its gap of 28.6 us contains such a kernel. */
static void gaps_of_the_converter(void) {
  sqlite3 *db = db_open_trace(DATA "case2b");
  same(db, "SELECT start, \"end\", duration_ns FROM gaps",
       "VALUES (83825272571626, 83825272578264, 6638), (83825272591384, 83825272610000, 18616), (83825272615000, 83825272620000, 5000), "
       "(83825272720000, 83825272730000, 10000)");
  sqlite3_close(db);
}

/* The counters that the converter prints. */
static void counters(void) {
  sqlite3 *db = db_open_trace(DATA "case1");
  same(db, "SELECT name, sum(value) FROM health WHERE name LIKE '%lines%' AND name <> 'lines' GROUP BY 1",
       "VALUES ('malformed lines', 0), ('lines of HIP calls', 15), ('lines of HSA calls', 5), ('lines of dispatches written', 5), "
       "('lines of dispatches', 6), ('lines of barriers written', 1), ('lines of barriers', 2), ('lines of copies', 3)");
  sqlite3_close(db);
  db = db_open_trace(DATA "case5");
  same(db, "SELECT name, value, detail FROM (SELECT name, value, substr(detail, instr(detail, ': ')) AS detail FROM health) WHERE name LIKE '%lines%' AND name <> 'lines'",
       "VALUES ('other lines', 5, ': lines 1, 20, 21, 22, 23'), ('malformed lines', 7, ': lines 3, 4, 11, 12, 17'), ('lines of HIP calls', 6, NULL), "
       "('lines of HSA calls', 2, NULL), ('lines of dispatches', 2, NULL), ('profile lines of kernels', 1, NULL)");
  sqlite3_close(db);
}

/* ---- lines */

static enum rocpd_rtg_form parse(const char *line, rocpd_rtg_line *l) { return rocpd_rtg_parse(line, strlen(line), l); }

static void check_text(rocpd_rtg_text got, const char *want) {
  char text[256];
  snprintf(text, sizeof text, "%.*s", (int)got.size, got.at ? got.at : "");
  CHECK_TEXT(text, want);
}

static void lines(void) {
  rocpd_rtg_line l;
  CHECK_INT(parse("HIP: pid:1 tid:2 hipMemcpy(dst=0x1, src=\"a, b\") ret=0 @10 +5", &l), RTG_HIP);
  check_text(l.name, "hipMemcpy");
  check_text(l.args, "dst=0x1, src=\"a, b\"");
  CHECK_INT(l.end, 15);
  CHECK_INT(parse("RTX: pid:1 tid:2 a @1 +2 @3 +4", &l), RTG_RANGE);
  check_text(l.name, "a @1 +2");
  CHECK_INT(parse("RTX: pid:1 tid:2  @7", &l), RTG_MARK);
  CHECK_INT(parse("RTX: pid:1 tid:2 @7", &l), RTG_MALFORMED);
  CHECK_INT(parse("HSA: pid:1 tid:2 dispatch queue:3 agent:18446744073709551615 signal:5 name:'' start:1 stop:2 id:0' start:6 stop:7 id:8", &l), RTG_DISPATCH);
  check_text(l.name, "' start:1 stop:2 id:0");
  CHECK_INT(l.agent, -1);
  CHECK_INT(l.id, 8);
  CHECK_INT(parse("HSA: pid:1 tid:2 dispatch queue:3 agent:18446744073709551616 signal:5 name:'k' start:6 stop:7 id:8", &l), RTG_MALFORMED);
  CHECK_INT(parse("HSA: pid:1 tid:2 hsa_init () ret=-3 @1 +2", &l), RTG_HSA);
  CHECK_INT(l.result, -3);
  CHECK_INT(parse("HSA: pid:1 tid:2 hsa_init () ret=3x @1 +2", &l), RTG_MALFORMED);
  CHECK_INT(parse("HIP: pid:1 tid:2 hipInit ret=0 @4611686018427387903 +5", &l), RTG_MALFORMED); /* greater than a time may be */
  CHECK_INT(parse("profile: kernel;\tk;\t  1.0 us;\t10;\t20;\t#0.1.x;", &l), RTG_MALFORMED);
  CHECK_INT(parse("profile: kernel;\tk;\t  1.0 us;\t30;\t10;\t20;", &l), RTG_MALFORMED); /* enqueued after it started */
  CHECK_INT(parse("profile: else;\tk;\t  1.0 us;\t10;\t20;", &l), RTG_MALFORMED);
  CHECK_INT(parse("HIP: pid: 4", &l), RTG_MALFORMED);
  CHECK_INT(parse("XHIP pid:1", &l), RTG_OTHER);
  CHECK_INT(parse("", &l), RTG_OTHER);
}

/* A line that is cut anywhere gives the same record, another one, or none, and nothing behind it is read. */
static void cut_lines(void) {
  char *text = read_file(DATA "case1/rtg_trace.txt.4905");
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    for (size_t size = 0; size <= strlen(line); size++) {
      char *exact = malloc(size ? size : 1);
      rocpd_rtg_line l;
      memcpy(exact, line, size);
      enum rocpd_rtg_form form = rocpd_rtg_parse(exact, size, &l);
      CHECK(form < RTG_FORMS && (size < strlen(line) || form > RTG_MALFORMED));
      free(exact);
    }
  free(text);
}

static int append_arg(void *to, int position, rocpd_rtg_text name, rocpd_rtg_text value) {
  sqlite3_str_appendf(to, "%d[%.*s][%.*s]", position, (int)name.size, name.at, (int)value.size, value.at);
  return SQLITE_OK;
}

static void check_args(const char *text, const char *want) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  CHECK_INT(rocpd_rtg_args((rocpd_rtg_text){text, strlen(text)}, append_arg, s), SQLITE_OK);
  char *got = sqlite3_str_finish(s);
  CHECK_TEXT(got ? got : "", want);
  sqlite3_free(got);
}

static void arguments(void) {
  check_args("a=1, b={1,2, 3}, c=\"x, y=2\"", "0[a][1]1[b][{1,2, 3}]2[c][\"x, y=2\"]");
  check_args("agent_5, 17, ", "0[][agent_5]1[][17]");
  check_args("", "");
  check_args("0x1=2, )", "0[][0x1=2]1[][)]");
  sqlite3 *db = db_open_trace(DATA "case1");
  same(db, "SELECT r.name, position, a.name, value FROM region_args a JOIN regions r USING (guid, id) WHERE r.name IN ('hipMemcpyAsync', 'hsa_signal_store_screlease')",
       "VALUES ('hipMemcpyAsync', 0, 'dst', '0x7f3ebca00000'), ('hipMemcpyAsync', 1, 'src', '0x7f4043dc6040'), ('hipMemcpyAsync', 2, 'sizeBytes', '16384'), "
       "('hipMemcpyAsync', 3, 'kind', '1'), ('hipMemcpyAsync', 4, 'stream', '0x0'), ('hsa_signal_store_screlease', 0, '', 'signal_140300000000006'), "
       "('hsa_signal_store_screlease', 1, '', '1')");
  sqlite3_close(db);
}

/* ---- files that are made here */

static char path[4096];

static void write_lines(const char *name, const char *mode, const char *text) {
  snprintf(path, sizeof path, "%s/%s", test_tmp(), name);
  FILE *f = fopen(path, mode);
  CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

#define HIP(tid, name, start, duration) "HIP: pid:7 tid:" #tid " " name " ret=0 @" #start " +" #duration "\n"
#define HSA(tid, name, start, duration) "HSA: pid:7 tid:" #tid " " name " () ret=0 @" #start " +" #duration "\n"
#define WRITTEN(tid, name, tick, id) \
  "HSA: pid:7 tid:" #tid " dispatch queue:1 agent:5 signal:0 name:'" name "' tick:" #tick " id:" #id " workgroup:{1,1,1} grid:{64,1,1}\n"
#define DONE(name, start, stop, id) "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:0 name:'" name "' start:" #start " stop:" #stop " id:" #id "\n"

/* Packet numbers may occur twice: tracers of 2021 count without a lock. */
static void links(void) {
  write_lines("links", "w",
              DONE("k", 900, 950, 4) HIP(1, "hipOuter", 100, 500) HSA(1, "hsa_inner", 210, 50) WRITTEN(1, "k", 220, 4) HIP(1, "hipInner", 200, 100)
              HSA(2, "hsa_alone", 200, 100) WRITTEN(2, "k", 250, 4) WRITTEN(2, "k2", 299, 5) DONE("k", 960, 970, 4) DONE("k", 980, 990, 4)
              WRITTEN(1, "k", 700, 6) WRITTEN(3, "k", 10, 7));
  sqlite3 *db = db_open_trace(path);
  same(db, "SELECT k.name, k.start, k.tid, k.dispatch_id, r.name FROM kernels k LEFT JOIN regions r USING (guid, stack_id)",
       "VALUES ('k', 900, 1, 4, 'hipInner'), ('k', 960, 2, 4, 'hsa_alone'), ('k', 980, 9, 4, NULL), ('k2', NULL, 2, 5, 'hsa_alone'), "
       "('k', NULL, 1, 6, NULL), ('k', NULL, 3, 7, NULL)");
  same(db, "SELECT a.name, b.name FROM regions a LEFT JOIN regions b ON b.guid = a.guid AND b.stack_id = a.parent_stack_id",
       "VALUES ('hipOuter', NULL), ('hipInner', 'hipOuter'), ('hsa_inner', 'hipInner'), ('hsa_alone', NULL)");
  CHECK_INT(db_int(db, "SELECT count(DISTINCT id) = count(*) AND count(DISTINCT event_id) = count(*) FROM kernels"), 1);
  sqlite3_close(db);
}

/* A line counts once it is complete; rows keep their rowids. */
static void growing(void) {
  write_lines("growing", "w", HIP(1, "hipA", 100, 5) HIP(2, "hipB", 110, 5) "HIP: pid:7 tid:1 hipC ret=0 @200 +1");
  sqlite3 *db = db_open_trace(path);
  same(db, "SELECT name FROM regions", "VALUES ('hipA'), ('hipB')");
  same(db, "SELECT name, value FROM health WHERE name IN ('lines', 'lines without an end', 'malformed lines')",
       "VALUES ('lines', 2), ('lines without an end', 1), ('malformed lines', 0)");
  CHECK_INT(db_run(db, "CREATE TEMP TABLE old AS SELECT rowid AS r, id, guid, name FROM regions"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
  write_lines("growing", "a", "5\n" HIP(1, "hipD", 300, 5) DONE("k", 900, 950, 4));
  same(db, "SELECT name, duration FROM regions", "VALUES ('hipA', 5), ('hipB', 5), ('hipC', 15), ('hipD', 5)");
  CHECK_INT(db_int(db, "SELECT count(*) FROM old o JOIN regions n ON n.rowid = o.r AND n.id = o.id AND n.guid = o.guid AND n.name = o.name"), 2);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 1);
  sqlite3_close(db);
}

/* read() as on a network file system, or with signals: it returns a few bytes at a time, and fails every other time. */
static int reads_little;
ssize_t read(int fd, void *buffer, size_t size) {
  static int calls;
  if (!reads_little) return syscall(SYS_read, fd, buffer, size);
  if (++calls % 2) return errno = EINTR, -1;
  return syscall(SYS_read, fd, buffer, size < 5 ? size : 5);
}

/* What a source reports is the same however its file is read. */
static void short_reads(void) {
  char whole[200];
  write_lines("rtg_trace.short", "w", "text before\n" HIP(1, "hipMalloc", 100, 10) HIP(1, "hipFree", 200, 10));
  for (reads_little = 0; reads_little < 2; reads_little++) {
    sqlite3 *db = db_open_trace(path);
    const char *said = db_text(db, "SELECT guid || pid || regions FROM sources");
    if (!reads_little) snprintf(whole, sizeof whole, "%s", said);
    CHECK_TEXT(said, whole);
    sqlite3_close(db);
  }
  reads_little = 0;
}

/* Files of threads: whichever comes first, they are one source; one alone is not. */
static void growing_folder(void) {
  char folder[4096], *sql;
  snprintf(folder, sizeof folder, "%s/rtg_trace_7", test_tmp());
  mkdir(folder, 0755);
  write_lines("rtg_trace_7/rtg_trace_7.20.txt", "w", WRITTEN(20, "k", 150, 1) HIP(20, "hipLaunchKernel", 100, 100));
  write_lines("rtg_trace_7/rtg_trace_7.10.txt", "w", ""); /* threads write when their buffers are full */
  write_lines("rtg_trace_7/notes.txt", "w", "HIP: no record\n");
  sqlite3 *db = db_open_trace(folder);
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources"), 1);
  same(db, "SELECT name, start FROM kernels", "VALUES ('k', NULL)");
  write_lines("rtg_trace_7/rtg_trace_7.10.txt", "a", DONE("k", 900, 950, 1));
  CHECK_INT(db_int(db, "SELECT sum(rows) FROM sources"), 2);
  same(db, "SELECT call, kernel, latency_ns FROM launches", "VALUES ('hipLaunchKernel', 'k', 800)");
  sqlite3_close(db);
  db = db_open(":memory:");
  sql = sqlite3_mprintf("SELECT count(*) FROM kernels(%Q)", path);
  char *rows = db_rows(db, sql, 0, NULL);
  CHECK(rows && strstr(rows, "name its folder"));
  sqlite3_free(sql);
  sqlite3_free(rows);
  sqlite3_close(db);
}

/* More rows than fit into a batch, of one thread, and in buffers that end inside lines. */
static void many_rows(void) {
  enum { ROWS = 150000 };
  snprintf(path, sizeof path, "%s/rtg_trace.many", test_tmp());
  FILE *f = fopen(path, "w");
  for (int i = 0; i < ROWS; i++)
    fprintf(f, "HIP: pid:7 tid:%d hipF%d(i=%d, j=2) ret=0 @%d +%d\n", 1 + i % 2, i % 10, i, 1000 + i * 10, 1 + i % 7);
  fclose(f);
  sqlite3 *db = db_open_trace(path);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), ROWS);
  CHECK_INT(db_int(db, "SELECT count(DISTINCT rowid) FROM regions"), ROWS);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions r JOIN region_args a USING (guid, id) WHERE a.name = 'i' AND a.value + 0 = (r.start - 1000) / 10"), ROWS);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions WHERE start BETWEEN 500000 AND 600000"), 10001);
  CHECK_INT(db_int(db, "SELECT sum(duration) FROM regions"), db_int(db, "SELECT sum(\"end\" - start) FROM regions"));
  /* They count as decoded columns do, and are read again after they were dropped. */
  sqlite3_int64 rowids = db_int(db, "SELECT sum(rowid % 1000003) FROM region_args"), all = db_int(db, "SELECT sum(cached_bytes) FROM sources"),
                before = sqlite3_memory_used();
  CHECK(all > 4 << 20);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 1)"), 1);
  CHECK(db_int(db, "SELECT sum(cached_bytes) FROM sources") <= 1 << 20);
  CHECK(sqlite3_memory_used() < before - (all - (2 << 20)));
  CHECK_INT(db_int(db, "SELECT sum(rowid % 1000003) FROM region_args"), rowids);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), ROWS);
  sqlite3_close(db);
  write_lines("rtg_trace.long", "w", "text\n");
  f = fopen(path, "a");
  for (int i = 0; i < 3000000; i++) fputc('x', f);
  fputs(" " HIP(1, "hipLong", 1, 1), f);
  fclose(f);
  db = db_open_trace(path);
  same(db, "SELECT name FROM regions", "VALUES ('hipLong')");
  sqlite3_close(db);
}

/* A text is a trace if at least half of its lines are records. One that only quotes a record is not, unless its name says so. */
static void recognized(void) {
  static const struct { const char *name, *text; bool is; } file[] = {
    {"notes.txt", "What rtg_tracer writes:\n\n" HIP(1, "hipA", 100, 5) "is a line of a call.\n", false},
    {"some.txt", "a program's own line\n" HIP(1, "hipA", 100, 5), true},
    {"blanks.txt", "\n \n\t\r\n" HIP(1, "hipA", 100, 5), true},
    {"broken.txt", "HIP: pid:7 tid:1 hipA\nHIP: pid:7 tid:1 hipB\nHIP: pid:7 tid:1 hipC\n" HIP(1, "hipA", 100, 5), true},
    {"none.txt", "HIP: pid:7 tid:1 hipA\n", false},
    {"rtg_trace.notes", "one\ntwo\nthree\n" HIP(1, "hipA", 100, 5), true},
  };
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    write_lines(file[i].name, "w", file[i].text);
    sqlite3 *db = db_open("");
    char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path), *message = NULL;
    CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, file[i].is);
    CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), file[i].is);
    sqlite3_free(message);
    sqlite3_free(sql);
    sqlite3_close(db);
  }
}

int main(void) {
  RUN(two_processes);
  RUN(folder_of_threads);
  RUN(odd_lines);
  RUN(kernels_have_packets);
  RUN(gaps_of_rpt);
  RUN(gaps_of_the_converter);
  RUN(counters);
  RUN(lines);
  RUN(recognized);
  RUN(cut_lines);
  RUN(arguments);
  RUN(links);
  RUN(growing);
  RUN(short_reads);
  RUN(growing_folder);
  RUN(many_rows);
  return test_result();
}
