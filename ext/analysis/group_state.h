/* Groups and their data as bytes: the partial answer of some files, which another process, on any machine, adds to those of others. Texts are written as
** texts, since their numbers mean something in one session only.
**
**   "rocpd-gs", version (1)
**   what          a text: the question that this is an answer to
**   keys          their number; of each 1 if it is a text, else 0
**   texts         their number; each text
**   groups        their number; of each its keys, then its data as its class writes them. A key is 0 for NULL, else 1 + the number of its text, or
**                 1 + the zigzag code of the integer
**   checksum      8 bytes, little-endian: FNV-1a of all bytes before
**
** Numbers are those of state_bytes.h; a text is its size and its bytes. Bytes that are damaged, of another version or question, or contradict themselves are
** refused (SQLITE_CORRUPT, SQLITE_ERROR), with the offset. */
#ifndef ROCPD_GROUP_STATE_H
#define ROCPD_GROUP_STATE_H
#include "group_pass.h"

typedef struct rocpd_state_kind {
  const char *what; /* the question, such as "top_by process": answers to different ones are not added up */
  const rocpd_group_class *class;
  const void *arg; /* of the class's functions. What depends on it must be in `what` */
  int keys;
  uint64_t texts; /* bit k: key k is a text */
} rocpd_state_kind;

/* Appends the groups of a table to `out`. */
int rocpd_group_state_save(const rocpd_session *session, const rocpd_group_table *t, const rocpd_state_kind *kind, rocpd_state_writer *out, rocpd_error *err);
/* Makes a table of saved groups, whose texts are interned in `session`. After an error *out needs no freeing; else rocpd_group_table_drop() frees it. */
int rocpd_group_state_load(rocpd_session *session, const void *bytes, size_t n, const rocpd_state_kind *kind, rocpd_group_table *out, rocpd_error *err);

#endif
