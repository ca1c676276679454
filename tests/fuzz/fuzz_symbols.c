/* The extension's reader of symbols (ext/symbol): whatever a file is, nothing is read beyond it, and the pieces of code that come of it are in order. Text that
** is no ELF file is taken for a map of a just-in-time compiler.
**
** The corpus: a library with all symbols; a stripped one with .gnu_debugdata; a debug file; a map. */
#include <elf.h>
#include <stdlib.h>
#include "db.h"
#include "elf_symbols.h"
#include "perf_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const rocpd_symbol_index *x) {
  uint64_t end = 0;
  for (size_t i = 0; i < x->pieces; i++) {
    const rocpd_symbol_piece *p = &x->piece[i];
    if (p->start < end || p->end <= p->start || p->begin > p->start || rocpd_symbol_index_find(x, p->start) != p || rocpd_symbol_index_find(x, p->end - 1) != p)
      abort();
    if (p->name != ROCPD_SYMBOL_UNNAMED && !x->names[p->name]) abort();
    end = p->end;
  }
}

static void read_elf(const uint8_t *data, size_t size) {
  rocpd_elf_image e;
  rocpd_symbol_list list = {0};
  rocpd_symbol_index index;
  if (rocpd_elf_open_memory(data, size, &e) != SQLITE_OK) return;
  uint8_t *link;
  const rocpd_elf_section *s = rocpd_elf_section_named(&e, ".gnu_debuglink");
  if (s && rocpd_elf_contents(&e, s, &link) == SQLITE_OK) sqlite3_free(link);
  if (rocpd_symbol_list_add(&list, &e, SHT_SYMTAB) || rocpd_symbol_list_add(&list, &e, SHT_DYNSYM) || rocpd_symbol_list_add_packed(&list, &e) ||
      rocpd_symbol_list_add_stubs(&list, &e) || rocpd_symbol_list_add_beginnings(&list, &e) || rocpd_symbol_index_make(list.symbol, list.n, &index))
    abort();
  check(&index);
  rocpd_symbol_index_free(&index);
  rocpd_symbol_list_free(&list);
  rocpd_elf_close(&e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sqlite3 *db;
  rocpd_symbol_index index;
  if (!db) db = db_open(":memory:"); /* initializes SQLite, whose functions allocate */
  if (size >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG)) return read_elf(data, size), 0;
  if (rocpd_perf_map_parse((const char *)data, size, &index)) abort();
  check(&index);
  rocpd_symbol_index_free(&index);
  return 0;
}
