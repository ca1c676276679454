/* Reading unwind tables: see eh_entry.h. */
#include "eh_entry.h"

/* ---- cursors ---- */

void collect_eh_spoil(collect_eh_cursor *c, uint8_t fault) {
  if (!c->fault)
    c->fault = fault;
  c->p = c->end;
}

void collect_eh_begin(collect_eh_cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uintptr_t low, uintptr_t limit) {
  *c = (collect_eh_cursor){.limit = limit, .table = t, .window = t->read ? window : NULL};
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
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
}

bool collect_eh_refill(collect_eh_cursor *c, size_t n) {
  uintptr_t address = collect_eh_at(c);
  if (c->fault || !c->window || c->limit - address < n) {
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
    return false;
  }
  size_t size = c->limit - address < COLLECT_EH_WINDOW ? c->limit - address : COLLECT_EH_WINDOW;
  if (!c->table->read(c->table->read_arg, address, c->window, size)) {
    collect_eh_spoil(c, COLLECT_WALK_UNMAPPED);
    return false;
  }
  c->p = c->window;
  c->end = c->window + size;
  c->shift = address - (uintptr_t)c->window;
  return true;
}

uint64_t collect_eh_take_uleb(collect_eh_cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = collect_eh_take_uint8_t(c);
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
}

int64_t collect_eh_take_sleb(collect_eh_cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;;) {
    uint8_t byte = collect_eh_take_uint8_t(c);
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (!(byte & 0x80))
      return (int64_t)(shift < 64 && byte & 0x40 ? value | ~(uint64_t)0 << shift : value);
  }
}

void collect_eh_skip(collect_eh_cursor *c, uint64_t n) {
  uintptr_t address = collect_eh_at(c);
  if (n > c->limit - address)
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
  else if (n <= (size_t)(c->end - c->p))
    c->p += n;
  else {
    c->p = c->end = c->window;
    c->shift = address + n - (uintptr_t)c->window;
  }
}

/* Allows nothing beyond `limit` from now on. */
static void confine(collect_eh_cursor *c, uintptr_t limit) {
  uintptr_t address = collect_eh_at(c);
  if (limit < address || limit > c->limit) {
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
    return;
  }
  c->limit = limit;
  if ((size_t)(c->end - c->p) > limit - address)
    c->end = c->p + (limit - address);
}

/* ---- encoded pointers ---- */

uintptr_t collect_eh_take_pointer(collect_eh_cursor *c, uint8_t encoding, uintptr_t origin, bool *fits) {
  uintptr_t place = collect_eh_at(c), base = 0;
  switch (encoding & 0x70) {
    case COLLECT_EH_ABSOLUTE: break;
    case COLLECT_EH_PC_RELATIVE: base = place; break;
    case COLLECT_EH_DATA_RELATIVE: base = origin; break;
    case COLLECT_EH_ALIGNED:
      collect_eh_skip(c, (0 - place) % sizeof(uintptr_t));
      return (uintptr_t)collect_eh_take_uint64_t(c);
    default: *fits = false; break;
  }
  uint64_t value = 0;
  switch (encoding & 0x0f) {
    case COLLECT_EH_ABSOLUTE: case COLLECT_EH_UDATA8: case COLLECT_EH_SDATA8: value = collect_eh_take_uint64_t(c); break;
    case COLLECT_EH_ULEB: value = collect_eh_take_uleb(c); break;
    case COLLECT_EH_SLEB: value = (uint64_t)collect_eh_take_sleb(c); break;
    case COLLECT_EH_UDATA2: value = collect_eh_take_uint16_t(c); break;
    case COLLECT_EH_SDATA2: value = (uint64_t)(int64_t)(int16_t)collect_eh_take_uint16_t(c); break;
    case COLLECT_EH_UDATA4: value = collect_eh_take_uint32_t(c); break;
    case COLLECT_EH_SDATA4: value = (uint64_t)(int64_t)(int32_t)collect_eh_take_uint32_t(c); break;
    case COLLECT_EH_SIGNED: value = collect_eh_take_uint64_t(c); break;
    default: collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE); break;
  }
  if (encoding & COLLECT_EH_INDIRECT)
    *fits = false;
  return (uintptr_t)(base + value);
}

/* ---- entries: CIEs and FDEs ---- */

