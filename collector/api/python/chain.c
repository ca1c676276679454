/* Checks whether frames are where this version's headers say: see chain.h. */
#include "chain.h"

python_chain_layout python_chain;

static python_chain_layout layout_of(int minor) {
  if (minor <= 10) /* PyThreadState.frame, .recursion_depth, .tracing; PyFrameObject.f_back, .f_code */
    return (python_chain_layout){.now = 24, .now_then = -1, .back = 24, .code = 32, .owner = -1, .recursion = 32, .tracing = 44};
  if (minor == 11) /* PyThreadState.cframe, .recursion_remaining, .tracing; _PyCFrame.current_frame; _PyInterpreterFrame.previous, .f_code, .owner */
    return (python_chain_layout){.now = 56, .now_then = 8, .back = 48, .code = 32, .owner = -1, .recursion = 32, .tracing = 44, .owner_of_generator = 69};
  if (minor == 12) /* the same, .f_code, .owner */
    return (python_chain_layout){.now = 56, .now_then = 0, .back = 8, .code = 0, .owner = 70};
  /* PyThreadState.current_frame; _PyInterpreterFrame.f_executable; 3.14 has one word less before it. */
  return (python_chain_layout){.now = minor == 13 ? 72 : 64, .now_then = -1, .back = 8, .code = 0, .owner = minor == 13 ? 70 : 74};
}

/* ---- functions that check ---- */

static struct { int32_t recursion[2], tracing; int calls; bool right; } seen;

static py_object *code_of(py_object *frame) {
  py_object *code = py.PyFrame_GetCode ? py.PyFrame_GetCode(frame) : py.PyObject_GetAttrString(frame, "f_code");
  if (code)
    py.Py_DecRef(code); /* the frame holds a reference */
  return code;
}

/* Called by the functions below: compares what is read with what the interpreter says. */
static py_object *look(py_object *self, py_object *arguments) {
  (void)self;
  py_thread *thread = cpython_thread();
  py_object *object = py.PyEval_GetFrame();
  const py_frame *frame = object ? python_frame_of(object) : NULL;
  seen.right &= frame && py_word(frame, python_chain.code) && python_frame_now(thread) == frame && python_frame_code(frame) == code_of(object);
  if (seen.calls < 2)
    seen.recursion[seen.calls] = *(const int32_t *)(const void *)((const char *)thread + python_chain.recursion);
  seen.tracing |= *(const int32_t *)(const void *)((const char *)thread + python_chain.tracing); /* nobody traces yet */
  if (seen.right && seen.calls == 1) { /* in the function that the module calls */
    const py_frame *back = python_frame_back(frame);
    py_object *outer = py.PyObject_GetAttrString(object, "f_back");
    seen.right &= outer && back && back == python_frame_of(outer) && python_frame_code(back) == code_of(outer);
    if (outer)
      py.Py_DecRef(outer);
  }
  seen.calls++;
  py.Py_IncRef(arguments); /* the empty tuple serves as the result */
  return arguments;
}

/* Runs the text with look(). False: that failed. */
static bool run(const char *text, int (*type_of)(py_object *code)) {
  enum { FILE_INPUT = 257, VARARGS = 1 };
  static py_method method = {"look", look, VARARGS, NULL};
  py_object *code = py.Py_CompileString(text, "<libcollect>", FILE_INPUT), *names = py.PyDict_New();
  py_object *function = py.PyCFunction_NewEx ? py.PyCFunction_NewEx(&method, NULL, NULL) : NULL, *result = NULL;
  if (code && names && function && type_of(code) && !py.PyDict_SetItemString(names, "look", function))
    result = py.PyEval_EvalCode(code, names, names);
  py_object *all[] = {code, names, function, result};
  for (int i = 0; i < 4; i++)
    if (all[i])
      py.Py_DecRef(all[i]);
  py.PyErr_Clear();
  return result;
}

static int type_keep(py_object *code) { return (python_chain.code_type = (py_object *)py_word(code, 8)) != NULL; }

bool python_chain_check(void) {
  if (python_chain.known)
    return true;
  python_chain = layout_of(py.minor);
  seen.right = true, seen.calls = 0, seen.tracing = 0;
  bool ran = run("def inside():\n look()\nlook()\ninside()\n", type_keep);
  /* One level deeper means one more, or one less left. */
  int32_t deeper = py.minor >= 11 ? seen.recursion[0] - seen.recursion[1] : seen.recursion[1] - seen.recursion[0];
  if (python_chain.recursion && deeper != 1)
    python_chain.recursion = 0;
  if (python_chain.tracing && seen.tracing)
    python_chain.tracing = 0;
  return python_chain.known = ran && seen.right && seen.calls == 2;
}
