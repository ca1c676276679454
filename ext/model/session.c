/* The session (session.h): its life, its slots, and its texts (intern.h). */
#include "intern.h"
#include <stdarg.h>
#include "session_state.h"

typedef struct rocpd_slot {
  const rocpd_slot_class *class;
  struct rocpd_slot *next;
  _Alignas(8) char data[]; /* aligned as sqlite3_malloc64() aligns */
} rocpd_slot;

int rocpd_session_new(sqlite3 *db, rocpd_session **out) {
  rocpd_session *session = sqlite3_malloc64(sizeof(*session));
  if (!session) return SQLITE_NOMEM;
  *session = (rocpd_session){.db = db, .next_source = 1, .keep_limit = rocpd_keep_default_limit()};
  if (rocpd_strings_new(&session->strings) != SQLITE_OK) {
    sqlite3_free(session);
    return SQLITE_NOMEM;
  }
  pthread_mutex_init(&session->slot_mutex, NULL);
  pthread_mutex_init(&session->keep_mutex, NULL);
  *out = session;
  return SQLITE_OK;
}

void rocpd_session_free(rocpd_session *session) {
  for (rocpd_slot *slot; (slot = session->slot); sqlite3_free(slot)) {
    session->slot = slot->next;
    if (slot->class->free) slot->class->free(slot->data);
  }
  rocpd_strings_free(session->strings);
  sqlite3_free(session->by_path);
  pthread_mutex_destroy(&session->slot_mutex);
  pthread_mutex_destroy(&session->keep_mutex);
  sqlite3_free(session);
}

sqlite3 *rocpd_session_db(const rocpd_session *session) { return session->db; }
uint64_t rocpd_session_epoch(const rocpd_session *session) { return session->epoch; }
void rocpd_session_next_epoch(rocpd_session *session) { session->epoch++; }

/* ---- slots: a handful, so a list does */

static void *find(rocpd_session *session, const rocpd_slot_class *class) {
  rocpd_slot *slot = __atomic_load_n(&session->slot, __ATOMIC_ACQUIRE);
  while (slot && slot->class != class) slot = slot->next;
  return slot ? slot->data : NULL;
}

static void *add(rocpd_session *session, const rocpd_slot_class *class) {
  rocpd_slot *slot = rocpd_zeroed(sizeof(*slot) + class->size);
  if (!slot) return NULL;
  slot->class = class;
  slot->next = session->slot;
  if (class->init) class->init(slot->data);
  __atomic_store_n(&session->slot, slot, __ATOMIC_RELEASE);
  return slot->data;
}

void *rocpd_session_slot(rocpd_session *session, const rocpd_slot_class *class) {
  void *data = find(session, class);
  if (data) return data;
  pthread_mutex_lock(&session->slot_mutex);
  data = find(session, class);
  if (!data) data = add(session, class);
  pthread_mutex_unlock(&session->slot_mutex);
  return data;
}

void rocpd_session_idle(rocpd_session *session) {
  for (rocpd_slot *slot = session->slot; slot; slot = slot->next)
    if (slot->class->idle) slot->class->idle(slot->data);
}

/* ---- texts */

int rocpd_intern(rocpd_session *session, const char *text, int64_t size, int64_t *id) { return rocpd_strings_add(session->strings, text, size, id); }

int rocpd_intern_owned(rocpd_session *session, char *text, int64_t size, int64_t *id) {
  int rc = text ? rocpd_intern(session, text, size, id) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

int rocpd_intern_or_null(rocpd_session *session, const char *text, int64_t *id) {
  *id = ROCPD_NULL;
  return text && *text ? rocpd_intern(session, text, -1, id) : SQLITE_OK;
}

int rocpd_intern_format(rocpd_session *session, int64_t *id, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = sqlite3_vmprintf(format, args);
  va_end(args);
  return rocpd_intern_owned(session, text, -1, id);
}

int rocpd_intern_str(rocpd_session *session, sqlite3_str *s, int64_t *id) {
  int64_t size = sqlite3_str_length(s);
  return rocpd_intern_owned(session, sqlite3_str_finish(s), size, id);
}

int64_t rocpd_intern_find(rocpd_session *session, const char *text, int64_t size) { return rocpd_strings_find(session->strings, text, size); }

int64_t rocpd_string_count(const rocpd_session *session) { return rocpd_strings_count(session->strings); }
const char *rocpd_string(const rocpd_session *session, int64_t id, int64_t *size) { return rocpd_strings_text(session->strings, id, size); }
int rocpd_string_positions(rocpd_session *session, const uint32_t **position, size_t *n) {
  return rocpd_strings_positions(session->strings, position, n);
}
