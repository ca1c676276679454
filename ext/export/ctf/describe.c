/* Names of the trace, its streams and its events, for the metadata of a trace on disk and for babeltrace2's component. */
#include "ctf.h"
#include "domain.h"
#include "escape.h"

/* ---- streams and events ---- */

void rocpd_ctf_channel_name(int kind, const rocpd_ctf_channel *c, char *name) {
  const char *prefix = rocpd_ctf_kinds[kind].channel[c->source].prefix;
  if (c->id == ROCPD_NULL) sqlite3_snprintf(CTF_CHANNEL_NAME, name, "%s_unknown", prefix);
  else sqlite3_snprintf(CTF_CHANNEL_NAME, name, "%s_%lld", prefix, c->id);
}

/* The plugin has separate classes for regions of some APIs. */
void rocpd_ctf_event_name(int kind, const char *category, char name[CTF_EVENT_NAME]) {
  const char *of = rocpd_ctf_kinds[kind].kind == ROCPD_KIND_REGION && category ? rocpd_domain_event(category) : NULL;
  sqlite3_snprintf(CTF_EVENT_NAME, name, "%s%s%s", of ? of : "", of ? "_" : "", rocpd_ctf_kinds[kind].event);
}

/* ---- packets ---- */

/* Copies a text; "-" if there is none. */
static char *head_bytes(const char *text, size_t size) {
  if (!size) text = "-", size = 1;
  char *out = sqlite3_malloc64(size * 3 + 1), *end = out ? rocpd_utf8_clean(out, text, size) : NULL;
  for (char *p = out; p && (p = memchr(p, 0, (size_t)(end - p)));) *p = ' '; /* a NUL would end the text */
  if (out) *end = 0;
  return out;
}
static char *head_text(const char *text) { return head_bytes(text, text ? strlen(text) : 0); }

static char *head_id(const rocpd_export *x, int64_t id) {
  int64_t size = 0;
  const char *text = id == ROCPD_NULL ? NULL : rocpd_string(x->session, id, &size);
  return head_bytes(text, (size_t)size);
}

/* Describes a source that has lost rows; it may have no rows at all. */
static char *text_of_loser(const rocpd_export *x, const rocpd_ctf_loss *loss) {
  const rocpd_export_layout *l = &x->layout;
  for (size_t i = 0; i < l->processes; i++)
    if (l->process[i].guid == loss->guid && l->process[i].pid == loss->pid) return rocpd_process_text(&l->process[i]);
  return sqlite3_mprintf("process %lld", loss->pid);
}

/* Makes the texts in the order of rocpd_ctf_heads. */
int rocpd_ctf_make_heads(const rocpd_export *x, const rocpd_ctf_owner *o, char *text[CTF_HEADS], rocpd_error *err) {
  const rocpd_export_layout *l = &x->layout;
  char channel[CTF_CHANNEL_NAME], *process = o->track ? rocpd_process_text(&l->process[o->track->process]) : text_of_loser(x, o->loss);
  bool agent = o->track && o->track->group != ROCPD_NO_GROUP;
  rocpd_ctf_channel_name(o->kind, &o->channel, channel);
  text[0] = head_id(x, o->track ? l->process[o->track->process].guid : o->loss->guid);
  text[1] = head_id(x, o->category);
  text[2] = head_text(channel);
  text[3] = process ? head_text(process) : NULL;
  text[4] = head_text(agent ? l->group[o->track->group].name : NULL);
  sqlite3_free(process);
  for (int i = 0; i < CTF_HEADS; i++)
    if (!text[i]) return rocpd_no_memory(err);
  return SQLITE_OK;
}

void rocpd_ctf_free_heads(char *text[CTF_HEADS]) {
  for (int i = 0; i < CTF_HEADS; i++) sqlite3_free(text[i]);
}

/* ---- the trace ---- */

/* Counts rows that the file says could not be recorded. */
static int find_missing(const rocpd_source *source, int64_t *missing, rocpd_error *err) {
  int64_t rows[CTF_LOSSES];
  int rc = rocpd_ctf_count_losses(source, rows, err);
  *missing = ROCPD_NULL;
  for (int i = 0; !rc && i < CTF_LOSSES; i++)
    if (rows[i] != ROCPD_NULL) *missing = (*missing == ROCPD_NULL ? 0 : *missing) + rows[i];
  return rc;
}

