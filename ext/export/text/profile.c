/* See profile.h. Columns and labels are those of timemory's tables, so that people and scripts that know these can read them. */
#include "profile.h"
#include "chosen.h"
#include "escape.h"
#include "export.h"
#include "sum.h"
#include <math.h>

typedef struct profile {
  rocpd_writer *w;
  rocpd_chosen calls;
  rocpd_call_tree tree;
  uint8_t *shown; /* [nodes] the function, or one below it, has been called */
  size_t width;   /* width of labels, in bytes */
  bool merged;    /* threads of a process are combined */
  bool trips;     /* numbers of calls only, without times */
} profile;

enum { MOST_WIDTH = 120, BESIDE = 512 };

static bool is_called(const rocpd_call_node *n) { return n->calls || n->unended; }

static int find_shown(profile *p, rocpd_error *err) {
  const rocpd_call_tree *t = &p->tree;
  if (!(p->shown = sqlite3_malloc64((uint64_t)t->n + 1))) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < t->n; i++) p->shown[i] = is_called(&t->node[i]);
  for (uint32_t i = t->n; i-- > 0;)
    if (p->shown[i] && t->node[i].parent != ROCPD_NO_CALL) p->shown[t->node[i].parent] = 1;
  return SQLITE_OK;
}

/* "|3>>> ", indented below the enclosing call. */
static size_t indent(const rocpd_call_node *n) { return n->depth ? 2 * ((size_t)n->depth - 1) + 2 : 0; }

static int64_t name_size(const profile *p, int64_t name, const char **text) {
  int64_t size = 0;
  *text = name == ROCPD_NULL ? "" : rocpd_string(p->w->x->session, name, &size);
  return size;
}

/* Text as inside a JSON string, without characters that would end a column; room for 6 * size bytes. */
static char *put_label(char *out, const char *text, size_t size) {
  char *end = rocpd_json_escape(out, text, size);
  for (char *c = out; c < end; c++)
    if (*c == '|') *c = '!';
  return end;
}

static int find_width(profile *p, rocpd_error *err) {
  const char *text;
  p->width = 16;
  for (uint32_t i = 0; i < p->tree.n; i++) {
    const rocpd_call_node *n = &p->tree.node[i];
    size_t size = indent(n) + (size_t)name_size(p, n->name, &text) + 8;
    if (p->shown[i] && size <= MOST_WIDTH && size > p->width) p->width = size;
  }
  return rocpd_writer_poll(p->w, 0, err);
}

static void print_trips(const rocpd_call_node *n, char *out) {
  uint64_t calls = rocpd_add_counts(n->calls, n->unended);
  sqlite3_snprintf(BESIDE, out, " | %12llu | %5u | trip_count | %12llu |\n", calls, n->depth, calls);
}

/* The columns after the label. */
static void print_figures(const rocpd_call_node *n, char *out) {
  char least[24] = "-", most[24] = "-", mean[40] = "-", variance[40] = "-", deviation[40] = "-", own[40] = "-";
  if (n->calls && n->parent != ROCPD_NO_CALL) {
    sqlite3_snprintf(sizeof least, least, "%lld", n->min_ns), sqlite3_snprintf(sizeof most, most, "%lld", n->max_ns);
    sqlite3_snprintf(sizeof mean, mean, "%.1f", n->mean);
  }
  if (n->calls > 1) {
    double squares = n->squares / (double)(n->calls - 1);
    sqlite3_snprintf(sizeof variance, variance, "%.1f", squares), sqlite3_snprintf(sizeof deviation, deviation, "%.1f", sqrt(squares));
  }
  if (n->sum_ns > 0 && n->parent != ROCPD_NO_CALL) sqlite3_snprintf(sizeof own, own, "%.1f", 100 * (double)n->own_ns / (double)n->sum_ns);
  sqlite3_snprintf(BESIDE, out, " | %12llu | %5u | wall_clock | ns    | %18lld | %16s | %16s | %16s | %24s | %16s | %6s |\n",
                   rocpd_add_counts(n->calls, n->unended), n->depth, n->sum_ns, mean, least, most,
                   variance, deviation, own);
}

