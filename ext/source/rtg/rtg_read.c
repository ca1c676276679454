/* Makes rows of the lines of rtg_tracer's files.
**
** Regions are calls and roctx ranges, in the lane of their thread, and barriers, in the lane of their queue. Ids are counted in each file, with the file's
** number in the upper bits, so they do not change when a file grows. */
#define _GNU_SOURCE
#include "rtg.h"
#include "domain.h"
#include "json.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_BYTES ((size_t)1 << 20)
#define FIRST_LINES 5 /* number of malformed lines that health names */

#define FILE_SHIFT 40
#define HOST_ID ((int64_t)1 << (FILE_SHIFT - 1)) /* ids of kernels that have only a packet record */

/* ---- what rows consist of */

static const uint8_t region_value[ROCPD_REGION_COLUMNS] = {
    ROCPD_SHOWS(REGION, id, RTG_R_ID), ROCPD_SHOWS(REGION, event_id, RTG_R_ID), ROCPD_SHOWS(REGION, stack_id, RTG_R_ID),
    ROCPD_SHOWS(REGION, category, RTG_R_CATEGORY), ROCPD_SHOWS(REGION, name, RTG_R_NAME), ROCPD_SHOWS(REGION, pid, RTG_R_PID),
    ROCPD_SHOWS(REGION, tid, RTG_R_TID), ROCPD_SHOWS(REGION, start, RTG_R_START), ROCPD_SHOWS(REGION, end, RTG_R_END),
    ROCPD_SHOWS(REGION, parent_stack_id, RTG_R_PARENT), ROCPD_SHOWS(REGION, extdata, RTG_R_EXTDATA), ROCPD_SHOWS(REGION, result, RTG_R_RESULT)};
const rocpd_row_layout rocpd_rtg_region = {
    ROCPD_KIND_REGION, RTG_R_VALUES, false, region_value, ROCPD_ZERO(REGION, corr_id),
    {{ROCPD_REGION_call_stack, "{}"}, {ROCPD_REGION_line_info, "{}"}}};

static const uint8_t kernel_value[ROCPD_KERNEL_COLUMNS] = {
    ROCPD_SHOWS(KERNEL, id, RTG_K_ID), ROCPD_SHOWS(KERNEL, event_id, RTG_K_EVENT), ROCPD_SHOWS(KERNEL, dispatch_id, RTG_K_DISPATCH),
    ROCPD_SHOWS(KERNEL, pid, RTG_K_PID), ROCPD_SHOWS(KERNEL, tid, RTG_K_TID), ROCPD_SHOWS(KERNEL, name, RTG_K_NAME),
    ROCPD_SHOWS(KERNEL, kernel_id, RTG_K_SYMBOL), ROCPD_SHOWS(KERNEL, agent_id, RTG_K_AGENT), ROCPD_SHOWS(KERNEL, agent_abs_index, RTG_K_AGENT_INDEX),
    ROCPD_SHOWS(KERNEL, agent_log_index, RTG_K_AGENT_INDEX), ROCPD_SHOWS(KERNEL, agent_type_index, RTG_K_AGENT_INDEX),
    ROCPD_SHOWS(KERNEL, queue_id, RTG_K_QUEUE), ROCPD_SHOWS(KERNEL, queue, RTG_K_QUEUE_NAME), ROCPD_SHOWS(KERNEL, start, RTG_K_START),
    ROCPD_SHOWS(KERNEL, end, RTG_K_END), ROCPD_SHOWS(KERNEL, grid_x, RTG_K_GRID), ROCPD_SHOWS(KERNEL, grid_y, RTG_K_GRID + 1),
    ROCPD_SHOWS(KERNEL, grid_z, RTG_K_GRID + 2), ROCPD_SHOWS(KERNEL, workgroup_x, RTG_K_WORKGROUP),
    ROCPD_SHOWS(KERNEL, workgroup_y, RTG_K_WORKGROUP + 1), ROCPD_SHOWS(KERNEL, workgroup_z, RTG_K_WORKGROUP + 2),
    ROCPD_SHOWS(KERNEL, stack_id, RTG_K_STACK), ROCPD_SHOWS(KERNEL, parent_stack_id, RTG_K_STACK)};
