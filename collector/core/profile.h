/* Profiles: what COLLECT_MODE=profile adds up in place of a timeline, or both beside it.
**
** A sink (profile.c) takes the rows of drains. Calls get their path first (profile_walk.c): the function, and the functions of the
** calls around it. Rows that agree in a key are counted in one sum (profile_sum.c). Sums are records of the live file (rocz.h,
** ROCZ_SEG_SUMS), which the writer changes in place, so a kill loses none; at the end they become rows of `aggregated` and
** `frames`. All of this is for the writer thread only.
**
** Another file says how the rows of a kind are summed:
**
**     COLLECT_SUMMED(copies) = {.kind = ROCZ_COPY, .add = copies_add};
**
** Rows given together are kept together (sink.h): what add() counts is provisional until collect_sums_end(). */
#ifndef COLLECT_PROFILE_H
#define COLLECT_PROFILE_H
#include "core.h"
#include "sink.h"

/* What rows must agree in to share a sum: ids of strings, numbers of frames, and ids as in the tables. */
typedef struct collect_sum_key {
  uint32_t rows_of, tid, category, name, message, parent_frame, agent, src_agent, queue, stream;
  uint32_t frame_name; /* of the frame that this is, in parent_frame; 0: parent_frame is its own frame, which is described elsewhere, or 0 */
  uint32_t syscall;    /* of stacks */
  bool has_own;        /* the rows have own times */
} collect_sum_key;
#define COLLECT_SUM_KEY {.agent = ROCZ_SUM_NO_ID, .src_agent = ROCZ_SUM_NO_ID, .queue = ROCZ_SUM_NO_ID, .stream = ROCZ_SUM_NO_ID, .syscall = ROCZ_SUM_NO_ID}

/* What is added to a sum since the last collect_sums_end(). */
typedef struct collect_sum {
  rocz_sum_record *record;
  uint64_t calls, ended, sum_ns;
  int64_t start, end, min_ns, max_ns, longest_start, own_ns, weight;
  unsigned __int128 squares;
  int32_t open;
  int64_t value[ROCZ_WIDE_VALUES]; /* ROCZ_NULL: none was added */
  int64_t moved_from, moved_to; /* a start that was noted while the call was open, and as its row has it */
} collect_sum;

/* ---- profile_sum.c ---- */

/* The record with this key; makes it if there is none. NULL: there is no memory or no room now (errno). */
rocz_sum_record *collect_sum_find(const collect_sum_key *key);
/* What is added to this record. NULL: there is no memory now. The pointer is valid until the next call. */
collect_sum *collect_sum_add(rocz_sum_record *r);
/* Counts a row: with its times, without an end (end ROCZ_NULL), or without any time (start ROCZ_NULL). */
void collect_sum_count(collect_sum *s, int64_t start, int64_t end);
/* Adds a value to a sum of values. ROCZ_NULL is an unknown value, and does not change the sum; a sum without a value is ROCZ_NULL. */
void collect_sum_value(int64_t *sum, int64_t value);
/* The end of rows that belong together: keeps what was added, or drops it. */
void collect_sums_end(bool keep);
/* Begins the sums of a file. `only`: the events are no rows. `wide`: records have values. */
void collect_sums_begin(bool only, bool wide);
/* Writes sums as rows of chunks, and counts these: of all records, or (tid not NULL) those of threads that have ended, in order of their ids. Their records then
** count from 0 again; those of ended threads are given back. `last`: no further rows are expected. False: some could not be written, and are kept. */
bool collect_sums_write(const uint32_t *tid, uint32_t tids, bool last, uint64_t *rows);
/* Number of records in use; how often records were given back, so that pointers to them may lead to others. */
uint32_t collect_sums_used(void);
uint32_t collect_sums_generation(void);

/* The number of the frame with this name in another one (0: outermost); makes it if there is none. 0: there is no memory. */
uint32_t collect_sums_frame(uint32_t parent, uint32_t name);

/* ---- profile_text.c ---- */

/* The texts of a function in the file, by its id. NULL: there is no memory now. */
typedef struct collect_function_text { uint32_t name, category; bool known, has_message; } collect_function_text;
const collect_function_text *collect_function_text_of(uint32_t function);
/* The id of a constant text. */
uint32_t collect_text_of(const char *text);

/* ---- profile_walk.c ---- */

/* A call, range or instant of a lane. */
typedef struct collect_walked {
  int64_t start, end; /* end COLLECT_NOT_ENDED: it has not ended */
  uint64_t sequence, parent;
  uint32_t message;
  uint16_t function;
  bool instant, done;
} collect_walked;
#define COLLECT_NOT_ENDED INT64_MAX

/* Adds up rows of a lane, in order of their ends; the ring has those up to `position` drained. False: there is no memory or no room now (errno). */
bool collect_walk_rows(uint32_t lane, collect_walked *row, uint32_t rows, uint64_t position);

/* ---- profile_stack.c ---- */

/* Keeps or drops what the walks since the last time made of the lane's calls in progress. */
void collect_walk_end(bool keep);

/* ---- profile_settle.c ---- */

/* Notes rows that will not end, to be added up once the lane has ended. */
bool collect_walk_open_rows(uint32_t lane, const collect_walked *row, uint32_t rows);
/* The lane has given all its rows but those of levels that did not end. */
void collect_walk_lane_ended(uint32_t lane);
/* Threads whose lanes were settled since they were taken, and that have no other lane: up to COLLECT_ENDED ids, in order. The caller takes them by
** collect_walk_ended_taken(). */
#define COLLECT_ENDED 1024
const uint32_t *collect_walk_ended(uint32_t *n);
void collect_walk_ended_taken(void);
/* Adds up what is left of lanes that had ended at the last call (all: of every lane). Calls collect_sums_end() itself. False: there
** is no memory or no room for some of it now. */
bool collect_walk_settle(bool all);

/* ---- profile_launch.c ---- */

/* The place of a call that launched something: its frame and its thread. 0: unknown. */
typedef struct collect_launched { uint32_t frame, tid; } collect_launched;
/* Reads which calls launched something, before calls that may be among them are walked. */
void collect_launches_read(void);
/* The walk has found the frame of a call. */
struct collect_walk_lane;
void collect_launch_walked(const struct collect_walk_lane *lane, uint64_t sequence, uint32_t frame);
/* Before questions about rows that were given together. */
void collect_launches_begin(void);
/* `call`: the stack_id of a row, 0: none. */
collect_launched collect_launch_of(uint64_t call);

/* ---- by other files ---- */

typedef struct collect_summed {
  uint16_t kind;      /* ROCZ_*; 0: the rows of a declared kind with this name */
  const char *name;
  /* Counts the rows. False: there is no memory or no room now (errno). NULL: they are only left out of the file. */
  bool (*add)(const rocz_rows *rows);
  const collect_domain *valued; /* sums need values if this domain is recorded. NULL: they never do */
} collect_summed;
#define COLLECT_SUMMED(id) COLLECT_REGISTER(collect_summed, collect_summeds, id)

/* The column of a declared kind with this name. -1: there is none. */
int collect_column_named(const rocz_kind *kind, const char *name);

/* ---- profile_mode.c ---- */

extern collect_setting collect_mode_setting;
/* Whether events are known as sums only. */
bool collect_profile_only(void);
enum { COLLECT_MODE_TIMELINE, COLLECT_MODE_PROFILE, COLLECT_MODE_BOTH };

#endif
