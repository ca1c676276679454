/* A source for tests of what is made from base tables: any SQLite database whose tables
** and views have the names of base tables, read into memory as it is, by plain SELECTs.
** Nothing is checked, sorted or repaired: ids may be missing, doubled or in any order. */
#ifndef SELECT_SOURCE_H
#define SELECT_SOURCE_H

/* Write a file that makes the source: batches of `rows` rows; zones: they say what the
** least and greatest id of a batch is before it is decoded. 0 on success. */
int select_write(const char *path, const char *database, int rows, int zones);
/* How often columns of a kind were decoded since the last call. */
int select_decoded(int kind);

#endif
