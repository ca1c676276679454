/* Where the frames of a source are: in which module, and where in it. */
#ifndef ROCPD_FRAME_CODE_H
#define ROCPD_FRAME_CODE_H
#include "frame_tree.h"

#define ROCPD_NO_MODULE UINT32_MAX

/* An executable or library as it was loaded; ROCPD_NULL: unknown. */
typedef struct rocpd_code_module {
  int64_t id;
  int64_t path, build_id; /* interned */
  int64_t base, size;
} rocpd_code_module;

typedef struct rocpd_frame_code {
  uint32_t module; /* place; ROCPD_NO_MODULE: none */
  bool is_return;  /* `offset` is where the function that was called returns to */
  int64_t offset;  /* from the module's base, or an address; ROCPD_NULL: unknown */
  int64_t file, line; /* of the source; file: interned */
} rocpd_frame_code;

typedef struct rocpd_frame_codes { /* zeroed: empty */
  rocpd_frame_code *code;    /* [frames of the tree] */
  rocpd_code_module *module; /* in the order of the table modules */
  uint32_t modules;
} rocpd_frame_codes;

/* Connection's thread. */
int rocpd_frame_codes_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_frame_tree *tree, rocpd_frame_codes *out, rocpd_error *err);
void rocpd_frame_codes_free(rocpd_frame_codes *c);
/* The address of the frame's code as it was in memory: of the call, which is before the address to which it returns. 0: unknown. */
uint64_t rocpd_frame_address(const rocpd_frame_codes *c, uint32_t frame);

#endif
