/* Columns of every table that names agents: the GPU's printed name and its device (device.h). They are computed from the columns with an agent's id, are
** hidden, and only SQLite evaluates constraints on them. A table's own column of the same name takes precedence. */
#ifndef ROCPD_AGENT_COLUMN_H
#define ROCPD_AGENT_COLUMN_H
#include "device.h"
#include "table.h"

typedef enum table_agent_value { TABLE_AGENT_NAME, TABLE_AGENT_DEVICE, TABLE_AGENT_ADDRESS } table_agent_value;

typedef struct table_agent_column {
  rocpd_column_def def;
  table_agent_value value;
  int agent, guid; /* columns of the table: the agent's id, and what goes with it */
  bool by_node;    /* it is the absolute index instead */
  int device;      /* that of the identity, which says it where rows are of several agents; -1 none */
} table_agent_column;

enum { TABLE_AGENT_COLUMNS = 4 }; /* at most */
/* Those of a table with these columns; returns how many. */
int table_agent_columns(const rocpd_table *t, const rocpd_column_def *def, int defs, table_agent_column out[TABLE_AGENT_COLUMNS]);
/* What a row has, interned; ROCPD_NULL none. `agent`, `guid` and `device` are its values of these columns. Connection's thread. */
int table_agent_text(rocpd_snapshot *s, const table_agent_column *c, int64_t agent, int64_t guid, int64_t device, int64_t *out, rocpd_error *err);

#endif
