/* Help texts of the command. */
#ifndef ROCPD_USAGE_H
#define ROCPD_USAGE_H
#include "command.h"
#include <stdio.h>

/* Prints the text of `rocpd --help`. */
int rocpd_usage(FILE *out);
/* Prints the text of `rocpd NAME --help` for a command or report: what it does, options, examples. */
int rocpd_help_of(const char *name);

/* The i-th command that is a separate program of this installation (record, ctl, ...); NULL: there are fewer. */
const char *rocpd_beside_at(size_t i);
/* True if a program rocpd-NAME is beside this one. *path: its path, whether it exists or not; the caller frees it by sqlite3_free(). */
bool rocpd_beside(const char *name, char **path);

#endif
