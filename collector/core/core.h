/* What the core's own files offer each other, beyond collect.h: state of a thread
** and of a segment, the clock, the dictionary of strings, the file being written,
** the process's life. Traced APIs need event.h and collect.h only. */
#ifndef COLLECT_CORE_H
#define COLLECT_CORE_H
#include <pthread.h>
#include "collect.h"
#include "event.h"
#include "nearest.h"

/* ---- clock.c ---- */

extern int64_t collect_tsc_hz; /* 0 when the TSC is not used */
/* A first anchor, and whether the TSC may be read. From the constructor, and before a recording begins. */
void collect_clock_start(void);
/* The clock source; a second anchor, at least half a millisecond after the first; and the TSC's
** frequency by the two: what a file's header needs. */
void collect_clock_calibrate(rocz_anchor *now);
/* An anchor now. Writer only. True when a second has passed since the last anchor
** that was kept in the live file: the caller records it in the chunks too. */
bool collect_clock_tick(rocz_anchor *now);
/* Copies the anchors so far into a new live file. */
void collect_clock_publish(rocz_live *live);

/* The straight line that holds from `from` to just below `to`, in ticks. */
typedef struct collect_line {
  int64_t from, to;
  int64_t ns;        /* at `from` */
  uint64_t slope;    /* ns per tick, 32 bits after the point */
} collect_line;
void collect_line_at(int64_t ticks, collect_line *line);
static inline int64_t collect_line_ns(const collect_line *line, int64_t ticks) {
  return line->ns + (int64_t)(((__int128)(ticks - line->from) * line->slope) >> 32);
}
/* The same for ticks that are mostly in order: switches to another line if needed. Initialize
** with {.from = 1, .to = 0}. */
static inline int64_t collect_line_follow(collect_line *line, int64_t ticks) {
  if (COLLECT_UNLIKELY(ticks < line->from || ticks >= line->to))
    collect_line_at(ticks, line);
  return collect_line_ns(line, ticks);
}

/* ---- live.c ---- */

/* Life of a segment: its owner retires it, the writer frees it once drained, and
** segment_new gives it out again. */
enum { COLLECT_SEG_USED = 1, COLLECT_SEG_RETIRED = 2, COLLECT_SEG_FREE = 3 };

/* A level of calls in progress, parallel to rocz_segment.spill. */
typedef struct collect_level {
  void *frame, *stream;
  uint64_t back;
  uint32_t layer;   /* its own bit; 0: a region */
  uint32_t region;  /* the layer of a region */
  uint32_t nest;    /* and how deep in the thread's regions of the layer it stands */
  uint32_t argument_blocks; /* of `kept` */
} collect_level;

/* Of a lane's numbers that end in these 32 bits the one nearest to another. */
static inline uint64_t collect_number_near(uint64_t near, uint32_t low) { return near + (uint64_t)(int64_t)(int32_t)(low - (uint32_t)near); }

#define COLLECT_THREAD_NAME 128 /* bytes of a thread's name, with the 0 at its end */
/* In rocz_segment.producer_private. */
typedef struct collect_private {
  uint64_t next_fast_until;  /* see collect_next_fast_until */
  uint64_t back;             /* return address of the wrapper in the slot, see event.h */
  _Atomic uint32_t state;    /* COLLECT_SEG_* */
  uint32_t continued;        /* retired because the thread got a larger one */
  uint64_t born_pos;         /* pos when the owner got it; from here on cleared for a new owner */
  rocz_segment *previous;    /* the lane's ring before this one, to be drained first */
  rocz_segment *next_of_spans; /* the thread's next one, see span.c */
  bool orphan;               /* one of spans whose thread has ended */
  int64_t last_slow_end;     /* of the records that were committed the slow way */
  uint64_t last_sequence;    /* writer: of the last record drained */
  int64_t start_ns, end_ns;  /* of the owner; end 0: it has not ended */
  int64_t last_end_ns;       /* writer, dispatches: end of the last row, as written */
  int64_t last_raw_end_ns;   /* and as measured */
  uint64_t checked_tail;     /* writer, COLLECT_CHECK: the tail that was seen last */
  char name[COLLECT_THREAD_NAME], given_to[16]; /* of the owner: see thread_row.c */
  /* the owner's */
  uint32_t slot_layer;       /* layer of the call in the slot at pos, when it began slowly; else 0 */
  uint32_t kept_blocks;      /* of `kept`, by all levels */
  uint64_t held_frame, held_back; /* of the call that a handler's call interrupts */
  uint64_t ended_pos;        /* once pos is there this level, with this number, is a row */
  uint32_t ended_level, ended_sequence;
  collect_level level[ROCZ_SPILL_DEPTH];
  uint64_t kept[96];         /* arguments of spilled calls, 4 words a block */
} collect_private;
_Static_assert(sizeof(collect_private) <= sizeof(((rocz_segment *)0)->producer_private), "fits");
#define COLLECT_KEPT_BLOCKS 24

