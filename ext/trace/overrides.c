/* Times and ranks that are said of sources: the options of mounts, and rocpd_align(). */
#include "rank.h"
#include "trace_state.h"

static bool has_what_is_wanted(const rocpd_source *s) {
  const rocpd_source_overrides *wanted = &s->state.wanted;
  return wanted->offset_ns == s->said.offset_ns && wanted->has_rank == s->said.has_rank && wanted->rank == s->said.rank;
}

/* What others already see of a source must not change under them. */
static int can_change(const rocpd_trace *t, const rocpd_source *s, rocpd_error *err) {
  if (has_what_is_wanted(s) || s->state.refs == 1 || !rocpd_trace_is_read(t)) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_BUSY, "%s: its times or rank cannot change while another statement that reads the trace is running", s->path);
}

/* Give all sources of a set the offset and the rank that are wanted of them, or none. */
static int apply_wanted(rocpd_trace *t, rocpd_set *set, rocpd_error *err) {
  int rc = SQLITE_OK;
  bool any = false;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; rc == SQLITE_OK && j < set->mount[i].sources; j++) rc = can_change(t, set->mount[i].source[j], err);
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      if (has_what_is_wanted(s)) continue;
      s->said = s->state.wanted;
      any = true;
    }
  if (any) rocpd_trace_forget(t);
  return rc;
}

/* With the rank that the pattern finds in its path, if it does. */
static rocpd_source_overrides said_rank(const rocpd_source *s, const char *pattern) {
  rocpd_source_overrides o = s->state.wanted;
  int64_t rank = rocpd_rank_of_path(pattern, s->path);
  o.has_rank = rank >= 0;
  o.rank = rank >= 0 ? rank : 0;
  return o;
}

int rocpd_set_apply_overrides(rocpd_trace *t, rocpd_set *set, const rocpd_mount *anew, rocpd_error *err) {
  bool any = anew != NULL;
  for (size_t i = 0; i < set->mounts; i++) any |= set->mount[i].options.moves || set->mount[i].rank;
  if (!any) return SQLITE_OK;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      s->state.wanted = s->said;
    }
  for (size_t j = 0; anew && j < anew->sources; j++) {
    rocpd_source *s = anew->source[j];
    s->state.wanted = (rocpd_source_overrides){0};
  }
  for (size_t i = 0; i < set->mounts; i++) {
    const rocpd_mount *m = &set->mount[i];
    for (size_t j = 0; j < m->sources; j++) {
      rocpd_source *s = m->source[j];
      if (m->options.moves) s->state.wanted.offset_ns = m->options.offset_ns;
      if (m->rank && s->info.rank < 0) s->state.wanted = said_rank(s, m->rank);
    }
  }
  return apply_wanted(t, set, err);
}

int rocpd_trace_move(rocpd_trace *t, rocpd_source *const *source, const int64_t *offset_ns, size_t n, rocpd_error *err) {
  rocpd_set *set = &t->main;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) {
      rocpd_source *s = set->mount[i].source[j];
      s->state.wanted = s->said;
      s->state.wanted.offset_ns = 0;
    }
  for (size_t i = 0; i < n; i++) source[i]->state.wanted.offset_ns = offset_ns[i];
  int rc = apply_wanted(t, set, err);
  for (size_t i = 0; rc == SQLITE_OK && i < set->mounts; i++) set->mount[i].options.moves = false;
  return rc;
}
