/* The layout of an export: processes, groups of agents, and the tracks on which events stand.
**
** rocpd_export_layout_make() sorts all rows into tracks. A track then holds as much of its events as a step of the export needs (lane.c). The layout belongs
** to the export and is freed with it. */
#ifndef ROCPD_LAYOUT_H
#define ROCPD_LAYOUT_H
#include "events.h"
#include "map.h"

typedef struct rocpd_writer rocpd_writer; /* writer.h */

typedef struct rocpd_export_process {
  int64_t guid, nid, pid; /* as in the rows; guid is a string id, nid is rocpd_node_at() */
  const char *host;  /* may be NULL */
  int32_t shown_pid; /* unique in the export: the real one where possible */
  int64_t start_ns;  /* ROCPD_NULL: not known */
  char *name, *command; /* of the program, without its folder; the command line, may be empty */
  char *label;       /* host, rank and pid, if the name alone does not identify the process; may be NULL */
  int64_t rank;      /* ROCPD_NULL or less than 0: it has none */
  bool left_out;     /* by the options */
} rocpd_export_process;

/* The tracks of one agent as one process uses it. */
typedef struct rocpd_export_group {
  uint32_t process;
  int64_t agent;     /* absolute index, or NULL */
  bool gpu;
  int64_t number;    /* number among the agents of its type on its machine (device.h) */
  int32_t shown_pid; /* for formats without groups: a pid that no process has */
  char *name;
  char *about; /* more about it: "gfx90a at 0000:c1:00.0"; "": nothing is known */
} rocpd_export_group;

#define ROCPD_NO_GROUP UINT32_MAX

typedef struct rocpd_row_range { /* neighbouring rows of one batch */
  uint32_t batch, first, rows;
} rocpd_row_range;

/* The events that begin at `from` or later and before `to`, and that end at `ends_from` or later, or never. */
typedef struct rocpd_time_slice {
  int64_t from, to, ends_from;
} rocpd_time_slice;

typedef struct rocpd_track {
  uint8_t class; /* enum rocpd_event_class of its events. REGION: a thread, of which samples are, too; each batch says what its rows are.
                 ** STACK: its sampled stacks; the thread's own track is the one before, if only without rows */
  bool stream;   /* KERNEL: kernels and copies of a stream; else kernels of a queue */
  bool nameless; /* has no name: one is made of its key */
  uint8_t keeps; /* enum rocpd_track_keep */
  uint32_t process;
  uint32_t group; /* ROCPD_NO_GROUP: a thread of the process */
  int64_t key;    /* tid, stream or queue id, string id of the copies' name or of the allocations' level */
  int64_t start;  /* of one of its first events; orders threads */
  char *name;     /* valid UTF-8 */
  rocpd_row_range *range; /* its rows */
  size_t ranges, range_capacity;
  size_t opened;          /* ranges whose batches are open, those of a track that is collected: of them that */
  rocpd_time_slice slice; /* may have rows in this */
  rocpd_item *item; /* lane after lane, each in time order */
  size_t items, item_capacity;
  rocpd_item *place; /* NULL, or the place of items that stay */
  size_t first_item; /* number of its first event among all of GPU tracks. Numbers have gaps: all rows have one, chosen or not */
  size_t launched;   /* events that a call launched: rocpd_flows_add() */
  uint64_t launch_differs; /* bits in which the stack_ids of these calls differ */
  size_t first_lane; /* number of its first lane among those of GPU tracks */
  size_t *lane_end;  /* index after the lane's last item */
  size_t lanes, lane_capacity;
} rocpd_track;

typedef struct rocpd_export_layout {
  rocpd_export_batch *batch;
  size_t batches, batch_capacity;
  rocpd_export_process *process; /* in the order of rank, host, pid */
  size_t processes, process_capacity;
  rocpd_export_group *group; /* in the order of processes, GPUs first, then of numbers */
  size_t groups, group_capacity;
  rocpd_track *track; /* in the order in which they are shown and written: threads by start, then groups */
  size_t tracks, track_capacity;
  struct rocpd_key *key; /* hash table: the numbers of processes, groups and tracks */
  size_t keys, key_slots;
  int64_t made_pids; /* pids that no process has */
  int64_t machine_pids; /* numbered ones: rocpd_process_key() */
  size_t codes; /* of all batches' signature_code that are numbered. Atomic */
  int64_t min_time, max_time; /* of all rows, min > max: none */
  uint64_t rows;
  rocpd_map messages; /* of markers: rocpd_marker_message() */
} rocpd_export_layout;

/* Sort all rows into tracks; decodes the columns. GPU tracks are all but those of threads. */
int rocpd_export_layout_make(rocpd_export *x, rocpd_error *err);
void rocpd_export_layout_free(rocpd_export_layout *l);
/* A pid under which no other process or group is shown: the real one if possible. */
int rocpd_choose_pid(rocpd_export_layout *l, int64_t pid, int32_t *shown);
/* The name of a process in one text: its name, pid and label. NULL: out of memory. */
char *rocpd_process_text(const rocpd_export_process *p);
/* ---- lane.c: the events of one track. A thread works on a track by itself, with its writer ---- */

/* What a track keeps while nobody works on it: only its rows; also which events are in which lane; or also the events. */
enum rocpd_track_keep { ROCPD_KEEP_ROWS, ROCPD_KEEP_LANES, ROCPD_KEEP_EVENTS };

/* The track's events, and their columns open: collected and spread over lanes, so that in a lane no two overlap (GPU tracks) or that they nest (threads). What
** it has kept is used again; if that is the lanes alone, the events are collected as before, and are not counted again. */
int rocpd_track_take(rocpd_writer *w, rocpd_track *t, rocpd_error *err);
/* Takes only the events that the options choose, in order of time, without lanes. With `nested`, outer events of a thread come before inner ones.
** slice NULL: all of them. */
int rocpd_track_sort(rocpd_writer *w, rocpd_track *t, bool nested, const rocpd_time_slice *slice, rocpd_error *err);
/* Closes the columns, and frees what is not kept; also after a failure. Of kept events it is enough to know the batches, unless `counters` are wanted. */
void rocpd_track_leave(rocpd_writer *w, rocpd_track *t, enum rocpd_track_keep keep);
/* The first n ranges of its rows stay, with no room for more; 0: which rows are the track's is no longer needed. */
void rocpd_track_keep_ranges(rocpd_track *t, size_t n);
/* Calls each() for every batch that is open because events of the track were taken. */
int rocpd_track_each_open(const rocpd_export *x, const rocpd_track *t, int (*each)(void *arg, uint32_t batch, rocpd_error *err), void *arg, rocpd_error *err);

/* ---- shown.c ---- */

/* Replaces the name columns of batches whose events are shown under other names; name and category are read. */
int rocpd_show_markers(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);
int rocpd_show_kernels(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);
/* Both. */
int rocpd_show_names(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);

#endif
