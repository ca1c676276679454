/* rocpd shell, which rocpd query also runs if no SQL is given. */
#ifndef ROCPD_SHELL_H
#define ROCPD_SHELL_H
#include "command.h"

/* Replaces this program by the sqlite3 shell; returns only if that fails, with the exit code. */
int rocpd_shell(int argc, char **argv);

#endif
