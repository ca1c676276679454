/* The options of an export. */
#include "time_spec.h"
#include "format.h"
#include "function.h"
#include "sum.h"

enum { WORDS = 10 }; /* most words of an option */

/* ns, or a text that rocpd_time_of() resolves once there is a snapshot. */
static int read_time(const rocpd_option *x, void *at, rocpd_error *err) {
  rocpd_export_time *t = at;
  if (!strcmp(x->type, "integer")) return t->ns = x->number, SQLITE_OK;
  if (strcmp(x->type, "text"))
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected ns as an integer, or text: \"10%%\" or the name of a marker; found %s", x->key,
                      x->text);
  sqlite3_free(t->text);
  t->text = sqlite3_mprintf("%s", x->text);
  return t->text ? SQLITE_OK : rocpd_no_memory(err);
}

static int resolve(rocpd_snapshot *s, const char *key, rocpd_export_time *t, enum rocpd_time_end end, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = t->text ? rocpd_time_of(s, t->text, end, &t->ns, &why) : SQLITE_OK;
  if (rc) rocpd_fail(err, rc, "option %s: %s", key, why.message ? why.message : sqlite3_errstr(rc));
  rocpd_error_clear(&why);
  return rc;
}

/* The option marker sets start and end to those of the marker. */
static int take_marker(rocpd_export_options *o, rocpd_error *err) {
  if (!o->marker) return SQLITE_OK;
  if (o->start.text || o->end.text || rocpd_export_by_time(o)) return rocpd_fail(err, SQLITE_ERROR, "option marker: start and end cannot be given beside it");
  o->start.text = sqlite3_mprintf("%s", o->marker), o->end.text = sqlite3_mprintf("%s", o->marker);
  return o->start.text && o->end.text ? SQLITE_OK : rocpd_no_memory(err);
}

static int expect_time(const rocpd_export_options *o, rocpd_error *err) {
  if (o->end.ns > o->start.ns) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "option end: %lld is not after start, %lld", (long long)o->end.ns, (long long)o->start.ns);
}

int rocpd_export_options_resolve(rocpd_export_options *o, rocpd_snapshot *s, rocpd_error *err) {
  int rc = take_marker(o, err);
  if (!rc) rc = resolve(s, "start", &o->start, ROCPD_START, err);
  if (!rc) rc = resolve(s, "end", &o->end, ROCPD_END, err);
  return rc ? rc : expect_time(o, err);
}

bool rocpd_export_is_ns(const rocpd_export_time *t) { return !t->text || !t->text[strspn(t->text, "+-0123456789")]; }

/* Resolves a time in another trace. */
static int resolve_for(rocpd_snapshot *s, const char *key, const rocpd_export_time *of, int64_t none, int64_t later_ns, rocpd_export_time *t,
                       enum rocpd_time_end end, rocpd_error *err) {
  if (!rocpd_export_is_ns(of)) return resolve(s, key, t, end, err);
  if (of->ns != none) t->ns = rocpd_add(of->ns, later_ns);
  return SQLITE_OK;
}

int rocpd_export_options_for(const rocpd_export_options *of, rocpd_snapshot *s, int64_t later_ns, rocpd_export_options *o, rocpd_error *err) {
  rocpd_error why = {0};
  *o = *of;
  int rc = resolve_for(s, of->marker ? "marker" : "start", &of->start, INT64_MIN, later_ns, &o->start, ROCPD_START, &why);
  if (!rc) rc = resolve_for(s, of->marker ? "marker" : "end", &of->end, INT64_MAX, later_ns, &o->end, ROCPD_END, &why);
  if (!rc) rc = expect_time(o, &why);
  if (rc) rocpd_fail(err, rc, "in %s: %s", of->compare, why.message ? why.message : sqlite3_errstr(rc));
  rocpd_error_clear(&why);
  return rc;
}

static int read_duration(const rocpd_option *x, void *at, rocpd_error *err) {
  if (strcmp(x->type, "integer") || x->number < 0)
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected ns, an integer from 0 on, found %s", x->key, x->text);
  *(int64_t *)at = x->number;
  return SQLITE_OK;
}

static int read_bytes(const rocpd_option *x, void *at, rocpd_error *err) {
  if (strcmp(x->type, "integer") || x->number < 1)
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected bytes, an integer from 1 on, found %s", x->key, x->text);
  *(int64_t *)at = x->number;
  return SQLITE_OK;
}

