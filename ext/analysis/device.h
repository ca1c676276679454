/* The agents of all sources, and which physical device each of them is: processes number
** the GPUs that they see on their own, and so do files. */
#ifndef ROCPD_DEVICE_H
#define ROCPD_DEVICE_H
#include "origins.h"

typedef struct rocpd_device {
  rocpd_source *source;
  int64_t agent;  /* its id */
  int64_t type;   /* interned "CPU" or "GPU", or ROCPD_NULL */
  int64_t device; /* interned: host and bus address ("node7 0000:c1:00.0"); ROCPD_NULL where the file does not say them */
} rocpd_device;

/* Those of a snapshot in order of source and id: *n of them in a new array (sqlite3_free). Connection's thread. */
int rocpd_devices(rocpd_snapshot *s, rocpd_device **out, size_t *n, rocpd_error *err);
/* That of an agent; NULL: its file has no row of it. */
const rocpd_device *rocpd_device_of(const rocpd_device *d, size_t n, const rocpd_source *source, int64_t agent);

#endif
