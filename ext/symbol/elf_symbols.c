/* See elf_symbols.h. */
#include "elf_symbols.h"
#include <elf.h>
#include "unpack.h"

bool rocpd_elf_has_symbols(const rocpd_elf_image *e) {
  for (size_t i = 0; i < e->sections; i++)
    if (e->section[i].type == SHT_SYMTAB && e->section[i].size > sizeof(Elf64_Sym)) return true;
  return false;
}

/* Keeps a block as long as the list. Frees it on an error. */
static int keep(rocpd_symbol_list *l, uint8_t *block) {
  int rc = ROCPD_PUSH(l->text, l->texts, block);
  if (rc != SQLITE_OK) sqlite3_free(block);
  return rc;
}

/* Of names for the same code the least counts: global before weak before local; a label without a type, which has no size either, comes last. */
static uint8_t rank_of(const Elf64_Sym *s) {
  int binding = ELF64_ST_BIND(s->st_info);
  return (uint8_t)((ELF64_ST_TYPE(s->st_info) == STT_NOTYPE ? 4 : 0) + (binding == STB_GLOBAL || binding == STB_GNU_UNIQUE ? 0 : binding == STB_WEAK ? 1 : 2));
}

/* The section of a symbol's code; NULL: it is no function, or not defined here. */
static const rocpd_elf_section *code_of(const rocpd_elf_image *e, const Elf64_Sym *s) {
  int type = ELF64_ST_TYPE(s->st_info);
  if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) return NULL;
  if (s->st_shndx == SHN_UNDEF || s->st_shndx >= SHN_LORESERVE || s->st_shndx >= e->sections) return NULL;
  const rocpd_elf_section *of = &e->section[s->st_shndx];
  if (!(of->flags & SHF_EXECINSTR) || s->st_value < of->address || s->st_value - of->address >= of->size) return NULL;
  return of;
}

/* The length of a name without its version: NAME@VERSION. */
static uint32_t name_length(const char *name) {
  const char *at = strchr(name, '@');
  size_t n = at && at != name ? (size_t)(at - name) : strlen(name);
  return n < UINT32_MAX / 2 ? (uint32_t)n : 0;
}

static int add_table(rocpd_symbol_list *l, const rocpd_elf_image *e, const uint8_t *table, uint64_t n, const char *names, uint64_t names_size) {
  int rc = SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && i < n; i++) {
    Elf64_Sym s;
    memcpy(&s, table + i * sizeof s, sizeof s);
    const rocpd_elf_section *of = code_of(e, &s);
    if (!of || !s.st_name || s.st_name >= names_size) continue;
    uint64_t left = of->size - (s.st_value - of->address);
    rocpd_function_symbol f = {.start = s.st_value, .size = s.st_size < left ? s.st_size : left, .limit = of->address + of->size, .name = names + s.st_name,
                               .name_bytes = name_length(names + s.st_name), .rank = rank_of(&s)};
    if (f.name_bytes && *f.name != '$') rc = ROCPD_APPEND(l->symbol, l->n, l->capacity, f); /* $x, $d: marks of code and data on ARM */
  }
  return rc;
}

static int add_section(rocpd_symbol_list *l, const rocpd_elf_image *e, const rocpd_elf_section *s) {
  uint8_t *table = NULL, *names = NULL;
  if (s->entry_size != sizeof(Elf64_Sym) || s->link >= e->sections) return SQLITE_OK;
  const rocpd_elf_section *of_names = &e->section[s->link];
  int rc = rocpd_elf_contents(e, s, &table);
  if (rc == SQLITE_OK) rc = rocpd_elf_contents(e, of_names, &names);
  if (rc == SQLITE_OK) {
    rc = keep(l, names);
    if (rc == SQLITE_OK) rc = add_table(l, e, table, s->size / sizeof(Elf64_Sym), (const char *)names, of_names->size);
  }
  sqlite3_free(table);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

int rocpd_symbol_list_add(rocpd_symbol_list *l, const rocpd_elf_image *e, uint32_t type) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < e->sections; i++)
    if (e->section[i].type == type) rc = add_section(l, e, &e->section[i]);
  return rc;
}

int rocpd_symbol_list_add_packed(rocpd_symbol_list *l, const rocpd_elf_image *e) {
  const rocpd_elf_section *s = rocpd_elf_section_named(e, ".gnu_debugdata");
  uint8_t *packed = NULL, *plain = NULL;
  uint64_t size = 0;
  rocpd_elf_image inner;
  int rc = s ? rocpd_elf_contents(e, s, &packed) : SQLITE_NOTFOUND;
  if (rc == SQLITE_OK) rc = rocpd_unpack_xz(packed, s->size, &plain, &size);
  if (rc == SQLITE_OK) rc = rocpd_elf_open_memory(plain, size, &inner);
  if (rc == SQLITE_OK) {
    rc = rocpd_symbol_list_add(l, &inner, SHT_SYMTAB);
    rocpd_elf_close(&inner);
  }
  sqlite3_free(packed);
  sqlite3_free(plain);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

/* ---- .eh_frame_hdr: version, three encodings, pointer to .eh_frame, number of entries, and for each entry where its function begins and its description */

enum { HDR_VERSION = 1, UDATA4 = 0x03, RELATIVE_TO_CODE = 0x1b, RELATIVE_TO_HEADER = 0x3b, HDR_BYTES = 12, ENTRY_BYTES = 8 };

static const rocpd_elf_section *code_at(const rocpd_elf_image *e, uint64_t address) {
  for (size_t i = 0; i < e->sections; i++)
    if (e->section[i].flags & SHF_EXECINSTR && address >= e->section[i].address && address - e->section[i].address < e->section[i].size) return &e->section[i];
  return NULL;
}

int rocpd_symbol_list_add_beginnings(rocpd_symbol_list *l, const rocpd_elf_image *e) {
  uint8_t *hdr = NULL;
  if (e->eh_frame_hdr_size < HDR_BYTES) return SQLITE_OK;
  int rc = rocpd_elf_part(e, e->eh_frame_hdr, e->eh_frame_hdr_size, &hdr);
  /* Other encodings are allowed, but linkers write these. */
  if (rc == SQLITE_OK && hdr[0] == HDR_VERSION && hdr[1] == RELATIVE_TO_CODE && hdr[2] == UDATA4 && hdr[3] == RELATIVE_TO_HEADER) {
    uint32_t n;
    uint64_t room = (e->eh_frame_hdr_size - HDR_BYTES) / ENTRY_BYTES;
    const rocpd_elf_section *of = NULL;
    memcpy(&n, hdr + 8, sizeof n);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n && i < room; i++) {
      int32_t begin;
      memcpy(&begin, hdr + HDR_BYTES + (size_t)i * ENTRY_BYTES, sizeof begin);
      uint64_t address = e->eh_frame_hdr_address + (uint64_t)(int64_t)begin;
      if (!of || address < of->address || address - of->address >= of->size) of = code_at(e, address);
      if (of) rc = ROCPD_APPEND(l->symbol, l->n, l->capacity, (rocpd_function_symbol){.start = address, .limit = of->address + of->size, .rank = UINT8_MAX});
    }
  }
  sqlite3_free(hdr);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

void rocpd_symbol_list_free(rocpd_symbol_list *l) {
  for (size_t i = 0; i < l->texts; i++) sqlite3_free(l->text[i]);
  sqlite3_free(l->text);
  sqlite3_free(l->symbol);
  *l = (rocpd_symbol_list){0};
}
