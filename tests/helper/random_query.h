/* Random queries for differential tests. The same text is run on a virtual table and on its native copy. */
#ifndef RANDOM_QUERY_H
#define RANDOM_QUERY_H
#include <sqlite3.h>
#include <stdint.h>

typedef struct query_table {
  char *name;        /* as in FROM */
  sqlite3_int64 rows;
  int columns;
  char **column;     /* names */
  int samples;       /* number of values sampled of each column */
  char **sample;     /* [columns * samples], as SQL literals */
} query_table;

/* Reads a table's columns (hidden ones too, but not the arguments `skip`), and samples their values. */
int query_table_learn(sqlite3 *db, const char *schema, const char *name, const char *skip, query_table *out);
void query_table_free(query_table *t);

typedef struct query {
  char *text;   /* with %A and %B in place of table names */
  int ordered;  /* the query fixes the order of its rows: compare them as sequences */
} query;

/* Makes a random query on table a; about one in five joins it with b. */
query query_random(uint64_t *seed, const query_table *a, const query_table *b);
/* Returns the text with the table names put in. Free it by sqlite3_free(). */
char *query_text(const query *q, const char *a, const char *b);

#endif
