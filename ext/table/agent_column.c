/* See agent_column.h. */
#include "agent_column.h"

static int find(const rocpd_column_def *def, int defs, const char *name) {
  for (int i = 0; i < defs; i++)
    if (!strcmp(def[i].name, name)) return i;
  return -1;
}

static bool is_there(const rocpd_table_agent_column *c, int n, const char *name) {
  while (n && strcmp(c[n - 1].def.name, name)) n--;
  return n;
}

int rocpd_table_agent_columns(const rocpd_table *t, const rocpd_column_def *def, int defs, rocpd_table_agent_column out[TABLE_AGENT_COLUMNS]) {
  static const struct { const char *name, *agent; rocpd_table_agent_value value; bool by_node, of_agents; } column[] = {
    {"gpu", "agent_id", TABLE_AGENT_NAME, false, false}, {"device", "agent_id", TABLE_AGENT_DEVICE, false, false},
    {"gpu", "agent_abs_index", TABLE_AGENT_NAME, true, false}, {"device", "agent_abs_index", TABLE_AGENT_DEVICE, true, false},
    {"src_gpu", "src_agent_id", TABLE_AGENT_NAME, false, false}, {"dst_gpu", "dst_agent_id", TABLE_AGENT_NAME, false, false},
    {"gpu", "id", TABLE_AGENT_NAME, false, true}, {"device", "id", TABLE_AGENT_DEVICE, false, true}, {"pci_address", "id", TABLE_AGENT_ADDRESS, false, true}};
  int n = 0, guid = find(def, defs, "guid"), device = t->kind < 0 ? find(def, defs, "device") : -1; /* in upstream's tables it is the agent's name */
  int source = find(def, defs, "source"), nid = find(def, defs, "nid"), pid = find(def, defs, "pid");
  for (size_t i = 0; i < sizeof column / sizeof *column && guid >= 0; i++) {
    int agent = find(def, defs, column[i].agent);
    bool there = find(def, defs, column[i].name) >= 0 || is_there(out, n, column[i].name);
    if (column[i].of_agents != (t->kind == ROCPD_KIND_AGENT) || agent < 0 || there) continue;
    bool by_node = column[i].by_node;
    out[n++] = (rocpd_table_agent_column){
      {column[i].name, "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, column[i].value, {agent, guid, device, source, by_node ? nid : -1, by_node ? pid : -1}, by_node};
  }
  return n;
}

int rocpd_table_agent_text(rocpd_snapshot *s, const rocpd_table_agent_column *c, const int64_t read[TABLE_AGENT_READ], int64_t *out, rocpd_error *err) {
  const rocpd_device *d;
  int64_t device = read[TABLE_AGENT_OF_DEVICE], guid = read[TABLE_AGENT_OF_GUID], agent = read[TABLE_AGENT_OF_ID], path = read[TABLE_AGENT_OF_SOURCE];
  int rc = device != ROCPD_NULL ? rocpd_device_by_identity(s, device, &d, err)
           : c->by_node         ? rocpd_device_by_node(s, path, guid, read[TABLE_AGENT_OF_NID], read[TABLE_AGENT_OF_PID], agent, &d, err)
                                : rocpd_device_by_agent(s, path, guid, agent, &d, err);
  if (rc != SQLITE_OK) return rc;
  switch (c->value) {
    case TABLE_AGENT_DEVICE: *out = d ? d->device : ROCPD_NULL; return SQLITE_OK;
    case TABLE_AGENT_ADDRESS: *out = d ? d->address : ROCPD_NULL; return SQLITE_OK;
    default: return rocpd_fail_code(err, rocpd_device_text(rocpd_snapshot_session(s), d, agent, out));
  }
}
