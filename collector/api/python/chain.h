/* The frames that a thread of the interpreter is in, read where they stand: no function of the interpreter is called, no reference
** taken, no memory had. So they may be read at each call, and by a handler of a signal.
**
** Where a version has what is a fact of its Include/cpython/pystate.h and Include/internal/pycore_frame.h. None of it is believed:
** python_chain_check() runs two functions and looks whether it is so. */
#ifndef COLLECT_PYTHON_CHAIN_H
#define COLLECT_PYTHON_CHAIN_H
#include "cpython.h"
#include <string.h>

/* A frame: PyFrameObject up to 3.10, from 3.11 on _PyInterpreterFrame. */
typedef struct py_frame py_frame;

/* Offsets in bytes. */
typedef struct python_chain_layout {
  uint8_t now;        /* of a thread's state: the innermost frame, or (3.11, 3.12) where that stands */
  int8_t now_then;    /* at which offset there; -1: it is the frame */
  uint8_t back, code; /* of a frame: the one around it, and what it runs */
  int8_t owner;       /* of a frame: who made it; -1: that is always a function's call */
  uint8_t recursion;  /* of a thread's state: the depth (3.9, 3.10), how much is left (3.11); 0: not known */
  uint8_t tracing;    /* of a thread's state: whether it is in a tracer; 0: not known */
  uint8_t owner_of_generator; /* of a frame (3.11): who made it */
  bool known;         /* it was checked */
  py_object *code_type;
  py_object *no_function; /* the interpreter's own code around calls of __init__ (3.13), once it was met: constant, and no function's */
} python_chain_layout;
extern python_chain_layout python_chain;

static inline uintptr_t py_word(const void *from, size_t at) {
  uintptr_t word;
  memcpy(&word, (const char *)from + at, sizeof word);
  return word;
}

/* The code object that a frame runs; NULL: it is none of a function's, but of C. */
static inline py_object *python_frame_code(const py_frame *frame) {
  enum { BY_C = 3 }; /* FRAME_OWNED_BY_CSTACK */
  uintptr_t code = py_word(frame, python_chain.code) & ~(uintptr_t)3; /* from 3.14 on with a mark */
  if (python_chain.owner >= 0 && (((const uint8_t *)frame)[(uint8_t)python_chain.owner] == BY_C || py_word((const void *)code, 8) != (uintptr_t)python_chain.code_type))
    return NULL;
  return code != (uintptr_t)python_chain.no_function ? (py_object *)code : NULL;
}

static inline const py_frame *python_frame_around(const py_frame *frame) {
  while (frame && !python_frame_code(frame))
    frame = (const py_frame *)py_word(frame, python_chain.back);
  return frame;
}
/* The innermost of a function, NULL: there is none. */
static inline const py_frame *python_frame_now(const py_thread *thread) {
  uintptr_t word = py_word(thread, python_chain.now);
  if (word && python_chain.now_then >= 0)
    word = py_word((const void *)word, (size_t)python_chain.now_then);
  return python_frame_around((const py_frame *)word);
}
static inline const py_frame *python_frame_back(const py_frame *frame) { return python_frame_around((const py_frame *)py_word(frame, python_chain.back)); }

/* The frame of a frame object. */
static inline const py_frame *python_frame_of(const py_object *object) {
  return py.minor >= 11 ? (const py_frame *)py_word(object, 24) : (const py_frame *)object; /* PyFrameObject.f_frame */
}

/* With the interpreter's lock, no hook yet in place: whether all of the above is so in this interpreter. */
bool python_chain_check(void);

#endif
