/* See runtime_frames.h. Callers come first, so what is known of a stack follows from its caller. */
#include "runtime_frames.h"
#include "intern.h"

static const char *const runtime[] = {"libcollect.so", "libamdhip64.so", "libhsa-runtime64.so", "libhsakmt.so", "libhiprtc.so", "librocprofiler-register.so"};
/* Libraries through which the runtime calls itself, as by pthread_once(). */
static const char *const between[] = {"libc.so", "libc-", "libm.so", "libpthread", "librt.so", "libdl.so", "libstdc++.so", "libgcc_s.so", "ld-linux"};

static bool begins(const char *name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strncmp(name, list[i], strlen(list[i]))) return true;
  return false;
}

enum { OTHER, RUNTIME, BETWEEN };

static uint8_t kind_of(rocpd_session *session, int64_t module) {
  const char *name = module == ROCPD_NULL ? "" : rocpd_string(session, module, NULL);
  if (begins(name, runtime, sizeof runtime / sizeof *runtime)) return RUNTIME;
  return begins(name, between, sizeof between / sizeof *between) ? BETWEEN : OTHER;
}

typedef struct entry {
  uint32_t frame; /* where the program entered the runtime last: the outermost of its frames then; ROCPD_NO_STACK: nowhere */
  bool inside;    /* only frames of the runtime, and those between, have come since */
} entry;

uint32_t *rocpd_stacks_before_runtime(const rocpd_stack_set *set, rocpd_session *session) {
  size_t n = set->of.n;
  uint32_t *before = sqlite3_malloc64((n + 1) * sizeof *before);
  entry *e = sqlite3_malloc64((n + 1) * sizeof *e);
  int64_t module = ROCPD_NULL; /* of the last stack */
  uint8_t kind = OTHER;
  for (size_t i = 0; before && e && i < n; i++) {
    const int64_t *key = rocpd_stack_keys(set, (uint32_t)i);
    const entry around = key[ROCPD_STACK_CALLER] == ROCPD_NULL ? (entry){ROCPD_NO_STACK, false} : e[key[ROCPD_STACK_CALLER]];
    if (key[ROCPD_STACK_IN_MODULE] != module) kind = kind_of(session, module = key[ROCPD_STACK_IN_MODULE]);
    e[i] = (entry){kind == RUNTIME && !around.inside ? (uint32_t)i : around.frame, kind == RUNTIME || (kind == BETWEEN && around.inside)};
    int64_t caller = e[i].frame == ROCPD_NO_STACK ? ROCPD_NULL : rocpd_stack_keys(set, e[i].frame)[ROCPD_STACK_CALLER];
    before[i] = caller == ROCPD_NULL ? (uint32_t)i : (uint32_t)caller;
  }
  if (!e) sqlite3_free(before), before = NULL;
  sqlite3_free(e);
  return before;
}
