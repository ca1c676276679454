/* Reads ELF files: see elf_file.c. */
#ifndef COLLECT_ELF_H
#define COLLECT_ELF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct collect_elf {
  int fd;              /* not ours to close */
  const uint8_t *data; /* instead of a file, or NULL */
  uint64_t size;
  int bits;            /* 32 or 64; 0: it is not an ELF file, and nothing else may be asked */
  bool foreign_order;  /* its byte order is not ours */
  uint16_t type, machine;
  uint64_t headers_at; /* offset of the program headers */
  uint32_t headers, header_bytes;
  uint8_t *head;       /* a copy of the program headers; NULL: they are not in the file */
} collect_elf;

/* Opens a file. False: it is not an ELF file (or fd is negative). Call collect_elf_close() in any case. */
bool collect_elf_open(collect_elf *e, int fd);
bool collect_elf_open_memory(collect_elf *e, const uint8_t *data, uint64_t size);
void collect_elf_close(collect_elf *e);

/* Whether the program uses no loader. Only the loader knows LD_PRELOAD. */
bool collect_elf_is_static(const collect_elf *e);
/* The loader that the program names. NULL: none. The caller frees it. */
char *collect_elf_interpreter(const collect_elf *e);
/* Calls take() for each text of the dynamic section with this tag (DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME), up to a few thousand. */
void collect_elf_each(const collect_elf *e, int64_t tag, void (*take)(const char *text, void *arg), void *arg);
/* The first of those texts. NULL: there is none. The caller frees it. */
char *collect_elf_text(const collect_elf *e, int64_t tag);
/* The text of the note with this owner and type. NULL: there is none. The caller frees it. */
char *collect_elf_note(const collect_elf *e, const char *owner, uint32_t type);
/* Whether the file has capabilities (setcap). */
bool collect_elf_has_capabilities(const char *path);

#endif
