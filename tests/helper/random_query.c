/* See random_query.h. */
#include "random_query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 24

static uint32_t draw(uint64_t *seed, uint32_t below) { /* xorshift64* */
  uint64_t x = *seed;
  x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
  *seed = x;
  return (uint32_t)((x * 2685821657736338717ull >> 33) % below);
}

/* Samples values of column c, some rows apart, as literals. From a short table each is taken several times. */
static int take_samples(sqlite3 *db, sqlite3_stmt *quote, query_table *out, int c) {
  sqlite3_stmt *s = NULL;
  sqlite3_int64 step = out->rows / SAMPLES + 1;
  char *sql = sqlite3_mprintf("SELECT \"%w\" FROM \"%w\" LIMIT %lld", out->column[c], out->name, step * SAMPLES), **sample = out->sample + c * SAMPLES;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL), n = 0;
  for (sqlite3_int64 row = 0; rc == SQLITE_OK && n < SAMPLES && sqlite3_step(s) == SQLITE_ROW; row++) {
    if (row % step) continue;
    sqlite3_bind_value(quote, 1, sqlite3_column_value(s, 0));
    sqlite3_step(quote);
    sample[n++] = sqlite3_mprintf("%s", sqlite3_column_text(quote, 0));
    sqlite3_reset(quote);
  }
  sqlite3_finalize(s);
  sqlite3_free(sql);
  for (int i = n; i < SAMPLES; i++) sample[i] = sqlite3_mprintf("%s", n ? sample[i % n] : "0");
  return rc;
}

int query_table_learn(sqlite3 *db, const char *schema, const char *name, const char *skip, query_table *out) {
  memset(out, 0, sizeof *out);
  out->name = sqlite3_mprintf("%s", name);
  out->samples = SAMPLES;
  sqlite3_stmt *s = NULL;
  char *sql = sqlite3_mprintf("SELECT name FROM pragma_table_xinfo(%Q, %Q) WHERE instr(%Q, ' '||name||' ') = 0", name, schema, skip);
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  sqlite3_free(sql);
  out->column = calloc(256, sizeof *out->column);
  while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW && out->columns < 256)
    out->column[out->columns++] = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
  sqlite3_finalize(s);
  out->sample = calloc((size_t)out->columns * SAMPLES, sizeof *out->sample);
  sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", name);
  if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) out->rows = sqlite3_column_int64(s, 0);
  sqlite3_finalize(s);
  sqlite3_free(sql);
  sqlite3_stmt *quote = NULL;
  rc = sqlite3_prepare_v2(db, "SELECT quote(?)", -1, &quote, NULL);
  for (int c = 0; rc == SQLITE_OK && c < out->columns; c++) rc = take_samples(db, quote, out, c);
  sqlite3_finalize(quote);
  if (rc != SQLITE_OK) return rc;
  return out->columns ? SQLITE_OK : SQLITE_ERROR;
}

void query_table_free(query_table *t) {
  for (int i = 0; i < t->columns; i++) sqlite3_free(t->column[i]);
  for (int i = 0; i < t->columns * t->samples; i++) sqlite3_free(t->sample[i]);
  free(t->column), free(t->sample), sqlite3_free(t->name);
}

static const char *const odd[] = {"NULL", "5.5", "'abc'", "'100'", "x'00'", "1e30", "-1e30", "9223372036854775807", "-9223372036854775808",
                                  "''", "0", "-1", "1", "' 12 '", "0.0", "-0.0", "9.3e18", "'1e2'", "x''", "'0x10'", "9007199254740993", "9007199254740992.0"};

/* A literal to compare with column c: mostly a value that occurs, or one near to it; sometimes an odd one. */
static void literal(sqlite3_str *out, uint64_t *seed, const query_table *t, int c) {
  const char *value = t->sample[c * t->samples + (int)draw(seed, (uint32_t)t->samples)];
  int number = value[0] != '\'' && value[0] != 'N' && value[0] != 'X';
  switch (draw(seed, 12)) {
    case 0: sqlite3_str_appendall(out, odd[draw(seed, sizeof odd / sizeof *odd)]); break;
    case 1: if (number) { sqlite3_str_appendf(out, "(%s+1)", value); break; } /* fall through */
    case 2: if (number) { sqlite3_str_appendf(out, "(%s-0.5)", value); break; } /* fall through */
    case 3: if (number) { sqlite3_str_appendf(out, "'%s'", value); break; } /* fall through */
    case 4: if (number) { sqlite3_str_appendf(out, "(%s*1.0)", value); break; } /* fall through */
    default: sqlite3_str_appendall(out, value);
  }
}

