/* What the simulator knows of a kernel object: its name, how long it takes, and what it really does.
**
** The loader copies a code object with its ELF header to the start of an allocation. A kernel object in it is a symbol "NAME.kd"
** of 64 bytes. The runtime's own shaders have no ELF image around them. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include "gpusim.h"

#define CACHE_SIZE 4096 /* a power of two; if there are more kernels, some are looked up again each time */
static gpusim_kernel cache[CACHE_SIZE];
static unsigned cache_generation;

#define STAND_IN "gpusim_kernel_"

typedef struct search {
  uint64_t object;   /* search for the name of this object ... */
  const char *name;  /* ... or for the address of this name */
  uint64_t address;
  char *out;
  size_t out_bytes;
} search;

static bool match_object(const char *name, uint64_t value, uint64_t size, void *arg) {
  search *s = arg;
  size_t n = strlen(name);
  if (value != s->object || n < 3 || strcmp(name + n - 3, ".kd"))
    return true;
  snprintf(s->out, s->out_bytes, "%.*s", (int)(n - 3), name);
  return false;
}

static bool match_stand_in(const char *name, uint64_t value, uint64_t size, void *arg) {
  search *s = arg;
  if (strncmp(name, STAND_IN, sizeof STAND_IN - 1) || strcmp(name + sizeof STAND_IN - 1, s->name))
    return true;
  s->address = value;
  return false;
}

/* The program's host function that stands in for this kernel, if it exports one. */
static gpusim_host_kernel stand_in(const char *name) {
  const Elf64_Phdr *ph = (const Elf64_Phdr *)(uintptr_t)getauxval(AT_PHDR);
  size_t n = getauxval(AT_PHNUM);
  uint64_t bias = 0;
  for (size_t i = 0; ph && i < n; i++)
    if (ph[i].p_type == PT_PHDR)
      bias = (uint64_t)(uintptr_t)ph - ph[i].p_vaddr;
  search s = {.name = name};
  if (ph)
    gpusim_elf_each(ph, n, bias, match_stand_in, &s);
  return (gpusim_host_kernel)(uintptr_t)s.address;
}

static void find_name(uint64_t object, char *out, size_t out_bytes) {
  uint64_t base, size_bytes;
  out[0] = 0;
  if (!gpusim_memory_find(object, &base, &size_bytes) || size_bytes < sizeof(Elf64_Ehdr))
    return;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)(uintptr_t)base;
  if (memcmp(e->e_ident, ELFMAG, SELFMAG))
    return;
  search s = {.object = object, .out = out, .out_bytes = out_bytes};
  gpusim_elf_each((const char *)e + e->e_phoff, e->e_phnum, base, match_object, &s);
}

static void look_up(uint64_t object, gpusim_kernel *k) {
  memset(k, 0, sizeof *k);
  k->object = object;
  find_name(object, k->name, sizeof k->name);
  if (k->name[0]) {
    k->blit = gpusim_blit_by_name(k->name);
    if (!k->blit)
      k->host = stand_in(k->name);
  } else {
    const char *name = NULL;
    k->blit = gpusim_blit_by_code((const void *)(uintptr_t)object, &name);
    snprintf(k->name, sizeof k->name, "%s", name ? name : "?");
  }
  k->ticks = gpusim_setting_ticks(k->name);
  if (k->ticks < 0 && !k->blit)
    k->ticks = gpusim_setting.kernel_ticks;
}

const gpusim_kernel *gpusim_kernel_find(uint64_t object) {
  unsigned generation = atomic_load(&gpusim_memory_code_generation);
  if (generation != cache_generation) {
    memset(cache, 0, sizeof cache);
    cache_generation = generation;
  }
  gpusim_kernel *k = &cache[(object >> 6) % CACHE_SIZE];
  if (k->object != object)
    look_up(object, k);
  return k;
}
