/* Reads ELF files of 64 bits in this machine's order of bytes, from a file or from memory. Nothing is read beyond the end, whatever the file says of itself. */
#ifndef ROCPD_ELF_IMAGE_H
#define ROCPD_ELF_IMAGE_H
#include "base.h"

enum { ROCPD_BUILD_ID_MOST = 64 }; /* bytes */

typedef struct rocpd_elf_section { /* as in the file; names are places in the section of names */
  uint32_t name, type;
  uint64_t flags, address, offset, size, entry_size;
  uint32_t link;
} rocpd_elf_section;

typedef struct rocpd_elf_image {
  sqlite3_file *file;  /* or: */
  const uint8_t *data; /* not owned */
  uint64_t size;
  uint16_t machine;       /* EM_X86_64, ... */
  uint64_t first_address; /* where the first PT_LOAD segment begins, rounded down to a page: what modules.load_base is in memory */
  uint64_t eh_frame_hdr, eh_frame_hdr_size, eh_frame_hdr_address; /* offset in the file; size 0: there is none */
  rocpd_elf_section *section;
  size_t sections;
  char *names;      /* of the sections, with a zero byte at the end */
  uint64_t names_size;
  uint8_t build_id[ROCPD_BUILD_ID_MOST];
  int build_id_size; /* 0: none */
} rocpd_elf_image;

/* Opens a regular file. SQLITE_NOTFOUND: it is not there, no regular file, or no such ELF file; SQLITE_NOMEM. */
int rocpd_elf_open(const char *path, rocpd_elf_image *out);
int rocpd_elf_open_memory(const uint8_t *data, uint64_t size, rocpd_elf_image *out);
void rocpd_elf_close(rocpd_elf_image *e);

/* The first section of this name that has contents in the file; NULL: none. */
const rocpd_elf_section *rocpd_elf_section_named(const rocpd_elf_image *e, const char *name);
/* Copies a section's contents, with a zero byte behind them; the caller frees it. SQLITE_NOTFOUND: it is not in the file. */
int rocpd_elf_contents(const rocpd_elf_image *e, const rocpd_elf_section *s, uint8_t **out);
/* Copies a part of the file. */
int rocpd_elf_part(const rocpd_elf_image *e, uint64_t offset, uint64_t size, uint8_t **out);

#endif
