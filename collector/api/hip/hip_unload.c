/* HIP 6 unregisters a program's kernels by functions of its own that stand in its dispatch
** table too. They are rows of nobody's: the call that the compiler made is, where those are
** recorded, and then the layer tells. */
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
