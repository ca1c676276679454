/* The fast path of a traced call, inlined into every wrapper.
**
** A wrapper (wrapper.h makes them from lines of a .def file) reads
**
**     int hipSetDevice(int device) {
**       collect_call call = collect_begin(&f, COLLECT_HIP, COLLECT_NO_STREAM);
**       if (!call.thread) return ((int (*)(int))f.next)(device);
**       if (collect_wants_args(&f, COLLECT_HIP, call)) {
**         collect_word(call, 0, device);
**         collect_args_end(&f, call);
**       }
**       int result = ((int (*)(int))f.next)(device);
**       collect_end(&f, COLLECT_HIP, call, result);
**       return result;
**     }
**
** Each thread has one CALLS segment (rocz.h), reached by one initial-exec TLS pointer. The record of the call in progress is
** built in place at `pos` of the segment's ring. The end of the call commits it by moving `pos`. `fast_until` is 0 while a call
** is in progress; otherwise `pos` must be below it for the next call. These comparisons catch everything unusual: a thread that
** has no segment yet (its pointer leads to a dummy whose `fast_until` is 0), a full ring, a call made by a runtime, the
** collector's own calls. collect_begin_slow (event.c) handles all of these.
**
** Signals: a handler may make traced calls at any instruction. `fast_until` is set to 0 before `pos` is read, so a handler either
** ends before we look, or finds it 0. In the few instructions where it is 0 and no layer is marked yet, a handler's call is
** dropped and counted. No libc function is called here, so errno cannot change.
**
** A call that is left by longjmp or an exception never reaches collect_end. Its frame address and return address show that it was
** left: see collect_frame_left in event.c.
**
** Fork and close: `collect_gate` lies alone on a page that the kernel clears in a forked child. Each function remembers the
** generation in which it was set up, so one comparison sends a child, a closed process and a function's first call to the slow
** path. The same comparison catches calls while the recording is stopped, and calls of functions that are not recorded; these are
** forwarded from here. */
#ifndef COLLECT_EVENT_H
#define COLLECT_EVENT_H
#include "collect.h"

/* ---- descriptions: constant data ---- */

/* Has no pointers. Otherwise the loader would write to each of some 3000 parameters at every process's start, and their pages
** would be copied. Name and type are among the function's texts; `enumerators` of the function returns the text that shows
** values. */
typedef struct collect_parameter {
  uint8_t format;           /* ROCZ_F_* */
  uint8_t word, words;      /* index of the first argument word, number of words */
  /* The value that a pointer points to, see pointee.c: */
  uint16_t to_bytes;        /* 0: it is not recorded */
  uint8_t to_format;        /* ROCZ_F_* */
  uint8_t to_word, to_words;
  bool to_after;            /* read after the call, if the call succeeds; false: read before the call */
} collect_parameter;
/* A parameter of one word, for functions that are not declared through wrapper.h. */
#define COLLECT_PARAMETER_AT(at, format_is) {.format = format_is, .word = at, .words = 1}

