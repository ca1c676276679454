/* Inside of libcollect.so: what its files offer each other.
**
** Layers, each one file, each may use those above it (the core's inside is core.h):
**   setting    COLLECT_* variables, read once, no getenv afterwards
**   clock      ticks, anchors, ticks to ns
**   next       the next function of a name (RTLD_NEXT, then known libraries)
**   live       the live file: mapping, segments
**   string     the dictionary of the file's strings
**   meta       rows of info kinds (META segment)
**   thread     thread state: one initial-exec TLS pointer to a CALLS segment
**   event      a traced call: the fast path (event.h, inlined in wrappers), the rest
**   chunk      the .rocz file
**   calls      CALLS segments into chunks
**   writer     the background thread: runs the drains
**   process    start, fork, exit
**   hip*, stream, hsa_*, dispatch, copy, ...: the traced APIs and sources
** hip_table.c is written by scripts/gen_hip.py.
**
** Rules for every function that runs in the program's threads: no malloc, no
** stdio, no lock that is held across a call of the program's or a runtime's code,
** errno as it was, never exit or abort; on failure drop and count. Memory comes
** from mmap and is never unmapped.
**
** Wrappers work before any constructor has run and after every destructor. */
#ifndef COLLECT_H
#define COLLECT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "rocz.h"

#define COLLECT_EXPORT __attribute__((visibility("default")))

/* ---- live: the live file ---- */

/* The live file's control page, NULL before the first event. */
extern rocz_live *collect_live;

/* A new segment with a ring of `capacity` bytes (power of two), prefaulted. Takes
** a retired one of the same kind and size when there is one that is drained.
** NULL when the disk or the address space is full. The segment's `lane` is the
** caller's, or the next free thread lane for CALLS (from 1). Thread safe. */
rocz_segment *collect_segment_new(uint16_t kind, uint32_t lane, uint32_t record_bytes, uint64_t capacity);
/* The producer is done: once drained the segment may be given to another. */
void collect_segment_retire(rocz_segment *s);
/* Calls fn for every segment in use, in order of creation. Thread safe. */
void collect_segments_each(void (*fn)(rocz_segment *s, void *arg), void *arg);

static inline void collect_count(enum rocz_counter_id id, uint64_t n) {
  if (collect_live)
    atomic_fetch_add_explicit(&collect_live->counter[id], n, memory_order_relaxed);
}

/* Ticks now: TSC, or BOOTTIME ns where the TSC is not the kernel's clock. */
int64_t collect_ticks(void);
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

/* The id of a HIP stream by its handle, giving it one if need be; 0 is the default
** stream. A few loads once it is known. */
uint32_t collect_stream_id(void *handle);

/* The guard for the collector's own calls into traced libraries: between these
** two, wrappers of this thread only forward. Nests. */
void collect_own_work_begin(void);
void collect_own_work_end(void);

/* ---- meta ---- */

/* Append one row of an info kind (kinds.c). One argument for each column, in
** order: int64_t for integers, const char * (NULL allowed) for strings. Takes a
** lock; for rare things only. Returns the row's number within its kind, -1 when
** it was dropped (and counted). */
int64_t collect_meta(int kind, ...);

/* ---- writer ---- */

/* Something that the writer serves: rows that become chunks. Registered by
** COLLECT_DRAIN, one for each segment kind and more where needed. All functions
** run on the writer thread (or the thread that closes the process). */
typedef struct collect_drain {
  const char *name;
  int order;          /* meta 0 goes before what refers to its strings; calls 10; devices 20 */
  void (*start)(void);       /* once, when the writer starts; may be NULL */
  /* Write what is there. `final`: nothing will follow, also write what is still
  ** open as OPEN_ rows. Returns the number of rows written. */
  uint64_t (*drain)(bool final);
} collect_drain;
#define COLLECT_DRAIN(id) \
  static const collect_drain collect_drain_##id; \
  __attribute__((used, section("collect_drains"))) static const collect_drain *const collect_drain_entry_##id = &collect_drain_##id; \
  static const collect_drain collect_drain_##id

/* Encode and append one chunk: column[c] has `rows` values (in the kind's column
** order; NULL: column absent). `position` as in the chunk header. On failure the
** rows are counted as lost and false is returned; the caller goes on as if
** written. Writer thread only. */
bool collect_write_chunk(int kind, uint32_t lane, uint32_t rows, const int64_t *const *column, uint64_t position,
                         int64_t min_time, int64_t max_time);
/* The id of a string in the file, writing a STRING chunk in time. Writer thread only. */
int64_t collect_write_string(const char *text, size_t size);
/* True in the runs, every few seconds, in which drains write even a little: what a
** drain leaves in its segment meanwhile is safe there, and large chunks are small. */
bool collect_flush_due(void);
/* Ask the writer to look soon (a ring is half full). Async-signal-safe, cheap. */
void collect_wake_writer(void);

/* ---- settings ---- */

typedef struct collect_settings {
  char output[4096];      /* absolute folder */
  bool hip, hsa, kernels, copies; /* COLLECT_DOMAINS */
  bool args;              /* COLLECT_ARGS */
  bool intercept;         /* COLLECT_QUEUES=intercept */
} collect_settings;
/* Read at first use. */
const collect_settings *collect_setting(void);

/* ---- next ---- */

/* The next definition of a function after ours: RTLD_NEXT, else the library
** (soname) if it is loaded, however it was. NULL when absent. */
void *collect_next(const char *symbol, const char *const *sonames);

#endif
