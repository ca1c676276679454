/* The rows of a new record kind (test_add_kind.sh adds it to a copy of the sources), delivered by a source in this file: every
** way to query them, and a round trip through a chunk file.
**
**     power,ID,SENSOR,TIME,WATTS,GPU */
#include <stdio.h>
#include "db.h"
#include "guid.h"
#include "registry.h"
#include "test.h"
#include "whole_source.h"

/* ---- a source of such rows */

enum { V_ID, V_SENSOR, V_TIME, V_WATTS, V_PID, V_AGENT, V_VALUES };
static const uint8_t power_value[ROCPD_POWER_COLUMNS] = {
  ROCPD_SHOWS(POWER, id, V_ID), ROCPD_SHOWS(POWER, sensor, V_SENSOR), ROCPD_SHOWS(POWER, timestamp, V_TIME), ROCPD_SHOWS(POWER, watts, V_WATTS),
  ROCPD_SHOWS(POWER, pid, V_PID), ROCPD_SHOWS(POWER, agent_id, V_AGENT)};
static const rocpd_row_layout power_layout = {.kind = ROCPD_KIND_POWER, .width = V_VALUES, .final = true, .value = power_value};

typedef struct meter {
  rocpd_whole_source whole; /* must be first */
  rocpd_row_store power;
} meter;

static int add_power(meter *m, long long id, const char *sensor, long long time, double watts, long long gpu) {
  rocpd_source *s = &m->whole.source;
  uint32_t agent;
  int rc = rocpd_pair_number(&m->whole.entities.agent, 0, gpu, &agent);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&m->power, agent) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[V_ID] = id;
  row[V_TIME] = time;
  row[V_WATTS] = rocpd_real_bits(watts);
  row[V_PID] = s->info.pid;
  row[V_AGENT] = ROCPD_ENTITY_ID(agent);
  return rocpd_intern(s->session, sensor, -1, &row[V_SENSOR]);
}

static int read_rows(rocpd_whole_source *w, rocpd_error *err) {
  FILE *in = fopen(w->source.path, "r");
  char sensor[64];
  long long id, time, gpu;
  double watts;
  int rc = in ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s", w->source.path);
  while (rc == SQLITE_OK && fscanf(in, "power,%lld,%63[^,],%lld,%lf,%lld\n", &id, sensor, &time, &watts, &gpu) == 5)
    rc = add_power((meter *)w, id, sensor, time, watts, gpu);
  if (in) fclose(in);
  return rc == SQLITE_OK ? rocpd_entity_table_rows(&w->entities) : rc;
}

static const rocpd_whole_rows stores[] = {{.layout = &power_layout, .offset = offsetof(meter, power)}};
static const rocpd_whole_class whole = {.rows = stores, .stores = 1, .read = read_rows};

static int meter_probe(const char *path, const uint8_t *head, size_t n) { return n > 6 && memcmp(head, "power,", 6) == 0; }

static void meter_close(rocpd_source *s) {
  rocpd_whole_free((rocpd_whole_source *)s);
  rocpd_source_free(s);
}

static int meter_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                      rocpd_error *err) {
  meter *m = (meter *)rocpd_source_new(session, class, path, sizeof(*m));
  if (!m) return rocpd_no_memory(err);
  rocpd_whole_begin(&m->whole, &whole);
  rocpd_guid_make(&m->whole.source, path, strlen(path));
  m->whole.source.info.pid = 7;
  m->whole.source.info.complete = true;
  int rc = rocpd_stamp_take(path, &m->whole.stamp, err);
  if (rc == SQLITE_OK) *out = &m->whole.source;
  else meter_close(&m->whole.source);
  return rc;
}

ROCPD_SOURCE_CLASS(meter) = {.name = "meter", .probe = meter_probe, .open = meter_open, .close = meter_close, .refresh = rocpd_whole_refresh,
                             .batches = rocpd_whole_batches, .forget = rocpd_whole_forget};

/* ---- tests */

static char path[3900];

static sqlite3 *open_meter(void) {
  snprintf(path, sizeof(path), "%s/a.meter", test_tmp());
  FILE *f = fopen(path, "w");
  fputs("power,1,socket,100,55.5,0\npower,2,socket,200,60.25,1\npower,3,memory,300,-1.5,0\npower,4,socket,400,90,1\n", f);
  fclose(f);
  return db_open_trace(path);
}

static void same(sqlite3 *db, const char *ours, const char *wanted) { CHECK(db_same(db, NULL, ours, wanted, 0) > 0); }

#define ALL "SELECT id, sensor, timestamp, watts, pid, agent_id FROM power_readings ORDER BY timestamp"
#define ROWS "VALUES (1, 'socket', 100, 55.5, 7, 1), (2, 'socket', 200, 60.25, 7, 2), (3, 'memory', 300, -1.5, 7, 1), (4, 'socket', 400, 90.0, 7, 2)"

static void the_table(void) {
  sqlite3 *db = open_meter();
  same(db, ALL, ROWS);
  same(db, db_format("SELECT count(*), sum(watts) FROM power_readings(%Q)", path), "VALUES (4, 204.25)");
  same(db, "SELECT count(*) FROM trace_power_readings", "VALUES (4)");
  same(db, "SELECT sensor, max(watts) FROM power_readings WHERE timestamp BETWEEN 150 AND 350 GROUP BY 1 ORDER BY 1",
       "VALUES ('memory', -1.5), ('socket', 60.25)");
  same(db, "SELECT a.id, b.id FROM power_readings a JOIN power_readings b ON b.guid = a.guid AND b.id = a.id + 1 ORDER BY 1", "VALUES (1, 2), (2, 3), (3, 4)");
  same(db, "SELECT source = (SELECT source FROM sources), wall_ns, guid = (SELECT guid FROM sources) FROM power_readings LIMIT 1", "VALUES (1, NULL, 1)");
  sqlite3_close(db);
}

/* By its flags, `sources` counts the rows; by its columns, windows and offsets apply to them. */
static void what_the_flags_say(void) {
  sqlite3 *db = open_meter();
  same(db, "SELECT rows, start, \"end\" FROM sources", "VALUES (4, 100, 400)");
  CHECK_INT(db_run(db, "SELECT rocpd_window(150, 350)"), SQLITE_OK);
  same(db, "SELECT id FROM power_readings ORDER BY id", "VALUES (2), (3)");
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":1000}')", path)), SQLITE_OK);
  same(db, "SELECT min(timestamp) FROM power_readings", "VALUES (1100)");
  sqlite3_close(db);
}

static void exported_rocz(void) {
  char archive[4096];
  snprintf(archive, sizeof(archive), "%s/copy.rocz", test_tmp());
  sqlite3 *db = open_meter();
  CHECK(strchr(db_text(db, db_format("SELECT rocpd_export_rocz(%Q)", archive)), '{'));
  sqlite3_close(db);
  db = db_open_trace(archive);
  same(db, ALL, ROWS);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name LIKE 'dangling%' OR name LIKE 'unknown%'"), 0);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  sqlite3_close(db);
}

int main(void) {
  RUN(the_table);
  RUN(what_the_flags_say);
  RUN(exported_rocz);
  return test_result();
}
