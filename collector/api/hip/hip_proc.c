/* Functions that HIP itself returns for a name: hipGetProcAddress and similar ones. The functions it returns call through HIP's
** dispatch table, where our wrapper is. If we have no table (its layout is not known, or HIP was built without it), the caller
** gets the wrapper instead. */
#include "core.h"
#include "export.h"
#include "hip.h"
#include <string.h>

static void function_given(int result, const char *name, void **function) {
  char of_thread[COLLECT_NAME_BYTES + 4];
  if (result || !name || !function || !*function || strlen(name) >= COLLECT_NAME_BYTES)
    return;
  int saved = errno;
  memcpy(stpcpy(of_thread, name), "_spt", 5); /* the flags may ask for that one */
  const char *const names[] = {name, of_thread};
  for (int i = 0; i < 2; i++) {
    collect_found_export e;
    if (collect_export_find(names[i], &e) && collect_export_target(&e) == *function) {
      *function = e.e.wrapper;
      break;
    }
  }
  errno = saved;
}

void collect_after_hipGetProcAddress(int result, const char *name, void **function, int version, uint64_t flags, void *status) {
  (void)version, (void)flags, (void)status;
  function_given(result, name, function);
}
void collect_after_hipGetDriverEntryPoint(int result, const char *name, void **function, unsigned long long flags, void *status) {
  (void)flags, (void)status;
  function_given(result, name, function);
}
void collect_after_hipGetDriverEntryPoint_spt(int result, const char *name, void **function, unsigned long long flags, void *status) {
  (void)flags, (void)status;
  function_given(result, name, function);
}
