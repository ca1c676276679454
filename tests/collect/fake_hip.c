/* A stand-in for libamdhip64.so.5 whose functions do nothing, or what a test wants
** to see: calls back into the program, calls itself, never returns. What a traced
** call costs beyond the call itself can only be seen on a callee that costs nothing.
** Everything about GPUs is tested on the real runtime instead. */
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
/* A runtime's call to itself goes through the preloaded wrapper. */
int hipMemcpy(void *dst, const void *src, size_t size, int kind) { return hipMemcpyAsync(dst, src, size, kind, NULL); }
/* Never returns. */
int hipStreamSynchronize(void *stream) { (void)stream; for (;;) pause(); }
int hipStreamCreate(void **stream) { static char handles[4]; static int n; *stream = &handles[n++ % 2]; return 0; }
int hipStreamDestroy(void *stream) { (void)stream; return 0; }
/* What a test does in the middle of a call. */
void (*fake_hip_within)(void);
/* *ptr becomes the size. */
int hipMalloc(void **ptr, size_t size) { if (fake_hip_within) fake_hip_within(); *ptr = (void *)(size >> 40 ? 0xbad : size); return size >> 40 ? 2 : 0; }
/* They do not look at what they are given. */
int hipMemcpy3D(const void *p) { (void)p; if (fake_hip_within) fake_hip_within(); return 0; }
int hipGetDeviceProperties(void *prop, int device) { (void)prop; (void)device; return 0; }
int hipStreamIsCapturing(void *stream, int *status) { (void)stream; (void)status; return 0; }
int hipModuleGetTexRef(void **texture, void *module, const char *name) { (void)texture; (void)module; (void)name; return 1; }
