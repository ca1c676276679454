/* The walk itself, for a given way to find rows: walk.c's, or that of a test which walks another process. */
#ifndef COLLECT_WALK_BY_H
#define COLLECT_WALK_BY_H
#include "eh.h"
#include "walk.h"

/* Finds the row of an address, and where the function there has saved a register (collect_eh_saved). */
typedef struct collect_walk_rows {
  collect_eh_row (*row)(void *arg, uintptr_t address);
  enum collect_eh_bp (*saved)(void *arg, uintptr_t address, uint8_t reg, int32_t *offset);
  void *arg;
} collect_walk_rows;

#define COLLECT_WALK_PLAIN __attribute__((no_sanitize("address", "thread", "undefined")))

/* State of a walk: what is known of the frame's registers, and the window that holds rsp. */
typedef struct collect_walk_state {
  uintptr_t pc, sp, bp;
  bool bp_known, exact;
  uintptr_t low, high, shift; /* the byte of an address is at address + shift */
  const volatile long long *registers; /* of an exact frame: where they are, in the order of gregs; NULL: not known */
} collect_walk_state;

static inline __attribute__((always_inline)) bool collect_walk_holds(const collect_walk_state *s, uintptr_t address) {
  return address >= s->low && address <= s->high - 8 && address % 8 == 0;
}
COLLECT_WALK_PLAIN static inline __attribute__((always_inline)) uintptr_t collect_walk_word(const collect_walk_state *s, uintptr_t address) {
  return *(const volatile uintptr_t *)(address + s->shift);
}

/* Goes to the window that holds rsp. False: none does. */
static inline __attribute__((always_inline)) bool collect_walk_window_set(collect_walk_state *s, const collect_walk_from *from) {
  const collect_walk_window w[2] = {{from->low, from->high, from->copy}, from->other};
  for (int i = 0; i < 2; i++)
    if (s->sp >= w[i].low && s->sp < w[i].high && w[i].high - w[i].low >= 8) {
      s->low = w[i].low;
      s->high = w[i].high;
      s->shift = (uintptr_t)w[i].copy - w[i].low;
      return true;
    }
  return false;
}

/* What the steps below return, if the walk goes on. */
enum { COLLECT_WALK_ON = COLLECT_WALK_ENDS };

/* From a handler to what the signal interrupted: the ucontext_t is at rsp. */
COLLECT_WALK_PLAIN static inline __attribute__((always_inline)) uint8_t collect_walk_signal(collect_walk_state *s, const collect_walk_from *from) {
  enum { GREGS = 40, BP = 120, SP = 160, PC = 168 }; /* offsets of uc_mcontext.gregs, and in it [REG_RBP, REG_RSP, REG_RIP] */
  uintptr_t before = s->sp;
  if (!collect_walk_holds(s, before + BP) || !collect_walk_holds(s, before + PC))
    return COLLECT_WALK_OUT_OF_STACK;
  s->bp = collect_walk_word(s, before + BP);
  s->bp_known = true;
  s->sp = collect_walk_word(s, before + SP);
  s->pc = collect_walk_word(s, before + PC);
  s->exact = true;
  s->registers = (const volatile long long *)(before + GREGS + s->shift);
  bool same = s->sp >= s->low && s->sp < s->high;
  return same ? (s->sp > before ? COLLECT_WALK_ON : COLLECT_WALK_BAD_CFA) : collect_walk_window_set(s, from) ? COLLECT_WALK_ON : COLLECT_WALK_OUT_OF_STACK;
}

/* To the caller by the frame pointer. The outermost frame has none: the ABI wants rbp to be 0 at the start of a thread. */
COLLECT_WALK_PLAIN static inline __attribute__((always_inline)) uint8_t collect_walk_pointers(collect_walk_state *s) {
  if (!s->bp_known)
    return COLLECT_WALK_BP_UNKNOWN;
  uintptr_t bp = s->bp;
  if (!bp)
    return COLLECT_WALK_OUTERMOST;
  if (bp < s->sp || !collect_walk_holds(s, bp) || !collect_walk_holds(s, bp + 8))
    return COLLECT_WALK_NO_TABLE;
  s->pc = collect_walk_word(s, bp + 8);
  s->bp = collect_walk_word(s, bp);
  s->sp = bp + 16;
  return COLLECT_WALK_ON;
}

