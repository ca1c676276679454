/* A read-only VFS: SQLite reads databases of others through it, and nothing is ever
** written, created or deleted beside them. See vfs.c. */
#ifndef ROCPD_VFS_H
#define ROCPD_VFS_H
#include "base.h"

/* The VFS's name for sqlite3_open_v2(); it stays registered until as many calls of
** rocpd_vfs_drop(). NULL: SQLite has no "unix" VFS, or is out of memory. Thread safe. */
const char *rocpd_vfs_hold(void);
void rocpd_vfs_drop(void);

/* The first bytes of a file into `head`; *n: how many there are. Reading does not drop
** the locks that connections of this process hold on it, which close() of any other
** descriptor does. */
int rocpd_vfs_read_head(const char *path, void *head, int size, int *n);

#endif
