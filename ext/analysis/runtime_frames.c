/* See runtime_frames.h. Callers come first, so what is known of a stack follows from its caller. */
#include "runtime_frames.h"
#include "intern.h"

static const char *const runtime[] = {"libcollect.so", "libamdhip64.so", "libhsa-runtime64.so", "libhsakmt.so", "libhiprtc.so", "libamd_comgr.so",
                                      "librocprofiler-register.so"};
/* Libraries that the runtime calls, and that call it back, as pthread_once() does. */
static const char *const between[] = {"libc.so", "libc-", "libm.so", "libpthread", "librt.so", "libdl.so", "libstdc++.so", "libgcc_s.so", "ld-linux"};

static bool begins(const char *name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strncmp(name, list[i], strlen(list[i]))) return true;
  return false;
}

enum { PROGRAM, RUNTIME, BETWEEN };

static uint8_t kind_of(rocpd_session *session, int64_t module) {
  const char *name = module == ROCPD_NULL ? "" : rocpd_string(session, module, NULL);
  if (begins(name, runtime, sizeof runtime / sizeof *runtime)) return RUNTIME;
  return begins(name, between, sizeof between / sizeof *between) ? BETWEEN : PROGRAM;
}

bool rocpd_module_is_of_program(rocpd_session *session, int64_t module) { return kind_of(session, module) == PROGRAM; }

typedef struct entry {
  uint32_t program; /* the innermost frame of the program, this one or around it; ROCPD_NO_STACK: none */
  uint32_t before;  /* the same, before the innermost frame of the runtime; its own if that has none */
} entry;

uint32_t *rocpd_stacks_before_runtime(const rocpd_stack_set *set, rocpd_session *session) {
  size_t n = set->of.n;
  uint32_t *before = sqlite3_malloc64((n + 1) * sizeof *before);
  entry *e = sqlite3_malloc64((n + 1) * sizeof *e);
  bool *called = rocpd_zeroed(n + 1); /* there is a frame of the runtime */
  int64_t module = ROCPD_NULL; /* of the last stack */
  uint8_t kind = PROGRAM;
  for (size_t i = 0; before && e && called && i < n; i++) {
    const int64_t *key = rocpd_stack_keys(set, (uint32_t)i);
    int64_t caller = key[ROCPD_STACK_CALLER];
    const entry around = caller == ROCPD_NULL ? (entry){ROCPD_NO_STACK, ROCPD_NO_STACK} : e[caller];
    if (key[ROCPD_STACK_IN_MODULE] != module) kind = kind_of(session, module = key[ROCPD_STACK_IN_MODULE]);
    called[i] = kind == RUNTIME || (caller != ROCPD_NULL && called[caller]);
    e[i].program = kind == PROGRAM ? (uint32_t)i : around.program;
    e[i].before = kind == RUNTIME ? around.program : called[i] ? around.before : e[i].program;
    before[i] = e[i].before == ROCPD_NO_STACK ? (uint32_t)i : e[i].before;
  }
  if (!e || !called) sqlite3_free(before), before = NULL;
  sqlite3_free(e), sqlite3_free(called);
  return before;
}
