/* A source for tests of tables that are derived from base tables, and of kinds that no other source of a test delivers (metrics, frames, aggregated, ...).
** It reads any SQLite database whose tables and views have the names of these tables into memory, by plain SELECTs. It checks, sorts and repairs nothing:
** ids may be missing, occur twice, or be in any order. */
#ifndef SELECT_SOURCE_H
#define SELECT_SOURCE_H

/* Writes a file for this source, with batches of `rows` rows. zones: batches state their least and greatest id before they are
** decoded. Returns 0 on success. */
int select_write(const char *path, const char *database, int rows, int zones);
/* Returns how often columns of this kind were decoded since the last call. */
int select_decoded(int kind);

#endif
