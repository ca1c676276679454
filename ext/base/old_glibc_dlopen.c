/* The part of ext/format/old_glibc.c that is for rocpd.so only: libcollect.so exports functions of these names itself. */
#include "old_glibc.h"
#include <dlfcn.h>
#include <pthread.h>

#ifdef OLD_GLIBC
__asm__(".symver rocpd_old_dlopen, dlopen@" OLD_GLIBC);
void *rocpd_old_dlopen(const char *file, int mode);
void *dlopen(const char *file, int mode) { return rocpd_old_dlopen(file, mode); } /* goes by its caller, which is in this library all the same */
__asm__(".symver rocpd_old_dlsym, dlsym@" OLD_GLIBC);
void *rocpd_old_dlsym(void *handle, const char *name);
void *dlsym(void *handle, const char *name) { return rocpd_old_dlsym(handle, name); }
__asm__(".symver rocpd_old_dlerror, dlerror@" OLD_GLIBC);
char *rocpd_old_dlerror(void);
char *dlerror(void) { return rocpd_old_dlerror(); }
__asm__(".symver rocpd_old_dlclose, dlclose@" OLD_GLIBC);
int rocpd_old_dlclose(void *handle);
int dlclose(void *handle) { return rocpd_old_dlclose(handle); }
__asm__(".symver rocpd_old_pthread_create, pthread_create@" OLD_GLIBC);
int rocpd_old_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg) { return rocpd_old_pthread_create(thread, attr, run, arg); }
#endif
