/* See kernarg.h. The arguments of a dispatch are recorded as an instant of the thread that gives the packet to the GPU, within
** the launching call. Its words are the number of the dispatch, and the kernel's arguments as one structure, whose fields come
** from the code object's metadata (metadata.c). So a kernel is described once, at its first launch, and its arguments are
** recorded like those of a call: in the thread's ring, where no kill loses them.
**
** The segment with the arguments is host memory that was filled before the GPU gets the packet. It is read by the kernel, for
** safety. */
#include "kernarg.h"
#include "core.h"
#include "metadata.h"
#include "region.h"
#include <string.h>

bool collect_kernargs_wanted, collect_dispatch_more;
static void settle(void);
COLLECT_SETTING(kernel_args) = {.name = "COLLECT_KERNEL_ARGS", .type = COLLECT_FLAG, .fallback = "0", .order = 21, .settled = settle,
                                .help = "1: also record the arguments of every kernel: view kernel_args"};
static void settle(void) { collect_dispatch_more |= collect_kernargs_wanted = collect_kernel_args_setting.number != 0; }

enum { MOST_BYTES = COLLECT_ARGUMENT_BYTES - 8, POOL_BYTES = 256 << 10 };
static const collect_api api = {.domain = &collect_domain_kernels, .always_arguments = true};

typedef struct kernarg { /* description of a kernel's arguments */
  collect_function function;
  collect_parameter parameter[2];
  uint32_t bytes; /* bytes of the segment that are recorded */
  bool cut;       /* the segment is longer */
  char fields[];
} kernarg;

/* ---- descriptions ---- */

static collect_lock lock = COLLECT_LOCK(KERNARGS);
static char *pool;
static size_t pool_left;

/* Allocates memory that is never freed. The caller holds the lock. */
static void *pool_take(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (size > pool_left) {
    pool = collect_memory_grow(NULL, 0, POOL_BYTES);
    pool_left = pool ? POOL_BYTES : 0;
  }
  if (size > pool_left)
    return NULL;
  pool_left -= size;
  return pool + pool_left;
}

static const char *fields_of(const collect_function *f, int word) {
  const kernarg *a = (const kernarg *)(const void *)((const char *)f - offsetof(kernarg, function));
  return word == 1 && *a->fields ? a->fields : NULL;
}

/* Without metadata, records the whole segment. */
static kernarg *kernarg_make(const collect_kernel *k) {
  static char fields[32 << 10]; /* used under the lock: it is too large for the program's stack */
  size_t bytes = k->image ? collect_metadata_arguments(k->image, k->image_size, k->name_hash, fields, sizeof fields) : 0;
  bool told = bytes > 0;
  if (!told)
    bytes = k->kernarg_bytes;
  kernarg *a = pool_take(sizeof *a + (told ? strlen(fields) : 0) + 1);
  if (!a)
    return NULL;
  uint32_t kept = bytes < MOST_BYTES ? (uint32_t)bytes : MOST_BYTES;
  uint8_t words = (uint8_t)((kept + 7) / 8);
  *a = (kernarg){.bytes = kept, .cut = kept < bytes};
  strcpy(a->fields, told ? fields : "");
  a->parameter[0] = (collect_parameter)COLLECT_PARAMETER_AT(0, ROCZ_F_UINT);
  a->parameter[1] = (collect_parameter){.format = ROCZ_F_STRUCT, .word = 1, .words = words};
  a->function = (collect_function){.generation = COLLECT_NEVER, .name = "kernel_arguments", .category = rocz_category_kernel_arguments, .api = &api,
                                   .parameter = a->parameter,
                                   .texts = "dispatch_id\0uint64_t\0args\0\0", .enumerators = fields_of, .parameters = 2, .words = (uint8_t)(1 + words),
                                   .form = ROCZ_FORM_MESSAGE};
  return a;
}

static __attribute__((noinline)) kernarg *kernarg_first(collect_kernel *k) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  kernarg *a = atomic_load_explicit(&k->arguments, memory_order_relaxed);
  if (!a) {
    a = kernarg_make(k);
    atomic_store_explicit(&k->arguments, a, memory_order_release);
  }
  collect_lock_release(&lock);
  collect_brief_end(&brief);
  return a;
}

static void kernargs_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(kernargs) = {.name = "kernargs", .order = 20, .forked = kernargs_forked};

/* ---- a dispatch ---- */

void collect_kernarg_note(uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, uint64_t dispatch_id) {
  uint64_t words[1 + MOST_BYTES / 8] = {dispatch_id};
  collect_kernel *k = kernel_id ? collect_kernel_of(kernel_id) : NULL;
  kernarg *a = k ? atomic_load_explicit(&k->arguments, memory_order_acquire) : NULL;
  if (k && !a)
    a = kernarg_first(k);
  /* When the writer serves a queue, its thread has no lane. */
  if (!a || collect_own_work_depth || (a->bytes && collect_read(words + 1, packet->kernarg_address, a->bytes) != a->bytes)) {
    collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
    return;
  }
  if (!a->bytes)
    return;
  collect_count(ROCZ_N_ARGUMENTS_CUT, a->cut);
  collect_region_mark(&a->function, NULL, words);
}
