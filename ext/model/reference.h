/* The foreign keys of rocpd schema 3: for each base table, the columns that hold ids of another base table's rows. */
#ifndef ROCPD_REFERENCE_H
#define ROCPD_REFERENCE_H
#include "schema.h"

/* R(kind, column, kind whose ids the column holds) */
#define ROCPD_REFERENCES_PROCESS(R, K) R(K, nid, RAW_NODE) R(K, pid, RAW_PROCESS)
#define ROCPD_REFERENCES_THREAD(R, K) ROCPD_REFERENCES_PROCESS(R, K) R(K, tid, RAW_THREAD)
#define ROCPD_REFERENCES(R) \
  R(RAW_PROCESS, nid, RAW_NODE) ROCPD_REFERENCES_PROCESS(R, RAW_THREAD) ROCPD_REFERENCES_PROCESS(R, AGENT) \
  ROCPD_REFERENCES_PROCESS(R, QUEUE) ROCPD_REFERENCES_PROCESS(R, STREAM) \
  ROCPD_REFERENCES_PROCESS(R, RAW_PMC) R(RAW_PMC, agent_id, AGENT) \
  ROCPD_REFERENCES_PROCESS(R, RAW_CODE_OBJECT) R(RAW_CODE_OBJECT, agent_id, AGENT) \
  ROCPD_REFERENCES_PROCESS(R, RAW_KERNEL_SYMBOL) R(RAW_KERNEL_SYMBOL, code_object_id, RAW_CODE_OBJECT) \
  ROCPD_REFERENCES_THREAD(R, RAW_TRACK) R(RAW_TRACK, name_id, RAW_STRING) \
  R(RAW_EVENT, category_id, RAW_STRING) R(RAW_ARG, event_id, RAW_EVENT) \
  R(RAW_PMC_EVENT, event_id, RAW_EVENT) R(RAW_PMC_EVENT, pmc_id, RAW_PMC) R(RAW_PMC_EVENT, sample_id, RAW_SAMPLE) \
  ROCPD_REFERENCES_THREAD(R, RAW_REGION) R(RAW_REGION, name_id, RAW_STRING) R(RAW_REGION, event_id, RAW_EVENT) \
  R(RAW_SAMPLE, track_id, RAW_TRACK) R(RAW_SAMPLE, event_id, RAW_EVENT) \
  ROCPD_REFERENCES_THREAD(R, RAW_DISPATCH) R(RAW_DISPATCH, agent_id, AGENT) R(RAW_DISPATCH, kernel_id, RAW_KERNEL_SYMBOL) \
  R(RAW_DISPATCH, queue_id, QUEUE) R(RAW_DISPATCH, stream_id, STREAM) R(RAW_DISPATCH, region_name_id, RAW_STRING) \
  R(RAW_DISPATCH, event_id, RAW_EVENT) \
  ROCPD_REFERENCES_THREAD(R, RAW_COPY) R(RAW_COPY, name_id, RAW_STRING) R(RAW_COPY, dst_agent_id, AGENT) R(RAW_COPY, src_agent_id, AGENT) \
  R(RAW_COPY, queue_id, QUEUE) R(RAW_COPY, stream_id, STREAM) R(RAW_COPY, region_name_id, RAW_STRING) R(RAW_COPY, event_id, RAW_EVENT) \
  ROCPD_REFERENCES_THREAD(R, RAW_ALLOCATE) R(RAW_ALLOCATE, agent_id, AGENT) R(RAW_ALLOCATE, queue_id, QUEUE) R(RAW_ALLOCATE, stream_id, STREAM) \
  R(RAW_ALLOCATE, event_id, RAW_EVENT) \
  ROCPD_REFERENCES_THREAD(R, RAW_GRAPH_LAUNCH) R(RAW_GRAPH_LAUNCH, agent_id, AGENT) R(RAW_GRAPH_LAUNCH, queue_id, QUEUE) \
  R(RAW_GRAPH_LAUNCH, event_id, RAW_EVENT) \
  ROCPD_REFERENCES_THREAD(R, RAW_HIP_EVENT) R(RAW_HIP_EVENT, name_id, RAW_STRING) R(RAW_HIP_EVENT, agent_id, AGENT) \
  R(RAW_HIP_EVENT, queue_id, QUEUE) \
  R(RAW_HIP_EVENT, stream_id, STREAM) R(RAW_HIP_EVENT, source_queue_id, QUEUE) R(RAW_HIP_EVENT, event_id, RAW_EVENT)

typedef struct rocpd_reference {
  uint8_t kind, column, to;
} rocpd_reference;

#define ROCPD_REFERENCE_ENUM(k, column, to) ROCPD_REFERENCE_##k##_##column,
enum { ROCPD_REFERENCES(ROCPD_REFERENCE_ENUM) ROCPD_REFERENCE_COUNT };

extern const rocpd_reference rocpd_references[ROCPD_REFERENCE_COUNT];

/* Returns the kind whose ids a column holds, -1 if it holds none. */
int rocpd_refers_to(int kind, int column);
/* Returns the first column of `kind` that holds ids of the kind `to`, -1 if there is none. */
int rocpd_reference_column(int kind, int to);

#endif
