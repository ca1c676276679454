/* Random queries for differential tests: the same text is run on a virtual table
** and on its native copy. */
#ifndef RANDOM_QUERY_H
#define RANDOM_QUERY_H
#include <sqlite3.h>
#include <stdint.h>

typedef struct query_table {
  char *name;        /* as used in FROM */
  sqlite3_int64 rows;
  int columns;
  char **column;     /* names */
  int samples;       /* values seen in each column, as SQL literals */
  char **sample;     /* [columns * samples] */
} query_table;

/* Learn a table's columns (hidden ones too, without the arguments `skip`) and some
** of its values. */
int query_table_learn(sqlite3 *db, const char *schema, const char *name, const char *skip, query_table *out);
void query_table_free(query_table *t);

typedef struct query {
  char *text;   /* with %A and %B where the table names go */
  int ordered;  /* rows come in a fixed order: compare as sequences */
} query;

/* A random query on table a, in about one of five joined with b. */
query query_random(uint64_t *seed, const query_table *a, const query_table *b);
/* The text with the names put in; sqlite3_malloc'd. */
char *query_text(const query *q, const char *a, const char *b);

#endif
