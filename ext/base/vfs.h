/* A read-only VFS. SQLite reads the attached databases through it, and never writes, creates or
** deletes a file beside them. See vfs.c. */
#ifndef ROCPD_VFS_H
#define ROCPD_VFS_H
#include "base.h"

/* Registers the VFS and returns its name for sqlite3_open_v2(). Each call needs a call of rocpd_vfs_drop();
** the last one unregisters it. NULL: SQLite has no "unix" VFS, or is out of memory. Thread safe. */
const char *rocpd_vfs_hold(void);
void rocpd_vfs_drop(void);

/* Opens a file for reading by the VFS "unix"; if it fails, *out is NULL. Use it instead of open(): close() of a
** descriptor would drop the locks that other connections of this process hold on the file; rocpd_vfs_close() does not. */
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
/* True if the file exists and is not empty, or if that is unknown. */
bool rocpd_vfs_exists(const char *path);

/* Reads the first bytes of a file into `head`; *n: the number of bytes read. */
int rocpd_vfs_read_head(const char *path, void *head, int size, int *n);

#endif
