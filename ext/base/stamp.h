/* Detects whether a database file has changed. */
#ifndef ROCPD_STAMP_H
#define ROCPD_STAMP_H
#include "base.h"
#include <time.h>

/* Two changes of a file or folder this close together may leave the same time stamp. */
#define ROCPD_RACY_NS 2000000000
static inline int64_t rocpd_timespec_ns(struct timespec ts) { return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec; }

typedef struct rocpd_stamp {
  int64_t inode, size, mtime_ns, wal_size, wal_mtime_ns, shm_inode;
  uint8_t head[100], wal_head[32]; /* the first has SQLite's count of changes, the second the salts of its -wal */
  bool settled; /* the file was not changed shortly before: equal stamps mean equal files */
} rocpd_stamp;

/* Takes a stamp of the file. Take it before reading: a change while reading is then noticed later. */
int rocpd_stamp_take(const char *path, rocpd_stamp *out, rocpd_error *err);
/* True if the file is as it was when the stamp was taken. May set stamp->settled. */
bool rocpd_stamp_holds(const char *path, rocpd_stamp *stamp);

#endif
