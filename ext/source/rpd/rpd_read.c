/* Makes rows of the tables of rocmProfileData.
**
**   rocpd_api         regions: calls, and markers (UserMarker) with their text; a marker
**                     without a duration is a sample
**   rocpd_op          kernels; copies (Copy...); barriers are regions of their queue
**   rocpd_api_ops     which call an op is of
**   rocpd_kernelapi, rocpd_copyapi   what calls say of their ops
**   rocpd_stackframe  call_stack of regions
**   rocpd_monitor, rocpd_counter     counters
**
** Ids are those of the file: the call's for a region, the op's for a kernel or copy. */
#include "rpd.h"
#include "domain.h"
#include "json.h"
#include "row_list.h"

/* Ids of regions that are ops begin here. */
#define BARRIER_ID ((int64_t)1 << 61)
#define COUNTER_ID ((int64_t)1 << 61) /* ids of rows of rocpd_counter begin here, after those of rocpd_monitor */

/* Lanes of regions. */
#define LANE_OF_THREAD(thread) ((thread) * 2)
#define LANE_OF_QUEUE(queue) ((queue) * 2 + 1)

/* ---- what rows consist of */

enum { R_ID, R_CATEGORY, R_NAME, R_PID, R_TID, R_START, R_END, R_EXTDATA, R_STACK, R_VALUES };
static const uint8_t region_value[ROCPD_REGION_COLUMNS] = {
    ROCPD_SHOWS(REGION, id, R_ID), ROCPD_SHOWS(REGION, event_id, R_ID), ROCPD_SHOWS(REGION, stack_id, R_ID),
    ROCPD_SHOWS(REGION, category, R_CATEGORY), ROCPD_SHOWS(REGION, name, R_NAME), ROCPD_SHOWS(REGION, pid, R_PID), ROCPD_SHOWS(REGION, tid, R_TID),
    ROCPD_SHOWS(REGION, start, R_START), ROCPD_SHOWS(REGION, end, R_END), ROCPD_SHOWS(REGION, extdata, R_EXTDATA),
    ROCPD_SHOWS(REGION, call_stack, R_STACK)};
const rocpd_row_layout rocpd_rpd_region = {
    ROCPD_KIND_REGION, R_VALUES, true, region_value, ROCPD_ZERO(REGION, corr_id) | ROCPD_ZERO(REGION, parent_stack_id),
    {{ROCPD_REGION_line_info, "{}"}}};

enum { K_ID, K_EVENT, K_PID, K_TID, K_NAME, K_SYMBOL, K_AGENT, K_AGENT_INDEX, K_QUEUE, K_QUEUE_NAME, K_STREAM, K_STREAM_NAME, K_START, K_END,
       K_GRID, K_WORKGROUP = K_GRID + 3, K_LDS = K_WORKGROUP + 3, K_SCRATCH, K_STACK, K_VALUES };
static const uint8_t kernel_value[ROCPD_KERNEL_COLUMNS] = {
    ROCPD_SHOWS(KERNEL, id, K_ID), ROCPD_SHOWS(KERNEL, event_id, K_EVENT), ROCPD_SHOWS(KERNEL, dispatch_id, K_ID), ROCPD_SHOWS(KERNEL, pid, K_PID),
    ROCPD_SHOWS(KERNEL, tid, K_TID), ROCPD_SHOWS(KERNEL, name, K_NAME), ROCPD_SHOWS(KERNEL, kernel_id, K_SYMBOL),
    ROCPD_SHOWS(KERNEL, agent_id, K_AGENT), ROCPD_SHOWS(KERNEL, agent_abs_index, K_AGENT_INDEX), ROCPD_SHOWS(KERNEL, agent_log_index, K_AGENT_INDEX),
    ROCPD_SHOWS(KERNEL, agent_type_index, K_AGENT_INDEX), ROCPD_SHOWS(KERNEL, queue_id, K_QUEUE), ROCPD_SHOWS(KERNEL, queue, K_QUEUE_NAME),
    ROCPD_SHOWS(KERNEL, stream_id, K_STREAM), ROCPD_SHOWS(KERNEL, stream, K_STREAM_NAME), ROCPD_SHOWS(KERNEL, start, K_START),
    ROCPD_SHOWS(KERNEL, end, K_END), ROCPD_SHOWS(KERNEL, grid_x, K_GRID), ROCPD_SHOWS(KERNEL, grid_y, K_GRID + 1),
    ROCPD_SHOWS(KERNEL, grid_z, K_GRID + 2), ROCPD_SHOWS(KERNEL, workgroup_x, K_WORKGROUP), ROCPD_SHOWS(KERNEL, workgroup_y, K_WORKGROUP + 1),
    ROCPD_SHOWS(KERNEL, workgroup_z, K_WORKGROUP + 2), ROCPD_SHOWS(KERNEL, lds_size, K_LDS), ROCPD_SHOWS(KERNEL, scratch_size, K_SCRATCH),
    ROCPD_SHOWS(KERNEL, stack_id, K_STACK), ROCPD_SHOWS(KERNEL, parent_stack_id, K_STACK)};
