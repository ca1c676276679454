/* Unwind tables: see eh.h.
**
** A cursor reads bytes at addresses of the process that the tables are loaded in. If these may be read directly, or there is a copy, its window is all.
** Otherwise it copies them to a small window, a piece at a time. A cursor that was asked for a byte beyond its limit, or that cannot be read, is
** spoilt: it gives zeros from then on, and whoever uses it looks at `fault` in the end. */
#include "eh.h"
#include "walk.h"
#include <string.h>
#include <sys/mman.h>

enum { WINDOW = 256 };

typedef struct cursor {
  const uint8_t *p, *end;
  uintptr_t shift; /* the address of *p is (uintptr_t)p + shift */
  uintptr_t limit; /* the first address that must not be read */
  const collect_eh_table *table;
  uint8_t *window; /* NULL: direct */
  uint8_t fault;   /* enum collect_walk_end; 0: none */
} cursor;

static uintptr_t at(const cursor *c) { return (uintptr_t)c->p + c->shift; }

static void spoil(cursor *c, uint8_t fault) {
  if (!c->fault)
    c->fault = fault;
  c->p = c->end;
}

/* Begins at an address between low and limit. */
static void cursor_begin(cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uintptr_t low, uintptr_t limit) {
  *c = (cursor){.limit = limit, .table = t, .window = t->read ? window : NULL};
  bool inside = address >= low && address <= limit;
  if (c->window) {
    c->p = c->end = window;
    c->shift = address - (uintptr_t)window;
  } else {
    c->p = (const uint8_t *)(address + t->copy);
    c->end = inside ? (const uint8_t *)(limit + t->copy) : c->p;
    c->shift = 0 - t->copy;
  }
  if (!inside)
    spoil(c, COLLECT_WALK_BAD_TABLE);
}

/* Makes `n` bytes at the cursor readable. */
static bool refill(cursor *c, size_t n) {
  uintptr_t address = at(c);
  if (c->fault || !c->window || c->limit - address < n) {
    spoil(c, COLLECT_WALK_BAD_TABLE);
    return false;
  }
  size_t size = c->limit - address < WINDOW ? c->limit - address : WINDOW;
  if (!c->table->read(c->table->read_arg, address, c->window, size)) {
    spoil(c, COLLECT_WALK_UNMAPPED);
    return false;
  }
  c->p = c->window;
  c->end = c->window + size;
  c->shift = address - (uintptr_t)c->window;
  return true;
}
static inline bool need(cursor *c, size_t n) { return (size_t)(c->end - c->p) >= n || refill(c, n); }

#define READER(type) \
  static inline type take_##type(cursor *c) { \
    type value = 0; \
    if (need(c, sizeof value)) { \
      memcpy(&value, c->p, sizeof value); \
      c->p += sizeof value; \
    } \
    return value; \
  }
READER(uint8_t) READER(uint16_t) READER(uint32_t) READER(uint64_t)

static uint64_t take_uleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = take_uint8_t(c);
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
}
static int64_t take_sleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;;) {
    uint8_t byte = take_uint8_t(c);
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (!(byte & 0x80))
      return (int64_t)(shift < 64 && byte & 0x40 ? value | ~(uint64_t)0 << shift : value);
  }
}

/* Goes on to an address further on. */
static void skip(cursor *c, uint64_t n) {
  uintptr_t address = at(c);
  if (n > c->limit - address)
    spoil(c, COLLECT_WALK_BAD_TABLE);
  else if (n <= (size_t)(c->end - c->p))
    c->p += n;
  else {
    c->p = c->end = c->window;
    c->shift = address + n - (uintptr_t)c->window;
  }
}

/* Goes on to this limit, and allows nothing beyond `limit`. */
static void confine(cursor *c, uintptr_t limit) {
  uintptr_t address = at(c);
  if (limit < address || limit > c->limit) {
    spoil(c, COLLECT_WALK_BAD_TABLE);
    return;
  }
  c->limit = limit;
  if ((size_t)(c->end - c->p) > limit - address)
    c->end = c->p + (limit - address);
}

