/* See elf_image.h. Files are opened through SQLite's VFS: a path that a trace names may be that of an open database, whose locks close() would drop. */
#include "elf_image.h"
#include <elf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "unix_file.h"

enum { PAGE = 4096, MOST_HEADERS = 1 << 16 };
#define MOST_BYTES ((uint64_t)1 << 31) /* of one part of a file */

static int read_at(const rocpd_elf_image *e, uint64_t offset, void *out, uint64_t size) {
  if (offset > e->size || size > e->size - offset) return SQLITE_NOTFOUND;
  if (e->data) return memcpy(out, e->data + offset, size), SQLITE_OK;
  for (uint64_t done = 0, some; done < size; done += some) {
    some = size - done < (1 << 28) ? size - done : 1 << 28;
    if (e->file->pMethods->xRead(e->file, (char *)out + done, (int)some, (sqlite3_int64)(offset + done)) != SQLITE_OK) return SQLITE_NOTFOUND;
  }
  return SQLITE_OK;
}

int rocpd_elf_part(const rocpd_elf_image *e, uint64_t offset, uint64_t size, uint8_t **out) {
  *out = NULL;
  if (size > MOST_BYTES || offset > e->size || size > e->size - offset) return SQLITE_NOTFOUND;
  uint8_t *part = sqlite3_malloc64(size + 1);
  if (!part) return SQLITE_NOMEM;
  int rc = read_at(e, offset, part, size);
  part[size] = 0;
  if (rc == SQLITE_OK) *out = part;
  else sqlite3_free(part);
  return rc;
}

int rocpd_elf_contents(const rocpd_elf_image *e, const rocpd_elf_section *s, uint8_t **out) {
  *out = NULL;
  return s->type == SHT_NOBITS ? SQLITE_NOTFOUND : rocpd_elf_part(e, s->offset, s->size, out);
}

const rocpd_elf_section *rocpd_elf_section_named(const rocpd_elf_image *e, const char *name) {
  for (size_t i = 0; i < e->sections; i++)
    if (e->section[i].type != SHT_NOBITS && e->section[i].type != SHT_NULL && e->section[i].name < e->names_size && !strcmp(e->names + e->section[i].name, name))
      return &e->section[i];
  return NULL;
}

/* Notes: the build id is the one of the owner "GNU". `align` is that of the segment or section. */
static void find_build_id(rocpd_elf_image *e, const uint8_t *notes, uint64_t size, uint64_t align) {
  uint64_t at = 0, round = align == 8 ? 7 : 3;
  Elf64_Nhdr n;
  while (!e->build_id_size && size - at >= sizeof n) {
    memcpy(&n, notes + at, sizeof n);
    uint64_t name = at + sizeof n, desc = name + ((n.n_namesz + round) & ~round), next = desc + ((n.n_descsz + round) & ~round);
    if (desc > size || n.n_descsz > size - desc) return;
    if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && !memcmp(notes + name, "GNU", 4) && n.n_descsz && n.n_descsz <= ROCPD_BUILD_ID_MOST) {
      memcpy(e->build_id, notes + desc, n.n_descsz);
      e->build_id_size = (int)n.n_descsz;
    }
    if (next >= size) return;
    at = next;
  }
}

