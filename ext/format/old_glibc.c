/* Calls functions of glibc in the versions that glibc 2.28 has.
**
** A library requires the function versions of the glibc on which it was built, and an older glibc refuses to load it. Most functions below have a newer
** version only because they moved into libc.so.6, so the old one does the same. Here the library gets a hidden function of the same name that calls the old
** version; all its code uses that one, including static libraries. tests/install/test_old_systems.sh fails if another function is needed.
**
** Functions of libpthread and libdl (glibc before 2.34) are linked by name; see the Makefile. */
#define _GNU_SOURCE
#include "old_glibc.h"
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#ifdef OLD_GLIBC

/* Defines the function `name` as version `version` of the function `of`. C uses another name for it, since the attributes in glibc's headers do not apply
** here. */
#define OLD(type, name, of, version, parameters, arguments) \
  __asm__(".symver rocz_old_" #name ", " of "@" version); \
  type rocz_old_##name parameters; \
  type rocz_##name parameters __asm__(#name); \
  type rocz_##name parameters { return rocz_old_##name arguments; }

/* ---- moved from libpthread. (From libdl, which the collector does without, and pthread_create, which it defines itself: base/old_glibc_dlopen.c) */

#define MOVED(type, name, parameters, arguments) OLD(type, name, #name, OLD_GLIBC, parameters, arguments)
MOVED(int, pthread_join, (pthread_t thread, void **result), (thread, result))
MOVED(int, pthread_setcancelstate, (int state, int *old), (state, old))
MOVED(int, pthread_setcanceltype, (int type, int *old), (type, old))
MOVED(void, pthread_testcancel, (void), ())
MOVED(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old))
MOVED(int, pthread_once, (pthread_once_t *once, void (*run)(void)), (once, run))
MOVED(int, pthread_key_create, (pthread_key_t *key, void (*end)(void *)), (key, end))
MOVED(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
MOVED(int, pthread_attr_setstacksize, (pthread_attr_t *attr, size_t size), (attr, size))
MOVED(int, pthread_attr_getstacksize, (const pthread_attr_t *attr, size_t *size), (attr, size))
MOVED(int, pthread_getattr_np, (pthread_t thread, pthread_attr_t *attr), (thread, attr))
MOVED(int, pthread_attr_getstack, (const pthread_attr_t *attr, void **stack, size_t *size), (attr, stack, size))
MOVED(int, pthread_mutex_trylock, (pthread_mutex_t *mutex), (mutex))
MOVED(int, pthread_rwlock_init, (pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr), (lock, attr))
MOVED(int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))
MOVED(int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
MOVED(int, pthread_rwlock_unlock, (pthread_rwlock_t *lock), (lock))
MOVED(int, pthread_rwlock_destroy, (pthread_rwlock_t *lock), (lock))
MOVED(int, pthread_mutexattr_init, (pthread_mutexattr_t *attr), (attr))
MOVED(int, pthread_mutexattr_settype, (pthread_mutexattr_t *attr, int type), (attr, type))
MOVED(int, pthread_mutexattr_destroy, (pthread_mutexattr_t *attr), (attr))

/* ---- in libc.so.6 since 2.33; before, each caller had them, made of these */

#define STAT(name, of, type) \
  __asm__(".symver rocz_old_" #name ", " of "@" OLD_GLIBC); \
  int rocz_old_##name(int version, type file, struct stat *st); \
  int rocz_##name(type file, struct stat *st) __asm__(#name); \
  int rocz_##name(type file, struct stat *st) { return rocz_old_##name(OLD_GLIBC_STAT, file, st); }
STAT(stat, "__xstat", const char *)
STAT(lstat, "__lxstat", const char *)
STAT(fstat, "__fxstat", int)
__asm__(".symver rocz_old_fstatat, __fxstatat@" OLD_GLIBC_LATER("2.4"));
int rocz_old_fstatat(int version, int folder, const char *file, struct stat *st, int flags);
int rocz_fstatat(int folder, const char *file, struct stat *st, int flags) __asm__("fstatat");
int rocz_fstatat(int folder, const char *file, struct stat *st, int flags) { return rocz_old_fstatat(OLD_GLIBC_STAT, folder, file, st, flags); }

/* ---- what headers of 2.38 and later make of C11's functions */

OLD(long, __isoc23_strtol, "strtol", OLD_GLIBC, (const char *text, char **end, int base), (text, end, base))
OLD(long long, __isoc23_strtoll, "strtoll", OLD_GLIBC, (const char *text, char **end, int base), (text, end, base))
OLD(unsigned long, __isoc23_strtoul, "strtoul", OLD_GLIBC, (const char *text, char **end, int base), (text, end, base))
OLD(unsigned long long, __isoc23_strtoull, "strtoull", OLD_GLIBC, (const char *text, char **end, int base), (text, end, base))

#define SCANF(name, of, type) \
  __asm__(".symver rocz_old_" #name ", " of "@" OLD_GLIBC_LATER("2.7")); \
  int rocz_old_##name(type from, const char *format, va_list args); \
  int rocz_##name(type from, const char *format, ...) __asm__(#name); \
  int rocz_##name(type from, const char *format, ...) { \
    va_list args; \
    va_start(args, format); \
    int n = rocz_old_##name(from, format, args); \
    va_end(args); \
    return n; \
  }
SCANF(__isoc23_sscanf, "__isoc99_vsscanf", const char *)
SCANF(__isoc23_fscanf, "__isoc99_vfscanf", FILE *)

#endif
