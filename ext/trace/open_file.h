/* Files of a trace by their paths: opening one as a source, and finding the one that is open. For mount.c; connection's thread. */
#ifndef ROCPD_OPEN_FILE_H
#define ROCPD_OPEN_FILE_H
#include "listing.h"
#include "trace.h"

/* Opens a file that is not open yet and was found by this name, or a database of the connection (name NULL). The caller has the reference to *out, which is
** NULL if no class knows the file; *empty says whether it has no bytes. */
int rocpd_file_open(rocpd_trace *t, const char *path, const char *name, const rocpd_open_options *options, rocpd_source **out, bool *empty,
                    rocpd_error *err);
/* The session's source of a path that still stands for the same file, and was opened with this option; NULL: there is none. No reference is added. */
rocpd_source *rocpd_file_find_open(rocpd_trace *t, const char *path, bool skip_damaged);
/* True if the source's file is still the one of that name. */
bool rocpd_file_is_same(const rocpd_source *s);
/* True if the source is a database of the connection, read by the connection itself. */
static inline bool rocpd_source_is_direct(const rocpd_source *s) { return s->info.schema != NULL; }

/* Cuts a file's path to that of the folder beside it: NAME for NAME.db; false: it has no extension, so the folder would have the file's own name. */
bool rocpd_file_cut_extension(char *path);
/* True if there is such a folder. */
bool rocpd_file_is_beside_folder(const char *file);
/* Fails with what is known of a file of no bytes: there may be traces in the folder beside it. */
int rocpd_file_fail_empty(const char *file, rocpd_error *err);
/* Counts an empty file of a folder whose name says that it is a database of a trace. SQLITE_NOMEM. */
int rocpd_file_note_empty(rocpd_listing *l, const char *file);

/* Names of all kinds of source, for an error message; the caller frees it. NULL: out of memory. */
char *rocpd_source_class_names(void);

#endif
