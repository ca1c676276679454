/* The signal, its handler, and the slots: see slot.h. */
#include "slot.h"
#include "core.h"
#include "front.h"
#include "interpreter.h"
#include "restart.h"
#include "sample.h"
#include "walk.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <ucontext.h>

/* ---- slots ---- */

#define BLOCK_SLOTS 16
#define BLOCKS 4096 /* more threads than that are sampled from outside only */
static sample_slot *_Atomic blocks[BLOCKS];
static _Atomic uint32_t slots;
static sample_slot **free_slots;
static size_t free_bytes;
static uint32_t free_count;

static sample_slot *slot_at(uint32_t number) { return &atomic_load_explicit(&blocks[number / BLOCK_SLOTS], memory_order_acquire)[number % BLOCK_SLOTS]; }

sample_slot *sample_slot_new(void) {
  if (free_count)
    return free_slots[--free_count];
  uint32_t number = atomic_load(&slots);
  if (number == BLOCKS * BLOCK_SLOTS)
    return NULL;
  if (!atomic_load(&blocks[number / BLOCK_SLOTS])) {
    sample_slot *block = collect_memory_grow(NULL, 0, BLOCK_SLOTS * sizeof *block);
    if (!block)
      return NULL;
    atomic_store_explicit(&blocks[number / BLOCK_SLOTS], block, memory_order_release);
  }
  sample_slot *s = slot_at(number); /* in a forked child it may have been the parent's */
  s->number = number;
  s->low = s->high = s->sp = 0;
  atomic_store(&s->state, SLOT_IDLE);
  atomic_store_explicit(&slots, number + 1, memory_order_release);
  return s;
}

void sample_slot_free(sample_slot *s) {
  atomic_store(&s->state, SLOT_IDLE);
  s->low = s->high = s->sp = 0;
  if (collect_memory_reserve(&free_slots, &free_bytes, (free_count + 1) * sizeof *free_slots))
    free_slots[free_count++] = s;
}

/* ---- the handler ---- */

#define OUR_MARK 0x7a706c73 /* in si_errno */
static pid_t process;

/* Copies what stands at the stack pointer, page by page, as far as there is memory. Returns the number of bytes. */
static size_t stack_copy(uintptr_t sp, char *to) {
  struct iovec local = {to, SAMPLE_COPY}, remote[SAMPLE_COPY / 4096 + 1];
  size_t parts = 0;
  for (uintptr_t at = sp, end = sp + SAMPLE_COPY; at < end; parts++) {
    uintptr_t next = (at | 4095) + 1 < end ? (at | 4095) + 1 : end;
    remote[parts] = (struct iovec){(void *)at, next - at};
    at = next;
  }
  ssize_t n = syscall(SYS_process_vm_readv, process, &local, 1, remote, parts, 0);
  return n > 0 ? (size_t)n : 0;
}

static void slot_walk(sample_slot *s, const ucontext_t *u) {
  const greg_t *reg = u->uc_mcontext.gregs;
  uintptr_t sp = (uintptr_t)reg[REG_RSP];
  collect_walk_from from = {.pc = (uintptr_t)reg[REG_RIP], .sp = sp, .bp = (uintptr_t)reg[REG_RBP], .bp_known = true, .low = sp};
  bool on_own = sp >= s->low && sp < s->high;
  if (on_own && s->is_own) {
    from.high = s->high;
    from.copy = (const char *)sp;
  } else { /* another stack: of a handler, or of a coroutine */
    from.high = sp + stack_copy(sp, s->copy);
    from.copy = s->copy;
    if (!on_own && s->is_own)
      from.other = (collect_walk_window){s->low, s->high, (const char *)s->low};
  }
  s->frames = collect_walk(&from, s->frame, SAMPLE_FRAMES, &s->why);
  s->sp = sp;
  _Static_assert((int)SAMPLE_COPY >= (int)COLLECT_INTERPRETER_SCRATCH, "the copy of a stack is not used any more");
  const void *state = collect_interpreter_now.frames ? collect_interpreter_now.here() : NULL;
  s->interpreted = state ? collect_interpreter_now.frames(state, s->word, SAMPLE_FRAMES, s->copy) : 0;
}

/* Whether the two bytes before the code address are the instruction of a system call: the thread was in one. (Not in code that the program has made.) */
static bool in_call(uintptr_t pc) {
  const uint8_t *code = (const uint8_t *)pc - 2;
  return (pc & 4095) >= 2 && collect_unwind_holds(pc) && code[0] == 0x0f && code[1] == 0x05;
}

