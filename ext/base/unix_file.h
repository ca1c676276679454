/* Reads files through SQLite's VFS "unix", without a connection. Any thread may call these functions, but each must use its own file. */
#ifndef ROCPD_UNIX_FILE_H
#define ROCPD_UNIX_FILE_H
#include "base.h"

/* The VFS "unix"; NULL: this SQLite has none. */
sqlite3_vfs *rocpd_unix_vfs(void);

/* Opens a file for reading by the VFS "unix"; if it fails, *out is NULL. Use it instead of open(): close() of a
** descriptor would drop the locks that other connections of this process hold on the file; rocpd_vfs_close() does not. */
int rocpd_vfs_open(const char *path, sqlite3_file **out);
void rocpd_vfs_close(sqlite3_file *file);

/* Takes SQLite's SHARED lock on a file of "unix". A file system without locks counts as locked. */
int rocpd_vfs_lock_shared(sqlite3_file *file);
/* True if the file exists and is not empty, or if that is unknown. */
bool rocpd_vfs_exists(const char *path);

/* Reads the first bytes of a file into `head`; *n: the number of bytes read. */
int rocpd_vfs_read_head(const char *path, void *head, int size, int *n);

#endif
