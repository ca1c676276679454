/* See comm.h. A table without a lock, since communicators are few and made rarely. */
#include "comm.h"

const char *const collect_rccl_sonames[] = {"librccl.so.1", "librccl.so", NULL};

#define COMMS 1024 /* at one time; ranks of further ones are not known */

typedef struct comm_rank {
  void *_Atomic comm; /* NULL: free; stored with release once the rest is set */
  _Atomic int rank, ranks;
} comm_rank;
static comm_rank comms[COMMS];
static _Atomic int used; /* places used so far */
#define TAKEN ((void *)1)

static comm_rank *find(void *comm) {
  int n = atomic_load_explicit(&used, memory_order_relaxed);
  for (comm_rank *c = comms; comm && c < comms + n; c++)
    if (atomic_load_explicit(&c->comm, memory_order_acquire) == comm)
      return c;
  return NULL;
}

int collect_rccl_rank(void *comm) {
  comm_rank *c = find(comm);
  return c ? atomic_load_explicit(&c->rank, memory_order_relaxed) : -1;
}

int collect_rccl_ranks(void *comm) {
  comm_rank *c = find(comm);
  return c ? atomic_load_explicit(&c->ranks, memory_order_relaxed) : 0;
}

static comm_rank *take(void) {
  for (comm_rank *c = comms; c < comms + COMMS; c++) {
    void *nobody = NULL;
    if (!atomic_compare_exchange_strong(&c->comm, &nobody, TAKEN))
      continue;
    int n = (int)(c - comms) + 1, before = atomic_load(&used);
    while (before < n && !atomic_compare_exchange_weak(&used, &before, n)) {}
    return c;
  }
  return NULL;
}

void collect_rccl_made(int result, void *at, int rank, int ranks) {
  enum { SUCCESS = 0, IN_PROGRESS = 7 };
  void *comm = at && (result == SUCCESS || result == IN_PROGRESS) ? *(void **)at : NULL;
  comm_rank *c = find(comm);
  if (!comm || (!c && !(c = take())))
    return;
  atomic_store(&c->rank, rank);
  atomic_store(&c->ranks, ranks);
  atomic_store_explicit(&c->comm, comm, memory_order_release);
}

/* Not while the communicator is still being made: RCCL would wait for that. */
void collect_rccl_asked(int result, void *at) {
  void *comm = at && !result ? *(void **)at : NULL;
  int (*user_rank)(void *, int *) = COLLECT_NEXT(int(void *, int *), "ncclCommUserRank", collect_rccl_sonames);
  int (*user_count)(void *, int *) = COLLECT_NEXT(int(void *, int *), "ncclCommCount", collect_rccl_sonames);
  int rank, ranks;
  if (!comm || !user_rank || !user_count)
    return;
  COLLECT_BRIEF_BEGIN(brief);
  bool known = !user_rank(comm, &rank) && !user_count(comm, &ranks);
  collect_brief_end(&brief);
  if (known)
    collect_rccl_made(0, &comm, rank, ranks);
}

void collect_rccl_gone(void *comm) {
  comm_rank *c = find(comm);
  if (c)
    atomic_store(&c->comm, NULL);
}