/* ---- encoded pointers ---- */

enum { ABSOLUTE = 0x00, ULEB = 0x01, UDATA2 = 0x02, UDATA4 = 0x03, UDATA8 = 0x04, SIGNED = 0x08, SLEB = 0x09, SDATA2 = 0x0a, SDATA4 = 0x0b, SDATA8 = 0x0c,
  PC_RELATIVE = 0x10, DATA_RELATIVE = 0x30, ALIGNED = 0x50, INDIRECT = 0x80, OMITTED = 0xff };

/* `origin`: what data-relative pointers are relative to. *fits: false, if such a pointer is not supported: text-relative and function-relative pointers
** do not occur on this architecture, and an indirect one would be read from another segment. */
static uintptr_t take_pointer(cursor *c, uint8_t encoding, uintptr_t origin, bool *fits) {
  uintptr_t place = at(c), base = 0;
  switch (encoding & 0x70) {
    case ABSOLUTE: break;
    case PC_RELATIVE: base = place; break;
    case DATA_RELATIVE: base = origin; break;
    case ALIGNED:
      skip(c, (0 - place) % sizeof(uintptr_t));
      return (uintptr_t)take_uint64_t(c);
    default: *fits = false; break;
  }
  uint64_t value = 0;
  switch (encoding & 0x0f) {
    case ABSOLUTE: case UDATA8: case SDATA8: value = take_uint64_t(c); break;
    case ULEB: value = take_uleb(c); break;
    case SLEB: value = (uint64_t)take_sleb(c); break;
    case UDATA2: value = take_uint16_t(c); break;
    case SDATA2: value = (uint64_t)(int64_t)(int16_t)take_uint16_t(c); break;
    case UDATA4: value = take_uint32_t(c); break;
    case SDATA4: value = (uint64_t)(int64_t)(int32_t)take_uint32_t(c); break;
    case SIGNED: value = take_uint64_t(c); break;
    default: spoil(c, COLLECT_WALK_BAD_TABLE); break;
  }
  if (encoding & INDIRECT)
    *fits = false;
  return (uintptr_t)(base + value);
}

/* ---- entries: CIEs and FDEs ---- */

/* Begins to read the entry at an address: *id is its second word, *id_at the word's address. The cursor ends with the entry. False: this is no entry. */
static bool entry_begin(cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uint64_t *id, uintptr_t *id_at) {
  cursor_begin(c, t, window, address, t->low, t->high);
  uint64_t size = take_uint32_t(c);
  bool wide = size == UINT32_MAX;
  if (wide)
    size = take_uint64_t(c);
  if (c->fault || !size || size > t->high - at(c)) {
    spoil(c, COLLECT_WALK_BAD_TABLE);
    return false;
  }
  confine(c, at(c) + size);
  *id_at = at(c);
  *id = wide ? take_uint64_t(c) : take_uint32_t(c);
  return !c->fault;
}

/* What a CIE says. Its first instructions are at `code`. */
typedef struct common { uintptr_t code, code_end; uint64_t code_align; int64_t data_align; uint8_t encoding; bool signal, augmented; uint8_t return_register; } common;

