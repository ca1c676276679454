/* Code objects and their kernels: rows when an executable is frozen, and a table from kernel object (the address in a dispatch
** packet) to kernel id.
**
** Threads that submit packets read the table without a lock. It is an open hash of pairs. A larger table replaces a full one; the
** old one stays mapped for readers that still use it. An unloaded kernel keeps its key, with id 0, and the next one at that
** address reuses it. A packet's kernel is looked up when the packet is submitted, so the id is that of the kernel loaded then. */
#include "device.h"
#include "filter.h"
#include "metadata.h"
#include "profile.h"
#include "turn.h"
#include <hsa/hsa_ven_amd_loader.h>
#include <stdio.h>
#include <string.h>

COLLECT_FILTERS(kernels, "KERNELS", "kernels");
COLLECT_DOMAIN(kernels, .library = "hsa", COLLECT_FILTERED(kernels));

typedef struct table {
  uint64_t mask;
  struct { _Atomic uint64_t object; _Atomic uint32_t id; uint32_t unused; } entry[];
} table;

#define PAGE_KERNELS 4096
#define PAGES 4096 /* 16 M kernels */
static table *_Atomic table_now;
static collect_kernel *_Atomic page[PAGES];
static _Atomic uint32_t kernel_count; /* number of ids given out: 1..count */
static uint64_t table_used;           /* number of keys in the table */
static uint32_t code_objects;
static _Atomic uint32_t epoch;
static collect_lock lock = COLLECT_LOCK(KERNELS);             /* held for all but lookups */

uint32_t collect_kernel_epoch(void) { return atomic_load_explicit(&epoch, memory_order_acquire); }

static uint64_t object_hash(uint64_t object) { return (object >> 6) * 0x9e3779b97f4a7c15u >> 20; }

uint32_t collect_kernel_find(uint64_t object) {
  table *t = atomic_load_explicit(&table_now, memory_order_acquire);
  if (!t || !object)
    return 0;
  for (uint64_t i = object_hash(object) & t->mask;; i = (i + 1) & t->mask) {
    uint64_t key = atomic_load_explicit(&t->entry[i].object, memory_order_acquire);
    if (key == object)
      return atomic_load_explicit(&t->entry[i].id, memory_order_acquire);
    if (!key)
      return 0;
  }
}

collect_kernel *collect_kernel_of(uint32_t id) {
  return &atomic_load_explicit(&page[(id - 1) / PAGE_KERNELS], memory_order_acquire)[(id - 1) % PAGE_KERNELS];
}

uint64_t collect_kernel_hash(const char *name) { return collect_kernel_name_hash(name, strlen(name)); }

/* ---- the table ---- */

/* Sets the id of a kernel object. True: the key is new in this table. */
static bool table_put(table *t, uint64_t object, uint32_t id) {
  for (uint64_t i = object_hash(object) & t->mask;; i = (i + 1) & t->mask) {
    uint64_t key = atomic_load_explicit(&t->entry[i].object, memory_order_relaxed);
    if (key && key != object)
      continue;
    atomic_store_explicit(&t->entry[i].id, id, memory_order_release);
    atomic_store_explicit(&t->entry[i].object, object, memory_order_release);
    return !key;
  }
}

/* Makes room for one more key; the table stays at most half full. NULL: no memory. */
static table *table_reserve(void) {
  table *t = atomic_load_explicit(&table_now, memory_order_relaxed);
  if (t && (table_used + 1) * 2 <= t->mask + 1)
    return t;
  uint64_t slots = t ? (t->mask + 1) * 4 : 4096;
  table *n = collect_memory_grow(NULL, 0, sizeof *n + slots * sizeof n->entry[0]);
  if (!n)
    return NULL;
  n->mask = slots - 1;
  table_used = 0;
  for (uint64_t i = 0; t && i <= t->mask; i++) {
    uint32_t id = atomic_load_explicit(&t->entry[i].id, memory_order_relaxed);
    if (id)
      table_used += table_put(n, atomic_load_explicit(&t->entry[i].object, memory_order_relaxed), id);
  }
  atomic_store_explicit(&table_now, n, memory_order_release);
  return n;
}

