/* The functions that an ELF file names: its tables of symbols, the table packed in .gnu_debugdata, and where functions begin by its unwind tables. */
#ifndef ROCPD_ELF_SYMBOLS_H
#define ROCPD_ELF_SYMBOLS_H
#include "elf_image.h"
#include "symbol_index.h"

typedef struct rocpd_symbol_list { /* zeroed: empty */
  rocpd_function_symbol *symbol;
  size_t n, capacity;
  uint8_t **text; /* what the names are in */
  size_t texts;
} rocpd_symbol_list;

/* Adds the functions of all tables of symbols of this type (SHT_SYMTAB, SHT_DYNSYM). Malformed tables add nothing. SQLITE_NOMEM. */
int rocpd_symbol_list_add(rocpd_symbol_list *l, const rocpd_elf_image *e, uint32_t type);
/* Adds those of .gnu_debugdata, which is compressed by xz: only if liblzma.so.5 can be loaded. */
int rocpd_symbol_list_add_packed(rocpd_symbol_list *l, const rocpd_elf_image *e);
/* Adds the stubs by which the file calls other files' functions, as NAME@plt. x86-64 only. */
int rocpd_symbol_list_add_stubs(rocpd_symbol_list *l, const rocpd_elf_image *e);
/* Adds the beginnings of functions, without names, from .eh_frame_hdr. */
int rocpd_symbol_list_add_beginnings(rocpd_symbol_list *l, const rocpd_elf_image *e);
void rocpd_symbol_list_free(rocpd_symbol_list *l);
/* Whether the file has a table of all its symbols, with contents. */
bool rocpd_elf_has_symbols(const rocpd_elf_image *e);

#endif
