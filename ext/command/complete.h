/* rocpd --complete: words for the completion of shells. */
#ifndef ROCPD_COMPLETE_H
#define ROCPD_COMPLETE_H
#include "command.h"

/* argv: WHAT [NAME], as the completion scripts pass it. Prints words, one a line. Returns the exit code. */
int rocpd_complete(int argc, char **argv);
/* Prints all names that `rocpd help` knows, one a line. */
int rocpd_help_print_names(void);

#endif
