/* The entities of a trace: the threads, agents, queues, streams and kernels that its rows name. Formats without tables of these (rtg, RPD) have a handle in
** each row. Ids are numbers in order of first occurrence; they do not change when the file is read again. */
#ifndef ROCPD_ENTITY_TABLE_H
#define ROCPD_ENTITY_TABLE_H
#include "row_store.h"
#include "map.h"

typedef struct rocpd_pair {
  int64_t a, b;
  int64_t index; /* index among the pairs with the same a */
  int64_t name;  /* interned; ROCPD_NULL until it is needed */
} rocpd_pair;

/* Pairs of numbers, numbered. */
typedef struct rocpd_pairs {
  rocpd_pair *pair;
  uint32_t n, last; /* number of pairs; last: the one found last */
  rocpd_map place, of_a; /* place: pair -> number; of_a: a -> number of pairs with it */
} rocpd_pairs;
int rocpd_pair_number(rocpd_pairs *p, int64_t a, int64_t b, uint32_t *number);
void rocpd_pairs_free(rocpd_pairs *p);

typedef struct rocpd_entity_table {
  rocpd_source *source;
  rocpd_pairs thread; /* pid, tid */
  rocpd_pairs agent;  /* pid, handle; or 0, number, if the row names no process */
  rocpd_pairs queue;  /* number of the agent, queue; ROCPD_NULL: the row names none */
  rocpd_pairs stream; /* 0, handle */
  rocpd_map symbol_place; /* name -> place in symbol */
  struct {
    int64_t name, shown; /* interned names: as in the file, and demangled */
  } *symbol;
  uint32_t symbols;
  bool host; /* the host is an agent, too */
  struct {
    rocpd_batch **batch;
    size_t batches;
  } info[ROCPD_KIND_COUNT];
} rocpd_entity_table;

/* The kinds for which it makes rows. */
#define ROCPD_ENTITY_KINDS                                                                                               \
  (ROCPD_KIND_BIT(ROCPD_KIND_PROCESS) | ROCPD_KIND_BIT(ROCPD_KIND_THREAD) | ROCPD_KIND_BIT(ROCPD_KIND_AGENT) |          \
   ROCPD_KIND_BIT(ROCPD_KIND_QUEUE) | ROCPD_KIND_BIT(ROCPD_KIND_STREAM) | ROCPD_KIND_BIT(ROCPD_KIND_CODE_OBJECT) |     \
   ROCPD_KIND_BIT(ROCPD_KIND_KERNEL_SYMBOL))

/* The id of an entity with this number. Queues, streams and code objects that a row does not name have id 0. */
#define ROCPD_ENTITY_ID(number) ((int64_t)(number) + 1)
int64_t rocpd_entity_queue_id(const rocpd_entity_table *c, uint32_t queue);
int64_t rocpd_entity_stream_id(const rocpd_entity_table *c, uint32_t stream);
int64_t rocpd_entity_agent_index(const rocpd_entity_table *c, uint32_t agent);
/* Make the names of entities; *id: interned. */
int rocpd_entity_agent_name(rocpd_entity_table *c, uint32_t agent, int64_t *id);
int rocpd_entity_queue_name(rocpd_entity_table *c, uint32_t queue, int64_t *id);
int rocpd_entity_stream_name(rocpd_entity_table *c, uint32_t stream, int64_t *id);
int rocpd_entity_table_symbol(rocpd_entity_table *c, int64_t name, uint32_t *number);
/* Event ids: for regions and samples it is their id; kernels and copies have ids from here on. */
#define ROCPD_ENTITY_KERNEL_EVENT ((int64_t)1 << 62)
#define ROCPD_ENTITY_COPY_EVENT ((int64_t)3 << 61)
/* One side of a copy: a GPU, or the host, which is agent 0 if copies involve it. */
enum { ROCPD_SIDE_AGENT, ROCPD_SIDE_INDEX, ROCPD_SIDE_DEVICE, ROCPD_SIDE_TYPE, ROCPD_SIDE_VALUES };
#define ROCPD_SHOWS_SIDE(side, at) /* the columns of one side, whose values begin at index `at` */                             \
  ROCPD_SHOWS(COPY, side##_agent_id, (at) + ROCPD_SIDE_AGENT), ROCPD_SHOWS(COPY, side##_agent_abs_index, (at) + ROCPD_SIDE_INDEX),   \
      ROCPD_SHOWS(COPY, side##_agent_log_index, (at) + ROCPD_SIDE_INDEX),                                               \
      ROCPD_SHOWS(COPY, side##_agent_type_index, (at) + ROCPD_SIDE_INDEX),                                              \
      ROCPD_SHOWS(COPY, side##_device, (at) + ROCPD_SIDE_DEVICE), ROCPD_SHOWS(COPY, side##_agent_type, (at) + ROCPD_SIDE_TYPE)
int rocpd_entity_table_side(rocpd_entity_table *c, uint32_t agent, bool gpu, int64_t *side);

/* Makes rows of all entities as batches in c->info; sets the source's pid if there is only one. */
int rocpd_entity_table_rows(rocpd_entity_table *c);
void rocpd_entity_table_drop(rocpd_entity_table *c); /* frees the rows, not the entities */
void rocpd_entity_table_free(rocpd_entity_table *c);

#endif
