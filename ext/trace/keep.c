/* Data that other parts keep with a snapshot: indexes, links, answers. Each owner has a key of its own, the address of a variable, and says how its data are
** freed. Data about one source pass to the next snapshot if the source has not changed. Connection's thread. */
#include "snapshot_state.h"

void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key) {
  for (size_t i = 0; i < s->kepts; i++)
    if (s->kept[i].owner == owner && s->kept[i].key == key) return s->kept[i].data;
  return NULL;
}

int rocpd_snapshot_keep(rocpd_snapshot *s, const void *owner, int64_t key, void *data, void (*free_data)(void *)) {
  rocpd_kept *kept = sqlite3_realloc64(s->kept, (s->kepts + 1) * sizeof(*kept));
  if (!kept) {
    free_data(data);
    return SQLITE_NOMEM;
  }
  s->kept = kept;
  kept[s->kepts++] = (rocpd_kept){.owner = owner, .key = key, .data = data, .free_data = free_data};
  return SQLITE_OK;
}

int rocpd_snapshot_own(rocpd_snapshot *s, const void *owner, size_t size, void (*free_data)(void *), void **out, rocpd_error *err) {
  if ((*out = rocpd_snapshot_kept(s, owner, 0))) return SQLITE_OK;
  void *own = *out = rocpd_zeroed(size);
  if (!own) return rocpd_no_memory(err);
  return rocpd_snapshot_keep(s, owner, 0, own, free_data) == SQLITE_OK ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_snapshot_keep_of(rocpd_snapshot *s, const rocpd_source *source, const void *owner, void *data, void (*free_data)(void *),
                           void (*moved)(void *data, rocpd_snapshot *to)) {
  int rc = rocpd_snapshot_keep(s, owner, source->number, data, free_data);
  if (rc != SQLITE_OK) return rc;
  s->kept[s->kepts - 1].source = source;
  s->kept[s->kepts - 1].moved = moved;
  return SQLITE_OK;
}

void rocpd_snapshot_show_by(rocpd_snapshot *s, const rocpd_source *source, const void *owner, rocpd_batch *(*show)(void *data, rocpd_batch *b)) {
  for (size_t i = 0; i < s->kepts; i++)
    if (s->kept[i].owner == owner && s->kept[i].source == source) s->kept[i].show = show;
}

rocpd_batch *rocpd_kept_show(const rocpd_snapshot *s, rocpd_batch *b) {
  for (size_t i = 0; b->source->info.multi_process && i < s->kepts; i++)
    if (s->kept[i].show && s->kept[i].source == b->source) return s->kept[i].show(s->kept[i].data, b);
  return b->refs++, b;
}

void rocpd_kept_free(rocpd_snapshot *s) {
  for (size_t i = 0; i < s->kepts; i++) s->kept[i].free_data(s->kept[i].data);
  sqlite3_free(s->kept);
}

bool rocpd_kept_reserve(rocpd_snapshot *s, const rocpd_snapshot *old) {
  rocpd_kept *kept = sqlite3_realloc64(s->kept, (s->kepts + old->kepts + 1) * sizeof(*kept));
  if (kept) s->kept = kept;
  return kept != NULL;
}

void rocpd_kept_move(rocpd_snapshot *s, rocpd_snapshot *old, const rocpd_source *source) {
  size_t left = 0;
  for (size_t i = 0; i < old->kepts; i++) {
    rocpd_kept *kept = &old->kept[i];
    if (kept->source == source) {
      kept->moved(kept->data, s);
      s->kept[s->kepts++] = *kept;
    } else {
      old->kept[left++] = *kept;
    }
  }
  old->kepts = left;
}
