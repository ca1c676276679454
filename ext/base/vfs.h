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
/* A number, not 0, for the state of the file that a read transaction sees: different states have different numbers. In WAL mode
** it may already include a commit made since the transaction began, so trust only a number that was also seen before it. */
int rocpd_vfs_state(sqlite3_file *file, uint64_t *state);
/* The same, computed from the header of a file that is not in WAL mode. */
uint64_t rocpd_vfs_state_of_head(const uint8_t head[100]);
/* Whether the file is read through a wal-index, shared or private. */
bool rocpd_vfs_is_wal(sqlite3_file *file);

/* Takes SQLite's SHARED lock on a file of "unix". A file system without locks counts as locked. */
int rocpd_vfs_lock_shared(sqlite3_file *file);
/* Whether there is a file that is not empty; true if that is unknown. */
bool rocpd_vfs_exists(const char *path);

/* The first bytes of a file into `head`; *n: how many there are. */
int rocpd_vfs_read_head(const char *path, void *head, int size, int *n);

#endif