const rocpd_row_layout rocpd_rtg_kernel = {
    ROCPD_KIND_KERNEL, RTG_K_VALUES, false, kernel_value,
    ROCPD_ZERO(KERNEL, corr_id) | ROCPD_ZERO(KERNEL, graph_exec_id) | ROCPD_ZERO(KERNEL, graph_node_id) | ROCPD_ZERO(KERNEL, stream_id) |
        ROCPD_ZERO(KERNEL, code_object_id),
    {{ROCPD_KERNEL_category, rocz_category_kernels}, {ROCPD_KERNEL_region, ""}, {ROCPD_KERNEL_agent_type, "GPU"},
     {ROCPD_KERNEL_stream, "Default Stream"}}};

enum { C_ID, C_EVENT, C_PID, C_TID, C_NAME, C_START, C_END, C_SIZE, C_QUEUE, C_QUEUE_NAME,
       C_DST, C_SRC = C_DST + ROCPD_SIDE_VALUES, C_VALUES = C_SRC + ROCPD_SIDE_VALUES };
static const uint8_t copy_value[ROCPD_COPY_COLUMNS] = {
    ROCPD_SHOWS(COPY, id, C_ID), ROCPD_SHOWS(COPY, event_id, C_EVENT), ROCPD_SHOWS(COPY, pid, C_PID), ROCPD_SHOWS(COPY, tid, C_TID),
    ROCPD_SHOWS(COPY, name, C_NAME), ROCPD_SHOWS(COPY, start, C_START), ROCPD_SHOWS(COPY, end, C_END), ROCPD_SHOWS(COPY, size, C_SIZE),
    ROCPD_SHOWS(COPY, queue_id, C_QUEUE), ROCPD_SHOWS(COPY, queue_name, C_QUEUE_NAME), ROCPD_SHOWS_SIDE(dst, C_DST), ROCPD_SHOWS_SIDE(src, C_SRC)};
const rocpd_row_layout rocpd_rtg_copy = {
    ROCPD_KIND_COPY, C_VALUES, true, copy_value,
    ROCPD_ZERO(COPY, corr_id) | ROCPD_ZERO(COPY, graph_exec_id) | ROCPD_ZERO(COPY, graph_node_id) | ROCPD_ZERO(COPY, stream_id) |
        ROCPD_ZERO(COPY, stack_id) | ROCPD_ZERO(COPY, parent_stack_id),
    {{ROCPD_COPY_category, rocz_category_copies}, {ROCPD_COPY_region_name, ""}, {ROCPD_COPY_extdata, "{}"}, {ROCPD_COPY_stream_name, "Default Stream"}}};

enum { S_ID, S_PID, S_TID, S_TIME, S_EXTDATA, S_VALUES };
static const uint8_t sample_value[ROCPD_SAMPLE_COLUMNS] = {
    ROCPD_SHOWS(SAMPLE, id, S_ID), ROCPD_SHOWS(SAMPLE, event_id, S_ID), ROCPD_SHOWS(SAMPLE, stack_id, S_ID), ROCPD_SHOWS(SAMPLE, pid, S_PID),
    ROCPD_SHOWS(SAMPLE, tid, S_TID), ROCPD_SHOWS(SAMPLE, timestamp, S_TIME), ROCPD_SHOWS(SAMPLE, extdata, S_EXTDATA)};
const rocpd_row_layout rocpd_rtg_sample = {
    ROCPD_KIND_SAMPLE, S_VALUES, true, sample_value, ROCPD_ZERO(SAMPLE, corr_id) | ROCPD_ZERO(SAMPLE, parent_stack_id),
    {{ROCPD_SAMPLE_category, rocz_category_marker_core}, {ROCPD_SAMPLE_name, "roctxMarkA"}, {ROCPD_SAMPLE_call_stack, "{}"}, {ROCPD_SAMPLE_line_info, "{}"}}};

