/* Writes the definitions, after all events.
**
** As upstream does it, hosts are system nodes, processes are location groups on them, and agents are accelerator groups created by their process. */
#include "otf2.h"

union OTF2_AttributeValue_union {
  int64_t number;
  uint32_t string;
  uint64_t all;
};

/* ---- strings */

/* Defines a text and frees it; NULL means out of memory. */
static uint32_t take_text(rocpd_otf2_definitions *d, char *text) {
  if (!text && !d->err->rc) rocpd_no_memory(d->err);
  uint32_t number = rocpd_otf2_define_text(d, text ? text : "");
  sqlite3_free(text);
  return number;
}

/* Defines the numbered strings, in order of numbers. */
static void define_strings(rocpd_otf2_definitions *d) {
  rocpd_otf2_numbered *strings = &d->s->table[ROCPD_OTF2_STRINGS];
  const rocpd_otf2_numbered *regions = &d->s->table[ROCPD_OTF2_REGIONS], *sources = &d->s->table[ROCPD_OTF2_SOURCES];
  uint32_t number;
  for (size_t i = 0; i < regions->n && !d->err->rc; i++)
    if (rocpd_otf2_number_new(strings, rocpd_otf2_region_of(regions->key[i]).name, &number)) rocpd_no_memory(d->err);
  for (size_t i = 0; i < sources->n && !d->err->rc; i++)
    if (rocpd_otf2_number_new(strings, rocpd_otf2_source_file(sources->key[i]), &number)) rocpd_no_memory(d->err);
  for (size_t i = 0; i < strings->n && !d->err->rc; i++) {
    int64_t size = 0;
    const char *text = strings->key[i] ? rocpd_string(d->w->x->session, (int64_t)strings->key[i] - 1, &size) : "";
    rocpd_otf2_define_string(d, text, (size_t)size);
  }
  d->none = rocpd_otf2_define_text(d, "");
}

/* ---- clock */

/* The UTC time of the trace's first time. */
static uint64_t real_time(const rocpd_export *x, int64_t first) {
  int64_t wall = rocpd_export_wall_offset(x);
  return wall == ROCPD_NULL ? ROCPD_OTF2_NO_TIME : (uint64_t)first + (uint64_t)wall;
}

static void define_clock(rocpd_otf2_definitions *d) {
  const rocpd_export_layout *l = &d->w->x->layout;
  bool any = l->min_time <= l->max_time;
  int64_t low = any ? l->min_time : 0, high = any ? l->max_time : 0;
  ROCPD_OTF2_DEFINE(d, ClockProperties, 1000000000, rocpd_otf2_time(d->s, low), (uint64_t)high - (uint64_t)low, real_time(d->w->x, low));
}

/* ---- regions, what they have of attributes and parameters, and where they are */

static uint32_t string_of(const rocpd_otf2_definitions *d, uint64_t key) { return (uint32_t)rocpd_map_get(&d->s->table[ROCPD_OTF2_STRINGS].map, key, 0); }

static void define_sources(rocpd_otf2_definitions *d) {
  const rocpd_otf2_numbered *sources = &d->s->table[ROCPD_OTF2_SOURCES];
  for (uint32_t i = 0; i < sources->n && !d->err->rc; i++)
    ROCPD_OTF2_DEFINE(d, SourceCodeLocation, i, string_of(d, rocpd_otf2_source_file(sources->key[i])), rocpd_otf2_source_line(sources->key[i]));
}

static void define_regions(rocpd_otf2_definitions *d) {
  const rocpd_otf2_numbered *regions = &d->s->table[ROCPD_OTF2_REGIONS];
  for (int i = 0; i < (d->s->samples ? ROCPD_OTF2_PARADIGMS : ROCZ_PARADIGMS); i++) {
    uint32_t name = rocpd_otf2_define_text(d, rocpd_otf2_paradigms[i].name);
    ROCPD_OTF2_DEFINE(d, Paradigm, rocpd_otf2_paradigms[i].value, name, rocpd_otf2_paradigms[i].class);
  }
  for (uint32_t i = 0; i < regions->n && !d->err->rc; i++) {
    rocpd_otf2_region_kind r = rocpd_otf2_region_of(regions->key[i]);
    uint32_t name = string_of(d, r.name), file = ROCPD_OTF2_NONE, line = 0;
    uint64_t source = i < d->s->region_sources ? d->s->region_source[i] : 0;
    if (source > ROCPD_OTF2_SEVERAL_SOURCES) file = string_of(d, rocpd_otf2_source_file(source)), line = rocpd_otf2_source_line(source);
    ROCPD_OTF2_DEFINE(d, Region, i, name, name, d->none, r.role, r.paradigm, 0, file, line, 0);
  }
}

