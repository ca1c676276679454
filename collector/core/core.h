/* What the core's files offer each other, beyond collect.h: the state of a thread and of a segment, the clock, the dictionary of
** strings, the file being written, the life of the process. Traced APIs need only event.h and collect.h. */
#ifndef COLLECT_CORE_H
#define COLLECT_CORE_H
#include <pthread.h>
#include "collect.h"
#include "event.h"
#include "nearest.h"

/* ---- clock.c ---- */

extern int64_t collect_tsc_hz; /* 0 when the TSC is not used */
/* Takes a first anchor, and finds out whether the TSC may be read. Called by the constructor, and before a recording begins. */
void collect_clock_start(void);
/* Prepares what a file's header needs: finds the clock source, takes a second anchor at least half a millisecond after the first,
** and computes the TSC's frequency from both. */
void collect_clock_calibrate(rocz_anchor *now);
/* Takes an anchor. Writer only. True if the anchor was kept in the live file too (at first always, then every half second): the
** caller records it in the chunks. */
bool collect_clock_tick(rocz_anchor *now);
/* The same for a caller that only needs one that is new. */
static inline void collect_clock_renew(void) {
  rocz_anchor now;
  collect_clock_tick(&now);
}
/* The tick of the last anchor: rows that end later would be converted by a line that the next anchor changes. */
int64_t collect_clock_last(void);
/* Copies the first and the latest anchor into a new live file. */
void collect_clock_publish(rocz_live *live);

/* A straight line that converts ticks to ns. It is valid from `from` to just below `to`, in ticks. */
typedef struct collect_line {
  int64_t from, to;
  int64_t ns;        /* BOOTTIME ns at `from` */
  uint64_t slope;    /* ns per tick, 32 bits after the point */
} collect_line;
void collect_line_at(int64_t ticks, collect_line *line);
static inline int64_t collect_line_ns(const collect_line *line, int64_t ticks) {
  return line->ns + (int64_t)(((__int128)(ticks - line->from) * line->slope) >> 32);
}
/* The same for ticks that are mostly in order: moves to another line if needed. Initialize the line with {.from = 1, .to = 0}. */
static inline int64_t collect_line_follow(collect_line *line, int64_t ticks) {
  if (COLLECT_UNLIKELY(ticks < line->from || ticks >= line->to))
    collect_line_at(ticks, line);
  return collect_line_ns(line, ticks);
}

/* ---- live.c ---- */

/* Life of a segment: its owner retires it, the writer drains and frees it, and collect_segment_new() gives it out again. */
enum { COLLECT_SEG_USED = 1, COLLECT_SEG_RETIRED = 2, COLLECT_SEG_FREE = 3 };

/* One level of the calls in progress, parallel to rocz_segment.spill. */
typedef struct collect_level {
  void *frame, *stream;
  uint64_t back;
  uint32_t layer;   /* bit of the call's layer; 0: the level is a region */
  uint32_t region;  /* layer of a region */
  uint32_t nest;    /* depth of the region among the thread's regions of that layer */
  uint32_t argument_blocks; /* blocks of `kept` that hold its arguments */
} collect_level;

/* The number that ends in the 32 bits `low` and is nearest to `near`. Numbers count the calls of a lane. */
static inline uint64_t collect_number_near(uint64_t near, uint32_t low) { return near + (uint64_t)(int64_t)(int32_t)(low - (uint32_t)near); }

