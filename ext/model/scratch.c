/* See scratch.h. */
#include "scratch.h"

static void pool_init(void *data) { rocpd_pool_init(data); }
static void pool_free(void *data) { rocpd_pool_free(data, sqlite3_free); }
static const rocpd_slot_class pool_class = {.size = sizeof(rocpd_pool), .init = pool_init, .free = pool_free};

rocpd_scratch *rocpd_scratch_take(rocpd_session *session) {
  rocpd_pool *p = rocpd_session_slot(session, &pool_class);
  if (!p) return NULL;
  rocpd_scratch *s = rocpd_pool_take(p, NULL, NULL);
  return s ? s : sqlite3_malloc64(sizeof(*s));
}

void rocpd_scratch_give(rocpd_session *session, rocpd_scratch *s) { rocpd_pool_give(rocpd_session_slot(session, &pool_class), s); }
