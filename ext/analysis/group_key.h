/* Grouping keys of rows: values of columns, or values computed from them. */
#ifndef ROCPD_GROUP_KEY_H
#define ROCPD_GROUP_KEY_H
#include "call_paths.h"
#include "device.h"
#include "owner.h"

#define ROCPD_KEYS 17   /* at most */
#define ROCPD_BLOCK 512 /* rows at a time */

/* Keys that are not columns. */
enum rocpd_key_id {
  ROCPD_KEY_NONE = -1,    /* NULL */
  ROCPD_KEY_AGENT = -2,   /* id of the agent that the row counts for; for a copy between two GPUs, `side` says which */
  ROCPD_KEY_DEVICE = -3,  /* its device, as in device.h. NULL if the file does not describe the agent */
  ROCPD_KEY_MESSAGE = -4, /* text of a marker. Other rows belong to no group */
  ROCPD_KEY_PATH = -5,    /* of kernels and copies: path of the call that launched the row, as in call_paths.h. NULL if it is not known */
};

/* Rows of a kind, each of which is in the group of its keys. */
typedef struct rocpd_group_input {
  int kind, duration; /* duration: a column; ROCPD_KEY_NONE: rows have no duration */
  int key[ROCPD_KEYS];
  int side; /* 0: all rows; 1, 2: for keys of agent or device, the rows with a first or second owner (owner.h), counted for it */
} rocpd_group_input;

typedef struct rocpd_keys { /* the keys of a pass over rows; zero it at first */
  rocpd_session *session;
  int n;               /* number of keys */
  int64_t gpu;         /* interned */
  const rocpd_device *device; /* the snapshot's */
  size_t devices;
  const rocpd_call_paths *paths; /* the snapshot's */
} rocpd_keys;

/* Finds devices and paths, if a key needs them. Connection's thread. */
int rocpd_keys_open(rocpd_keys *k, rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_error *err);
/* True if the key is a text. */
bool rocpd_key_is_text(const rocpd_group_input *input, int key);
/* The set of keys that are texts: bit k is set if key k is one. */
uint64_t rocpd_key_texts(const rocpd_group_input *input, int keys);

typedef struct rocpd_key_reader {
  const rocpd_keys *keys;
  const rocpd_group_input *input;
  rocpd_batch *batch;
  const rocpd_column *column[ROCPD_KEYS]; /* NULL for keys that are not columns */
  const rocpd_column *duration;
  rocpd_owner_columns owner;
  const rocpd_column *category, *extdata;
  int64_t last_agent, last_device, last_text, last_message; /* the last values found, and what they were found for */
  bool skips; /* some rows may belong to no group */
} rocpd_key_reader;

/* Opens a reader for a batch of input's kind. Thread safe, with a reader for each thread. */
int rocpd_key_reader_open(rocpd_key_reader *r, const rocpd_keys *keys, const rocpd_group_input *input, rocpd_batch *b, rocpd_error *err);
/* Reads key[k][i] of rows first to first + n - 1, for the keys that are wanted. If r->skips, sets skip[i]. */
int rocpd_keys_read(rocpd_key_reader *r, uint32_t first, uint32_t n, const int *wanted, int n_wanted, int64_t key[][ROCPD_BLOCK], bool *skip, rocpd_error *err);

#endif
