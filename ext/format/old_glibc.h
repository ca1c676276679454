/* The first version of glibc's functions, for what takes old versions (old_glibc.c and others of that name).
** OLD_GLIBC is not defined where nothing does: the functions are then those of the machine that builds. Tests have the
** system's own functions, and sanitizers theirs in place of those. */
#ifndef ROCPD_OLD_GLIBC_H
#define ROCPD_OLD_GLIBC_H
#include <features.h>

#if defined(__GLIBC__) && !defined(SQLITE_CORE) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__x86_64__)
#define OLD_GLIBC "GLIBC_2.2.5"
#define OLD_GLIBC_LATER(version) "GLIBC_" version /* of a function that came between the first version and 2.17 */
#define OLD_GLIBC_STAT 1                          /* _STAT_VER_LINUX, which __xstat and its like are called with */
#elif defined(__aarch64__)
#define OLD_GLIBC "GLIBC_2.17"
#define OLD_GLIBC_LATER(version) OLD_GLIBC
#define OLD_GLIBC_STAT 0
#endif
#endif
#endif
