/* Files and folders that an export has not given their name yet: removed, too, when a signal ends the process. */
#ifndef ROCPD_TEMPORARY_H
#define ROCPD_TEMPORARY_H
#include "base.h"

/* Remember an absolute path of a file, or of a folder with nothing but files, and folders, not many within one another, in it. As long as any is
** remembered, SIGTERM, SIGHUP and SIGINT remove them before they end the process; not where the program handles these itself.
** More than a few at a time are not remembered. */
void rocpd_temporary_add(const char *path);
/* It has its name, or is removed. */
void rocpd_temporary_forget(const char *path);
/* Remove a file, or a folder as above. Async-signal-safe. */
void rocpd_temporary_remove(const char *path);

#endif