/* The id of a new kernel. 0: no memory. */
static uint32_t kernel_add(const collect_kernel *k) {
  uint32_t id = atomic_load_explicit(&kernel_count, memory_order_relaxed) + 1, p = (id - 1) / PAGE_KERNELS;
  table *t = table_reserve();
  if (!t || p == PAGES)
    return 0;
  collect_kernel *kernels = atomic_load_explicit(&page[p], memory_order_relaxed);
  if (!kernels && !(kernels = collect_memory_grow(NULL, 0, PAGE_KERNELS * sizeof *kernels)))
    return 0;
  kernels[(id - 1) % PAGE_KERNELS] = *k;
  atomic_store_explicit(&page[p], kernels, memory_order_release);
  atomic_store_explicit(&kernel_count, id, memory_order_release);
  table_used += table_put(t, k->object, id);
  return id;
}

static void kernels_remove(uint64_t executable) {
  uint32_t n = atomic_load_explicit(&kernel_count, memory_order_relaxed);
  table *t = atomic_load_explicit(&table_now, memory_order_relaxed);
  for (uint32_t id = 1; id <= n; id++) {
    const collect_kernel *k = collect_kernel_of(id);
    if (k->executable == executable && collect_kernel_find(k->object) == id)
      table_put(t, k->object, 0);
  }
}

/* ---- registers: from the kernel descriptor that the compiler wrote ---- */

typedef struct registers { int64_t sgpr, arch_vgpr, accum_vgpr, entry_offset; } registers;

static registers registers_of(const uint8_t *descriptor, const char *agent_name) {
  registers r = {0, 0, 0, 0};
  uint32_t rsrc1, rsrc3;
  unsigned gfx = 0;
  if (!descriptor || sscanf(agent_name, "gfx%x", &gfx) != 1)
    return r;
  memcpy(&r.entry_offset, descriptor + 16, 8);
  memcpy(&rsrc3, descriptor + 44, 4);
  memcpy(&rsrc1, descriptor + 48, 4);
  int64_t vgpr = (rsrc1 & 0x3f) + 1, sgpr = rsrc1 >> 6 & 0xf;
  /* gfx90a and gfx940 to gfx95f have one register file for both kinds, in units of 8, split at the accumulators' offset. gfx908 has
  ** two files of the same size. From gfx10 on (four digits), units are 8 and the number of SGPRs is fixed. */
  bool unified = gfx == 0x90a || (gfx >= 0x940 && gfx <= 0x95f);
  if (gfx >= 0x1000) {
    r.arch_vgpr = vgpr * 8;
    r.sgpr = 128;
  } else {
    r.arch_vgpr = unified ? ((rsrc3 & 0x3f) + 1) * 4 : vgpr * 4;
    r.accum_vgpr = unified ? vgpr * 8 - r.arch_vgpr : gfx == 0x908 ? vgpr * 4 : 0;
    r.sgpr = (sgpr / 2 + 1) * 16;
  }
  return r;
}

/* ---- rows ---- */

typedef struct loaded { /* a code object of the current executable */
  int64_t id;
  uint64_t base, size;
  uint64_t agent;
} loaded;

static loaded *code_object; /* all of them; used under the lock */
static size_t code_object_bytes;

typedef struct walk {
  hsa_executable_t executable;
  hsa_ven_amd_loader_1_01_pfn_t loader;
  uint32_t objects;
  const collect_agent *agent;
} walk;

static int64_t object_info(const walk *w, hsa_loaded_code_object_t o, int attribute, size_t size) {
  int64_t v = 0;
  if (w->loader.hsa_ven_amd_loader_loaded_code_object_get_info(
          o, (hsa_ven_amd_loader_loaded_code_object_info_t)attribute, &v) != HSA_STATUS_SUCCESS)
    return 0;
  return size == 4 ? (int64_t)(uint32_t)v : v;
}

