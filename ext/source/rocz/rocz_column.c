/* Columns of batches of chunk files. A column of the schema is one of these: the same value in all rows; a column of the chunk plus a constant; attributes
** of ids in such a column; or computed from two (end, parent). The first three share the chunk's data.
**
** Zones are made from the chunk's header (lane, times), so columns are checked against it when they are decoded. */
#include "domain.h"
#include "scratch.h"
#include "rocz_file.h"

/* ---- columns of the schema */

static int attributes(rocpd_rocz_batch *b, int column, int dict, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  const rocpd_column *raw;
  const rocpd_rocz_dict *d;
  int rc = rocpd_rocz_raw(b, rocpd_rocz_place(b->kind, column), &raw, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_rocz_dict_get(f, dict, &d);
  if (rc == SQLITE_OK && raw->min <= raw->max && (d->lost || raw->min < 0 || raw->max >= d->n)) {
    rc = rocpd_rocz_attributes_of(f, raw, b->base.rows, dict, out);
  } else if (rc == SQLITE_OK) {
    rocpd_column *c = *out = rocpd_column_copy(raw);
    if (!c) return rocpd_no_memory(err);
    if (rocpd_column_only_nulls(raw)) return SQLITE_OK;
    c->dict = d->value;
    c->ndict = d->n;
    c->min = d->min;
    c->max = d->max;
  }
  return rocpd_rocz_failed(f, rc, err);
}

static int moved(rocpd_rocz_batch *b, int column, int64_t add, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *raw;
  int place = rocpd_rocz_place(b->kind, column);
  if (place < 0) {
    *out = rocpd_column_constant(ROCPD_NULL);
  } else {
    int rc = rocpd_rocz_raw(b, place, &raw, err);
    if (rc != SQLITE_OK) return rc;
    *out = rocpd_column_shifted(raw, b->base.rows, add);
  }
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

/* Makes a column of attributes; a chunk without the column (of an older collector) has id 0 in all rows. */
static int attributes_of_zero(rocpd_rocz_batch *b, int column, int dict, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  int64_t value;
  int rc = attributes(b, column, dict, out, err);
  if (rc != SQLITE_OK || !rocpd_column_only_nulls(*out)) return rc;
  sqlite3_free(*out);
  rc = rocpd_rocz_attribute(f, dict, 0, &value);
  *out = rc == SQLITE_OK ? rocpd_column_constant(value) : NULL;
  return *out ? SQLITE_OK : rocpd_rocz_failed(f, rc == SQLITE_OK ? SQLITE_NOMEM : rc, err);
}

/* Makes a column that is 0 if the chunk lacks it. */
static int or_zero(rocpd_rocz_batch *b, int column, rocpd_column **out, rocpd_error *err) {
  int rc = moved(b, column, 0, out, err);
  if (rc != SQLITE_OK || !rocpd_column_only_nulls(*out)) return rc;
  sqlite3_free(*out);
  *out = rocpd_column_constant(0);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

/* Makes a column in which 0 becomes NULL. */
static int or_null(rocpd_rocz_batch *b, int column, rocpd_column **out, rocpd_error *err) {
  int rc = moved(b, column, 0, out, err);
  if (rc != SQLITE_OK || (*out)->min > 0 || rocpd_column_only_nulls(*out)) return rc;
  bool none = (*out)->min == 0 && (*out)->max == 0;
  int64_t *v = none ? NULL : sqlite3_malloc64(b->base.rows * sizeof(*v));
  if (v) rocpd_column_get(*out, 0, b->base.rows, v);
  for (uint32_t i = 0; v && i < b->base.rows; i++)
    if (v[i] == 0) v[i] = ROCPD_NULL;
  sqlite3_free(*out);
  *out = none ? rocpd_column_constant(ROCPD_NULL) : v ? rocpd_column_of(v, b->base.rows) : NULL;
  sqlite3_free(v);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

#define BLOCK 1024

/* Computes start + duration - base as u32, ~0 for NULL, with bounds in *min and *max. False: a value does not fit. */
static bool add_columns(const rocpd_column *start, const rocpd_column *duration, uint32_t rows, int64_t base, uint32_t *out,
                        bool nulls, int64_t *min, int64_t *max) {
  int64_t a[BLOCK], d[BLOCK];
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK, *o = out + first;
    rocpd_column_get(start, first, n, a);
    rocpd_column_get(duration, first, n, d);
    for (uint32_t i = 0; nulls && i < n; i++)
      if (a[i] == ROCPD_NULL || d[i] == ROCPD_NULL) {
        o[i] = UINT32_MAX;
        a[i] = ROCPD_NULL;
      }
    for (uint32_t i = 0; i < n; i++) {
      if (nulls && a[i] == ROCPD_NULL) continue;
      uint64_t u = (uint64_t)a[i] + (uint64_t)d[i] - (uint64_t)base;
      low = u < low ? u : low;
      high = u > high ? u : high;
      o[i] = (uint32_t)u;
    }
  }
  *min = low == UINT64_MAX ? INT64_MAX : (int64_t)((uint64_t)base + low);
  *max = low == UINT64_MAX ? INT64_MIN : (int64_t)((uint64_t)base + high);
  return high < UINT32_MAX;
}

/* The general form, for any width and for sums that overflow. */
static rocpd_column *add_slowly(const rocpd_column *start, const rocpd_column *duration, uint32_t rows) {
  int64_t *v = sqlite3_malloc64((uint64_t)rows * 2 * sizeof(*v));
  if (!v) return NULL;
  rocpd_column_get(start, 0, rows, v);
  rocpd_column_get(duration, 0, rows, v + rows);
  for (uint32_t i = 0; i < rows; i++)
    if (v[i] == ROCPD_NULL || v[rows + i] == ROCPD_NULL || __builtin_add_overflow(v[i], v[rows + i], &v[i])) v[i] = ROCPD_NULL;
  rocpd_column *c = rocpd_column_of(v, rows);
  sqlite3_free(v);
  return c;
}

static rocpd_column *add_durations(rocpd_rocz_batch *b, const rocpd_column *start, const rocpd_column *duration) {
  uint32_t rows = b->base.rows;
  int64_t base = b->base.min_time, min, max;
  /* Times of a chunk are close together, mostly within 4 s, so they fit 32 bits. */
  if (b->base.max_time >= base && (uint64_t)b->base.max_time - (uint64_t)base < UINT32_MAX) {
    rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)rows * sizeof(uint32_t));
    if (!c) return NULL;
    bool nulls = rocpd_column_may_be_null(start) || rocpd_column_may_be_null(duration);
    if (add_columns(start, duration, rows, base, (uint32_t *)(c + 1), nulls, &min, &max)) {
      *c = (rocpd_column){.width = 4, .nulls = nulls, .base = base, .data = c + 1, .min = min, .max = max};
      return c;
    }
    sqlite3_free(c);
  }
  return add_slowly(start, duration, rows);
}

static int decode_end(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err) {
  int at_start = rocpd_rocz_place(b->kind, L_START), at_duration = rocpd_rocz_place(b->kind, L_DURATION);
  const rocpd_column *start, *duration;
  if (at_start < 0 || at_duration < 0) {
    *out = rocpd_column_constant(ROCPD_NULL);
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  int rc = rocpd_rocz_raw(b, at_start, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_raw(b, at_duration, &duration, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_column *c = add_durations(b, start, duration);
  if (!c) return rocpd_no_memory(err);
  if (c->min <= c->max && (c->max > b->base.max_time || c->min < b->base.min_time)) {
    rocz_error e = {0};
    rocz_fail(&e, ROCZ_DAMAGED, "end of a row and times of its chunk", b->chunk.offset, (uint64_t)b->base.max_time, (uint64_t)c->max);
    sqlite3_free(c);
    return rocpd_rocz_fail_text(b->base.source->path, &e, err);
  }
  *out = c;
  return SQLITE_OK;
}

/* Numbers the parents of rows, and lists their values; neighbours with equal parents share a number. Returns the number of values. Calls with the same
** parent mostly follow each other. */
static uint32_t number_parents(int64_t *v, uint32_t rows, int64_t lane, int64_t *value) {
  uint32_t n = 0;
  int64_t zero = -1, last = -1;
  for (uint32_t i = 0; i < rows; i++) {
    int64_t parent = v[i] == ROCPD_NULL || v[i] == 0 ? 0 : (int64_t)((uint64_t)lane + (uint64_t)v[i]);
    int64_t *known = parent ? &last : &zero;
    if (*known < 0 || value[*known] != parent) {
      *known = n;
      value[n++] = parent;
    }
    v[i] = *known;
  }
  return n;
}

static rocpd_column *column_of_numbers(const int64_t *v, uint32_t rows, const int64_t *value, uint32_t n) {
  uint8_t width = rocpd_column_width(0, n - 1, false);
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)n * 8 + (uint64_t)rows * width);
  if (!c) return NULL;
  int64_t *dict = (int64_t *)(c + 1);
  *c = (rocpd_column){.width = width, .data = dict + n, .dict = dict, .ndict = n, .min = INT64_MAX, .max = INT64_MIN};
  memcpy(dict, value, (size_t)n * 8);
  rocpd_column_narrow(v, rows, width, 0, dict + n);
  for (uint32_t i = 0; i < n; i++) {
    if (dict[i] < c->min) c->min = dict[i];
    if (dict[i] > c->max) c->max = dict[i];
  }
  return c;
}

/* Decodes the enclosing call's stack_id; 0: none. There are few different ones, so rows are small numbers and the values a dictionary. */
static int decode_parent(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err) {
  rocpd_session *session = b->base.source->session;
  const rocpd_column *raw;
  int rc = rocpd_rocz_raw(b, rocpd_rocz_place(b->kind, L_PARENT), &raw, err);
  if (rc != SQLITE_OK) return rc;
  if (rocpd_column_only_nulls(raw) || (raw->min == 0 && raw->max == 0)) { /* NULL also means none */
    *out = rocpd_column_constant(0);
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  rocpd_scratch *s = rocpd_scratch_take(session);
  if (!s) return rocpd_no_memory(err);
  rocpd_column_get(raw, 0, b->base.rows, s->values);
  uint32_t n = number_parents(s->values, b->base.rows, (int64_t)b->base.lane << ROCZ_STACK_SHIFT, s->more);
  *out = column_of_numbers(s->values, b->base.rows, s->more, n);
  rocpd_scratch_give(session, s);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- which column is which */

/* Event ids: for regions, it is their stack_id; kernels and copies have ids above these. */
#define COPY_EVENT ((int64_t)3 << 61)

enum { H_CONSTANT, H_COLUMN, H_ZERO, H_NONE, H_STACK, H_WALL, H_EVENT, H_ATTRIBUTE, H_OF_ZERO, H_END, H_PARENT, H_ROW, H_MESSAGE, H_RESULT };
typedef struct column_rule {
  uint8_t form, column, dict;
} column_rule;

static const column_rule region_how[ROCPD_REGION_COLUMNS] = {
    [ROCPD_REGION_id] = {H_STACK, L_SEQUENCE, 0},        [ROCPD_REGION_event_id] = {H_STACK, L_SEQUENCE, 0},
    [ROCPD_REGION_stack_id] = {H_STACK, L_SEQUENCE, 0},  [ROCPD_REGION_parent_stack_id] = {H_PARENT, 0, 0},
    [ROCPD_REGION_start] = {H_COLUMN, L_START, 0},       [ROCPD_REGION_wall_ns] = {H_WALL, 0, 0},
    [ROCPD_REGION_end] = {H_END, 0, 0},                  [ROCPD_REGION_duration] = {H_COLUMN, L_DURATION, 0},
    [ROCPD_REGION_result] = {H_RESULT, 0, 0},            [ROCPD_REGION_extdata] = {H_MESSAGE, 0, 0},
    [ROCPD_REGION_name] = {H_ATTRIBUTE, L_FUNCTION, D_FUNCTION_NAME},
    [ROCPD_REGION_category] = {H_ATTRIBUTE, L_FUNCTION, D_FUNCTION_CATEGORY},
    [ROCPD_REGION_line_info] = {H_ATTRIBUTE, L_FUNCTION, D_FUNCTION_PLACE}};

static const column_rule sample_how[ROCPD_SAMPLE_COLUMNS] = {
    [ROCPD_SAMPLE_id] = {H_STACK, L_SEQUENCE, 0},        [ROCPD_SAMPLE_event_id] = {H_STACK, L_SEQUENCE, 0},
    [ROCPD_SAMPLE_stack_id] = {H_STACK, L_SEQUENCE, 0},  [ROCPD_SAMPLE_parent_stack_id] = {H_PARENT, 0, 0},
    [ROCPD_SAMPLE_timestamp] = {H_COLUMN, L_START, 0},   [ROCPD_SAMPLE_wall_ns] = {H_WALL, 0, 0},
    [ROCPD_SAMPLE_extdata] = {H_MESSAGE, 0, 0},          [ROCPD_SAMPLE_name] = {H_ATTRIBUTE, L_FUNCTION, D_FUNCTION_NAME},
    [ROCPD_SAMPLE_category] = {H_ATTRIBUTE, L_FUNCTION, D_FUNCTION_CATEGORY}};

#define OF_LAUNCH(column, dict) [ROCPD_KERNEL_##column] = {H_ATTRIBUTE, L_LAUNCH, dict}
static const column_rule kernel_how[ROCPD_KERNEL_COLUMNS] = {
    [ROCPD_KERNEL_id] = {H_COLUMN, L_DISPATCH_ID, 0},    [ROCPD_KERNEL_dispatch_id] = {H_COLUMN, L_DISPATCH_ID, 0},
    [ROCPD_KERNEL_event_id] = {H_EVENT, L_DISPATCH_ID, 0}, [ROCPD_KERNEL_stack_id] = {H_COLUMN, L_STACK_ID, 0},
    [ROCPD_KERNEL_parent_stack_id] = {H_COLUMN, L_STACK_ID, 0}, [ROCPD_KERNEL_start] = {H_COLUMN, L_START, 0},
    [ROCPD_KERNEL_wall_ns] = {H_WALL, 0, 0},       [ROCPD_KERNEL_end] = {H_END, 0, 0},
    [ROCPD_KERNEL_duration] = {H_COLUMN, L_DURATION, 0}, [ROCPD_KERNEL_stream_id] = {H_COLUMN, L_STREAM, 0},
    [ROCPD_KERNEL_stream] = {H_ATTRIBUTE, L_STREAM, D_STREAM_NAME}, [ROCPD_KERNEL_tid] = {H_ATTRIBUTE, L_THREAD, D_TID},
    [ROCPD_KERNEL_graph_exec_id] = {H_ZERO, L_GRAPH_EXEC, 0}, [ROCPD_KERNEL_graph_node_id] = {H_NONE, L_GRAPH_NODE, 0},
    OF_LAUNCH(name, D_NAME), OF_LAUNCH(kernel_id, D_KERNEL_ID), OF_LAUNCH(code_object_id, D_CODE_OBJECT),
    OF_LAUNCH(grid_x, D_GRID_X), OF_LAUNCH(grid_y, D_GRID_Y), OF_LAUNCH(grid_z, D_GRID_Z),
    OF_LAUNCH(workgroup_x, D_WORKGROUP_X), OF_LAUNCH(workgroup_y, D_WORKGROUP_Y), OF_LAUNCH(workgroup_z, D_WORKGROUP_Z),
    OF_LAUNCH(lds_size, D_LDS), OF_LAUNCH(scratch_size, D_SCRATCH), OF_LAUNCH(vgpr_count, D_VGPR),
    OF_LAUNCH(accum_vgpr_count, D_ACCUM_VGPR), OF_LAUNCH(sgpr_count, D_SGPR), OF_LAUNCH(static_lds_size, D_STATIC_LDS),
    OF_LAUNCH(static_scratch_size, D_STATIC_SCRATCH)};

#define OF_AGENT(side, COLUMN, suffix, dict) [ROCPD_COPY_##side##_##suffix] = {H_ATTRIBUTE, L_##COLUMN##_AGENT, dict}
static const column_rule copy_how[ROCPD_COPY_COLUMNS] = {
    [ROCPD_COPY_id] = {H_ROW, 0, 0},                     [ROCPD_COPY_event_id] = {H_ROW, 0, 1},
    [ROCPD_COPY_start] = {H_COLUMN, L_START, 0},         [ROCPD_COPY_wall_ns] = {H_WALL, 0, 0},
    [ROCPD_COPY_end] = {H_END, 0, 0},                    [ROCPD_COPY_duration] = {H_COLUMN, L_DURATION, 0},
    [ROCPD_COPY_size] = {H_COLUMN, L_SIZE, 0},           [ROCPD_COPY_dst_address] = {H_COLUMN, L_DST_ADDRESS, 0},
    [ROCPD_COPY_src_address] = {H_COLUMN, L_SRC_ADDRESS, 0}, [ROCPD_COPY_stack_id] = {H_COLUMN, L_STACK_ID, 0},
    [ROCPD_COPY_parent_stack_id] = {H_COLUMN, L_STACK_ID, 0}, [ROCPD_COPY_stream_id] = {H_COLUMN, L_STREAM, 0},
    [ROCPD_COPY_dst_agent_id] = {H_COLUMN, L_DST_AGENT, 0}, [ROCPD_COPY_src_agent_id] = {H_COLUMN, L_SRC_AGENT, 0},
    [ROCPD_COPY_stream_name] = {H_ATTRIBUTE, L_STREAM, D_STREAM_NAME}, [ROCPD_COPY_tid] = {H_ATTRIBUTE, L_THREAD, D_TID},
    [ROCPD_COPY_name] = {H_ATTRIBUTE, L_DIRECTION, D_COPY_NAME}, [ROCPD_COPY_extdata] = {H_OF_ZERO, L_HOW, D_COPY_HOW},
    [ROCPD_COPY_dispatch_id] = {H_NONE, L_DISPATCH_ID, 0},
    OF_AGENT(dst, DST, device, D_AGENT_NAME), OF_AGENT(dst, DST, agent_abs_index, D_AGENT_ABSOLUTE),
    OF_AGENT(dst, DST, agent_log_index, D_AGENT_LOGICAL), OF_AGENT(dst, DST, agent_type_index, D_AGENT_TYPE_INDEX),
    OF_AGENT(dst, DST, agent_type, D_AGENT_TYPE),
    OF_AGENT(src, SRC, device, D_AGENT_NAME), OF_AGENT(src, SRC, agent_abs_index, D_AGENT_ABSOLUTE),
    OF_AGENT(src, SRC, agent_log_index, D_AGENT_LOGICAL), OF_AGENT(src, SRC, agent_type_index, D_AGENT_TYPE_INDEX),
    OF_AGENT(src, SRC, agent_type, D_AGENT_TYPE)};

static column_rule how_of(int kind, int index) {
  switch (kind) {
    case ROCPD_KIND_REGION: return region_how[index];
    case ROCPD_KIND_SAMPLE: return sample_how[index];
    case ROCPD_KIND_KERNEL: return kernel_how[index];
    default: return copy_how[index];
  }
}

/* Gets a value about the queue of a batch of kernels. */
static int queue_value(rocpd_rocz_file *f, uint32_t queue, int index, int64_t *value) {
  int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
  bool known = rocpd_rocz_info_row(f, ROCZ_QUEUE, queue, row);
  int64_t agent = known ? row[2] : ROCPD_NULL;
  char text[32];
  bool of_agent = index == ROCPD_KERNEL_agent_id || index == ROCPD_KERNEL_agent_abs_index || index == ROCPD_KERNEL_agent_log_index ||
                  index == ROCPD_KERNEL_agent_type_index || index == ROCPD_KERNEL_agent_type;
  if (of_agent && !known) return rocpd_rocz_found(f, ROCZ_QUEUE, false);
  switch (index) {
    case ROCPD_KERNEL_queue_id: *value = queue; return SQLITE_OK;
    case ROCPD_KERNEL_queue:
      /* rocprofv3 counts from 0 after its default queue. */
      if (queue) sqlite3_snprintf(sizeof(text), text, "Queue %u", queue - 1);
      return rocpd_intern(f->base.session, queue ? text : "Default Queue", -1, value);
    case ROCPD_KERNEL_agent_id: case ROCPD_KERNEL_agent_abs_index: *value = agent; return SQLITE_OK;
    case ROCPD_KERNEL_agent_log_index: return rocpd_rocz_attribute(f, D_AGENT_LOGICAL, agent, value);
    case ROCPD_KERNEL_agent_type_index: return rocpd_rocz_attribute(f, D_AGENT_TYPE_INDEX, agent, value);
    case ROCPD_KERNEL_agent_type: return rocpd_rocz_attribute(f, D_AGENT_TYPE, agent, value);
  }
  return SQLITE_OK;
}

/* Gets the value of a column that is the same for all rows of a batch. */
static int constant_value(rocpd_rocz_batch *b, int index, int64_t *value) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  *value = ROCPD_NULL;
  if (rocpd_rocz_common_value(f, b->base.kind, index, value)) return SQLITE_OK;
  switch (b->base.kind) {
    case ROCPD_KIND_REGION:
      switch (index) {
        case ROCPD_REGION_tid: return rocpd_rocz_attribute(f, D_TID, b->base.lane, value);
        case ROCPD_REGION_corr_id: *value = 0; break;
        case ROCPD_REGION_call_stack: *value = f->empty_json; break;
      }
      return SQLITE_OK;
    case ROCPD_KIND_SAMPLE:
      switch (index) {
        case ROCPD_SAMPLE_tid: return rocpd_rocz_attribute(f, D_TID, b->base.lane, value);
        case ROCPD_SAMPLE_corr_id: *value = 0; break;
        case ROCPD_SAMPLE_call_stack: case ROCPD_SAMPLE_line_info: *value = f->empty_json; break;
      }
      return SQLITE_OK;
    case ROCPD_KIND_KERNEL:
      switch (index) {
        case ROCPD_KERNEL_category: return rocpd_intern(f->base.session, rocz_category_kernels, -1, value);
        case ROCPD_KERNEL_region: *value = f->empty; return SQLITE_OK;
        case ROCPD_KERNEL_corr_id: *value = 0; return SQLITE_OK;
      }
      return queue_value(f, b->base.lane, index, value);
    default:
      switch (index) {
        case ROCPD_COPY_category: return rocpd_intern(f->base.session, rocz_category_copies, -1, value);
        case ROCPD_COPY_corr_id: case ROCPD_COPY_graph_exec_id: case ROCPD_COPY_graph_node_id: *value = 0; break;
      }
      return SQLITE_OK;
  }
}

static int decode_constant(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  int64_t value;
  int rc = constant_value(b, index, &value);
  *out = rc == SQLITE_OK ? rocpd_column_constant(value) : NULL;
  return *out ? SQLITE_OK : rocpd_rocz_failed((const rocpd_rocz_file *)b->base.source, rc == SQLITE_OK ? SQLITE_NOMEM : rc, err);
}

static int decode_event(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  column_rule h = how_of(b->base.kind, index);
  switch (h.form) {
    case H_COLUMN: return moved(b, h.column, 0, out, err);
    case H_ZERO: return or_zero(b, h.column, out, err);
    case H_NONE: return or_null(b, h.column, out, err);
    case H_STACK: return moved(b, h.column, (int64_t)b->base.lane << ROCZ_STACK_SHIFT, out, err);
    case H_EVENT: return moved(b, h.column, ROCZ_DISPATCH_EVENT, out, err);
    case H_WALL: return rocpd_decode_wall(&b->base, b->base.source->info.wall_offset_ns, out, err);
    case H_ATTRIBUTE: return attributes(b, h.column, h.dict, out, err);
    case H_OF_ZERO: return attributes_of_zero(b, h.column, h.dict, out, err);
    case H_END: return decode_end(b, out, err);
    case H_PARENT: return decode_parent(b, out, err);
    case H_MESSAGE: return rocpd_rocz_messages(b, out, err);
    case H_RESULT: return rocpd_rocz_results(b, out, err);
    case H_ROW: {
      int64_t first = b->id_base + 1 + (h.dict ? COPY_EVENT : 0);
      *out = sqlite3_malloc64(sizeof(**out));
      if (!*out) return rocpd_no_memory(err);
      **out = (rocpd_column){.base = first, .step = 1, .min = first, .max = first + b->base.rows - 1};
      return SQLITE_OK;
    }
    default: return decode_constant(b, index, out, err);
  }
}

int rocpd_rocz_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)base;
  if (b->broken) return rocpd_fail(err, SQLITE_CORRUPT, "%s", b->broken);
  if (b->arg) return rocpd_rocz_args_decode(b, index, out, err);
  if (b->kind) return decode_event(b, index, out, err);
  *out = rocpd_column_of(b->value + (uint64_t)index * base->rows, base->rows);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

bool rocpd_rocz_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)base;
  const rocpd_kind *kind = &rocpd_kinds[base->kind];
  if (b->broken || b->arg || !b->kind) return false;
  column_rule h = how_of(base->kind, index);
  if (index == kind->start || index == kind->end) {
    bool known = rocpd_rocz_place(b->kind, L_START) >= 0 && (index == kind->start || b->kind == ROCZ_MARK || rocpd_rocz_place(b->kind, L_DURATION) >= 0);
    *min = known ? base->min_time : INT64_MAX;
    *max = known ? base->max_time : INT64_MIN;
    return true;
  }
  if (h.form == H_STACK) {
    *min = (int64_t)base->lane << ROCZ_STACK_SHIFT;
    *max = *min + (((int64_t)1 << ROCZ_STACK_SHIFT) - 1);
    return true;
  }
  if (h.form == H_ROW) {
    *min = b->id_base + 1 + (h.dict ? COPY_EVENT : 0);
    *max = *min + base->rows - 1;
    return true;
  }
  if (h.form != H_CONSTANT || constant_value(b, index, min) != SQLITE_OK) return false;
  *max = *min;
  if (*min == ROCPD_NULL) {
    *min = INT64_MAX;
    *max = INT64_MIN;
  }
  return true;
}

void rocpd_rocz_forget(rocpd_batch *base) {
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)base;
  for (unsigned i = 0; i < b->raws; i++) rocpd_cache_drop(base, &b->raw[i]);
}

void rocpd_rocz_batch_free(rocpd_batch *base) {
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)base;
  rocpd_rocz_forget(base);
  if (b->live) rocpd_rocz_live_rows_unref(b->live);
  sqlite3_free(b->broken);
  sqlite3_free(b->value);
  sqlite3_free(b->arg);
}