#define COLLECT_THREAD_NAME 128 /* bytes of a thread's name, with the final 0 */
/* Our own state of a segment, in rocz_segment.producer_private. */
typedef struct collect_private {
  uint64_t next_fast_until;  /* see collect_next_fast_until */
  uint64_t back;             /* return address of the wrapper in the slot, see event.h */
  _Atomic uint32_t state;    /* COLLECT_SEG_* */
  uint32_t continued;        /* retired because the thread got a larger one */
  uint64_t born_pos;         /* `pos` when the owner got it. The fields from here on are cleared for a new owner */
  rocz_segment *previous;    /* the lane's ring before this one, which is drained first */
  rocz_segment *next_of_spans; /* the thread's next segment of spans, see span.c */
  bool orphan;               /* a segment of spans whose thread has ended */
  int64_t last_slow_end;     /* the latest end among records that were committed on a slow path */
  uint64_t last_sequence;    /* writer: number of the last record drained */
  int64_t start_ns, end_ns;  /* life of the owner, BOOTTIME; end 0: it has not ended */
  int64_t last_end_ns;       /* writer, dispatches: end of the last row, as written */
  int64_t last_raw_end_ns;   /* and the same as measured */
  uint64_t checked_tail;     /* writer, COLLECT_CHECK: the last tail seen */
  uint64_t launches_read;    /* writer, dispatches and copies: the launching calls of records before this were read (profile_launch.c) */
  char name[COLLECT_THREAD_NAME], given_to[16]; /* of the owner, see thread_row.c */
  /* Only the owner uses these: */
  uint32_t slot_layer;       /* layer of the call in the slot at pos if it began on a slow path, else 0 */
  uint32_t kept_blocks;      /* blocks of `kept` that all levels use */
  uint64_t held_frame, held_back; /* place of the call that a handler's call interrupts */
  uint64_t ended_pos;        /* once `pos` has this value, the call with this level and number is a row */
  uint32_t ended_level, ended_sequence;
  collect_level level[ROCZ_SPILL_DEPTH];
  uint64_t kept[96];         /* arguments of spilled calls, 4 words a block */
} collect_private;
_Static_assert(sizeof(collect_private) <= sizeof(((rocz_segment *)0)->producer_private), "fits");
#define COLLECT_KEPT_BLOCKS 24

static inline collect_private *collect_private_of(rocz_segment *s) { return (collect_private *)(void *)s->producer_private; }
/* Whether a call in progress occupies the slot at pos. */
static inline bool collect_slot_taken(rocz_segment *s) {
  uint64_t open = *collect_open_layers(s);
  return open && !(open & COLLECT_SLOW && !collect_private_of(s)->slot_layer);
}

/* Creates PATH.live with this identity. False: errno says why. */
bool collect_live_open(const char *path, const uint8_t file_id[16]);
/* Removes the live file: everything is in chunks. */
void collect_live_remove(void);
/* Set at the end if counted rows are in no chunk, for lack of room: the live file must then stay. */
extern bool collect_live_needed;
/* Whether the live file's memory is gone (fault.c). Its content is lost, and nothing more is recorded. */
bool collect_live_lost(void);
/* If `at` lies in the live file's memory, replaces all of that memory by private memory and returns true. Async-signal-safe. */
bool collect_live_replace(const void *at);
/* Says on stderr, once, that the live file's memory is gone. Call it on a thread of the program: the writer has no stderr. */
void collect_live_tell(void);
/* Makes retired segments that are drained available to other threads. Writer only. */
void collect_segments_free_drained(void);
/* Bytes of all segments so far, the control page included. */
uint64_t collect_live_bytes(void);

/* ---- share.c ---- */

/* The number of bytes that all segments may grow to. Call it in a section. */
uint64_t collect_buffers_share(void);

/* ---- thread.c ---- */

/* Gives the calling thread a segment. The thread keeps the dummy if there is no room. */
void collect_thread_start(void);
/* The calling thread's segment, whose slot must hold no call. If the segment is full, or was filled often, and there is memory,
** the thread gets a larger one first. `room`: the result of collect_thread_space(). */
rocz_segment *collect_thread_room_look(bool *room);
/* The same. Looks at the writer's progress only if the progress seen so far leaves no room. */
static inline rocz_segment *collect_thread_room(bool *room) {
  rocz_segment *t = collect_thread;
  *room = atomic_load_explicit(&t->pos, memory_order_relaxed) < *collect_next_fast_until(t);
  return COLLECT_LIKELY(*room) ? t : collect_thread_room_look(room);
}
/* Looks at the writer's progress, and sets `fast_until` for the calls that follow (collect_next_fast_until). True if there is
** room for a record. */
bool collect_thread_space(rocz_segment *t);
void collect_thread_setup(void);   /* makes the pthread key that notices the ends of threads, the main thread's included; once */
/* A lane number that is not in use yet. */
uint32_t collect_lane_new(void);
/* A lane for a thread that has none yet. The thread takes it if it makes a traced call later. On one thread only. */
uint32_t collect_lane_for(pid_t tid);
/* Whether the thread has not taken it. */
bool collect_lane_is_for(pid_t tid, uint32_t lane);
#define COLLECT_RECORD_MAX (COLLECT_ARGUMENT_BYTES + 32) /* bytes of the largest call record */

