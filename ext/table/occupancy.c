/* occupancy: how many waves of each kernel a SIMD can hold, and what limits it. A row for each kernel, agent and set of resources. */
#include "occupancy.h"
#include "rows.h"
#include "statistics.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(CALLS, calls, INTEGER) C(TOTAL, total_ns, INTEGER) C(GFX, gfx, TEXT) C(WORKGROUP, workgroup_size, INTEGER) \
  C(VGPRS, vgpr_count, INTEGER) C(AGPRS, accum_vgpr_count, INTEGER) C(SGPRS, sgpr_count, INTEGER) C(LDS, lds_bytes, INTEGER) \
  C(WAVES, waves_per_simd, INTEGER) C(MOST_WAVES, most_waves_per_simd, INTEGER) C(OCCUPANCY, occupancy, REAL) C(LIMITED_BY, limited_by, TEXT) \
  H(BY_VGPRS, waves_by_vgpr, INTEGER) H(BY_SGPRS, waves_by_sgpr, INTEGER) H(BY_LDS, waves_by_lds, INTEGER) \
  H(BY_WORKGROUP, waves_by_workgroup, INTEGER) H(WAVE_SIZE, wave_size, INTEGER) H(AGENT, agent_id, INTEGER) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

/* Keys in the order of the rocpd_group_input below. */
enum { KEY_NAME, KEY_GUID, KEY_SOURCE, KEY_AGENT, KEY_X, KEY_Y, KEY_Z, KEY_VGPRS, KEY_AGPRS, KEY_SGPRS, KEY_LDS, KEYS };
static const rocpd_group_input input = {
  .kind = ROCPD_KIND_KERNEL, .duration = ROCPD_KERNEL_duration,
  .key = {ROCPD_KERNEL_name, ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_workgroup_x, ROCPD_KERNEL_workgroup_y,
          ROCPD_KERNEL_workgroup_z, ROCPD_KERNEL_vgpr_count, ROCPD_KERNEL_accum_vgpr_count, ROCPD_KERNEL_sgpr_count, ROCPD_KERNEL_lds_size}};

/* ---- agents: their names are those of targets */

typedef struct gfx_agents {
  rocpd_groups ids; /* by guid, source and id */
  struct gfx_agent { int64_t name; rocpd_source *source; } *agent;
} gfx_agents;

static int read_agents(rocpd_snapshot *s, gfx_agents *a, rocpd_error *err) {
  static const int wanted[] = {ROCPD_AGENT_guid, ROCPD_AGENT_source, ROCPD_AGENT_id, ROCPD_AGENT_name};
  rocpd_batch **batch;
  size_t n = 0;
  a->ids.keys = 3;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_AGENT, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c[4];
    rc = rocpd_batch_columns(batch[i], wanted, 4, c, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      int64_t key[3], group;
      for (int k = 0; k < 3; k++) key[k] = rocpd_column_at(c[k], row);
      if (rocpd_array_push_reserve(&a->agent, a->ids.n, sizeof *a->agent) != SQLITE_OK) return rocpd_no_memory(err);
      size_t known = a->ids.n;
      rc = rocpd_group_add(&a->ids, key, &group, err);
      if (rc == SQLITE_OK && a->ids.n > known) a->agent[group] = (struct gfx_agent){rocpd_column_at(c[3], row), batch[i]->source};
    }
  }
  return rc;
}

static const struct gfx_agent *agent_of(const gfx_agents *a, const int64_t *key) {
  int64_t group = rocpd_group_find(&a->ids, &key[KEY_GUID]); /* source and agent follow the guid */
  return group == ROCPD_UNGROUPED ? NULL : &a->agent[group];
}

/* ---- rows */

static int64_t product(const int64_t *v) {
  int64_t n = 1;
  for (int i = 0; i < 3; i++)
    if (v[i] < 0 || __builtin_mul_overflow(n, v[i], &n)) return ROCPD_NULL;
  return n;
}

