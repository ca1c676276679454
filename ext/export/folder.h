/* The folder that an export writes its files to: they are there only when all are complete. */
#ifndef ROCPD_FOLDER_H
#define ROCPD_FOLDER_H
#include "output.h"

typedef struct rocpd_output_folder {
  char *path; /* absolute, symbolic links resolved */
  char *temp; /* the folder beside it in which files are written; NULL: there is none (any more) */
  int spare[4]; /* descriptors that are given back to remove `temp`: to read a folder and those within takes them, and the program may have no more */
  int lock;     /* that of `temp`, or -1 */
  bool parts;   /* what is put beside other files are parts, of this kind: */
  const char *part_marker, *part_ending;
  bool staged;  /* another one has it */
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
/* Parts, which are files or, of formats that are folders, folders with a marker or files with an ending: each is put together in a folder within the temporary one that the
** caller makes, and taken from there. Names of files that there will be begin with that of the path, which itself is none of them. */
int rocpd_folder_open_parts(rocpd_output_folder *f, const char *path, bool folders, const char *marker, const char *ending, const rocpd_output_rule *rule, rocpd_error *err);
/* The part `name` of the folder `path`, made in `within`, as others of the format are (NULL: it is files of any names). It only says where its files are, and closes. */
int rocpd_folder_stage(rocpd_output_folder *f, const char *within, const char *path, const char *name, const char *marker, const char *ending, rocpd_error *err);
/* What is in `within` is a part; the folder goes. */
int rocpd_folder_take(const rocpd_output_folder *f, const char *within, rocpd_error *err);
/* Give all files their names. They are finished. */
int rocpd_folder_finish(rocpd_output_folder *f, rocpd_error *err);
/* Release everything; without finish() nothing is left on disk. */
void rocpd_folder_close(rocpd_output_folder *f);

#endif
