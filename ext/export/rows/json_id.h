/* Ids in JSON texts. Rows name others in columns; a few do so in JSON, and readers follow it:
** upstream's views kernel_symbols and stream_args take kernel_id and stream_id from there. Where
** ids move (renumber.h) these have to move along:
**
**   rocpd_arg.extdata                 stream_id       rocpd_info_stream
**   rocpd_info_kernel_symbol.extdata  kernel_id       itself
**                                     code_object_id  rocpd_info_code_object
**   rocpd_info_code_object.extdata    code_object_id  itself
**
** All other numbers there are no ids of rows, and stay: those of the hardware (node_id,
** gpu_id, location_id, ... of agents, also where a counter repeats its agent), the
** runtime's handles (an agent's id.handle and a code object's agent_id.handle name each
** other), addresses, and what the kernel driver recorded (event.extdata). */
#ifndef ROCPD_JSON_ID_H
#define ROCPD_JSON_ID_H
#include "renumber.h"

typedef struct rocpd_json_ids { /* of one column, of one source */
  rocpd_renumber *ids;
  int kind, column;
  bool alone;    /* no other source: a row that does not exist stays what it is; else NULL */
  rocpd_map text; /* what has become of texts */
  uint64_t dangling; /* texts with an id that has no row and is NULL now */
} rocpd_json_ids;

bool rocpd_json_has_ids(int kind, int column);
/* The text with the new ids; itself where none has changed. Texts are interned. */
int rocpd_json_move_ids(rocpd_json_ids *j, int64_t text, int64_t *out);

#endif
