/* kernel_symbols: one row for each kernel in a loaded code object.
**
**    SELECT display_name, arch_vgpr_count, sgpr_count, group_segment_size
**      FROM kernel_symbols ORDER BY arch_vgpr_count DESC LIMIT 10;
**
** kernel_name is the symbol as it stands in the code object, display_name is what
** kernels.name shows. Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(kernel_symbols) = {.name = "kernel_symbols", .kind = ROCPD_KIND_KERNEL_SYMBOL};
