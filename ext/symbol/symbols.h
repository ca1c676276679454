/* Names of functions by their place in a module: an index for each module, made when it is first needed and kept for the next query as far as the limit
** allows (keep.h). Where names come from: ext/help/topics/symbols.md. */
#ifndef ROCPD_SYMBOLS_H
#define ROCPD_SYMBOLS_H
#include "session.h"

/* The index of a module. Valid in the running statement. */
typedef struct rocpd_symbols rocpd_symbols;

/* The symbols of a module. path and build_id: interned, ROCPD_NULL where unknown. Thread safe. */
int rocpd_symbols_of_module(rocpd_session *session, int64_t path, int64_t build_id, rocpd_symbols **out);
/* Those of a process's code that is in no module. since_ns: when the process began (UTC). A file is read once in a statement. Thread safe. */
int rocpd_symbols_of_process(rocpd_session *session, int64_t pid, int64_t since_ns, rocpd_symbols **out);
/* *text: the name, interned, of the function at an offset from where the module was loaded (of a process: at an address). Thread safe. */
int rocpd_symbols_name(rocpd_symbols *s, int64_t offset, bool is_return, int64_t *text);
/* Why there are no symbols; NULL: there are some. */
const char *rocpd_symbols_missing(const rocpd_symbols *s);

/* The search path. The session's own one counts from the next statement on. */
const char *rocpd_symbols_path(rocpd_session *session);
int rocpd_symbols_set_path(rocpd_session *session, const char *folders);

#endif
