/* dlsym, dlvsym, dlopen, dlmopen. A caller that asks for a function for which we have a wrapper gets the wrapper, if it would
** have got the function that the wrapper passes calls on to. So what nobody defines stays absent, data stays data, and another
** library's function, or that of a second runtime, is found as before.
**
** All other lookups go on to the next function of the name with unchanged registers and return address, since the caller decides
** what RTLD_NEXT and RTLD_DEFAULT mean, and where dlopen looks. That takes a jump in assembly: a compiler does not always turn a
** final call into a jump. (The next function may belong to another preloaded library that defines dlsym; and we may be the next
** one of such a library.) Calls of dlopen are only noted: the next dlsym looks at the loader's list (reach.c).
**
** Sanitizers call these before anything is set up: see COLLECT_EARLY in object.h. */
#include <dlfcn.h>
#include "core.h"
#include "export.h"
#include "object.h"

typedef void *find_fn(void *handle, const char *name);
typedef void *open_fn(const char *file, int mode);
typedef void *find_version_fn(void *handle, const char *name, const char *version);
/* Our own functions, even if another library's come first. */
#define OURS(name) extern const char collect_##name[] __attribute__((visibility("hidden")));
OURS(dlsym) OURS(dlvsym) OURS(dlopen) OURS(dlmopen)

/* Returned in two registers: where to jump to; if that is NULL, the result. */
typedef struct answer { void *jump, *result; } answer;
answer collect_symbol_answer(void *handle, const char *name, const char *version, void *caller) __attribute__((visibility("hidden"), used));
answer collect_open_answer(void) __attribute__((visibility("hidden"), used));
answer collect_open_in_answer(void) __attribute__((visibility("hidden"), used));