/* Names the first resource that allows the fewest waves; NULL if all allow the maximum. */
static const char *limit_of(const rocpd_occupancy *o) {
  const struct { int64_t waves; const char *name; } by[] = {{o->by_vgprs, "vgpr"}, {o->by_lds, "lds"}, {o->by_sgprs, "sgpr"}, {o->by_workgroup, "workgroup"}};
  for (size_t i = 0; o->waves < o->most_waves && i < sizeof by / sizeof *by; i++)
    if (by[i].waves == o->waves) return by[i].name;
  return NULL;
}

static int add_row(rocpd_snapshot *s, const gfx_agents *agents, const rocpd_stat *x, rocpd_identity *whose, rocpd_row_builder *b, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  const struct gfx_agent *agent = agent_of(agents, x->key);
  int64_t gfx = agent ? agent->name : ROCPD_NULL;
  const rocpd_kernel_needs needs = {product(&x->key[KEY_X]), x->key[KEY_VGPRS], x->key[KEY_AGPRS], x->key[KEY_SGPRS], x->key[KEY_LDS]};
  rocpd_occupancy o;
  bool known = gfx != ROCPD_NULL && rocpd_occupancy_of(rocpd_string(session, gfx, NULL), &needs, &o);
  if (!known) o = (rocpd_occupancy){ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL};
  int rc = SQLITE_OK;
  int64_t value[COLUMNS] = {
    [NAME] = x->key[KEY_NAME], [CALLS] = (int64_t)x->rows, [TOTAL] = x->ended ? x->sum_ns : ROCPD_NULL, [GFX] = gfx, [WORKGROUP] = needs.workgroup,
    [VGPRS] = needs.vgprs, [AGPRS] = needs.accum_vgprs, [SGPRS] = needs.sgprs, [LDS] = needs.lds, [WAVES] = o.waves, [MOST_WAVES] = o.most_waves,
    [OCCUPANCY] = o.waves == ROCPD_NULL ? ROCPD_NULL : rocpd_real_bits((double)o.waves / (double)o.most_waves),
    [LIMITED_BY] = o.waves == ROCPD_NULL ? ROCPD_NULL : rocpd_rows_text(session, limit_of(&o), &rc),
    [BY_VGPRS] = o.by_vgprs, [BY_SGPRS] = o.by_sgprs, [BY_LDS] = o.by_lds, [BY_WORKGROUP] = o.by_workgroup, [WAVE_SIZE] = o.wave_size,
    [AGENT] = x->key[KEY_AGENT],
    [GUID] = x->key[KEY_GUID], [SOURCE] = x->key[KEY_SOURCE], [RUN] = ROCPD_NULL, [HOST] = ROCPD_NULL, [RANK] = ROCPD_NULL,
  };
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  if (agent) {
    rc = rocpd_identify(whose, s, agent->source, x->key[KEY_AGENT], err);
    if (rc != SQLITE_OK) return rc;
    value[RUN] = whose->origin.run, value[HOST] = whose->origin.host, value[RANK] = whose->origin.rank;
  }
  return rocpd_fail_code(err, rocpd_rows_add(b, value));
}

static int occupancy_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_statistics st;
  gfx_agents agents = {0};
  rocpd_identity whose = {0};
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = rocpd_statistics_make(s, &input, 1, KEYS, &st, err);
  if (rc != SQLITE_OK) return rc;
  rc = read_agents(s, &agents, err);
  for (size_t i = 0; rc == SQLITE_OK && i < st.n; i++) rc = add_row(s, &agents, &st.stat[i], &whose, &b, err);
  rocpd_statistics_free(&st);
  rocpd_groups_free(&agents.ids), sqlite3_free(agents.agent);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(occupancy) = {.name = "occupancy", .kind = -1, .column = columns, .columns = COLUMNS, .takes = ROCPD_TAKES_ROWS, .rows = occupancy_rows};