typedef struct collect_function collect_function;
/* Where a function is defined, and what all its calls have in common: see ROCZ_PLACE. ROCZ_NULL: not known. */
typedef struct collect_definition {
  const char *file;
  int64_t line, lasti, argcount, nlocals, stacksize;
} collect_definition;
/* How a table stores a parameter of its rows. All 0: by the parameter's format. */
typedef struct collect_stored {
  uint8_t after; /* 1 + word: the value is stored less that word's, which precedes it. The row's word is the difference */
  uint8_t by, other; /* 1 + ROCZ_T_*, and 1 + word of the column that the transform refers to */
} collect_stored;
typedef struct collect_api {
  const char *const *sonames; /* libraries that may define its functions, NULL-terminated; NULL: the API sets `next` itself */
  void *(*absent)(const collect_function *f); /* returns the stand-in to call while the library is absent */
  const collect_domain *domain; /* its functions are recorded if this is wanted; NULL: always */
  /* Returns what the wrapper calls in place of the real function: a hook of ours between the two, or `next`. NULL: always `next`. */
  void *(*detour_of)(const collect_function *f, void *next);
  /* Picks from enumerators or fields those of the runtime's version. NULL: they are used as they are. */
  const char *(*enumerators_of)(const char *enumerators);
  const char *enumerations; /* enumerations that fields refer to: "\nNAME,ENUMERATOR=value,..." and so on */
  bool always_arguments;    /* arguments are recorded whatever COLLECT_ARGS says */
  const char *const *always_arguments_of; /* the same for these functions only, NULL-terminated; NULL: none */
  /* Regions of this API (region.h) are rows of a table that is named like the function. Their arguments are always recorded: they
  ** are the table's columns, see row.c. */
  bool rows;
  /* Rows that signal handlers write (row_handler.h): makes the f->words words of a row from the `count` words that a handler wrote.
  ** On the writer. False: there is no memory now; it is asked again. NULL: a row's words are the first ones, and texts are read.
  ** `plain`: of an api with `intern`, how many words of a row are the first ones as they are. */
  bool (*intern)(const collect_function *f, const uint64_t *raw, unsigned count, uint64_t *words);
  uint8_t plain;
  /* Returns where a function is defined. NULL: not known. */
  collect_definition (*definition_of)(const collect_function *f);
  const collect_stored *stored; /* of an api with `rows`: for each parameter; NULL: all by format */
  bool bare; /* of an api with `rows`: a row's time and parent are no part of it, only its words are */
  bool info; /* other rows refer to these, so all are kept where COLLECT_MAX_MB keeps only a part of the rows */
} collect_api;

/* What is known of a traced function from the start. */
typedef struct collect_about {
  const char *name, *category;
  const char *symbol;          /* its symbol, if that is not the name (C++) */
  const collect_api *api;
  const collect_parameter *parameter;
  const char *texts;           /* name and type of each parameter, as in the API's header: "device\0int\0" */
  /* Returns the text that shows the values of the parameter whose first word this is: "NAME=value,..." for an enumeration, fields
  ** for a structure (rocz.h), of a pointer those of what it points to; NULL: none. `enumerators` is NULL if no parameter has such a
  ** text. */
  const char *(*enumerators)(const collect_function *f, int word);
  uint8_t parameters, words;
  uint8_t form;                /* ROCZ_FORM_* */
  uint8_t points;              /* COLLECT_POINTEE_*: values that arguments point to are recorded */
  bool filtered;               /* set once the filters are known: one excludes it by its name */
} collect_about;

/* One traced function: its description, and the state of its wrapper. Descriptions of COLLECT_FUNCTION (wrapper.h) are filled in at
** the first use of any (collect_functions_fill): a thousand of them with pointers would be written by the loader in every process. */
struct collect_function {
  void *next;                  /* what the wrapper calls: the real function, a detour to it, or the stand-in */
  _Atomic uint32_t generation; /* collect_gate.generation when it was set up, or COLLECT_FORWARD; starts as COLLECT_NEVER */
  /* The second half of a record's head: id, argument blocks (0 unless arguments are recorded), and flags 0. Valid in that generation. */
  uint32_t head;
  void *entry;                 /* what callers by symbol are passed on to: COLLECT_ENTRY in wrapper.h. NULL: the wrapper */
  union {
    struct {                   /* see collect_about */
      const char *name, *category, *symbol;
      const collect_api *api;
      const collect_parameter *parameter;
      const char *texts;
      const char *(*enumerators)(const collect_function *f, int word);
      uint8_t parameters, words, form, points;
      bool filtered;
    };
    collect_about about;
  };
  void *real;                  /* the real function, once it is known */
};

/* ---- state: gate.h ---- */

/* What a wrapper keeps during its call: the thread's segment, the dummy if the call is only forwarded, or NULL if it need not
** even be ended. Everything else is in the segment. */
typedef struct collect_call { rocz_segment *thread; } collect_call;

/* Fetches a cache line that is about to be written and may be in another core's cache. (__builtin_prefetch fetches it for
** reading, unless told that the processor can do more; the write would then have to ask again. Processors without the instruction
** ignore it.) */
static inline void collect_prefetch_write(const void *p) {
#if defined(__x86_64__)
  __asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
  __builtin_prefetch(p, 1);
#endif
}