static inline collect_private *collect_private_of(rocz_segment *s) { return (collect_private *)(void *)s->producer_private; }
/* Is there a call in progress in the slot at pos? */
static inline bool collect_slot_taken(rocz_segment *s) {
  uint64_t open = *collect_open_layers(s);
  return open && !(open & COLLECT_SLOW && !collect_private_of(s)->slot_layer);
}

/* Creates PATH.live with the identity given. False when that is impossible. */
bool collect_live_open(const char *path, const uint8_t file_id[16]);
/* The live file is of no use any more: everything is in chunks. */
void collect_live_remove(void);
/* At the end: the file lacks what was counted, for there was no room for rows of it. */
extern bool collect_live_needed;
/* Is the live file's memory gone (fault.c)? What was in it is lost; nothing is recorded. */
bool collect_live_lost(void);
/* Private memory takes the place of the live file's, if `at` lies in it: true. For handlers
** of signals. */
bool collect_live_replace(const void *at);
/* Says so, once. On a thread of the program's: the writer has no stderr. */
void collect_live_tell(void);
/* Retired segments that are drained may be given to others now. Writer. */
void collect_segments_free_drained(void);
/* Bytes of all segments so far. */
uint64_t collect_live_bytes(void);

/* ---- share.c ---- */

/* Bytes that all segments may grow to. In a section. */
uint64_t collect_buffers_share(void);

/* ---- thread.c ---- */

/* Gives the calling thread a segment. Leaves the dummy when there is no room. */
void collect_thread_start(void);
/* The calling thread's segment, with no call in its slot: a larger one from now on if it is
** full or was filled often, and there is memory. `room`: as collect_thread_space() says. */
rocz_segment *collect_thread_room_look(bool *room);
/* The same, which looks at the writer's progress only where it was not seen to be far enough. */
static inline rocz_segment *collect_thread_room(bool *room) {
  rocz_segment *t = collect_thread;
  *room = atomic_load_explicit(&t->pos, memory_order_relaxed) < *collect_next_fast_until(t);
  return COLLECT_LIKELY(*room) ? t : collect_thread_room_look(room);
}
/* Looks at the writer's progress and sets `fast_until` for the calls that follow
** (collect_next_fast_until). True if there is room for a record. */
bool collect_thread_space(rocz_segment *t);
void collect_thread_setup(void);   /* the key for thread ends, also the main thread's; once */
/* The number of a lane that nothing has yet. */
uint32_t collect_lane_new(void);
#define COLLECT_RECORD_MAX (COLLECT_ARGUMENT_BYTES + 32) /* bytes of the largest call record */

/* ---- thread_row.c, calls.c ---- */

/* The name of the calling thread, into its segment. */
void collect_thread_name(rocz_segment *t);
void collect_thread_row(const rocz_segment *t, int64_t end_ns);
/* The last row of a thread that has ended and is drained. Writer. */
void collect_thread_ended(rocz_segment *t);
/* The last row of one that may still be there, with its present name. */
collect_segment_fn collect_thread_close;
extern const collect_ring collect_ring_calls, collect_ring_spans;
/* Calls and regions that are in progress, as rows: they will not end. Writer. */
collect_segment_fn collect_open_rows;
/* Argument words of the function with this id. */
extern uint8_t collect_function_words[UINT16_MAX + 1];

