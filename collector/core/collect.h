/* Inside of libcollect.so: what its files offer each other.
**
** Layers, each a folder, each may use those above it and nothing below:
**   core     events, threads, rings, the live file, the writer, the process, settings
**   hsa      declarations, lists and the table of HSA
**   device   what the GPU did: queues, dispatches, copies, kernels, agents, links
**   api      the traced APIs
** Files of the core, each uses only those above it (its inside is core.h):
**   system     system calls that are no cancellation points
**   gate       whether this thread records; the guard of our own work
**   module     parts that register themselves
**   setting    COLLECT_* variables, read once, no getenv afterwards (preset, rtg: others that set
**              them); domain, filter, rank: what is recorded; say
**   memory, clock (ticks, anchors, ticks to ns), wake (the writer)
**   object     loaded objects: what they define and call
**   pin, unload  libraries that must stay
**   next       the next function of a name: what the program would get without us
**   near       tables of addresses that the loader need not write to
**   export, reach, symbol  functions that stand in for a runtime's; callers that do not find
**              them; dlsym and dlopen
**   live       the live file: mapping, segments; ring, what their records are; share, how much memory they may take
**   room       calls for which there is no room: counted, and not asked for again at once
**   string     the dictionary of the file's strings
**   pattern, output  the folder and its files
**   props, mask  what the file says of the process
**   file, chunk  the .rocz file
**   meta       rows of info kinds (META segment)
**   thread     thread state: one initial-exec TLS pointer to a CALLS segment
**   calls      CALLS segments into chunks
**   front      signals that we handle before the program does; fault: of memory; toggle: by the user
**   control    starts and stops recording; period: at which times; selected: in which ranges
**   writer     the background thread: runs the drains; own_thread, last: the one for the end without a main thread
**   overhead   what recording costs
**   process    start, fork, exit
**   event      a traced call: the fast path (event.h, inlined in wrappers), the rest;
**              describe: what the file says of functions; pointee: what arguments point to;
**              wrapper.h makes wrappers of lines, one for each function (hip.def, hsa.def)
**   table      dispatch tables that runtimes hand out
**
** Rules for every function that runs in the program's threads: no malloc, no
** stdio, no lock that is held across a call of the program's or a runtime's code,
** errno as it was, never exit or abort; on failure drop and count. Memory comes
** from mmap and is never unmapped.
**
** Wrappers work before any constructor has run and after every destructor. */
#ifndef COLLECT_H
#define COLLECT_H
#include <stddef.h>
#include "domain.h"
#include "gate.h"
#include "ring.h"
#include "setting.h"
#include "wake.h"

#define COLLECT_EXPORT __attribute__((visibility("default")))

/* ---- clock ---- */

int64_t collect_boottime_ns(void);
int64_t collect_realtime_ns(void);
extern bool collect_tsc_used; /* it is the kernel's clock */
/* The TSC; 0 where the processor has none. */
#if defined(__x86_64__)
#define collect_stamp() ((int64_t)__builtin_ia32_rdtsc())
#else
#define collect_stamp() 0
#endif
/* Ticks now: TSC, or BOOTTIME ns where that is not used. */
static inline int64_t collect_ticks(void) { return collect_tsc_used ? collect_stamp() : collect_boottime_ns(); }
/* Ticks as BOOTTIME ns, by the anchors so far. */
int64_t collect_ticks_to_ns(int64_t ticks);

/* ---- thread and event ---- */

/* The innermost traced call that this thread is in, for linking what it starts:
** stack_id 0 when it is in none. `launch` is the call's start in ticks, `lane`
** the thread's, `stream` the HIP stream argument of the call (a handle as given,
** COLLECT_NO_STREAM when the call has none). Costs a few loads. */
#define COLLECT_NO_STREAM ((void *)-1)
typedef struct collect_origin {
  uint64_t stack_id;
  int64_t launch;
  uint32_t lane;
  uint32_t function; /* id of the traced function, 0 none */
  void *stream;
} collect_origin;
void collect_current(collect_origin *out);


/* ---- meta ---- */

/* Append one row of an info kind (kinds.c). One argument for each column, in
** order: int64_t for integers, const char * (NULL allowed) for strings. Takes a
** lock; for rare things only. Returns the row's number within its kind, -1 when
** it was dropped (and counted). */
int64_t collect_meta(int kind, ...);
/* The calling thread is called so from now on, until it is given another name, be it the kernel's
** (pthread_setname_np). */
void collect_thread_named(const char *name);

/* ---- writer: for drains (module.h) ---- */

/* Encode and append one chunk: column[c] has `rows` values (in the kind's column
** order; NULL: column absent). `position` as in the chunk header. On failure the
** rows are counted as lost and false is returned; the caller goes on as if
** written. Writer thread only. */
bool collect_write_chunk(int kind, uint32_t lane, uint32_t rows, const int64_t *const *column, uint64_t position,
                         int64_t min_time, int64_t max_time);
/* The id of a string in the file, writing a STRING chunk in time; 0: it is NULL, or the dictionary is full
** (counted); -1: there is no memory now. Writer thread only. */
int64_t collect_write_string(const char *text, size_t size);
/* ---- what the collector says ---- */

/* A line on stderr, "libcollect: " before it; for what a user must know, once. */
void collect_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with COLLECT_VERBOSE=1 only: for developers of the collector. */
#define collect_tell(...) (collect_flag(&collect_verbose_setting) ? collect_say(__VA_ARGS__) : (void)0)

/* ---- next ---- */

/* The next definition of a function after ours: of what the program started with, else of
** one of these libraries, else of any. NULL when absent. It stays loaded from now on. */
void *collect_next(const char *symbol, const char *const *sonames);
/* The same as a pointer to a function of this type, looked up until it is found. */
#define COLLECT_NEXT(type, symbol, sonames) ({ \
    static __typeof__(type) *_Atomic collect_known; \
    __typeof__(type) *collect_found = atomic_load_explicit(&collect_known, memory_order_relaxed); \
    if (!collect_found) { \
      collect_found = (__typeof__(type) *)collect_next(symbol, sonames); \
      atomic_store_explicit(&collect_known, collect_found, memory_order_relaxed); \
    } \
    collect_found; \
  })
/* Does it lie in this library? */
bool collect_is_own(const void *function);

#endif
