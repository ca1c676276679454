/* What a profile keeps of each lane from batch to batch: the calls in progress at the end of the last one. */
#ifndef COLLECT_PROFILE_LANE_H
#define COLLECT_PROFILE_LANE_H
#include "profile.h"

/* A call in progress, or one that overlaps a later one. */
typedef struct collect_open_call {
  uint64_t sequence, parent;
  int64_t start, end, own_ns;
  rocz_sum_record *record;
  uint32_t frame;
  bool met;       /* it is open at the end of this batch */
  bool confirmed; /* it is an OPEN_CALL row */
} collect_open_call;

/* The frame of a call, by the low bits of its number. */
#define COLLECT_RECENT 1024
typedef struct collect_recent { uint32_t number, frame; } collect_recent;

typedef struct collect_walk_lane {
  uint32_t number; /* 0: this place is free */
  uint32_t tid;
  int64_t now;     /* own time is counted up to here */
  uint64_t last_sequence, last_parent; /* of the last row */
  collect_open_call *stack; /* outermost first, in order of starts */
  size_t stack_bytes;
  uint32_t depth;
  collect_recent *recent; /* [COLLECT_RECENT] frames of its last calls, whether these are over or not (profile_launch.c); NULL: no memory */
  collect_walked *left; /* calls that will not end. Some are given before the last rows of the lane, so they wait for its end */
  size_t left_bytes;
  uint32_t lefts;
  bool flat;       /* its rows do not nest */
  bool levels;     /* its thread has had levels (nest.h) */
  uint8_t ended;   /* 1: it has given its rows; 2: since the time before */
} collect_walk_lane;

/* The lane with this number; made if there is none. NULL: there is no memory now (errno). Valid until another one is made or freed. */
collect_walk_lane *collect_lane_of(uint32_t number);
/* The same; NULL if there is none. */
collect_walk_lane *collect_lane_find(uint32_t number);
void collect_lane_free(collect_walk_lane *l);
/* The lane at this place; places count from 0. An empty place has a lane with the number 0. NULL: there is no such place. When a lane is freed,
** another one may move to its place. */
collect_walk_lane *collect_lane_at(uint32_t place);

#endif