static hsa_status_t code_object_row(hsa_executable_t executable, hsa_loaded_code_object_t o, void *data) {
  (void)executable;
  walk *w = data;
  static char uri[4096]; /* used under the lock: it is too large for the program's stack */
  uri[0] = 0;
  hsa_agent_t agent = {(uint64_t)object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT, 8)};
  uint64_t base = (uint64_t)object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE, 8);
  uint64_t size = (uint64_t)object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE, 8);
  uint32_t uri_size = (uint32_t)object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH, 4);
  if (uri_size && uri_size < sizeof uri) {
    w->loader.hsa_ven_amd_loader_loaded_code_object_get_info(o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI, uri);
    uri[uri_size] = 0; /* the runtime does not add a NUL */
  }
  int64_t storage = object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE, 4);
  bool memory = storage == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY;
  int64_t id = ++code_objects;
  collect_meta(ROCZ_CODE_OBJECT, id, (int64_t)collect_agent_id(collect_agent_find(agent)), uri[0] ? uri : NULL,
               (int64_t)base, (int64_t)size,
               object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA, 8), memory ? "MEMORY" : "FILE",
               memory ? object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE, 8)
                      : (int64_t)0,
               memory ? object_info(w, o, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE, 8)
                      : (int64_t)0);
  if (collect_memory_reserve(&code_object, &code_object_bytes, (w->objects + 1) * sizeof *code_object))
    code_object[w->objects++] = (loaded){id, base, size, agent.handle};
  else
    collect_count(ROCZ_N_META_DROPPED, 1); /* rows of its kernels will not refer to it */
  return HSA_STATUS_SUCCESS;
}

static int64_t symbol_info(hsa_executable_symbol_t s, int attribute) {
  uint64_t v = 0;
  HSA_NEXT(hsa_executable_symbol_get_info)(s, (hsa_executable_symbol_info_t)attribute, &v);
  return (int64_t)v;
}

static const loaded *code_object_at(const walk *w, uint64_t object) {
  static const loaded none;
  for (uint32_t i = 0; i < w->objects; i++)
    if (object - code_object[i].base < code_object[i].size && code_object[i].agent == collect_agent_handle(w->agent).handle)
      return &code_object[i];
  return &none;
}

/* The host address of what is at this GPU address. NULL: the host has no such address. */
static const void *host_address(const walk *w, uint64_t address) {
  const void *host = NULL;
  bool known = address && w->loader.hsa_ven_amd_loader_query_host_address((const void *)(uintptr_t)address, &host) == HSA_STATUS_SUCCESS;
  return known ? host : NULL;
}

static bool starts_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static hsa_status_t kernel_row(hsa_executable_t executable, hsa_agent_t agent, hsa_executable_symbol_t symbol,
                               void *data) {
  (void)agent;
  const walk *w = data;
  if ((uint32_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE) != HSA_SYMBOL_KIND_KERNEL)
    return HSA_STATUS_SUCCESS;
  size_t length = (uint32_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH);
  static char name[64 << 10]; /* used under the lock; compilers do not write longer names */
  if (length >= sizeof name ||
      HSA_NEXT(hsa_executable_symbol_get_info)(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name) != HSA_STATUS_SUCCESS) {
    collect_count(ROCZ_N_META_DROPPED, 1);
    return HSA_STATUS_SUCCESS;
  }
  name[length] = 0;
  if (length > 3 && !strcmp(name + length - 3, ".kd"))
    name[length - 3] = 0;
  collect_kernel k = {
    .object = (uint64_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT),
    .executable = executable.handle,
    .name_hash = collect_kernel_hash(name),
    .group_size = (uint32_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE),
    .private_size = (uint32_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE),
    .kernarg_bytes = (uint32_t)symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE),
    .builtin = starts_with(name, "__amd_rocclr_"),
    .fill = starts_with(name, "__amd_rocclr_fill"),
    .blit = collect_blit_of(name),
    .filtered = !collect_filter_passes(&collect_domain_kernels, name, NULL),
  };
  if (collect_number(&collect_mode_setting) != COLLECT_MODE_TIMELINE)
    k.name = (uint32_t)collect_string_word(name);
  const loaded *object = code_object_at(w, k.object);
  k.image = host_address(w, object->base);
  k.image_size = object->size;
  registers r = registers_of(host_address(w, k.object), collect_agent_name(w->agent));
  uint32_t id = kernel_add(&k);
  if (!id) {
    collect_count(ROCZ_N_META_DROPPED, 1);
    return HSA_STATUS_SUCCESS;
  }
  collect_meta(ROCZ_KERNEL, (int64_t)id, object->id, name, (int64_t)k.object,
               (int64_t)k.kernarg_bytes,
               symbol_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT) & UINT32_MAX,
               (int64_t)k.group_size, (int64_t)k.private_size, r.sgpr, r.arch_vgpr, r.accum_vgpr, r.entry_offset,
               r.entry_offset ? collect_code_size(k.object + (uint64_t)r.entry_offset) : ROCZ_NULL);
  return HSA_STATUS_SUCCESS;
}