static const char *const op[] = {"=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT", "="};

static void term(sqlite3_str *out, uint64_t *seed, const char *alias, const query_table *t) {
  int c = (int)draw(seed, (uint32_t)t->columns);
  char *column = sqlite3_mprintf("%s.\"%w\"", alias, t->column[c]);
  uint32_t n;
  switch (draw(seed, 16)) {
    case 14: /* two lists on one column */
      for (uint32_t list = 0; list < 2; list++) {
        sqlite3_str_appendf(out, "%s%s IN (", list ? " AND " : "", column);
        n = 1 + draw(seed, 6);
        for (uint32_t i = 0; i < n; i++) { if (i) sqlite3_str_appendall(out, ", "); literal(out, seed, t, c); }
        sqlite3_str_appendall(out, ")");
      }
      break;
    case 15: {
      static const char *const pattern[] = {"LIKE 'A%'",        "LIKE '%e%'", "GLOB '*a*'", "GLOB '[0-9]*'",        "NOT LIKE 'a%'",
                                            "LIKE '\xc3\xa4%'", "LIKE NULL",  "GLOB 5",     "LIKE 'a!%' ESCAPE '!'"};
      sqlite3_str_appendf(out, "%s %s", column, pattern[draw(seed, sizeof pattern / sizeof *pattern)]);
      break;
    }
    case 0: sqlite3_str_appendf(out, "%s IS NULL", column); break;
    case 1: sqlite3_str_appendf(out, "%s IS NOT NULL", column); break;
    case 2: case 3: case 4:
      sqlite3_str_appendf(out, "%s %sIN (", column, draw(seed, 4) ? "" : "NOT ");
      n = 1 + draw(seed, 5);
      for (uint32_t i = 0; i < n; i++) { if (i) sqlite3_str_appendall(out, ", "); literal(out, seed, t, c); }
      sqlite3_str_appendall(out, ")");
      break;
    case 5:
      sqlite3_str_appendf(out, "%s BETWEEN ", column);
      literal(out, seed, t, c); sqlite3_str_appendall(out, " AND "); literal(out, seed, t, c);
      break;
    case 6: sqlite3_str_appendf(out, "%s = ", column); literal(out, seed, t, c); sqlite3_str_appendall(out, " COLLATE NOCASE"); break;
    case 7: sqlite3_str_appendf(out, "%s LIKE '%%a%%'", column); break;
    case 8: sqlite3_str_appendf(out, "%s.rowid %s %d", alias, op[draw(seed, 6)], (int)draw(seed, 500)); break;
    default:
      if (draw(seed, 10) == 0) { /* puts the literal on the left */
        literal(out, seed, t, c);
        sqlite3_str_appendf(out, " %s %s", op[draw(seed, 8)], column);
      } else {
        sqlite3_str_appendf(out, "%s %s ", column, op[draw(seed, 9)]);
        literal(out, seed, t, c);
      }
  }
  sqlite3_free(column);
}

static void where(sqlite3_str *out, uint64_t *seed, const char *alias, const query_table *t) {
  uint32_t n = draw(seed, 4);
  for (uint32_t i = 0; i < n; i++) {
    sqlite3_str_appendall(out, i ? (draw(seed, 4) ? " AND " : " OR ") : " WHERE ");
    term(out, seed, alias, t);
  }
}

static const char *any_column(uint64_t *seed, const query_table *t) { return t->column[draw(seed, (uint32_t)t->columns)]; }

