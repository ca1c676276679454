/* Rows of unwind tables: see eh.h. Finds the function of an address, and runs the instructions of its tables. */
#include "eh_entry.h"

/* ---- instructions ---- */

enum { RBP = 6, RSP = 7, RIP = 16, UNKNOWN_REGISTER = 255 };

/* How a register's value, or the CFA, is found. */
enum rule_kind {
  SAME,      /* unchanged */
  AT_CFA,    /* the word at CFA + offset */
  AT,        /* the word at reg + offset */
  VALUE,     /* reg + offset */
  AT_VALUE,  /* the word at reg + offset, plus `add` */
  PLT,       /* reg + offset + 8 if the low four bits of the address are at least `add` */
  UNDEFINED,
  OTHER      /* none of these */
};
typedef struct rule { uint8_t kind, reg; int16_t add; int32_t offset; } rule;
typedef struct rules { rule cfa, bp, sp, ip, other; } rules; /* other: of a register that is asked for */

static rule rule_of(uint8_t kind, uint64_t reg, int64_t offset) {
  if (offset != (int32_t)offset || reg >= UNKNOWN_REGISTER)
    return (rule){.kind = OTHER};
  return (rule){.kind = kind, .reg = (uint8_t)reg, .offset = (int32_t)offset};
}

/* An expression that is an address (of the register's value) or a value (the CFA). Known are reg + n, *(reg + n) [+ m], and what linkers write for the PLT:
** rsp + 8 + ((rip & 15) >= n) << 3. The cursor then stands behind it. */
static rule expression_read(collect_eh_cursor *c, bool is_value) {
  uint64_t size = collect_eh_take_uleb(c);
  uintptr_t end = collect_eh_at(c) + size;
  if (c->fault || size > c->limit - collect_eh_at(c)) {
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
    return (rule){.kind = OTHER};
  }
  enum { BREG0 = 0x70, BREG31 = 0x8f, DEREF = 0x06, PLUS_UCONST = 0x23, LIT0 = 0x30, LIT31 = 0x4f };
  rule r = {.kind = OTHER};
  uint8_t op = size >= 2 ? collect_eh_take_uint8_t(c) : 0;
  if (op >= BREG0 && op <= BREG31) {
    r = rule_of(is_value ? VALUE : AT, (uint64_t)(op - BREG0), collect_eh_take_sleb(c));
    uint64_t rest = end - collect_eh_at(c);
    if (rest && collect_eh_at(c) <= end) {
      op = collect_eh_take_uint8_t(c);
      if (op == DEREF && is_value && r.kind == VALUE) {
        r.kind = AT_VALUE;
        if (rest > 2 && collect_eh_take_uint8_t(c) == PLUS_UCONST) {
          uint64_t add = collect_eh_take_uleb(c);
          r.add = (int16_t)add;
          if (add > INT16_MAX)
            r.kind = OTHER;
        }
      } else if (op == BREG0 + RIP && rest == 9 && is_value && r.reg == RSP) {
        static const uint8_t compute[8] = {0, LIT0 + 15, 0x1a /* and */, LIT0, 0x2a /* ge */, LIT0 + 3, 0x24 /* shl */, 0x22 /* plus */};
        uint8_t code[8];
        for (int i = 0; i < 8; i++)
          code[i] = collect_eh_take_uint8_t(c);
        r.add = (int16_t)(code[3] - LIT0);
        code[3] = LIT0;
        r.kind = !memcmp(code, compute, 8) && r.add >= 0 && r.add < 16 ? PLT : OTHER;
      } else
        r.kind = OTHER;
    }
  }
  if (collect_eh_at(c) > end)
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
  else if (collect_eh_at(c) < end) {
    r.kind = OTHER;
    collect_eh_skip(c, end - collect_eh_at(c));
  }
  return r;
}

enum { REMEMBERED = 4 }; /* compilers nest two */
typedef struct machine {
  const collect_eh_common *common;
  const rules *first; /* after the CIE's instructions */
  rules now;
  uintptr_t place, wanted; /* addresses: of what comes next, and whose rules are asked for */
  rules remembered[REMEMBERED];
  unsigned remembers;
  uint8_t other; /* number of the register of `rules.other` */
} machine;

static void rule_set(machine *m, uint64_t reg, rule r) {
  rules *now = &m->now;
  if (reg == RBP)
    now->bp = r;
  else if (reg == RSP)
    now->sp = r;
  else if (reg == RIP)
    now->ip = r;
  else if (reg == m->other)
    now->other = r;
}
static void rule_restore(machine *m, uint64_t reg) {
  const rules *first = m->first;
  rule_set(m, reg, reg == RBP ? first->bp : reg == RSP ? first->sp : reg == RIP ? first->ip : first->other);
}