/* ---- meta.c ---- */

/* The writer's memory for the texts of info rows. False: there is none. */
bool collect_meta_reserve(void);
/* Writes all info rows so far into chunks. False: they could not be. Writer. */
bool collect_meta_flush(void);

/* ---- row.c ---- */

/* Of the functions with these ids, whose records are no calls: the number of the kind of
** their rows, from 1. 0: calls. */
extern uint8_t collect_function_row[UINT16_MAX + 1];
/* No kinds are declared: another file begins. */
void collect_rows_begin(void);
/* Declares the kind of function number `id` in the file. */
bool collect_row_describe(const collect_function *f, uint32_t id);
/* Writes the rows of the kinds in `numbers` (bits) among the records [from, to) of a lane.
** `sequence`: number of a call nearby. Returns how many there are. Writer. */
uint64_t collect_rows_write(const rocz_segment *s, uint64_t from, uint64_t to, uint64_t numbers, uint64_t sequence);
/* ---- span.c, span_map.c ---- */

/* A span in progress, by the id that its API gave it. */
typedef struct collect_span {
  uint64_t id;
  rocz_segment *segment;
  uint32_t layer, sequence;
} collect_span;
bool collect_span_map_put(const collect_span *s);
bool collect_span_map_take(uint32_t layer, uint64_t id, collect_span *out);
void collect_span_map_forget(void);

/* A region that has no place in the thread's stack any more; and the end of one, if there is such. */
void collect_span_nested(collect_function *f, uint32_t layer, uint32_t nest, uint32_t message);
void collect_span_nested_end(uint32_t layer, uint32_t nest);

/* ---- pointee.c ---- */

/* Copies as much of it as can be read from the beginning on, up to two pages; 0: nothing. */
size_t collect_read(void *to, const void *from, size_t size);
/* What the arguments of the call at this level of the stack point to, after it. */
void collect_pointees_end(const collect_function *f, rocz_segment *t, int level, int32_t result);

/* ---- memory.c ---- */

/* Memory by mmap, larger than before and with the old content; zero beyond. The
** old pointer is gone unless NULL is returned. */
void *collect_memory_grow(void *old, size_t old_size, size_t new_size);
/* Makes the array that `pointer` points to a pointer of at least `want` bytes long;
** doubles. False: there is no memory, and all is as before. A child that is forked meanwhile has the old array or the new one. */
bool collect_memory_reserve(void *pointer, size_t *bytes, size_t want);
/* For what no other thread can be reading. */
void collect_memory_free(void *p, size_t size);

/* ---- string.c: the dictionary of the file's strings ---- */

/* As collect_string_word, of bytes. */
uint64_t collect_bytes_word(const char *bytes, size_t size);

/* The dictionary's first memory, and what the writer needs to copy from it. False: there is none. */
bool collect_strings_reserve(void);
/* The id of a string, from 1; 0: the dictionary is full; -1: there is no memory now. Takes a lock.
** `fresh` tells that it was not known: the row is not in the file yet. */
int64_t collect_string_id(const char *text, size_t size, bool *fresh);
/* The same without a lock, 0 also when it is not known yet. */
int64_t collect_string_known(const char *text, size_t size);
/* Up to ROCZ_MAX_ROWS strings that no chunk has yet, from number `first` (0-based)
** on: their lengths and the texts end to end. A copy, the writer's. False: there are, and no memory for it. */
bool collect_strings_pending(uint32_t *rows, const int64_t **lengths, const char **text, size_t *text_size, uint64_t *first);
void collect_strings_written(uint32_t rows);

#define COLLECT_NAME_BYTES ROCZ_NEAREST_BYTES /* of names that are compared, with the 0 at their end */

