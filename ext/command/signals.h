/* The connection that signals interrupt. */
#ifndef ROCPD_SIGNALS_H
#define ROCPD_SIGNALS_H
#include "run.h"

/* NULL: none. Global, as signals are the process's. */
void rocpd_interruptible(sqlite3 *db);

#endif
