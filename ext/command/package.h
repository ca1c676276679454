/* rocpd package: files of a trace that come into one folder, all of them or none. package.c is the command, package_files.c puts them there. */
#ifndef ROCPD_PACKAGE_H
#define ROCPD_PACKAGE_H
#include "run.h"

/* A file that is in the folder, too. */
typedef struct rocpd_put {
  char *from, *to;
} rocpd_put;

typedef struct rocpd_packing {
  bool copy;    /* files stay where they are, too */
  char *folder; /* absolute, without symbolic links once it is made */
  char **made;  /* folders that were made for it, the inner ones last */
  size_t mades, made_capacity;
  rocpd_put *put;
  size_t puts, put_capacity;
} rocpd_packing;

/* Makes the folder, and those that it is in. Functions return exit codes; what is wrong was said. */
int rocpd_package_make_folder(rocpd_packing *p);
/* Puts a file, with what a program that was killed left beside it, into the folder under a name that is free there: *name is its path then. What is in the folder
** stays where it is. Linked, or copied where that is not possible. */
int rocpd_package_put(rocpd_packing *p, const char *file, char **name);
/* Files that are put leave their places, unless they are copied. */
int rocpd_package_leave_places(rocpd_packing *p);
/* All are where they were, and nothing was made. */
void rocpd_package_undo(rocpd_packing *p);
void rocpd_package_free(rocpd_packing *p);

#endif