static void executable_rows(hsa_executable_t executable) {
  walk w = {.executable = executable};
  if (HSA_NEXT(hsa_system_get_major_extension_table)(HSA_EXTENSION_AMD_LOADER, 1, sizeof w.loader, &w.loader) !=
      HSA_STATUS_SUCCESS)
    return;
  collect_lock_take(&lock);
  /* Meanwhile the runtime calls back only into the two functions above. */
  w.loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects(executable, code_object_row, &w);
  for (collect_agent *a = collect_agent_next(NULL); a; a = collect_agent_next(a)) {
    if (!collect_agent_is_gpu(a))
      continue;
    w.agent = a;
    HSA_NEXT(hsa_executable_iterate_agent_symbols)(executable, collect_agent_handle(a), kernel_row, &w);
  }
  atomic_fetch_add_explicit(&epoch, 1, memory_order_acq_rel);
  collect_lock_release(&lock);
}

/* ---- hooks ---- */

static hsa_status_t hook_load(hsa_executable_t executable, hsa_agent_t agent, hsa_code_object_reader_t reader, const char *options,
                              hsa_loaded_code_object_t *object) {
  hsa_loaded_code_object_t own = {0}, *out = object ? object : &own;
  hsa_status_t status = HSA_NEXT(hsa_executable_load_agent_code_object)(executable, agent, reader, options, out);
  if (status == HSA_STATUS_SUCCESS && collect_wanted(&collect_domain_kernels) && collect_hsa_active()) {
    COLLECT_SECTION_BEGIN(section);
    collect_code_loaded(*out);
    collect_section_end(&section);
  }
  return status;
}
COLLECT_HSA_HOOK(hsa_executable_load_agent_code_object, hook_load);

static hsa_status_t hook_executable_freeze(hsa_executable_t executable, const char *options) {
  bool counters = collect_counters_wanted();
  if (counters)
    collect_turns_loading(true);
  hsa_status_t status = HSA_NEXT(hsa_executable_freeze)(executable, options);
  if (counters)
    collect_turns_loading(false);
  if (status == HSA_STATUS_SUCCESS && collect_wanted(&collect_domain_kernels) && collect_hsa_active()) {
    COLLECT_SECTION_BEGIN(section);
    if (collect_process_ready()) {
      collect_agents_ready();
      executable_rows(executable);
    }
    collect_section_end(&section);
  }
  return status;
}
COLLECT_HSA_HOOK(hsa_executable_freeze, hook_executable_freeze);

static hsa_status_t hook_executable_destroy(hsa_executable_t executable) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  kernels_remove(executable.handle);
  atomic_fetch_add_explicit(&epoch, 1, memory_order_acq_rel);
  collect_lock_release(&lock);
  collect_brief_end(&brief);
  return HSA_NEXT(hsa_executable_destroy)(executable);
}
COLLECT_HSA_HOOK(hsa_executable_destroy, hook_executable_destroy);

static void kernels_forked(void) {
  atomic_store(&lock.word, 0);
  code_object = NULL; /* another thread may have been changing it at the fork */
  code_object_bytes = 0;
}

COLLECT_MODULE(kernels) = {.name = "kernels", .order = 20, .forked = kernels_forked};
