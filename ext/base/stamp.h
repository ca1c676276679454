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
  uint8_t head[100], wal_head[32]; /* SQLite counts changes in the one, salts the other */
  bool settled; /* not changed shortly before: equal times mean equal files */
} rocpd_stamp;

/* Take it before reading: what changes while one reads is then seen later. */
int rocpd_stamp_take(const char *path, rocpd_stamp *out, rocpd_error *err);
/* Whether the file is still as it was then. */
bool rocpd_stamp_holds(const char *path, rocpd_stamp *stamp);

#endif
