/* A read-only VFS: SQLite reads databases of others through it, and nothing is ever
** written, created or deleted beside them. See vfs.c. */
#ifndef ROCPD_VFS_H
#define ROCPD_VFS_H
#include "base.h"

/* The VFS's name for sqlite3_open_v2(); it stays registered until as many calls of
** rocpd_vfs_drop(). NULL: SQLite has no "unix" VFS, or is out of memory. Thread safe. */
const char *rocpd_vfs_hold(void);
void rocpd_vfs_drop(void);

/* A file for reading, by "unix"; NULL file: nothing to close. Closing it does not drop the
** locks that other connections of this process hold on it, which close() of any other
** descriptor does. */
int rocpd_vfs_open(const char *path, sqlite3_file **out);
void rocpd_vfs_close(sqlite3_file *file);
/* What tells the state that a read transaction on a file of ours shows from any other one of
** the file: different states have different numbers, which are not 0. In WAL mode it may be that of
** a commit since it began: sure is only what was seen before it, too. */
int rocpd_vfs_state(sqlite3_file *file, uint64_t *state);
/* The same by the head of a file that is not in WAL mode. */
uint64_t rocpd_vfs_state_of_head(const uint8_t head[100]);
/* Is a file of ours read by a wal-index, somebody's or a private one? */
bool rocpd_vfs_is_wal(sqlite3_file *file);

/* SQLite's SHARED lock on a file of "unix". Where the file system has no locks there is nobody
** to keep out by one: that counts as locked. */
int rocpd_vfs_lock_shared(sqlite3_file *file);
/* Is there a file, and one that is not empty? Yes, when that cannot be told. */
bool rocpd_vfs_exists(const char *path);

/* The first bytes of a file into `head`; *n: how many there are. */
int rocpd_vfs_read_head(const char *path, void *head, int size, int *n);

#endif
