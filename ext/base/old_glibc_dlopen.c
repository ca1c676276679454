/* Of ext/format/old_glibc.c what rocpd.so alone has: libcollect.so exports functions of its own of these names. */
#include <dlfcn.h>

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SQLITE_CORE) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
__asm__(".symver rocpd_old_dlopen, dlopen@GLIBC_2.2.5");
void *rocpd_old_dlopen(const char *file, int mode);
void *dlopen(const char *file, int mode) { return rocpd_old_dlopen(file, mode); } /* goes by its caller, which is in this library all the same */
__asm__(".symver rocpd_old_dlsym, dlsym@GLIBC_2.2.5");
void *rocpd_old_dlsym(void *handle, const char *name);
void *dlsym(void *handle, const char *name) { return rocpd_old_dlsym(handle, name); }
__asm__(".symver rocpd_old_dlerror, dlerror@GLIBC_2.2.5");
char *rocpd_old_dlerror(void);
char *dlerror(void) { return rocpd_old_dlerror(); }
__asm__(".symver rocpd_old_dlclose, dlclose@GLIBC_2.2.5");
int rocpd_old_dlclose(void *handle);
int dlclose(void *handle) { return rocpd_old_dlclose(handle); }
#endif
