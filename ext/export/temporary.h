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

/* A name for one beside an absolute path; a new one each time. NULL: no memory. */
char *rocpd_temporary_name(const char *path);
/* A file or folder that was made under such a name has an exporter as long as *lock, a descriptor, is open: that is -1 where a lock would say nothing (file
** systems of other machines, too). false: somebody has taken it for one that has none; make another. */
bool rocpd_temporary_hold(int fd, int *lock);
/* Remove, of those beside a path, what exporters left that are gone: killed ones, which could not. */
void rocpd_temporary_sweep(const char *path);

#endif