/* A number of parts, or what each part is. */
static int read_split(const rocpd_option *x, void *at, rocpd_error *err) {
  rocpd_split *s = at;
  bool text = !strcmp(x->type, "text");
  *s = (rocpd_split){0};
  if (text && !strcmp(x->text, "process")) s->by = ROCPD_SPLIT_PROCESS;
  if (text && !strcmp(x->text, "rank")) s->by = ROCPD_SPLIT_RANK;
  if (!strcmp(x->type, "integer") && x->number > 0 && x->number <= 10000) *s = (rocpd_split){ROCPD_SPLIT_TIME, x->number};
  return s->by ? SQLITE_OK :
                 rocpd_fail(err, SQLITE_ERROR, "option %s: expected a number of parts, 1 to 10000, \"process\" or \"rank\", found %s", x->key, x->text);
}

static int read_marker(const rocpd_option *x, void *at, rocpd_error *err) {
  char **name = at;
  if (strcmp(x->type, "text")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected the name of a marker, or \"NAME/N\", found %s", x->key, x->text);
  sqlite3_free(*name);
  *name = sqlite3_mprintf("%s", x->text);
  return *name ? SQLITE_OK : rocpd_no_memory(err);
}

/* true, or an array of bounds in us. */
static int read_gaps(const rocpd_option *x, void *at, rocpd_error *err) {
  static const int64_t usual[] = {10, 20, 50, 100, 1000, 10000, 100000};
  rocpd_gap_option *g = at;
  int rc = SQLITE_OK;
  if (!strcmp(x->type, "true") || !strcmp(x->type, "false")) {
    g->shown = !strcmp(x->type, "true");
    g->bound.n = 0;
    for (size_t i = 0; !rc && i < sizeof usual / sizeof *usual; i++) {
      rc = rocpd_fail_code(err, ROCPD_PUSH(g->bound.number, g->bound.n, usual[i]));
    }
    return rc;
  }
  if (strcmp(x->type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected true, false or an array of us, found %s", x->key, x->text);
  g->shown = true;
  rc = rocpd_read_numbers(x, &g->bound, err);
  for (size_t i = 0; !rc && i < g->bound.n; i++)
    if (g->bound.number[i] <= (i ? g->bound.number[i - 1] : 0) || g->bound.number[i] > INT64_MAX / 1000)
      rc = rocpd_fail(err, SQLITE_ERROR, "option %s: expected us, each more than the one before it", x->key);
  return rc;
}

/* The number of the word. */
static int read_word(const rocpd_option *x, const char *const *word, int *out, rocpd_error *err) {
  int n = 0;
  for (; n < WORDS && word[n]; n++)
    if (!strcmp(x->type, "text") && !strcmp(x->text, word[n])) return *out = n, SQLITE_OK;
  char *list = sqlite3_mprintf("\"%s\"", word[0]);
  for (int i = 1; list && i < n; i++) list = sqlite3_mprintf("%z%s\"%s\"", list, i == n - 1 ? " or " : ", ", word[i]);
  int rc = list ? rocpd_fail(err, SQLITE_ERROR, "option %s: expected %s, found %s", x->key, list, x->text) : rocpd_no_memory(err);
  sqlite3_free(list);
  return rc;
}

/* The first part of file names. */
static int read_name(const rocpd_option *x, void *at, rocpd_error *err) {
  char **name = at;
  if (strcmp(x->type, "text") || strchr(x->text, '/') || x->text[0] == '.')
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text that names of files can begin with, found %s", x->key, x->text);
  sqlite3_free(*name);
  *name = sqlite3_mprintf("%s", x->text);
  return *name ? SQLITE_OK : rocpd_no_memory(err);
}

static int read_path(const rocpd_option *x, void *at, rocpd_error *err) {
  char **path = at;
  if (strcmp(x->type, "text") || !x->text[0])
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected a file, a folder or a glob, found %s", x->key, x->text[0] ? x->text : "an empty text");
  sqlite3_free(*path);
  *path = sqlite3_mprintf("%s", x->text);
  return *path ? SQLITE_OK : rocpd_no_memory(err);
}

#define AT(field) offsetof(rocpd_export_options, field)
static const struct {
  const char *name;
  unsigned of; /* for formats with any of these; 0: for all formats */
  size_t at;
  int (*read)(const rocpd_option *x, void *at, rocpd_error *err); /* NULL: the value is one of these words: */
  const char *word[WORDS];
} options[] = {
  {"start", 0, AT(start), .read = read_time},
  {"end", 0, AT(end), .read = read_time},
  {"categories", 0, AT(categories), .read = rocpd_read_patterns},
  {"names", 0, AT(names), .read = rocpd_read_patterns},
  {"agents", 0, AT(agents), .read = rocpd_read_numbers},
  {"overwrite", 0, AT(overwrite), .read = rocpd_read_bool},
  {"processes", 0, AT(processes), .read = rocpd_read_numbers},
  {"ranks", 0, AT(ranks), .read = rocpd_read_numbers},
  {"min_duration_ns", 0, AT(min_duration_ns), .read = read_duration},
  {"marker", 0, AT(marker), .read = read_marker},
  {"split", 0, AT(split), .read = read_split},
  {"max_bytes", 0, AT(max_bytes), .read = read_bytes},
  {"allow_empty", 0, AT(allow_empty), .read = rocpd_read_bool},
  {"args", ROCPD_O_CALLS | ROCPD_O_ARGS | ROCPD_O_CHANNELS, AT(args), .read = rocpd_read_bool},
  {"flows", ROCPD_O_CALLS, AT(flows), .read = rocpd_read_bool},
  {"kernel_names", ROCPD_O_TRACKS | ROCPD_O_AGENTS | ROCPD_O_VALUE | ROCPD_O_FORM, AT(kernel_names), .word = {"full", "short", "range"}},
  {"group_by", ROCPD_O_TRACKS | ROCPD_O_CHANNELS | ROCPD_O_VALUE, AT(group_by), .word = {"queue", "stream"}},
  {"agent_index", ROCPD_O_AGENTS, AT(agent_index), .word = {"type-relative", "relative", "absolute"}},
  {"counters", ROCPD_O_COUNTERS, AT(counters), .read = rocpd_read_bool},
  {"compare", ROCPD_O_COMPARE, AT(compare), .read = read_path},
  {"align", ROCPD_O_COMPARE, AT(align), .read = read_marker},
  {"tables", ROCPD_O_TABLES, AT(tables), .read = rocpd_read_bool},
  {"compress", ROCPD_O_COMPRESS, AT(compress), .read = rocpd_read_bool},
  {"annotations", ROCPD_O_THREADS, AT(annotations), .read = rocpd_read_bool},
  {"gpu_packets", ROCPD_O_GPU_PACKETS, AT(gpu_packets), .read = rocpd_read_bool},
  {"arrange", ROCPD_O_THREADS, AT(arrange), .word = {"agent", "process", "domain"}},
  {"launch_names", ROCPD_O_THREADS, AT(launch_names), .word = {"call", "kernel"}},
  {"name", ROCPD_O_FILES, AT(name), .read = read_name},
  {"stats", ROCPD_O_STATS, AT(stats), .read = rocpd_read_bool},
  {"form", ROCPD_O_FORM, AT(form), .word = {"listing", "profile"}},
  {"level", ROCPD_O_FORM, AT(level), .word = {"thread", "process"}},
  {"metric", ROCPD_O_FORM, AT(metric), .word = {"wall_clock", "trip_count"}},
  {"gaps", ROCPD_O_FORM, AT(gaps), .read = read_gaps},
  {"picture", ROCPD_O_PICTURE, AT(picture), .word = {"flame", "utilisation", "gaps"}},
  {"value", ROCPD_O_VALUE, AT(value), .word = {"host", "gpu", "calls", "samples", "agent", "wall", "running", "runnable", "blocked", "idle"}},
  {"before", ROCPD_O_VALUE, AT(before), .read = read_path},
};
enum { OPTIONS = sizeof options / sizeof *options };

static bool is_of(size_t option, unsigned of) { return !options[option].of || options[option].of & of; }

bool rocpd_format_has(const rocpd_export_format *f, const char *option) {
  for (size_t i = 0; i < OPTIONS; i++)
    if (!strcmp(option, options[i].name)) return is_of(i, f->options);
  return false;
}

typedef struct option_reading {
  unsigned of;
  rocpd_export_options *o;
} option_reading;

static int take_option(void *arg, const rocpd_option *x, rocpd_error *err) {
  const option_reading *r = arg;
  for (size_t i = 0; i < OPTIONS; i++)
    if (!strcmp(x->key, options[i].name) && is_of(i, r->of)) {
      void *at = (char *)r->o + options[i].at;
      return options[i].read ? options[i].read(x, at, err) : read_word(x, options[i].word, at, err);
    }
  return SQLITE_NOTFOUND;
}

/* Sampled stacks are no events. */
static int check_sampled(const rocpd_export_options *o, bool sampled, rocpd_error *err) {
  const char *given = o->categories.n ? "categories" : o->names.n ? "names" : o->agents.n ? "agents" : o->min_duration_ns ? "min_duration_ns" : NULL;
  if (sampled && given)
    return rocpd_fail(err, SQLITE_ERROR, "option %s: it chooses events; sampled stacks take start, end, marker, processes and ranks", given);
  if (!sampled && o->before)
    return rocpd_fail(err, SQLITE_ERROR, "option before: it needs a value of sampled stacks: wall, running, runnable, blocked or idle");
  return SQLITE_OK;
}

int rocpd_export_options_read(sqlite3 *db, sqlite3_value *json, unsigned of, rocpd_export_options *o, rocpd_error *err) {
  *o = (rocpd_export_options){.start = {.ns = INT64_MIN}, .end = {.ns = INT64_MAX}, .from = INT64_MIN, .to = INT64_MAX, .flows = (of & ROCPD_O_CALLS) != 0,
                              .stats = true, .annotations = true, .tables = true, .allow_empty = true,
                                .value = ROCPD_VALUE_ANY,
                                .group_by = of & (ROCPD_O_TRACKS | ROCPD_O_CHANNELS | ROCPD_O_VALUE) ? ROCPD_GROUP_STREAM : ROCPD_GROUP_QUEUE,
                                .agent_index = of & (ROCPD_O_TRACKS | ROCPD_O_CHANNELS) ? ROCPD_AGENT_TYPE_RELATIVE : ROCPD_AGENT_RELATIVE};
  char *known = sqlite3_mprintf("");
  for (size_t i = 0; known && i < OPTIONS; i++)
    if (is_of(i, of)) known = sqlite3_mprintf("%z%s%s", known, *known ? ", " : "", options[i].name);
  if (!known) return rocpd_no_memory(err);
  int rc = rocpd_options_read(db, json, known, take_option, &(option_reading){of, o}, err);
  sqlite3_free(known);
  if (!rc && o->align && !o->compare) rc = rocpd_fail(err, SQLITE_ERROR, "option align: it needs the option compare");
  if (!rc && o->compare && (o->split.by || o->max_bytes))
    rc = rocpd_fail(err, SQLITE_ERROR, "option compare: with %s each part would need a part of the other trace; start and end make a smaller file",
                    o->split.by ? "split" : "max_bytes");
  if (!rc && o->split.by && o->max_bytes) rc = rocpd_fail(err, SQLITE_ERROR, "give only one of the options split and max_bytes");
  /* Each frame of a sampled call stack is a call with such a category. */
  if (!rc && of & ROCPD_O_VALUE && o->value == ROCPD_VALUE_SAMPLES && !o->categories.n) rc = rocpd_patterns_add(&o->categories, "*_sampling", err);
  if (!rc && of & (ROCPD_O_VALUE | ROCPD_O_SAMPLED)) rc = check_sampled(o, of & ROCPD_O_SAMPLED || o->value >= ROCPD_VALUE_WALL, err);
  return rc;
}

void rocpd_export_options_free(rocpd_export_options *o) {
  rocpd_patterns_free(&o->categories);
  rocpd_patterns_free(&o->names);
  sqlite3_free(o->agents.number), sqlite3_free(o->processes.number), sqlite3_free(o->ranks.number), sqlite3_free(o->gaps.bound.number);
  sqlite3_free(o->start.text), sqlite3_free(o->end.text), sqlite3_free(o->name), sqlite3_free(o->marker), sqlite3_free(o->compare), sqlite3_free(o->align),
    sqlite3_free(o->before);
}
