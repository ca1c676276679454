/* Guids of files that have none of their own. */
#ifndef ROCPD_GUID_H
#define ROCPD_GUID_H
#include "source.h"

/* Sets s->guid: the same for the same `size` bytes, which must tell files apart. */
void rocpd_guid_make(rocpd_source *s, const void *data, size_t size);

#endif