const rocpd_row_layout rocpd_rpd_kernel = {
    ROCPD_KIND_KERNEL, K_VALUES, true, kernel_value,
    ROCPD_ZERO(KERNEL, corr_id) | ROCPD_ZERO(KERNEL, graph_exec_id) | ROCPD_ZERO(KERNEL, graph_node_id) | ROCPD_ZERO(KERNEL, code_object_id),
    {{ROCPD_KERNEL_category, rocz_category_kernels}, {ROCPD_KERNEL_region, ""}, {ROCPD_KERNEL_agent_type, "GPU"}}};

enum { C_ID, C_EVENT, C_PID, C_TID, C_NAME, C_START, C_END, C_SIZE, C_QUEUE, C_QUEUE_NAME, C_STREAM, C_STREAM_NAME, C_STACK, C_DST_ADDRESS,
       C_SRC_ADDRESS, C_DST, C_SRC = C_DST + ROCPD_SIDE_VALUES, C_VALUES = C_SRC + ROCPD_SIDE_VALUES };
static const uint8_t copy_value[ROCPD_COPY_COLUMNS] = {
    ROCPD_SHOWS(COPY, id, C_ID), ROCPD_SHOWS(COPY, event_id, C_EVENT), ROCPD_SHOWS(COPY, pid, C_PID), ROCPD_SHOWS(COPY, tid, C_TID),
    ROCPD_SHOWS(COPY, name, C_NAME), ROCPD_SHOWS(COPY, start, C_START), ROCPD_SHOWS(COPY, end, C_END), ROCPD_SHOWS(COPY, size, C_SIZE),
    ROCPD_SHOWS(COPY, queue_id, C_QUEUE), ROCPD_SHOWS(COPY, queue_name, C_QUEUE_NAME), ROCPD_SHOWS(COPY, stream_id, C_STREAM),
    ROCPD_SHOWS(COPY, stream_name, C_STREAM_NAME), ROCPD_SHOWS(COPY, stack_id, C_STACK), ROCPD_SHOWS(COPY, parent_stack_id, C_STACK),
    ROCPD_SHOWS(COPY, dst_address, C_DST_ADDRESS), ROCPD_SHOWS(COPY, src_address, C_SRC_ADDRESS), ROCPD_SHOWS_SIDE(dst, C_DST),
    ROCPD_SHOWS_SIDE(src, C_SRC)};
const rocpd_row_layout rocpd_rpd_copy = {
    ROCPD_KIND_COPY, C_VALUES, true, copy_value, ROCPD_ZERO(COPY, corr_id) | ROCPD_ZERO(COPY, graph_exec_id) | ROCPD_ZERO(COPY, graph_node_id),
    {{ROCPD_COPY_category, rocz_category_copies}, {ROCPD_COPY_region_name, ""}, {ROCPD_COPY_extdata, "{}"}}};

enum { S_ID, S_NAME, S_PID, S_TID, S_TIME, S_EXTDATA, S_STACK, S_VALUES };
static const uint8_t sample_value[ROCPD_SAMPLE_COLUMNS] = {
    ROCPD_SHOWS(SAMPLE, id, S_ID), ROCPD_SHOWS(SAMPLE, event_id, S_ID), ROCPD_SHOWS(SAMPLE, stack_id, S_ID), ROCPD_SHOWS(SAMPLE, name, S_NAME),
    ROCPD_SHOWS(SAMPLE, pid, S_PID), ROCPD_SHOWS(SAMPLE, tid, S_TID), ROCPD_SHOWS(SAMPLE, timestamp, S_TIME), ROCPD_SHOWS(SAMPLE, extdata, S_EXTDATA),
    ROCPD_SHOWS(SAMPLE, call_stack, S_STACK)};
