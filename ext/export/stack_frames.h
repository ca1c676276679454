/* The frames of all sources of an export that have sampled stacks, numbered from 0; parents come before their children. For formats with ROCPD_NEEDS_STACKS,
** whose events of class STACK name them. Made with the layout, and thread safe from then on. */
#ifndef ROCPD_STACK_FRAMES_H
#define ROCPD_STACK_FRAMES_H
#include "events.h"
#include "frame_code.h"
#include "map.h"

typedef struct rocpd_stack_frame {
  uint32_t parent;        /* number; ROCPD_NO_FRAME: outermost */
  uint32_t module;        /* number among all modules; ROCPD_NO_MODULE: none */
  int64_t function, file; /* interned; ROCPD_NULL: unknown */
  int64_t line;           /* ROCPD_NULL: unknown */
  int64_t offset;         /* of the code, in its module, or an address: of the call, where the frame called another; ROCPD_NULL: unknown */
} rocpd_stack_frame;

typedef struct rocpd_stack_frames { /* zeroed: empty */
  rocpd_stack_frame *frame;
  size_t n, room;
  rocpd_code_module *module;
  size_t modules, module_room;
  rocpd_map place; /* of a source, by its number */
  struct rocpd_stack_source {
    rocpd_frame_tree tree;
    uint32_t first; /* number of its first frame */
  } *source;
  size_t sources, source_room;
} rocpd_stack_frames;

/* Of the sources whose batches of stacks are in the layout. Connection's thread. */
int rocpd_stack_frames_make(rocpd_export *x, rocpd_error *err);
void rocpd_stack_frames_free(rocpd_stack_frames *f);
/* The number of the frame with this id in the batch's source; ROCPD_NO_FRAME: there is none. */
uint32_t rocpd_stack_frame_find(const rocpd_stack_frames *f, const rocpd_export_batch *v, int64_t id);

/* Names the events by their functions, the innermost first: "sin ← solve ← main"; texts are cut after 2000 bytes. Connection's thread. */
int rocpd_stack_names_make(rocpd_export *x, rocpd_error *err);

/* Longer stacks lose their outer frames in formats that list all frames of each. */
enum { ROCPD_STACK_MOST_DEEP = 4096 };
/* The frames of a stack from the innermost one outwards, at most ROCPD_STACK_MOST_DEEP. */
uint32_t rocpd_stack_path(const rocpd_stack_frames *f, uint32_t frame, uint32_t *path);

/* A row of n samples stands for that number of moments: the last at its end, the others evenly before it. Readers have to hold all of them, so of more than
** this number the rest is left out, with a warning (rocpd_stack_warn()). */
enum { ROCPD_STACK_MOST_SAMPLES = 1 << 20 };
/* The number of moments of a row, from `weight`; *left: what is left out. */
static inline uint32_t rocpd_stack_samples(int64_t weight, uint64_t *left) {
  uint64_t n = weight == ROCPD_NULL ? 1 : weight < 0 ? 0 : (uint64_t)weight;
  *left = n > ROCPD_STACK_MOST_SAMPLES ? n - ROCPD_STACK_MOST_SAMPLES : 0;
  return (uint32_t)(n - *left);
}
/* Moment i of n, from 1 on, of a row; end: INT64_MAX where there is none, then all are at the start. */
static inline int64_t rocpd_stack_moment(int64_t start, int64_t end, uint32_t i, uint32_t n) {
  if (end == INT64_MAX) return start;
  return start + (int64_t)((unsigned __int128)((uint64_t)end - (uint64_t)start) * i / n);
}
int rocpd_stack_warn(rocpd_export *x, uint64_t left, rocpd_error *err);

#endif
