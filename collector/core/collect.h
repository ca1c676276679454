/* Inside libcollect.so: what its files offer each other.
**
** Each layer is a folder. It may use the layers above it in this list, and none below:
**   core     events, threads, rings, the live file, the writer, the process, settings
**   sample   the sampler of call stacks
**   hsa      declarations, lists and the table of HSA
**   device   what the GPU did: queues, dispatches, copies, kernels, agents, links
**   api      the traced APIs
** Files of the core. Each uses only those above it (core.h is what they offer only each other):
**   system     system calls that are no cancellation points
**   gate       whether this thread records; the guard of our own work
**   module     parts that register themselves
**   setting    COLLECT_* variables, read once, no getenv afterwards; preset and rtg give them values too;
**              domain, filter and rank decide what is recorded; say prints lines on stderr
**   memory, clock (ticks, anchors, ticks to ns), wake (the writer)
**   object     loaded objects: the symbols they define and import
**   pin, unload  keep libraries loaded that must stay
**   next       the function that the program would call without us
**   near       address tables that need no relocation; about: descriptions of traced functions, which are such a table
**   export, reach, symbol  functions that stand in for a runtime's; callers that were not bound to them; dlsym and dlopen
**   live       the live file: mapping, segments; ring: what their records are; share: how much memory they may take
**   room       what happens when memory or disk space runs out
**   string     the dictionary of the file's strings
**   pattern, output  the folder and its files
**   props, mask  what the file says of the process
**   sink       who gets the rows that drains make
**   file, chunk  the .rocz file, the first of them
**   meta       rows of info kinds (META segment)
**   thread     thread state: one initial-exec TLS pointer to a CALLS segment
**   calls      CALLS segments into chunks
**   front      signals that we handle before the program does, for fault (memory) and toggle (the user)
**   control    starts and stops recording; period: at which times; selected: in which ranges
**   writer     the background thread: runs the drains; own_thread: starts our threads; last: ends a process whose main thread left
**   row, row_ring, row_handler  rows of other tables among calls, of work that no thread did, and of signal handlers
**   overhead   what recording costs
**   exec       exec as an end of the recording; process: start, fork, exec, exit
**   event      a traced call: the fast path (event.h, inlined in wrappers) and the slow paths;
**              describe: what the file says of functions; pointee: what arguments point to;
**              wrapper.h makes a wrapper from one line per function (hip.def, hsa.def)
**   region, span  regions that are no calls; nest: those that nest without limit
**   table      dispatch tables that runtimes hand out
**
** Rules for every function that runs in the program's threads: no malloc and no stdio; no lock that is held while the program's
** or a runtime's code runs; errno stays as it was; never exit or abort; on failure drop, count and go on. Memory comes from mmap
** and is never unmapped.
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
extern bool collect_tsc_used; /* the TSC is the kernel's clock source, and ours */
/* The TSC; 0 where the processor has none. */
#if defined(__x86_64__)
#define collect_stamp() ((int64_t)__builtin_ia32_rdtsc())
#else
#define collect_stamp() 0
#endif
/* The time now in ticks: the TSC, or BOOTTIME ns if the TSC is not used. */
static inline int64_t collect_ticks(void) { return collect_tsc_used ? collect_stamp() : collect_boottime_ns(); }
/* Converts ticks to BOOTTIME ns, by the anchors so far. */
int64_t collect_ticks_to_ns(int64_t ticks);

/* ---- thread and event ---- */

/* The innermost traced call that this thread is in: the origin of what the thread starts now. Costs a few loads. `stack_id` is 0
** when the thread is in no call. `launch` is the call's start in ticks, `lane` the thread's lane, `stream` the call's HIP stream
** argument (a handle as given, COLLECT_NO_STREAM if the call has none). */
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

/* Appends one row of an info kind (kinds.c). Pass one argument for each column, in order: int64_t for integers, const char *
** (NULL allowed) for strings. Takes a lock, so use it for rare events only. Returns the row's number within its kind, or -1 if it
** was dropped (and counted). */
int64_t collect_meta(int kind, ...);
/* Names the calling thread, until it is given another name, by us or by the kernel (pthread_setname_np). */
void collect_thread_named(const char *name);

/* ---- writer: for drains (module.h); sink.h takes their rows ---- */

/* The id of a string in the file; its STRING chunk is written in time. 0: the string is NULL, or the dictionary is full
** (counted). -1: there is no memory now. Writer thread only. */
int64_t collect_write_string(const char *text, size_t size);
/* ---- what the collector says ---- */

/* Prints a line on stderr, after "libcollect: ". For what a user must know; call it once for each fact. */
void collect_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, only with COLLECT_VERBOSE=1: for developers of the collector. */
#define collect_tell(...) (collect_flag(&collect_verbose_setting) ? collect_say(__VA_ARGS__) : (void)0)

/* ---- next ---- */

/* The next definition of a function after ours: of an object that the program started with, else of one of these libraries, else
** of any. NULL: there is none. Its library stays loaded from now on. */
void *collect_next(const char *symbol, const char *const *sonames);
/* The same as a pointer to a function of this type. Looks it up until it is found, and then remembers it. */
#define COLLECT_NEXT(type, symbol, sonames) ({ \
    static __typeof__(type) *_Atomic collect_known; \
    __typeof__(type) *collect_found = atomic_load_explicit(&collect_known, memory_order_relaxed); \
    if (!collect_found) { \
      collect_found = (__typeof__(type) *)collect_next(symbol, sonames); \
      atomic_store_explicit(&collect_known, collect_found, memory_order_relaxed); \
    } \
    collect_found; \
  })
/* Whether this function lies in this library. */
bool collect_is_own(const void *function);

#endif
