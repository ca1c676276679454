/* See metadata.h. A code object is an ELF file with a note, NT_AMDGPU_METADATA, which is a msgpack map (LLVM's AMDGPU usage, code
** objects of version 3 and later). Its "amdhsa.kernels" are maps with ".name" and ".args"; these are maps with ".offset",
** ".size", ".value_kind" and sometimes ".name" and ".value_type". Nothing in it is trusted. */
#include "metadata.h"
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- msgpack ---- */

typedef struct cursor { const uint8_t *at, *end; } cursor;

enum item_kind { NUMBER, TEXT, ARRAY, MAP, OTHER };
typedef struct item {
  enum item_kind kind;
  uint64_t n;           /* the number; or the length of a text, the elements of an array, the pairs of a map */
  const char *text;
} item;

static bool big_endian(cursor *c, unsigned bytes, uint64_t *n) {
  if ((size_t)(c->end - c->at) < bytes)
    return false;
  for (*n = 0; bytes; bytes--)
    *n = *n << 8 | *c->at++;
  return true;
}

static bool bytes_of(cursor *c, item *i) {
  i->text = (const char *)c->at;
  if ((uint64_t)(c->end - c->at) < i->n)
    return false;
  c->at += i->n;
  return true;
}

/* Reads the item at the cursor, without the elements of arrays and maps. */
static bool item_read(cursor *c, item *i) {
  if (c->at >= c->end)
    return false;
  uint8_t b = *c->at++;
  *i = (item){.kind = OTHER};
  if (b < 0x80 || b >= 0xe0) return i->kind = NUMBER, i->n = (uint64_t)(int64_t)(int8_t)b, true;
  if (b < 0x90) return i->kind = MAP, i->n = b & 0xf, true;
  if (b < 0xa0) return i->kind = ARRAY, i->n = b & 0xf, true;
  if (b < 0xc0) return i->kind = TEXT, i->n = b & 0x1f, bytes_of(c, i);
  if (b >= 0xcc && b <= 0xd3) return i->kind = NUMBER, big_endian(c, 1u << (b & 3), &i->n);
  if (b >= 0xd9 && b <= 0xdb) return i->kind = TEXT, big_endian(c, 1u << (b - 0xd9), &i->n) && bytes_of(c, i);
  if (b == 0xdc || b == 0xdd) return i->kind = ARRAY, big_endian(c, b == 0xdc ? 2 : 4, &i->n);
  if (b == 0xde || b == 0xdf) return i->kind = MAP, big_endian(c, b == 0xde ? 2 : 4, &i->n);
  if (b >= 0xc4 && b <= 0xc6) return big_endian(c, 1u << (b - 0xc4), &i->n) && bytes_of(c, i);
  if (b == 0xca || b == 0xcb) return i->n = b == 0xca ? 4 : 8, bytes_of(c, i);
  return b == 0xc0 || b == 0xc2 || b == 0xc3; /* nil, false, true; metadata contain no extensions */
}

/* Moves past one value with all its elements. */
static bool skip(cursor *c) {
  item i;
  for (uint64_t left = 1; left; left--) {
    if (!item_read(c, &i))
      return false;
    left += i.kind == MAP ? 2 * i.n : i.kind == ARRAY ? i.n : 0;
  }
  return true;
}

static bool is(const item *i, const char *text) { return i->kind == TEXT && i->n == strlen(text) && !memcmp(i->text, text, i->n); }

/* Finds the value of a key in the map at `c`. */
static bool map_find(cursor c, const char *key, cursor *value) {
  item map, name;
  if (!item_read(&c, &map) || map.kind != MAP)
    return false;
  for (uint64_t n = 0; n < map.n; n++) {
    if (!item_read(&c, &name))
      return false;
    if (is(&name, key))
      return *value = c, true;
    if (!skip(&c))
      return false;
  }
  return false;
}

static bool map_item(cursor map, const char *key, enum item_kind kind, item *i) {
  cursor value;
  return map_find(map, key, &value) && item_read(&value, i) && i->kind == kind;
}

/* ---- the note ---- */

static bool note_find(const uint8_t *image, size_t size, uint64_t at, uint64_t bytes, cursor *out) {
  if (at > size || bytes > size - at)
    return false;
  for (uint64_t end = at + bytes; end - at >= sizeof(Elf64_Nhdr);) {
    Elf64_Nhdr h;
    memcpy(&h, image + at, sizeof h);
    uint64_t name = at + sizeof h, text = name + (((uint64_t)h.n_namesz + 3) & ~(uint64_t)3);
    if (text > end || h.n_descsz > end - text)
      return false;
    enum { METADATA = 32 };
    if (h.n_type == METADATA && h.n_namesz == sizeof "AMDGPU" && !memcmp(image + name, "AMDGPU", sizeof "AMDGPU"))
      return *out = (cursor){image + text, image + text + h.n_descsz}, true;
    at = text + (((uint64_t)h.n_descsz + 3) & ~(uint64_t)3);
    if (at > end)
      return false;
  }
  return false;
}