static int write_node(profile *p, const rocpd_call_node *n, int64_t name, uint32_t thread, rocpd_error *err) {
  const char *text;
  size_t size = (size_t)name_size(p, name, &text), deep = indent(n);
  char *out = (char *)rocpd_buffer_reserve(&p->w->out, 6 * size + deep + MOST_WIDTH + BESIDE + 64, err), *at = out;
  if (!out) return err->rc;
  sqlite3_snprintf(32, at, p->merged ? "| " : "| |%u>>> ", thread);
  at += strlen(at);
  memset(at, ' ', deep), at += deep;
  if (deep) memcpy(at - 2, "|_", 2);
  at = put_label(at, text, size);
  size_t have = 0;
  for (const char *c = out + 2; c < at; c++) have += (*c & 0xc0) != 0x80;
  for (; have < p->width; have++) *at++ = ' ';
  (p->trips ? print_trips : print_figures)(n, at);
  rocpd_buffer_commit(&p->w->out, (uint8_t *)at + strlen(at));
  return SQLITE_OK;
}

/* Written before the first thread of a process. */
static int write_head(profile *p, uint32_t process, rocpd_error *err) {
  char *name = rocpd_process_text(&p->w->x->layout.process[process]);
  char *out = name ? (char *)rocpd_buffer_reserve(&p->w->out, 6 * strlen(name) + p->width + BESIDE, err) : NULL, *at = out;
  if (!name) return rocpd_no_memory(err);
  if (out) {
    *at++ = '\n';
    at = put_label(at, name, strlen(name));
    if (p->trips)
      sqlite3_snprintf((int)p->width + BESIDE - 8, at, "\n| %-*s | %12s | %5s | %-10s | %12s |\n", (int)p->width, "LABEL", "COUNT", "DEPTH", "METRIC", "SUM");
    else
      sqlite3_snprintf((int)p->width + BESIDE - 8, at, "\n| %-*s | %12s | %5s | %-10s | %-5s | %18s | %16s | %16s | %16s | %24s | %16s | %6s |\n",
                       (int)p->width, "LABEL", "COUNT", "DEPTH", "METRIC", "UNITS", "SUM", "MEAN", "MIN", "MAX", "VAR", "STDDEV", "% SELF");
    rocpd_buffer_commit(&p->w->out, (uint8_t *)at + strlen(at));
  }
  sqlite3_free(name);
  return out ? SQLITE_OK : err->rc;
}

static int root_name(const profile *p, const rocpd_call_node *n, uint32_t process, int64_t *name) {
  if (!p->merged) return rocpd_chosen_thread_name(&p->calls, process, n->tid, name);
  return rocpd_intern_format(p->w->x->session, name, "process %lld", (long long)n->pid);
}

static int write_nodes(profile *p, rocpd_error *err) {
  uint32_t process = UINT32_MAX, threads = 0;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; !rc && i < p->tree.n; i++) {
    const rocpd_call_node *n = &p->tree.node[i];
    bool is_root = n->parent == ROCPD_NO_CALL;
    uint32_t now = is_root ? rocpd_chosen_process(&p->calls, n) : process;
    int64_t name = n->name;
    if (!p->shown[i]) continue;
    if (now != process) rc = write_head(p, process = now, err), threads = 0;
    else threads += is_root;
    if (!rc && is_root) rc = rocpd_fail_code(err, root_name(p, n, now, &name));
    if (!rc) rc = write_node(p, n, name, threads, err);
    if (!rc) rc = rocpd_writer_poll(p->w, 0, err);
  }
  return rc;
}

int rocpd_write_profile(rocpd_writer *w, rocpd_error *err) {
  const rocpd_export_options *o = &w->x->option;
  profile p = {.w = w, .merged = o->level == ROCPD_PROFILE_PROCESS, .trips = o->metric == ROCPD_METRIC_TRIP_COUNT};
  for (size_t i = 0; i < w->x->layout.tracks; i++) rocpd_track_keep_ranges(&w->x->layout.track[i], 0); /* calls are found another way */
  int rc = rocpd_chosen_make(w, true, &p.calls, err);
  if (!rc)
    rc = rocpd_call_tree_make(w->x->snapshot, &p.calls.all,
                              &(rocpd_call_tree_wish){.by_process = p.merged, .chosen = p.calls.chosen, .sums = &w->x->sums.calls}, &p.tree, err);
  if (!rc) rc = find_shown(&p, err);
  if (!rc) rc = find_width(&p, err);
  if (!rc) rc = write_nodes(&p, err);
  rocpd_call_tree_drop(&p.tree);
  rocpd_chosen_drop(&p.calls);
  sqlite3_free(p.shown);
  return rc;
}
