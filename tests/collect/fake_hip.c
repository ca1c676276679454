/* A stand-in for libamdhip64.so.5. Its functions do nothing, or what a test needs: they call back into the program, call the
** library itself, or never return. The cost of tracing a call can only be measured on a function that costs nothing. Everything
** about GPUs is tested with the real runtime instead. */
#include <errno.h>
#include <stddef.h>
#include <unistd.h>

int hipSetDevice(int device) { return device >> 20; }
int hipGetDevice(int *device) { *device = 3; return 0; }
int hipDeviceSynchronize(void) { return 0; }
int hipMemcpyAsync(void *dst, const void *src, size_t size, int kind, void *stream) { (void)src; (void)size; (void)stream; return (kind >> 20) + !dst; }
int hipModuleLoad(void **module, const char *name) { *module = (void *)name; return 0; }
/* Calls the program's function, on the caller's thread. */
int hipStreamAddCallback(void *stream, void (*fn)(void *, int, void *), void *arg, unsigned flags) { (void)flags; fn(stream, 0, arg); return 0; }
/* The runtime's call to itself, which reaches the preloaded wrapper. */
int hipMemcpy(void *dst, const void *src, size_t size, int kind) { return hipMemcpyAsync(dst, src, size, kind, NULL); }
/* Never returns. */
int hipStreamSynchronize(void *stream) { (void)stream; for (;;) pause(); }
int hipStreamCreate(void **stream) { static char handles[4]; static int n; *stream = &handles[n++ % 2]; return 0; }
int hipStreamDestroy(void *stream) { (void)stream; return 0; }
/* Does what a test wants in the middle of a call. */
void (*fake_hip_within)(void);
/* Sets *ptr to the size. */
int hipMalloc(void **ptr, size_t size) { if (fake_hip_within) fake_hip_within(); *ptr = (void *)(size >> 40 ? 0xbad : size); return size >> 40 ? 2 : 0; }
/* These ignore their arguments. */
int hipMemcpy3D(const void *p) { (void)p; if (fake_hip_within) fake_hip_within(); return 0; }
int hipGetDeviceProperties(void *prop, int device) { (void)prop; (void)device; return 0; }
int hipStreamIsCapturing(void *stream, int *status) { (void)stream; (void)status; return 0; }
int hipModuleGetTexRef(void **texture, void *module, const char *name) { (void)texture; (void)module; (void)name; return 1; }
