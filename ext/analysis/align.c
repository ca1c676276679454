/* See align.h. Times here are those of the files, without earlier offsets. */
#include "align.h"
#include <stdlib.h>
#include "bisect.h"
#include "time_spec.h"
#include "marker.h"

#define CLOCK_STEPS_NS ((int64_t)2000000000) /* the wall clock may have been set by this much since the boot, */
#define CLOCK_DRIFT 10000                    /* and drifted by a 10,000th of the time */

/* ---- nodes */

typedef struct member {
  rocpd_source *source;
  bool spanned; /* first and last are known */
  int64_t first, last; /* times of its rows */
} member;

static int find_span(rocpd_snapshot *s, member *m, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (m->spanned) return rc;
  m->first = INT64_MAX, m->last = INT64_MIN, m->spanned = true;
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch **batch;
    size_t n;
    if (!(rocpd_kinds[k].flags & ROCPD_K_COUNTED)) continue;
    rc = rocpd_snapshot_batches_of(s, m->source, k, &batch, &n, err);
    if (rc == SQLITE_OK) rc = rocpd_batches_span(m->source->session, batch, n, &m->first, &m->last, err);
  }
  if (m->first <= m->last) m->first -= m->source->said.offset_ns, m->last -= m->source->said.offset_ns;
  return rc;
}

/* True if the wall clocks of two sources show that they ran in the same boot. */
static bool same_boot(const rocpd_source *a, const rocpd_source *b) {
  int64_t apart = a->info.wall_offset_ns - b->info.wall_offset_ns, between = a->info.start_ns - b->info.start_ns;
  return llabs(apart) <= CLOCK_STEPS_NS + llabs(between) / CLOCK_DRIFT;
}

/* A machine has one id and one host name. If only one of them agrees (containers have their own names, and images copy an id to many machines) and no wall
** clock tells, two sources are of one machine if their rows overlap in time. */
static int same_node(rocpd_snapshot *s, member *x, member *y, bool *same, rocpd_error *err) {
  const rocpd_source *a = x->source, *b = y->source;
  bool nid = a->info.nid && a->info.nid == b->info.nid, host = a->info.host && b->info.host && strcmp(a->info.host, b->info.host) == 0;
  *same = false;
  if (!nid && !host) return SQLITE_OK;
  if (a->info.wall_offset_ns != ROCPD_NULL && b->info.wall_offset_ns != ROCPD_NULL) return *same = same_boot(a, b), SQLITE_OK;
  if (nid && host) return *same = true, SQLITE_OK;
  int rc = find_span(s, x, err);
  if (rc == SQLITE_OK) rc = find_span(s, y, err);
  *same = rc == SQLITE_OK && x->first <= y->last && y->first <= x->last;
  return rc;
}

/* Groups the sources by node; nodes are in order of their first sources. */
static int find_nodes(rocpd_snapshot *s, member *m, rocpd_alignment *a, rocpd_error *err) {
  for (size_t i = 0; i < a->sources;) {
    size_t end = i + 1;
    for (size_t k = end; k < a->sources; k++) {
      bool same;
      int rc = same_node(s, &m[i], &m[k], &same, err);
      if (rc != SQLITE_OK) return rc;
      if (!same) continue;
      member found = m[k];
      memmove(&m[end + 1], &m[end], (k - end) * sizeof *m);
      m[end++] = found;
    }
    a->node[a->nodes++] = (rocpd_node){.source = a->source + i, .sources = end - i};
    i = end;
  }
  for (size_t i = 0; i < a->sources; i++) a->source[i] = m[i].source;
  return SQLITE_OK;
}

/* The name of a node in messages. */
static char *name_of(const rocpd_node *n) {
  const rocpd_source *s = n->source[0];
  const char *host = s->info.host ? s->info.host : "a machine";
  return n->sources > 1 ? sqlite3_mprintf("%s (%s and %llu more)", host, s->path, (sqlite3_uint64)n->sources - 1)
                        : sqlite3_mprintf("%s (%s)", host, s->path);
}

/* ---- a time that all nodes know */