/* ---- thread_row.c, calls.c ---- */

/* Copies the name of the calling thread into its segment. */
void collect_thread_name(rocz_segment *t);
void collect_thread_row(const rocz_segment *t, int64_t end_ns);
/* Writes the last row of a thread that has ended and whose segment is drained. Writer only. */
void collect_thread_ended(rocz_segment *t);
/* Writes the last row of a thread that may still be running, with its present name. */
collect_segment_fn collect_thread_close;
extern const collect_ring collect_ring_calls, collect_ring_spans, collect_ring_late; /* late: as spans, but a flush leaves its records there */
/* Writes calls and regions in progress as rows of kind OPEN_CALL: they will not end. Writer only. */
collect_segment_fn collect_open_rows;
/* Number of argument words of each function, by its id. */
extern uint8_t collect_function_words[UINT16_MAX + 1];

/* ---- meta.c ---- */

/* Allocates the writer's memory for the texts of info rows. False: there is none. */
bool collect_meta_reserve(void);
/* Writes all info rows so far into chunks. False: they could not be written. Writer only. */
bool collect_meta_flush(void);

/* ---- row.c ---- */

/* By a function's id: the number of the kind that its records are rows of, from 1. 0: its records are calls. */
extern uint8_t collect_function_row[UINT16_MAX + 1];
/* Forgets all declared kinds, since another file begins. */
void collect_rows_begin(void);
/* Declares in the file the kind whose rows function number `id` writes. */
bool collect_row_describe(const collect_function *f, uint32_t id);
/* Writes the rows among the records [from, to) of a lane whose kinds are in the bits `numbers`. `sequence`: number of a call
** nearby. Returns the number of rows. Writer only. */
uint64_t collect_rows_write(const rocz_segment *s, uint64_t from, uint64_t to, uint64_t numbers, uint64_t sequence);
/* ---- span.c, span_map.c ---- */

/* A span in progress, found by the id that its API gave it. */
typedef struct collect_span {
  uint64_t id;
  rocz_segment *segment;
  uint32_t layer, sequence;
} collect_span;
bool collect_span_map_put(const collect_span *s);
bool collect_span_map_take(uint32_t layer, uint64_t id, collect_span *out);
void collect_span_map_forget(void);

/* Begins a region that has no place left in the thread's stack. The other ends such a region, if there is one. */
void collect_span_nested(collect_function *f, uint32_t layer, uint32_t nest, uint32_t message);
void collect_span_nested_end(uint32_t layer, uint32_t nest);

/* ---- pointee.c ---- */

/* Copies as many bytes as can be read, from the beginning, up to two pages. Returns their number; 0: none. */
size_t collect_read(void *to, const void *from, size_t size);
/* Records what the arguments of the call at this level of the stack point to, after the call. */
void collect_pointees_end(const collect_function *f, rocz_segment *t, int level, int32_t result);

/* ---- memory.c ---- */

/* Returns mmapped memory of the new size with the old content, and zeros beyond. `old` is invalid afterwards, unless the result is NULL. */
void *collect_memory_grow(void *old, size_t old_size, size_t new_size);
/* Makes the array that `pointer` points to a pointer of at least `want` bytes long, by doubling it. False: there is no memory,
** and nothing has changed. A child that is forked meanwhile has either the old array or the new one. */
bool collect_memory_reserve(void *pointer, size_t *bytes, size_t want);
/* Unmaps memory that no other thread can be reading. */
void collect_memory_free(void *p, size_t size);

