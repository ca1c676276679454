/* Labels: see label.h. */
#include "label.h"
#include "core.h"
#include <stdio.h>
#include <string.h>

void python_text_add(py_text *t, const char *part) {
  size_t n = strlen(part);
  if (t->size + n + 1 > t->room) {
    size_t room = 2 * (t->size + n + 1) + 4096;
    char *larger = collect_memory_grow(t->text, t->room, room);
    if (!larger)
      return;
    t->text = larger, t->room = room;
  }
  memcpy(t->text + t->size, part, n + 1);
  t->size += n;
}

void python_text_free(py_text *t) {
  if (t->text)
    collect_memory_free(t->text, t->room);
}

void python_label(py_text *t, python_shown shown, const char *name, const char *arguments, const char *file, uint32_t line) {
  const char *slash = strrchr(file, '/');
  char number[16];
  snprintf(number, sizeof number, ":%u", (unsigned)line);
  python_text_add(t, shown.file ? "[" : "");
  python_text_add(t, name);
  python_text_add(t, arguments ? arguments : "");
  if (shown.file) {
    python_text_add(t, "][");
    python_text_add(t, slash && !shown.full_path ? slash + 1 : file);
  }
  python_text_add(t, shown.line ? number : "");
  python_text_add(t, shown.file ? "]" : "");
}

/* ---- arguments ---- */

static void text_of_object(py_text *t, py_object *object) {
  const char *utf8 = object ? py.PyUnicode_AsUTF8AndSize(object, NULL) : NULL;
  python_text_add(t, utf8 ? utf8 : "?");
  py.PyErr_Clear();
}

typedef struct py_exception { py_object *type, *value, *traceback; } py_exception;

static void exception_drop(py_exception *e) {
  py_object *all[] = {e->type, e->value, e->traceback};
  for (int i = 0; i < 3; i++)
    if (all[i])
      py.Py_DecRef(all[i]);
  *e = (py_exception){0};
}

/* If repr() fails only once, the reason was a signal handler that ran meanwhile, and not the object. */
static py_object *repr_of(py_object *value, py_exception *of_handler) {
  py_object *shown = py.PyObject_Repr(value);
  if (shown)
    return shown;
  py_exception e;
  py.PyErr_Fetch(&e.type, &e.value, &e.traceback);
  shown = py.PyObject_Repr(value);
  py.PyErr_Clear();
  if (shown && !of_handler->type)
    *of_handler = e;
  else
    exception_drop(&e);
  return shown;
}

static void argument_add(py_text *t, py_object *names, py_object *locals, long i, const char *stars, py_exception *of_handler) {
  py_object *name = py.PyTuple_GetItem(names, i); /* a borrowed reference */
  py_object *value = name ? py.PyObject_GetItem(locals, name) : NULL;
  py.PyErr_Clear();
  py_object *shown = value ? repr_of(value, of_handler) : NULL;
  python_text_add(t, t->size > 1 ? ", " : "");
  python_text_add(t, stars);
  text_of_object(t, name);
  python_text_add(t, "=");
  text_of_object(t, shown);
  if (value)
    py.Py_DecRef(value);
  if (shown)
    py.Py_DecRef(shown);
}

static void arguments_add(py_text *t, py_object *code, py_object *names, py_object *locals, py_exception *of_handler) {
  enum { VARARGS = 4, VARKEYWORDS = 8 }; /* CO_* */
  long flags = cpython_number(code, "co_flags"), n = cpython_number(code, "co_argcount") + cpython_number(code, "co_kwonlyargcount");
  python_text_add(t, "(");
  for (long i = 0; i < n; i++)
    argument_add(t, names, locals, i, "", of_handler);
  if (flags & VARARGS)
    argument_add(t, names, locals, n++, "*", of_handler);
  if (flags & VARKEYWORDS)
    argument_add(t, names, locals, n, "**", of_handler);
  python_text_add(t, ")");
}

/* Whether the thread is so deep that a repr() which goes deeper may end the process. (Up to 3.10, code that fails at the
** recursion limit may go a little beyond it, and no further, until the stack is this low again.) */
static bool is_deep(void) {
  int32_t depth, limit = py.Py_GetRecursionLimit();
  if (py.minor > 10 || !python_chain.recursion)
    return false;
  memcpy(&depth, (const char *)cpython_thread() + python_chain.recursion, sizeof depth);
  return depth >= (limit > 200 ? limit - 50 : limit / 4 * 3);
}

uint64_t python_label_of_call(const python_function *f, const py_frame *frame, bool *raised) {
  py_object *object = py.PyEval_GetFrame();
  if (!object || python_frame_of(object) != frame || is_deep())
    return 0;
  py_exception before, of_handler = {0};
  py.PyErr_Fetch(&before.type, &before.value, &before.traceback);
  py_object *code = python_frame_code(frame), *locals = py.PyObject_GetAttrString(object, "f_locals"), *names = py.PyObject_GetAttrString(code, "co_varnames");
  py_text arguments = {0}, label = {0};
  uint64_t word = 0;
  if (locals && names)
    arguments_add(&arguments, code, names, locals, &of_handler);
  python_label(&label, python_shows(), f->name, arguments.text, f->file, f->line);
  if (label.text)
    word = collect_string_word(label.text);
  python_text_free(&arguments), python_text_free(&label);
  if (locals)
    py.Py_DecRef(locals);
  if (names)
    py.Py_DecRef(names);
  *raised = of_handler.type;
  if (*raised)
    exception_drop(&before), before = of_handler;
  py.PyErr_Restore(before.type, before.value, before.traceback);
  return word;
}
