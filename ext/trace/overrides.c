/* Times and ranks that are said of sources: the options of mounts, and rocpd_align(). */
#include "rank.h"
#include "trace_state.h"

static bool has_what_is_wanted(const rocpd_source *s) { return s->wanted_offset_ns == s->offset_ns && s->wanted_rank == s->rank; }

/* What others already see of a source must not change under them. */
static int can_settle(const rocpd_trace *t, const rocpd_source *s, rocpd_error *err) {
  if (has_what_is_wanted(s) || s->refs == 1 || !rocpd_trace_is_read(t)) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_BUSY, "%s: its times or rank cannot change while another statement that reads the trace is running", s->path);
}

static void settle(rocpd_source *s) {
  int64_t delta = s->wanted_offset_ns - s->offset_ns;
  s->offset_ns += delta;
  if (s->start_ns) s->start_ns += delta;
  if (s->end_ns) s->end_ns += delta;
  if (s->wall_offset_ns != ROCPD_NULL) s->wall_offset_ns -= delta;
  s->rank_is_given = s->wanted_rank != s->rank ? s->wanted_rank >= 0 : s->rank_is_given;
  s->rank = s->wanted_rank;
}

/* Give all sources of a set the offset and the rank that are wanted of them, or none. */
static int settle_all(rocpd_trace *t, rocpd_set *set, rocpd_error *err) {
  int rc = SQLITE_OK;
  bool any = false;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; rc == SQLITE_OK && j < set->mount[i].sources; j++) rc = can_settle(t, set->mount[i].source[j], err);
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      if (has_what_is_wanted(s)) continue;
      settle(s);
      any = true;
    }
  if (any) rocpd_trace_forget(t);
  return rc;
}

int rocpd_set_settle(rocpd_trace *t, rocpd_set *set, const rocpd_mount *anew, rocpd_error *err) {
  bool any = anew != NULL;
  for (size_t i = 0; i < set->mounts; i++) any |= set->mount[i].options.moves || set->mount[i].rank;
  if (!any) return SQLITE_OK;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      s->wanted_offset_ns = s->offset_ns;
      s->wanted_rank = s->rank;
    }
  for (size_t j = 0; anew && j < anew->sources; j++) {
    rocpd_source *s = anew->source[j];
    s->wanted_offset_ns = 0;
    if (s->rank_is_given) s->wanted_rank = -1;
  }
  for (size_t i = 0; i < set->mounts; i++) {
    const rocpd_mount *m = &set->mount[i];
    for (size_t j = 0; j < m->sources; j++) {
      rocpd_source *s = m->source[j];
      if (m->options.moves) s->wanted_offset_ns = m->options.offset_ns;
      if (m->rank && (s->rank < 0 || s->rank_is_given)) s->wanted_rank = rocpd_rank_of_path(m->rank, s->path);
    }
  }
  return settle_all(t, set, err);
}

int rocpd_trace_move(rocpd_trace *t, rocpd_source *const *source, const int64_t *offset_ns, size_t n, rocpd_error *err) {
  rocpd_set *set = &t->main;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      s->wanted_offset_ns = 0;
      s->wanted_rank = s->rank;
    }
  for (size_t i = 0; i < n; i++) source[i]->wanted_offset_ns = offset_ns[i];
  int rc = settle_all(t, set, err);
  for (size_t i = 0; rc == SQLITE_OK && i < set->mounts; i++) set->mount[i].options.moves = false;
  return rc;
}
