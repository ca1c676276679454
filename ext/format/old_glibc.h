/* The first version of glibc's functions, for files that use old versions (old_glibc.c and others of that name). Without OLD_GLIBC, functions have the
** versions of the build machine: tests use the system's functions, and sanitizers replace those. */
#ifndef ROCPD_OLD_GLIBC_H
#define ROCPD_OLD_GLIBC_H
#include <features.h>

#if defined(__GLIBC__) && !defined(SQLITE_CORE) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__x86_64__)
#define OLD_GLIBC "GLIBC_2.2.5"
#define OLD_GLIBC_LATER(version) "GLIBC_" version /* a function that was added between the first version and 2.17 */
#define OLD_GLIBC_STAT 1                          /* _STAT_VER_LINUX, the version argument of __xstat and similar functions */
#elif defined(__aarch64__)
#define OLD_GLIBC "GLIBC_2.17"
#define OLD_GLIBC_LATER(version) OLD_GLIBC
#define OLD_GLIBC_STAT 0
#endif
#endif
#endif