enum { FACTS = 11 };
typedef struct source_fact {
  const char *name, *text; /* text NULL: the value is a number */
  int64_t number;
  bool known;
} source_fact;

/* Finds the facts about a source; the first is its path. */
static int find_facts(const rocpd_source *source, source_fact *out, rocpd_error *err) {
  int64_t missing, wall = rocpd_source_wall_offset_ns(source);
  int rc = find_missing(source, &missing, err);
  const source_fact fact[FACTS] = {{"source", source->path, 0, source->path && *source->path},
                                   {"source_kind", source->class->name, 0, true},
                                   {"guid", source->info.guid, 0, *source->info.guid},
                                   {"run", source->info.run_id, 0, *source->info.run_id},
                                   {"hostname", source->info.host, 0, source->info.host && *source->info.host},
                                   {"command", source->info.command, 0, source->info.command && *source->info.command},
                                   {"vpid", NULL, source->info.pid, source->info.pid > 0},
                                   {"rank", NULL, rocpd_source_rank(source), rocpd_source_rank(source) >= 0},
                                   {"wall_offset_ns", NULL, wall, wall != ROCPD_NULL},
                                   {"complete", NULL, rocpd_source_is_whole(source), true},
                                   {"events_missing", NULL, missing, missing != ROCPD_NULL}};
  memcpy(out, fact, sizeof fact);
  return rc;
}

/* Passes on a fact, under the name that readers look for, or under the name with a number. */
static int take_fact(const source_fact *fact, int64_t number, rocpd_ctf_take_fact take, void *arg, rocpd_error *err) {
  char name[32];
  if (number < 0) sqlite3_snprintf(sizeof name, name, "%s", fact->name);
  else sqlite3_snprintf(sizeof name, name, "%s_%lld", fact->name, number);
  return fact->known ? take(arg, name, fact->text, fact->number, err) : SQLITE_OK;
}

/* Describes each source; if there is only one, names have no numbers. */
static int describe_each(rocpd_source *const *source, size_t n, rocpd_ctf_take_fact take, void *arg, rocpd_error *err) {
  source_fact fact[FACTS];
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) {
    rc = find_facts(source[i], fact, err);
    for (int k = 0; !rc && k < FACTS; k++) rc = take_fact(&fact[k], n == 1 ? -1 : (int64_t)i, take, arg, err);
  }
  return rc;
}

/* Describes what all sources have in common, once, and each one's path. More entries would be slow, since babeltrace2 compares the name of each with all
** earlier ones. */
static int describe_many(rocpd_source *const *source, size_t n, rocpd_ctf_take_fact take, void *arg, rocpd_error *err) {
  source_fact common[FACTS], fact[FACTS];
  int rc = find_facts(source[0], common, err);
  common[0].known = false;
  for (size_t i = 0; !rc && i < n; i++) {
    rc = find_facts(source[i], fact, err);
    for (int k = 1; !rc && k < FACTS; k++)
      common[k].known &= fact[k].known && (fact[k].text ? !strcmp(fact[k].text, common[k].text) : fact[k].number == common[k].number);
    if (!rc) rc = take_fact(&fact[0], (int64_t)i, take, arg, err);
  }
  for (int k = 1; !rc && k < FACTS; k++) rc = take_fact(&common[k], -1, take, arg, err);
  return rc;
}

int rocpd_ctf_environment(const rocpd_export *x, rocpd_ctf_take_fact take, void *arg, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int rc = take(arg, "domain", "rocm", 0, err);
  if (!rc) rc = take(arg, "tracer_name", "rocpd", 0, err);
  if (!rc) rc = take(arg, "tracer_version", ROCPD_VERSION, 0, err);
  if (!rc) rc = take(arg, "sources", NULL, (int64_t)n, err);
  if (rc) return rc;
  return n > CTF_DESCRIBED ? describe_many(source, n, take, arg, err) : describe_each(source, n, take, arg, err);
}

int rocpd_ctf_warn_of_many(rocpd_export *x, rocpd_error *err) {
  size_t n;
  rocpd_snapshot_sources(x->snapshot, &n);
  if (n <= CTF_DESCRIBED) return SQLITE_OK;
  return rocpd_export_warn(x, err, "%llu sources: the environment has each one's path, and of the rest what all have in common", (unsigned long long)n);
}
