/* The stubs of the procedure linkage table, which have no symbols of their own. Stub number i is for relocation number i of .rela.plt, which names the function.
** Linkers put the stubs into .plt, 16 bytes each, behind one that all share; or into .plt.sec, where indirect branches are tracked. */
#include <elf.h>
#include "elf_symbols.h"

enum { STUB_BYTES = 16 };

typedef struct stub_parts {
  uint8_t *relocation, *symbol, *name;
  uint64_t relocations, symbols, names;
} stub_parts;

static int read_parts(const rocpd_elf_image *e, const rocpd_elf_section *of, stub_parts *p) {
  if (of->entry_size != sizeof(Elf64_Rela) || of->link >= e->sections) return SQLITE_NOTFOUND;
  const rocpd_elf_section *symbols = &e->section[of->link], *names = symbols->link < e->sections ? &e->section[symbols->link] : NULL;
  if (!names || symbols->entry_size != sizeof(Elf64_Sym)) return SQLITE_NOTFOUND;
  p->relocations = of->size / sizeof(Elf64_Rela), p->symbols = symbols->size / sizeof(Elf64_Sym), p->names = names->size;
  int rc = rocpd_elf_contents(e, of, &p->relocation);
  if (rc == SQLITE_OK) rc = rocpd_elf_contents(e, symbols, &p->symbol);
  return rc == SQLITE_OK ? rocpd_elf_contents(e, names, &p->name) : rc;
}

/* The name of a relocation's function; NULL: it has none. */
static const char *name_of(const stub_parts *p, uint64_t number) {
  Elf64_Rela r;
  Elf64_Sym s;
  memcpy(&r, p->relocation + number * sizeof r, sizeof r);
  if (ELF64_R_SYM(r.r_info) >= p->symbols) return NULL;
  memcpy(&s, p->symbol + ELF64_R_SYM(r.r_info) * sizeof s, sizeof s);
  return s.st_name && s.st_name < p->names ? (const char *)p->name + s.st_name : NULL;
}

static int add_stub(rocpd_symbol_list *l, const rocpd_elf_section *code, uint64_t at, const char *name) {
  uint8_t *text = (uint8_t *)sqlite3_mprintf("%.*s@plt", (int)strcspn(name, "@"), name);
  int rc = text ? ROCPD_PUSH(l->text, l->texts, text) : SQLITE_NOMEM;
  if (rc != SQLITE_OK) sqlite3_free(text);
  if (rc != SQLITE_OK) return rc;
  return ROCPD_APPEND(l->symbol, l->n, l->capacity, (rocpd_function_symbol){.start = code->address + at, .size = STUB_BYTES,
                                                                            .limit = code->address + code->size, .name = (const char *)text,
                                                                            .name_bytes = (uint32_t)strlen((const char *)text), .rank = 8});
}

int rocpd_symbol_list_add_stubs(rocpd_symbol_list *l, const rocpd_elf_image *e) {
  const rocpd_elf_section *relocations = rocpd_elf_section_named(e, ".rela.plt"), *tracked = rocpd_elf_section_named(e, ".plt.sec");
  const rocpd_elf_section *code = tracked ? tracked : rocpd_elf_section_named(e, ".plt");
  stub_parts p = {0};
  if (!relocations || !code || e->machine != EM_X86_64) return SQLITE_OK;
  int rc = read_parts(e, relocations, &p);
  for (uint64_t i = 0; rc == SQLITE_OK && i < p.relocations; i++) {
    uint64_t at = (i + !tracked) * STUB_BYTES;
    const char *name = name_of(&p, i);
    if (at >= code->size || code->size - at < STUB_BYTES) break;
    if (name && *name) rc = add_stub(l, code, at, name);
  }
  sqlite3_free(p.relocation);
  sqlite3_free(p.symbol);
  sqlite3_free(p.name);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}