/* ---- string.c: the dictionary of the file's strings ---- */

/* As collect_string_word, for bytes. */
uint64_t collect_bytes_word(const char *bytes, size_t size);

/* Allocates the dictionary's first memory, and the writer's memory for copies from it. False: there is none. */
bool collect_strings_reserve(void);
/* The id of a string, from 1. 0: the dictionary is full. -1: there is no memory now. Takes a lock. `fresh` becomes true if the
** string is new: no row in the file has it yet. */
int64_t collect_string_id(const char *text, size_t size, bool *fresh);
/* The same without a lock; also 0 if the string is not known yet. */
int64_t collect_string_known(const char *text, size_t size);
/* Copies up to ROCZ_MAX_ROWS strings that are in no chunk yet, beginning with number `first` (0-based): their lengths, and the
** texts end to end. The copy belongs to the dictionary and is valid until the next call. False: there are such strings, but no
** memory for the copy. */
bool collect_strings_pending(uint32_t *rows, const int64_t **lengths, const char **text, size_t *text_size, uint64_t *first);
void collect_strings_written(uint32_t rows);

#define COLLECT_NAME_BYTES ROCZ_NEAREST_BYTES /* bytes of names that are compared, with the final 0 */

/* ---- output.c: where files go ---- */

extern collect_setting collect_output_setting;
/* Fills in COLLECT_OUTPUT for a process that began at start_ns, and creates that folder and those above it. False:
** collect_output_failure() says why. */
bool collect_output_folder(int64_t start_ns, char *folder, size_t size);
/* The number of this run, from 1, once the folder has been made. 0: COLLECT_OUTPUT has no %n. */
int collect_output_run(void);
const char *collect_output_failure(void);
/* Create a file that only its user may read (or as COLLECT_MODE_BITS says), and open an existing one; `flags` as for open(). -1:
** errno says why. */
int collect_output_create(const char *path, int flags);
int collect_output_open(const char *path, int flags);
bool collect_output_rename(const char *from, const char *to);
void collect_output_remove(const char *path);
bool collect_output_is(const char *path, dev_t device, ino_t inode);
/* From now on the writer reaches the folder of this file by a descriptor, so a renamed folder, another root or another user does
** no harm. Afterwards only the writer may call these functions. */
void collect_output_keep(const char *path);
void collect_output_forget(void); /* in a forked child */

/* ---- chunk.c: the .rocz file ---- */

/* Creates the file and writes its header, for a process that began at start_ns. `path` receives its path. */
bool collect_chunk_open(int64_t start_ns, char *path, size_t path_size, uint8_t file_id[16]);
/* Writes the footer. False: it could not be written. */
bool collect_chunk_close(void);
/* Takes the footer away: the file goes on. */
void collect_chunk_reopen(void);
void collect_chunk_reset(void);
/* Number of chunks in the file. Any thread may call it at any time. */
uint64_t collect_chunk_count(void);
/* Whether the file has reached COLLECT_MAX_MB and nothing more is to be recorded. Writer only. */
bool collect_chunk_is_full(void);
/* Number of event rows in the file, and its size. Call it once the writer has ended. */
uint64_t collect_chunk_rows(uint64_t *bytes);
const char *collect_chunk_path(void);
/* Sets the function that writes all info rows so far; it returns false if it cannot. It is called before each chunk of events.
** The writer sets it as it starts. */
void collect_chunk_info_by(bool (*write)(void));
/* Writes rows of an info kind, in lane 0. On failure the caller keeps the rows, and may try again. (Other rows come by sink.h.) */
bool collect_chunk_info(int kind, uint32_t rows, const int64_t *const *column, int64_t min_time, int64_t max_time);
/* From now on only info rows follow. Space was kept for them. */
void collect_chunk_ending(void);
/* Closes the descriptor after the chunks of one drain, unless it is reserved. */
void collect_chunk_end(void);
/* Keeps a descriptor open, for when the file can no longer be opened (no descriptors left, changed rights, another root). Only
** for a thread with a descriptor table of its own. */
void collect_chunk_reserve(void);
/* Whether that was said: the program neither sees the writer's descriptors nor can close them. For the writer. */
bool collect_chunk_own_descriptors(void);