static void plain(sqlite3_str *out, uint64_t *seed, const query_table *t, query *q) {
  uint32_t n = 1 + draw(seed, 4), keys = draw(seed, 3);
  sqlite3_str_appendall(out, "SELECT a.rowid");
  for (uint32_t i = 0; i < n; i++) sqlite3_str_appendf(out, ", a.\"%w\"", any_column(seed, t));
  sqlite3_str_appendall(out, " FROM %A a");
  where(out, seed, "a", t);
  if (!keys && draw(seed, 3)) return;
  sqlite3_str_appendall(out, " ORDER BY ");
  for (uint32_t i = 0; i < keys; i++) sqlite3_str_appendf(out, "a.\"%w\"%s, ", any_column(seed, t), draw(seed, 2) ? " DESC" : "");
  sqlite3_str_appendf(out, "a.rowid%s", draw(seed, 2) ? " DESC" : "");
  if (draw(seed, 2)) sqlite3_str_appendf(out, " LIMIT %u", draw(seed, 20));
  q->ordered = 1;
}

/* Orders by the keys only: rows with equal keys may come in any order, so the virtual table may take over the sorting. */
static void keys_only(sqlite3_str *out, uint64_t *seed, const query_table *t, query *q) {
  const char *k1 = any_column(seed, t), *k2 = any_column(seed, t);
  const char *d1 = draw(seed, 2) ? " DESC" : "", *d2 = draw(seed, 2) ? " DESC" : "";
  if (draw(seed, 2)) {
    sqlite3_str_appendf(out, "SELECT a.\"%w\" FROM %%A a", k1);
    where(out, seed, "a", t);
    sqlite3_str_appendf(out, " ORDER BY a.\"%w\"%s", k1, d1);
  } else {
    sqlite3_str_appendf(out, "SELECT a.\"%w\", a.\"%w\" FROM %%A a", k1, k2);
    where(out, seed, "a", t);
    sqlite3_str_appendf(out, " ORDER BY a.\"%w\"%s, a.\"%w\"%s", k1, d1, k2, d2);
  }
  if (draw(seed, 2)) sqlite3_str_appendf(out, " LIMIT %u OFFSET %u", draw(seed, 20), draw(seed, 5));
  q->ordered = 1;
}

static void grouped(sqlite3_str *out, uint64_t *seed, const query_table *t) {
  const char *g1 = any_column(seed, t), *g2 = any_column(seed, t), *v = any_column(seed, t);
  switch (draw(seed, 4)) {
    case 0: sqlite3_str_appendf(out, "SELECT DISTINCT a.\"%w\", a.\"%w\" FROM %%A a", g1, g2); where(out, seed, "a", t); return;
    case 1:
      sqlite3_str_appendf(out, "SELECT count(*), min(a.\"%w\"), max(a.\"%w\"), count(DISTINCT a.\"%w\") FROM %%A a", v, v, g1);
      where(out, seed, "a", t);
      return;
    case 2:
      sqlite3_str_appendf(out, "SELECT a.\"%w\", count(*), min(a.\"%w\"), max(a.\"%w\") FROM %%A a", g1, v, v);
      where(out, seed, "a", t);
      sqlite3_str_appendf(out, " GROUP BY 1%s", draw(seed, 2) ? " ORDER BY 2 DESC" : "");
      return;
    default:
      sqlite3_str_appendf(out, "SELECT a.\"%w\", a.\"%w\", count(*), total(length(a.\"%w\")) FROM %%A a", g1, g2, v);
      where(out, seed, "a", t);
      sqlite3_str_appendf(out, " GROUP BY a.\"%w\", a.\"%w\"%s", g1, g2, draw(seed, 2) ? " HAVING count(*) > 1" : "");
  }
}

static int common_column(uint64_t *seed, const query_table *a, const query_table *b) {
  int start = (int)draw(seed, (uint32_t)a->columns);
  for (int i = 0; i < a->columns; i++) {
    int c = (start + i) % a->columns;
    if (!strcmp(a->column[c], "source") || !strcmp(a->column[c], "run") || !strcmp(a->column[c], "host")) continue;
    for (int j = 0; j < b->columns; j++) if (!strcmp(a->column[c], b->column[j])) return c;
  }
  return -1;
}

