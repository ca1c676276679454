/* Inside of the layout: layout.c makes tracks of rows, key.c numbers what they belong to, shown.c says what events are called, names.c what processes,
** agents and tracks are called and in which order they stand. */
#ifndef ROCPD_LAYOUT_STATE_H
#define ROCPD_LAYOUT_STATE_H
#include "layout.h"

/* ---- key.c ---- */

/* Numbers of processes, groups, tracks and names. */
enum rocpd_key_kind { KEY_NONE, KEY_NUMBER, KEY_PROCESS, KEY_SHOWN_PID, KEY_GROUP, KEY_QUEUE_NAME, KEY_STREAM_NAME, KEY_STREAM, KEY_TRACK /* + class */ };
struct rocpd_key {
  uint32_t what, number;
  int64_t a, b;
};

/* The slot of a key, empty (what == 0) if it is new: then the caller fills it. */
int rocpd_key_find(rocpd_export_layout *l, uint32_t what, int64_t a, int64_t b, struct rocpd_key **out);
void rocpd_key_fill(rocpd_export_layout *l, struct rocpd_key *k, uint32_t what, int64_t a, int64_t b, size_t number);
/* The key of a process; *number is what its key has behind the guid: for rocpd_key_fill(). nid: rocpd_node_at(). */
int rocpd_process_key(rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, struct rocpd_key **out, int64_t *number);

/* ---- names.c ---- */

/* Names processes, groups and tracks. */
int rocpd_name_layout(rocpd_export *x, rocpd_error *err);
/* Puts them into the order in which they are shown. Keys are void afterwards. */
int rocpd_order_layout(rocpd_export *x, rocpd_error *err);

#endif
