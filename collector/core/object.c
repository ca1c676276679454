/* Loaded objects: see object.h. */
#include "object.h"
#include "lock.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- reading a dynamic section ---- */

/* glibc has relocated the addresses in a dynamic section, except in the kernel's own object, which has them as in its file. */
COLLECT_EARLY static uintptr_t address(uintptr_t base, ElfW(Addr) value) { return value < base ? base + value : value; }

COLLECT_EARLY static void dynamic_read(collect_object *o, const ElfW(Dyn) *d) {
  const ElfW(Dyn) *soname = NULL;
  bool rela_calls = true;
  for (; d->d_tag != DT_NULL; d++) {
    const void *p = (const void *)address(o->base, d->d_un.d_ptr);
    switch (d->d_tag) {
      case DT_SYMTAB: o->symbol = p; break;
      case DT_STRTAB: o->text = p; break;
      case DT_VERSYM: o->version = p; break;
      case DT_GNU_HASH: o->gnu_hash = p; break;
      case DT_HASH: o->hash = p; break;
      case DT_RELA: o->relocation[0] = p; break;
      case DT_RELASZ: o->relocations[0] = d->d_un.d_val / sizeof(ElfW(Rela)); break;
      case DT_JMPREL: o->relocation[1] = p; break;
      case DT_PLTRELSZ: o->relocations[1] = d->d_un.d_val / sizeof(ElfW(Rela)); break;
      case DT_PLTREL: rela_calls = d->d_un.d_val == DT_RELA; break;
      case DT_SONAME: soname = d; break;
      default: break;
    }
  }
  if (!o->relocation[0])
    o->relocations[0] = 0;
  if (!o->relocation[1] || !rela_calls)
    o->relocations[1] = 0;
  if (soname && o->text)
    o->soname = o->text + soname->d_un.d_val;
}

typedef struct object_walk {
  bool (*fn)(const collect_object *o, void *arg);
  void *arg;
  unsigned position;
} object_walk;

static int object_look(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  object_walk *w = arg;
  const ElfW(Dyn) *dynamic = NULL;
  collect_object o = {.base = info->dlpi_addr, .path = info->dlpi_name ? info->dlpi_name : "", .soname = "", .position = w->position++};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type == PT_DYNAMIC)
      dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + p->p_vaddr);
    if (p->p_type == PT_LOAD)
      o.end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
    if (p->p_type == PT_GNU_RELRO) {
      o.relro = info->dlpi_addr + p->p_vaddr;
      o.relro_end = o.relro + p->p_memsz;
    }
  }
  if (!dynamic)
    return 0;
  dynamic_read(&o, dynamic);
  return o.symbol && o.text && w->fn(&o, w->arg);
}

COLLECT_EARLY collect_object collect_object_at(uintptr_t base, const ElfW(Dyn) *dynamic) {
  collect_object o = {.base = base, .path = "", .soname = ""};
  dynamic_read(&o, dynamic);
  return o;
}

/* ---- the list ---- */

/* fork does not take care of the lock of the loader's list. A child that is made while another thread holds it would wait for
** ever at its next dlopen. So a fork waits until our walks are over, and walks wait for a fork. (A fork waits two seconds at
** most: a callback of the program may be holding up a walk.) */
static _Atomic int walking, forking;
static __thread int depth;

static void wait_a_moment(void) { collect_sys_sleep(100000); }

static void fork_prepare(void) {
  atomic_store(&forking, 1);
  for (int i = 0; i < 20000 && !depth && atomic_load(&walking); i++)
    wait_a_moment();
}
static void fork_parent(void) { atomic_store(&forking, 0); }
static void fork_child(void) {
  atomic_store(&walking, depth > 0);
  atomic_store(&forking, 0);
}
__attribute__((constructor)) static void forks_watch(void) { pthread_atfork(fork_prepare, fork_parent, fork_child); }

/* Signals are blocked: a handler that jumped out would leave the loader's lock behind as well. */
void collect_objects_walk(int (*fn)(struct dl_phdr_info *info, size_t size, void *arg), void *arg) {
  sigset_t signals;
  collect_signals_block(&signals);
  if (!depth++)
    while (atomic_fetch_add(&walking, 1), atomic_load(&forking)) {
      atomic_fetch_sub(&walking, 1);
      wait_a_moment();
    }
  dl_iterate_phdr(fn, arg);
  if (!--depth)
    atomic_fetch_sub(&walking, 1);
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
}