/* The instructions that concern the CFA. False: it is none of these. */
static bool cfa_step(machine *m, collect_eh_cursor *c, uint8_t op) {
  rule *cfa = &m->now.cfa;
  uint64_t reg = cfa->reg;
  int64_t offset = cfa->offset, unit = m->common->data_align;
  switch (op) {
    case 0x0c: reg = collect_eh_take_uleb(c), offset = (int64_t)collect_eh_take_uleb(c); break;        /* DW_CFA_def_cfa */
    case 0x0d: reg = collect_eh_take_uleb(c); break;                                        /* _register */
    case 0x0e: offset = (int64_t)collect_eh_take_uleb(c); break;                            /* _offset */
    case 0x12: reg = collect_eh_take_uleb(c), offset = (int64_t)((uint64_t)collect_eh_take_sleb(c) * (uint64_t)unit); break; /* _sf */
    case 0x13: offset = (int64_t)((uint64_t)collect_eh_take_sleb(c) * (uint64_t)unit); break;                     /* _offset_sf */
    case 0x0f: *cfa = expression_read(c, true); return true;
    default: return false;
  }
  *cfa = rule_of(VALUE, reg, offset);
  return true;
}

/* The instructions that concern other registers. False: it is none of these. */
static bool register_step(machine *m, collect_eh_cursor *c, uint8_t op) {
  uint64_t unit = (uint64_t)m->common->data_align, reg = collect_eh_take_uleb(c);
  rule r;
  switch (op) {
    case 0x05: r = rule_of(AT_CFA, 0, (int64_t)(collect_eh_take_uleb(c) * unit)); break;            /* DW_CFA_offset_extended */
    case 0x11: r = rule_of(AT_CFA, 0, (int64_t)((uint64_t)collect_eh_take_sleb(c) * unit)); break; /* _sf */
    case 0x2f: r = rule_of(AT_CFA, 0, (int64_t)(0 - collect_eh_take_uleb(c) * unit)); break;         /* DW_CFA_GNU_negative_offset_extended */
    case 0x06: rule_restore(m, reg); return true;                        /* DW_CFA_restore_extended */
    case 0x07: r = (rule){.kind = UNDEFINED}; break;
    case 0x08: r = (rule){.kind = SAME}; break;
    case 0x09: collect_eh_take_uleb(c); r = (rule){.kind = OTHER}; break;                           /* DW_CFA_register */
    case 0x10: r = expression_read(c, false); break;
    case 0x14: collect_eh_take_uleb(c); r = (rule){.kind = OTHER}; break;                           /* DW_CFA_val_offset */
    case 0x15: collect_eh_take_sleb(c); r = (rule){.kind = OTHER}; break;                           /* _sf */
    case 0x16: r = expression_read(c, true); r.kind = OTHER; break;                      /* DW_CFA_val_expression */
    default: return false;
  }
  rule_set(m, reg, r);
  return true;
}

/* Goes on to a later place. False: what follows is not about the address that is asked for. */
static bool advance(machine *m, uint64_t by) {
  if (by > m->wanted - m->place)
    return false;
  m->place += by;
  return true;
}

/* Runs instructions up to the end, or to the address. Returns enum collect_walk_end, 0 for success. */
static uint8_t run(machine *m, collect_eh_cursor *c) {
  const collect_eh_common *k = m->common;
  while (!c->fault && collect_eh_at(c) < c->limit) {
    uint8_t op = collect_eh_take_uint8_t(c), low = op & 0x3f;
    bool inside = true, fits = true;
    switch (op & 0xc0) {
      case 0x40: inside = advance(m, low * k->code_align); break;
      case 0x80: {
        int64_t offset = (int64_t)(collect_eh_take_uleb(c) * (uint64_t)k->data_align);
        rule_set(m, low, rule_of(AT_CFA, 0, offset));
        break;
      }
      case 0xc0: rule_restore(m, low); break;
      default:
        switch (op) {
          case 0x00: break; /* DW_CFA_nop */
          case 0x01: { /* DW_CFA_set_loc */
            uintptr_t place = collect_eh_take_pointer(c, k->encoding, 0, &fits);
            inside = place >= m->place && advance(m, place - m->place);
            break;
          }
          case 0x02: inside = advance(m, collect_eh_take_uint8_t(c) * k->code_align); break; /* DW_CFA_advance_loc1, 2, 4, MIPS_advance_loc8 */
          case 0x03: inside = advance(m, collect_eh_take_uint16_t(c) * k->code_align); break;
          case 0x04: inside = advance(m, collect_eh_take_uint32_t(c) * k->code_align); break;
          case 0x1d: inside = advance(m, collect_eh_take_uint64_t(c) * k->code_align); break;
          case 0x0a: /* DW_CFA_remember_state */
            if (m->remembers == REMEMBERED)
              return COLLECT_WALK_BAD_TABLE;
            m->remembered[m->remembers++] = m->now;
            break;
          case 0x0b:
            if (!m->remembers)
              return COLLECT_WALK_BAD_TABLE;
            m->now = m->remembered[--m->remembers];
            break;
          case 0x2e: collect_eh_take_uleb(c); break; /* DW_CFA_GNU_args_size */
          default:
            if (!cfa_step(m, c, op) && !register_step(m, c, op))
              return COLLECT_WALK_BAD_TABLE;
        }
    }
    if (!fits)
      return COLLECT_WALK_BAD_TABLE;
    if (!inside)
      break;
  }
  return c->fault;
}