enum { A_ID, A_PID, A_POSITION, A_NAME, A_VALUE, A_VALUES };
static const uint8_t arg_value[ROCPD_ARG_COLUMNS] = {
    ROCPD_SHOWS(ARG, id, A_ID), ROCPD_SHOWS(ARG, event_id, A_ID), ROCPD_SHOWS(ARG, pid, A_PID), ROCPD_SHOWS(ARG, position, A_POSITION),
    ROCPD_SHOWS(ARG, name, A_NAME), ROCPD_SHOWS(ARG, value, A_VALUE)};
const rocpd_row_layout rocpd_rtg_arg = {ROCPD_KIND_ARG, A_VALUES, true, arg_value, 0, {{ROCPD_ARG_type, ""}}};

/* ---- one line */

typedef struct reader {
  rocpd_rtg *f;
  bool args; /* only arguments are read */
  uint32_t file;
  uint64_t line;                           /* number of the line in the file */
  int64_t regions, kernels, copies, hosts; /* number of ids used in the file so far */
  int64_t nothing;                         /* "{}" */
  rocpd_rtg_line rest;                     /* the parsed line */
} reader;

static int64_t next_id(const reader *r, int64_t *count) { return ((int64_t)r->file << FILE_SHIFT) + ++*count; }

static int intern(reader *r, rocpd_rtg_text text, int64_t *id) {
  return rocpd_intern(r->f->whole.source.session, text.at ? text.at : "", (int64_t)text.size, id);
}

static int intern_object(reader *r, const char *key, rocpd_rtg_text text, int64_t *id) {
  return rocpd_json_intern(r->f->whole.source.session, key, text.at, text.size, id);
}

/* Makes the extdata of calls that launch a kernel; all calls for the same kernel share it. */
static int kernel_details(reader *r, rocpd_rtg_text kernel, int64_t *id) {
  int64_t name;
  int rc = intern(r, kernel, &name);
  if (rc != SQLITE_OK) return rc;
  *id = (int64_t)rocpd_map_get(&r->f->kernel_details, (uint64_t)name, UINT64_MAX);
  if (*id >= 0) return SQLITE_OK;
  rc = intern_object(r, "kernel", kernel, id);
  return rc == SQLITE_OK ? rocpd_map_set(&r->f->kernel_details, (uint64_t)name, (uint64_t)*id) : rc;
}

static void check_interval(rocpd_rtg *f, const rocpd_rtg_line *l) { f->negative += l->end < l->start; }

static const char *call_category(const rocpd_rtg_line *l, enum rocpd_rtg_form form) {
  const char *known = rocpd_category_of_function(l->name.at, l->name.size);
  return known ? known : form == RTG_HIP ? rocz_category_hip : rocz_category_hsa;
}

/* Adds a region to a lane; the caller sets its extdata. */
static int64_t *add_region(reader *r, uint32_t lane, int64_t id, const char *category, rocpd_rtg_text name, int *rc) {
  const rocpd_rtg_line *l = &r->rest;
  int64_t *row = rocpd_row_store_add(&r->f->region, lane);
  *rc = row ? rocpd_intern(r->f->whole.source.session, category, -1, &row[RTG_R_CATEGORY]) : SQLITE_NOMEM;
  if (*rc == SQLITE_OK) *rc = intern(r, name, &row[RTG_R_NAME]);
  if (*rc != SQLITE_OK) return NULL;
  row[RTG_R_ID] = id;
  row[RTG_R_PID] = l->pid;
  row[RTG_R_TID] = l->tid;
  row[RTG_R_START] = l->start;
  row[RTG_R_END] = l->end;
  row[RTG_R_PARENT] = 0;
  row[RTG_R_EXTDATA] = r->nothing;
  row[RTG_R_RESULT] = l->result;
  check_interval(r->f, l);
  return row;
}

