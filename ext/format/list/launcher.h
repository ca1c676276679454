/* The environment variables by which launchers of parallel programs tell a process its rank. The collector, the extension and the
** commands read this one list. */
#ifndef ROCZ_LAUNCHER_H
#define ROCZ_LAUNCHER_H

/* Their names, in order of precedence, ended by NULL. The last ones hold a rank on its machine only. */
extern const char *const rocz_rank_variables[];

/* The rank of this process, as decimal digits: the value of the first variable that is set to a number. It is part of the environment.
** NULL: there is none. */
const char *rocz_launcher_rank(void);

#endif
