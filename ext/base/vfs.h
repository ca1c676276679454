/* A read-only VFS. SQLite reads the attached databases through it, and never writes, creates or
** deletes a file beside them. See vfs.c. */
#ifndef ROCPD_VFS_H
#define ROCPD_VFS_H
#include "unix_file.h"

/* Registers the VFS and returns its name for sqlite3_open_v2(). Each call needs a call of rocpd_vfs_drop();
** the last one unregisters it. NULL: SQLite has no "unix" VFS, or is out of memory. Thread safe. */
const char *rocpd_vfs_hold(void);
void rocpd_vfs_drop(void);

/* A number, not 0, for the state of the file that a read transaction sees: different states have different numbers. In WAL mode
** it may already include a commit made since the transaction began, so trust only a number that was also seen before it. */
int rocpd_vfs_state(sqlite3_file *file, uint64_t *state);
/* The same, computed from the header of a file that is not in WAL mode. */
uint64_t rocpd_vfs_state_of_head(const uint8_t head[100]);
/* Whether the file is read through a wal-index, shared or private. */
bool rocpd_vfs_is_wal(sqlite3_file *file);

#endif