static void answer(sample_slot *s, const ucontext_t *u) {
  uint32_t asked = SLOT_ASKED;
  if (!atomic_compare_exchange_strong(&s->state, &asked, SLOT_WALKING))
    return;
  s->ticks = collect_ticks();
  collect_origin at;
  collect_current(&at);
  s->stack_id = at.stack_id;
  s->in_call = in_call((uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
  slot_walk(s, u);
  atomic_store_explicit(&s->state, SLOT_DONE, memory_order_release);
}

static enum collect_taken take(const siginfo_t *info, void *context) {
  uint32_t number = (uint32_t)info->si_value.sival_int;
  if (info->si_code != SI_QUEUE || info->si_errno != OUR_MARK || number >= atomic_load_explicit(&slots, memory_order_acquire))
    return COLLECT_THEIRS;
  collect_restart_interrupted(context); /* before errno changes */
  answer(slot_at(number), context);
  return COLLECT_OURS;
}

/* ---- the signal ---- */

static collect_front fronts[72];
static _Atomic uint32_t chosen;  /* its place in `fronts`, + 1; 0: none */
static bool avoided[sizeof fronts / sizeof *fronts];

static int candidate(unsigned i) {
  static const int harmless[] = {SIGURG, SIGWINCH, SIGPROF};
  return i < 3 ? harmless[i] : SIGRTMAX - (int)(i - 3);
}

int sample_signal(void) {
  uint32_t now = atomic_load(&chosen);
  return now ? fronts[now - 1].sig : 0;
}

bool sample_signal_choose(void) {
  process = getpid();
  for (unsigned i = 0; i < sizeof fronts / sizeof *fronts && candidate(i) >= (i < 3 ? 0 : SIGRTMIN); i++) {
    if (avoided[i] || !collect_restart_allows(candidate(i)))
      continue;
    struct sigaction now;
    if (!atomic_load(&fronts[i].placed)) { /* not ours yet: it must have no handler, and must not be ignored */
      if (sigaction(candidate(i), NULL, &now) || now.sa_flags & SA_SIGINFO || now.sa_handler != SIG_DFL)
        continue;
      fronts[i] = (collect_front){.sig = candidate(i), .take = take, .follows = true, .alone = true, .next = fronts[i].next};
      collect_front_place(&fronts[i]);
    }
    if (collect_front_is_free(&fronts[i])) {
      collect_restart_by(fronts[i].sig);
      atomic_store(&chosen, i + 1);
      return true;
    }
  }
  atomic_store(&chosen, 0);
  return false;
}

bool sample_signal_stands(void) {
  uint32_t now = atomic_load(&chosen);
  return now && collect_front_is_free(&fronts[now - 1]);
}

bool sample_signal_avoid(void) {
  uint32_t now = atomic_load(&chosen);
  if (!now || !collect_restart_allows(0))
    return false;
  return avoided[now - 1] = true;
}

/* ---- asking, and holding off ---- */

static _Atomic uint32_t held, sending;

/* A signal that the program handles may be sent no more: while ours is pending for a thread, the kernel drops the program's own of the same number. */
static void signal_given_back(void) {
  uint32_t now = atomic_load(&chosen);
  if (now && collect_front_is_theirs(&fronts[now - 1]))
    sample_signal_choose();
}

bool sample_ask(sample_slot *s, pid_t tid) {
  siginfo_t info;
  signal_given_back();
  memset(&info, 0, sizeof info);
  info.si_signo = sample_signal();
  info.si_code = SI_QUEUE;
  info.si_errno = OUR_MARK;
  info.si_pid = process;
  info.si_value.sival_int = (int)s->number;
  atomic_store(&sending, 1); /* before looking at `held`: whoever holds waits for us, or we see it */
  bool sent = false;
  if (!atomic_load(&held) && info.si_signo) {
    atomic_store(&s->state, SLOT_ASKED);
    sent = !syscall(SYS_rt_tgsigqueueinfo, process, tid, info.si_signo, &info);
    if (!sent)
      atomic_store(&s->state, SLOT_IDLE);
  }
  atomic_store(&sending, 0);
  return sent;
}

void collect_sample_hold(void) {
  atomic_fetch_add(&held, 1);
  for (unsigned turn = 0; atomic_load(&sending); turn++)
    collect_wait_turn(turn);
}
void collect_sample_release(void) { atomic_fetch_sub(&held, 1); }

/* A forked child has no signals pending, and keeps the handlers. The parent's sampler may have been changing the list of free slots. */
void sample_slots_forked(void) {
  process = getpid();
  atomic_store(&held, 0);
  atomic_store(&sending, 0);
  for (unsigned i = 0; i < sizeof fronts / sizeof *fronts; i++)
    if (atomic_load(&fronts[i].placed))
      collect_front_place(&fronts[i]);
  atomic_store(&slots, 0);
  free_slots = NULL;
  free_bytes = free_count = 0;
}