/* ---- overhead.c ---- */

/* Prints the line that COLLECT_SUMMARY asks for. `closed`: the file is complete. */
void collect_overhead_say(bool closed);

/* ---- props.c ---- */

/* Writes "key=value" items for the header, and returns their size. `keeps_newest`: COLLECT_KEEP=newest applies. `parent`: id of
** the file of the process that forked this one, zeros if there is none. */
uint32_t collect_props(char *text, size_t size, bool keeps_newest, const uint8_t parent[16]);
void collect_run_id(uint8_t id[16]);
/* The id that all processes of a launcher's job share; without a launcher, those of one shell command line. */
void collect_job_id(uint8_t id[16]);

/* ---- next.c, pin.c ---- */

/* The function `symbol` in one of these libraries, even if another library overrides it. */
void *collect_next_in(const char *symbol, const char *const *sonames);
/* Called by the constructor. Libraries loaded from now on may be unloaded. */
void collect_next_start(void);
struct collect_object;
/* Whether this is one of the objects that the program started with. */
bool collect_next_started(const struct collect_object *o);
/* Marks the object as one that must stay loaded. */
void collect_pin(const struct collect_object *o);
/* Makes the marked objects stay. Called before this thread unloads anything. `open` is the next dlopen. */
void collect_pins_set(void *(*open)(const char *file, int mode));

/* ---- reach.c ---- */

/* Looks for objects loaded since the last time whose references to runtimes were not bound to us, and redirects those references
** to our wrappers. */
void collect_reach(void);
/* Notes that something is about to be loaded. */
void collect_reach_later(void);
/* How often something was about to be loaded. */
unsigned collect_loads(void);

/* ---- writer.c ---- */

bool collect_writer_start(void);
/* Asks the scheduler to run the calling thread soon when it is woken. Called in a thread of ours. */
void collect_thread_urgent(void);
/* Makes the writer's next pass write all that is finished. Called on the writer. */
void collect_writer_flush(void);
bool collect_writer_runs(void);
/* Writer, in a drain: sleeps until it is asked for something (wake.h), at most so long. False: rings are half full, or the end was asked for. */
bool collect_writer_rest(int64_t ns);
/* Waits until the writer has set *word to `least` or more. Gives up, with false, once nothing was written for quiet_ms, or after most_ms (0: no
** limit). Async-signal-safe. */
bool collect_writer_wait(_Atomic uint32_t *word, uint32_t least, int quiet_ms, int most_ms);
/* A program that leaves by _exit or exec waits for the writer so long. */
#define COLLECT_LEAVE_QUIET_MS 1000
#define COLLECT_LEAVE_MOST_MS 5000
/* Ends the recording once the gate is closed: the writer makes its last pass and completes the file. False: there is no writer, or it was given
** up (collect_writer_wait); rows that are in no chunk stay in the live file. Async-signal-safe. */
bool collect_writer_close(int quiet_ms, int most_ms);

/* ---- own_thread.c ---- */

/* Starts a detached thread of ours, with all signals blocked but SIGBUS. stack_bytes 0: the default stack size. False: no thread
** could be started. */
bool collect_thread_create(void *(*run)(void *), size_t stack_bytes);
/* The number of our threads. collect_threads() counts a thread from just before it is created, collect_threads_running() from when it
** runs. So the second number never exceeds the kernel's. */
uint32_t collect_threads(void), collect_threads_running(void);
/* Whether the thread is one of ours. */
bool collect_thread_is_ours(pid_t tid);

/* ---- last.c ---- */

