/* Functions of traced APIs: where the real one is, and the description that a file has of it once it is called.
**
** A function is described at its first call in a process, under a lock. Any thread of the program may be the first. */
#include "core.h"
#include "room.h"
#include <string.h>

static collect_lock function_lock = COLLECT_LOCK(FUNCTIONS);
#define FUNCTIONS_MAX (ROCZ_OWN_FRAMES - ROCZ_DECLARED - 1) /* an id may be the number of a declared kind, see row.c */
static uint32_t functions;       /* ids given in this generation */
static uint32_t functions_generation;
static const collect_function *_Atomic function_of[FUNCTIONS_MAX + 1]; /* by id */

const collect_function *collect_function_of(uint32_t id) {
  return id && id <= FUNCTIONS_MAX ? atomic_load_explicit(&function_of[id], memory_order_acquire) : NULL;
}

void collect_function_found(collect_function *f, void *next) {
  collect_functions_fill();
  f->real = next;
  f->next = f->api->detour_of ? f->api->detour_of(f, next) : next;
}

bool collect_function_resolve(collect_function *f) {
  collect_functions_fill();
  if (!f->api->sonames)
    return f->next != NULL;
  void *absent = f->api->absent(f);
  if (f->next && f->next != absent)
    return true;
  void *next = collect_next(f->symbol ? f->symbol : f->name, f->api->sonames);
  if (next)
    collect_function_found(f, next);
  else
    f->next = absent;
  return next != NULL;
}

COLLECT_SETTING(args) = {
  .name = "COLLECT_ARGS", .type = COLLECT_FLAG, .fallback = "0", .order = 20, .help = "1: also record the arguments of every call, and what they point to"};

void *collect_function_real(collect_function *f) { return collect_function_resolve(f) ? f->real : NULL; }

static bool always_has_arguments(const collect_function *f) {
  const char *const *name = f->api->always_arguments_of;
  while (name && *name && strcmp(*name, f->name))
    name++;
  return f->api->always_arguments || f->api->rows || (name && *name);
}

/* Number of blocks, of 4 argument words each, in a record of the function. */
static uint32_t blocks_of(const collect_function *f) {
  uint32_t blocks = collect_flag(&collect_args_setting) || always_has_arguments(f) ? (f->words + 3u) / 4 : 0;
  COLLECT_ASSERT(blocks <= (COLLECT_RECORD_MAX - 32) / 32);
  if (blocks <= (COLLECT_RECORD_MAX - 32) / 32)
    return blocks;
  collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
  return 0;
}

bool collect_function_known(collect_function *f) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (generation && atomic_load_explicit(&f->generation, memory_order_acquire) == generation)
    return true;
  collect_functions_fill();
  if (f->api->domain && (!collect_wanted(f->api->domain) || f->filtered)) {
    atomic_store_explicit(&f->generation, COLLECT_FORWARD, memory_order_release);
    return false;
  }
  if (!collect_process_ready()) {
    if (collect_process_over())
      atomic_store_explicit(&f->generation, COLLECT_FORWARD, memory_order_release);
    return false;
  }
  if (collect_no_room()) {
    if (collect_recording())
      collect_untracked();
    return false;
  }
  bool ready = true;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&function_lock);
  generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (atomic_load_explicit(&f->generation, memory_order_relaxed) != generation) {
    if (functions_generation != generation) {
      functions = 0;
      collect_rows_begin();
    }
    functions_generation = generation;
    uint32_t blocks = blocks_of(f);
    collect_function_row[functions + 1] = 0;
    bool fits = generation && functions < FUNCTIONS_MAX;
    if (fits) /* before it is described: a row of it may be summed at once */
      atomic_store_explicit(&function_of[functions + 1], f, memory_order_release);
    ready = fits && collect_function_describe(f, functions + 1);
    if (fits && !ready)
      collect_room_refuse(collect_chunk_path());
    if (ready) {
      f->head = ++functions | blocks << 16;
      collect_function_words[functions] = f->words;
      /* Pairs with the acquire in collect_begin: next and head are set. */
      atomic_store_explicit(&f->generation, generation, memory_order_release);
    }
  }
  collect_lock_release(&function_lock);
  collect_section_end(&section);
  if (!ready && generation && collect_recording()) /* there was no room for its description, or there are too many functions */
    collect_untracked();
  return ready;
}

bool collect_message_ready(collect_function *f, const char *message, uint32_t *id) {
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    collect_process_check_fork();
  if (!f)
    return atomic_load_explicit(&collect_gate.generation, memory_order_relaxed) && collect_thread != &collect_dummy_thread;
  if (!collect_function_known(f) || !collect_recording())
    return false;
  if (collect_thread == &collect_dummy_thread) {
    collect_thread_start();
    if (collect_thread == &collect_dummy_thread)
      collect_untracked();
  }
  if (message && collect_thread != &collect_dummy_thread)
    *id = (uint32_t)collect_string_word(message);
  return collect_thread != &collect_dummy_thread;
}

static void function_forked(void) { atomic_store(&function_lock.word, 0); }
COLLECT_MODULE(function) = {.name = "function", .forked = function_forked};