const rocpd_row_layout rocpd_rpd_sample = {
    ROCPD_KIND_SAMPLE, S_VALUES, true, sample_value, ROCPD_ZERO(SAMPLE, corr_id) | ROCPD_ZERO(SAMPLE, parent_stack_id),
    {{ROCPD_SAMPLE_category, rocz_category_marker_core}, {ROCPD_SAMPLE_line_info, "{}"}}};

enum { P_ID, P_PMC, P_EVENT, P_CATEGORY, P_NAME, P_DISPATCH, P_START, P_END, P_COUNTER, P_VALUE, P_VALUES };
static const uint8_t pmc_value[ROCPD_PMC_EVENT_COLUMNS] = {
    ROCPD_SHOWS(PMC_EVENT, id, P_ID), ROCPD_SHOWS(PMC_EVENT, pmc_id, P_PMC), ROCPD_SHOWS(PMC_EVENT, event_id, P_EVENT),
    ROCPD_SHOWS(PMC_EVENT, category, P_CATEGORY), ROCPD_SHOWS(PMC_EVENT, name, P_NAME), ROCPD_SHOWS(PMC_EVENT, dispatch_id, P_DISPATCH),
    ROCPD_SHOWS(PMC_EVENT, start, P_START), ROCPD_SHOWS(PMC_EVENT, end, P_END), ROCPD_SHOWS(PMC_EVENT, counter_name, P_COUNTER),
    ROCPD_SHOWS(PMC_EVENT, counter_value, P_VALUE)};
const rocpd_row_layout rocpd_rpd_pmc_event = {ROCPD_KIND_PMC_EVENT, P_VALUES, true, pmc_value, 0, {{0, NULL}}};

/* ---- what calls say of their ops */

struct rpd_launch {
  int64_t grid[3], workgroup[3], lds, scratch;
  uint32_t stream;
};

struct rpd_transfer {
  int64_t size, dst, src;
  uint32_t stream;
};

static const char *const link_column[] = {"id", "api_id", "op_id"};
static int take_link(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int64_t call, op;
  int rc = rocpd_rpd_int(r, s, 1, &call);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 2, &op);
  if (rc != SQLITE_OK || call == ROCPD_NULL || op == ROCPD_NULL) return rc;
  uint64_t known = rocpd_dense_map_get(&r->op_call, (uint64_t)op, UINT64_MAX);
  if (known == UINT64_MAX) return rocpd_dense_map_set(&r->op_call, (uint64_t)op, (uint64_t)call);
  r->f->count[RPD_OPS_SHARED] += known != (uint64_t)call;
  return SQLITE_OK;
}

/* Finds the stream's number; that of the default stream if none is stated. */
static int take_stream(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, uint32_t *stream) {
  int64_t handle;
  int rc = rocpd_rpd_pointer(r, s, i, &handle);
  return rc == SQLITE_OK ? rocpd_pair_number(&r->f->whole.entities.stream, 0, handle == ROCPD_NULL ? 0 : handle, stream) : rc;
}

static const char *const launch_column[] = {"api_ptr_id", "stream",     "gridX",      "gridY",            "gridZ",
                                            "workgroupX", "workgroupY", "workgroupZ", "groupSegmentSize", "privateSegmentSize"};
static int take_launch(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int rc = rocpd_array_push_reserve(&r->launch, r->launches, sizeof(*r->launch));
  if (rc != SQLITE_OK) return rc;
  struct rpd_launch *l = &r->launch[r->launches];
  int64_t *value[] = {&l->grid[0], &l->grid[1], &l->grid[2], &l->workgroup[0], &l->workgroup[1], &l->workgroup[2], &l->lds, &l->scratch};
  rc = take_stream(r, s, 1, &l->stream);
  for (int i = 0; rc == SQLITE_OK && i < 8; i++) rc = rocpd_rpd_int(r, s, 2 + i, value[i]);
  return rc == SQLITE_OK ? rocpd_dense_map_set(&r->call_launch, (uint64_t)r->id, r->launches++) : rc;
}

