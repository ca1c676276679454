/* Data that other parts keep with a snapshot: indexes, links, answers. Each owner has a key of its own, the address of a variable, and says how its data are
** freed. Data about one source pass to the next snapshot if the source has not changed. Connection's thread. */
#include "snapshot_state.h"

static rocpd_kept *find(const rocpd_snapshot *s, const void *owner, int64_t key) {
  rocpd_kept *k = s->kept;
  while (k && (k->of.owner != owner || k->of.key != key)) k = k->next;
  if (k) rocpd_keep_touch(&k->keep);
  return k;
}

void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key) {
  const rocpd_kept *k = find(s, owner, key);
  return k ? k->of.data : NULL;
}

static void link_to(rocpd_snapshot *s, rocpd_kept *k) {
  k->snapshot = s;
  k->next = s->kept;
  s->kept = k;
}

static void drop(rocpd_keep *keep) {
  rocpd_kept *k = (rocpd_kept *)keep, **at = k->snapshot ? &k->snapshot->kept : NULL;
  while (at && *at != k) at = &(*at)->next;
  if (at) *at = k->next;
  rocpd_keep_leave(keep);
  k->of.free_data(k->of.data);
  sqlite3_free(k);
}

rocpd_kept *rocpd_snapshot_keep(rocpd_snapshot *s, const rocpd_keeping *of) {
  rocpd_kept *k = sqlite3_malloc64(sizeof(*k));
  if (!k) return of->free_data(of->data), NULL;
  bool in_use = of->until == ROCPD_KEPT_IN_USE;
  *k = (rocpd_kept){.of = *of};
  link_to(s, k);
  rocpd_keep_enter(s->trace->session, &k->keep, in_use ? ROCPD_KEEP_ANSWERS : ROCPD_KEEP_INDEXES, of->until == ROCPD_KEPT_FOR_GOOD ? NULL : drop);
  rocpd_keep_count(&k->keep, (int64_t)sqlite3_msize(of->data) + of->bytes);
  rocpd_keep_touch(&k->keep);
  k->keep.users = in_use;
  return k;
}

void rocpd_kept_count(rocpd_kept *k, int64_t bytes) { rocpd_keep_count(&k->keep, bytes); }

rocpd_kept *rocpd_snapshot_use(rocpd_snapshot *s, const void *owner, int64_t key) {
  rocpd_kept *k = find(s, owner, key);
  if (k) k->keep.users++;
  return k;
}

void *rocpd_kept_data(const rocpd_kept *k) { return k->of.data; }

void rocpd_kept_release(rocpd_kept *k) {
  if (k) rocpd_keep_release(&k->keep);
}

void rocpd_snapshot_show_by(rocpd_snapshot *s, const rocpd_source *source, const void *owner, rocpd_kind_set kinds,
                            rocpd_batch *(*show)(void *data, rocpd_batch *b)) {
  for (rocpd_kept *k = s->kept; k; k = k->next)
    if (k->of.owner == owner && k->of.source == source) k->show = show, k->shows = kinds;
  s->shows |= kinds;
}

rocpd_batch *rocpd_kept_show(const rocpd_snapshot *s, rocpd_batch *b) {
  rocpd_kind_set kind = ROCPD_KIND_BIT(b->kind);
  rocpd_batch *shown = b;
  shown->refs++;
  for (const rocpd_kept *k = s->shows & kind ? s->kept : NULL; shown && k; k = k->next) {
    if (!(k->shows & kind) || k->of.source != b->source) continue;
    rocpd_batch *next = k->show(k->of.data, shown);
    rocpd_batch_unref(shown);
    shown = next;
  }
  return shown;
}

/* Answers that are in use outlive the snapshot: the last user frees them. */
void rocpd_kept_free(rocpd_snapshot *s) {
  for (rocpd_kept *k; (k = s->kept);) {
    s->kept = k->next;
    k->snapshot = NULL;
    if (k->keep.users) rocpd_keep_leave(&k->keep);
    else drop(&k->keep);
  }
}

void rocpd_kept_move(rocpd_snapshot *s, rocpd_snapshot *old, const rocpd_source *source) {
  for (rocpd_kept **at = &old->kept, *k; (k = *at);) {
    if (k->of.source != source) {
      at = &k->next;
      continue;
    }
    if (k->of.moved) k->of.moved(k->of.data, s);
    *at = k->next;
    link_to(s, k);
    s->shows |= k->shows;
  }
}
