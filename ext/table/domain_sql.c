/* See domain_sql.h. */
#include "domain_sql.h"
#include "domain.h"

/* Appends the comparison with one pattern (domains.def). LIKE ignores case, as patterns with '*' do. */
static void add_pattern(sqlite3_str *out, const char *pattern, const char *column, int size) {
  size_t n = strcspn(pattern, "*");
  if (!pattern[n]) {
    sqlite3_str_appendf(out, "%.*s = %Q", size, column, pattern);
    return;
  }
  sqlite3_str_appendf(out, "%.*s LIKE '", size, column);
  for (size_t i = 0; i < n; i++) sqlite3_str_appendf(out, pattern[i] == '_' ? "\\%c" : "%c", pattern[i]);
  sqlite3_str_appendall(out, memchr(pattern, '_', n) ? "%' ESCAPE '\\'" : "%'");
}

static void add_condition(sqlite3_str *out, const rocz_domain *d, const char *column, int size) {
  const char *const category[] = {d->category, NULL}, *const *pattern = *d->like ? d->like : category;
  sqlite3_str_appendall(out, pattern[1] ? "(" : "");
  for (int i = 0; pattern[i]; i++) {
    if (i) sqlite3_str_appendall(out, " OR ");
    add_pattern(out, pattern[i], column, size);
  }
  sqlite3_str_appendall(out, pattern[1] ? ")" : "");
}

static const rocz_domain *domain_named(const char *name, size_t size) {
  const rocz_domain *d = rocz_domains;
  while (d->name && (strlen(d->name) != size || memcmp(d->name, name, size))) d++;
  return d->name ? d : NULL;
}

void rocpd_domain_sql(sqlite3_str *out, const char *sql) {
  static const char call[] = "rocpd_domain(", equals[] = ") = '";
  for (const char *at; (at = strstr(sql, call)); ) {
    const char *column = at + strlen(call);
    size_t n = strcspn(column, ")"), size = 0;
    const char *name = strncmp(column + n, equals, strlen(equals)) ? NULL : column + n + strlen(equals);
    const rocz_domain *d = name ? domain_named(name, size = strcspn(name, "'")) : NULL;
    sqlite3_str_append(out, sql, (int)(d ? at - sql : column - sql));
    if (d) add_condition(out, d, column, (int)n);
    sql = d ? name + size + 1 : column;
  }
  sqlite3_str_appendall(out, sql);
}