static int added_read(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  *(uint64_t *)arg = info->dlpi_adds;
  return 1;
}

uint64_t collect_objects_added(void) {
  uint64_t added = 0;
  collect_objects_walk(added_read, &added);
  return added;
}

typedef struct object_hold {
  void (*fn)(void *arg);
  void *arg;
} object_hold;

static int hold(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)info, (void)size;
  object_hold *h = arg;
  h->fn(h->arg);
  return 1;
}

void collect_objects_hold(void (*fn)(void *arg), void *arg) {
  object_hold h = {fn, arg};
  collect_objects_walk(hold, &h);
}

void collect_objects_each(bool (*fn)(const collect_object *o, void *arg), void *arg) {
  object_walk w = {fn, arg, 0};
  collect_objects_walk(object_look, &w);
}

static int one_counted(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)info, (void)size;
  ++*(unsigned *)arg;
  return 0;
}

unsigned collect_objects_count(void) {
  unsigned count = 0;
  collect_objects_walk(one_counted, &count);
  return count;
}

typedef struct holder {
  uintptr_t address;
  collect_object *object;
  bool found;
} holder;

static bool object_holds(const collect_object *o, void *arg) {
  holder *h = arg;
  if (h->address < o->base || h->address >= o->end)
    return false;
  *h->object = *o;
  return h->found = true;
}

bool collect_object_of(const void *address, collect_object *found) {
  holder h = {.address = (uintptr_t)address, .object = found};
  collect_objects_each(object_holds, &h);
  return h.found;
}

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

COLLECT_EARLY const collect_object *collect_object_own(void) {
  static collect_object own = {.path = "", .soname = ""};
  static _Atomic bool known;
  if (!atomic_load_explicit(&known, memory_order_acquire)) {
    own.base = (uintptr_t)__ehdr_start;
    dynamic_read(&own, _DYNAMIC); /* several threads may do this at the same time, with the same result */
    atomic_store_explicit(&known, true, memory_order_release);
  }
  return &own;
}

bool collect_object_is(const collect_object *o, const char *const *sonames) {
  while (*sonames && strcmp(*sonames, o->soname))
    sonames++;
  return *sonames != NULL;
}

/* ---- what it defines ---- */

#define HIDDEN_VERSION 0x8000