static bool metadata_find(const uint8_t *image, size_t size, cursor *out) {
  Elf64_Ehdr e;
  if (size < sizeof e)
    return false;
  memcpy(&e, image, sizeof e);
  if (memcmp(e.e_ident, ELFMAG, SELFMAG) || e.e_ident[EI_CLASS] != ELFCLASS64 || e.e_phentsize != sizeof(Elf64_Phdr) ||
      e.e_phoff > size || e.e_phnum > (size - e.e_phoff) / sizeof(Elf64_Phdr))
    return false;
  for (unsigned i = 0; i < e.e_phnum; i++) {
    Elf64_Phdr p;
    memcpy(&p, image + e.e_phoff + i * sizeof p, sizeof p);
    if (p.p_type == PT_NOTE && note_find(image, size, p.p_vaddr, p.p_filesz, out))
      return true;
  }
  return false;
}

/* ---- arguments ---- */

static char type_of(const item *kind, const item *type, uint64_t size) {
  if (size > 8)
    return 'x';
  bool value = is(kind, "by_value") && type->kind == TEXT && type->n > 1;
  char first = value ? type->text[0] : 0;
  if (first == 'f' && (size == 4 || size == 8)) return 'f';
  return (first == 'i' || first == 'u') && type->text[1] >= '0' && type->text[1] <= '9' ? first : 'p'; /* hex */
}

/* Names from C stay as they are; the ".coerce" that a compiler adds is cut off. */
static void name_put(char *to, size_t size, const item *name, unsigned number) {
  size_t n = 0;
  for (; name->kind == TEXT && n < name->n && n + 1 < size && name->text[n] != '.'; n++)
    to[n] = strchr(":,()=|", name->text[n]) ? '_' : name->text[n];
  to[n] = 0;
  if (!n)
    snprintf(to, size, "arg%u", number);
}

typedef struct fields { char *text; size_t size, used, bytes; } fields;

static bool argument_put(fields *f, cursor argument, unsigned number) {
  item offset, size, kind, name = {.kind = OTHER}, type = {.kind = OTHER};
  char called[64];
  if (!map_item(argument, ".offset", NUMBER, &offset) || !map_item(argument, ".size", NUMBER, &size) || !map_item(argument, ".value_kind", TEXT, &kind))
    return false;
  if (kind.n >= 7 && !memcmp(kind.text, "hidden_", 7))
    return true;
  if (offset.n > 1 << 20 || size.n > 1 << 20)
    return false;
  map_item(argument, ".name", TEXT, &name);
  map_item(argument, ".value_type", TEXT, &type);
  name_put(called, sizeof called, &name, number);
  int n = snprintf(f->text + f->used, f->size - f->used, "%s%s:%c%u.%u", f->used ? "," : "", called, type_of(&kind, &type, size.n), (unsigned)offset.n,
                   (unsigned)size.n);
  if (n < 0 || (size_t)n >= f->size - f->used)
    return false;
  f->used += (size_t)n;
  f->bytes = offset.n + size.n > f->bytes ? offset.n + size.n : f->bytes;
  return true;
}

static size_t arguments_put(cursor kernel, char *text, size_t text_size) {
  fields f = {.text = text, .size = text_size};
  cursor c;
  item arguments;
  if (!map_find(kernel, ".args", &c) || !item_read(&c, &arguments) || arguments.kind != ARRAY)
    return 0;
  for (uint64_t i = 0; i < arguments.n; i++)
    if (!argument_put(&f, c, (unsigned)i) || !skip(&c))
      return 0;
  return f.bytes;
}

uint64_t collect_kernel_name_hash(const char *name, size_t size) {
  uint64_t h = 0xcbf29ce484222325u;
  if (size > 3 && !memcmp(name + size - 3, ".kd", 3))
    size -= 3;
  for (; size; name++, size--)
    h = (h ^ (unsigned char)*name) * 0x100000001b3u;
  return h;
}

size_t collect_metadata_arguments(const uint8_t *image, size_t image_size, uint64_t name_hash, char *text, size_t text_size) {
  cursor metadata, c;
  item kernels, name;
  if (!text_size || !metadata_find(image, image_size, &metadata) || !map_find(metadata, "amdhsa.kernels", &c) || !item_read(&c, &kernels) ||
      kernels.kind != ARRAY)
    return 0;
  *text = 0;
  for (uint64_t i = 0; i < kernels.n; i++) {
    if (map_item(c, ".name", TEXT, &name) && collect_kernel_name_hash(name.text, name.n) == name_hash)
      return arguments_put(c, text, text_size);
    if (!skip(&c))
      return 0;
  }
  return 0;
}
