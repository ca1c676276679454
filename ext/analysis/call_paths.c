/* See call_paths.h. The calls become a tree, whose nodes have one path each. */
#include "call_paths.h"
#include <stdlib.h>
#include "call_tree.h"
#include "intern.h"

enum { BLOCK = 512 };

struct rocpd_call_paths {
  rocpd_ranges all;
  uint32_t *place; /* [rows of all calls] node; ROCPD_NO_CALL: none */
  int64_t *path;   /* [nodes] */
  struct of_source { uint32_t number; rocpd_links *links; } *source; /* in order of their numbers */
  size_t sources;
};

static void free_paths(void *data) {
  rocpd_call_paths *p = data;
  rocpd_ranges_drop(&p->all);
  sqlite3_free(p->place), sqlite3_free(p->path), sqlite3_free(p->source);
  sqlite3_free(p);
}

static int compare(const void *a, const void *b) { return ROCPD_ORDER(((const struct of_source *)a)->number, ((const struct of_source *)b)->number); }

static int find_sources(rocpd_call_paths *p, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_source **source = rocpd_snapshot_sources(s, &p->sources);
  int rc = (p->source = sqlite3_malloc64((p->sources + 1) * sizeof *p->source)) ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < p->sources; i++) {
    p->source[i].number = source[i]->number;
    rc = rocpd_launch_calls(s, source[i], &p->source[i].links, err);
  }
  if (rc == SQLITE_OK) qsort(p->source, p->sources, sizeof *p->source, compare);
  return rc;
}

/* Parents come before their children. */
static int name_nodes(rocpd_session *session, const rocpd_call_tree *t, int64_t *path) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    const rocpd_call_node *n = &t->node[i];
    const char *name = n->name == ROCPD_NULL ? "" : rocpd_string(session, n->name, NULL);
    bool deep = n->depth > 1;
    rc = rocpd_intern_format(session, &path[i], "%s%s%s", deep ? rocpd_string(session, path[n->parent], NULL) : "", deep ? " / " : "", name);
  }
  return rc;
}

static int make(rocpd_call_paths *p, rocpd_snapshot *s, int64_t *bytes, rocpd_error *err) {
  rocpd_call_tree tree = {0};
  int rc = rocpd_ranges_make(s, true, rocpd_calls_order, &p->all, err);
  uint64_t rows = rc == SQLITE_OK ? p->all.calls.first_row[p->all.calls.batches] : 0;
  if (rc == SQLITE_OK && !(p->place = sqlite3_malloc64((rows + 1) * sizeof *p->place))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) memset(p->place, 0xff, (rows + 1) * sizeof *p->place);
  if (rc == SQLITE_OK) rc = rocpd_call_tree_make(s, &p->all, &(rocpd_call_tree_wish){.place = p->place}, &tree, err);
  if (rc == SQLITE_OK && !(p->path = sqlite3_malloc64(((uint64_t)tree.n + 1) * sizeof *p->path))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, name_nodes(rocpd_snapshot_session(s), &tree, p->path));
  if (rc == SQLITE_OK) rc = find_sources(p, s, err);
  rocpd_calls_forget_order(&p->all.calls);
  *bytes = (int64_t)(rows * sizeof *p->place + tree.n * sizeof *p->path);
  rocpd_call_tree_drop(&tree);
  return rc;
}

int rocpd_call_paths_of(rocpd_snapshot *s, const rocpd_call_paths **out, rocpd_error *err) {
  static const char owner;
  int64_t bytes;
  s = rocpd_snapshot_whole(s);
  if ((*out = rocpd_snapshot_kept(s, &owner, 0))) return SQLITE_OK;
  rocpd_call_paths *p = rocpd_zeroed(sizeof *p);
  if (!p) return rocpd_no_memory(err);
  int rc = make(p, s, &bytes, err);
  if (rc != SQLITE_OK) return free_paths(p), rc;
  *out = p;
  const rocpd_keeping how = {.owner = &owner, .data = p, .bytes = bytes, .free_data = free_paths, .until = ROCPD_KEPT_IN_STATEMENT};
  return rocpd_snapshot_keep(s, &how) ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_call_paths_read(const rocpd_call_paths *p, rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err) {
  const struct of_source key = {.number = b->source->number}, *of = bsearch(&key, p->source, p->sources, sizeof key, compare);
  uint32_t call[BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t done = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(done, n, BLOCK)) > 0; done += some) {
    if (of) rc = rocpd_calls_launching_rows(&p->all.calls, of->links, b, first + done, some, call, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < some; i++) {
      uint32_t place = !of || call[i] == ROCPD_NO_CALL ? ROCPD_NO_CALL : p->place[call[i]];
      out[done + i] = place == ROCPD_NO_CALL ? ROCPD_NULL : p->path[place];
    }
  }
  return rc;
}
