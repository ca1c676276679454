/* Objects that one thread uses at a time, such as memory for decoding. A new one is created if none is free; returned ones wait
** here for the next thread. */
#ifndef ROCPD_POOL_H
#define ROCPD_POOL_H
#include "base.h"
#include <pthread.h>

typedef struct rocpd_pooled { /* first member of each of them */
  struct rocpd_pooled *next;
} rocpd_pooled;

typedef struct rocpd_pool {
  pthread_mutex_t mutex; /* guards the list */
  rocpd_pooled *first;   /* that nobody has, the last one given back first */
} rocpd_pool;

void rocpd_pool_init(rocpd_pool *p);
/* One for the calling thread alone, preferably one for which prefers(one, arg) holds (NULL: no matter
** which); NULL: there is none, make one. Thread safe, as is giving it, or a new one, back. */
void *rocpd_pool_take(rocpd_pool *p, bool (*prefers)(const rocpd_pooled *one, const void *arg), const void *arg);
void rocpd_pool_give(rocpd_pool *p, void *one);
/* Frees all of them; the pool is not used any more. */
void rocpd_pool_free(rocpd_pool *p, void (*free_one)(void *one));

#endif
