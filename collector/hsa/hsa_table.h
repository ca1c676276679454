/* The layout of HSA's API tables, in C (hsa_api_trace.h is C++ only).
**
** A table is 16 bytes of version, then one function pointer for each line of its kind in hsa.def. Major numbers tell layouts
** apart. The root's is 1 up to ROCm 5.7, 2 in 6.0, and 3 since 6.1 (the layout only got longer). Those of core and amd_ext are 1
** up to 5.7, and 2 since 6.0. The order of core has not changed. amd_ext of major 1 is known as ROCm 5.2 has it: later releases
** of that major inserted functions behind hsa_amd_memory_async_copy. minor_id is the size of the table in bytes: a shorter table
** lacks the functions beyond it.
**
** tests/programs/hsa_layout.cpp compares all this with the real header. */
#ifndef COLLECT_HSA_TABLE_H
#define COLLECT_HSA_TABLE_H
#include <stdbool.h>
#include <stdint.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include <hsa/hsa_ext_finalize.h>

typedef struct collect_hsa_version { uint32_t major_id, minor_id, step_id, reserved; } collect_hsa_version;

typedef struct collect_hsa_table { /* any of the tables that the root points to */
  collect_hsa_version version;
  void *function[];
} collect_hsa_table;

typedef struct collect_hsa_root {
  collect_hsa_version version;
  collect_hsa_table *core, *amd_ext, *finalizer_ext, *image_ext;
} collect_hsa_root;

/* The root of major 3, which has one more table. */
typedef struct collect_hsa_root_6 {
  collect_hsa_root root;
  struct collect_hsa_tools *tools;
} collect_hsa_root_6;

/* Callbacks for tools about scratch memory: when its allocation, freeing and reclaiming begin, and when they have ended. An entry
** is NULL if no tool asks. (In the C++ header the parameter is a union of pointers.) Only the end of an allocation has sizes;
** dispatch_id is in its beginning as well. */
typedef struct collect_scratch_event {
  int kind;
  const hsa_queue_t *queue;
  int flags; /* 1: for one dispatch; 2: the alternate memory */
  uint64_t dispatch_id;
  size_t size, slots;
} collect_scratch_event;
typedef hsa_status_t collect_scratch_told(const collect_scratch_event *e);
typedef struct collect_hsa_tools {
  collect_hsa_version version; /* major 1 */
  collect_scratch_told *told[6];
} collect_hsa_tools;

/* Ids of all functions: within each kind, positions in the newest layout of the table. */
enum collect_hsa_id {
#define HSA_CORE(returns, f, ...) COLLECT_ID_##f,
#include "hsa.def"
  COLLECT_HSA_CORE_END,
  COLLECT_HSA_AMD_BEGIN = COLLECT_HSA_CORE_END,
  COLLECT_HSA_BEFORE_AMD = COLLECT_HSA_AMD_BEGIN - 1, /* so that the enumeration continues at AMD_BEGIN */
#define HSA_AMD(returns, f, ...) COLLECT_ID_##f,
#define HSA_AMD_6(returns, f, ...) COLLECT_ID_##f,
#include "hsa.def"
  COLLECT_HSA_AMD_END,
  COLLECT_HSA_BEFORE_FINALIZER = COLLECT_HSA_AMD_END - 1,
#define HSA_FINALIZER(returns, f, ...) COLLECT_ID_##f,
#include "hsa.def"
  COLLECT_HSA_FINALIZER_END,
  COLLECT_HSA_BEFORE_IMAGE = COLLECT_HSA_FINALIZER_END - 1,
#define HSA_IMAGE(returns, f, ...) COLLECT_ID_##f,
#include "hsa.def"
  COLLECT_HSA_FUNCTIONS
};

/* Positions in an amd_ext table of major 1. */
enum {
#define HSA_AMD(returns, f, ...) COLLECT_AMD_1_##f,
#include "hsa.def"
  COLLECT_HSA_AMD_1_END
};

/* Functions for tools only. They are in the table, and no library exports them. */
typedef void (*hsa_amd_queue_intercept_packet_writer)(const void *packets, uint64_t count);
typedef void (*hsa_amd_queue_intercept_handler)(const void *packets, uint64_t count, uint64_t user_index, void *data,
                                                hsa_amd_queue_intercept_packet_writer writer);
typedef void (*hsa_amd_runtime_queue_notifier)(const hsa_queue_t *queue, hsa_agent_t agent, void *data);
hsa_status_t hsa_amd_queue_intercept_register(hsa_queue_t *queue, hsa_amd_queue_intercept_handler callback, void *data);
hsa_status_t hsa_amd_queue_intercept_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                                            void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data), void *data,
                                            uint32_t private_segment_size, uint32_t group_segment_size, hsa_queue_t **queue);
hsa_status_t hsa_amd_runtime_queue_create_register(hsa_amd_runtime_queue_notifier callback, void *data);
/* ROCm 6. Functions that no hook needs are in scripts/hsa_later.h. */
typedef enum { MEMORY_TYPE_NONE = 0, MEMORY_TYPE_PINNED = 1 } hsa_amd_memory_type_t;
typedef struct hsa_amd_vmem_alloc_handle_s { uint64_t handle; } hsa_amd_vmem_alloc_handle_t;
hsa_status_t hsa_amd_vmem_handle_create(hsa_amd_memory_pool_t pool, size_t size, hsa_amd_memory_type_t type, uint64_t flags,
                                        hsa_amd_vmem_alloc_handle_t *memory_handle);
hsa_status_t hsa_amd_vmem_handle_release(hsa_amd_vmem_alloc_handle_t memory_handle);
/* In ROCm's header, engine is an enumeration. */
hsa_status_t hsa_amd_memory_async_copy_on_engine(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent, size_t size,
                                                 uint32_t num_dep_signals, const hsa_signal_t *dep_signals, hsa_signal_t completion_signal,
                                                 uint32_t engine, bool force_copy_on_sdma);

/* The place of function `id` in the tables. NULL: they do not have it, or their layout is not known. */
void **collect_hsa_slot(const collect_hsa_root *root, enum collect_hsa_id id);

#endif
