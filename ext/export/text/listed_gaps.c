/* See listed_gaps.h. */
#include "listed_gaps.h"
#include "export.h"
#include "intern.h"
#include <stdlib.h>

static int compare_gaps(const void *a, const void *b) {
  const rocpd_gap *x = a, *y = b;
  return ROCPD_ORDER(x->start, y->start) ?: ROCPD_ORDER(x->line, y->line);
}

static bool is_chosen(const rocpd_export_options *o, const rocpd_timelines *t, const rocpd_gap *g) {
  return rocpd_numbers_match(&o->agents, t->line[g->line].agent) && rocpd_export_in_time(o, g->start, g->end) &&
         rocpd_gap_length(g->start, g->end) >= (uint64_t)o->min_duration_ns;
}

/* Moves the gaps out of the timelines. */
static void take_gaps(const rocpd_export *x, rocpd_timelines *t, rocpd_listed_gaps *out) {
  out->gap = t->gap;
  for (size_t i = 0; i < t->gaps; i++)
    if (is_chosen(&x->option, t, &t->gap[i])) out->gap[out->n++] = t->gap[i];
  t->gap = NULL, t->gaps = 0;
  if (out->n) qsort(out->gap, out->n, sizeof *out->gap, compare_gaps);
}

/* Texts for the columns of processes and tracks: the file, and the agent. */
static int name_lines(rocpd_session *session, const rocpd_timelines *t, rocpd_listed_gaps *out) {
  out->process = sqlite3_malloc64((t->lines + 1) * 2 * sizeof *out->process), out->track = out->process + t->lines;
  if (!out->process) return SQLITE_NOMEM;
  for (; out->lines < t->lines; out->lines++) {
    const rocpd_timeline *l = &t->line[out->lines];
    const char *slash = strrchr(l->source->path, '/'), *type = l->agent_type == ROCPD_NULL ? "" : rocpd_string(session, l->agent_type, NULL);
    out->process[out->lines] = slash ? slash + 1 : l->source->path;
    char *track = l->agent == ROCPD_NULL ? sqlite3_mprintf("unknown agent") : sqlite3_mprintf("%s%sagent %lld", type, *type ? ", " : "", l->agent);
    if (!track) return SQLITE_NOMEM;
    out->track[out->lines] = track;
  }
  return SQLITE_OK;
}

/* "gap <10us", "gap 10us-20us ==", "gap >=20us ====", as written by rpt. */
static int name_gaps(rocpd_session *session, rocpd_listed_gaps *out) {
  const rocpd_numbers *b = out->bound;
  int rc = (out->name = sqlite3_malloc64((b->n + 1) * sizeof *out->name)) ? SQLITE_OK : SQLITE_NOMEM;
  for (size_t i = 0; !rc && i <= b->n; i++) {
    char bar[64] = " ";
    for (size_t k = 0; k < i && k < 30; k++) strcat(bar, "==");
    if (!i) rc = rocpd_intern_format(session, &out->name[i], "gap <%lldus", (long long)b->number[0]);
    else if (i < b->n) rc = rocpd_intern_format(session, &out->name[i], "gap %lldus-%lldus%s", (long long)b->number[i - 1], (long long)b->number[i], bar);
    else rc = rocpd_intern_format(session, &out->name[i], "gap >=%lldus%s", (long long)b->number[i - 1], bar);
  }
  return rc ? rc : rocpd_intern_format(session, &out->category, "GAP");
}

int rocpd_listed_gaps_make(rocpd_export *x, rocpd_listed_gaps *out, rocpd_error *err) {
  rocpd_timelines t = {0};
  *out = (rocpd_listed_gaps){.bound = &x->option.gaps.bound};
  int rc = rocpd_timelines_make(x->snapshot, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .gaps = ROCPD_ALL_GAPS}, &t, err);
  if (!rc) take_gaps(x, &t, out);
  if (!rc) rc = rocpd_fail_code(err, name_lines(x->session, &t, out));
  if (!rc) rc = rocpd_fail_code(err, name_gaps(x->session, out));
  rocpd_timelines_drop(&t);
  return rc;
}

rocpd_line rocpd_listed_gap(const rocpd_listed_gaps *g, const rocpd_gap *gap) {
  size_t i = 0;
  while (i < g->bound->n && rocpd_gap_length(gap->start, gap->end) >= (uint64_t)g->bound->number[i] * 1000) i++;
  return (rocpd_line){.start = gap->start, .end = gap->end, .category = g->category, .bytes = ROCPD_NULL, .name = g->name[i]};
}

void rocpd_listed_gaps_drop(rocpd_listed_gaps *g) {
  for (size_t i = 0; i < g->lines; i++) sqlite3_free((char *)g->track[i]);
  sqlite3_free(g->process), sqlite3_free(g->gap), sqlite3_free(g->name);
}
