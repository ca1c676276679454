/* See pool.h. */
#include "pool.h"

void rocpd_pool_init(rocpd_pool *p) {
  pthread_mutex_init(&p->mutex, NULL);
  p->first = NULL;
}

void *rocpd_pool_take(rocpd_pool *p, bool (*prefers)(const rocpd_pooled *one, const void *arg), const void *arg) {
  pthread_mutex_lock(&p->mutex);
  rocpd_pooled **best = &p->first;
  for (rocpd_pooled **at = &p->first; prefers && *at; at = &(*at)->next)
    if (prefers(*at, arg)) {
      best = at;
      break;
    }
  rocpd_pooled *one = *best;
  if (one) *best = one->next;
  pthread_mutex_unlock(&p->mutex);
  return one;
}

void rocpd_pool_give(rocpd_pool *p, void *one) {
  rocpd_pooled *given = one;
  pthread_mutex_lock(&p->mutex);
  given->next = p->first;
  p->first = given;
  pthread_mutex_unlock(&p->mutex);
}

void rocpd_pool_free(rocpd_pool *p, void (*free_one)(void *one)) {
  for (rocpd_pooled *one; (one = p->first); free_one(one)) p->first = one->next;
  pthread_mutex_destroy(&p->mutex);
}
