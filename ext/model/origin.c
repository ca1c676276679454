/* See origin.h. */
#define _GNU_SOURCE
#include "origin.h"
#include "json.h"
#include "launcher.h"
#include "rank.h"

/* Finds the rank in the variables that MPI launchers set. */
static int read_environment(rocpd_session *session, int64_t json, int64_t *rank, rocpd_error *err) {
  int64_t size = 0;
  const char *text = rocpd_string(session, json, &size);
  int rc = SQLITE_OK;
  for (const char *const *name = rocz_rank_variables; rc == SQLITE_OK && *name && *rank == ROCPD_NULL; name++) {
    /* SQLite parses the whole text for each path, and few environments have any of these variables; so the name is searched first. */
    if (!memmem(text, (size_t)size, *name, strlen(*name))) continue;
    char path[64];
    int64_t value;
    sqlite3_snprintf(sizeof(path), path, "$.%s", *name);
    rc = rocpd_json_value(session, json, path, ROCPD_TEXT, &value, err);
    int64_t said = rc == SQLITE_OK && value != ROCPD_NULL ? rocpd_rank_of_text(rocpd_string(session, value, NULL)) : -1;
    if (said >= 0) *rank = said;
  }
  return rc;
}

/* Reads the origin that rocpd_export_db wrote. */
static int read_export(rocpd_session *session, int64_t json, rocpd_origin *o, rocpd_error *err) {
  int64_t rank = ROCPD_NULL, size = 0;
  const char *text = rocpd_string(session, json, &size);
  if (!memmem(text, (size_t)size, "rocpd_source", strlen("rocpd_source"))) return SQLITE_OK;
  int rc = rocpd_json_value(session, json, "$.rocpd_source.host", ROCPD_TEXT, &o->host, err);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, json, "$.rocpd_source.run", ROCPD_TEXT, &o->run, err);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, json, "$.rocpd_source.guid", ROCPD_TEXT, &o->guid, err);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, json, "$.rocpd_source.rank", ROCPD_TEXT, &rank, err);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, json, "$.rocpd_source.wall_offset_ns", ROCPD_INT, &o->wall_offset_ns, err);
  int64_t said = rc == SQLITE_OK && rank != ROCPD_NULL ? rocpd_rank_of_text(rocpd_string(session, rank, NULL)) : -1;
  if (o->rank == ROCPD_NULL && said >= 0) o->rank = said;
  if (o->wall_offset_ns != ROCPD_NULL && !rocpd_is_time(o->wall_offset_ns)) o->wall_offset_ns = ROCPD_NULL;
  return rc;
}

int rocpd_origin_read(rocpd_session *session, int64_t environment, int64_t extdata, rocpd_origin *out, rocpd_error *err) {
  *out = (rocpd_origin){ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL};
  int rc = environment == ROCPD_NULL ? SQLITE_OK : read_environment(session, environment, &out->rank, err);
  return rc == SQLITE_OK && extdata != ROCPD_NULL ? read_export(session, extdata, out, err) : rc;
}