static const char *const transfer_column[] = {"api_ptr_id", "stream", "size", "width", "height", "dst", "src"};
static int take_transfer(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int rc = rocpd_array_push_reserve(&r->transfer, r->transfers, sizeof(*r->transfer));
  if (rc != SQLITE_OK) return rc;
  struct rpd_transfer *t = &r->transfer[r->transfers];
  int64_t width, height;
  rc = take_stream(r, s, 1, &t->stream);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 2, &t->size);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 3, &width);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 4, &height);
  if (rc == SQLITE_OK) rc = rocpd_rpd_pointer(r, s, 5, &t->dst);
  if (rc == SQLITE_OK) rc = rocpd_rpd_pointer(r, s, 6, &t->src);
  if (rc != SQLITE_OK) return rc;
  if (t->size == ROCPD_NULL && width != ROCPD_NULL && height != ROCPD_NULL && __builtin_mul_overflow(width, height, &t->size)) t->size = ROCPD_NULL;
  return rocpd_dense_map_set(&r->call_copy, (uint64_t)r->id, r->transfers++);
}

/* ---- stack frames */

static int end_frames(rocpd_rpd_reader *r) {
  if (!r->frames) return SQLITE_OK;
  int64_t id = 0;
  sqlite3_str_appendall(r->frames, "]");
  int rc = rocpd_intern_str(r->f->whole.source.session, r->frames, &id);
  r->frames = NULL;
  return rc == SQLITE_OK ? rocpd_dense_map_set(&r->call_stack, (uint64_t)r->framed, (uint64_t)id) : rc;
}

/* Frames of a call follow each other in order of depth, as they are written. */
static const char *const frame_column[] = {"id", "api_ptr_id", "name_id"};
static int take_frame(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int64_t call, name, size = 0;
  int rc = rocpd_rpd_int(r, s, 1, &call);
  if (rc == SQLITE_OK) rc = rocpd_rpd_string(r, s, 2, &name);
  if (rc == SQLITE_OK && r->frames && call != r->framed) rc = end_frames(r);
  if (rc != SQLITE_OK || call == ROCPD_NULL) return rc;
  if (!r->frames) r->frames = sqlite3_str_new(NULL);
  sqlite3_str_appendall(r->frames, sqlite3_str_length(r->frames) ? ", " : "[");
  const char *text = name == ROCPD_NULL ? "" : rocpd_string(r->f->whole.source.session, name, &size);
  rocpd_json_append(r->frames, text, (size_t)size);
  r->framed = call;
  return SQLITE_OK;
}

/* ---- calls */

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* Finds the category by the name of the call, else by what schema 3 states; otherwise it is rocz_category_rpd. AMD's tools require a category. */
static int category_of(rocpd_rpd_reader *r, sqlite3_stmt *s, const char *name, int64_t *id) {
  const char *category = strcmp(name, "UserMarker") == 0 ? rocz_category_markers : rocpd_category_of_function(name, strlen(name));
  if (category) return rocpd_intern(r->f->whole.source.session, category, -1, id);
  for (int i = 7; i <= 8; i++) {
    int64_t size;
    int rc = rocpd_rpd_string(r, s, i, id);
    if (rc != SQLITE_OK) return rc;
    if (*id == ROCPD_NULL) continue;
    rocpd_string(r->f->whole.source.session, *id, &size);
    if (size) return rc;
  }
  return rocpd_intern(r->f->whole.source.session, rocz_category_rpd, -1, id);
}

/* {"message": "..."} */
static int intern_message(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *id) {
  const char *text;
  size_t size;
  int rc = rocpd_rpd_args(r, s, i, &text, &size);
  if (rc != SQLITE_OK) return rc;
  return rocpd_json_intern(r->f->whole.source.session, "message", text, size, id);
}

typedef struct api_call {
  int64_t pid, tid, start, end, name, stack;
  uint32_t thread;
} api_call;

static int read_call(rocpd_rpd_reader *r, sqlite3_stmt *s, api_call *c) {
  int rc = rocpd_rpd_thread(r, s, &c->pid, &c->tid, &c->thread);
  if (rc == SQLITE_OK) rc = rocpd_rpd_time(r, s, 3, &c->start);
  if (rc == SQLITE_OK) rc = rocpd_rpd_time(r, s, 4, &c->end);
  if (rc == SQLITE_OK) rc = rocpd_rpd_string(r, s, 5, &c->name);
  c->stack = (int64_t)rocpd_dense_map_get(&r->call_stack, (uint64_t)r->id, (uint64_t)r->nothing);
  return rc == SQLITE_OK ? rocpd_dense_map_set(&r->call_thread, (uint64_t)r->id, c->thread) : rc;
}

