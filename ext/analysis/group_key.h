/* Grouping keys of rows: values of columns, or values computed from them. */
#ifndef ROCPD_GROUP_KEY_H
#define ROCPD_GROUP_KEY_H
#include "device.h"
#include "owner.h"

#define ROCPD_KEYS 17   /* at most */
#define ROCPD_BLOCK 512 /* rows at a time */

/* Keys that are no columns. */
enum rocpd_key_id {
  ROCPD_KEY_NONE = -1,    /* NULL */
  ROCPD_KEY_AGENT = -2,   /* id of the agent whose time it is: `side` says which, where a copy is two GPUs' */
  ROCPD_KEY_DEVICE = -3,  /* its device: the name as in device.h. NULL where there is no row of the agent */
  ROCPD_KEY_MESSAGE = -4, /* text of a marker. Other rows are in no group */
};

/* Rows of a kind, each of which is in the group of its keys. */
typedef struct rocpd_group_input {
  int kind, duration; /* a column; ROCPD_KEY_NONE: rows take no time */
  int key[ROCPD_KEYS];
  int side; /* 0: all rows; 1, 2: with a key of agent or device, those that have a first, a second owner (owner.h) */
} rocpd_group_input;

typedef struct rocpd_keys { /* of a pass over rows; zeroed at first */
  rocpd_session *session;
  int n;               /* of each row */
  int64_t gpu;         /* interned */
  const rocpd_device *device; /* the snapshot's */
  size_t devices;
} rocpd_keys;

/* Looks for devices where they are wanted. Connection's thread. */
int rocpd_keys_open(rocpd_keys *k, rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_error *err);
/* Is it a text? */
bool rocpd_key_is_text(const rocpd_group_input *input, int key);

typedef struct rocpd_key_reader {
  const rocpd_keys *keys;
  const rocpd_group_input *input;
  rocpd_batch *batch;
  const rocpd_column *column[ROCPD_KEYS]; /* NULL for others */
  const rocpd_column *duration;
  rocpd_owner_columns owner;
  const rocpd_column *category, *extdata;
  int64_t last_agent, last_device, last_text, last_message; /* what was found last, and of what */
  bool skips; /* some rows may be in no group */
} rocpd_key_reader;

/* Of a batch of input's kind. Thread safe, for a thread's own reader. */
int rocpd_key_reader_open(rocpd_key_reader *r, const rocpd_keys *keys, const rocpd_group_input *input, rocpd_batch *b, rocpd_error *err);
/* key[k][i] of rows first to first + n - 1, for those keys that are wanted; skip[i] is set where r->skips. */
int rocpd_keys_read(rocpd_key_reader *r, uint32_t first, uint32_t n, const int *wanted, int n_wanted, int64_t key[][ROCPD_BLOCK], bool *skip, rocpd_error *err);

#endif