/* To the caller by a row that says where the frame is. `other`: the value of the register of COLLECT_EH_OTHER. */
COLLECT_WALK_PLAIN static inline __attribute__((always_inline)) uint8_t collect_walk_frame(collect_walk_state *s, const collect_eh_row *row, uintptr_t other) {
  bool by_bp = row->kind == COLLECT_EH_BP || row->kind == COLLECT_EH_AT_BP;
  if (by_bp && !s->bp_known)
    return COLLECT_WALK_BP_UNKNOWN;
  uintptr_t cfa = (by_bp ? s->bp : row->kind == COLLECT_EH_OTHER ? other : s->sp) + (uintptr_t)(intptr_t)row->cfa;
  if (row->kind == COLLECT_EH_AT_SP || row->kind == COLLECT_EH_AT_BP) {
    if (!collect_walk_holds(s, cfa))
      return COLLECT_WALK_OUT_OF_STACK;
    cfa = collect_walk_word(s, cfa) + (uintptr_t)(intptr_t)row->add;
  }
  if (cfa <= s->sp || cfa % 8)
    return COLLECT_WALK_BAD_CFA;
  if (!collect_walk_holds(s, cfa - 8))
    return COLLECT_WALK_OUT_OF_STACK;
  /* In a realigned frame, rbp points into the frame. At its end rbp is the caller's again, which GCC's tables do not say. */
  bool restored = row->bp_kind == COLLECT_EH_BP_BP && s->bp_known && (s->bp < s->sp || s->bp >= cfa);
  if (row->bp_kind != COLLECT_EH_BP_SAME && !restored) {
    uintptr_t saved = (row->bp_kind == COLLECT_EH_BP_CFA ? cfa : s->bp) + (uintptr_t)(intptr_t)row->bp;
    bool known = row->bp_kind != COLLECT_EH_BP_LOST && (row->bp_kind == COLLECT_EH_BP_CFA || s->bp_known) && collect_walk_holds(s, saved);
    s->bp = known ? collect_walk_word(s, saved) : 0;
    s->bp_known = known;
  }
  s->pc = collect_walk_word(s, cfa - 8);
  s->sp = cfa;
  return COLLECT_WALK_ON;
}

/* The value of a register in the frame that is so many frames above the exact one at `s`: walks them again, and looks where each has saved the register.
** False: it is not known. */
COLLECT_WALK_PLAIN static __attribute__((noinline)) bool collect_walk_register(collect_walk_state s, unsigned frames, uint8_t reg,
                                                                              const collect_walk_rows *rows, uintptr_t *value) {
  static const uint8_t place[16] = {13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7}; /* in gregs */
  enum { KEPT = 1 << 3 | 0xf000 }; /* rbx, r12 to r15: what a function gives back unchanged */
  if (!s.registers || reg > 15 || (frames && !(KEPT >> reg & 1)))
    return false;
  *value = (uintptr_t)s.registers[place[reg]];
  for (unsigned i = 0; i < frames; i++) {
    uintptr_t address = i ? s.pc - 1 : s.pc;
    collect_eh_row row = rows->row(rows->arg, address);
    int32_t offset = 0;
    enum collect_eh_bp saved = rows->saved(rows->arg, address, reg, &offset);
    if (row.kind > COLLECT_EH_AT_BP || saved == COLLECT_EH_BP_LOST || collect_walk_frame(&s, &row, 0) != COLLECT_WALK_ON)
      return false;
    uintptr_t at = s.sp + (uintptr_t)(intptr_t)offset; /* rsp is the frame's CFA now */
    if (saved == COLLECT_EH_BP_CFA && !collect_walk_holds(&s, at))
      return false;
    if (saved == COLLECT_EH_BP_CFA)
      *value = collect_walk_word(&s, at);
  }
  return true;
}

/* collect_walk(), with the rows that `rows` finds. */
static inline __attribute__((always_inline)) unsigned collect_walk_by(const collect_walk_from *from, uint64_t *frames, unsigned max, uint8_t *why,
                                                                      const collect_walk_rows *rows) {
  collect_walk_state s = {.pc = from->pc, .sp = from->sp, .bp = from->bp, .bp_known = from->bp_known, .exact = true, .registers = from->registers}, begin = s;
  unsigned begin_n = 1;
  uintptr_t other = 0;
  unsigned n = 0;
  uint8_t next = collect_walk_window_set(&s, from) ? COLLECT_WALK_ON : COLLECT_WALK_OUT_OF_STACK;
  frames[n++] = s.pc | COLLECT_WALK_EXACT;
  while (next == COLLECT_WALK_ON) {
    bool exact = s.exact;
    collect_eh_row row = rows->row(rows->arg, exact ? s.pc : s.pc - 1);
    if (exact)
      begin = s, begin_n = n;
    s.exact = false;
    switch (row.kind) {
      case COLLECT_EH_OTHER:
        if (!collect_walk_register(begin, n - begin_n, (uint8_t)row.add, rows, &other)) {
          next = COLLECT_WALK_EXPRESSION;
          break;
        } /* fall through */
      case COLLECT_EH_SP: case COLLECT_EH_BP: case COLLECT_EH_AT_SP: case COLLECT_EH_AT_BP: next = collect_walk_frame(&s, &row, other); break;
      case COLLECT_EH_SIGNAL: next = collect_walk_signal(&s, from); break;
      case COLLECT_EH_BEFORE:
        if (!exact) {
          next = COLLECT_WALK_OUTERMOST;
          break;
        } /* fall through */
      case COLLECT_EH_POINTERS: next = collect_walk_pointers(&s); break;
      case COLLECT_EH_OUTERMOST: next = COLLECT_WALK_OUTERMOST; break;
      default: next = (uint8_t)row.cfa; break;
    }
    if (next != COLLECT_WALK_ON)
      break;
    if (!s.pc)
      next = COLLECT_WALK_OUTERMOST;
    else if (s.pc >> 47)
      next = COLLECT_WALK_BAD_CFA; /* no address of a program */
    else if (n == max)
      next = COLLECT_WALK_TOO_DEEP;
    else
      frames[n++] = s.pc | (s.exact ? COLLECT_WALK_EXACT : 0);
  }
  *why = next;
  return n;
}

#endif
