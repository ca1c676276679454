/* Declarations that HSA's extensions added after 5.2, and the types that they need: see hip_later.h.
** They are from hsa_ext_amd.h, hsa_ext_image.h and hsa_api_trace.h of ROCm/ROCR-Runtime, tag rocm-6.2.2, and of
** ROCm/rocm-systems at 1b1610fc2 (root 3, amd_ext step 7), in the order of the table amd_ext.
** Declarations that hooks need are in collector/hsa/hsa_table.h. */
#ifndef HSA_LATER_H
#define HSA_LATER_H
#include <stdbool.h>

typedef struct hsa_amd_memory_access_desc_s hsa_amd_memory_access_desc_t;
typedef struct hsa_ext_sampler_descriptor_v2_s hsa_ext_sampler_descriptor_v2_t;
typedef enum { HSA_AMD_QUEUE_INFO_AGENT = 0, HSA_AMD_QUEUE_INFO_DOORBELL_ID = 1 } hsa_queue_info_attribute_t;

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 6.0 ---- */

hsa_status_t hsa_amd_memory_copy_engine_status(hsa_agent_t dst_agent, hsa_agent_t src_agent, uint32_t* engine_ids_mask);
hsa_status_t hsa_amd_spm_acquire(hsa_agent_t preferred_agent);
hsa_status_t hsa_amd_spm_release(hsa_agent_t preferred_agent);
hsa_status_t hsa_amd_spm_set_dest_buffer(hsa_agent_t preferred_agent, size_t size_in_bytes, uint32_t* timeout, uint32_t* size_copied, void* dest,
    bool* is_data_loss);
hsa_status_t hsa_amd_portable_export_dmabuf(const void* ptr, size_t size, int* dmabuf, uint64_t* offset);
hsa_status_t hsa_amd_portable_close_dmabuf(int dmabuf);
hsa_status_t hsa_amd_vmem_address_reserve(void** va, size_t size, uint64_t address, uint64_t flags);
hsa_status_t hsa_amd_vmem_address_free(void* va, size_t size);
hsa_status_t hsa_amd_vmem_map(void* va, size_t size, size_t in_offset, hsa_amd_vmem_alloc_handle_t memory_handle, uint64_t flags);
hsa_status_t hsa_amd_vmem_unmap(void* va, size_t size);
hsa_status_t hsa_amd_vmem_set_access(void* va, size_t size, const hsa_amd_memory_access_desc_t* desc, size_t desc_cnt);
hsa_status_t hsa_amd_vmem_get_access(void* va, hsa_access_permission_t* perms, hsa_agent_t agent_handle);
hsa_status_t hsa_amd_vmem_export_shareable_handle(int* dmabuf_fd, hsa_amd_vmem_alloc_handle_t handle, uint64_t flags);
hsa_status_t hsa_amd_vmem_import_shareable_handle(int dmabuf_fd, hsa_amd_vmem_alloc_handle_t* handle);
hsa_status_t hsa_amd_vmem_retain_alloc_handle(hsa_amd_vmem_alloc_handle_t* memory_handle, void* addr);
hsa_status_t hsa_amd_vmem_get_alloc_properties_from_handle(hsa_amd_vmem_alloc_handle_t memory_handle, hsa_amd_memory_pool_t* pool,
    hsa_amd_memory_type_t* type);

/* ---- 6.1 ---- */

hsa_status_t hsa_amd_agent_set_async_scratch_limit(hsa_agent_t agent, size_t threshold);

/* ---- 6.2 ---- */

hsa_status_t hsa_amd_queue_get_info(hsa_queue_t* queue, hsa_queue_info_attribute_t attribute, void* value);
hsa_status_t hsa_amd_vmem_address_reserve_align(void** va, size_t size, uint64_t address, uint64_t alignment, uint64_t flags);

/* ---- 7.0 ---- */

hsa_status_t hsa_amd_enable_logging(uint8_t* flags, void* file);
uint32_t hsa_amd_signal_wait_all(uint32_t signal_count, hsa_signal_t* signals, hsa_signal_condition_t* conds, hsa_signal_value_t* values, uint64_t
    timeout_hint, hsa_wait_state_t wait_hint, hsa_signal_value_t* satisfying_values);
hsa_status_t hsa_amd_memory_get_preferred_copy_engine(hsa_agent_t dst_agent, hsa_agent_t src_agent, uint32_t* recommended_ids_mask);
hsa_status_t hsa_amd_portable_export_dmabuf_v2(const void* ptr, size_t size, int* dmabuf, uint64_t* offset, uint64_t flags);

/* ---- the image extension's, 6.2 ---- */

hsa_status_t hsa_ext_sampler_create_v2(hsa_agent_t agent, const hsa_ext_sampler_descriptor_v2_t* sampler_descriptor, hsa_ext_sampler_t* sampler);

#ifdef __cplusplus
}
#endif
#endif
