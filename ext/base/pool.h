/* Objects that one thread uses at a time, such as memory for decoding. A new one is created if none is free; returned ones wait
** here for the next thread. */
#ifndef ROCPD_POOL_H
#define ROCPD_POOL_H
#include "base.h"
#include <pthread.h>

typedef struct rocpd_pooled { /* must be the first member of each object */
  struct rocpd_pooled *next;
} rocpd_pooled;

typedef struct rocpd_pool {
  pthread_mutex_t mutex; /* guards the list */
  rocpd_pooled *first;   /* the free objects, the one returned last first */
} rocpd_pool;

void rocpd_pool_init(rocpd_pool *p);
/* Takes a free object for the calling thread: one for which prefers(one, arg) is true, else any; prefers may be NULL.
** Returns NULL if none is free: the caller then makes a new one. Thread safe. */
void *rocpd_pool_take(rocpd_pool *p, bool (*prefers)(const rocpd_pooled *one, const void *arg), const void *arg);
/* Returns an object, taken or new, to the pool. Thread safe. */
void rocpd_pool_give(rocpd_pool *p, void *one);
/* Calls free_one() for all objects. The pool must not be used afterwards. */
void rocpd_pool_free(rocpd_pool *p, void (*free_one)(void *one));

#endif
