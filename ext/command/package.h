/* rocpd package: puts the files of a trace into one folder, all of them or none. package.c is the command, package_files.c moves the files. */
#ifndef ROCPD_PACKAGE_H
#define ROCPD_PACKAGE_H
#include "run.h"

/* A file that has been put into the folder. */
typedef struct rocpd_put {
  char *from, *to;
} rocpd_put;

typedef struct rocpd_packing {
  bool copy;    /* copy files; else they are moved */
  char *folder; /* absolute path; without symbolic links once the folder exists */
  char **made;  /* folders that were created for it, inner ones last */
  size_t mades, made_capacity;
  rocpd_put *put;
  size_t puts, put_capacity;
} rocpd_packing;

/* Creates the folder and its parents. Functions return exit codes, and have said what is wrong. */
int rocpd_package_make_folder(rocpd_packing *p);
/* Puts a file, and the live file of a killed process beside it, into the folder under a free name; *name is its new path. A file that is in the folder
** already stays there. Files are linked, or copied if that is not possible. */
int rocpd_package_put(rocpd_packing *p, const char *file, char **name);
/* Removes the original files, unless `copy` is set. */
int rocpd_package_leave_places(rocpd_packing *p);
/* Undoes everything: removes what was put into the folder, and folders that were created. */
void rocpd_package_undo(rocpd_packing *p);
void rocpd_package_free(rocpd_packing *p);

#endif