void collect_last_begin(void); /* from the constructor */
void collect_last_open(void);  /* called once threads of ours have been started */
/* Whether the main thread has left; whether a thread of ours waits for the process's end. */
bool collect_last_is_near(void), collect_last_is_kept(void);
/* Whether only our threads are left. */
bool collect_last_is_here(void);
/* Of a main thread that has left: whether the C library does not know that. Ends the process with its status. */
bool collect_last_is_raw(void);
void collect_last_end(void);

/* ---- process.c ---- */

/* Makes sure that this process records. False: it does not, now or ever. */
bool collect_process_ready(void);
/* The same on a thread of ours that nobody waits for: not if the process exits meanwhile. */
bool collect_process_ready_late(void);
/* The same for a forked child that is recorded whatever it does, once it has lived for this time: one that executes another program at once, or ends,
** makes no file. In later.c. */
void collect_process_ready_later(int64_t ns);
/* Whether nothing will be recorded any more, in this process or its children: the file is closed, or could not be made. */
bool collect_process_over(void);
/* Notices a fork that no atfork handler saw (a raw system call). */
void collect_process_check_fork(void);

/* ---- end.c ---- */

/* Writer: writes the info rows that a closed file ends with. False: not all of them. The process may go on, and end later. */
bool collect_end_rows(void);
/* Counts rows that are in memory only as lost. */
void collect_memory_lost(void);

/* ---- leave.c ---- */

/* Called before the first call is recorded. left() is called when the process ends by _exit, on any thread, in any state. */
void collect_leave_begin(void (*left)(void));

/* ---- describe.c ---- */

/* The texts of a parameter: its name and its type. */
static inline const char *collect_parameter_text(const collect_function *f, int n) {
  const char *text = f->texts;
  while (n--)
    text += __builtin_strlen(text) + 1;
  return text;
}
static inline const char *collect_parameter_name(const collect_function *f, int position) { return collect_parameter_text(f, 2 * position); }
static inline const char *collect_parameter_type(const collect_function *f, int position) { return collect_parameter_text(f, 2 * position + 1); }
/* Writes what the file says of a function whose calls carry this number. The caller holds the lock of functions. */
bool collect_function_describe(const collect_function *f, uint32_t id);

/* ---- function.c ---- */

/* Whether something of this function (NULL: of one that is known) may be recorded now. If so, the thread has a segment, and the
** message has an id. */
bool collect_message_ready(collect_function *f, const char *message, uint32_t *id);
/* Sets the function's `next` to this, or to its detour. */
void collect_function_found(collect_function *f, void *next);
/* The function whose records carry this id in this file. NULL: there is none. */
const collect_function *collect_function_of(uint32_t id);
/* The real function, looked up if necessary. NULL: there is none. */
void *collect_function_real(collect_function *f);
/* Sets f->real and f->next if they are not known yet; false if there is no such function in the process. Any thread. */
bool collect_function_resolve(collect_function *f);

/* ---- event.c ---- */

/* The same as collect_current() for the thread of this segment, while it executes nothing: it is the caller, or it is blocked. (If it
** goes on meanwhile, the result is meaningless, and nothing worse.) */
void collect_current_of(rocz_segment *t, collect_origin *out);

/* Begins a slow path, of a call or region at this place on the stack; end it by collect_busy_end(). False: a handler has
** interrupted our own work, so nothing may be done (the caller counts the loss); or the call is one of our own. */
bool collect_slow_enter(void *frame, void *back);
/* What else to repair once a handler has jumped out of our work on this thread: set by nest.c, which stands above event.c. */
extern void (*_Atomic collect_left_also)(rocz_segment *t);
/* Whether the function at `old` was left by a jump, as far as a function with frame `now` of the same thread can tell. */
bool collect_frame_left(collect_place old, const void *now);
/* Whether a function with frame `now` runs in a signal handler that interrupts the function at `old`, as far as it can tell. */
bool collect_frame_interrupted(collect_place old, const void *now);
/* Whether the code at `frame` runs in a signal handler that interrupts the first or last instructions of a call's fast path. Then
** the thread's segment must not be touched. */
bool collect_stack_interrupted(rocz_segment *t, void *frame);

#endif
