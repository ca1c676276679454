/* Ids of several sources in one set of tables. Each table has a space of ids; so have
** the numbers of calls (stack ids) and of dispatches, by which upstream's tools join and
** group. A source's ids stay as they are where no other source has taken them. Regions and
** samples move with the numbers of calls: rocprofv3 gives both the same number.
**
** Upstream's tools take a process's rows by (guid, nid, pid). So a machine on which
** several sources have a process of one number (containers, runs one after the other) has
** a row for each. */
#ifndef ROCPD_RENUMBER_H
#define ROCPD_RENUMBER_H
#include "map.h"
#include "snapshot.h"

enum { ROCPD_SPACE_STACK = ROCPD_KIND_COUNT, ROCPD_SPACE_DISPATCH, ROCPD_SPACES };

typedef struct rocpd_space {
  /* Of all sources */
  bool any;
  int64_t low, high; /* of the ids given so far */
  rocpd_map used;    /* those of small tables */
  /* Of the source */
  uint8_t mode; /* enum in renumber.c */
  int64_t min, max, offset;
  int64_t unknown; /* see rocpd_renumber_unknown(); 0 none */
  bool exact;    /* large tables: `known` says which ids between min and max there are */
  rocpd_map map; /* id -> new id, where not all are moved alike */
  rocpd_map known;
  rocpd_map made; /* id that no row has -> the new id of a row that is made up */
} rocpd_space;

typedef struct rocpd_merged_node { /* a machine */
  int64_t machine_id, host; /* string ids, or NULL */
  int64_t id, hash;
  rocpd_map pids; /* of its processes */
  char *machine; /* as it is written */
  bool written;
} rocpd_merged_node;

typedef struct rocpd_missing { /* an id that rows refer to, without a row */
  uint8_t kind;
  int64_t id, nid, pid, code_object; /* what a row of the kind refers to is of the source */
} rocpd_missing;

typedef struct rocpd_renumber { /* zeroed, with session set */
  rocpd_session *session;
  rocpd_space space[ROCPD_SPACES];
  rocpd_batch **process; /* of the source */
  size_t processes;
  rocpd_map string;      /* text -> new id */
  rocpd_map string_done; /* new ids of strings that are written */
  rocpd_merged_node *node;
  size_t nodes;
  rocpd_missing *missing;
  size_t missings, missing_capacity;
  int64_t any_node, any_process; /* of the source, for rows that are made up; ROCPD_NULL none yet */
} rocpd_renumber;

/* Give ids to a source's rows. */
int rocpd_renumber_source(rocpd_renumber *r, rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
void rocpd_renumber_free(rocpd_renumber *r);
/* The space of a column's values, -1: they are not ids. */
int rocpd_renumber_space(int kind, int column);
/* The new id. *found: false when the table has no such row; then, with `required`, the
** row is noted as missing and gets an id all the same. */
int rocpd_renumber_get(rocpd_renumber *r, int space, int64_t id, bool required, int64_t *out, bool *found);
/* The id of a row of a small table of which nothing is known, one for each source. */
int rocpd_renumber_unknown(rocpd_renumber *r, int kind, int64_t *out);
/* Tables in which rows of several sources are one: strings and nodes. Is the row with
** this id the first of those that are one? */
static inline bool rocpd_renumber_shared(int kind) { return kind == ROCPD_KIND_RAW_STRING || kind == ROCPD_KIND_RAW_NODE; }
bool rocpd_renumber_first(rocpd_renumber *r, int kind, int64_t id, const rocpd_merged_node **node, int *rc);

/* ---- ids in JSON texts
**
** Rows name others in columns; a few do so in JSON, and readers follow it:
** upstream's views kernel_symbols and stream_args take kernel_id and stream_id from there. Where
** ids move these have to move along:
**
**   rocpd_arg.extdata                 stream_id       rocpd_info_stream
**   rocpd_info_kernel_symbol.extdata  kernel_id       itself
**                                     code_object_id  rocpd_info_code_object
**   rocpd_info_code_object.extdata    code_object_id  itself
**
** All other numbers there are no ids of rows, and stay: those of the hardware (node_id,
** gpu_id, location_id, ... of agents, also where a counter repeats its agent), the
** runtime's handles (an agent's id.handle and a code object's agent_id.handle name each
** other), addresses, and what the kernel driver recorded (event.extdata). */

typedef struct rocpd_json_ids { /* of one column, of one source */
  rocpd_renumber *ids;
  int kind, column;
  bool alone;    /* no other source: a row that does not exist stays what it is; else NULL */
  rocpd_map text; /* what has become of texts */
  uint64_t dangling; /* texts with an id that has no row and is NULL now */
} rocpd_json_ids;

bool rocpd_json_has_ids(int kind, int column);
/* The text with the new ids; itself where none has changed. Texts are interned. */
int rocpd_json_move_ids(rocpd_json_ids *j, int64_t text, int64_t *out);

#endif