bool collect_eh_entry(collect_eh_cursor *c, const collect_eh_table *t, uint8_t *window, uintptr_t address, uint64_t *id, uintptr_t *id_at) {
  collect_eh_begin(c, t, window, address, t->low, t->high);
  uint64_t size = collect_eh_take_uint32_t(c);
  bool wide = size == UINT32_MAX;
  if (wide)
    size = collect_eh_take_uint64_t(c);
  if (c->fault || !size || size > t->high - collect_eh_at(c)) {
    collect_eh_spoil(c, COLLECT_WALK_BAD_TABLE);
    return false;
  }
  confine(c, collect_eh_at(c) + size);
  *id_at = collect_eh_at(c);
  *id = wide ? collect_eh_take_uint64_t(c) : collect_eh_take_uint32_t(c);
  return !c->fault;
}

static uint8_t common_read(collect_eh_common *k, const collect_eh_table *t, uint8_t *window, uintptr_t address) {
  collect_eh_cursor c;
  uint64_t id;
  uintptr_t id_at;
  if (!collect_eh_entry(&c, t, window, address, &id, &id_at) || id != 0)
    return c.fault ? c.fault : COLLECT_WALK_BAD_TABLE;
  *k = (collect_eh_common){.encoding = COLLECT_EH_ABSOLUTE};
  uint8_t version = collect_eh_take_uint8_t(&c);
  char augmentation[8] = "";
  unsigned letters = 0;
  for (uint8_t letter; (letter = collect_eh_take_uint8_t(&c)); letters++) {
    if (letters == sizeof augmentation - 1)
      return COLLECT_WALK_BAD_TABLE;
    augmentation[letters] = (char)letter;
  }
  if (version == 4 && (collect_eh_take_uint8_t(&c) != sizeof(uintptr_t) || collect_eh_take_uint8_t(&c) != 0)) /* sizes of an address and of a segment */
    return COLLECT_WALK_BAD_TABLE;
  if (version != 1 && version != 3 && version != 4)
    return COLLECT_WALK_BAD_TABLE;
  k->code_align = collect_eh_take_uleb(&c);
  k->data_align = collect_eh_take_sleb(&c);
  uint64_t return_register = version == 1 ? collect_eh_take_uint8_t(&c) : collect_eh_take_uleb(&c);
  k->return_register = return_register < 255 ? (uint8_t)return_register : 255;
  if (letters) {
    if (augmentation[0] != 'z')
      return COLLECT_WALK_BAD_TABLE;
    k->augmented = true;
    uint64_t size = collect_eh_take_uleb(&c);
    uintptr_t code = collect_eh_at(&c) + size;
    if (c.fault || size > c.limit - collect_eh_at(&c))
      return c.fault ? c.fault : COLLECT_WALK_BAD_TABLE;
    for (unsigned i = 1; i < letters; i++) {
      bool fits = true;
      switch (augmentation[i]) {
        case 'R': k->encoding = collect_eh_take_uint8_t(&c); break;
        case 'L': collect_eh_take_uint8_t(&c); break;
        case 'P': collect_eh_take_pointer(&c, collect_eh_take_uint8_t(&c), 0, &fits); break;
        case 'S': k->signal = true; break;
        case 'B': case 'G': break; /* other architectures' */
        default: return COLLECT_WALK_BAD_TABLE;
      }
    }
    if (collect_eh_at(&c) > code)
      return COLLECT_WALK_BAD_TABLE;
    k->code = code;
  } else
    k->code = collect_eh_at(&c);
  k->code_end = c.limit;
  return c.fault;
}

uint8_t collect_eh_function(collect_eh_cursor *c, collect_eh_common *k, const collect_eh_table *t, uint8_t *window, uint8_t *common_window, uintptr_t address,
                             uintptr_t *start, uintptr_t *size) {
  uint64_t id;
  uintptr_t id_at;
  if (!collect_eh_entry(c, t, window, address, &id, &id_at) || !id || id > id_at)
    return c->fault ? c->fault : COLLECT_WALK_BAD_TABLE;
  uint8_t fault = common_read(k, t, common_window, id_at - id);
  if (fault)
    return fault;
  bool fits = true, ignored = true;
  *start = collect_eh_take_pointer(c, k->encoding, t->origin, &fits);
  *size = collect_eh_take_pointer(c, k->encoding & 0x0f, 0, &ignored);
  if (k->augmented)
    collect_eh_skip(c, collect_eh_take_uleb(c));
  return c->fault ? c->fault : fits ? 0 : COLLECT_WALK_EXPRESSION;
}