static char *argument_name(const rocpd_otf2_definitions *d, const rocpd_otf2_argument *a) {
  if (a->name == ROCPD_NULL) return sqlite3_mprintf("argument %u", a->earlier);
  const char *text = rocpd_string(d->w->x->session, a->name, NULL);
  return a->earlier ? sqlite3_mprintf("%s #%u", text, a->earlier + 1) : sqlite3_mprintf("%s", text);
}

static void define_attributes(rocpd_otf2_definitions *d) {
  const rocpd_otf2_numbered *arguments = &d->s->table[ROCPD_OTF2_ARGUMENTS];
  for (uint32_t i = 0; i < d->s->attributes && !d->err->rc; i++) {
    const rocpd_otf2_attribute *a = &d->s->attribute[i];
    uint32_t name = take_text(d, sqlite3_mprintf("%s%s", a->label, a->part));
    ROCPD_OTF2_DEFINE(d, Attribute, i, name, d->none, a->type);
  }
  for (uint32_t i = 0; i < arguments->n && !d->err->rc; i++) {
    rocpd_otf2_argument a = rocpd_otf2_argument_of(arguments->key[i]);
    uint32_t name = take_text(d, argument_name(d, &a));
    ROCPD_OTF2_DEFINE(d, Parameter, i, name, a.type);
  }
}

/* ---- hosts, processes, agents */

#define NO_HOST "unknown host"
static const char *host_of(const rocpd_export_process *p) { return p->host ? p->host : NO_HOST; }

/* Finds or adds the number of a host's node. `node` has the nodes of the first n processes; *nodes is the number of nodes. */
static uint32_t find_node(rocpd_otf2_definitions *d, const char *host, uint32_t n, const uint32_t *node, uint32_t *nodes) {
  const rocpd_export_process *p = d->w->x->layout.process;
  uint32_t i = 0;
  while (i < n && (p[i].left_out || strcmp(host_of(&p[i]), host))) i++;
  if (i < n) return node[i];
  uint32_t name = rocpd_otf2_define_text(d, host), class = rocpd_otf2_define_text(d, "node");
  ROCPD_OTF2_DEFINE(d, SystemTreeNode, *nodes, name, class, ROCPD_OTF2_NONE);
  ROCPD_OTF2_DEFINE(d, SystemTreeNodeDomain, *nodes, ROCPD_OTF2_SHARED_MEMORY);
  return (*nodes)++;
}

static void define_number(rocpd_otf2_definitions *d, uint32_t group, uint32_t name, int64_t number) {
  if (number != ROCPD_NULL) ROCPD_OTF2_DEFINE(d, LocationGroupProperty, group, name, ROCPD_OTF2_INT64, (union OTF2_AttributeValue_union){.number = number});
}

/* Returns the number of nodes. */
static uint32_t define_processes(rocpd_otf2_definitions *d, uint32_t *node, uint32_t *nodes) {
  const rocpd_export_layout *l = &d->w->x->layout;
  uint32_t pid = rocpd_otf2_define_text(d, "pid"), rank = rocpd_otf2_define_text(d, "rank"), command = rocpd_otf2_define_text(d, "command"), n = 0;
  for (uint32_t i = 0; i < l->processes && !d->err->rc; i++) {
    const rocpd_export_process *p = &l->process[i];
    if (p->left_out) continue;
    node[i] = find_node(d, host_of(p), i, node, nodes);
    d->group[i] = n++;
    uint32_t name = take_text(d, rocpd_process_text(p));
    ROCPD_OTF2_DEFINE(d, LocationGroup, d->group[i], name, ROCPD_OTF2_PROCESS, node[i], ROCPD_OTF2_NONE);
    define_number(d, d->group[i], pid, p->pid);
    define_number(d, d->group[i], rank, p->rank < 0 ? ROCPD_NULL : p->rank);
    if (!p->command || !*p->command) continue;
    union OTF2_AttributeValue_union text = {.all = 0};
    text.string = rocpd_otf2_define_text(d, p->command);
    ROCPD_OTF2_DEFINE(d, LocationGroupProperty, d->group[i], command, ROCPD_OTF2_STRING, text);
  }
  return n;
}