static int take_call(reader *r, enum rocpd_rtg_form form, int64_t id) {
  const rocpd_rtg_line *l = &r->rest;
  uint32_t thread;
  int rc = rocpd_pair_number(&r->f->whole.entities.thread, l->pid, l->tid, &thread);
  int64_t *row = rc == SQLITE_OK ? add_region(r, RTG_LANE_OF_THREAD(thread), id, call_category(l, form), l->name, &rc) : NULL;
  return row && l->kernel.at ? kernel_details(r, l->kernel, &row[RTG_R_EXTDATA]) : rc;
}

static int take_marker(reader *r, enum rocpd_rtg_form form, int64_t id) {
  static const rocpd_rtg_text range = {"roctxRange", 10};
  const rocpd_rtg_line *l = &r->rest;
  uint32_t thread;
  int rc = rocpd_pair_number(&r->f->whole.entities.thread, l->pid, l->tid, &thread);
  if (rc != SQLITE_OK) return rc;
  if (form == RTG_RANGE) {
    int64_t *row = add_region(r, RTG_LANE_OF_THREAD(thread), id, rocz_category_markers, range, &rc);
    return row ? intern_object(r, "message", l->name, &row[RTG_R_EXTDATA]) : rc;
  }
  int64_t *row = rocpd_row_store_add(&r->f->sample, thread);
  if (!row) return SQLITE_NOMEM;
  row[S_ID] = id;
  row[S_PID] = l->pid;
  row[S_TID] = l->tid;
  row[S_TIME] = l->start;
  return intern_object(r, "message", l->name, &row[S_EXTDATA]);
}

/* Finds the number of the line's queue. */
static int queue_of(reader *r, uint32_t *queue) {
  const rocpd_rtg_line *l = &r->rest;
  uint32_t agent;
  int rc = rocpd_pair_number(&r->f->whole.entities.agent, l->pid, l->agent, &agent);
  return rc == SQLITE_OK ? rocpd_pair_number(&r->f->whole.entities.queue, agent, l->queue, queue) : rc;
}

/* {"queue": Q, "signal": S, "dependencies": [...]} */
static int barrier_details(reader *r, int64_t *id) {
  const rocpd_rtg_line *l = &r->rest;
  sqlite3_str *s = sqlite3_str_new(NULL);
  const char *comma = "";
  sqlite3_str_appendf(s, "{\"agent\": %llu, \"queue\": %lld", l->agent, l->queue == ROCPD_NULL ? 0 : l->queue);
  if (l->signal) sqlite3_str_appendf(s, ", \"signal\": %llu", l->signal);
  sqlite3_str_appendall(s, ", \"dependencies\": [");
  for (int i = 0; i < RTG_DEPENDENCIES; i++) {
    if (!l->dependency[i]) continue;
    sqlite3_str_appendf(s, "%s%llu", comma, l->dependency[i]);
    comma = ", ";
  }
  sqlite3_str_appendall(s, "]}");
  return rocpd_intern_str(r->f->whole.source.session, s, id);
}

static int take_barrier(reader *r, int64_t id) {
  static const rocpd_rtg_text barrier = {"barrier", 7};
  uint32_t queue, thread;
  int rc = queue_of(r, &queue);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&r->f->whole.entities.thread, r->rest.pid, r->rest.tid, &thread);
  if (rc != SQLITE_OK) return rc;
  int64_t *row = add_region(r, RTG_LANE_OF_QUEUE(queue), id, rocz_category_barriers, r->rest.name.size ? r->rest.name : barrier, &rc);
  return row ? barrier_details(r, &row[RTG_R_EXTDATA]) : rc;
}

