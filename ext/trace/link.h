/* Links: from ids in one table of a source to rows of another.
**
** A link names the kind and the column that an id is looked up in. Values follow from
** ids in one of two ways. Where the ids of a kind lie close together and its rows are
** few (strings, agents, kernel symbols), an attribute is a dictionary over ids: columns
** through the link then share the data of the id column. Where rows are many (events,
** regions) each id is looked up: ids of a batch mostly follow each other, so that whole
** runs are copied.
**
** Rows of kinds that the source does not deliver itself must be requested from the snapshot first, on the connection's thread.
**
** Any thread that needs a link builds it, and the snapshot keeps it. Events are not read for a query of kernel names. */
#ifndef ROCPD_LINK_H
#define ROCPD_LINK_H
#include "snapshot.h"

/* L(name, kind that ids point to, column that has the ids, rows are many) */
#define ROCPD_LINKS(L) \
  L(NODE, RAW_NODE, id, false) L(PROCESS, RAW_PROCESS, id, false) L(THREAD, RAW_THREAD, id, false) \
  L(AGENT, AGENT, id, false) L(QUEUE, QUEUE, id, false) L(STREAM, STREAM, id, false) L(STRING, RAW_STRING, id, false) \
  L(SYMBOL, RAW_KERNEL_SYMBOL, id, false) L(PMC, RAW_PMC, id, false) L(TRACK, RAW_TRACK, id, false) \
  L(CODE_OBJECT, RAW_CODE_OBJECT, id, false) L(MODULE, MODULE, id, false) \
  L(EVENT, RAW_EVENT, id, true) L(SAMPLE, RAW_SAMPLE, id, true) \
  L(REGION_OF_EVENT, RAW_REGION, event_id, true) L(DISPATCH_OF_EVENT, RAW_DISPATCH, event_id, true) \
  L(CALL_OF_EVENT, REGION, event_id, true) L(AGENT_OF_INDEX, AGENT, absolute_index, false) L(FRAME, FRAME, id, true) \
  L(COPY_OF_EVENT, RAW_COPY, event_id, true) L(ALLOCATE_OF_EVENT, RAW_ALLOCATE, event_id, true) \
  L(SAMPLE_OF_EVENT, RAW_SAMPLE, event_id, true) L(GRAPH_OF_EVENT, RAW_GRAPH_LAUNCH, event_id, true) \
  L(HIP_EVENT_OF_EVENT, RAW_HIP_EVENT, event_id, true) L(CALL_OF_STACK, REGION, stack_id, true)

#define ROCPD_LINK_ENUM(name, kind, column, many) ROCPD_LINK_##name,
enum rocpd_link_id { ROCPD_LINKS(ROCPD_LINK_ENUM) ROCPD_LINK_COUNT };

/* All links of one source in one snapshot. */
typedef struct rocpd_links rocpd_links;

/* The links of a source. The snapshot owns and frees them. Connection's thread. */
int rocpd_links_of(rocpd_snapshot *s, rocpd_source *source, rocpd_links **out, rocpd_error *err);

/* The values that an attribute has for ids low..low+n-1; ROCPD_NULL where no row has
** the id. */
typedef struct rocpd_attributes {
  int64_t low;
  uint32_t n;
  int64_t min, max; /* of the values; min > max: only NULLs */
  const int64_t *value;
} rocpd_attributes;

/* The attribute `column` of the linked kind as a dictionary, or *out NULL where the rows
** are too many or their ids too far apart. Thread safe. */
int rocpd_link_attributes(rocpd_links *l, int link, int column, const rocpd_attributes **out, rocpd_error *err);
/* Each of n ids becomes the value of column `column` in the row that it points to;
** ROCPD_NULL where there is none. Of several rows the first counts. Thread safe. */
int rocpd_link_map(rocpd_links *l, int link, int column, int64_t *id, uint32_t n, rocpd_error *err);
/* Looks up one id after the other, and remembers where the last one was found. Each thread opens its own reader. */
typedef struct rocpd_link_reader rocpd_link_reader;
int rocpd_link_reader_open(rocpd_links *l, int link, int column, rocpd_link_reader **out, rocpd_error *err);
int rocpd_link_read(rocpd_link_reader *r, int64_t id, int64_t *out, rocpd_error *err);
void rocpd_link_reader_close(rocpd_link_reader *r); /* NULL is allowed */
/* Each of n ids becomes the place of its row, ROCPD_NULL if it has none. For callers that want several
** columns of the row, or the row itself. Thread safe. */
int rocpd_link_find(rocpd_links *l, int link, int64_t *id, uint32_t n, rocpd_error *err);
/* The values of a column in the rows at n places, ROCPD_NULL where there is none. Thread safe. */
int rocpd_link_values(rocpd_links *l, int link, const int64_t *place, uint32_t n, int column, int64_t *out, rocpd_error *err);
/* The batch of a place, and the row there. The number of the batch is its place among those of the source and kind. */
rocpd_batch *rocpd_link_batch(rocpd_links *l, int link, int64_t place);
static inline size_t rocpd_place_batch(int64_t place) { return (size_t)(place >> 16); }
static inline uint32_t rocpd_place_row(int64_t place) { return (uint32_t)place & 0xffff; }
/* The link that looks ids up in this column of a kind; ROCPD_LINK_COUNT: there is none. */
int rocpd_link_to(int kind, int column);
/* The kind of the rows to which a link leads. */
int rocpd_link_kind(int link);
/* As rocpd_link_map(), but an id becomes 1 if it has a row, else 0. */
int rocpd_link_exists(rocpd_links *l, int link, int64_t *id, uint32_t n, rocpd_error *err);

#endif