/* ---- rows ---- */

static collect_eh_row ends(uint8_t why) { return (collect_eh_row){.kind = COLLECT_EH_END, .cfa = why}; }

/* The frame that the kernel makes for a handler: its tables say where the ucontext_t at rsp has the registers. */
static bool is_signal_frame(const rules *r) {
  enum { BP_AT = 120, SP_AT = 160, IP_AT = 168 }; /* offsets of uc_mcontext.gregs[REG_RBP, REG_RSP, REG_RIP] */
  return r->cfa.kind == AT_VALUE && r->cfa.reg == RSP && r->cfa.offset == SP_AT && !r->cfa.add && r->ip.kind == AT && r->ip.reg == RSP &&
         r->ip.offset == IP_AT && r->bp.kind == AT && r->bp.reg == RSP && r->bp.offset == BP_AT;
}

static collect_eh_row row_of(const rules *r, const collect_eh_common *k, uintptr_t address) {
  if (k->return_register != RIP)
    return ends(COLLECT_WALK_EXPRESSION);
  if (r->ip.kind == UNDEFINED)
    return (collect_eh_row){.kind = COLLECT_EH_OUTERMOST};
  if (k->signal)
    return is_signal_frame(r) ? (collect_eh_row){.kind = COLLECT_EH_SIGNAL} : ends(COLLECT_WALK_EXPRESSION);
  bool by_sp = r->cfa.reg == RSP, by_bp = r->cfa.reg == RBP;
  if (r->ip.kind != AT_CFA || r->ip.offset != -8 || r->sp.kind != SAME || (!by_sp && !by_bp && (r->cfa.kind != VALUE || r->cfa.reg >= RIP)))
    return ends(COLLECT_WALK_EXPRESSION);
  collect_eh_row row = {.cfa = r->cfa.offset, .add = r->cfa.add};
  switch (r->cfa.kind) {
    case VALUE:
      if (!by_sp && !by_bp) {
        row.kind = COLLECT_EH_OTHER, row.add = r->cfa.reg;
        break;
      }
      row.kind = by_sp ? COLLECT_EH_SP : COLLECT_EH_BP; break;
    case AT_VALUE: row.kind = by_sp ? COLLECT_EH_AT_SP : COLLECT_EH_AT_BP; break;
    case PLT:
      row.kind = COLLECT_EH_SP, row.add = 0;
      row.cfa += (int)(address & 15) >= r->cfa.add ? 8 : 0;
      break;
    default: return ends(COLLECT_WALK_EXPRESSION);
  }
  switch (r->bp.kind) {
    case SAME: row.bp_kind = COLLECT_EH_BP_SAME; break;
    case AT_CFA: row.bp_kind = COLLECT_EH_BP_CFA, row.bp = r->bp.offset; break;
    case AT: /* the frame of a realigned stack */
      row.bp_kind = r->bp.reg == RBP ? COLLECT_EH_BP_BP : COLLECT_EH_BP_LOST;
      row.bp = r->bp.reg == RBP ? r->bp.offset : 0;
      break;
    default: row.bp_kind = COLLECT_EH_BP_LOST; break;
  }
  return row;
}

/* ---- finding an address's function ---- */

/* The last of these starts that is not behind `key`, at a stride of 1 or 2. Returns its number + 1; 0: all are. */
static uint32_t search(const int32_t *starts, uint32_t count, unsigned stride, int32_t key) {
  uint32_t low = 0;
  while (count) {
    uint32_t half = count / 2;
    bool right = starts[(size_t)(low + half) * stride] <= key;
    low = right ? low + half + 1 : low;
    count = right ? count - half - 1 : half;
  }
  return low;
}

