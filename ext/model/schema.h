/* Record kinds: the columns that a source delivers. They are those of the views and base tables of rocpd schema 3, with the same declared types, which
** decide SQL's comparison rules (an expression in a view has an empty type); then the extension's HIDDEN columns.
**
** C(KIND, name, declared type, value type, flags). Flags:
**   I  identifier: equality and IN go through an index built on first use
**   S  start of the interval   E  its end   T  another time of the trace's clock
**   H  hidden
**   G N A  category, name, and absolute index of an agent: what exports choose events by
** A new kind: one list, one row in ROCPD_KINDS, one file in ext/table/ (tests/kind adds one). */
#ifndef ROCPD_SCHEMA_H
#define ROCPD_SCHEMA_H
#include <stdint.h>

enum {
  ROCPD_C_ID = 1, ROCPD_C_START = 2, ROCPD_C_END = 4, ROCPD_C_HIDDEN = 8, ROCPD_C_TIME = 16, ROCPD_C_CATEGORY = 32, ROCPD_C_NAME = 64,
  ROCPD_C_AGENT = 128,
  ROCPD_C_TIMES = ROCPD_C_START | ROCPD_C_END | ROCPD_C_TIME
};

/* On every kind, after its own columns (all hidden):
** source  file that the row comes from (its path)
** run     run id: equal in all processes of one run
** host    host name     rank  rank from the launcher's variables, or NULL */
#define ROCPD_COMMON(C, K) \
  C(K, source, "TEXT", TEXT, H) C(K, run, "TEXT", TEXT, H) C(K, host, "TEXT", TEXT, H) C(K, rank, "INTEGER", INT, H)
/* The same, before them on every kind with a start:
** wall_ns  the start as UTC ns since 1970, NULL where the file has no anchor */
#define ROCPD_TIMED(C, K) C(K, wall_ns, "INTEGER", INT, H) ROCPD_COMMON(C, K)

#include "schema_raw.h"
#include "schema_view.h"

/* Kinds: K(enum suffix, name of the view or base table, list of columns, flags, kind that
** rows belong to, column by which they do: it has the same value in both). Flags:
**   EVENT     each row has an event of its own (rocpd_event, by event_id): exports choose
**             among them, and of other kinds what belongs to them
**   COUNTED   `sources` counts the rows; the trace lasts from their first time to their last
**   LIFETIME  start and end are of who does things: rows are in every time window
**   OWNED     rows are in a time window where those are that they belong to, too
**   LATER     a base table that schema 3.0.0 has not */
enum { ROCPD_K_EVENT = 1, ROCPD_K_COUNTED = 2, ROCPD_K_LIFETIME = 4, ROCPD_K_OWNED = 8, ROCPD_K_LATER = 16 };

