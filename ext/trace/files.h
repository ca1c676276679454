/* The files that a path names: one file, a folder with all that is below it, or a glob; and one of them as a source: opening it, and finding the one that is
** open. Connection's thread. */
#ifndef ROCPD_FILES_H
#define ROCPD_FILES_H
#include "trace.h"

/* ---- the files of a path */

typedef struct rocpd_folder {
  char *path;
  int64_t mtime_ns;
} rocpd_folder;

/* Files by name, and the folders whose change would change the list. */
typedef struct rocpd_listing {
  char **file;
  size_t files;
  rocpd_folder *folder;
  size_t folders;
  int64_t listed_ns; /* REALTIME: folders changed about then may change unseen */
  bool single;       /* the path names one file */
  bool again;        /* a glob, a file was still empty, or unreadable: always looked at again */
  bool pattern;      /* the path is a glob */
  bool expected;     /* the path names a file that is empty: it may be about to be written */
  bool skip;         /* {"damaged":"skip"}: what is unreadable is counted, not an error */
  int64_t unreadable;
  int64_t empty;     /* of these: files of no bytes */
  char *why;         /* the first of them */
} rocpd_listing;

/* path is absolute: a file, a folder (searched recursively) or a glob pattern; its first `literal` bytes are not a pattern.
** If nothing is there, the listing is empty. With `suffix`, only such files of folders are taken. */
int rocpd_listing_read(rocpd_listing *l, const char *path, size_t literal, const char *suffix, bool skip, rocpd_error *err);
/* Skip a file or folder that cannot be opened, if that is what `skip` says; else the error. */
int rocpd_listing_skip(rocpd_listing *l, int rc, rocpd_error *why, rocpd_error *err);
/* Call it if a listing gave no source: an error that says why, unless an empty listing is allowed. */
int rocpd_listing_expect(const rocpd_listing *l, const char *path, rocpd_error *err);
bool rocpd_has_suffix(const char *name, const char *suffix);
/* True when reading again may give another result. */
bool rocpd_listing_stale(const rocpd_listing *l);
void rocpd_listing_free(rocpd_listing *l);
/* An absolute form of path, without looking at what is there; *literal: how much of it is the working directory. NULL: no memory. */
char *rocpd_absolute(const char *path, size_t *literal);

/* ---- one file as a source, for mount.c */

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