/* The address of the FDE that may contain the address. 0: none does. *next: where the function behind it begins, relative to the origin. */
static __attribute__((noinline)) uintptr_t function_find(const collect_eh_table *t, uintptr_t address, int64_t *next, uint8_t *fault) {
  int64_t key = (int64_t)(address - t->origin);
  if (!t->count || key != (int32_t)key)
    return 0;
  uint32_t blocks = (t->count + COLLECT_EH_BLOCK - 1) / COLLECT_EH_BLOCK, block = search(t->blocks, blocks, 1, (int32_t)key);
  *next = block < blocks ? t->blocks[block] : INT64_MAX;
  if (!block--)
    return 0;
  uint32_t first = block * COLLECT_EH_BLOCK, count = t->count - first < COLLECT_EH_BLOCK ? t->count - first : COLLECT_EH_BLOCK;
  int32_t copy[2 * COLLECT_EH_BLOCK];
  const int32_t *pairs = t->own ? t->own + 2 * (size_t)first : (const int32_t *)(t->entries + 8 * (uintptr_t)first);
  if (!t->own && t->read) {
    if (!t->read(t->read_arg, (uintptr_t)pairs, copy, 8 * (size_t)count)) {
      *fault = COLLECT_WALK_UNMAPPED;
      return 0;
    }
    pairs = copy;
  }
  uint32_t found = search(pairs, count, 2, (int32_t)key);
  if (found < count)
    *next = pairs[2 * (size_t)found];
  return found ? t->origin + (uintptr_t)(intptr_t)pairs[2 * (size_t)(found - 1) + 1] : 0;
}

/* Runs the instructions of the CIE, then those of the FDE at the cursor. */
static uint8_t rules_run(rules *out, const collect_eh_common *k, collect_eh_cursor *c, uint8_t *common_window, uintptr_t start, uintptr_t address,
                         uint8_t other) {
  static const rules nothing = {.cfa = {.kind = OTHER}, .ip = {.kind = OTHER}};
  machine m = {.common = k, .first = &nothing, .now = nothing, .place = start, .wanted = UINTPTR_MAX, .other = other};
  collect_eh_cursor first;
  collect_eh_begin(&first, c->table, common_window, k->code, k->code, k->code_end);
  uint8_t fault = run(&m, &first);
  rules after = m.now;
  m.first = &after, m.place = start, m.wanted = address, m.remembers = 0;
  if (!fault)
    fault = run(&m, c);
  *out = m.now;
  return fault;
}

/* The rules for the instruction at the address, by the FDE at `entry`. Returns enum collect_walk_end, 0 for success. *inside: the function contains the
** address. (What is called in turn takes the same part of the stack.) */
static __attribute__((noinline)) uint8_t entry_run(const collect_eh_table *t, uintptr_t entry, uintptr_t address, uint8_t other, rules *r, collect_eh_common *k,
                                                  bool *inside) {
  uint8_t window[COLLECT_EH_WINDOW], common_window[COLLECT_EH_WINDOW];
  uintptr_t start, size;
  collect_eh_cursor c;
  uint8_t fault = collect_eh_function(&c, k, t, window, common_window, entry, &start, &size);
  if (fault)
    return fault;
  *inside = address >= start && address - start < size;
  return *inside ? rules_run(r, k, &c, common_window, start, address, other) : 0;
}

/* The rules for the instruction at the address. False: there are none, but the row. */
static bool rules_find(const collect_eh_table *t, uintptr_t address, uint8_t other, rules *r, collect_eh_common *k, collect_eh_row *row) {
  uint8_t fault = 0;
  int64_t next = INT64_MAX;
  bool inside = false;
  uintptr_t entry = function_find(t, address, &next, &fault);
  if (entry && !fault)
    fault = entry_run(t, entry, address, other, r, k, &inside);
  if (fault)
    *row = ends(fault);
  else if (!inside)
    *row = (collect_eh_row){.kind = next == (int64_t)(address - t->origin) + 1 ? COLLECT_EH_BEFORE : COLLECT_EH_POINTERS};
  return !fault && inside;
}

collect_eh_row collect_eh_find(const collect_eh_table *t, uintptr_t address) {
  collect_eh_common k;
  rules r;
  collect_eh_row row;
  return rules_find(t, address, UNKNOWN_REGISTER, &r, &k, &row) ? row_of(&r, &k, address) : row;
}

enum collect_eh_bp collect_eh_saved(const collect_eh_table *t, uintptr_t address, uint8_t reg, int32_t *offset) {
  collect_eh_common k;
  rules r;
  collect_eh_row row;
  if (!rules_find(t, address, reg, &r, &k, &row))
    return COLLECT_EH_BP_LOST;
  *offset = r.other.offset;
  return r.other.kind == SAME ? COLLECT_EH_BP_SAME : r.other.kind == AT_CFA ? COLLECT_EH_BP_CFA : COLLECT_EH_BP_LOST;
}
