/* The frames that a thread of the interpreter is in, read directly from memory: without calling the interpreter, taking
** references or allocating. So they can be read at each call. (In a signal handler: rocpd_python_stack().)
**
** Where a version keeps what is known from its Include/cpython/pystate.h and Include/internal/pycore_frame.h. It is not trusted:
** python_chain_check() runs two functions and checks what it finds. */
#ifndef COLLECT_PYTHON_CHAIN_H
#define COLLECT_PYTHON_CHAIN_H
#include "cpython.h"
#include <string.h>

/* A frame: PyFrameObject up to 3.10, _PyInterpreterFrame from 3.11 on. */
typedef struct py_frame py_frame;

/* Offsets in bytes. */
typedef struct python_chain_layout {
  uint8_t now;        /* in a thread's state: the innermost frame, or (3.11, 3.12) the structure that points to it */
  int8_t now_then;    /* offset in that structure; -1: there is none */
  uint8_t back, code; /* in a frame: the frame around it, and what it runs */
  int8_t owner;       /* in a frame: who made it; -1: always a function's call */
  uint8_t recursion;  /* in a thread's state: the depth (3.9, 3.10), or what is left of it (3.11); 0: not known */
  uint8_t tracing;    /* in a thread's state: whether it runs a tracer; 0: not known */
  uint8_t owner_of_generator; /* in a frame (3.11): who made it */
  bool known;         /* the check has passed */
  py_object *code_type;
  py_object *no_function; /* the interpreter's own code around calls of __init__ (3.13), once it was seen: constant, and not a function's */
} python_chain_layout;
extern python_chain_layout python_chain;

static inline uintptr_t py_word(const void *from, size_t at) {
  uintptr_t word;
  memcpy(&word, (const char *)from + at, sizeof word);
  return word;
}

/* The address of what a frame runs. */
static inline uintptr_t python_frame_word(const py_frame *frame) { return py_word(frame, python_chain.code) & ~(uintptr_t)3; } /* from 3.14 on the lowest bits are a mark */
/* The code object that a frame runs. NULL: it belongs to C code, not to a function. */
static inline py_object *python_frame_code(const py_frame *frame) {
  enum { BY_C = 3 }; /* FRAME_OWNED_BY_CSTACK */
  uintptr_t code = python_frame_word(frame);
  if (python_chain.owner >= 0 && (((const uint8_t *)frame)[(uint8_t)python_chain.owner] == BY_C || py_word((const void *)code, 8) != (uintptr_t)python_chain.code_type))
    return NULL;
  return code != (uintptr_t)python_chain.no_function ? (py_object *)code : NULL;
}

static inline const py_frame *python_frame_around(const py_frame *frame) {
  while (frame && !python_frame_code(frame))
    frame = (const py_frame *)py_word(frame, python_chain.back);
  return frame;
}
/* The innermost frame of a function. NULL: there is none. */
static inline const py_frame *python_frame_now(const py_thread *thread) {
  uintptr_t word = py_word(thread, python_chain.now);
  if (word && python_chain.now_then >= 0)
    word = py_word((const void *)word, (size_t)python_chain.now_then);
  return python_frame_around((const py_frame *)word);
}
static inline const py_frame *python_frame_back(const py_frame *frame) { return python_frame_around((const py_frame *)py_word(frame, python_chain.back)); }

/* The frame that a frame object stands for. */
static inline const py_frame *python_frame_of(const py_object *object) {
  return py.minor >= 11 ? (const py_frame *)py_word(object, 24) : (const py_frame *)object; /* PyFrameObject.f_frame */
}

/* Checks that all of the above is true in this interpreter. Called with the interpreter's lock, before a hook is placed. */
bool python_chain_check(void);

#endif
