/* rocpd shell, and what rocpd query becomes without SQL. */
#ifndef ROCPD_SHELL_H
#define ROCPD_SHELL_H
#include "command.h"

/* Becomes the sqlite3 shell; returns the exit code where that fails. */
int rocpd_shell(int argc, char **argv);

#endif
