/* The rank of a process among those of a parallel program: from the text of a launcher's variable (launcher.h), or from the
** name of its file. */
#ifndef ROCPD_RANK_H
#define ROCPD_RANK_H
#include "base.h"

/* Returns the rank in a variable's text, -1 if it is not a rank. */
int64_t rocpd_rank_of_text(const char *text);
/* Returns the rank in a file's path, -1 if the pattern does not match. The pattern must match the end
** of the path, from the beginning of a file's or folder's name. %d is the rank, * any characters
** except a slash, ? one such character. An example is rank%d/run.db */
int64_t rocpd_rank_of_path(const char *pattern, const char *path);
/* Returns why a text is not a valid pattern (static text); NULL if it is valid. */
const char *rocpd_rank_pattern_error(const char *pattern);

#endif