static int add_sample(rocpd_rpd_reader *r, sqlite3_stmt *s, const api_call *c) {
  int64_t *row = rocpd_row_store_add(&r->f->sample, c->thread);
  if (!row) return SQLITE_NOMEM;
  row[S_ID] = r->id;
  row[S_NAME] = c->name;
  row[S_PID] = c->pid;
  row[S_TID] = c->tid;
  row[S_TIME] = c->start;
  row[S_STACK] = c->stack;
  return intern_message(r, s, 6, &row[S_EXTDATA]);
}

static const char *const call_column[] = {"id", "pid", "tid", "start", "end", "apiName_id", "args_id", "category_id", "domain_id"};
static int take_call(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  api_call c;
  int rc = read_call(r, s, &c);
  if (rc != SQLITE_OK) return rc;
  const char *name = c.name == ROCPD_NULL ? "" : rocpd_string(r->f->whole.source.session, c.name, NULL);
  bool marker = strcmp(name, "UserMarker") == 0;
  if (marker && c.start == c.end && c.start != ROCPD_NULL) return add_sample(r, s, &c);
  int64_t *row = rocpd_row_store_add(&r->f->region, LANE_OF_THREAD(c.thread));
  if (!row) return SQLITE_NOMEM;
  row[R_ID] = r->id;
  row[R_NAME] = c.name;
  row[R_PID] = c.pid;
  row[R_TID] = c.tid;
  row[R_START] = c.start;
  row[R_END] = c.end;
  row[R_STACK] = c.stack;
  row[R_EXTDATA] = r->nothing;
  r->f->count[RPD_NEGATIVE] += c.start != ROCPD_NULL && c.end != ROCPD_NULL && c.end < c.start;
  rc = category_of(r, s, name, &row[R_CATEGORY]);
  return rc == SQLITE_OK && marker ? intern_message(r, s, 6, &row[R_EXTDATA]) : rc;
}

/* ---- ops */

typedef struct gpu_op {
  int64_t device, start, end, name;
  const char *type; /* type of the op, as text */
  uint32_t agent, queue;
  int64_t call, pid, tid; /* call is 0 if unknown */
} gpu_op;

static int read_op(rocpd_rpd_reader *r, sqlite3_stmt *s, gpu_op *o) {
  rocpd_entity_table *c = &r->f->whole.entities;
  int64_t queue, type, size = 0;
  int rc = rocpd_rpd_int(r, s, 1, &o->device);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 2, &queue);
  if (rc == SQLITE_OK) rc = rocpd_rpd_time(r, s, 3, &o->start);
  if (rc == SQLITE_OK) rc = rocpd_rpd_time(r, s, 4, &o->end);
  if (rc == SQLITE_OK) rc = rocpd_rpd_string(r, s, 5, &o->name);
  if (rc == SQLITE_OK) rc = rocpd_rpd_string(r, s, 6, &type);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&c->agent, 0, o->device == ROCPD_NULL ? 0 : o->device, &o->agent);
  if (rc == SQLITE_OK) rc = rocpd_pair_number(&c->queue, o->agent, queue, &o->queue);
  if (rc != SQLITE_OK) return rc;
  o->type = type == ROCPD_NULL ? "" : rocpd_string(r->f->whole.source.session, type, NULL);
  if (o->name != ROCPD_NULL) rocpd_string(r->f->whole.source.session, o->name, &size);
  if (!size) o->name = type; /* as in RPD's own views */
  r->f->count[RPD_NEGATIVE] += o->start != ROCPD_NULL && o->end != ROCPD_NULL && o->end < o->start;
  return SQLITE_OK;
}

/* Finds the op's call, and the call's thread. */
static int find_call(rocpd_rpd_reader *r, gpu_op *o) {
  uint64_t call = rocpd_dense_map_get(&r->op_call, (uint64_t)r->id, UINT64_MAX), thread = UINT64_MAX;
  if (call == UINT64_MAX) r->f->count[RPD_OPS_ALONE]++;
  else thread = rocpd_dense_map_get(&r->call_thread, call, UINT64_MAX);
  if (call != UINT64_MAX && thread == UINT64_MAX) r->f->count[RPD_MISSING]++;
  o->call = call == UINT64_MAX ? 0 : (int64_t)call;
  o->pid = o->tid = ROCPD_NULL;
  if (thread == UINT64_MAX) return SQLITE_OK;
  o->pid = r->f->whole.entities.thread.pair[thread].a;
  o->tid = r->f->whole.entities.thread.pair[thread].b;
  return SQLITE_OK;
}