static int read_notes(rocpd_elf_image *e, uint64_t offset, uint64_t size, uint64_t align) {
  uint8_t *notes;
  if (e->build_id_size || size > 1 << 20) return SQLITE_OK;
  int rc = rocpd_elf_part(e, offset, size, &notes);
  if (rc == SQLITE_OK) find_build_id(e, notes, size, align);
  sqlite3_free(notes);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

static int read_segments(rocpd_elf_image *e, const Elf64_Ehdr *h) {
  uint8_t *headers;
  bool loaded = false;
  if (h->e_phentsize != sizeof(Elf64_Phdr)) return SQLITE_OK;
  int rc = rocpd_elf_part(e, h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr), &headers);
  for (int i = 0; rc == SQLITE_OK && i < h->e_phnum; i++) {
    Elf64_Phdr p;
    memcpy(&p, headers + (size_t)i * sizeof p, sizeof p);
    if (p.p_type == PT_LOAD && !loaded) e->first_address = p.p_vaddr & ~(uint64_t)(PAGE - 1), loaded = true;
    if (p.p_type == PT_GNU_EH_FRAME) e->eh_frame_hdr = p.p_offset, e->eh_frame_hdr_size = p.p_filesz, e->eh_frame_hdr_address = p.p_vaddr;
    if (p.p_type == PT_NOTE) rc = read_notes(e, p.p_offset, p.p_filesz, p.p_align);
  }
  sqlite3_free(headers);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

/* More than 65,279 sections, or names in a later one, are stated in the first section. */
static int read_sections(rocpd_elf_image *e, const Elf64_Ehdr *h) {
  Elf64_Shdr first;
  uint8_t *headers;
  if (!h->e_shoff || h->e_shentsize != sizeof first || read_at(e, h->e_shoff, &first, sizeof first) != SQLITE_OK) return SQLITE_OK;
  uint64_t n = h->e_shnum ? h->e_shnum : first.sh_size, names = h->e_shstrndx == SHN_XINDEX ? first.sh_link : h->e_shstrndx;
  if (n > MOST_HEADERS) return SQLITE_OK;
  int rc = rocpd_elf_part(e, h->e_shoff, n * sizeof first, &headers);
  if (rc != SQLITE_OK) return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
  e->section = sqlite3_malloc64((n + 1) * sizeof *e->section);
  for (size_t i = 0; e->section && i < n; i++) {
    Elf64_Shdr s;
    memcpy(&s, headers + i * sizeof s, sizeof s);
    e->section[i] = (rocpd_elf_section){s.sh_name, s.sh_type, s.sh_flags, s.sh_addr, s.sh_offset, s.sh_size, s.sh_entsize, s.sh_link};
  }
  sqlite3_free(headers);
  if (!e->section) return SQLITE_NOMEM;
  e->sections = n;
  uint8_t *text = NULL;
  if (names < n) rc = rocpd_elf_contents(e, &e->section[names], &text);
  if (text) e->names = (char *)text, e->names_size = e->section[names].size;
  for (size_t i = 0; rc != SQLITE_NOMEM && i < n; i++)
    if (e->section[i].type == SHT_NOTE) rc = read_notes(e, e->section[i].offset, e->section[i].size, 4);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

static int read_headers(rocpd_elf_image *e) {
  Elf64_Ehdr h;
  union { uint16_t number; uint8_t first; } order = {1};
  int rc = read_at(e, 0, &h, sizeof h);
  if (rc != SQLITE_OK) return rc;
  if (memcmp(h.e_ident, ELFMAG, SELFMAG) || h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != (order.first ? ELFDATA2LSB : ELFDATA2MSB)) return SQLITE_NOTFOUND;
  e->machine = h.e_machine;
  rc = read_segments(e, &h);
  return rc == SQLITE_OK ? read_sections(e, &h) : rc;
}

int rocpd_elf_open_memory(const uint8_t *data, uint64_t size, rocpd_elf_image *out) {
  *out = (rocpd_elf_image){.data = data, .size = size};
  int rc = read_headers(out);
  if (rc != SQLITE_OK) rocpd_elf_close(out);
  return rc;
}

/* Most libraries are loaded by a name that is a symbolic link, which SQLite does not follow. */
static int open_regular(const char *path, sqlite3_file **out) {
  struct stat st;
  char *real = realpath(path, NULL);
  int rc = real && !stat(real, &st) && S_ISREG(st.st_mode) ? rocpd_vfs_open(real, out) : rocpd_code_of(real ? 0 : errno, SQLITE_NOTFOUND);
  free(real);
  return rc;
}

int rocpd_elf_open(const char *path, rocpd_elf_image *out) {
  sqlite3_int64 size = 0;
  *out = (rocpd_elf_image){0};
  int rc = open_regular(path, &out->file);
  if (rc != SQLITE_OK) return rc == SQLITE_NOMEM ? rc : SQLITE_NOTFOUND;
  rc = out->file->pMethods->xFileSize(out->file, &size);
  out->size = size > 0 ? (uint64_t)size : 0;
  rc = rc == SQLITE_OK ? read_headers(out) : SQLITE_NOTFOUND;
  if (rc != SQLITE_OK) rocpd_elf_close(out);
  return rc;
}

void rocpd_elf_close(rocpd_elf_image *e) {
  rocpd_vfs_close(e->file);
  sqlite3_free(e->section);
  sqlite3_free(e->names);
  *e = (rocpd_elf_image){0};
}
