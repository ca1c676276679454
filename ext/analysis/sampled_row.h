/* A row of `stacks` as it counts: its state, also where it is not stated, and its times. */
#ifndef ROCPD_SAMPLED_ROW_H
#define ROCPD_SAMPLED_ROW_H
#include "sampled.h"

/* The columns that are read, in blocks of rows: v[column * ROCPD_SAMPLED_BLOCK + row]. */
enum {
  ROCPD_SAMPLED_OF_PID, ROCPD_SAMPLED_OF_TID, ROCPD_SAMPLED_FRAME, ROCPD_SAMPLED_WEIGHT, ROCPD_SAMPLED_STATE, ROCPD_SAMPLED_SYSCALL, ROCPD_SAMPLED_START,
  ROCPD_SAMPLED_END, ROCPD_SAMPLED_CPU, ROCPD_SAMPLED_WAIT, ROCPD_SAMPLED_COLUMNS, ROCPD_SAMPLED_BLOCK = 1024
};
/* Reads the rows of one share of the batches (share `number` of `shares`), and calls fn for each block of n rows. fn returns SQLite's code. */
int rocpd_sampled_share_read(rocpd_batch **batch, size_t batches, size_t number, size_t shares, int (*fn)(void *arg, const int64_t *v, uint32_t n), void *arg,
                             rocpd_error *err);
/* The texts of the states, interned. */
int rocpd_sampled_states(rocpd_session *session, int64_t state[ROCPD_SAMPLED_STATES]);

typedef struct rocpd_sampled_row {
  enum rocpd_sampled_state state;
  int64_t length, cpu, wait; /* ns, not negative */
  uint64_t weight;
} rocpd_sampled_row;

static inline int64_t rocpd_sampled_at_least_0(int64_t v) { return v > 0 ? v : 0; }

static inline enum rocpd_sampled_state rocpd_sampled_state_of(const int64_t text[ROCPD_SAMPLED_STATES], int64_t state, int64_t length, int64_t cpu,
                                                              int64_t wait) {
  for (int i = 0; i < ROCPD_SAMPLED_STATES; i++)
    if (state == text[i]) return (enum rocpd_sampled_state)i;
  return cpu > length / 2 ? ROCPD_SAMPLED_RUNNING : wait > length / 2 ? ROCPD_SAMPLED_RUNNABLE : ROCPD_SAMPLED_BLOCKED;
}

/* A row, or a sum of rows, with these values; a time may be NULL or negative. */
static inline rocpd_sampled_row rocpd_sampled_row_of(const int64_t text[ROCPD_SAMPLED_STATES], int64_t state, int64_t length, int64_t cpu, int64_t wait,
                                                     int64_t weight) {
  rocpd_sampled_row r = {.length = rocpd_sampled_at_least_0(length), .cpu = rocpd_sampled_at_least_0(cpu), .wait = rocpd_sampled_at_least_0(wait),
                         .weight = (uint64_t)rocpd_sampled_at_least_0(weight)};
  r.state = rocpd_sampled_state_of(text, state, r.length, r.cpu, r.wait);
  if (cpu == ROCPD_NULL) {
    r.cpu = r.state <= ROCPD_SAMPLED_KERNEL ? r.length : 0;
    r.wait = r.state == ROCPD_SAMPLED_RUNNABLE ? r.length : 0;
  }
  return r;
}

static inline rocpd_sampled_row rocpd_sampled_row_at(const int64_t text[ROCPD_SAMPLED_STATES], const int64_t *v, uint32_t i) {
#define V(column) v[ROCPD_SAMPLED_##column * ROCPD_SAMPLED_BLOCK + i]
  bool timed = V(START) != ROCPD_NULL && V(END) != ROCPD_NULL;
  return rocpd_sampled_row_of(text, V(STATE), timed ? V(END) - V(START) : 0, V(CPU), V(WAIT), V(WEIGHT) == ROCPD_NULL ? 1 : V(WEIGHT));
#undef V
}

#endif
