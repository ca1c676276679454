/* Communicators of RCCL: their rank and number of ranks. */
#ifndef COLLECT_RCCL_COMM_H
#define COLLECT_RCCL_COMM_H
#include "collect.h"

extern const char *const collect_rccl_sonames[]; /* RCCL's libraries */
/* rank: -1 if not known; ranks: 0 if not known */
int collect_rccl_rank(void *comm);
int collect_rccl_ranks(void *comm);
/* Notes a new communicator. A function that makes one has returned `result`; `comm` points to the handle. */
void collect_rccl_made(int result, void *comm, int rank, int ranks);
/* The same if the caller's arguments do not tell the rank: asks RCCL. */
void collect_rccl_asked(int result, void *comm);
void collect_rccl_gone(void *comm);

#endif
