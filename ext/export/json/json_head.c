/* The part of a JSON trace before the events, and the names of processes and threads. See json_write.h. */
#include "json_write.h"

/* Ids for lanes without a tid. They are larger than any tid of Linux, and than any pid made here, since readers look for pids among tids, too. */
#define FIRST_OTHER_TID (3 << 29)
#define MOST_TID (1 << 30)

/* With "arrange":"domain": the pid of a group that has a title. */
static int64_t pid_of_group(int group) {
  int64_t pid = 1;
  for (int g = 0; g < group; g++) pid += rocz_groups[g].title != NULL;
  return pid;
}

/* ---- otherData ---- */

static char *put_member(char *p, const char *key, const char *text) {
  p = put_bytes(p, key, strlen(key));
  return put_quoted(p, text, strlen(text));
}

static char *put_number(char *p, const char *key, int64_t number) {
  p = put_bytes(p, key, strlen(key));
  return put_int(p, number);
}

static int put_all(rocpd_writer *w, const char *text, rocpd_error *err) { return rocpd_buffer_add(&w->out, (const uint8_t *)text, strlen(text), err); }

/* Describes a source, and says how its times become wall-clock times. */
static int write_source(rocpd_writer *w, const rocpd_source *source, bool first, rocpd_error *err) {
  size_t room = strlen(source->path) + (source->info.host ? strlen(source->info.host) : 0);
  int64_t wall = rocpd_source_wall_offset_ns(source);
  char *p = (char *)rocpd_buffer_reserve(&w->out, 128 + room * 6, err);
  if (!p) return err->rc;
  p = put_member(p, first ? "\n{\"file\":" : ",\n{\"file\":", source->path);
  if (source->info.host) p = put_member(p, ",\"host\":", source->info.host);
  if (wall != ROCPD_NULL) {
    p = PUT(p, ",\"add_for_utc_ns\":\"");
    p = rocpd_put_signed(p, wall);
    *p++ = '"';
  }
  *p++ = '}';
  rocpd_buffer_commit(&w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int describe_process(rocpd_writer *w, const rocpd_export_process *process, bool first, rocpd_error *err) {
  size_t room = strlen(process->name) + strlen(process->command) + (process->host ? strlen(process->host) : 0);
  char *p = (char *)rocpd_buffer_reserve(&w->out, 256 + room * 6, err);
  if (!p) return err->rc;
  p = put_number(p, first ? "\n{\"pid\":" : ",\n{\"pid\":", process->shown_pid);
  if (process->pid != ROCPD_NULL && process->pid != process->shown_pid) p = put_number(p, ",\"real_pid\":", process->pid);
  if (process->rank != ROCPD_NULL && process->rank >= 0) p = put_number(p, ",\"rank\":", process->rank);
  if (process->host) p = put_member(p, ",\"host\":", process->host);
  if (*process->command) p = put_member(p, ",\"command\":", process->command);
  *p++ = '}';
  rocpd_buffer_commit(&w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_other_data(rocpd_writer *w, rocpd_error *err) {
  const rocpd_json_state *f = w->state;
  const rocpd_export_layout *l = &w->x->layout;
  char *p = (char *)rocpd_buffer_reserve(&w->out, 256, err);
  if (!p) return err->rc;
  p = PUT(p, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"rocpd\":\"" ROCPD_VERSION "\",\"clock\":\"BOOTTIME\",\"base_ns\":\"");
  p = rocpd_put_signed(p, f->base);
  p = PUT(p, "\",\"sources\":[");
  rocpd_buffer_commit(&w->out, (uint8_t *)p);
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sources && !rc; i++) rc = write_source(w, source[i], i == 0, err);
  if (!rc) rc = put_all(w, "],\n\"processes\":[", err);
  bool first = true;
  for (size_t i = 0; i < l->processes && !rc; i++) {
    if (l->process[i].left_out) continue;
    rc = describe_process(w, &l->process[i], first, err);
    first = false;
  }
  return rc ? rc : put_all(w, "]},\n\"traceEvents\":[", err);
}

/* ---- names of processes and lanes ---- */

/* A metadata event: {"ph":"M",...,"name":kind,"args":{key:text or number}}. */
static int write_metadata(rocpd_writer *w, int64_t pid, int64_t tid, const char *kind, const char *key, const char *text, int64_t number, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  size_t size = text ? strlen(text) : 0;
  char *p = (char *)rocpd_buffer_reserve(&w->out, 256 + size * 6, err);
  if (!p) return err->rc;
  if (!f->first) *p++ = ',';
  f->first = false;
  p = put_number(p, "\n{\"ph\":\"M\",\"pid\":", pid);
  p = put_number(p, ",\"tid\":", tid);
  p = put_member(p, ",\"name\":", kind);
  p = PUT(p, ",\"args\":{\"");
  p = put_bytes(p, key, strlen(key));
  p = text ? put_member(p, "\":", text) : put_number(p, "\":", number);
  rocpd_buffer_commit(&w->out, (uint8_t *)PUT(p, "}}"));
  return SQLITE_OK;
}

int rocpd_json_name_process(rocpd_writer *w, int64_t pid, const char *name, int64_t place, rocpd_error *err) {
  int rc = name ? write_metadata(w, pid, 0, "process_name", "name", name, 0, err) : rocpd_no_memory(err);
  return rc ? rc : write_metadata(w, pid, 0, "process_sort_index", "sort_index", NULL, place, err);
}

/* The process's own name, and what distinguishes it from others; readers show this nowhere else. */
static char *process_title(const rocpd_export_process *p) {
  return p->label ? sqlite3_mprintf("%s (%s)", p->name, p->label) : sqlite3_mprintf("%s", p->name);
}

/* Adds the process to a text, if there are several. */
static char *titled(const rocpd_export_layout *l, uint32_t process, const char *text) {
  const rocpd_export_process *p = &l->process[process];
  char *title = l->processes > 1 ? process_title(p) : NULL;
  char *out = l->processes == 1 ? sqlite3_mprintf("%s", text) : title ? sqlite3_mprintf("%s of %s %d", text, title, p->shown_pid) : NULL;
  sqlite3_free(title);
  return out;
}

static int write_processes(rocpd_writer *w, rocpd_error *err) {
  rocpd_export_layout *l = &w->x->layout;
  int arrange = w->x->option.arrange, rc = SQLITE_OK;
  int64_t per_process = (int64_t)l->groups + 1;
  for (int g = 0; g < ROCZ_GROUPS && arrange == ROCPD_ARRANGE_DOMAIN && !rc; g++)
    if (rocz_groups[g].title) rc = rocpd_json_name_process(w, pid_of_group(g), rocz_groups[g].title, pid_of_group(g) - 1, err);
  for (size_t i = 0; i < l->processes && arrange != ROCPD_ARRANGE_DOMAIN && !rc; i++) {
    if (l->process[i].left_out) continue;
    char *title = process_title(&l->process[i]);
    rc = rocpd_json_name_process(w, l->process[i].shown_pid, title, (int64_t)i * per_process, err);
    sqlite3_free(title);
  }
  for (size_t i = 0; i < l->groups && arrange == ROCPD_ARRANGE_AGENT && !rc; i++) {
    uint32_t process = l->group[i].process;
    if (l->process[process].left_out || !rocpd_numbers_match(&w->x->option.agents, l->group[i].agent)) continue;
    char *name = titled(l, process, l->group[i].name);
    rc = rocpd_json_name_process(w, l->group[i].shown_pid, name, (int64_t)process * per_process + (int64_t)i + 1, err);
    sqlite3_free(name);
  }
  return rc;
}

char *rocpd_json_name_in(const rocpd_writer *w, uint32_t process, uint32_t group, const char *text) {
  const rocpd_export_layout *l = &w->x->layout;
  if (w->x->option.arrange == ROCPD_ARRANGE_AGENT) return sqlite3_mprintf("%s", text);
  char *own = group == ROCPD_NO_GROUP ? sqlite3_mprintf("%s", text) : sqlite3_mprintf("%s %s", l->group[group].name, text);
  if (!own || w->x->option.arrange == ROCPD_ARRANGE_PROCESS) return own;
  char *name = titled(l, process, own);
  sqlite3_free(own);
  return name;
}

int64_t rocpd_json_pid_of(const rocpd_writer *w, uint32_t process, uint32_t gpu, int group) {
  const rocpd_export_layout *l = &w->x->layout;
  if (w->x->option.arrange == ROCPD_ARRANGE_DOMAIN) return pid_of_group(group);
  return gpu != ROCPD_NO_GROUP && w->x->option.arrange == ROCPD_ARRANGE_AGENT ? l->group[gpu].shown_pid : l->process[process].shown_pid;
}

void rocpd_json_thread_of(const rocpd_writer *w, const rocpd_track *t, size_t lane, int group, int64_t *pid, int64_t *tid) {
  int arrange = w->x->option.arrange;
  const rocpd_export_layout *l = &w->x->layout;
  /* By the track, not by the order of events: the same in each export. */
  *pid = rocpd_json_pid_of(w, t->process, t->group, group), *tid = FIRST_OTHER_TID + (t - l->track) + (int64_t)(l->tracks * lane);
  if (arrange != ROCPD_ARRANGE_DOMAIN && t->class == ROCPD_EVENT_REGION && lane == 0 && t->key > 0 && t->key < MOST_TID) *tid = t->key;
  else if (t->group != ROCPD_NO_GROUP && arrange == ROCPD_ARRANGE_AGENT) *tid = (int64_t)(t->first_lane + lane) + 1;
}

int rocpd_json_name_thread(rocpd_writer *w, const rocpd_track *t, size_t lane, int group, rocpd_error *err) {
  int64_t pid, tid;
  rocpd_json_thread_of(w, t, lane, group, &pid, &tid);
  char *name = rocpd_json_name_in(w, t->process, t->group, t->name);
  int rc = name ? SQLITE_OK : rocpd_no_memory(err);
  if (!rc) rc = write_metadata(w, pid, tid, "thread_name", "name", name, 0, err);
  if (!rc) rc = write_metadata(w, pid, tid, "thread_sort_index", "sort_index", NULL, t - w->x->layout.track, err);
  sqlite3_free(name);
  return rc;
}

int rocpd_json_make_head(rocpd_writer *w, const rocpd_track *t, size_t lane, int group, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  int64_t pid, tid;
  rocpd_json_thread_of(w, t, lane, group, &pid, &tid);
  int rc = rocpd_json_name_thread(w, t, lane, group, err);
  rocpd_json_head *head = &f->head[group];
  char *p = PUT(head->text, ",\n{\"ph\":\"X\",\"pid\":");
  p = rocpd_put_signed(p, pid);
  p = PUT(p, ",\"tid\":");
  p = rocpd_put_signed(p, tid);
  p = PUT(p, ",\"ts\":");
  head->size = (uint32_t)(p - head->text), head->first = INT64_MAX;
  return rc;
}

/* ---- everything ---- */

int rocpd_json_begin(rocpd_writer *w, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  const rocpd_export_layout *l = &w->x->layout;
  f->first = true, f->base = rocpd_export_first_time(w->x);
  int rc = SQLITE_OK;
  if (l->min_time <= l->max_time && (uint64_t)l->max_time - (uint64_t)l->min_time > 1ull << 53)
    rc = rocpd_export_warn(w->x, err, "times are more than 104 days apart: readers of JSON round those far from the first");
  if (!rc) rc = write_other_data(w, err);
  if (!rc) rc = write_processes(w, err);
  return rc;
}