/* ---- output.c: where files go ---- */

extern collect_setting collect_output_setting;
/* COLLECT_OUTPUT filled in, for a process that began at start_ns, and made with the folders
** above it. False: why says collect_output_failure(). */
bool collect_output_folder(int64_t start_ns, char *folder, size_t size);
/* This run's number, from 1, once that was done; 0: COLLECT_OUTPUT has no %n. */
int collect_output_run(void);
const char *collect_output_failure(void);
/* A new file for its user alone, and one that is there; `flags` as of open. -1: errno says why. */
int collect_output_create(const char *path, int flags);
int collect_output_open(const char *path, int flags);
bool collect_output_rename(const char *from, const char *to);
void collect_output_remove(const char *path);
bool collect_output_is(const char *path, dev_t device, ino_t inode);
/* From now on these reach the folder of this file by a descriptor of the writer's: whatever becomes of its
** name, of the process's root or of its user. Only the writer may use them then. */
void collect_output_keep(const char *path);
void collect_output_forget(void); /* in a forked child */

/* ---- chunk.c: the .rocz file ---- */

/* Creates it and writes the header, for a process that began at start_ns. `path`
** receives the path. */
bool collect_chunk_open(int64_t start_ns, char *path, size_t path_size, uint8_t file_id[16]);
/* The footer. False when it could not be written. */
bool collect_chunk_close(void);
void collect_chunk_reset(void);
/* Chunks in the file: for any thread, at any time. */
uint64_t collect_chunk_count(void);
/* It has reached COLLECT_MAX_MB: nothing more is to be recorded. Writer. */
bool collect_chunk_is_full(void);
/* Event rows in the file, and its size: once the writer has ended. */
uint64_t collect_chunk_rows(uint64_t *bytes);
const char *collect_chunk_path(void);
/* Writes all info rows so far, false if they cannot be: called before a chunk of events. Writer, as it starts. */
void collect_chunk_info_by(bool (*write)(void));
/* As collect_write_chunk, but the rows are not given up when it fails. */
bool collect_chunk_try(int kind, uint32_t lane, uint32_t rows, const int64_t *const *column, uint64_t position,
                       int64_t min_time, int64_t max_time);
/* Chunks of events from here to the commit are written together, which fails if one of them does. Until then
** nothing is to be done that cannot be taken back. Info rows meanwhile are written at once, before them. */
void collect_chunk_begin(void);
bool collect_chunk_commit(void);
/* The commit is going to fail, for this reason (errno). */
void collect_chunk_spoil(int error);
/* Only info rows follow, for which space was kept. */
void collect_chunk_ending(void);
/* As collect_write_chunk, of rows that say all of themselves but first_row. */
struct rocz_rows;
bool collect_write_rows(struct rocz_rows *rows);
/* After the chunks of one drain: the descriptor is not kept. */
void collect_chunk_end(void);
/* Keeps a descriptor for the time when the file can no longer be opened (no descriptors, changed
** rights, another root). For threads with a descriptor table of their own. */
void collect_chunk_reserve(void);

/* ---- overhead.c ---- */

/* The line that COLLECT_SUMMARY asks for. `closed`: the file has its end. */
void collect_overhead_say(bool closed);

/* ---- props.c ---- */

/* "key=value" items for the header; returns their size. `keeps_newest`: the file may be
** replaced by one with newer rows. `parent`: zeros where no process with a file has forked this. */
uint32_t collect_props(char *text, size_t size, bool keeps_newest, const uint8_t parent[16]);
void collect_run_id(uint8_t id[16]);
/* The id of all processes of one shell command line, if there is no launcher. */
void collect_job_id(uint8_t id[16]);

/* ---- next.c, pin.c ---- */

/* The function `symbol` in one of these libraries, even if another library overrides it. */
void *collect_next_in(const char *symbol, const char *const *sonames);
/* Called by the constructor. Libraries loaded from now on may be unloaded. */
void collect_next_start(void);
struct collect_object;
/* Is it one of the objects that the program started with? */
bool collect_next_started(const struct collect_object *o);
/* The object is loaded for good. */
void collect_pin(const struct collect_object *o);
/* ... before this thread unloads anything. `open` is the next dlopen. */
void collect_pins_set(void *(*open)(const char *file, int mode));

