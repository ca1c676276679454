/* See truth.h. */
#include "truth.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "db.h"

static int create(sqlite3 *db, const rocz_kind *k) {
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendf(sql, "CREATE TABLE g_%s(lane INTEGER, row INTEGER", k->name);
  for (unsigned c = 0; c < k->columns; c++) sqlite3_str_appendf(sql, ", \"%s%s\"", k->column[c].name, strcmp(k->column[c].name, "lane") == 0 ? "_1" : "");
  sqlite3_str_appendall(sql, ")");
  char *text = sqlite3_str_finish(sql);
  int rc = db_run(db, text);
  sqlite3_free(text);
  return rc;
}

static int insert(sqlite3 *db, const tracegen_trace *t, const tracegen_lane *l) {
  const rocz_kind *k = rocz_kind_find(l->kind);
  sqlite3_stmt *s = NULL;
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendf(sql, "INSERT INTO g_%s VALUES(?,?", k->name);
  for (unsigned c = 0; c < k->columns; c++) sqlite3_str_appendall(sql, ",?");
  sqlite3_str_appendall(sql, ")");
  char *text = sqlite3_str_finish(sql);
  int rc = sqlite3_prepare_v2(db, text, -1, &s, NULL);
  sqlite3_free(text);
  for (uint64_t i = 0; rc == SQLITE_OK && i < l->rows; i++) {
    sqlite3_bind_int64(s, 1, l->lane);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)i);
    for (unsigned c = 0; c < k->columns; c++) {
      int64_t v = l->column[c][i];
      if (k->column[c].type == ROCZ_STRING_ID) sqlite3_bind_text(s, (int)c + 3, tracegen_string(t, v), -1, SQLITE_STATIC);
      else if (v == ROCZ_NULL) sqlite3_bind_null(s, (int)c + 3);
      else sqlite3_bind_int64(s, (int)c + 3, v);
    }
    rc = sqlite3_step(s) == SQLITE_DONE ? sqlite3_reset(s) : SQLITE_ERROR;
  }
  if (rc != SQLITE_OK) printf("error inserting %s: %s\n", k->name, sqlite3_errmsg(db));
  sqlite3_finalize(s);
  return rc;
}

/* Splits "NAME=value,..." of every parameter. */
static int enumerators(sqlite3 *db) {
  sqlite3_stmt *s = NULL;
  int rc = db_run(db, "CREATE TABLE g_enum(function, position, value, name)");
  sqlite3_prepare_v2(db, "SELECT function, position, enumerators FROM g_parameter WHERE enumerators IS NOT NULL", -1, &s, NULL);
  while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
    char *list = strdup((const char *)sqlite3_column_text(s, 2)), *save = NULL;
    for (char *item = strtok_r(list, ",", &save); item && rc == SQLITE_OK; item = strtok_r(NULL, ",", &save)) {
      char *equals = strchr(item, '=');
      char *sql = sqlite3_mprintf("INSERT INTO g_enum VALUES(%lld,%lld,%s,'%.*q')", sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1), equals + 1,
                                  (int)(equals - item), item);
      rc = db_run(db, sql);
      sqlite3_free(sql);
    }
    free(list);
  }
  sqlite3_finalize(s);
  return rc;
}

int truth_load(sqlite3 *db, const tracegen_trace *t) {
  int rc = db_run(db, "BEGIN");
  for (uint32_t id = 2; rc == SQLITE_OK && id < 64; id++) {
    const rocz_kind *k = rocz_kind_find((uint16_t)id);
    if (k) rc = create(db, k);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < t->lanes; i++)
    if (t->lane[i].kind != ROCZ_STRING) rc = insert(db, t, &t->lane[i]);
  if (rc == SQLITE_OK) rc = enumerators(db);
  return rc == SQLITE_OK ? db_run(db, "COMMIT") : rc;
}
