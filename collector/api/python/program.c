/* See program.h. */
#include "program.h"
#include "call.h"
#include "choice.h"
#include "hook.h"

static int changed(void) {
  atomic_fetch_add_explicit(&python_epoch, 1, memory_order_release);
  return python_hook_used ? 0 : -1;
}
int rocpd_python_start(void) { return python_wish_all(1), changed(); }
int rocpd_python_stop(void) { return python_wish_all(-1), changed(); }
int rocpd_python_start_thread(void) { return python_wish_thread(1), changed(); }
int rocpd_python_stop_thread(void) { return python_wish_thread(-1), changed(); }

size_t rocpd_python_stack(const char **name, size_t room) {
  const py_thread *thread = python_hook_used ? py.PyGILState_GetThisThreadState() : NULL;
  size_t n = 0;
  for (const py_frame *frame = thread ? python_frame_now(thread) : NULL; frame; frame = python_frame_back(frame), n++) {
    const python_function *f = n < room ? python_function_find(python_frame_code(frame)) : NULL;
    if (n < room)
      name[n] = f ? f->function.name : NULL;
  }
  return n;
}

int rocpd_python_set(const char *name, const char *value) {
  if (!name || !value || !python_choice_set(name, value))
    return -1;
  if (!python_hook_used)
    return 0;
  python_functions_forget();
  if (python_hook_used->filtered)
    python_hook_used->filtered();
  return changed();
}
