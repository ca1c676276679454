/* Lists the tables of a database: reads sqlite_schema from its pages or, if that is not possible, by SQL. SQL is slower, since SQLite parses all tables,
** views and indexes of a file first. */
#include "rocprof.h"

/* Columns of sqlite_schema, see https://sqlite.org/schematab.html */
enum { SCHEMA_TYPE, SCHEMA_NAME, SCHEMA_TABLE, SCHEMA_ROOT, SCHEMA_SQL };

typedef struct page_list {
  uint32_t *page;
  size_t n;
} page_list;

void rocpd_tables_free(rocpd_table_list *l) {
  for (size_t i = 0; i < l->n; i++) {
    sqlite3_free(l->table[i].name);
    sqlite3_free(l->table[i].sql);
  }
  sqlite3_free(l->table);
  memset(l, 0, sizeof(*l));
}

static int add_table(rocpd_table_list *l, const char *name, size_t name_size, int64_t root, const char *sql, size_t sql_size) {
  static const char prefix[] = "rocpd_";
  if (root <= 0 || name_size < sizeof(prefix) - 1 || memcmp(name, prefix, sizeof(prefix) - 1)) return SQLITE_OK;
  if (rocpd_array_push_reserve(&l->table, l->n, sizeof(*l->table)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_table_in_file *table = &l->table[l->n++];
  table->name = sqlite3_mprintf("%.*s", (int)name_size, name);
  table->sql = sqlite3_mprintf("%.*s", (int)sql_size, sql);
  table->root = root;
  return table->name && table->sql ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- by the pages */

static int add_page(void *arg, uint32_t page, uint32_t rows, int64_t last) {
  page_list *l = arg;
  return ROCPD_PUSH(l->page, l->n, page);
}

static int add_row(void *arg, int64_t rowid, const rocpd_stored *value) {
  const rocpd_stored *type = &value[0], *name = &value[1], *root = &value[2], *sql = &value[3];
  if (type->type != SQLITE_TEXT || name->type != SQLITE_TEXT) return SQLITE_NOTFOUND;
  if (type->size != 5 || memcmp(type->text, "table", 5)) return SQLITE_OK;
  if (root->type != SQLITE_INTEGER || sql->type != SQLITE_TEXT) return SQLITE_NOTFOUND;
  return add_table(arg, name->text, (size_t)name->size, root->integer, sql->text, (size_t)sql->size);
}

static int list_by_pages(rocpd_table_list *l, rocpd_session *session, const rocpd_connection *c) {
  static const int16_t position[] = {SCHEMA_TYPE, SCHEMA_NAME, SCHEMA_ROOT, SCHEMA_SQL};
  rocpd_pages pages;
  page_list leaves = {0};
  int rc = rocpd_pages_open(&pages, c);
  if (rc == SQLITE_OK) rc = rocpd_pages_leaves(session, &pages, 1, INT64_MIN, INT64_MAX, add_page, &leaves);
  if (rc == SQLITE_OK) rc = rocpd_pages_rows(&pages, leaves.page, leaves.n, position, 4, add_row, l);
  sqlite3_free(leaves.page);
  return rc;
}

/* ---- by SQL */

static int list_by_sql(rocpd_table_list *l, rocpd_connection *c, rocpd_error *err) {
  sqlite3_stmt *s;
  int rc = rocpd_database_prepare(c, &s, err, "SELECT name, rootpage, sql FROM \"%w\".sqlite_master "
                                              "WHERE type = 'table' AND name GLOB 'rocpd_*' ORDER BY rowid", c->schema);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(s, 0), *sql = (const char *)sqlite3_column_text(s, 2);
    rc = name && sql                               ? add_table(l, name, strlen(name), sqlite3_column_int64(s, 1), sql, strlen(sql))
         : sqlite3_errcode(c->db) == SQLITE_NOMEM ? SQLITE_NOMEM
                                                  : SQLITE_OK;
    if (rc != SQLITE_OK) break;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "cannot read the tables of %s: %s", c->path, rocpd_database_reason(c->db, rc));
  sqlite3_finalize(s);
  return rc;
}

int rocpd_tables_list(rocpd_table_list *l, rocpd_session *session, rocpd_connection *c, rocpd_error *err) {
  memset(l, 0, sizeof(*l));
  int rc = list_by_pages(l, session, c);
  if (rc == SQLITE_NOTFOUND) {
    rocpd_tables_free(l);
    rc = list_by_sql(l, c, err);
  }
  if (rc == SQLITE_OK) return rc;
  rocpd_tables_free(l);
  return rocpd_fail_code(err, rc);
}
