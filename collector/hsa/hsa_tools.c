/* Makes HSA's runtime load us as a tool, without a visible change to the environment.
**
** hsa_init is ours, whoever calls it. Before it passes the call on, it redirects the runtime's calls of getenv to us: for the
** runtime alone, HSA_TOOLS_LIB names this library first. First, so that tools that follow are placed over us, and our hooks see
** what the hardware gets. The program's environment, and its children's, stay unchanged. It does not matter who calls first: a
** static constructor of a library may start the runtime before our constructor has run. */
#include "export.h"
#include "hsa.h"
#include "object.h"
#include "sample.h"
#include <stdlib.h>
#include <string.h>

static const char *const sonames[] = {"libhsa-runtime64.so.1", NULL};
static collect_lock lock = COLLECT_LOCK(TOOLS);
static char tools[128 << 10];

/* Writes this library's path, with characters escaped that are special to the runtime's parser of the variable. Returns its
** length; 0: the path is not known. */
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

/* The list with this library first. If that does not fit, the program's own list. */
static char *with_us(char *given) {
  char *list = given;
  COLLECT_SECTION_BEGIN(section);
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
  collect_sample_hold(); /* the runtime's search for devices fails if a signal interrupts it */
  hsa_status_t status = next();
  collect_sample_release();
  return status;
}
COLLECT_EXPORT_AS(program_init, "hsa_init", "ROCR_1") /* the symbol's version in all releases of libhsa-runtime64.so.1 */
static const collect_export exports[] = {{"hsa_init", (void *)program_init, NULL, sonames}};
COLLECT_EXPORTS(hsa) = {.list = exports, .count = 1, .witness = "hsa_init"};

static void tools_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(tools) = {.name = "tools", .order = 20, .forked = tools_forked};
