/* The next definition of a function after ours.
**
** RTLD_NEXT does not see a library that was loaded with RTLD_LOCAL, as Python
** modules and what they link are; an open handle of the library does. What is
** found is pinned: a runtime that is unloaded and loaded again at another address
** would leave wrappers with a stale pointer. */
#include "core.h"
#include <dlfcn.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden"))), _end[] __attribute__((visibility("hidden")));
bool collect_is_own(const void *function) { return (const char *)function >= __ehdr_start && (const char *)function < _end; }

static void pin(void *function) {
  Dl_info info;
  if (dladdr(function, &info) && info.dli_fname)
    (void)dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

void *collect_next(const char *symbol, const char *const *sonames) {
  collect_section section;
  collect_section_begin(&section);
  void *function = dlsym(RTLD_NEXT, symbol);
  for (; !function && sonames && *sonames; sonames++) {
    void *library = dlopen(*sonames, RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
      continue;
    function = dlsym(library, symbol);
    /* A library linked against us resolves to our own wrapper: not that one. */
    if (collect_is_own(function))
      function = NULL;
    dlclose(library);
  }
  if (function)
    pin(function);
  collect_section_end(&section);
  return function;
}
