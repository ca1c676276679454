/* The frames of an interpreter, which stand in a stack in place of the native frames of its loop.
**
** A language's layer fills collect_interpreter once its interpreter runs and is known (api/python/frames.c); `frames` is set last. Until then, and for
** programs without an interpreter, stacks are native.
**
**     in the handler:           state = i->here(); n = i->frames(state, words, max, scratch, size);
**     of a blocked thread:      state = i->state_of(tid, self); n = i->frames(state, ...);
**     on the sampler's thread:  i->resolve(words, n); m = collect_interpreter_merge(native, ..., words, n, merged, max);
**     for a word of `merged` with COLLECT_WALK_INTERPRETED:  i->about(word, &about) */
#ifndef COLLECT_INTERPRETER_H
#define COLLECT_INTERPRETER_H
#include "walk.h"
#include <stdatomic.h>
#include <stddef.h>

/* A word of an interpreter's frame. Before resolve(), the rest is the address of its code; afterwards a function's number, from 1, or 0: not known. */
#define COLLECT_WALK_INTERPRETED ((uint64_t)1 << 62)
/* The frame is the outermost of those that one native frame of the loop runs. resolve() keeps it, merging takes it away. */
#define COLLECT_INTERPRETER_LAST ((uint64_t)1 << 61)
#define COLLECT_INTERPRETER_NUMBER (COLLECT_INTERPRETER_LAST - 1)
/* Number of a frame that is no function's: merging leaves it out. */
#define COLLECT_INTERPRETER_NONE COLLECT_INTERPRETER_NUMBER

/* Texts stay valid as long as the process. */
typedef struct collect_interpreter_about { const char *function, *file; uint32_t line; } collect_interpreter_about;

typedef struct collect_interpreter {
  _Atomic uintptr_t low, high; /* the code of the loop: [low, high) */
  /* The calling thread's state in the interpreter; NULL: none. Async-signal-safe. */
  const void *(*here)(void);
  /* The state of another thread; NULL: none. `self`: its pthread_self(), needed before Python 3.11; 0: not known. Not for handlers. */
  const void *(*state_of)(int tid, uintptr_t self);
  /* Stores the words of a thread's frames, innermost first, at most `max`; returns their number. Memory that is gone ends the list. `scratch`: memory that
  ** nobody else uses, COLLECT_INTERPRETER_SCRATCH bytes. For the calling thread, or one that is blocked. Async-signal-safe; makes system calls (one for some
  ** tens of frames, from Python 3.11 on). */
  unsigned (*_Atomic frames)(const void *state, uint64_t *words, unsigned max, void *scratch);
  /* Replaces addresses by functions' numbers, soon after the frames were read: code that is gone may have been replaced. One thread at a time, not in a
  ** handler. */
  void (*resolve)(uint64_t *words, unsigned n);
  bool (*about)(uint64_t word, collect_interpreter_about *about);
} collect_interpreter;
enum { COLLECT_INTERPRETER_SCRATCH = 8192 };
extern collect_interpreter collect_interpreter_now;
/* Set before an interpreter begins, if its frames are wanted. */
extern _Atomic bool collect_interpreter_wanted;

/* Stores `native` in `out`, with frames of the interpreter in place of those in its loop. Where there are none left, the native frame stays. Returns the
** number of frames, at most `max`. */
unsigned collect_interpreter_merge(const uint64_t *native, unsigned natives, const uint64_t *interpreted, unsigned interpreteds, uint64_t *out, unsigned max);

#endif