static int take_host(reader *r) {
  rocpd_rtg *f = r->f;
  const rocpd_rtg_line *l = &r->rest;
  int rc = rocpd_array_push_reserve(&f->host, f->hosts, sizeof(*f->host));
  if (rc != SQLITE_OK) return rc;
  rocpd_rtg_host *h = &f->host[f->hosts];
  *h = (rocpd_rtg_host){.number = next_id(r, &r->hosts) + HOST_ID, .pid = l->pid, .tid = l->tid, .id = l->id, .tick = l->start};
  memcpy(h->workgroup, l->workgroup, sizeof(h->workgroup));
  memcpy(h->grid, l->grid, sizeof(h->grid));
  rc = intern(r, l->name, &h->name);
  if (rc == SQLITE_OK) rc = queue_of(r, &h->queue);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&f->whole.entities.thread, l->pid, l->tid, &h->thread);
  f->hosts += rc == SQLITE_OK;
  return rc;
}

int64_t *rocpd_rtg_add_kernel(rocpd_rtg *f, uint32_t queue, int64_t id, int64_t name, int *rc) {
  uint32_t agent = (uint32_t)f->whole.entities.queue.pair[queue].a, symbol;
  int64_t *row = rocpd_row_store_add(&f->kernel, queue);
  *rc = row ? rocpd_entity_table_symbol(&f->whole.entities, name, &symbol) : SQLITE_NOMEM;
  if (*rc == SQLITE_OK) *rc = rocpd_entity_queue_name(&f->whole.entities, queue, &row[RTG_K_QUEUE_NAME]);
  if (*rc != SQLITE_OK) return NULL;
  row[RTG_K_ID] = id;
  row[RTG_K_EVENT] = ROCPD_ENTITY_KERNEL_EVENT + id;
  row[RTG_K_PID] = f->whole.entities.agent.pair[agent].a;
  row[RTG_K_NAME] = f->whole.entities.symbol[symbol].shown;
  row[RTG_K_SYMBOL] = ROCPD_ENTITY_ID(symbol);
  row[RTG_K_AGENT] = ROCPD_ENTITY_ID(agent);
  row[RTG_K_AGENT_INDEX] = rocpd_entity_agent_index(&f->whole.entities, agent);
  row[RTG_K_QUEUE] = rocpd_entity_queue_id(&f->whole.entities, queue);
  row[RTG_K_STACK] = 0;
  return row;
}

static int take_kernel(reader *r) {
  const rocpd_rtg_line *l = &r->rest;
  uint32_t queue, thread;
  int64_t name;
  int rc = queue_of(r, &queue);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&r->f->whole.entities.thread, l->pid, l->tid, &thread);
  if (rc == SQLITE_OK) rc = intern(r, l->name, &name);
  if (rc != SQLITE_OK) return rc;
  int64_t *row = rocpd_rtg_add_kernel(r->f, queue, next_id(r, &r->kernels), name, &rc);
  if (!row) return rc;
  row[RTG_K_DISPATCH] = l->id;
  row[RTG_K_TID] = l->tid;
  row[RTG_K_START] = l->start;
  row[RTG_K_END] = l->end;
  check_interval(r->f, l);
  return SQLITE_OK;
}

/* Only HCC_PROFILE states the direction. In other files, the GPU of the record is shown as destination. */
static int fill_sides(reader *r, int64_t *row, uint32_t agent) {
#define IS(text) (r->rest.name.size >= sizeof(text) - 1 && memcmp(r->rest.name.at, text, sizeof(text) - 1) == 0)
  bool from_host = IS("HostToDevice"), to_host = IS("DeviceToHost"), within = IS("DeviceToDevice");
#undef IS
  int rc = rocpd_entity_table_side(&r->f->whole.entities, agent, !to_host, row + C_DST);
  return rc == SQLITE_OK && (from_host || to_host || within) ? rocpd_entity_table_side(&r->f->whole.entities, agent, !from_host, row + C_SRC) : rc;
}