/* NAME jumps to what the function `says` returns, or returns it. `arguments` prepares the arguments of `says`. */
#if defined(__x86_64__)
#define ENTRY(name, says, arguments) \
  __asm__(".text\n.globl " #name "\n.type " #name ",@function\n.globl collect_" #name "\n.hidden collect_" #name "\n" #name ":\ncollect_" #name ":\n" \
    ".cfi_startproc\nendbr64\n" \
    "push %rdi\n.cfi_adjust_cfa_offset 8\npush %rsi\n.cfi_adjust_cfa_offset 8\npush %rdx\n.cfi_adjust_cfa_offset 8\n" \
    arguments "mov 24(%rsp), %rcx\n" \
    "call " #says "\n" \
    "mov %rdx, %rcx\n" \
    "pop %rdx\n.cfi_adjust_cfa_offset -8\npop %rsi\n.cfi_adjust_cfa_offset -8\npop %rdi\n.cfi_adjust_cfa_offset -8\n" \
    "test %rax, %rax\njz 1f\njmp *%rax\n" \
    "1: mov %rcx, %rax\nret\n" \
    ".cfi_endproc\n.size " #name ",.-" #name "\n");
ENTRY(dlsym, collect_symbol_answer, "xor %edx, %edx\n")
#elif defined(__aarch64__)
#define ENTRY(name, says, arguments) \
  __asm__(".text\n.globl " #name "\n.type " #name ",%function\n.globl collect_" #name "\n.hidden collect_" #name "\n" #name ":\ncollect_" #name ":\n" \
    ".cfi_startproc\nhint 34\n" \
    "stp x29, x30, [sp, -48]!\n.cfi_def_cfa_offset 48\n.cfi_offset 29, -48\n.cfi_offset 30, -40\n" \
    "stp x0, x1, [sp, 16]\nstr x2, [sp, 32]\n" \
    arguments "mov x3, x30\n" \
    "bl " #says "\n" \
    "mov x16, x0\nmov x17, x1\n" \
    "ldp x0, x1, [sp, 16]\nldr x2, [sp, 32]\n" \
    "ldp x29, x30, [sp], 48\n.cfi_restore 29\n.cfi_restore 30\n.cfi_def_cfa_offset 0\n" \
    "cbz x16, 1f\nbr x16\n" \
    "1: mov x0, x17\nret\n" \
    ".cfi_endproc\n.size " #name ",.-" #name "\n");
ENTRY(dlsym, collect_symbol_answer, "mov x2, xzr\n")
#endif
ENTRY(dlvsym, collect_symbol_answer, "")
ENTRY(dlopen, collect_open_answer, "")
ENTRY(dlmopen, collect_open_in_answer, "")

/* ---- the next functions ---- */

enum { DLSYM, DLVSYM, DLOPEN, DLMOPEN, NAMES };
static const char *const names[] = {"dlsym", "dlvsym", "dlopen", "dlmopen"};

/* Looks at the objects after us in the loader's list. The part with the objects that the program started with never changes. */
COLLECT_EARLY static void *next_find(const char *name) {
  bool after_us = false;
  for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next) {
    collect_object o = collect_object_at(m->l_addr, m->l_ld);
    void *function = after_us && o.symbol ? collect_object_function(&o, name) : NULL;
    if (function)
      return function;
    after_us |= m->l_ld == _DYNAMIC;
  }
  return NULL;
}

COLLECT_EARLY static void *next_of(int which) {
  static void *_Atomic known[NAMES];
  void *next = atomic_load_explicit(&known[which], memory_order_relaxed);
  if (!next) {
    next = next_find(names[which]);
    atomic_store_explicit(&known[which], next, memory_order_relaxed);
  }
  return next;
}

static void *next_symbol(void *handle, const char *name, const char *version) {
  return version ? ((find_version_fn *)next_of(DLVSYM))(handle, name, version) : ((find_fn *)next_of(DLSYM))(handle, name);
}

/* ---- what the caller would get ---- */

typedef struct caller_place {
  collect_object object;
  bool known;
} caller_place;

static caller_place place_of(const void *address) {
  caller_place p;
  p.known = collect_object_of(address, &p.object);
  return p;
}

typedef struct next_search {
  const char *name;
  unsigned after; /* objects behind this position */
  void *found;
} next_search;

static bool object_after(const collect_object *o, void *arg) {
  next_search *s = arg;
  if (!collect_next_started(o))
    return true;
  return o->position > s->after && o->base != collect_object_own()->base && (s->found = collect_object_symbol(o, s->name, false));
}

/* What RTLD_NEXT finds. Objects loaded later have an order that only the loader knows. */
static void *found_next(const char *name, const caller_place *caller) {
  next_search s = {.name = name, .after = caller->object.position};
  if (caller->known && collect_next_started(&caller->object))
    collect_objects_each(object_after, &s);
  return s.found;
}

/* What RTLD_DEFAULT finds: in what all objects see, else among the libraries that were loaded with the caller's. */
static void *found_by_default(const char *name, const caller_place *caller) {
  if (caller->known && collect_object_symbol(&caller->object, name, false)) /* under RTLD_DEEPBIND the caller's own comes first */
    return NULL;
  void *found = next_symbol(RTLD_DEFAULT, name, NULL);
  if (found || !caller->known || collect_next_started(&caller->object))
    return found;
  open_fn *open = (open_fn *)next_of(DLOPEN); /* not called by name, as nowhere in the collector: before glibc 2.34 it is in a library of its own */
  void *library = open ? open(caller->object.path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (library) {
    found = next_symbol(library, name, NULL);
    dlclose(library); /* ours, see unload.c */
  }
  return found;
}

/* ---- the answer ---- */

static answer stand_in(const collect_found_export *e, void *handle, const char *version, void *caller) {
  void *found, *wrapper;
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT) {
    caller_place at = place_of(caller);
    found = handle == RTLD_NEXT ? found_next(e->e.name, &at) : found_by_default(e->e.name, &at);
    wrapper = found ? collect_export_stand_in(e, found) : NULL;
    if (!wrapper)
      return (answer){next_of(DLSYM), NULL}; /* without the version: with it, the lookup would find the wrapper */
    return (answer){NULL, wrapper};
  }
  found = next_symbol(handle, e->e.name, version);
  if (found && collect_is_own(found)) /* found by its version, in what all objects see */
    found = next_symbol(handle, e->e.name, NULL);
  wrapper = found ? collect_export_stand_in(e, found) : NULL;
  return (answer){NULL, wrapper ? wrapper : found};
}

/* Our own functions. They replace the next ones where RTLD_DEEPBIND turns the loader's order round (reach.c). */
static const collect_export exports[NAMES] = {
  {"dlsym", (void *)collect_dlsym, NULL, NULL},
  {"dlvsym", (void *)collect_dlvsym, NULL, NULL},
  {"dlopen", (void *)collect_dlopen, NULL, NULL},
  {"dlmopen", (void *)collect_dlmopen, NULL, NULL},
};
COLLECT_EXPORTS(symbol) = {.list = exports, .count = NAMES};

/* A library with a dlsym of its own looks the next one up by version, or in the C library. If that library stands before us, it
** gets ours; otherwise we would be bypassed. If it stands behind us, it is itself what we call next, and does not get ours. */
static answer chain(const collect_found_export *e, void *handle, const char *version, void *caller) {
  caller_place at = place_of(caller), own = place_of((const void *)chain);
  if (at.known && at.object.position < own.object.position) {
    void *found = handle == RTLD_NEXT ? found_next(e->e.name, &at) : next_symbol(handle, e->e.name, version);
    if (found && found == collect_export_target(e))
      return (answer){NULL, e->e.wrapper};
  }
  return (answer){next_of(version ? DLVSYM : DLSYM), NULL};
}

COLLECT_EARLY answer collect_symbol_answer(void *handle, const char *name, const char *version, void *caller) {
  collect_reach();
  collect_found_export found;
  bool known = name && collect_export_find(name, &found);
  int own = 0;
  while (known && own < NAMES && found.e.wrapper != exports[own].wrapper)
    own++;
  if (known && own == NAMES)
    return stand_in(&found, handle, version, caller);
  if (known && (own == DLSYM || own == DLVSYM))
    return chain(&found, handle, version, caller);
  return (answer){next_of(version ? DLVSYM : DLSYM), NULL};
}

COLLECT_EARLY answer collect_open_answer(void) {
  collect_reach_later();
  return (answer){next_of(DLOPEN), NULL};
}

COLLECT_EARLY answer collect_open_in_answer(void) {
  collect_reach_later();
  return (answer){next_of(DLMOPEN), NULL};
}
