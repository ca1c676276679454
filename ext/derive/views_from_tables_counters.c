/* Counters: values read for dispatches.
**
** counters_collection adds up the values of a counter for a dispatch, which has one value for each instance (XCC, shader engine, ...). Its rows are made in
** one pass over the values. The other columns of a row are those of the value with the least id, as in upstream's view. Values without a dispatch have no
** row, and neither have those with a sample. */
#include "view.h"
#include "slots.h"
#include <stdlib.h>

#define P(column) ROCPD_RAW_PMC_EVENT_##column
#define DISPATCH(column) ROCPD_RAW_DISPATCH_##column
#define OF_DISPATCH(column) LINK(P(event_id), DISPATCH_OF_EVENT, DISPATCH(column))
#define BEYOND_DISPATCH(id, to, attribute) LINK2(P(event_id), DISPATCH_OF_EVENT, DISPATCH(id), to, attribute)
#define OF_SYMBOL(column) BEYOND_DISPATCH(kernel_id, SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_##column)
#define OF_AGENT(column) BEYOND_DISPATCH(agent_id, AGENT, ROCPD_AGENT_##column)
#define OF_EVENT(column) LINK(P(event_id), EVENT, ROCPD_RAW_EVENT_##column)
#define OF_PMC(column) LINK(P(pmc_id), PMC, ROCPD_RAW_PMC_##column)
#define CATEGORY LINK2(P(event_id), EVENT, ROCPD_RAW_EVENT_category_id, STRING, ROCPD_RAW_STRING_string)

/* Makes the rows to which values are linked: a chunk file delivers values, and these rows are made from kernels and calls. */
static int make_linked(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  static const uint8_t linked[] = {ROCPD_KIND_RAW_DISPATCH, ROCPD_KIND_RAW_EVENT,  ROCPD_KIND_RAW_PROCESS, ROCPD_KIND_RAW_THREAD,
                                   ROCPD_KIND_RAW_KERNEL_SYMBOL, ROCPD_KIND_RAW_STRING, ROCPD_KIND_RAW_PMC};
  rocpd_batch **batch;
  size_t n;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(linked); i++)
    if (!rocpd_snapshot_is_at_hand(s, source, linked[i])) rc = rocpd_snapshot_batches_of(s, source, linked[i], &batch, &n, err);
  return rc;
}

static int make_view(const rocpd_view *view, rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **values;
  size_t some;
  int rc = rocpd_snapshot_batches_of(s, source, view->parent, &values, &some, err);
  if (rc == SQLITE_OK && some) rc = make_linked(s, source, err);
  return rc == SQLITE_OK ? rocpd_view_make(view, s, source, out, n, err) : rc;
}

