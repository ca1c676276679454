/* Sizes of kernels' code: the size of each function of a code object, by the address at which it was loaded. They are read from
** the object's symbols when it is loaded from memory, since the program may free that memory later. If an address is loaded to
** again, it belongs to another function. */
#include "device.h"
#include <elf.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <string.h>

typedef struct size_table {
  uint64_t mask;
  struct { uint64_t address, size; } entry[]; /* address 0: free */
} size_table;

#define FIRST 4096
static size_table *sizes; /* at most half full */
static uint64_t used;
static collect_lock lock = COLLECT_LOCK(CODE);

/* The place of the address, or the free place where it belongs. */
static uint64_t place_of(const size_table *t, uint64_t address) {
  uint64_t i = (address >> 4) * 0x9e3779b97f4a7c15u >> 24 & t->mask;
  while (t->entry[i].address && t->entry[i].address != address)
    i = (i + 1) & t->mask;
  return i;
}

static bool sizes_reserve(void) {
  if (sizes && (used + 1) * 2 <= sizes->mask + 1)
    return true;
  uint64_t slots = sizes ? (sizes->mask + 1) * 4 : FIRST;
  size_table *n = collect_memory_grow(NULL, 0, sizeof *n + slots * sizeof n->entry[0]);
  if (!n)
    return false;
  n->mask = slots - 1;
  for (uint64_t i = 0; sizes && i <= sizes->mask; i++)
    if (sizes->entry[i].address)
      n->entry[place_of(n, sizes->entry[i].address)] = sizes->entry[i];
  if (sizes)
    collect_memory_free(sizes, sizeof *sizes + (sizes->mask + 1) * sizeof sizes->entry[0]);
  sizes = n;
  return true;
}

static void size_put(uint64_t address, uint64_t size) {
  if (!address || !sizes_reserve())
    return;
  uint64_t i = place_of(sizes, address);
  used += !sizes->entry[i].address;
  sizes->entry[i].address = address;
  sizes->entry[i].size = size;
}

/* ---- a code object ---- */

typedef struct image { const uint8_t *data; uint64_t size; } image;

static bool image_read(const image *i, uint64_t at, void *out, size_t n) {
  if (at > i->size || n > i->size - at)
    return false;
  memcpy(out, i->data + at, n);
  return true;
}

static void symbols_put(const image *i, const Elf64_Shdr *section, uint64_t delta) {
  Elf64_Sym s;
  for (uint64_t at = 0; at + sizeof s <= section->sh_size && image_read(i, section->sh_offset + at, &s, sizeof s); at += sizeof s)
    if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_size)
      size_put(delta + s.st_value, s.st_size);
}

static void image_put(const image *i, uint64_t delta) {
  Elf64_Ehdr head;
  Elf64_Shdr section;
  if (!image_read(i, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64)
    return;
  for (unsigned n = 0; n < head.e_shnum && image_read(i, head.e_shoff + (uint64_t)n * head.e_shentsize, &section, sizeof section); n++)
    if (section.sh_type == SHT_DYNSYM && section.sh_offset < i->size)
      symbols_put(i, &section, delta);
}

void collect_code_loaded(hsa_loaded_code_object_t object) {
  hsa_ven_amd_loader_1_01_pfn_t loader;
  uint64_t base = 0, size = 0, delta = 0;
  uint32_t storage = 0;
  if (HSA_NEXT(hsa_system_get_major_extension_table)(HSA_EXTENSION_AMD_LOADER, 1, sizeof loader, &loader) != HSA_STATUS_SUCCESS)
    return;
#define ASK(what, out) \
  (loader.hsa_ven_amd_loader_loaded_code_object_get_info(object, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_##what, out) == HSA_STATUS_SUCCESS)
  if (!ASK(CODE_OBJECT_STORAGE_TYPE, &storage) || storage != HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY ||
      !ASK(CODE_OBJECT_STORAGE_MEMORY_BASE, &base) || !ASK(CODE_OBJECT_STORAGE_MEMORY_SIZE, &size) || !ASK(LOAD_DELTA, &delta) || !base)
    return;
  collect_lock_take(&lock);
  image_put(&(image){(const uint8_t *)(uintptr_t)base, size}, delta);
  collect_lock_release(&lock);
}

int64_t collect_code_size(uint64_t address) {
  collect_lock_take(&lock);
  uint64_t i = sizes ? place_of(sizes, address) : 0;
  int64_t size = sizes && sizes->entry[i].address && address ? (int64_t)sizes->entry[i].size : ROCZ_NULL;
  collect_lock_release(&lock);
  return size;
}

static void code_sizes_forked(void) {
  atomic_store(&lock.word, 0);
  sizes = NULL; /* another thread may have been changing it at the fork */
  used = 0;
}
COLLECT_MODULE(code_sizes) = {.name = "code_sizes", .order = 20, .forked = code_sizes_forked};
