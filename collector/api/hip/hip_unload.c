/* HIP 6 unregisters a program's kernels by calling its own functions through its dispatch table. Those calls are no rows: the
** call that compiled code made is, if such calls are recorded; then the layer makes the inner calls forward. */
#include "detour.h"
#include "hip.h"

static void (*next___hipUnregisterFatBinary)(void **);
static void hook___hipUnregisterFatBinary(void **modules) {
  collect_brief brief;
  bool told = collect_wanted(&collect_domain_hip_compiler);
  if (!told)
    collect_brief_begin(&brief);
  next___hipUnregisterFatBinary(modules);
  if (!told)
    collect_brief_end(&brief);
}
COLLECT_HOOK(__hipUnregisterFatBinary, COLLECT_HOOK_ALWAYS);