static uint8_t common_read(common *k, const collect_eh_table *t, uint8_t *window, uintptr_t address) {
  cursor c;
  uint64_t id;
  uintptr_t id_at;
  if (!entry_begin(&c, t, window, address, &id, &id_at) || id != 0)
    return c.fault ? c.fault : COLLECT_WALK_BAD_TABLE;
  *k = (common){.encoding = ABSOLUTE};
  uint8_t version = take_uint8_t(&c);
  char augmentation[8] = "";
  unsigned letters = 0;
  for (uint8_t letter; (letter = take_uint8_t(&c)); letters++) {
    if (letters == sizeof augmentation - 1)
      return COLLECT_WALK_BAD_TABLE;
    augmentation[letters] = (char)letter;
  }
  if (version == 4 && (take_uint8_t(&c) != sizeof(uintptr_t) || take_uint8_t(&c) != 0)) /* sizes of an address and of a segment */
    return COLLECT_WALK_BAD_TABLE;
  if (version != 1 && version != 3 && version != 4)
    return COLLECT_WALK_BAD_TABLE;
  k->code_align = take_uleb(&c);
  k->data_align = take_sleb(&c);
  uint64_t return_register = version == 1 ? take_uint8_t(&c) : take_uleb(&c);
  k->return_register = return_register < 255 ? (uint8_t)return_register : 255;
  if (letters) {
    if (augmentation[0] != 'z')
      return COLLECT_WALK_BAD_TABLE;
    k->augmented = true;
    uint64_t size = take_uleb(&c);
    uintptr_t code = at(&c) + size;
    if (c.fault || size > c.limit - at(&c))
      return c.fault ? c.fault : COLLECT_WALK_BAD_TABLE;
    for (unsigned i = 1; i < letters; i++) {
      bool fits = true;
      switch (augmentation[i]) {
        case 'R': k->encoding = take_uint8_t(&c); break;
        case 'L': take_uint8_t(&c); break;
        case 'P': take_pointer(&c, take_uint8_t(&c), 0, &fits); break;
        case 'S': k->signal = true; break;
        case 'B': case 'G': break; /* other architectures' */
        default: return COLLECT_WALK_BAD_TABLE;
      }
    }
    if (at(&c) > code)
      return COLLECT_WALK_BAD_TABLE;
    k->code = code;
  } else
    k->code = at(&c);
  k->code_end = c.limit;
  return c.fault;
}

/* Reads the FDE at an address up to its instructions, which are then at the cursor. Returns enum collect_walk_end, 0 for success. */
static uint8_t function_read(cursor *c, common *k, const collect_eh_table *t, uint8_t *window, uint8_t *common_window, uintptr_t address,
                             uintptr_t *start, uintptr_t *size) {
  uint64_t id;
  uintptr_t id_at;
  if (!entry_begin(c, t, window, address, &id, &id_at) || !id || id > id_at)
    return c->fault ? c->fault : COLLECT_WALK_BAD_TABLE;
  uint8_t fault = common_read(k, t, common_window, id_at - id);
  if (fault)
    return fault;
  bool fits = true, ignored = true;
  *start = take_pointer(c, k->encoding, t->origin, &fits);
  *size = take_pointer(c, k->encoding & 0x0f, 0, &ignored);
  if (k->augmented)
    skip(c, take_uleb(c));
  return c->fault ? c->fault : fits ? 0 : COLLECT_WALK_EXPRESSION;
}

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
static rule expression_read(cursor *c, bool is_value) {
  uint64_t size = take_uleb(c);
  uintptr_t end = at(c) + size;
  if (c->fault || size > c->limit - at(c)) {
    spoil(c, COLLECT_WALK_BAD_TABLE);
    return (rule){.kind = OTHER};
  }
  enum { BREG0 = 0x70, BREG31 = 0x8f, DEREF = 0x06, PLUS_UCONST = 0x23, LIT0 = 0x30, LIT31 = 0x4f };
  rule r = {.kind = OTHER};
  uint8_t op = size >= 2 ? take_uint8_t(c) : 0;
  if (op >= BREG0 && op <= BREG31) {
    r = rule_of(is_value ? VALUE : AT, (uint64_t)(op - BREG0), take_sleb(c));
    uint64_t rest = end - at(c);
    if (rest && at(c) <= end) {
      op = take_uint8_t(c);
      if (op == DEREF && is_value && r.kind == VALUE) {
        r.kind = AT_VALUE;
        if (rest > 2 && take_uint8_t(c) == PLUS_UCONST) {
          uint64_t add = take_uleb(c);
          r.add = (int16_t)add;
          if (add > INT16_MAX)
            r.kind = OTHER;
        }
      } else if (op == BREG0 + RIP && rest == 9 && is_value && r.reg == RSP) {
        static const uint8_t compute[8] = {0, LIT0 + 15, 0x1a /* and */, LIT0, 0x2a /* ge */, LIT0 + 3, 0x24 /* shl */, 0x22 /* plus */};
        uint8_t code[8];
        for (int i = 0; i < 8; i++)
          code[i] = take_uint8_t(c);
        r.add = (int16_t)(code[3] - LIT0);
        code[3] = LIT0;
        r.kind = !memcmp(code, compute, 8) && r.add >= 0 && r.add < 16 ? PLT : OTHER;
      } else
        r.kind = OTHER;
    }
  }
  if (at(c) > end)
    spoil(c, COLLECT_WALK_BAD_TABLE);
  else if (at(c) < end) {
    r.kind = OTHER;
    skip(c, end - at(c));
  }
  return r;
}

