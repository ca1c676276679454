/* HSA's runtime asks the environment for tools, and is told of us; nobody else is.
**
** hsa_init is ours, whoever calls it, and before it passes on, the runtime's calls of getenv
** are made to come here: HSA_TOOLS_LIB then has this library first. First, because a tool
** that comes later is placed over us: what reaches our hooks is then what the hardware gets.
** The program's environment, and its children's, stay as they are. It does not matter who
** comes first: a static constructor of a library may start the runtime before ours has run. */
#include "export.h"
#include "hsa.h"
#include "object.h"
#include <stdlib.h>
#include <string.h>

static const char *const sonames[] = {"libhsa-runtime64.so.1", NULL};
static collect_lock lock = COLLECT_LOCK(TOOLS);
static char tools[128 << 10];

/* This library's path with what the runtime's parser of the variable takes for
** special escaped; its length. 0 when it is not known. */
static size_t own_path(char *out, size_t size) {
  static char real[4096];
  collect_object own;
  if (!collect_object_of((void *)own_path, &own))
    return 0;
  const char *path = own.path;
  if (path[0] != '/' && !(path = realpath(path, real)))
    return 0;
  size_t n = 0;
  for (const char *p = path; *p; p++) {
    if (n + 3 > size)
      return 0;
    if (strchr(" \\\"'", *p))
      out[n++] = '\\';
    out[n++] = *p;
  }
  out[n] = 0;
  return n;
}

/* The list with us; the program's own where that does not go. */
static char *with_us(char *given) {
  char *list = given;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&lock);
  size_t n = own_path(tools, sizeof tools), more = given ? strlen(given) : 0;
  if (n && (!given || !strstr(given, tools)) && n + more + 2 <= sizeof tools) {
    if (more) {
      tools[n] = ' ';
      memcpy(tools + n + 1, given, more + 1);
    }
    list = tools;
  }
  collect_lock_release(&lock);
  collect_section_end(&section);
  return list;
}

static char *hook_getenv(const char *name) {
  char *given = getenv(name);
  return !strcmp(name, "HSA_TOOLS_LIB") && collect_hsa_wanted(false) ? with_us(given) : given;
}

static bool runtime_find(const collect_object *o, void *arg) {
  (void)arg;
  if (collect_object_is(o, sonames))
    collect_object_redirect(o, "getenv", (void *)hook_getenv);
  return false;
}

typedef hsa_status_t init_fn(void);
static hsa_status_t program_init(void) {
  init_fn *next = COLLECT_NEXT(init_fn, "hsa_init", sonames);
  if (!next)
    return HSA_STATUS_ERROR_NOT_INITIALIZED;
  if (collect_hsa_wanted(false))
    collect_objects_each(runtime_find, NULL);
  return next();
}
COLLECT_EXPORT_AS(program_init, "hsa_init", "ROCR_1") /* of libhsa-runtime64.so.1, in all releases */
static const collect_export exports[] = {{"hsa_init", (void *)program_init, NULL, sonames}};
COLLECT_EXPORTS(hsa) = {.list = exports, .count = 1, .witness = "hsa_init"};

static void tools_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(tools) = {.name = "tools", .order = 20, .forked = tools_forked};
