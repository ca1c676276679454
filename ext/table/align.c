/* SQL function rocpd_align: times of several machines on one time line.
**
**    SELECT rocpd_align();                                            -- by the wall clock that files note
**    SELECT rocpd_align('{"marker":"step 0"}');                       -- by a marker, call or kernel that
**    SELECT rocpd_align('{"marker":"ncclAllReduce","occurrence":2}'); -- ends at one time on all machines
**    SELECT source, host, offset_ns FROM sources;
**
** Files of one machine have one clock (CLOCK_BOOTTIME) and stay as they are to each other.
** The first file's machine keeps its times; to those of the others their offset_ns is
** added, instead of one that was said before. Returns the machines as a JSON array. */
#include "align.h"
#include "function.h"
#include "json.h"
#include "registry.h"
#include "trace.h"

typedef struct align_options {
  char *marker;
  int64_t occurrence;
} align_options;

static int take_option(void *arg, const rocpd_option *x, rocpd_error *err) {
  align_options *o = arg;
  if (strcmp(x->key, "marker") == 0) {
    if (strcmp(x->type, "text")) return rocpd_fail(err, SQLITE_ERROR, "marker must be a text, not %s", x->text);
    sqlite3_free(o->marker);
    o->marker = sqlite3_mprintf("%s", x->text);
    return o->marker ? SQLITE_OK : rocpd_no_memory(err);
  }
  if (strcmp(x->key, "occurrence") == 0) {
    o->occurrence = x->number;
    if (strcmp(x->type, "integer") == 0 && x->number >= 1) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "occurrence must be an integer of at least 1, not %s", x->text);
  }
  return SQLITE_NOTFOUND;
}

static char *result_of(const rocpd_alignment *a, const char *by) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (size_t i = 0; i < a->nodes; i++) {
    const rocpd_node *n = &a->node[i];
    const char *host = n->source[0]->info.host;
    sqlite3_str_appendf(s, "%s{\"host\":", i ? "," : "[");
    if (host) rocpd_json_append(s, host, strlen(host));
    else sqlite3_str_appendall(s, "null");
    sqlite3_str_appendf(s, ",\"sources\":%llu,\"by\":\"%s\",\"offset_ns\":%lld}", (sqlite3_uint64)n->sources, i ? by : "reference", n->offset_ns);
  }
  sqlite3_str_appendall(s, a->nodes ? "]" : "[]");
  return sqlite3_str_finish(s);
}

static int move_sources(rocpd_trace *t, const rocpd_alignment *a, rocpd_error *err) {
  int64_t *offset = sqlite3_malloc64((a->sources + 1) * sizeof(*offset));
  if (!offset) return rocpd_no_memory(err);
  for (size_t i = 0; i < a->nodes; i++)
    for (size_t k = 0; k < a->node[i].sources; k++) offset[(size_t)(a->node[i].source - a->source) + k] = a->node[i].offset_ns;
  int rc = rocpd_trace_move(t, a->source, offset, a->sources, err);
  sqlite3_free(offset);
  return rc;
}

static int align(rocpd_trace *t, const align_options *o, char **result, rocpd_error *err) {
  rocpd_snapshot *s;
  rocpd_alignment a = {0};
  int rc = rocpd_trace_expect_unread(t, err);
  /* What it said of the others before would be forgotten. */
  if (rc == SQLITE_OK && rocpd_filter_processes(rocpd_trace_filter(t)))
    rc = rocpd_fail(err, SQLITE_ERROR, "it needs all processes, and rocpd_filter() leaves some out");
  if (rc == SQLITE_OK) rc = rocpd_trace_snapshot(t, &s, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_align(rocpd_snapshot_whole(s), o->marker, o->occurrence, &a, err);
  rocpd_snapshot_release(s);
  if (rc == SQLITE_OK && !(*result = result_of(&a, o->marker ? "marker" : "wall clock"))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = move_sources(t, &a, err); /* last: nothing can fail any more */
  rocpd_alignment_free(&a);
  return rc;
}

static void align_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  align_options o = {.occurrence = 1};
  rocpd_error err = {0};
  char *text = NULL;
  int rc = rocpd_options_read(rocpd_trace_db(t), argc ? argv[0] : NULL, "marker, occurrence", take_option, &o, &err);
  if (rc == SQLITE_OK) rc = align(t, &o, &text, &err);
  sqlite3_free(o.marker);
  if (rc == SQLITE_OK) {
    rocpd_result_text(ctx, text);
  } else {
    sqlite3_free(text);
    rocpd_result_failure(ctx, "rocpd_align", rc, &err);
  }
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DIRECTONLY)
ROCPD_FUNCTION(align) = {.name = "rocpd_align", .argc = 0, .flags = FLAGS, .call = align_call};
ROCPD_FUNCTION(align_with) = {.name = "rocpd_align", .argc = 1, .flags = FLAGS, .call = align_call};
