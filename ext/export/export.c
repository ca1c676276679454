/* The SQL function of an export, from its call to its result: which files it must not replace, the file or folder that it opens, parts if the output is too
** large, and the final name of the file. See export.h. */
#include "export.h"
#include "format.h"
#include "parts.h"

/* Lists the files that we or SQLite read, which must not be replaced, in a new array. */
static int find_kept(rocpd_export *x, const char ***keep, size_t *n, rocpd_error *err) {
  size_t sources, capacity = 0;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &sources);
  int rc = rocpd_array_reserve(keep, &capacity, sources + 1, sizeof **keep);
  for (size_t i = 0; !rc && i < sources; i++) (*keep)[(*n)++] = source[i]->path;
  if (!rc && x->other.snapshot) {
    source = rocpd_snapshot_sources(x->other.snapshot, &sources);
    rc = rocpd_array_reserve(keep, &capacity, *n + sources + 1, sizeof **keep);
    for (size_t i = 0; !rc && i < sources; i++) (*keep)[(*n)++] = source[i]->path;
  }
  sqlite3_stmt *list = NULL;
  if (!rc) rc = sqlite3_prepare_v2(x->db, "SELECT name FROM pragma_database_list", -1, &list, NULL);
  while (!rc && (rc = sqlite3_step(list)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(list, 0);
    rc = schema ? rocpd_array_reserve(keep, &capacity, *n + 1, sizeof **keep) : SQLITE_NOMEM;
    if (!rc) (*keep)[(*n)++] = sqlite3_db_filename(x->db, schema);
  }
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "%s", sqlite3_errmsg(x->db));
  sqlite3_finalize(list);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int make_rule(rocpd_export *x, rocpd_error *err) {
  const char **keep = NULL;
  int rc = find_kept(x, &keep, &x->rule.keeps, err);
  x->rule.keep = keep, x->rule.overwrite = x->option.overwrite;
  return rc;
}

static int open_output(rocpd_export *x, const char *path, rocpd_error *err) {
  const rocpd_export_format *format = x->format;
  x->progress.limit = (uint64_t)x->option.max_bytes;
  if (rocpd_format_needs(format, ROCPD_NEEDS_FOLDER)) return rocpd_folder_open(&x->folder, path, format->marker, format->ending, &x->rule, err);
  int rc = rocpd_output_open(&x->file, &x->progress, path, &x->rule, err);
  if (!rc && x->option.max_bytes && !x->file.temp)
    rc = rocpd_fail(err, SQLITE_ERROR, "option max_bytes: %s is not a regular file, and cannot be split", x->file.path);
  return !rc && rocpd_format_needs(format, ROCPD_NEEDS_GZIP) && !sqlite3_strglob("*.gz", path) ? rocpd_output_compress(&x->file, err) : rc;
}

static int write_whole(rocpd_export *x, const char *path, rocpd_error *err) {
  int rc = open_output(x, path, err);
  if (!rc) rc = rocpd_export_write(x, err);
  if (rc || !x->option.max_bytes) return rc;
  /* Not all formats report the bytes written while they write. */
  x->progress.beyond = (x->file.path ? x->file.written : x->progress.written) > (uint64_t)x->option.max_bytes;
  return x->progress.beyond ? rocpd_fail(err, SQLITE_TOOBIG, "%s: too large", path) : SQLITE_OK;
}

static int fail_empty(const rocpd_export *x, rocpd_error *err) {
  static const char anyway[] = "the option {\"allow_empty\":true} writes the file anyway";
  bool window = rocpd_snapshot_window(x->snapshot), chosen = rocpd_export_chooses(&x->option);
  if (x->sums.left_out && !chosen && !window)
    return rocpd_fail(err, SQLITE_ERROR,
                      "nothing is written: the %lld events of the trace are known as sums only (table aggregated), and this format shows none of them; %s",
                      (long long)x->sums.left_out, anyway);
  return rocpd_fail(err, SQLITE_ERROR, "nothing is written: %s; %s",
                    chosen ? "no event of the trace matches the options" :
                    window ? "the trace has no event in this time" :
                             "the trace has no event that this format shows",
                    anyway);
}

static int write_export(rocpd_export *x, sqlite3_context *ctx, const char *path, rocpd_error *err) {
  bool parts = x->option.split.by;
  rocpd_progress_begin(&x->progress);
  int rc = make_rule(x, err);
  if (!rc && !parts) rc = write_whole(x, path, err);
  if (rc && x->progress.beyond) parts = true, rc = rocpd_export_begin_again(x, err);
  if (!rc && parts) rc = rocpd_export_parts(x, path, err);
  if (rc) return rc;
  /* The last step renames the file; nothing may fail after it. */
  char *text = rocpd_export_result(x);
  if (!text) return rocpd_no_memory(err);
  if (x->result.empty && !x->option.allow_empty) rc = fail_empty(x, err);
  else rc = x->folder.path ? rocpd_folder_finish(&x->folder, err) : rocpd_output_finish(&x->file, err);
  if (rc) {
    sqlite3_free(text);
    return rc;
  }
  sqlite3_result_text(ctx, text, -1, sqlite3_free);
  return SQLITE_OK;
}

/* NULL: no path was given. */
static int path_of(sqlite3_value *value, const char **path, rocpd_error *err) {
  *path = (const char *)sqlite3_value_text(value);
  if (!*path) return sqlite3_value_type(value) == SQLITE_NULL ? SQLITE_OK : rocpd_no_memory(err);
  return strlen(*path) == (size_t)sqlite3_value_bytes(value) ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: the path has a zero byte after this", *path);
}

void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_error err = {0};
  rocpd_export x;
  if (argc < 1 || argc > 2) {
    rocpd_result_failure(ctx, format->function, rocpd_fail(&err, SQLITE_ERROR, "expected a path and at most one JSON object of options"), &err);
    return;
  }
  const char *path;
  int rc = rocpd_export_begin(&x, format, sqlite3_user_data(ctx), argc > 1 ? argv[1] : NULL, &err);
  if (!rc) rc = path_of(argv[0], &path, &err);
  if (!rc) rc = write_export(&x, ctx, path, &err);
  rocpd_export_end(&x);
  if (rc) rocpd_result_failure(ctx, format->function, rc, &err);
}