static int wall_of(const rocpd_node *n, int64_t *ns, rocpd_error *err) {
  for (size_t i = 0; i < n->sources; i++)
    if (n->source[i]->info.wall_offset_ns != ROCPD_NULL) return *ns = -n->source[i]->info.wall_offset_ns, SQLITE_OK;
  char *name = name_of(n);
  int rc = rocpd_fail(err, SQLITE_ERROR, "no file of %s notes the wall clock: name something that ended at one time on all machines, "
                                         "rocpd_align('{\"marker\":\"NAME\"}')", name ? name : "a machine");
  sqlite3_free(name);
  return rc;
}

static int compare_occurrences(const void *a, const void *b) {
  const rocpd_occurrence *x = a, *y = b;
  return ROCPD_ORDER(x->source->number, y->source->number) ?: ROCPD_ORDER(x->start, y->start);
}

/* Returns the occurrences of one source, in order of start; *n: their number. */
static size_t occurrences_of(const rocpd_source *source, const rocpd_occurrence *found, size_t all, size_t *n) {
  size_t low = ROCPD_FIRST(i, 0, all, found[i].source->number >= source->number);
  for (*n = 0; low + *n < all && found[low + *n].source == source;) ++*n;
  return low;
}

/* The k-th end on a node: the latest one of its processes. */
static int end_of(const rocpd_node *n, const rocpd_occurrence *found, size_t all, const char *marker, int64_t k, int64_t *ns, rocpd_error *err) {
  size_t most = 0;
  *ns = ROCPD_NULL;
  for (size_t i = 0; i < n->sources; i++) {
    size_t count, first = occurrences_of(n->source[i], found, all, &count);
    if (count > most) most = count;
    if (count < (size_t)k || found[first + (size_t)k - 1].end == ROCPD_NULL) continue;
    int64_t end = found[first + (size_t)k - 1].end - n->source[i]->said.offset_ns;
    if (end > *ns) *ns = end;
  }
  if (*ns != ROCPD_NULL) return SQLITE_OK;
  char *name = name_of(n);
  int rc = rocpd_fail(err, SQLITE_ERROR, "'%s' has %zu occurrences in a process of %s, expected at least %lld that ended", marker, most,
                      name ? name : "a machine", (long long)k);
  sqlite3_free(name);
  return rc;
}

static int align_nodes(rocpd_snapshot *s, rocpd_alignment *a, const char *marker, int64_t occurrence, rocpd_error *err) {
  rocpd_occurrence *found = NULL;
  size_t n = 0;
  bool by_message;
  int64_t reference = 0, time = 0;
  int rc = marker ? rocpd_marker_find(s, marker, true, &found, &n, &by_message, err) : SQLITE_OK;
  if (n) qsort(found, n, sizeof *found, compare_occurrences);
  for (size_t i = 0; rc == SQLITE_OK && i < a->nodes; i++) {
    rc = marker ? end_of(&a->node[i], found, n, marker, occurrence, &time, err) : wall_of(&a->node[i], &time, err);
    if (rc != SQLITE_OK) break;
    if (!i) reference = time;
    a->node[i].offset_ns = reference - time;
  }
  sqlite3_free(found);
  return rc;
}

int rocpd_align(rocpd_snapshot *s, const char *marker, int64_t occurrence, rocpd_alignment *out, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  *out = (rocpd_alignment){.sources = n};
  member *m = sqlite3_malloc64((n + 1) * sizeof *m);
  out->source = sqlite3_malloc64((n + 1) * sizeof *out->source);
  out->node = sqlite3_malloc64((n + 1) * sizeof *out->node);
  int rc = m && out->source && out->node ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) m[i] = (member){.source = source[i]};
  if (rc == SQLITE_OK) rc = find_nodes(s, m, out, err);
  if (rc == SQLITE_OK && (marker || out->nodes > 1)) rc = align_nodes(s, out, marker, occurrence, err);
  sqlite3_free(m);
  if (rc != SQLITE_OK) rocpd_alignment_free(out);
  return rc;
}

void rocpd_alignment_free(rocpd_alignment *a) {
  sqlite3_free(a->source), sqlite3_free(a->node);
  memset(a, 0, sizeof *a);
}
