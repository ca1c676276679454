/* Parts of the collector that register themselves: a pointer in an ELF section, so
** that adding one is adding its file. (Objects must be linked as .o files and without
** --gc-sections.)
**
** A part that the writer runs, that has something to forget in a forked child, or that
** holds things of HSA's runtime states so:
**
**     COLLECT_MODULE(copies) = {.name = "copies", .order = 21, .forked = copies_forked};
**
** All members but the name may be left out. One that looks at something from time to time
** gives a period, and a place for its time:
**
**     static int64_t sampled_ns;
**     COLLECT_MODULE(power) = {.name = "power", .order = 30, .drain = sample, .period_ns = 100000000, .drained_ns = &sampled_ns};
*/
#ifndef COLLECT_MODULE_H
#define COLLECT_MODULE_H
#include <stdbool.h>
#include <stdint.h>

#define COLLECT_REGISTER(type, section_name, id) \
  static const type collect_##id##_of_##section_name; \
  __attribute__((used, section(#section_name))) static const type *const collect_##id##_entry_##section_name = &collect_##id##_of_##section_name; \
  static const type collect_##id##_of_##section_name

/* The one after `now`, or the first for NULL, of what a section points to, by before(a, b); NULL:
** `now` was the last. A search each time: they are few, and no array limits how many. */
#define COLLECT_NEXT_OF(section_name, now, before) ({ \
  __typeof__(now) next_of = NULL; \
  for (__typeof__(&*__start_##section_name) i_of = __start_##section_name; i_of < __stop_##section_name; i_of++) \
    if ((!(now) || before(now, *i_of)) && (!next_of || before(*i_of, next_of))) \
      next_of = *i_of; \
  next_of; })

/* How much a drain writes: what pays or is in the way of producers; every few seconds all
** that is finished, since large chunks are small and what is left in a ring is safe there;
** at the end what is still open too, since nothing follows. */
enum collect_drain { COLLECT_DRAIN_DUE, COLLECT_DRAIN_FLUSH, COLLECT_DRAIN_FINAL };

typedef struct collect_module {
  const char *name;
  /* Smaller ones first: 0 info rows, which stand before what refers to them (but what is
  ** written last at the end); 10 calls; 20 to 29 devices; 1000 the end of the file. */
  int order;
  /* On the writer, once, before the first drain. */
  void (*start)(void);
  /* On the writer, or on the thread that closes the process: write what is there.
  ** Returns the rows written. */
  uint64_t (*drain)(enum collect_drain how);
  /* Drain so often, also when nothing happens, and no more often; 0: whenever the writer is
  ** awake, which it is at least each second. `drained_ns` is when it was done, the writer's. */
  int64_t period_ns, *drained_ns;
  /* How long the writer may sleep at most; `now` is BOOTTIME ns. */
  int64_t (*sleep_ns)(int64_t now);
  /* In a forked child, its only thread: what was the parent's is forgotten, locks are
  ** free. Touches nothing but the module's own; segments are private memory by now. */
  void (*forked)(void);
  /* Libraries have been loaded: on the thread that asks for something of theirs next. Also once
  ** at the start. No lock is held. */
  void (*loaded)(void);
  /* A thread of the program ends that had a segment: in it. The recording may be over. */
  void (*thread_ended)(void);
  /* HSA's runtime goes away, `how` as in hsa.h: its objects are given back or forgotten. */
  void (*end)(int how);
} collect_module;
#define COLLECT_MODULE(id) COLLECT_REGISTER(collect_module, collect_modules, id)

/* The module after `m`, by order; of the first for NULL; NULL: that was the last. */
const collect_module *collect_module_next(const collect_module *m);
void collect_modules_forked(void);
void collect_modules_thread_ended(void);
void collect_modules_loaded(void);
void collect_modules_end(int how);

#endif
