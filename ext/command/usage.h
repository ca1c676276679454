/* What the command says of itself. */
#ifndef ROCPD_USAGE_H
#define ROCPD_USAGE_H
#include "command.h"
#include <stdio.h>

/* What `rocpd --help` prints. */
int rocpd_usage(FILE *out);
/* What `rocpd NAME --help` prints of a command or report: what it does, its options, examples. */
int rocpd_help_of(const char *name);

/* The i-th program of this installation that is no part of this one (record, ctl, ...); NULL: there are fewer. */
const char *rocpd_beside_at(size_t i);
/* Is a program rocpd-NAME beside this one? *path (sqlite3_malloc'd): its name, whether it is there or not. */
bool rocpd_beside(const char *name, char **path);

#endif
