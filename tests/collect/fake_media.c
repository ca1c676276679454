/* Stand-ins for librocdecode.so.1 (-DDECODE) and librocjpeg.so.1, made from rocdecode.def and rocjpeg.def. Their functions do
** nothing, except those for which there is a fake_NAME. With -DFUNCTIONS=N they register a dispatch table of N functions in the
** first call, and call through it, like the libraries of ROCm 6.4 and later. With N = 0 they are older libraries. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include "wrapper.h"

int hipSetDevice(int);
enum { NONE = 16 };
static int calls;

/* Gets a call's arguments as pointers; returns the call's result. */
static int made(const char *f, void *a, void *b, void *c, void *d) {
  calls++;
  if (!strcmp(f, "rocDecCreateVideoParser")) return *(void **)a = b, 0; /* the callback is the first member there */
  if (!strcmp(f, "rocDecParseVideoData")) return ((int (*)(void *))*(void **)a)(b);
  if (!strcmp(f, "rocDecGetDecoderCaps")) return ((char *)a)[28] = 1, 0;
  if (!strcmp(f, "rocDecGetVideoFrame")) return *(void **)c = (void *)0x1000, *(uint32_t *)d = 256, hipSetDevice(0);
  if (!strcmp(f, "rocJpegStreamCreate")) return *(void **)a = (void *)0x77, 0;
  if (!strcmp(f, "rocJpegDecode")) return hipSetDevice(0);
  return !strcmp(f, "rocJpegStreamParse") ? -3 : 0;
}

#ifdef DECODE
#define LIBRARY "rocdecode"
#define DEF "rocdecode.def"
#else
#define LIBRARY "rocjpeg"
#define DEF "rocjpeg.def"
#endif
#define GIVEN(...) GIVEN_(__VA_ARGS__, 0, 0, 0, 0)
#define GIVEN_(a, b, c, d, ...) (void *)(intptr_t)(a), (void *)(intptr_t)(b), (void *)(intptr_t)(c), (void *)(intptr_t)(d)
#define ROCDECODE(position, f, ...) static int in_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return made(#f, GIVEN(COLLECT_NAMES(__VA_ARGS__))); }
#define ROCDECODE_TEXT(position, f, ...) static const char *in_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return calls++, "a text"; }
#define ROCJPEG ROCDECODE
#define ROCJPEG_TEXT ROCDECODE_TEXT
#include DEF

static struct { uint64_t size; void *at[NONE + 1]; } functions = {
  (FUNCTIONS + 1) * 8, {
#define ROCDECODE(position, f, ...) [position] = (void *)in_##f,
#define ROCJPEG ROCDECODE
#include DEF
}};

static void registered(void) {
  static int done;
  if (!FUNCTIONS || done++) return;
  int (*reg)(const char *, void *, uint32_t, void **, uint64_t, void *) =
    (int (*)(const char *, void *, uint32_t, void **, uint64_t, void *))dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  void *tables[] = {&functions};
  uint64_t id;
  if (reg) reg(LIBRARY, NULL, 10000, tables, 1, &id);
}

#define FOUND(position, f) (registered(), position < FUNCTIONS ? (__typeof__(&in_##f))functions.at[position] : in_##f)
#define ROCDECODE(position, f, ...) int f(COLLECT_PARAMETERS(__VA_ARGS__)) { return FOUND(position, f)(COLLECT_NAMES(__VA_ARGS__)); }
#define ROCDECODE_TEXT(position, f, ...) const char *f(COLLECT_PARAMETERS(__VA_ARGS__)) { return FOUND(position, f)(COLLECT_NAMES(__VA_ARGS__)); }
#define ROCJPEG ROCDECODE
#define ROCJPEG_TEXT ROCDECODE_TEXT
#include DEF
