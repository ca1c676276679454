/* See source.h. */
#include "known_time.h"
#include "session_state.h"
#include "string_set.h"

/* ---- all of a session, by path */

static rocpd_source **slot_of(const rocpd_session *session, const char *path) {
  return &session->by_path[rocpd_text_hash(path, strlen(path)) & (session->path_slots - 1)];
}

/* Grows the hash table to one slot per source. Without memory for that, its chains get longer. */
static int more_slots(rocpd_session *session) {
  size_t slots = session->path_slots ? session->path_slots * 2 : 16;
  if (session->sources < session->path_slots) return SQLITE_OK;
  rocpd_source **more = rocpd_zeroed(slots * sizeof(*more));
  if (!more) return session->by_path ? SQLITE_OK : SQLITE_NOMEM;
  sqlite3_free(session->by_path);
  session->by_path = more;
  session->path_slots = slots;
  for (rocpd_source *s = session->source; s; s = s->next) {
    rocpd_source **at = slot_of(session, s->path);
    while (*at) at = &(*at)->next_in_slot;
    *at = s;
    s->next_in_slot = NULL;
  }
  return SQLITE_OK;
}

rocpd_source *rocpd_session_source_of(const rocpd_session *session, const char *path, const rocpd_source *after) {
  rocpd_source *s = after ? after->next_in_slot : session->by_path ? *slot_of(session, path) : NULL;
  while (s && strcmp(s->path, path)) s = s->next_in_slot;
  return s;
}

/* ---- */

rocpd_source *rocpd_source_new(rocpd_session *session, const rocpd_source_class *class, const char *path, size_t size) {
  rocpd_source *s = rocpd_zeroed(size);
  if (!s) return NULL;
  s->class = class;
  s->session = session;
  s->path = sqlite3_mprintf("%s", path);
  s->info.rank = -1;
  s->info.wall_offset_ns = ROCPD_NULL;
  s->number = session->next_source++;
  if (!s->path || more_slots(session) != SQLITE_OK) {
    sqlite3_free(s->path);
    sqlite3_free(s);
    return NULL;
  }
  rocpd_source **slot = slot_of(session, s->path);
  s->next_in_slot = *slot;
  *slot = s;
  session->sources++;
  s->next = session->source;
  if (s->next) s->next->previous = s;
  session->source = s;
  return s;
}

void rocpd_source_free(rocpd_source *s) {
  rocpd_source **at = slot_of(s->session, s->path);
  while (*at != s) at = &(*at)->next_in_slot;
  *at = s->next_in_slot;
  s->session->sources--;
  if (s->next) s->next->previous = s->previous;
  *(s->previous ? &s->previous->next : &s->session->source) = s->next;
  sqlite3_free(s->path);
  sqlite3_free(s->info.host);
  sqlite3_free(s->info.command);
  sqlite3_free(s->info.schema);
  sqlite3_free(s->faults.damage);
  sqlite3_free(s->faults.unknown_times);
  sqlite3_free(s);
}

void rocpd_source_damaged(rocpd_source *s, rocpd_error *err) {
  char *none = NULL;
  /* This release pairs with the acquire of the thread that reads the message. */
  if (err && __atomic_compare_exchange_n(&s->faults.damage, &none, err->message, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) err->message = NULL;
  __atomic_fetch_add(&s->faults.damages, 1, __ATOMIC_RELAXED);
  if (err) rocpd_error_clear(err);
}

void rocpd_source_failed(rocpd_source *s, int rc, const rocpd_error *err) {
  if (!rocpd_is_damage(rc) || __atomic_load_n(&s->faults.damages, __ATOMIC_RELAXED)) return;
  rocpd_error copy = {rc, err && err->message ? sqlite3_mprintf("%s", err->message) : NULL};
  rocpd_source_damaged(s, &copy);
}

void rocpd_source_forget_times(rocpd_source *s) {
  sqlite3_free(s->faults.unknown_times);
  s->faults.unknown_times = NULL;
}

void rocpd_source_undamaged(rocpd_source *s) {
  sqlite3_free(s->faults.damage);
  s->faults.damage = NULL;
  s->faults.damages = 0;
  rocpd_source_forget_times(s);
}

const char *rocpd_lack_text(enum rocpd_lack lack) {
  static const char *const text[] = {
    [ROCPD_LACK_NONE] = "nothing is missing", [ROCPD_LACK_RUNNING] = "its process is running", [ROCPD_LACK_KILLED] = "its process was killed",
    [ROCPD_LACK_EXPORTED] = "the trace was not whole when this file was exported", [ROCPD_LACK_CUT] = "the file is cut",
    [ROCPD_LACK_DAMAGED] = "the file is damaged", [ROCPD_LACK_EMPTY] = "the file is empty"};
  return text[lack];
}

void rocpd_source_ref(rocpd_source *s) { s->state.refs++; }

void rocpd_source_unref(rocpd_source *s) {
  if (--s->state.refs == 0) s->class->close(s);
}

rocpd_source *rocpd_session_sources(const rocpd_session *session) { return session->source; }

/* ---- what all rows have in common */

int rocpd_common_value(const rocpd_source *source, int kind, int index, int64_t *value) {
  const char *name = rocpd_kinds[kind].column[index].name;
  *value = ROCPD_NULL;
  if (strcmp(name, "guid") == 0) return rocpd_intern_or_null(source->session, source->info.guid, value);
  if (strcmp(name, "source") == 0) return rocpd_intern_or_null(source->session, source->path, value);
  if (strcmp(name, "run") == 0) return rocpd_intern_or_null(source->session, source->info.run_id, value);
  if (strcmp(name, "host") == 0) return rocpd_intern_or_null(source->session, source->info.host, value);
  /* A rank that the user gives overrides the rank of the source's own rows. */
  if (strcmp(name, "rank") == 0)
    *value = source->info.native & ROCPD_KIND_BIT(kind) ? rocpd_rank_or_null(source->info.rank) : rocpd_source_rank(source);
  return SQLITE_OK;
}
