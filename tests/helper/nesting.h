/* How the calls of a trace nest, computed call by call as ext/help/tables/ranges.md says, for tests of call trees. */
#ifndef NESTING_H
#define NESTING_H
#include <sqlite3.h>

/* Makes the tables temp.nesting (guid, id of a region, frame_id, own_ns) and temp.frames (guid, pid, id, parent_frame_id, function), of the connection's
** trace. Threads share frames; their ids begin at 1, parents first. Returns 0 on success. */
int nesting_make(sqlite3 *db);

#endif
