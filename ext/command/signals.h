/* The connection that signals interrupt. */
#ifndef ROCPD_SIGNALS_H
#define ROCPD_SIGNALS_H
#include "run.h"

/* Sets the connection that signals interrupt; NULL: none. It is global, since signals are sent to the process. */
void rocpd_interruptible(sqlite3 *db);

#endif