COLLECT_EARLY static bool same(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

COLLECT_EARLY static bool symbol_fits(const collect_object *o, uint32_t i, const char *name, bool hidden) {
  const ElfW(Sym) *s = &o->symbol[i];
  return s->st_shndx != SHN_UNDEF && s->st_value && ELF64_ST_BIND(s->st_info) != STB_LOCAL &&
         (hidden || !o->version || !(o->version[i] & HIDDEN_VERSION)) && same(o->text + s->st_name, name);
}

/* The GNU hash section has four numbers, the filter's words, the buckets and the chains. */
COLLECT_EARLY static const ElfW(Sym) *find_by_gnu_hash(const collect_object *o, const char *name, bool hidden) {
  const uint32_t buckets = o->gnu_hash[0], first = o->gnu_hash[1], words = o->gnu_hash[2], shift = o->gnu_hash[3];
  const ElfW(Addr) *filter = (const ElfW(Addr) *)(const void *)(o->gnu_hash + 4);
  const uint32_t *bucket = (const uint32_t *)(const void *)(filter + words), *chain = bucket + buckets;
  enum { BITS = sizeof(ElfW(Addr)) * 8 };
  uint32_t h = 5381;
  for (const uint8_t *c = (const uint8_t *)name; *c; c++)
    h = h * 33 + *c;
  ElfW(Addr) word = words ? filter[h / BITS & (words - 1)] : ~(ElfW(Addr))0;
  if (!buckets || !(word >> h % BITS & word >> (h >> shift) % BITS & 1))
    return NULL;
  for (uint32_t i = bucket[h % buckets]; i >= first && i; i++) {
    if ((chain[i - first] | 1) == (h | 1) && symbol_fits(o, i, name, hidden))
      return &o->symbol[i];
    if (chain[i - first] & 1)
      break;
  }
  return NULL;
}

COLLECT_EARLY static const ElfW(Sym) *find_by_hash(const collect_object *o, const char *name, bool hidden) {
  const uint32_t buckets = o->hash[0], *bucket = o->hash + 2, *chain = bucket + buckets;
  uint32_t h = 0;
  for (const uint8_t *c = (const uint8_t *)name; *c; c++) {
    h = (h << 4) + *c;
    h = (h ^ (h >> 24 & 0xf0)) & 0x0fffffff;
  }
  for (uint32_t i = buckets ? bucket[h % buckets] : 0; i; i = chain[i])
    if (symbol_fits(o, i, name, hidden))
      return &o->symbol[i];
  return NULL;
}

COLLECT_EARLY static const ElfW(Sym) *find(const collect_object *o, const char *name, bool hidden) {
  return o->gnu_hash ? find_by_gnu_hash(o, name, hidden) : o->hash ? find_by_hash(o, name, hidden) : NULL;
}

COLLECT_EARLY void *collect_object_symbol(const collect_object *o, const char *name, bool hidden) {
  const ElfW(Sym) *s = find(o, name, hidden);
  return s ? (void *)(o->base + s->st_value) : NULL;
}

COLLECT_EARLY void *collect_object_function(const collect_object *o, const char *name) {
  const ElfW(Sym) *s = find(o, name, false);
  return s && ELF64_ST_TYPE(s->st_info) == STT_FUNC ? (void *)(o->base + s->st_value) : NULL;
}

void *collect_object_function_size(const collect_object *o, const char *name, size_t *size) {
  const ElfW(Sym) *s = find(o, name, false);
  bool function = s && ELF64_ST_TYPE(s->st_info) == STT_FUNC;
  *size = function ? s->st_size : 0;
  return function ? (void *)(o->base + s->st_value) : NULL;
}

/* ---- what it imports ---- */

#if defined(__x86_64__)
enum { CALL = R_X86_64_JUMP_SLOT, DATA = R_X86_64_GLOB_DAT, WORD = R_X86_64_64 };
#elif defined(__aarch64__)
enum { CALL = R_AARCH64_JUMP_SLOT, DATA = R_AARCH64_GLOB_DAT, WORD = R_AARCH64_ABS64 };
#else
enum { CALL = -1, DATA = -1, WORD = -1 };
#endif

/* Memory that is read-only after relocation is made writable for a moment. */
bool collect_object_slot_set(const collect_object *o, void **slot, const void *to) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)slot & ~(page - 1);
  bool locked = (uintptr_t)slot >= o->relro && (uintptr_t)slot < (o->relro_end & ~(page - 1));
  if (locked && mprotect((void *)at, page, PROT_READ | PROT_WRITE))
    return false;
  __atomic_store_n(slot, (void *)(uintptr_t)to, __ATOMIC_RELEASE);
  if (locked)
    mprotect((void *)at, page, PROT_READ);
  return true;
}

void collect_object_slots_each(const collect_object *o, void (*fn)(const collect_object *o, void **slot, const char *name, bool call, void *arg), void *arg) {
  for (int part = 0; part < 2; part++)
    for (const ElfW(Rela) *r = o->relocation[part], *end = r + o->relocations[part]; r < end; r++) {
      int type = (int)ELF64_R_TYPE(r->r_info);
      const ElfW(Sym) *s = &o->symbol[ELF64_R_SYM(r->r_info)];
      if ((type == CALL || type == DATA || type == WORD) && s->st_shndx == SHN_UNDEF)
        fn(o, (void **)(o->base + r->r_offset), o->text + s->st_name, type == CALL, arg);
    }
}

typedef struct redirection { const char *name; const void *to; unsigned changed; } redirection;

static void slot_redirect(const collect_object *o, void **slot, const char *name, bool call, void *arg) {
  (void)call;
  redirection *r = arg;
  if (!strcmp(name, r->name))
    r->changed += collect_object_slot_set(o, slot, r->to);
}

unsigned collect_object_redirect(const collect_object *o, const char *name, const void *to) {
  redirection r = {name, to, 0};
  collect_object_slots_each(o, slot_redirect, &r);
  return r.changed;
}

bool collect_object_slot_unbound(const collect_object *o, void **slot) {
  uintptr_t at = (uintptr_t)__atomic_load_n(slot, __ATOMIC_RELAXED);
  return at && at >= o->base && at < o->end;
}

/* Undefined symbols precede those in a GNU hash section. A section of the other kind holds all symbols. */
uint32_t collect_object_imports(const collect_object *o) { return o->gnu_hash ? o->gnu_hash[1] : o->hash ? o->hash[1] : 0; }