/* Fetches the lines that this thread's next calls will be written to. The writer read them a lap ago, and a locked operation
** would have to wait for them. A launch takes three calls. */
static inline void collect_calls_ahead(void) {
  rocz_segment *t = collect_thread;
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  collect_prefetch_write(collect_data_of(t) + ((pos + 128) & t->mask));
  collect_prefetch_write(collect_data_of(t) + ((pos + 192) & t->mask));
}

collect_call collect_begin_slow(collect_function *f, uint32_t layer, void *stream, void *frame, void *back, uint64_t fast_until);
void collect_end_slow(collect_function *f, uint32_t layer, collect_call call, int32_t result, void *frame);
bool collect_wants_args_slow(collect_call call, uint32_t layer, void *frame);

static inline __attribute__((always_inline)) void collect_place_set(rocz_segment *t, collect_place at) {
  collect_signal_fence();
  *collect_frame_of(t) = (uint64_t)(uintptr_t)at.frame;
  *collect_back_of(t) = (uint64_t)(uintptr_t)at.back;
  collect_signal_fence();
}

/* If the kernel does not use the TSC, `fast_until` stays 0 and every call takes the slow path, which reads the time by
** collect_ticks(). So there is nothing to test for here. */
static inline __attribute__((always_inline)) collect_call collect_begin(collect_function *f, uint32_t layer, void *stream) {
  void *frame = __builtin_dwarf_cfa();
  rocz_segment *t = collect_thread;
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  uint32_t generation = atomic_load_explicit(&f->generation, memory_order_acquire);
  if (COLLECT_UNLIKELY(generation != recording)) {
    if (collect_forwards(generation, recording))
      return (collect_call){NULL};
    return collect_begin_slow(f, layer, stream, frame, __builtin_return_address(0), 0);
  }
  uint64_t fast_until = atomic_load_explicit(&t->fast_until, memory_order_relaxed);
  if (COLLECT_UNLIKELY(!fast_until))
    return collect_begin_slow(f, layer, stream, frame, __builtin_return_address(0), 0);
  /* The place is set before anybody can find us, and again in case a handler's call has changed it. */
  const collect_place at = {frame, __builtin_return_address(0)};
  collect_place_set(t, at);
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  collect_place_set(t, at);
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  if (COLLECT_UNLIKELY(pos >= fast_until))
    return collect_begin_slow(f, layer, stream, frame, __builtin_return_address(0), fast_until);
  rocz_call_record *record = (rocz_call_record *)(void *)(collect_data_of(t) + (pos & t->mask));
  uint64_t sequence = t->next_sequence++;
  uint64_t head = (uint32_t)sequence | (uint64_t)f->head << 32;
  __builtin_memcpy(&record->sequence, &head, 8); /* sequence, function, argument_blocks, flags */
  *collect_stream_of(t) = (uint64_t)(uintptr_t)stream;
  /* The start is set before the layer: once the layer is set, a handler's call takes the record as it is. */
  record->start = collect_stamp();
  collect_signal_fence();
  *collect_open_layers(t) = layer;
  return (collect_call){t};
}

