/* The rank of a process among those of a parallel program: from the environment variables
** of its launcher, or from the name of its file. */
#ifndef ROCPD_RANK_H
#define ROCPD_RANK_H
#include "base.h"

/* Variables that hold a rank, the innermost launcher first, those of a rank on its machine last, ended by NULL. */
extern const char *const rocpd_rank_variables[];

/* The rank that a variable's text is, -1 when it is none. */
int64_t rocpd_rank_of_text(const char *text);
/* The rank in a file's path, -1 when the pattern does not match it. A pattern is matched
** with the end of the path, from the beginning of a name on: %d is the rank, * stands for
** any characters and ? for one, but not for a slash. For instance rank%d/run.db */
int64_t rocpd_rank_of_path(const char *pattern, const char *path);
/* Why a text is no pattern; NULL: it is one. */
const char *rocpd_rank_pattern_error(const char *pattern);

#endif