static int take_copy(reader *r) {
  static const rocpd_rtg_text copy = {"copy", 4};
  const rocpd_rtg_line *l = &r->rest;
  uint32_t agent, queue, thread;
  int rc = rocpd_pair_number(&r->f->whole.entities.agent, l->pid, l->agent, &agent);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&r->f->whole.entities.queue, agent, l->queue, &queue);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&r->f->whole.entities.thread, l->pid, l->tid, &thread);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&r->f->copy, agent) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[C_ID] = next_id(r, &r->copies);
  row[C_EVENT] = ROCPD_ENTITY_COPY_EVENT + row[C_ID];
  row[C_PID] = l->pid;
  row[C_TID] = l->tid;
  row[C_START] = l->start;
  row[C_END] = l->end;
  row[C_SIZE] = l->size;
  row[C_QUEUE] = rocpd_entity_queue_id(&r->f->whole.entities, queue);
  check_interval(r->f, l);
  rc = intern(r, l->name.size ? l->name : copy, &row[C_NAME]);
  if (rc == SQLITE_OK) rc = rocpd_entity_queue_name(&r->f->whole.entities, queue, &row[C_QUEUE_NAME]);
  return rc == SQLITE_OK ? fill_sides(r, row, agent) : rc;
}

/* Notes the first line numbers, as "FILE: lines 3, 8, ...". */
static int note_line(const reader *r, char **list, uint64_t count) {
  if (count > FIRST_LINES) return SQLITE_OK;
  const char *path = r->f->file[r->file].path;
  char *more = *list ? sqlite3_mprintf("%s, %llu", *list, r->line) : sqlite3_mprintf("first in %s: lines %llu", path, r->line);
  if (!more) return SQLITE_NOMEM;
  sqlite3_free(*list);
  *list = more;
  return SQLITE_OK;
}

static int take_rows(reader *r, enum rocpd_rtg_form form, int64_t region) {
  switch (form) {
    case RTG_OTHER: return note_line(r, &r->f->other, r->f->form[form]);
    case RTG_MALFORMED: return note_line(r, &r->f->malformed, r->f->form[form]);
    case RTG_HIP: case RTG_HSA: return take_call(r, form, region);
    case RTG_RANGE: case RTG_MARK: return take_marker(r, form, region);
    case RTG_BARRIER: case RTG_VENDOR: case RTG_PROFILE_BARRIER: return take_barrier(r, region);
    case RTG_DISPATCH_HOST: return take_host(r);
    case RTG_DISPATCH: case RTG_PROFILE_KERNEL: return take_kernel(r);
    case RTG_COPY: case RTG_PROFILE_COPY: return take_copy(r);
    default: return SQLITE_OK; /* records of writing a barrier have no row; the record of its execution does */
  }
}

static bool has_region_id(enum rocpd_rtg_form form) {
  return form == RTG_HIP || form == RTG_HSA || form == RTG_RANGE || form == RTG_MARK || form == RTG_BARRIER || form == RTG_VENDOR ||
         form == RTG_PROFILE_BARRIER;
}

typedef struct arg_adder {
  reader *r;
  int64_t id;
} arg_adder;

static int add_arg(void *to, int position, rocpd_rtg_text name, rocpd_rtg_text value) {
  arg_adder *a = to;
  uint32_t thread;
  int rc = rocpd_pair_number(&a->r->f->whole.entities.thread, a->r->rest.pid, a->r->rest.tid, &thread);
  int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(&a->r->f->arg, thread) : NULL;
  if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  row[A_ID] = a->id;
  row[A_PID] = a->r->rest.pid;
  row[A_POSITION] = position;
  rc = intern(a->r, name, &row[A_NAME]);
  return rc == SQLITE_OK ? intern(a->r, value, &row[A_VALUE]) : rc;
}

