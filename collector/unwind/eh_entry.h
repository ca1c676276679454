/* Reading unwind tables: bytes, numbers, pointers, entries.
**
** A cursor reads bytes at addresses of the process that the tables are loaded in. If these may be read directly, or there is a copy, its window is all.
** Otherwise it copies them to a small window, a piece at a time. A cursor that was asked for a byte beyond its limit, or for one that cannot be read, is
** spoilt: it gives zeros from then on, and whoever uses it looks at `fault` in the end. */
#ifndef COLLECT_EH_ENTRY_H
#define COLLECT_EH_ENTRY_H
#include "eh.h"
#include "walk.h"
#include <string.h>

enum { COLLECT_EH_WINDOW = 128 }; /* a handler's stack is small */

typedef struct collect_eh_cursor {
  const uint8_t *p, *end;
  uintptr_t shift; /* the address of *p is (uintptr_t)p + shift */
  uintptr_t limit; /* the first address that must not be read */
  const collect_eh_table *table;
  uint8_t *window; /* NULL: direct */
  uint8_t fault;   /* enum collect_walk_end; 0: none */
} collect_eh_cursor;

static inline uintptr_t collect_eh_at(const collect_eh_cursor *c) { return (uintptr_t)c->p + c->shift; }

/* Begins at an address, which must be in [low, limit]. `window`: COLLECT_EH_WINDOW bytes, used if the table is read by pieces. */
void collect_eh_begin(collect_eh_cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uintptr_t low, uintptr_t limit);
void collect_eh_spoil(collect_eh_cursor *c, uint8_t fault);
/* Makes `n` bytes at the cursor readable. False: it is spoilt. */
bool collect_eh_refill(collect_eh_cursor *c, size_t n);
/* Goes on to an address further on. */
void collect_eh_skip(collect_eh_cursor *c, uint64_t n);

#define COLLECT_EH_READER(type) \
  static inline type collect_eh_take_##type(collect_eh_cursor *c) { \
    type value = 0; \
    if ((size_t)(c->end - c->p) >= sizeof value || collect_eh_refill(c, sizeof value)) { \
      memcpy(&value, c->p, sizeof value); \
      c->p += sizeof value; \
    } \
    return value; \
  }
COLLECT_EH_READER(uint8_t)
COLLECT_EH_READER(uint16_t)
COLLECT_EH_READER(uint32_t)
COLLECT_EH_READER(uint64_t)
uint64_t collect_eh_take_uleb(collect_eh_cursor *c);
int64_t collect_eh_take_sleb(collect_eh_cursor *c);

/* Encodings of pointers: what a number is relative to, and what it is like. */
enum {
  COLLECT_EH_ABSOLUTE = 0x00, COLLECT_EH_PC_RELATIVE = 0x10, COLLECT_EH_DATA_RELATIVE = 0x30, COLLECT_EH_ALIGNED = 0x50,
  COLLECT_EH_ULEB = 0x01, COLLECT_EH_UDATA2 = 0x02, COLLECT_EH_UDATA4 = 0x03, COLLECT_EH_UDATA8 = 0x04,
  COLLECT_EH_SIGNED = 0x08, COLLECT_EH_SLEB = 0x09, COLLECT_EH_SDATA2 = 0x0a, COLLECT_EH_SDATA4 = 0x0b, COLLECT_EH_SDATA8 = 0x0c,
  COLLECT_EH_INDIRECT = 0x80, COLLECT_EH_OMITTED = 0xff
};
/* Reads a pointer. `origin`: what data-relative pointers are relative to. *fits: false, if such a pointer is not supported. Text-relative and
** function-relative pointers do not occur on this architecture, and an indirect one would be read from another segment. */
uintptr_t collect_eh_take_pointer(collect_eh_cursor *c, uint8_t encoding, uintptr_t origin, bool *fits);

/* What a CIE says. Its instructions are [code, code_end). */
typedef struct collect_eh_common {
  uintptr_t code, code_end;
  uint64_t code_align;
  int64_t data_align;
  uint8_t encoding, return_register;
  bool signal, augmented;
} collect_eh_common;
/* Begins to read the entry at an address: *id is its second word, *id_at the word's address. The cursor ends with the entry. False: this is no entry. */
bool collect_eh_entry(collect_eh_cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uint64_t *id, uintptr_t *id_at);
/* Reads the FDE at an address up to its instructions, which are then at the cursor. Returns enum collect_walk_end, 0 for success. */
uint8_t collect_eh_function(collect_eh_cursor *c, collect_eh_common *k, const collect_eh_table *t, uint8_t *window, uint8_t *common_window, uintptr_t address,
                            uintptr_t *start, uintptr_t *size);

#endif
