/* Reads ELF files. Programs are the user's, and may be truncated, damaged or malicious. So each offset and length is compared
** with the size of the file, all counts are bounded, and nothing is mapped (a file that shrinks meanwhile gives a short read). */
#include "elf_file.h"
#include "command.h"
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { NOTES_MOST = 65536, HEADERS_MOST = 4096, DYNAMIC_MOST = 1 << 20, TEXT_MOST = 4096, TEXTS_MOST = 4096 };

static bool bytes_read(const collect_elf *e, uint64_t at, void *to, size_t size) {
  if (at > e->size || size > e->size - at)
    return false;
  if (e->data)
    memcpy(to, e->data + at, size);
  return e->data || pread(e->fd, to, size, (off_t)at) == (ssize_t)size;
}

/* Reads a number of 1 to 8 bytes. */
static uint64_t number(const collect_elf *e, const uint8_t *at, size_t bytes) {
  uint64_t n = 0;
  for (size_t i = 0; i < bytes; i++)
    n |= (uint64_t)at[e->foreign_order ? bytes - 1 - i : i] << (8 * i);
  return n;
}

/* Reads a field of a structure that has a 32-bit and a 64-bit form. */
#define FIELD(e, at, kind, field) \
  ((e)->bits == 64 ? number(e, (at) + offsetof(Elf64_##kind, field), sizeof ((Elf64_##kind *)0)->field) \
                   : number(e, (at) + offsetof(Elf32_##kind, field), sizeof ((Elf32_##kind *)0)->field))
#define SIZE(e, kind) ((e)->bits == 64 ? sizeof(Elf64_##kind) : sizeof(Elf32_##kind))

static bool open_any(collect_elf *e) {
  uint8_t head[sizeof(Elf64_Ehdr)] = {0};
  if (!bytes_read(e, 0, head, sizeof(Elf32_Ehdr)) || memcmp(head, ELFMAG, SELFMAG))
    return false;
  int class = head[EI_CLASS], order = head[EI_DATA];
  if ((class != ELFCLASS32 && class != ELFCLASS64) || (order != ELFDATA2LSB && order != ELFDATA2MSB))
    return false;
  if (class == ELFCLASS64 && !bytes_read(e, 0, head, sizeof head))
    return false;
  e->bits = class == ELFCLASS64 ? 64 : 32;
  e->foreign_order = order == ELFDATA2MSB;
  e->type = (uint16_t)FIELD(e, head, Ehdr, e_type);
  e->machine = (uint16_t)FIELD(e, head, Ehdr, e_machine);
  e->headers_at = FIELD(e, head, Ehdr, e_phoff);
  e->headers = (uint32_t)FIELD(e, head, Ehdr, e_phnum);
  e->header_bytes = (uint32_t)FIELD(e, head, Ehdr, e_phentsize);
  if (e->headers > HEADERS_MOST || e->header_bytes < SIZE(e, Phdr) || e->header_bytes > 1024)
    e->headers = 0;
  size_t size = (size_t)e->headers * e->header_bytes;
  e->head = size ? malloc(size) : NULL;
  if (!e->head || !bytes_read(e, e->headers_at, e->head, size))
    e->headers = 0;
  return true;
}

bool collect_elf_open(collect_elf *e, int fd) {
  struct stat st;
  *e = (collect_elf){.fd = fd};
  if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size < 0)
    return false;
  e->size = (uint64_t)st.st_size;
  return open_any(e);
}

bool collect_elf_open_memory(collect_elf *e, const uint8_t *data, uint64_t size) {
  *e = (collect_elf){.fd = -1, .data = data, .size = size};
  return open_any(e);
}

void collect_elf_close(collect_elf *e) {
  free(e->head);
  *e = (collect_elf){.fd = -1};
}

/* ---- program headers ---- */

typedef struct collect_elf_part { uint64_t offset, address, bytes; } collect_elf_part;

/* Finds the n-th program header of this type. */
static bool part_find(const collect_elf *e, uint32_t type, uint32_t n, collect_elf_part *part) {
  for (uint32_t i = 0; i < e->headers; i++) {
    const uint8_t *h = e->head + (size_t)i * e->header_bytes;
    if (FIELD(e, h, Phdr, p_type) != type || n--)
      continue;
    *part = (collect_elf_part){FIELD(e, h, Phdr, p_offset), FIELD(e, h, Phdr, p_vaddr), FIELD(e, h, Phdr, p_filesz)};
    return true;
  }
  return false;
}

/* Finds the place in the file of the bytes that are loaded at this address. */
static bool address_find(const collect_elf *e, uint64_t address, uint64_t *offset, uint64_t *bytes) {
  collect_elf_part p;
  for (uint32_t n = 0; part_find(e, PT_LOAD, n, &p); n++)
    if (address >= p.address && address - p.address < p.bytes && p.offset <= e->size && address - p.address <= e->size - p.offset) {
      *offset = p.offset + (address - p.address);
      *bytes = p.bytes - (address - p.address);
      return true;
    }
  return false;
}

bool collect_elf_is_static(const collect_elf *e) {
  collect_elf_part p;
  return !part_find(e, PT_INTERP, 0, &p);
}

/* Reads a text up to its NUL, of at most TEXT_MOST bytes and at most `bytes`. NULL: there is no NUL. */
static char *text_read(const collect_elf *e, uint64_t at, uint64_t bytes) {
  char text[TEXT_MOST];
  if (at >= e->size)
    return NULL;
  uint64_t most = bytes < e->size - at ? bytes : e->size - at;
  size_t size = most < sizeof text ? (size_t)most : sizeof text;
  if (!size || !bytes_read(e, at, text, size) || !memchr(text, 0, size))
    return NULL;
  return collect_printed("%s", text);
}

char *collect_elf_interpreter(const collect_elf *e) {
  collect_elf_part p;
  return part_find(e, PT_INTERP, 0, &p) ? text_read(e, p.offset, p.bytes) : NULL;
}

/* ---- notes ---- */

static size_t up_to_4(size_t n) { return (n + 3) & ~(size_t)3; }

/* Finds a note in these bytes. A note is three words, a name and a content, each padded to a multiple of four bytes. */
static char *note_find(const collect_elf *e, const uint8_t *notes, size_t size, const char *owner, uint32_t type) {
  for (size_t at = 0; size - at >= 12;) {
    size_t name_bytes = (size_t)number(e, notes + at, 4), bytes = (size_t)number(e, notes + at + 4, 4);
    const uint8_t *name = notes + at + 12;
    if (name_bytes > size || bytes > size || up_to_4(name_bytes) + up_to_4(bytes) > size - at - 12)
      return NULL;
    const uint8_t *content = name + up_to_4(name_bytes);
    if (number(e, notes + at + 8, 4) == type && name_bytes == strlen(owner) + 1 && !memcmp(name, owner, name_bytes) && memchr(content, 0, bytes))
      return collect_printed("%s", (const char *)content);
    at += 12 + up_to_4(name_bytes) + up_to_4(bytes);
  }
  return NULL;
}

char *collect_elf_note(const collect_elf *e, const char *owner, uint32_t type) {
  collect_elf_part p;
  char *found = NULL;
  for (uint32_t n = 0; !found && part_find(e, PT_NOTE, n, &p); n++) {
    uint8_t *notes = p.bytes && p.bytes <= NOTES_MOST ? malloc((size_t)p.bytes) : NULL;
    if (notes && bytes_read(e, p.offset, notes, (size_t)p.bytes))
      found = note_find(e, notes, (size_t)p.bytes, owner, type);
    free(notes);
  }
  return found;
}

/* ---- the dynamic section ---- */

typedef struct collect_elf_dynamic {
  uint8_t *entries;
  size_t count;
  uint64_t strings_at, strings_bytes;
} collect_elf_dynamic;

static uint64_t dynamic_value(const collect_elf *e, const collect_elf_dynamic *d, size_t i) { return FIELD(e, d->entries + i * SIZE(e, Dyn), Dyn, d_un); }
static uint64_t dynamic_tag(const collect_elf *e, const collect_elf_dynamic *d, size_t i) { return FIELD(e, d->entries + i * SIZE(e, Dyn), Dyn, d_tag); }

/* Reads the entries up to the terminating one, and finds the strings that they refer to. */
static bool dynamic_read(const collect_elf *e, collect_elf_dynamic *d) {
  collect_elf_part p;
  *d = (collect_elf_dynamic){0};
  if (!part_find(e, PT_DYNAMIC, 0, &p) || p.bytes > DYNAMIC_MOST || p.bytes < SIZE(e, Dyn))
    return false;
  size_t count = (size_t)p.bytes / SIZE(e, Dyn);
  d->entries = malloc(count * SIZE(e, Dyn));
  if (!d->entries || !bytes_read(e, p.offset, d->entries, count * SIZE(e, Dyn)))
    return false;
  bool found = false;
  for (; d->count < count && dynamic_tag(e, d, d->count) != DT_NULL; d->count++)
    found = (dynamic_tag(e, d, d->count) == DT_STRTAB && address_find(e, dynamic_value(e, d, d->count), &d->strings_at, &d->strings_bytes)) || found;
  return found;
}

void collect_elf_each(const collect_elf *e, int64_t tag, void (*take)(const char *text, void *arg), void *arg) {
  collect_elf_dynamic d;
  size_t taken = 0;
  bool good = dynamic_read(e, &d);
  for (size_t i = 0; good && i < d.count && taken < TEXTS_MOST; i++) {
    uint64_t at = dynamic_value(e, &d, i);
    if (dynamic_tag(e, &d, i) != (uint64_t)tag || at >= d.strings_bytes)
      continue;
    char *text = text_read(e, d.strings_at + at, d.strings_bytes - at);
    if (text)
      take(text, arg);
    free(text);
    taken++;
  }
  free(d.entries);
}

static void first_keep(const char *text, void *arg) {
  char **kept = arg;
  if (!*kept)
    *kept = collect_printed("%s", text);
}

char *collect_elf_text(const collect_elf *e, int64_t tag) {
  char *kept = NULL;
  collect_elf_each(e, tag, first_keep, &kept);
  return kept;
}

bool collect_elf_has_capabilities(const char *path) {
  char value[64];
  return getxattr(path, "security.capability", value, sizeof value) > 0;
}
