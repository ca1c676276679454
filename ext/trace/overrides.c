/* Times and ranks that the user sets for sources: by the options of mounts, and by rocpd_align(). */
#include "bisect.h"
#include "rank.h"
#include "trace_state.h"
#include <stdlib.h>

static bool has_what_is_wanted(const rocpd_source *s) {
  const rocpd_source_overrides *wanted = &s->state.wanted;
  return wanted->offset_ns == s->said.offset_ns && wanted->has_rank == s->said.has_rank && wanted->rank == s->said.rank;
}

/* A source that others see already must not change while they use it. */
static int can_change(const rocpd_trace *t, const rocpd_source *s, rocpd_error *err) {
  if (has_what_is_wanted(s) || s->state.refs == 1 || !rocpd_trace_is_read(t)) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_BUSY, "%s: its times or rank cannot change while another statement that reads the trace is running", s->path);
}

/* Gives all sources of a set the offset and the rank that the user has set, or none. */
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

/* With the rank that the pattern finds in the source's path, if it matches. */
static rocpd_source_overrides said_rank(const rocpd_source *s, const char *pattern) {
  rocpd_source_overrides o = s->state.wanted;
  int64_t rank = rocpd_rank_of_path(pattern, s->path);
  o.has_rank = rank >= 0;
  o.rank = rank >= 0 ? rank : 0;
  return o;
}

/* ---- offsets set by rocpd_align() */

void rocpd_aligned_free(rocpd_aligned *aligned, size_t n) {
  for (size_t i = 0; i < n; i++) sqlite3_free(aligned[i].path);
  sqlite3_free(aligned);
}

static int compare_aligned(const void *a, const void *b) {
  const rocpd_aligned *x = a, *y = b;
  return strcmp(x->path, y->path) ?: strcmp(x->guid, y->guid);
}

/* The offset set for the source; or, if the source is new in its file, the offset of another source of that file. */
static rocpd_aligned *find_aligned(const rocpd_mount *m, const rocpd_source *s) {
  size_t low = ROCPD_FIRST(at, 0, m->aligneds, strcmp(m->aligned[at].path, s->path) >= 0), i;
  for (i = low; i < m->aligneds && strcmp(m->aligned[i].path, s->path) == 0; i++)
    if (strcmp(m->aligned[i].guid, s->info.guid) == 0) return &m->aligned[i];
  return i > low ? &m->aligned[low] : NULL;
}

/* Gives a source the offset that was set for it through any mount. */
static void want_aligned(const rocpd_set *main, rocpd_source *s) {
  for (size_t i = 0; i < main->mounts; i++) {
    const rocpd_aligned *a = find_aligned(&main->mount[i], s);
    if (a && !a->is_over) s->state.wanted.offset_ns = a->offset_ns;
  }
}

/* Marks the offsets set for the files of `anew` as no longer valid. */
static void end_aligned(rocpd_set *main, const rocpd_mount *anew) {
  for (size_t i = 0; i < main->mounts; i++)
    for (size_t j = 0; main->mount[i].aligneds && j < anew->sources; j++) {
      rocpd_aligned *a = find_aligned(&main->mount[i], anew->source[j]);
      if (a) a->is_over = true;
    }
}

/* Forgets the invalid offsets, or makes them valid again. */
static void settle_aligned(rocpd_set *main, bool forget) {
  for (size_t i = 0; i < main->mounts; i++) {
    rocpd_mount *m = &main->mount[i];
    size_t left = 0;
    for (size_t k = 0; k < m->aligneds; k++) {
      rocpd_aligned a = m->aligned[k];
      if (a.is_over && forget) {
        sqlite3_free(a.path);
        continue;
      }
      a.is_over = false;
      m->aligned[left++] = a;
    }
    m->aligneds = left;
  }
}

/* ---- */

int rocpd_set_apply_overrides(rocpd_trace *t, rocpd_set *set, const rocpd_mount *anew, rocpd_error *err) {
  bool any = anew != NULL, aligned = false;
  for (size_t i = 0; i < set->mounts; i++) any |= set->mount[i].options.moves || set->mount[i].rank;
  for (size_t i = 0; i < t->main.mounts; i++) aligned |= t->main.mount[i].aligneds > 0;
  if (!any && !aligned) return SQLITE_OK;
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
  if (anew) end_aligned(&t->main, anew);
  for (size_t i = 0; aligned && i < set->mounts; i++)
    for (size_t j = 0; j < set->mount[i].sources; j++) want_aligned(&t->main, set->mount[i].source[j]);
  int rc = apply_wanted(t, set, err);
  if (anew) settle_aligned(&t->main, rc == SQLITE_OK);
  return rc;
}

/* The offsets of a mount's sources, one for each; NULL: out of memory. */
static rocpd_aligned *note_wanted(const rocpd_mount *m) {
  rocpd_aligned *out = sqlite3_malloc64((m->sources + 1) * sizeof(*out));
  for (size_t i = 0; out && i < m->sources; i++) {
    const rocpd_source *s = m->source[i];
    out[i] = (rocpd_aligned){.path = sqlite3_mprintf("%s", s->path), .offset_ns = s->state.wanted.offset_ns};
    memcpy(out[i].guid, s->info.guid, sizeof(out[i].guid));
    if (out[i].path) continue;
    rocpd_aligned_free(out, i);
    return NULL;
  }
  if (out) qsort(out, m->sources, sizeof(*out), compare_aligned);
  return out;
}

/* Applies the offsets, and keeps them with the mounts; all or none. */
static int apply_aligned(rocpd_trace *t, rocpd_aligned **now, rocpd_error *err) {
  rocpd_set *set = &t->main;
  size_t n = 0;
  while (n < set->mounts && (now[n] = note_wanted(&set->mount[n]))) n++;
  int rc = n < set->mounts ? rocpd_no_memory(err) : apply_wanted(t, set, err);
  for (size_t i = 0; i < n; i++) {
    rocpd_mount *m = &set->mount[i];
    if (rc != SQLITE_OK) {
      rocpd_aligned_free(now[i], m->sources);
      continue;
    }
    rocpd_aligned_free(m->aligned, m->aligneds);
    m->aligned = now[i];
    m->aligneds = m->sources;
  }
  return rc;
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
  rocpd_aligned **now = sqlite3_malloc64((set->mounts + 1) * sizeof(*now));
  int rc = now ? apply_aligned(t, now, err) : rocpd_no_memory(err);
  sqlite3_free(now);
  return rc;
}
