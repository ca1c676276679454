/* SQL function rocpd_domain: the domain that a category belongs to (model/domain.h).
**
**    SELECT rocpd_domain(category), count(*) FROM regions GROUP BY 1; */
#include "domain.h"
#include "registry.h"

/* A query asks for each row, and few categories differ: the last answer stays with the statement. A negative number: not with an argument; all functions
** share these numbers. */
#define STATEMENTS_DOMAIN (-0x646f6d)
typedef struct last_domain {
  const char *name; /* NULL: none */
  int size;
  char category[64];
} last_domain;

static last_domain *last_of(sqlite3_context *ctx) {
  last_domain *l = sqlite3_get_auxdata(ctx, STATEMENTS_DOMAIN);
  if (l || !(l = sqlite3_malloc64(sizeof *l))) return l;
  l->size = -1;
  sqlite3_set_auxdata(ctx, STATEMENTS_DOMAIN, l, sqlite3_free);
  return sqlite3_get_auxdata(ctx, STATEMENTS_DOMAIN); /* gone where there is no memory */
}

static const char *name_of(const char *category) {
  const rocz_domain *d = rocpd_domain_of(category);
  return d ? d->name : NULL;
}

static void domain_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  const char *category = (const char *)sqlite3_value_text(argv[0]);
  int size = sqlite3_value_bytes(argv[0]);
  if (!category) return;
  last_domain *l = (size_t)size < sizeof l->category ? last_of(ctx) : NULL;
  if (l && (l->size != size || memcmp(l->category, category, (size_t)size))) {
    l->name = name_of(category), l->size = size;
    memcpy(l->category, category, (size_t)size);
  }
  const char *name = l ? l->name : name_of(category);
  if (name) sqlite3_result_text(ctx, name, -1, SQLITE_STATIC);
}

ROCPD_FUNCTION(domain) = {.name = "rocpd_domain", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, .call = domain_call};