/* A join, mostly on a column that both tables have. The outer side is kept small. */
static void joined(sqlite3_str *out, uint64_t *seed, const query_table *a, const query_table *b) {
  int c = common_column(seed, a, b);
  const char *name = c < 0 ? "guid" : a->column[c];
  const char *type = draw(seed, 3) ? "JOIN" : "LEFT JOIN";
  switch (draw(seed, 6)) {
    case 4: /* compares columns of any two types: SQLite has special rules for the affinity of such comparisons. CROSS keeps a planner from
            ** making all pairs of rows first */
      sqlite3_str_appendf(out, "SELECT a.rowid, count(b.rowid), min(b.rowid) FROM (SELECT a.rowid FROM %%A a ORDER BY a.\"%w\", a.rowid LIMIT %u) a0 CROSS JOIN %%A a ON a.rowid = a0.rowid "
                               "%s %%B b ON b.\"%w\" ", any_column(seed, a), 1 + draw(seed, 8), type, any_column(seed, b));
      sqlite3_str_appendf(out, "%s a.\"%w\" GROUP BY a.rowid", op[draw(seed, 8)], any_column(seed, a));
      return;
    case 5:
      sqlite3_str_appendf(out, "SELECT count(*) FROM %%A a WHERE a.\"%w\" IN (SELECT b.\"%w\" FROM %%B b", any_column(seed, a), any_column(seed, b));
      where(out, seed, "b", b);
      sqlite3_str_appendall(out, ") AND ");
      term(out, seed, "a", a);
      return;
    case 0:
      sqlite3_str_appendf(out, "SELECT count(*), min(b.rowid) FROM %%A a %s %%B b ON a.\"%w\" = b.\"%w\"", type, name, name);
      if (draw(seed, 2)) sqlite3_str_appendall(out, " AND a.guid = b.guid");
      /* Columns with few values: some ten thousand pairs of rows test as much as a hundred million. */
      if (a->rows * b->rows > 1000000 || draw(seed, 4))
        sqlite3_str_appendf(out, " WHERE a.rowid IN (SELECT rowid FROM %%A ORDER BY rowid LIMIT %lld)", 2 + 30000 / (b->rows + 1));
      else where(out, seed, "a", a);
      return;
    case 1:
      sqlite3_str_appendf(out,
                          "SELECT a.rowid, b.rowid FROM (SELECT rowid, guid FROM %%A ORDER BY rowid LIMIT %u) a %s %%B b ON a.guid = b.guid AND b.\"%w\" >= ",
                          1 + draw(seed, 10), type, name);
      { int column = 0; for (int j = 0; j < b->columns; j++) if (!strcmp(b->column[j], name)) column = j; literal(out, seed, b, column); }
      return;
    case 2:
      sqlite3_str_appendf(out, "SELECT count(*) FROM %%A a WHERE a.\"%w\" IN (SELECT b.\"%w\" FROM %%B b", name, name);
      where(out, seed, "b", b);
      sqlite3_str_appendall(out, ")");
      return;
    default:
      sqlite3_str_appendf(out, "SELECT a.rowid, (SELECT count(*) FROM %%B b WHERE b.\"%w\" = a.\"%w\") FROM %%A a", name, name);
      where(out, seed, "a", a);
      sqlite3_str_appendall(out, " ORDER BY a.rowid LIMIT 20");
  }
}

query query_random(uint64_t *seed, const query_table *a, const query_table *b) {
  query q = {0};
  sqlite3_str *out = sqlite3_str_new(NULL);
  switch (draw(seed, 10)) {
    case 0: case 1: joined(out, seed, a, b); break;
    case 2: case 3: grouped(out, seed, a); break;
    case 4: case 5: keys_only(out, seed, a, &q); break;
    default: plain(out, seed, a, &q);
  }
  q.text = sqlite3_str_finish(out);
  return q;
}

char *query_text(const query *q, const char *a, const char *b) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (const char *p = q->text; *p; p++) {
    if (p[0] == '%' && (p[1] == 'A' || p[1] == 'B') && (p == q->text || p[-1] == ' ')) sqlite3_str_appendall(out, *++p == 'A' ? a : b);
    else sqlite3_str_appendchar(out, 1, *p);
  }
  return sqlite3_str_finish(out);
}
