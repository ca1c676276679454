/* See scratch.h. */
#include "scratch.h"
#include <pthread.h>

typedef struct scratch_pool {
  pthread_mutex_t mutex; /* guards the list */
  rocpd_scratch *first;  /* not in use now */
} scratch_pool;

static void pool_init(void *data) { pthread_mutex_init(&((scratch_pool *)data)->mutex, NULL); }

static void pool_free(void *data) {
  scratch_pool *p = data;
  for (rocpd_scratch *s; (s = p->first); sqlite3_free(s)) p->first = s->next;
  pthread_mutex_destroy(&p->mutex);
}

static const rocpd_slot_class pool_class = {.size = sizeof(scratch_pool), .init = pool_init, .free = pool_free};

rocpd_scratch *rocpd_scratch_take(rocpd_session *session) {
  scratch_pool *p = rocpd_session_slot(session, &pool_class);
  if (!p) return NULL;
  pthread_mutex_lock(&p->mutex);
  rocpd_scratch *s = p->first;
  if (s) p->first = s->next;
  pthread_mutex_unlock(&p->mutex);
  return s ? s : sqlite3_malloc64(sizeof(*s));
}

void rocpd_scratch_give(rocpd_session *session, rocpd_scratch *s) {
  scratch_pool *p = rocpd_session_slot(session, &pool_class);
  pthread_mutex_lock(&p->mutex);
  s->next = p->first;
  p->first = s;
  pthread_mutex_unlock(&p->mutex);
}