/* Defines the group for counters without a process. */
static void define_nobody(rocpd_otf2_definitions *d, uint32_t self, const uint32_t *node, uint32_t *nodes) {
  const rocpd_export_layout *l = &d->w->x->layout;
  uint32_t nobody = rocpd_otf2_nobody(l);
  size_t i = 0;
  while (i < d->s->places && d->s->place[i].group != nobody) i++;
  if (i == d->s->places) return;
  uint32_t of = find_node(d, NO_HOST, (uint32_t)l->processes, node, nodes), name = rocpd_otf2_define_text(d, "no process");
  d->group[nobody] = self;
  ROCPD_OTF2_DEFINE(d, LocationGroup, self, name, ROCPD_OTF2_NO_TYPE, of, ROCPD_OTF2_NONE);
}

/* Defines the groups of processes and of their agents. */
static void define_groups(rocpd_otf2_definitions *d, uint32_t *node) {
  const rocpd_export_layout *l = &d->w->x->layout;
  uint32_t absolute = rocpd_otf2_define_text(d, "absolute_index"), nodes = 0, n = define_processes(d, node, &nodes);
  for (uint32_t i = 0; i < l->groups && !d->err->rc; i++) {
    uint32_t process = l->group[i].process, self = n;
    if (l->process[process].left_out) continue;
    uint32_t name = rocpd_otf2_define_text(d, l->group[i].name);
    d->group[l->processes + i] = n++;
    ROCPD_OTF2_DEFINE(d, LocationGroup, self, name, ROCPD_OTF2_ACCELERATOR, node[process], d->group[process]);
    define_number(d, self, absolute, l->group[i].agent);
  }
  define_nobody(d, n, node, &nodes);
}

static void define_places(rocpd_otf2_definitions *d) {
  const rocpd_otf2_place *p = d->s->place;
  uint32_t name = 0;
  for (size_t i = 0; i < d->s->places && !d->err->rc; i++) {
    if (!i || p[i].name != p[i - 1].name) name = rocpd_otf2_define_text(d, p[i].name);
    ROCPD_OTF2_DEFINE(d, Location, p[i].number, name, p[i].type, p[i].events, d->group[p[i].group]);
  }
}

static void define_all(rocpd_otf2_definitions *d, uint32_t *node) {
  define_clock(d);
  rocpd_otf2_number_contexts(d);
  define_strings(d);
  define_sources(d);
  define_regions(d);
  rocpd_otf2_define_contexts(d);
  define_attributes(d);
  define_groups(d, node);
  define_places(d);
  rocpd_otf2_define_metrics(d);
  rocpd_otf2_define_windows(d);
}

int rocpd_otf2_define(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  const rocpd_export_layout *l = &w->x->layout;
  rocpd_otf2_definitions d = {.w = w, .s = s, .err = err, .out = s->lib.Archive_GetGlobalDefWriter(s->archive[0].at)};
  if (!d.out) return rocpd_otf2_failed(w, 0, err);
  uint32_t *node = sqlite3_malloc64((l->processes * 2 + l->groups + 1) * sizeof *node);
  if (!node) return rocpd_no_memory(err);
  d.group = node + l->processes;
  define_all(&d, node);
  sqlite3_free(node);
  int code = err->rc ? 0 : rocpd_otf2_closed(s->lib.Archive_CloseGlobalDefWriter(s->archive[0].at, d.out));
  return code ? rocpd_otf2_failed(w, code, err) : err->rc;
}
