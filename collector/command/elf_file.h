/* What an ELF file says of itself: see elf_file.c. */
#ifndef COLLECT_ELF_H
#define COLLECT_ELF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct collect_elf {
  int fd;              /* not ours to close */
  const uint8_t *data; /* instead of a file */
  uint64_t size;
  int bits;            /* 32 or 64; 0: it is no ELF file, and nothing else is to be asked of it */
  bool foreign_order;  /* of bytes */
  uint16_t type, machine;
  uint64_t headers_at; /* program headers */
  uint32_t headers, header_bytes;
  uint8_t *head;       /* a copy of them; NULL: they are not in the file */
} collect_elf;

/* False: it is no ELF file (or fd is below 0). Closed in any case by collect_elf_close(). */
bool collect_elf_open(collect_elf *e, int fd);
bool collect_elf_open_memory(collect_elf *e, const uint8_t *data, uint64_t size);
void collect_elf_close(collect_elf *e);

/* It asks for no loader, which alone knows LD_PRELOAD. */
bool collect_elf_is_static(const collect_elf *e);
/* The loader that it asks for. NULL: none. The caller frees it. */
char *collect_elf_interpreter(const collect_elf *e);
/* Texts of its dynamic section with this tag (DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME), each to take(), up to some thousand. */
void collect_elf_each(const collect_elf *e, int64_t tag, void (*take)(const char *text, void *arg), void *arg);
/* The first of these; NULL: there is none. The caller frees it. */
char *collect_elf_text(const collect_elf *e, int64_t tag);
/* The text of the note of this owner and type. NULL: there is none. The caller frees it. */
char *collect_elf_note(const collect_elf *e, const char *owner, uint32_t type);
/* Has the file capabilities (setcap)? */
bool collect_elf_has_capabilities(const char *path);

#endif
