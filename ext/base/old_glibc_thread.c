/* Of ext/format/old_glibc.c what rocpd.so alone has: libcollect.so exports a pthread_create of its own. */
#include <pthread.h>

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SQLITE_CORE) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
__asm__(".symver rocpd_old_pthread_create, pthread_create@GLIBC_2.2.5");
int rocpd_old_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg) {
  return rocpd_old_pthread_create(thread, attr, run, arg);
}
#endif