/* A view of values or of counters, and the function that makes it. */
#define VIEW(id, of, from, ...)                                                                                       \
  static const rocpd_view view_##id = {.kind = ROCPD_KIND_##of, .parent = ROCPD_KIND_##from, __VA_ARGS__};             \
  static int make_##id(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {     \
    return make_view(&view_##id, s, source, out, n, err);                                                              \
  }                                                                                                                    \
  ROCPD_DERIVER(id) = {.kind = ROCPD_KIND_##of, .needs = ROCPD_KIND_BIT(ROCPD_KIND_##from), .view = &view_##id, .views = 1, .make = make_##id}

#define I(column) [ROCPD_PMC_INFO_##column] = SAME(ROCPD_RAW_PMC_##column)
static const rocpd_view_column pmc_info[ROCPD_PMC_INFO_COLUMNS] = {
    I(id), I(guid), I(nid), [ROCPD_PMC_INFO_pid] = LINK(ROCPD_RAW_PMC_pid, PROCESS, ROCPD_RAW_PROCESS_pid),
    [ROCPD_PMC_INFO_agent_abs_index] = LINK(ROCPD_RAW_PMC_agent_id, AGENT, ROCPD_AGENT_absolute_index),
    I(is_constant), I(is_derived), I(name), I(description), I(block), I(expression)};
VIEW(pmc_info, PMC_INFO, RAW_PMC, .column = pmc_info);

#define E(column) [ROCPD_PMC_EVENT_##column]
static const rocpd_view_column pmc_events[ROCPD_PMC_EVENT_COLUMNS] = {
    E(id) = SAME(P(id)), E(guid) = SAME(P(guid)), E(pmc_id) = SAME(P(pmc_id)), E(event_id) = SAME(P(event_id)), E(category) = CATEGORY,
    E(name) = OF_SYMBOL(display_name), E(nid) = OF_DISPATCH(nid), E(pid) = BEYOND_DISPATCH(pid, PROCESS, ROCPD_RAW_PROCESS_pid),
    E(dispatch_id) = OF_DISPATCH(dispatch_id), E(start) = OF_DISPATCH(start), E(end) = OF_DISPATCH(end),
    E(duration) = DIFFERENCE(ROCPD_PMC_EVENT_end, ROCPD_PMC_EVENT_start), E(counter_name) = OF_PMC(name), E(counter_value) = SAME(P(value))};

/* A program may report values of its own as rows of pmc_events; they then come after those of kernels. */
static const rocpd_view values = {.kind = ROCPD_KIND_PMC_EVENT, .parent = ROCPD_KIND_RAW_PMC_EVENT, .column = pmc_events};
static const rocpd_view values_beside = {.kind = ROCPD_KIND_PMC_EVENT, .parent = ROCPD_KIND_RAW_PMC_EVENT, .column = pmc_events,
                                         .select = rocpd_view_keep_delivered, .part = 1};
static int make_values(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  bool beside = source->info.native & ROCPD_KIND_BIT(ROCPD_KIND_PMC_EVENT);
  return make_view(beside ? &values_beside : &values, s, source, out, n, err);
}
ROCPD_DERIVER(pmc_events) = {
  .kind = ROCPD_KIND_PMC_EVENT, .needs = ROCPD_KIND_BIT(ROCPD_KIND_RAW_PMC_EVENT), .view = &values, .views = 1, .beside = true, .make = make_values};

/* Columns that spm_counters and counters_collection have in common. */
#define COUNTER(K) \
    [ROCPD_##K##_id] = SAME(P(id)), [ROCPD_##K##_guid] = SAME(P(guid)), [ROCPD_##K##_dispatch_id] = OF_DISPATCH(dispatch_id), \
    [ROCPD_##K##_kernel_id] = OF_DISPATCH(kernel_id), [ROCPD_##K##_event_id] = SAME(P(event_id)), \
    [ROCPD_##K##_correlation_id] = OF_EVENT(correlation_id), [ROCPD_##K##_stack_id] = OF_EVENT(stack_id), \
    [ROCPD_##K##_parent_stack_id] = OF_EVENT(parent_stack_id), [ROCPD_##K##_pid] = BEYOND_DISPATCH(pid, PROCESS, ROCPD_RAW_PROCESS_pid), \
    [ROCPD_##K##_tid] = BEYOND_DISPATCH(tid, THREAD, ROCPD_RAW_THREAD_tid), [ROCPD_##K##_agent_id] = OF_DISPATCH(agent_id), \
    [ROCPD_##K##_agent_abs_index] = OF_AGENT(absolute_index), [ROCPD_##K##_agent_log_index] = OF_AGENT(logical_index), \
    [ROCPD_##K##_agent_type_index] = OF_AGENT(type_index), [ROCPD_##K##_agent_type] = OF_AGENT(type), \
    [ROCPD_##K##_queue_id] = OF_DISPATCH(queue_id), [ROCPD_##K##_grid_size_x] = OF_DISPATCH(grid_size_x), \
    [ROCPD_##K##_grid_size_y] = OF_DISPATCH(grid_size_y), [ROCPD_##K##_grid_size_z] = OF_DISPATCH(grid_size_z), \
    [ROCPD_##K##_grid_size] = PRODUCT(ROCPD_##K##_grid_size_x, ROCPD_##K##_grid_size_y, ROCPD_##K##_grid_size_z), \
    [ROCPD_##K##_kernel_name] = OF_SYMBOL(display_name), \
    [ROCPD_##K##_kernel_region] = BEYOND_DISPATCH(region_name_id, STRING, ROCPD_RAW_STRING_string), \
    [ROCPD_##K##_workgroup_size_x] = OF_DISPATCH(workgroup_size_x), [ROCPD_##K##_workgroup_size_y] = OF_DISPATCH(workgroup_size_y), \
    [ROCPD_##K##_workgroup_size_z] = OF_DISPATCH(workgroup_size_z), \
    [ROCPD_##K##_workgroup_size] = PRODUCT(ROCPD_##K##_workgroup_size_x, ROCPD_##K##_workgroup_size_y, ROCPD_##K##_workgroup_size_z), \
    [ROCPD_##K##_lds_block_size] = OF_DISPATCH(group_segment_size), [ROCPD_##K##_scratch_size] = OF_DISPATCH(private_segment_size), \
    [ROCPD_##K##_vgpr_count] = OF_SYMBOL(arch_vgpr_count), [ROCPD_##K##_accum_vgpr_count] = OF_SYMBOL(accum_vgpr_count), \
    [ROCPD_##K##_sgpr_count] = OF_SYMBOL(sgpr_count), [ROCPD_##K##_counter_name] = OF_PMC(name), \
    [ROCPD_##K##_counter_symbol] = OF_PMC(symbol), [ROCPD_##K##_component] = OF_PMC(component), \
    [ROCPD_##K##_description] = OF_PMC(description), [ROCPD_##K##_block] = OF_PMC(block), [ROCPD_##K##_expression] = OF_PMC(expression), \
    [ROCPD_##K##_value_type] = OF_PMC(value_type), [ROCPD_##K##_counter_id] = SAME(P(pmc_id)), \
    [ROCPD_##K##_is_constant] = OF_PMC(is_constant), [ROCPD_##K##_is_derived] = OF_PMC(is_derived), [ROCPD_##K##_category] = CATEGORY, \
    [ROCPD_##K##_nid] = OF_DISPATCH(nid), [ROCPD_##K##_extdata] = OF_EVENT(extdata), [ROCPD_##K##_code_object_id] = OF_SYMBOL(code_object_id)

/* Values with a sample: they were read while the kernel ran. */
#define S(column) [ROCPD_SPM_COUNTER_##column]
static const rocpd_view_column spm_counters[ROCPD_SPM_COUNTER_COLUMNS] = {
    COUNTER(SPM_COUNTER), S(xcc) = SAME(P(xcc)), S(shader_engine) = SAME(P(shader_engine)), S(instance) = SAME(P(instance)),
    S(value) = SAME(P(value)), S(timestamp) = LINK(P(sample_id), SAMPLE, ROCPD_RAW_SAMPLE_timestamp)};

static int keep_sampled(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  return rocpd_view_keep_present(parent, P(sample_id), keep, err);
}
VIEW(spm_counters, SPM_COUNTER, RAW_PMC_EVENT, .column = spm_counters, .select = keep_sampled);

/* ---- sums */

#define C(column) [ROCPD_COUNTER_##column]
static const rocpd_view_column counter_columns[ROCPD_COUNTER_COLUMNS] = {
    COUNTER(COUNTER), C(value) = GIVEN, C(start) = OF_DISPATCH(start), C(end) = OF_DISPATCH(end),
    C(duration) = DIFFERENCE(ROCPD_COUNTER_end, ROCPD_COUNTER_start)};
static const rocpd_view counters = {.kind = ROCPD_KIND_COUNTER, .parent = ROCPD_KIND_RAW_PMC_EVENT, .column = counter_columns};

typedef struct group {
  int64_t dispatch, agent, name;
  int64_t least_id;
  uint64_t place; /* of that value: batch << 16 | row */
  double sum;
  uint64_t values; /* number of values that are not NULL */
} group;

typedef struct grouping {
  rocpd_links *links;
  group *group;
  uint32_t groups, capacity;
  uint32_t *slot; /* [mask + 1]: number of a group + 1; 0: free */
  uint32_t mask;
  uint32_t last; /* group of the previous row */
  int64_t *column[6]; /* of the current batch: see the enum */
} grouping;
enum { ID, DISPATCH_ID, AGENT_ID, NAME, VALUE, SAMPLED };

static bool is_same(const group *x, const group *y) { return x->dispatch == y->dispatch && x->name == y->name && x->agent == y->agent; }

static uint32_t *slot_of(const grouping *g, const group *key) {
  uint64_t h = (uint64_t)key->dispatch * 0x9e3779b97f4a7c15u ^ (uint64_t)key->name * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)key->agent;
  return &g->slot[ROCPD_SLOT(i, (h ^ h >> 32) * 0xd6e8feb86659fd93u >> 32, g->mask, !g->slot[i] || is_same(&g->group[g->slot[i] - 1], key))];
}

/* Makes room for one more group. */
static int make_room(grouping *g) {
  if (g->groups < g->capacity) return SQLITE_OK;
  if (g->capacity >= UINT32_MAX / 4) return SQLITE_TOOBIG;
  uint32_t capacity = g->capacity ? g->capacity * 2 : 1024;
  group *more = sqlite3_realloc64(g->group, (uint64_t)capacity * sizeof(*more));
  uint32_t *slot = more ? sqlite3_malloc64((uint64_t)capacity * 2 * sizeof(*slot)) : NULL;
  if (more) g->group = more;
  if (!slot) return SQLITE_NOMEM;
  sqlite3_free(g->slot);
  memset(slot, 0, (uint64_t)capacity * 2 * sizeof(*slot));
  g->slot = slot;
  g->mask = capacity * 2 - 1;
  g->capacity = capacity;
  for (uint32_t i = 0; i < g->groups; i++) *slot_of(g, &g->group[i]) = i + 1;
  return SQLITE_OK;
}

/* The group of a key. Values of one counter and dispatch are mostly consecutive. */
static int group_of(grouping *g, const group *key, group **out) {
  const group *last = g->groups ? &g->group[g->last] : NULL;
  if (!last || last->dispatch != key->dispatch || last->name != key->name || last->agent != key->agent) {
    int rc = make_room(g);
    if (rc != SQLITE_OK) return rc;
    uint32_t *slot = slot_of(g, key);
    if (!*slot) {
      g->group[g->groups] = *key;
      *slot = ++g->groups;
    }
    g->last = *slot - 1;
  }
  *out = &g->group[g->last];
  return SQLITE_OK;
}

/* Where the columns of a grouping come from: from the values, or by a link from them. */
static const struct {
  uint8_t column, link, attribute; /* link ROCPD_LINK_COUNT: none */
} from[] = {[ID] = {P(id), ROCPD_LINK_COUNT, 0},
            [DISPATCH_ID] = {P(event_id), ROCPD_LINK_DISPATCH_OF_EVENT, DISPATCH(dispatch_id)},
            [AGENT_ID] = {P(event_id), ROCPD_LINK_DISPATCH_OF_EVENT, DISPATCH(agent_id)},
            [NAME] = {P(pmc_id), ROCPD_LINK_PMC, ROCPD_RAW_PMC_name},
            [VALUE] = {P(value), ROCPD_LINK_COUNT, 0},
            [SAMPLED] = {P(sample_id), ROCPD_LINK_COUNT, 0}};

/* Several threads read batches; then one groups them. */
static int decode_batch(void *arg, size_t i, rocpd_error *err) {
  rocpd_batch *b = ((rocpd_batch **)arg)[i];
  int rc = SQLITE_OK;
  const rocpd_column *c;
  for (int k = 0; rc == SQLITE_OK && k <= SAMPLED; k++) rc = rocpd_batch_column(b, from[k].column, &c, err);
  return rc;
}

static int read_columns(grouping *g, rocpd_batch *b, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i <= SAMPLED; i++) {
    const rocpd_column *c;
    rc = rocpd_batch_column(b, from[i].column, &c, err);
    if (rc != SQLITE_OK) return rc;
    rocpd_column_get(c, 0, b->rows, g->column[i]);
    if (from[i].link != ROCPD_LINK_COUNT) rc = rocpd_link_map(g->links, from[i].link, from[i].attribute, g->column[i], b->rows, err);
  }
  return rc;
}

static int add_batch(grouping *g, rocpd_batch *b, size_t number, rocpd_error *err) {
  int rc = read_columns(g, b, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    if (g->column[SAMPLED][i] != ROCPD_NULL || g->column[DISPATCH_ID][i] == ROCPD_NULL) continue;
    int64_t id = g->column[ID][i], bits = g->column[VALUE][i];
    group *x, key = {.dispatch = g->column[DISPATCH_ID][i], .agent = g->column[AGENT_ID][i], .name = g->column[NAME][i],
                     .least_id = id, .place = (uint64_t)number << 16 | i};
    rc = group_of(g, &key, &x);
    if (rc != SQLITE_OK) break;
    if (id < x->least_id) x->least_id = id, x->place = key.place;
    if (bits == ROCPD_NULL) continue;
    x->sum += rocpd_real_of(bits);
    x->values++;
  }
  return rc == SQLITE_TOOBIG ? rocpd_fail(err, rc, "too many counter values") : rocpd_fail_code(err, rc);
}

static int by_place(const void *a, const void *b) {
  const group *x = a, *y = b;
  return ROCPD_ORDER(x->place, y->place);
}

/* Sorts groups by the rows that represent them; mostly they are sorted already. */
static void sort_groups(grouping *g) {
  for (uint32_t i = 1; i < g->groups; i++)
    if (g->group[i].place < g->group[i - 1].place) {
      qsort(g->group, g->groups, sizeof(*g->group), by_place);
      return;
    }
}

/* A batch of n groups, all represented by rows of one batch of the parent. */
static rocpd_view_batch *sums_batch(const grouping *g, rocpd_batch *parent, const group *x, uint32_t n) {
  uint32_t *pick = sqlite3_malloc64(n * sizeof(*pick));
  int64_t *given = sqlite3_malloc64(n * sizeof(*given));
  if (!pick || !given) {
    sqlite3_free(pick);
    sqlite3_free(given);
    return NULL;
  }
  for (uint32_t i = 0; i < n; i++) {
    pick[i] = (uint32_t)(x[i].place & 0xffff);
    given[i] = x[i].values ? rocpd_real_bits(x[i].sum) : ROCPD_NULL;
  }
  return rocpd_view_batch_new(&counters, g->links, parent, pick, n, given);
}

static int make_sums(grouping *g, rocpd_batch **parent, size_t parents, rocpd_batch **list, size_t *n, rocpd_error *err) {
  int rc = rocpd_parallel(parent[0]->source->session, parents, decode_batch, parent, err);
  for (size_t i = 0; rc == SQLITE_OK && i < parents; i++) rc = add_batch(g, parent[i], i, err);
  sort_groups(g);
  for (uint32_t first = 0, next; rc == SQLITE_OK && first < g->groups; first = next) {
    uint64_t batch = g->group[first].place >> 16;
    for (next = first + 1; next < g->groups && g->group[next].place >> 16 == batch;) next++;
    rocpd_view_batch *b = sums_batch(g, parent[batch], &g->group[first], next - first);
    if (b) list[(*n)++] = &b->base;
    else rc = SQLITE_NOMEM;
  }
  return rocpd_fail_code(err, rc);
}

static int make_counters(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **parent;
  size_t parents, made = 0;
  grouping g = {0};
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_RAW_PMC_EVENT, &parent, &parents, err);
  if (rc == SQLITE_OK && parents) rc = make_linked(s, source, err);
  if (rc == SQLITE_OK && parents) rc = rocpd_links_of(s, source, &g.links, err);
  if (rc != SQLITE_OK || !parents) return rc;
  rocpd_batch **list = sqlite3_malloc64(parents * sizeof(*list));
  int64_t *columns = sqlite3_malloc64((uint64_t)ROCPD_BATCH_ROWS * sizeof(*columns) * (SAMPLED + 1));
  for (int i = 0; columns && i <= SAMPLED; i++) g.column[i] = columns + (size_t)i * ROCPD_BATCH_ROWS;
  if (list && columns) rc = make_sums(&g, parent, parents, list, &made, err);
  else rc = rocpd_no_memory(err);
  sqlite3_free(columns);
  sqlite3_free(g.group);
  sqlite3_free(g.slot);
  if (rc == SQLITE_OK) {
    *out = list, *n = made;
    return rc;
  }
  for (size_t i = 0; i < made; i++) rocpd_batch_unref(list[i]);
  sqlite3_free(list);
  return rc;
}
ROCPD_DERIVER(counters_collection) = {.kind = ROCPD_KIND_COUNTER, .needs = ROCPD_KIND_BIT(ROCPD_KIND_RAW_PMC_EVENT), .make = make_counters};
