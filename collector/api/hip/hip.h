/* What the wrappers of HIP (hip.def, hip_wrappers.c) need beyond what is made from hip.def. */
#ifndef COLLECT_HIP_H
#define COLLECT_HIP_H
#include "event.h"

/* Kinds of return values: they decide what a wrapper returns while the library is absent. */
enum {
  COLLECT_HIP_ERROR,   /* hipErrorNotInitialized */
  COLLECT_HIP_RTC,     /* HIPRTC_ERROR_INTERNAL_ERROR */
  COLLECT_HIP_NOTHING, /* nothing, 0 or NULL */
  COLLECT_HIP_TEXT,    /* "" */
  COLLECT_HIP_STRUCT,  /* zeros */
  COLLECT_HIP_APIS
};
extern const collect_api collect_hip_api[COLLECT_HIP_APIS], collect_hip_compiler_api[COLLECT_HIP_APIS];
extern collect_domain collect_domain_hip, collect_domain_hip_compiler;
extern const char *const collect_hip_sonames[]; /* HIP's libraries, NULL-terminated */
/* HIP's major version, by its library's name; 0: not known. Call it once a function was found. */
int collect_hip_major(void);
void collect_hip_major_learn(void);
#define COLLECT_HIP_THREAD_STREAM ((void *)2) /* hipStreamPerThread */
/* HIP's version as it reports it, 60241134 for 6.2; 0: not known. Call it in own work, once HIP runs. */
int collect_hip_version(void);
/* The calling thread's current device; -1: not known. Call it in own work, since it calls HIP. */
int collect_hip_device(void);

/* From now on notes the threads that HIP creates, if link.c wants that. */
void collect_hip_workers_watch(void);

/* Called after HIP has returned a function for a name. Replaces it by our wrapper if HIP's function does not lead there: see hip_proc.c. */
void collect_after_hipGetProcAddress(int result, const char *name, void **function, int version, uint64_t flags, void *status);
void collect_after_hipGetDriverEntryPoint(int result, const char *name, void **function, unsigned long long flags, void *status);
void collect_after_hipGetDriverEntryPoint_spt(int result, const char *name, void **function, unsigned long long flags, void *status);

/* Called after a function whose result may mean that work of the GPU is over: reads the times of that work. */
void collect_after_wait(int result);

/* Streams, see hip_stream.c. */
void collect_after_hipStreamCreate(int result, void **stream);
void collect_after_hipStreamCreateWithFlags(int result, void **stream, uint32_t flags);
void collect_after_hipStreamCreateWithPriority(int result, void **stream, uint32_t flags, int32_t priority);
void collect_after_hipExtStreamCreateWithCUMask(int result, void **stream, uint32_t words, void *mask);
uint64_t collect_before_hipStreamDestroy(void *stream);
void collect_after_hipStreamDestroy(int result, uint64_t before, void *stream);

#endif
