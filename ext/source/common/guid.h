/* Makes guids for files that have none. */
#ifndef ROCPD_GUID_H
#define ROCPD_GUID_H
#include "source.h"

/* Sets s->guid to a hash of `size` bytes, which must distinguish files. */
void rocpd_guid_make(rocpd_source *s, const void *data, size_t size);

#endif
