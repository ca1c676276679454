/* See program.h. */
#include "program.h"
#include "call.h"
#include "choice.h"
#include "hook.h"

static _Atomic int32_t wishes; /* of the process: how many more starts than stops, the first one ours */
static _Atomic bool begun;

bool python_is_wanted(void) {
  if (!atomic_exchange_explicit(&begun, true, memory_order_relaxed))
    atomic_fetch_add_explicit(&wishes, !python_waits(), memory_order_relaxed);
  return python_now.wish ? python_now.wish > 0 : atomic_load_explicit(&wishes, memory_order_relaxed) > 0;
}

static int changed(void) {
  atomic_fetch_add_explicit(&python_epoch, 1, memory_order_release);
  return python_hook_used ? 0 : -1;
}
int rocpd_python_start(void) {
  python_is_wanted();
  atomic_fetch_add_explicit(&wishes, 1, memory_order_relaxed);
  return changed();
}
int rocpd_python_stop(void) {
  python_is_wanted();
  atomic_fetch_sub_explicit(&wishes, 1, memory_order_relaxed);
  return changed();
}
int rocpd_python_start_thread(void) {
  python_now.wish++;
  return changed();
}
int rocpd_python_stop_thread(void) {
  python_now.wish--;
  return changed();
}

int rocpd_python_set(const char *name, const char *value) {
  if (!name || !value || !python_choice_set(name, value))
    return -1;
  if (!python_hook_used)
    return 0;
  python_functions_forget();
  python_hook_used->filtered();
  return changed();
}
