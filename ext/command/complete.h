/* rocpd --complete: words for the completion of shells. */
#ifndef ROCPD_COMPLETE_H
#define ROCPD_COMPLETE_H
#include "command.h"

/* argv: WHAT [NAME]. Prints words, one a line; the exit code. */
int rocpd_complete(int argc, char **argv);
/* What there is help about. */
int rocpd_help_print_names(void);

#endif
