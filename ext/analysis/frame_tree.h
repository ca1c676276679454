/* The frames of a source as a tree: a stack is a frame with its parents. */
#ifndef ROCPD_FRAME_TREE_H
#define ROCPD_FRAME_TREE_H
#include "snapshot.h"

#define ROCPD_NO_FRAME UINT32_MAX

typedef struct rocpd_tree_frame {
  int64_t id;
  int64_t function, module; /* interned; ROCPD_NULL: unknown. module: the file's name, or the frame's source file */
  uint32_t parent;          /* place in the tree, before this one; ROCPD_NO_FRAME: outermost */
} rocpd_tree_frame;

typedef struct rocpd_frame_tree { /* zeroed: empty */
  rocpd_tree_frame *frame; /* in order of their ids, so that children come after their parents */
  uint32_t n;
  int64_t first;    /* least id */
  uint32_t *place;  /* [span] by id - first; ROCPD_NO_FRAME: no frame. NULL: ids are far apart */
  uint64_t span;
} rocpd_frame_tree;

/* Connection's thread. */
int rocpd_frame_tree_make(rocpd_snapshot *s, rocpd_source *source, rocpd_frame_tree *out, rocpd_error *err);
void rocpd_frame_tree_free(rocpd_frame_tree *t);
/* The place of the frame with this id; ROCPD_NO_FRAME: there is none. Thread safe. */
uint32_t rocpd_frame_tree_find(const rocpd_frame_tree *t, int64_t id);
/* The functions of a frame and of those around it, the outermost first, joined by ' / ', as one interned text; ROCPD_NULL: there is no such frame.
** SQLITE_OK or SQLITE_NOMEM. */
int rocpd_frame_tree_path(const rocpd_frame_tree *t, rocpd_session *session, int64_t id, int64_t *out);

#endif
