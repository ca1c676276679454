/* Communicators of RCCL: which rank of how many they are. */
#ifndef COLLECT_RCCL_COMM_H
#define COLLECT_RCCL_COMM_H
#include "collect.h"

extern const char *const collect_rccl_sonames[]; /* RCCL's libraries */
/* -1 where it is not known; of how many: 0. */
int collect_rccl_rank(void *comm);
int collect_rccl_ranks(void *comm);
/* A function that makes one has returned `result`, and its handle is at `comm`. */
void collect_rccl_made(int result, void *comm, int rank, int ranks);
/* The same where the caller does not say the rank: RCCL knows. */
void collect_rccl_asked(int result, void *comm);
void collect_rccl_gone(void *comm);

#endif