static int add_kernel(rocpd_rpd_reader *r, const gpu_op *o) {
  rocpd_entity_table *c = &r->f->whole.entities;
  uint64_t launch = o->call ? rocpd_dense_map_get(&r->call_launch, (uint64_t)o->call, UINT64_MAX) : UINT64_MAX;
  uint32_t symbol, stream = 0;
  int64_t *row = rocpd_row_store_add(&r->f->kernel, o->queue);
  if (!row) return SQLITE_NOMEM;
  row[K_ID] = r->id;
  row[K_EVENT] = ROCPD_ENTITY_KERNEL_EVENT + r->id;
  row[K_PID] = o->pid;
  row[K_TID] = o->tid;
  row[K_AGENT] = ROCPD_ENTITY_ID(o->agent);
  row[K_AGENT_INDEX] = o->device;
  row[K_QUEUE] = rocpd_entity_queue_id(c, o->queue);
  row[K_START] = o->start;
  row[K_END] = o->end;
  row[K_STACK] = o->call;
  int rc = rocpd_entity_queue_name(c, o->queue, &row[K_QUEUE_NAME]);
  if (rc == SQLITE_OK && o->name != ROCPD_NULL) {
    rc = rocpd_entity_table_symbol(c, o->name, &symbol);
    if (rc != SQLITE_OK) return rc;
    row[K_NAME] = c->symbol[symbol].shown;
    row[K_SYMBOL] = ROCPD_ENTITY_ID(symbol);
  }
  if (launch != UINT64_MAX) {
    const struct rpd_launch *l = &r->launch[launch];
    memcpy(row + K_GRID, l->grid, sizeof(l->grid));
    memcpy(row + K_WORKGROUP, l->workgroup, sizeof(l->workgroup));
    row[K_LDS] = l->lds;
    row[K_SCRATCH] = l->scratch;
    stream = l->stream;
  } else if (rc == SQLITE_OK) {
    rc = rocpd_pair_number(&c->stream, 0, 0, &stream);
  }
  row[K_STREAM] = rc == SQLITE_OK ? rocpd_entity_stream_id(c, stream) : 0;
  return rc == SQLITE_OK ? rocpd_entity_stream_name(c, stream, &row[K_STREAM_NAME]) : rc;
}

/* dstDevice and srcDevice are 0 in real files, whatever the GPU is, so they are not used. */
static int fill_sides(rocpd_rpd_reader *r, const gpu_op *o, int64_t *row) {
  bool from_host = strstr(o->type, "HostToDevice"), to_host = strstr(o->type, "DeviceToHost"), within = strstr(o->type, "DeviceToDevice");
  int rc = rocpd_entity_table_side(&r->f->whole.entities, o->agent, !to_host, row + C_DST);
  return rc == SQLITE_OK && (from_host || to_host || within) ? rocpd_entity_table_side(&r->f->whole.entities, o->agent, !from_host, row + C_SRC) : rc;
}

static int add_copy(rocpd_rpd_reader *r, const gpu_op *o) {
  rocpd_entity_table *c = &r->f->whole.entities;
  uint64_t place = o->call ? rocpd_dense_map_get(&r->call_copy, (uint64_t)o->call, UINT64_MAX) : UINT64_MAX;
  uint32_t stream = 0;
  int64_t *row = rocpd_row_store_add(&r->f->copy, o->queue);
  if (!row) return SQLITE_NOMEM;
  row[C_ID] = r->id;
  row[C_EVENT] = ROCPD_ENTITY_COPY_EVENT + r->id;
  row[C_PID] = o->pid;
  row[C_TID] = o->tid;
  row[C_NAME] = o->name;
  row[C_START] = o->start;
  row[C_END] = o->end;
  row[C_STACK] = o->call;
  row[C_QUEUE] = rocpd_entity_queue_id(c, o->queue);
  int rc = rocpd_entity_queue_name(c, o->queue, &row[C_QUEUE_NAME]);
  if (place != UINT64_MAX) {
    const struct rpd_transfer *t = &r->transfer[place];
    row[C_SIZE] = t->size;
    row[C_DST_ADDRESS] = t->dst;
    row[C_SRC_ADDRESS] = t->src;
    stream = t->stream;
  } else if (rc == SQLITE_OK) {
    rc = rocpd_pair_number(&c->stream, 0, 0, &stream);
  }
  if (rc == SQLITE_OK) rc = rocpd_entity_stream_name(c, stream, &row[C_STREAM_NAME]);
  if (rc != SQLITE_OK) return rc;
  row[C_STREAM] = rocpd_entity_stream_id(c, stream);
  return fill_sides(r, o, row);
}

