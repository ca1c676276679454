/* Internal to links: the interface between link.c and link_lookup.c. */
#ifndef ROCPD_LINK_STATE_H
#define ROCPD_LINK_STATE_H
#include "link.h"
#include "link_index.h"
#include <pthread.h>

typedef struct link_target {
  int kind, id;
  bool many;
  int64_t nobody; /* id that refers to no row */
} link_target;
extern const link_target rocpd_link_target[ROCPD_LINK_COUNT];

enum { FORM_UNKNOWN, FORM_ASCENDS, FORM_INDEXED };

typedef struct target_batch {
  int64_t low, high; /* ids; low > high: there are none */
  bool checked;      /* ids are known to ascend; atomic */
} target_batch;

/* State of one link. It is made under links.mutex; setting `form` publishes it. */
typedef struct link_state {
  uint8_t form; /* atomic: FORM_* */
  rocpd_batch **batch;
  size_t batches;
  uint64_t rows;
  target_batch *range; /* [batches] */
  rocpd_link_index index; /* FORM_INDEXED */
  /* The dictionaries by column of the kind: atomic, NULL until made. */
  rocpd_attributes **attributes;
} link_state;

struct rocpd_links {
  rocpd_snapshot *snapshot;
  rocpd_kept *kept;
  rocpd_source *source;
  pthread_mutex_t mutex; /* recursive: making one index may show that another is needed */
  link_state link[ROCPD_LINK_COUNT];
  /* Links to large tables when only a few rows have been looked up (LIMIT 10 of a table of millions): like `link`, but only for ids from few_low to
  ** few_high. */
  struct few_rows {
    link_state state;
    rocpd_batch *batch;
    target_batch range;
    int64_t low, high;
  } few[ROCPD_LINK_COUNT];
};

/* Place of a row: batch << 16 | row. Batches have at most 64 Ki rows. */
typedef uint64_t row_place;

/* The state of a link; makes it if it is not ready. If its form is FORM_UNKNOWN even then, the source's rows of the kind are not at hand. */
int rocpd_link_state_of(rocpd_links *l, int link, link_state **out, rocpd_error *err);
/* The state of a link for these ids alone; *out is NULL if it does not cover them. It is made for the first few ids that are looked up; ids outside this
** range use the link to all rows. */
int rocpd_link_state_of_few(rocpd_links *l, int link, const int64_t *id, uint32_t n, link_state **out, rocpd_error *err);
/* The ids of a batch. */
int rocpd_link_id_column(const link_state *k, const link_target *to, size_t batch, const rocpd_column **c, rocpd_error *err);
/* Makes the index, if there is none. The caller holds the mutex. */
int rocpd_link_make_index(rocpd_links *l, link_state *k, const link_target *to, rocpd_error *err);

#endif
