/* Parts of the collector that register themselves, by a pointer in an ELF section. To add a part, add its file. (Objects must be
** linked as .o files and without --gc-sections.)
**
** A part registers if the writer runs it, if it must forget something in a forked child, or if it holds objects of HSA's runtime:
**
**     COLLECT_MODULE(copies) = {.name = "copies", .order = 21, .forked = copies_forked};
**
** All members but the name are optional. A part that looks at something at intervals states a period, and where its last time is
** kept:
**
**     static int64_t sampled_ns;
**     COLLECT_MODULE(power) = {.name = "power", .order = 30, .drain = sample, .period_ns = 100000000, .drained_ns = &sampled_ns}; */
#ifndef COLLECT_MODULE_H
#define COLLECT_MODULE_H
#include <stdbool.h>
#include <stdint.h>

#define COLLECT_REGISTER(type, section_name, id) \
  static const type collect_##id##_of_##section_name; \
  __attribute__((used, section(#section_name))) static const type *const collect_##id##_entry_##section_name = &collect_##id##_of_##section_name; \
  static const type collect_##id##_of_##section_name

/* The entry of a section that follows `now`, or the first if `now` is NULL, in the order of before(a, b); NULL after the last. It
** searches each time: entries are few, and no array limits their number. */
#define COLLECT_NEXT_OF(section_name, now, before) COLLECT_NEXT_WITH(section_name, now, before, true)
/* The same among those entries, called `entry`, for which `condition` holds. */
#define COLLECT_NEXT_WITH(section_name, now, before, condition) ({ \
  __typeof__(now) next_of = NULL; \
  for (__typeof__(&*__start_##section_name) i_of = __start_##section_name; i_of < __stop_##section_name; i_of++) { \
    __typeof__(now) entry __attribute__((unused)) = *i_of; \
    if ((condition) && (!(now) || before(now, entry)) && (!next_of || before(entry, next_of))) \
      next_of = entry; \
  } \
  next_of; })

/* How much a drain writes. DUE: rings that are full enough to be worth a chunk. FLUSH, every ten seconds: all that is finished.
** FINAL, at the end: also what is not finished. Rows that stay in a ring are safe there, and large chunks take fewer bytes. */
enum collect_drain { COLLECT_DRAIN_DUE, COLLECT_DRAIN_FLUSH, COLLECT_DRAIN_FINAL };

typedef struct collect_module {
  const char *name;
  /* Smaller numbers run first. 0: info rows, since they precede what refers to them (at the end they are written last); 10: calls;
  ** 20 to 29: devices; 1000: the end of the file. */
  int order;
  /* Called on the writer, once, before the first drain. */
  void (*start)(void);
  /* Writes all rows that are ready, and returns their number. The writer calls it. */
  uint64_t (*drain)(enum collect_drain how);
  /* Drain at this interval, even if nothing happens. 0: whenever the writer is awake, which it is at least each second.
  ** `drained_ns`: when that was done last; only the writer uses it. */
  int64_t period_ns, *drained_ns;
  /* How long the writer may sleep at most, in ns; `now` is BOOTTIME ns. */
  int64_t (*sleep_ns)(int64_t now);
  /* Called in a forked child, by its only thread: forgets what was the parent's, and frees locks. Touches nothing but the module's
  ** own state; segments are private memory by now. */
  void (*forked)(void);
  /* Called after libraries were loaded, on the thread that next asks for one of their functions, and once at the start. No lock is held. */
  void (*loaded)(void);
  /* Called on a thread of the program that ends and had a segment. The recording may be over. */
  void (*thread_ended)(void);
  /* HSA's runtime goes away, in the way `how` (hsa.h): gives its objects back, or forgets them. */
  void (*end)(int how);
} collect_module;
#define COLLECT_MODULE(id) COLLECT_REGISTER(collect_module, collect_modules, id)

/* The module after `m` in order, the first for NULL; NULL after the last. */
const collect_module *collect_module_next(const collect_module *m);
/* Keeps the order, so that the next calls search no more. The writer calls it once; another call does nothing. */
void collect_modules_order(void);
void collect_modules_forked(void);
void collect_modules_thread_ended(void);
void collect_modules_loaded(void);
void collect_modules_end(int how);

#endif