#define ROCPD_KINDS(K) \
  K(KERNEL, kernels, ROCPD_KERNELS, EVENT | COUNTED, NONE, ) \
  K(REGION, regions, ROCPD_REGIONS, EVENT | COUNTED, NONE, ) \
  K(ARG, region_args, ROCPD_ARGS, OWNED, REGION, id) \
  K(COPY, memory_copies, ROCPD_COPIES, EVENT | COUNTED, NONE, ) \
  K(PROCESS, processes, ROCPD_PROCESSES, LIFETIME, NONE, ) \
  K(THREAD, threads, ROCPD_THREADS, LIFETIME, NONE, ) \
  K(CODE_OBJECT, code_objects, ROCPD_CODE_OBJECTS, 0, NONE, ) \
  K(KERNEL_SYMBOL, kernel_symbols, ROCPD_KERNEL_SYMBOLS, 0, NONE, ) \
  K(AGENT, rocpd_info_agent, ROCPD_AGENTS, 0, NONE, ) \
  K(QUEUE, rocpd_info_queue, ROCPD_HANDLES, 0, NONE, ) \
  K(STREAM, rocpd_info_stream, ROCPD_HANDLES, 0, NONE, ) \
  K(ALLOCATION, memory_allocations, ROCPD_ALLOCATIONS, EVENT | COUNTED, NONE, ) \
  K(SCRATCH, scratch_memory, ROCPD_SCRATCHES, 0, ALLOCATION, id) \
  K(SAMPLE, samples, ROCPD_SAMPLES, EVENT | COUNTED, NONE, ) \
  K(SAMPLE_REGION, sample_regions, ROCPD_SAMPLE_REGIONS, 0, SAMPLE, id) \
  K(REGION_AND_SAMPLE, regions_and_samples, ROCPD_REGIONS, 0, NONE, ) \
  K(EVENT_ARG, events_args, ROCPD_EVENT_ARGS, 0, NONE, ) \
  K(STREAM_ARG, stream_args, ROCPD_STREAM_ARGS, 0, NONE, ) \
  K(PMC_INFO, pmc_info, ROCPD_PMC_INFOS, 0, NONE, ) \
  K(PMC_EVENT, pmc_events, ROCPD_PMC_EVENTS, 0, NONE, ) \
  K(SPM_COUNTER, spm_counters, ROCPD_SPM_COUNTERS, OWNED, KERNEL, dispatch_id) \
  K(COUNTER, counters_collection, ROCPD_COUNTERS, 0, NONE, ) \
  K(HIP_EVENT, hip_events, ROCPD_HIP_EVENTS, EVENT, NONE, ) \
  K(GRAPH_LAUNCH, graph_launches, ROCPD_GRAPH_LAUNCHES, EVENT, NONE, ) \
  K(BARRIER, barriers, ROCPD_BARRIERS, 0, NONE, ) \
  K(LAUNCH, launches, ROCPD_LAUNCHES, 0, NONE, ) \
  K(METRIC, metrics, ROCPD_METRICS, COUNTED, NONE, ) \
  K(MODULE, modules, ROCPD_MODULES, 0, NONE, ) \
  K(FRAME, frames, ROCPD_FRAMES, 0, NONE, ) \
  K(STACK, stacks, ROCPD_STACKS, COUNTED, NONE, ) \
  K(AGGREGATE, aggregated, ROCPD_AGGREGATES, COUNTED | LIFETIME, NONE, ) \
  K(RAW_METADATA, rocpd_metadata, ROCPD_RAW_METADATAS, 0, NONE, ) \
  K(RAW_STRING, rocpd_string, ROCPD_RAW_STRINGS, 0, NONE, ) \
  K(RAW_NODE, rocpd_info_node, ROCPD_RAW_NODES, 0, NONE, ) \
  K(RAW_PROCESS, rocpd_info_process, ROCPD_RAW_PROCESSES, LIFETIME, NONE, ) \
  K(RAW_THREAD, rocpd_info_thread, ROCPD_RAW_THREADS, LIFETIME, NONE, ) \
  K(RAW_PMC, rocpd_info_pmc, ROCPD_RAW_PMCS, 0, NONE, ) \
  K(RAW_CODE_OBJECT, rocpd_info_code_object, ROCPD_RAW_CODE_OBJECTS, 0, NONE, ) \
  K(RAW_KERNEL_SYMBOL, rocpd_info_kernel_symbol, ROCPD_RAW_KERNEL_SYMBOLS, 0, NONE, ) \
  K(RAW_TRACK, rocpd_track, ROCPD_RAW_TRACKS, 0, NONE, ) \
  K(RAW_EVENT, rocpd_event, ROCPD_RAW_EVENTS, 0, NONE, ) \
  K(RAW_ARG, rocpd_arg, ROCPD_RAW_ARGS, 0, NONE, ) \
  K(RAW_PMC_EVENT, rocpd_pmc_event, ROCPD_RAW_PMC_EVENTS, 0, NONE, ) \
  K(RAW_REGION, rocpd_region, ROCPD_RAW_REGIONS, 0, REGION, id) \
  K(RAW_SAMPLE, rocpd_sample, ROCPD_RAW_SAMPLES, 0, SAMPLE, id) \
  K(RAW_DISPATCH, rocpd_kernel_dispatch, ROCPD_RAW_DISPATCHES, 0, KERNEL, id) \
  K(RAW_COPY, rocpd_memory_copy, ROCPD_RAW_COPIES, 0, COPY, id) \
  K(RAW_ALLOCATE, rocpd_memory_allocate, ROCPD_RAW_ALLOCATES, 0, ALLOCATION, id) \
  K(RAW_GRAPH_LAUNCH, rocpd_graph_launch, ROCPD_RAW_GRAPH_LAUNCHES, LATER, GRAPH_LAUNCH, id) \
  K(RAW_HIP_EVENT, rocpd_hip_event, ROCPD_RAW_HIP_EVENTS, LATER, HIP_EVENT, id)

#define ROCPD_KIND_ENUM(k, ...) ROCPD_KIND_##k,
enum rocpd_kind_id { ROCPD_KIND_NONE = -1, ROCPD_KINDS(ROCPD_KIND_ENUM) ROCPD_KIND_COUNT };
/* A set of kinds: bit `kind` is set if it is a member. */
typedef uint64_t rocpd_kind_set;
#define ROCPD_KIND_BIT(kind) ((rocpd_kind_set)1 << (kind))
/* A set of kinds, or of a kind's columns, must fit a 64-bit word. */
#define ROCPD_MAX_KINDS 64
#define ROCPD_MAX_COLUMNS 64
_Static_assert(ROCPD_KIND_COUNT <= ROCPD_MAX_KINDS, "more kinds than a set of them has room for");

/* Column numbers: ROCPD_KERNEL_name, ROCPD_REGION_start, ... */
#define ROCPD_COLUMN_ENUM(k, name, decl, type, flags) ROCPD_##k##_##name,
#define ROCPD_KIND_COLUMNS(k, name, list, ...) \
  enum { list(ROCPD_COLUMN_ENUM, k) ROCPD_##k##_COLUMNS }; \
  _Static_assert(ROCPD_##k##_COLUMNS <= ROCPD_MAX_COLUMNS, "more columns than a set of them has room for");
ROCPD_KINDS(ROCPD_KIND_COLUMNS)

/* Numbers of the common columns, counted from the first of them. */
enum { ROCPD_COMMON(ROCPD_COLUMN_ENUM, COMMON) ROCPD_COMMON_COLUMNS };

typedef struct rocpd_column_def {
  const char *name;
  const char *declared; /* SQL type, may be empty */
  uint8_t type;         /* enum rocpd_type */
  uint8_t flags;        /* ROCPD_C_* */
} rocpd_column_def;

typedef struct rocpd_kind {
  const char *name; /* of the view or base table */
  const rocpd_column_def *column;
  int columns;
  int own;        /* number of columns before wall_ns and the common ones */
  int start, end; /* column numbers of start and end, -1 if none */
  int wall;       /* column number of wall_ns, -1 if the kind has no start */
  int flags;      /* ROCPD_K_* */
  int belongs_to; /* enum rocpd_kind_id: kind whose rows these belong to */
  const char *by; /* name of the column that links the two kinds */
} rocpd_kind;

extern const rocpd_kind rocpd_kinds[ROCPD_KIND_COUNT];

/* Returns the number of a column, -1 if the kind has none of this name. */
int rocpd_kind_column(int kind, const char *name);

#endif
