/* Do sources lie on one time line? Times count from the boot of their machine. */
#ifndef ROCPD_HOSTS_H
#define ROCPD_HOSTS_H
#include "source.h"

/* How many machines' rows are in one file whose clocks nobody had compared when it was made; 0: it is of one clock. */
int rocpd_source_clocks_apart(rocpd_source *source, int64_t *machines);
/* *hosts: how many hosts they are of, when these are several and nobody has said how their clocks differ; else 0. */
int rocpd_hosts_apart(rocpd_session *session, rocpd_source **source, size_t n, int64_t *hosts, rocpd_error *err);

#endif
