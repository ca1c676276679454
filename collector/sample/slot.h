/* Samples of threads that run: the sampler asks by a signal, and the thread walks its own stack.
**
** Each thread of the program has a slot. It goes IDLE -> ASKED (the sampler) -> WALKING -> DONE (the handler) -> IDLE (the sampler). The
** signal brings the slot's number, so the handler needs no state of the thread, and knows the sampler's signals from the program's.
** Slots are never unmapped: a signal may still be pending when everything else has ended.
**
** The signal is one that is ignored by default (SIGURG, SIGWINCH): a signal that is pending when a thread calls exec stays pending, and
** would end the new program otherwise. If the program uses both, it is SIGPROF or a real-time signal. The program's use of the signal
** goes on (front.h), and the sampler takes another one from then on. */
#ifndef COLLECT_SAMPLE_SLOT_H
#define COLLECT_SAMPLE_SLOT_H
#include <signal.h>
#include "collect.h"

enum { SAMPLE_FRAMES = 510, SAMPLE_COPY = 8192 };
enum { SLOT_IDLE, SLOT_ASKED, SLOT_WALKING, SLOT_DONE };
typedef struct sample_slot {
  _Atomic uint32_t state;
  uint32_t number;
  /* The thread's own stack; set by the sampler before it asks. Reads of [the stack pointer, high) are safe if `is_own`: the memory belongs to
  ** the thread for as long as it lives. Otherwise the handler lets the kernel copy it. low == high: not known. */
  uintptr_t low, high;
  bool is_own;
  /* Set by the handler: */
  bool in_call;      /* the thread was in a system call */
  uint8_t why;       /* why the walk ended, COLLECT_WALK_* */
  uint32_t frames;
  int64_t ticks;     /* when it walked */
  uint64_t stack_id; /* of the innermost traced call, 0 none */
  uintptr_t sp;      /* the interrupted stack pointer */
  uint64_t frame[SAMPLE_FRAMES];
  uint32_t interpreted; /* frames of an interpreter, see interpreter.h */
  uint64_t word[SAMPLE_FRAMES];
  char copy[SAMPLE_COPY];
} sample_slot;

/* An idle slot; NULL: no memory. The sampler's thread only. */
sample_slot *sample_slot_new(void);
/* Its thread has ended. */
void sample_slot_free(sample_slot *s);
void sample_slots_forked(void);

/* Chooses a signal that the program does not use. False: there is none, or another one would do harm (collect_restart_allows). */
bool sample_signal_choose(void);
/* Whether the signal can still be used; if not, choose again. Takes a system call or two. */
bool sample_signal_stands(void);
int sample_signal(void);
/* The program blocks the present signal somewhere, and not all signals: do not choose it again. False: nobody knows whether the program blocks it, or a
** handler on a small alternate stack. */
bool sample_signal_avoid(void);
/* Asks a thread for its stack. False: signals are held, or the thread is gone. */
bool sample_ask(sample_slot *s, pid_t tid);

#endif
