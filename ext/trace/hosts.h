/* Whether sources lie on one time line. Times count from the boot of their machine. */
#ifndef ROCPD_HOSTS_H
#define ROCPD_HOSTS_H
#include "source.h"

/* Number of machines in a merged file whose clocks had not been compared; 0: the file has one clock. */
int rocpd_source_clocks_apart(rocpd_source *source, int64_t *machines);
/* *hosts: number of hosts, if there are several and their clocks were not compared; else 0. */
int rocpd_hosts_apart(rocpd_session *session, rocpd_source **source, size_t n, int64_t *hosts, rocpd_error *err);

#endif
