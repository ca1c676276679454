/* The files that a path names: one file, a folder with all that is below it, or a glob. */
#ifndef ROCPD_LISTING_H
#define ROCPD_LISTING_H
#include "base.h"

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

#endif
