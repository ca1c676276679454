/* The folder that an export writes its files to: they are there only when all are complete. */
#ifndef ROCPD_FOLDER_H
#define ROCPD_FOLDER_H
#include "output.h"

typedef struct rocpd_output_folder {
  char *path; /* absolute, symbolic links resolved */
  char *temp; /* the folder beside it in which files are written; NULL: there is none (any more) */
  int spare[2]; /* descriptors that are given back to remove `temp`: to read a folder and one within takes them, and the program may have no more */
  bool exists;  /* there is a folder at path before */
  char *whole, *name; /* NULL, or the path of the file that stands for all, and its name without the ending, which all others have */
  const char *marker;
  const rocpd_output_rule *rule;
} rocpd_output_folder;

/* With a marker the folder is one thing, of which each has a file of that name: one that is there before must be empty, or be another such
** thing that may be replaced. Without, files are put beside those that are there: also where the path has `ending` (NULL: none has) and is no folder that
** is there; then it is the file that stands for all. The rule must stay. */
int rocpd_folder_open(rocpd_output_folder *f, const char *path, const char *marker, const char *ending, const rocpd_output_rule *rule, rocpd_error *err);
/* Begin a file in it. Its path is as it will be. */
int rocpd_folder_file(const rocpd_output_folder *f, rocpd_progress *p, const char *name, rocpd_output *o, rocpd_error *err);
/* Give all files their names. They are finished. */
int rocpd_folder_finish(rocpd_output_folder *f, rocpd_error *err);
/* Release everything; without finish() nothing is left on disk. */
void rocpd_folder_close(rocpd_output_folder *f);

#endif
