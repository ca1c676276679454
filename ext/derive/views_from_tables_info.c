/* Views that describe: processes, threads, code objects, kernel symbols, counters. */
#include "view.h"

#define MACHINE(of, nid) \
  [ROCPD_##of##_nid] = SAME(nid), [ROCPD_##of##_machine_id] = LINK(nid, NODE, ROCPD_RAW_NODE_machine_id), \
  [ROCPD_##of##_system_name] = LINK(nid, NODE, ROCPD_RAW_NODE_system_name), \
  [ROCPD_##of##_hostname] = LINK(nid, NODE, ROCPD_RAW_NODE_hostname), \
  [ROCPD_##of##_system_release] = LINK(nid, NODE, ROCPD_RAW_NODE_release), \
  [ROCPD_##of##_system_version] = LINK(nid, NODE, ROCPD_RAW_NODE_version)

#define P(column) [ROCPD_PROCESS_##column] = SAME(ROCPD_RAW_PROCESS_##column)
static const rocpd_view_column processes[ROCPD_PROCESS_COLUMNS] = {
    MACHINE(PROCESS, ROCPD_RAW_PROCESS_nid), P(guid), P(ppid), P(pid), P(init), P(start), P(end), P(fini), P(command), P(environment)};
ROCPD_VIEW(processes, PROCESS, RAW_PROCESS, .column = processes);

#define T(column) [ROCPD_THREAD_##column] = SAME(ROCPD_RAW_THREAD_##column)
#define THREAD_PROCESS(column) [ROCPD_THREAD_##column] = LINK(ROCPD_RAW_THREAD_pid, PROCESS, ROCPD_RAW_PROCESS_##column)
static const rocpd_view_column threads[ROCPD_THREAD_COLUMNS] = {
    MACHINE(THREAD, ROCPD_RAW_THREAD_nid), THREAD_PROCESS(ppid), THREAD_PROCESS(pid), T(guid), T(tid), T(start), T(end), T(name)};
ROCPD_VIEW(threads, THREAD, RAW_THREAD, .column = threads);

#define C(column) [ROCPD_CODE_OBJECT_##column]
#define O(column) ROCPD_RAW_CODE_OBJECT_##column
static const rocpd_view_column code_objects[ROCPD_CODE_OBJECT_COLUMNS] = {
    C(id) = SAME(O(id)), C(guid) = SAME(O(guid)), C(nid) = SAME(O(nid)), C(pid) = LINK(O(pid), PROCESS, ROCPD_RAW_PROCESS_pid),
    C(agent_abs_index) = LINK(O(agent_id), AGENT, ROCPD_AGENT_absolute_index), C(uri) = SAME(O(uri)), C(load_base) = SAME(O(load_base)),
    C(load_size) = SAME(O(load_size)), C(load_delta) = SAME(O(load_delta)), C(storage_type_str) = SAME(O(storage_type)),
    C(code_object_size) = JSON(O(extdata), "$.size"), C(storage_type) = JSON(O(extdata), "$.storage_type"),
    C(memory_base) = JSON(O(extdata), "$.memory_base"), C(memory_size) = JSON(O(extdata), "$.memory_size")};
ROCPD_VIEW(code_objects, CODE_OBJECT, RAW_CODE_OBJECT, .column = code_objects);

#define K(column) [ROCPD_KERNEL_SYMBOL_##column] = SAME(ROCPD_RAW_KERNEL_SYMBOL_##column)
#define KJ(column, path) [ROCPD_KERNEL_SYMBOL_##column] = JSON(ROCPD_RAW_KERNEL_SYMBOL_extdata, path)
static const rocpd_view_column kernel_symbols[ROCPD_KERNEL_SYMBOL_COLUMNS] = {
    K(id), K(guid), K(nid), [ROCPD_KERNEL_SYMBOL_pid] = LINK(ROCPD_RAW_KERNEL_SYMBOL_pid, PROCESS, ROCPD_RAW_PROCESS_pid),
    K(code_object_id), K(kernel_name), K(display_name), K(kernel_object), K(kernarg_segment_size), K(kernarg_segment_alignment),
    K(group_segment_size), K(private_segment_size), K(sgpr_count), K(arch_vgpr_count), K(accum_vgpr_count),
    KJ(kernel_symbol_size, "$.size"), KJ(kernel_id, "$.kernel_id"), KJ(kernel_code_entry_byte_offset, "$.kernel_code_entry_byte_offset"),
    KJ(formatted_kernel_name, "$.formatted_kernel_name"), KJ(demangled_kernel_name, "$.demangled_kernel_name"),
    KJ(truncated_kernel_name, "$.truncated_kernel_name"), KJ(kernel_address, "$.kernel_address.handle")};
ROCPD_VIEW(kernel_symbols, KERNEL_SYMBOL, RAW_KERNEL_SYMBOL, .column = kernel_symbols);