static int take_line(reader *r, const char *line, size_t size) {
  if (size && line[size - 1] == '\r') size--;
  enum rocpd_rtg_form form = rocpd_rtg_parse(line, size, &r->rest);
  int64_t region = has_region_id(form) ? next_id(r, &r->regions) : 0;
  r->line++;
  bool has_args = (form == RTG_HIP || form == RTG_HSA) && r->rest.args.size;
  if (r->args) return has_args ? rocpd_rtg_args(r->rest.args, add_arg, &(arg_adder){r, region}) : SQLITE_OK;
  r->f->lines++;
  if (form == RTG_OTHER && !size) return SQLITE_OK;
  r->f->form[form]++;
  return take_rows(r, form, region);
}

/* ---- files */

/* Takes the complete lines of the buffer; *rest is the offset of a last line without an end. */
static int take_lines(reader *r, const char *buffer, size_t size, size_t *rest) {
  const char *at = buffer, *end = buffer + size, *stop;
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && (stop = memchr(at, '\n', (size_t)(end - at)))) {
    rc = take_line(r, at, (size_t)(stop - at));
    at = stop + 1;
  }
  *rest = (size_t)(at - buffer);
  return rc;
}

static int read_failed(const reader *r, rocpd_error *err) {
  return rocpd_fail(err, rocpd_code_of(errno, SQLITE_IOERR), "cannot read %s: %s", r->f->file[r->file].path, strerror(errno));
}

/* Reads up to `limit` bytes; *done: number of bytes taken. A last line without an end may still be being written, so it is left for the next time. */
static int read_lines(reader *r, int fd, uint64_t limit, uint64_t *done, rocpd_error *err) {
  size_t capacity = BUFFER_BYTES, kept = 0, rest;
  char *buffer = sqlite3_malloc64(capacity);
  int rc = buffer ? SQLITE_OK : SQLITE_NOMEM;
  for (*done = 0; rc == SQLITE_OK && *done < limit;) {
    size_t room = capacity - kept;
    ssize_t n = read(fd, buffer + kept, room < limit - *done ? room : (size_t)(limit - *done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) rc = read_failed(r, err);
    if (n <= 0) break;
    *done += (uint64_t)n;
    rc = take_lines(r, buffer, kept + (size_t)n, &rest);
    kept = kept + (size_t)n - rest;
    memmove(buffer, buffer + rest, kept);
    if (rc == SQLITE_OK && rocpd_interrupted(r->f->whole.source.session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    if (rc == SQLITE_OK && kept == capacity) {
      char *more = sqlite3_realloc64(buffer, capacity * 2);
      if (more) buffer = more, capacity *= 2;
      else rc = SQLITE_NOMEM;
    }
  }
  if (!r->args) r->f->cut += kept > 0, r->f->cut_bytes += kept;
  sqlite3_free(buffer);
  return rocpd_fail_code(err, rc);
}

static int read_file(reader *r, rocpd_error *err) {
  rocpd_rtg_file *file = &r->f->file[r->file];
  int fd = open(file->path, O_RDONLY | O_CLOEXEC);
  uint64_t done;
  if (fd < 0) return rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s: %s", file->path, strerror(errno));
  int rc = read_lines(r, fd, r->args ? file->read : UINT64_MAX, &done, err);
  close(fd);
  if (rc == SQLITE_OK && !r->args) file->read = done;
  return rc;
}

static int read_files(rocpd_rtg *f, bool args, rocpd_error *err) {
  int64_t nothing;
  int rc = rocpd_intern(f->whole.source.session, "{}", 2, &nothing);
  for (size_t i = 0; rc == SQLITE_OK && i < f->files; i++) {
    reader r = {.f = f, .args = args, .file = (uint32_t)i, .nothing = nothing};
    rc = read_file(&r, err);
  }
  return rocpd_fail_code(err, rc);
}

int rocpd_rtg_read(rocpd_rtg *f, rocpd_error *err) { return read_files(f, false, err); }
int rocpd_rtg_read_args(rocpd_rtg *f, rocpd_error *err) { return read_files(f, true, err); }
