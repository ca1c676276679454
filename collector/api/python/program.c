/* See program.h. */
#include "program.h"
#include "call.h"
#include "choice.h"
#include "core.h"
#include "hook.h"
#include <string.h>

static int changed(void) {
  atomic_fetch_add_explicit(&python_epoch, 1, memory_order_release);
  return python_hook_used ? 0 : -1;
}
int rocpd_python_start(void) { return python_wish_all(1), changed(); }
int rocpd_python_stop(void) { return python_wish_all(-1), changed(); }
int rocpd_python_start_thread(void) { return python_wish_thread(1), changed(); }
int rocpd_python_stop_thread(void) { return python_wish_thread(-1), changed(); }

/* ---- the stack ----
**
** A signal may stop the interpreter where its list of frames is torn: 3.11 and 3.12 point PyThreadState.cframe to a new structure before they fill in its
** current_frame, and 3.11 may unmap the memory of a frame before it leaves the list. So the kernel reads for us, and a frame that cannot be read ends the
** stack. */

/* True if all of it could be read. */
static bool read_memory(void *to, uintptr_t from, size_t size) {
  static const char readable;
  char copy;
  if (collect_read(to, (const void *)from, size) == size)
    return true;
  if (collect_read(&copy, &readable, 1))
    return false;
  memcpy(to, (const void *)from, size); /* a filter of system calls keeps the kernel from reading for us */
  return true;
}

static uintptr_t innermost(const py_thread *thread) {
  uintptr_t frame;
  if (!read_memory(&frame, (uintptr_t)thread + python_chain.now, sizeof frame))
    return 0;
  if (frame && python_chain.now_then >= 0 && !read_memory(&frame, frame + (uint8_t)python_chain.now_then, sizeof frame))
    return 0;
  return frame;
}

/* The code object of a frame that was copied; NULL as in python_frame_code(). */
static py_object *code_of(const void *copy) {
  uintptr_t type;
  return python_chain.owner < 0 || read_memory(&type, python_frame_word(copy) + 8, sizeof type) ? python_frame_code(copy) : NULL;
}

size_t rocpd_python_stack(const char **name, size_t room) {
  enum { BYTES = 80 }; /* of a frame: all that python_chain names, and less than any frame has */
  const py_thread *thread = python_hook_used ? py.PyGILState_GetThisThreadState() : NULL;
  size_t n = 0, read = 0, next_mark = 1;
  uintptr_t mark = 0; /* a frame that was read; to meet it again means that the list has no end */
  _Alignas(uintptr_t) char copy[BYTES];
  for (uintptr_t frame = thread ? innermost(thread) : 0; frame && frame != mark && read_memory(copy, frame, sizeof copy);
       frame = py_word(copy, python_chain.back)) {
    if (++read == next_mark)
      mark = frame, next_mark *= 2;
    py_object *code = code_of((const void *)copy);
    if (!code)
      continue;
    const python_function *f = n < room ? python_function_find(code) : NULL;
    if (n < room)
      name[n] = f ? f->function.name : NULL;
    n++;
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
