/* Reads the dynamic symbols of a loaded ELF image: of the program, to find host functions that stand in for kernels, and of GPU
** code objects, to find the names of kernels. dlsym cannot be used: it takes the loader's lock, which a constructor holds while
** it waits for the GPU. */
#include <elf.h>
#include "gpusim.h"

typedef struct image {
  const Elf64_Sym *symbols;
  const char *strings;
  const uint32_t *hash;
  const uint32_t *gnu_hash;
} image;

/* The loader relocates these addresses in host images, and not in GPU images. In both cases the result is at the bias or above. */
static uint64_t place(uint64_t address, uint64_t bias) { return address < bias ? address + bias : address; }

static bool read_dynamic(const Elf64_Phdr *ph, size_t n, uint64_t bias, image *out) {
  for (size_t i = 0; i < n; i++) {
    if (ph[i].p_type != PT_DYNAMIC)
      continue;
    for (const Elf64_Dyn *d = (const Elf64_Dyn *)(uintptr_t)(bias + ph[i].p_vaddr); d->d_tag != DT_NULL; d++) {
      const void *p = (const void *)(uintptr_t)place(d->d_un.d_ptr, bias);
      switch (d->d_tag) {
        case DT_SYMTAB: out->symbols = p; break;
        case DT_STRTAB: out->strings = p; break;
        case DT_HASH: out->hash = p; break;
        case DT_GNU_HASH: out->gnu_hash = p; break;
        default: break;
      }
    }
    return out->symbols && out->strings;
  }
  return false;
}

/* A GNU hash table does not state the number of symbols: the end of the last chain is the last symbol. */
static uint32_t gnu_count(const uint32_t *table) {
  uint32_t buckets = table[0], first = table[1], bloom = table[2], last = 0;
  const uint32_t *bucket = table + 4 + bloom * 2;
  const uint32_t *chain = bucket + buckets;
  for (uint32_t i = 0; i < buckets; i++)
    if (bucket[i] > last)
      last = bucket[i];
  if (last < first)
    return first;
  while (!(chain[last - first] & 1))
    last++;
  return last + 1;
}

void gpusim_elf_each(const void *phdr, size_t phdr_count, uint64_t bias, gpusim_elf_fn fn, void *arg) {
  image im = {0};
  if (!read_dynamic(phdr, phdr_count, bias, &im))
    return;
  uint32_t n = im.hash ? im.hash[1] : im.gnu_hash ? gnu_count(im.gnu_hash) : 0;
  for (uint32_t i = 1; i < n; i++) {
    const Elf64_Sym *s = &im.symbols[i];
    if (s->st_shndx != SHN_UNDEF && !fn(im.strings + s->st_name, bias + s->st_value, s->st_size, arg))
      return;
  }
}