/* ---- reach.c ---- */

/* Looks for callers of runtimes that were loaded since the last time and do not come to us,
** and sees to it that they do. */
void collect_reach(void);
/* Something is about to be loaded. */
void collect_reach_later(void);

/* ---- writer.c ---- */

bool collect_writer_start(void);
/* In it: asks the scheduler to run it soon when it is woken. */
void collect_thread_urgent(void);
/* Its next run writes all that is finished. On the writer. */
void collect_writer_flush(void);
/* The gate is closed. The writer makes its last run and ends the file. False: there is no
** writer, or it does not get on; what is in no chunk stays in the live file. */
bool collect_writer_close(void);

/* ---- own_thread.c ---- */

/* A thread of ours, detached, with all signals held off; stack_bytes 0: a stack as the program's threads have. False: there can be none. */
bool collect_thread_create(void *(*run)(void *), size_t stack_bytes);
/* How many of these there are, from before they are made on; and that have come to run: no more than the kernel has of them. */
uint32_t collect_threads(void), collect_threads_running(void);

/* ---- last.c ---- */

void collect_last_begin(void); /* from the constructor */
void collect_last_open(void);  /* threads of ours have been started */
/* The main thread has left. There is a thread of ours for the process's end. */
bool collect_last_is_near(void), collect_last_is_kept(void);
/* ... and of the threads only ours are there. */
bool collect_last_is_here(void);

/* ---- process.c ---- */

/* Makes sure that this process records. False: it does not, and will not. */
bool collect_process_ready(void);
/* Nothing will be recorded any more, in its children neither: the file is closed, or could not be made. */
bool collect_process_over(void);
/* Notices a fork that no handler was told of (a raw system call). */
void collect_process_check_fork(void);

/* ---- leave.c ---- */

/* Before the first call is recorded: left() is called when the process ends by _exit, in any state of the thread. */
void collect_leave_begin(void (*left)(void));

/* ---- describe.c ---- */

/* A parameter's name and its type. */
static inline const char *collect_parameter_text(const collect_function *f, int n) {
  const char *text = f->texts;
  while (n--)
    text += __builtin_strlen(text) + 1;
  return text;
}
static inline const char *collect_parameter_name(const collect_function *f, int position) { return collect_parameter_text(f, 2 * position); }
static inline const char *collect_parameter_type(const collect_function *f, int position) { return collect_parameter_text(f, 2 * position + 1); }
/* Writes what the file says of a function whose calls have this number. Under the lock of functions. */
bool collect_function_describe(const collect_function *f, uint32_t id);

/* ---- event.c ---- */

/* May something be recorded now, of this function (NULL: of one that is known)? The thread has a
** segment then, and the message an id. */
bool collect_message_ready(collect_function *f, const char *message, uint32_t *id);
/* Its `next` is this, or the detour to it. */
void collect_function_found(collect_function *f, void *next);
/* Its real function, looked for if need be; NULL: there is none. */
void *collect_function_real(collect_function *f);
/* Around every slow path of a call or region that stands there on the stack. False: a
** handler's, inside of our own work, which must not be done to (the caller counts what is
** lost); or a call of our own. */
bool collect_slow_enter(void *frame, void *back);
/* Was the function at `old` left by a jump, for all that a function at frame `now` of the same thread can tell? */
bool collect_frame_left(collect_place old, const void *now);
/* Is a function at `now` of a handler's, in the middle of the one at `old`, for all that it can tell? */
bool collect_frame_interrupted(collect_place old, const void *now);
/* Does code at `frame` interrupt the first or last instructions of a call's fast path, in
** a signal handler? Nothing may be done to the thread's segment then. */
bool collect_stack_interrupted(rocz_segment *t, void *frame);

#endif
