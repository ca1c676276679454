/* A program that uses RCCL, linked to it, or with RCCL=path by dlopen and dlsym: rccl_user CASE. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { char internal[128]; } unique_id;
#ifdef LINKED
int ncclAllReduce(), ncclSend(), ncclAllToAllv(), ncclGroupStart(), ncclGroupEnd(), ncclCommInitRank(void **, int, unique_id, int), ncclCommInitAll(),
  ncclCommSplit(), ncclCommDestroy(),
    ncclCommUserRank(), ncclAllReduceWithBias(), ncclPutSignal();
const char *ncclGetErrorString();
#define FIND(f) (library ? dlsym(library, #f) : (void *)f)
#else
#define FIND(f) dlsym(library, #f)
#endif
int hipSetDevice(int);
static void must(int yes, const char *what) { if (!yes) printf("not ok the program: %s\n", what), fflush(stdout), exit(3); }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "work", *name = getenv("RCCL");
  void *library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL, *comm = NULL, *other = NULL, *all[3] = {NULL};
  int (*all_reduce)(const void *, void *, size_t, int, int, void *, void *) = FIND(ncclAllReduce),
                                                                         (*send)(const void *, size_t, int, int, void *, void *) = FIND(ncclSend);
  int (*all_to_all_v)(const void *, const size_t *, const size_t *, void *, const size_t *, const size_t *, int, void *, void *) = FIND(ncclAllToAllv);
  int (*group_start)(void) = FIND(ncclGroupStart), (*group_end)(void) = FIND(ncclGroupEnd), (*init_rank)(void **, int, unique_id, int) = FIND(ncclCommInitRank);
  int (*init_all)(void **, int, const int *) = FIND(ncclCommInitAll), (*split)(void *, int, int, void **, void *) = FIND(ncclCommSplit),
                                          (*destroy)(void *) = FIND(ncclCommDestroy);
  int (*with_bias)(const void *, void *, size_t, int, int, void *, void *, const void *) = FIND(ncclAllReduceWithBias);
  const char *(*text)(int) = FIND(ncclGetErrorString);
  unique_id id = {{0}};
  char data[64];
  id.internal[127] = 'x';
  if (!strcmp(what, "one")) { /* the simplest case: the table comes in the middle of the call */
    return init_rank(&comm, 4, id, 2);
  }
  must(init_rank(&comm, 4, id, 2) == 0 && comm, "a communicator");
  id.internal[127] = 0;
  must(init_rank(&other, 4, id, 2) == 4 && !other, "an error is returned");
  must(group_start() == 0, "group");
  must(all_reduce(data, data, 1000, 7, 0, comm, NULL) == 0, "all reduce");
  must(send(data, 10, 6, 3, comm, NULL) == 0, "send");
  if (!strcmp(what, "kill")) raise(SIGKILL);
  must(group_end() == 0, "group");
  must(all_to_all_v(data, (size_t[]){1, 2, 3, 4}, NULL, data, NULL, NULL, 8, comm, NULL) == 0, "all to all");
  must(split(comm, 0, 1, &other, NULL) == 0 && other, "split");
  must(all_reduce(data, data, 8, 1, 2, other, NULL) == 0, "all reduce of the split");
  must(with_bias(data, data, 4, 9, 0, other, NULL, data) == 0, "all reduce with bias");
  must(init_all(all, 3, NULL) == 0 && send(data, 1, 99, 0, all[2], NULL) == 0, "of one process");
  must(destroy(comm) == 0 && all_reduce(data, data, 1, 0, 0, comm, NULL) == 0, "destroyed: its rank is nobody's");
  must(!strcmp(text(0), "a text"), "a text");
  hipSetDevice(0);
  return 0;
}
