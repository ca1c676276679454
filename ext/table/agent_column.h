/* Columns of every table that names agents: the GPU's printed name and its device (device.h). They are computed from the columns with an agent's id, are
** hidden, and only SQLite evaluates constraints on them. A table's own column of the same name takes precedence. */
#ifndef ROCPD_AGENT_COLUMN_H
#define ROCPD_AGENT_COLUMN_H
#include "device.h"
#include "table.h"

typedef enum rocpd_table_agent_value { TABLE_AGENT_NAME, TABLE_AGENT_DEVICE, TABLE_AGENT_ADDRESS } rocpd_table_agent_value;

/* Columns of a row that identify its agent. A device's identity is used if rows belong to several agents. Agent numbers alone do not suffice, since several
** files or processes may use the same ones. */
enum { TABLE_AGENT_OF_ID, TABLE_AGENT_OF_GUID, TABLE_AGENT_OF_DEVICE, TABLE_AGENT_OF_SOURCE, TABLE_AGENT_OF_NID, TABLE_AGENT_OF_PID, TABLE_AGENT_READ };

typedef struct rocpd_table_agent_column {
  rocpd_column_def def;
  rocpd_table_agent_value value;
  int read[TABLE_AGENT_READ]; /* columns of the table that the value is computed from; -1: there is none, or it is not needed */
  bool by_node;               /* the column with the agent's id has its absolute index instead */
} rocpd_table_agent_column;

enum { TABLE_AGENT_COLUMNS = 4 }; /* the most that a table can have */
/* Finds the agent columns of a table with these columns; returns their number. */
int rocpd_table_agent_columns(const rocpd_table *t, const rocpd_column_def *def, int defs, rocpd_table_agent_column out[TABLE_AGENT_COLUMNS]);
/* Returns the value of column c in a row, interned; ROCPD_NULL: none. `read`: the row's values of c->read, ROCPD_NULL for a missing column. Connection's
** thread. */
int rocpd_table_agent_text(rocpd_snapshot *s, const rocpd_table_agent_column *c, const int64_t read[TABLE_AGENT_READ], int64_t *out, rocpd_error *err);

#endif