static int add_barrier(rocpd_rpd_reader *r, const gpu_op *o) {
  int64_t *row = rocpd_row_store_add(&r->f->region, LANE_OF_QUEUE(o->queue));
  if (!row) return SQLITE_NOMEM;
  row[R_ID] = BARRIER_ID + r->id;
  row[R_NAME] = o->name;
  row[R_PID] = o->pid;
  row[R_TID] = o->tid;
  row[R_START] = o->start;
  row[R_END] = o->end;
  row[R_EXTDATA] = row[R_STACK] = r->nothing;
  return rocpd_intern(r->f->whole.source.session, rocz_category_barriers, -1, &row[R_CATEGORY]);
}

static const char *const op_column[] = {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"};
static int take_op(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  gpu_op o;
  int rc = read_op(r, s, &o);
  if (rc == SQLITE_OK) rc = find_call(r, &o);
  if (rc != SQLITE_OK) return rc;
  if (begins(o.type, "Copy")) return add_copy(r, &o);
  return strstr(o.type, "Barrier") || strstr(o.type, "barrier") ? add_barrier(r, &o) : add_kernel(r, &o);
}

/* ---- counters */

static int64_t *add_value(rocpd_rpd_reader *r, int64_t counter, int64_t device, const char *category, int *rc) {
  uint32_t number;
  *rc = rocpd_pair_number(&r->f->counter, counter, device, &number);
  int64_t *row = *rc == SQLITE_OK ? rocpd_row_store_add(&r->f->pmc_event, number) : NULL;
  if (!row) {
    if (*rc == SQLITE_OK) *rc = SQLITE_NOMEM;
    return NULL;
  }
  row[P_ID] = r->id;
  row[P_PMC] = ROCPD_ENTITY_ID(number);
  row[P_COUNTER] = counter;
  *rc = rocpd_intern(r->f->whole.source.session, category, -1, &row[P_CATEGORY]);
  return row;
}

/* rocpd_monitor: values of devices for some time. */
static const char *const monitor_column[] = {"id", "deviceType", "deviceId", "monitorType", "start", "end", "value"};
static int take_monitor(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int64_t type, device, counter;
  int rc = rocpd_rpd_text(r, s, 1, &type);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 2, &device);
  if (rc == SQLITE_OK) rc = rocpd_rpd_text(r, s, 3, &counter);
  if (rc != SQLITE_OK || counter == ROCPD_NULL) return rc;
  int64_t *row = add_value(r, counter, device, "MONITOR", &rc);
  if (rc != SQLITE_OK) return rc;
  row[P_NAME] = type;
  rc = rocpd_rpd_time(r, s, 4, &row[P_START]);
  if (rc == SQLITE_OK) rc = rocpd_rpd_time(r, s, 5, &row[P_END]);
  return rc == SQLITE_OK ? rocpd_rpd_number(r, s, 6, &row[P_VALUE]) : rc;
}

/* Indexes kernels by op, if the file has counters. No kernels are added afterwards. */
static int index_kernels(rocpd_rpd_reader *r) {
  rocpd_row_store *h = &r->f->kernel;
  const rocpd_column *id;
  int rc = rocpd_row_store_pack(h);
  for (size_t b = 0; rc == SQLITE_OK && b < h->batches; b++) {
    rc = rocpd_batch_column(h->batch[b], ROCPD_KERNEL_id, &id, r->err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < h->batch[b]->rows; i++)
      rc = rocpd_dense_map_set(&r->op_kernel, (uint64_t)rocpd_column_at(id, i), b * ROCPD_BATCH_ROWS + i);
  }
  return rc;
}

static int value_of_kernel(rocpd_rpd_reader *r, uint64_t place, int index, int64_t *out) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(r->f->kernel.batch[place / ROCPD_BATCH_ROWS], index, &c, r->err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, (uint32_t)(place % ROCPD_BATCH_ROWS));
  return rc;
}

