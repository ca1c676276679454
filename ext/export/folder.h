/* The folder to which an export writes its files. They appear in it only when all are complete. */
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
  bool staged;  /* another folder owns `temp` */
  bool exists;  /* there was a folder at path before */
  char *whole, *name; /* NULL, or the path of the file that stands for all, and its name without the ending, which all others have */
  const char *marker;
  const rocpd_output_rule *rule;
} rocpd_output_folder;

/* With a marker the folder is one thing, of which each has a file of that name: one that is there before must be empty, or be another such
** thing that may be replaced. Without, files are put beside those that are there: also where the path has `ending` (NULL: none has) and is no folder that
** is there; then it is the file that stands for all. The rule must stay. */
int rocpd_folder_open(rocpd_output_folder *f, const char *path, const char *marker, const char *ending, const rocpd_output_rule *rule, rocpd_error *err);
/* Begins a file in the folder. The output has its final path. */
int rocpd_folder_file(const rocpd_output_folder *f, rocpd_progress *p, const char *name, rocpd_output *o, rocpd_error *err);
/* Opens a folder of parts. Parts are files, or for formats that write folders (`folders`), folders with a marker or files with an ending. The
** caller puts each part together in a folder of its own within the temporary one, from which rocpd_folder_take() takes it. Names of files begin
** with the last name of the path; no file has exactly that name. */
int rocpd_folder_open_parts(rocpd_output_folder *f, const char *path, bool folders, const char *marker, const char *ending, const rocpd_output_rule *rule,
                            rocpd_error *err);
/* Opens the part `name` of the folder `path`, whose files are written in `within`, for a format with this marker or ending (NULL: files of any
** name). It only says where its files are; closing it removes nothing. */
int rocpd_folder_stage(rocpd_output_folder *f, const char *within, const char *path, const char *name, const char *marker, const char *ending,
                       rocpd_error *err);
/* Takes what is in `within` as a part, and removes `within`. */
int rocpd_folder_take(const rocpd_output_folder *f, const char *within, rocpd_error *err);
/* Gives all files, which are complete, their final names. */
int rocpd_folder_finish(rocpd_output_folder *f, rocpd_error *err);
/* Releases everything. Without finish() before, nothing is left on disk. */
void rocpd_folder_close(rocpd_output_folder *f);

#endif