enum { REMEMBERED = 8 };
typedef struct machine {
  const common *common;
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
static bool cfa_step(machine *m, cursor *c, uint8_t op) {
  rule *cfa = &m->now.cfa;
  uint64_t reg = cfa->reg;
  int64_t offset = cfa->offset, unit = m->common->data_align;
  switch (op) {
    case 0x0c: reg = take_uleb(c), offset = (int64_t)take_uleb(c); break;        /* DW_CFA_def_cfa */
    case 0x0d: reg = take_uleb(c); break;                                        /* _register */
    case 0x0e: offset = (int64_t)take_uleb(c); break;                            /* _offset */
    case 0x12: reg = take_uleb(c), offset = (int64_t)((uint64_t)take_sleb(c) * (uint64_t)unit); break; /* _sf */
    case 0x13: offset = (int64_t)((uint64_t)take_sleb(c) * (uint64_t)unit); break;                     /* _offset_sf */
    case 0x0f: *cfa = expression_read(c, true); return true;
    default: return false;
  }
  *cfa = rule_of(VALUE, reg, offset);
  return true;
}

/* The instructions that concern other registers. False: it is none of these. */
static bool register_step(machine *m, cursor *c, uint8_t op) {
  uint64_t unit = (uint64_t)m->common->data_align, reg = take_uleb(c);
  rule r;
  switch (op) {
    case 0x05: r = rule_of(AT_CFA, 0, (int64_t)(take_uleb(c) * unit)); break;            /* DW_CFA_offset_extended */
    case 0x11: r = rule_of(AT_CFA, 0, (int64_t)((uint64_t)take_sleb(c) * unit)); break; /* _sf */
    case 0x2f: r = rule_of(AT_CFA, 0, (int64_t)(0 - take_uleb(c) * unit)); break;         /* DW_CFA_GNU_negative_offset_extended */
    case 0x06: rule_restore(m, reg); return true;                        /* DW_CFA_restore_extended */
    case 0x07: r = (rule){.kind = UNDEFINED}; break;
    case 0x08: r = (rule){.kind = SAME}; break;
    case 0x09: take_uleb(c); r = (rule){.kind = OTHER}; break;                           /* DW_CFA_register */
    case 0x10: r = expression_read(c, false); break;
    case 0x14: take_uleb(c); r = (rule){.kind = OTHER}; break;                           /* DW_CFA_val_offset */
    case 0x15: take_sleb(c); r = (rule){.kind = OTHER}; break;                           /* _sf */
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
static uint8_t run(machine *m, cursor *c) {
  const common *k = m->common;
  while (!c->fault && at(c) < c->limit) {
    uint8_t op = take_uint8_t(c), low = op & 0x3f;
    bool inside = true, fits = true;
    switch (op & 0xc0) {
      case 0x40: inside = advance(m, low * k->code_align); break;
      case 0x80: {
        int64_t offset = (int64_t)(take_uleb(c) * (uint64_t)k->data_align);
        rule_set(m, low, rule_of(AT_CFA, 0, offset));
        break;
      }
      case 0xc0: rule_restore(m, low); break;
      default:
        switch (op) {
          case 0x00: break; /* DW_CFA_nop */
          case 0x01: { /* DW_CFA_set_loc */
            uintptr_t place = take_pointer(c, k->encoding, 0, &fits);
            inside = place >= m->place && advance(m, place - m->place);
            break;
          }
          case 0x02: inside = advance(m, take_uint8_t(c) * k->code_align); break; /* DW_CFA_advance_loc1, 2, 4, MIPS_advance_loc8 */
          case 0x03: inside = advance(m, take_uint16_t(c) * k->code_align); break;
          case 0x04: inside = advance(m, take_uint32_t(c) * k->code_align); break;
          case 0x1d: inside = advance(m, take_uint64_t(c) * k->code_align); break;
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
          case 0x2e: take_uleb(c); break; /* DW_CFA_GNU_args_size */
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

static collect_eh_row row_of(const rules *r, const common *k, uintptr_t address) {
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
      if (row.kind == COLLECT_EH_SP && row.cfa == 8) { /* at its return, where rbp is the caller's again, which GCC's tables do not say */
        row.bp_kind = COLLECT_EH_BP_SAME;
        row.bp = 0;
      }
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
static uintptr_t function_find(const collect_eh_table *t, uintptr_t address, int64_t *next, uint8_t *fault) {
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
static uint8_t rules_run(rules *out, const common *k, cursor *c, uint8_t *common_window, uintptr_t start, uintptr_t address, uint8_t other) {
  static const rules nothing = {.cfa = {.kind = OTHER}, .ip = {.kind = OTHER}};
  machine m = {.common = k, .first = &nothing, .now = nothing, .place = start, .wanted = UINTPTR_MAX, .other = other};
  cursor first;
  cursor_begin(&first, c->table, common_window, k->code, k->code, k->code_end);
  uint8_t fault = run(&m, &first);
  rules after = m.now;
  m.first = &after, m.place = start, m.wanted = address, m.remembers = 0;
  if (!fault)
    fault = run(&m, c);
  *out = m.now;
  return fault;
}

/* The rules for the instruction at the address. False: there are none, but the row. */
static bool rules_find(const collect_eh_table *t, uintptr_t address, uint8_t other, rules *r, common *k, collect_eh_row *row) {
  uint8_t fault = 0, window[WINDOW], common_window[WINDOW];
  int64_t next = INT64_MAX;
  uintptr_t entry = function_find(t, address, &next, &fault), start, size;
  cursor c;
  if (entry && !fault)
    fault = function_read(&c, k, t, window, common_window, entry, &start, &size);
  if (!fault && (!entry || address < start || address - start >= size)) {
    *row = (collect_eh_row){.kind = next == (int64_t)(address - t->origin) + 1 ? COLLECT_EH_BEFORE : COLLECT_EH_POINTERS};
    return false;
  }
  if (!fault)
    fault = rules_run(r, k, &c, common_window, start, address, other);
  if (fault)
    *row = ends(fault);
  return !fault;
}

collect_eh_row collect_eh_find(const collect_eh_table *t, uintptr_t address) {
  common k;
  rules r;
  collect_eh_row row;
  return rules_find(t, address, UNKNOWN_REGISTER, &r, &k, &row) ? row_of(&r, &k, address) : row;
}

enum collect_eh_bp collect_eh_saved(const collect_eh_table *t, uintptr_t address, uint8_t reg, int32_t *offset) {
  common k;
  rules r;
  collect_eh_row row;
  if (!rules_find(t, address, reg, &r, &k, &row))
    return COLLECT_EH_BP_LOST;
  *offset = r.other.offset;
  return r.other.kind == SAME ? COLLECT_EH_BP_SAME : r.other.kind == AT_CFA ? COLLECT_EH_BP_CFA : COLLECT_EH_BP_LOST;
}

/* ---- preparing an object's tables ---- */

static void *memory_take(collect_eh_table *t, size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  t->memory = p;
  t->memory_size = size;
  return p;
}

/* Notes the first entry of each block. False: the entries are not sorted, or not readable. */
static bool blocks_fill(collect_eh_table *t, int32_t *blocks) {
  uint8_t window[WINDOW];
  cursor c;
  uintptr_t entries = t->own ? (uintptr_t)t->own : t->entries;
  cursor_begin(&c, t, window, entries, entries, entries + 8 * (uintptr_t)t->count);
  if (t->own)
    c = (cursor){.p = (const uint8_t *)t->own, .end = (const uint8_t *)(t->own + 2 * (size_t)t->count)};
  int32_t before = INT32_MIN;
  for (uint32_t i = 0; i < t->count; i++) {
    int32_t start = (int32_t)take_uint32_t(&c);
    (void)take_uint32_t(&c);
    if (start < before || c.fault)
      return false;
    before = start;
    if (i % COLLECT_EH_BLOCK == 0)
      blocks[i / COLLECT_EH_BLOCK] = start;
  }
  t->blocks = blocks;
  return true;
}

/* Calls for each FDE, from the first entry at `frames` on, until the terminator or what is no entry. Returns their number; stores pairs in `out`, if
** that is not NULL, up to `room`. */
static uint32_t frames_scan(const collect_eh_table *t, uintptr_t frames, int32_t *out, uint32_t room) {
  uint8_t window[WINDOW], common_window[WINDOW];
  uint32_t count = 0;
  for (uintptr_t address = frames, next; count < UINT32_MAX; address = next) {
    cursor c;
    uint64_t id;
    uintptr_t id_at, start, size;
    if (!entry_begin(&c, t, window, address, &id, &id_at))
      break;
    next = c.limit;
    common k;
    if (!id || function_read(&c, &k, t, window, common_window, address, &start, &size))
      continue;
    int64_t key = (int64_t)(start - t->origin), entry = (int64_t)(address - t->origin);
    if (!size || key != (int32_t)key || entry != (int32_t)entry)
      continue;
    if (out && count < room) {
      out[2 * (size_t)count] = (int32_t)key;
      out[2 * (size_t)count + 1] = (int32_t)entry;
    }
    count++;
  }
  return out && count > room ? room : count;
}

typedef struct pair { int32_t start, entry; } pair;

static void sift(pair *p, uint32_t i, uint32_t count) {
  for (uint64_t child; (child = 2 * (uint64_t)i + 1) < count; i = (uint32_t)child) {
    child += child + 1 < count && p[child].start < p[child + 1].start;
    if (p[i].start >= p[child].start)
      return;
    pair swap = p[i];
    p[i] = p[child];
    p[child] = swap;
  }
}

/* Sorts in place, without memory and without recursion. */
static void pairs_sort(pair *p, uint32_t count) {
  for (uint32_t i = count / 2; i-- > 0;)
    sift(p, i, count);
  for (uint32_t n = count; n-- > 1;) {
    pair swap = p[0];
    p[0] = p[n];
    p[n] = swap;
    sift(p, 0, n);
  }
}

static uint32_t blocks_of(uint32_t count) { return (count + COLLECT_EH_BLOCK - 1) / COLLECT_EH_BLOCK; }

/* Makes a table of our own from .eh_frame. */
static void table_make(collect_eh_table *t, uintptr_t frames) {
  uint32_t count = frames_scan(t, frames, NULL, 0);
  int32_t *memory = count ? memory_take(t, 8 * (size_t)count + 4 * (size_t)blocks_of(count)) : NULL;
  if (!memory)
    return;
  t->count = frames_scan(t, frames, memory, count);
  pairs_sort((pair *)(void *)memory, t->count);
  t->own = memory;
  blocks_fill(t, memory + 2 * (size_t)count);
}

static const collect_eh_segment *segment_of(uintptr_t address, const collect_eh_segment *segment, unsigned segments) {
  for (unsigned i = 0; i < segments; i++)
    if (address >= segment[i].low && address < segment[i].high)
      return &segment[i];
  return NULL;
}

void collect_eh_open(collect_eh_table *t, uintptr_t header, const collect_eh_segment *segment, unsigned segments) {
  *t = (collect_eh_table){.read = t->read, .read_arg = t->read_arg, .origin = header};
  const collect_eh_segment *own = segment_of(header, segment, segments);
  uint8_t window[WINDOW];
  cursor c;
  if (!own)
    return;
  cursor_begin(&c, t, window, header, own->low, own->high);
  uint8_t version = take_uint8_t(&c), frames_encoding = take_uint8_t(&c), count_encoding = take_uint8_t(&c), encoding = take_uint8_t(&c);
  bool fits = true;
  uintptr_t frames = frames_encoding != OMITTED ? take_pointer(&c, frames_encoding, header, &fits) : 0;
  const collect_eh_segment *of_frames = frames ? segment_of(frames, segment, segments) : own;
  if (version != 1 || c.fault || !fits || !of_frames)
    return;
  t->low = of_frames->low;
  t->high = of_frames->high;
  uintptr_t count = count_encoding != OMITTED && encoding != OMITTED ? take_pointer(&c, count_encoding, header, &fits) : 0;
  t->entries = at(&c);
  t->frames = frames;
  if (encoding == (DATA_RELATIVE | SDATA4) && fits && !c.fault && count && t->entries % 4 == 0 && count <= (own->high - t->entries) / 8) {
    int32_t *blocks = memory_take(t, 4 * (size_t)blocks_of((uint32_t)count));
    t->count = (uint32_t)count;
    if (blocks && blocks_fill(t, blocks))
      return;
    collect_eh_close(t);
  }
  if (frames)
    table_make(t, frames);
}

/* The end of .eh_frame; 0: it is not a row of entries that holds all FDEs of the table. */
static uintptr_t frames_end(const collect_eh_table *t) {
  uint8_t window[WINDOW];
  uintptr_t end = t->frames, id_at;
  uint64_t id;
  cursor c;
  while (end && entry_begin(&c, t, window, end, &id, &id_at))
    end = c.limit;
  const int32_t *pairs = t->own ? t->own : (const int32_t *)t->entries;
  for (uint32_t i = 0; i < t->count; i++) {
    uintptr_t entry = t->origin + (uintptr_t)(intptr_t)pairs[2 * (size_t)i + 1];
    if (entry < t->frames || entry >= end)
      return 0;
  }
  return end;
}

size_t collect_eh_keep(collect_eh_table *t, size_t most) {
  uintptr_t end = t->count && !t->read && !t->copy ? frames_end(t) : 0;
  size_t size = end ? end - t->frames : 0, pairs = 8 * (size_t)t->count, blocks = 4 * (size_t)blocks_of(t->count);
  if (!size || size > most || size + pairs + blocks > most)
    return 0;
  collect_eh_table kept = *t;
  int32_t *memory = memory_take(&kept, pairs + blocks + size);
  if (!memory)
    return 0;
  char *to = (char *)memory;
  memcpy(to, t->own ? (const void *)t->own : (const void *)t->entries, pairs);
  memcpy(to + pairs, t->blocks, blocks);
  memcpy(to + pairs + blocks, (const void *)t->frames, size);
  kept.own = memory;
  kept.blocks = memory + 2 * (size_t)t->count;
  kept.low = t->frames;
  kept.high = end;
  kept.copy = (uintptr_t)(to + pairs + blocks) - t->frames;
  collect_eh_close(t);
  *t = kept;
  return kept.memory_size;
}

void collect_eh_close(collect_eh_table *t) {
  if (t->memory)
    munmap(t->memory, t->memory_size);
  t->memory = NULL;
  t->own = t->blocks = NULL;
  t->count = 0;
}