/* rocpd_counter: values counted while a kernel ran. */
static const char *const counter_column[] = {"id", "value", "op_id", "name_id"};
static int take_counter(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int64_t op, counter;
  int rc = rocpd_rpd_int(r, s, 2, &op);
  if (rc == SQLITE_OK) rc = rocpd_rpd_string(r, s, 3, &counter);
  if (rc == SQLITE_OK && !r->op_kernel.stretches) rc = index_kernels(r);
  if (rc != SQLITE_OK || counter == ROCPD_NULL) return rc;
  uint64_t kernel = op == ROCPD_NULL ? UINT64_MAX : rocpd_dense_map_get(&r->op_kernel, (uint64_t)op, UINT64_MAX);
  int64_t device = ROCPD_NULL;
  if (kernel == UINT64_MAX) r->f->count[RPD_MISSING]++;
  else rc = value_of_kernel(r, kernel, ROCPD_KERNEL_agent_abs_index, &device);
  int64_t *row = rc == SQLITE_OK ? add_value(r, counter, device, "COUNTER_COLLECTION", &rc) : NULL;
  if (rc != SQLITE_OK) return rc;
  row[P_ID] = COUNTER_ID + r->id;
  row[P_DISPATCH] = op;
  if (kernel != UINT64_MAX) {
    row[P_EVENT] = ROCPD_ENTITY_KERNEL_EVENT + op;
    rc = value_of_kernel(r, kernel, ROCPD_KERNEL_name, &row[P_NAME]);
    if (rc == SQLITE_OK) rc = value_of_kernel(r, kernel, ROCPD_KERNEL_start, &row[P_START]);
    if (rc == SQLITE_OK) rc = value_of_kernel(r, kernel, ROCPD_KERNEL_end, &row[P_END]);
    if (rc != SQLITE_OK) return rc;
  }
  return rocpd_rpd_number(r, s, 1, &row[P_VALUE]);
}

static int pmc_rows(rocpd_rpd *f) {
  rocpd_row_list l;
  rocpd_entity_table *c = &f->whole.entities;
  int rc = rocpd_row_list_begin(&l, &f->whole.source, ROCPD_KIND_PMC_INFO);
  for (uint32_t i = 0; rc == SQLITE_OK && i < f->counter.n; i++) {
    int64_t *v = rocpd_row_list_add(&l);
    if (!v) {
      rc = SQLITE_NOMEM;
      break;
    }
    v[ROCPD_PMC_INFO_id] = ROCPD_ENTITY_ID(i);
    v[ROCPD_PMC_INFO_nid] = f->whole.source.info.nid;
    v[ROCPD_PMC_INFO_pid] = f->whole.source.info.pid;
    v[ROCPD_PMC_INFO_agent_abs_index] = f->counter.pair[i].b;
    v[ROCPD_PMC_INFO_is_constant] = v[ROCPD_PMC_INFO_is_derived] = 0;
    v[ROCPD_PMC_INFO_name] = f->counter.pair[i].a;
  }
  if (rc == SQLITE_OK) rc = rocpd_row_list_batches(&l, &c->info[ROCPD_KIND_PMC_INFO].batch, &c->info[ROCPD_KIND_PMC_INFO].batches);
  rocpd_row_list_end(&l);
  return rc;
}

/* ---- all tables */

int rocpd_rpd_read(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err) {
  static const rocpd_rpd_table tables[] = {
      {"rocpd_api_ops", ROCPD_RPD_COLUMNS(link_column), take_link, NULL},
      {"rocpd_kernelapi", ROCPD_RPD_COLUMNS(launch_column), take_launch, NULL},
      {"rocpd_copyapi", ROCPD_RPD_COLUMNS(transfer_column), take_transfer, NULL},
      {"rocpd_stackframe", ROCPD_RPD_COLUMNS(frame_column), take_frame, end_frames},
      {"rocpd_api", ROCPD_RPD_COLUMNS(call_column), take_call, NULL},
      {"rocpd_op", ROCPD_RPD_COLUMNS(op_column), take_op, NULL},
      {"rocpd_monitor", ROCPD_RPD_COLUMNS(monitor_column), take_monitor, NULL},
      {"rocpd_counter", ROCPD_RPD_COLUMNS(counter_column), take_counter, NULL}};
  int rc = rocpd_rpd_tables(f, c, tables, sizeof(tables) / sizeof(*tables), err);
  if (rc == SQLITE_OK) rc = rocpd_entity_table_rows(&f->whole.entities);
  return rc == SQLITE_OK ? pmc_rows(f) : rc;
}