/* Takes the call in the slot if it is of this layer alone: a handler's call can then no longer move it to the spill array, and
** the caller commits it. It is one instruction, so that no handler can come in between. */
static inline __attribute__((always_inline)) bool collect_slot_take(rocz_segment *t, uint32_t layer) {
  uint64_t expected = layer;
  bool taken;
#if defined(__x86_64__)
  __asm__ volatile("cmpxchgq %3, %1" : "=@cce"(taken), "+m"(*collect_open_layers(t)), "+a"(expected) : "r"((uint64_t)0) : "memory"); /* no lock: one thread
                                                                                                                                     ** writes it */
#else
  taken = __atomic_compare_exchange_n(collect_open_layers(t), &expected, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  collect_signal_fence();
#endif
  return taken;
}

static inline __attribute__((always_inline)) void collect_end(collect_function *f, uint32_t layer, collect_call call, int32_t result) {
  rocz_segment *t = call.thread;
  /* The thread's segment differs if the call is only forwarded, or if a call inside moved the thread to a larger segment. The open
  ** layers differ if a call was recorded inside, if this call began on the slow path, and in the memory that replaces a segment
  ** after a fork. */
  if (COLLECT_UNLIKELY(atomic_load_explicit(&f->generation, memory_order_relaxed) != atomic_load_explicit(&collect_gate.recording, memory_order_relaxed) ||
      t != collect_thread || !collect_slot_take(t, layer))) {
    if (t && t != &collect_dummy_thread)
      collect_end_slow(f, layer, call, result, __builtin_dwarf_cfa());
    return;
  }
  int64_t end = collect_stamp(); /* not read earlier: where the TSC is not used, reading it may be forbidden */
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  rocz_call_record *record = (rocz_call_record *)(void *)(collect_data_of(t) + (pos & t->mask));
  uint64_t bytes = 32 + 32 * (uint64_t)((f->head >> 16) & 0xff);
  uint64_t tail = (uint32_t)result | (uint64_t)collect_innermost.number << 32; /* the parent: no call is around it, but a level may be (nest.h) */
  record->end = end;
  __builtin_memcpy(&record->result, &tail, 8);
  record->flags = ROCZ_CALL_DONE;
  collect_signal_fence();
  /* Commit: pairs with the acquire of pos in the writer and in readers. */
  atomic_store_explicit(&t->pos, pos + bytes, memory_order_release);
  collect_signal_fence();
  atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
}

/* ---- arguments: words of 8 bytes, 4 a block, after the head ---- */

/* Whether the call is being recorded and its arguments are wanted. If so, no handler's call can intervene until collect_args_end(). */
static inline __attribute__((always_inline)) bool collect_wants_args(const collect_function *f, uint32_t layer, collect_call call) {
  if (COLLECT_LIKELY(!(f->head >> 16)) || !call.thread || call.thread == &collect_dummy_thread)
    return false;
  collect_busy_begin(__builtin_dwarf_cfa(), __builtin_return_address(0));
  return (call.thread == collect_thread && *collect_open_layers(call.thread) == layer) || collect_wants_args_slow(call, layer, __builtin_dwarf_cfa());
}
static inline void collect_word(collect_call call, unsigned word, uint64_t value) {
  rocz_segment *t = call.thread;
  uint64_t at = atomic_load_explicit(&t->pos, memory_order_relaxed) + 32 + 8 * word;
  *(uint64_t *)(void *)(collect_data_of(t) + (at & t->mask)) = value;
}
/* Fills in the descriptions of all functions of COLLECT_FUNCTION, once. Cheap afterwards. */
void collect_functions_fill(void);
/* Makes a function recordable in this generation: opens the file if necessary, and writes the function's description. False: the
** function is not recorded, or cannot be recorded now. */
bool collect_function_known(collect_function *f);
/* The word for a string: its id in the file. The file must be open. Takes a lock. 0 for NULL. */
uint64_t collect_string_word(const char *text);
/* Stores the words of a structure that is passed by value or pointed to. */
static inline void collect_struct_words(collect_call call, unsigned word, const void *p, size_t size) {
  for (size_t i = 0; i < size; i += 8, word++) {
    uint64_t v = 0;
    __builtin_memcpy(&v, (const char *)p + i, size - i < 8 ? size - i : 8);
    collect_word(call, word, v);
  }
}

/* Values that arguments point to are stored in words behind their pointers. */
enum { COLLECT_POINTEE_BEFORE = 1, COLLECT_POINTEE_AFTER = 2 }; /* in collect_function.points */
#define COLLECT_ARGUMENT_BYTES 480 /* of all argument words of a call */
#define COLLECT_POINTEE_BYTES 200 /* a larger value is recorded as a string */
void collect_pointees_begin(const collect_function *f, collect_call call);
/* Ends what collect_wants_args() began. All arguments are stored. */
static inline void collect_args_end(const collect_function *f, collect_call call) {
  if (f->points)
    collect_pointees_begin(f, call);
  collect_busy_end();
}
/* The word for a text that may not be readable, or may not end: for the part that can be read. */
uint64_t collect_text_word(const char *text);

#endif
