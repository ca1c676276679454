/* See db_said.h. A merged database already has such rows; they are copied with the others. */
#include "db_said.h"
#include "export.h"
#include "hosts.h"
#include "known_time.h"
#include "said.h"

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
